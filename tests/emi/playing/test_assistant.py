"""An assistant for a game that is played elsewhere."""

import pytest

import emi
from emi.errors import EmiError, GameError, OptionError, WordError
from emi.games.notation import ClueError
from emi.playing.assistant import SHOWN
from emi.search.model.bounds import Bounds

WORDS = ["CARTE", "CARIE", "CRATE", "COUPE", "CIBLE", "CABLE", "CADRE"]


@pytest.fixture
def helped():
    return emi.Motus(WORDS).start().assist()


def test_it_ranks_by_exact_play_with_the_classes(helped):
    explained = helped.best()
    assert explained.advice.worst == emi.solve(helped.game).bounds
    assert explained is helped.best()
    assert {*explained.guesses[0].values} >= {*SHOWN}
    assert len(helped.game.start().assist(top=3).best().guesses) == 3


@pytest.mark.parametrize(
    "line", ["coupe:gbbbg", "COUPE GBBBG", " coupe  20002 ", "coupe 🟩⬛⬛⬛🟩", "Coupe : +...+"]
)
def test_it_reads_a_guess_and_its_answer(helped, line):
    turn = helped.push(line)
    assert (turn.guess, turn.feedback) == ("COUPE", "GBBBG")
    assert helped.position.possible == ("CARTE", "CARIE", "CRATE", "CIBLE", "CABLE", "CADRE")


@pytest.mark.parametrize("line", ["GYBBG", "gybbg", "🟩🟨⬛⬛🟩", ":green_square:" + "⬛" * 4])
def test_an_answer_alone_is_that_to_the_first_guess(helped, line, refused):
    with refused(ClueError):
        helped.push(line if line.isalpha() else "🟩")
    best = helped.best().guesses[0].guess
    try:
        assert helped.push(line).guess == best
    except ClueError as error:
        assert f"clue 1, {best}:" in str(error)  # noqa: PT017 - no word may fit


def test_no_line_of_a_shared_result_is_an_answer(helped, refused):
    helped.best()
    with refused(ClueError):
        helped.push("Wordle 1,234 3/6")
    for line in ("🟩⬛⬛⬛🟩", "GBBBG", ":green_square:" + "⬛" * 3 + "🟩"):
        with refused(ClueError):
            helped.push(line)
    assert helped.position.turns == ()
    # A line with the guess ends it.
    helped.push("COUPE 🟩⬛⬛⬛🟩")
    best = helped.best().guesses[0].guess
    assert helped.push(helped.game.feedback(best, "CABLE")).guess == best


def test_a_guess_alone_is_no_answer(helped, refused):
    helped.best()
    with refused(ClueError):
        helped.push("CIBLE")


def test_a_word_that_the_other_game_does_not_know_is_left_out(helped, refused):
    helped.push("coupe gbbbg")
    helped.strike("cable, cadre")
    assert helped.position.possible == ("CARTE", "CARIE", "CRATE", "CIBLE")
    assert "CABLE" not in helped.game.guesses
    without = emi.Motus([word for word in WORDS if word not in {"CABLE", "CADRE"}])
    left = [word for word in without.secrets if word != "COUPE"]
    assert helped.best().advice.worst == emi.solve(without, candidates=left).bounds
    helped.pop()
    assert "CABLE" in helped.game.guesses
    helped.pop()
    with refused(OptionError):
        helped.pop()


def test_words_without_weights_take_theirs_with_them():
    weights = [1, 2, 3, 4, 5, 6, 7]
    helped = emi.Motus(WORDS).start(weights=weights).assist()
    helped.strike("carie")
    helped.push("coupe gbbbg")
    helped.strike("cable, cadre")
    explained = helped.best()
    assert explained.possible == ("CARTE", "CRATE", "CIBLE")
    assert explained.weight == 1 + 3 + 5
    # Only the first two split the others, and the second weighs more: all others take two guesses.
    assert str(explained.advice.total) == str(3 + 2 * (1 + 5))
    for _ in range(3):
        helped.pop()
    assert helped.position == emi.Motus(WORDS).start()
    assert helped.position.settings.weights == weights


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
    helped.push("coupe gbbbg")
    with refused(error):
        helped.strike(words)
    assert len(helped.position.turns) == 1
    assert helped.game == emi.Motus(WORDS)


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
    helped = emi.Motus(WORDS).hardened("hints").start().assist(palette="contrast")
    secret, made = "CADRE", 0
    while not helped.position.found:
        guess = helped.best().guesses[0].guess
        helped.push(f"{guess} {helped.game.feedback(guess, secret)}")
        made += 1
    assert made <= emi.solve(helped.game).bounds.upper
    assert helped.position.possible == (secret,)


def test_a_game_is_pasted_line_by_line_in_any_order(helped):
    """A guess waits for its feedback, and the tiles of a shared result for their guesses."""
    lines = ["Motus 2/6", "🟩⬛⬛⬛🟩", "🟩🟩⬛⬛🟩", "coupe", "carie"]
    for line in lines[:-1]:
        with pytest.raises(ClueError):
            helped.push(line)
    assert helped.push(lines[-1]).feedback == "GGBBG"
    assert [turn.guess for turn in helped.position.turns] == ["COUPE", "CARIE"]
    helped.pop()
    with pytest.raises(ClueError):
        helped.push("carie")
    helped.best()
    assert helped.push("ggbbg").guess == "CARIE"
    # What is wrong is forgotten, as is what an undo takes back.
    helped.pop()
    for line in ("carie", "ggb"):
        with pytest.raises(ClueError):
            helped.push(line)
    assert helped.push("cable:ggbbg carte:ggybg").guess == "CARTE"


def test_what_a_line_of_several_clues_says_wrong_takes_all_of_it_back(helped):
    with pytest.raises(ClueError):
        helped.push("coupe:gbbbg carie:bbbbb")
    assert helped.position.turns == ()


def test_a_letter_that_is_missing_is_asked_for():
    helped = emi.Revealed(emi.Motus(WORDS)).start().assist()
    with pytest.raises(ClueError, match="expected the letter that a wrong guess reveals"):
        helped.push("coupe gbbbg")
    turn = helped.push("a")
    assert (turn.guess, turn.feedback) == ("COUPE", "GBBBG A")
    assert helped.push("carie 🟩🟩⬛⬛🟩 b").possible == ("CABLE",)
