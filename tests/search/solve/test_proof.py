"""Both halves of a proof, on random games, judged by their definitions alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import search.solve.worst_case.engine
import search.solve.worst_case.search
import search.strategy.refutation
import search.strategy.tree
from search.model.candidates import Candidates
from search.model.limits import Stopped
from search.model.matrix import FeedbackMatrix
from search.solve.worst_case.engine import Engine, class_keys
from search.solve.worst_case.proof import prove
from search.solve.worst_case.search import worst_case
from search.strategy.refutation import refute
from search.strategy.tree import grow
from tests.search.games import hard_game


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


def families():
    """A game of two threes: a guess tells its family, and naming tells the rest; it takes four.

    Guess 0 is no secret and leaves classes of the same sizes as any secret.
    """
    rows = np.ones((7, 6), np.uint8)
    rows[0] = [4, 5, 5, 6, 6, 6]
    rows[1:4, :3] = rows[4:, 3:] = 2
    rows[range(1, 7), range(6)] = 0
    return FeedbackMatrix(rows, np.arange(1, 7, dtype=np.int32))


def test_a_proof_begins_with_a_candidate_where_other_guesses_are_as_good():
    matrix = families()
    assert worst_case(matrix).guess == 0
    strategy = prove(matrix).strategy
    assert strategy.depth == 4
    assert strategy.guess in matrix.own


def test_all_guesses_are_weighed_for_all_secrets_only_once(monkeypatch):
    matrix, weighed = hard_game(3).matrix, []

    def noted(matrix, members, *others):
        weighed.append(len(members))
        return class_keys(matrix, members, *others)

    for module in (
        search.solve.worst_case.search,
        search.strategy.refutation,
        search.strategy.tree,
    ):
        monkeypatch.setattr(module, "class_keys", noted)
    prove(FeedbackMatrix(matrix.rows[matrix.own], np.arange(matrix.secrets, dtype=np.int32)))
    assert weighed.count(matrix.secrets) == 1


def test_what_quick_bounds_settle_is_proven_without_tables(monkeypatch):
    matrix = alike(3)
    monkeypatch.setattr(search.solve.worst_case.engine, "make_table", None)
    proof = prove(matrix)
    assert proof.strategy.depth == 3
    assert [core.depth for core in proof.refutation] == [2]


def test_a_strategy_begins_with_the_guess_that_is_given():
    matrix = alike(5)
    for guess in range(5):
        every = np.arange(5, dtype=np.int32)
        strategy = grow(Engine(matrix, 5), every, 5, guess=guess)
        assert strategy.guess == guess
        assert sorted(played(strategy, matrix, s) for s in range(5)) == [1, 2, 3, 4, 5]


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


def test_whoever_waits_can_stop_a_refutation_and_a_strategy():
    members = np.arange(8, dtype=np.int32)
    with pytest.raises(Stopped):
        refute(Engine(alike(8), 8), members, 7, lambda _: False)
    with pytest.raises(Stopped):
        grow(Engine(alike(9), 9), np.arange(9, dtype=np.int32), 8, lambda _: False)
    with pytest.raises(Stopped):
        prove(alike(8), watch=lambda _: False)
