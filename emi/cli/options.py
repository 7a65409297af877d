"""Options that several commands share, and what they mean."""

import math
import os
import sys
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cell import cells_of, parse_lengths, parse_letters
from emi.errors import CellError, OptionError
from emi.lexicon import Lexicon, load

if TYPE_CHECKING:
    from cache import DiskStore
    from emi.games.motus import Motus
    from search.limits import Limits


#: What a shell expects of a program that Ctrl-C ended.
INTERRUPTED = 130


class Format(StrEnum):
    """How a result is printed."""

    table = "table"
    csv = "csv"
    json = "json"
    markdown = "markdown"


CellArgument = Annotated[
    str,
    typer.Argument(
        metavar="CELL",
        help="An initial and a length, such as C5, or a length alone, 5, for any initial.",
    ),
]
LengthsOption = Annotated[str, typer.Option("--lengths", help="Word lengths, such as 5-10 or 5,7.")]
LettersOption = Annotated[
    str, typer.Option("--letters", help="Initial letters, such as A-Z or CR.")
]
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


def read_games(words: Lexicon, letters: str, lengths: str) -> "list[Motus]":
    """Return the games of the cells named by ``--letters`` and ``--lengths`` that have words.

    Raises
    ------
    OptionError
        If one of the options is not written as it should be.
    CellError
        If no cell has a word.
    """
    from emi.games.motus import Motus

    games = [
        Motus.of_cell(cell, words)
        for cell in cells_of(parse_letters(letters), parse_lengths(lengths))
        if words.cell(cell.initial, cell.length)
    ]
    if not games:
        msg = (
            f"--letters {letters} --lengths {lengths}: lexicon {words.name} has no such word, "
            f"expected lengths among {', '.join(map(str, words.lengths()))}"
        )
        raise CellError(msg)
    return games
