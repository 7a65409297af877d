"""Distribute the first guesses of a question over workers, and collect the results."""

import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

import numpy as np

from emi.search.model.matrix import FeedbackMatrix, Indices
from emi.search.model.partition import Partitioner
from emi.search.model.record import Batch, Proven
from emi.search.solve.parallel.task import Reply, SharedQuestion, Task, Team
from emi.search.solve.session import Patience, Session

#: Approximate seconds for a pair of guess and secret in a sweep, and for processing a reply. A task
#: takes at least as long as one sweep of the game, and as processing a reply of every worker.
SWEEP, RECEIVING = 2e-9, 0.01
#: The number of first guesses in a task is chosen to take about this share of its time.
SHARE = 1.0
#: The slices after which another first guess is tried.
PATIENCE = Patience(32, 4)
#: A task prefers a first guess that leaves less than WHOLE_SHARE of each class under search in one
#: class, if there is one among the next COMPARED_GUESSES.
COMPARED_GUESSES, WHOLE_SHARE = 64, 0.9
#: With more workers, replies are brief.
BRIEF_WORKERS = 16
#: Classes with fewer secrets are not sent out separately.
CLASS_SECRETS = 16
#: Seconds between two checks whether to go on; the shortest task; the tolerated delay of a reply.
PAUSE, LEAST, GRACE = 0.2, 0.01, 2.0
#: Bytes of proven facts held for new workers, and sent with a task.
LOG_BYTES, NEWS_BYTES = 1 << 26, 1 << 22


class Known(NamedTuple):
    """The bounds on a question so far; no open first guess costs less than the lower bound."""

    lower: int
    upper: int
    guess: int
    done: bool


@dataclass
class AtWork:
    """A worker and its task; an idle worker has no guesses."""

    guesses: list[int] = field(default_factory=list)
    limit: int = 0
    one_class: int = -1
    goes_on: bool = False
    busy: bool = False
    slices: int = 0
    # The number of batches that the log had ever received when the worker's task was sent.
    received: int = 0


