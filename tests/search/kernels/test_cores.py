import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

import emi.search.solve.worst_case.arrays
from emi.search.compile.jit import in_widths
from emi.search.kernels.core.sets import fill, inside, pack, unpack
from emi.search.kernels.worst_case.cores import (
    add_core,
    cover,
    firsts_of_orbits,
    is_inside,
    leaves_whole,
    strike,
)
from emi.search.kernels.worst_case.inseparable import (
    PREFIX_MEMBERS,
    collide,
    inseparable_core,
    pair_core,
    separable,
)
from emi.search.model.symmetry import no_symmetry
from emi.search.solve.engine import make_game
from emi.search.solve.worst_case.arrays import make_cores
from tests.search.games import games, games_and_members, hard_game
from tests.search.kernels.calls import called, int32

NONE = np.empty(0, np.int32)


def whole(game, guess, members):
    return len({game.classes[guess][s] for s in members}) == 1


def apart(game, guess, members):
    return len({game.classes[guess][s] for s in members}) == len(members)


def packed(flags):
    bits = np.empty((len(flags) + 63) // 64, np.uint64)
    called(pack)(np.array(flags, np.uint8), bits)
    return bits


def unpacked(bits, count):
    mark = np.full(count, 7, np.uint8)
    called(unpack)(bits, mark)
    return mark.tolist()


def bitset(members, secrets):
    words = np.zeros((secrets + 63) // 64, np.uint64)
    for s in members:
        words[s // 64] |= np.uint64(1 << (s % 64))
    return words


@given(st.sets(st.integers(0, 129), min_size=1, max_size=9), st.sets(st.integers(0, 129)))
def test_a_core_lies_inside_its_supersets(members, others):
    """Both of up to three members, the words of a set, and of more."""
    cores = make_cores(130, 9)
    k = called(add_core)(cores, int32(sorted(members)), np.int64(2), np.int64(1), NONE)
    for one in (others, others | members):
        assert called(is_inside)(cores, k, bitset(one, 130)) == (members <= one)


class TestAddCore:
    @given(st.lists(st.sets(st.integers(0, 129), min_size=1, max_size=9), max_size=9), st.data())
    def test_stores_the_core(self, sets, data):
        cores = make_cores(130, 9)
        reasons = [
            data.draw(st.lists(st.integers(0, k - 1), max_size=4)) if k else []
            for k in range(len(sets))
        ]
        for k, members in enumerate(sets):
            assert add_core(cores, int32(members), k + 2, 10 * k, int32(reasons[k])) == k
        assert cores.held.tolist() == [len(sets), sum(map(len, sets))]
        for k, members in enumerate(sets):
            at = cores.offset[k]
            assert set(cores.members[at : at + cores.size[k]].tolist()) == members
            assert cores.size[k] == len(members)
            assert (cores.bits[k] == bitset(members, 130)).all()
            assert (cores.depth[k], cores.work[k]) == (k + 2, 10 * k)
            given_ = cores.reasons[cores.reason_at[k] : cores.reason_at[k + 1]]
            assert given_.tolist() == reasons[k]


@given(st.sets(st.integers(0, 129)), st.sets(st.integers(0, 129)))
def test_inside_tests_for_subsets(one, other):
    a, b = bitset(one, 130), bitset(other, 130)
    assert called(inside)(a, b) == (one <= other)
    assert called(inside)(a & b, b)


@given(st.integers(0, 200))
def test_fill_sets_all_bits_below_the_count(count):
    bits = np.empty(4, np.uint64)
    called(fill)(bits, count)
    assert unpacked(bits, 256) == [1] * count + [0] * (256 - count)


class TestStriking:
    @given(games_and_members(least=2))
    def test_marks_the_guesses_that_leave_the_members_whole(self, drawn):
        game, members = drawn
        mark = np.full(len(game.classes), 7, np.uint8)
        called(leaves_whole)(in_widths(game.matrix.columns), int32(members), mark)
        assert mark.tolist() == [whole(game, g, members) for g in range(len(mark))]

    @given(games_and_members(least=2), st.data())
    def test_removes_them_from_the_living_and_counts_the_rest(self, drawn, data):
        game, members = drawn
        guesses = len(game.classes)
        living = data.draw(st.lists(st.booleans(), min_size=guesses, max_size=guesses))
        alive = packed(living)
        cores = make_cores(game.secrets, guesses)
        k = add_core(cores, int32(members), 2, 0, NONE)
        left = called(strike)(in_widths(game.matrix.columns), cores, k, alive, NONE)
        expected = [living[g] and not whole(game, g, members) for g in range(guesses)]
        assert unpacked(alive, guesses) == expected
        assert left == sum(expected)

    @given(st.lists(st.tuples(st.integers(0, 99), st.booleans()), min_size=100, max_size=100))
    def test_the_first_guess_of_an_orbit_is_struck_with_any_of_it(self, drawn):
        orbit = np.array([min(o, g) for g, (o, _) in enumerate(drawn)], np.int32)
        met = {o for o, (_, marked) in zip(orbit.tolist(), drawn, strict=True) if marked}
        out = np.empty(2, np.uint64)
        called(firsts_of_orbits)(packed([marked for _, marked in drawn]), orbit, out)
        assert unpacked(out, 100) == [g in met for g in range(100)]
        # A guess that is marked leaves both secrets in one class.
        columns = np.array([[0] * 100, [not marked for _, marked in drawn]], np.uint8)
        cores = make_cores(2, 100)
        k = add_core(cores, int32([0, 1]), 2, 0, NONE)
        alive = packed([o == g for g, o in enumerate(orbit.tolist())])
        left = called(strike)(in_widths(columns), cores, k, alive, orbit)
        assert unpacked(alive, 100) == [o == g and g not in met for g, o in enumerate(orbit)]
        assert left == sum(unpacked(alive, 100))

    def test_strikes_and_counts_more_than_255_guesses(self):
        columns = np.zeros((2, 300), np.uint8)
        columns[1] = 1
        cores = make_cores(2, 300)
        k = add_core(cores, int32([0, 1]), 2, 0, NONE)
        alive = packed([True] * 300)
        assert called(strike)(in_widths(columns), cores, k, alive, NONE) == 300
        columns[1, ::7] = 0
        k = add_core(cores, int32([0, 1]), 2, 0, NONE)
        assert called(strike)(in_widths(columns), cores, k, alive, NONE) == 300 - 43
        assert unpacked(alive, 300) == [g % 7 != 0 for g in range(300)]
        columns[1, ::7] = 1
        assert (
            called(collide)(np.ones(300, np.uint8), np.ones(300, np.uint8), columns[0], columns[1])
            == 300
        )

    @given(games(least=2), st.data())
    def test_a_guess_is_free_until_a_collision(self, game, data):
        a, b = data.draw(st.permutations(game.every))[:2]
        guesses = len(game.classes)
        free = data.draw(st.lists(st.booleans(), min_size=guesses, max_size=guesses))
        array = np.array(free, np.uint8)
        kept = data.draw(st.lists(st.booleans(), min_size=guesses, max_size=guesses))
        columns = game.matrix.columns
        count = called(collide)(array, np.array(kept, np.uint8), columns[a], columns[b])
        expected = [
            free[g] and kept[g] and game.classes[g][a] != game.classes[g][b] for g in range(guesses)
        ]
        assert array.tolist() == expected
        assert count == sum(expected)


def assert_pair_core(game, core, members):
    assert len(set(core)) == len(core)
    assert set(core) <= set(members)
    assert not any(apart(game, g, core) for g in range(len(game.classes)))


@given(
    st.integers(0, 10**6).map(hard_game), st.integers(2, 30), st.sampled_from([3, PREFIX_MEMBERS])
)
def test_a_set_is_separable_if_some_guess_tells_all_apart(game, size, prefix):
    members, matrix = game.every[:size], game.matrix
    free, stamp = np.empty(matrix.guesses, np.uint8), np.zeros(matrix.classes, np.int64)
    told = called(separable)(
        make_game(matrix, no_symmetry()),
        int32(members),
        free,
        stamp,
        np.zeros(1, np.int64),
        prefix,
    )
    assert told == any(apart(game, g, members) for g in range(matrix.guesses))


class TestPairCore:
    @given(games_and_members(least=2), st.integers(1, 12))
    def test_is_found_unless_some_guess_tells_the_prefix_apart(self, drawn, width):
        game, members = drawn
        guesses = len(game.classes)
        out = np.empty(game.secrets, np.int32)
        free = np.full((width, guesses), 7, np.uint8)
        size = called(pair_core)(in_widths(game.matrix.columns), int32(members), free, out)
        prefix = members[:width]
        if any(apart(game, g, prefix) for g in range(guesses)):
            assert size == 0
        else:
            assert_pair_core(game, out[:size].tolist(), prefix)

    @given(st.integers(0, 10**6).map(hard_game), st.integers(1, 9), st.integers(1, 4))
    def test_is_found_in_any_set_that_no_guess_tells_apart(self, game, size, width):
        members = game.every[: size + 2]
        guesses = len(game.classes)
        out, free = np.empty(game.secrets, np.int32), np.empty((width, guesses), np.uint8)
        size = inseparable_core(in_widths(game.matrix.columns), int32(members), free, out)
        if any(apart(game, g, members) for g in range(guesses)):
            assert size == 0
        else:
            assert size >= 2
            assert_pair_core(game, out[:size].tolist(), members)

    def test_is_searched_for_in_longer_and_longer_prefixes(self):
        # One guess; secrets 0 to n - 1 are all apart, and the last is like the first.
        for n in (63, 64, 65, 70, 99):
            columns = np.arange(n + 1, dtype=np.uint8)[:, None].copy()
            columns[n] = 0
            out, free = np.empty(n + 1, np.int32), np.empty((70, 1), np.uint8)
            size = inseparable_core(in_widths(columns), np.arange(n + 1, dtype=np.int32), free, out)
            assert {0, n} <= set(out[:size].tolist())


class TestCover:
    @given(games(least=2), st.data())
    def test_joins_cores_that_refute_every_guess_without_superfluous_ones(self, game, data):
        secrets = game.secrets
        sets = data.draw(
            st.lists(
                st.tuples(
                    st.sets(st.sampled_from(game.every), min_size=2), st.sampled_from([3, 4])
                ),
                min_size=1,
                max_size=9,
            )
        )
        usable = [members for members, depth in sets if depth == 3]
        # Remove the guesses that none of the cores refutes from the game.
        rows = [
            row
            for g, row in enumerate(game.classes)
            if any(whole(game, g, members) for members in usable)
        ]
        assume(rows)
        columns = np.array(rows, game.dtype).T.copy()
        cores = make_cores(secrets, len(rows))
        for members, depth in sets:
            add_core(cores, int32(members), depth, 0, NONE)
        ids = int32(data.draw(st.permutations(range(len(sets)))))
        out, times = np.empty(secrets, np.int32), np.full(secrets, 7, np.int32)
        reasons = np.empty(len(ids), np.int32)
        size, given_ = cover(in_widths(columns), cores, ids, 3, NONE, out, times, reasons)

        chosen = reasons[:given_].tolist()
        assert len(set(chosen)) == len(chosen)
        assert all(sets[k][1] == 3 for k in chosen)
        assert sorted(out[:size].tolist()) == sorted(set().union(*(sets[k][0] for k in chosen)))

        def refuted_by(names):
            return {
                g
                for g, row in enumerate(rows)
                if any(len({row[s] for s in sets[k][0]}) == 1 for k in names)
            }

        assert refuted_by(chosen) == {*range(len(rows))}
        for k in chosen:
            assert refuted_by([other for other in chosen if other != k]) != {*range(len(rows))}


def test_growing_keeps_all_cores(monkeypatch):
    arrays = emi.search.solve.worst_case.arrays
    monkeypatch.setattr(arrays, "CORES", 1)
    secrets = 70
    cores = make_cores(secrets, 9)
    source = np.random.default_rng(3)
    sets = [np.sort(source.choice(secrets, 1 + k % secrets, replace=False)) for k in range(200)]
    for k, members in enumerate(sets):
        cores = arrays.grow_cores(cores, arrays.crowded(cores, secrets))
        add_core(cores, members.astype(np.int32), 2, k, np.arange(k, dtype=np.int32))
    for k, members in enumerate(sets):
        at = cores.offset[k]
        assert cores.members[at : at + cores.size[k]].tolist() == members.tolist()
        assert (cores.bits[k] == bitset(members.tolist(), secrets)).all()
        assert cores.work[k] == k
        assert cores.reasons[cores.reason_at[k] : cores.reason_at[k + 1]].tolist() == [*range(k)]
