"""A session: its limits, its watcher, its keeper, and the slices of work."""

import math
from itertools import islice
from types import SimpleNamespace

import numpy as np
import pytest

import emi.search.solve.engine
import emi.search.solve.session
from emi.search.kernels.core.machine import PAUSED
from emi.search.model.bounds import Bounds
from emi.search.model.candidates import Candidates
from emi.search.model.limits import Limits
from emi.search.model.record import Proven
from emi.search.solve.engine import SlicedEngine, make_table
from emi.search.solve.session import Progress, Session
from tests.search.games import alike

ONE = Proven(Candidates([0, 1], 2), 2, 2)


class Worker(SlicedEngine):
    """An engine that examines as many sets as requested."""

    def __init__(self):
        super().__init__(alike(2).matrix, None)
        self.arrays = SimpleNamespace(table=make_table(2))

    def advance(self, until):
        self.registers[0].nodes = until
        return PAUSED

    flush = receive = make_room = None

    def work(self, session, nodes=math.inf, most=5):
        """Return the node counts at which the first slices paused."""
        self.session = session
        return [self.nodes for _ in islice(self.slices(nodes), most)]


def test_a_session_without_limits_continues_and_reports_progress():
    session = Session()
    assert session.go_on()
    assert (session.stopped, session.bounds) == (False, Bounds(0, None))
    assert str(Progress(Bounds(1000, None), 7, 0.5)) == "1,000..?, 7 nodes"


@pytest.mark.parametrize("limits", [Limits(nodes=5), Limits(seconds=1e-9)])
def test_a_session_ends_at_a_limit_without_calling_the_watcher(limits):
    asked = []
    session = Session(limits, watch=asked.append)
    session.nodes = 5
    assert not session.go_on()
    assert session.stopped
    assert asked == []


def test_the_watcher_can_end_a_session_and_is_not_called_again():
    asked = []
    session = Session(watch=asked.append)
    session.bounds, session.nodes = Bounds(2, 9), 7
    assert [session.go_on(3), session.go_on(3)] == [False, False]
    (progress,) = asked
    assert (progress.bounds, progress.nodes, progress.depth) == (Bounds(2, 9), 7, 3)


def test_proven_facts_go_to_the_keeper_if_there_is_one():
    kept = []
    session = Session(keep=kept.append)
    session.put([])
    session.put([ONE])
    Session().put([ONE])
    assert kept == [[ONE]]
    assert session.least_work(7) == 7
    assert Session().least_work(7) == np.iinfo(np.int64).max


def test_an_exception_leaves_no_trace_of_a_search_that_runs_at_first():
    kept = []
    session = Session(keep=kept.extend)
    before, alone = session.keep, session.at_first(lambda _: True, priced=False)
    fresh = alone.__enter__()
    session.put([ONE])
    assert not session.go_on()
    error = KeyboardInterrupt()
    assert not alone.__exit__(KeyboardInterrupt, error, None)
    assert fresh == kept == [ONE]
    assert session.keep is before
    assert session.go_on()


def test_a_side_session_has_the_remaining_limits_and_ends_with_the_main_one():
    asked, kept = [], []

    def watch(progress):
        asked.append(progress)
        return len(asked) < 3

    session = Session(Limits(seconds=100, nodes=10), kept.extend, watch)
    session.nodes = 4
    aside = session.aside()
    assert aside.limits.nodes == 6
    assert aside.limits.end == session.limits.end < math.inf
    aside.put([ONE])
    assert kept == []
    assert [aside.go_on(), aside.go_on(), aside.go_on()] == [True, True, False]
    assert session.stopped
    session.nodes = 10
    assert session.aside().limits.nodes == 1


def test_turns_grow_and_keep_to_the_limits():
    turns = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 768, 1024, 1280, 1600]
    assert Worker().work(Session(), most=14) == turns
    assert Worker().work(Session(Limits(nodes=20)), most=9) == [1, 2, 4, 8, 16, 20]
    assert Worker().work(Session(), nodes=10.5)[-1] == 11
    session, worker = Session(Limits(nodes=30)), Worker()
    assert worker.work(session, nodes=10)[-1] == 10
    assert worker.work(session, nodes=10)[-1] == 20
    assert worker.work(session, nodes=40)[-1] == 30
    assert worker.work(session) == []


@pytest.mark.parametrize(("seconds", "largest"), [(0.0, 1), (1e9, 256)])
def test_turns_end_at_the_same_nodes_however_long_nodes_take(monkeypatch, seconds, largest):
    monkeypatch.setattr(emi.search.solve.engine, "SLICE", seconds)
    asked = []
    session = Session(watch=lambda one: asked.append(one.nodes) is None)
    turns = Worker().work(session, most=20)
    assert turns[-1] - turns[-2] == max(256, turns[-2] // 4) > 256
    assert np.diff(asked)[5:10].max() <= largest


def test_a_turn_ends_with_the_session():
    session = Session(watch=lambda one: one.nodes < 130)
    assert Worker().work(session, most=20)[-1] == 256


def test_proven_facts_are_flushed_between_slices(monkeypatch):
    flushed = []

    class Flusher:
        def flush(self):
            flushed.append(session.nodes)

    session, flusher = Session(), Flusher()
    session.flushed_by(flusher.flush)
    Worker().work(session)
    assert flushed == []
    monkeypatch.setattr(emi.search.solve.session, "FLUSH", -1.0)
    Worker().work(session, most=3)
    assert len(flushed) == 2
    del flusher  # A session holds no strong reference to it.
    Worker().work(session, most=3)
    assert len(flushed) == 2
