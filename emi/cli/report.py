"""``emi report``."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from emi.cli.interrupt import INTERRUPTED
from emi.cli.options import (
    LENGTHS,
    SUFFIXES,
    Cells,
    Commands,
    GameChoice,
    JobsOption,
    Kept,
    LengthsOption,
    OutOption,
    Output,
    TimeLimitOption,
    Words,
    grouped,
    put,
    read_jobs,
)
from emi.cli.progress import followed
from emi.errors import OptionError

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.games.motus import Motus
    from emi.parallel import Watch
    from emi.playing.others.opponent import GreedyOpponent
    from emi.playing.results import Trials

#: What the report is made of, in its order: each is a module of `emi.published`.
PARTS = ("motus", "jotto", "mastermind", "logik", "moo", "blackpeg", "wordle")

report_app = Commands(
    no_args_is_help=True, help="Reproduce the literature: published tables beside what is obtained."
)


@report_app.command(
    "seeds",
    hidden=True,
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)
def seeds_command() -> None:
    """Say what the report is called now."""
    raise OptionError("report seeds: write report published")


@report_app.command("published")
@grouped
def published_command(
    lists: Words,
    kept: Kept,
    only: Annotated[
        str | None,
        typer.Option(
            "--only",
            metavar="NAME,...",
            help=f"Parts of it: {', '.join(PARTS)}.  [default: all]",
        ),
    ] = None,
    lengths: LengthsOption = LENGTHS,
    format: Annotated[
        Literal["markdown", "html"] | None,
        typer.Option("--format", help="How to write the report.  [default: markdown]"),
    ] = None,
    out: OutOption = None,
    jobs: JobsOption = None,
) -> None:
    """Compute the tables of the literature on Motus, Jotto, Logik, MOO, Mastermind and Wordle.

    Each figure stands beside the printed one, with a word on those that differ. The tables on words
    are of a lexicon of yours, for that of the paper on Motus is not free. On two cores all of it
    takes some minutes, most of them for Motus; mastermind and moo take seconds. Values of optimal
    play that take longer are of runs that were kept, each with its command, version and date.
    """
    names = PARTS if only is None else [name.strip().lower() for name in only.split(",")]
    for name in names:
        if name not in PARTS:
            raise OptionError(f"--only: unknown part {name!r}: expected one of {', '.join(PARTS)}")
    workers = read_jobs(jobs)
    cells: Sequence[Motus] = []
    if "motus" in names:
        words, cells = Cells(lengths=lengths, lexicon=lists.lexicon, **lists.how).read_cells()
    else:
        words = lists.read_words()
    from emi.parallel import Run
    from emi.published.asked import Asked
    from reports.views.published import report as whole

    def follow(games: "Sequence[Game]", work: "Callable[[Game, Watch], Trials]") -> "list[Trials]":
        return followed(Run(games, work, jobs=workers))

    # In the order of the report, each once; only the first has an exact strategy.
    parts = [name for name in PARTS if name in names]
    with kept.open() if "motus" in parts else nullcontext() as store:
        asked = Asked(words, cells, workers, follow, store)
        sections = [import_module(f"emi.published.{name}").section(asked) for name in parts]
    page = out is not None and SUFFIXES.get(out.suffix.lower()) == "html"
    kind = format or ("html" if page else "markdown")
    put(whole("Published tables, obtained again", sections), kind, out)


@report_app.command("adversary")
@grouped
def adversary_command(game: GameChoice, output: Output, time_limit: TimeLimitOption = None) -> None:
    """Find how few guesses beat a greedy opponent, who always leaves the most candidates possible.

    Absurdle is such an opponent for Wordle. He does not look ahead: an evil one, who does, takes as
    many guesses as `emi solve` says. The way to beat him is shown, and what happens if he breaks
    ties to please the player.
    """
    read = game.read()
    from emi.parallel import Run
    from emi.playing.others.opponent import greedy_opponent

    def work(one: "Game", watch: "Watch") -> "GreedyOpponent":
        return greedy_opponent(one, watch=watch, limits=time_limit)

    run = Run([read], work, jobs=1)
    (found,) = followed(run)
    output.put(found.table())
    if run.stopped:
        raise typer.Exit(INTERRUPTED)
