"""What is known of a value: it lies between two bounds, and is proven when they meet."""

from dataclasses import dataclass


class ContradictionError(ValueError):
    """Two bounds on one value that cannot both be true: one of them was not proven."""


@dataclass(frozen=True)
class Bounds:
    """An interval ``[lower, upper]`` that holds the value.

    Parameters
    ----------
    lower, upper : int
        In guesses, ``1 <= lower <= upper``.

    Raises
    ------
    ValueError
        If they are not in that order.

    Examples
    --------
    >>> str(Bounds(4, 5)), str(Bounds(4, 4))
    ('4..5', '4')
    """

    lower: int
    upper: int

    def __post_init__(self) -> None:
        if not 1 <= self.lower <= self.upper:
            msg = f"bounds {self.lower}..{self.upper}: expected 1 <= lower <= upper"
            raise ValueError(msg)

    @property
    def proven(self) -> bool:
        """Whether the bounds meet."""
        return self.lower == self.upper

    def tightened(self, lower: int, upper: int) -> "Bounds":
        """Return the bounds with what else is known; a bound is only ever tightened.

        Raises
        ------
        ContradictionError
            If no value lies within both.
        """
        if max(self.lower, lower) > min(self.upper, upper):
            msg = f"{self} and {lower}..{upper} cannot both be true"
            raise ContradictionError(msg)
        return Bounds(max(self.lower, lower), min(self.upper, upper))

    def __str__(self) -> str:
        return str(self.lower) if self.proven else f"{self.lower}..{self.upper}"
