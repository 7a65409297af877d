"""What a worker does: it solves a game, beginning with what is known, and collects its proofs.

Nothing here knows how a task comes to a worker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from emi.solving import Solution, solve

if TYPE_CHECKING:
    from emi.games.game import Game
    from search.model.limits import Limits
    from search.model.objective import Objective
    from search.model.record import Store


class Batch(NamedTuple):
    """Records as they were written, or put in the place of others."""

    key: str
    records: list[bytes]
    label: str
    alone: bool


@dataclass
class Collected:
    """A store of a worker: it holds what was known, and collects what is written."""

    known: dict[str, list[bytes]] = field(default_factory=dict)
    batches: list[Batch] = field(default_factory=list)

    def read(self, key: str) -> Iterator[bytes]:
        """Yield the records of a key."""
        yield from self.known.get(key, [])

    def write(self, key: str, records: list[bytes], label: str = "") -> None:
        """Append records."""
        self.known.setdefault(key, []).extend(records)
        self.batches.append(Batch(key, records, label, alone=False))

    def replace(self, key: str, records: list[bytes], label: str = "") -> None:
        """Put records in the place of others."""
        self.known[key] = list(records)
        self.batches.append(Batch(key, records, label, alone=True))

    def hand_over(self, store: Store) -> None:
        """Write what was collected to another store."""
        for batch in self.batches:
            put = store.replace if batch.alone else store.write
            put(batch.key, batch.records, batch.label)


@dataclass
class Read:
    """A store of which is noted what was read from it; nothing is written to it."""

    store: Store | None
    known: dict[str, list[bytes]] = field(default_factory=dict)

    def read(self, key: str) -> Iterator[bytes]:
        """Yield the records of a key."""
        found = [] if self.store is None else [*self.store.read(key)]
        self.known[key] = found
        yield from found

    def write(self, key: str, records: list[bytes], label: str = "") -> None:
        """Keep nothing."""

    replace = write


def task(
    game: Game,
    objective: Objective,
    first: str | None,
    limits: Limits | None,
    known: dict[str, list[bytes]],
    watch: Callable[[object], bool] | None = None,
) -> tuple[Solution, list[Batch]]:
    """Solve a game; return the solution, and what was proven on the way."""
    store = Collected(known)
    found = solve(game, objective, first=first, limits=limits, store=store, watch=watch)
    return replace(found, store=None), store.batches
