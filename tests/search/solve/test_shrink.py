"""Minimal cores against the definition; they depend only on which sets can be found."""

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emi.games.parse import game_named
from emi.questions.question import Question
from emi.search.compile.jit import in_widths
from emi.search.kernels.worst_case.inseparable import count_alike
from emi.search.model.bounds import ContradictionError
from emi.search.model.limits import Limits, Stopped
from emi.search.solve.session import Session
from emi.search.solve.worst_case import missed as missing
from emi.search.solve.worst_case import shrink
from emi.search.solve.worst_case.shrink import Shrinker, needed_members, shrunk_refutation
from tests import oracle
from tests.search import games
from tests.search.solve.test_proof import assert_refuted


def found(game, members, depth):
    return oracle.solvable(game.classes, list(members), game.own, depth)


few = settings(max_examples=30)


def asked(game, depth):
    return Shrinker(game.matrix, depth, Session())


def by_definition(game, order, depth, needed=()):
    """Return the core after deleting secrets, the last first, while the rest cannot be found."""
    core = [*order]
    assert not found(game, core, depth)
    for one in reversed(order):
        rest = [other for other in core if other != one]
        if one not in needed and not found(game, rest, depth):
            core = rest
    return sorted(core)


GAMES = st.one_of(
    games.games(secrets=7, guesses=9, least=3),
    st.builds(games.layered_game, games.seeds, st.just(5), st.just(7)),
    games.word_games(secrets=8, more=4, least=4),
)


@few
@given(GAMES)
def test_a_core_is_found_by_deletion_in_the_fixed_order(game):
    for depth in range(1, game.worst_case()):
        one = asked(game, depth)
        core = one.shrink(game.every)
        assert core.minimal
        assert core.members.tolist() == by_definition(game, one.order.tolist(), depth)
        assert one.is_core(game.every)
        refutation = shrunk_refutation(game.matrix, depth, Session())
        assert refutation.minimal
        assert np.array_equal(refutation.cores[-1].members, core.members)
        assert_refuted(refutation.cores, game, depth, game.every)


@few
@given(GAMES)
def test_members_that_a_changed_strategy_does_without_are_needed(game):
    depth = game.worst_case() - 1
    one = asked(game, depth)
    for secret in game.every if depth > 1 else ():
        others = [s for s in game.every if s != secret]
        guess = one._first_guess(np.array(others, np.int32))
        if guess >= 0:
            every = np.array(game.every, np.int32)
            for needed in needed_members(one.engine, every, secret, guess, depth).tolist():
                assert found(game, [s for s in game.every if s != needed], depth)


