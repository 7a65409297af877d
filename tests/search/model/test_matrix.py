import numpy as np
import pytest
from hypothesis import given

from emi.memory import mapped
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix
from tests.search.games import games

ROWS = np.array([[0, 1, 1], [1, 0, 1], [2, 1, 0], [3, 3, 3]], np.uint8)
OWN = np.arange(3)


@given(games())
def test_a_matrix_holds_the_game(game):
    matrix = game.matrix
    assert matrix.rows.tolist() == game.classes
    assert matrix.own.tolist() == game.own
    assert (matrix.guesses, matrix.secrets) == (len(game.classes), game.secrets)
    assert matrix.classes == 1 + max(map(max, game.classes))
    columns = matrix.columns
    assert columns.tolist() == [list(column) for column in zip(*game.classes, strict=True)]
    assert columns.flags.c_contiguous
    assert columns.dtype == game.dtype


@pytest.mark.parametrize("empty", [np.empty, mapped])
def test_a_matrix_in_a_file_is_transposed_in_blocks(monkeypatch, empty):
    monkeypatch.setattr("emi.search.model.matrix.TILE", 3)
    shares = []
    matrix = FeedbackMatrix(ROWS, OWN, empty=empty, go_on=lambda share: not shares.append(share))
    assert matrix.in_file
    assert matrix.columns.tolist() == ROWS.T.tolist()
    assert matrix.classes == 4
    assert shares == [0, 3 / 4]
    assert not FeedbackMatrix(ROWS, OWN).in_file


def test_transposing_a_file_stops_on_request(monkeypatch):
    monkeypatch.setattr("emi.search.model.matrix.TILE", 3)
    with pytest.raises(Stopped):
        FeedbackMatrix(ROWS, OWN, empty=np.empty, go_on=lambda share: share == 0)


def test_feedback_of_some_guesses_and_of_members_is_copied():
    matrix, members = FeedbackMatrix(ROWS, OWN), np.array([2, 0], np.int32)
    assert matrix.gathered(members, 1, 4).tolist() == ROWS[1:4, [2, 0]].tolist()
    assert matrix.gathered(members, 1, 4).flags.c_contiguous
    alone, both = matrix.among([members[:1], members[::-1]])
    assert alone.tolist() == [[0]]
    assert both.tolist() == [[0, 1], [2, 0]]
    assert matrix.among([]) == []


@pytest.mark.parametrize("empty", [None, np.empty])
@pytest.mark.parametrize(("most", "few"), [(7, 1), (8, 1), (7, 2)])
def test_feedback_on_a_small_set_is_copied(monkeypatch, empty, most, few):
    monkeypatch.setattr("emi.search.model.matrix.GATHERED", most)
    matrix = FeedbackMatrix(ROWS, OWN, empty=empty)
    rows, own, members = matrix.about(np.array([2, 0], np.int32), few=few)
    assert (rows is matrix.rows) == (few < 2 and (empty is None or most < 8))
    assert rows[:, members].tolist() == ROWS[:, [2, 0]].tolist()
    assert own[members].tolist() == [2, 0]
    assert rows.flags.c_contiguous


def test_arrays_of_any_layout_become_contiguous():
    matrix = FeedbackMatrix(np.asfortranarray(ROWS), OWN[::1].astype(np.int64))
    assert matrix.rows.flags.c_contiguous
    assert matrix.own.dtype == np.int32


def test_the_repr_shows_the_size(golden):
    golden(repr(FeedbackMatrix(ROWS, OWN)))


@pytest.mark.parametrize(
    ("rows", "own"),
    [
        *[(ROWS.astype(dtype), OWN) for dtype in (np.int64, np.int8, np.uint32, float, ">u2")],
        (ROWS.ravel(), OWN),
        (ROWS[:, :0], OWN[:0]),
        (ROWS, OWN[:2]),
        *[(ROWS, np.array(own)) for own in ([0, 1, 4], [-1, 1, 2], [0, 1, 1], [0, 1, 3])],
    ],
)
@pytest.mark.parametrize("empty", [None, np.empty])
def test_an_inconsistent_game_is_refused(rows, own, empty, refused):
    with refused(ValueError):
        FeedbackMatrix(rows, own, empty=empty)


def test_a_symmetric_matrix_serves_as_its_own_transpose(refused):
    rows = np.array([[0, 1, 2], [1, 0, 1], [2, 1, 0]], np.uint8)
    for empty in (None, np.empty):
        matrix = FeedbackMatrix(rows, OWN, symmetric=True, empty=empty)
        assert matrix.columns is matrix.rows
    assert matrix.columns.tolist() == FeedbackMatrix(rows, OWN).columns.tolist()
    with refused(ValueError):
        FeedbackMatrix(ROWS, OWN, symmetric=True)
