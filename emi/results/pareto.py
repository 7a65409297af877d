"""The Pareto front, and its rows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, overload

from emi.results.base import Tabular, fact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from emi.results.base import GameFacts


@dataclass(frozen=True)
class ParetoRow:
    """The fewest misses within a number of tries, and the least total for that many misses.

    A strategy misses a secret if it needs more tries to find it. Misses and totals are weighted:
    each secret has a positive integer weight. With equal weights, they are the number of missed
    secrets and the number of guesses over all secrets.

    Attributes
    ----------
    tries : int or None
        The number of tries; None for no limit, so that no secret is missed.
    secrets : int
        The number of secrets.
    misses_lower, misses_upper : int
        Bounds on the fewest misses of any strategy; proven when they meet.
    total_lower, total_upper : int
        Bounds on the least total of the strategies with at most `misses_upper` misses.
    weight : int
        The sum of the weights of all secrets; equal to `secrets` without weights.
    worst : int
        The worst case of the known strategy, which attains `misses_upper` and `total_upper`.
    first_guess : str
        The first guess of that strategy.
    missed : tuple of str
        The secrets that it misses.
    seconds : float
        The time taken.
    worst_proven : bool
        Whether every strategy with as few misses needs at least `worst` tries for some secret.
    opening : tuple of str
        The guesses that the strategy makes regardless of the feedback; empty if there is only one.

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
    missed: tuple[str, ...] = field(repr=False)
    seconds: float
    worst_proven: bool = False
    opening: tuple[str, ...] = ()

    @property
    def misses_proven(self) -> bool:
        """Whether the fewest misses are proven."""
        return self.misses_lower == self.misses_upper

    @fact
    def proven(self) -> bool:
        """Whether the fewest misses and the least total are both proven."""
        return self.misses_proven and self.total_lower == self.total_upper

    @fact
    def guaranteed(self) -> int:
        """The weight of the secrets that the known strategy finds within the tries."""
        return self.weight - self.misses_upper

    @fact
    def mean_lower(self) -> Fraction:
        """A lower bound on the mean number of guesses of the strategies with as few misses."""
        return Fraction(self.total_lower, self.weight)

    @fact
    def mean_upper(self) -> Fraction:
        """An upper bound on the least mean: `mean`, which the known strategy attains."""
        return self.mean

    @fact
    def missed_share_lower(self) -> Fraction:
        """A lower bound on the missed share of the weight."""
        return Fraction(self.misses_lower, self.weight)

    @fact
    def missed_share_upper(self) -> Fraction:
        """The share of the weight that the known strategy misses."""
        return Fraction(self.misses_upper, self.weight)

    @property
    def mean(self) -> Fraction:
        """The mean number of guesses of the known strategy."""
        return Fraction(self.total_upper, self.weight)

    @property
    def within(self) -> str:
        """The number of tries in words."""
        if self.tries is None:
            return "with any number of tries"
        return "within 1 try" if self.tries == 1 else f"within {self.tries} tries"


@dataclass(frozen=True, repr=False)
class ParetoFront(Tabular):
    """The Pareto front of a game: its rows by number of tries, the row without a limit last.

    A front can be iterated over and indexed like the tuple of its rows.

    Attributes
    ----------
    game : GameFacts
    rows : tuple of ParetoRow
        Empty if a limit was reached before any strategy was known.
    opening : tuple of str
        The prescribed first guesses of all strategies.

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
        """Return the front of rows in any order, each with a different number of tries."""
        found = sorted(rows, key=lambda row: (row.tries is None, row.tries or 0))
        # If every strategy misses a secret within n tries, its worst case is at least n + 1.
        least = max((row.tries for row in found if row.tries and row.misses_lower), default=0) + 1
        rated = tuple([replace(row, worst_proven=row.worst == least) for row in found])
        return cls(game, rated, opening)

    @fact
    def proven(self) -> bool:
        """Whether all rows are proven; False if there are none."""
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
