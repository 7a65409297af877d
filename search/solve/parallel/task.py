"""Tasks for workers and their replies, independent of how both are transmitted."""

from collections.abc import Collection
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from emi.search.model.cost_model import CostModel
from emi.search.model.matrix import Indices
from emi.search.model.partition import Opening
from emi.search.model.record import Batch

#: Seconds that a search runs alone before it is shared: most finish within that time.
ALONE = 5.0
#: Seconds between the replies of a worker: workers that do not exchange facts often prove the same
#: ones.
SLICE = 1.0


class SharedQuestion(NamedTuple):
    """A question about a matrix, in the form that all workers need."""

    # None for the worst case.
    model: CostModel | None
    # The candidates, the heaviest first if they have weights; and the weights unless all are 1.
    members: Indices
    weights: NDArray[np.int64] | None
    # For a worst case, the most guesses in question.
    depth: int
    # Whether proven facts hold for single positions only, so that other workers cannot use them.
    by_position: bool = False
    # The prescribed first guess, if there is one, and the opening that it represents. The members
    # are those that the opening leaves.
    first: int | None = None
    opening: Opening | None = None


class Task(NamedTuple):
    """First guesses to try in this order, to find one that attains less than the limit.

    The value is the number of guesses in the worst case, or the cost. If ``one_class`` is set,
    there is a single guess, and only that class of it is in question; class 0 is the largest.
    """

    number: int
    guesses: tuple[int, ...]
    limit: int
    one_class: int = -1
    # Whether to search the guesses in rounds rather than one by one.
    in_rounds: bool = False
    # Whether this is the rest of the worker's previous task.
    goes_on: bool = False
    seconds: float = SLICE
    # Whether the reply omits facts that are quickly found again: with many workers, time is short.
    brief: bool = False
    # The number of first guesses left, for the log.
    remaining: int = 0
    # Facts that others have proven.
    news: tuple[Batch, ...] = ()


class Reply(NamedTuple):
    """The result of a worker.

    ``refuted`` holds lower bounds of first guesses, including some outside the task. ``upper`` and
    ``guess`` describe the best strategy below the limit, if there is one. ``done`` is True if the
    whole task is finished. Times are CPU seconds. Proven facts come with their encoded records,
    because the distributing process has no time to encode them.
    """

    number: int
    refuted: dict[int, int]
    upper: int | None
    guess: int
    done: bool
    nodes: int
    seconds: float
    news: Batch | None = None


class Team(Protocol):
    """Workers anywhere. Each does one task at a time and may die at any time."""

    #: Seconds, as for `ALONE` and `SLICE`.
    alone: float
    slice: float

    def prepare(self, *, priced: bool) -> None:
        """Prepare the workers for a question about costs (``priced``) or the worst case."""
        ...

    def begin(self, question: SharedQuestion) -> int:
        """Begin another question; return its number, which tasks and replies contain."""
        ...

    def places(self) -> Collection[str]:
        """Return the names of the current workers."""
        ...

    def send(self, place: str, task: Task) -> None:
        """Send a task to an idle worker."""
        ...

    def replies(self, seconds: float) -> list[tuple[str, Reply | None]]:
        """Wait up to ``seconds`` for replies; a reply of None means that the worker died."""
        ...
