"""Records: proven bounds in the form in which they are stored, and the checks on reading.

A record is a sequence of bounds, each with a head of numbers and the set that they hold for.
"""

import math
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from emi.search.model.bounds import Bounds
from emi.search.model.candidates import Candidates

#: Part of every key: increase it when the meaning of records changes, so old ones are not read.
FORMAT = 1

#: The fields of a head: lower, upper, guess; or lower, upper or -1, state, guess. The last field is
#: the number of bytes of the set.
_WORST_CASE, _COST = struct.Struct("<IIiI"), struct.Struct("<qqiiI")


@dataclass(frozen=True)
class Proven:
    """Proven bounds on the value of a set of secrets.

    Parameters
    ----------
    candidates : Candidates or None
        The set; None for the set of the question itself (only with a state).
    lower : int
        A lower bound on the value. For the question itself with a guess and without ``upper``: a
        lower bound on the cost of strategies that begin with the guess.
    upper : int or None
        The value of a strategy that begins with the guess; None if no strategy is known.
    guess : int
        The index of a guess, or -1.
    state : int or None
        The number of guesses made before, for costs; None for a worst case, which does not depend
        on it.
    """

    candidates: Candidates | None
    lower: int
    upper: int | None
    guess: int = -1
    state: int | None = None


class Store(Protocol):
    """The interface of a cache for the engine: it stores opaque records and returns them in order.

    The store guarantees that records are unchanged; this module checks their contents.
    """

    def read(self, key: str) -> Iterator[bytes]:
        """Return the records stored under a key, oldest first."""
        ...

    def write(self, key: str, records: list[bytes], label: str = "") -> None:
        """Append records under a key."""
        ...

    def replace(self, key: str, records: list[bytes], label: str = "") -> None:
        """Replace the records under a key."""
        ...


#: Marks a missing bound or state.
NONE = -1


class Batch(Sequence[Proven]):
    """Bounds as arrays: the form of a journal, and of messages between workers of a search.

    As a sequence it yields `Proven`; most code uses the arrays directly.

    Parameters
    ----------
    heads : (n, 5) int64
        Lower, upper or `NONE`, guess, state or `NONE`, and the number of members of the set: 0 for
        the set of the question itself.
    members : int32
        The members of all sets, one set after the other, each in ascending order.
    secrets : int
    record : bytes, optional
        The result of `encode` for these bounds, if it is known.
    """

    def __init__(
        self,
        heads: NDArray[np.int64],
        members: NDArray[np.int32],
        secrets: int,
        record: bytes | None = None,
    ) -> None:
        self.heads, self.members, self.secrets, self.record = heads, members, secrets, record

    @classmethod
    def of(cls, bounds: Sequence[Proven], secrets: int) -> "Batch":
        """Return bounds as arrays."""
        heads = np.empty((len(bounds), 5), np.int64)
        sets = [np.empty(0, np.int32)]
        for head, proven in zip(heads, bounds, strict=True):
            members = sets[0] if proven.candidates is None else proven.candidates.members
            upper = NONE if proven.upper is None else proven.upper
            state = NONE if proven.state is None else proven.state
            head[:] = proven.lower, upper, proven.guess, state, len(members)
            sets.append(members)
        return cls(heads, np.concatenate(sets), secrets)

    @classmethod
    def ordered(cls, heads: NDArray[np.int64], members: NDArray[np.int32], secrets: int) -> "Batch":
        """Return a batch from sets whose members are in any order."""
        of = np.repeat(np.arange(len(heads)), heads[:, 4])
        return cls(heads, members[np.lexsort((members, of))], secrets)

    @classmethod
    def joined(cls, batches: "Sequence[Batch]", secrets: int) -> "Batch":
        """Return several batches as one."""
        heads = np.concatenate([np.empty((0, 5), np.int64), *(batch.heads for batch in batches)])
        members = np.concatenate([np.empty(0, np.int32), *(batch.members for batch in batches)])
        return cls(heads, members, secrets)

    def only(self, marked: NDArray[np.bool_]) -> "Batch":
        """Return the bounds at the places that are marked."""
        members = self.members[np.repeat(marked, self.heads[:, 4])]
        return Batch(self.heads[marked], members, self.secrets)

    def sets(self) -> Iterator[tuple[NDArray[np.int32], list[int]]]:
        """Yield the members and the head of each set."""
        at = 0
        for head in self.heads.tolist():
            yield self.members[at : at + head[4]], head
            at += head[4]

    @property
    def nbytes(self) -> int:
        """The number of bytes to send."""
        return self.heads.nbytes + self.members.nbytes + len(self.record or b"")

    def __len__(self) -> int:
        return len(self.heads)

    def __iter__(self) -> Iterator[Proven]:
        for members, (lower, upper, guess, state, size) in self.sets():
            candidates = Candidates(members.tolist(), self.secrets) if size else None
            yield Proven(
                candidates, lower, None if upper == NONE else upper, guess,
                None if state == NONE else state,
            )  # fmt: skip

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401 - an index or a slice, as of a list
        return [*self][place]


