"""A game beside the best play: what guesses cost and what luck saved add up to the guesses made."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import emi
from emi import Limits
from emi.games.motus import Motus
from emi.reports import render
from emi.results.playing import Review
from emi.search.model.limits import clock
from tests.emi.cases import long_game
from tests.emi.games.test_hard import by_definition
from tests.emi.playing.test_host import GAMES, played
from tests.reports.samples import facts

AVERAGE = emi.Average()


@settings(max_examples=15)
@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.booleans(), st.booleans())
def test_cost_and_luck_add_up_to_the_guesses_made(game, seed, evil, weighted):
    source = random.Random(seed)
    weights = [source.randint(1, 5) for _ in game.secrets] if weighted else None
    weight = dict(zip(game.secrets, weights or [1] * len(game.secrets), strict=True))
    hurry = Limits(seconds=1e-9 if evil else 1)
    start = game.start(tries=9, weights=weights, limits=hurry)
    host = start.play(evil=evil, seed=None if evil else seed)
    played(host, source)
    reviewed = host.position.review(limits=Limits(seconds=60))
    assert len(reviewed.moves) == len(host.turns)
    assert all(move.cost >= 0 or move.beyond for move in reviewed.moves)
    left = Fraction(0)
    if not host.found:
        end = host.position
        upper = end.value(emi.Average(), limits=None).bounds.upper
        left = Fraction(upper, sum(weight[code] for code in end.possible))
    assert reviewed.mean + reviewed.cost - reviewed.luck == len(host.turns) + left
    while host.turns:
        move, _ = reviewed.moves[len(host.turns) - 1], host.pop()
        position = host.position
        parts = {}
        for secret in position.possible:
            if secret != move.guess:
                parts.setdefault(game.feedback(move.guess, secret), []).append(secret)
        sizes = sum(len(part) * sum(map(weight.get, part)) for part in parts.values())
        sizes += weight[move.guess] if move.guess in position.possible else 0
        assert move.expected_size == Fraction(
            sizes, sum(weight[code] for code in position.possible)
        )
        assert move.before == len(position.possible)
        assert move.surely == position.value(limits=None).bounds
        assert (move.best == move.guess) == (move.cost == 0 and not move.beyond)


def test_the_feedback_of_all_guesses_is_within_the_limit(monkeypatch):
    """The clock ticks with each block of rows; 30 of the 75 are made in time."""
    monkeypatch.setattr(Motus, "pairs_at_once", 300)
    game, blocks, passed = long_game(150), [], [0.0]
    write = game.row_writer()

    def slowly(guesses, rows):
        passed[0] += 1
        blocks.append(len(guesses))
        write(guesses, rows)

    monkeypatch.setattr(Motus, "row_writer", lambda _: slowly)
    monkeypatch.setattr(clock, "now", lambda: passed[0])
    host = game.start().play(seed=1)
    for guess in game.guesses[:2]:
        host.push(guess)
    reviewed = host.position.review(limits=Limits(seconds=30))
    assert len(blocks) <= 31
    assert [(one.cost, one.luck, one.surely) for one in reviewed.moves] == [(None,) * 3] * 2
    assert all(one.expected_size for one in reviewed.moves)


@settings(max_examples=10)
@given(st.sampled_from(GAMES[6:]), st.integers(0, 10**6))
def test_costs_are_those_of_the_definition(game, seed):
    source = random.Random(seed)
    host = game.start(tries=1).play(seed=seed)
    played(host, source)
    (move,) = host.position.review(limits=Limits(seconds=60)).moves
    best = by_definition(game, AVERAGE, last=9)
    parts = {}
    for secret in game.secrets:
        if secret != move.guess:
            parts.setdefault(game.feedback(move.guess, secret), []).append(secret)
    if [*parts.values()] == [list(game.secrets)]:
        return  # The definition makes no guess that tells nothing.
    yours = len(game.secrets) + sum(
        by_definition(game, AVERAGE, last=9, secrets=part, history=[(move.guess, clue)])
        for clue, part in parts.items()
    )
    assert move.cost == Fraction(yours - best, len(game.secrets))


@settings(max_examples=10)
@given(st.sampled_from(GAMES[:6]), st.integers(0, 10**6))
def test_luck_is_nought_on_average_and_skill_is_full_for_the_best(game, seed):
    """Over all secrets; the words that the better guess leaves are counted by the definition."""
    source = random.Random(seed)
    guess = source.choice(game.guesses)
    luck, parts = Fraction(0), {}
    for secret in game.secrets:
        host = game.start(tries=9).play(secret)
        host.push(guess)
        (move,) = host.position.review(limits=Limits(seconds=60)).moves
        luck += move.luck
        parts.setdefault(game.feedback(move.best, secret), []).append(secret)
    assert luck == 0
    assert move.exact
    assert (move.skill == 100) == (move.best == guess)
    assert 0 <= move.skill <= 100
    # A guess that gives up the worst case costs a guess there.
    assert move.skill == (0 if move.beyond else 100 - 100 * move.cost)
    # The secret alone is a class of its own, if the best guess is one.
    sizes = sum(
        len(part) ** 2 - 2 * (len(part) - 1) * (move.best in part) for part in parts.values()
    )
    assert move.best_size == Fraction(sizes, len(game.secrets))


def test_what_is_not_proven_is_estimated_by_the_strategies_known(golden):
    """An estimate is marked, takes what begins with the guess, and adds up as what is proven."""
    game = long_game(40)
    position = game.start()
    position.push(game.guesses[0], game.feedback(game.guesses[0], game.secrets[15]))
    real, estimate = emi.Position.value, {}

    def value(self, objective=None, *, first=None, **how):
        solution = real(self, objective, first=first, **how)
        if self.turns or objective is None:
            return solution
        estimate[first] = solution.bounds.upper
        return replace(solution, bounds=emi.Bounds(1, solution.bounds.upper))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(emi.Position, "value", value)
        patch.setattr(emi.Position, "explain", openly(emi.Position.explain))
        reviewed = position.review(by="average", limits=Limits(seconds=60))
    (move,) = reviewed.moves
    left = least(game, position.possible)
    assert (move.exact, reviewed.exact) == (False, False)
    assert move.cost == Fraction(estimate[game.guesses[0]], 40) - reviewed.mean >= 0
    assert reviewed.mean + reviewed.cost - reviewed.luck == 1 + left
    golden(str(reviewed.table()))


def openly(real):
    """Return `Position.explain` without what it proves of averages at the start."""

    def explain(self, *sort, **how):
        explained = real(self, *sort, **how)
        if self.turns:
            return explained
        total = emi.Bounds(1, explained.advice.total.upper)
        return replace(explained, advice=replace(explained.advice, total=total))

    return explain


def test_the_best_play_costs_nothing(golden):
    game = emi.Mastermind(2, 4)
    strategy = emi.solve(game, AVERAGE).strategy()
    host = game.start().play("34")
    for guess, _ in strategy.play("34"):
        host.push(guess)
    reviewed = host.review()
    assert reviewed.cost == 0
    golden(repr(reviewed))
    text = render(reviewed.table(), "table")
    golden(text)


def test_what_there_is_no_time_for_is_left_open(golden):
    game = long_game(120)
    host = game.start().play(seed=1)
    host.push(game.guesses[0])
    host.push(game.guesses[40])
    none = host.position.review(limits=Limits(seconds=1e-9))
    assert (none.cost, none.luck, none.mean) == (None, None, None)
    assert none.moves[0].surely is None
    golden(str(none.table()))


def test_bounds_are_two_columns():
    game = long_game(120)
    host = game.start().play(seed=1)
    host.push(game.guesses[0])
    (move,) = host.review().moves
    open_one = replace(move, surely=emi.Bounds(3, 7))
    text = render(
        Review(facts("moo", 9), (open_one,), found=False, mean=None, by="average").table(), "csv"
    )
    head, line = (one.split(",") for one in text.splitlines())
    assert dict(zip(head, line, strict=True)).items() >= {
        "surely_lower": "3", "surely_upper": "7",
    }.items()  # fmt: skip
    assert "surely" not in head
    shown = render(
        Review(facts("moo", 9), (open_one,), found=False, mean=None, by="average").table(), "table"
    )
    assert "3..7" in shown


def test_what_gives_up_the_worst_case_may_cost_less():
    move = emi.Position("X5", [("XENON", "GBBGB")]).review().moves[0]
    for cost, said in ((Fraction(1, 14), "yours cost 0.07 more"), (-Fraction(1, 14), "0.07 less")):
        given_up = replace(
            move, cost=cost, best="XERUS", beyond=cost < 0, surely=emi.Bounds(2, None)
        )
        reviewed = Review(facts("X5", 9), (given_up,), found=True, mean=Fraction(2), by="worst")
        text = render(reviewed.table(), "table")
        assert said in text
        assert "None" not in text


def test_of_what_is_proven_the_sum_is_said(monkeypatch, golden):
    game = emi.Mastermind(2, 4)
    host = game.start().play("34")
    for guess in ("11", "22", "34"):
        host.push(guess)
    real = emi.Position.value

    def value(self, objective=None, **how):
        found = real(self, objective, **how)
        if self.turns or objective is None:
            return found
        return replace(found, bounds=emi.Bounds(1, None))

    monkeypatch.setattr(emi.Position, "value", value)
    reviewed = host.review()
    assert [move.cost is None for move in reviewed.moves] == [True, False, False]
    golden(str(reviewed.table()))


def test_a_game_that_does_not_fit_into_memory_has_no_values(monkeypatch):
    game = emi.Motus(["AB", "AC", "AD"])
    host = game.start().play("AC")
    host.push("AB")
    host.push("AC")
    monkeypatch.setattr("emi.memory.available", lambda: 10)
    reviewed = host.review()
    assert [move.expected_size for move in reviewed.moves] == [Fraction(5, 3), 1]
    assert reviewed.cost is None


@pytest.mark.parametrize("form", ["csv", "json", "html"])
def test_it_is_a_table_in_every_format(form):
    game = emi.Motus(["AB", "AC", "AD"])
    host = game.start().play("AC")
    host.push("AB")
    host.push("AC")
    assert "AB" in render(host.review().table(), form)


def least(game, left, first=None):
    """Return the least average over some of the secrets, by `emi.solve`."""
    value = emi.solve(game.among(left), AVERAGE, first=first).bounds.upper
    return Fraction(value, len(left))


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.booleans(), st.booleans())
def test_a_secret_off_the_list_is_reviewed_by_the_rule(seed, known, finished):
    """The listed secrets left are counted by the definition; the secret may be on neither list."""
    source = random.Random(seed)
    secret, *guesses = {"".join(source.choices("ABC", k=4)): None for _ in range(40)}
    game = emi.Wordle(guesses[: len(guesses) // 2], [*guesses, *([secret] if known else [])])
    made = source.sample(guesses, 3) + [secret] * finished
    end = emi.Position.towards(game, secret, made, listed=False)
    reviewed = end.review(secret, limits=Limits(seconds=60))
    assert (reviewed.unlisted, reviewed.found) == ((secret,), finished)
    left = [*game.secrets]
    for move, guess in zip(reviewed.moves, made, strict=True):
        assert (move.before, move.feedback) == (len(left), game.feedback(guess, secret))
        if left and guess in game.guesses:
            assert move.cost == least(game, left, guess) - least(game, left)
        else:
            assert (move.cost, move.luck) == (None, None)
        assert (move.expected_size is None) == (move.surely is None) == (not left)
        told = [game.feedback(guess, one) for one in left]
        left = [one for one, each in zip(left, told, strict=True) if each == move.feedback]
        assert move.after == len(left)


def test_clues_that_only_guesses_off_the_list_fit(golden):
    words = ["CABLE", "CADET", "CASER", "CADRE", "CARTE"]
    game = emi.Wordle(words[:3], words)
    clues = [("CABLE", "GGBBG"), ("CASER", "GGBYY")]
    with pytest.raises(emi.ClueError, match="not on the list of secrets"):
        emi.Position(game, clues)
    end = emi.Position(game, clues, listed=False)
    assert (end.possible, end.found) == ((), False)
    reviewed = end.review(limits=Limits(seconds=60))
    assert reviewed.unlisted == ("CADRE", "CARTE")
    golden(render(reviewed.table(), "table"))


@pytest.mark.parametrize("words", [["CADRE", "CARTE"], ["CADRE"]], ids=["a guess", "no word"])
def test_a_last_guess_that_is_right_is_the_secret(words):
    words = ["CABLE", "CADET", "CASER", *words]
    game = emi.Wordle(words[:3], words)
    end = emi.Position(game, [("CABLE", "GGBBG"), ("CARTE", "GGGGG")], listed=False)
    assert (end.possible, end.found) == (("CARTE",), True)
    # What the clues before contradict is no secret, and a word of another length is none.
    for clues in ([("CABLE", "GGBBB"), ("CARTE", "GGGGG")], [("CARTES", "GGGGGG")]):
        with pytest.raises(emi.EmiError):
            emi.Position(game, clues, listed=False)


def test_a_secret_off_the_list_that_gets_the_feedback_of_the_last_listed_one():
    """An anagram shares all letters: the one guessed is not the secret, and none is left."""
    game = emi.Jotto(["CADRE", "CABLE"], ["CADRE", "CABLE", "CEDRA"])
    end = emi.Position.towards(game, "CEDRA", ["CADRE"], listed=False)
    assert (end.possible, end.found) == ((), False)


def test_a_review_without_a_ranked_guess_in_time_proves_nothing(monkeypatch):
    def explain(*_, **__):
        raise emi.Stopped

    position = emi.Position(emi.Mastermind(2, 3), [("11", "1b0w"), ("12", "2b0w")])
    monkeypatch.setattr(emi.Position, "explain", explain)
    assert [move.exact for move in position.review().moves] == [False, False]


#: The words with an initial that few have.
WORDS = emi.game_named("Y5").secrets


@pytest.mark.parametrize("by", [None, "average", "worst"])
@pytest.mark.parametrize(
    "game", [emi.Mastermind(3, 4), emi.Motus(WORDS), emi.Wordle(WORDS)], ids=str
)
def test_the_best_guess_is_that_of_advice(game, by):
    """Advice, hints and the review have one order, which the review names."""
    source = random.Random(1)
    for _ in range(3):
        secret = source.choice(game.secrets)
        end = game.start()
        for guess in source.sample(game.guesses, 3):
            if not end.found:
                end.push(guess, game.feedback(guess, secret))
        reviewed, here = end.review(by=by), end.copy()
        assert reviewed.by == (by or game.best_by)
        for move in reversed(reviewed.moves):
            here.pop()
            first = here.explain(by=by).guesses[0]
            mine, best = (
                next(
                    row.exact
                    for row in here.explain(also=[code], by=by).guesses
                    if row.guess == code
                )
                for code in (move.guess, move.best)
            )
            # A guess that is as good as the first one is best too.
            assert move.best in {first.guess, move.guess}
            assert best.total == first.exact.total
            if reviewed.by == "worst":
                assert best.worst == first.exact.worst
                assert move.beyond == (mine.worst.upper is None)
            else:
                assert not move.beyond
            assert move.exact
            if mine.total is not None:
                lost = mine.total.upper - best.total.upper
                assert move.cost == Fraction(lost, len(here.possible)) >= 0


@pytest.mark.parametrize(("usual", "best"), [(False, "WHIST"), (True, "WAOUH")])
def test_the_best_usual_word_is_not_said_to_keep_what_it_gives_up(usual, best):
    """Of the French words W5, WHIST is sure within 3, and WAOUH is not."""
    (move,) = emi.Position("W5", [("WAGON", "GBBBB")], usual=usual).review(limits=Limits()).moves
    assert (move.best, move.beyond) == (best, not usual)
    assert (emi.solve("W5", first=best).bounds.upper == 3) == move.beyond
