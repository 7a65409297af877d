"""``emi report``."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from emi.cli.options import (
    LENGTHS,
    SUFFIXES,
    Cells,
    Commands,
    JobsOption,
    Kept,
    LengthsOption,
    OutOption,
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
    from emi.playing.results import Fared

#: What the report is made of, in its order: each is a module of `emi.published`.
PARTS = ("motus", "jotto", "mastermind", "logik", "moo")

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
    """Compute all tables of the papers on Motus, Logik and MOO, and on Jotto and Mastermind.

    Each figure stands beside the printed one, with a word on those that differ. The tables on words
    are of a lexicon of yours, for that of the paper on Motus is not free. On two cores all of it
    takes some minutes, most of them for Motus; mastermind and moo take seconds.
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

    def follow(games: "Sequence[Game]", work: "Callable[[Game, Watch], Fared]") -> "list[Fared]":
        return followed(Run(games, work, jobs=workers))

    # In the order of the report, each once; only the first has an exact strategy.
    parts = [name for name in PARTS if name in names]
    with kept.open() if "motus" in parts else nullcontext() as store:
        asked = Asked(words, cells, workers, follow, store)
        sections = [import_module(f"emi.published.{name}").section(asked) for name in parts]
    page = out is not None and SUFFIXES.get(out.suffix.lower()) == "html"
    kind = format or ("html" if page else "markdown")
    put(whole("Published tables, obtained again", sections), kind, out)
