import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.kernels.common.solved import WAYS, Solved, recall, remember, set_key
from search.solve.worst_case.arrays import make_zobrist

SECRETS = 12
ZOBRIST = make_zobrist(SECRETS)
sets = st.sets(st.integers(0, SECRETS - 1), min_size=1, max_size=5)


def table(places):
    return Solved(np.zeros((places, 2), np.uint64), np.zeros(places, np.int32))


def key_of(members):
    key = np.empty(2, np.uint64)
    set_key(np.array(list(members), np.int32), ZOBRIST, key)
    return key


@given(sets, sets)
def test_the_key_is_that_of_the_set(one, other):
    assert (key_of(one) == key_of(sorted(one, reverse=True))).all()
    assert (key_of(one) == key_of(other)).all() == (one == other)


@given(sets, sets)
def test_the_key_of_a_set_is_that_of_its_parts_together(one, other):
    assert (key_of(one ^ other) == key_of(one) ^ key_of(other)).all()


@given(st.lists(st.tuples(sets, st.integers(2, 9)), max_size=30))
def test_with_room_enough_the_least_depth_of_each_set_is_recalled(noted):
    # As many buckets as make it all but impossible that one overflows.
    solved, least = table(1 << 14), {}
    for members, depth in noted:
        remember(solved, key_of(members), depth)
        least[frozenset(members)] = min(depth, least.get(frozenset(members), depth))
    for members, depth in least.items():
        assert recall(solved, key_of(members)) == depth


@given(st.lists(st.tuples(sets, st.integers(2, 9)), max_size=60), sets)
def test_without_room_nothing_is_recalled_that_was_not_noted_of_that_set(noted, stranger):
    solved, depths = table(2 * WAYS), {}
    for members, depth in noted:
        remember(solved, key_of(members), depth)
        depths.setdefault(frozenset(members), set()).add(depth)
        assert 0 < recall(solved, key_of(members)) <= depth
    for members in [*depths, frozenset(stranger)]:
        assert recall(solved, key_of(members)) in {0, *depths.get(members, ())}


def test_a_full_bucket_gives_up_its_shallowest_entry():
    solved = table(WAYS)
    for secret, depth in enumerate([5, 3, 4, 6, 7]):
        remember(solved, key_of({secret}), depth)
    assert [int(recall(solved, key_of({s}))) for s in range(5)] == [5, 0, 4, 6, 7]


@pytest.mark.parametrize("depth", [255, 256, 257, 70_000])
def test_a_depth_is_recalled_as_it_was_however_large(depth):
    solved = table(WAYS)
    remember(solved, key_of({0}), depth)
    assert recall(solved, key_of({0})) == depth
