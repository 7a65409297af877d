"""Records: entries one after the other, each a head of numbers and a set of candidates or none."""

import struct
from collections.abc import Iterator
from typing import Any

from search.model.candidates import Candidates


def entry(head: struct.Struct, numbers: tuple[int, ...], candidates: Candidates | None) -> bytes:
    """Write an entry.

    Parameters
    ----------
    head : struct.Struct
        Its last number is the length of the set, and is not among ``numbers``.
    numbers : tuple of int
    candidates : Candidates or None
    """
    blob = b"" if candidates is None else candidates.to_bytes()
    return head.pack(*numbers, len(blob)) + blob


def entries(
    head: struct.Struct, record: bytes, secrets: int
) -> Iterator[tuple[tuple[Any, ...], Candidates | None]]:
    """Read the entries of a record of a game of so many secrets.

    Raises
    ------
    ValueError
        If the record is not whole, or holds an empty set or one of another game.
    """
    at = 0
    while at < len(record):
        if at + head.size > len(record):
            msg = "a record that ends early"
            raise ValueError(msg)
        *numbers, length = head.unpack_from(record, at)
        at += head.size
        candidates = Candidates.from_bytes(record[at : at + length]) if length else None
        at += length
        if candidates is not None and (candidates.secrets != secrets or len(candidates) == 0):
            msg = f"a set of candidates among {candidates.secrets} secrets, expected {secrets}"
            raise ValueError(msg)
        yield tuple(numbers), candidates
