"""The total number of guesses until each secret is known, against brute force."""

import random
from functools import cache

import pytest

import emi
from emi.errors import GameError
from emi.games.until_known import UntilKnown
from emi.search.model.bounds import Bounds
from tests.emi.cases import seeds


def drawn(seed):
    """Return a small game: one list, two lists, with names that are no guesses, or of pegs."""
    source = random.Random(seed)
    if seed % 5 == 0:
        codes = emi.Mastermind(2, 4).secrets
        return emi.Mastermind(2, 4, secrets=source.sample(codes, source.randint(1, 8)))
    letters = "ABCDE"[: source.randint(2, 4)]
    length = source.randint(2, 4)
    words = sorted({"".join(source.choices(letters, k=length)) for _ in range(16)})
    source.shuffle(words)
    many = source.randint(1, min(8, len(words)))
    if seed % 5 == 1:
        return emi.Motus(words[:many])
    game = emi.Motus(words[:many], words)
    named = seed % 5 == 2 and words[many:]
    return emi.Identification(game, words[many:]) if named else game


def until_known(game, first=None):
    """Return the least total by the definition."""

    def parts_of(guess, left):
        parts = {}
        for secret in left:
            told = None if guess == secret else game.feedback(guess, secret)
            parts.setdefault(told, []).append(secret)
        return [tuple(part) for part in parts.values()]

    def after(guess, left):
        return len(left) + sum(least(part) for part in parts_of(guess, left))

    @cache
    def least(left):
        if len(left) == 1:
            return 0
        return min(after(guess, left) for guess in game.guesses if len(parts_of(guess, left)) > 1)

    return least(game.secrets) if first is None else after(first, game.secrets)


@pytest.mark.parametrize("seed", seeds(40, 150))
def test_the_total_is_that_by_definition(seed):
    game = drawn(seed)
    least = until_known(game)
    assert emi.known_after(game) == Bounds(least, least)
    if len(game.secrets) > 1:
        first = random.Random(seed).choice(game.guesses)
        least = until_known(game, first)
        assert emi.known_after(game, first=first) == Bounds(least, least)


def surely_known(game, tries):
    """Return by definition the most secrets that one strategy is sure to know after some guesses.

    A secret is known if it alone is left, or if it was right.
    """

    @cache
    def most(left, tries):
        if len(left) == 1 or not tries:
            return len(left) == 1
        found = []
        for guess in game.guesses:
            parts = {}
            for secret in left:
                told = None if guess == secret else game.feedback(guess, secret)
                parts.setdefault(told, []).append(secret)
            if len(parts) > 1:
                found.append(sum(most(tuple(part), tries - 1) for part in parts.values()))
        return max(found, default=0)

    return most(game.secrets, tries)


@pytest.mark.parametrize("seed", range(100))
@pytest.mark.parametrize("tries", [1, 2])
def test_guarantees_are_bounds_on_what_is_surely_known(seed, tries):
    """What is named within the tries is known; what is known is named with one guess more.

    If that one guess more misses a secret, some class of two or more is left before it: its named
    secret was not known.
    """
    game = drawn(seed)
    lower, upper = (emi.solve(game, emi.Guaranteed(k)).bounds for k in (tries, tries + 1))
    named, after = (len(game.secrets) - bounds.upper for bounds in (lower, upper))
    assert named <= surely_known(game, tries) <= after - (after < len(game.secrets))


def test_the_matrix_is_that_of_the_rule():
    game = UntilKnown(emi.Motus(["ABA", "BAB", "ABB"], ["ABA", "BAB", "ABB", "BBB"]))
    rows = game.matrix().rows.tolist()
    for guess, row in zip(game.guesses, rows, strict=True):
        told = game.feedback_each([guess] * len(game.secrets), game.secrets)
        assert len({*zip(told, row, strict=True)}) == len({*told}) == len({*row})


def test_bounds_are_rounded_to_the_safe_side():
    game = UntilKnown(emi.Motus(["ABA", "BAB"]))
    assert game.total(Bounds(9, 11)) == Bounds(2, 2)
    assert game.total(Bounds(0, None)) == Bounds(0, None)
    assert game.total(Bounds(7, 10)) == Bounds(1, 2)


def test_hard_play_is_refused():
    with pytest.raises(GameError, match="expected a game without hard play, for the total"):
        emi.known_after(emi.Motus(["ABA", "BAB"]).hardened())
