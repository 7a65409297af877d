"""What a method likes best, against all ways in which few candidates can fall into classes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.heuristics.heuristic import AMONG_CANDIDATES, HEURISTICS, Ties
from search.heuristics.ideal import MOST, MOST_ANY, falling, ideal
from search.heuristics.play import tries
from search.heuristics.profiler import Profiler
from tests.search.games import games_and_members


@pytest.mark.parametrize(("total", "ways"), [(1, 1), (4, 5), (8, 22), (12, 77)])
def test_falling_lists_every_partition_of_a_number_once(total, ways):
    """Their numbers are those of Euler."""
    found = list(falling(total, total))
    assert len(found) == len(set(found)) == ways
    assert all(sum(way) == total and list(way) == sorted(way, reverse=True) for way in found)


def test_a_method_likes_to_tell_all_apart():
    best = ideal(HEURISTICS["Sum"], 3, 14)
    # One class of each size 1, three times; the weights are powers of 4.
    assert best.weights.tolist() == [0, 1, 4, 16]
    assert best.wanted.tolist() == [[-1], [3]]
    assert not best.any


def test_without_candidates_first_any_guess_may_be_ideal():
    alphabetical = HEURISTICS["Sum"].breaking(Ties.alphabetical)
    assert ideal(alphabetical, MOST_ANY, 14).any
    assert ideal(alphabetical, MOST_ANY + 1, 14) is None
    assert not ideal(HEURISTICS["MaxTau"].breaking(Ties.alphabetical), MOST_ANY + 1, 14).any


@pytest.mark.parametrize(
    ("method", "members"),
    [
        (HEURISTICS["Sum"], MOST + 1),
        (HEURISTICS["Sum"].breaking(Ties.random), 2),
        (HEURISTICS["Bobo"], 2),
        # To learn nothing is as good for it as to learn all.
        (HEURISTICS["Gini"], 2),
        (HEURISTICS["Sum"].turned("highest"), 2),
    ],
    ids=["many", "lots", "no aggregate", "useless", "highest"],
)
def test_where_a_look_is_not_enough(method, members):
    assert ideal(method, members, 14) is None


@given(
    drawn=games_and_members(secrets=12, guesses=16, least=2),
    method=st.sampled_from([*HEURISTICS.values(), *AMONG_CANDIDATES.values()]),
    ties=st.sampled_from([Ties.possible, Ties.alphabetical, Ties.last]),
    left_out=st.sets(st.integers(0, 3)),
)
def test_a_guess_that_is_ideal_is_the_one_that_weighing_finds(drawn, method, ties, left_out):
    game, members = drawn
    method, weigh = method.breaking(ties), Profiler(game.matrix)
    array = np.array(members, np.int32)
    told = {game.own[s] for s in members}
    out = sorted(g for g in left_out if g < len(game.classes) and g not in told)
    found = weigh.ideal(method, array, out)
    if found < 0:
        return
    kind_of, sizes = weigh.kinds(array, out)
    best = np.flatnonzero(method.best(sizes))
    tied = np.flatnonzero(np.isin(kind_of, best))
    first = [g for g in tied if sizes.candidate[kind_of[g]]] if method.ties == Ties.possible else []
    tied = first or tied.tolist()
    assert found == tied[-1 if method.ties == Ties.last else 0]


@given(drawn=games_and_members(secrets=12, guesses=60, least=2))
def test_candidates_weighed_alone_are_weighed_alike(drawn):
    game, members = drawn
    array = np.array(members, np.int32)
    weigh = Profiler(game.matrix)
    kind_of, sizes = weigh.kinds(array)
    every = [(sizes.plain(k), sizes.candidate[k]) if k >= 0 else None for k in kind_of]
    kind_of, sizes = weigh.kinds(array, candidates_only=True)
    alone = [(sizes.plain(k), sizes.candidate[k]) if k >= 0 else None for k in kind_of]
    own = {game.own[s] for s in members}
    assert [alone[g] for g in own] == [every[g] for g in own]


def test_what_is_weighed_for_one_method_serves_the_others():
    from tests.search.games import hard_game

    matrix, known = hard_game(3).matrix, {}
    for name in ("Sum", "Max", "PossibleGmax", "Sum"):
        method = HEURISTICS[name]
        assert (tries(matrix, method, known=known) == tries(matrix, method)).all()
    assert known
