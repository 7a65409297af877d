"""MOO, or Bulls and Cows."""

import numpy as np
import pytest

from emi.errors import GameError, MemoryNeedError
from emi.games.moo import Moo
from tests.emi.games.test_game import INTERPRETED


def told_by_sets(guess, secret):
    """Return the feedback by another definition, which holds where digits do not repeat."""
    bulls = len(set(enumerate(guess)) & set(enumerate(secret)))
    return f"{bulls}B{len(set(guess) & set(secret)) - bulls}C"


@pytest.mark.parametrize("size", [(1, 1), (1, 4), (2, 2), (2, 4), (3, 3), (3, 5), (4, 4)])
def test_the_matrix_agrees_with_the_rule_for_all_codes_of_small_games(size):
    game = Moo(*size)
    for guess, row in zip(game.guesses, game.matrix().rows.tolist(), strict=True):
        told = [game.feedback(guess, secret) for secret in game.secrets]
        assert [game.feedbacks[number] for number in row] == told
        assert told == [told_by_sets(guess, secret) for secret in game.secrets]
    assert Moo().feedback("0123", "0214") == "1B2C"


@pytest.mark.skipif(INTERPRETED, reason="twenty-five million pairs")
def test_moo_has_5040_codes_and_14_feedbacks():
    game = Moo()
    matrix = game.matrix()
    assert (matrix.guesses, matrix.secrets, matrix.classes) == (5040, 5040, 14)
    assert len(np.unique(matrix.rows)) == len(game.feedbacks) == 14
    # By symmetry every row holds the same classes; these are counted by hand: 0 digits of 4 out of
    # the six others, 4 bulls, 2 bulls and 2 cows, 4 cows (derangements).
    sizes = dict(zip(game.feedbacks, np.bincount(matrix.rows[77]).tolist(), strict=True))
    assert [sizes[told] for told in ("0B0C", "4B0C", "2B2C", "0B4C")] == [360, 1, 6, 9]
    assert matrix.columns is matrix.rows
    assert game.bytes_needed == matrix.rows.nbytes


def test_the_codes_are_in_numerical_order_and_go_on_with_letters():
    assert Moo().secrets[:3] == ("0123", "0124", "0125")
    game = Moo(2, 12)
    assert list(game.secrets) == sorted(game.secrets)
    assert (len(game.secrets), game.secrets[-1]) == (132, "BA")


def test_the_game_is_named_by_its_size_unless_it_is_the_usual_one():
    assert [Moo().name, Moo(4, 10).name, Moo(3, 6).name] == ["moo", "moo", "moo:3x6"]


@pytest.mark.parametrize("size", [(0, 6), (3, 0), (3, 37), (22, 30), (5, 4)])
def test_a_size_that_makes_no_game_is_refused(size, refused):
    with refused(GameError):
        Moo(*size)


def test_codes_that_are_too_many_are_never_made(refused):
    with refused(MemoryNeedError):
        Moo(10, 36)
