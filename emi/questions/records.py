"""The stored records of a question, under the digest of the game: bounds and a strategy."""

from __future__ import annotations

import time
import warnings
from functools import cached_property
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from emi.errors import EmiError
from emi.search.model.record import FORMAT, Batch, Proven, Store, decode, encode
from emi.search.model.written import (
    MARKS,
    PROOF,
    STRATEGY,
    Outline,
    decode_written,
    encode_written,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from emi.games.game import Game
    from emi.search.model.written import Proof, Refutation

T = TypeVar("T")

#: Side questions are usually settled within these seconds: then they are not stored.
SOON = 2.0


class Records:
    """Reads and writes the records of a question about a game; does nothing without a store.

    A failing store costs time later, but not the current answer. While a strategy is being written
    (``writing``), facts proven on the way to a worst case remain useful even after that is settled.
    The key depends on the game, the question (empty for the worst case from the start) and the
    format. ``priced`` defaults to True when a question is given. ``begun`` is the number of
    prescribed first guesses. ``digest`` identifies the game, as from
    `emi.questions.session.Session.key`; without it, nothing is stored about a custom rule.
    """

    def __init__(
        self,
        game: Game,
        store: Store | None,
        question: str = "",
        *,
        priced: bool | None = None,
        begun: int = 0,
        digest: str = "",
    ) -> None:
        self.game = game
        self.store = store if digest or not game.own_rule else None
        self.digest = digest or game.key
        self.priced = bool(question) if priced is None else priced
        self.begun = begun
        self.question = question
        self.label = f"{game.name}, {question}" if question else game.name
        self.bounds: list[Proven] = []
        self.writing = False
        self.beside: list[Beside] = []
        self._written: list[bytes] = []
        self._quiet = False

    @cached_property
    def key(self) -> str:
        """The key of the records in the store."""
        digest, question = self.digest, self.question
        if question:
            digest = sha256(f"{digest} {question}".encode()).hexdigest()
        return f"{FORMAT:04x}{digest}"

    @cached_property
    def own(self) -> dict[int, int]:
        """For each guess, the index of the secret that equals it, if any."""
        place = {code: at for at, code in enumerate(self.game.secrets)}
        return {g: place[code] for g, code in enumerate(self.game.guesses) if code in place}

    def read(self, most: int | None = None) -> list[Proven]:
        """Return the proven facts; drop invalid records with a warning.

        With ``most``, nothing is read if there are more records, and damage is not reported:
        solving that question reports it.
        """
        secrets, guesses = len(self.game.secrets), len(self.game.guesses)
        self.bounds, self._written, self._quiet = [], [], most is not None
        for record in self._records(most):
            if record.startswith(MARKS):
                self._written.append(record)
                continue
            try:
                self.bounds += decode(
                    record, secrets, guesses, states=self.priced, begun=self.begun
                )
            except ValueError as error:
                self.dropped(error)
        return self.bounds

    def _records(self, most: int | None) -> Iterable[bytes]:
        if self.store is None:
            return ()
        if most is None:
            return self.store.read(self.key)
        # This is faster with a store on disk.
        if (peek := getattr(self.store, "peek", None)) is not None:
            few: list[bytes] = peek(self.key, most)
        else:
            few = [*islice(self.store.read(self.key), most + 1)]
        return few if len(few) <= most else ()

    def written(self, fits: Callable[[Outline], bool], *, proof: bool = False) -> Proof | None:
        """Return the latest fitting strategy or proof that was read; None if there is none."""
        kinds = PROOF if proof else (STRATEGY, PROOF)
        for record in [one for one in reversed(self._written) if one.startswith(kinds)]:
            try:
                found = decode_written(record, self.own, len(self.game.guesses))
            except ValueError as error:
                self.dropped(error)
                continue
            if fits(found.outline):
                return found
        return None

    def __call__(self, batch: Sequence[Proven]) -> None:
        """Store bounds; those that settle a worst case replace others, unless a strategy follows.

        Facts about costs proven on the way remain useful until a strategy is written.
        """
        # An engine hands over facts about subsets of the secrets.
        read = not (self.priced or self.writing or isinstance(batch, Batch))
        settled = read and any(map(self._settles, batch))
        self._put([encode(batch), *(self._strategies() if settled else ())], settled=settled)

    def write(
        self,
        outline: Outline,
        refutation: Refutation | None = None,
        settled: Proven | None = None,
    ) -> None:
        """Store a strategy, or both halves of a proof, in place of the records that it settles."""
        if self.store is None:
            return
        if any(record.startswith(PROOF) for record in self._written):
            settled = None  # Keep the proof.
        records = [] if settled is None else [encode([settled])]
        if records and refutation is not None:
            records += self._strategies()
        self._put([*records, encode_written(outline, refutation)], settled=bool(records))

    def marked(self, mark: bytes, decoded: Callable[[bytes], T]) -> list[T]:
        """Return the records with a mark that were read; invalid ones are dropped."""
        found = []
        for record in [one for one in self._written if one.startswith(mark)]:
            try:
                found.append(decoded(record))
            except ValueError as error:
                self.dropped(error)
        return found

    def add(self, records: Sequence[bytes]) -> None:
        """Add records with a mark to the existing ones."""
        if records:
            self._put([*records])

    def aside(self, name: str) -> tuple[Beside, list[Proven]]:
        """Return the records of a side question, and the facts proven about it."""
        # A store that failed once is not tried again.
        other = Beside(self.game, self.store, f"{self.question}, {name}", self.digest)
        self.beside.append(other)
        return other, other.read()

    def _strategies(self) -> list[bytes]:
        """Return the records of strategies that were read."""
        return [one for one in self._written if one.startswith(STRATEGY)]

    def _put(self, records: list[bytes], *, settled: bool = False) -> None:
        if self.store is None:
            return
        put = self.store.replace if settled else self.store.write
        try:
            put(self.key, records, self.label)
        except EmiError as error:
            self.store = None
            warnings.warn(
                f"{self.game.name}: no more bounds are written to the cache: {error}", stacklevel=2
            )

    def dropped(self, error: ValueError) -> None:
        """Warn that a record is not used."""
        if self._quiet:
            return
        said = f"{self.game.name}: dropped a record of the cache: {error}"
        warnings.warn(said, stacklevel=2)

    def _settles(self, one: Proven) -> bool:
        """Return whether the worst case is proven: then bounds proven on the way are useless."""
        whole = one.candidates is not None and len(one.candidates) == len(self.game.secrets)
        return whole and one.lower == one.upper


class Beside(Records):
    """Stores a side question if it takes a while; in the end, only its value."""

    def __init__(self, game: Game, store: Store | None, question: str, digest: str) -> None:
        super().__init__(game, store, question, digest=digest)
        self._began = time.monotonic()
        self._fresh: list[Proven] = []
        self._value: Proven | None = None

    def __call__(self, batch: Sequence[Proven]) -> None:
        """Store bounds on costs once some time has passed."""
        self._fresh += batch
        for one in batch:
            if one.candidates is None and one.lower == one.upper:
                self._value = one
        if time.monotonic() - self._began > SOON:
            self.flush()

    def flush(self) -> None:
        """Write pending records."""
        if self._fresh:
            self._put([encode(self._fresh)])
            self.bounds += self._fresh
            self._fresh = []

    def settle(self) -> None:
        """Replace all written records by the value, if it is known: no more is needed."""
        if self.bounds:
            self._put([encode([self._value])] if self._value else [], settled=True)
