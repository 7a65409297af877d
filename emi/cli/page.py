"""``emi page``."""

import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.environment import Logged
from emi.cli.fairness import FindUnfair
from emi.cli.games import GAMES, LETTERS, Cells, LettersOption, Lists, complete_game
from emi.cli.interrupt import INTERRUPTED
from emi.cli.output import check_file, check_suffix, say, titled, write
from emi.cli.running import Effort, read_jobs, work_on
from emi.errors import OptionError
from emi.tables import table
from reports.table import Section
from reports.views.files import page as said

if TYPE_CHECKING:
    from emi.games.game import Game

#: The lengths of the cells that are explored unless others are asked for.
LENGTHS = "5"


@dataclass(frozen=True, kw_only=True)
class Several(Lists):
    """Games by their names, or cells of a lexicon, or both."""

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
            help=f"Word lengths, such as 5-10 or 5,7: their cells.  [default: {LENGTHS}, or none "
            "beside a GAME]",
        ),
    ] = None
    letters: LettersOption = LETTERS

    def read(self) -> "list[Game]":
        """Return the games, each once."""
        games = [self.read_game(name) for name in self.games or ()]
        if self.lengths is not None or self.letters != LETTERS or not games:
            cells = Cells(
                lexicon=self.lexicon,
                secrets=self.secrets,
                guesses=self.guesses,
                lengths=self.lengths or LENGTHS,
                letters=self.letters,
                no_initial=self.no_initial,
                **self.how,
            )
            games += cells.read_cells()[1]
        return [*{game.name: game for game in games}.values()]


def _check_page(path: Path) -> Path | None:
    """Refuse a file that cannot be written, or whose suffix is not that of a page."""
    check_suffix(path, (".html", ".htm"))
    return check_file(path)


def page_command(
    choice: Several,
    effort: Effort,
    kept: Logged,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            metavar="FILE",
            callback=_check_page,
            help="Output file, such as emi.html.",
        ),
    ],
    fair: Annotated[
        bool,
        typer.Option(
            "--fairness",
            help="Show below the games which of them are unfair and which words to take off, as "
            "`emi fairness --all` does: one page for a list of your own.",
        ),
    ] = False,
    shown: Annotated[
        bool, typer.Option("--open", help="Open the page in a browser once it is written.")
    ] = False,
) -> None:
    """Write a web page to explore games, in one file that works offline.

    The page shows the EMI table. Each cell has its strategy as a tree that can be unfolded and
    searched, a board to play against Evil Motus, who may change the word as long as all clues stay
    true, and the proof that one guess less is not enough. It is in English, French and Dutch.
    Without a GAME it holds the cells of 5 letters; use `--lengths 5-10` for all.

    With --fairness it also shows which words of the list cannot be found in time.

    With --time-limit, or after Ctrl-C, the page holds what was found by then, and bounds for the
    rest.

    For example:
      emi page --out emi.html --open
      emi page --lengths 5-10 --out all.html
      emi page mastermind:4x6 moo wordle --out games.html
      emi page --lexicon words.xlsx --fairness --out words.html
    """
    games = choice.read()
    from emi.analysis.explored import Explore, check_explorable, made_of
    from reports.writers import explorer

    for game in games:
        check_explorable(game)
        if fair and game.tries is None:
            raise OptionError(
                f"--fairness: {game.name} has no limit on tries, expected a game with one"
            )
    run = work_on(
        games, Explore(limits=effort.limits), kept, jobs=read_jobs(effort.jobs, effort.cluster),
        cluster=effort.cluster,
    )  # fmt: skip
    found = {each.game.name: each for each in run.found}
    lexicon = next((game.lexicon for game in games if game.rule == "motus" and game.lexicon), None)
    in_order = [found[game.name] for game in games]
    stopped = run.stopped
    sections: list[Section] = []
    if fair and not stopped:
        unfair = work_on(
            games, FindUnfair(tries=None, limits=effort.limits), kept,
            jobs=read_jobs(effort.jobs, effort.cluster), cluster=effort.cluster,
        )  # fmt: skip
        stopped = unfair.stopped
        sections.append(Section("Fairness", "fairness", tables=(table(unfair.found, every=True),)))
    text = explorer.write(
        [each.plain() for each in in_order],
        title=titled("Evil Motus Index", lexicon) if lexicon else ", ".join(found),
        lexicon=lexicon.name if lexicon else "",
        sections=sections,
        made=made_of(games),
    )
    write(text, out)
    lacking: dict[str, list[str]] = {}
    for each in in_order:
        lacking.setdefault(each.missing, []).append(each.game.name)
    solutions, size = [each.solution for each in in_order], len(text.encode())
    for line in said(out, size, solutions, lacking, stopped=stopped):
        say(line)
    if shown and not webbrowser.open(out.resolve().as_uri()):
        say(f"no browser found: open {out} in one")
    if stopped:
        raise typer.Exit(INTERRUPTED)
