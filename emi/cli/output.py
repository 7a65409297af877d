"""What a command prints and writes: results on stdout or in a file, messages on stderr."""

import os
import re
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from emi.cli import progress
from emi.errors import EmiError, OptionError, one_line, shown
from emi.files import check_place, write_file
from reports import render
from reports.wording import wrapped

if TYPE_CHECKING:
    from emi.lexicon.load import Lexicon
    from reports.table import Report, Table

#: The section of the help that they stand in.
OUTPUT = "Output"

#: The options that are not called as the parameters that they give.
OPTIONS = {
    "address": "--cluster",
    "initial=False": "--no-initial",
    "nodes": "--node-limit",
    "seconds": "--time-limit",
    "within": "--max-tries",
}


#: The messages that are printed on stderr at the end of the run.
REMARKS: list[str] = []


Format: TypeAlias = Literal["table", "csv", "json", "markdown", "html"]


#: What a file is written as, unless something else is asked for.
SUFFIXES: dict[str, Format] = {
    ".csv": "csv",
    ".json": "json",
    ".md": "markdown",
    ".htm": "html",
    ".html": "html",
}


def check_out(path: Path | None) -> Path | None:
    """Refuse a file as of `check_file`; a name that is but a dash is stdout."""
    return None if path == Path("-") else check_file(path)


def check_file(path: Path | None) -> Path | None:
    """Refuse a file that could not be written, before what it is to hold is computed."""
    if path is not None:
        check_place(path)
    return path


def check_suffix(out: Path | None, known: Iterable[str], more: str = "") -> None:
    """Refuse a file whose name promises something else than it is to hold.

    A name without a suffix, such as that of a device, promises nothing.
    """
    endings = [*known]
    if out is not None and out.suffix.lower() not in {"", *endings}:
        raise OptionError(f"--out {out}: expected a name that ends in {', '.join(endings)}{more}")


def _places(paths: list[Path] | None) -> list[Path] | None:
    """Refuse pictures that could not be drawn, before what they show is computed."""
    from reports.plot.figure import PlotError, check

    for path in paths or []:
        check_place(path, "plot")
        try:
            check(path.suffix)
        except PlotError as error:
            raise OptionError(error, plot=path) from None
    return paths


OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out",
        rich_help_panel=OUTPUT,
        metavar="FILE",
        callback=check_out,
        help="Output file, in UTF-8.  [default: stdout]",
    ),
]


PlotOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--plot",
        rich_help_panel=OUTPUT,
        metavar="FILE",
        callback=_places,
        help="Also plot the figures to a .svg or .png file; may be given several times.",
    ),
]


def say(message: object) -> None:
    """Print a line on stderr."""
    if isinstance(message, EmiError):
        message = in_options(message)
    text = f"emi: {one_line(message)}"
    if sys.stderr is not None and sys.stderr.isatty():
        # A terminal would break it within a word.
        text = "\n".join(wrapped(text, shutil.get_terminal_size().columns))
    progress.tell(f"{text}\n")


def in_options(error: EmiError) -> str:
    """Return the message of an error with options in the place of parameters."""
    given = " ".join(
        option_of(name) if value is None else f"{option_of(name)} {shown(str(value))}"
        for name, value in error.parameters.items()
    )
    reason = re.sub(r"`([a-z_]+(?:=\w+)?)`", lambda found: option_of(found[1]), error.reason)
    return f"{given}: {reason}" if given else reason


def option_of(parameter: str) -> str:
    """Return the option that gives a parameter of the library."""
    return OPTIONS.get(parameter, f"--{parameter.replace('_', '-')}")


def remark(message: str) -> None:
    """Say something on stderr, once all is done: an error comes alone."""
    if message not in REMARKS:
        REMARKS.append(message)


def titled(title: str, lexicon: "Lexicon | None") -> str:
    """Return a title with the word list that its games are of."""
    return title if lexicon is None else f"{title}, {lexicon.facts}"


@dataclass(frozen=True)
class Output:
    """How and where a result is written."""

    format: Annotated[
        Format | None,
        typer.Option(
            "--format",
            rich_help_panel=OUTPUT,
            help="Output format.  [default: by the suffix of --out, or table]",
        ),
    ] = None
    out: OutOption = None

    def __post_init__(self) -> None:
        if self.format is None:
            check_suffix(self.out, (".txt", *SUFFIXES), ", or --format")

    @property
    def kind(self) -> Format:
        """The format."""
        if self.format is not None:
            return self.format
        return "table" if self.out is None else SUFFIXES.get(self.out.suffix.lower(), "table")

    def put(self, table: "Table") -> None:
        """Write a table."""
        put(table, self.kind, self.out)


def put(table: "Table | Report", format: str, out: Path | None = None) -> None:
    """Write a result; on a terminal no wider than that is, and in colours."""
    seen = out is None and sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if seen else None
    colour = seen and "NO_COLOR" not in os.environ
    write(render(table, format, width=width, colour=colour), out)


def write(text: str, out: Path | None = None) -> None:
    """Write the result of a command to stdout or a file."""
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_file(out, text.encode("utf-8", "backslashreplace"))
