"""What is kept of a question between runs: proven bounds, under the digest of the game."""

from __future__ import annotations

import warnings
from hashlib import sha256
from typing import TYPE_CHECKING

from search.model.record import FORMAT, Proven, Store, decode, encode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game


class Keeper:
    """Reads and writes the bounds of a question about a game.

    A store that fails costs time later, not the answer now. Another list, rule, question or format
    is another key.

    Parameters
    ----------
    game : Game
    store : Store or None
        None keeps nothing.
    question : str
        Tells the costs asked for from others; empty for the worst case.
    """

    def __init__(self, game: Game, store: Store | None, question: str = "") -> None:
        self.game = game
        self.store = store
        self.priced = bool(question)
        digest = sha256(f"{game.key} {question}".encode()).hexdigest() if question else game.key
        self.key = f"{FORMAT:04x}{digest}"
        self.label = f"{game.name}, {question}" if question else game.name

    def read(self) -> list[Proven]:
        """Return what was proven; a record that makes no sense is dropped with a warning."""
        secrets, guesses = len(self.game.secrets), len(self.game.guesses)
        batch: list[Proven] = []
        for record in () if self.store is None else self.store.read(self.key):
            try:
                batch += decode(record, secrets, guesses, states=self.priced)
            except ValueError as error:
                said = f"{self.game.name}: a record of the cache is dropped: {error}"
                warnings.warn(said, stacklevel=2)
        return batch

    def __call__(self, batch: Sequence[Proven]) -> None:
        """Keep bounds, in the place of all others if they settle the question."""
        if self.store is None:
            return
        put = self.store.replace if any(map(self._settles, batch)) else self.store.write
        try:
            put(self.key, [encode(batch)], self.label)
        except ValueError as error:
            self.store = None
            warnings.warn(f"{self.game.name}: nothing more is kept: {error}", stacklevel=2)

    def _settles(self, one: Proven) -> bool:
        """Tell whether the question is settled: what was proven on the way is of no more use."""
        whole = one.candidates is None or (
            not self.priced and len(one.candidates) == len(self.game.secrets)
        )
        return whole and one.lower == one.upper
