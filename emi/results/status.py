"""The progress of a search, as recorded in a cache."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from emi.results.plain import fact

if TYPE_CHECKING:
    from emi.search.model.bounds import Bounds


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
    """

    question: str
    bounds: Bounds | None
    kept: int
    settled: int | None
    guesses: int | None
    idle: float
    rate: float | None

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
