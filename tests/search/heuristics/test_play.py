"""One-step play against its definition in plain Python (``tests.reference``)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.heuristics.heuristic import AMONG_CANDIDATES, HEURISTICS, Ties
from search.heuristics.play import one_step, tries
from search.model.limits import Stopped
from search.model.matrix import FeedbackMatrix
from tests import reference
from tests.search.games import alike, games

RULES = [
    method
    for method in (*HEURISTICS.values(), *AMONG_CANDIDATES.values())
    if method.ties != Ties.random
]


@pytest.mark.parametrize("method", RULES, ids=lambda method: method.name)
@settings(max_examples=20)
@given(game=games(secrets=10, guesses=14), data=st.data())
def test_every_method_tie_break_and_direction(method, game, data):
    method = method.breaking(
        data.draw(st.sampled_from([Ties.possible, Ties.alphabetical, Ties.last]))
    )
    method = method.turned(data.draw(st.sampled_from(["lowest", "highest"])))
    first = data.draw(st.none() | st.integers(0, len(game.classes) - 1))
    expected = reference.tries(
        game.classes,
        game.own,
        [(one.name, one.highest) for one in method.by],
        ties=method.ties,
        candidates_only=method.candidates_only,
        first=first,
    )
    assert tries(game.matrix, method, first=first).tolist() == expected


@given(game=games(secrets=10, guesses=14), seed=st.integers(0, 9))
def test_random_play_proposes_candidates_and_is_the_same_for_a_seed(game, seed):
    found = tries(game.matrix, HEURISTICS["Random"], seed=seed)
    assert (found == tries(game.matrix, HEURISTICS["Random"], seed=seed)).all()
    assert found.min() >= 1
    assert found.max() <= game.secrets


def test_random_play_differs_with_the_seed():
    game = alike(9)
    played = {tuple(tries(game.matrix, HEURISTICS["Random"], seed=seed)) for seed in range(9)}
    assert len(played) > 1


def test_ties_by_lot_fall_on_a_candidate_first():
    """The last two guesses, no candidates, tell the secrets apart as well as a candidate."""
    classes = np.array([[9, 0, 1], [0, 9, 1], [1, 0, 9], [0, 1, 2], [2, 1, 0]], np.uint8)
    matrix = FeedbackMatrix(classes, np.arange(3, dtype=np.int32))
    method = HEURISTICS["Sum"].breaking(Ties.random)
    played = [tries(matrix, method, seed=seed).tolist() for seed in range(20)]
    assert all(sorted(one) == [1, 2, 2] for one in played)
    assert {one.index(1) for one in played} == {0, 1, 2}


def test_it_stops_when_told():
    with pytest.raises(Stopped):
        tries(alike(5).matrix, HEURISTICS["Sum"], watch=lambda _found: False)


def test_the_watcher_hears_how_many_are_found():
    heard = []
    tries(alike(4).matrix, HEURISTICS["Sum"], watch=lambda found: heard.append(found) or True)
    assert heard == sorted(heard)
    assert heard[0] == 0


@pytest.mark.parametrize("method", RULES, ids=lambda method: method.name)
@settings(max_examples=10)
@given(game=games(secrets=10, guesses=14), data=st.data())
def test_the_strategy_written_out_is_the_one_played(method, game, data):
    first = data.draw(st.none() | st.integers(0, len(game.classes) - 1))
    taken = tries(game.matrix, method, first=first)
    tree = one_step(game.matrix, method, first=first)
    assert (tree.depth, tree.total) == (taken.max(), taken.sum())
    for secret in range(game.secrets):
        node, guesses = tree, 1
        while game.own[secret] != node.guess:
            assert secret in node.members
            (node,) = [below for below in node.branches if secret in below.members]
            guesses += 1
        assert guesses == taken[secret]
    for node in tree.nodes():
        sizes = [len(below.members) for below in node.branches]
        assert sizes == sorted(sizes, reverse=True)
