"""The Pareto front, and its rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, overload

from emi.results.plain import fact
from emi.results.shown import Shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from emi.results.game import GameFacts


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
    worst_proven : bool
        Whether every strategy with so few misses needs `worst` tries for some secret.

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
    worst_proven: bool = False

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


@dataclass(frozen=True, repr=False)
class ParetoFront(Shown):
    """The Pareto front of a game: its rows by their tries, the one of any number last.

    It is iterated over and indexed as a tuple of its rows.

    Attributes
    ----------
    game : GameFacts
    rows : tuple of ParetoRow
        None if a limit was reached before any strategy was known.
    opening : tuple of str
        The first guesses that were given, which all strategies begin with.

    Examples
    --------
    >>> import emi
    >>> front = emi.pareto("moo:2x4")
    >>> front
    <ParetoFront of moo:2x4: 4 rows, 4 proven>
    >>> [row.misses_upper for row in front], front[-1].worst
    ([11, 7, 0, 0], 3)
    """

    game: GameFacts
    rows: tuple[ParetoRow, ...]
    opening: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, game: GameFacts, rows: Iterable[ParetoRow], opening: tuple[str, ...] = ()
    ) -> ParetoFront:
        """Return the front of some rows, in any order, each of another number of tries."""
        found = sorted(rows, key=lambda row: (row.tries is None, row.tries or 0))
        # Where a secret is missed within so many tries, every strategy needs one more for some.
        least = max((row.tries for row in found if row.tries and row.misses_lower), default=0) + 1
        rated = tuple([replace(row, worst_proven=row.worst == least) for row in found])
        return cls(game, rated, opening)

    @fact
    def proven(self) -> bool:
        """Whether all rows are proven, and there are some."""
        return bool(self.rows) and all(row.proven for row in self.rows)

    def __iter__(self) -> Iterator[ParetoRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, at: int) -> ParetoRow: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[ParetoRow, ...]: ...
    def __getitem__(self, at: int | slice) -> ParetoRow | tuple[ParetoRow, ...]:
        return self.rows[at]

    def __repr__(self) -> str:
        proven = sum(row.proven for row in self.rows)
        count = "1 row" if len(self.rows) == 1 else f"{len(self.rows)} rows"
        return f"<ParetoFront of {self.game}: {count}, {proven} proven>"
