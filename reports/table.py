"""The one model of a table: what every view makes, and what every writer writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, TypeVar

from reports.wording import rounded

__all__ = [
    "PAGE",
    "PEOPLE",
    "PROGRAMS",
    "TEXTS",
    "Cell",
    "Column",
    "Comparison",
    "Grid",
    "GridCell",
    "Legend",
    "Note",
    "Report",
    "Section",
    "Table",
    "filled",
]

T = TypeVar("T")

TEXTS = frozenset({"table", "markdown"})
PAGE = frozenset({"html"})
PEOPLE = TEXTS | PAGE
PROGRAMS = frozenset({"csv", "json"})


class Cell(NamedTuple):
    """A value, and how people see it.

    Attributes
    ----------
    value : object
        What CSV and JSON hold: text, a number, a truth, None for what is not there; for JSON alone
        also lists and mappings.
    text : str or None
        What people see; None for the value as it stands in CSV.
    marks : tuple of str
        What is special about it: ``best``, ``differs``, ``same`` (as published), ``open`` (not
        proven), ``free`` (costs nothing), ``possible`` (a guess that may itself be right).
    aside : str
        What texts show in brackets behind it, such as the published value.
    below : str
        What a page shows below it.
    key : object
        What a page sorts by; None for the value if it is a number, else the text.
    share : float or None
        How long a bar a page draws behind it, from 0 to 1.
    """

    value: object = None
    text: str | None = None
    marks: tuple[str, ...] = ()
    aside: str = ""
    below: str = ""
    key: object = None
    share: float | None = None


class Column(NamedTuple):
    """A column of a table.

    Attributes
    ----------
    name : str
        What CSV and JSON call it.
    heading : str or None
        What people read above it; None for the name with spaces.
    align : str
        ``left``, ``right`` or ``center``.
    formats : frozenset of str
        The formats that have it.
    places : int or None
        Decimals of its numbers; None for as many as they have.
    label : bool
        Whether it names the line: it stays in sight when the others move. Such columns come first.
    literal : bool
        Whether its heading is a word of the game, of which no letter may change.
    """

    name: str
    heading: str | None = None
    align: str = "right"
    formats: frozenset[str] = PEOPLE | PROGRAMS
    places: int | None = None
    label: bool = False
    literal: bool = False

    @property
    def title(self) -> str:
        """The heading."""
        return self.name.replace("_", " ") if self.heading is None else self.heading

    def text(self, cell: Cell) -> str:
        """Return what people see of a cell."""
        return self.plain(cell.value) if cell.text is None else cell.text

    def plain(self, value: object) -> str:
        """Write a value as CSV holds it.

        Examples
        --------
        >>> seconds = Column("seconds", places=3)
        >>> [seconds.plain(value) for value in (0.5, Fraction(1, 3), None, True, "CARIE", 7)]
        ['0.500', '0.333', '', 'yes', 'CARIE', '7']
        """
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
    """What a mark means: ``A bold <what> <meaning>``, in the terminal ``* <meaning>``.

    A page shows a `sample` of the mark's look; the other formats are those of `formats`.
    """

    mark: str
    sample: str
    meaning: str
    what: str = ""
    formats: frozenset[str] = PEOPLE


@dataclass(frozen=True)
class Comparison:
    """What became of published values.

    Attributes
    ----------
    source : str
        Where they come from: the name of a file.
    before, after : str
        The sentence that sums up, around the source.
    differing : tuple of str
        A sentence for each that differs.
    absent : tuple of str
        One for each that was not computed.
    figures : str
        What the numbers in those sentences are.
    """

    source: str
    before: str
    after: str
    differing: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    figures: str = ""

    def said(self, source: str) -> str:
        """Return the sentence, with the source marked up as the text around it needs."""
        return f"{self.before}{source}{self.after}"


@dataclass(frozen=True)
class GridCell:
    """A cell of a grid: its value, by which it is coloured, and what else a page tells of it."""

    name: str
    text: str
    lower: int
    upper: int
    differs: bool = False
    published: str = ""
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Grid:
    """A table as lines and columns of cells, such as lengths and letters.

    Attributes
    ----------
    corner : str
        What the names of the lines are.
    columns : tuple of str
        The names of the columns.
    lines : tuple of (str, tuple of GridCell or None)
        The name of each line, and its cells; None where there is none.
    caption, hint, listed : str
        For a page: what it is, how to see more of a cell, and what the list below is called.
    """

    corner: str
    columns: tuple[str, ...]
    lines: tuple[tuple[str, tuple[GridCell | None, ...]], ...]
    caption: str = ""
    hint: str = ""
    listed: str = ""


@dataclass(frozen=True)
class Table:
    """Rows of cells below columns, with all that is said of them.

    Attributes
    ----------
    columns : sequence of Column
    rows : sequence of sequences of Cell
        As many cells in each as there are columns.
    title : str
        What it is called. CSV has no place for it.
    caption : str
        What kind of table it is: a page without a title has it instead.
    intro : str
        What it shows, for a page.
    lead : tuple of str
        What comes before it: a numbered list.
    summary, notes : tuple of Note
        What sums it up, in a paragraph; what else is to be said, one by one.
    closing : str
        What comes last.
    legend : tuple of Legend
    comparison : Comparison, optional
    grid : Grid, optional
        The same as lines and columns, which people see instead; a page has both.
    sections : tuple of Section
        What only a page has room for.
    format, version : str, int
        How JSON names its format.
    records : str
        How JSON names the rows; empty if `facts` hold them.
    facts : mapping
        What JSON holds besides.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    title: str = ""
    caption: str = "Table"
    intro: str = ""
    lead: tuple[str, ...] = ()
    summary: tuple[Note, ...] = ()
    notes: tuple[Note, ...] = ()
    closing: str = ""
    legend: tuple[Legend, ...] = ()
    comparison: Comparison | None = None
    grid: Grid | None = None
    sections: tuple[Section, ...] = ()
    format: str = ""
    version: int = 1
    records: str = "rows"
    facts: Mapping[str, object] = field(default_factory=dict)

    def of(self, format: str) -> tuple[list[Column], list[list[Cell]]]:
        """Return the columns that a format has, and the rows below them."""
        places = [at for at, column in enumerate(self.columns) if format in column.formats]
        return [self.columns[at] for at in places], [
            [row[at] for at in places] for row in self.rows
        ]

    def said(self, notes: Iterable[Note | Legend], format: str) -> list[str]:
        """Return the sentences that a format has; none is empty."""
        texts = ((note, note.text if isinstance(note, Note) else note.meaning) for note in notes)
        return [text for note, text in texts if text and format in note.formats]


