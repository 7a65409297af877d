from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from emi.search.compile.jit import in_widths
from emi.search.kernels.core.partition import class_sums, separating_guess, split
from emi.search.model.partition import splitting_space
from tests.search.games import games_and_members


def asked(drawn):
    """Return the matrix, and the members in the form that kernels take."""
    game, members = drawn
    return game.matrix, np.array(members, np.int32)


def sizes(game, guess, members):
    return Counter(game.classes[guess][s] for s in members)


class TestClassSums:
    @given(games_and_members(), st.data())
    def test_sweeps_living_guesses_until_one_tells_all_members_apart(self, drawn, data):
        game, members = drawn
        matrix, array = asked(drawn)
        living = data.draw(
            st.lists(st.booleans(), min_size=matrix.guesses, max_size=matrix.guesses)
        )
        alive = np.array(living, np.uint8)
        keys = np.full(matrix.guesses, -7, np.int64)
        counts = np.zeros(matrix.classes, np.int32)
        found, most = class_sums(in_widths(matrix.rows), array, alive, keys, counts)

        classes = [sizes(game, g, members) for g in range(matrix.guesses)]
        apart = [g for g in range(matrix.guesses) if living[g] and len(classes[g]) == len(members)]
        swept = [g for g in range(matrix.guesses) if living[g] and (not apart or g <= min(apart))]
        assert found == min(apart, default=-1)
        assert most == max((len(classes[g]) for g in swept), default=0)
        for g in range(matrix.guesses):
            total = sum(size * size for size in classes[g].values())
            assert keys[g] == (total if g in swept else -7)
            useless = g in swept and len(classes[g]) == 1 and len(members) > 1
            assert alive[g] == (living[g] and not useless)
        assert not counts.any()

    def test_sums_of_all_secrets_in_any_order(self):
        table = np.random.default_rng(3).integers(0, 5, (12, 40)).astype(np.uint8)
        rows = in_widths(np.vstack([table, np.zeros(40, np.uint8)]))
        for members in (np.arange(40), np.arange(40)[::-1]):
            alive, keys = np.ones(13, np.uint8), np.zeros(13, np.int64)
            counts = np.zeros(5, np.int32)
            found, most = class_sums(rows, members.astype(np.int32), alive, keys, counts)
            assert keys[:12].tolist() == [int((np.bincount(row) ** 2).sum()) for row in table]
            assert (found, most, keys[12], alive.tolist()) == (-1, 5, 1600, [1] * 12 + [0])
            assert not counts.any()


class TestSplit:
    @given(games_and_members(), st.data())
    def test_writes_classes_by_falling_size_and_then_by_first_member(self, drawn, data):
        game, _ = drawn
        matrix, _ = asked(drawn)
        members = data.draw(st.permutations(drawn[1]))
        guess = data.draw(st.integers(0, matrix.guesses - 1))
        n = len(members)
        out, start = np.empty(n, np.int32), np.empty(n + 1, np.int32)
        array = np.array(members, np.int32)
        made = split(in_widths(matrix.rows), guess, array, out, start, splitting_space(matrix))

        parts: dict[int, list[int]] = {}
        for s in members:
            parts.setdefault(game.classes[guess][s], []).append(s)
        expected = sorted(parts.values(), key=len, reverse=True)
        assert [out[start[k] : start[k + 1]].tolist() for k in range(made)] == expected
        assert array.tolist() == members

    @given(games_and_members(), st.data())
    def test_leaves_its_working_space_unchanged(self, drawn, data):
        matrix, members = asked(drawn)
        space = splitting_space(matrix)
        out, start = np.empty(len(members), np.int32), np.empty(len(members) + 1, np.int32)
        for guess in data.draw(st.lists(st.integers(0, matrix.guesses - 1), max_size=3)):
            split(in_widths(matrix.rows), guess, members, out, start, space)
            for left, clean in zip(space, splitting_space(matrix), strict=True):
                assert np.array_equal(left, clean)


class TestSeparatingGuess:
    @given(st.lists(games_and_members(), min_size=1, max_size=3))
    def test_is_the_first_guess_that_tells_all_members_apart(self, questions):
        # One clock for all questions: earlier stamps must not affect later questions.
        stamp, clock = np.zeros(100, np.int64), np.zeros(1, np.int64)
        for game, members in questions:
            matrix, array = asked((game, members))
            apart = [
                g for g in range(matrix.guesses) if len(sizes(game, g, members)) == len(members)
            ]
            found = separating_guess(in_widths(matrix.rows), array, stamp, clock)
            assert found == min(apart, default=-1)
            assert stamp.max() <= clock[0]
