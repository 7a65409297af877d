"""Hard play against its definition: a game with a history, in which each guess is judged by it."""

import random
import re
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import emi
from emi.analysis import pareto as front
from emi.errors import GameError, OptionError
from emi.games import feedback
from emi.games.game import RESTRICTIONS
from emi.objectives.pareto import MissesThenAverage
from tests.emi.cases import DEAR, HELPED

OBJECTIVES = {
    "worst": emi.WorstCase(),
    "average": emi.Average(),
    "within": emi.Average(4),
    "misses": emi.Guaranteed(2),
}
seeds = st.integers(0, 10**6)


def small_game(seed):
    """Return a game of two lists of short words with few letters, so that these are repeated."""
    source = random.Random(seed)
    words = ["".join(word) for word in product("ABCD"[: source.randint(2, 4)], repeat=3)]
    guesses = source.sample(words, min(len(words), source.randint(4, 9)))
    return emi.Wordle(source.sample(guesses, source.randint(2, min(7, len(guesses)))), guesses)


def uses_hints(guess, word, clue):
    """Tell whether a guess uses the hints of a clue: the rule of Wordle's hard mode."""
    placed = all(guess[i] == word[i] for i, mark in enumerate(clue) if mark == "G")
    found = [a for a, mark in zip(word, clue, strict=True) if mark in "GY"]
    return placed and all(guess.count(a) >= found.count(a) for a in found)


def may_follow(game, guess, history):
    """Tell whether a guess is allowed after the guesses made and the clues for them."""
    if not game.hard:
        return True
    if game.restriction == "hints":
        return all(uses_hints(guess, word, clue) for word, clue in history)
    fits = all(game.feedback(word, guess) == clue for word, clue in history)
    return fits and (game.restriction == "consistent" or guess in game.secrets)


def left_by(game, guess, secrets):
    """Return the secrets after each clue for a guess; the guess itself is found."""
    parts = {}
    for secret in secrets:
        if secret != guess:
            parts.setdefault(game.feedback(guess, secret), []).append(secret)
    return parts


def by_definition(game, objective, last=None, secrets=None, history=(), first=()):
    """Return the value over all ways to play; a secret that is not found by the last is missed.

    Of a front that costs 1000, and play goes on. It is the value of the game, or of what is left of
    it after some guesses and the clues for them. The first guesses may be given: they are made even
    where they tell nothing.
    """
    last = objective.tries if last is None else last
    missed = 1 if objective.name == "guaranteed" else 1000
    front = objective.name == "pareto"

    @cache
    def value(secrets, history, *, paid=False):
        made = len(history)
        if made == last and not paid:
            more = value(secrets, history, paid=True) if front else 0
            return missed * len(secrets) + more
        found = []
        for guess in first[made : made + 1] or game.guesses:
            parts = left_by(game, guess, secrets)
            useless = [*parts.values()] == [list(secrets)] and made >= len(first)
            if secrets and not useless and may_follow(game, guess, history):
                below = [
                    value(tuple(part), (*history, (guess, clue))) for clue, part in parts.items()
                ]
                if objective.name == "worst":
                    found.append(1 + max(below, default=0))
                else:
                    found.append(len(secrets) * (objective.name != "guaranteed") + sum(below))
        return min(found, default=0)

    return value(tuple(secrets or game.secrets), tuple(history))


def play(game, strategy, secret):
    """Return the guesses that a strategy makes; each must be allowed by the clues before it."""
    node, history = strategy.nested(), []
    while True:
        guess = node["guess"]
        assert may_follow(game, guess, history)
        clue = game.feedback(guess, secret)
        history.append((guess, clue))
        if guess == secret:
            return history
        if clue not in node["branches"]:
            return None
        node = node["branches"][clue]


@pytest.mark.parametrize("restriction", RESTRICTIONS)
@pytest.mark.parametrize("objective", OBJECTIVES.values(), ids=OBJECTIVES)
@settings(max_examples=25)
@given(seed=seeds)
def test_the_value_is_that_of_the_definition_and_a_strategy_reaches_it(
    restriction, objective, seed
):
    game = small_game(seed).hardened(restriction)
    value = by_definition(game, objective)
    if value >= 1000:
        with pytest.raises(OptionError, match="no strategy"):
            emi.solve(game, objective)
        return
    found = emi.solve(game, objective)
    assert (found.proven, found.bounds.lower) == (True, value)
    played = [play(game, found.strategy(), secret) for secret in game.secrets]
    taken = [len(one) for one in played if one is not None]
    if objective.name == "worst":
        assert max(taken) == value
    elif objective.name == "average":
        assert sum(taken) == value
        assert objective.tries is None or max(taken) <= objective.tries
    else:
        assert sum(1 for one in played if one is None or len(one) > 2) == value


