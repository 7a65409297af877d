"""A table of figures, each perhaps beside the one that is printed somewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

__all__ = ["Figure", "Section", "Table", "table_line"]


class Figure(NamedTuple):
    """A figure that was obtained.

    Attributes
    ----------
    shown : str
        What was obtained, as it is written; empty where nothing was.
    printed : str or None
        What is printed, as it is printed there; None where nothing is.
    """

    shown: str
    printed: str | None = None

    @property
    def differs(self) -> bool:
        """Whether something else is printed."""
        return self.printed not in {None, self.shown}


@dataclass(frozen=True)
class Table:
    """Lines of figures.

    Attributes
    ----------
    title : str
        What it is called.
    columns : tuple of str
        The headings.
    lines : tuple of tuples of Figure
        As many figures in each as there are columns; the first names the line.
    notes : tuple of str
        Sentences about it, without their full stops.

    Examples
    --------
    >>> table = Table("Primes", ("n", "prime"), (table_line("1", Figure("2", "1")),))
    >>> print(table.verdict)
    0 of 1 figure as printed
    """

    title: str
    columns: tuple[str, ...]
    lines: tuple[tuple[Figure, ...], ...]
    notes: tuple[str, ...] = ()

    def worded(self, column: int) -> bool:
        """Whether a column holds words, not figures."""
        return any(line[column].shown[:1].isalpha() for line in self.lines)

    @property
    def compared(self) -> list[Figure]:
        """The figures for which one is printed."""
        return [each for line in self.lines for each in line if each.printed is not None]

    @property
    def verdict(self) -> str:
        """How many figures are as printed; empty where none is."""
        compared = self.compared
        same = sum(not each.differs for each in compared)
        noun = "figure" if len(compared) == 1 else "figures"
        return f"{same:,} of {len(compared):,} {noun} as printed" if compared else ""


def table_line(*cells: str | Figure) -> tuple[Figure, ...]:
    """Return a line of a table; plain text stands for a figure of which nothing is printed."""
    return tuple(Figure(cell) if isinstance(cell, str) else cell for cell in cells)


@dataclass(frozen=True)
class Section:
    """The tables of one document, or of one game in it.

    Attributes
    ----------
    name : str
        One word, in small letters.
    title : str
    source : str
        Where the printed figures are from.
    intro : tuple of str
        Sentences, without their full stops.
    tables : tuple of Table
    """

    name: str
    title: str
    source: str
    intro: tuple[str, ...] = ()
    tables: tuple[Table, ...] = field(default=())
