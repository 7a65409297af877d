"""The model of a table: views make it, and writers render it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar, overload

from emi.errors import EmiError, OptionError
from emi.files import write_file
from emi.reports.wording import plural
from emi.results.base import rounded

if TYPE_CHECKING:
    import os

    import pandas as pd


T = TypeVar("T")
_NUMBER = (int, float)

#: The formats that `render` supports, and those of a report of several tables.
FORMATS: tuple[str, ...] = ("table", "csv", "json", "markdown", "html")
REPORTED: tuple[str, ...] = ("markdown", "html")
TEXTS = frozenset({"table", "markdown"})
PAGE = frozenset({"html"})
PEOPLE = TEXTS | PAGE
#: The formats by the suffix of a file.
_SUFFIXES = {".txt": "table", ".csv": "csv", ".json": "json", ".md": "markdown", ".html": "html"}


class Cell(NamedTuple):
    """A value and its text for people.

    People see the `text`, or the value if there is no text. The marks are ``best``, ``differs`` or
    ``same`` (as published), ``open`` (not proven), ``free`` (costs nothing), and ``possible`` (the
    guess may be the secret).
    """

    value: object = None
    text: str | None = None
    marks: tuple[str, ...] = ()
    aside: str = ""  # text in brackets after the value, such as the published value
    below: str = ""  # text that a page shows below the value
    # the sort key on a page; if None, the value if it is a number, else the text
    key: object = None
    # the length, from 0 to 1, of the bar that a page draws behind the value
    share: float | None = None
    feedback: str = ""  # the feedback on the guess in this cell: a notebook draws both as tiles


class Column(NamedTuple):
    """A column of a table for people; programs read the facts of the table instead.

    Label columns, which name the row, come first. They stay visible when the others scroll.
    """

    name: str  # the heading
    align: str = "right"  # or left or center
    formats: frozenset[str] = PEOPLE  # the formats that have the column
    places: int | None = None  # decimals of the numbers; None for no rounding
    label: bool = False
    literal: bool = False  # whether the heading is a code of the game, whose case must not change

    def text(self, cell: Cell) -> str:
        """Return the text of a cell for people."""
        return self.plain(cell.value) if cell.text is None else cell.text

    def plain(self, value: object) -> str:
        """Return a value as text."""
        if value is None:
            return ""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, Fraction):
            return str(float(value)) if self.places is None else rounded(value, self.places)
        if isinstance(value, float) and self.places is not None:
            return f"{value:.{self.places}f}"
        return str(value)


class Note(NamedTuple):
    """A sentence about a table, without the full stop, and the formats that include it."""

    text: str
    formats: frozenset[str] = PEOPLE


class Legend(NamedTuple):
    """The meaning of a mark: ``A bold <what> <meaning>``, in the terminal ``* <meaning>``."""

    mark: str
    sample: str  # the CSS class of the mark on a page
    meaning: str
    what: str = ""
    formats: frozenset[str] = PEOPLE


class Comparison(NamedTuple):
    """The comparison with published values."""

    source: str  # the name of the file with the published values
    before: str  # the summary sentence, before and after the source
    after: str
    differing: tuple[str, ...] = ()  # a sentence for each differing value
    absent: tuple[str, ...] = ()  # a sentence for each value that was not computed
    figures: str = ""  # the meaning of the numbers in those sentences

    def said(self, source: str) -> str:
        """Return the summary sentence, with the source marked up by the caller."""
        return f"{self.before}{source}{self.after}"


class GridCell(NamedTuple):
    """A cell of a grid: a value, which sets the colour, and details for a page."""

    name: str
    text: str
    lower: int
    upper: int
    differs: bool = False
    published: str = ""
    facts: tuple[tuple[str, str], ...] = ()


class Grid(NamedTuple):
    """A table as rows and columns of cells, such as lengths by letters."""

    corner: str  # the heading of the row names
    columns: tuple[str, ...]
    lines: tuple[tuple[str, tuple[GridCell | None, ...]], ...]  # the name and cells of each row
    caption: str = ""  # for a page: a description,
    hint: str = ""  # how to see details of a cell,
    listed: str = ""  # and the heading of the list below
    none: str = ""  # the text of a cell without words
    formats: frozenset[str] = PEOPLE  # the formats that have the grid


class Rows(Sequence[list[Cell]]):
    """Rows of cells, filled when a format for people reads them: formats for programs do not."""

    def __init__(self, fill: Iterable[Callable[[T], object]], rows: Sequence[T]) -> None:
        self._fill, self._of = [*fill], rows

    @cached_property
    def _cells(self) -> list[list[Cell]]:
        return [
            [cell if isinstance(cell := of(row), Cell) else Cell(cell) for of in self._fill]
            for row in self._of
        ]

    @overload
    def __getitem__(self, at: int) -> list[Cell]: ...
    @overload
    def __getitem__(self, at: slice) -> list[list[Cell]]: ...
    def __getitem__(self, at: int | slice) -> list[Cell] | list[list[Cell]]:
        return self._cells[at]

    def __len__(self) -> int:
        return len(self._of)


class Facts(Mapping[str, object]):
    """Facts computed only when a format for programs reads them."""

    def __init__(self, make: Callable[[], Mapping[str, object]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Mapping[str, object]:
        return self._make()

    def __getitem__(self, key: str) -> object:
        return self._made[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


@dataclass(frozen=True, repr=False)
class Table:
    """Rows of cells under columns, with title, notes, legend and summary.

    `emi.table` makes one of any result.

    Examples
    --------
    >>> Table([Column("guesses")], [[Cell(3)], [Cell(4)]], title="Two games")
    <Two games: a table of 2 rows>
    """

    formats: ClassVar[tuple[str, ...]] = FORMATS
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]  # each row has one cell per column
    title: str = ""  # omitted in CSV
    caption: str = "Table"  # the kind of table: the title of a page without another title
    intro: str = ""  # a description for a page
    lead: tuple[str, ...] = ()  # a numbered list before the table
    summary: tuple[Note, ...] = ()  # a paragraph that summarises the table
    notes: tuple[Note, ...] = ()  # further remarks, one by one
    opening: str = ""  # a sentence at the very beginning
    closing: str = ""  # a sentence at the very end
    legend: tuple[Legend, ...] = ()
    comparison: Comparison | None = None
    grid: Grid | None = None  # shown instead of the rows; a page shows both
    sections: tuple[Section, ...] = ()  # for pages only
    foot: int = 0  # the number of last rows that stay at the bottom when a page sorts
    format: str = ""  # the name of the format in JSON, and its version
    version: int = 1
    facts: Mapping[str, object] = field(default_factory=dict)  # the result, as written to JSON
    records: str = "rows"  # the key of the list whose items become CSV rows; empty for one row
    names: Sequence[str] = ()  # the CSV columns; empty for the keys of the rows
    lines: tuple[str, ...] = ()  # text for a terminal, instead of the table
    language: str = "en"  # that of the texts
    fragment: Callable[[], str] | None = None  # HTML for a notebook, instead of the table
    # the text of further files by suffix, before the formats
    files: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    picture: Callable[[str], bytes] | None = None  # the result drawn, for the suffix of a file

    def of(self, format: str) -> tuple[list[Column], list[list[Cell]]]:
        """Return the columns of a format and their rows."""
        places = [at for at, column in enumerate(self.columns) if format in column.formats]
        return [self.columns[at] for at in places], [
            [row[at] for at in places] for row in self.rows
        ]

    def gridded(self, format: str) -> Grid | None:
        """Return the grid if the format has one."""
        return self.grid if self.grid is not None and format in self.grid.formats else None

    def render(self, format: str) -> str:
        """Return the table in a format, as `reports.render` does."""
        return render(self, format)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the table to a file, in the format of its suffix.

        Parameters
        ----------
        path : path
            ``.txt``, ``.csv``, ``.json``, ``.md`` or ``.html``; a strategy has more formats.

        Raises
        ------
        OptionError
            If the name has another suffix, or the file cannot be written.
        """
        place = Path(path)
        writers: dict[str, Callable[[], str]] = {
            **{suffix: partial(self.render, name) for suffix, name in _SUFFIXES.items()},
            **self.files,
        }
        if place.suffix.lower() not in writers:
            raise OptionError(
                f"expected a name that ends in {', '.join(sorted(writers))}", path=place
            )
        write_file(place, writers[place.suffix.lower()]().encode(), "path")

    def plot(self, path: str | os.PathLike[str]) -> None:
        """Draw the result, a Pareto front or a comparison of heuristics, to a file.

        Parameters
        ----------
        path : path
            A name that ends in ``.svg`` or ``.png``.

        Raises
        ------
        OptionError
            If the result has no picture, or the file cannot be written.
        PlotError
            If the name has another suffix, or matplotlib is not installed.
        """
        place = Path(path)
        if self.picture is None:
            raise OptionError(
                f"{self.title or self.caption}: no picture, expected the table of a Pareto front "
                "or of heuristics"
            )
        write_file(place, self.picture(place.suffix.lower()), "plot")

    def to_dataframe(self) -> pd.DataFrame:
        """Return the CSV columns as a pandas data frame.

        Raises
        ------
        EmiError
            If pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError:
            raise EmiError("a data frame needs pandas: pip install pandas") from None
        names, rows = self.flat()
        return pd.DataFrame(rows, columns=names)

    def flat(self) -> tuple[list[str], list[list[object]]]:
        """Return the column names and rows of CSV.

        The values are those of JSON, flattened: values of nested objects become columns of the row,
        numbers of a list become columns ``x_1``, ``x_2`` and so on, strings of a list are joined by
        spaces, and pairs of numbers are written as ``2x7``. Lists of objects are omitted. Only
        lists of numbers can add columns to those that the view names.
        """
        listed: Any = self.facts.get(self.records, []) if self.records else [self.facts]
        lines = list[dict[str, object]]()
        of: dict[str, dict[str, None]] = {}
        for record in listed:
            lines.append({})
            for key, value in record.items():
                flat = dict(_flat(key, value))
                of.setdefault(key, {}).update(dict.fromkeys(flat))
                lines[-1] |= flat
        names: list[str] = []
        for key in self.names or of:
            below = [*of.get(key, {key: None})]
            names += sorted([record for record in below if record != key] or below, key=_numbered)
        return names, [[line.get(name) for name in names] for line in lines]

    def __str__(self) -> str:
        return self.render("table").rstrip("\n")

    def __repr__(self) -> str:
        return f"<{self.title or self.caption}: a table of {plural(len(self.rows), 'row')}>"

    def _repr_html_(self) -> str:
        """Return the table as HTML for a notebook."""
        if self.fragment is not None:
            return self.fragment()
        written: str = _writer("html").fragment(self)
        return written

    def said(self, notes: Iterable[Note | Legend], format: str) -> list[str]:
        """Return the nonempty sentences of a format."""
        texts = ((note, note.text if isinstance(note, Note) else note.meaning) for note in notes)
        return [text for note, text in texts if text and format in note.formats]


def _numbered(name: str) -> int:
    """Return the number at the end of a column name; 0 if there is none."""
    last = name.rpartition("_")[2]
    return int(last) if last.isdecimal() else 0


def _flat(name: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield the flattened values of an object with their column names."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _flat(f"{name}_{key}", item)
    elif not isinstance(value, list):
        yield name, value
    elif value and all(isinstance(item, _NUMBER) for item in value):
        yield from ((f"{name}_{at}", item) for at, item in enumerate(value, 1))
    elif all(isinstance(item, str) for item in value):
        yield name, " ".join(value)
    elif all(isinstance(item, list) for item in value):
        yield name, " ".join("x".join(map(str, item)) for item in value)


@dataclass(frozen=True)
class Section:
    """A section of a report or page, under a heading.

    Each picture is a title with an ``svg`` element, or a PlotError that explains why the picture is
    missing.
    """

    title: str
    name: str = ""  # the text of a link to the section
    text: tuple[str, ...] = ()  # sentences without full stops
    tables: tuple[Table, ...] = ()
    pictures: Callable[[], Iterable[tuple[str, str]]] | None = None
    folded: tuple[tuple[str, str], ...] = ()  # longer texts, each collapsed under a heading line


@dataclass(frozen=True)
class Report:
    """Several sections under one title."""

    formats: ClassVar[tuple[str, ...]] = REPORTED
    title: str
    intro: str
    sections: tuple[Section, ...]


def filled(
    columns: Iterable[tuple[Column, Callable[[T], object]]], rows: Sequence[T]
) -> tuple[list[Column], Rows]:
    """Return the columns, and for each row the results of the functions given with the columns."""
    pairs = list(columns)
    return [column for column, _ in pairs], Rows([of for _, of in pairs], rows)


def _writer(format: str) -> Any:  # noqa: ANN401 - a module
    """Return the module of `emi.reports.writers` that writes a format; each imports this one."""
    return import_module(f"emi.reports.writers.{'text' if format == 'table' else format}")


def render(
    table: Table | Report, format: str, *, width: int | None = None, colour: bool = False
) -> str:
    """Return a table, or a report of several, in a format.

    Parameters
    ----------
    table : Table or Report
        The result of a view. A report supports the formats ``markdown`` and ``html``.
    format : str
        One of `FORMATS`: ``table`` for the terminal, ``markdown`` for GitHub, ``html`` for a
        self-contained page, ``csv`` and ``json`` with a line or an object for each row.
    width : int, optional
        For ``table``: the width in characters; columns that do not fit continue below the others.
    colour : bool, optional
        For ``table``: colour the figures, with ANSI escapes.

    Raises
    ------
    OptionError
        If the format is unknown.

    Examples
    --------
    >>> columns = (Column("game", label=True, align="left"), Column("first guess", align="left"))
    >>> table = Table(columns, ((Cell("C5"), Cell("CARIE")),), title="Games")
    >>> print(render(table, "table"), end="")
    Games
    <BLANKLINE>
    game  first guess
    C5    CARIE
    """
    if format not in table.formats:
        raise OptionError(f"unknown, expected one of {', '.join(table.formats)}", format=format)
    how = {"width": width, "colour": colour} if format == "table" else {}
    written: str = _writer(format).write(table, **how)
    return written
