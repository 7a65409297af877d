"""The workers of one search, however they are reached: who was told what, and who died."""

from __future__ import annotations

import queue
import time
from abc import ABC, abstractmethod
from itertools import count
from typing import TYPE_CHECKING, Any

from emi.compiling import logger
from emi.errors import OptionError, one_line
from emi.work.member import Message, Subject
from emi.work.task import light
from search.solve.spread.task import ALONE, SLICE, Asked, Reply, Task

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from emi.games.game import Game

#: Workers that may die in a row before one has answered.
DEATHS = 3


def drained(heard: queue.SimpleQueue[tuple[str, Any]], seconds: float) -> list[tuple[str, Any]]:
    """Return all messages received, waiting up to ``seconds`` for the first."""
    found: list[tuple[str, Any]] = []
    try:
        found.append(heard.get(timeout=seconds))
        while True:
            found.append(heard.get_nowait())
    except queue.Empty:
        return found


class Pool(ABC):
    """Workers that share one search at a time; see `search.solve.spread.task.Team`.

    Attributes
    ----------
    alone : float
        Seconds that a search has to itself before it is shared.
    slice : float
        Seconds that a worker takes, at least, before it says what it has proven.
    on_task : callable or None
        Receives the facts of each task that was done, as a log has them.
    """

    def __init__(self) -> None:
        #: What the user asked for, in messages.
        self.parameters: dict[str, object] = {}
        self.alone, self.slice = ALONE, SLICE
        self.on_task: Callable[..., object] | None = None
        self.subject: Subject | None = None
        self.questions: dict[int, tuple[Subject, Asked]] = {}
        self._numbers = count()
        # The question and the subject that each was told of, and the game that it is about.
        self._told: dict[str, int] = {}
        self._knows: dict[str, Subject] = {}
        self._game: Game | None = None
        self._sent: dict[str, tuple[Task, float]] = {}
        self._deaths = 0

    def about(
        self, game: Game, candidates: tuple[str, ...] | None, allowed: tuple[str, ...] | None
    ) -> Pool:
        """Say what the next questions are about."""
        if self._game is not game or (self.subject and self.subject[1:]) != (candidates, allowed):
            self._game, self.subject = game, Subject(light(game), candidates, allowed)
        return self

    def begin(self, asked: Asked) -> int:
        """Put another question; return its number."""
        assert self.subject is not None  # noqa: S101 - `about` was called
        number = next(self._numbers)
        self.questions = {number: (self.subject, asked)}
        self.open()
        return number

    def send(self, place: str, task: Task) -> None:
        """Hand a task to a worker, with what it was not told yet."""
        message = Message(task)
        if self._told.get(place) != task.question:
            subject, asked = self.questions[task.question]
            known = self._knows.get(place) is subject
            message = Message(task, None if known else subject, asked)
            self._told[place], self._knows[place] = task.question, subject
        self._sent[place] = task, time.monotonic()
        self.put(place, message)

    def replies(self, seconds: float) -> list[tuple[str, Reply | None]]:
        """Wait no longer than that for replies; None is that of a worker that died.

        Raises
        ------
        OptionError
            If one dies after the other.
        """
        found: list[tuple[str, Reply | None]] = []
        for place, said in self.heard(seconds):
            reply = said if isinstance(said, Reply) else None
            if reply is None:
                self._lose(place, said)
            else:
                self._deaths = 0
                self._tell(place, reply)
            found.append((place, reply))
        return found

    def _lose(self, place: str, said: object) -> None:
        self._told.pop(place, None)
        self._knows.pop(place, None)
        self._deaths += 1
        why = one_line(said) if said else "it ended"
        if self._deaths > DEATHS + len(self.places()):
            raise OptionError(
                f"no worker answers, the last one was lost ({why}); what was proven before is kept",
                **self.parameters,
            )
        logger.info("%s is lost (%s): its task goes to another", place, why)

    def _tell(self, place: str, reply: Reply) -> None:
        task, began = self._sent[place]
        if self.on_task is None or task.question != reply.question:
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
                sum(one.nbytes for one in task.news),
                reply.news.nbytes if reply.news else 0,
            ],
        )

    @abstractmethod
    def prepare(self, *, priced: bool) -> None:
        """Let workers make ready for a question about the subject, of costs or not."""

    @abstractmethod
    def open(self) -> None:
        """Start the workers, if they do not run."""

    @abstractmethod
    def close(self) -> None:
        """End what was started."""

    @abstractmethod
    def places(self) -> Collection[str]:
        """Return the names of the workers there are now."""

    @abstractmethod
    def put(self, place: str, message: Message) -> None:
        """Send a message to a worker."""

    @abstractmethod
    def heard(self, seconds: float) -> list[tuple[str, Any]]:
        """Wait for replies; what is none, or nothing, says why a worker was lost."""
