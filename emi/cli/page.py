"""``emi page``."""

import math
import webbrowser
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from emi.cli.fairness import fairness_of
from emi.cli.games import GAMES, WORDS, Cells, LettersOption, Lists, complete_game
from emi.cli.interrupt import CtrlC
from emi.cli.options import Logging
from emi.cli.output import check_file, check_suffix, say, titled, write
from emi.cli.running import Effort
from emi.errors import OptionError
from emi.files import check_place, make_folder, write_file
from emi.reports.texts import LANGUAGES, Texts
from emi.reports.views.files import page as said
from emi.reports.views.files import site as said_of_site
from emi.tables import table

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from emi.analysis.explored import Explored
    from emi.games.game import Game
    from emi.reports.table import Report, Table
    from emi.results.advice import Explanation
    from emi.results.pareto import ParetoFront
    from emi.results.solution import Solution
    from emi.search.model.limits import Limits, Watch
    from emi.search.model.record import Store
    from emi.work.run import T
    from emi.work.task import Work

#: The default lengths of the cells on the page.
LENGTHS = "5"
#: The number of first guesses ranked on a site, and of those whose partitions are shown.
FIRST = 10
SPLIT = 5
#: The feedbacks shown of each partition, those with the largest classes: of 10 letters there are
#: thousands.
FEEDBACKS = 40
#: Up to this many games, a site has charts of their Pareto fronts: drawing those of a game in each
#: language takes some seconds.
CHARTED = 30
#: The command that shows a site.
SERVER = "python3 -m http.server --directory"
#: The time limit in seconds for each Pareto front of a site without --time-limit.
FRONT = 5.0


@dataclass(frozen=True, kw_only=True)
class Several(Lists):
    """Options to choose games by name, cells of a lexicon, or both."""

    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME",
            autocompletion=complete_game,
            help=f"{GAMES}  [default: the cells of --letters and --lengths]",
        ),
    ] = None
    lengths: Annotated[
        str | None,
        typer.Option(
            "--lengths",
            help="Word lengths of the cells to include, such as 5-10 or 5,7.  [default: "
            f"{LENGTHS}; none if a GAME is given]",
        ),
    ] = None
    letters: LettersOption = None
    hard: Annotated[
        Literal["hints"] | None,
        typer.Option(
            "--hard",
            rich_help_panel=WORDS,
            help="Show games of words in hard play, as in Wordle: values, strategies and boards. "
            "Pages without this option offer hard play too, with bounds found during play.",
        ),
    ] = None

    def read(self) -> "list[Game]":
        """Return the chosen games without duplicates."""
        names = self.games or ()
        more = self.lengths is not None or self.letters is not None or not names
        games = self.read_games(names, cells=more)
        if more:
            cells = Cells(
                lexicon=self.lexicon, secrets=self.secrets, guesses=self.guesses,
                lengths=self.lengths or LENGTHS, letters=self.letters,
                no_initial=self.no_initial, **self.how,
            )  # fmt: skip
            games += cells.read_cells()[1]
        games = [*{game.name: game for game in games}.values()]
        if self.hard is None:
            return games
        if easy := [game.name for game in games if not game.gives_hints]:
            raise OptionError(
                f"--hard {self.hard}: {', '.join(easy)}: expected games whose feedback gives "
                "hints, such as C5 or wordle"
            )
        return [game.hardened(self.hard) for game in games]


def _check_page(path: Path) -> Path | None:
    """Refuse a file that cannot be written, or whose suffix is not that of HTML."""
    check_suffix(path, (".html", ".htm"))
    return check_file(path)


def _explained(
    game: "Game", *, limits: "Limits", store: "Store | None", watch: "Watch"
) -> "Explanation":
    """Rank the first guesses of a game within the default time limit of `emi explain`."""
    from emi.analysis.named import aggregates_named
    from emi.cli.explain import USUAL
    from emi.playing.explainer import PATIENCE
    from emi.playing.position import Position

    return Position(game).explain(
        top=FIRST, show=[one.name for one in aggregates_named(USUAL.split(","))],
        limits=limits.within(PATIENCE.seconds), store=store, watch=watch,
    )  # fmt: skip


def _front(game: "Game", share: float, limits: "Limits", **how: Any) -> "ParetoFront":  # noqa: ANN401 - of the work
    """Compute the Pareto front of a game within its share of the time."""
    from emi.analysis.pareto import pareto

    return pareto(game, limits=limits.within(share), **how)


