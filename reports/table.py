"""The model of a table: views make it, and writers render it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from emi_errors import EmiError
from reports.wording import plural, rounded
from reports.writers import FORMATS, REPORTED, render, writer

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")

TEXTS = frozenset({"table", "markdown"})
PAGE = frozenset({"html"})
PEOPLE = TEXTS | PAGE


class Cell(NamedTuple):
    """A value, and how people see it.

    People see the `text`, or without one the value. The marks say what is special: ``best``,
    ``differs`` or ``same`` (as published), ``open`` (not proven), ``free`` (costs nothing),
    ``possible`` (a guess that may itself be right).
    """

    value: object = None
    text: str | None = None
    marks: tuple[str, ...] = ()
    aside: str = ""  # what texts show in brackets behind it, such as the published value
    below: str = ""  # what a page shows below it
    key: object = None  # what a page sorts by; None for the value if it is a number, else the text
    share: float | None = None  # how long a bar a page draws behind it, from 0 to 1
    feedback: str = ""  # the feedback on the guess that it holds: a notebook draws both as tiles


class Column(NamedTuple):
    """A column of a table as people read it: programs read the facts of the table.

    Columns that name the line, the labels, come first: they stay in sight when the others move.
    """

    name: str  # what stands above it
    align: str = "right"  # or left, or center
    formats: frozenset[str] = PEOPLE  # those that have it
    places: int | None = None  # decimals of its numbers; None for as many as they have
    label: bool = False
    literal: bool = False  # whether its name is a code of the game: no letter of it may change

    def text(self, cell: Cell) -> str:
        """Return what people see of a cell."""
        return self.plain(cell.value) if cell.text is None else cell.text

    def plain(self, value: object) -> str:
        """Write a value."""
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
    """A sentence about a table, without its full stop, and the formats that have it."""

    text: str
    formats: frozenset[str] = PEOPLE


class Legend(NamedTuple):
    """What a mark means: ``A bold <what> <meaning>``, in the terminal ``* <meaning>``."""

    mark: str
    sample: str  # with which a page shows the mark's look
    meaning: str
    what: str = ""
    formats: frozenset[str] = PEOPLE


class Comparison(NamedTuple):
    """What became of published values."""

    source: str  # where they come from: the name of a file
    before: str  # the sentence that sums up, before and after the source
    after: str
    differing: tuple[str, ...] = ()  # a sentence for each that differs
    absent: tuple[str, ...] = ()  # and for each that was not computed
    figures: str = ""  # what the numbers in those sentences are

    def said(self, source: str) -> str:
        """Return the sentence, with the source marked up as the text around it needs."""
        return f"{self.before}{source}{self.after}"


class GridCell(NamedTuple):
    """A cell of a grid: its value, by which it is coloured, and what else a page tells of it."""

    name: str
    text: str
    lower: int
    upper: int
    differs: bool = False
    published: str = ""
    facts: tuple[tuple[str, str], ...] = ()


class Grid(NamedTuple):
    """A table as lines and columns of cells, such as lengths and letters."""

    corner: str  # what the names of the lines are
    columns: tuple[str, ...]
    lines: tuple[tuple[str, tuple[GridCell | None, ...]], ...]  # each with its name
    caption: str = ""  # for a page: what it is,
    hint: str = ""  # how to see more of a cell,
    listed: str = ""  # and what the list below is called
    formats: frozenset[str] = PEOPLE  # those that have it


@dataclass(frozen=True, repr=False)
class Table:
    """Rows of cells below columns, with title, notes, legend and summary."""

    formats: ClassVar[tuple[str, ...]] = FORMATS
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]  # as many cells in each as there are columns
    title: str = ""  # CSV has no place for it
    caption: str = "Table"  # what kind of table it is: the title of a page that has no other
    intro: str = ""  # what it shows, for a page
    lead: tuple[str, ...] = ()  # a numbered list before it
    summary: tuple[Note, ...] = ()  # what sums it up, in a paragraph
    notes: tuple[Note, ...] = ()  # what else is to be said, one by one
    opening: str = ""  # a sentence that comes before all else
    closing: str = ""  # what comes last
    legend: tuple[Legend, ...] = ()
    comparison: Comparison | None = None
    grid: Grid | None = None  # the same, which is seen instead; a page has both
    sections: tuple[Section, ...] = ()  # what only a page has room for
    foot: int = 0  # how many of the last rows stay below when a page sorts the others
    format: str = ""  # how JSON names it, and its version
    version: int = 1
    facts: Mapping[str, object] = field(default_factory=dict)  # the result: what JSON holds
    records: str = "rows"  # the list among them that CSV has a line for each of; empty for one line
    names: Sequence[str] = ()  # the columns of CSV; empty for what the lines have
    lines: tuple[str, ...] = ()  # what a terminal shows instead
    fragment: Callable[[], str] | None = None  # what a notebook shows instead

    def of(self, format: str) -> tuple[list[Column], list[list[Cell]]]:
        """Return the columns that a format has, and the rows below them."""
        places = [at for at, column in enumerate(self.columns) if format in column.formats]
        return [self.columns[at] for at in places], [
            [row[at] for at in places] for row in self.rows
        ]

    def gridded(self, format: str) -> Grid | None:
        """Return the grid, if a format has it."""
        return self.grid if self.grid is not None and format in self.grid.formats else None

    def render(self, format: str) -> str:
        """Write the table, as `reports.render` does."""
        return render(self, format)

    def to_dataframe(self) -> pd.DataFrame:
        """Return the columns of CSV as a pandas data frame.

        Raises
        ------
        EmiError
            When pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError:
            raise EmiError("a data frame needs pandas: pip install pandas") from None
        names, rows = self.flat()
        return pd.DataFrame(rows, columns=names)

    def flat(self) -> tuple[list[str], list[list[object]]]:
        """Return what CSV holds: names of columns, and values below them.

        They are the values of JSON: those of an object stand beside the others, numbers of a list
        in columns ``x_1``, ``x_2`` and so on, the texts of a list with a space between, and pairs
        of numbers as ``2x7``. A list of objects is left out. Only the numbers of a list can add
        columns to those that a view names.
        """
        listed: Any = self.facts.get(self.records, []) if self.records else [self.facts]
        lines = [dict(_flat("", one)) for one in listed]
        of: dict[str, dict[str, None]] = {}
        for one in listed:
            for key, value in one.items():
                of.setdefault(key, {}).update({name: None for name, _ in _flat(key, value)})
        names: list[str] = []
        for key in self.names or of:
            below = [*of.get(key, {key: None})]
            names += sorted([one for one in below if one != key] or below, key=_numbered)
        return names, [[line.get(name) for name in names] for line in lines]

    def __str__(self) -> str:
        return self.render("table").rstrip("\n")

    def __repr__(self) -> str:
        return f"<{self.title or self.caption}: a table of {plural(len(self.rows), 'row')}>"

    def _repr_html_(self) -> str:
        """Return the table as a notebook shows it."""
        if self.fragment is not None:
            return self.fragment()
        written: str = writer("html").fragment(self)
        return written

    def said(self, notes: Iterable[Note | Legend], format: str) -> list[str]:
        """Return the sentences that a format has; none is empty."""
        texts = ((note, note.text if isinstance(note, Note) else note.meaning) for note in notes)
        return [text for note, text in texts if text and format in note.formats]


