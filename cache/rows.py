"""The rows of the database: their names, and the frame in which damage shows.

A game has one head, ``game/KEY``, which holds the numbers of its first and next record and its
label, and one row for each record, ``record/KEY/NUMBER``. A number is never used twice: a reader
overtaken by `DiskStore.replace` sees that its row is gone and goes on with the new ones.

Head and record are framed alike: magic, format version, length, digest, payload. The digest also
covers the key and which of the two it is, so a row that was moved does not verify. It guards
against damage, not against malice: that is the part of the folder, which only its owner may write.
"""

import struct
from hashlib import blake2b
from typing import NamedTuple

from cache.folder import CacheError

VERSION = 1

_FRAME = struct.Struct(">4sHI16s")
_RANGE = struct.Struct(">QQ")


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


def frame(name: str, payload: bytes) -> bytes:
    """Return the bytes of a row with this name and payload."""
    kind, key, *_ = name.split("/")
    digest = blake2b(
        f"{key}/".encode(), digest_size=16, person=b"head" if kind == "game" else b"record"
    )
    digest.update(payload)
    return _FRAME.pack(b"emi\n", VERSION, len(payload), digest.digest()) + payload


def unframe(name: str, row: bytes) -> bytes | None:
    """Return the payload of the row of that name, or None if it does not verify."""
    payload = row[_FRAME.size :]
    return payload if row == frame(name, payload) else None