def page_command(
    choice: Several,
    effort: Effort,
    cache: Logging,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            callback=_check_page,
            help="Output file, such as emi.html.",
        ),
    ] = None,
    site: Annotated[
        Path | None,
        typer.Option(
            "--site",
            metavar="DIR",
            help="Write a site of games into this folder instead, for any static host: each "
            "game is fetched when it is opened.",
        ),
    ] = None,
    results: Annotated[
        bool,
        typer.Option(
            "--results",
            help="Add pages of results to the site, in each language: the table, fairness, Pareto "
            "fronts, first guesses and partitions.",
        ),
    ] = False,
    fair: Annotated[
        bool,
        typer.Option(
            "--fairness",
            help="Add a section with the unfair games and the words to remove, as `emi fairness "
            "--all` prints it.",
        ),
    ] = False,
    shown: Annotated[
        bool, typer.Option("--open", help="Open the finished page of --out in a browser.")
    ] = False,
) -> None:
    """Write a web page to explore games, in one file that works offline.

    The page shows the EMI table. Each cell has its strategy as a tree to unfold and search, a board
    to play against Evil Motus (who may change the word as long as all clues stay true), and the
    proof that fewer guesses do not suffice. The page is in each language of `emi play --language`.
    Without a GAME it contains the cells of 5 letters; use `--lengths 5-10` for all.

    With --site it writes a site for any web server, which is also an app that works offline. It has
    games of the day, the same for everybody, all other games, statistics, and a list of your own.
    --results adds pages of results, and lists those that were not ready in time. Pareto fronts take
    longest: they share the time left, or have 5 s each without --time-limit. With more than 30
    games, fronts have no charts.

    If --time-limit is reached, or after Ctrl-C, the page shows bounds for the unfinished games.

    For example:
      emi page --out emi.html --open
      emi page --lengths 5-10 --out all.html
      emi page mastermind:4x6 moo wordle --out games.html
      emi page dordle quordle --out boards.html
      emi page wordle --hard hints --time-limit 60 --out hard.html
      emi page --lexicon words.xlsx --fairness --out words.html
      emi page --lengths 5-10 wordle mastermind:4x6 moo --site games
      emi page --letters CR --site games --results --time-limit 60
    """
    for wrong, reason in (
        ((out is None) == (site is None), "expected --out FILE or --site DIR"),
        (site and fair, "--fairness: cannot be combined with --site, expected --results"),
        (out and results, "--results: cannot be combined with --out, expected --fairness"),
        (site and shown, f"--open: a site needs a web server: {SERVER} {site}"),
    ):
        if wrong:
            raise OptionError(reason)
    games = choice.read()
    if all(game.several for game in games) and (fair or results):
        option = "--fairness" if fair else "--results"
        raise OptionError(f"{option}: expected a game of one board, such as wordle")
    from emi.analysis.explored import check_explorable

    for game in games:
        check_explorable(game)
    if site is not None:
        _write_site(site, games, effort, cache, results=results)
    if out is not None:
        _write_page(out, games, effort, cache, fair=fair, opened=shown)


def _write_page(
    out: Path, games: "Sequence[Game]", effort: Effort, log: Logging, *, fair: bool, opened: bool
) -> None:
    """Write the page of one file."""
    from emi.analysis.explored import made_of, on_boards
    from emi.reports.table import Section
    from emi.reports.writers import explorer

    single = [game for game in games if not game.several]
    for game in single if fair else ():
        if game.tries is None:
            raise OptionError(
                f"--fairness: {game.name} has no limit on tries, expected a game with one"
            )
    explored = _explored(single, effort, log)
    lexicon = next((game.lexicon for game in games if game.of_cells and game.lexicon), None)
    sections: dict[str, list[Section]] = {}
    if fair and not CtrlC.stopped:
        unfair = effort.run(single, fairness_of, log)
        for t in map(Texts, LANGUAGES):
            name = "fairness" if t.language == "en" else f"fairness-{t.language}"
            listed = table(unfair.found, every=True, t=t)
            sections[t.language] = [Section(t("siteFairness"), name, tables=(listed,))]
    text = explorer.write(
        [item.plain() for item in on_boards(games, explored)],
        title=titled("Evil Motus Index", lexicon) if lexicon else _names(games),
        lexicon=lexicon.name if lexicon else "",
        sections=sections,
        made=made_of(games),
    )
    write(text, out)
    lacking: dict[str, list[str]] = {}
    for item in explored:
        lacking.setdefault(item.missing, []).append(item.game.name)
    solutions, size = [item.solution for item in explored], len(text.encode())
    boards = len(games) - len(single)
    for line in said(out, size, solutions, lacking, boards=boards, stopped=CtrlC.stopped):
        say(line)
    if opened and not webbrowser.open(out.resolve().as_uri()):
        say(f"no browser found: open {out} yourself")


def _explored(games: "Sequence[Game]", effort: Effort, log: Logging) -> "list[Explored]":
    """Explore games of one board; return their data in the order of the games."""
    from emi.analysis.explored import explore

    found = {item.game.name: item for item in effort.run(games, explore, log, None).found}
    return [found[game.name] for game in games]


def _names(games: "Sequence[Game]") -> str:
    return ", ".join(game.name for game in games)


