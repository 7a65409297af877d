"""A search that several workers share: the value is that of one, whoever dies."""

import random
from collections import deque

from hypothesis import given, settings
from hypothesis import strategies as st

from search.model.restriction import Restriction
from search.solve.spread.task import Reply
from search.solve.spread.worker import worker_for
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
)
from tests.search.solve.test_value import SYMMETRIC


class Crew:
    """Workers that do their tasks here, one after the other; now and then one of them dies."""

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
        if task.question not in at:
            at[task.question] = worker_for(self.matrix, self.restriction, self.asked[task.question])
        reply = at[task.question].do(task)
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

    def test_of_a_long_search_with_all_that_is_kept(self, kind):
        question = laborious(kind)
        alone = question.search()
        kept = []
        crew = Crew(question, 4, 0.1)
        found = question.search(team=crew, keep=kept.extend)
        assert found.bounds == alone.bounds
        assert len(crew.done) > 4
        assert question.search(kept).nodes < alone.nodes

    def test_of_impatient_workers_with_short_memories(self, kind, constants):
        constants("spread.root", PATIENCE=1, MORE=1, LOG=200, MOST_NEWS=100, FEW=1, MANY=1, LOOK=1)
        question = laborious(kind)
        crew = Crew(question, 5)
        crew.slice = 1e-3
        assert_solved(question.search(team=crew), question)
        assert any(task.brief for task, _ in crew.done)
        assert any(reply.done for task, reply in crew.done if task.one_class < 0)

    def test_is_bounded_where_whoever_watches_has_seen_enough(self, kind):
        question = laborious(kind)
        found = question.search(team=Crew(question), watch=gives_up_after(40))
        assert_honest(found, question)


@settings(max_examples=FEW)
@given(data=st.data())
def test_what_a_worker_says_of_first_guesses_is_true(data):
    """Of those of its task that it refutes, and of others that leave a core whole."""
    question = data.draw(questions("worst", hard_games("worst")))
    crew = Crew(question)
    crew.slice = 1e-4
    question.search(team=crew)
    for task, reply in crew.done:
        assert {*reply.refuted.values()} <= {task.limit}
        assert not any(question.reached(guess, task.limit - 1) for guess in reply.refuted)
        assert reply.upper is None or question.reached(reply.guess, reply.upper)
