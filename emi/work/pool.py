"""Workers for one search: the pool knows what each has received, and replaces lost ones.

A `Member` is the state of one of them: game, matrix and engine.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from emi import memory
from emi.compiling import logger
from emi.errors import OptionError, one_line
from emi.questions.question import Question
from emi.search.solve.parallel.task import ALONE, SLICE, Reply, SharedQuestion, Task
from emi.work.task import light

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from emi.games.game import Game
    from emi.search.solve.parallel.task import Reply, SharedQuestion, Task
    from emi.search.solve.parallel.worker import Worker

#: The number of workers that may die in a row without a reply, beyond the current ones.
DEATHS = 3


class Pool(ABC):
    """Workers that share one search at a time; see `emi.search.solve.parallel.task.Team`.

    Attributes
    ----------
    alone : float
        Seconds that a search runs alone before it is shared.
    slice : float
        The shortest time in seconds between two replies of a worker.
    on_task : callable or None
        Receives the facts about each finished task as keyword arguments, for a log.
    """

    def __init__(self) -> None:
        #: The user's parameters, for messages.
        self.parameters: dict[str, object] = {}
        self.alone, self.slice = ALONE, SLICE
        self.on_task: Callable[..., object] | None = None
        self.subject: Subject | None = None
        self.questions: dict[int, tuple[Subject, SharedQuestion]] = {}
        self._numbers = count()
        # The question and the subject that each worker has received, and their game.
        self._told: dict[str, int] = {}
        self._knows: dict[str, Subject] = {}
        self._game: Game | None = None
        self._sent: dict[str, tuple[Task, float]] = {}
        self._deaths = 0

    def about(
        self, game: Game, candidates: tuple[str, ...] | None, allowed: tuple[str, ...] | None
    ) -> Pool:
        """Set the game and the position of the next questions; return this pool."""
        if self._game is not game or (self.subject and self.subject[1:]) != (candidates, allowed):
            self._game, self.subject = game, Subject(light(game), candidates, allowed)
        return self

    def begin(self, question: SharedQuestion) -> int:
        """Start a new question; return its number."""
        assert self.subject is not None  # noqa: S101 - `about` was called
        number = next(self._numbers)
        self.questions = {number: (self.subject, question)}
        self.open()
        return number

    def send(self, place: str, task: Task) -> None:
        """Send a task to a worker, with the subject and question if new to it."""
        message = Message(task)
        if self._told.get(place) != task.number:
            subject, question = self.questions[task.number]
            same = self._knows.get(place) is subject
            message = Message(task, None if same else subject, question)
            self._told[place], self._knows[place] = task.number, subject
        self._sent[place] = task, time.monotonic()
        self.put(place, message)

    def replies(self, seconds: float) -> list[tuple[str, Reply | None]]:
        """Wait up to ``seconds`` for replies; the reply of a lost worker is None.

        Raises
        ------
        OptionError
            If too many workers die in a row.
        """
        pairs: list[tuple[str, Reply | None]] = []
        for place, said in self.heard(seconds):
            reply = said if isinstance(said, Reply) else None
            if reply is None:
                self._lose(place, said)
            else:
                self._deaths = 0
                self._tell(place, reply)
            pairs.append((place, reply))
        return pairs

    def _lose(self, place: str, said: object) -> None:
        self._told.pop(place, None)
        self._knows.pop(place, None)
        self._deaths += 1
        why = one_line(said) if said else "process ended"
        if self._deaths > DEATHS + len(self.places()):
            raise OptionError(
                f"no worker answers, the last one was lost ({why}); proven bounds are stored",
                **self.parameters,
            )
        logger.info("%s is lost (%s); another worker takes its task", place, why)

    def _tell(self, place: str, reply: Reply) -> None:
        task, began = self._sent[place]
        if self.on_task is None or task.number != reply.number:
            return
        settled = reply.refuted.keys() & {*task.guesses}
        self.on_task(
            worker=place,
            guesses=task.guesses[: len(settled) + 1],
            one_class=task.one_class,
            limit=task.limit,
            left=task.remaining,
            refuted=len(settled),
            upper=reply.upper,
            done=reply.done,
            nodes=reply.nodes,
            taken=round(reply.seconds, 3),
            waited=round(time.monotonic() - began, 3),
            bytes=[
                sum(batch.nbytes for batch in task.news),
                reply.news.nbytes if reply.news else 0,
            ],
        )

    @abstractmethod
    def prepare(self, *, priced: bool) -> None:
        """Let workers prepare for a question about the subject; ``priced`` if it is about costs."""

    @abstractmethod
    def open(self) -> None:
        """Start the workers that are not running."""

    @abstractmethod
    def close(self) -> None:
        """Stop the started workers and tasks."""

    @abstractmethod
    def places(self) -> Collection[str]:
        """Return the names of the current workers."""

    @abstractmethod
    def put(self, place: str, message: Message) -> None:
        """Send a message to a worker."""

    @abstractmethod
    def heard(self, seconds: float) -> list[tuple[str, Any]]:
        """Wait for replies; anything but a `Reply` is the reason for the loss of a worker."""


class Subject(NamedTuple):
    """The game and position of a question; each worker makes the matrix itself."""

    game: Game
    candidates: tuple[str, ...] | None
    allowed: tuple[str, ...] | None


class Message(NamedTuple):
    """A task, with the subject and the question if they are new to the worker.

    Without a task, the worker only prepares for one.
    """

    task: Task | None
    subject: Subject | None = None
    question: SharedQuestion | None = None
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
        if message.question is not None and (self.worker is None or number != self.number):
            if self.question is None:
                return None
            # Free the memory of the previous engine first.
            self.worker = None
            arrays = self.question.made(costs=message.question.model is not None)
            self.worker, self.number = worker_for(*arrays, message.question), number
            self.worker.room = memory.available
        if self.worker is None or number != self.number:
            return None
        return self.worker.do(message.task)
