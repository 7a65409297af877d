"""Bounds on a value, which is proven when they meet."""

from dataclasses import dataclass

from emi.errors import EmiError, OptionError


class ContradictionError(EmiError):
    """Two bounds on one value contradict each other: at least one of them is wrong."""


@dataclass(frozen=True)
class Bounds:
    """An interval ``[lower, upper]`` that holds the value.

    Parameters
    ----------
    lower : int
        At least 0.
    upper : int or None
        A value that a strategy attains, at least ``lower``; None if no strategy is known.

    Examples
    --------
    >>> str(Bounds(4, 5)), str(Bounds(1000, 1000)), str(Bounds(4, None))
    ('4..5', '1,000', '4..?')
    """

    lower: int
    upper: int | None

    def __post_init__(self) -> None:
        try:
            valid = 0 <= self.lower <= (self.lower if self.upper is None else self.upper)
        except TypeError:
            valid = False
        if not valid:
            raise OptionError("expected 0 <= lower <= upper", lower=self.lower, upper=self.upper)

    @property
    def proven(self) -> bool:
        """Whether the bounds meet."""
        return self.lower == self.upper

    def tightened(self, lower: int, upper: int | None) -> "Bounds":
        """Return the intersection with other bounds; raise ContradictionError if it is empty."""
        low = max(self.lower, lower)
        high = min((bound for bound in (self.upper, upper) if bound is not None), default=None)
        if high is not None and low > high:
            raise ContradictionError(f"{self} and {_said(lower, upper)} cannot both be true")
        return Bounds(low, high)

    def __str__(self) -> str:
        return _said(self.lower, self.upper)


def _said(lower: int, upper: int | None) -> str:
    """Return bounds as text, even if they contradict each other."""
    if lower == upper:
        return f"{lower:,}"
    return f"{lower:,}..{'?' if upper is None else f'{upper:,}'}"
