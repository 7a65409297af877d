"""Proven bounds in a form that outlives the process: what is written and what is believed."""

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from search.model.bounds import Bounds
from search.model.candidates import Candidates
from search.model.records import entries, entry

#: Part of every key: a new meaning of the records is a new number, and old records are not read.
FORMAT = 1

_HEAD = struct.Struct("<IIiI")


@dataclass(frozen=True)
class Fact:
    """A set of secrets, bounds on its worst case, and a guess that reaches the upper one.

    Parameters
    ----------
    candidates : Candidates
    bounds : Bounds
    guess : int
        Index of a first guess of a strategy within ``bounds.upper``, or -1 if none is kept.
    """

    candidates: Candidates
    bounds: Bounds
    guess: int = -1


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


def encode(facts: Iterable[Fact]) -> bytes:
    """Write facts as one record."""
    return b"".join(
        entry(_HEAD, (fact.bounds.lower, fact.bounds.upper, fact.guess), fact.candidates)
        for fact in facts
    )


def decode(record: bytes, secrets: int, guesses: int) -> list[Fact]:
    """Read a record that `encode` wrote for a game of that many secrets and guesses.

    Raises
    ------
    ValueError
        If the record is not whole or a value in it is out of range.
    """
    facts = []
    for (lower, upper, guess), candidates in entries(_HEAD, record, secrets):
        if candidates is None:
            msg = "bounds without a set of candidates"
            raise ValueError(msg)
        bounds = Bounds(lower, upper)
        if not -1 <= guess < guesses or not min(len(candidates), 2) <= upper <= len(candidates):
            msg = f"guess {guess} with bounds {bounds} for {len(candidates)} secrets"
            raise ValueError(msg)
        facts.append(Fact(candidates, bounds, guess))
    return facts
