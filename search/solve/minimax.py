"""The worst case: the search shared by free and hard play.

A null-window minimax is iterated on the depth, usually from the lower bound upwards (iterative
deepening: Korf, 1985; null windows: Pearl, 1980, and Plaat et al., MTD(f), 1996). A greedy strategy
gives the first upper bound. Counting gives the first lower bound: a guess leaves at most P
classes to be found in d - 1 guesses and may itself be the secret, so d guesses find at most c(d) =
1 + P c(d - 1) secrets.

Greedy play makes the guess of least Sum at every step: among candidates only, which is quick, or
among all guesses. With a matrix in a file, the feedback is copied to memory first, because the
kernel reads it at each step.
"""

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Generic, TypeVar

import numpy as np

from emi.search.compile.jit import in_widths
from emi.search.kernels.core.partition import USELESS
from emi.search.kernels.worst_case.sums import greedy_depth
from emi.search.model.bounds import Bounds
from emi.search.model.candidates import Candidates
from emi.search.model.limits import Stopped
from emi.search.model.matrix import GATHERED, FeedbackMatrix, Indices, Rows
from emi.search.model.partition import Opening, Partitioner
from emi.search.model.record import Proven
from emi.search.solve.base import OpenedSearch
from emi.search.solve.engine import NO_KEYS, PAIRS, DecidingEngine
from emi.search.solve.parallel.root import Root
from emi.search.solve.parallel.task import SharedQuestion, Team
from emi.search.solve.session import Patience, Session
from emi.search.solve.worst_case.engine import class_keys

E = TypeVar("E", bound=DecidingEngine)
#: Questions up to this depth are decided quickly, without workers.
LEAST_DEPTH = 3
#: The factor by which attempts at a bound may take longer in each round.
TIMES_LONGER = 4
#: While its bounds are more than 1 apart, the search runs alone for this many times as long before
#: its workers join: one process finds the first strategies as quickly as many do.
PATIENT = 3
#: The seconds that workers spend on one bound before trying the other.
TURN = Patience(8.0, 2)


class Greedy:
    """Greedy play in one game; raises Stopped if ``go_on`` returns False."""

    def __init__(self, matrix: FeedbackMatrix, go_on: Callable[[], bool]) -> None:
        self.matrix, self.go_on = matrix, go_on
        self.partitioner = Partitioner(matrix)

    def among_candidates(self, members: Indices, most: int, first: int = -1) -> int:
        """Return the worst case of play among candidates, after a first guess if one is given.

        Return some number above ``most`` if the worst case exceeds ``most`` or if too much of a
        file would be read.
        """
        matrix = self.matrix
        if not matrix.in_file:
            return self._depth(matrix.rows, matrix.own, members, most, first, wide=False)
        return self.after(Opening.of(self.partitioner, members, (first,) * (first >= 0)), most)

    def after(self, opening: Opening, most: int) -> int:
        """Return the worst case of play after an opening, as `among_candidates` does."""
        matrix, played_count = self.matrix, len(opening.guesses)
        larger = [klass for klass in opening.classes if len(klass) > 1]
        worst = max([*opening.found_by.values(), *[played_count + 1] * (len(opening.left) > 0)])
        if not matrix.in_file:
            played = [(matrix.rows, matrix.own, klass) for klass in larger]
        elif sum(len(klass) ** 2 for klass in larger) > PAIRS:
            return most + 1
        else:
            copies = matrix.among(larger, self.go_on)
            places = [np.arange(len(klass), dtype=np.int32) for klass in larger]
            played = [*zip(copies, places, places, strict=True)]
        for rows, own, members in played:
            if matrix.in_file and not self.go_on():
                raise Stopped
            worst = max(
                worst,
                played_count + self._depth(rows, own, members, most - played_count, wide=False),
            )
        return worst

    def among_all(self, members: Indices, most: int, first: int) -> int:
        """Return the worst case of play among all guesses, after a first guess, if below ``most``.

        Otherwise return ``most`` or more. For a large class, this method rather than the kernel
        chooses the next guess, so that the play can be interrupted.
        """
        matrix, worst = self.matrix, 1
        at_once = GATHERED if matrix.in_file else PAIRS
        for klass in self.partitioner.classes(first, members):
            if worst >= most:
                break
            if not self.go_on():
                raise Stopped
            if len(klass) == 1:
                worst = max(worst, 1 + int(matrix.own[klass[0]] != first))
            elif len(klass) * matrix.guesses <= at_once:
                worst = max(worst, 1 + self._depth(*matrix.about(klass), most - 2, wide=True))
            else:
                keys, apart, _ = class_keys(matrix, klass, None, self.go_on)
                following = apart if apart >= 0 else int(keys.argmin())
                worst = max(worst, 1 + self.among_all(klass, most - 1, following))
        return worst

    def _depth(
        self, rows: Rows, own: Indices, members: Indices, most: int, first: int = -1, *, wide: bool
    ) -> int:
        widths, space = in_widths(rows), self.partitioner.space
        return int(greedy_depth(widths, own, first, wide, most, members.copy(), space))


