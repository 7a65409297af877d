from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from search.arrays import make_kinds
from search.kernels.kinds import TILE, find_kinds
from tests.search.games import alike, games_and_members


def found_kinds(game, members, left_out, kinds=None):
    matrix = game.matrix
    kinds = kinds or make_kinds(matrix)
    candidate = np.zeros(matrix.guesses, np.uint8)
    candidate[matrix.own[members]] = 1
    counts = np.zeros(matrix.classes, np.int32)
    tally = np.zeros(len(members) + 1, np.int32)
    array = np.array(members, np.int32)
    many = find_kinds(
        matrix.columns, array, candidate, np.array(left_out, np.uint8), kinds, counts, tally
    )
    assert not counts.any()
    assert not tally.any()
    assert (kinds.table == -1).all()
    return many, kinds


def kind(game, members, guess):
    """Return what makes a kind, by its definition."""
    sizes = Counter(game.classes[guess][s] for s in members).values()
    return tuple(sorted(sizes, reverse=True)), guess in {game.own[s] for s in members}


class TestFindKinds:
    @given(games_and_members(secrets=20, guesses=45), st.data())
    def test_guesses_are_of_one_kind_when_their_sizes_and_candidacy_are_equal(self, drawn, data):
        game, members = drawn
        guesses = len(game.classes)
        left_out = data.draw(st.lists(st.integers(0, 1), min_size=guesses, max_size=guesses))
        many, kinds = found_kinds(game, members, left_out)
        by_kind = {}
        for guess in range(guesses):
            if left_out[guess]:
                assert kinds.of[guess] == -1
            else:
                by_kind.setdefault(kinds.of[guess], set()).add(kind(game, members, guess))
        assert sorted(by_kind) == list(range(many))
        assert all(len(descriptions) == 1 for descriptions in by_kind.values())
        assert len({kind for (kind,) in by_kind.values()}) == many
        for k, ((sizes, candidate),) in by_kind.items():
            runs = slice(kinds.start[k], kinds.start[k + 1])
            assert tuple(np.repeat(kinds.size[runs], kinds.times[runs])) == sizes
            assert (np.diff(kinds.size[runs]) < 0).all()
            assert kinds.candidate[k] == candidate

    def test_the_room_serves_again(self):
        game = alike(2 * TILE + 3)
        none = [0] * game.secrets
        first, kinds = found_kinds(game, game.every, none)
        again, _ = found_kinds(game, game.every[:5], none, kinds)
        assert (first, again) == (1, 2)