class Root:
    """Distributes the first guesses of one game over a team.

    A task is a list of first guesses and the value to beat. If fewer are left than there are
    workers, a task is a class of a guess that another worker is searching: what is proven about the
    class shortens that search. A worker replies after some seconds, finished or not, receives what
    others have proven, and continues. If a worker dies, its task goes to another.

    What a worker does with several guesses depends on the question:

        costs                   one after the other, to the end            `priced`
        worst case              one after the other; a long one waits      `_put_off`
        worst case, hard play   in rounds; each worker has its share       `in_rounds`, `_deal`

    Parameters
    ----------
    team : Team
    matrix : FeedbackMatrix
    question : SharedQuestion
    session : Session
        Limits the search and keeps proven facts.
    take : callable
        Receives proven facts.
    facts : sequence of Proven
        The facts known at the start.
    """

    def __init__(
        self,
        team: Team,
        matrix: FeedbackMatrix,
        question: SharedQuestion,
        session: Session,
        take: Callable[[Batch], None],
        facts: Sequence[Proven] = (),
    ) -> None:
        self.team, self.matrix, self.question, self.session = team, matrix, question, session
        self.take = take
        self.number = team.begin(question)
        # The proven facts for workers, each batch with the worker that sent it.
        self.log = deque([("", Batch.of(facts, matrix.secrets))] if facts else [])
        # The bytes of the log, and the number of batches dropped from its front.
        self.size, self.first = 0, 0
        self.at_work: dict[str, AtWork] = {}
        self.least = self.seconds = max(team.slice, SWEEP * matrix.guesses * matrix.secrets)
        self.task_seconds, self.refuted_count = 0.0, 0
        self.partitioner = Partitioner(matrix)
        #: Lower bounds on the cost of refuted first guesses.
        self.refuted: dict[int, int] = {}

    def ask(
        self,
        order: Sequence[int],
        limit: int,
        bounds: dict[int, int] | None = None,
        seconds: float = math.inf,
    ) -> Iterator[Known]:
        """Search for a strategy below the limit; yield bounds at intervals.

        The first guesses are tried in order, except those whose lower ``bounds`` reach the limit.
        For a worst case, one strategy suffices; for costs, the search finds the best. The search
        ends after ``seconds``; late replies are received with the next question.
        """
        end = time.monotonic() + seconds
        self.limit, self.guess = limit, -1
        self.guess_bounds = {**(bounds or {})}
        self.open = {g for g in order if self.guess_bounds.get(g, 0) < limit}
        self.queue = deque(g for g in order if g in self.open)
        self.rounds = dict.fromkeys(order, 0)
        self.classes: dict[int, deque[int]] = {}
        self.lower, self.news = 0, True
        for worker in self.at_work.values():
            worker.guesses, worker.one_class = [], -1
        while self.open and time.monotonic() < end:
            self._hand_out()
            for place, reply in self.team.replies(PAUSE):
                self._receive(place, reply)
            self.session.flush_in_time()
            yield self._bounds_now()
            if self.open and not self.session.go_on():
                self._leave()
                break
        self.session.note = ""
        yield self._bounds_now()

    def _bounds_now(self) -> Known:
        if self.news:
            # For worst cases, nothing is known between the two bounds.
            least = (self.guess_bounds.get(g, 0) for g in self.open) if self.priced else ()
            self.lower = min(least, default=0 if self.open else self.limit)
            self.news = False
        return Known(min(self.lower, self.limit), self.limit, self.guess, not self.open)

    def _hand_out(self) -> None:
        """Give a task to every idle worker."""
        places = [*self.team.places()]
        self.seconds = max(self.least, RECEIVING * len(places))
        free = [p for p in places if not self.at_work.setdefault(p, AtWork()).busy]
        idle = sum(not self.at_work[place].guesses for place in free)
        for place in free:
            self._renew(self.at_work[place], idle if self.in_rounds else len(free))
        for k, place in enumerate(places):
            here = self.at_work[place]
            if here.busy:
                continue
            if not here.guesses and self.in_rounds:
                self._deal(here, k, len(places))
            elif not here.guesses:
                self._choose(here, len(places))
            if here.guesses:
                remaining = self.session.limits.remaining
                task = Task(
                    self.number, tuple(here.guesses), self.limit, here.one_class, self.in_rounds,
                    here.goes_on, max(min(self.seconds, remaining), LEAST),
                    len(places) > BRIEF_WORKERS, len(self.open), self._news(here, place),
                )  # fmt: skip
                here.busy = True
                self.team.send(place, task)
        busy = sum(worker.busy for worker in self.at_work.values())
        workers = "1 worker" if busy == 1 else f"{busy} workers"
        self.session.note = f", {len(self.open):,} first guesses left, {workers}"

    def _renew(self, here: AtWork, free: int) -> None:
        """Reduce the task of a worker to open guesses, and share these if others are idle."""
        rest = [guess for guess in here.guesses if guess in self.open]
        same_limit, here.limit = here.limit == self.limit, self.limit
        # A lower limit is another question.
        here.goes_on = here.goes_on and same_limit
        if here.one_class < 0:
            here.guesses = self._rest_of_task(here, rest, free) if rest else []
        else:
            here.guesses = rest if same_limit else []

    def _rest_of_task(self, here: AtWork, rest: list[int], free: int) -> list[int]:
        """Return the open guesses that a worker keeps; the others go to the queue."""
        if rest[0] != here.guesses[0]:
            here.slices = 0
        if not (self.in_rounds or self.priced):
            rest = self._put_off(here, rest)
        if len(rest) > 1 and len(self.queue) < free:
            rest, here.goes_on = self._share(rest), False
        return rest

    def _put_off(self, here: AtWork, rest: list[int]) -> list[int]:
        """Postpone the guess that a worker is searching if it takes long; return the others.

        That guess may be hard, while another may quickly prove sufficient.
        """
        guess = rest[0]
        if here.slices < PATIENCE.after(self.rounds[guess]):
            return rest
        self.rounds[guess] += 1
        self.queue.append(guess)
        return rest[1:]

    def _share(self, guesses: list[int]) -> list[int]:
        """Queue first guesses of a worker for idle ones, and return those that the worker keeps.

        If guesses are searched in rounds, the worker keeps half of them, else the current one.
        """
        if self.in_rounds:
            self.queue.extend(guesses[1::2])
            return guesses[::2]
        self.queue.extendleft(reversed(guesses[1:]))
        return guesses[:1]

    def _deal(self, here: AtWork, place: int, places: int) -> None:
        """Give a worker its share of the unassigned first guesses, or else all of them.

        A worker searches the most promising guesses deepest, so it should have many. It should
        mostly receive the same ones each time, because what it learned about them is useful again.
        """
        waiting = [guess for guess in self.queue if guess in self.open]
        own = [guess for guess in waiting if guess % places == place] or waiting
        here.goes_on, here.slices, here.one_class, here.guesses = False, 0, -1, own
        taken = {*own}
        self.queue = deque(guess for guess in waiting if guess not in taken)

    def _choose(self, here: AtWork, workers: int) -> None:
        """Choose a new task: unassigned first guesses, or a class of one."""
        per_guess = self.task_seconds / self.refuted_count if self.refuted_count else self.seconds
        most = min(SHARE * self.seconds / max(per_guess, LEAST), len(self.open) / (4 * workers))
        here.goes_on, here.slices, here.one_class, here.guesses = False, 0, -1, []
        while self.queue and len(here.guesses) < max(most, 1):
            here.guesses += self._next()
        if here.guesses or self.question.by_position:
            return
        heads = (worker.guesses[0] for worker in self.at_work.values() if worker.guesses)
        for guess in dict.fromkeys(heads):
            classes = self._classes_left(guess)
            if classes:
                here.guesses, here.one_class = [guess], classes.popleft()
                return

    def _next(self) -> list[int]:
        """Take the next open first guess out of the queue, if there is one.

        If a guess leaves most of a class whole that another worker tries to refute, the guess waits
        for that result, which usually refutes the guess too: an anagram is such a guess.
        """
        while self.queue and self.queue[0] not in self.open:
            self.queue.popleft()
        if not self.queue:
            return []
        heads = {worker.guesses[0] for worker in self.at_work.values() if worker.guesses}
        place = 0
        if not self.priced:
            classes = [
                self.partitioner.classes(g, self.question.members)[0]
                for g in [*heads][:COMPARED_GUESSES]
            ]
            some = [
                (i, g) for i, g in enumerate(islice(self.queue, COMPARED_GUESSES)) if g in self.open
            ]
            place = next((i for i, g in some if not self._whole(g, classes)), 0)
        guess = self.queue[place]
        del self.queue[place]
        return [guess]

    def _whole(self, guess: int, classes: list[Indices]) -> bool:
        """Return whether a guess leaves most of some set in one class."""
        rows = self.matrix.rows[guess]
        return any(
            int(np.bincount(rows[klass]).max()) >= WHOLE_SHARE * len(klass) for klass in classes
        )

    def _classes_left(self, guess: int) -> deque[int]:
        """Return the classes of a guess that no worker has received yet, in order."""
        if guess not in self.classes:
            opening = self.question.opening
            classes = (
                opening.classes
                if opening
                else self.partitioner.classes(guess, self.question.members)
            )
            many = sum(len(klass) > CLASS_SECRETS for klass in classes)
            # For a worst case, the worker of the whole guess begins with the largest class; for
            # costs, it ends with the largest.
            self.classes[guess] = deque(range(0 if self.priced else 1, many))
        return self.classes[guess]

    @property
    def in_rounds(self) -> bool:
        """Whether first guesses are searched in rounds (`emi.search.solve.hard.rounds`)."""
        return self.question.by_position and not self.priced

    @property
    def priced(self) -> bool:
        """Whether the value is a cost, not a worst case."""
        return self.question.model is not None

    def _news(self, here: AtWork, place: str) -> tuple[Batch, ...]:
        """Return the facts of other workers that a worker has not received, at most `NEWS_BYTES`.

        The latest facts take precedence.
        """
        news: list[Batch] = []
        size = 0
        for number in range(self.first + len(self.log) - 1, max(here.received, self.first) - 1, -1):
            who, batch = self.log[number - self.first]
            size += batch.nbytes
            if size > NEWS_BYTES:
                break
            if who != place:
                news.append(batch)
        here.received = self.first + len(self.log)
        return tuple(reversed(news))

    def _receive(self, place: str, reply: Reply | None) -> None:
        """Process the reply of a worker, or its death."""
        here = self.at_work.get(place, AtWork())
        if reply is None:
            if here.one_class >= 0:
                self.classes.get(here.guesses[0], deque()).append(here.one_class)
            else:
                self.queue.extendleft(reversed(here.guesses))
            self.at_work.pop(place, None)
            return
        if reply.number != self.number:
            return
        here.busy, here.goes_on, self.news = False, not reply.done, True
        here.slices += 1
        self.session.nodes += reply.nodes
        self.task_seconds += reply.seconds
        self.refuted_count += len(reply.refuted.keys() & {*here.guesses})
        self._keep(place, reply)
        for guess, lower in reply.refuted.items():
            self._refute(guess, lower)
        if reply.upper is not None and reply.upper < self.limit:
            self.limit, self.guess = reply.upper, reply.guess
            here.limit = reply.upper
            self.classes.clear()
            self.open = {g for g in self.open if self.guess_bounds.get(g, 0) < self.limit}
            if not self.priced:
                self.open.clear()
        if reply.done:
            here.guesses = []

    def _keep(self, place: str, reply: Reply) -> None:
        """Keep the facts proven by a worker, and pass them on to the others."""
        if reply.news is None:
            return
        self.session.put(reply.news)
        self.take(reply.news)
        # The other workers do not store these facts, so they need no encoded record.
        batch = Batch(reply.news.heads, reply.news.members, reply.news.secrets)
        self.log.append((place, batch))
        self.size += batch.nbytes
        while self.size > LOG_BYTES:
            self.size -= self.log.popleft()[1].nbytes
            self.first += 1

    def _refute(self, guess: int, lower: int) -> None:
        """Record a lower bound on the cost of a first guess."""
        self.guess_bounds[guess] = max(self.guess_bounds.get(guess, 0), lower)
        self.refuted[guess] = self.guess_bounds[guess]
        if self.guess_bounds[guess] >= self.limit:
            self.open.discard(guess)

    def _leave(self) -> None:
        """Wait for the replies of busy workers, at most as long as their tasks may take."""
        end = time.monotonic() + self.seconds + GRACE
        while any(worker.busy for worker in self.at_work.values()) and time.monotonic() < end:
            for place, reply in self.team.replies(PAUSE):
                self._receive(place, reply)
