"""The engine of the worst case: questions in any order, and recalled facts."""

import numba
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import emi.search.solve.engine
import emi.search.solve.worst_case.arrays
from emi.games.parse import game_named
from emi.search.kernels.worst_case.levels import USELESS
from emi.search.model.limits import Limits, Stopped
from emi.search.model.partition import left_whole
from emi.search.model.record import Proven
from emi.search.model.symmetry import orbits_of
from emi.search.solve.engine import NO_KEYS
from emi.search.solve.session import Session
from emi.search.solve.worst_case.engine import Engine, class_keys, core_members, few_keys
from tests.search.games import alike, games_and_members, hard_game, seeds

#: Coverage would double the time of the oracle; other tests cover the program.
pytestmark = pytest.mark.no_cover

#: Games that no single guess settles.
hard_games = seeds.map(hard_game).filter(lambda game: game.worst_case() > 2)
COMPILED = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="minutes as plain Python")


def int32(numbers):
    return np.array(list(numbers), np.int32)


def posed(game, members=None):
    """Return the members and keys of a question that no guess settles alone."""
    members = int32(game.every if members is None else members)
    keys, apart, _ = class_keys(game.matrix, members)
    assert apart < 0
    return members, keys


def decided(engine, game, members, depth, **more):
    members, keys = posed(game, members)
    return engine.decide(members, depth, keys, **more)


def sets_of(engine, ids):
    """Return the members of cores."""
    cores = engine.cores
    return [cores.members[cores.offset[k] :][: cores.size[k]].tolist() for k in ids]


def assert_reasons(sets, core, game):
    assert all(set(members) <= set(core.tolist()) for members in sets)
    for row in game.classes:
        assert any(len({row[s] for s in members}) == 1 for members in sets)


@given(games_and_members(secrets=16, guesses=24, least=2))
def test_keys_are_the_sums_of_squared_class_sizes(drawn):
    game, members = drawn
    keys, apart, most = class_keys(game.matrix, int32(members))
    rows, n = [[row[s] for s in members] for row in game.classes], len(members)
    separating = [g for g, row in enumerate(rows) if len(set(row)) == n]
    assert apart == min(separating, default=-1)
    swept = rows if apart < 0 else rows[: apart + 1]
    assert most == max(len(set(row)) for row in swept)
    sums = [sum(row.count(c) for c in row) for row in swept]
    assert keys[: len(swept)].tolist() == [USELESS if each == n * n else each for each in sums]
    for few in (n - 1, n):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("emi.search.solve.worst_case.engine.FEW_MEMBERS", few)
            patch.setattr("emi.search.solve.worst_case.engine.AT_ONCE", 5)
            same, first = few_keys(game.matrix, int32(members))
        assert (same.tolist(), first) == (keys.tolist(), apart)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("emi.search.solve.worst_case.engine.PAIRS", 1)
        again, *same = class_keys(game.matrix, int32(members))
        assert (again.tolist()[: len(swept)], same) == (keys.tolist()[: len(swept)], [apart, most])
        left = iter(range(len(swept) - 2))
        if len(swept) > 1:
            with pytest.raises(Stopped):
                class_keys(game.matrix, int32(members), go_on=lambda: next(left, None) is not None)


@given(hard_games, st.data())
def test_questions_in_any_order_do_not_affect_each_other(game, data):
    engine = Engine(game.matrix, game.secrets, Session(keep=lambda _: None))
    for _ in range(5):
        members = sorted(data.draw(st.sets(st.sampled_from(game.every), min_size=4)))
        keys, apart, _ = class_keys(game.matrix, int32(members))
        if apart >= 0:
            continue
        depth = data.draw(st.integers(3, len(members) - 1))
        # Without keys, the kernel computes them.
        keys = data.draw(st.sampled_from([keys, NO_KEYS]))
        guess = engine.decide(int32(members), depth, keys)
        if depth >= game.worst_case(members):
            assert game.begins(guess, depth, members)
        else:
            assert guess == -1
            if len(keys):
                core, _ = engine.refuted(depth)
            else:
                core = core_members(engine.cores, int(engine.registers[0].core))
            assert {*core.tolist()} <= {*members}
            assert game.worst_case(core.tolist()) > depth