def _numbered(name: str) -> int:
    """Return the number at the end of the name of a column, 0 without one."""
    last = name.rpartition("_")[2]
    return int(last) if last.isdecimal() else 0


def _flat(name: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield the values of an object by the names of their columns."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _flat(f"{name}_{key}" if name else key, each)
    elif not isinstance(value, list):
        yield name, value
    elif all(isinstance(each, int | float) for each in value) and value:
        yield from ((f"{name}_{at}", each) for at, each in enumerate(value, 1))
    elif all(isinstance(each, str) for each in value):
        yield name, " ".join(value)
    elif all(isinstance(each, list) for each in value):
        yield name, " ".join("x".join(map(str, each)) for each in value)


@dataclass(frozen=True)
class Section:
    """A part of a report or of a page, below a heading.

    Its pictures come each with a title and as an ``svg`` element, or a PlotError says why not.
    """

    title: str
    name: str = ""  # what a link to it is called
    text: tuple[str, ...] = ()  # sentences, without their full stops
    tables: tuple[Table, ...] = ()
    pictures: Callable[[], Iterable[tuple[str, str]]] | None = None
    folded: tuple[tuple[str, str], ...] = ()  # longer texts, each below a line that opens it


@dataclass(frozen=True)
class Report:
    """Several sections under one title."""

    formats: ClassVar[tuple[str, ...]] = REPORTED
    title: str
    intro: str
    sections: tuple[Section, ...]


def filled(
    columns: Iterable[tuple[Column, Callable[[T], object]]], rows: Sequence[T]
) -> tuple[list[Column], list[list[Cell]]]:
    """Return columns, and for each row what a function beside each column makes of it."""
    pairs = list(columns)
    cells = [
        [made if isinstance(made := of(row), Cell) else Cell(made) for _, of in pairs]
        for row in rows
    ]
    return [column for column, _ in pairs], cells
