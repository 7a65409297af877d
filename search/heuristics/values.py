"""What is proven of first guesses as bytes: the form in which it outlives the process."""

import struct
from collections.abc import Collection, Mapping
from typing import NamedTuple

from search.model.bounds import Bounds
from search.model.written import VALUES

#: Version, secrets, guesses, and the seconds spent.
_HEAD = struct.Struct("<BIId")
#: A guess, whether it is improvable, and its bounds on the worst case and the total.
_VALUE = struct.Struct("<I?IIqq")
#: Of the form of the records: another number is not read.
VERSION = 1


class Values(NamedTuple):
    """What was found out of first guesses.

    Attributes
    ----------
    proven : dict
        Bounds on the worst case and on the total of guesses, by their indices.
    improvable : set
        Those of which more time would perhaps tell more.
    spent : float
        The seconds that it took.
    secrets, guesses : int
        How many the game has.
    """

    proven: Mapping[int, tuple[Bounds, Bounds]]
    improvable: Collection[int]
    spent: float
    secrets: int
    guesses: int


def encode_values(values: Values) -> bytes:
    """Write values as a record; a guess without an upper bound has no place in it."""
    head = _HEAD.pack(VERSION, values.secrets, values.guesses, values.spent)
    lines = []
    for guess, (worst, total) in values.proven.items():
        if worst.upper is not None and total.upper is not None:
            bounds = worst.lower, worst.upper, total.lower, total.upper
            lines.append(_VALUE.pack(guess, guess in values.improvable, *bounds))
    return b"".join((VALUES, head, *lines))


def decode_values(record: bytes) -> Values:
    """Read what `encode_values` wrote; ValueError says that it makes no sense."""
    at = len(VALUES) + _HEAD.size
    if not record.startswith(VALUES) or len(record) < at or (len(record) - at) % _VALUE.size:
        raise ValueError("a record of values that ends early")
    version, secrets, guesses, spent = _HEAD.unpack_from(record, len(VALUES))
    if version != VERSION or not 0 <= spent < float("inf"):
        raise ValueError(f"values of version {version}")
    known, improvable = {}, set()
    for guess, more, worst, most, least, total in _VALUE.iter_unpack(record[at:]):
        # Named one by one, secrets take a guess each, perhaps after one that tells nothing.
        if guess >= guesses or not 1 <= worst <= most <= secrets + 1 or least < secrets:
            raise ValueError(f"a value of guess {guess} out of range")
        known[guess] = Bounds(worst, most), Bounds(least, total)
        if more:
            improvable.add(guess)
    return Values(known, improvable, spent, secrets, guesses)
