"""Proven bounds in a form that outlives the process: what is written and what is believed.

A record is a batch of bounds, one after the other: a head of numbers, and the set they are about.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

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
        The set; None for that of the question itself (only with a state).
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


class Unread(Sequence[Proven]):
    """Bounds as a record that is read only if somebody looks: most that pass it on do not.

    The numbers and the states are as of `decode`.
    """

    def __init__(self, record: bytes, secrets: int, guesses: int, *, states: bool) -> None:
        self.record = record
        self._how = secrets, guesses, states

    @cached_property
    def _read(self) -> list[Proven]:
        secrets, guesses, states = self._how
        return decode(self.record, secrets, guesses, states=states)

    def __len__(self) -> int:
        return len(self._read)

    def __bool__(self) -> bool:
        return bool(self.record)

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401 - an index or a slice, as of a list
        return self._read[place]


def encode(batch: Iterable[Proven]) -> bytes:
    """Write bounds as one record, all of them with a state or all without."""
    return batch.record if isinstance(batch, Unread) else b"".join(map(_entry, batch))


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
    """Read a record that `encode` wrote for a game of that many secrets and guesses.

    Where their numbers are not known, all sets must be of as many. ValueError says that it is not
    whole, or that a value in it is out of range.
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