class TestRefuted:
    @given(hard_games)
    def test_names_a_core_of_the_question_and_its_reasons(self, game):
        members, keys = posed(game)
        worst = game.worst_case()
        assume(worst > 3)
        engine = Engine(game.matrix, worst)
        engine.decide(members, worst - 1, keys)
        core, reasons = engine.refuted(worst - 1)
        assert game.worst_case(core.tolist()) == worst
        assert_reasons(sets_of(engine, reasons), core, game)

    def test_names_a_core_known_before_the_question(self):
        game = alike(7)
        engine = Engine(game.matrix, 7)
        for members, depth in ((range(6), 5), (range(7), 4)):
            assert decided(engine, game, members, depth) == -1
        core, reasons = engine.refuted(4)
        assert len(core) == 5
        assert_reasons(sets_of(engine, reasons), core, game)

    @pytest.mark.parametrize(
        "name", [pytest.param("mastermind:3x5", marks=COMPILED), "mastermind:4x3", "moo:3x5"]
    )
    def test_every_core_learned_by_symmetry_is_true(self, name):
        """A core joined from images of cores is one: the search without symmetry refutes it."""
        matrix = game_named(name).matrix()
        members = np.arange(matrix.secrets, dtype=np.int32)
        keys = class_keys(matrix, members)[0]
        engine, plain = Engine(matrix, 9, symmetric=True), Engine(matrix, 9)
        depth = next(depth for depth in range(3, 9) if engine.decide(members, depth, keys) >= 0) - 1
        assert plain.decide(members, depth, keys) == -1
        held = range(int(engine.cores.held[0]))
        assert engine.nodes < plain.nodes
        for of, depth in zip(sets_of(engine, held), engine.cores.depth[held].tolist(), strict=True):
            keys, apart, _ = class_keys(matrix, int32(of))
            assert apart < 0
            assert depth == 2 or plain.decide(int32(of), depth, keys) == -1

    def test_the_cores_of_a_refutation_refute_a_guess_of_each_orbit(self):
        matrix = game_named("moo:3x5").matrix()
        every, orbit = tuple(range(matrix.secrets)), orbits_of(matrix.symmetry)
        engine = Engine(matrix, 9, symmetric=True)
        assert engine.covering_cores(every, 2, orbit) == []
        keys = class_keys(matrix, int32(every))[0]
        depth = next(d for d in range(3, 9) if engine.decide(int32(every), d, keys) >= 0) - 1
        bearers = engine.covering_cores(every, depth - 1, orbit)
        whole = np.any([left_whole(matrix, of) for of in sets_of(engine, bearers)], axis=0)
        assert {*orbit[whole].tolist()} == {*orbit.tolist()}
        assert (engine.cores.depth[bearers] == depth - 1).all()

    def test_a_refutation_for_a_proof_uses_cores_with_reasons(self):
        game = alike(7)
        engine, within = Engine(game.matrix, 7), game.every
        for size in (5, 6):
            engine.recall(Proven(game.candidates(range(size)), size, size))
        assert engine.refuter(int32(range(6)), 4, within) == 0
        assert engine.refuter(int32(range(1, 7)), 4, within) == -1
        for _ in range(2):
            assert engine.decide(int32(range(6)), 4, within=within) == -1
            core = int(engine.registers[0].core)
            assert (core > 1, engine.cores.depth[core]) == (True, 4)
            assert np.diff(engine.cores.reason_at[core : core + 2]) > 0


class TestRecalling:
    def test_makes_room_for_recalled_bounds(self, monkeypatch):
        monkeypatch.setattr(emi.search.solve.worst_case.arrays, "CORES", 1)
        game = alike(9)
        engine = Engine(game.matrix, 9)
        for size in range(2, 10):
            for low in range(10 - size):
                engine.recall(Proven(game.candidates(range(low, low + size)), size, size))
        assert decided(engine, game, game.every, 8) == -1
        assert engine.nodes == 1

    def test_recalled_bounds_are_not_handed_over_again(self):
        game = alike(9)
        kept = []
        engine = Engine(game.matrix, 9, Session(keep=kept.extend))
        engine.recall(Proven(game.candidates([0, 1, 2]), 3, 3))
        engine.flush()
        assert kept == []


@pytest.mark.parametrize("secrets", [1, 64, 65, 300])
def test_random_bits_differ_by_secret_and_are_reproducible(secrets):
    bits = emi.search.solve.engine.make_zobrist(secrets)
    assert np.array_equal(bits, emi.search.solve.engine.make_zobrist(secrets))
    assert len({tuple(pair) for pair in bits.tolist()}) == secrets
    assert len(np.unique(bits)) == 2 * secrets


@given(hard_games, st.data())
def test_first_guesses_can_be_tried_in_small_steps(game, data):
    """In any order and selection, a node at a time; refuted guesses are reported."""
    members, keys = posed(game)
    worst = game.worst_case()
    depth = data.draw(st.integers(3, max(worst, 3)))
    engine = Engine(game.matrix, max(depth, 4))
    resumed = False
    rest, found = np.argsort(keys, kind="stable")[: int((keys != USELESS).sum())], None
    while len(rest) > 0:
        engine.session = Session(Limits(nodes=data.draw(st.integers(1, 9))))
        some = rest[: data.draw(st.integers(1, len(rest)))]
        found, resumed = engine.search_firsts(members, depth, some, resumed=resumed), True
        if found is not None and found >= 0:
            break
        struck = engine.struck(depth - 1)
        assert not any(game.begins(guess, depth) for guess in struck.tolist())
        left = engine.living(some) if found is None else some[:0]
        assert not any(game.begins(guess, depth) for guess in np.setdiff1d(some, left).tolist())
        rest = np.concatenate([rest[len(some) :], left])
    assert (found is not None and found >= 0) == (worst <= depth)
    assert found is None or found < 0 or game.begins(found, depth)
