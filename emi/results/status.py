"""The progress of a search, as recorded in a cache."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from emi.results.plain import fact

if TYPE_CHECKING:
    from search.model.bounds import Bounds


@dataclass(frozen=True)
class Status:
    """The progress of one question.

    Attributes
    ----------
    question : str
        The game, its objective and its options; the beginning of the key if the label is missing.
    bounds : Bounds or None
        Bounds on the value; None if there are none yet.
    kept : int
        The number of recorded bounds on sets.
    settled : int or None
        The number of first guesses that are ruled out: proven not to improve on the best strategy
        found. None if not recorded: a worst case is refuted for all first guesses together.
    guesses : int or None
        The number of first guesses to try; None if not recorded.
    idle : float
        The seconds since the last record.
    rate : float or None
        Recorded bounds per minute in the last minutes; None if the records are too few or too
        close together.
    least, most : float or None
        Estimates of the seconds for the remaining first guesses. The time since the search was
        resumed is divided into four parts; the estimates use the fastest and the slowest part. None
        if there is no estimate.
    """

    question: str
    bounds: Bounds | None
    kept: int
    settled: int | None
    guesses: int | None
    idle: float
    rate: float | None
    least: float | None = None
    most: float | None = None

    @fact
    def proven(self) -> bool:
        """Whether the value is proven."""
        return self.bounds is not None and self.bounds.proven

    @fact
    def share(self) -> float | None:
        """The share of the first guesses that is ruled out; None if unknown."""
        if self.settled is None or not self.guesses:
            return None
        return self.settled / self.guesses

    @fact
    def time_left(self) -> str:
        """The estimated time left, such as ``0:05:00..0:20:00``.

        ``?`` means no upper estimate, ``unknown`` no estimate, and ``none`` a proven value.
        """
        if self.proven:
            return "none"
        if self.least is None:
            return "unknown"
        return f"{_clock(self.least)}..{'?' if self.most is None else _clock(self.most)}"


def _clock(seconds: float) -> str:
    """Format seconds as hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"
