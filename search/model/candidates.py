"""Sets of secrets as bitsets, which can be printed and stored."""

from collections.abc import Iterable

import numpy as np
from bitarray import frozenbitarray
from bitarray.util import sc_decode, sc_encode, zeros
from numpy.typing import NDArray


class Candidates:
    """A set of secrets, given as indices; its repr shows the bits.

    Parameters
    ----------
    members : iterable of int
        The indices.
    secrets : int
        The number of secrets of the game.

    Examples
    --------
    >>> Candidates([1, 2, 5], 8)
    Candidates(3 of 8: .##..#..)
    >>> Candidates([1, 2], 8) <= Candidates([1, 2, 5], 8)
    True
    """

    __slots__ = ("bits",)

    #: The repr shows at most this many bits.
    SHOWN = 64
    #: The most secrets that `from_bytes` accepts, since it allocates the set before reading it.
    MOST = 10**8

    def __init__(self, members: Iterable[int], secrets: int) -> None:
        bits = zeros(secrets)
        for member in members:
            if not 0 <= member < secrets:
                raise ValueError(f"candidate {member}: expected 0 to {secrets - 1}")
            bits[member] = 1
        self.bits = frozenbitarray(bits)

    @classmethod
    def of_bits(cls, bits: frozenbitarray) -> "Candidates":
        """Return the set with these bits."""
        candidates = cls.__new__(cls)
        candidates.bits = bits
        return candidates

    @classmethod
    def every(cls, secrets: int) -> "Candidates":
        """Return the set of all secrets."""
        return cls.of_bits(~frozenbitarray(zeros(secrets)))

    @classmethod
    def or_every(cls, candidates: "Candidates | None", secrets: int) -> "Candidates":
        """Return the given candidates of a question, or all secrets by default.

        Raises ValueError if they are empty or of another game.
        """
        if candidates is None:
            return cls.every(secrets)
        if candidates.secrets != secrets or len(candidates) == 0:
            raise ValueError(f"{candidates!r}: expected one or more of the {secrets} secrets")
        return candidates

    @classmethod
    def from_bytes(cls, blob: bytes) -> "Candidates":
        """Read the result of `to_bytes`; raise ValueError if the bytes are malformed."""
        # The first byte holds the length of the number of secrets, which follows.
        width = blob[0] & 15 if blob else 0
        if int.from_bytes(blob[1 : 1 + width], "little") > cls.MOST:
            raise ValueError("a damaged set of candidates: more secrets than any game has")
        stream = iter(blob)
        try:
            bits = sc_decode(stream)
        except StopIteration:
            raise ValueError("a set of candidates that ends early") from None
        except ValueError as error:
            # Older versions of bitarray raise it at the end too.
            raise ValueError(f"a set of candidates that ends early, or: {error}") from None
        except (OverflowError, MemoryError) as error:
            raise ValueError(f"a damaged set of candidates: {error}") from None
        if next(stream, None) is not None:
            raise ValueError("a set of candidates with bytes left over")
        return cls.of_bits(frozenbitarray(bits))

    def to_bytes(self) -> bytes:
        """Return the set as bytes, compressed so that a small set takes few."""
        return bytes(sc_encode(self.bits))

    @property
    def secrets(self) -> int:
        """The number of secrets of the game."""
        return len(self.bits)

    @property
    def members(self) -> NDArray[np.int32]:
        """``(n,)`` int32: the indices in ascending order."""
        return np.flatnonzero(np.frombuffer(self.bits.unpack(), np.uint8)).astype(np.int32)

    def __len__(self) -> int:
        return self.bits.count()

    def __contains__(self, member: int) -> bool:
        return 0 <= member < len(self.bits) and bool(self.bits[member])

    def __le__(self, other: "Candidates") -> bool:
        return (self.bits & ~other.bits).count() == 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Candidates) and self.bits == other.bits

    def __hash__(self) -> int:
        return hash(self.bits)

    def __repr__(self) -> str:
        picture = self.bits[: self.SHOWN].to01().replace("0", ".").replace("1", "#")
        more = "..." if len(self.bits) > self.SHOWN else ""
        return f"Candidates({len(self)} of {len(self.bits)}: {picture}{more})"
