"""The stored records of a question: bounds and strategies, under the digest of the game."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from emi.errors import EmiError
from emi.search.model.bounds import Bounds, ContradictionError
from emi.search.model.candidates import Candidates
from emi.search.model.limits import Stopped
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
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from emi.games.game import Game
    from emi.questions.question import Question
    from emi.search.model.strategy import Strategy as Tree
    from emi.search.model.written import Proof, Refutation
    from emi.search.solve.base import Search
    from emi.search.solve.session import Session

T = TypeVar("T")

#: Side questions are usually settled within these seconds: then they are not stored.
SOON = 2.0


@dataclass(frozen=True)
class Known:
    """The known facts about the value of a question.

    Attributes
    ----------
    bounds : Bounds
    guess : str
        First guess of a strategy that attains the upper bound; else the given first guess; else
        empty.
    outline : Outline or None
        A strategy that attains the value.
    opening : tuple of str
        For a search for openings: the guesses of the upper bound, once found.
    """

    bounds: Bounds
    guess: str
    outline: Outline | None = None
    opening: tuple[str, ...] = ()

    def openers(self, question: Question) -> tuple[str, ...]:
        """Return the guesses made regardless of the feedback, if they are known."""
        if question.begun <= len(question.opening):
            return question.opening
        if self.outline is None:
            return self.opening
        return question.openers_of(self.outline.strategy)


class Records:
    """Reads and writes the records of a question about a game; does nothing without a store.

    A failing store costs time later, but not the current answer. While a strategy is being written
    (``writing``), facts proven on the way to a worst case remain useful even after that is settled.
    The key depends on the game, the question (empty for the worst case from the start) and the
    format. ``priced`` defaults to True when a question is given. ``begun`` is the number of
    prescribed first guesses. ``digest`` identifies the game, as from
    `emi.questions.question.QuestionSession.key`; without it, nothing is stored about a custom rule.
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
        self.known = Known(Bounds(0, None), "")
        self.refutation: Refutation | None = None
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
                self.drop(error)
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

        def decoded(record: bytes) -> Proof:
            return decode_written(record, self.own, len(self.game.guesses))

        proofs = self.marked(PROOF if proof else (STRATEGY, PROOF), decoded)
        return next((item for item in proofs if fits(item.outline)), None)

    def marked(self, mark: bytes | tuple[bytes, ...], decode: Callable[[bytes], T]) -> Iterator[T]:
        """Yield the records with a mark that were read, the latest first; drop invalid ones."""
        for record in reversed(self._written):
            if record.startswith(mark):
                try:
                    yield decode(record)
                except ValueError as error:
                    self.drop(error)

    def __call__(self, batch: Sequence[Proven]) -> None:
        """Store bounds; those that settle a worst case replace others, unless ``writing``.

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
        return [record for record in self._written if record.startswith(STRATEGY)]

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

    def drop(self, error: ValueError) -> None:
        """Warn that an invalid record was dropped."""
        if not self._quiet:
            said = f"{self.game.name}: dropped a record of the cache: {error}"
            warnings.warn(said, stacklevel=2)

    def _settles(self, proven: Proven) -> bool:
        """Return whether the worst case is proven: then bounds proven on the way are useless."""
        whole = proven.candidates is not None and len(proven.candidates) == len(self.game.secrets)
        return whole and proven.lower == proven.upper


class Beside(Records):
    """The records of a side question: written if it takes a while; in the end, only its value."""

    def __init__(self, game: Game, store: Store | None, question: str, digest: str) -> None:
        super().__init__(game, store, question, digest=digest)
        self._began = time.monotonic()
        self._fresh: list[Proven] = []
        self._value: Proven | None = None

    def __call__(self, batch: Sequence[Proven]) -> None:
        """Store bounds on costs once some time has passed."""
        self._fresh += batch
        for proven in batch:
            if proven.candidates is None and proven.lower == proven.upper:
                self._value = proven
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


def records_of(question: Question) -> Records:
    """Return the records of a question without reading them.

    They have no store if a limit is reached before the feedback of a custom rule is known.
    """
    store, digest = question.store, ""
    if store is not None:
        try:
            digest = question.key
        except Stopped:
            store = None
    return Records(
        question.game, store, question.words, priced=question.objective.priced,
        begun=question.begun, digest=digest,
    )  # fmt: skip


def read(question: Question, *, proof: bool = False, most: int | None = None) -> Records:
    """Return the records of a question, with a strategy or a proof if stored.

    Nothing is read if there are more than ``most`` records.
    """
    records = records_of(question)
    records.known = _known(question, records.read(most))
    if records.known.bounds.proven:
        written = stored(question, records, records.known.bounds.upper, proof=proof)
        if written is not None:
            records.known = replace(records.known, outline=written.outline)
            records.refutation = written.refutation
    return records


def _known(question: Question, records: Iterable[Proven]) -> Known:
    """Return the facts in records, without the kernels, which take time to load."""
    game, bounds, guess = question.game, question.first_bounds, "".join(question.opening[:1])
    about = None
    if not question.objective.priced:
        about = question.candidates or Candidates.every(len(game.secrets))
        guess = guess or game.secrets[about.members[0]]
    for proven in records:
        # For costs, a guess without an upper bound belongs to a bound on strategies that begin with
        # it.
        if proven.candidates != about or (
            about is None and proven.upper is None and proven.guess >= 0
        ):
            continue
        # An upper bound is only useful with a guess that attains it. A class may be the whole set,
        # and recorded as well; other guesses attain bounds on that.
        attained = proven.guess >= 0 and question.opening[:1] in ((), (game.guesses[proven.guess],))
        upper = proven.upper if attained else None
        try:
            bounds = bounds.tightened(proven.lower, upper)
        except ContradictionError:
            return _known(question, [])
        if upper is not None and upper == bounds.upper:
            guess = game.guesses[proven.guess]
    return Known(bounds, guess)


def stored(
    question: Question, records: Records, value: int | None, *, proof: bool = False
) -> Proof | None:
    """Return a strategy or proof among the records read that attains a value, if there is one."""
    game, members, objective = question.game, question.members, question.objective
    wanted = {*(range(len(game.secrets)) if members is None else members.tolist())}

    def fits(outline: Outline) -> bool:
        return (
            {*outline.found, *outline.missed} == wanted
            and _begins(question, outline.strategy)
            and not (outline.missed and not objective.priced)
            and objective.reached(outline, question.weights) == value
        )

    return records.written(fits, proof=proof)


def _begins(question: Question, tree: Tree) -> bool:
    """Return whether a strategy makes the prescribed first guesses regardless of the feedback."""
    nodes, given = [tree], question.opening_indices
    for place in range(question.begun):
        guesses = {node.guess for node in nodes}
        if len(guesses) > 1 or (place < len(given) and guesses - {given[place]}):
            return False
        nodes = [branch for node in nodes for branch in node.branches]
    return True


def keep_strategy(question: Question, records: Records, search: Search, outline: Outline) -> None:
    """Store the strategy of a search in place of the records that it makes superfluous."""
    lower, upper, guess = search.bounds.lower, search.bounds.upper, outline.nodes[0].guess
    settled = None
    if question.objective.priced:
        settled = Proven(None, lower, upper, guess, 0)
    elif question.candidates is None:
        settled = Proven(search.candidates, lower, upper, guess)
    if search.final:
        records.write(outline, settled=settled)
    for other in records.beside:
        (other.settle if search.final else other.flush)()


def keep_upper(question: Question, upper: int, guess: int, outline: Outline | None = None) -> None:
    """Record an upper bound that a strategy attains, for any first guess, unless it is known.

    ``guess`` is the index of the first guess of the strategy. ``outline`` is the strategy, stored
    too if given.
    """
    question = replace(question, first=None, openers=None)
    records = read(question)
    known = records.known.bounds
    # A wrong cache may have a lower bound above this.
    if known.lower <= upper and (known.upper is None or upper < known.upper):
        fact = Proven(None, known.lower, upper, guess, 0)
        if not question.objective.priced:
            about = question.candidates or Candidates.every(len(question.game.secrets))
            fact = Proven(about, known.lower, upper, guess)
        records([fact])
        if outline is not None:
            records.write(outline)


def keeping_session(session: Session, question: Question, records: Records) -> Session:
    """Return a session of the engine, set to store proven bounds if the question has a store."""
    if question.store is not None:
        session.keep, session.beside = records, records.aside
    return session
