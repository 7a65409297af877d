"""Words on no list: a guess that another game allowed counts, and is never advised."""

import pytest

import emi
from emi import Position

WORDS = ["CANES", "CARES", "CASES", "CORES", "CURES"]
OFF = "CAMES"


@pytest.fixture
def game():
    return emi.Motus(WORDS)


@pytest.mark.parametrize("secret", WORDS)
def test_its_clue_is_used(game, secret):
    feedback = game.feedback(OFF, secret)
    position = Position(game, [(OFF.lower(), feedback)])
    assert position.possible == tuple(
        word for word in WORDS if game.feedback(OFF, word) == feedback
    )
    assert not position.turns[0].listed
    assert position == Position.towards(game, secret, [OFF])
    assert position.push(WORDS[0], game.feedback(WORDS[0], secret)).listed


def test_it_is_never_advised_nor_a_guess_to_make(game):
    position = Position(game, [(OFF, "GGBGG")])
    assert OFF not in position.legal
    assert OFF not in [row.guess for row in position.explain().guesses]
    with pytest.raises(emi.WordError, match="guess 1, CAMES: unknown"):
        game.start().check(OFF)
    host = game.start().play("CARES")
    with pytest.raises(emi.WordError, match="guess 1, CAMES: unknown"):
        host.push(OFF)


def test_a_review_counts_it_and_marks_it(game):
    review = Position.towards(game, "CORES", [OFF, "CORES"]).review()
    assert [move.listed for move in review.moves] == [False, True]
    assert review.moves[0].before, review.moves[0].after == (5, 2)
    assert review.moves[0].cost is None
    assert "CAMES: not on the list" in str(review.table())
    assert "CAMES GBBGG  not on the list, 2 words left" in str(
        Position(game, [(OFF, "GBBGG")]).explain().table()
    )


@pytest.mark.parametrize("wrong", ["DAMES", "CAME", "CAMESA", "CA-ES", "C"])
def test_what_is_no_word_of_the_game_is_refused(game, wrong):
    with pytest.raises(emi.WordError, match="guess 1"):
        game.start().push(wrong, "GBBGG")


def test_in_hard_play_it_obeys_the_clues(game):
    hard = game.hardened("hints")
    Position(hard, [("CORES", "GBGGG"), ("CERES", "GBGGG")])
    with pytest.raises(emi.WordError, match="guess 2, CAMES: hard play"):
        Position(hard, [("CORES", "GBGGG"), (OFF, "GGBGG")])


def test_codes_of_other_games_stay_refused():
    with pytest.raises(emi.GameError, match="guess 1, 17: unknown"):
        emi.Mastermind(2, 3).start().push("17", "0b0w")
