"""A session of a search: its limits, its watcher, its store, and its patience with each task."""

import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple
from weakref import WeakMethod

import numpy as np

from emi.search.model.bounds import Bounds
from emi.search.model.limits import Limits, Watch
from emi.search.model.record import Proven
from emi.search.solve.parallel.task import Team

#: Seconds between two writes of proven facts.
FLUSH = 2.0


@dataclass(frozen=True)
class Progress:
    """The progress of a search.

    Attributes
    ----------
    bounds : Bounds
        The bounds proven so far; while a certificate is being written, those of the certificate.
    nodes : int
        The number of sets examined.
    seconds : float
    depth : int
        The number of guesses being tried, or 0.
    forgotten : int
        The cores that were dropped because memory was short.
    note : str
        Text that is printed after the rest.
    writing : bool
        Whether a certificate is being written.

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
        gone = f", {self.forgotten:,} cores dropped" if self.forgotten else ""
        return f"{trying}{self.bounds}, {self.nodes:,} nodes{gone}{self.note}"


#: Receives bounds that are worth keeping.
Keep = Callable[[Sequence[Proven]], None]
#: Takes the name of a side question; returns the function that stores its facts (or None), and its
#: records.
Beside = Callable[[str], tuple[Keep | None, Sequence[Proven]]]


class Session:
    """The limits, the watcher and the store of the searches of one question.

    Attributes
    ----------
    bounds : Bounds
        Bounds on the question, for the watcher; the search sets them.
    nodes : int
        Sets examined so far; the engines count them.
    forgotten : int
        Cores that were dropped because memory was short.
    stopped : bool
        Whether a limit was reached or the watcher ended the session.
    team : emi.search.solve.parallel.task.Team or None
        Workers that share a long search; None if there are none.
    enough : callable
        Returns whether to stop for another reason; see `at_first`.
    beside : callable
        Returns the function that stores the facts of a side question, and its records; see
        `Beside`.
    note : str
        Text that is printed after the rest of the progress.
    room : callable
        Returns the bytes available for learned facts; unlimited by default. If none are left, the
        search drops the least useful facts.
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
        # The session within whose limits this one stays; see `aside`.
        self._main: Session | None = None
        self.began = self._flushed = time.monotonic()

    @property
    def seconds(self) -> float:
        """Time since the session began."""
        return time.monotonic() - self.began

    def least_work(self, worth_keeping: int) -> int:
        """Return the least number of nodes for which bounds on a set are worth keeping."""
        return worth_keeping if self.keep is not None else np.iinfo(np.int64).max

    def put(self, batch: Sequence[Proven]) -> None:
        """Hand bounds to the store, if there are any and there is a store."""
        if self.keep is not None and batch:
            self.keep(batch)

    def flushed_by(self, flush: Callable[[], None]) -> None:
        """Register the method of a search that hands over facts proven since its last call.

        Only a weak reference is kept: a search refers to its session, and both are too large to
        wait for the garbage collector.
        """
        self._flush = WeakMethod(flush)

    def flush(self) -> None:
        """Hand over the facts proven since the last call."""
        if (flush := self._flush()) is not None:
            flush()

    def flush_in_time(self) -> None:
        """Hand over proven facts if the last time was more than `FLUSH` seconds ago."""
        now = time.monotonic()
        if now - self._flushed > FLUSH:
            self.flush()
            self._flushed = now

    def go_on(self, depth: int = 0) -> bool:
        """Return whether no limit is reached and the watcher wants to continue."""
        limits = self.limits
        if limits.passed or self.nodes >= limits.nodes or self.enough():
            self.stopped = True
        elif self._main is not None:
            self.stopped |= not self._main.go_on()
        elif self.watch is not None and not self.stopped:
            progress = Progress(
                self.bounds, self.nodes, self.seconds, depth, self.forgotten, self.note
            )
            self.stopped = not self.watch(progress)
        return not self.stopped

    @contextmanager
    def at_first(self, enough: Callable[[float], bool], *, priced: bool) -> Iterator[list[Proven]]:
        """Stop the block when ``enough(seconds)`` is true; yield the list of facts that it proves.

        Seconds are CPU seconds of this thread. The team is prepared after half of the time that the
        search runs alone.
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
        try:
            yield fresh
        finally:
            self.keep, self.stopped = keep, False
            self.enough = lambda: False

    def aside(self, nodes: float = math.inf) -> "Session":
        """Return a session for a side question within the limits of this one; it stores nothing."""
        limits = replace(self.limits, nodes=max(min(self.limits.nodes - self.nodes, nodes), 1))
        aside = Session(limits, room=self.room)
        aside._main = self
        return aside


class Patience(NamedTuple):
    """The allowance of a task by rounds: the first one, and the factor by which it grows.

    A task may be hard while another would quickly decide the question. So each has an allowance;
    when it is used up, the task is put off, the others have their turn, and in the next round it
    may take longer by a factor. What a task learned is kept, so the work lost is at most a share of
    the work of the last round. Tasks are depths (`emi.search.solve.minimax`), first guesses
    (`emi.search.solve.hard.rounds`, `emi.search.solve.parallel.root`), or the classes of a guess
    (there and in `emi.search.kernels.hard.hard_minimax`, which has the growth as a constant).

    Examples
    --------
    >>> [Patience(32, 4).after(rounds) for rounds in range(3)]
    [32, 128, 512]
    """

    first: float
    factor: int

    def after(self, rounds: int) -> float:
        """Return the allowance of a task that was put off this many times."""
        allowance: float = self.first * self.factor**rounds
        return allowance
