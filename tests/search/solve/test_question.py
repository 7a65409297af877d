"""The questions that the engine accepts, and the errors of invalid ones."""

import gc
import random
import weakref
from itertools import product

import numpy as np
import pytest

from emi.objectives.average import Average
from emi.objectives.guaranteed import Guaranteed
from emi.objectives.pareto import MissesThenAverage
from emi.objectives.worst_case import WorstCase
from emi.search.model.bounds import Bounds, ContradictionError
from emi.search.model.candidates import Candidates
from emi.search.model.limits import Limits
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.restriction import Restriction
from emi.search.solve.cost.average import AverageSearch
from emi.search.solve.cost.guaranteed import GuaranteedSearch
from emi.search.solve.cost.least_cost import CostSearch
from emi.search.solve.hard.hard_play import HardSearch
from emi.search.solve.session import Session
from emi.search.solve.worst_case.free_play import WorstCaseSearch
from tests.search.games import alike
from tests.search.questions import each_kind, laborious, solve

MATRIX = alike(2).matrix


@pytest.mark.parametrize(
    ("asked", "search"),
    [
        ({}, WorstCaseSearch),
        ({"objective": WorstCase()}, WorstCaseSearch),
        ({"restriction": Restriction()}, HardSearch),
        ({"objective": Average()}, AverageSearch),
        ({"objective": Guaranteed(2)}, GuaranteedSearch),
        ({"objective": MissesThenAverage(2, 99)}, CostSearch),
    ],
)
def test_each_objective_has_its_search(asked, search):
    assert type(solve(MATRIX, **asked)) is search


@each_kind
def test_candidates_must_belong_to_the_game_and_not_be_empty(kind, refused):
    question = laborious(kind)
    for candidates in (Candidates([], 2), Candidates([0], 3)):
        with refused(ValueError):
            solve(MATRIX, question.objective, candidates)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("secrets", [4, 9])
def test_the_worst_case_of_a_first_guess_is_that_of_its_classes(seed, secrets):
    """Classes may take two guesses, found in one sweep, or more, found by a search."""
    source = random.Random(seed)
    rows = np.array(
        [[source.choice([1, 1, 1, 2]) for _ in range(secrets)] for _ in range(secrets + 3)],
        np.uint8,
    )
    np.fill_diagonal(rows, 0)
    rows[-1] = 1
    matrix = FeedbackMatrix(rows, np.arange(secrets))
    for guess in range(matrix.guesses):
        parts = {}
        for secret, answer in enumerate(rows[guess].tolist()):
            if secret != guess:
                parts.setdefault(answer, []).append(secret)
        needed = 1 + max(
            solve(matrix, candidates=Candidates(part, secrets)).bounds.lower
            for part in parts.values()
        )
        kept = []
        found = solve(matrix, first=guess, session=Session(keep=kept.extend))
        assert (found.bounds, found.guess) == (Bounds(needed, needed), guess)
        assert found.strategy().depth == needed
        # Proposing all secrets after a useless first guess takes one guess more than secrets.
        assert all(one.upper <= secrets for one in kept)


def test_the_worst_case_of_a_first_guess_ends_with_the_session():
    rows = np.ones((12, 12), np.uint8)
    np.fill_diagonal(rows, 0)
    found = solve(FeedbackMatrix(rows, np.arange(12)), first=0, session=Session(watch=lambda _: 0))
    assert (found.bounds.proven, found.guess) == (False, 0)


def test_a_restriction_must_fit_the_game(refused):
    with refused(ValueError):
        Restriction(np.zeros((1, 2, 3), np.uint16))
    other = Restriction(np.zeros((1, 3, 3), np.uint16))
    with refused(ValueError):
        solve(MATRIX, Average(), restriction=other)


@each_kind
def test_the_search_starts_from_a_known_bound(kind, refused):
    question = laborious(kind)
    full = question.search()
    known = question.search(lower=full.bounds.lower)
    assert known.bounds == full.bounds
    assert known.nodes <= full.nodes
    assert question.search(lower=full.bounds.lower, limits=Limits(nodes=1)).bounds.lower > 0
    with refused(ContradictionError):
        question.search(lower=10**6, records=[question.proven(1, question.game.secrets, 0)])


def test_weights_may_be_any_sequence():
    weights = np.array([1, 3])
    for given in (weights, weights.tolist(), tuple(weights.tolist())):
        assert solve(MATRIX, Average(weights=given)).bounds == Bounds(5, 5)


@pytest.mark.parametrize(
    ("objective", "restriction"),
    list(product([WorstCase(), Average(), Guaranteed(3)], [None, Restriction()])),
)
def test_solutions_form_no_reference_cycles(objective, restriction):
    matrix = FeedbackMatrix(MATRIX.rows, MATRIX.own)
    gone = weakref.ref(matrix)
    gc.collect()
    gc.disable()
    try:
        solve(matrix, objective, restriction=restriction).strategy()
        del matrix
        assert gone() is None
    finally:
        gc.enable()
