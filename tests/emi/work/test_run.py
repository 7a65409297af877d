"""Many games at once: order, threads, and how a run ends early."""

import threading

import pytest

from emi import Average, Limits, memory, solve
from emi.errors import MemoryNeedError
from emi.questions.solving import solution_of
from emi.work import run as parallel
from emi.work.run import Run
from tests.emi.cases import long_game

SIZES = (8, 30, 20, 3, 12)


def game(size):
    return long_game(size, f"of {size}")


def run_of(*games, jobs=1, work=solve, **how):
    return Run(games or [game(size) for size in SIZES], work, jobs=jobs, **how)


def test_the_largest_game_comes_first_and_those_of_one_size_keep_their_order():
    assert [len(each.secrets) for each in run_of().games] == [30, 20, 12, 8, 3]
    run = run_of(long_game(8, "first"), long_game(9, "large"), long_game(8, "second"))
    assert [each.name for each in run.games] == ["large", "first", "second"]


@pytest.mark.parametrize("jobs", [1, 2, 50])
def test_the_answers_are_those_of_one_game_at_a_time_in_the_order_of_the_games(jobs):
    run = run_of(jobs=jobs)
    found = [(one.game.name, one.bounds, one.first_guess, one.nodes) for one in run.run()]
    alone = map(solve, run.games)
    assert found == [(one.game.name, one.bounds, one.first_guess, one.nodes) for one in alone]
    assert not run.stopped


def test_each_game_has_its_objective():
    def weighed(each, **how):
        return solve(each, Average(weights=[2] * len(each.secrets)), **how)

    run = run_of(work=weighed)
    assert [one.weight for one in run.run()] == [60, 40, 24, 16, 6]


def test_the_limit_on_time_is_for_all_games_and_that_on_nodes_for_each(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "emi.questions.solving.solution_of",
        lambda one: asked.append(one.limits) or solution_of(one),
    )
    run_of(limits=Limits(seconds=9, nodes=7)).run()
    assert len({one.end for one in asked}) == 1
    assert [one.nodes for one in asked] == [7] * len(SIZES)


def test_no_games_are_answered_at_once():
    assert Run([], solve, jobs=2).run() == []


def test_each_answer_is_handed_over_as_it_comes_in_the_calling_thread():
    handed = []
    run = run_of(jobs=2)
    answers = run.run(on_result=lambda answer: handed.append((answer, threading.current_thread())))
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
    assert [answer.game for answer in answers] == [game.facts for game in run.games]
    assert not answers[0].proven
    for answer, truth in zip(answers, run_of().run(), strict=True):
        assert answer.bounds.lower <= truth.bounds.upper <= answer.bounds.upper
    # Stopped before it begins, a run searches nothing.
    assert [answer.nodes for answer in run.run()] == [0] * len(SIZES)


def test_the_limits_are_for_each_game():
    answers = run_of(limits=Limits(nodes=1)).run()
    assert not answers[0].proven
    assert answers[-1].proven  # three words need no search


@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_asks_the_searches_to_end_and_twice_gives_up(monkeypatch, times):
    real, pressed = parallel.wait, iter(range(times))

    def wait(*arguments, **options):
        if next(pressed, None) is not None:
            raise KeyboardInterrupt
        return real(*arguments, **options)

    monkeypatch.setattr(parallel, "wait", wait)
    run = run_of()
    if times == 1:
        assert [answer.game for answer in run.run()] == [game.facts for game in run.games]
    else:
        with pytest.raises(KeyboardInterrupt):
            run.run()
    assert run.stopped


def test_games_that_do_not_fit_beside_each_other_are_searched_one_by_one(
    monkeypatch, caplog, golden, refused
):
    caplog.set_level("INFO")
    largest = game(30).bytes_needed
    monkeypatch.setattr("emi.memory.available", lambda: 2 * memory.WORKING)
    run = run_of(jobs=2)
    assert run.jobs == 1
    golden(caplog.messages)
    assert [one.proven for one in run.run()] == [True] * len(SIZES)
    monkeypatch.setattr("emi.memory.available", lambda: largest - 1)
    monkeypatch.setattr("emi.memory._free", lambda _: largest - 1)
    with refused(MemoryNeedError):
        run_of(jobs=2)


def test_an_error_of_one_game_is_raised_and_stops_the_others(monkeypatch):
    def check(name, *_):
        if name == "of 20":
            raise MemoryNeedError("of 20: too large")
        return True

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
        run.run(on_result=refuse)
    assert run.stopped
    assert set(threading.enumerate()) <= before
