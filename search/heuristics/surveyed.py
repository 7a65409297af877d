"""The binary form of profiles: chunks of a survey, in memory and on disk.

A record begins with a mark that differs from that of bounds (see `emi.search.model.written`).
"""

import struct
import zlib
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from emi.search.heuristics.profiles import Integers, Profiles, Totals
from emi.search.model.written import SURVEY

#: The version of the format: records with another number are rejected.
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


def encode(chunk: Chunk, secrets: int, guesses: int) -> bytes:
    """Encode a chunk as a record."""
    head = _HEAD.pack(VERSION, secrets, guesses, len(chunk.guesses))
    listed, totals = chunk.guesses.astype("<i4"), chunk.totals.astype("<i8")
    return b"".join((SURVEY, head, listed.tobytes(), totals.tobytes(), chunk.packed))


def decode(record: bytes, secrets: int | None = None, guesses: int | None = None) -> Chunk:
    """Decode a record of a game with these numbers of secrets and guesses.

    None accepts any number. Raise ValueError if the record is incomplete or a value is out of
    range. Class sizes are checked when they are unpacked.
    """
    at = len(SURVEY) + _HEAD.size
    if not record.startswith(SURVEY) or len(record) < at:
        raise ValueError("a record of profiles that ends early")
    version, n, count, k = _HEAD.unpack_from(record, len(SURVEY))
    if version != VERSION or secrets not in (None, n) or guesses not in (None, count):
        raise ValueError(f"profiles of version {version}, {n} secrets and {count} guesses")
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


def check(record: bytes) -> None:
    """Raise ValueError if a record, of any game, is damaged."""
    chunk = decode(record)
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
