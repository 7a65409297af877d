"""Bounds on costs in a form that outlives the process: what is written and what is believed."""

import struct
from collections.abc import Iterable
from dataclasses import dataclass

from search.model.candidates import Candidates
from search.model.records import entries, entry

_HEAD = struct.Struct("<qqiiI")


@dataclass(frozen=True)
class CostFact:
    """What a set of secrets costs at least, and at most if that is known.

    Parameters
    ----------
    candidates : Candidates or None
        The set; None for that of the question itself.
    state : int
        How many guesses were made before (see `search.model.costs`).
    lower : int
        With a set, what it costs at least. Of the question itself and a guess, without ``upper``:
        what it costs at least if it begins with the guess.
    upper : int or None
        The cost of a strategy that begins with the guess.
    guess : int
        Index of a guess, or -1.
    """

    candidates: Candidates | None
    state: int
    lower: int
    upper: int | None
    guess: int = -1


def encode(facts: Iterable[CostFact]) -> bytes:
    """Write facts as one record."""
    return b"".join(
        entry(
            _HEAD,
            (fact.lower, -1 if fact.upper is None else fact.upper, fact.state, fact.guess),
            fact.candidates,
        )
        for fact in facts
    )


def decode(record: bytes, secrets: int, guesses: int) -> list[CostFact]:
    """Read a record that `encode` wrote for a game of that many secrets and guesses.

    Raises
    ------
    ValueError
        If the record is not whole or a value in it is out of range.
    """
    facts = []
    for (lower, upper, state, guess), candidates in entries(_HEAD, record, secrets):
        begun = candidates is not None or upper == -1 or guess >= 0
        if (
            not begun
            or not -1 <= guess < guesses
            or state < 0
            or lower < 0
            or (upper != -1 and upper < lower)
        ):
            msg = f"guess {guess} with costs {lower}..{upper} in state {state}"
            raise ValueError(msg)
        facts.append(CostFact(candidates, state, lower, None if upper == -1 else upper, guess))
    return facts
