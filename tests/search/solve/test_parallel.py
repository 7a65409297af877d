"""A search shared by several workers has the value of a single one, even if workers die."""

import random
from collections import deque
from itertools import chain, repeat
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emi.search.model.restriction import Restriction
from emi.search.solve.hard.engine import HardEngine
from emi.search.solve.hard.rounds import Rounds
from emi.search.solve.parallel.root import AtWork, Root
from emi.search.solve.parallel.task import Reply, SharedQuestion
from emi.search.solve.parallel.worker import worker_for
from emi.search.solve.session import Patience, Session
from tests.search.kernels.test_restriction import drawn
from tests.search.questions import (
    FEW,
    assert_honest,
    assert_played,
    assert_solved,
    assert_true,
    each_kind,
    gives_up_after,
    hard_games,
    laborious,
    large_games,
    questions,
    solve,
)
from tests.search.solve.test_value import SYMMETRIC


class Crew:
    """Workers that do their tasks in this process, one after the other; some of them die."""

    alone, slice = 1e-9, 0.01

    def __init__(self, question, many=2, deaths=0.0, seed=0):
        self.matrix = question.game.matrix
        self.restriction = Restriction() if question.restricted else None
        self.source, self.deaths = random.Random(seed), deaths
        self.asked, self.workers, self.waiting = [], {}, {}
        self.names, self.many, self.done = iter(range(10**9)), many, []

    def prepare(self, *, priced):
        self.prepared = priced

    def begin(self, asked):
        self.asked.append(asked)
        return len(self.asked) - 1

    def places(self):
        while len(self.workers) < self.many:
            self.workers[f"worker {next(self.names)}"] = {}
        return [*self.workers]

    def send(self, place, task):
        self.waiting.setdefault(place, deque()).append(task)

    def replies(self, seconds):  # noqa: ARG002
        place = self.source.choice([*self.waiting]) if self.waiting else None
        if place is None:
            return []
        if self.source.random() < self.deaths:
            del self.workers[place], self.waiting[place]
            return [(place, None)]
        task, at = self.waiting[place].popleft(), self.workers[place]
        if not self.waiting[place]:
            del self.waiting[place]
        if task.number not in at:
            at[task.number] = worker_for(self.matrix, self.restriction, self.asked[task.number])
        reply = at[task.number].do(task)
        assert isinstance(reply, Reply)
        self.done.append((task, reply))
        return [(place, reply)]


@each_kind
class TestTheValue:
    @settings(max_examples=FEW)
    @given(data=st.data())
    def test_is_that_of_one_worker(self, kind, data):
        games = st.one_of(hard_games(kind), large_games(kind), st.sampled_from(SYMMETRIC[:2]))
        question = data.draw(questions(kind, games))
        many, deaths = data.draw(st.sampled_from([(1, 0.0), (2, 0.0), (3, 0.3), (9, 0.1)]))
        kept = []
        crew = Crew(question, many, deaths, data.draw(st.integers(0, 99)))
        found = question.search(team=crew, keep=kept.extend)
        assert_solved(found, question)
        for one in kept:
            assert_true(one, question)
        if question.possible:
            assert_played(found.strategy(), question)

    def test_of_a_long_search_that_keeps_all_facts(self, kind, constants):
        constants("cost.guaranteed", PATIENCE=0)
        question = laborious(kind)
        alone = question.search()
        kept = []
        crew = Crew(question, 4, 0.1)
        found = question.search(team=crew, keep=kept.extend)
        assert found.bounds == alone.bounds
        assert len(crew.done) > 4
        assert question.search(kept).nodes < alone.nodes

    def test_of_impatient_workers_with_short_memories(self, kind, constants):
        constants("cost.guaranteed", PATIENCE=0)
        constants(
            "parallel.root",
            PATIENCE=Patience(1, 1),
            LOG_BYTES=200,
            NEWS_BYTES=100,
            CLASS_SECRETS=1,
            BRIEF_WORKERS=1,
            COMPARED_GUESSES=1,
        )
        question = laborious(kind)
        crew = Crew(question, 5)
        crew.slice = 1e-3
        assert_solved(question.search(team=crew), question)
        assert any(task.brief for task, _ in crew.done)
        assert any(reply.done for task, reply in crew.done if task.one_class < 0)

    def test_is_bounded_if_the_watcher_stops_the_search(self, kind):
        question = laborious(kind)
        found = question.search(team=Crew(question), watch=gives_up_after(40))
        assert_honest(found, question)


