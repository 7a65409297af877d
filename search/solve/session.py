"""One sitting at a question: how long it may take, who watches it, and who keeps what is proven."""

import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from weakref import WeakMethod

import numpy as np

from search.model.bounds import Bounds
from search.model.limits import Limits
from search.model.record import Proven
from search.solve.spread.task import Team

#: Seconds between two writings of what was proven.
FLUSH = 2.0


@dataclass(frozen=True)
class Progress:
    """How far a search is; the depth is the number of guesses being tried, 0 where none is.

    The note is what else there is to say of it. Where memory was short, so many cores were
    ``forgotten``. Once a certificate is being written (``writing``) the bounds are those that it
    will show.

    Examples
    --------
    >>> str(Progress(Bounds(4, 5), 1200, 0.5, depth=4))
    'trying 4, 4..5, 1,200 nodes'
    """

    bounds: Bounds
    nodes: int
    seconds: float
    depth: int = 0
    forgotten: int = 0
    note: str = ""
    writing: bool = False

    def __str__(self) -> str:
        trying = f"trying {self.depth}, " if self.depth else ""
        gone = f", {self.forgotten:,} cores let go" if self.forgotten else ""
        return f"{trying}{self.bounds}, {self.nodes:,} nodes{gone}{self.note}"


#: Receives the progress about twenty times a second; the search stops when it returns False.
Watch = Callable[[Progress], bool]
#: Receives bounds that are worth keeping.
Keep = Callable[[Sequence[Proven]], None]
#: Takes a name of a question beside the one that is asked; see `Session`.
Beside = Callable[[str], tuple[Keep | None, Sequence[Proven]]]


class Session:
    """The limits, the watcher and the keeper of the searches of one question.

    Attributes
    ----------
    bounds : Bounds
        Of the question, for whoever watches; the search sets them.
    nodes : int
        Sets examined so far; the engines count.
    forgotten : int
        Cores that were let go where there was no room.
    stopped : bool
        Whether a limit was reached, or whoever watches said so. Nothing goes on then.
    team : search.solve.spread.task.Team or None
        Who shares the work of a long search; None if nobody does.
    enough : callable
        Whether to stop for another reason; see `at_first`.
    beside : callable
        Returns who keeps what is proven of a question beside this one, and what was kept of it.
    note : str
        What else there is to say, for whoever watches.
    room : callable
        Tells how many bytes there are for what a search learns; without end by default. Where
        there is no more, what is of least use is forgotten.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        keep: Keep | None = None,
        watch: Watch | None = None,
        room: Callable[[], int] = lambda: sys.maxsize,
    ) -> None:
        self.limits = (limits or Limits()).begun()
        self.keep = keep
        self.watch = watch
        self.room = room
        self.bounds = Bounds(0, None)
        self.nodes = 0
        self.forgotten = 0
        self.stopped = False
        self._flush: Callable[[], Callable[[], None] | None] = lambda: None
        self.team: Team | None = None
        self.enough: Callable[[], bool] = lambda: False
        self.beside: Beside = lambda _: (None, ())
        self.note = ""
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

    def flushed_by(self, flush: Callable[[], None]) -> None:
        """Take the method of a search that hands over what it has proven since the last time.

        It is not held: a search holds its session, and both hold what is too large to wait for the
        collector of cycles.
        """
        self._flush = WeakMethod(flush)

    def flush(self) -> None:
        """Hand over what was proven since the last time."""
        if (flush := self._flush()) is not None:
            flush()

    def flush_in_time(self) -> None:
        """Hand over what was proven, if the last time is a while ago."""
        now = time.monotonic()
        if now - self._flushed > FLUSH:
            self.flush()
            self._flushed = now

    def go_on(self, depth: int = 0) -> bool:
        """Tell whether no limit is reached, and whoever watches wants to go on."""
        limits = self.limits
        if limits.passed or self.nodes >= limits.nodes or self.enough():
            self.stopped = True
        elif self.watch is not None and not self.stopped:
            progress = Progress(
                self.bounds, self.nodes, self.seconds, depth, self.forgotten, self.note
            )
            self.stopped = not self.watch(progress)
        return not self.stopped

    @contextmanager
    def at_first(self, enough: Callable[[float], bool], *, priced: bool) -> Iterator[list[Proven]]:
        """Stop when it is enough, after so many seconds; yield what is proven in the block.

        The seconds are those of the processor, in this thread. Half way the team makes ready.
        """
        began, keep = time.thread_time(), self.keep
        fresh: list[Proven] = []

        def noted(batch: Sequence[Proven]) -> None:
            fresh.extend(batch)
            if keep is not None:
                keep(batch)

        def noticed() -> bool:
            seconds = time.thread_time() - began
            if self.team is not None and seconds >= self.team.alone / 2:
                self.team.prepare(priced=priced)
            return enough(seconds)

        self.keep, self.enough = noted, noticed
        yield fresh
        self.keep, self.stopped = keep, False
        self.enough = lambda: False

    def aside(self, nodes: float = math.inf) -> "Session":
        """Return a session for what is asked beside the question: within its limits, unkept."""
        limits = replace(self.limits, nodes=max(min(self.limits.nodes - self.nodes, nodes), 1))
        return Session(limits, watch=lambda _: self.go_on(), room=self.room)
