import numpy as np
import pytest
from hypothesis import given

from search.model.matrix import FeedbackMatrix
from tests.search.games import games

ROWS = np.array([[0, 1, 1], [1, 0, 1], [2, 1, 0], [3, 3, 3]], np.uint8)
OWN = np.arange(3)


@given(games())
def test_it_holds_the_game(game):
    matrix = game.matrix
    assert matrix.rows.tolist() == game.classes
    assert matrix.own.tolist() == game.own
    assert (matrix.guesses, matrix.secrets) == (len(game.classes), game.secrets)
    assert matrix.classes == 1 + max(map(max, game.classes))


@given(games())
def test_its_columns_are_its_rows_turned_over(game):
    columns = game.matrix.columns
    assert columns.tolist() == [list(column) for column in zip(*game.classes, strict=True)]
    assert columns.flags.c_contiguous
    assert columns.dtype == game.dtype


def test_whatever_the_layout_of_what_is_given_the_kernels_get_what_they_expect():
    matrix = FeedbackMatrix(np.asfortranarray(ROWS), OWN[::1].astype(np.int64))
    assert matrix.rows.flags.c_contiguous
    assert matrix.own.dtype == np.int32


def test_it_says_how_large_it_is():
    assert repr(FeedbackMatrix(ROWS, OWN)) == "FeedbackMatrix(4 guesses, 3 secrets)"


@pytest.mark.parametrize("dtype", [np.int64, np.int8, np.uint32, float, ">u2"])
def test_feedback_is_of_8_or_16_bits(dtype):
    with pytest.raises(ValueError, match="expected a 2-dimensional array of uint8 or uint16"):
        FeedbackMatrix(ROWS.astype(dtype), OWN)


def test_feedback_has_two_dimensions():
    with pytest.raises(ValueError, match="expected a 2-dimensional array"):
        FeedbackMatrix(ROWS.ravel(), OWN)


def test_there_is_a_secret():
    with pytest.raises(ValueError, match="expected at least one secret"):
        FeedbackMatrix(ROWS[:, :0], OWN[:0])


def test_every_secret_has_a_guess_that_names_it():
    with pytest.raises(ValueError, match="expected a guess for each of the 3 secrets"):
        FeedbackMatrix(ROWS, OWN[:2])


@pytest.mark.parametrize("own", [[0, 1, 4], [-1, 1, 2], [0, 1, 1]])
def test_own_guesses_are_different_guesses_of_the_game(own):
    with pytest.raises(ValueError, match="expected different guesses from 0 to 3"):
        FeedbackMatrix(ROWS, np.array(own))


def test_naming_a_secret_tells_it_from_every_other():
    with pytest.raises(ValueError, match="guess 3 names secret 2 but shares its class"):
        FeedbackMatrix(ROWS, np.array([0, 1, 3]))


def test_a_symmetric_matrix_is_its_own_transpose_and_no_other_is_made():
    rows = np.array([[0, 1, 2], [1, 0, 1], [2, 1, 0]], np.uint8)
    matrix = FeedbackMatrix(rows, OWN, symmetric=True)
    assert matrix.columns is matrix.rows
    assert matrix.columns.tolist() == FeedbackMatrix(rows, OWN).columns.tolist()


def test_a_symmetric_matrix_has_as_many_guesses_as_secrets():
    with pytest.raises(ValueError, match=r"as many guesses as secrets if symmetric, got \(4, 3\)"):
        FeedbackMatrix(ROWS, OWN, symmetric=True)
