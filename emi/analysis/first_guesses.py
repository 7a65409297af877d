"""The stored facts about the first guesses of a game: profiles and proven values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.questions.records import Records
from emi.results.playing import Exact
from emi.search.heuristics.surveyed import decode, encode
from emi.search.heuristics.values import Values, decode_values, encode_values
from emi.search.model.written import SURVEY, VALUES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from emi.games.game import Game
    from emi.search.heuristics.surveyed import Chunk
    from emi.search.model.record import Store

#: The question under which the records are stored.
QUESTION = "first guesses"


class FirstGuesses:
    """The records of the first guesses of a game; empty without a store.

    Parameters
    ----------
    game : Game
    store : Store or None
    digest : str, optional
        As of `emi.questions.records.Records`.

    Attributes
    ----------
    chunks : list of Chunk
        The stored profiles.
    proven : dict
        The proven values of guesses, by index.
    improvable : set
        The guesses whose values more time might improve.
    spent : float
        The seconds spent so far. A caller with a smaller limit needs no further work.
    """

    def __init__(self, game: Game, store: Store | None, digest: str = "") -> None:
        self.secrets, self.guesses = len(game.secrets), len(game.guesses)
        self.records = Records(game, store, QUESTION, digest=digest)
        self.records.read()
        chunks = self.records.marked(
            SURVEY, lambda record: decode(record, self.secrets, self.guesses)
        )
        self.chunks = [*chunks][::-1]
        self.proven: dict[int, Exact] = {}
        self.improvable: set[int] = set()
        self.spent = 0.0
        for values in [*self.records.marked(VALUES, self._decoded)][::-1]:
            self.proven |= {guess: Exact(*bounds) for guess, bounds in values.proven.items()}
            self.improvable = self.improvable - values.proven.keys() | {*values.improvable}
            self.spent = max(self.spent, values.spent)

    def keep(
        self,
        chunks: Sequence[Chunk],
        proven: Mapping[int, Exact],
        improvable: Collection[int],
        spent: float,
    ) -> None:
        """Store the results, unless nothing is new."""
        if chunks or proven != self.proven:
            both = {g: (one.worst, one.total) for g, one in proven.items() if one.total is not None}
            values = Values(both, improvable, spent, self.secrets, self.guesses)
            records = [encode(chunk, self.secrets, self.guesses) for chunk in chunks]
            self.records.add([*records, encode_values(values)])

    def _decoded(self, record: bytes) -> Values:
        values = decode_values(record)
        if (values.secrets, values.guesses) != (self.secrets, self.guesses):
            raise ValueError("values of another game")
        return values
