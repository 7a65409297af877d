"""``emi tree``."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.environment import Logged
from emi.cli.games import GameChoice, HardOption
from emi.cli.interrupt import INTERRUPTED
from emi.cli.objective import Asked
from emi.cli.options import FirstOption, complete_heuristic
from emi.cli.output import Format, check_out, put, say, write
from emi.cli.running import time_limit, work_on
from emi.errors import OptionError
from emi.parallel import Work
from emi.playing.named import MINIMAX
from reports.wording import plural
from search.model.limits import Limits, Stopped

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.parallel import Watch
    from emi.playing.others.judged import Judged
    from emi.results.strategy import Strategy
    from search.model.record import Store

#: What exact play has for a strategy that is judged.
SECONDS = 20


@dataclass(frozen=True, kw_only=True)
class _Work(Work["Strategy"]):
    """Finds a strategy by what is asked, or that of a heuristic."""

    asked: Asked
    heuristic: str
    first: str | None

    def __call__(self, game: "Game", store: "Store | None", watch: "Watch") -> "Strategy":
        """Return the strategy; Stopped if there is no time for it."""
        from emi.pareto_front import fewest_misses
        from emi.playing.heuristics import strategy
        from emi.results.strategy import Strategy
        from emi.solving import Question
        from search.model.objective import Average

        asked, first = self.asked, self.first
        if asked.objective == "worst":
            how = self.heuristic
            return strategy(game, heuristic=how, first=first, store=store, watch=watch)
        question = Question(game, first=first, limits=self.limits, store=store, watch=watch)
        least = question.solve(Average(asked.max_tries))
        best = least.tree
        if asked.objective == "guaranteed":
            best = fewest_misses(question, asked.of(game).tries or 1, least)
        if best is None:
            raise Stopped
        return Strategy(game, best)


@dataclass(frozen=True, kw_only=True)
class _Judge(Work["Judged"]):
    """Sets exact play beside a strategy of others."""

    judged: "Judged"

    def __call__(self, game: "Game", store: "Store | None", watch: "Watch") -> "Judged":  # noqa: ARG002 - its own
        """Return it with what exact play reaches."""
        from emi.playing.others.judged import beside_exact

        return beside_exact(self.judged, self.limits, store=store, watch=watch)


def tree_command(
    game: GameChoice,
    asked: Asked,
    kept: Logged,
    hard: HardOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            callback=check_out,
            help="Where to write it; .json, .graphml (Gephi, yEd), .dot (Graphviz), .txt, .tree "
            "(as A. Selby's of Wordle) or .csv (the guesses to each secret, a line each).  "
            "[default: as text on stdout]",
        ),
    ] = None,
    heuristic: Annotated[
        str,
        typer.Option(
            "--heuristic",
            autocompletion=complete_heuristic,
            metavar="NAME",
            help="The strategy: the exact one, or a one-step strategy, such as Sum, which is much "
            "quicker (`emi strategies --help`).",
        ),
    ] = MINIMAX,
    first: FirstOption = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--import",
            metavar="FILE",
            help="Judge a strategy that was published instead: a tree of Selby's, a CSV of the "
            "guesses to each secret, or nested JSON. --out writes it in another form.",
        ),
    ] = None,
    format: Annotated[
        Format | None,
        typer.Option("--format", help="How to write what is said of --import.  [default: table]"),
    ] = None,
    limit: Annotated[
        Limits | None,
        typer.Option(
            "--time-limit",
            parser=time_limit,
            metavar="S",
            help=f"Seconds for exact play beside --import.  [default: {SECONDS}]",
        ),
    ] = None,
) -> None:
    """Write a strategy that surely finds every secret of a game within the least guesses.

    It is complete, down to every secret, and proven to be as short as can be in the worst case;
    among such strategies it is one that also keeps the average low. With `--objective average` it
    is proven to take the fewest guesses on average; with `--objective guaranteed` to miss the
    fewest secrets within `--tries`, and of such strategies to take the fewest guesses on average:
    what it misses it finds later. With `--heuristic` it is a one-step strategy, which finds every
    secret too, and says within how many guesses.

    `--import` reads a strategy of others and plays it against every secret: its total, its worst
    case, what it misses, and which restriction of hard play it keeps to. Beside it stands exact
    play (as `--hard` says), as far as it is known within `--time-limit` (20 seconds).
    """
    asked.check()
    if asked.objective != "worst" and heuristic != MINIMAX:
        raise OptionError(
            f"--heuristic {heuristic}: expected no heuristic beside --objective {asked.objective}"
        )
    from emi.playing.others.trees import WRITERS
    from reports.graph import FORMATS

    suffix = ".txt" if out is None else out.suffix.lower()
    known = (*FORMATS, *WRITERS)
    if suffix not in known:
        raise OptionError(f"--out {out}: expected a name that ends in {', '.join(known)}")
    _check_import(source, asked, {"--first": first, "--heuristic": heuristic}, format, limit)
    read = game.read(hard)
    if source is not None:
        _judge(read, source, out, format, limit or Limits(SECONDS), kept)
        return

    work = _Work(asked=asked, heuristic=heuristic, first=first)
    (found,) = work_on([read], work, kept, what="strategy for").found
    _write(found, suffix, out)


def _check_import(
    source: Path | None,
    asked: Asked,
    strategy: dict[str, str | None],
    format: str | None,
    limit: Limits | None,
) -> None:
    """Refuse options that mean nothing beside --import, or without it."""
    if source is None:
        for name, value in (("--format", format), ("--time-limit", limit)):
            if value is not None:
                raise OptionError(f"{name}: expected --import beside it")
    elif asked != Asked() or strategy != {"--first": None, "--heuristic": MINIMAX}:
        raise OptionError(
            f"--import {source}: expected no --objective, --tries, --max-tries, --first or "
            "--heuristic beside it"
        )


def _write(strategy: "Strategy", suffix: str, out: Path | None) -> None:
    """Write a strategy as the file of a suffix holds it; if that is no stdout, say what it is."""
    from emi.playing.others.trees import WRITERS
    from reports.graph import text

    write(WRITERS[suffix](strategy) if suffix in WRITERS else text(strategy.graph, suffix), out)
    if out is not None:
        game = strategy.game
        say(
            f"{out}: {game.name}, {plural(len(game.secrets), game.kind.removesuffix('s'))}, "
            f"at most {plural(strategy.depth, 'guess')}, {strategy.mean:.4f} on average"
        )


def _judge(
    game: "Game",
    source: Path,
    out: Path | None,
    format: "Format | None",
    limits: Limits,
    kept: Logged,
) -> None:
    """Say what a strategy of others comes to, and what exact play does; perhaps write it too."""
    from emi.playing.others.judged import judge

    judged = judge(game, source)
    if out is not None:
        if judged.missed:
            raise OptionError(
                f"--out {out}: expected a strategy that finds every secret, {source} misses "
                f"{len(judged.missed):,}"
            )
        _write(judged.strategy, out.suffix.lower(), out)

    run = work_on([game], _Judge(judged=judged, limits=limits), kept)
    put(run.found[0].table(), format or "table")
    if run.stopped:
        raise typer.Exit(INTERRUPTED)
