"""One-step play against its definition in plain Python (``tests.reference``)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emi.search.heuristics.heuristic import AMONG_CANDIDATES, HEURISTICS, Ties
from emi.search.heuristics.play import strategy_of, tries
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix
from tests import reference
from tests.search.games import alike, games, hard_game

#: Coverage would double the time of the oracle; other tests cover the program.
pytestmark = pytest.mark.no_cover

DRAW_NOTHING = [
    one for one in (*HEURISTICS.values(), *AMONG_CANDIDATES.values()) if one.ties != Ties.random
]


@pytest.mark.parametrize("heuristic", DRAW_NOTHING, ids=lambda heuristic: heuristic.name)
@settings(max_examples=20)
@given(game=games(secrets=10, guesses=14), data=st.data())
def test_every_heuristic_tie_break_and_direction(heuristic, game, data):
    ties = data.draw(st.sampled_from([Ties.possible, Ties.alphabetical, Ties.last]))
    direction = data.draw(st.sampled_from(["lowest", "highest"]))
    heuristic = heuristic.breaking(ties).turned(direction)
    opening = data.draw(st.permutations(range(len(game.classes))))[: data.draw(st.integers(0, 2))]
    expected = reference.tries(
        game.classes,
        game.own,
        [(one.name, one.highest) for one in heuristic.by],
        ties=heuristic.ties,
        candidates_only=heuristic.candidates_only,
        opening=opening,
    )
    taken, first = tries(game.matrix, heuristic, opening=opening)
    tree = strategy_of(game.matrix, heuristic, opening=opening)
    assert (taken.tolist(), first) == (expected, tree.guess)
    assert (tree.depth, tree.total) == (max(expected), sum(expected))
    for secret in range(game.secrets):
        node, guesses = tree, 1
        while game.own[secret] != node.guess:
            assert secret in node.members
            (node,) = [below for below in node.branches if secret in below.members]
            guesses += 1
        assert guesses == expected[secret]
    for node in tree.nodes():
        sizes = [len(below.members) for below in node.branches]
        assert sizes == sorted(sizes, reverse=True)


@given(game=games(secrets=10, guesses=14), seed=st.integers(0, 9))
def test_random_play_proposes_candidates_and_depends_only_on_the_seed(game, seed):
    found, _ = tries(game.matrix, HEURISTICS["Random"], seed=seed)
    assert (found == tries(game.matrix, HEURISTICS["Random"], seed=seed)[0]).all()
    assert found.min() >= 1
    assert found.max() <= game.secrets


def test_random_play_differs_with_the_seed():
    game = alike(9)
    played = {tuple(tries(game.matrix, HEURISTICS["Random"], seed=seed)[0]) for seed in range(9)}
    assert len(played) > 1


def test_random_ties_prefer_candidates():
    """The last two guesses, no candidates, tell the secrets apart as well as a candidate."""
    classes = np.array([[9, 0, 1], [0, 9, 1], [1, 0, 9], [0, 1, 2], [2, 1, 0]], np.uint8)
    matrix = FeedbackMatrix(classes, np.arange(3, dtype=np.int32))
    heuristic = HEURISTICS["Sum"].breaking(Ties.random)
    played = [tries(matrix, heuristic, seed=seed)[0].tolist() for seed in range(20)]
    assert all(sorted(one) == [1, 2, 2] for one in played)
    assert {one.index(1) for one in played} == {0, 1, 2}


def test_the_watcher_receives_the_number_found_and_may_stop_play():
    received = []
    tries(alike(4).matrix, HEURISTICS["Sum"], watch=lambda found: received.append(found) or True)
    assert received == sorted(received)
    assert received[0] == 0
    with pytest.raises(Stopped):
        tries(alike(5).matrix, HEURISTICS["Sum"], watch=lambda _found: False)


def test_heuristics_share_profiles():
    matrix, shared = hard_game(3).matrix, {}
    for name in ("Sum", "Max", "PossibleGmax", "Sum"):
        heuristic = HEURISTICS[name]
        taken, _ = tries(matrix, heuristic, shared=shared)
        assert (taken == tries(matrix, heuristic)[0]).all()
    assert shared
