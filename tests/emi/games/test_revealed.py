"""Letters revealed: the letter in the first place in which a guess is wrong is shown."""

import random

import numpy as np
import pytest

import emi
from emi import Average, GameError, Guaranteed, Revealed, WorstCase
from emi.proof.verify import marks
from tests.emi.games.by_definition import checked, hold_values

WORDS = [a + b + c + d for a in "AB" for b in "ABC" for c in "AB" for d in "ABC"]
#: A game of Lingo, by hand: B is shown; then R, for L is not right; then O and so on.
LINGO = [("BLOEM", "GBGBB R"), ("BROEK", "GGGBB O"), ("BROOS", "GGGGB D"), ("BROOD", "GGGGG")]


def told(guess, secret):
    """Return the feedback by definition; None where it is found."""
    if guess == secret:
        return None
    place = next(i for i in range(len(guess)) if guess[i] != secret[i])
    return marks(guess, secret), place, secret[place]


def drawn(seed):
    source = random.Random(seed)
    guesses = sorted(source.sample(WORDS, source.randint(2, 12)))
    secrets = sorted(source.sample(guesses, source.randint(1, min(8, len(guesses)))))
    return secrets, guesses, Revealed(emi.Motus(secrets, guesses))


def test_a_game_of_lingo_made_by_hand():
    words = sorted({"BROOD", "BLOED", "BROEI", "BRAND", *(guess for guess, _ in LINGO)})
    game = Revealed(emi.Motus(words))
    for at, (guess, feedback) in enumerate(LINGO, 1):
        assert game.feedback(guess, "BROOD") == feedback
        position = emi.Position(game, LINGO[:at])
        by_hand = [
            word for word in words
            if all(told(one, word) == told(one, "BROOD") for one, _ in LINGO[:at])
        ]  # fmt: skip
        assert list(position.possible) == by_hand
    assert position.found
    assert emi.Position(game, [("broek", "gggbb o")]).possible == ("BROOD", "BROOS")


@pytest.mark.parametrize("seed", range(60))
def test_values_are_those_by_definition(seed):
    *_, game = drawn(seed)
    hold_values(game, told, seed, within=3)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("objective", [WorstCase(), Average(), Guaranteed(1)], ids=str)
def test_certificates_are_accepted_by_the_checker(seed, objective, tmp_path):
    *_, game = drawn(seed)
    rule = "from tests.emi.games.test_revealed import told as feedback\n"
    assert checked(game, objective, rule, tmp_path).startswith("OK motus, revealed: ")


def test_the_matrix_is_that_of_the_rule():
    for seed in range(20):
        secrets, guesses, game = drawn(seed)
        rows = game.matrix().rows
        for row, guess in zip(rows, guesses, strict=True):
            by_rule = [told(guess, secret) for secret in secrets]
            equal = row[:, np.newaxis] == row
            assert equal.tolist() == [[a == b for b in by_rule] for a in by_rule]


@pytest.mark.parametrize("restriction", ["possible", "consistent"])
def test_hard_play_keeps_to_the_letters(restriction):
    game = Revealed(emi.Motus(["ABC", "ACB", "BAC", "BCA", "CAB", "CBA"])).hardened(restriction)
    position = emi.Position(game, [("ABC", game.feedback("ABC", "BCA"))])
    assert set(position.allowed) <= {"ABC", "BCA"}
    assert emi.solve(game).bounds.proven


def test_are_never_worse_to_have():
    for cell in ("X5", "Z6"):
        plain, shown = emi.game_named(cell), emi.game_named(cell, reveal=True)
        for objective in (WorstCase(), Average(), Guaranteed(2)):
            with_letters = emi.solve(shown, objective).bounds.upper
            assert with_letters <= emi.solve(plain, objective).bounds.upper
    assert shown.key != plain.key


@pytest.mark.parametrize("name", ["lingo:X", "sutom:Z6", "wordle"])
def test_of_a_game_by_name(name):
    game = emi.game_named(name, reveal=True)
    plain = emi.game_named(name)
    assert (game.name, game.tries) == (f"{name.replace(':X', ':X5')} (reveal)", plain.tries)
    assert game.secrets == plain.secrets


def test_a_certificate_is_checked_with_the_lists(tmp_path):
    words = tmp_path / "w.txt"
    words.write_text("ligne\nlinge\nliege\nlisse\n")
    game = emi.game_named("L5", lexicon=str(words), reveal=True)
    emi.solve(game, Average()).certificate().write(path := tmp_path / "x.emip")
    with pytest.raises(emi.CertificateError, match="made for 'motus, revealed', L5, expected"):
        emi.verify(path)


def test_other_games_are_refused():
    for name in ("moo", "jotto", "mastermind:2x3"):
        with pytest.raises(GameError, match="letters are revealed in games of words with marks"):
            emi.game_named(name, reveal=True)
    with pytest.raises(GameError, match="expected one of `identify` and `reveal`"):
        emi.game_named("C5", reveal=True, identify=True)
    with pytest.raises(GameError, match="expected no hard play before letters are revealed"):
        Revealed(emi.Motus(["AB", "BA"]).hardened("hints"))
    with pytest.raises(GameError, match="its feedback has no hints"):
        Revealed(emi.Motus(["AB", "BA"])).hardened("hints")
