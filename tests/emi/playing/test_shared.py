"""A shared result with its secret, against all games that it may have been."""

import random
from itertools import product

import pytest

import emi
from emi.errors import ClueError
from emi.playing import shared
from emi.playing.host import Fair, Host
from emi.playing.shared import lines_told, review_shared
from tests.emi.playing.test_host import GAMES, played


def left_after(game, secret, guesses):
    """Return how many secrets are left after guesses, by the definition."""
    made = {(guess, game.feedback(guess, secret)) for guess in guesses}
    return sum(
        all(code != guess and game.feedback(guess, code) == told for guess, told in made)
        for code in game.secrets
    )


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("kept", [20_000, 2])
def test_lines_are_those_of_all_games_that_fit(seed, kept, monkeypatch):
    monkeypatch.setattr(shared, "KEPT", kept)
    source = random.Random(seed)
    game = source.choice(GAMES[:6])
    host = Host(game, Fair(game, seed), tries=3)
    played(host, source, most=3)
    secret = host.secret or host.turns[-1].guess
    told = lines_told(game, secret, [("", turn.feedback) for turn in host.turns])
    found = review_shared(game, secret, told, seconds=5)
    for turn, line in zip(host.turns, found.lines, strict=True):
        same = {
            one for one in game.guesses
            if game.feedback(one, secret) == turn.feedback
            and (one == secret) == (turn.guess == secret)
        }  # fmt: skip
        assert {*line.guesses} == same
        assert line.fits == len(same)
    for at, line in enumerate(found.lines, 1):
        fit = [one.guesses for one in found.lines[:at]]
        sizes = [left_after(game, secret, one) for one in product(*fit)]
        low, high = min(sizes), max(sizes)
        if kept > 2:
            assert (line.after.lower, line.after.upper) == (low, high)
        else:
            assert line.after.lower <= low <= high <= line.after.upper
    assert found.found == host.found
    best = emi.solve(game, emi.Average()).bounds.upper
    first = found.lines[0].best
    assert emi.solve(game, emi.Average(), first=first).bounds.upper == best


def test_a_guess_that_is_told_is_the_only_one(golden):
    game = emi.Motus(["CADRE", "CANNE", "CARTE", "CASER"])
    told = lines_told(game, "CADRE", [("carte", ""), ("", "🟩🟩🟩🟩🟩")])
    assert told == [(("CARTE",), "GGYBG"), (("CADRE",), "GGGGG")]
    golden(repr(review_shared(game, "CADRE", told, seconds=5)))


def test_in_hard_play_a_line_is_a_guess_that_may_follow(refused):
    game = emi.Motus(["CADRE", "CARTE", "COUDE"])
    lines = [("", "GGYBG"), ("", game.feedback("COUDE", "CADRE"))]
    assert lines_told(game, "CADRE", lines)[1][0] == ("COUDE",)
    with refused(ClueError):
        lines_told(game.hardened("hints"), "CADRE", lines)


def test_a_line_that_no_guess_gets(refused):
    with refused(ClueError):
        lines_told(emi.Motus(["CADRE", "CARTE"]), "CADRE", [("", "GGGGB")])


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("known", [True, False])
def test_a_secret_off_the_list(seed, known):
    """The listed secrets left are those of all games that fit; the secret itself is a guess."""
    source = random.Random(seed)
    secret, *words = {"".join(source.choices("ABC", k=4)): None for _ in range(24)}
    game = emi.Wordle(words[:12], [*words, *([secret] if known else [])])
    made = [*source.sample(words, 2), secret]
    told = lines_told(game, secret, [("", game.feedback(one, secret)) for one in made])
    assert told[-1] == ((secret,), "GGGG")
    found = review_shared(game, secret, told, seconds=5)
    assert (found.found, found.listed) == (True, False)
    for at, line in enumerate(found.lines, 1):
        fit = [one.guesses for one in found.lines[:at]]
        sizes = [left_after(game, secret, one) for one in product(*fit)]
        assert (line.after.lower, line.after.upper) == (min(sizes), max(sizes))
    # With the guesses, too.
    told = lines_told(game, secret, [(one, "") for one in made])
    assert [each for each, _ in told] == [(one,) for one in made]
