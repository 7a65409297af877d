"""``emi strategies``."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.environment import Logged
from emi.cli.games import LENGTHS, LETTERS, GameOrCells
from emi.cli.interrupt import INTERRUPTED
from emi.cli.options import FirstOption, complete_heuristic
from emi.cli.output import Output, PlotOption, say, titled
from emi.cli.running import ClusterOption, JobsOption, read_jobs, work_on
from emi.errors import OptionError
from emi.files import write_file
from emi.games.cell import DEFAULT, parse_tries

if TYPE_CHECKING:
    from emi.games.game import Game

#: The default heuristics of a game other than Motus: those of the literature on Mastermind and
#: Logik, and two controls.
USUAL = ("Max", "ExpectedSize", "Information", "Partitions", "Random", "Bobo")
TITLE = "One-step strategies"

TieBreak = StrEnum("TieBreak", ["possible", "alphabetical", "last"])
Direction = StrEnum("Direction", ["lowest", "highest"])


def strategies_command(
    choice: GameOrCells,
    kept: Logged,
    output: Output,
    heuristic: Annotated[
        list[str] | None,
        typer.Option(
            "--heuristic",
            autocompletion=complete_heuristic,
            metavar="NAME|all",
            help="A heuristic to play; may be given several times. With Possible before its name, "
            "such as PossibleMax, it proposes possible guesses only.  [default: for words of a "
            "lexicon those of the paper, SumGini, PossibleGmax, Sum, Gmax, Max, Bobo, Gini, "
            f"Entropy and Minimax; for other games {', '.join(USUAL)}]",
        ),
    ] = None,
    ties: Annotated[
        list[TieBreak] | None,
        typer.Option(
            "--ties",
            help="Which of several guesses of the same value is made: one that is possible before "
            "others, simply the first, or the last; give several to compare them.  "
            "[default: possible]",
        ),
    ] = None,
    direction: Annotated[
        list[Direction] | None,
        typer.Option(
            "--direction",
            help="Which value is preferred; give both to compare them.  [default: as the "
            "heuristic's source says]",
        ),
    ] = None,
    first: FirstOption = None,
    tries: Annotated[
        str | None,
        typer.Option(
            "--tries",
            metavar="LENGTHS:TRIES,...|TRIES",
            help="Tries before a word is failed; for a GAME a number is enough.  "
            f"[default: {DEFAULT}, for wordle 6, for other games no limit]",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="For the heuristic Random.")] = 0,
    with_optimal: Annotated[
        bool,
        typer.Option(
            "--with-optimal",
            help="Add two proven rows: LeastAverage, which no strategy betters on average, and, "
            "where the tries are limited, FewestFails, which none betters in fails nor, with as "
            "few, on average. For all cells of a lexicon that takes minutes, for a large game it "
            "may take hours.",
        ),
    ] = False,
    against: Annotated[
        Path | None,
        typer.Option(
            "--against",
            metavar="FILE",
            help="A published comparison to put beside: a CSV with the columns heuristic, average, "
            "fails, worst; figures that differ are marked and explained.",
        ),
    ] = None,
    plot: PlotOption = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
) -> None:
    """Play one-step strategies against every secret, and compare how many tries they take.

    Each heuristic looks one guess ahead: it proposes the word, or the code, whose classes have the
    best value. Those of the paper: Sum, Max, Gmax, PossibleGmax, Gini, Entropy, SumGini and Bobo;
    Minimax is the exact strategy of `emi table`. `--heuristic all` plays every aggregate that is
    known (Minimax in Motus only); an unknown name lists them. `--with-optimal` shows what there is
    left to gain. Without GAME, the words of all cells of a lexicon are played.
    """
    from emi.playing.heuristics import Play, settings
    from emi.playing.named import MINIMAX, heuristic_names
    from emi.playing.results import results
    from reports.plot.heuristics import draw
    from reports.published.reader import read_heuristics
    from reports.views.heuristics import heuristics

    workers = read_jobs(jobs, cluster)
    game = choice.game
    # An unknown name is refused before anything is read.
    named = [] if heuristic in (None, ["all"]) else heuristic
    wanted = settings(named or [], ties or [], direction or [])
    published = None if against is None else read_heuristics(against)
    games: Sequence[Game]
    allowed: Mapping[int, int | None]
    if game is None:
        if not (first is choice.secrets is choice.guesses is None):
            raise OptionError("--first, --secrets and --guesses: expected a GAME they are for")
        allowed = parse_tries(DEFAULT if tries is None else tries)
        words, games = choice.read_cells()
        title = titled(TITLE, words)
    else:
        if (choice.letters, choice.lengths) != (LETTERS, LENGTHS):
            raise OptionError(f"{game}: expected no --letters or --lengths beside a GAME")
        read = choice.read_game(game, hard=choice.hard)
        first = None if first is None else read.code(first)
        games, allowed = [read], {read.length: _allowed(read, tries)}
        title = titled(f"{TITLE}, {read.name}", read.lexicon)
    if not wanted:
        paper, others = heuristic_names()
        motus = games[0].rule == "motus"
        names = [*paper, *others] if heuristic else paper if motus else USUAL
        # In other games the exact strategy may take hours, and it makes its own first guess.
        wanted = settings(
            [name for name in names if name != MINIMAX or (motus and first is None)],
            ties or [],
            direction or [],
        )
    # One game alone has all the cores for its heuristics.
    abreast = workers if len(games) == 1 else 1

    exact = with_optimal or any(one.name == MINIMAX for one in wanted)
    work = Play(
        wanted=tuple(wanted), first=first, seed=seed, jobs=abreast,
        optima=dict(allowed) if with_optimal else None, partly=len(games) == 1,
    )  # fmt: skip
    run = work_on(
        games, work, kept if exact else None, jobs=workers, cluster=cluster, what="play of"
    )
    unplayed = [name for each in run.found for name in each.missing]
    if run.missing or unplayed:
        published = None  # It has all rows, about all games.
    if run.missing:
        title += f", {len(run.found):,} of {len(games):,} cells"
    found = results(sorted(run.found, key=lambda each: each.game.length), allowed)
    for path in plot or []:
        write_file(path, draw(found, path.suffix, title=title), "--plot")
    output.put(heuristics(found, against=published, title=title))
    if unplayed:
        say(f"stopped: not played: {', '.join(unplayed)}")
    if run.stopped:
        raise typer.Exit(INTERRUPTED)


def _allowed(game: "Game", tries: str | None) -> int | None:
    """Return the tries that are allowed in a game; None where there is no limit."""
    from emi.games.words import WordGame

    if tries is None:
        return game.tries
    if re.fullmatch(r"[0-9]{1,4}", tries, re.ASCII) and int(tries) > 0:
        return int(tries)
    if not isinstance(game, WordGame) or ":" not in tries:
        raise OptionError(
            f"--tries {tries!r}: expected the tries allowed in {game.name}, 1 to 9,999"
        )
    return parse_tries(tries).get(game.length)
