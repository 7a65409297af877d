from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.kernels.worst_case.greedy import greedy_depth
from tests.oracle import left_by
from tests.search.games import games_and_members


def sum_of(game, guess, members):
    row = [game.classes[guess][s] for s in members]
    return sum(row.count(c) for c in row)


def plain(game, first, members, wide):
    """Play the strategy as its contract says, by recursion."""
    every = range(len(game.classes)) if wide else ()

    def play(left, guess):
        below = left_by(game.classes, left, game.own, guess)
        return 1 + max((play(part, follow(part)) for part in below), default=0)

    def follow(left):
        return min(chain((game.own[s] for s in left), every), key=lambda g: sum_of(game, g, left))

    return play(members, first)


@pytest.mark.parametrize("wide", [False, True])
@given(drawn=games_and_members(least=2), data=st.data())
def test_the_depth_is_that_of_the_guess_of_least_sum_candidates_first(wide, drawn, data):
    game, members = drawn
    splitting = [
        g for g in range(len(game.classes)) if sum_of(game, g, members) < len(members) ** 2
    ]
    first = data.draw(st.sampled_from(splitting))
    matrix = game.matrix
    width = max(matrix.classes, matrix.secrets) + 1
    counts, tally = np.zeros(width, np.int32), np.zeros(width, np.int32)
    label = np.full(width, -1, np.int32)
    array = np.array(members, np.int32)
    scratch = counts, label, tally
    depth = greedy_depth(matrix.rows, matrix.own, first, wide, len(members), array, *scratch)
    assert depth == plain(game, first, members, wide)
    assert depth >= game.worst_case(members)
    chosen = greedy_depth(
        matrix.rows, matrix.own, -1, wide, len(members), np.array(members, np.int32), *scratch
    )
    best = min(
        chain((game.own[s] for s in members), range(len(game.classes)) if wide else ()),
        key=lambda g: sum_of(game, g, members),
    )
    assert chosen == plain(game, best, members, wide)
    for most in range(1, chosen + 1):
        limited = greedy_depth(
            matrix.rows, matrix.own, -1, wide, most, np.array(members, np.int32), *scratch
        )
        assert (limited == chosen) if most == chosen else (most < limited <= chosen)
    assert not counts.any()
    assert not tally.any()
    assert (label == -1).all()
