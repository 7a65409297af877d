"""A survey: profiles of the guesses of a game for one set of secrets, computed in blocks.

The full feedback matrix of a long list does not fit into memory, and takes longer than a player
waits. So blocks of rows are written, profiled and overwritten, the most promising guesses first.
Finished profiles can be stored and reused, one chunk per record. Proven bounds on guesses can be
stored too. Both kinds of records begin with marks that other bounds never have (see
`emi.search.model.written`).
"""

import math
import struct
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from emi.search.heuristics.aggregates import Aggregate
from emi.search.heuristics.comparison import Values, joined
from emi.search.heuristics.profiles import Integers, Profiles, Totals
from emi.search.model.bounds import Bounds
from emi.search.model.written import SURVEY, VALUES

#: The version of the format of chunks: records with another number are rejected.
VERSION = 1
#: Version, secrets, guesses, and the number of guesses in the chunk.
_HEAD = struct.Struct("<BIII")
#: A quick compression level that works well: most differences between neighbouring sizes are 1.
_LEVEL = 1


class Chunk(NamedTuple):
    """The profiles of some guesses.

    Attributes
    ----------
    guesses : (k,) int32
        The guesses in ascending order.
    totals : (4, k) int64
        For each guess: squares, weighted, largest and classes, as in `Totalled`.
    packed : bytes
        The class sizes in the form that `pack` writes.
    """

    guesses: NDArray[np.int32]
    totals: Integers
    packed: bytes

    @classmethod
    def of(cls, guesses: NDArray[np.int32], profiles: Profiles) -> "Chunk":
        """Return the chunk of guesses, which are in ascending order."""
        return cls(guesses, _totals(profiles), pack(profiles))

    def profiles(self, candidate: NDArray[np.bool_], secrets: int, feedbacks: int) -> Profiles:
        """Return the profiles; raise ValueError if they are damaged."""
        start, size, times = unpack(self.packed, len(self.guesses))
        profiles = Profiles(size, times, start, candidate, feedbacks)
        members = np.add.reduceat(size * times, start)
        if (members != secrets).any() or (_totals(profiles) != self.totals).any():
            raise ValueError("the sizes of a profile do not sum to the number of secrets")
        return profiles


def _totals(profiles: Totals | Profiles) -> Integers:
    sums = profiles.squares, profiles.weighted, profiles.largest, profiles.classes
    return np.array(sums, np.int64)


def encode_chunk(chunk: Chunk, secrets: int, guesses: int) -> bytes:
    """Encode a chunk as a record."""
    head = _HEAD.pack(VERSION, secrets, guesses, len(chunk.guesses))
    listed, totals = chunk.guesses.astype("<i4"), chunk.totals.astype("<i8")
    return b"".join((SURVEY, head, listed.tobytes(), totals.tobytes(), chunk.packed))


def decode_chunk(record: bytes, secrets: int | None = None, guesses: int | None = None) -> Chunk:
    """Decode a record of a game with these numbers of secrets and guesses.

    None accepts any number. Raise ValueError if the record is incomplete or a value is out of
    range. Class sizes are checked when they are unpacked.
    """
    at = len(SURVEY) + _HEAD.size
    if not record.startswith(SURVEY) or len(record) < at:
        raise ValueError("a record of profiles that ends early")
    version, n, count, k = _HEAD.unpack_from(record, len(SURVEY))
    if version != VERSION or secrets not in (None, n) or guesses not in (None, count):
        raise ValueError(
            f"profiles of version {version}, {n} secrets and {count} guesses: expected version "
            f"{VERSION}, {secrets or n} secrets and {guesses or count} guesses"
        )
    end = at + 4 * k + 8 * 4 * k
    if k == 0 or len(record) < end:
        raise ValueError("a record of profiles that ends early")
    listed = np.frombuffer(record, "<i4", k, at).astype(np.int32)
    totals = np.frombuffer(record, "<i8", 4 * k, at + 4 * k).astype(np.int64).reshape(4, k)
    squares, _, largest, classes = totals
    in_order = bool((np.diff(listed) > 0).all()) and listed[0] >= 0 and listed[-1] < count
    fit = (totals >= 1).all() and (largest <= n).all() and (classes <= n).all()
    if not in_order or not fit or (squares > n**2).any() or (squares * classes < n**2).any():
        raise ValueError(f"profiles out of range among {n} secrets and {count} guesses")
    return Chunk(listed, totals, record[end:])


