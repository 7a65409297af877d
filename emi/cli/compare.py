"""``emi compare``."""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from emi.cli.command import alone
from emi.cli.games import LENGTHS, GameOrCells, of_boards
from emi.cli.options import Logging, complete_heuristic, read_opening, tries_option
from emi.cli.output import Output, PlotOption, say, titled
from emi.cli.running import ClusterOption, JobsOption, TimeLimitOption, read_jobs, work_on
from emi.errors import OptionError
from emi.games.cell import DEFAULT, Tries
from emi.search.model.limits import Limits, Stopped
from emi.tables import table

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.reports.table import Table
    from emi.results.base import GameFacts
    from emi.results.performance import HeuristicResult
    from emi.results.strategy import Judged

#: The default heuristics of a game other than Motus: those of the literature on Mastermind and
#: Logik, and two controls.
USUAL = ("Max", "ExpectedSize", "Information", "Partitions", "Random", "Bobo")
TITLE = "One-step strategies"
#: The parameters allowed with --import, and the default time limit of its exact play in seconds.
JUDGED = ("game", "secrets", "guesses", "no_initial", "identify", "reveal", "hard",
          "time_limit", "format", "out")  # fmt: skip
SECONDS = 20

#: The parameters allowed for several boards, the default heuristics, and the number of games.
OF_BOARDS = ("game", "secrets", "guesses", "distinct", "heuristic", "first", "tries", "seed",
             "rounds", "plot", "time_limit", "format", "out")  # fmt: skip
ON_BOARDS, PLAYED = ("Estimate", "Information", "Partitions"), 100

TieBreak = StrEnum("TieBreak", ["possible", "alphabetical", "last"])
Direction = StrEnum("Direction", ["lowest", "highest"])


def _judged(game: "Game", judged: "Judged", **how: Any) -> "Judged":  # noqa: ANN401, ARG001 - its own
    """Return a judged strategy with the values of exact play."""
    from emi.strategies.judged import beside_exact

    return beside_exact(judged, **how)


def _put(
    compared: "Table", plot: list[Path] | None, output: Output, unplayed: Sequence[str]
) -> None:
    """Print a comparison, write its pictures, and name the heuristics that were not played."""
    from emi.reports.views.heuristics import skipped

    for path in plot or []:
        compared.plot(path)
    output.put(compared)
    if unplayed:
        say(skipped(unplayed))


class _OnBoards(NamedTuple):
    """Games of several boards that heuristics played."""

    game: "GameFacts"
    results: "list[HeuristicResult]"
    missing: Sequence[str]


def _on_boards(
    game: "Game",
    names: Sequence[str],
    games: int,
    seed: int,
    first: Sequence[str],
    tries: Tries | None,
    **how: Any,  # noqa: ANN401 - of the work
) -> _OnBoards:
    """Play heuristics in games of several boards."""
    how["tries"] = None if tries is None else tries.of(game.length)
    position: Any = game.start(**how)
    results: list[HeuristicResult] = []
    for name in names:
        try:
            results.append(position.simulate(games, heuristic=name, seed=seed, first=first))
        except Stopped:
            if not results:
                raise
            break
    return _OnBoards(game.facts, results, names[len(results) :])


