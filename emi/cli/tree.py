"""``emi tree``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.objective import Asked
from emi.cli.options import (
    FirstOption,
    GameChoice,
    HardOption,
    Kept,
    check_out,
    complete_heuristic,
    grouped,
    say,
    write,
)
from emi.cli.progress import followed
from emi.errors import OptionError
from emi.playing.named import MINIMAX

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.parallel import Watch
    from emi.strategies import Strategy


@grouped
def tree_command(
    game: GameChoice,
    asked: Asked,
    kept: Kept,
    hard: HardOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            callback=check_out,
            help="Where to write it; .json, .graphml (Gephi, yEd), .dot (Graphviz) or .txt.  "
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
) -> None:
    """Write a strategy that surely finds every secret of a game within the least guesses.

    It is complete, down to every secret, and proven to be as short as can be in the worst case;
    among such strategies it is one that also keeps the average low. With `--objective average` it
    is proven to take the fewest guesses on average; with `--objective guaranteed` to miss the
    fewest secrets within `--tries`, and of such strategies to take the fewest guesses on average:
    what it misses it finds later. With `--heuristic` it is a one-step strategy, which finds every
    secret too, and says within how many guesses.
    """
    asked.check()
    if asked.objective != "worst" and heuristic != MINIMAX:
        raise OptionError(
            f"--heuristic {heuristic}: expected no heuristic beside --objective {asked.objective}"
        )
    from emi.parallel import Run
    from emi.pareto_front import fewest_misses
    from emi.playing.heuristics import strategy
    from emi.solving import Question
    from emi.strategies import Strategy
    from reports.graph import FORMATS, text
    from search.model.limits import Stopped
    from search.model.objective import Average

    suffix = ".txt" if out is None else out.suffix.lower()
    if suffix not in FORMATS:
        raise OptionError(f"--out {out}: expected a name that ends in {', '.join(FORMATS)}")
    read = game.read(hard)

    def work(one: "Game", watch: "Watch") -> "Strategy":
        if asked.objective == "worst":
            return strategy(one, heuristic=heuristic, first=first, store=store, watch=watch)
        question = Question(one, first=first, store=store, watch=watch)
        least = question.solve(Average(asked.max_tries))
        best = least.tree
        if asked.objective == "guaranteed":
            best = fewest_misses(question, asked.of(one).tries or 1, least)
        if best is None:
            raise Stopped
        return Strategy(one, best)

    with kept.open() as store:
        (found,) = followed(Run([read], work, jobs=1))
    write(text(found.graph, suffix), out)
    if out is not None:
        say(
            f"{out}: {read.name}, {len(read.secrets):,} {read.kind}, "
            f"at most {found.depth} guesses, {found.mean:.4f} on average"
        )