def _write_site(
    site: Path,
    games: "Sequence[Game]",
    effort: Effort,
    log: Logging,
    *,
    results: bool,
) -> None:
    """Write the files of a site; name missing results on its pages and on stderr."""
    from emi.analysis.explored import made_of, on_boards
    from emi.reports.writers import site as writer

    make_folder(site, "site")
    make_folder(site / writer.GAMES, "site")
    check_place(site / writer.FIRST, "site")
    single = [game for game in games if not game.several]
    explored = _explored(single, effort, log)
    solutions = [item.solution for item in explored]
    pages, lacking = _results(solutions, single, effort, log) if results else ({}, {})
    lexicon = next((game.lexicon for game in games if game.of_cells and game.lexicon), None)
    files = writer.write(
        [item.plain() for item in on_boards(games, explored)],
        pages,
        title="Evil Motus" if lexicon else _names(games),
        lexicon=lexicon.name if lexicon else "",
        made=made_of(games),
    )
    # Without its first page, a half-written site does not look complete.
    first = site / writer.FIRST
    first.unlink(missing_ok=True)
    for name, blob in files.items():
        write_file(site / name, blob, "site")
    for old in (site / writer.GAMES).glob("*.bin"):
        if f"{writer.GAMES}/{old.name}" not in files:
            old.unlink()
    bounds = [item.game.name for item in explored if not item.solution.proven]
    for line in said_of_site(site, files, bounds, lacking, stopped=CtrlC.stopped):
        say(line)


def _results(
    solutions: "Sequence[Solution]", games: "Sequence[Game]", effort: Effort, log: Logging
) -> "tuple[dict[str, dict[str, Table | Report]], dict[str, list[str]]]":
    """Return the pages of results by name and language, and for each the games that it lacks."""
    from emi.strategies.partitions import partitions

    abreast = 1

    def done(work: "Work[T]", some: "Sequence[Game]" = games) -> "dict[str, T]":
        nonlocal abreast
        if CtrlC.stopped:
            return {}
        run = effort.run(some, work, log, None)
        abreast = run.jobs
        return {each.game.name: each for each in run.found}

    limited = [game for game in games if game.tries is not None]
    unfair = done(fairness_of, limited)
    explained = done(_explained)
    split = {
        game.name: partitions(game, [one.guess for one in explained[game.name].guesses[:SPLIT]])
        for game in games
        if game.name in explained and not effort.limits.passed
    }
    fronts: dict[str, ParetoFront] = {}
    waiting = games
    while waiting and not effort.limits.passed and not CtrlC.stopped:
        # A game that takes less than its share leaves the rest to the others.
        share = effort.limits.remaining * abreast / len(waiting)
        share = share if share < math.inf else FRONT
        found = done(partial(_front, share=share), waiting)
        fronts |= {name: one for name, one in found.items() if one.rows}
        if effort.time_limit is None or effort.node_limit is not None:
            break
        proven = {name for name, one in fronts.items() if one.proven}
        waiting = [game for game in waiting if game.name not in proven]
    names = [game.name for game in games]
    pages: dict[str, dict[str, Table | Report]] = {}
    for t in map(Texts, LANGUAGES):
        made: dict[str, Table | Report] = {
            "table": table(solutions, t=t),
            "explain": _of_each(names, {n: table(one, t=t) for n, one in explained.items()}, t),
            "partitions": _of_each(
                names, {n: table(one, t=t, most=FEEDBACKS) for n, one in split.items()}, t
            ),
            "pareto": _of_each(names, {n: table(one, t=t) for n, one in fronts.items()}, t),
        }
        if unfair:
            made["fairness"] = table(list(unfair.values()), every=True, t=t)
        for name, each in made.items():
            pages.setdefault(name, {})[t.language] = each
    whole: dict[str, tuple[Sequence[Game], Container[str]]] = {
        "analysis of fairness": (limited, unfair),
        "ranking of first guesses": (games, explained),
        "partition table": (games, split),
        "Pareto front": (games, fronts),
    }
    lacking = {
        what: [game.name for game in wanted if game.name not in have]
        for what, (wanted, have) in whole.items()
    }
    return pages, lacking


def _of_each(names: "Sequence[str]", tables: "dict[str, Table]", t: Texts) -> "Report":
    """Return a report with a section for each game; name the games without a result."""
    from emi.reports.table import Report, Section

    sections: list[Section] = []
    intro = ""
    for name in names:
        if (one := tables.get(name)) is not None:
            intro = intro or one.intro
            place = name.replace(" ", "-")
            said = (one.opening,) if one.opening else ()
            sections.append(Section(name, place, said, tables=(replace(one, title=""),)))
            sections += [
                replace(each, title=t.then(":", name, each.title), name=f"{place}-{at}")
                for at, each in enumerate(one.sections if len(names) <= CHARTED else ())
            ]
    if absent := [name for name in names if name not in tables]:
        sections.append(Section(t("siteLacking", games=", ".join(absent)), "lacking"))
    return Report("", intro, tuple(sections))
