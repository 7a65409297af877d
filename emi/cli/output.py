"""The output of commands: results on stdout or in a file, messages on stderr."""

import os
import re
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from emi.errors import EmiError, OptionError, one_line, shown
from emi.files import check_place, write_file
from emi.lexicon.alphabet import spelled_out
from emi.reports import render
from emi.reports.wording import wrapped

if TYPE_CHECKING:
    from emi.lexicon.load import Lexicon
    from emi.reports.table import Report, Table

#: The section of these options in the help.
OUTPUT = "Output"

#: The options whose names differ from their parameters in the library.
OPTIONS = {
    "address": "--cluster",
    "by": "--best",
    "initial=False": "--no-initial",
    "nodes": "--node-limit",
    "seconds": "--time-limit",
    "within": "--max-tries",
}
#: Messages to print on stderr at the end of the run.
REMARKS: list[str] = []
Format: TypeAlias = Literal["table", "csv", "json", "markdown", "html"]
#: The default format of an output file by its suffix.
SUFFIXES: dict[str, Format] = {
    ".csv": "csv",
    ".json": "json",
    ".md": "markdown",
    ".htm": "html",
    ".html": "html",
}


def check_out(path: Path | None) -> Path | None:
    """Refuse a file that cannot be written; ``-`` means stdout."""
    return None if path == Path("-") else check_file(path)


def check_file(path: Path | None) -> Path | None:
    """Refuse a file that cannot be written, before the work begins."""
    if path is not None:
        check_place(path)
    return path


def check_suffix(out: Path | None, known: Iterable[str], more: str = "") -> None:
    """Refuse a file name with an unexpected suffix.

    A name without a suffix, such as that of a device, is accepted.
    """
    endings = [*known]
    if out is not None and out.suffix.lower() not in {"", *endings}:
        raise OptionError(f"--out {out}: expected a name that ends in {', '.join(endings)}{more}")


def _places(paths: list[Path] | None) -> list[Path] | None:
    """Refuse plots that cannot be drawn or written, before the work begins."""
    if not paths:
        return paths
    from emi.reports.plot.figure import PlotError, check

    for path in paths:
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
FormatOption = Annotated[
    Format,
    typer.Option("--format", rich_help_panel=OUTPUT, help="Output format on stdout."),
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


def tell(text: str) -> None:
    """Write to stderr, ignoring errors."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        # Writing the rest of the buffer would fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def say(message: object) -> None:
    """Print a line on stderr."""
    if isinstance(message, EmiError):
        message = in_options(message)
    text = f"emi: {one_line(spelled_out(str(message)))}"
    if sys.stderr is not None and sys.stderr.isatty():
        # A terminal would break the line within a word.
        text = "\n".join(wrapped(text, shutil.get_terminal_size().columns))
    tell(f"{text}\n")


def in_options(error: EmiError) -> str:
    """Return the message of an error, with options instead of parameters of the library."""
    given = " ".join(
        option_of(name) + ("" if value is None or value is True else f" {shown(str(value))}")
        for name, value in error.parameters.items()
    )
    reason = re.sub(r"`([a-z_]+(?:=\w+)?)`", lambda found: option_of(found[1]), error.reason)
    return f"{given}: {reason}" if given else reason


def option_of(parameter: str) -> str:
    """Return the option for a parameter of the library."""
    return OPTIONS.get(parameter, f"--{parameter.replace('_', '-')}")


def remark(message: str) -> None:
    """Print a message on stderr at the end of the run, unless the run ends with an error."""
    if message not in REMARKS:
        REMARKS.append(message)


def titled(title: str, lexicon: "Lexicon | None") -> str:
    """Return a title with the word list of its games."""
    return title if lexicon is None else f"{title}, {lexicon.facts}"


@dataclass(frozen=True)
class Output:
    """Options for the format and the file of a result."""

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
        """The chosen format, else the one of the suffix, else ``table``."""
        if self.format is not None:
            return self.format
        return "table" if self.out is None else SUFFIXES.get(self.out.suffix.lower(), "table")

    def put(self, table: "Table") -> None:
        """Write a table."""
        put(table, self.kind, self.out)


def put(table: "Table | Report", format: str, out: Path | None = None) -> None:
    """Write a result; on a terminal, fit it to the width and use colours."""
    seen = out is None and sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if seen else None
    colour = seen and "NO_COLOR" not in os.environ
    write(render(table, format, width=width, colour=colour), out)


def write(text: str, out: Path | None = None) -> None:
    """Write the result of a command to stdout or a file."""
    text = spelled_out(text)
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_file(out, text.encode("utf-8", "backslashreplace"))
