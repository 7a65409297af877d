"""What a worker is asked, and what it says; nothing here knows how either travels."""

from collections.abc import Collection
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from search.model.cost_model import CostModel
from search.model.matrix import Indices
from search.model.record import Batch

#: Seconds that a search has to itself before it is shared: most are done by then.
ALONE = 5.0
#: Seconds that a worker takes before it says what it has proven and hears what others have: two who
#: do not hear of each other find out the same things.
SLICE = 1.0


class Asked(NamedTuple):
    """A question about a matrix, as all workers need it."""

    # The worst case is not priced.
    model: CostModel | None
    # The candidates, heaviest first where they have weights, and these, if not all 1.
    members: Indices
    weights: NDArray[np.int64] | None
    # The most guesses that are asked about, in a worst case.
    depth: int
    # Whether what is proven holds of exact positions alone, so that others have no use for it.
    exact: bool = False
    # The one guess that may be the first, if it was given.
    first: int | None = None


class Task(NamedTuple):
    """First guesses, to be tried in this order, of which one may do with less than the limit.

    The value is the number of guesses in the worst case, or the cost. With the number of a class of
    a guess (there is one then, and the largest class is 0) that class alone is settled.
    """

    question: int
    guesses: tuple[int, ...]
    limit: int
    one_class: int = -1
    # Whether the guesses are gone into in rounds, rather than one by one.
    climbs: bool = False
    # Whether it is the rest of the task that the worker did last.
    goes_on: bool = False
    seconds: float = SLICE
    # Whether the reply leaves out what is quickly found again: with many workers time is short.
    brief: bool = False
    # How many first guesses are left, for the log.
    left: int = 0
    # What others have proven.
    news: tuple[Batch, ...] = ()


class Reply(NamedTuple):
    """What a worker has found.

    ``refuted`` tells of first guesses what they cost at least, of others than those in the task
    too; ``upper`` and ``guess`` of the best strategy that is less than the limit, if there is one;
    ``done`` whether all in the task is settled. The seconds are those of the processor. What was
    proven on the way has its record with it: who hands out the work has no time to write it.
    """

    question: int
    refuted: dict[int, int]
    upper: int | None
    guess: int
    done: bool
    nodes: int
    seconds: float
    news: Batch | None = None


class Team(Protocol):
    """Workers, wherever they are. One does a task at a time, and may die at any time."""

    #: As `ALONE` and `SLICE`.
    alone: float
    slice: float

    def prepare(self, *, priced: bool) -> None:
        """Prepare the workers for a question about costs (``priced``) or the worst case."""
        ...

    def begin(self, asked: Asked) -> int:
        """Put another question; return its number, which tasks and replies name."""
        ...

    def places(self) -> Collection[str]:
        """Return the names of the workers there are now."""
        ...

    def send(self, place: str, task: Task) -> None:
        """Hand a task to a worker that has none."""
        ...

    def replies(self, seconds: float) -> list[tuple[str, Reply | None]]:
        """Wait no longer than that for replies; None is that of a worker that died."""
        ...
