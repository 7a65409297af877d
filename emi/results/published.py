"""Figures that were obtained, beside the published ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from emi.results.shown import Shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True)
class Figure:
    """A figure that was obtained, and the one that is printed; None where nothing is.

    What was obtained is as it is written, empty where nothing was.
    """

    obtained: str
    printed: str | None = None


@dataclass(frozen=True)
class PublishedTable(Shown):
    """A published table that was obtained again.

    Attributes
    ----------
    name : str
        What it is called.
    headings : tuple of str
        Each once.
    rows : tuple of dict of str to Figure
        By heading; the first figure of a row names it.
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
        """Return a table of lines; nothing is printed of a figure that is plain text."""
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
