"""Combine the records of one question: tighten bounds and find contradictions."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from emi.search.model.record import Proven

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from emi.search.model.candidates import Candidates

#: The subject of bounds: a set, the state, and the first guess of bounds on all strategies that
#: begin with it.
Subject: TypeAlias = "tuple[Candidates | None, int | None, int]"


#: The most bytes of sets to compare: a few seconds.
MOST = 4e9


def subject_of(one: Proven) -> Subject:
    """Return the subject of bounds: the set, the state and, if any, the first guess."""
    begins = one.candidates is None and one.upper is None
    return one.candidates, one.state, one.guess if begins else -1


class Joined:
    """The tightest bounds on each set of one question, and the contradictions among them."""

    def __init__(self, entries: Iterable[Proven] = ()) -> None:
        self.entries: dict[Subject, list[Proven]] = {}
        #: Subjects with two contradicting bounds.
        self.contradicted: dict[Subject, tuple[Proven, Proven]] = {}
        self.add_all(entries)

    def add_all(self, entries: Iterable[Proven]) -> None:
        """Add several bounds."""
        for one in entries:
            self.add(one)

    def add(self, one: Proven) -> bool:
        """Add bounds; return whether they are new, not implied by known ones."""
        about = subject_of(one)
        known = self.entries.setdefault(about, [])
        for rival in self._rivals(one):
            if _apart(one, rival):
                self.contradicted.setdefault(about, (rival, one))
                self.contradicted.setdefault(subject_of(rival), (rival, one))
        if any(_implies(other, one) for other in known):
            return False
        known[:] = [other for other in known if not _implies(one, other)]
        known.append(one)
        return True

    def compare(self, most: float = MOST) -> None:
        """Find sets whose worst case contradicts that of a superset.

        Valid if every guess stays allowed: then a subset needs at most as many guesses. The largest
        sets are compared with all others, until ``most`` bytes have been compared.
        """
        known = [
            one for some in self.entries.values() for one in some
            if one.candidates is not None and one.state is None
        ]  # fmt: skip
        # In a damaged cache, some may belong to another game.
        known = [one for one in known if _bits(one).size == _bits(known[0]).size]
        low = [one for one in known if one.lower > 1]
        if not low:
            return
        bits = np.array([_bits(one) for one in low])
        lower = np.array([one.lower for one in low])
        for high in sorted(known, key=lambda one: -len(one.candidates or ())):
            if high.upper is None:
                continue
            above = np.flatnonzero(lower > high.upper)
            most -= bits[0].size * len(above)
            if most < 0:
                return
            inside = ~(bits[above] & ~_bits(high)).any(axis=1)
            for place in above[inside].tolist():
                if low[place].candidates != high.candidates:
                    pair = (low[place], high)
                    for one in pair:
                        self.contradicted.setdefault(subject_of(one), pair)

    def __iter__(self) -> Iterator[Proven]:
        """Yield the known bounds without contradicted ones."""
        for about, entries in self.entries.items():
            if about not in self.contradicted:
                yield from entries

    def _rivals(self, one: Proven) -> list[Proven]:
        """Return known bounds that must overlap with the given bounds."""
        found = [*self.entries[subject_of(one)]]
        if one.candidates is None:
            # The least cost for a first guess, and a strategy that begins with it.
            others = [(None, one.state, -1), (None, one.state, one.guess)]
            for about in others:
                same = self.entries.get(about, [])
                found += [rival for rival in same if rival.guess == one.guess >= 0]
        return found


def _bits(one: Proven) -> NDArray[np.uint8]:
    """Return the members of a set as bits; the size depends on the game only."""
    return np.frombuffer(one.candidates.bits.tobytes() if one.candidates else b"", np.uint8)


def _apart(one: Proven, other: Proven) -> bool:
    """Return whether two bounds have no value in common."""
    lower = max(one.lower, other.lower)
    return any(upper is not None and lower > upper for upper in (one.upper, other.upper))


def _implies(one: Proven, other: Proven) -> bool:
    """Return whether bounds are at least as tight as others, and name a guess if those do."""
    lower = one.lower >= other.lower
    upper = other.upper is None or (one.upper is not None and one.upper <= other.upper)
    return lower and upper and (one.guess >= 0 or other.guess < 0)


def settled(bounds: Iterable[Proven], *, written: bool) -> Proven | None:
    """Return bounds that settle the question; for costs, only if a strategy is stored too."""
    for one in bounds:
        whole = one.candidates is not None and len(one.candidates) == one.candidates.secrets
        question = whole if one.state is None else (one.candidates is None and written)
        if question and one.guess >= 0 and one.lower == one.upper:
            return one
    return None
