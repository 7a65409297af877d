"""The ideal profiles, against all partitions of a few candidates."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.search.heuristics.heuristic import AMONG_CANDIDATES, HEURISTICS, Ties
from emi.search.heuristics.profiler import MOST, MOST_ANY, Profiler, falling, ideal
from tests.search.games import games_and_members


@pytest.mark.parametrize(("total", "ways"), [(1, 1), (4, 5), (8, 22), (12, 77)])
def test_falling_lists_every_partition_of_a_number_once(total, ways):
    """The numbers of partitions are those of Euler."""
    found = list(falling(total, total))
    assert len(found) == len(set(found)) == ways
    assert all(sum(way) == total and list(way) == sorted(way, reverse=True) for way in found)


def test_a_guess_that_tells_all_apart_is_ideal():
    best = ideal(HEURISTICS["Sum"], 3, 14)
    # One class of each size 1, three times; the weights are powers of 4.
    assert best.weights.tolist() == [0, 1, 4, 16]
    assert best.wanted.tolist() == [[-1], [3]]
    assert not best.any


def test_any_guess_may_be_ideal_unless_candidates_win_ties():
    alphabetical = HEURISTICS["Sum"].breaking(Ties.alphabetical)
    assert ideal(alphabetical, MOST_ANY, 14).any
    assert ideal(alphabetical, MOST_ANY + 1, 14) is None
    assert not ideal(HEURISTICS["MaxTau"].breaking(Ties.alphabetical), MOST_ANY + 1, 14).any


@pytest.mark.parametrize(
    ("heuristic", "members"),
    [
        (HEURISTICS["Sum"], MOST + 1),
        (HEURISTICS["Sum"].breaking(Ties.random), 2),
        (HEURISTICS["Bobo"], 2),
        # For this heuristic, no information is as good as complete information.
        (HEURISTICS["Gini"], 2),
        (HEURISTICS["Sum"].turned("highest"), 2),
    ],
    ids=["many", "lots", "no aggregate", "useless", "highest"],
)
def test_guesses_must_be_compared_if_none_is_ideal(heuristic, members):
    assert ideal(heuristic, members, 14) is None


@given(
    drawn=games_and_members(secrets=12, guesses=16, least=2),
    heuristic=st.sampled_from([*HEURISTICS.values(), *AMONG_CANDIDATES.values()]),
    ties=st.sampled_from([Ties.possible, Ties.alphabetical, Ties.last]),
    left_out=st.sets(st.integers(0, 3)),
)
def test_an_ideal_guess_is_the_one_that_comparing_finds(drawn, heuristic, ties, left_out):
    game, members = drawn
    heuristic, profiler = heuristic.breaking(ties), Profiler(game.matrix)
    array = np.array(members, np.int32)
    told = {game.own[s] for s in members}
    out = sorted(g for g in left_out if g < len(game.classes) and g not in told)
    found = profiler.ideal(heuristic, array, out)
    if found < 0:
        return
    profile_of, profiles = profiler.profiles(array, out)
    tied = np.flatnonzero(np.isin(profile_of, np.flatnonzero(heuristic.best(profiles))))
    own = [g for g in tied if profiles.candidate[profile_of[g]]]
    tied = own if own and heuristic.ties == Ties.possible else tied.tolist()
    assert found == tied[-1 if heuristic.ties == Ties.last else 0]


@given(drawn=games_and_members(secrets=12, guesses=60, least=2))
def test_profiles_of_candidates_alone_are_the_same(drawn):
    game, members = drawn
    profiler = Profiler(game.matrix)

    def profiles_of_candidates(**options):
        profile_of, profiles = profiler.profiles(np.array(members, np.int32), **options)
        own = profile_of[[game.own[s] for s in members]]
        return [(profiles.runs(k), profiles.candidate[k]) for k in own]

    assert profiles_of_candidates(candidates_only=True) == profiles_of_candidates()
