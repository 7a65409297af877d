"""First guesses in rounds, in hard play, against the definition."""

from array import array
from itertools import chain

import numpy as np
import pytest

from emi.objectives.worst_case import WorstCase
from emi.search.model.limits import Stopped
from emi.search.model.restriction import Restriction
from emi.search.solve.hard import rounds
from emi.search.solve.hard.engine import HardEngine
from emi.search.solve.hard.rounds import Rounds, choose
from emi.search.solve.session import Patience, Session
from tests.search.kernels.test_restriction import drawn, left, parts_of, value
from tests.search.questions import solve

SECRETS = 8
EVERY = np.arange(SECRETS, dtype=np.int32)


def least(matrix, restriction, guess):
    """Return the worst case of strategies that begin with a guess, by definition."""
    every = range(matrix.guesses)
    parts = parts_of(matrix, guess, range(SECRETS))
    return 1 + max(
        value(matrix, restriction, WorstCase(), one, left(matrix, restriction, every, guess, one))
        for one in parts
    )


def asked(seed, session=None):
    restriction: Restriction | None = None
    matrix, restriction = drawn(
        seed, hints=bool(seed % 2), secrets=SECRETS, classes=2, others=4, alike=6
    )
    if seed % 5 == 0:
        restriction = Restriction()
    engine = HardEngine(matrix, restriction, SECRETS, session)
    return matrix, restriction, Rounds(engine, EVERY)


def rung(worth, spent, *waiting):
    return rounds.Rung(worth, array("q", waiting), spent)


def test_a_rung_gets_half_the_work_of_all_rungs_below():
    assert rounds.next_rung([]) == -1
    assert rounds.next_rung([rung(1, 0), rung(8, 0)]) == -1
    assert rounds.next_rung([rung(1, 15, 1), rung(8, 0, 2)]) == 0
    assert rounds.next_rung([rung(1, 16, 1), rung(8, 0, 2)]) == 1
    assert rounds.next_rung([rung(1, 16, 1), rung(8, 0)]) == 0
    assert rounds.next_rung([rung(1, 100), rung(8, 60), rung(64, 0, 2), rung(512, 0, 3)]) == 2
    assert rounds.next_rung([rung(1, 999), rung(8, 60, 1), rung(64, 465, 2)]) == 2


def test_the_guess_with_the_fewest_unsettled_candidates_is_next_on_a_rung():
    here = rung(8, 0)
    for guess, unsettled in ((5, 30), (6, 20), (7, 40), (8, 20)):
        here.put(guess, unsettled)
    assert [here.waiting.pop() & rounds.PLACE for _ in range(4)] == [6, 8, 5, 7]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 10, 100])
def test_batches_hold_every_guess_once_and_begin_with_the_first(count):
    batches = list(rounds.dealt([*range(count)]))
    assert sorted(chain.from_iterable(batches)) == [*range(count)]
    assert [len(one) for one in batches[:-1]] == [2**k for k in range(len(batches) - 1)]
    assert [one[0] for one in batches[:3]] == [0, 1, 3][: len(batches)]


@pytest.fixture(scope="module")
def games():
    return [asked(seed) for seed in range(30)]


@pytest.fixture(scope="module")
def values(games):
    """The worst case of each useful first guess."""
    return [
        {
            guess: least(matrix, restriction, guess)
            for guess in range(matrix.guesses if restriction.clues is not None else SECRETS)
            if guess < SECRETS or len(parts_of(matrix, guess, range(SECRETS))) > 1
        }
        for matrix, restriction, _ in games
    ]


def test_a_first_guess_keeps_to_a_depth_if_all_classes_do(games, values):
    for (_, _, asked), worst in zip(games, values, strict=True):
        for depth in range(1, SECRETS):
            for guess, needed in worst.items():
                assert asked.decide(guess, depth) == (needed <= depth)


def test_the_worst_case_of_a_first_guess_is_settled(games, values):
    for (matrix, restriction, _), worst in zip(games, values, strict=True):
        for guess, needed in worst.items():
            found = solve(matrix, restriction=restriction, first=guess)
            assert (found.bounds.lower, found.bounds.upper) == (needed, needed)
            assert found.strategy().depth == needed


def test_a_single_class_can_be_settled(games):
    for matrix, restriction, asked in games[:10]:
        every = range(matrix.guesses)
        for guess in range(SECRETS):
            for q, part in enumerate(asked.partitioner.classes(guess, EVERY)):
                if len(part) > 1 and len(part) < SECRETS:
                    members = tuple(part.tolist())
                    allowed = left(matrix, restriction, every, guess, members)
                    needed = value(matrix, restriction, WorstCase(), members, allowed)
                    fresh = Rounds(asked.engine, EVERY)
                    for depth in range(2, SECRETS):
                        assert fresh.decide(guess, depth, q) == (needed < depth)
                        fresh.least.clear()


@pytest.mark.parametrize("first", [1, 1 << 13])
def test_the_first_guess_of_a_strategy_is_found_if_there_is_one(monkeypatch, values, first):
    monkeypatch.setattr(rounds, "WORK", Patience(first, 8))
    for seed, worst in enumerate(values):
        _, _, asked_anew = asked(seed)
        for depth in range(4, SECRETS):
            found = None
            while found is None:
                found = asked_anew.search(depth, 1)
            if found < 0:
                assert min(worst.values()) > depth
            else:
                assert worst[found] <= depth


def test_a_guess_refuted_at_a_depth_is_not_searched_at_smaller_ones(values):
    known = 0
    for seed, worst in enumerate(values):
        _, _, fresh = asked(seed)
        for guess in worst:
            fresh.decide(guess, 5)
        if min(worst.values()) > 5:
            before = fresh.engine.nodes
            assert fresh.search(4, 1 << 40) == -1
            assert fresh.engine.nodes == before
            known += 1
    assert known > 0


def test_large_classes_are_searched_in_rounds_also_for_a_strategy(monkeypatch, values):
    monkeypatch.setattr(rounds, "LARGE", 0)
    monkeypatch.setattr(rounds, "WORK", Patience(1, 8))
    for seed, worst in enumerate(values):
        matrix, restriction, fresh = asked(seed)
        for depth in range(2, SECRETS):
            for guess, needed in worst.items():
                assert fresh.decide(guess, depth) == (needed <= depth)
        found = solve(matrix, restriction=restriction)
        assert found.bounds.lower == found.bounds.upper == min(worst.values())
        assert found.strategy().depth == min(worst.values())


def test_the_session_can_stop_it(monkeypatch, values):
    seed = next(k for k, worst in enumerate(values) if k % 5 and min(worst.values()) > 4)
    stopped = Session(watch=lambda _: False)
    matrix, _, fresh = asked(seed, stopped)
    assert fresh.search(4, 1 << 40) is None
    with pytest.raises(Stopped):
        fresh.decide(min(values[seed]), 4)
    monkeypatch.setattr(rounds, "LARGE", 0)
    every = np.arange(matrix.guesses, dtype=np.int32)
    assert choose(fresh.engine, EVERY, 5, every) is None
