"""Many games at once: order, threads, and how a run ends early."""

import threading

import pytest
from emi.table import TableRun

from emi import memory
from emi import parallel as run_module
from emi.errors import MemoryNeedError
from emi.games.motus import Motus
from emi.solving import solve
from search.model.limits import Limits

ALPHABET = "ABCDEFGHIJKLMNOP"


def game(size, name=""):
    """Return a game of two-letter words, which takes some searching."""
    words = [a + b for a in ALPHABET for b in ALPHABET]
    return Motus(words[:: len(words) // size][:size], name=name or f"of {size}")


SIZES = (8, 30, 20, 3, 12)


def run_of(jobs=1, **options):
    return TableRun([game(size) for size in SIZES], jobs=jobs, **options)


def test_the_largest_game_comes_first():
    assert [len(each.secrets) for each in run_of().games] == [30, 20, 12, 8, 3]


def test_games_of_one_size_keep_their_order():
    run = TableRun([game(8, "first"), game(9, "large"), game(8, "second")], jobs=1)
    assert [each.name for each in run.games] == ["large", "first", "second"]


def test_the_answers_come_in_the_order_of_the_games():
    run = run_of(jobs=2)
    assert [answer.game for answer in run.run()] == run.games
    assert not run.stopped


def test_the_answers_are_those_of_one_game_at_a_time():
    alone = [solve(each) for each in run_of().games]
    assert [answer.bounds for answer in run_of().run()] == [answer.bounds for answer in alone]


def test_one_job_and_two_give_equal_answers():
    def plain(answers):
        return [(a.game.key, a.bounds, a.first_guess, a.nodes) for a in answers]

    assert plain(run_of(jobs=1).run()) == plain(run_of(jobs=2).run())


def test_more_jobs_than_games_do_no_harm():
    assert all(answer.bounds.proven for answer in run_of(jobs=50).run())


def test_no_games_are_answered_at_once():
    assert TableRun([], jobs=2).run() == []


def test_each_answer_is_handed_over_as_it_comes_in_the_calling_thread():
    handed = []
    run = run_of(jobs=2)
    answers = run.run(on_answer=lambda answer: handed.append((answer, threading.current_thread())))
    assert sorted(a.game.name for a, _ in handed) == sorted(a.game.name for a in answers)
    assert {thread for _, thread in handed} == {threading.current_thread()}


def test_progress_is_told_of_each_game_that_is_searched():
    seen = {}
    run = run_of()
    run.run(on_progress=lambda each, progress: seen.setdefault(each.name, progress))
    assert set(seen) == {each.name for each in run.games}


def test_a_stop_leaves_bounds_that_hold_the_values():
    run = run_of()
    answers = run.run(on_progress=lambda *_: run.stop())
    assert run.stopped
    assert [answer.game for answer in answers] == run.games
    assert not answers[0].bounds.proven
    for answer, truth in zip(answers, run_of().run(), strict=True):
        assert answer.bounds.lower <= truth.bounds.upper <= answer.bounds.upper


def test_a_stop_before_the_run_searches_nothing():
    run = run_of()
    run.stop()
    assert [answer.nodes for answer in run.run()] == [0] * len(SIZES)


def test_the_limits_are_for_each_game():
    answers = run_of(limits=Limits(nodes=1)).run()
    assert not answers[0].bounds.proven
    assert answers[-1].bounds.proven  # three words need no search


class Interrupted:
    """Ctrl-C while the calling thread waits, as often as told."""

    def __init__(self, times, real):
        self.times = times
        self.real = real

    def __call__(self, *arguments, **options):
        if self.times:
            self.times -= 1
            raise KeyboardInterrupt
        return self.real(*arguments, **options)


def test_ctrl_c_asks_the_searches_to_end_and_the_answers_still_come(monkeypatch):
    monkeypatch.setattr(run_module, "wait", Interrupted(1, run_module.wait))
    run = run_of()
    answers = run.run()
    assert run.stopped
    assert [answer.game for answer in answers] == run.games


def test_ctrl_c_twice_gives_up(monkeypatch):
    monkeypatch.setattr(run_module, "wait", Interrupted(2, run_module.wait))
    run = run_of()
    with pytest.raises(KeyboardInterrupt):
        run.run()
    assert run.stopped


def test_an_error_of_one_game_is_raised_and_stops_the_others(monkeypatch):
    def check(name, _):
        if name == "of 20":
            raise MemoryNeedError("of 20: too large")

    monkeypatch.setattr(memory, "check", check)
    run = run_of()
    with pytest.raises(MemoryNeedError, match="of 20"):
        run.run()
    assert run.stopped


def test_an_error_of_the_caller_is_raised_and_stops_the_searches():
    def refuse(_):
        raise RuntimeError("enough")

    run, before = run_of(), set(threading.enumerate())
    with pytest.raises(RuntimeError, match="enough"):
        run.run(on_answer=refuse)
    assert run.stopped
    assert set(threading.enumerate()) <= before
