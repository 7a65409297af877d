"""A survey: profiles of the guesses of a game for one set of secrets, computed in blocks.

The full feedback matrix of a long list does not fit into memory, and takes longer than a player
waits. So blocks of rows are written, profiled and overwritten, the most promising guesses first.
Finished profiles can be stored and reused.
"""

import math
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from emi.search.heuristics.aggregates import Aggregate
from emi.search.heuristics.comparison import Values, joined
from emi.search.heuristics.profiles import Profiles, Totals
from emi.search.heuristics.surveyed import Chunk

Rows: TypeAlias = NDArray[np.unsignedinteger[Any]]
Indices: TypeAlias = NDArray[np.int32]

#: Bytes of feedback profiled at once: small enough for a processor cache.
AT_ONCE = 1 << 20
#: The number of guesses whose profiles are stored together.
CHUNK = 512


class Survey:
    """The profiles computed so far.

    Parameters
    ----------
    write : callable
        Writes the feedback of some guesses on all secrets: ``write(guesses, rows)``, a row for each
        guess. Several ``threads`` call it concurrently.
    secrets : int
    candidate : (guesses,) bool
        Whether each guess is one of the secrets.
    row_type : type
        The type of class numbers, uint8 or uint16.
    feedbacks : int
        The number of possible classes, including empty ones.
    threads : int
    on_drop : callable, optional
        Called with a description of the fault when stored profiles are dropped.

    Attributes
    ----------
    made : (made,) int32
        The guesses that were profiled, in ascending order.
    """

    def __init__(
        self,
        write: Callable[[Indices, Rows], None],
        secrets: int,
        candidate: NDArray[np.bool_],
        row_type: type[np.uint8 | np.uint16],
        feedbacks: int,
        threads: int = 1,
        on_drop: Callable[[ValueError], object] = lambda _: None,
    ) -> None:
        self.write, self.secrets, self.row_type = write, secrets, row_type
        self.feedbacks, self.threads, self.on_drop = feedbacks, threads, on_drop
        self.chunks: list[Chunk] = []
        self.made: Indices = np.empty(0, np.int32)
        self._candidate = candidate
        # The chunk of each guess, or -1.
        self._chunk_of = np.full(len(candidate), -1, np.int32)
        self._totals = np.zeros((4, len(candidate)), np.int64)

    @property
    def guesses(self) -> int:
        """The number of guesses."""
        return len(self._candidate)

    @property
    def complete(self) -> bool:
        """Whether every guess is profiled."""
        return len(self.made) == self.guesses

    def candidate_of(self, guesses: Indices) -> NDArray[np.bool_]:
        """Return whether each guess is a secret."""
        candidate: NDArray[np.bool_] = self._candidate[guesses]
        return candidate

    @property
    def candidate(self) -> NDArray[np.bool_]:
        """``(made,)``: whether each profiled guess is a secret."""
        return self.candidate_of(self.made)

    def totals(self, made: NDArray[np.intp] | None = None) -> Totals:
        """Return the totals of the profiled guesses, or of some of them by place."""
        guesses = self.made if made is None else self.made[made]
        squares, weighted, largest, classes = self._totals[:, guesses]
        candidate = self.candidate_of(guesses)
        return Totals(squares, weighted, largest, classes, candidate, self.secrets, self.feedbacks)

    def values(self, aggregate: Aggregate, some: NDArray[np.intp], /) -> Values:
        """Return the values of an aggregate for some guesses, by their places in `made`."""
        if aggregate.of_totals:
            return aggregate(self.totals(some))
        wanted = self.made[some]
        of = self._chunk_of[wanted]
        places = [(of == number).nonzero()[0] for number in np.unique(of).tolist()]
        # The class sizes of all guesses together would need too much memory.
        blocks_of_values = [aggregate(self.profiles(wanted[here])) for here in places]
        return joined(blocks_of_values, np.argsort(np.concatenate(places)))

    def profiles(self, guesses: Indices) -> Profiles:
        """Return the profiles of guesses, at least one; compute missing ones."""
        return next(self.blocks(guesses, len(guesses)))

    def blocks(self, guesses: Indices, size: int) -> Iterator[Profiles]:
        """Yield the profiles of guesses in blocks of ``size``; compute missing ones.

        Each chunk is unpacked once, when the first of its guesses comes.
        """
        unpacked = dict[int, Profiles]()
        for at in range(0, len(guesses), size):
            block = guesses[at : at + size]
            while (block_profiles := self._unpacked(block, unpacked)) is None:
                pass
            yield block_profiles

    def _unpacked(self, guesses: Indices, unpacked: dict[int, Profiles]) -> Profiles | None:
        """Return the profiles of guesses; None if a damaged chunk was dropped."""
        self.extend(guesses)
        of = self._chunk_of[guesses]
        pieces, places = list[Profiles](), list[NDArray[np.intp]]()
        for number in np.unique(of).tolist():
            chunk, (here,) = self.chunks[number], (of == number).nonzero()
            if number not in unpacked:
                candidate = self.candidate_of(chunk.guesses)
                try:
                    unpacked[number] = chunk.profiles(candidate, self.secrets, self.feedbacks)
                except ValueError as error:
                    self.drop(number, error)
                    return None
            pieces.append(unpacked[number].only(np.searchsorted(chunk.guesses, guesses[here])))
            places.append(here)
        return Profiles.joined(pieces).only(np.argsort(np.concatenate(places)))

    def drop(self, number: int, error: ValueError) -> None:
        """Discard the profiles of a damaged chunk."""
        self.on_drop(error)
        self._chunk_of[self._chunk_of == number] = -1
        self.made = np.flatnonzero(self._chunk_of >= 0).astype(np.int32)

    def take(self, chunk: Chunk) -> None:
        """Add stored profiles; ignore those of guesses already profiled."""
        fresh = chunk.guesses[self._chunk_of[chunk.guesses] < 0]
        self._chunk_of[fresh] = len(self.chunks)
        self._totals[:, fresh] = chunk.totals[:, np.isin(chunk.guesses, fresh)]
        self.chunks.append(chunk)
        self.made = np.flatnonzero(self._chunk_of >= 0).astype(np.int32)

    def extend(self, guesses: Indices, go_on: Callable[[], bool] = lambda: True) -> bool:
        """Profile the given guesses that are missing, in order, while ``go_on`` returns True.

        Return whether all are profiled.
        """
        missing = guesses[self._chunk_of[guesses] < 0]
        if len(missing) == 0:
            return True
        waiting = iter([missing[at : at + CHUNK] for at in range(0, len(missing), CHUNK)])
        lock, done = Lock(), list[Chunk]()

        def next_chunk() -> Indices | None:
            with lock:
                return next(waiting, None) if go_on() else None

        def work(_: int) -> None:
            desk = None
            while (chunk := next_chunk()) is not None:
                desk = desk or _Desk(self)
                profiled = desk.profile(chunk, go_on)
                if profiled is not None:
                    with lock:
                        done.append(profiled)

        threads = min(self.threads, -(-len(missing) // CHUNK))
        try:
            if threads == 1:
                work(0)
            else:
                with ThreadPoolExecutor(threads, thread_name_prefix="survey") as pool:
                    list(pool.map(work, range(threads)))
        finally:
            for chunk in done:
                self.take(chunk)
        return bool((self._chunk_of[guesses] >= 0).all())


def rows_at_once(secrets: int, row_type: type[np.uint8 | np.uint16]) -> int:
    """Return the number of guesses whose feedback a thread holds at once.

    Examples
    --------
    >>> rows_at_once(50_000, np.uint16), rows_at_once(9**8, np.uint8)
    (10, 1)
    """
    return max(1, AT_ONCE // (secrets * row_type().itemsize))


class _Desk:
    """The working space of one thread."""

    def __init__(self, survey: Survey) -> None:
        from emi.search.kernels.heuristics.profiles import LANES

        self.survey = survey
        secrets, row_type = survey.secrets, survey.row_type
        self.rows = np.empty((rows_at_once(secrets, row_type), secrets), row_type)
        # The sum of r distinct sizes is at most the number of secrets: 1 + 2 + ... + r.
        runs = CHUNK * (math.isqrt(2 * secrets) + 1)
        self.start = np.zeros(CHUNK + 1, np.int64)
        self.size, self.times = np.empty(runs, np.int32), np.empty(runs, np.int32)
        self.apart = np.zeros((LANES, np.iinfo(row_type).max + 1), np.int32)
        self.tally = np.zeros(secrets + 1, np.int32)

    def profile(self, guesses: Indices, go_on: Callable[[], bool]) -> Chunk | None:
        """Profile guesses while ``go_on`` returns True; return None if none was profiled."""
        from emi.search.kernels.compiler.widths import in_widths
        from emi.search.kernels.heuristics.profiles import row_profiles

        survey, start, done = self.survey, self.start, 0
        while done < len(guesses) and (done == 0 or go_on()):
            some = guesses[done : done + len(self.rows)]
            rows, low = self.rows[: len(some)], int(start[done])
            survey.write(some, rows)
            here = start[done : done + len(some) + 1]
            free = self.size[low:], self.times[low:]
            row_profiles(in_widths(rows), here, *free, self.apart, self.tally)
            here += low
            done += len(some)
        end = int(start[done])
        size, times = self.size[:end].astype(np.int64), self.times[:end].astype(np.int64)
        profiled, candidate = guesses[:done], survey.candidate_of(guesses[:done])
        profiles = Profiles(size, times, start[:done].copy(), candidate, survey.feedbacks)
        order = np.argsort(profiled)
        return Chunk.of(profiled[order], profiles.only(order))
