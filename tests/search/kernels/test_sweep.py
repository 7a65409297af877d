import numpy as np
import pytest

from emi.search.kernels.core.partition import TURNED_GUESSES, TURNED_SECRETS, not_apart, transpose


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize(
    "guesses", [1, TURNED_GUESSES - 1, TURNED_GUESSES, TURNED_GUESSES + 1, 2 * TURNED_GUESSES + 3]
)
@pytest.mark.parametrize("secrets", [1, TURNED_SECRETS - 1, TURNED_SECRETS, TURNED_SECRETS + 1])
def test_columns_are_the_transpose_of_rows_of_any_size(guesses, secrets, dtype):
    rows = np.random.default_rng(1).integers(0, 250, (guesses, secrets)).astype(dtype)
    for page in (1, 7, 200):
        columns = np.empty((secrets, guesses), dtype)
        for first in range(0, guesses, 50):
            transpose(rows, columns, first, min(first + 50, guesses), page)
        assert np.array_equal(columns, rows.T)


def test_each_page_of_a_file_is_written_once():
    rows, page = np.ones((300, 90), np.uint8), 32
    columns = np.zeros(rows.shape[::-1], np.uint8)
    transpose(rows, columns, 0, 100, page)
    written = columns.sum(axis=1, dtype=np.int64)
    assert written.min() >= 100
    assert not ((300 * np.arange(90) + written) % page).any()


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_the_first_secret_that_its_own_guess_does_not_isolate(dtype):
    rows = np.array([[0, 1, 1], [2, 0, 2], [1, 0, 0], [0, 1, 2]], dtype)
    for own, found in (([0, 1, 3], -1), ([0, 3, 2], 2), ([2, 2, 3], 1)):
        assert not_apart(rows, np.array(own, np.int32), np.arange(len(own))) == found