@pytest.mark.parametrize(
    ("game", "candidates"),
    [
        (emi.Mastermind(2, 3), ["11", "31", "32", "33"]),
        (emi.Moo(2, 4), ["02", "10", "21"]),
        (emi.Wordle(["AAB", "AAC", "BCD", "AAD"]), ["AAB", "AAC", "AAD"]),
    ],
    ids=str,
)
def test_where_candidates_are_given_all_guesses_are_allowed(game, candidates):
    """Then all codes that fit the feedback are not candidates, and one of the others tells most."""
    hard = game.hardened("consistent")
    for objective in OBJECTIVES.values():
        last = objective.tries or 9
        value = by_definition(hard, objective, last=last, secrets=candidates)
        for first in (None, *hard.guesses):
            bounds = emi.solve(hard, objective, candidates=candidates, first=first).bounds
            assert bounds.lower >= value
            assert first is not None or bounds == emi.Bounds(value, value)


@pytest.mark.parametrize("restriction", RESTRICTIONS)
@pytest.mark.parametrize("tries", [2, 3])
def test_a_guess_that_tells_all_apart_is_of_no_use_if_it_is_not_allowed(restriction, tries):
    secrets = ["EGALA", "EMPLI", "EMULA", "ENFLA", "EPALA", "EPILA", "ETALS", "EXILA", "EXILS"]
    game = emi.Wordle(secrets, [*secrets, "EGOUT"]).hardened(restriction)
    for objective in (emi.Guaranteed(tries), emi.Average(4)):
        assert emi.solve(game, objective).bounds.lower == by_definition(game, objective)


@pytest.mark.parametrize("restriction", RESTRICTIONS)
@settings(max_examples=10)
@given(seed=seeds)
def test_the_front_is_that_of_the_definition(restriction, seed):
    game = small_game(seed).hardened(restriction)
    *limited, last = emi.pareto(game)
    assert last.proven
    for row in limited:
        assert row.proven
        true = by_definition(game, MissesThenAverage(row.tries, 1000))
        assert (row.misses_upper, row.total_upper) == divmod(true, 1000)


def test_a_front_goes_on_by_what_may_be_right():
    """A guess that is not possible would find sooner what a strategy misses."""
    rows = emi.pareto(HELPED.hardened())
    assert [(row.misses_upper, row.total_upper) for row in rows] == [
        (3, 10), (2, 10), (1, 10), (0, 10), (0, 10),
    ]  # fmt: skip


