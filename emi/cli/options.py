"""Options that several commands share, and what they mean."""

import math
import os
import sys
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.errors import OptionError
from emi.lexicon import Lexicon, load

if TYPE_CHECKING:
    from cache import DiskStore
    from search.limits import Limits


class Format(StrEnum):
    """How a result is printed."""

    table = "table"
    csv = "csv"
    json = "json"
    markdown = "markdown"


LexiconOption = Annotated[
    str,
    typer.Option(
        "--lexicon",
        metavar="fr|en|nl|PATH",
        help="A built-in word list, or a text file (.gz and .xz too), one word a line.",
    ),
]
FormatOption = Annotated[Format, typer.Option("--format", help="How to print the result.")]
JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", help="Cells searched at once.  [default: one per core]"),
]
TimeLimitOption = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="S",
        help="Seconds for each cell; one that takes longer is answered with bounds.",
    ),
]
NodeLimitOption = Annotated[
    int | None,
    typer.Option(
        "--node-limit",
        metavar="N",
        help="Sets examined for each cell; one that takes more is answered with bounds.",
    ),
]
CacheDirOption = Annotated[
    Path | None,
    typer.Option(
        "--cache-dir",
        metavar="DIR",
        envvar="EMI_CACHE_DIR",
        help="Where proven bounds are kept.  [default: the platform's cache folder]",
    ),
]
NoCacheOption = Annotated[
    bool, typer.Option("--no-cache", help="Neither read nor keep proven bounds.")
]


def read_lexicon(name: str) -> Lexicon:
    """Load a lexicon and say on stderr what of it was changed or left out."""
    lexicon = load(name)
    for kind, remarks in (("normalised", lexicon.normalised), ("rejected", lexicon.rejected)):
        for remark in remarks:
            print(f"emi: lexicon {lexicon.name}: {kind}: {remark}", file=sys.stderr)
    return lexicon


def read_limits(time_limit: float | None, node_limit: int | None) -> "Limits":
    """Return the limits that the options set.

    Raises
    ------
    OptionError
        If one is not above 0.
    """
    from search.limits import Limits

    for option, value in (("--time-limit", time_limit), ("--node-limit", node_limit)):
        if value is not None and not value > 0:
            msg = f"{option} {value:g}: expected a number above 0"
            raise OptionError(msg)
    return Limits(
        math.inf if time_limit is None else time_limit,
        math.inf if node_limit is None else node_limit,
    )


def read_jobs(jobs: int | None) -> int:
    """Return how many cells to search at once.

    Raises
    ------
    OptionError
        If the number is not above 0.
    """
    if jobs is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if jobs < 1:
        msg = f"--jobs {jobs}: expected a number above 0"
        raise OptionError(msg)
    return jobs


def open_store(
    folder: Path | None, *, no_cache: bool
) -> "AbstractContextManager[DiskStore | None]":
    """Open the cache that the options name, or none."""
    if no_cache:
        return nullcontext()
    from cache import DiskStore, default_folder

    return DiskStore(folder or default_folder())
