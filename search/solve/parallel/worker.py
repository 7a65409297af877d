"""Workers, which search tasks with an engine that keeps its facts for later tasks."""

import math
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import numpy as np

from emi.search.model.candidates import Candidates
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix, Indices
from emi.search.model.partition import Partitioner
from emi.search.model.record import Batch, Proven, encode
from emi.search.model.restriction import Restriction
from emi.search.solve.cost.engine import CostEngine
from emi.search.solve.engine import SlicedEngine
from emi.search.solve.hard.engine import HardEngine
from emi.search.solve.hard.rounds import Rounds
from emi.search.solve.parallel.task import Reply, SharedQuestion, Task
from emi.search.solve.session import Keep, Session
from emi.search.solve.worst_case.engine import Engine


def worker_for(
    matrix: FeedbackMatrix, restriction: Restriction | None, question: SharedQuestion
) -> "Worker":
    """Return a worker for a question."""
    if question.model is not None:
        return CostWorker(matrix, restriction, question)
    if restriction is not None:
        return HardWorker(matrix, restriction, question)
    return FreeWorker(matrix, question)


class Slice(Session):
    """A session limited in CPU seconds, so that other programs do not shorten a task."""

    def __init__(self, seconds: float, keep: Keep, room: Callable[[], int]) -> None:
        super().__init__(keep=keep, room=room)
        self.began, self.end = time.thread_time(), seconds

    @property
    def seconds(self) -> float:
        """CPU seconds since the start."""
        return time.thread_time() - self.began

    def go_on(self, depth: int = 0) -> bool:
        """Return whether time is left."""
        self.stopped = self.stopped or self.seconds >= self.end
        return super().go_on(depth)


class Worker(ABC):
    """Performs the tasks of one question."""

    engine: SlicedEngine

    def __init__(self, matrix: FeedbackMatrix, question: SharedQuestion) -> None:
        self.matrix, self.question = matrix, question
        self.fresh: list[Batch] = []
        #: Returns the bytes available for learned facts, as `Session.room` does.
        self.room: Callable[[], int] = lambda: sys.maxsize

    def session(self, seconds: float) -> Slice:
        """Return a session that collects proven facts for the reply."""
        return Slice(seconds, self._keep, self.room)

    def _keep(self, proven: Sequence[Proven]) -> None:
        if not isinstance(proven, Batch):
            proven = Batch.of(proven, self.matrix.secrets)
        self.fresh.append(proven)

    def do(self, task: Task) -> Reply:
        """Perform a task as far as its time allows."""
        engine, began, nodes = self.engine, time.thread_time(), self.engine.nodes
        for news in task.news:
            engine.receive(news)
        engine.session = self.session(task.seconds)
        refuted, upper, guess, done = self._do(task)
        engine.flush()
        fresh = Batch.joined(self.fresh, self.matrix.secrets)
        self.fresh.clear()
        if task.brief and self.question.model is None:
            # That two guesses miss some secrets takes one sweep to prove.
            fresh = fresh.only(fresh.heads[:, 0] != 3)  # noqa: PLR2004
        fresh.record = encode(fresh)
        return Reply(
            task.number, refuted, upper, guess, done, engine.nodes - nodes,
            time.thread_time() - began, fresh if len(fresh) else None,
        )  # fmt: skip

    @abstractmethod
    def _do(self, task: Task) -> tuple[dict[int, int], int | None, int, bool]:
        """Return the fields ``refuted``, ``upper``, ``guess`` and ``done`` of the `Reply`."""


class MinimaxWorker(Worker):
    """A worker for the worst case."""

    engine: Engine | HardEngine

    def _do(self, task: Task) -> tuple[dict[int, int], int | None, int, bool]:
        refuted: dict[int, int] = {}
        depth = task.limit - 1
        for guess in task.guesses:
            if refuted and not self.engine.session.go_on(depth):
                return refuted, None, -1, False
            result = self._decide_guess(guess, depth, task.one_class)
            if result is None:
                return refuted, None, -1, False
            if not result:
                refuted[guess] = task.limit
            elif task.one_class < 0:
                return refuted, depth, guess, True
        return refuted, None, -1, True

    @abstractmethod
    def _decide_guess(self, guess: int, depth: int, one_class: int) -> bool | None:
        """Return whether a guess, or one class of it, keeps to the depth; None if time runs out."""