@few
@given(GAMES, st.integers(1, 5))
def test_secrets_with_the_same_feedback_are_counted(game, together):
    secrets = len(game.every)
    guesses = np.arange(together * (len(game.classes) // together), dtype=np.int32)
    alike, key, tally = np.zeros(secrets, np.int64), np.empty(secrets, np.uint64), 1 << 12
    rows = in_widths(game.matrix.rows)
    count_alike(rows, guesses, together, 12, alike, key, np.zeros(tally, np.int32))
    told = [
        [tuple(game.classes[g][s] for g in some) for s in game.every]
        for some in guesses.reshape(-1, together).tolist()
    ]
    # By chance some may have the same hash.
    assert (alike >= [sum(one.count(one[s]) for one in told) for s in game.every]).all()


@few
@given(GAMES, st.data())
def test_a_needed_member_stays_and_its_nearest_come_first(game, data):
    depth = data.draw(st.integers(1, game.worst_case()))
    one = asked(game, depth)
    missed = missing.left_out(one, game.every)
    others = [s for s in game.every if s not in missed]
    assert found(game, others, depth)
    for secret in missed:
        core = one.shrink([*others, secret], needed=secret)
        order = [s for s in shrink.nearest_first(game.matrix, secret).tolist() if s in others]
        assert core.members.tolist() == by_definition(game, [secret, *order], depth, [secret])


@few
@given(GAMES)
def test_a_set_that_can_be_found_has_no_core(game):
    depth = game.worst_case()
    one = asked(game, depth)
    assert one.shrink(game.every) is None
    assert not one.is_core(game.every)
    assert missing.left_out(one, game.every) == {}


@few
@given(GAMES, st.data())
def test_a_smallest_set_of_missed_secrets_is_found(game, data):
    depth = data.draw(st.integers(1, game.worst_case()))
    one, every = asked(game, depth), {*game.every}
    cores = missing.left_out(one, every)
    least = next(
        size
        for size in range(len(every))
        if any(found(game, every.difference(some), depth) for some in combinations(every, size))
    )
    assert missing.disjoint_cores(cores.values()) <= least <= len(cores)
    named, proven = missing.fewest(one, every, cores.values(), cores, 0)
    assert found(game, every.difference(named), depth)
    assert len(named) == proven == least
    told = missing.fewest(asked(game, depth), every, cores.values(), cores, least)
    assert told == (named, least)


@few
@given(st.builds(games.layered_game, games.seeds), st.integers(0, 400))
def test_little_work_still_gives_a_core(game, looks):
    depth = game.worst_case() - 1
    core = asked(game, depth).shrink(game.every, looks=looks)
    if core is not None:
        assert not found(game, core.members.tolist(), depth)
        again = asked(game, depth).shrink(game.every, looks=looks)
        assert np.array_equal(core.members, again.members)
    whole = asked(game, depth).shrink(game.every)
    if core is not None and core.minimal:
        assert np.array_equal(core.members, whole.members)


def no_looks(monkeypatch):
    """Allow no work for shrinking."""
    monkeypatch.setattr(shrink, "LOOKS", 0)
    monkeypatch.setattr(shrink, "AT_LEAST", 0)
    monkeypatch.setattr(missing, "AT_LEAST", 0)


def test_without_work_the_refutation_is_about_all_secrets_and_final(monkeypatch):
    game = games.hard_game(3)
    depth = game.worst_case() - 1
    no_looks(monkeypatch)
    refutation = shrunk_refutation(game.matrix, depth, Session())
    assert (refutation.minimal, refutation.final) == (False, True)
    assert_refuted(refutation.cores, game, depth, game.every)


def test_at_the_time_limit_the_smallest_core_so_far_is_returned(monkeypatch):
    game = games.hard_game(3)
    depth = game.worst_case() - 1
    whole = shrunk_refutation(game.matrix, depth, Session())
    cut = Shrinker._cut

    def stopped(self, step):
        if len(self._needed) > 1:
            raise Stopped
        cut(self, step)

    monkeypatch.setattr(Shrinker, "_cut", stopped)
    refutation = shrunk_refutation(game.matrix, depth, Session())
    assert (refutation.minimal, refutation.final) == (False, False)
    assert_refuted(refutation.cores, game, depth, game.every)
    assert len(refutation.cores[-1].members) >= len(whole.cores[-1].members)


def test_a_set_that_can_be_found_is_not_refuted(refused):
    game = games.hard_game(3)
    with refused(ContradictionError):
        shrunk_refutation(game.matrix, game.worst_case(), Session())


def test_a_core_that_takes_too_long_is_not_searched_for(monkeypatch):
    game = games.hard_game(3)
    no_looks(monkeypatch)
    one = asked(game, game.worst_case() - 1)
    cores = missing.left_out(one, game.every)
    assert set(cores.values()) == {None}
    assert missing.fewest(one, game.every, (), cores, 0) == ({*cores}, 0)


def test_cores_share_the_work_and_each_may_take_some(monkeypatch):
    game = games.hard_game(3)
    one = asked(game, game.worst_case() - 1)
    one.shrink(game.every)
    enough = one.looks
    for all_cores, each in ((enough, 0), (0, enough), (enough // 4, 0)):
        monkeypatch.setattr(shrink, "LOOKS", all_cores)
        monkeypatch.setattr(shrink, "AT_LEAST", each)
        first = asked(game, game.worst_case() - 1)
        core = first.shrink(game.every, looks=first.looks_left)
        assert (core is not None and core.minimal) == (max(all_cores, each) >= enough)
        assert first.looks_left == max(all_cores - first.looks, each)


def test_a_limit_ends_shrinking():
    game = games.hard_game(3)
    one = Shrinker(game.matrix, game.worst_case() - 1, Session(Limits(nodes=1)))
    with pytest.raises(Stopped):
        one.shrink(game.every)
    one.go_on_in(Session())
    assert one.shrink(game.every).minimal


def test_any_two_secrets_are_a_core_for_one_guess():
    game = games.alike(4)
    assert shrunk_refutation(game.matrix, 0, Session()).cores == ()
    (core,) = shrunk_refutation(game.matrix, 1, Session()).cores
    assert len(core.members) == 2


def test_secrets_of_a_cluster_come_first():
    source = random.Random(1)
    classes = [[source.randrange(40) for _ in range(60)] for _ in range(60)]
    for row in classes:
        row[20:28] = [0] * 8
    game = games.made_proper(classes, list(range(60)))
    assert {*shrink.hardest_first(game.matrix)[:8].tolist()} == {*range(20, 28)}
    assert {*shrink.nearest_first(game.matrix, 20)[:8].tolist()} == {*range(20, 28)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "depth", "secrets"),
    [("mastermind:4x6", 4, 1296), ("mastermind:5x4", 4, 1024), ("mastermind:3x8", 5, 512)],
)
def test_the_work_allowed_suffices_for_games_of_a_thousand_codes(name, depth, secrets):
    matrix = Question(game_named(name)).matrix()
    (*_, core), minimal, final = shrunk_refutation(matrix, depth, Session())
    assert (minimal, final) == (True, True)
    assert len(core.members) < secrets / 2
    one = Shrinker(matrix, depth, Session())
    for dropped in core.members[::20]:
        assert not one.is_core({*core.members.tolist()} - {int(dropped)})
