"""The scout: a guess that it finds begins a strategy; finding none proves nothing."""

import numpy as np
import pytest

from emi.games.motus import Motus
from emi.search.model.partition import Partitioner
from emi.search.solve.question import solve
from emi.search.solve.session import Session
from emi.search.solve.worst_case.engine import Engine, class_keys
from emi.search.solve.worst_case.free_play import WorstCaseSearch
from emi.search.solve.worst_case.scout import Scout

#: A cell that takes 6 guesses.
MATRIX = Motus.of_cell("C5", "fr").matrix()
MEMBERS = np.arange(MATRIX.secrets, dtype=np.int32)
KEYS, _, _ = class_keys(MATRIX, MEMBERS)
WORST = solve(MATRIX).bounds.upper


def scout(depth=WORST, session=None):
    return Scout(Engine(MATRIX, depth, session), MEMBERS, KEYS)


def test_a_guess_found_by_the_scout_begins_a_strategy():
    assert WORST > 4
    guess = scout(WORST + 1).probe(WORST, 10**6)
    assert guess >= 0
    left = Engine(MATRIX, WORST)
    for part in Partitioner(MATRIX).classes(guess, MEMBERS):
        if len(part) > WORST - 1:
            below, apart, _ = class_keys(MATRIX, part)
            assert apart >= 0 or left.decide(part, WORST - 1, below) >= 0


def test_no_guess_is_found_if_there_is_none():
    probing = scout()
    assert probing.probe(WORST - 1, 10**9) == -1
    assert probing.tried == len(probing.order)


def test_it_resumes_and_starts_again_at_another_depth():
    probing, tried = scout(), []
    for _ in range(3):
        assert probing.probe(WORST - 1, 1) == -1
        tried.append(probing.tried)
    assert tried == sorted(set(tried))
    probing.probe(WORST, 1)
    assert probing.tried <= tried[0]


def test_nothing_is_tried_if_the_search_is_quick():
    probing = scout(4)
    assert probing.probe(3, 10**6) == -1
    assert probing.tried == 0


@pytest.mark.parametrize("calls", [0, 1, 5])
def test_the_session_can_stop_it(calls):
    left = iter(range(calls))
    probing = scout(6, Session(watch=lambda _: next(left, None) is not None))
    assert probing.probe(6, 10**9) == -1
    assert probing.tried <= max(calls, 1)


@pytest.mark.parametrize("pairs", [0, 10**9])
def test_greedy_play_of_a_large_class_is_an_upper_bound(monkeypatch, pairs):
    """It is played in steps, so that it can be stopped."""
    monkeypatch.setattr("emi.search.solve.greedy.PAIRS", pairs)
    search, first = WorstCaseSearch(MATRIX), int(KEYS.argmin())
    search.keys = KEYS
    search._play_on()
    assert WORST <= search.upper <= WORST + 2
    assert search.guess == first
    stopped = WorstCaseSearch(MATRIX, session=Session(watch=lambda _: False))
    stopped.keys = KEYS
    stopped._play_on()
    assert stopped.upper == MATRIX.secrets
