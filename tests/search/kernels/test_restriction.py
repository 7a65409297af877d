"""The guesses left by feedback, and the searches in hard play, against the definition."""

import random
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emi.objectives.average import Average
from emi.objectives.worst_case import WorstCase
from emi.search.compile.jit import in_widths
from emi.search.kernels.core.restriction import leave
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.restriction import Restriction
from emi.search.solve.session import Patience
from tests.search.kernels.calls import int32
from tests.search.questions import solve

SECRETS = 5
seeds = st.integers(0, 10**6)


def drawn(seed, *, hints, secrets=SECRETS, classes=3, others=3, alike=0):
    """Return a game in which the first guesses name the secrets, and a restriction of it.

    Candidates stay allowed, because feedback determines the clues of each guess. There are up to
    ``others`` further guesses. With a higher ``alike``, secrets tell each other apart less often.
    """
    source = random.Random(seed)
    guesses = secrets + source.randint(0, others)
    rows = np.array(
        [
            [max(1, source.randint(1 - alike * (g < secrets), classes)) for _ in range(secrets)]
            for g in range(guesses)
        ],
        np.uint8,
    )
    np.fill_diagonal(rows, 0)
    words = source.randint(1, 2) if hints else 1
    told = np.array(
        [[[source.randint(0, 3) for _ in range(guesses)] for _ in rows] for _ in range(words)],
        np.uint16,
    )
    told[:, :, :secrets] = rows
    return FeedbackMatrix(rows, np.arange(secrets)), Restriction(told, hints=hints)


def left(matrix, restriction, allowed, guess, part):
    """Return the guesses that stay allowed and split a class, by definition."""
    if restriction.clues is None:
        return [*part]

    def stays(other):
        pairs = [(told[guess, part[0]], told[guess, other]) for told in restriction.clues]
        if restriction.hints:
            return all(found & demand == demand for demand, found in pairs)
        return all(found == demand for demand, found in pairs)

    return [g for g in allowed if stays(g) and len({matrix.rows[g, s] for s in part}) > 1]


def parts_of(matrix, guess, members):
    """Return the classes of a guess, without the secret that it names."""
    parts = {}
    for s in members:
        if s != guess:
            parts.setdefault(matrix.rows[guess, s], []).append(s)
    return [tuple(part) for part in parts.values()]


def value(matrix, restriction, objective, members=None, allowed=None):
    """Return the worst case or the least total over all strategies, optionally of a position."""

    @cache
    def of(members, allowed):
        if len(members) == 1:
            return 1
        found = []
        for guess in {*allowed, *members}:
            parts = parts_of(matrix, guess, members)
            if parts == [members]:
                continue
            below = [
                of(part, tuple(left(matrix, restriction, allowed, guess, part))) for part in parts
            ]
            if objective.name == "worst":
                found.append(1 + max(below, default=0))
            else:
                found.append(len(members) + sum(below))
        return min(found)

    if members is not None:
        return of(tuple(members), tuple(allowed))
    every = tuple(range(matrix.secrets))
    return of(every, every if restriction.clues is None else tuple(range(matrix.guesses)))


@given(seeds, st.booleans())
def test_the_guesses_left_are_allowed_and_split_the_class(seed, hints):
    matrix, restriction = drawn(seed, hints=hints)
    every = range(matrix.guesses)
    for asked in (restriction, Restriction()):
        for guess in every:
            for part in parts_of(matrix, guess, range(SECRETS)):
                out = np.empty(matrix.guesses, np.int32)
                rows, own = in_widths(matrix.rows), matrix.own
                arrays = asked.arrays(matrix)
                count = leave(arrays, rows, own, int32(every), guess, int32(part), out)
                if len(part) > 1:
                    assert out[:count].tolist() == left(matrix, asked, every, guess, part)


@pytest.mark.parametrize("objective", [WorstCase(), Average()], ids=["worst", "average"])
@settings(max_examples=20)
@given(seeds, st.sampled_from([None, False, True]))
def test_the_value_is_that_of_the_definition(objective, seed, hints):
    matrix, restriction = drawn(seed, hints=bool(hints))
    if hints is None:
        restriction = Restriction()
    found = solve(matrix, objective, restriction=restriction)
    assert (found.bounds.proven, found.bounds.lower) == (
        True,
        value(matrix, restriction, objective),
    )
    strategy = found.strategy()
    reached = strategy.depth if objective.name == "worst" else strategy.total
    assert reached == found.bounds.lower


@pytest.mark.parametrize("hints", [False, True])
def test_without_patience_the_upper_bound_is_lowered_first_and_the_value_is_the_same(
    monkeypatch, hints
):
    for name, value_now in {"PATIENCE": Patience(1, 2), "AT_ONCE": 1, "ALONE": 1}.items():
        monkeypatch.setattr(f"emi.search.solve.hard.hard_play.{name}", value_now)
    for seed in range(12):
        matrix, restriction = drawn(seed, hints=hints, secrets=9, classes=2)
        found = solve(matrix, restriction=restriction)
        assert found.bounds.lower == found.bounds.upper
        assert found.bounds.lower == value(matrix, restriction, WorstCase())
        assert found.strategy().depth == found.bounds.lower