def encode(batch: Iterable[Proven]) -> bytes:
    """Return bounds as one record; either all of them have a state, or none has."""
    if isinstance(batch, Batch) and batch.record is not None:
        return batch.record
    return b"".join(map(_entry, batch))


def _entry(record: Proven) -> bytes:
    blob = b"" if record.candidates is None else record.candidates.to_bytes()
    if record.state is None:
        head = _WORST_CASE.pack(record.lower, record.upper, record.guess, len(blob))
    else:
        upper = -1 if record.upper is None else record.upper
        head = _COST.pack(record.lower, upper, record.state, record.guess, len(blob))
    return head + blob


def decode(
    record: bytes,
    secrets: int | None,
    guesses: int | None,
    *,
    states: bool = False,
    begun: float = 0,
) -> list[Proven]:
    """Read a record that `encode` wrote for a game with these numbers of secrets and guesses.

    If the numbers are None, all sets must be of games with equally many secrets. ``begun`` is the
    number of prescribed first guesses. Since these may give no information, a worst case is at most
    the number of candidates plus ``begun``. Raises ValueError if the record is incomplete or a
    value is out of range.
    """
    head = _COST if states else _WORST_CASE
    batch = []
    for numbers, candidates in _entries(head, record, secrets):
        if states:
            lower, upper, state, guess = numbers
            proven = Proven(candidates, lower, None if upper == -1 else upper, guess, state)
            fits = state >= 0 and (candidates is not None or upper == -1 or guess >= 0)
        else:
            lower, upper, guess = numbers
            proven = Proven(candidates, lower, upper, guess)
            size = 0 if candidates is None else len(candidates)
            fits = size > 0 and lower >= 1 and min(size, 2) <= upper <= size + begun
        if not fits or guess < -1 or (guesses is not None and guess >= guesses):
            among = f" among {secrets} secrets and {guesses} guesses" if guesses else ""
            raise ValueError(f"{proven}: out of range{among}")
        Bounds(proven.lower, proven.upper)
        batch.append(proven)
    return batch


def decode_alone(record: bytes) -> list[Proven]:
    """Read a record of either kind whose game and question are unknown; see `decode`."""
    faults = []
    for states in (False, True):
        try:
            return decode(record, None, None, states=states, begun=math.inf)
        except ValueError as error:
            faults.append(error)
    # Report the fault of the kind whose entries the record consists of.
    worst, cost = faults
    raise worst if _consists_of(_WORST_CASE, record) else cost


def _consists_of(head: struct.Struct, record: bytes) -> bool:
    """Return whether a record consists of complete entries with heads of this kind."""
    with suppress(ValueError):
        return all(candidates is not None for _, candidates in _entries(head, record, None))
    return False


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
