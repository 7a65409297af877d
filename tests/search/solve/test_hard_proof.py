"""The refutation of the worst case in hard play, against the definition."""

import numpy as np
import pytest

from emi.objectives.worst_case import WorstCase
from emi.search.model.lemmas import Lemma
from emi.search.model.limits import Limits, Stopped
from emi.search.model.restriction import Restriction
from emi.search.solve.hard import proof
from emi.search.solve.hard.proof import HardRefuter, needed
from emi.search.solve.session import Session
from tests.search.kernels.test_restriction import drawn, value

SECRETS = 8
WORST = WorstCase()


def question(seed):
    """Return a game that takes many guesses, and a restriction of any kind."""
    hints = seed % 3 == 1
    matrix, restriction = drawn(seed, hints=hints, secrets=SECRETS, classes=2, others=6, alike=9)
    return matrix, Restriction() if seed % 3 == 2 else restriction


def by_clues(matrix, restriction):
    """Return a restriction with clues: of candidates alone, by their feedback on each other."""
    if restriction.clues is not None:
        return restriction, [*range(matrix.guesses)]
    clues = np.zeros((1, matrix.guesses, matrix.guesses), np.uint8)
    clues[0][:, : matrix.secrets] = matrix.rows
    return Restriction(clues), [*range(matrix.secrets)]


def allowed_after(matrix, restriction, lemma):
    """Return a restriction with clues, and the guesses allowed after those of a lemma."""
    restriction, allowed = by_clues(matrix, restriction)
    for guess, secret in lemma.played:
        told = restriction.clues[:, guess].astype(int)
        if restriction.hints:
            stays = ((told & told[:, [secret]]) == told[:, [secret]]).all(axis=0)
        else:
            stays = (told == told[:, [secret]]).all(axis=0)
        allowed = [h for h in allowed if stays[h]]
    return restriction, allowed


def refuted(seed, tries=None):
    matrix, restriction = question(seed)
    worst = value(matrix, restriction, WORST)
    return [*HardRefuter(matrix, restriction, tries or worst - 1, Session()).refute()], worst - 1


@pytest.mark.parametrize("small", [False, True], ids=["", "arrays that grow"])
def test_lemmas_are_true_and_the_last_is_about_all_secrets(monkeypatch, small):
    if small:
        monkeypatch.setattr(proof, "CORES", 1)
        monkeypatch.setattr(proof, "MEMBERS", 1)
    states = set()
    for seed in range(60):
        lemmas, tries = refuted(seed)
        matrix, restriction = question(seed)
        for at, one in enumerate(lemmas):
            play, allowed = allowed_after(matrix, restriction, one)
            splitting = [g for g in allowed if len({matrix.rows[g, s] for s in one.members}) > 1]
            assert value(matrix, play, WORST, one.members, splitting) > tries - one.state
            assert (one.bound, one.state) == (1, len(one.played))
            for k in one.reasons:
                assert (k < at, lemmas[k].state) == (True, one.state + 1)
                assert {*lemmas[k].members} < {*one.members}
            states.add((tries, one.state))
        assert lemmas[-1].members == tuple(range(SECRETS))
    # With five guesses left after the first, classes are shrunk by a search.
    assert (6, 1) in states


def test_lemmas_that_no_other_needs_are_left_out():
    made = [Lemma(2, 1, (k, k + 1)) for k in range(3)]
    made += [
        Lemma(1, 1, (0, 1, 2, 3), (1,)),
        Lemma(1, 1, (1, 2, 3, 4), (2,)),
        Lemma(0, 1, (), (4,)),
    ]
    kept = needed(made)
    assert [one.members for one in kept] == [(2, 3), (1, 2, 3, 4), ()]
    assert [one.reasons for one in kept] == [(), (0,), (1,)]


def test_a_set_that_can_be_found_is_not_refuted():
    for seed in range(12):
        matrix, restriction = question(seed)
        worst = value(matrix, restriction, WORST)
        with pytest.raises(AssertionError, match="leads to a strategy that misses nothing"):
            HardRefuter(matrix, restriction, worst, Session()).refute()


def test_a_session_that_ends_stops_the_proof():
    matrix, restriction = question(0)
    with pytest.raises(Stopped):
        HardRefuter(matrix, restriction, 3, Session(Limits(seconds=1e-9))).refute()
