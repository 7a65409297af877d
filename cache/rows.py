"""The rows of the database: their names, and a frame that reveals damage.

A game has one head, ``game/KEY``, which holds the numbers of its first and next record and its
label, and one row for each record, ``record/KEY/NUMBER``. Numbers are never reused: a reader
overtaken by `DiskStore.replace` sees that its row is gone and continues with the new rows.

Heads and records have the same frame: magic, format version, length, digest, payload. The digest
also covers the key and the kind of row, so a moved row does not verify. The digest protects against
damage, not malice: against that, only the owner may write to the folder.
"""

import struct
from hashlib import blake2b
from typing import NamedTuple

from emi.cache.folder import CacheError

VERSION = 1

_FRAME = struct.Struct(">4sHI16s")
_RANGE = struct.Struct(">QQ")


class Head(NamedTuple):
    """The first and the next record number of a game, and its label."""

    first: int = 0
    next: int = 0
    label: str = ""

    def encode(self) -> bytes:
        """Return the payload of a head row."""
        return _RANGE.pack(self.first, self.next) + self.label.encode(errors="replace")

    @classmethod
    def decode(cls, payload: bytes) -> "Head":
        """Return the head encoded in a payload."""
        first, end = _RANGE.unpack_from(payload)
        return cls(first, end, payload[_RANGE.size :].decode(errors="replace"))


def head_name(key: str) -> str:
    """Return the name of the head row of a game."""
    return f"game/{key}"


def record_name(key: str, n: int) -> str:
    """Return the name of a record row of a game."""
    return f"record/{key}/{n:012d}"


def check_key(key: str) -> None:
    """Reject a key that is not a hexadecimal digest."""
    if not key or set(key) - set("0123456789abcdef"):
        raise CacheError(f"a key is a digest in lower-case hexadecimal, not {key!r}")


def frame(name: str, payload: bytes) -> bytes:
    """Return the framed bytes of a row with this name and payload."""
    kind, key, *_ = name.split("/")
    digest = blake2b(
        f"{key}/".encode(), digest_size=16, person=b"head" if kind == "game" else b"record"
    )
    digest.update(payload)
    return _FRAME.pack(b"emi\n", VERSION, len(payload), digest.digest()) + payload


def unframe(name: str, row: bytes) -> bytes | None:
    """Return the payload of the row with that name, or None if it does not verify."""
    payload = row[_FRAME.size :]
    return payload if row == frame(name, payload) else None
