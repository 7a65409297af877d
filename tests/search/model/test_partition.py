import numpy as np
from hypothesis import given

from emi.search.model.partition import Partitioner, left_whole
from tests.search.games import games_and_members


@given(games_and_members())
def test_classes_are_sorted_by_falling_size_and_hold_every_member(drawn):
    game, members = drawn
    partitioner = Partitioner(game.matrix)
    for guess, row in enumerate(game.classes):
        parts = partitioner.classes(guess, np.array(members, np.int32))
        assert sorted(s for part in parts for s in part.tolist()) == members
        assert all(len({row[s] for s in part.tolist()}) == 1 for part in parts)
        assert len(parts) == len({row[s] for s in members})
        sizes = [len(part) for part in parts]
        assert sizes == sorted(sizes, reverse=True)


@given(games_and_members())
def test_guesses_that_leave_a_set_whole_are_marked(drawn):
    game, members = drawn
    whole = [g for g, row in enumerate(game.classes) if len({row[s] for s in members}) == 1]
    assert np.flatnonzero(left_whole(game.matrix, members)).tolist() == whole
