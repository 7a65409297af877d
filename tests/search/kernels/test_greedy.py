from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.search.compile.jit import in_widths
from emi.search.kernels.worst_case.sums import greedy_depth, greedy_tries
from emi.search.model.partition import splitting_space
from tests.oracle import left_by
from tests.search.games import games_and_members


def sum_of(game, guess, members):
    row = [game.classes[guess][s] for s in members]
    return sum(row.count(c) for c in row)


def plain(game, first, members, wide):
    """Play the strategy of the contract by recursion."""
    every = range(len(game.classes)) if wide else ()

    def play(left, guess):
        below = left_by(game.classes, left, game.own, guess)
        return 1 + max((play(part, follow(part)) for part in below), default=0)

    def follow(left):
        return min(chain((game.own[s] for s in left), every), key=lambda g: sum_of(game, g, left))

    return play(members, first)


@pytest.mark.parametrize("wide", [False, True])
@given(drawn=games_and_members(least=2), data=st.data())
def test_greedy_play_takes_the_least_sum_and_candidates_first(wide, drawn, data):
    game, members = drawn
    splitting = [
        g for g in range(len(game.classes)) if sum_of(game, g, members) < len(members) ** 2
    ]
    first = data.draw(st.sampled_from(splitting))
    matrix = game.matrix
    space = splitting_space(matrix)

    def depth_of(first, most):
        array = np.array(members, np.int32)
        return greedy_depth(in_widths(matrix.rows), matrix.own, first, wide, most, array, space)

    depth = depth_of(first, len(members))
    assert depth == plain(game, first, members, wide)
    assert depth >= game.worst_case(members)
    chosen = depth_of(-1, len(members))
    best = min(
        chain((game.own[s] for s in members), range(len(game.classes)) if wide else ()),
        key=lambda g: sum_of(game, g, members),
    )
    assert chosen == plain(game, best, members, wide)
    for most in range(1, chosen + 1):
        limited = depth_of(-1, most)
        assert (limited == chosen) if most == chosen else (most < limited <= chosen)
    for left, clean in zip(space, splitting_space(matrix), strict=True):
        assert np.array_equal(left, clean)


@pytest.mark.parametrize("wide", [False, True])
@given(drawn=games_and_members(least=2), cut=st.integers(2, 9))
def test_several_sets_are_played_to_the_end(wide, drawn, cut):
    """The columns are the members of the sets, one after the other."""
    game, members = drawn
    cut = min(cut, len(members) - 2)
    sets = [one for one in (members[:cut], members[cut:]) if len(one) > 1]
    together = [*chain.from_iterable(sets)]
    matrix = game.matrix
    rows = np.ascontiguousarray(matrix.rows[:, together])
    start = np.cumsum([0, *map(len, sets)], dtype=np.int32)
    worst, total = np.empty((2, len(sets)), np.int64)
    space = splitting_space(matrix)
    greedy_tries(in_widths(rows), matrix.own[together], start, wide, worst, total, space)
    for played, guesses, some in zip(worst, total, sets, strict=True):
        taken = tries_of(game, some, wide)
        assert (played, guesses) == (max(taken), sum(taken))


def tries_of(game, members, wide):
    """Return the number of guesses for each member of a set, by recursion."""
    every = range(len(game.classes)) if wide else ()
    if len(members) == 1:
        return [1]
    asked = chain((game.own[s] for s in members), every)
    guess = min(asked, key=lambda g: sum_of(game, g, members))
    below = left_by(game.classes, members, game.own, guess)
    taken = [1 + tries for part in below for tries in tries_of(game, part, wide)]
    return taken + [1] * (len(members) - len(taken))
