"""Work on a game, and what a remote worker needs for it: a light game, and a store in memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from emi.search.model.limits import Limits, Stopped, Watch

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.search.model.record import Store

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Work(Protocol[R_co]):
    """Work on a game, such as `emi.solve`, perhaps as a `functools.partial`.

    It raises Stopped if a limit or the watcher ends it without a result. For a cluster, it must be
    a function of a module.
    """

    def __call__(self, game: Game, /, *, limits: Limits, store: Store | None, watch: Watch) -> R_co:
        """Do the work."""
        ...


def stored(
    work: Work[R], game: Game, *, limits: Limits, store: Store | None
) -> tuple[R | None, bool]:
    """Return the result of work from the store alone, and whether no search is needed.

    Every search calls its watcher first; this watcher ends it.
    """
    result, whole = None, True

    def end(_: object) -> bool:
        nonlocal whole
        whole = False
        raise Stopped

    with suppress(Stopped):
        result = work(game, limits=limits, store=store, watch=end)
    return result, whole


class Batch(NamedTuple):
    """Records written to a key; if ``alone``, they replaced its other records."""

    key: str
    records: list[bytes]
    label: str
    alone: bool


class MemoryStore:
    """A store that lasts as long as this object.

    Parameters
    ----------
    records : dict, optional
        The records known before, by key.
    beside : Store, optional
        A second store for all records that are written; it is not read.

    Attributes
    ----------
    written : list of Batch
        The batches written, in order.
    """

    def __init__(
        self, records: dict[str, list[bytes]] | None = None, beside: Store | None = None
    ) -> None:
        self.records, self.beside = dict(records or {}), beside
        self.written: list[Batch] = []

    def read(self, key: str) -> Iterator[bytes]:
        """Yield the records of a key."""
        yield from self.records.get(key, ())

    def write(self, key: str, records: list[bytes], label: str = "") -> None:
        """Append records."""
        self.take([Batch(key, records, label, alone=False)])

    def replace(self, key: str, records: list[bytes], label: str = "") -> None:
        """Replace the records of a key."""
        self.take([Batch(key, records, label, alone=True)])

    def take(self, batches: list[Batch]) -> None:
        """Add records that were written elsewhere."""
        for batch in batches:
            before = [] if batch.alone else self.records.get(batch.key, [])
            self.records[batch.key] = [*before, *batch.records]
            if self.beside is not None:
                put = self.beside.replace if batch.alone else self.beside.write
                put(batch.key, batch.records, batch.label)
        self.written += batches


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
