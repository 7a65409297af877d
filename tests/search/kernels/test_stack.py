"""The common parts of all searches: sorting guesses by rank."""

import numpy as np
import pytest

from emi.search.kernels.core.sets import RANK_SLOTS, sort, sort_alike
from tests.search.kernels.calls import called


@pytest.mark.parametrize("different", [1, 2, 40, RANK_SLOTS // 2])
def test_few_distinct_ranks_are_sorted_stably(different):
    source = np.random.default_rng(different)
    values = source.choice(1 << 40, different, replace=False)
    rank = values[source.integers(0, different, 500)]
    rank[:different] = values
    order = source.permutation(500).astype(np.int32)
    expected = sorted(order.tolist(), key=lambda g: rank[g])
    other, tally = np.empty(500, np.int64), np.zeros((3, RANK_SLOTS), np.int64)
    assert called(sort_alike)(order, rank, other, tally)
    assert order.tolist() == expected


def test_many_distinct_ranks_are_not_sorted():
    order, rank = np.arange(500, dtype=np.int32), np.arange(500)[::-1].copy()
    other, tally = np.empty(500, np.int64), np.zeros((3, RANK_SLOTS), np.int64)
    assert not called(sort_alike)(order, rank, other, tally)
    assert order.tolist() == list(range(500))
    called(sort)(order, rank, other)
    assert order.tolist() == list(range(500))[::-1]
