import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.search.compile.jit import in_widths
from emi.search.kernels.core.machine import CHOOSE, OPEN, REFUTED, SOLVED, UNKNOWN
from emi.search.kernels.core.sets import fill, pack, unpack
from emi.search.kernels.worst_case import levels as stack
from emi.search.kernels.worst_case.cores import add_core
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.symmetry import no_symmetry
from emi.search.solve.engine import make_game
from emi.search.solve.worst_case.arrays import make_cores, make_levels, make_scratch
from emi.search.solve.worst_case.engine import class_keys, core_members
from tests.search.games import alike, games, games_and_members
from tests.search.kernels.calls import called

NONE = np.empty(0, np.int32)
choose, collect_cores, learn, open_level = map(
    called, (stack.choose, stack.collect_cores, stack.learn, stack.open_level)
)


@st.composite
def stacks(draw):
    """Draw a game with some cores, and a stack of two levels, the lower one inside the upper.

    The cores need not be true, because the tested functions do not depend on that.
    """
    game, upper = draw(games_and_members(least=3))
    lower = sorted(draw(st.sets(st.sampled_from(upper), min_size=2)))
    some = st.tuples(st.sets(st.sampled_from(game.every), min_size=2), st.integers(2, 5))
    return game, upper, lower, draw(st.lists(some, max_size=6)), draw(st.lists(some, max_size=4))


def bits_of(members):
    return np.array([sum(1 << s for s in members)], np.uint64)


def add(cores, named):
    for members, depth in named:
        add_core(cores, np.array(sorted(members), np.int32), depth, 0, NONE)


def listed(levels, level):
    return levels.inside[level, : levels.at[level].cores].tolist()


def living(levels, level):
    mark = np.empty(levels.keys.shape[1], np.uint8)
    called(unpack)(levels.alive[level], mark)
    return np.flatnonzero(mark).tolist()


class TestCollectCores:
    @given(stacks())
    def test_lists_old_and_new_cores_inside_the_set_of_a_level(self, drawn):
        game, upper, lower, before, after = drawn
        cores, levels = (
            make_cores(game.secrets, game.matrix.guesses),
            make_levels(game.matrix, 5, 4096),
        )
        levels.at[0].depth, levels.at[1].depth = 5, 4
        add(cores, before)
        refuter = collect_cores(levels, 0, cores, bits_of(upper))
        inside = [k for k, (members, _) in enumerate(before) if members <= set(upper)]
        assert sorted(listed(levels, 0)) == inside
        refuting = {k for k in inside if before[k][1] >= 5}
        assert refuter in (refuting or {-1})

        add(cores, after)
        refuter = collect_cores(levels, 1, cores, bits_of(lower))
        everything = before + after
        inside = [k for k, (members, _) in enumerate(everything) if members <= set(lower)]
        assert sorted(listed(levels, 1)) == inside
        refuting = {k for k in inside if everything[k][1] >= 4}
        assert refuter in (refuting or {-1})


class TestOpenLevel:
    @given(stacks())
    def test_refutes_or_settles_the_set_or_orders_the_guesses_left(self, drawn):
        game, upper, lower, named, _ = drawn
        matrix = game.matrix
        cores, levels = make_cores(game.secrets, game.matrix.guesses), make_levels(matrix, 5, 4096)
        scratch = make_scratch(matrix)
        add(cores, named)
        levels.at[0].depth, levels.at[1].depth = 5, 4
        levels.keys[0] = class_keys(matrix, np.array(upper, np.int32))[0]
        for level, members in enumerate((upper, lower)):
            here = levels.at[level]
            here.count = len(members)
            levels.members[level, : len(members)] = members
            here.stage = OPEN
            kernel_game = make_game(matrix, no_symmetry())
            result, core = open_level(kernel_game, levels, level, cores, scratch)

            depth = 5 - level
            inside = [(m, d) for m, d in named if m <= set(members)]
            if any(d >= depth for _, d in inside):
                assert result == REFUTED
                refuting, at_least = named[core]
                assert refuting <= set(members)
                assert at_least >= depth
                return

            def classes(guess, of):
                return len({game.classes[guess][s] for s in of})

            left = [
                g
                for g in range(matrix.guesses)
                if not any(classes(g, m) == 1 for m, d in inside if d == depth - 1)
            ]
            if level > 0 and any(classes(g, members) == len(members) for g in left):
                assert (result, core) == (SOLVED, -1)
                guess = here.guess
                assert guess in left
                assert classes(guess, members) == len(members)
                return
            assert (result, core) == (UNKNOWN, -1)
            assert here.stage == CHOOSE
            # No keys are computed after a guess that tells all members apart.
            if class_keys(matrix, np.array(members, np.int32))[1] < 0:
                useful = [g for g in left if classes(g, members) > 1]
                assert living(levels, level) == useful
                for g in useful:
                    row = [game.classes[g][s] for s in members]
                    assert levels.keys[level, g] == sum(row.count(c) for c in row)


@pytest.mark.parametrize(("members", "beyond"), [(15, False), (16, True)])
def test_a_set_with_classes_too_large_for_the_guesses_left_is_refuted(members, beyond):
    # Feedback is less, equal or more: three guesses find 1 + 2 + 4 numbers, four find 15.
    numbers = np.arange(20)
    matrix = FeedbackMatrix(
        (1 + np.sign(numbers - numbers[:, np.newaxis])).astype(np.uint8), numbers
    )
    game, scratch = make_game(matrix, no_symmetry()), make_scratch(matrix)
    for depth, counting in ((4, True), (5, True), (4, False)):
        cores = make_cores(matrix.secrets, matrix.guesses)
        levels = make_levels(matrix, 6, 4096, counting=counting)
        levels.at[1].depth, levels.at[1].count = depth, members
        levels.members[1, :members] = range(members)
        result, core = open_level(game, levels, 1, cores, scratch)
        if beyond and counting and depth == 4:
            assert result == REFUTED
            assert core_members(cores, core).tolist() == list(range(members))
        else:
            assert (result, core) == (UNKNOWN, -1)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3)), min_size=3, max_size=3))
def test_the_living_guess_of_least_key_is_chosen_the_first_of_equals(guesses):
    levels = make_levels(alike(3).matrix, 3, 1)
    called(pack)(np.array([alive for alive, _ in guesses], np.uint8), levels.alive[0])
    levels.keys[0] = [key for _, key in guesses]
    living = [g for g in range(3) if guesses[g][0]]
    assert choose(levels, 0) == min(living, key=lambda g: guesses[g][1], default=-1)


@given(games(least=2), st.data())
def test_a_learned_core_is_listed_and_strikes_the_guesses_it_refutes(game, data):
    members = data.draw(st.sets(st.sampled_from(game.every), min_size=2))
    matrix = game.matrix
    cores, levels = make_cores(game.secrets, game.matrix.guesses), make_levels(matrix, 3, 9)
    called(fill)(levels.alive[0], matrix.guesses)
    add(cores, [(members, 2)])
    learn(levels, 0, in_widths(matrix.columns), cores, 0)
    assert listed(levels, 0) == [0]
    assert levels.at[0].stage == CHOOSE
    alive = [g for g, row in enumerate(game.classes) if len({row[s] for s in members}) > 1]
    assert living(levels, 0) == alive