def check_chunk(record: bytes) -> None:
    """Raise ValueError if a record, of any game, is damaged."""
    chunk = decode_chunk(record)
    _, secrets, _, _ = _HEAD.unpack_from(record, len(SURVEY))
    chunk.profiles(np.zeros(len(chunk.guesses), bool), secrets, 0)


def pack(profiles: Profiles) -> bytes:
    """Pack class sizes: the runs of each guess, the decreases of size, and the multiplicities.

    The last size of each guess decreases to 0. The lowest bytes of all numbers come first, then the
    next: the higher bytes are nearly all 0.
    """
    falls = profiles.size - np.append(profiles.size[1:], 0)
    last = profiles.start + profiles.length - 1
    falls[last] = profiles.size[last]
    numbers = np.concatenate([profiles.length, falls, profiles.times]).astype("<u4")
    planes = np.ascontiguousarray(numbers.view(np.uint8).reshape(-1, 4).T)
    return zlib.compress(planes.tobytes(), _LEVEL)


def unpack(packed: bytes, guesses: int) -> tuple[Integers, Integers, Integers]:
    """Return start, size and times of the runs as in `Profiles`; raise ValueError if damaged."""
    try:
        raw = zlib.decompress(packed)
    except zlib.error as error:
        raise ValueError(f"profiles that cannot be unpacked: {error}") from None
    if len(raw) % 4:
        raise ValueError("profiles that end early")
    planes: NDArray[Any] = np.frombuffer(raw, np.uint8).reshape(4, -1)
    numbers = np.ascontiguousarray(planes.T).view("<u4").ravel().astype(np.int64)
    length, rest = numbers[:guesses], numbers[guesses:]
    runs = int(length.sum())
    if len(length) < guesses or len(rest) != 2 * runs or (numbers < 1).any():
        raise ValueError("profiles that end early")
    falls, times = rest[:runs], rest[runs:]
    end = np.cumsum(length)
    # Summed from the end of each guess, the decreases give its sizes.
    above = np.cumsum(falls)
    size = np.repeat(above[end - 1], length) - above + falls
    return end - length, size, times


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
    profiled : (k,) int32
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
        self.profiled: Indices = np.empty(0, np.int32)
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
        return len(self.profiled) == self.guesses

    def candidate_of(self, guesses: Indices) -> NDArray[np.bool_]:
        """Return whether each guess is a secret."""
        candidate: NDArray[np.bool_] = self._candidate[guesses]
        return candidate

    @property
    def candidate(self) -> NDArray[np.bool_]:
        """``(k,)``: whether each profiled guess is a secret."""
        return self.candidate_of(self.profiled)

    def totals(self, places: NDArray[np.intp] | None = None) -> Totals:
        """Return the totals of the profiled guesses, or of some of them by place."""
        guesses = self.profiled if places is None else self.profiled[places]
        squares, weighted, largest, classes = self._totals[:, guesses]
        candidate = self.candidate_of(guesses)
        return Totals(squares, weighted, largest, classes, candidate, self.secrets, self.feedbacks)

    def values(self, aggregate: Aggregate, some: NDArray[np.intp], /) -> Values:
        """Return the values of an aggregate for some guesses, by their places in `profiled`."""
        if aggregate.of_totals:
            return aggregate(self.totals(some))
        wanted = self.profiled[some]
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
        self.profiled = np.flatnonzero(self._chunk_of >= 0).astype(np.int32)

    def take(self, chunk: Chunk) -> None:
        """Add stored profiles; ignore those of guesses already profiled."""
        fresh = chunk.guesses[self._chunk_of[chunk.guesses] < 0]
        self._chunk_of[fresh] = len(self.chunks)
        self._totals[:, fresh] = chunk.totals[:, np.isin(chunk.guesses, fresh)]
        self.chunks.append(chunk)
        self.profiled = np.flatnonzero(self._chunk_of >= 0).astype(np.int32)

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
        from emi.search.kernels.core.profiles import LANES

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
        from emi.search.compile.jit import in_widths
        from emi.search.kernels.core.profiles import row_profiles

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


