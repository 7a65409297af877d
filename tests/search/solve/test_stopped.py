"""After a limit or a stop by the watcher, the bounds are true."""

import math
import random
from time import monotonic

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emi.games.motus import Motus
from emi.objectives.guaranteed import Guaranteed
from emi.search.kernels.core.machine import PAUSED
from emi.search.model.bounds import Bounds
from emi.search.model.cost_model import CostModel
from emi.search.model.limits import Limits, Stopped
from emi.search.solve.cost.engine import CostEngine
from emi.search.solve.session import Session
from tests.search.games import Game
from tests.search.questions import (
    FEW,
    KINDS,
    SOME,
    assert_honest,
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

#: Coverage would double the time of the oracle; other tests cover the program.
pytestmark = pytest.mark.no_cover

#: The value and the effort of a long question, for which the oracle would take too long.
FULL = {kind: laborious(kind).search() for kind in KINDS}


def outcome(found):
    return found.bounds, found.guess, found.nodes


@each_kind
class TestAnyGame:
    @settings(max_examples=SOME)
    @given(data=st.data(), calls=st.integers(0, 3), nodes=st.sampled_from([1, 10, 100]))
    def test_stopped_at_any_time(self, kind, data, calls, nodes):
        question = data.draw(questions(kind, hard_games(kind) | large_games(kind)))
        assert_honest(question.search(limits=Limits(nodes=nodes)), question)
        assert_honest(question.search(limits=Limits(seconds=1e-9)), question)
        assert_honest(question.search(watch=gives_up_after(calls)), question)

    @pytest.mark.usefixtures("keep_all")
    @settings(max_examples=FEW)
    @given(data=st.data(), seed=st.integers())
    def test_stopped_and_resumed_repeatedly(self, kind, data, seed):
        question = data.draw(questions(kind, hard_games(kind) | large_games(kind)))
        source, kept, known = random.Random(seed), [], Bounds(0, None)
        for _ in range(20):
            limits = Limits(nodes=source.randint(1, 40))
            found = question.search(limits=limits, records=list(kept), keep=kept.extend)
            assert_honest(found, question)
            assert known.tightened(found.bounds.lower, found.bounds.upper) == found.bounds
            known = found.bounds
        assert_solved(question.search(records=kept), question)
        for one in set(kept):
            assert_true(one, question)


@each_kind
class TestALongSearch:
    @pytest.mark.parametrize(("nodes", "seconds", "calls"), [
        (1, math.inf, 99), (math.inf, 1e-9, 99), *[(math.inf, math.inf, n) for n in (1, 2, 3)],
    ])  # fmt: skip
    def test_is_stopped_with_bounds_that_contain_the_value(self, kind, nodes, seconds, calls):
        asked, full = [], FULL[kind]

        def watch(progress):
            asked.append(progress)
            return len(asked) < calls

        found = laborious(kind).search(limits=Limits(seconds, nodes), watch=watch)
        assert not found.bounds.proven
        assert found.bounds.tightened(full.bounds.lower, full.bounds.upper) == full.bounds
        assert found.nodes < full.nodes
        if nodes == 1:
            assert found.nodes >= 1
        elif seconds < 1:
            assert found.nodes == len(asked) == 0
        else:
            assert len(asked) == calls
        with pytest.raises(Stopped):
            found.strategy()

    def test_reports_its_progress(self, kind):
        told, began = [], monotonic()

        def watch(progress):
            told.append(progress)
            return True

        found = laborious(kind).search(watch=watch, limits=Limits(seconds=1e9, nodes=10**9))
        took, value = monotonic() - began, found.bounds.lower
        assert outcome(found) == outcome(FULL[kind])
        assert told[0].depth == 0
        assert all(p.bounds.tightened(value, value) == found.bounds for p in told)
        assert all(p.depth == 0 or p.bounds.lower <= p.depth < p.bounds.upper for p in told)
        assert [p.nodes for p in told] == sorted(p.nodes for p in told)
        assert all(0 <= p.seconds <= took for p in told)
        assert found.nodes > 0

    @pytest.mark.usefixtures("keep_all")
    def test_finishes_in_steps_of_some_nodes(self, kind):
        question, kept = laborious(kind), []
        for _ in range(100):
            found = question.search(limits=Limits(nodes=30), records=list(kept), keep=kept.extend)
            if found.bounds.proven:
                break
        assert found.bounds == FULL[kind].bounds

    def test_its_strategy_is_abandoned_when_the_session_ends(self, kind):
        question = laborious(kind)
        known = question.proven(FULL[kind].bounds.lower, FULL[kind].bounds.upper, FULL[kind].guess)
        found = question.search(records=[known])
        assert found.nodes == 0
        with pytest.raises(Stopped):
            found.strategy(Session(watch=lambda _: False))
        assert found.strategy().guess in range(question.game.matrix.guesses)


@pytest.mark.parametrize("kind", ["worst", "average", "guaranteed"])
@pytest.mark.parametrize("calls", [1, 2, 3, 9])
def test_profiling_the_guesses_of_a_large_game_can_be_stopped(kind, calls, monkeypatch):
    monkeypatch.setattr("emi.search.solve.worst_case.engine.PAIRS", 1)
    monkeypatch.setattr("emi.search.solve.cost.least_cost.HEURISTIC_SECRETS", 1)
    question = laborious(kind)
    found = question.search(watch=gives_up_after(calls))
    assert_honest(found, question)
    assert (found.bounds.proven, found.nodes) == (False, 0)


@each_kind
def test_questions_that_need_no_search_need_no_time(kind):
    question = laborious(kind)
    game = Game([[0, 1], [1, 0]], [0, 1])
    two = question.asking(question.objective, game=game, members=[0, 1])
    assert_solved(two.search(limits=Limits(seconds=1e-9)), two)


def test_a_call_ends_after_some_time_with_any_node_limit():
    """A node of a large set may take a thousand times as long as those before it."""
    matrix = Motus.of_cell("C6", "fr").matrix()
    engine = CostEngine(matrix, CostModel.average())
    next(engine.search(np.arange(matrix.secrets, dtype=np.int32)))
    assert engine.advance(np.int64(1 << 40)) == PAUSED


def test_the_bounds_of_a_search_for_misses_are_always_true():
    """Packings raise the bounds of later guesses, so these are not in order."""
    seen = []

    def watch(progress):
        seen.append(progress.bounds.lower)
        return True

    matrix = Motus.of_cell("D5", "fr").matrix()
    found = solve(matrix, Guaranteed(4), session=Session(watch=watch))
    assert found.bounds.proven
    assert max(seen) <= found.bounds.upper
