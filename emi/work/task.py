"""Data for a remote worker: a game without its matrix, and a store that collects new records."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.search.model.record import Store


class Batch(NamedTuple):
    """Records written to a key; if ``alone``, they replaced its other records."""

    key: str
    records: list[bytes]
    label: str
    alone: bool


@dataclass
class Collected:
    """The store of a remote worker: it holds known records and collects new ones."""

    records: dict[str, list[bytes]] = field(default_factory=dict)
    batches: list[Batch] = field(default_factory=list)

    def read(self, key: str) -> Iterator[bytes]:
        """Yield the records of a key."""
        yield from self.records.get(key, [])

    def write(self, key: str, records: list[bytes], label: str = "") -> None:
        """Append records."""
        self.records.setdefault(key, []).extend(records)
        self.batches.append(Batch(key, records, label, alone=False))

    def replace(self, key: str, records: list[bytes], label: str = "") -> None:
        """Replace the records of a key."""
        self.records[key] = list(records)
        self.batches.append(Batch(key, records, label, alone=True))

    def hand_over(self, store: Store) -> None:
        """Write the collected records to another store."""
        for batch in self.batches:
            put = store.replace if batch.alone else store.write
            put(batch.key, batch.records, batch.label)


def light(game: Game) -> Game:
    """Return a copy of a game for sending, with its lexica reduced to the words of the game."""
    game = copy(game)
    if game.lexicon is not None:
        game.lexicon = game.lexicon.only(game.secrets if game.proposed else game.guesses)
    if game.proposed is not None:
        game.proposed = game.proposed.only(game.guesses)
    return game


def records_of(store: Store | None, game: Game) -> dict[str, list[bytes]]:
    """Return the records of all games of a name in a store on disk, by key."""
    keys = getattr(store, "keys", None)
    if store is None or keys is None:
        return {}
    return {key: [*store.read(key)] for key in keys(game.name)}
