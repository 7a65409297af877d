"""One sitting at a question: how long it may take, who watches it, and who keeps what is proven."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from search.model.bounds import Bounds
from search.model.limits import Limits
from search.model.record import Proven

#: Seconds between two looks at the clock, and between two writings of what was proven.
SLICE, FLUSH = 0.05, 2.0


@dataclass(frozen=True)
class Progress:
    """Where a search stands.

    Parameters
    ----------
    bounds : Bounds
    nodes : int
        Sets examined so far.
    seconds : float
    depth : int
        The number of guesses that is being tried; 0 where none is.

    Examples
    --------
    >>> str(Progress(Bounds(4, 5), 1200, 0.5, depth=4))
    'trying 4, 4..5, 1,200 nodes'
    """

    bounds: Bounds
    nodes: int
    seconds: float
    depth: int = 0

    def __str__(self) -> str:
        trying = f"trying {self.depth}, " if self.depth else ""
        return f"{trying}{self.bounds}, {self.nodes:,} nodes"


#: Receives the progress about twenty times a second; the search stops when it returns False.
Watch = Callable[[Progress], bool]
#: Receives bounds that are worth keeping.
Keep = Callable[[Sequence[Proven]], None]


class Worker(Protocol):
    """An engine at work: it counts the sets it examines."""

    @property
    def nodes(self) -> int:
        """Sets examined so far."""
        ...


class Session:
    """The limits, the watcher and the keeper of the searches of one question.

    Parameters
    ----------
    limits : Limits, optional
    keep : callable, optional
    watch : callable, optional

    Attributes
    ----------
    bounds : Bounds
        Of the question, for whoever watches; the search sets them.
    nodes : int
        Sets examined so far; the engines count.
    stopped : bool
        Whether a limit was reached, or whoever watches said so. Nothing goes on then.
    flush : callable
        Hands over what was proven since the last time; the search sets it.
    """

    def __init__(
        self, limits: Limits | None = None, keep: Keep | None = None, watch: Watch | None = None
    ) -> None:
        self.limits = limits or Limits()
        self.keep = keep
        self.watch = watch
        self.bounds = Bounds(0, None)
        self.nodes = 0
        self.stopped = False
        self.flush: Callable[[], None] = lambda: None
        self.began = self._flushed = time.monotonic()

    @property
    def seconds(self) -> float:
        """Time since the session began."""
        return time.monotonic() - self.began

    def least_work(self, worth_keeping: int) -> int:
        """Return the nodes under a set from which on it is worth keeping."""
        return worth_keeping if self.keep is not None else np.iinfo(np.int64).max

    def put(self, batch: Sequence[Proven]) -> None:
        """Hand bounds to the keeper, if there is one and there are any."""
        if self.keep is not None and batch:
            self.keep(batch)

    def go_on(self, depth: int = 0) -> bool:
        """Tell whether no limit is reached, and whoever watches wants to go on."""
        if self.seconds >= self.limits.seconds or self.nodes >= self.limits.nodes:
            self.stopped = True
        elif self.watch is not None and not self.stopped:
            progress = Progress(self.bounds, self.nodes, self.seconds, depth)
            self.stopped = not self.watch(progress)
        return not self.stopped

    def aside(self) -> "Session":
        """Return a session for what is asked beside the question: within its limits, unkept."""
        left = Limits(
            max(self.limits.seconds - self.seconds, 1e-9), max(self.limits.nodes - self.nodes, 1)
        )
        return Session(left, watch=lambda _: self.go_on())

    def slices(self, worker: Worker, nodes: float = math.inf, depth: int = 0) -> Iterator[np.int64]:
        """Yield at how many of its nodes a kernel is to pause: after about `SLICE` seconds.

        Parameters
        ----------
        worker : Worker
        nodes : float
            How many it may take; a node may be a thousand times dearer than the one before.
        depth : int
            As of `Progress`.
        """
        end = worker.nodes + min(nodes, self.limits.nodes - self.nodes)
        step = 16.0
        while worker.nodes < end and self.go_on(depth):
            began = time.monotonic()
            yield np.int64(math.ceil(min(worker.nodes + step, end, 1e18)))
            now = time.monotonic()
            step = min(max(step * min(SLICE / (now - began + 1e-6), 2.0), 1.0), 1e9)
            if now - self._flushed > FLUSH:
                self.flush()
                self._flushed = now
