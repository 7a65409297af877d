"""Heuristics: what a one-step strategy prefers, and how it breaks ties between guesses."""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from search.heuristics import aggregates
from search.heuristics.aggregates import AGGREGATES, Aggregate
from search.heuristics.comparison import best
from search.heuristics.profiles import Profiles

#: How the name of a heuristic begins that proposes candidates only.
POSSIBLE = "Possible"


class Ties(StrEnum):
    """Which guess is made of those that no aggregate tells apart."""

    #: A candidate before others, then the first (paper, section 4.3).
    possible = "possible"
    #: The first; guesses are in alphabetical order, codes in numerical order.
    alphabetical = "alphabetical"
    #: The last.
    last = "last"
    #: A candidate drawn at random.
    random = "random"


@dataclass(frozen=True)
class Heuristic:
    """A one-step strategy.

    Parameters
    ----------
    name : str
    by : tuple of Aggregate
        The first decides, the next among the guesses it leaves tied, and so on.
    ties : Ties
        Decides in the end.
    candidates_only : bool
        Whether only candidates are proposed.
    """

    name: str
    by: tuple[Aggregate, ...]
    ties: Ties = Ties.possible
    candidates_only: bool = False

    @property
    def direction(self) -> str:
        """Which values of the first aggregate are preferred: ``lowest`` or ``highest``.

        Empty without an aggregate.
        """
        if not self.by:
            return ""
        return "highest" if self.by[0].highest else "lowest"

    def turned(self, direction: str) -> "Heuristic":
        """Return the heuristic with its first aggregate, if any, read in this direction."""
        if not self.by:
            return self
        first = replace(self.by[0], highest=direction == "highest")
        return replace(self, by=(first, *self.by[1:]))

    def breaking(self, ties: Ties) -> "Heuristic":
        """Return the heuristic with this tie-break, unless it draws at random.

        Among candidates only, ``possible`` is ``alphabetical``.
        """
        if self.ties == Ties.random:
            return self
        if self.candidates_only and ties == Ties.possible:
            ties = Ties.alphabetical
        return replace(self, ties=ties)

    def among_candidates(self) -> "Heuristic":
        """Return the heuristic that proposes candidates only."""
        name = f"{POSSIBLE}{self.name}"
        return replace(self, name=name, candidates_only=True).breaking(self.ties)

    def best(self, profiles: Profiles) -> NDArray[np.bool_]:
        """Tell which guesses are best, before ties are broken.

        Parameters
        ----------
        profiles : Profiles
            Of the guesses that may be made.

        Returns
        -------
        (guesses,) bool
        """
        left = profiles.candidate.copy() if self.candidates_only else np.ones(len(profiles), bool)
        for aggregate in self.by:
            among = np.flatnonzero(left)
            if len(among) > 1:
                whole = len(among) == len(profiles)
                values = aggregate(profiles if whole else profiles.only(among))
                left[among] = best(values, highest=aggregate.highest)
        return left


def _heuristics() -> dict[str, Heuristic]:
    """Return the heuristics by name: the paper's (its section 4), then one for each aggregate."""
    listed = [
        Heuristic("SumGini", (aggregates.total, aggregates.gini)),
        Heuristic("Gmax", (aggregates.leximax,)).among_candidates(),
        *(
            Heuristic(one.name, (one,))
            for one in (aggregates.total, aggregates.leximax, aggregates.largest)
        ),
        Heuristic("Bobo", (), Ties.alphabetical, candidates_only=True),
        Heuristic("Gini", (aggregates.gini,)),
        Heuristic("Entropy", (aggregates.entropy,)),
        Heuristic("Random", (), Ties.random, candidates_only=True),
    ]
    named = {heuristic.name: heuristic for heuristic in listed}
    for one in AGGREGATES.values():
        named.setdefault(one.name, Heuristic(one.name, (one,)))
    return named


HEURISTICS = _heuristics()
#: As the paper's PossibleGmax is Gmax among candidates (its section 4.2), so is any other.
AMONG_CANDIDATES = {
    only.name: only
    for only in (one.among_candidates() for one in HEURISTICS.values() if not one.candidates_only)
}
#: The one-step strategies of the paper's Table 4, in its order.
PAPER = ("SumGini", "PossibleGmax", "Sum", "Gmax", "Max", "Bobo", "Gini", "Entropy")
