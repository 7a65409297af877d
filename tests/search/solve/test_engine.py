import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import search.solve.arrays
import search.solve.worst_case.arrays
from search.heuristics.aggregates import total
from search.heuristics.profiler import Profiler
from search.kernels.common.partition import USELESS
from search.model.bounds import Bounds
from search.model.facts import Fact
from search.solve.worst_case.engine import Engine, class_keys
from tests.search.games import alike, games_and_members, hard_game

hard_games = st.integers(0, 10**6).map(hard_game)


def int32(numbers):
    return np.array(list(numbers), np.int32)


@given(games_and_members(least=2))
def test_a_guess_is_weighed_by_the_squares_of_its_classes(drawn):
    game, members = drawn
    keys, apart, most = class_keys(game.matrix, int32(members))
    rows = [[row[s] for s in members] for row in game.classes]
    separating = [g for g, row in enumerate(rows) if len(set(row)) == len(row)]
    assert apart == min(separating, default=-1)
    swept = rows if apart < 0 else rows[: apart + 1]
    assert most == max(len(set(row)) for row in swept)
    sums = [sum(row.count(c) for c in row) for row in swept]
    n = len(members)
    assert keys[: len(swept)].tolist() == [USELESS if total == n * n else total for total in sums]


class TestDeciding:
    @given(hard_games, st.data())
    def test_questions_in_any_order_do_not_mislead_one_another(self, game, data):
        engine = Engine(game.matrix, game.secrets, keep=lambda _: None)
        for _ in range(5):
            members = sorted(data.draw(st.sets(st.sampled_from(game.every), min_size=4)))
            keys, apart, _ = class_keys(game.matrix, int32(members))
            if apart >= 0:
                continue
            depth = data.draw(st.integers(3, len(members) - 1))
            guess = engine.decide(int32(members), depth, keys)
            if depth >= game.worst_case(members):
                assert game.begins(guess, depth, members)
            else:
                assert guess == -1

    @given(hard_games, st.integers(1, 4))
    def test_an_attempt_given_up_can_be_made_again_from_where_it_stood(self, game, step):
        keys, apart, _ = class_keys(game.matrix, int32(game.every))
        worst = game.worst_case()
        if apart >= 0 or worst - 1 < 3:
            return
        engine = Engine(game.matrix, worst)
        guess = engine.decide(int32(game.every), worst - 1, keys, nodes=step)
        assert guess in {None, -1}
        assert engine.decide(int32(game.every), worst - 1, keys) == -1

    def test_who_does_not_go_on_gets_no_answer(self):
        game = alike(6)
        keys, _, _ = class_keys(game.matrix, int32(game.every))
        engine = Engine(game.matrix, 6)
        assert engine.decide(int32(game.every), 5, keys, go_on=lambda _: False) is None
        assert engine.nodes == 0

    def test_a_number_of_nodes_that_is_not_whole_is_a_limit_too(self):
        game = alike(7)
        keys, _, _ = class_keys(game.matrix, int32(game.every))
        engine = Engine(game.matrix, 7)
        calls = iter(range(1000))
        go_on = lambda _: next(calls, None) is not None  # noqa: E731
        assert engine.decide(int32(game.every), 6, keys, nodes=10.5, go_on=go_on) is None
        assert next(calls, None) is not None


