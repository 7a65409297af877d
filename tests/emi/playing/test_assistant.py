"""An assistant for a game that is played elsewhere."""

import pytest

import emi
from emi.errors import EmiError, GameError, OptionError, WordError
from emi.games.notation import ClueError
from emi.playing.assistant import SHOWN, Assistant
from emi.search.model.bounds import Bounds

WORDS = ["CARTE", "CARIE", "CRATE", "COUPE", "CIBLE", "CABLE", "CADRE"]


@pytest.fixture
def helped():
    return Assistant(emi.Motus(WORDS))


def test_it_ranks_by_exact_play_with_the_classes(helped):
    explained = helped.ranked()
    assert explained.advice.worst == emi.solve(helped.game).bounds
    assert explained is helped.ranked()
    assert helped.best == explained.guesses[0].guess
    assert {*explained.guesses[0].values} >= {*SHOWN}
    assert len(Assistant(helped.game, top=3).ranked().guesses) == 3


@pytest.mark.parametrize(
    "line", ["coupe:gbbbg", "COUPE GBBBG", " coupe  20002 ", "coupe 🟩⬛⬛⬛🟩", "Coupe : +...+"]
)
def test_it_reads_a_guess_and_its_answer(helped, line):
    turn = helped.hear(line)
    assert (turn.guess, turn.feedback) == ("COUPE", "GBBBG")
    assert helped.position.possible == ("CARTE", "CARIE", "CRATE", "CIBLE", "CABLE", "CADRE")


@pytest.mark.parametrize("line", ["GYBBG", "gybbg", "🟩🟨⬛⬛🟩", ":green_square:" + "⬛" * 4])
def test_an_answer_alone_is_that_to_the_first_guess(helped, line, refused):
    with refused(ClueError):
        helped.hear(line if line.isalpha() else "🟩")
    best = helped.ranked().guesses[0].guess
    try:
        assert helped.hear(line).guess == best
    except ClueError as error:
        assert f"clue 1, {best}:" in str(error)  # noqa: PT017 - no word may fit


def test_no_line_of_a_shared_result_is_an_answer(helped, refused):
    helped.ranked()
    with refused(ClueError):
        helped.hear("Wordle 1,234 3/6")
    for line in ("🟩⬛⬛⬛🟩", "GBBBG", ":green_square:" + "⬛" * 3 + "🟩"):
        with refused(ClueError):
            helped.hear(line)
    assert helped.position.turns == ()
    # A line with the guess ends it.
    helped.hear("COUPE 🟩⬛⬛⬛🟩")
    best = helped.ranked().guesses[0].guess
    assert helped.hear(helped.game.feedback(best, "CABLE")).guess == best


def test_a_guess_alone_is_no_answer(helped, refused):
    helped.ranked()
    with refused(ClueError):
        helped.hear("CIBLE")


def test_a_word_that_the_other_game_does_not_know_is_left_out(helped):
    helped.hear("coupe gbbbg")
    helped.strike("cable, cadre")
    assert helped.position.possible == ("CARTE", "CARIE", "CRATE", "CIBLE")
    assert "CABLE" not in helped.game.guesses
    without = emi.Motus([word for word in WORDS if word not in {"CABLE", "CADRE"}])
    left = [word for word in without.secrets if word != "COUPE"]
    assert helped.ranked().advice.worst == emi.solve(without, candidates=left).bounds
    assert helped.undo()
    assert "CABLE" in helped.game.guesses
    assert helped.undo()
    assert not helped.undo()


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("", OptionError),
        ("lasso", WordError),
        ("coupe", WordError),
        ("l'eau", WordError),
        ("carte carie crate cible cable cadre", EmiError),
    ],
)
def test_what_cannot_be_left_out_is_refused(helped, words, error, refused):
    helped.hear("coupe gbbbg")
    with refused(error):
        helped.strike(words)
    assert len(helped.positions) == 2


def test_a_game_without_codes_is_another_game(refused):
    game = emi.Mastermind(2, 3)
    fewer = game.without(["11", "33"])
    assert len(fewer.secrets) == len(fewer.guesses) == 7
    assert fewer.key != game.key
    # Colours are not alike any more.
    assert len(fewer.matrix().symmetry.codes) == 0
    codes = emi.game_named("mastermind:2x3").without(["11", "33"])
    assert emi.solve(fewer).bounds == emi.solve(codes).bounds
    assert isinstance(emi.solve(fewer, emi.Average()).bounds, Bounds)
    with refused(GameError):
        game.without(game.secrets)


def test_it_goes_on_until_it_is_found_in_hard_play_too():
    helped = Assistant(emi.Motus(WORDS).hardened("hints"), palette="contrast", seconds=30)
    secret, made = "CADRE", 0
    while not helped.position.found:
        guess = helped.ranked().guesses[0].guess
        helped.hear(f"{guess} {helped.game.feedback(guess, secret)}")
        made += 1
    assert made <= emi.solve(helped.game).bounds.upper
    assert helped.position.possible == (secret,)
