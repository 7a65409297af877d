"""Positions of several boards."""

import pytest

import emi
from emi import Boards, BoardsPosition, ClueError, GameError, OptionError, Wordle

WORDS = ["CARE", "CORE", "LINE", "LION", "LIVE", "LOON"]


@pytest.fixture
def game():
    return Boards(Wordle(WORDS), 2)


def test_a_guess_is_made_on_each_board(game):
    position = game.start()
    turn = position.push("lion", "GGBB BBYB")
    assert turn == position.turns[0]
    assert (turn.guess, turn.feedback) == ("LION", ("GGBB", "BBYB"))
    assert repr(position) == "<BoardsPosition 2 boards of wordle: 1 guesses, 1, 1 possible>"


@pytest.mark.parametrize("guess", WORDS)
def test_candidates_are_those_of_each_board(game, guess):
    single = game.game
    for first in WORDS:
        for second in WORDS:
            position = game.start()
            position.push(guess, [single.feedback(guess, first), single.feedback(guess, second)])
            expected = tuple(
                ()
                if secret == guess
                else tuple(
                    one
                    for one in WORDS
                    if single.feedback(guess, one) == single.feedback(guess, secret)
                )
                for secret in (first, second)
            )
            assert position.possible == expected
            position.pop()
            assert position.turns == ()
            assert position.possible == (tuple(WORDS),) * 2


def test_a_found_board_takes_no_feedback(game):
    position = game.start()
    position.push("LION", ["GGGG", "GGBY"])
    assert not position.found
    position.push("LINE", "GGGG")
    assert position.found
    assert position.turns[1].feedback == ("", "GGGG")
    with pytest.raises(OptionError, match="all boards are found"):
        position.push("LIVE", [])
    with pytest.raises(OptionError, match="all boards are found"):
        position.best()
    assert position.pop().guess == "LINE"
    position.push("LINE", ["GGGG", "GGGG"])  # As sites print it: a row for each board.
    assert position.found


def test_a_wrong_clue_names_its_board_and_leaves_the_position(game):
    position = game.start()
    with pytest.raises(ClueError, match=r"board 2: .*GGZZ"):
        position.push("LION", ["GGBB", "GGZZ"])
    assert position.turns == ()
    assert position.possible == (tuple(WORDS),) * 2
    with pytest.raises(ClueError, match="3 feedbacks, expected one for each of the 2 boards"):
        position.push("LION", "GGBB GGBB GGBB")
    with pytest.raises(OptionError, match="nothing to take back"):
        position.pop()


def test_different_secrets_are_kept_apart():
    position = Boards(Wordle(WORDS), 2, distinct=True).start()
    position.push("LINE", ["GGGG", "GGBG"])
    assert position.possible == ((), ("LIVE",))
    with pytest.raises(ClueError, match="no different secrets"):
        Boards(Wordle(WORDS), 2, distinct=True).start().push("LION", ["GGBY", "GGBY"])


@pytest.mark.parametrize("distinct", [False, True])
def test_advice_ends_the_game_within_the_value(distinct):
    game = Boards(Wordle(WORDS), 2, distinct=distinct)
    bounds = game.start().value().bounds
    assert bounds.proven
    worst = 0
    for first in WORDS:
        for second in WORDS:
            if distinct and first == second:
                continue
            position = game.start()
            while not position.found:
                guess = position.best()
                position.push(
                    guess,
                    [
                        game.game.feedback(guess, secret)
                        for board, secret in zip(position.boards, (first, second), strict=True)
                        if not board.found
                    ],
                )
            worst = max(worst, len(position.turns))
    assert bounds.lower <= worst <= game.tries


def test_an_explanation_lists_guesses_and_what_is_left(game):
    advice = game.start().explain(top=3)
    assert advice.candidates == (6, 6)
    assert len(advice.guesses) == 3
    assert advice.guesses[0].guess == game.start().best()
    for row in advice.guesses:
        assert row.possible == (1, 2)
        (alone,) = emi.partitions(game.game, [row.guess]).columns
        assert row.expected_sizes == (alone.expected_size,) * 2


def test_names():
    assert repr(Boards.named("Boards:3:x5")) == "<Boards 3 boards of X5: 8 secrets each, 8 tries>"
    assert Boards.named("X5", 4).count == 4
    assert isinstance(Boards.named("X5").start(), BoardsPosition)
    for name, boards, tries in [("dordle", 2, 7), ("Quordle", 4, 9), ("octordle", 8, 13)]:
        game = Boards.named(name)
        assert (game.count, game.tries, game.distinct) == (boards, tries, True)
        assert game.name == name.lower()


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"count": 0}, "expected a number from 1 to 64"),
        ({"count": "two"}, "expected a number from 1 to 64"),
        ({"count": 2, "tries": 1}, "expected at least one for each board"),
        ({"count": 7, "distinct": True}, "6 secrets, expected one for each board"),
    ],
)
def test_bad_boards_are_refused(how, message):
    with pytest.raises(GameError, match=message):
        Boards(Wordle(WORDS), **how)


def test_bad_names_are_refused():
    with pytest.raises(GameError, match="expected a game in which every guess is allowed"):
        Boards(Wordle(WORDS).hardened())
    with pytest.raises(GameError, match="unknown game 'boards:x'"):
        Boards.named("boards:x")
    with pytest.raises(GameError, match="it has its own number of boards"):
        Boards.named("dordle", 3)
