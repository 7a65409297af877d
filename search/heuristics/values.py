"""The binary form of proven bounds on the guesses of a position."""

import struct
from collections.abc import Collection, Mapping
from typing import NamedTuple

from emi.search.model.bounds import Bounds
from emi.search.model.written import VALUES

#: Version, secrets, guesses, and the seconds spent.
_HEAD = struct.Struct("<BIId")
#: A guess, a flag, and its bounds on the worst case and the total.
_VALUE = struct.Struct("<I?IIqq")
#: The versions of the format: records with another number are rejected. Since the second, the first
#: value may be that of the position, which names the rival and whether the values are complete, and
#: upper bounds may be unknown.
VERSIONS = 1, 2
#: The guess of no secret.
NONE = 2**32 - 1


class Values(NamedTuple):
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
    rival : int
        The best guess by the other order; -1 for none.
    """

    proven: Mapping[int, tuple[Bounds, Bounds]]
    improvable: Collection[int]
    spent: float
    secrets: int
    guesses: int
    rival: int = -1


def encode_values(values: Values) -> bytes:
    """Encode values as a record."""
    head = _HEAD.pack(VERSIONS[-1], values.secrets, values.guesses, values.spent)
    lines = []
    for guess, (worst, total) in values.proven.items():
        bounds = worst.lower, worst.upper or 0, total.lower, total.upper or 0
        lines.append(_VALUE.pack(guess % (NONE + 1), guess in values.improvable, *bounds))
    rival = struct.pack("<I", values.rival % (NONE + 1))
    return b"".join((VALUES, head, rival, *lines))


def decode_values(record: bytes) -> Values:
    """Decode a record of `encode_values`; raise ValueError if it is invalid."""
    at = len(VALUES) + _HEAD.size
    if not record.startswith(VALUES) or len(record) < at:
        raise ValueError("a record of values that ends early")
    version, secrets, guesses, spent = _HEAD.unpack_from(record, len(VALUES))
    if version not in VERSIONS or not 0 <= spent < float("inf"):
        raise ValueError(f"values of version {version}")
    rival = NONE
    if version > 1:
        at += 4
        if len(record) < at:
            raise ValueError("a record of values that ends early")
        (rival,) = struct.unpack_from("<I", record, at - 4)
    if (len(record) - at) % _VALUE.size or (rival >= guesses and rival != NONE):
        raise ValueError("a record of values that ends early")
    proven, improvable = {}, set()
    for number, more, worst, most, least, total in _VALUE.iter_unpack(record[at:]):
        guess = -1 if number == NONE else number
        # Proposing secrets one by one takes one guess each, perhaps after one without information.
        sound = 1 <= worst <= (most or worst) <= secrets + 1 and least <= (total or least)
        if guess >= guesses or not sound or least < 1:
            raise ValueError(f"a value of guess {guess} out of range")
        proven[guess] = Bounds(worst, most or None), Bounds(least, total or None)
        if more:
            improvable.add(guess)
    if -1 not in proven and any(total.lower < secrets for _, total in proven.values()):
        raise ValueError("a total of fewer guesses than secrets")
    return Values(proven, improvable, spent, secrets, guesses, -1 if rival == NONE else rival)
