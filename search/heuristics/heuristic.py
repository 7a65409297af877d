"""Heuristics: the preference of a one-step strategy, and its tie-break."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from emi.search.heuristics import aggregates
from emi.search.heuristics.aggregates import AGGREGATES, Aggregate
from emi.search.heuristics.comparison import Values, best, places
from emi.search.heuristics.profiles import Integers, Profiles

#: The prefix of the name of a heuristic that proposes candidates only.
POSSIBLE = "Possible"


class Ties(StrEnum):
    """The tie-break among guesses with equal aggregates."""

    #: Prefer a candidate, then the first guess (paper, section 4.3).
    possible = "possible"
    #: The first guess: words in alphabetical order, codes in numerical order.
    alphabetical = "alphabetical"
    #: The last guess.
    last = "last"
    #: A random candidate.
    random = "random"
    #: None: another rule decides.
    none = ""


class Valued(Protocol):
    """Guesses that can be ranked, such as `Profiles`."""

    @property
    def candidate(self) -> NDArray[np.bool_]:
        """Whether each guess may be the secret."""
        ...

    def values(self, aggregate: Aggregate, some: NDArray[np.intp], /) -> Values:
        """Return the values of an aggregate for some of the guesses, at least one."""
        ...


@dataclass(frozen=True)
class Heuristic:
    """A one-step strategy.

    Parameters
    ----------
    name : str
    by : tuple of Aggregate
        The first aggregate decides; each further one decides among the guesses still tied.
    ties : Ties
        The tie-break among guesses for which all aggregates are equal.
    candidates_only : bool
        Whether only candidates are proposed.
    """

    name: str
    by: tuple[Aggregate, ...]
    ties: Ties = Ties.possible
    candidates_only: bool = False

    @property
    def direction(self) -> str:
        """The preferred values of the first aggregate, if any: ``lowest`` or ``highest``."""
        return "" if not self.by else "highest" if self.by[0].highest else "lowest"

    def turned(self, direction: str) -> "Heuristic":
        """Return the heuristic with its first aggregate, if any, preferring this direction."""
        if not self.by:
            return self
        first = replace(self.by[0], highest=direction == "highest")
        return replace(self, by=(first, *self.by[1:]))

    def breaking(self, ties: Ties) -> "Heuristic":
        """Return the heuristic with this tie-break, unless it draws at random or needs none.

        Among candidates only, ``possible`` is ``alphabetical``.
        """
        if self.ties in {Ties.random, Ties.none}:
            return self
        if self.candidates_only and ties == Ties.possible:
            ties = Ties.alphabetical
        return replace(self, ties=ties)

    def among_candidates(self) -> "Heuristic":
        """Return the heuristic restricted to candidates, or unchanged if it has no aggregate."""
        if self.candidates_only or not self.by:
            return self
        name = f"{POSSIBLE}{self.name}"
        return replace(self, name=name, candidates_only=True).breaking(self.ties)

    def best(self, profiles: Profiles) -> NDArray[np.bool_]:
        """Return ``(guesses,)`` bool: whether each guess is best, before ties are broken."""
        tied = profiles.candidate.copy() if self.candidates_only else np.ones(len(profiles), bool)
        for aggregate in self.by:
            among = np.flatnonzero(tied)
            if len(among) > 1:
                whole = len(among) == len(profiles)
                values = aggregate(profiles if whole else profiles.only(among))
                tied[among] = best(values, highest=aggregate.highest)
        return tied

    def levels(self, guesses: Valued) -> Integers:
        """Return the level of each guess: 0 if it is best, 1 for the next, and so on."""
        level = (~guesses.candidate & self.candidates_only).astype(np.int64)
        for aggregate in self.by:
            # Compare values only where earlier aggregates leave guesses tied.
            tied = np.flatnonzero(np.bincount(level)[level] > 1)
            if len(tied) == 0:
                break
            place = np.zeros(len(level), np.int64)
            place[tied] = places(guesses.values(aggregate, tied), highest=aggregate.highest)
            level = np.unique(level * (place.max() + 1) + place, return_inverse=True)[1]
        return level

    def ranking(self, guesses: Valued) -> tuple[NDArray[np.intp], int]:
        """Return the places of guesses, the best first, and the number of guesses tied for best.

        The number is counted before ties are broken. If only candidates are proposed, the other
        guesses come last. Heuristics that draw at random are not supported.

        Examples
        --------
        >>> profiles = Profiles.of([[3], [2, 1], [2, 1]], candidate=[True, False, True])
        >>> order, tied = HEURISTICS["Sum"].ranking(profiles)
        >>> order.tolist(), tied
        ([2, 1, 0], 2)
        """
        level, place = self.levels(guesses), np.arange(len(guesses.candidate))
        behind = ~guesses.candidate & (self.ties == Ties.possible)
        order = np.lexsort((-place if self.ties == Ties.last else place, behind, level))
        return order, int((level == level[order[0]]).sum())


def _heuristics() -> dict[str, Heuristic]:
    """Return the heuristics by name: those of the paper (section 4), then one per aggregate."""
    listed = [
        Heuristic("SumGini", (aggregates.total, aggregates.gini)),
        Heuristic("Gmax", (aggregates.leximax,)).among_candidates(),
        *(
            Heuristic(aggregate.name, (aggregate,))
            for aggregate in (aggregates.total, aggregates.leximax, aggregates.largest)
        ),
        Heuristic("Bobo", (), Ties.alphabetical, candidates_only=True),
        Heuristic("Gini", (aggregates.gini,)),
        Heuristic("Entropy", (aggregates.entropy,)),
        Heuristic("Random", (), Ties.random, candidates_only=True),
    ]
    named = {heuristic.name: heuristic for heuristic in listed}
    for aggregate in AGGREGATES.values():
        named.setdefault(aggregate.name, Heuristic(aggregate.name, (aggregate,)))
    return named


HEURISTICS = _heuristics()
#: In the paper, PossibleGmax is Gmax among candidates (section 4.2); the same holds for the others.
AMONG_CANDIDATES = {
    only.name: only
    for only in (
        named.among_candidates() for named in HEURISTICS.values() if not named.candidates_only
    )
}
#: The one-step strategies of the paper's Table 4, in its order.
PAPER = ("SumGini", "PossibleGmax", "Sum", "Gmax", "Max", "Bobo", "Gini", "Entropy")
