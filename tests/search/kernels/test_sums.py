"""The Sum of every living guess, by pairs and by classes, against counts in Python."""

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.search.kernels.worst_case.sums import BLOCK_GUESSES, sum_living
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.symmetry import no_symmetry
from emi.search.solve.engine import make_game
from emi.search.solve.worst_case.arrays import make_scratch
from tests.search.games import games_and_members
from tests.search.kernels.calls import called, int32

LARGE = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="a million pairs")


def told(classes, members, living):
    """Return the guess that tells the members apart, the keys up to it, and the living guesses."""
    keys, alive = {}, list(living)
    for g, row in enumerate(classes):
        if living[g]:
            sizes = [[row[s] for s in members].count(c) for c in {row[s] for s in members}]
            keys[g] = sum(size**2 for size in sizes)
            alive[g] = len(sizes) > 1
            if len(sizes) == len(members):
                return g, keys, alive
    return -1, keys, alive


def check(matrix, classes, members, living, counted):
    alive, keys = np.array(living, np.uint8), np.full(len(living), -7, np.int64)
    scratch = make_scratch(matrix)
    guess = called(sum_living)(
        make_game(matrix, no_symmetry()), int32(members), alive, counted, keys, scratch
    )
    expected, sums, left = told(classes, members, living)
    assert guess == expected
    assert {g: keys[g] for g in sums} == sums
    if guess < 0:
        assert alive.tolist() == left


# With no living guesses classes are counted, with very many of them pairs.
@pytest.mark.parametrize("counted", [0, 1 << 40])
@given(drawn=games_and_members(least=2), data=st.data())
def test_sums_are_those_of_the_classes(counted, drawn, data):
    game, members = drawn
    living = data.draw(
        st.lists(st.booleans(), min_size=len(game.classes), max_size=len(game.classes))
    )
    check(game.matrix, game.classes, members, living, counted)


@pytest.mark.parametrize("counted", [0, 1 << 40])
def test_guesses_beyond_one_block_get_sums_too(counted):
    source = np.random.default_rng(5)
    rows = source.integers(0, 3, (BLOCK_GUESSES + 70, 9)).astype(np.uint8)
    np.fill_diagonal(rows[:9], 3)
    matrix = FeedbackMatrix(rows, np.arange(9, dtype=np.int32))
    check(matrix, rows.tolist(), [*range(9)], [True] * len(rows), counted)


@pytest.mark.parametrize(("empty", "every"), [(None, 300), (np.empty, 30)])
@pytest.mark.parametrize("classes", [2, pytest.param(200, marks=LARGE)])
def test_feedback_is_gathered_for_a_small_share_of_the_secrets(classes, empty, every):
    source = np.random.default_rng(7)
    rows = source.integers(0, classes, (1500, 1500)).astype(np.uint16)
    np.fill_diagonal(rows, classes)
    rows[40:50] = 0
    rows[range(40, 50), range(40, 50)] = classes
    matrix = FeedbackMatrix(rows, np.arange(1500, dtype=np.int32), empty=empty)
    members = [*range(3, 1499, every)]
    living = source.integers(0, 2, 1500).astype(bool).tolist()
    check(matrix, rows.tolist(), members, living, 400)