class TestHardPlay:
    """Each worker searches its own first guesses in rounds."""

    @staticmethod
    def shared(seed, many, deaths=0.0):
        matrix, restriction = drawn(
            seed, hints=bool(seed % 2), secrets=8, classes=2, others=4, alike=6
        )
        crew = Crew(SimpleNamespace(game=SimpleNamespace(matrix=matrix), restricted=False), many)
        crew.restriction, crew.deaths = restriction, deaths
        session = Session()
        session.team = crew
        return crew, solve(matrix, restriction=restriction, session=session), matrix, restriction

    @pytest.mark.parametrize("many", [1, 2, 5])
    def test_the_value_is_that_of_one_worker(self, many):
        climbed = handed_on = 0
        for seed in range(30):
            crew, found, matrix, restriction = self.shared(seed, many, 0.1 * (seed % 3))
            alone = solve(matrix, restriction=restriction)
            assert found.bounds == alone.bounds
            assert found.strategy().depth == found.bounds.upper
            climbed += any(task.in_rounds for task, _ in crew.done)
            handed_on += any(reply.refuted for _, reply in crew.done)
        assert climbed > 5
        assert handed_on > 5

    def test_an_idle_worker_gets_half_the_task_of_another(self):
        crew, found, matrix, _ = self.shared(1, 2)
        asked = SharedQuestion(None, found.members, None, 5, by_position=True)
        root = Root(crew, matrix, asked, Session(), lambda _: None)
        root.limit, root.open, root.queue = 5, {*range(8)} - {3}, deque()
        here, idle = AtWork([*range(8)], limit=5, goes_on=True), AtWork()
        root._renew(here, 0)
        assert (here.guesses, here.goes_on) == ([0, 1, 2, 4, 5, 6, 7], True)
        root._renew(here, 1)
        assert (here.guesses, here.goes_on) == ([0, 2, 5, 7], False)
        root._deal(idle, 0, 2)
        assert (idle.guesses, [*root.queue]) == ([4, 6], [1])
        # The worker has no guess of its own.
        root._deal(idle, 0, 2)
        assert (idle.guesses, [*root.queue]) == ([1], [])

    def test_an_interrupted_guess_is_continued(self):
        matrix, restriction = drawn(3, hints=True, secrets=8, classes=2, others=4, alike=6)
        engine = HardEngine(matrix, restriction, 8)
        asked = Rounds(engine, np.arange(8, dtype=np.int32))
        every = [*range(matrix.guesses)]
        asked.among(4, every)
        while (found := asked.search(4, 1)) is None:
            goes_on = chain([True], repeat(False))
            engine.session = Session(watch=lambda _, goes_on=goes_on: next(goes_on))
            asked.search(4, 1 << 40)
            engine.session = Session()
            # Guesses on higher rungs stay there.
            asked.among(4, every)
        assert (found >= 0) == (solve(matrix, restriction=restriction).bounds.upper <= 4)

    def test_of_hasty_workers(self, constants):
        constants("hard.rounds", WORK=Patience(1, 8), SPLIT=1)
        for seed in range(10):
            _, found, matrix, restriction = self.shared(seed, 3)
            assert found.bounds == solve(matrix, restriction=restriction).bounds


@settings(max_examples=FEW)
@given(data=st.data())
def test_bounds_of_first_guesses_reported_by_a_worker_are_true(data):
    """Bounds of guesses of the task, and of others that leave a core whole."""
    question = data.draw(questions("worst", hard_games("worst")))
    crew = Crew(question)
    crew.slice = 1e-4
    question.search(team=crew)
    for task, reply in crew.done:
        assert {*reply.refuted.values()} <= {task.limit}
        assert not any(question.reached(guess, task.limit - 1) for guess in reply.refuted)
        assert reply.upper is None or question.reached(reply.guess, reply.upper)
