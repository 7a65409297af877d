"""What a worker of one search has: the game, its matrix, and an engine for the question."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from emi import memory
from emi.questions.question import Question

if TYPE_CHECKING:
    from emi.games.game import Game
    from search.solve.spread.task import Asked, Reply, Task
    from search.solve.spread.worker import Worker


class Subject(NamedTuple):
    """What a question is about: workers make the matrix themselves."""

    game: Game
    candidates: tuple[str, ...] | None
    allowed: tuple[str, ...] | None


class Message(NamedTuple):
    """A task, with what the worker was not told yet; without a task it is to make ready for one."""

    task: Task | None
    subject: Subject | None = None
    asked: Asked | None = None
    priced: bool = False


class Member:
    """One worker: what it learns in a task is of use in the next one."""

    def __init__(self) -> None:
        self.question: Question | None = None
        self.number = -1
        self.worker: Worker | None = None

    def do(self, message: Message) -> Reply | None:
        """Do a task; None if the worker was told too little, as one that has just begun."""
        # All cores are shared with other workers.
        with memory.at_work(memory.cores()):
            return self._do(message)

    def _do(self, message: Message) -> Reply | None:
        from search.solve.spread.worker import worker_for

        if message.subject is not None:
            game, candidates, allowed = message.subject
            self.question = Question(game).at(candidates, allowed)
            self.worker = None
        if message.task is None:
            if self.question is not None:
                self.question.made(costs=message.priced)
            return None
        number = message.task.question
        if message.asked is not None and (self.worker is None or number != self.number):
            if self.question is None:
                return None
            # The engine before makes room.
            self.worker = None
            made = self.question.made(costs=message.asked.model is not None)
            self.worker, self.number = worker_for(*made, message.asked), number
            self.worker.room = memory.available
        if self.worker is None or number != self.number:
            return None
        return self.worker.do(message.task)
