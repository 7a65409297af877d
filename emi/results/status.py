"""Where a search stands that runs elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from emi.results.plain import fact

if TYPE_CHECKING:
    from search.model.bounds import Bounds


@dataclass(frozen=True)
class Status:
    """Where a question stands.

    Attributes
    ----------
    question : str
        The game and what is asked of it, or the beginning of the key.
    bounds : Bounds or None
        On the value; None if there are none yet.
    kept : int
        How many bounds on sets were kept on the way.
    settled : int or None
        How many first guesses are known to be no better than the best one found; None where that
        is not kept: a worst case is refuted for all first guesses together.
    guesses : int or None
        Of how many that were worth trying; None where that is not kept.
    idle : float
        Seconds since something was kept last.
    rate : float or None
        Bounds kept a minute, lately; None if there was one writing, or several within seconds.
    least, most : float or None
        Seconds that the first guesses which are not settled will take, at the fastest and at the
        slowest pace of the quarters of the time since the search was taken up; None where nothing
        can be said.
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
        """Whether the value is known."""
        return self.bounds is not None and self.bounds.proven

    @fact
    def share(self) -> float | None:
        """The share of the first guesses that is settled."""
        if self.settled is None or not self.guesses:
            return None
        return self.settled / self.guesses

    @fact
    def time_left(self) -> str:
        """How much time is left, such as ``0:05:00..0:20:00``; ``?`` stands for no known end."""
        if self.proven:
            return "none"
        if self.least is None:
            return "unknown"
        return f"{_clock(self.least)}..{'?' if self.most is None else _clock(self.most)}"


def _clock(seconds: float) -> str:
    """Return hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"
