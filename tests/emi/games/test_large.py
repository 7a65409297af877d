"""Games of pegs with too many codes, after clues: the codes are those of the definition."""

import random
from itertools import product

import pytest

import emi
from emi.errors import MemoryNeedError
from emi.games.clues import Clue
from emi.games.large import MOST, consistent, game_after

TOO_LARGE = MemoryNeedError("too large")
GAMES = [emi.Mastermind(3, 4), emi.Mastermind(4, 3), emi.Moo(3, 5), emi.BlackPeg(3, 3),
         emi.Permutation(3, 4)]  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("many", [0, 1, 2, 3])
def test_enumerated_codes_are_those_that_agree_with_all_clues(game, many):
    source = random.Random(many)
    symbols = "".join(sorted({*"".join(game.secrets)}))
    for _ in range(10):
        secret = source.choice(game.secrets)
        clues = [Clue(guess, game.feedback(guess, secret))
                 for guess in source.sample(game.guesses, many)]  # fmt: skip
        codes = [*consistent(game.length, symbols, clues, again=game.repeated[0])]
        every = map("".join, product(symbols, repeat=game.length))
        fitting = [
            code
            for code in every
            if code in game.secrets
            if all(game.feedback(guess, code) == feedback for guess, feedback in clues)
        ]
        assert codes == fitting


@pytest.mark.no_cover
def test_a_game_after_clues_has_the_codes_left_and_guesses_around_them():
    text = "112233:0b0w, 445566:0b0w"
    game = game_after("mastermind:6x10", text, TOO_LARGE)
    assert game.secrets == tuple(map("".join, product("789A", repeat=6)))
    assert {*game.secrets, "112233"} < {*game.guesses}
    assert game_after("mastermind:6x10", text, TOO_LARGE) == game
    # However large: the codes of 12 of 20 are never made.
    clue = (
        "112233445566:0b0w, 7777888899AA:0b0w, BBBCCCDDDEEE:0b0w, FFFFGGGGHHHH:6b0w,"
        "FFFFFFIIIIII:6b0w"
    )
    with pytest.raises(MemoryNeedError, match="more than 10,000 codes are left, expected about"):
        game_after("mastermind:12x20", clue, TOO_LARGE)
    # MOO has no code with a digit twice.
    game = game_after("moo:8x10", "01234567:3B3C, 01245678:2B4C", TOO_LARGE)
    assert all(len({*code}) == 8 for code in game.guesses)
    assert all(game.feedback("01234567", code) == "3B3C" for code in game.secrets)


@pytest.mark.parametrize("name", ["wordle", "logik", "5"])
def test_other_games_are_refused_as_they_were(name):
    with pytest.raises(MemoryNeedError, match="too large"):
        game_after(name, "11111:1b1w", TOO_LARGE)


def test_the_secrets_are_those_of_the_first_clues_that_leave_few():
    """Later clues narrow them, as in any game; what earlier clues left is unknown, not invented."""
    clues = [("112233", "1b1w"), ("445566", "1b1w"), ("778899", "1b1w"), ("124579", "3b1w")]
    text = ",".join(map(":".join, clues))
    game = game_after("mastermind:6x10", text, TOO_LARGE)
    assert (game.clues_given, len(game.secrets)) == (3, 5760)
    position = emi.Position(game, clues)
    left = [turn.possible and len(turn.possible) for turn in position.turns]
    fitting = [code for code in game.secrets if game.feedback("124579", code) == "3b1w"]
    assert left == [None, None, 5760, len(fitting)]
    moves = position.review(limits=emi.Limits(seconds=1)).moves
    assert [move.before for move in moves] == [None, None, None, 5760]
    assert [move.after for move in moves] == left
    assert all((move.cost, move.surely, move.best) == (None, None, "") for move in moves[:3])


@pytest.mark.parametrize("language", ["en", "fr", "nl", "es", "de"])
def test_refusals_are_in_the_language_of_the_player(run, golden, language):
    for clues in ([], ["--clues", "112233:1b1w"], ["--clues", "11223:1b1w"]):
        ran = run("explain", "mastermind:6x10", "--language", language, *clues)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        golden(ran.err)


def test_each_line_says_what_is_left_after_its_clue(run, golden):
    clues = "112233:1b1w,445566:1b1w,778899:1b1w,124579:3b1w,124769:3b0w"
    ran = run("explain", "mastermind:6x10", "--clues", clues, "--language", "fr")
    assert ran.code == 0
    golden(ran.err)
    golden(ran.out)


def test_too_few_and_contradictory_clues_on_the_command_line(run, golden):
    assert MOST >= 4096
    for clues in (
        "112233:0b1w",
        "112233:7b0w",
        "11223:1b1w",
        "11223X:1b1w",
        "112233:0b0w,123456:6b0w",
    ):
        ran = run("explain", "mastermind:6x10", "--clues", clues)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        golden(ran.err)