def compare_command(
    context: typer.Context,
    choice: GameOrCells,
    cache: Logging,
    output: Output,
    heuristic: Annotated[
        list[str] | None,
        typer.Option(
            "--heuristic",
            autocompletion=complete_heuristic,
            metavar="NAME|all",
            help="Heuristic to play; may be given several times. With the prefix Possible, such "
            "as PossibleMax, it guesses only possible secrets.  [default: for cells of a "
            "lexicon those of the paper, SumGini, PossibleGmax, Sum, Gmax, Max, Bobo, Gini, "
            f"Entropy and Minimax; for other games {', '.join(USUAL)}]",
        ),
    ] = None,
    ties: Annotated[
        list[TieBreak] | None,
        typer.Option(
            "--ties",
            help="Tie-break: prefer possible secrets, the alphabetically first guess, or the last; "
            "may be given several times to compare them.  [default: possible]",
        ),
    ] = None,
    direction: Annotated[
        list[Direction] | None,
        typer.Option(
            "--direction",
            help="Whether the lowest or the highest value is best; may be given twice to compare "
            "both.  [default: as published for the heuristic]",
        ),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(
            "--first",
            metavar="GUESS",
            help="First guess; on several boards, one or more separated by commas.  [default: the "
            "best one]",
        ),
    ] = None,
    tries: Annotated[
        Tries | None,
        tries_option(
            "Number of tries allowed; a secret that needs more counts as failed. A single number "
            f"applies to all lengths.  [default: those of the game, for cells {DEFAULT}]",
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option("--seed", min=0, help="Random seed of the heuristic Random, and of --games."),
    ] = 0,
    rounds: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            min=1,
            help="On several boards, such as quordle: play N games with secrets drawn at random by "
            "--seed.  [default: 100]",
        ),
    ] = None,
    with_optimal: Annotated[
        bool,
        typer.Option(
            "--with-optimal",
            help="Add two proven rows: LeastAverage (lowest possible average) and, with a limit on "
            "the tries, FewestFails (fewest failures, then lowest average). This takes minutes for "
            "all cells of a lexicon, and hours for a large game.",
        ),
    ] = False,
    against: Annotated[
        Path | None,
        typer.Option(
            "--against",
            metavar="FILE",
            help="Published comparison to show as well: a CSV file with the columns heuristic, "
            "average, fails, worst; figures that differ are marked and explained.",
        ),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--import",
            metavar="FILE",
            help="Evaluate a published strategy instead: a tree in Selby's format, a CSV of the "
            "guesses for each secret, or nested JSON.",
        ),
    ] = None,
    plot: PlotOption = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    time_limit: TimeLimitOption = None,
) -> None:
    """Compare strategies by the number of guesses that they take for each secret.

    A one-step heuristic makes the guess whose class sizes have the best value. Those of the paper
    are Sum, Max, Gmax, PossibleGmax, Gini, Entropy, SumGini and Bobo; Minimax is the exact strategy
    of `emi table`. `--heuristic all` plays all known aggregates; an unknown name lists them.
    --with-optimal adds proven optima. Without GAME, all cells of a lexicon are played.

    On several boards, such as quordle, the secrets of --games are drawn at random. The heuristic is
    Estimate, which `emi explain` uses, or the sum of an aggregate over all boards.

    --import plays a published strategy against every secret. It reports the total, the worst case,
    missed secrets, and the rules of hard play that the strategy obeys, next to values of exact play
    found within --time-limit (20 seconds by default).

    For example:
      emi compare
      emi compare C5 --heuristic SumGini --heuristic Entropy --with-optimal
      emi compare mastermind:4x6 --tries 6
      emi compare quordle --heuristic Estimate --games 1000 --seed 1 --first slant
      emi compare wordle --secrets s.txt --guesses g.txt --import selby.tree
    """
    if source is not None:
        alone(context, "--import", *JUDGED)
        if choice.game is None:
            raise OptionError(f"--import {source}: requires the GAME of the strategy")
        from emi.strategies.judged import judge

        played = choice.read_named(choice.game)
        judged = partial(_judged, judged=judge(played, source))
        run_of_one = work_on([played], judged, cache, limits=time_limit or Limits(SECONDS))
        output.put(table(run_of_one.found[0]))
        return
    if choice.game is not None and of_boards(choice.game):
        alone(context, choice.game, *OF_BOARDS)
        on_boards = partial(
            _on_boards, names=heuristic or ON_BOARDS, games=rounds or PLAYED, seed=seed,
            first=read_opening(first), tries=tries,
        )  # fmt: skip
        game, limits = choice.read_named(choice.game), time_limit or Limits()
        (played_there,) = work_on([game], on_boards, None, "play of", limits=limits).found
        title = f"{game.name}, seed {seed}{f', first {first}' if first else ''}"
        _put(table(played_there.results, title=title), plot, output, played_there.missing)
        return
    if rounds is not None:
        raise OptionError(f"--games {rounds}: requires a game of several boards, such as quordle")
    from emi.analysis.named import MINIMAX
    from emi.reports.published.reader import read_heuristics
    from emi.results.performance import results
    from emi.strategies.heuristics import settings, trials

    workers = read_jobs(jobs, cluster)
    # Refuse an unknown name before reading any list.
    named = [] if heuristic in (None, ["all"]) else heuristic
    wanted = settings(named or [], ties or [], direction or [])
    published = None if against is None else read_heuristics(against)
    games, first, title = _games(choice, first)
    each = tries if choice.game is not None else tries or Tries.parse(DEFAULT)
    allowed = {one.length: one.tries if each is None else each.of(one.length) for one in games}
    if not wanted:
        wanted = settings(
            _usual(games[0], first, every=bool(heuristic)), ties or [], direction or []
        )
    # A single game uses all cores for its heuristics.
    abreast = workers if len(games) == 1 else 1

    exact = with_optimal or any(one.name == MINIMAX for one in wanted)
    work = partial(
        trials, wanted=tuple(wanted), first=first, seed=seed, jobs=abreast,
        optimal=dict(allowed) if with_optimal else None, partly=len(games) == 1,
    )  # fmt: skip
    cache = cache if exact else replace(cache, no_cache=True)
    run = work_on(
        games, work, cache, "play of", limits=time_limit or Limits(), jobs=jobs, cluster=cluster
    )
    unplayed = [name for each in run.found for name in each.missing]
    if run.missing or unplayed:
        published = None  # The published figures cover all heuristics and games.
    if run.missing:
        title += f", {len(run.found):,} of {len(games):,} cells"
    in_order = sorted(run.found, key=lambda each: each.game.length)
    found = results([one for each in in_order for one in each.performances], allowed)
    compared = table(found, against=published, title=title)
    _put(compared, plot, output, unplayed)


def _games(choice: GameOrCells, first: str | None) -> "tuple[Sequence[Game], str | None, str]":
    """Return the games, the normalised first guess, and a title."""
    name = choice.game
    if name is None:
        if first is not None:
            raise OptionError(f"--first {first}: requires a GAME")
        words, games = choice.read_shard()
        return games, None, titled(TITLE, words)
    if (choice.letters, choice.lengths) != (None, LENGTHS):
        raise OptionError(f"{name}: a GAME cannot be combined with --letters or --lengths")
    read = choice.read_named(name)
    first = None if first is None else read.code(first)
    return [read], first, titled(f"{TITLE}, {read.name}", read.lexicon)


def _usual(game: "Game", first: str | None, *, every: bool) -> list[str]:
    """Return the names of the default heuristics, or with ``every`` of all heuristics."""
    from emi.analysis.named import MINIMAX, heuristic_names

    paper, others = heuristic_names()
    of_cells = game.of_cells
    names = [*paper, *others] if every else paper if of_cells else USUAL
    # In other games the exact strategy may take hours; it ignores --first.
    return [name for name in names if name != MINIMAX or (of_cells and first is None)]
