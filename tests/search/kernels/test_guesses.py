import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.search.kernels.hard.guesses import (
    BLAME_FOR_A_CLASS,
    accuse,
    begin_three,
    copy_rows,
    count_options,
    list_guesses,
    list_living,
    order_classes,
    order_guesses,
    profile,
    reach,
)
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.restriction import Restriction
from emi.search.solve.hard.engine import HardEngine
from tests import oracle
from tests.search.games import alike, games_and_members
from tests.search.kernels.calls import called, int32


def sizes(game, guess, members):
    row = [game.classes[guess][s] for s in members]
    return [row.count(c) for c in set(row)]


class Set:
    """A set of a game with the guesses listed for it, profiled as in the search."""

    def __init__(self, drawn, others=()):
        self.game, self.list = drawn
        self.engine = HardEngine(self.game.matrix, Restriction(), self.game.secrets)
        self.members = int32(self.list)
        arrays = self.engine.arrays
        self.scratch, listed = arrays.scratch, np.empty(len(self.game.classes), np.int32)
        count = called(list_guesses)(
            self.game.matrix.own, self.members, int32(others), self.scratch.mark, listed
        )
        assert not self.scratch.mark.any()
        self.listed = listed[:count]
        self.near = np.empty((count, len(self.list)), np.uint16)
        called(copy_rows)(arrays.game.rows, self.members, self.listed, self.near)
        self.apart = called(profile)(self.near, self.scratch.profiles, self.scratch.space.counts)
        assert not self.scratch.space.counts.any()
        self.sizes = [sizes(self.game, guess, self.list) for guess in self.listed]

    def order(self, depth, *, members_only=True):
        count = len(self.listed)
        order, other = np.empty(count, np.int32), np.empty(count, np.int32)
        living = called(order_guesses)(
            self.scratch.profiles, count, len(self.list), depth, members_only, order, other
        )
        return order[:living].tolist()

    def begins(self, place, depth, of=oracle.hard_begins):
        return of(self.game.classes, self.list, self.game.own, int(self.listed[place]), depth)


sets = games_and_members(least=2).map(Set)
with_all = games_and_members(least=2).map(lambda drawn: Set(drawn, range(len(drawn[0].classes))))


@given(with_all)
def test_guesses_are_listed_once_with_members_first_and_profiled(drawn):
    n = len(drawn.list)
    assert drawn.listed[:n].tolist() == [drawn.game.own[s] for s in drawn.list]
    assert sorted(drawn.listed) == list(range(len(drawn.game.classes)))
    separating = [i for i, of in enumerate(drawn.sizes) if len(of) == n]
    assert drawn.apart == (separating[0] if separating else -1)
    profiles = drawn.scratch.profiles
    for i, of in enumerate(drawn.sizes if drawn.apart < 0 else drawn.sizes[: drawn.apart + 1]):
        assert profiles.keys[i] == 2 * sum(size**2 for size in of) + (i >= n)
        assert (profiles.largest[i], profiles.classes[i]) == (max(of), len(of))


@given(with_all, st.integers(2, 5))
def test_the_living_guesses_are_those_that_are_sorted_or_the_one_that_tells_all_apart(drawn, depth):
    guesses = len(drawn.game.classes)
    order = np.empty(guesses + len(drawn.list), np.int32)
    game, every = drawn.engine.arrays.game, int32(range(guesses))
    living = list_living(game, drawn.members, every, depth, order, drawn.scratch)
    places = [drawn.apart] if drawn.apart >= 0 else drawn.order(depth, members_only=False)
    assert order[:living].tolist() == [drawn.listed[place] for place in places]


@given(with_all, st.integers(2, 5))
def test_guesses_are_sorted_and_none_that_begins_a_strategy_is_dropped(drawn, depth):
    if drawn.apart >= 0:
        return
    keys = drawn.scratch.profiles.keys
    order = drawn.order(depth, members_only=False)
    assert order == sorted(order, key=lambda i: (keys[i], i))
    # A strategy of hard play is one of unrestricted play.
    for i in range(len(drawn.listed)):
        useless = len(drawn.sizes[i]) == 1
        assert i in order or useless or not drawn.begins(i, depth, oracle.begins)


def test_many_guesses_are_sorted_too():
    drawn = Set((alike(80), list(range(80))))
    drawn.scratch.profiles.keys[:80] = np.arange(80)[::-1]
    assert drawn.order(80) == list(range(79, -1, -1))


def test_counting_drops_guesses_that_cannot_begin_a_strategy():
    drawn = Set((alike(6), list(range(6))))
    assert drawn.order(5) == []
    assert drawn.order(6) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("most", "depth", "members", "others"),
    [(9, 1, 1, 1), (9, 2, 9, 9), (9, 3, 73, 81), (9, 4, 100, 100), (2, 50, 50, 100)],
)
def test_the_most_secrets_that_guesses_can_find(most, depth, members, others):
    assert called(reach)(most, depth, 100, True) == members
    assert called(reach)(most, depth, 100, False) == others


@given(sets)
def test_three_guesses_are_decided_by_the_first_guess_that_begins_a_strategy(drawn):
    if drawn.apart >= 0 or len(drawn.list) <= 3:
        return
    blame, scratch = np.ones(drawn.game.secrets), drawn.scratch
    restriction = drawn.engine.arrays.restriction
    place, _ = called(begin_three)(
        restriction, drawn.near, drawn.listed, drawn.members, blame, scratch
    )
    assert place == next((i for i in drawn.order(3) if drawn.begins(i, 3)), -1)
    assert all(b == 1 for s, b in enumerate(blame) if s not in drawn.list)
    assert not scratch.space.counts.any()
    assert (scratch.space.label == -1).all()


def test_refuted_classes_come_first_and_trivial_ones_are_left_out():
    parts = np.arange(10, dtype=np.int32)
    start = np.array([0, 4, 7, 9, 10], np.int32)
    order, scores, blame, unknown = np.zeros(10, np.int32), np.zeros(10), np.ones(10), int32([])
    assert called(order_classes)(parts, start, 4, 2, blame, unknown, order, scores) == 2
    assert order[:2].tolist() == [0, 1]
    called(accuse)(parts[4:7], blame)
    assert blame.sum() == 10 + BLAME_FOR_A_CLASS
    assert called(order_classes)(parts, start, 4, 1, blame, unknown, order, scores) == 3
    assert order[:3].tolist() == [1, 0, 2]
    # The last class has the fewest guesses left for its members.
    left = int32([40, 110, 2, 1])
    assert called(order_classes)(parts, start, 4, 1, blame, left, order, scores) == 3
    assert order[:3].tolist() == [2, 0, 1]


@pytest.mark.parametrize("hints", [False, True])
def test_guesses_left_are_counted_for_each_class(hints):
    told = np.random.default_rng(3).integers(0, 8, (1, 12, 12), np.uint16)
    matrix = FeedbackMatrix(np.eye(12, dtype=np.uint8)[:, :5], np.arange(5))
    scratch = HardEngine(matrix, Restriction(told, hints=hints), 4).arrays.scratch
    arrays, allowed = Restriction(told, hints=hints).arrays(matrix), int32(range(2, 12))
    for guess in range(12):
        counts = int32([0] * 5)
        called(count_options)(arrays, guess, int32(range(5)), allowed, counts, scratch)
        for one, count in enumerate(counts):
            found, demand = told[0, guess, allowed], told[0, guess, one]
            stays = found & demand == demand if hints else found == demand
            assert count == stays.sum()
        assert not scratch.tally.any()
