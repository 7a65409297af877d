import numpy as np
import pytest

from search.kernels.common.sweep import BLOCK, not_apart, transpose


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("guesses", [1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 3])
@pytest.mark.parametrize("secrets", [1, BLOCK - 1, BLOCK, BLOCK + 1])
def test_columns_are_rows_turned_over_whatever_part_of_a_tile_is_left(guesses, secrets, dtype):
    rows = np.random.default_rng(1).integers(0, 250, (guesses, secrets)).astype(dtype)
    columns = np.empty((secrets, guesses), dtype)
    transpose(rows, columns)
    assert np.array_equal(columns, rows.T)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_the_first_secret_that_its_own_guess_leaves_with_another(dtype):
    rows = np.array([[0, 1, 1], [2, 0, 2], [1, 0, 0], [0, 1, 2]], dtype)
    for own, found in (([0, 1, 3], -1), ([0, 3, 2], 2), ([2, 2, 3], 1)):
        assert not_apart(rows, np.array(own, np.int32)) == found
