"""Computed figures beside the published ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from emi.results.shown import Shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True)
class Figure:
    """A computed figure and the published one.

    ``obtained`` is formatted, and empty if nothing was computed. ``printed`` is None if nothing is
    published.
    """

    obtained: str
    printed: str | None = None


@dataclass(frozen=True)
class PublishedTable(Shown):
    """A published table with recomputed figures.

    Attributes
    ----------
    name : str
        The title.
    headings : tuple of str
        The column headings, all different.
    rows : tuple of dict of str to Figure
        The figures of each row by heading; the first one is the label of the row.
    notes : tuple of str
        Sentences without their full stops.

    Examples
    --------
    >>> primes = PublishedTable.of("Primes", ("n", "prime"), [("1", Figure("2", "1"))])
    >>> print(primes.table())
    Primes
    <BLANKLINE>
    n      prime
    1  2 (not 1)
    <BLANKLINE>
    0 of 1 figure as printed
    """

    name: str
    headings: tuple[str, ...]
    rows: tuple[dict[str, Figure], ...]
    notes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        name: str,
        headings: Sequence[str],
        lines: Iterable[Sequence[str | Figure]],
        notes: Iterable[str] = (),
    ) -> PublishedTable:
        """Return a table from the figures of each line.

        Parameters
        ----------
        name, headings, notes
            See `PublishedTable`.
        lines : iterable of sequence of str or Figure
            A plain string is a computed figure without a published one.

        Raises
        ------
        ValueError
            If two headings are equal, or a line has not one figure for each heading.
        """
        if len({*headings}) < len(headings):
            raise ValueError(f"expected headings that differ, not {', '.join(headings)}")
        rows = [
            {
                heading: Figure(one) if isinstance(one, str) else one
                for heading, one in zip(headings, line, strict=True)
            }
            for line in lines
        ]
        return cls(name, tuple(headings), tuple(rows), tuple(notes))
