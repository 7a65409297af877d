"""Proven bounds in a form that outlives the process: what is written and what is believed.

A record is a batch of bounds, one after the other: a head of numbers, and the set they are about.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from search.model.bounds import Bounds
from search.model.candidates import Candidates

#: Part of every key: a new meaning of the records is a new number, and old records are not read.
FORMAT = 1

#: Lower, upper, guess; and lower, upper or -1, state, guess. The last number is the set's length.
_WORST_CASE, _COST = struct.Struct("<IIiI"), struct.Struct("<qqiiI")


@dataclass(frozen=True)
class Proven:
    """Proven bounds on the value of a set of secrets.

    Parameters
    ----------
    candidates : Candidates or None
        The set; None for the set of the question itself (only with a state).
    lower : int
        Of the question itself and a guess, without ``upper``: the least cost that begins with it.
    upper : int or None
        What a strategy reaches that begins with the guess; None if none is known.
    guess : int
        Index of a guess, or -1.
    state : int or None
        How many guesses were made before (see `search.model.cost_model`); None for a worst case,
        to which they do not matter.
    """

    candidates: Candidates | None
    lower: int
    upper: int | None
    guess: int = -1
    state: int | None = None


class Store(Protocol):
    """What the engine asks of a cache: opaque records, kept and returned in order.

    The store vouches that a record is the one that was written under that key; whether it makes
    sense is checked here.
    """

    def read(self, key: str) -> Iterator[bytes]:
        """Return the records kept under a key, oldest first."""
        ...

    def write(self, key: str, records: list[bytes], label: str = "") -> None:
        """Append records under a key."""
        ...

    def replace(self, key: str, records: list[bytes], label: str = "") -> None:
        """Put records in the place of those under a key."""
        ...


#: In the place of a bound or a state that there is none of.
NONE = -1


class Batch(Sequence[Proven]):
    """Bounds as arrays: the form of a journal, and of messages between workers of a search.

    As a sequence it yields `Proven`; most code reads the arrays, or passes them on.

    Parameters
    ----------
    heads : (n, 5) int64
        Lower, upper or `NONE`, guess, state or `NONE`, and how many members the set has; none for
        that of the question itself.
    members : int32
        The members of all sets, one set after the other, each in rising order.
    secrets : int
    record : bytes, optional
        What `encode` makes of them, if that is known.
    """

    def __init__(
        self,
        heads: NDArray[np.int64],
        members: NDArray[np.int32],
        secrets: int,
        record: bytes | None = None,
    ) -> None:
        self.heads, self.members, self.secrets, self.record = heads, members, secrets, record

    @classmethod
    def of(cls, bounds: Sequence[Proven], secrets: int) -> "Batch":
        """Return bounds as arrays."""
        heads = np.empty((len(bounds), 5), np.int64)
        sets = [np.empty(0, np.int32)]
        for head, one in zip(heads, bounds, strict=True):
            members = sets[0] if one.candidates is None else one.candidates.members
            upper = NONE if one.upper is None else one.upper
            state = NONE if one.state is None else one.state
            head[:] = one.lower, upper, one.guess, state, len(members)
            sets.append(members)
        return cls(heads, np.concatenate(sets), secrets)

    @classmethod
    def ordered(cls, heads: NDArray[np.int64], members: NDArray[np.int32], secrets: int) -> "Batch":
        """Return bounds on sets whose members may be in any order."""
        of = np.repeat(np.arange(len(heads)), heads[:, 4])
        return cls(heads, members[np.lexsort((members, of))], secrets)

    @classmethod
    def joined(cls, batches: "Sequence[Batch]", secrets: int) -> "Batch":
        """Return several batches as one."""
        heads = np.concatenate([np.empty((0, 5), np.int64), *(one.heads for one in batches)])
        members = np.concatenate([np.empty(0, np.int32), *(one.members for one in batches)])
        return cls(heads, members, secrets)

    def only(self, marked: NDArray[np.bool_]) -> "Batch":
        """Return the bounds that are marked."""
        members = self.members[np.repeat(marked, self.heads[:, 4])]
        return Batch(self.heads[marked], members, self.secrets)

    def sets(self) -> Iterator[tuple[NDArray[np.int32], list[int]]]:
        """Yield the members of each set, and its head."""
        at = 0
        for head in self.heads.tolist():
            yield self.members[at : at + head[4]], head
            at += head[4]

    @property
    def nbytes(self) -> int:
        """How many bytes it takes to send it."""
        return self.heads.nbytes + self.members.nbytes + len(self.record or b"")

    def __len__(self) -> int:
        return len(self.heads)

    def __iter__(self) -> Iterator[Proven]:
        for members, (lower, upper, guess, state, size) in self.sets():
            candidates = Candidates(members.tolist(), self.secrets) if size else None
            yield Proven(
                candidates, lower, None if upper == NONE else upper, guess,
                None if state == NONE else state,
            )  # fmt: skip

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401 - an index or a slice, as of a list
        return [*self][place]


def encode(batch: Iterable[Proven]) -> bytes:
    """Write bounds as one record, all of them with a state or all without."""
    if isinstance(batch, Batch) and batch.record is not None:
        return batch.record
    return b"".join(map(_entry, batch))


def _entry(one: Proven) -> bytes:
    blob = b"" if one.candidates is None else one.candidates.to_bytes()
    if one.state is None:
        head = _WORST_CASE.pack(one.lower, one.upper, one.guess, len(blob))
    else:
        upper = -1 if one.upper is None else one.upper
        head = _COST.pack(one.lower, upper, one.state, one.guess, len(blob))
    return head + blob


def decode(
    record: bytes, secrets: int | None, guesses: int | None, *, states: bool = False
) -> list[Proven]:
    """Read a record that `encode` wrote for a game with these numbers of secrets and guesses.

    If the numbers are None, all sets must have the same size. Raises ValueError if the record is
    incomplete or a value is out of range.
    """
    head = _COST if states else _WORST_CASE
    batch = []
    for numbers, candidates in _entries(head, record, secrets):
        if states:
            lower, upper, state, guess = numbers
            one = Proven(candidates, lower, None if upper == -1 else upper, guess, state)
            fits = state >= 0 and (candidates is not None or upper == -1 or guess >= 0)
        else:
            lower, upper, guess = numbers
            one = Proven(candidates, lower, upper, guess)
            size = 0 if candidates is None else len(candidates)
            fits = lower >= 1 and min(size, 2) <= upper <= size
        if not fits or guess < -1 or (guesses is not None and guess >= guesses):
            among = f" among {secrets} secrets and {guesses} guesses" if guesses else ""
            raise ValueError(f"{one}: out of range{among}")
        Bounds(one.lower, one.upper)
        batch.append(one)
    return batch


def decode_alone(record: bytes) -> list[Proven]:
    """Read a record of either kind without its game, of which all sets are; as `decode`."""
    try:
        return decode(record, None, None)
    except ValueError:
        return decode(record, None, None, states=True)


def _entries(
    head: struct.Struct, record: bytes, secrets: int | None
) -> Iterator[tuple[Sequence[int], Candidates | None]]:
    at = 0
    while at < len(record):
        if at + head.size > len(record):
            raise ValueError("a record that ends early")
        *numbers, length = head.unpack_from(record, at)
        at += head.size
        candidates = Candidates.from_bytes(record[at : at + length]) if length else None
        at += length
        if secrets is None and candidates is not None:
            secrets = candidates.secrets
        if candidates is not None and (candidates.secrets != secrets or len(candidates) == 0):
            raise ValueError(
                f"a set of candidates among {candidates.secrets} secrets, expected {secrets}"
            )
        yield numbers, candidates
