"""Letters revealed: the letter in the first place in which a guess is wrong is shown."""

import random
from functools import cache

import numpy as np
import pytest

import emi
from emi import Average, GameError, Guaranteed, Revealed, WorstCase
from emi.proof.verify import marks
from tests.emi.cases import seeds
from tests.emi.games.by_definition import checked, hold_values
from tests.emi.games.test_hard import uses_hints

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


@pytest.mark.parametrize("seed", seeds(20, 60))
def test_values_are_those_by_definition(seed):
    *_, game = drawn(seed)
    hold_values(game, told, seed, within=3)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("objective", [WorstCase(), Average(), Guaranteed(1)], ids=str)
def test_certificates_are_accepted_by_the_checker(seed, objective, tmp_path, golden):
    *_, game = drawn(seed)
    rule = "from tests.emi.games.test_revealed import told as feedback\n"
    golden(checked(game, objective, rule, tmp_path))


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
    assert set(position.legal) <= {"ABC", "BCA"}
    assert emi.solve(game).bounds.proven


def may_follow(guess, history):
    """Tell whether a guess uses all hints: the marks, and the letters that were revealed."""
    return all(
        uses_hints(guess, word, marks(word, secret)) and guess[place] == secret[place]
        for word, secret in history
        for place in [told(word, secret)[1]]
    )


def by_hints(game, after, total):
    """Return the least value by definition: guesses use all hints."""

    @cache
    def value(left, history):
        found = []
        for guess in game.guesses:
            if not may_follow(guess, history):
                continue
            parts = {}
            for secret in left:
                parts.setdefault(told(guess, secret), []).append(secret)
            parts.pop(None, None)
            if [*map(len, parts.values())] == [len(left)]:
                continue
            below = [value(tuple(one), (*history, (guess, one[0]))) for one in parts.values()]
            found.append(after(left) + total(below))
        return min(found)

    return value(tuple(game.secrets), ())


@pytest.mark.parametrize("seed", seeds(20, 60))
def test_hard_play_by_hints_is_that_of_the_definition(seed):
    """Then each wrong guess reveals a letter that was not known: the first that is not in place."""
    *_, game = drawn(seed)
    game = game.hardened("hints")
    worst = by_hints(game, lambda _: 1, lambda below: max(below, default=0))
    average = by_hints(game, len, sum)
    assert emi.solve(game).bounds == emi.Bounds(worst, worst)
    found = emi.solve(game, Average())
    assert found.bounds == emi.Bounds(average, average)
    for secret in game.secrets:
        node, seen, history = found.strategy().nested(), set(), []
        while node["guess"] != secret:
            assert may_follow(node["guess"], history)
            _, place, _ = told(node["guess"], secret)
            assert place not in seen
            seen.add(place)
            history.append((node["guess"], secret))
            node = node["branches"][game.feedback(node["guess"], secret)]


def by_turns(game, after, total, *, hard):
    """Return the least value if the host shows the first letter not yet shown or in place.

    What is shown depends on the guesses before; hard play uses all hints.
    """

    def shown(guess, secret, before):
        there = before | {at for at in range(len(guess)) if guess[at] == secret[at]}
        new = min((at for at in range(len(guess)) if at not in there), default=None)
        return there | {new}, (marks(guess, secret), None if new is None else secret[new])

    def may(guess, one, there, history):
        known = all(guess[at] == one[at] for at in there if at is not None)
        return known and all(uses_hints(guess, word, marks(word, one)) for word in history)

    @cache
    def value(left, there, history):
        found = []
        for guess in game.guesses:
            if hard and not may(guess, left[0], there, history):
                continue
            parts = {}
            for secret in left:
                if secret != guess:
                    parts.setdefault(shown(guess, secret, there), []).append(secret)
            states = [(tuple(one), new) for (new, _), one in parts.items()]
            if states != [(left, there)]:
                made = (*history, guess) if hard else ()
                found.append(after(left) + total([value(*one, made) for one in states]))
        return min(found)

    return value(tuple(game.secrets), frozenset(), ())


@pytest.mark.parametrize("seed", range(40))
def test_a_letter_a_turn_is_the_same_in_hard_play_and_no_worse_in_free_play(seed):
    """A letter that a guess left out is shown again; a host by turns would show the next one."""
    *_, free = drawn(seed)
    for objective, after, total in (
        (WorstCase(), lambda _: 1, lambda below: max(below, default=0)),
        (Average(), len, sum),
    ):
        hard = emi.solve(free.hardened("hints"), objective).bounds
        assert hard.upper == by_turns(free, after, total, hard=True)
        least = by_turns(free, after, total, hard=False)
        assert emi.solve(free, objective).bounds.upper >= least


def test_what_a_guess_must_use_is_said(refused):
    game = Revealed(emi.Motus(sorted({"BROOD", "BLOED", "BRAND", *(one for one, _ in LINGO)})))
    position = emi.Position(game.hardened("hints"), LINGO[:1])
    with refused(emi.WordError):
        position.push("BLOED", "GBGBG O")
    assert set(position.legal) == {"BROOD", "BROEK", "BROOS"}


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


def test_a_certificate_is_checked_with_the_lists(tmp_path, refused):
    words = tmp_path / "w.txt"
    words.write_text("ligne\nlinge\nliege\nlisse\n")
    game = emi.game_named("L5", lexicon=str(words), reveal=True)
    emi.solve(game, Average()).certificate().write(path := tmp_path / "x.emip")
    with refused(emi.CertificateError):
        emi.verify(path)


def test_other_games_are_refused(refused):
    for name in ("moo", "jotto", "mastermind:2x3"):
        with refused(GameError):
            emi.game_named(name, reveal=True)
    with refused(GameError):
        emi.game_named("C5", reveal=True, identify=True)
    for value in ("next", "wrong", None, 1):
        with refused(GameError):
            emi.game_named("C5", reveal=value)
    with refused(GameError):
        Revealed(emi.Motus(["AB", "BA"]).hardened("hints"))