class TestRefuted:
    @given(hard_games)
    def test_names_a_core_of_the_question_and_its_reasons(self, game):
        keys, apart, _ = class_keys(game.matrix, int32(game.every))
        worst = game.worst_case()
        if apart >= 0 or worst - 1 < 3:
            return
        engine = Engine(game.matrix, worst)
        engine.decide(int32(game.every), worst - 1, keys)
        core, reasons = engine.refuted(worst - 1)
        assert game.worst_case(core.tolist()) == worst
        sets = [
            engine.cores.members[engine.cores.offset[k] :][: engine.cores.size[k]].tolist()
            for k in reasons
        ]
        assert all(set(members) <= set(core.tolist()) for members in sets)
        for row in game.classes:
            assert any(len({row[s] for s in members}) == 1 for members in sets)

    def test_names_a_core_that_it_knew_before_it_was_asked(self):
        game = alike(7)
        engine = Engine(game.matrix, 7)
        for members, depth in ((range(6), 5), (range(7), 4)):
            keys, _, _ = class_keys(game.matrix, int32(members))
            assert engine.decide(int32(members), depth, keys) == -1
        core, reasons = engine.refuted(4)
        assert len(core) == 5
        sets = [
            engine.cores.members[engine.cores.offset[k] :][: engine.cores.size[k]].tolist()
            for k in reasons
        ]
        for row in game.classes:
            assert any(len({row[s] for s in members}) == 1 for members in sets)


class TestRecalling:
    @given(hard_games, st.data())
    def test_true_bounds_of_other_sets_do_not_mislead(self, game, data):
        worst = game.worst_case()
        keys, apart, _ = class_keys(game.matrix, int32(game.every))
        if apart >= 0:
            return
        for depth in {max(3, worst - 1), max(3, worst)} - {game.secrets}:
            engine = Engine(game.matrix, game.secrets)
            for _ in range(4):
                members = data.draw(st.sets(st.sampled_from(game.every), min_size=2))
                value = game.worst_case(sorted(members))
                lower = data.draw(st.integers(1, value))
                upper = data.draw(st.integers(value, len(members)))
                engine.recall(Fact(game.candidates(members), Bounds(lower, upper)))
            guess = engine.decide(int32(game.every), depth, keys)
            assert game.begins(guess, depth) if depth >= worst else guess == -1

    def test_an_upper_bound_one_guess_too_high_settles_nothing(self):
        game = alike(7)
        game.classes[1][2] = 2
        rest = game.every[1:]
        assert (game.worst_case(rest), game.worst_case()) == (5, 6)
        engine = Engine(game.matrix, 6)
        engine.recall(Fact(game.candidates(rest), Bounds(1, 5)))
        keys, _, _ = class_keys(game.matrix, int32(game.every))
        assert engine.decide(int32(game.every), 5, keys) == -1

    def test_makes_room_for_what_it_recalls(self, monkeypatch):
        monkeypatch.setattr(search.solve.worst_case.arrays, "CORES", 1)
        game = alike(9)
        engine = Engine(game.matrix, 9)
        for first in range(8):
            for last in range(first + 2, 10):
                members = range(first, last)
                size = len(members)
                engine.recall(Fact(game.candidates(members), Bounds(size, size)))
        keys, _, _ = class_keys(game.matrix, int32(game.every))
        assert engine.decide(int32(game.every), 8, keys) == -1
        assert engine.nodes == 1

    def test_what_was_recalled_is_not_handed_over_again(self):
        game = alike(9)
        kept = []
        engine = Engine(game.matrix, 9, keep=kept.extend)
        engine.recall(Fact(game.candidates([0, 1, 2]), Bounds(3, 3)))
        engine.flush()
        assert kept == []


@pytest.mark.parametrize("secrets", [1, 64, 65, 300])
def test_the_random_bits_of_a_secret_are_its_own_and_always_the_same(secrets):
    bits = search.solve.arrays.make_zobrist(secrets)
    assert np.array_equal(bits, search.solve.arrays.make_zobrist(secrets))
    assert len({tuple(pair) for pair in bits.tolist()}) == secrets
    assert len(np.unique(bits)) == 2 * secrets


@given(games_and_members(secrets=16, guesses=24, least=2))
def test_guesses_are_ordered_by_an_aggregate_of_the_family(drawn):
    game, members = drawn
    array = np.array(members, np.int32)
    kind_of, sizes = Profiler(game.matrix).kinds(array)
    keys, apart, most = class_keys(game.matrix, array)
    assert (apart >= 0) == (most == len(members)) == (len(members) in sizes.classes)
    if apart < 0:
        values = np.where(sizes.classes == 1, USELESS, total(sizes))
        assert (keys == values[kind_of]).all()
