from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.search.compile.jit import in_widths
from emi.search.heuristics.profiler import make_profiles
from emi.search.kernels.core.partition import ABREAST_CLASSES, ABREAST_GUESSES
from emi.search.kernels.core.profiles import LANES, distinct_profiles, first_of, row_profiles
from tests.search.games import Game, alike, games_and_members


def profiles_of(game, members, left_out, found=None):
    matrix = game.matrix
    found = found or make_profiles(matrix)
    candidate = np.zeros(matrix.guesses, np.uint8)
    candidate[matrix.own[members]] = 1
    counts = np.zeros(matrix.classes, np.int32)
    tally = np.zeros(len(members) + 1, np.int32)
    array = np.array(members, np.int32)
    out = np.array(left_out, np.uint8)
    classes = matrix.classes
    columns = in_widths(matrix.columns)
    many = distinct_profiles(columns, array, candidate, out, found, classes, counts, tally)
    assert not counts.any()
    assert not tally.any()
    assert (found.table == -1).all()
    return many, found


def profile(game, members, guess):
    """Return the profile of a guess by definition."""
    sizes = Counter(game.classes[guess][s] for s in members).values()
    return tuple(sorted(sizes, reverse=True)), guess in {game.own[s] for s in members}


def with_few_classes(game):
    """Return the game with fewer class numbers, so that they are counted side by side."""
    number = {c: k for k, c in enumerate(sorted({c for row in game.classes for c in row}))}
    return Game([[number[c] for c in row] for row in game.classes], game.own, game.dtype)


class TestDistinctProfiles:
    @given(games_and_members(secrets=20, guesses=45), st.booleans(), st.data())
    def test_guesses_share_a_profile_if_sizes_and_candidacy_are_equal(self, drawn, few, data):
        game, members = drawn
        if few:
            game = with_few_classes(game)
        guesses = len(game.classes)
        left_out = data.draw(st.lists(st.integers(0, 1), min_size=guesses, max_size=guesses))
        many, found = profiles_of(game, members, left_out)
        by_profile = {}
        for guess in range(guesses):
            if left_out[guess]:
                assert found.of[guess] == -1
            else:
                by_profile.setdefault(found.of[guess], set()).add(profile(game, members, guess))
        assert sorted(by_profile) == list(range(many))
        assert all(len(descriptions) == 1 for descriptions in by_profile.values())
        assert len({each for (each,) in by_profile.values()}) == many
        for k, ((sizes, candidate),) in by_profile.items():
            runs = slice(found.start[k], found.start[k + 1])
            assert tuple(np.repeat(found.size[runs], found.times[runs])) == sizes
            assert (np.diff(found.size[runs]) < 0).all()
            assert found.candidate[k] == candidate

    @pytest.mark.parametrize("own", [1, ABREAST_CLASSES])
    def test_working_space_can_be_reused(self, own):
        game = alike(ABREAST_GUESSES + 3, own)
        none = [0] * game.secrets
        first, found = profiles_of(game, game.every, none)
        again, _ = profiles_of(game, game.every[:5], none, found)
        assert (first, again) == (1, 2)


class TestFirstOf:
    @given(games_and_members(secrets=9, guesses=14), st.data())
    def test_is_the_first_given_guess_with_a_wanted_profile(self, drawn, data):
        game, members = drawn
        guesses = len(game.classes)
        order = data.draw(st.permutations(range(guesses)))
        left_out = data.draw(st.lists(st.integers(0, 1), min_size=guesses, max_size=guesses))
        profiles = sorted({profile(game, members, guess) for guess in range(guesses)})
        chosen = data.draw(st.sets(st.sampled_from(profiles)))
        weights = np.array([0, *((len(members) + 1) ** size for size in range(len(members)))])
        wanted = np.full((2, len(chosen)), -1, np.int64)
        for place, (sizes, own) in enumerate(sorted(chosen)):
            wanted[int(own), place] = weights[list(sizes)].sum()
        named = np.zeros(guesses, np.uint8)
        named[game.matrix.own[members]] = 1
        found = first_of(
            in_widths(game.matrix.rows),
            np.array(members, np.int32),
            np.array(order, np.int32),
            np.array(left_out, np.uint8),
            named,
            weights,
            wanted,
        )
        expected = (g for g in order if not left_out[g] and profile(game, members, g) in chosen)
        assert found == next(expected, -1)


@given(games_and_members(secrets=23, guesses=9), st.sampled_from([np.uint8, np.uint16]))
def test_profiles_of_rows_are_those_of_the_definition(drawn, dtype):
    game, members = drawn
    rows = np.ascontiguousarray(np.array(game.classes, dtype)[:, members])
    guesses, n = rows.shape
    start, tally = np.full(guesses + 1, -1), np.zeros(n + 1, np.int32)
    size, times = np.empty((2, guesses * n), np.int32)
    apart = np.zeros((LANES, int(rows.max()) + 1), np.int32)
    row_profiles(in_widths(rows), start, size, times, apart, tally)
    assert not apart.any()
    assert not tally.any()
    for guess in range(guesses):
        runs = slice(start[guess], start[guess + 1])
        sizes = Counter(Counter(game.classes[guess][s] for s in members).values())
        found = [*zip(size[runs].tolist(), times[runs].tolist(), strict=True)]
        assert found == sorted(sizes.items(), reverse=True)