#: Version, secrets, guesses, and the seconds spent.
_VALUES_HEAD = struct.Struct("<BIId")
#: A guess, a flag, and its bounds on the worst case and the total.
_VALUE = struct.Struct("<I?IIqq")
#: The versions of this format: records with another number are rejected. In version 2, the first
#: entry is that of the rival, and its flag is `GuessValues.by_worst`; there may be an entry of the
#: position, and unknown upper bounds, written as 0. The flag of all other entries, and of all
#: entries of version 1, marks the guesses of `GuessValues.improvable`.
VALUES_VERSIONS = 1, 2
#: The number written in place of a guess: if there is no rival, and for the position itself.
NO_GUESS = 2**32 - 1


class GuessValues(NamedTuple):
    """Proven bounds on guesses.

    Attributes
    ----------
    proven : dict
        Bounds on the worst case and on the total of guesses, by their indices. Those of the
        position have the index -1.
    improvable : set
        The guesses whose bounds more time might improve.
    spent : float
        The seconds spent.
    secrets, guesses : int
        The numbers of secrets and guesses of the game.
    rival : tuple or None
        The best guess by the other order, with its bounds on the worst case and on the total.
    by_worst : bool
        Whether guesses are ordered by the worst case first; otherwise by the average.
    """

    proven: Mapping[int, tuple[Bounds, Bounds]]
    improvable: Collection[int]
    spent: float
    secrets: int
    guesses: int
    rival: tuple[int, Bounds, Bounds] | None = None
    by_worst: bool = False


def encode_values(values: GuessValues) -> bytes:
    """Encode values as a record."""
    head = _VALUES_HEAD.pack(VALUES_VERSIONS[-1], values.secrets, values.guesses, values.spent)
    rival = values.rival or (NO_GUESS, Bounds(1, None), Bounds(1, None))
    lines = [(rival[0], values.by_worst, *rival[1:])]
    lines += [
        (guess, guess in values.improvable, *bounds) for guess, bounds in values.proven.items()
    ]
    packed = [
        _VALUE.pack(
            guess % (NO_GUESS + 1), flag,
            worst.lower, worst.upper or 0, total.lower, total.upper or 0,
        )
        for guess, flag, worst, total in lines
    ]  # fmt: skip
    return b"".join((VALUES, head, *packed))


def decode_values(record: bytes) -> GuessValues:
    """Decode a record of `encode_values`; raise ValueError if it is invalid."""
    at = len(VALUES) + _VALUES_HEAD.size
    if not record.startswith(VALUES) or len(record) < at:
        raise ValueError("a record of values that ends early")
    version, secrets, guesses, spent = _VALUES_HEAD.unpack_from(record, len(VALUES))
    if version not in VALUES_VERSIONS or not 0 <= spent < float("inf"):
        raise ValueError(
            f"values of version {version}, after {spent} seconds: expected version "
            f"{' or '.join(map(str, VALUES_VERSIONS))}, and a finite time"
        )
    if (len(record) - at) % _VALUE.size or (version > 1 and len(record) == at):
        raise ValueError("a record of values that ends early")
    lines = [*_VALUE.iter_unpack(record[at:])]
    best = lines.pop(0) if version > 1 else None
    proven, improvable = {}, set()
    for line in lines:
        guess, worst, total = _value(line, secrets, guesses)
        proven[guess] = worst, total
        if line[1]:
            improvable.add(guess)
    if -1 not in proven and any(total.lower < secrets for _, total in proven.values()):
        raise ValueError("a total of fewer guesses than secrets")
    rival = None if best is None or best[0] == NO_GUESS else _value(best, secrets, guesses)
    by_worst = best is not None and best[1]
    return GuessValues(proven, improvable, spent, secrets, guesses, rival, by_worst)


def _value(line: tuple[int, ...], secrets: int, guesses: int) -> tuple[int, Bounds, Bounds]:
    """Return a guess and its bounds; raise ValueError if they are out of range."""
    number, _, worst, most, least, total = line
    guess = -1 if number == NO_GUESS else number
    # Proposing secrets one by one takes one guess each, perhaps after one without information.
    sound = 1 <= worst <= (most or worst) <= secrets + 1 and least <= (total or least)
    if guess >= guesses or not sound or least < 1:
        raise ValueError(f"a value of guess {guess} out of range")
    return guess, Bounds(worst, most or None), Bounds(least, total or None)
