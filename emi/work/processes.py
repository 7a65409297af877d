"""Worker processes on this machine; each reads tasks and writes replies."""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from itertools import count
from typing import TYPE_CHECKING, Any, BinaryIO, Self

from emi import memory
from emi.errors import MemoryNeedError
from emi.work.member import Member, Message
from emi.work.pool import Pool, drained

if TYPE_CHECKING:
    from collections.abc import Collection

#: The environment variable with the memory limit of a process in bytes, if there is one.
SHARE = "EMI_MEMORY_SHARE"
#: The size of the length prefix of a message in bytes.
HEAD = 8


def write(file: BinaryIO, thing: object) -> None:
    """Write a pickled object, preceded by its length."""
    blob = pickle.dumps(thing)
    file.write(len(blob).to_bytes(HEAD, "little") + blob)
    file.flush()


def read(file: BinaryIO) -> Any:  # noqa: ANN401 - whatever was written
    """Read an object written by `write`; raise EOFError at the end of the stream."""
    head = file.read(HEAD)
    size = int.from_bytes(head, "little")
    blob = file.read(size)
    if len(head) < HEAD or len(blob) < size:
        raise EOFError
    # The data come from our own processes only.
    return pickle.loads(blob)  # noqa: S301


class Processes(Pool):
    """Processes of this machine that share one search at a time.

    They start once a search has run for a while. A process that dies is replaced. A memory limit
    applies to the sum of all of them and this process, in equal shares.

    Parameters
    ----------
    workers : int
        The number of processes.

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
        self._limit = memory.asked()
        self._share: int | None = None
        self._names = count(1)
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._listeners: dict[str, threading.Thread] = {}
        self._heard: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self) -> None:
        """Start the missing processes."""
        if self._share is None:
            self._limit = memory.asked()
            self._share = memory.divide(self.workers + 1)
        path = os.pathsep.join(filter(None, sys.path))
        while len(self._running) < self.workers:
            name = f"worker {next(self._names)}"
            process = subprocess.Popen(
                [sys.executable, "-m", "emi.work.processes"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": path, SHARE: str(self._share or "")},
            )
            listener = threading.Thread(target=self._listen, args=(name, process), daemon=True)
            self._running[name], self._listeners[name] = process, listener
            listener.start()

    def prepare(self, *, priced: bool) -> None:
        """Start the processes, and let them make the feedback matrix."""
        self.open()
        subject = self.subject
        assert subject is not None  # noqa: S101 - `about` was called
        for place in self._running:
            if self._knows.get(place) is not subject:
                self._knows[place] = subject
                self.put(place, Message(None, subject, priced=priced))

    def _listen(self, name: str, process: subprocess.Popen[bytes]) -> None:
        """Queue the replies of a process until it ends."""
        try:
            while True:
                self._heard.put((name, read(process.stdout)))  # type: ignore[arg-type]
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            self._heard.put((name, None))

    def close(self) -> None:
        """Kill all processes; unfinished tasks are lost."""
        for process in self._running.values():
            process.kill()
        for name in [*self._running]:
            self._end(name)
        if self._share is not None:
            memory.restrict(self._limit)
            self._share = None

    def _end(self, name: str) -> None:
        """Clean up after a process that has ended, and join its listener thread."""
        process, listener = self._running.pop(name), self._listeners.pop(name)
        process.wait()
        listener.join()
        for file in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                file.close()  # type: ignore[union-attr]

    def places(self) -> Collection[str]:
        """Return the names of the running processes."""
        return [*self._running]

    def put(self, place: str, message: Message) -> None:
        """Send a message; the reader of replies notices if the process has died."""
        with contextlib.suppress(OSError):
            write(self._running[place].stdin, message)  # type: ignore[arg-type]

    def heard(self, seconds: float) -> list[tuple[str, Any]]:
        """Wait for replies, and replace processes that died."""
        heard = drained(self._heard, seconds)
        found = [(place, said) for place, said in heard if place in self._running]
        for place, said in found:
            if said is None:
                self._end(place)
                self.open()
        return found


def main() -> None:
    """Do the tasks from stdin until it ends; stdout carries only replies."""
    # The parent handles them. If it ends, so does stdin.
    for sent in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sent, signal.SIG_IGN)
    if share := os.environ.get(SHARE):
        memory.restrict(int(share))
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    member = Member()
    while True:
        try:
            message = read(sys.stdin.buffer)
        except EOFError:
            return
        try:
            said: object = member.do(message)
        except (MemoryError, MemoryNeedError) as error:
            said = str(error) or "out of memory"
        try:
            if message.task is not None:
                write(replies, said)
        except OSError:
            return  # The parent has ended.


if __name__ == "__main__":
    main()
