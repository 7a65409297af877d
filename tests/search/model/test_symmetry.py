"""The symmetry of a game of codes; tests of values show that using it is safe."""

from math import perm

import numpy as np
import pytest

from emi.games.parse import game_named
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.symmetry import orbits_of, stabiliser, symmetry_of


def equal_first_guesses(name, history=()):
    """Return the number of orbits of guesses."""
    return len(np.unique(orbits_of(game_named(name).matrix().symmetry, history)))


@pytest.mark.parametrize(
    ("name", "inequivalent"),
    [
        ("mastermind:4x6", 5),
        ("moo", 1),
        ("mastermind:4x5", 5),
        ("mastermind:3x5", 3),
        # Seven places have 5,040 permutations; the symbols alone are a group as well.
        ("mastermind:7x2", 64),
        # Black pegs alone have the same symmetry; guesses may repeat symbols if secrets do not.
        ("blackpeg:4x6", 5),
        ("ab", 1),
        ("permutation:4x6", 5),
        # Heeffer and Heeffer, Table 2: bbbbb, bbbbc, bbbcc, bbbcg, bbccg, bbcgr, bcgry.
        pytest.param("logik", 7, marks=pytest.mark.slow),
    ],
)
def test_inequivalent_first_guesses(name, inequivalent):
    """Knuth, "The computer as Master Mind", 1976: 1111, 1112, 1122, 1123, 1234; MOO has one."""
    assert equal_first_guesses(name) == inequivalent


def test_a_guess_reduces_the_symmetry():
    counts = [equal_first_guesses("moo", history) for history in ([], [0], [0, 5039])]
    assert counts[:2] == [1, 20]
    assert 20 < counts[2] < perm(10, 4)


CODES = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.uint8)
OWN = np.arange(4, dtype=np.int32)


@pytest.mark.parametrize("codes", [CODES[[0, 2, 1, 3]], CODES[1:], CODES[[0, 1, 1, 3]]])
def test_codes_must_be_complete_and_in_numerical_order(codes, refused):
    with refused(ValueError):
        symmetry_of(codes, OWN[: len(codes)])


def test_secrets_must_be_all_codes_or_all_without_repetition(refused):
    rows = np.array([[0, 1, 1], [1, 0, 2], [1, 2, 0], [2, 2, 2]], np.uint8)
    with refused(ValueError):
        FeedbackMatrix(rows, OWN[:3], codes=CODES)
    with refused(ValueError):
        symmetry_of(CODES, np.array([0, 1], np.int32))
    assert len(symmetry_of(CODES, np.array([1, 2], np.int32)).moves) == 2


@pytest.mark.parametrize("name", ["mastermind:3x4", "mastermind:4x3", "moo:3x5", "moo:4x4"])
def test_a_few_permutations_generate_the_orbits(name):
    """The images of a guess under repeated permutations are its orbit."""
    symmetry = game_named(name).matrix().symmetry
    codes = [tuple(code) for code in symmetry.codes.tolist()]
    size, number = len(codes[0]), {code: g for g, code in enumerate(codes)}
    for history in ([], [1], [5, 7], [len(codes) - 1], [0, 3, 9]):
        moves, orbit = stabiliser(symmetry, history), list(range(len(codes)))
        for one in moves:
            image = [number[tuple(one[size + code[i]] for i in one[:size])] for code in codes]
            assert all(image[g] == g for g in history)
        for g in range(len(codes)):
            reached = [g]
            for code in reached:
                found = [
                    number[tuple(one[size + codes[code][i]] for i in one[:size])] for one in moves
                ]
                reached += {*found} - {*reached}
            orbit[g] = min(reached)
        assert orbit == orbits_of(symmetry, history).tolist()
        assert len(moves) < len(codes)
