"""A row of the Pareto front: a number of tries, the fewest misses, the least average with those."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite

__all__ = ["ParetoRow", "contradictions"]


@dataclass(frozen=True)
class ParetoRow:
    """What is known of the strategies that miss the fewest secrets within so many tries.

    A secret is missed if it is not sure to be found within the tries; it is found later. Misses and
    totals are weighted, each secret by a whole number that is at least 1: where all weigh the same,
    they are numbers of secrets, and of tries for all secrets together.

    Attributes
    ----------
    tries : int or None
        The number of tries; None where any number will do, so that nothing is missed.
    words : int
        The number of secrets.
    misses_lower, misses_upper : int
        The fewest misses of any strategy lie between them; they are proven when these meet.
    total_lower, total_upper : int
        The least total of the strategies with at most `misses_upper` misses lies between them.
    weight : int
        The weights of all secrets together; as `words` where they are equal.
    worst : int
        The most tries that the strategy with `misses_upper` and `total_upper` needs.
    first_guess : str
        Its first guess.
    missed : tuple of str
        The secrets that it misses.
    seconds : float
        The time that the answer took.

    Raises
    ------
    ValueError
        When a value is impossible, such as bounds that cross.

    Examples
    --------
    >>> row = ParetoRow(2, 8, 1, 2, 17, 18, 8, 3, "CARIE", ("CAVES", "CAGES"), 0.5)
    >>> row.proven, row.guaranteed, row.mean, row.least_mean, row.within
    (False, 6, Fraction(9, 4), Fraction(17, 8), 'within 2 tries')
    """

    tries: int | None
    words: int
    misses_lower: int
    misses_upper: int
    total_lower: int
    total_upper: int
    weight: int
    worst: int
    first_guess: str
    missed: tuple[str, ...]
    seconds: float

    def __post_init__(self) -> None:
        """Refuse impossible values, which would only show much later, in a printed table."""
        for name in ("words", "worst"):
            if (value := getattr(self, name)) < 1:
                raise ValueError(f"{name} must be at least 1, not {value}")
        if self.tries is not None and self.tries < 1:
            raise ValueError(f"tries must be at least 1, or None, not {self.tries}")
        if self.weight < self.words:
            raise ValueError(f"weight must be at least words {self.words}, not {self.weight}")
        self._check_misses()
        self._check_totals()
        if not (isfinite(self.seconds) and self.seconds >= 0):
            raise ValueError(f"seconds must be finite and at least 0, not {self.seconds}")

    def _check_misses(self) -> None:
        if not 0 <= self.misses_lower <= self.misses_upper <= self.weight:
            raise ValueError(
                "misses must be 0 <= misses_lower <= misses_upper <= weight,"
                f" not {self.misses_lower}, {self.misses_upper}, {self.weight}"
            )
        # Each of them weighs at least 1.
        most = min(self.words, self.misses_upper)
        if len(self.missed) > most:
            raise ValueError(f"missed must be at most {most} words, not {len(self.missed)}")
        if len(set(self.missed)) < len(self.missed):
            raise ValueError("missed must be words of which none is there twice")
        if self.tries is None:
            if self.misses_upper:
                raise ValueError(f"misses must be 0 with any tries, not {self.misses_upper}")
        elif self.missed and self.worst <= self.tries:
            raise ValueError(f"worst must be above tries {self.tries}, not {self.worst}")

    def _check_totals(self) -> None:
        if not 0 <= self.total_lower <= self.total_upper:
            raise ValueError(
                "totals must be 0 <= total_lower <= total_upper,"
                f" not {self.total_lower}, {self.total_upper}"
            )
        # Every secret takes at least one try, and at most those of the worst case.
        most = self.weight * self.worst
        if not self.weight <= self.total_upper <= most:
            raise ValueError(
                f"total_upper must be from weight {self.weight} to worst times that, {most},"
                f" not {self.total_upper}"
            )

    @property
    def proven(self) -> bool:
        """Whether the fewest misses and the least total are both known."""
        return self.misses_lower == self.misses_upper and self.total_lower == self.total_upper

    @property
    def guaranteed(self) -> int:
        """The weight of what is sure to be found within the tries."""
        return self.weight - self.misses_upper

    @property
    def mean(self) -> Fraction:
        """The tries for a secret on average that were reached, exactly."""
        return Fraction(self.total_upper, self.weight)

    @property
    def least_mean(self) -> Fraction:
        """What no strategy with so few misses can go below on average, exactly."""
        return Fraction(self.total_lower, self.weight)

    @property
    def within(self) -> str:
        """How many tries it allows, in words."""
        if self.tries is None:
            return "with any number of tries"
        return "within 1 try" if self.tries == 1 else f"within {self.tries} tries"


def contradictions(rows: Sequence[ParetoRow]) -> list[str]:
    """Return what is wrong between rows of one game: their bounds contradict each other.

    With more tries no more is missed, and no strategy has a lower average than the best of all.

    Parameters
    ----------
    rows : sequence of ParetoRow
        Of one game, in any order.

    Returns
    -------
    list of str
        A sentence for each row that contradicts another; empty where all is well. Bounds that are
        still apart contradict only what lies outside them.

    Examples
    --------
    >>> two = ParetoRow(2, 8, 1, 1, 18, 18, 8, 3, "CARIE", ("CAVES",), 0.5)
    >>> three = ParetoRow(3, 8, 2, 2, 18, 18, 8, 4, "CORNE", ("CAVES", "CAGES"), 0.5)
    >>> contradictions([two, three])
    ['within 3 tries at least 2 are missed, but within 2 tries only 1']
    """
    wrong = []
    fewest: ParetoRow | None = None
    limited = [row for row in rows if row.tries is not None]
    for row in sorted(limited, key=lambda row: row.tries or 0):
        if fewest is not None and row.misses_lower > fewest.misses_upper:
            wrong.append(
                f"{row.within} at least {row.misses_lower} are missed,"
                f" but {fewest.within} only {fewest.misses_upper}"
            )
        if fewest is None or row.misses_upper < fewest.misses_upper:
            fewest = row
    wrong.extend(
        f"{row.within} a total of {row.total_upper} is reached,"
        f" but {best.within} none below {best.total_lower}"
        for best in rows
        if best.tries is None
        for row in limited
        if row.total_upper < best.total_lower
    )
    return wrong