def test_a_price_that_must_be_low_leaves_bounds(monkeypatch):
    """A strategy that misses more than need be is then the cheapest of all."""
    monkeypatch.setattr(front, "DEAREST", 1)
    game = emi.Motus(DEAR).hardened()
    row = emi.pareto(game, tries=[2])[0]
    true = by_definition(game, MissesThenAverage(2, 1000))
    assert (row.misses_lower, row.misses_upper) == (true // 1000, true // 1000)
    assert row.total_lower < row.total_upper == true % 1000


@settings(max_examples=25)
@given(seeds)
def test_the_fewer_guesses_are_left_the_more_are_needed(seed):
    game = small_game(seed)
    for objective in OBJECTIVES.values():
        if objective.tries == 4:
            continue
        values = [
            emi.solve(one, objective).bounds.lower
            for one in (game.hardened("possible"), game.hardened("consistent"), game)
        ]
        assert values == sorted(values, reverse=True)
        assert emi.solve(game.hardened("hints"), objective).bounds.lower >= values[-1]


def test_hints_of_repeated_letters_are_used_as_often_as_they_are_known():
    assert uses_hints("ABA", "AAC", "GYB")
    assert not uses_hints("ABB", "AAC", "GYB")
    game = emi.Wordle(["ABA", "ABB", "ACA"], ["ABA", "ABB", "ACA", "AAC"]).hardened("hints")
    clues = game.restricted(game.matrix()).clues[0]
    place = {word: at for at, word in enumerate(game.guesses)}
    demand = clues[place["AAC"], place["ABA"]]
    allowed = [one for one in game.guesses if not demand & ~clues[place["AAC"], place[one]]]
    # AAC is answered GYB of ABA: A in place, and another A.
    assert allowed == ["ABA", "ACA", "AAC"]


def test_the_scalar_rule_of_hints_is_the_definition():
    words = ["".join(word) for word in product("AB", repeat=4)]
    game = emi.Motus(words)
    for guess, word, secret in product(words, repeat=3):
        clue = feedback.letter_marks(word, secret)
        assert (not game.unused(guess, word, clue)) == uses_hints(guess, word, clue)


def test_what_one_guess_leaves_unfound_another_may_find():
    """Of the hints after BAWTY a guess that tells these words apart is still allowed."""
    secrets = (
        "TATTY", "TASTY", "FATTY", "CATTY", "RATTY", "HATCH", "CATCH", "MATCH", "WATCH", "BATCH",
    )  # fmt: skip
    helpers = ("PALET", "BAWTY", "TARTY", "ZONER", "ZORIL", "ZORIS", "ZORRO", "ZURFS")
    game = emi.Wordle(secrets, [*helpers, *secrets]).hardened("hints")
    ways = [
        ["BAWTY", "TARTY", "TASTY", "TATTY"],
        ["BAWTY", "TARTY", "CATTY", "FATTY"],
        ["BAWTY", "TARTY", "RATTY"],
        ["BAWTY", "MATCH", "CATCH", "HATCH"],
        ["BAWTY", "WATCH"],
        ["BAWTY", "BATCH"],
    ]
    taken = {}
    for way in ways:
        for made, secret in enumerate(way, 2):
            taken.setdefault(secret, made)
            before = [(word, game.feedback(word, secret)) for word in ("PALET", *way[: made - 2])]
            assert all(may_follow(game, word, before[:at]) for at, (word, _) in enumerate(before))
            assert may_follow(game, secret, before)
    assert sum(taken[secret] for secret in secrets) == 40
    assert max(taken[secret] for secret in secrets) == 5
    found = emi.solve(game, emi.Average(5), first="PALET")
    assert (found.proven, found.bounds.upper) == (True, 40)


def test_a_candidate_of_another_class_may_use_the_hints():
    """After VESCE, VENDS uses the hints of VIDES, VIMES and VINES, and tells them apart."""
    secrets = ["VENDS", "VICES", "VIDES", "VIMES", "VINES", "VISES"]
    game = emi.Wordle(secrets, [*secrets, "VESCE"]).hardened("hints")
    assert emi.solve(game).bounds.upper == by_definition(game, emi.WorstCase())


def rhyming_game(seed):
    """Return a game of French words in groups that differ in one letter, and other guesses."""
    source = random.Random(seed)
    words = [word for word in emi.load("fr").words if len(word) == 5]
    alike = [f"{word[:i]}.{word[i + 1 :]}" for word in source.sample(words, 6) for i in range(5)]
    groups = [[word for word in words if re.fullmatch(one, word)] for one in alike]
    chosen = source.sample(groups, source.randint(2, 6))
    secrets = {word for group in chosen for word in source.sample(group, min(len(group), 7))}
    others = source.sample(words, source.randint(0, 12))
    return emi.Wordle(sorted(secrets), sorted(secrets.union(others)))


def assert_engines_agree(game):
    """The fewest misses are found by another engine than the worst case."""
    worst = emi.solve(game).bounds
    assert worst.proven
    assert emi.solve(game, emi.Guaranteed(worst.upper)).bounds.upper == 0
    if worst.upper > 1:
        assert emi.solve(game, emi.Guaranteed(worst.upper - 1)).bounds.lower > 0


@pytest.mark.parametrize("seed", [118, 168, 657])
def test_worst_cases_by_hints_agree_with_the_fewest_misses(seed):
    """These were one too high: no candidate of another class was tried."""
    assert_engines_agree(rhyming_game(seed).hardened("hints"))


@pytest.mark.slow
@pytest.mark.parametrize("restriction", RESTRICTIONS)
def test_worst_cases_agree_with_the_fewest_misses_in_many_games(restriction):
    for seed in range(500):
        assert_engines_agree(rhyming_game(seed).hardened(restriction))


def test_words_too_long_for_one_word_of_bits_take_two():
    words = ["ABCDEFGHI", "ABCDEFGHJ", "IHGFEDCBA", "ABCDEGFHI"]
    game = emi.Motus(words).hardened("hints")
    clues = game.restricted(game.matrix()).clues
    assert clues.shape == (2, 4, 4)
    assert emi.solve(game).bounds.lower == by_definition(game, emi.WorstCase())


def test_a_name_says_the_restriction_and_each_has_its_key():
    game = emi.Motus(["LIGNE", "LIGUE"])
    hard = [game.hardened(one) for one in RESTRICTIONS]
    assert [one.name for one in hard] == [f"motus (hard: {one})" for one in RESTRICTIONS]
    assert len({one.key for one in (game, *hard)}) == 4
    assert not game.hard
    assert all(one.hard for one in hard)


def test_what_cannot_be_is_refused(refused):
    with refused(GameError):
        emi.Moo(2, 3).hardened("very")
    with refused(GameError):
        emi.Moo(2, 3).hardened("hints")
    game = emi.Wordle(["LIGNE", "LIGUE"], ["LIGNE", "LIGUE", "LOGES"]).hardened()
    with refused(OptionError):
        emi.solve(game, emi.Average(), first="LOGES")


def test_a_watcher_ends_the_reading_of_hints():
    game = emi.Motus(["LIGNE", "LIGUE"]).hardened("hints")
    with pytest.raises(emi.games.motus.Stopped):
        game.restricted(game.matrix(), lambda _: False)
