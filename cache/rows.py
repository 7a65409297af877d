"""The rows of the database: their names, and the frame in which damage shows.

A game has one head, ``game/KEY``, which holds the numbers of its first and next record and its
label, and one row for each record, ``record/KEY/NUMBER``. A number is never used twice: a reader
overtaken by `DiskStore.replace` sees that its row is gone and goes on with the new ones.

Head and record are framed alike: magic, format version, length, digest, payload. The digest also
covers the key and which of the two it is, so a row that was moved does not verify. It guards
against damage, not against malice: that is the part of the folder, which only its owner may write.
"""

import struct
from enum import Enum
from hashlib import blake2b
from typing import NamedTuple

from cache.errors import CacheError

VERSION = 1
MAGIC = b"emi\n"
HEAD, RECORD = b"head", b"record"

_FRAME = struct.Struct(">4sHI16s")
_RANGE = struct.Struct(">QQ")


class Lack(Enum):
    """Why there is no payload."""

    ABSENT = "absent"
    DAMAGED = "damaged"


class Head(NamedTuple):
    """The numbers of a game's first and next record, and its label."""

    first: int = 0
    next: int = 0
    label: str = ""

    def encode(self) -> bytes:
        """Return the payload of the head's row."""
        return _RANGE.pack(self.first, self.next) + self.label.encode(errors="replace")

    @classmethod
    def decode(cls, payload: bytes) -> "Head":
        """Return the head of a payload."""
        first, end = _RANGE.unpack_from(payload)
        return cls(first, end, payload[_RANGE.size :].decode(errors="replace"))


def head_name(key: str) -> str:
    """Return the name of the row that holds the head of a game."""
    return f"game/{key}"


def record_name(key: str, n: int) -> str:
    """Return the name of the row that holds a record of a game."""
    return f"record/{key}/{n:012d}"


def check_key(key: str) -> None:
    """Refuse a key that is no digest in hexadecimal."""
    if not key or set(key) - set("0123456789abcdef"):
        raise CacheError(f"a key is a digest in lower-case hexadecimal, not {key!r}")


def frame(kind: bytes, key: str, payload: bytes) -> bytes:
    """Return a row that holds a payload."""
    return _FRAME.pack(MAGIC, VERSION, len(payload), _digest(kind, key, payload)) + payload


def unframe(kind: bytes, key: str, row: bytes) -> bytes | Lack:
    """Return the payload of a row, if it verifies."""
    if len(row) < _FRAME.size:
        return Lack.DAMAGED
    magic, version, length, digest = _FRAME.unpack_from(row)
    payload = row[_FRAME.size :]
    if (magic, version, length) != (MAGIC, VERSION, len(payload)):
        return Lack.DAMAGED
    return payload if digest == _digest(kind, key, payload) else Lack.DAMAGED


def _digest(kind: bytes, key: str, payload: bytes) -> bytes:
    digest = blake2b(key.encode() + b"/", digest_size=16, person=kind)
    digest.update(payload)
    return digest.digest()