class FreeWorker(MinimaxWorker):
    """A worker for the worst case of free play: the largest class first."""

    engine: Engine

    def __init__(self, matrix: FeedbackMatrix, question: SharedQuestion) -> None:
        super().__init__(matrix, question)
        self.partitioner = Partitioner(matrix)
        #: The solved classes: the guess, the number of its class, and the guesses that suffice.
        self.solved_classes: set[tuple[int, int, int]] = set()
        self.engine = Engine(matrix, question.depth, self.session(1), symmetric=True)
        # The first guess of each orbit, if the question is about all secrets.
        self.orbit = np.arange(matrix.guesses, dtype=np.int32)
        if len(self.engine.orbit) > 0 and len(question.members) == matrix.secrets:
            self.orbit = self.engine.orbit
        # The first guesses already reported as refuted at the limit.
        self.reported = np.zeros(matrix.guesses, np.uint8)
        self.limit = 0
        # The limit of the question that the next call may resume; 0 if there is none.
        self.begun = 0

    def _do(self, task: Task) -> tuple[dict[int, int], int | None, int, bool]:
        if task.one_class >= 0:
            self.begun = 0
            refuted, upper, first, done = super()._do(task)
        else:
            refuted, upper, first, done = self._try(task)
        if task.limit != self.limit:
            self.reported[:], self.limit = 0, task.limit
        struck = np.unique(self.orbit[self.engine.struck(task.limit - 2)])
        struck = struck[self.reported[struck] == 0]
        refuted |= dict.fromkeys(struck.tolist(), task.limit)
        self.reported[[*refuted]] = 1
        return refuted, upper, first, done

    def _try(self, task: Task) -> tuple[dict[int, int], int | None, int, bool]:
        """Try the guesses of a task: the kernel works as in a search without other workers."""
        engine, guesses, members = self.engine, np.array(task.guesses), self.question.members
        resumed, self.begun = self.begun == task.limit, task.limit
        first = engine.search_firsts(members, task.limit - 1, guesses, resumed=resumed)
        if first is not None and first >= 0:
            return {}, task.limit - 1, first, True
        living = guesses[:0] if first is not None else engine.living(guesses)
        dead = np.setdiff1d(guesses, living)
        return dict.fromkeys(dead.tolist(), task.limit), None, -1, first is not None

    def _decide_guess(self, guess: int, depth: int, one_class: int) -> bool | None:
        classes = self.partitioner.classes(guess, self.question.members)
        for q, klass in enumerate(classes):
            if len(klass) <= max(depth - 1, 2):
                break
            if one_class not in (-1, q) or (guess, q, depth - 1) in self.solved_classes:
                continue
            is_found = self._decide_class(klass, depth - 1)
            if not is_found:
                return is_found
            self.solved_classes.add((guess, q, depth - 1))
        return True

    def _decide_class(self, klass: Indices, depth: int) -> bool | None:
        """Return whether a class can be found within ``depth`` guesses, at least 3."""
        engine, klass = self.engine, np.sort(klass)
        if engine.is_found(klass, depth):
            return True
        first = engine.decide(klass, depth)
        if first is None:
            return None
        if first < 0:
            return False
        new = Proven(Candidates(klass, self.matrix.secrets), 1, depth, first)
        self._keep([new])
        engine.recall(new)
        return True


class HardWorker(MinimaxWorker):
    """A worker for the worst case in hard play, which searches classes in rounds."""

    engine: HardEngine

    def __init__(
        self, matrix: FeedbackMatrix, restriction: Restriction, question: SharedQuestion
    ) -> None:
        super().__init__(matrix, question)
        self.engine = HardEngine(matrix, restriction, question.depth, self.session(1))
        self.rounds = Rounds(self.engine, question.members)

    def _do(self, task: Task) -> tuple[dict[int, int], int | None, int, bool]:
        if not task.in_rounds:
            return super()._do(task)
        rounds, depth = self.rounds, task.limit - 1
        if not task.goes_on:
            rounds.among(depth, task.guesses)
        result = rounds.search(depth, math.inf)
        refuted = [guess for guess in task.guesses if rounds.least.get(guess, 0) > depth]
        bounds = dict.fromkeys(refuted, task.limit)
        if result is None or result < 0:
            return bounds, None, -1, result is not None
        return bounds, depth, result, True

    def _decide_guess(self, guess: int, depth: int, one_class: int) -> bool | None:
        try:
            return self.rounds.decide(guess, depth, one_class)
        except Stopped:
            return None


class CostWorker(Worker):
    """A worker for costs: its kernel bounds and searches the guesses as in a single process."""

    engine: CostEngine

    def __init__(
        self, matrix: FeedbackMatrix, restriction: Restriction | None, question: SharedQuestion
    ) -> None:
        super().__init__(matrix, question)
        assert question.model is not None  # noqa: S101 - the caller has checked it
        self.engine = CostEngine(
            matrix, question.model, question.weights, self.session(1), restriction=restriction,
            symmetric=question.opening is None,
        )  # fmt: skip
        self.engine.opening = question.opening
        self.begun = self.alone = False

    def _do(self, task: Task) -> tuple[dict[int, int], int | None, int, bool]:
        engine, question = self.engine, self.question
        if not (task.goes_on and self.begun):
            engine.search(question.members, 0, task.limit, question.first, among=task.guesses)
            self.begun, self.alone = True, task.one_class < 0
        if not self.alone:
            self.alone = engine.bound_classes() is not None
            if self.alone:
                engine.single_out(task.one_class)
        interims = [*engine.interims()] if self.alone else []
        if not interims:
            return {}, None, -1, False
        interim = interims[-1]
        self.begun = not interim.done
        refuted = engine.refuted()
        if task.one_class >= 0:
            # The upper bound holds for this class only.
            return {} if interim.guess >= 0 else refuted, None, -1, interim.done
        if interim.done:
            refuted = {guess: max(interim.upper, refuted.get(guess, 0)) for guess in task.guesses}
        return refuted, interim.upper if interim.guess >= 0 else None, interim.guess, interim.done
