"""Guesses that make the same classes: the first of them stays."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from search.kernels.common.widths import in_widths
from search.kernels.cost.repeats import drop_repeated
from tests.search.games import games_and_members
from tests.search.kernels.calls import called, int32


@given(games_and_members(least=1), st.data())
def test_of_guesses_that_make_the_same_classes_the_first_stays(drawn, data):
    game, members = drawn
    guesses = len(game.classes)
    listed = data.draw(st.lists(st.integers(0, guesses - 1), unique=True))
    firsts = {}
    for g in listed:
        row = [game.classes[g][s] for s in members]
        firsts.setdefault(tuple(row.index(c) for c in row), g)
    order = int32(listed)
    stamp, clock = np.zeros(game.matrix.classes, np.int64), np.zeros(1, np.int64)
    slots = np.empty(2 << guesses.bit_length(), np.int32)
    for _ in range(2):
        stay = called(drop_repeated)(
            in_widths(game.matrix.rows), int32(members), order, slots, stamp, clock
        )
        assert order[:stay].tolist() == list(firsts.values())
        assert stamp.max() <= clock[0]
        order = int32(listed)
