"""Cores with their guesses, and the search that uses them, against the definition."""

import numpy as np
import pytest

from emi.objectives.worst_case import WorstCase
from emi.search.kernels.hard.cores import (
    CORE_DEPTH,
    CORE_MEMBERS,
    learn,
    shrink,
    strike,
    strike_all,
)
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.restriction import Restriction
from emi.search.solve.hard.engine import HardEngine
from tests.search.kernels.calls import called, int32
from tests.search.kernels.test_restriction import drawn, left, parts_of, value

SECRETS = 8
WORST = WorstCase()


def asked(seed, secrets=SECRETS):
    """Return a game that takes many guesses, its engine, and its worst case.

    Depths below 4 are not tested.
    """
    hints = bool(seed % 2)
    matrix, restriction = drawn(seed, hints=hints, secrets=secrets, classes=2, others=6, alike=9)
    engine = HardEngine(matrix, restriction, secrets)
    depths = range(CORE_DEPTH + 1, secrets)
    worst = (depth for depth in depths if engine.decide(int32(range(secrets)), depth) != -1)
    return matrix, restriction, engine, next(worst, secrets)


@pytest.fixture(scope="module")
def games():
    return [asked(seed) for seed in range(60)]


def test_the_search_finds_the_value_of_the_definition(games):
    for matrix, restriction, _, worst in games:
        assert worst == max(value(matrix, restriction, WORST), CORE_DEPTH + 1)
    held = np.array([engine.arrays.cores.held for *_, engine, _ in games])
    assert ((held > 0).sum(axis=0) > 10).all()


def test_three_guesses_do_not_find_a_core_with_its_guesses(games):
    for matrix, restriction, engine, _ in games:
        cores = engine.arrays.cores
        for k in range(cores.held[0]):
            members, bits = cores.members[k, : cores.size[k]].tolist(), cores.guesses[k]
            guesses = [h for h in range(matrix.guesses) if int(bits[h >> 6]) >> (h & 63) & 1]
            assert CORE_DEPTH < len(members) <= CORE_MEMBERS
            assert {*members} <= {*guesses}
            assert value(matrix, restriction, WORST, sorted(members), guesses) > CORE_DEPTH


def test_a_guess_is_refuted_by_a_core_only_if_it_leaves_a_class_that_takes_longer(games):
    refuted = 0
    for matrix, restriction, engine, _ in games:
        arrays, every, guesses = engine.arrays, range(SECRETS), range(matrix.guesses)
        order = int32(guesses)
        left_over = called(strike_all)(
            arrays.game, arrays.restriction, arrays.cores, int32(every), int32(guesses), order
        )
        assert not arrays.cores.inside.any()
        for guess in {*guesses} - {*order[:left_over].tolist()}:
            refuted += 1
            assert any(
                len(part) > CORE_DEPTH
                and value(
                    matrix, restriction, WORST, part,
                    left(matrix, restriction, guesses, guess, part),
                ) > CORE_DEPTH
                for part in parts_of(matrix, guess, every)
            )  # fmt: skip
    assert refuted > 20


@pytest.mark.parametrize("depth", [2, 3])
def test_a_set_is_shrunk_until_without_any_member_it_can_be_found(games, depth):
    shrunk = 0
    for matrix, restriction, engine, _ in games:
        every, guesses, core = int32(range(SECRETS)), range(matrix.guesses), int32(range(SECRETS))
        arrays = engine.arrays
        if value(matrix, restriction, WORST, [*range(SECRETS)], guesses) <= depth:
            continue
        size = shrink(
            arrays.game, arrays.restriction, arrays.cores, every, int32(guesses), depth, core,
            arrays.scratch,
        )  # fmt: skip
        members = core[:size].tolist()
        for one in [None, *members]:
            rest = [s for s in members if s != one]
            splitting = [g for g in guesses if len({matrix.rows[g, s] for s in rest}) > 1]
            found = len(rest) == 1 or value(matrix, restriction, WORST, rest, splitting) <= depth
            assert found == (one is not None)
        shrunk += size < SECRETS
    assert shrunk > 20


@pytest.mark.parametrize("stays", [False, True])
def test_a_core_does_not_apply_if_a_guess_unknown_to_it_stays_allowed(stays):
    """Guess 5 tells all secrets apart, guess 6 none; the core applies if 5 is not allowed later."""
    rows = np.ones((7, 5), np.uint8)
    np.fill_diagonal(rows, 0)
    rows[5] = range(1, 6)
    told = np.ones((1, 7, 7), np.uint16)
    told[0, 6, 5] = stays
    matrix = FeedbackMatrix(rows, np.arange(5))
    engine = HardEngine(matrix, Restriction(told), 5)
    game, restriction, cores = (
        engine.arrays.game, engine.arrays.restriction, engine.arrays.cores
    )  # fmt: skip
    every, without = int32(range(7)), int32([0, 1, 2, 3, 4, 6])
    k = called(learn)(game, restriction, cores, every[:5], without, engine.arrays.scratch)
    # Any four of them take four guesses.
    assert (k, cores.size[k]) == (0, 4)
    for allowed in (every, without):
        # Guesses that name a secret, or tell the secrets apart, do not leave the core whole.
        order = int32([5, 6])
        kept = called(strike)(game, restriction, cores, k, allowed, order)
        assert order[:kept].tolist() == ([5, 6] if stays and len(allowed) == 7 else [5])


def test_without_room_a_core_is_replaced_and_the_value_is_the_same(monkeypatch, games):
    monkeypatch.setattr("emi.search.solve.hard.engine.CORES", 1)
    again = [asked(seed) for seed in range(20)]
    held = [engine.arrays.cores.held.tolist() for *_, engine, _ in again]
    assert any(refuted > 0 for _, _, refuted in held)
    assert any(learned > there == 1 for there, learned, _ in held)
    assert [worst for *_, worst in again] == [worst for *_, worst in games[:20]]
