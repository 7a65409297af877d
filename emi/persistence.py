"""What is kept of a game between runs: facts of the engine, under the digest of the game."""

from __future__ import annotations

import warnings
from hashlib import sha256
from typing import TYPE_CHECKING

from search.model import cost_facts
from search.model.facts import FORMAT, Fact, Store, decode, encode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from search.model.cost_facts import CostFact


def key(game: Game) -> str:
    """Return the name of a game in a store: another list, rule or format is another name."""
    return f"{FORMAT:04x}{game.key}"


def remembered(game: Game, store: Store | None) -> list[Fact]:
    """Read what was proven of a game; what makes no sense is dropped with a warning."""
    facts: list[Fact] = []
    if store is None:
        return facts
    for record in store.read(key(game)):
        try:
            facts += decode(record, len(game.secrets), len(game.guesses))
        except ValueError as error:
            warnings.warn(f"{game.name}: a record of the cache is dropped: {error}", stacklevel=2)
    return facts


class Keeper:
    """Writes facts to the store; a store that fails costs time later, not the answer now."""

    def __init__(self, game: Game, store: Store) -> None:
        self.game = game
        self.store: Store | None = store

    def __call__(self, facts: Sequence[Fact]) -> None:
        """Keep facts, the last of them in the place of all others if it settles the game."""
        if self.store is None:
            return
        # Once the game itself is settled, what was proven on the way is of no more use.
        settled = any(
            fact.bounds.proven and len(fact.candidates) == len(self.game.secrets) for fact in facts
        )
        put = self.store.replace if settled else self.store.write
        try:
            put(key(self.game), [encode(facts)], self.game.name)
        except ValueError as error:
            self.store = None
            warnings.warn(f"{self.game.name}: nothing more is kept: {error}", stacklevel=2)


def costs_key(game: Game, question: str) -> str:
    """Return the name of a question about costs in a store: other costs are another question."""
    return f"{FORMAT:04x}{sha256(f'{game.key} {question}'.encode()).hexdigest()}"


def remembered_costs(game: Game, store: Store | None, question: str) -> list[CostFact]:
    """Read what was proven of the costs of a game; what makes no sense is dropped with a word."""
    facts: list[CostFact] = []
    if store is None:
        return facts
    for record in store.read(costs_key(game, question)):
        try:
            facts += cost_facts.decode(record, len(game.secrets), len(game.guesses))
        except ValueError as error:
            warnings.warn(f"{game.name}: a record of the cache is dropped: {error}", stacklevel=2)
    return facts


class CostKeeper:
    """As `Keeper`, for what was proven of the costs of a game."""

    def __init__(self, game: Game, store: Store, question: str) -> None:
        self.game = game
        self.store: Store | None = store
        self.question = question

    def __call__(self, facts: Sequence[CostFact]) -> None:
        """Keep facts, the last of them in the place of all others if it settles the question."""
        if self.store is None:
            return
        settled = any(fact.candidates is None and fact.lower == fact.upper for fact in facts)
        put = self.store.replace if settled else self.store.write
        label = f"{self.game.name}, {self.question}"
        try:
            put(costs_key(self.game, self.question), [cost_facts.encode(facts)], label)
        except ValueError as error:
            self.store = None
            warnings.warn(f"{self.game.name}: nothing more is kept: {error}", stacklevel=2)
