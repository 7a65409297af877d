"""How hard each secret is to find, held against the definitions."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import emi
from emi.analysis.fairness import difficulty
from emi.search.model.limits import Limits, Stopped
from tests import oracle
from tests.emi.cases import drawn, long_game, plain

MUCH = 10**6


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.booleans())
def test_guesses_are_those_of_the_best_guarantee_and_of_the_best_average(seed, two):
    words = drawn(seed, 9)
    game = emi.Motus(words[:6], words) if two else emi.Motus(words)
    found = difficulty(game)
    classes, own = plain(game)
    every = range(len(game.secrets))
    worst = oracle.worst_case(classes, every, own)
    assert (found.worst.lower, found.worst.upper) == (worst, worst)
    assert {one.secret for one in found.words} == {*game.secrets}
    assert max(one.guarantee for one in found.words) == found.words[0].guarantee == worst
    least = oracle.least_cost(classes, every, own, (1,) * worst, None, MUCH)
    assert sum(one.guarantee for one in found.words) == least
    average = oracle.least_cost(classes, every, own, (1,) * len(game.secrets), None, MUCH)
    assert sum(one.average for one in found.words) == average
    for one in found.words:
        assert one.secret not in one.confused
        assert {*one.confused} <= {*game.secrets}
        # What takes more than two guesses was among others after the first.
        assert one.confused or one.guarantee <= 2


def test_words_are_confused_with_what_the_first_guesses_leave():
    family = ["BATTE", "DATTE", "LATTE", "NATTE", "PATTE"]
    found = {one.secret: one for one in difficulty(emi.Motus(family)).words}
    last = max(found.values(), key=lambda one: one.guarantee)
    assert last.guarantee == 5
    assert len(last.confused) == 1


def test_without_time_there_is_no_result():
    with pytest.raises(Stopped):
        difficulty(long_game(150), limits=Limits(nodes=1))
