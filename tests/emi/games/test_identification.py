"""Identification: a secret that is no guess is named, which tells only whether it is right."""

import random
from functools import cache, partial

import numpy as np
import pytest

import emi
from emi import Average, GameError, Guaranteed, Identification, WorstCase
from emi.proof.verify import marks
from tests.emi.cases import seeds
from tests.emi.games.by_definition import checked, hold_values, parts_of

WORDS = [a + b + c for a in "ABC" for b in "ABC" for c in "AB"]


def drawn(seed):
    """Return secrets, proposals, and the game of them; some are both."""
    source = random.Random(seed)
    secrets = sorted(source.sample(WORDS, source.randint(1, 7)))
    proposals = sorted(source.sample(WORDS, source.randint(1, 6)))
    base = emi.Motus(secrets, sorted({*secrets, *proposals}))
    return secrets, proposals, Identification(base, proposals)


def told(proposals, guess, secret):
    """Return the feedback by definition; None where it is found."""
    if guess == secret:
        return None
    return marks(guess, secret) if guess in proposals else "no"


@pytest.mark.parametrize("seed", seeds(20, 60))
def test_values_are_those_by_definition(seed):
    _, proposals, game = drawn(seed)
    hold_values(game, partial(told, proposals), seed, within=4)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("objective", [WorstCase(), Average(), Guaranteed(2)], ids=str)
def test_certificates_are_accepted_by_the_checker(seed, objective, tmp_path, golden):
    _, proposals, game = drawn(seed)
    rule = (
        f"from emi.proof.verify import marks\nP = {proposals!r}\n"
        "def feedback(guess, secret):\n    return marks(guess, secret) if guess in P else 'no'\n"
    )
    golden(checked(game, objective, rule, tmp_path))


def test_knowing_the_secret_takes_a_guess_less_in_the_worst_case():
    """With names as guesses, the last of d guesses names what is known already."""
    for seed in range(40):
        secrets, proposals, game = drawn(seed)
        guesses = sorted({*secrets, *proposals})

        @cache
        def known(left, guesses=tuple(guesses), proposals=tuple(proposals)):
            if len(left) <= 1:
                return 0
            best = len(left)
            for guess in guesses:
                parts = parts_of(partial(told, proposals), guess, left)
                if len(parts) > 1:
                    best = min(best, 1 + max(known(tuple(part)) for part in parts.values()))
            return best

        assert emi.solve(game).bounds.upper == known(tuple(secrets)) + 1


def test_the_matrix_is_that_of_the_rule():
    for seed in range(20):
        secrets, proposals, game = drawn(seed)
        rows = game.matrix().rows
        for g, guess in enumerate(game.guesses):
            by_rule = [told(proposals, guess, secret) for secret in secrets]
            assert [game.feedback(guess, secret) for secret in secrets] == [
                "GGG" if one is None else one for one in by_rule
            ]
            equal = rows[g][:, np.newaxis] == rows[g]
            assert equal.tolist() == [[a == b for b in by_rule] for a in by_rule]


@pytest.fixture
def lists(tmp_path):
    secrets, guesses = tmp_path / "s.txt", tmp_path / "g.txt"
    secrets.write_text("CADES\nCAFES\nCAGES\nCANES\n")
    guesses.write_text("CADES\nFAGOT\nCOUPE\nCNDFG\n")
    return {"secrets": secrets, "guesses": guesses}


@pytest.mark.parametrize("name", ["5", "C5", "motus:C5", "jotto", "wordle"])
def test_of_two_lists_by_name(name, lists, tmp_path, refused):
    assert emi.game_named(name, **lists).added == 3
    game = emi.game_named(name, identify=True, **lists)
    assert game.secrets == ("CADES", "CAFES", "CAGES", "CANES")
    assert game.added == 0
    assert game.feedback("CAFES", "CAGES") == "no"
    assert game.feedback("CADES", "CAGES") != "no"
    solution = emi.solve(game, Average())
    solution.certificate().write(path := tmp_path / "x.emip")

    with refused(emi.CertificateError):
        emi.verify(path)


def test_of_pegs_by_name(tmp_path):
    guesses = tmp_path / "g.txt"
    guesses.write_text("112\n121\n")
    game = emi.game_named("mastermind:3x2", guesses=guesses, identify=True)
    assert (len(game.secrets), len(game.guesses), len(game.named)) == (8, 8, 6)
    assert emi.solve(game).proven
    whole = emi.game_named("mastermind:3x2", identify=True)
    assert emi.solve(whole).bounds == emi.solve("mastermind:3x2").bounds


def test_a_position_goes_on(lists):
    game = emi.game_named("5", identify=True, **lists)
    position = emi.Position(game, [("CAFES", "no"), ("CADES", "GGBGG")])
    assert position.possible == ("CAGES", "CANES")
    assert position.value().bounds.upper == 2


def test_no_hard_play_and_no_strange_proposals(refused):
    game = emi.Motus(["LIGNE", "SIGNE"])
    with refused(GameError):
        Identification(game.hardened("hints"), ["LIGNE"])
    with refused(GameError):
        Identification(game, ["LIGNE"]).hardened("hints")
    with refused(GameError):
        Identification(game, ["LASSO"])
