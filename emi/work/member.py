"""The state of one worker of a shared search: game, matrix, and engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from emi import memory
from emi.questions.question import Question

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.search.solve.parallel.task import Reply, SharedQuestion, Task
    from emi.search.solve.parallel.worker import Worker


class Subject(NamedTuple):
    """The game and position of a question; each worker makes the matrix itself."""

    game: Game
    candidates: tuple[str, ...] | None
    allowed: tuple[str, ...] | None


class Message(NamedTuple):
    """A task, with what is new to the worker: the subject and the question.

    Without a task, the worker only prepares for one.
    """

    task: Task | None
    subject: Subject | None = None
    asked: SharedQuestion | None = None
    priced: bool = False


class Member:
    """One worker; facts proven in a task speed up the next one."""

    def __init__(self) -> None:
        self.question: Question | None = None
        self.number = -1
        self.worker: Worker | None = None

    def do(self, message: Message) -> Reply | None:
        """Do a task; return None if the worker does not know its subject or question."""
        # The cores are shared with the other workers.
        with memory.at_work(memory.cores()):
            return self._do(message)

    def _do(self, message: Message) -> Reply | None:
        from emi.search.solve.parallel.worker import worker_for

        if message.subject is not None:
            game, candidates, allowed = message.subject
            self.question = Question(game).at(candidates, allowed)
            self.worker = None
        if message.task is None:
            if self.question is not None:
                self.question.made(costs=message.priced)
            return None
        number = message.task.number
        if message.asked is not None and (self.worker is None or number != self.number):
            if self.question is None:
                return None
            # Free the memory of the previous engine first.
            self.worker = None
            made = self.question.made(costs=message.asked.model is not None)
            self.worker, self.number = worker_for(*made, message.asked), number
            self.worker.room = memory.available
        if self.worker is None or number != self.number:
            return None
        return self.worker.do(message.task)
