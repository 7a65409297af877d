"""Games of which only the pegs in their place are counted, and peg games of two lists."""

from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emi import Average, Guaranteed, WorstCase, solve
from emi.errors import ClueError, GameError, MemoryNeedError
from emi.games.blackpeg import ABGame, BlackPeg, Permutation
from emi.games.mastermind import Logik, Mastermind
from emi.games.moo import Moo
from emi.playing.position import Position
from tests.emi.cases import by_definition
from tests.emi.games.test_game import INTERPRETED

RULES = [BlackPeg, ABGame, Permutation]


def in_place(guess, secret):
    """Return how many pegs are right, by another definition."""
    return len(set(enumerate(guess)) & set(enumerate(secret)))


@pytest.mark.parametrize("kind", RULES)
@pytest.mark.parametrize("size", [(1, 1), (1, 4), (2, 2), (2, 4), (3, 3), (3, 4), (4, 4)])
def test_the_matrix_agrees_with_the_rule_for_all_codes_of_small_games(kind, size):
    game = kind(*size)
    for guess, row in zip(game.guesses, game.matrix().rows.tolist(), strict=True):
        told = [game.feedback(guess, secret) for secret in game.secrets]
        assert told == [f"{in_place(guess, secret)}b" for secret in game.secrets]
        assert [game.feedbacks[number] for number in row] == told


def test_the_codes_of_each():
    every = ["".join(code) for code in product("123", repeat=2)]
    different = ["".join(code) for code in permutations("123", 2)]
    digits = ["".join(code) for code in permutations("012", 2)]
    listed = [(list(game.secrets), list(game.guesses)) for game in (one(2, 3) for one in RULES)]
    assert listed == [(every, every), (digits, digits), (different, every)]
    assert [one(2, 3).name for one in RULES] == ["blackpeg:2x3", "ab:2x3", "permutation:2x3"]
    assert (ABGame().name, len(ABGame().secrets)) == ("ab", 5040)
    assert len({one(2, 3).key for one in (*RULES, Mastermind, Moo)}) == 5


@pytest.mark.parametrize("kind", RULES)
def test_a_size_that_makes_no_game_is_refused(kind, refused):
    with refused(GameError):
        kind(0, 6)
    with pytest.raises(MemoryNeedError, match=f"{kind.rule}:10x30: too large"):
        kind(10, 30)
    if kind is not BlackPeg:
        with refused(GameError):
            kind(4, 3)


def test_clues_are_read_and_refused(refused):
    position = Position(Permutation(3, 3), [("112", "1b"), ("311", "0b")])
    assert position.possible == ("123",)
    with refused(ClueError):
        Position(BlackPeg(3, 3), [("112", "1b1w")])


#: What takes the definition a moment.
SMALL = [
    BlackPeg(2, 3), BlackPeg(3, 2), BlackPeg(1, 4), ABGame(2, 4), ABGame(3, 3), Permutation(2, 3),
    Permutation(3, 3), Permutation(2, 4), Mastermind(2, 3, secrets=["11", "12", "23"]),
    Mastermind(2, 3, secrets=["11", "12", "23", "31"], guesses=["11", "12", "23", "31", "33"]),
    Moo(2, 4, secrets=["01", "23", "10", "12"]), BlackPeg(2, 3, secrets=["11", "12", "13", "21"]),
]  # fmt: skip


@pytest.mark.skipif(INTERPRETED, reason="many searches")
@pytest.mark.parametrize("game", SMALL, ids=lambda game: f"{game.name}-{len(game.secrets)}")
@pytest.mark.parametrize("objective", [WorstCase(), Average(), Guaranteed(2)], ids=lambda o: o.name)
def test_every_objective_has_its_value_by_definition(game, objective):
    """With the symmetry of the game, which the definition knows nothing of."""
    found = solve(game, objective)
    assert found.proven
    assert found.bounds.lower == by_definition(game, objective)


@settings(max_examples=30)
@given(st.data())
def test_lists_of_any_codes(data):
    kind = data.draw(st.sampled_from([Mastermind, BlackPeg, Permutation, Moo, ABGame]))
    every = kind(3, 4)
    guesses = data.draw(st.lists(st.sampled_from(every.guesses), unique=True, max_size=8))
    secrets = data.draw(
        st.lists(st.sampled_from(every.secrets), unique=True, min_size=1, max_size=6)
    )
    game = kind(3, 4, secrets=secrets, guesses=dict.fromkeys([*secrets, *guesses]))
    assert game.matrix().symmetry.codes.size == 0
    for guess, row in zip(game.guesses, game.matrix().rows.tolist(), strict=True):
        told = [game.feedback(guess, secret) for secret in game.secrets]
        assert [game.feedbacks[number] for number in row] == told
    assert solve(game).bounds.lower == by_definition(game, WorstCase())


def test_a_game_of_lists_is_another_game_than_that_of_all_codes(golden):
    every = Mastermind(2, 2)
    listed = Mastermind(2, 2, secrets=every.secrets, guesses=every.guesses)
    assert (listed.secrets, listed.guesses, listed.name) == (
        every.secrets, every.guesses, every.name
    )  # fmt: skip
    assert listed.key != every.key
    # A checker makes the codes of a rule that it knows; here it is given the rule.
    golden(solve(listed).certificate().head["rule"])
    assert Logik(secrets=["bbccg"], guesses=["bbccg", "BBBBB"]).guesses == ("bbccg", "bbbbb")
