import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.kernels.restricted.members import (
    BLAME,
    accuse,
    begin_three,
    order_classes,
    order_members,
    profile_members,
    reach,
    separating_member,
)
from search.solve.restricted.engine import RestrictedEngine
from tests import oracle
from tests.search.games import alike, games_and_members
from tests.search.kernels.calls import called, int32


def sizes(game, guess, members):
    row = [game.classes[guess][s] for s in members]
    return [row.count(c) for c in set(row)]


class Set:
    """A set of a game, profiled as a kernel does it."""

    def __init__(self, drawn):
        self.game, self.list = drawn
        self.engine = RestrictedEngine(self.game.matrix, self.game.secrets)
        self.members = int32(self.list)
        scratch = self.engine.scratch
        self.profiles, counts = scratch.profiles, scratch.space.counts
        self.apart = profile_members(
            self.engine.square, self.members, scratch.steps, self.profiles, counts
        )
        assert not counts.any()
        self.sizes = [sizes(self.game, self.game.own[s], self.list) for s in self.list]

    def order(self, depth):
        order = np.empty(len(self.list), np.int32)
        return order[: called(order_members)(self.profiles, len(self.list), depth, order)].tolist()

    def begins(self, place, depth):
        own = self.game.own
        return oracle.hard_begins(self.game.classes, self.list, own, own[self.list[place]], depth)


sets = games_and_members(least=2).map(Set)


@given(sets)
def test_members_are_profiled_by_the_sizes_of_their_classes(drawn):
    n = len(drawn.list)
    separating = [i for i in range(n) if len(drawn.sizes[i]) == n]
    assert drawn.apart == (separating[0] if separating else -1)
    for i in range(n if drawn.apart < 0 else drawn.apart + 1):
        assert drawn.profiles.keys[i] == sum(size**2 for size in drawn.sizes[i])
        assert drawn.profiles.largest[i] == max(drawn.sizes[i])
        assert drawn.profiles.made[i] == len(drawn.sizes[i])


@given(sets, st.integers(2, 5))
def test_members_are_in_order_and_none_that_begins_a_strategy_is_left_out(drawn, depth):
    if drawn.apart >= 0:
        return
    order = drawn.order(depth)
    keys = drawn.profiles.keys
    assert order == sorted(order, key=lambda i: (keys[i], i))
    for i in range(len(drawn.list)):
        assert i in order or not drawn.begins(i, depth)


def test_counts_alone_leave_out_what_cannot_be():
    drawn = Set((alike(6), list(range(6))))
    assert drawn.order(5) == []
    assert drawn.order(6) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("most", "depth", "expected"), [(9, 1, 1), (9, 2, 9), (9, 3, 73), (9, 4, 100), (2, 50, 50)]
)
def test_a_number_of_guesses_reaches_so_many(most, depth, expected):
    assert reach(most, depth, 100) == expected


@given(sets)
def test_a_member_that_tells_all_apart_is_found_where_there_is_one(drawn):
    scratch = drawn.engine.scratch
    square = max(drawn.engine.square, key=len)
    found = called(separating_member)(square, drawn.members, scratch.stamp, scratch.clock)
    assert found == drawn.apart
    assert scratch.stamp.max() <= scratch.clock[0]


@given(sets)
def test_three_guesses_are_decided_with_the_first_that_begins_a_strategy(drawn):
    if drawn.apart >= 0 or len(drawn.list) <= 3:
        return
    blame = np.ones(drawn.game.secrets)
    scratch = drawn.engine.scratch
    place, _ = called(begin_three)(drawn.engine.square, drawn.members, blame, scratch)
    assert place == next((i for i in drawn.order(3) if drawn.begins(i, 3)), -1)
    assert all(b == 1 for s, b in enumerate(blame) if s not in drawn.list)
    assert not scratch.space.counts.any()
    assert (scratch.space.label == -1).all()


def test_what_was_refuted_is_looked_at_first_and_trifles_not_at_all():
    parts = np.arange(10, dtype=np.int32)
    start = np.array([0, 4, 7, 9, 10], np.int32)
    order, scores, blame = np.zeros(10, np.int32), np.zeros(10), np.ones(10)
    assert called(order_classes)(parts, start, 4, 2, blame, order, scores) == 2
    assert order[:2].tolist() == [0, 1]
    called(accuse)(parts[4:7], blame)
    assert blame.sum() == 10 + BLAME
    assert called(order_classes)(parts, start, 4, 1, blame, order, scores) == 3
    assert order[:3].tolist() == [1, 0, 2]
