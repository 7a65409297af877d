"""``emi strategies``."""

import re
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.options import (
    LENGTHS,
    LETTERS,
    ClusterOption,
    FirstOption,
    GameOrCells,
    JobsOption,
    Kept,
    Output,
    PlotOption,
    complete_heuristic,
    executor,
    grouped,
    read_jobs,
    titled,
)
from emi.cli.progress import followed
from emi.errors import OptionError
from emi.files import write_file
from emi.games.cell import DEFAULT, parse_tries

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.parallel import Watch
    from emi.playing.results import Trials
    from search.heuristics.heuristic import Heuristic
    from search.model.record import Store

#: The default heuristics of a game other than Motus: those of the literature on Mastermind and
#: Logik, and two controls.
USUAL = ("Max", "ExpectedSize", "Information", "Partitions", "Random", "Bobo")
TITLE = "One-step strategies"

TieBreak = StrEnum("TieBreak", ["possible", "alphabetical", "last"])
Direction = StrEnum("Direction", ["lowest", "highest"])


@dataclass(frozen=True)
class _Work:
    """What is played, as it can be sent to a worker; ``allowed`` where the optima are too."""

    wanted: "Sequence[Heuristic]"
    first: str | None
    seed: int
    jobs: int
    allowed: Mapping[int, int | None] | None

    def __call__(self, game: "Game", store: "Store | None", watch: "Watch") -> "Trials":
        """Play the heuristics against every secret of a game."""
        from emi.playing.heuristics import play_all
        from emi.playing.optimal import play_optimal
        from emi.playing.results import Trials

        played = play_all(
            game,
            self.wanted,
            first=self.first,
            seed=self.seed,
            jobs=self.jobs,
            store=store,
            watch=watch,
        )
        if self.allowed is not None:
            tries = self.allowed[game.length]
            played += play_optimal(game, tries, first=self.first, store=store, watch=watch)
        return Trials(game, played)


@grouped
def strategies_command(
    choice: GameOrCells,
    kept: Kept,
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
    from emi.parallel import Run
    from emi.playing.heuristics import settings
    from emi.playing.named import MINIMAX, heuristic_names
    from emi.playing.results import results
    from reports.plot.heuristics import draw
    from reports.published.reader import read_heuristics
    from reports.views.heuristics import heuristics

    workers = read_jobs(jobs)
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
    work = _Work(tuple(wanted), first, seed, abreast, dict(allowed) if with_optimal else None)
    with kept.open() if exact else nullcontext() as store, executor(cluster) as place:
        run = Run(
            games,
            lambda game, watch: place.do(work, game, store, watch),
            jobs=place.width(workers),
            here=place.here,
        )
        played = followed(run)
    found = results(sorted(played, key=lambda each: each.game.length), allowed)
    for path in plot or []:
        write_file(path, draw(found, path.suffix, title=title), "plot")
    output.put(heuristics(found, against=published, title=title))


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
