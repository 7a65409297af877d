"""Guesses that are equal by symmetry are tried once, and nothing changes but the time it takes."""

from math import perm

import numpy as np
import pytest

from emi.games.parse import game_named
from search.model.matrix import FeedbackMatrix
from search.model.symmetry import orbits_of, symmetry_of
from search.solve.worst_case.engine import Engine, class_keys
from search.solve.worst_case.proof import best_strategy, prove
from search.solve.worst_case.search import worst_case
from tests.oracle import worst_case as by_definition

SMALL = [
    *(f"mastermind:{p}x{c}" for p, c in [(1, 4), (2, 2), (2, 5), (3, 2), (3, 3), (3, 4), (3, 5)]),
    *(f"mastermind:{p}x{c}" for p, c in [(4, 2), (4, 3), (4, 4)]),
    *(f"moo:{p}x{d}" for p, d in [(1, 4), (2, 3), (2, 5), (3, 3), (3, 4), (3, 5), (4, 4), (4, 5)]),
]


def equal_first_guesses(matrix, history=()):
    """Return how many guesses differ in more than the names of places and symbols."""
    return len(np.unique(orbits_of(matrix.symmetry, history)))


@pytest.mark.parametrize("name", SMALL)
def test_small_games_have_the_same_value_with_and_without(name):
    matrix = game_named(name).matrix()
    with_, without = (worst_case(matrix, symmetric=symmetric) for symmetric in (True, False))
    assert with_.bounds.proven
    assert with_.bounds == without.bounds
    strategy = best_strategy(matrix)
    assert strategy.depth == with_.bounds.upper == prove(matrix).strategy.depth


@pytest.mark.parametrize("name", ["mastermind:2x4", "mastermind:3x3", "moo:2x5", "moo:3x4"])
def test_the_value_is_that_of_the_definition(name):
    game = game_named(name)
    classes = [[game.feedback(guess, secret) for secret in game.secrets] for guess in game.guesses]
    expected = by_definition(classes, range(len(game.secrets)), range(len(game.guesses)))
    assert str(worst_case(game.matrix()).bounds) == str(expected)


@pytest.mark.parametrize("name", ["mastermind:3x5", "mastermind:4x3", "moo:3x5"])
def test_every_core_learned_by_symmetry_is_true(name):
    """What rests on images of cores is a core: asked about it alone, the plain search agrees."""
    matrix = game_named(name).matrix()
    every = np.arange(matrix.secrets, dtype=np.int32)
    worst = worst_case(matrix).bounds.upper
    engine = Engine(matrix, worst, symmetric=True)
    keys = class_keys(matrix, every)[0]
    assert engine.decide(every, worst - 1, keys) == -1
    cores, plain = engine.cores, Engine(matrix, worst)
    for k in range(int(cores.held[0])):
        members = cores.members[cores.offset[k] : cores.offset[k] + cores.size[k]]
        depth = int(cores.depth[k])
        keys, apart, _ = class_keys(matrix, members)
        assert apart < 0
        assert depth == 2 or plain.decide(members, depth, keys) == -1


def test_fewer_sets_are_examined():
    matrix = game_named("mastermind:4x4").matrix()
    every = np.arange(matrix.secrets, dtype=np.int32)
    keys = class_keys(matrix, every)[0]
    nodes = []
    for symmetric in (True, False):
        engine = Engine(matrix, 4, symmetric=symmetric)
        assert engine.decide(every, 3, keys) == -1
        nodes.append(engine.nodes)
    assert nodes[0] < nodes[1] / 2


@pytest.mark.parametrize(
    ("name", "inequivalent"),
    [("mastermind:4x6", 5), ("moo", 1), ("mastermind:4x5", 5), ("mastermind:3x5", 3)],
)
def test_inequivalent_first_guesses(name, inequivalent):
    """Knuth, "The computer as Master Mind", 1976: 1111, 1112, 1122, 1123, 1234; MOO has one."""
    assert equal_first_guesses(game_named(name).matrix()) == inequivalent


@pytest.mark.slow
def test_inequivalent_first_guesses_of_logik():
    """Heeffer and Heeffer, Table 2: bbbbb, bbbbc, bbbcc, bbbcg, bbccg, bbcgr, bcgry."""
    assert equal_first_guesses(game_named("logik").matrix()) == 7


def test_after_a_guess_fewer_are_equal():
    matrix = game_named("moo").matrix()
    counts = [equal_first_guesses(matrix, history) for history in ([], [0], [0, 5039])]
    assert counts[:2] == [1, 20]
    assert 20 < counts[2] < perm(10, 4)


CODES = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.uint8)
OWN = np.arange(4, dtype=np.int32)


@pytest.mark.parametrize("codes", [CODES[[0, 2, 1, 3]], CODES[1:], CODES[[0, 1, 1, 3]]])
def test_codes_are_all_there_are_in_numerical_order(codes):
    with pytest.raises(ValueError, match="expected all of 2 places and 2 symbols"):
        symmetry_of(codes, OWN[: len(codes)])


def test_every_code_may_be_the_secret():
    rows = np.array([[0, 1, 1], [1, 0, 2], [1, 2, 0], [2, 2, 2]], np.uint8)
    with pytest.raises(ValueError, match="expected each of the 4 codes among the secrets, got 3"):
        FeedbackMatrix(rows, OWN[:3], codes=CODES)


def test_many_places_are_left_where_they_are():
    """Seven places have 5,040 permutations; the symbols alone are a group as well."""
    matrix = game_named("mastermind:7x2").matrix()
    assert equal_first_guesses(matrix) == 64