@dataclass(frozen=True)
class Section:
    """A part of a report or of a page, below a heading.

    Attributes
    ----------
    title : str
    name : str
        What a link to it is called; empty if there is none.
    text : tuple of str
        Sentences, without their full stops.
    tables : tuple of Table
    pictures : callable or None
        Returns pictures, each with its title and as an ``svg`` element; may raise a ValueError that
        says why there are none.
    folded : tuple of (str, str)
        Longer texts, each below a line that opens it.
    """

    title: str
    name: str = ""
    text: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    pictures: Callable[[], Iterable[tuple[str, str]]] | None = None
    folded: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Report:
    """Several sections under one title."""

    title: str
    intro: str
    sections: tuple[Section, ...]


def filled(
    columns: Iterable[tuple[Column, Callable[[T], object]]], rows: Sequence[T]
) -> tuple[list[Column], list[list[Cell]]]:
    """Return columns, and for each row what a function beside each column makes of it.

    Examples
    --------
    >>> columns, rows = filled([(Column("n"), lambda n: n), (Column("odd"), lambda n: n % 2)], [7])
    >>> [cell.value for cell in rows[0]]
    [7, 1]
    """
    pairs = list(columns)
    cells = [
        [made if isinstance(made := of(row), Cell) else Cell(made) for _, of in pairs]
        for row in rows
    ]
    return [column for column, _ in pairs], cells
