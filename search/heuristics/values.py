"""The binary form of proven bounds on first guesses."""

import struct
from collections.abc import Collection, Mapping
from typing import NamedTuple

from emi.search.model.bounds import Bounds
from emi.search.model.written import VALUES

#: Version, secrets, guesses, and the seconds spent.
_HEAD = struct.Struct("<BIId")
#: A guess, whether it is improvable, and its bounds on the worst case and the total.
_VALUE = struct.Struct("<I?IIqq")
#: The version of the format: records with another number are rejected.
VERSION = 1


class Values(NamedTuple):
    """Proven bounds on first guesses.

    Attributes
    ----------
    proven : dict
        Bounds on the worst case and on the total of guesses, by their indices.
    improvable : set
        The guesses whose bounds more time might improve.
    spent : float
        The seconds spent.
    secrets, guesses : int
        The numbers of secrets and guesses of the game.
    """

    proven: Mapping[int, tuple[Bounds, Bounds]]
    improvable: Collection[int]
    spent: float
    secrets: int
    guesses: int


def encode_values(values: Values) -> bytes:
    """Encode values as a record; guesses without an upper bound are omitted."""
    head = _HEAD.pack(VERSION, values.secrets, values.guesses, values.spent)
    lines = []
    for guess, (worst, total) in values.proven.items():
        if worst.upper is not None and total.upper is not None:
            bounds = worst.lower, worst.upper, total.lower, total.upper
            lines.append(_VALUE.pack(guess, guess in values.improvable, *bounds))
    return b"".join((VALUES, head, *lines))


def decode_values(record: bytes) -> Values:
    """Decode a record of `encode_values`; raise ValueError if it is invalid."""
    at = len(VALUES) + _HEAD.size
    if not record.startswith(VALUES) or len(record) < at or (len(record) - at) % _VALUE.size:
        raise ValueError("a record of values that ends early")
    version, secrets, guesses, spent = _HEAD.unpack_from(record, len(VALUES))
    if version != VERSION or not 0 <= spent < float("inf"):
        raise ValueError(f"values of version {version}")
    proven, improvable = {}, set()
    for guess, more, worst, most, least, total in _VALUE.iter_unpack(record[at:]):
        # Proposing secrets one by one takes one guess each, perhaps after one without information.
        if guess >= guesses or not 1 <= worst <= most <= secrets + 1 or least < secrets:
            raise ValueError(f"a value of guess {guess} out of range")
        proven[guess] = Bounds(worst, most), Bounds(least, total)
        if more:
            improvable.add(guess)
    return Values(proven, improvable, spent, secrets, guesses)
