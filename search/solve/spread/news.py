"""What is proven, on its way to others: as arrays, which whoever hears it takes over at once."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from search.model.candidates import Candidates
from search.model.matrix import Indices
from search.model.record import Proven

#: In the place of a bound or a state that there is none of.
NONE = -1


class News(NamedTuple):
    """Bounds on sets of secrets, in the order in which they were proven."""

    #: ``(n, 5)`` int64: lower, upper or -1, guess, state or -1, and how many members the set has;
    #: none for that of the question itself.
    heads: NDArray[np.int64]
    #: int32, the members of all sets, one set behind the other.
    members: Indices

    @property
    def size(self) -> int:
        """How many bytes it is."""
        return self.heads.nbytes + self.members.nbytes


def news_of(batch: Sequence[Proven]) -> News:
    """Return bounds as they are sent."""
    heads = np.empty((len(batch), 5), np.int64)
    sets = [np.empty(0, np.int32)]
    for head, one in zip(heads, batch, strict=True):
        members = sets[0] if one.candidates is None else one.candidates.members
        upper = NONE if one.upper is None else one.upper
        head[:] = (
            one.lower,
            upper,
            one.guess,
            NONE if one.state is None else one.state,
            len(members),
        )
        sets.append(members)
    return News(heads, np.concatenate(sets))


def proven_of(news: News, secrets: int) -> Iterator[Proven]:
    """Yield bounds that were sent, one by one."""
    at = 0
    for lower, upper, guess, state, size in news.heads.tolist():
        candidates = None
        if size:
            candidates = Candidates(news.members[at : at + size].tolist(), secrets)
        at += size
        yield Proven(
            candidates, lower, None if upper == NONE else upper, guess,
            None if state == NONE else state,
        )  # fmt: skip