class MinimaxSearch(OpenedSearch, Generic[E]):
    """A question about the worst case.

    ``engine`` decided the question and keeps all that it learned; None if quick bounds sufficed.
    ``keys`` are those of `emi.search.solve.worst_case.engine.class_keys`, empty if they were not
    needed.
    """

    engine: E | None = None

    def __init__(
        self,
        matrix: FeedbackMatrix,
        candidates: Candidates | None = None,
        session: Session | None = None,
        *,
        symmetric: bool = True,
        opening: Sequence[int] = (),
    ) -> None:
        super().__init__(matrix, candidates, session)
        self.symmetric, self.keys = symmetric, NO_KEYS
        self.begin_with(opening)
        self._put_last = self.bounds
        self._others: list[Proven] = []

    def begin_with(self, opening: Sequence[int]) -> None:
        """Begin another question, about an opening of which nothing is known yet."""
        self.opening = tuple(opening)
        # Prescribed first guesses may give no information.
        self.bounds = Bounds(1, len(self.members) + len(opening))
        self.guess = opening[0] if opening else int(self.matrix.own[self.members[0]])

    @property
    def upper(self) -> int:
        """The upper bound, which always exists: secrets can be proposed one by one."""
        return self.bounds.upper or len(self.members)

    def _run(self, records: Iterable[Proven]) -> None:
        others = [record for record in records if not self._take(record)]
        if not self.bounds.proven:
            if self.opening:
                self._search_from_opening(others)
            else:
                self._search(others)
            self._put()
        else:
            self._others = others

    def _take(self, proven: Proven) -> bool:
        """Use recorded bounds if they are about the question itself; return whether they are."""
        if proven.candidates != self.candidates:
            return False
        # An upper bound is only useful with a guess that attains it. If a prescribed first guess
        # gives no information, its class is the set itself, and the engine may have recorded an
        # upper bound on this class that another guess attains.
        attained = proven.guess == self.guess if self.opening else proven.guess >= 0
        upper = proven.upper if attained else None
        if upper is not None and upper <= self.upper:
            self.guess = proven.guess
        self.bounds = self.bounds.tightened(proven.lower, upper)
        return True

    def _tighten(self, lower: int, upper: int, guess: int) -> None:
        if upper < self.upper:
            self.guess = guess
        self.bounds = self.bounds.tightened(lower, upper)

    def _search(self, records: Iterable[Proven]) -> None:
        n = len(self.members)
        if n <= 2:  # noqa: PLR2004 - a guess each, and no guess can do better
            self._tighten(n, n, self.guess)
            return
        try:
            first, apart, most = self._profile()
        except Stopped:
            return
        if apart >= 0:
            self._tighten(2, 2, apart)
            return
        lower, reach = 2, 1 + most
        while reach < n:
            lower, reach = lower + 1, 1 + most * reach
        self._tighten(max(lower, 3), n, self.guess)
        self._play(first)
        if self.bounds.proven or not self.session.go_on():
            return
        others = [*records]
        team = self.session.team
        if team is None:
            self._iterate(self._begun(others))
        else:
            alone = team.alone

            def enough(seconds: float) -> bool:
                gap = self.upper - self.bounds.lower
                return seconds >= (alone if gap == 1 else PATIENT * alone)

            with self.session.at_first(enough, priced=False) as fresh:
                engine = self._begun(others)
                self._iterate(engine)
                self._flush()
            if not self.bounds.proven and self.session.go_on():
                self._share(engine, team, [*others, *fresh])
        if not self.bounds.proven and self.engine is not None:
            self.engine.flush()

    def _search_from_opening(self, records: Iterable[Proven]) -> None:
        """Search only the strategies that begin with the opening."""
        self.below(self.upper + 1, records)
        self._flush()

    def below(self, limit: int, records: Iterable[Proven] = ()) -> Bounds:
        """Return bounds on the opening, which meet unless its value is at least the limit."""
        opening = Opening.of(Partitioner(self.matrix), self.members, self.opening)
        guess, played, classes = self.guess, len(self.opening), opening.classes
        if not classes or len(classes[0]) == 1:
            value = played + 1 if classes else max(opening.found_by.values())
            self._tighten(value, value, guess)
            return self.bounds
        # The members of a class of two are proposed one after the other.
        self._tighten(played + 2, self.upper, guess)
        if played + 2 >= limit:
            return self.bounds
        # Few openings keep below a limit; for the others, a refutation just below it is enough.
        downwards = limit <= self.upper
        with suppress(Stopped):
            if not downwards:
                self._tighten(played + 2, self._greedy.after(opening, self.upper), guess)
            engine = self._begun(records)
            while not self.bounds.proven and self.bounds.lower < limit:
                depth = min(limit, self.upper) - 1 if downwards else self.bounds.lower
                if self._begins(engine, opening, depth):
                    self._tighten(self.bounds.lower if downwards else depth, depth, guess)
                else:
                    self._tighten(depth + 1, self.upper, guess)
        return self.bounds

    @abstractmethod
    def _begins(self, engine: E, opening: Opening, depth: int) -> bool:
        """Return whether an opening begins a strategy of ``depth`` guesses, at least two more.

        Raises
        ------
        Stopped
            If the session ended.
        """

    def _begun(self, records: Iterable[Proven]) -> E:
        """Return the engine with known facts; a second run reuses the engine of the first."""
        self.engine = engine = self.engine or self._engine_for(
            self.session, symmetric=self.symmetric
        )
        engine.session = self.session
        self.session.flushed_by(self._flush)
        engine.recall(*records)
        return engine

    def _share(self, engine: E, team: Team, records: Sequence[Proven]) -> None:
        """Search with the team until the bounds meet.

        Work on both bounds in turn, the lower one first, and longer in each round. So a refutation
        that is out of reach costs no more than the rest.
        """
        question = SharedQuestion(None, self.members, None, self.upper, self._by_position)
        root = Root(team, self.matrix, question, self.session, engine.receive, records)
        order = np.argsort(self.keys, kind="stable")
        order = order[self.keys[order] != USELESS]
        rounds, raising = 0, True
        while not self.bounds.proven and self.session.go_on():
            last = self.upper - self.bounds.lower == 1
            depth = self.bounds.lower if raising else self.upper - 1
            # A single node suffices for the engine to list the first guesses not refuted yet.
            if self._attempt(engine, depth, math.inf if depth <= LEAST_DEPTH else 1):
                continue
            some, seconds = engine.living(order).tolist(), math.inf if last else TURN.after(rounds)
            for known_now in root.ask(some, depth + 1, root.refuted, seconds):
                if known_now.guess >= 0:
                    self._tighten(self.bounds.lower, known_now.upper, known_now.guess)
                elif known_now.done:
                    self._tighten(depth + 1, self.upper, self.guess)
            if not known_now.done:
                raising, rounds = not raising, rounds + (not raising)

    @property
    def _by_position(self) -> bool:
        """Whether proven facts hold for single positions only."""
        return False

    def _flush(self) -> None:
        """Record new facts, and the bounds on the question for ``emi cache status``."""
        if self.engine is not None:
            self.engine.flush()
        if self.bounds != self._put_last and not self.bounds.proven:
            self._put()

    def _put(self) -> None:
        """Record the bounds on the question."""
        self._put_last = self.bounds
        self.session.put([Proven(self.candidates, self.bounds.lower, self.upper, self.guess)])

    @abstractmethod
    def _profile(self) -> tuple[int, int, int]:
        """Return the guess of least Sum, a guess that tells all apart or -1, and the most classes.

        The classes are those that a guess leaves to later guesses: if only candidates are allowed,
        the class of the guess itself does not count.
        """

    @abstractmethod
    def _engine_for(self, session: Session, *, symmetric: bool) -> E:
        """Return an engine for questions of up to as many guesses as the upper bound."""

    @abstractmethod
    def _patience(self) -> tuple[Patience, Patience]:
        """Return the work on one attempt while several values are possible, and on the last one."""

    def _iterate(self, engine: E) -> None:
        """Narrow the bounds until they meet, or the session ends.

        Refuting is expensive and finding a strategy is cheap. So if the lower bound does not rise
        for a while, the upper bound is lowered as far as possible before more time is spent on the
        last, most expensive refutation. Attempts keep what they learned.
        """
        # The rounds without result, while several values are possible and in the last attempt.
        rounds = [0, 0]
        while not self.bounds.proven and self.session.go_on():
            last = self.upper - self.bounds.lower == 1
            work = self._patience()[last].after(rounds[last])
            for depth in self._depths(fresh=not rounds[0]):
                if self._turn(engine, depth, work):
                    break
            else:
                rounds[last] += 1

    def _depths(self, *, fresh: bool) -> Iterator[int]:
        """Yield the depths to decide in one round, until one is decided; ``fresh`` in the first."""
        yield self.bounds.lower
        if self.upper - self.bounds.lower > 1:
            if fresh:
                self._play_on()
            if self.upper - self.bounds.lower > 1:
                yield self.upper - 1

    def _play_on(self) -> None:
        """Lower the upper bound by more greedy play, for searches that are stopped early."""

    def _writing(self, session: Session | None) -> E:
        """Return the engine that answered the question, or a new one, for a session.

        A new engine starts with the recorded facts about other sets. The session keeps what the
        engine proves, so an interrupted writing can resume.
        """
        session = session or Session()
        engine = self.engine
        if engine is None:
            engine = self._engine_for(session, symmetric=False)
            engine.recall(*self._others)
        engine.session = session
        session.flushed_by(engine.flush)
        return engine

    @cached_property
    def _greedy(self) -> Greedy:
        return Greedy(self.matrix, self.session.go_on)

    def _play(self, first: int) -> None:
        """Use the worst case of a greedy strategy as an upper bound."""
        with suppress(Stopped):
            upper = self._greedy.among_candidates(self.members, len(self.members), first)
            self._tighten(self.bounds.lower, upper, first)

    def _attempt(self, engine: E, depth: int, patience: float) -> bool:
        """Decide whether ``depth`` guesses suffice; return False if this took too many nodes."""
        return self._use(depth, engine.decide(self.members, depth, self.keys, nodes=patience))

    def _turn(self, engine: E, depth: int, work: float) -> bool:
        """Decide about a depth in its turn of a round, as `_attempt` does."""
        return self._attempt(engine, depth, work)

    def _use(self, depth: int, guess: int | None) -> bool:
        """Use the result of `DecidingEngine.decide` for a depth; return False if there is none."""
        if guess is None:
            return False
        if guess >= 0:
            self._tighten(self.bounds.lower, depth, guess)
        else:
            self._tighten(depth + 1, self.upper, self.guess)
        return True
