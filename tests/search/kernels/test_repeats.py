"""Of guesses that make the same partition, the first stays."""

from hypothesis import given
from hypothesis import strategies as st

from emi.search.compile.jit import in_widths
from emi.search.kernels.cost.counting import drop_repeated
from emi.search.solve.cost.arrays import make_scratch
from emi.search.solve.engine import make_zobrist
from tests.search.games import games_and_members
from tests.search.kernels.calls import called, int32


@given(games_and_members(least=1), st.data())
def test_the_first_guess_of_each_partition_stays(drawn, data):
    game, members = drawn
    guesses = len(game.classes)
    listed = data.draw(st.lists(st.integers(0, guesses - 1), unique=True))
    firsts = {}
    for g in listed:
        row = [game.classes[g][s] for s in members]
        firsts.setdefault(tuple(row.index(c) for c in row), g)
    order = int32(listed)
    repeats, zobrist = make_scratch(game.matrix, 4).repeats, make_zobrist(game.matrix.secrets)
    for same in (False, True):
        if same:
            # The tags of all guesses are equal, so the partitions are compared.
            zobrist[:] = 0
        stay = called(drop_repeated)(
            in_widths(game.matrix.rows), int32(members), zobrist, order, repeats
        )
        assert order[:stay].tolist() == list(firsts.values())
        assert repeats.stamp.max() <= repeats.clock[0]
        assert not repeats.keys.any()
        order = int32(listed)
