"""Positions of hard play, held against the game with a history."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import emi
from emi.errors import GameError, OptionError, WordError
from emi.games.game import RESTRICTIONS
from emi.search.model.limits import Limits
from tests.emi.cases import Memory, drawn
from tests.emi.games.test_hard import by_definition, left_by, may_follow, small_game

WORST, AVERAGE = emi.WorstCase(), emi.Average()


@st.composite
def histories(draw, restriction):
    """Draw a small game, and some guesses that it allows, with their clues."""
    seed = draw(st.integers(0, 10**6))
    source, game = random.Random(seed), small_game(seed).hardened(restriction)
    secret, made = source.choice(game.secrets), []
    for _ in range(source.randint(0, 2)):
        others = [guess for guess in game.guesses if guess not in (secret, *dict(made))]
        others = [guess for guess in others if may_follow(game, guess, made)]
        if others:
            guess = source.choice(others)
            made.append((guess, game.feedback(guess, secret)))
    return game, made


@pytest.mark.parametrize("restriction", RESTRICTIONS)
@settings(max_examples=30)
@given(st.data())
def test_what_is_possible_and_allowed_follows_from_the_history(restriction, data):
    game, made = data.draw(histories(restriction))
    position = emi.Position(game, made)
    fits = [one for one in game.secrets if all(game.feedback(g, one) == c for g, c in made)]
    assert list(position.possible) == fits
    follow = {guess for guess in game.guesses if may_follow(game, guess, made)}
    assert {*position.legal} | {*dict(made)} == follow | {*dict(made)}
    for guess in game.guesses:
        if guess in dict(made):
            continue
        if guess in follow:
            position.check(guess)
        else:
            with pytest.raises(WordError, match=rf"{guess}: hard play \({restriction}\) forbids"):
                position.check(guess)


@pytest.mark.parametrize("restriction", RESTRICTIONS)
@settings(max_examples=20)
@given(st.data(), st.sampled_from([Limits(), Limits(nodes=1)]))
def test_values_and_advice_are_those_of_the_definition(restriction, data, limits):
    game, made = data.draw(histories(restriction))
    position = emi.Position(game, made)
    worst, average = (
        by_definition(game, one, secrets=position.possible, history=made, last=9)
        for one in (WORST, AVERAGE)
    )
    assert str(position.value().bounds) == str(worst)
    assert str(position.value(AVERAGE).bounds) == str(average)
    explained = position.explain(by="worst", limits=limits, show=[])
    advice = explained.advice
    assert advice.worst.lower <= worst <= advice.worst.upper
    assert advice.worst.proven or limits.nodes == 1
    for one in explained.guesses:
        assert one.guess in position.legal
        if one.exact is not None and advice.worst.proven:
            parts = left_by(game, one.guess, position.possible)
            below = [
                by_definition(game, WORST, last=9, secrets=part, history=(*made, (one.guess, clue)))
                for clue, part in parts.items()
            ]
            whole = [*parts.values()] == [list(position.possible)]
            keeps = not whole and max(below, default=0) < worst
            assert advice.keeps(one.exact) == keeps


def test_what_is_kept_of_a_position_is_its_own():
    """The same candidates are worth more where more guesses are left."""
    game = emi.Wordle(["AAB", "AAC", "AAD", "AAE"], ["AAB", "AAC", "AAD", "AAE", "BCD", "BFF"])
    hard, store = game.hardened("consistent"), Memory()
    few, many = ["AAB", "AAC", "AAD", "AAE"], game.guesses
    values = [
        emi.solve(hard, how, candidates=few, allowed=allowed, store=store).bounds.lower
        for how in (WORST, AVERAGE)
        for allowed in (many, few, many, few)
    ]
    assert values == [2, 4, 2, 4, 8, 10, 8, 10]
    assert emi.solve(hard, candidates=few, allowed=few, store=store).stored
    strategy = emi.solve(hard, candidates=few, allowed=few, store=store).strategy()
    assert all(guess in few for guess, _ in strategy.play("AAE"))


def test_where_there_is_no_time_to_read_the_hints_what_follows_is_bounded(monkeypatch):
    monkeypatch.setattr("emi.playing.explainer.PATIENT", 0.0)
    position = emi.Position(emi.Motus(drawn(2, 12, "ABCD")).hardened("hints"))
    worst = position.explain(limits=Limits(seconds=1e-9)).advice.worst
    position.prepare()
    exact = position.explain(limits=Limits(seconds=1e-9)).advice
    assert worst.lower <= exact.worst.lower <= exact.worst.upper <= worst.upper


def test_an_opener_that_is_forbidden_is_refused(refused):
    game = emi.Wordle(["LIGNE", "LIGUE"], ["LIGNE", "LIGUE", "LOGES"]).hardened()
    with refused(WordError):
        emi.Position(game, [("LOGES", "GBGBB")])


@pytest.mark.parametrize(
    ("restriction", "guess"),
    [("hints", "BOUGE"), ("hints", "CIBLE"), ("consistent", "CARRE"), ("possible", "CIBLE")],
)
def test_a_guess_that_is_forbidden_is_refused_with_the_hint_it_breaks(restriction, guess, refused):
    words = ["CARTE", "CERNE", "CIBLE", "CARRE", "BOUGE", "CROIE"]
    position = emi.Position(emi.Motus(words).hardened(restriction), [("CARTE", "GBYBG")])
    with refused(WordError):
        position.push(guess, "BBBBB")


def test_hints_of_repeated_letters_are_named_with_their_number(refused):
    game = emi.Motus(["ABA", "ABB", "AAC"]).hardened("hints")
    with refused(WordError):
        emi.Position(game, [("AAC", "GYB"), ("ABB", "GGG")])
    assert emi.Moo(2, 3).broken("01", "12", "0B1C") == ""


def test_allowed_guesses_that_cannot_be_are_refused(refused):
    game = emi.Wordle(["LIGNE", "LIGUE"], ["LIGNE", "LIGUE", "LOGES"])
    with refused(OptionError):
        emi.solve(game, allowed=["LIGNE"])
    hard = game.hardened("hints")
    with refused(OptionError):
        emi.solve(hard, allowed=["LIGNE", "LASSO"])
    with refused(OptionError):
        emi.solve(hard, allowed=["LIGNE"])
    with refused(OptionError):
        emi.solve(hard, AVERAGE, allowed=["LIGNE", "LIGUE"], first="LOGES")
    with refused(OptionError):
        emi.Position.towards(hard, "LIGNE", ["LIGNE"]).value()
    with refused(GameError):
        emi.Moo(2, 3).hardened("hints")
