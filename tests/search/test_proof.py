"""Both halves of a proof, on random games, judged by their definitions alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.candidates import Candidates
from search.engine import Engine
from search.limits import Stopped
from search.matrix import FeedbackMatrix
from search.proof import prove
from search.refutation import refute
from search.strategy import classes, grow
from search.worst_case import worst_case


@st.composite
def games(draw, most=9):
    """A random game: few classes, so that it takes several guesses; the first guesses are own."""
    secrets = draw(st.integers(1, most))
    guesses = secrets + draw(st.integers(0, 3))
    classes = draw(st.integers(2, 4))
    cells = st.lists(st.integers(1, classes), min_size=secrets, max_size=secrets)
    rows = np.array([draw(cells) for _ in range(guesses)], np.uint8)
    rows[range(secrets), range(secrets)] = 0
    return FeedbackMatrix(rows, np.arange(secrets, dtype=np.int32))


def played(strategy, matrix, secret):
    """Return how many guesses a strategy takes for a secret."""
    node, guesses = strategy, 1
    while matrix.own[secret] != node.guess:
        answer = matrix.rows[node.guess][secret]
        (node,) = (b for b in node.branches if matrix.rows[node.guess][b.members[0]] == answer)
        guesses += 1
    return guesses


def holds(cores, k, matrix):
    """Check one core by its definition."""
    core = cores[k]
    if core.depth == 1:
        return len(set(core.members.tolist())) >= 2
    for row in matrix.rows:
        if core.depth == 2:
            if len(set(row[core.members].tolist())) == len(core.members):
                return False
        elif not any(len(set(row[cores[r].members].tolist())) == 1 for r in core.reasons):
            return False
    return all(
        r < k
        and cores[r].depth == core.depth - 1
        and set(cores[r].members.tolist()) <= set(core.members.tolist())
        for r in core.reasons
    )


@given(games())
def test_both_halves_prove_the_value(matrix):
    worst = worst_case(matrix).bounds.upper
    proof = prove(matrix)
    counts = [played(proof.strategy, matrix, s) for s in range(matrix.secrets)]
    assert max(counts) == proof.strategy.depth == worst
    assert sum(counts) == proof.strategy.total
    if worst > 1:
        assert proof.refutation[-1].depth == worst - 1
    assert all(holds(proof.refutation, k, matrix) for k in range(len(proof.refutation)))


@given(games(), st.data())
def test_a_subset_of_the_secrets_has_a_proof_of_its_own(matrix, data):
    members = data.draw(st.sets(st.integers(0, matrix.secrets - 1), min_size=1))
    proof = prove(matrix, Candidates(members, matrix.secrets))
    assert max(played(proof.strategy, matrix, s) for s in members) == proof.strategy.depth
    assert all(set(core.members.tolist()) <= members for core in proof.refutation)
    assert all(holds(proof.refutation, k, matrix) for k in range(len(proof.refutation)))


def alike(n):
    """A game of n secrets that only naming them tells apart; it takes n guesses."""
    rows = np.ones((n, n), np.uint8)
    np.fill_diagonal(rows, 0)
    return FeedbackMatrix(rows, np.arange(n, dtype=np.int32))


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 4, 5])
def test_every_depth_below_the_value_is_refuted(depth):
    matrix = alike(6)
    cores = refute(Engine(matrix, 6), np.arange(6, dtype=np.int32), depth)
    assert [core.depth for core in cores[-1:]] == [depth] * (depth > 0)
    assert all(holds(cores, k, matrix) for k in range(len(cores)))


@pytest.mark.parametrize("depth", [6, 7])
def test_what_can_be_found_is_not_refuted(depth):
    with pytest.raises(ValueError, match=f"6 secrets can be found within {depth} guesses"):
        refute(Engine(alike(6), 7), np.arange(6, dtype=np.int32), depth)


@pytest.mark.parametrize("depth", [1, 2, 3, 5])
def test_no_strategy_is_written_for_too_few_guesses(depth):
    with pytest.raises(ValueError, match=f"no strategy finds 6 secrets within {depth} guesses"):
        grow(Engine(alike(6), 6), np.arange(6, dtype=np.int32), depth)


def test_with_guesses_to_spare_the_strategy_is_still_whole():
    matrix = alike(4)
    strategy = grow(Engine(matrix, 9), np.arange(4, dtype=np.int32), 9)
    assert [played(strategy, matrix, s) for s in range(4)] == [1, 2, 3, 4]


def test_nodes_come_before_their_branches():
    strategy = grow(Engine(alike(4), 4), np.arange(4, dtype=np.int32), 4)
    assert [len(node.members) for node in strategy.nodes()] == [4, 3, 2, 1]


def test_classes_come_largest_first_and_hold_every_member():
    rows = np.array([[0, 2, 1, 2, 1, 2], [1, 0, 1, 1, 1, 1]], np.uint8)
    matrix = FeedbackMatrix(rows[:, :2], np.arange(2, dtype=np.int32))
    wide = FeedbackMatrix(np.vstack([rows, 2 * np.eye(6, dtype=np.uint8)]), np.arange(2, 8))
    parts = classes(wide, 0, np.arange(6, dtype=np.int32))
    assert [part.tolist() for part in parts] == [[1, 3, 5], [2, 4], [0]]
    assert [part.tolist() for part in classes(matrix, 0, np.arange(2, dtype=np.int32))] == [
        [0],
        [1],
    ]


def test_whoever_waits_can_stop_a_refutation_and_a_strategy():
    members = np.arange(8, dtype=np.int32)
    with pytest.raises(Stopped):
        refute(Engine(alike(8), 8), members, 7, lambda _: False)
    with pytest.raises(Stopped):
        grow(Engine(alike(9), 9), np.arange(9, dtype=np.int32), 8, lambda _: False)
    with pytest.raises(Stopped):
        prove(alike(8), watch=lambda _: False)
