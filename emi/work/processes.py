"""Worker processes on this machine; each receives tasks and sends replies over a pipe."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
from itertools import count
from multiprocessing.connection import Connection, Pipe, wait
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from emi import memory
from emi.errors import MemoryNeedError, OptionError
from emi.work.pool import Member, Message, Pool

if TYPE_CHECKING:
    from collections.abc import Collection

#: The environment variable with the memory limit of a process in bytes, if there is one.
SHARE = "EMI_MEMORY_SHARE"
#: Whether a process can hand on its pipes by their numbers.
HANDS_ON = os.name == "posix"


class _Running(NamedTuple):
    """A process with this end of its pipe."""

    process: subprocess.Popen[bytes]
    pipe: Connection


class Processes(Pool):
    """Processes of this machine that share one search at a time.

    They start once a search has run for a while. A process that dies is replaced. A memory limit
    applies to the sum of all of them and this process, in equal shares.

    Parameters
    ----------
    workers : int
        The number of processes.

    Raises
    ------
    OptionError
        On Windows, where a process cannot hand on its pipes this way.

    Examples
    --------
    >>> import emi
    >>> with emi.Processes(2) as workers:
    ...     str(emi.solve(emi.Mastermind(2, 3), workers=workers).bounds)
    '3'
    """

    def __init__(self, workers: int) -> None:
        super().__init__()
        self.workers, self.parameters = workers, {"workers": workers}
        if not HANDS_ON:
            raise OptionError(
                "expected one process, as Windows cannot share a search", **self.parameters
            )
        self._limit = memory.user_limit()
        self._share: int | None = None
        self._names = count(1)
        self._running: dict[str, _Running] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self) -> None:
        """Start the missing processes."""
        if self._share is None:
            self._limit = memory.user_limit()
            self._share = memory.divide(self.workers + 1)
        path = os.pathsep.join(filter(None, sys.path))
        while len(self._running) < self.workers:
            ours, theirs = Pipe()
            # Not by multiprocessing: that would run the program of the user again.
            process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-m", "emi.work.processes", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=2,  # What a rule of the user prints is no result.
                env={**os.environ, "PYTHONPATH": path, SHARE: str(self._share or "")},
                pass_fds=[theirs.fileno()],
            )
            theirs.close()
            self._running[f"worker {next(self._names)}"] = _Running(process, ours)

    def prepare(self, *, priced: bool) -> None:
        """Start the processes, and let them make the feedback matrix."""
        self.open()
        subject = self.subject
        assert subject is not None  # noqa: S101 - `about` was called
        for place in self._running:
            if self._knows.get(place) is not subject:
                self._knows[place] = subject
                self.put(place, Message(None, subject, priced=priced))

    def close(self) -> None:
        """Kill all processes; unfinished tasks are lost."""
        for name in [*self._running]:
            self._end(name)
        if self._share is not None:
            memory.restrict(self._limit)
            self._share = None

    def _end(self, name: str) -> None:
        """End a process, and close its pipe."""
        process, pipe = self._running.pop(name)
        process.kill()
        process.wait()
        pipe.close()

    def places(self) -> Collection[str]:
        """Return the names of the running processes."""
        return [*self._running]

    def put(self, place: str, message: Message) -> None:
        """Send a message; the reader of replies notices if the process has died."""
        with contextlib.suppress(OSError):
            self._running[place].pipe.send(message)

    def heard(self, seconds: float) -> list[tuple[str, Any]]:
        """Wait for replies, and replace processes that died."""
        ready = wait([running.pipe for running in self._running.values()], seconds)
        replies: list[tuple[str, Any]] = []
        for place, (_, pipe) in [*self._running.items()]:
            if pipe in ready:
                try:
                    replies.append((place, pipe.recv()))
                except (EOFError, OSError, pickle.UnpicklingError):
                    replies.append((place, None))
                    self._end(place)
        self.open()
        return replies


def main(pipe: Connection) -> None:
    """Do the tasks that a pipe brings until it ends, and reply."""
    # The parent handles them. If it ends, so does the pipe.
    for sent in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sent, signal.SIG_IGN)
    if share := os.environ.get(SHARE):
        memory.restrict(int(share))
    member = Member()
    while True:
        try:
            message: Message = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            said: object = member.do(message)
        except (MemoryError, MemoryNeedError) as error:
            said = str(error) or "out of memory"
        if message.task is not None:
            with contextlib.suppress(OSError):  # The parent may have ended.
                pipe.send(said)


if __name__ == "__main__":
    main(Connection(int(sys.argv[1])))
