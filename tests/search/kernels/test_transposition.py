import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.search.kernels.core.arrays import allocate
from emi.search.kernels.core.transposition import (
    WAYS,
    Table,
    place_of,
    set_key,
    tighten,
)
from emi.search.solve.engine import make_zobrist

SECRETS = 12
ZOBRIST = make_zobrist(SECRETS)
#: A number of places with which a bucket almost never overflows.
ROOMY = 1 << 14
sets = st.frozensets(st.integers(0, SECRETS - 1), min_size=1, max_size=5)
notes = st.tuples(st.integers(1, 5), st.integers(5, 9))


def table(places=WAYS):
    return allocate(Table, {"places": places})


def key_of(members, state=0):
    key = np.empty(2, np.uint64)
    set_key(np.array(list(members), np.int32), ZOBRIST, state, key)
    return key


def remember(known, members, lower, upper, guess=-1, priority=1):
    known.at[tighten(known, key_of(members), lower, upper, guess)].priority = priority


def recall(known, members):
    p = place_of(known, key_of(members))
    return None if p < 0 else (known.at[p].lower, known.at[p].upper)


@given(sets, sets)
def test_the_key_is_that_of_the_set(one, other):
    assert (key_of(one) == key_of(sorted(one, reverse=True))).all()
    assert (key_of(one) == key_of(other)).all() == (one == other)


@given(sets, sets)
def test_the_key_of_a_set_combines_the_keys_of_its_parts(one, other):
    assert (key_of(one ^ other) == key_of(one) ^ key_of(other)).all()


def test_a_set_in_another_state_has_another_key():
    assert len({tuple(key_of({3}, state).tolist()) for state in range(9)}) == 9


def test_an_empty_table_has_no_entry_even_for_the_zero_key():
    assert recall(table(), set()) is None


@given(st.lists(st.tuples(sets, notes), max_size=30))
def test_with_enough_room_the_tightest_bounds_of_each_set_are_recalled(noted):
    known, tightest = table(ROOMY), {}
    for members, (lower, upper) in noted:
        remember(known, members, lower, upper)
        low, high = tightest.get(members, (lower, upper))
        tightest[members] = max(low, lower), min(high, upper)
    for members, bounds in tightest.items():
        assert recall(known, members) == bounds


@given(st.lists(st.tuples(sets, notes), max_size=60), sets)
def test_without_room_only_bounds_recorded_for_a_set_are_recalled(noted, stranger):
    known, bounds = table(2 * WAYS), {}
    for members, note in noted:
        remember(known, members, *note)
        bounds.setdefault(members, []).append(note)
        assert recall(known, members) is not None
    for members in {*bounds, stranger}:
        recalled = recall(known, members)
        if recalled is not None:
            lows, highs = zip(*bounds[members], strict=True)
            assert recalled[0] in lows
            assert recalled[1] in highs


def test_a_guess_belongs_to_the_upper_bound_that_it_attains():
    known = table()
    for upper, guess in [(6, 2), (5, 7), (5, 3), (8, 1)]:
        remember(known, {4}, 1, upper, guess)
    place = known.at[place_of(known, key_of({4}))]
    assert (place.upper, place.guess) == (5, 7)


def test_keys_that_agree_in_one_half_are_different_sets():
    known = table()
    known.at[tighten(known, np.array([4, 1], np.uint64), 2, 3, -1)].priority = 1
    assert place_of(known, np.array([4, 2], np.uint64)) < 0
    assert place_of(known, np.array([6, 1], np.uint64)) < 0


def test_a_full_bucket_replaces_the_entry_of_least_priority():
    known = table()
    for secret, priority in enumerate([5, 3, 4, 6, 7]):
        remember(known, {secret}, 1, 2 + secret, priority=priority)
    expected = [(1, 2), None, (1, 4), (1, 5), (1, 6)]
    assert [recall(known, {secret}) for secret in range(5)] == expected


def test_a_new_entry_has_priority_zero():
    known = table()
    for secret in range(9):
        place = known.at[tighten(known, key_of({secret}), 1, 2, -1)]
        assert place.priority == 0
        place.priority = 3
    assert known.at[tighten(known, key_of({8}), 1, 2, -1)].priority == 3


@pytest.mark.parametrize("bound", [255, 256, 257, 70_000, 1 << 62])
def test_large_bounds_are_recalled_exactly(bound):
    known = table()
    remember(known, {0}, bound, bound)
    assert recall(known, {0}) == (bound, bound)
