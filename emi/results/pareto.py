"""A row of the Pareto front."""

from dataclasses import dataclass
from fractions import Fraction

from emi.results.plain import fact


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
    secrets : int
        Their number.
    misses_lower, misses_upper : int
        The fewest misses of any strategy lie between them; they are proven when these meet.
    total_lower, total_upper : int
        The least total of the strategies with at most `misses_upper` misses lies between them.
    weight : int
        The weights of all secrets together; as `secrets` where they are equal.
    worst : int
        The most tries that the strategy with `misses_upper` and `total_upper` needs.
    first_guess : str
        Its first guess.
    missed : tuple of str
        The secrets that it misses.
    seconds : float
        The time that the answer took.

    Examples
    --------
    >>> row = ParetoRow(2, 8, 1, 2, 17, 18, 8, 3, "CARIE", ("CAVES", "CAGES"), 0.5)
    >>> row.proven, row.guaranteed, row.mean, row.mean_lower, row.within
    (False, 6, Fraction(9, 4), Fraction(17, 8), 'within 2 tries')
    """

    tries: int | None
    secrets: int
    misses_lower: int
    misses_upper: int
    total_lower: int
    total_upper: int
    weight: int
    worst: int
    first_guess: str
    missed: tuple[str, ...]
    seconds: float

    @property
    def misses_proven(self) -> bool:
        """Whether the fewest misses are known."""
        return self.misses_lower == self.misses_upper

    @fact
    def proven(self) -> bool:
        """Whether the fewest misses and the least total are both known."""
        return self.misses_proven and self.total_lower == self.total_upper

    @fact
    def guaranteed(self) -> int:
        """The weight of what is sure to be found within the tries."""
        return self.weight - self.misses_upper

    @fact
    def mean_lower(self) -> Fraction:
        """What no strategy with so few misses can go below on average, exactly."""
        return Fraction(self.total_lower, self.weight)

    @fact
    def mean_upper(self) -> Fraction:
        """As `mean`."""
        return self.mean

    @fact
    def missed_share_lower(self) -> Fraction:
        """The share of the weight that is missed at least."""
        return Fraction(self.misses_lower, self.weight)

    @fact
    def missed_share_upper(self) -> Fraction:
        """The share of the weight that the known strategy misses."""
        return Fraction(self.misses_upper, self.weight)

    @property
    def mean(self) -> Fraction:
        """The tries for a secret on average that were reached, exactly."""
        return Fraction(self.total_upper, self.weight)

    @property
    def within(self) -> str:
        """How many tries it allows, in words."""
        if self.tries is None:
            return "with any number of tries"
        return "within 1 try" if self.tries == 1 else f"within {self.tries} tries"
