"""Greedy play bounds the worst case from above."""

import numpy as np
import pytest

from emi.games.motus import Motus
from emi.search.solve.session import Session
from emi.search.solve.worst_case.engine import class_keys
from emi.search.solve.worst_case.free_play import WorstCaseSearch
from tests.search.questions import solve

#: A cell that takes 6 guesses.
MATRIX = Motus.of_cell("C5", "fr").matrix()
KEYS, _, _ = class_keys(MATRIX, np.arange(MATRIX.secrets, dtype=np.int32))
WORST = solve(MATRIX).bounds.upper


@pytest.mark.parametrize("pairs", [0, 10**9])
def test_greedy_play_of_a_large_class_is_an_upper_bound(monkeypatch, pairs):
    """It is played in steps, so that it can be stopped."""
    monkeypatch.setattr("emi.search.solve.minimax.PAIRS", pairs)
    search, first = WorstCaseSearch(MATRIX), int(KEYS.argmin())
    search.keys = KEYS
    search._play_on()
    assert WORST <= search.upper <= WORST + 2
    assert search.guess == first
    stopped = WorstCaseSearch(MATRIX, session=Session(watch=lambda _: False))
    stopped.keys = KEYS
    stopped._play_on()
    assert stopped.upper == MATRIX.secrets
