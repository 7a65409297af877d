"""What is kept of the first guesses of a game: their profiles, and what is proven of each."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

from emi.persistence import Records
from emi.playing.explanation import Exact
from search.heuristics.surveyed import Chunk, decode, encode
from search.model.bounds import Bounds
from search.model.written import SURVEY, VALUES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from emi.games.game import Game
    from search.model.record import Store

#: The question that the records are of.
QUESTION = "first guesses"
#: Version, secrets, guesses, and the seconds spent.
_HEAD = struct.Struct("<BIId")
#: A guess, whether it is improvable, and its bounds on the worst case and the total.
_VALUE = struct.Struct("<I?IIqq")
VERSION = 1


class FirstGuesses:
    """What a store holds of the first guesses of a game; without a store nothing.

    Attributes
    ----------
    chunks : list of Chunk
        The profiles that were kept.
    proven : dict
        What is proven of guesses, by their indices.
    improvable : set
        Those of which more time would perhaps tell more.
    spent : float
        The seconds that all of it has taken so far. Where that is as long as somebody wants to
        wait, there is nothing more to do for them.
    """

    def __init__(self, game: Game, store: Store | None) -> None:
        self.secrets, self.guesses = len(game.secrets), len(game.guesses)
        self.records = Records(game, store, QUESTION)
        self.records.read()
        self.chunks = self.records.marked(
            SURVEY, lambda record: decode(record, self.secrets, self.guesses)
        )
        self.proven: dict[int, Exact] = {}
        self.improvable: set[int] = set()
        self.spent = 0.0
        for values in self.records.marked(VALUES, self._decoded):
            self.proven |= values.proven
            self.improvable = self.improvable - values.proven.keys() | {*values.improvable}
            self.spent = max(self.spent, values.spent)

    def keep(
        self,
        chunks: Sequence[Chunk],
        proven: Mapping[int, Exact],
        improvable: Collection[int],
        spent: float,
    ) -> None:
        """Keep what was found, unless there is nothing new."""
        if chunks or proven != self.proven:
            values = Values(proven, improvable, spent, self.secrets, self.guesses)
            records = [encode(chunk, self.secrets, self.guesses) for chunk in chunks]
            self.records.add([*records, encode_values(values)])

    def _decoded(self, record: bytes) -> Values:
        values = decode_values(record)
        if (values.secrets, values.guesses) != (self.secrets, self.guesses):
            raise ValueError("values of another game")
        return values


class Values(NamedTuple):
    """What was found out of first guesses; the fields are as of `FirstGuesses`."""

    proven: Mapping[int, Exact]
    improvable: Collection[int]
    spent: float
    secrets: int
    guesses: int


def encode_values(values: Values) -> bytes:
    """Write values as a record; a guess without an upper bound has no place in it."""
    head = _HEAD.pack(VERSION, values.secrets, values.guesses, values.spent)
    lines = []
    for guess, (worst, total) in ((g, (one.worst, one.total)) for g, one in values.proven.items()):
        if total is not None and worst.upper is not None and total.upper is not None:
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
        known[guess] = Exact(Bounds(worst, most), Bounds(least, total))
        if more:
            improvable.add(guess)
    return Values(known, improvable, spent, secrets, guesses)
