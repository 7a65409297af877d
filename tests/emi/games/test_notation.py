"""The notation of guesses and clues, and the messages about malformed ones."""

import itertools
import json
import re
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import emi
from emi.errors import OptionError, WordError
from emi.games.clues import Clue, common_cell, parse_guesses
from emi.games.notation import (
    _MARKS,
    _NAMES,
    PALETTES,
    SIGNS,
    ClueError,
    check_marks,
    palette_of,
    parse_code,
    read_feedback,
    shared_result,
    tiles_of,
)
from tests import notation

WORDS = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=15)


@pytest.mark.parametrize(
    ("text", "clued", "guesses"),
    [
        ("LEGALES,LIVIDES", False, [("LEGALES", ""), ("LIVIDES", "")]),
        (
            " légales : gygBbbb , bœufs:gbbbby",
            True,
            [("LEGALES", "GYGBBBB"), ("BOEUFS", "GBBBBY")],
        ),
    ],
)
def test_guesses_are_words_with_their_clues_or_alone(text, clued, guesses):
    assert parse_guesses(text, clued=clued) == guesses


@given(st.lists(st.tuples(WORDS, st.data()), min_size=1, max_size=5))
def test_guesses_are_read_as_they_are_written(drawn):
    guesses = [
        Clue(word, data.draw(st.text("GYB", min_size=len(word), max_size=len(word))))
        for word, data in drawn
    ]
    text = ",".join(f"{word}:{marks}" for word, marks in guesses)
    assert parse_guesses(text, clued=True) == guesses
    assert parse_guesses(text.lower(), clued=True) == guesses


def test_guesses_that_are_no_words_are_refused(refused):
    with refused(WordError):
        parse_guesses("LEGALES:GYGBBBB,LIV1DES:GBBGBYB", clued=True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":GYGBBBB",
        "LEGALES:GYG",
        "LEGALES:",
        "LEGALES:GYGBBBB,LIVIDES:gbbxbyb",
        "LEGALES:GYG:BBB",
        "LEGALES:ßYGBBBB",
        "LEGALES:GYGBBBB,LIVIDES",
        "LEGALES GYGBBBB GYGBBBB",
    ],
)
def test_guesses_without_a_proper_clue_are_refused(text, refused):
    with refused(ClueError):
        parse_guesses(text, clued=True)


@pytest.mark.parametrize("text", ["", " ", "L'EAU", "AB2", "ΑΒΓ"])
def test_a_word_is_read_as_the_lexicon_reads_it(text, refused):
    assert parse_code("secret", " Élève ") == "ELEVE"
    with refused(WordError):
        parse_code("secret", text)


def test_marks_are_upper_case_in_python(refused):
    check_marks(1, "AB", "GY")
    with refused(ClueError):
        check_marks(1, "AB", "Gy")


def test_the_cell_follows_from_the_guesses_or_from_the_secret_alone():
    assert str(common_cell([Clue("LEGALES", ""), Clue("LIVIDES", "")])) == "L7"
    assert str(common_cell([], "ABBE")) == "A4"


def test_the_cell_has_no_initial_if_a_clue_or_the_caller_says_that_none_is_given():
    raised, wince = Clue("RAISE", "BBYBG"), Clue("WINCE", "BGGBG")
    assert str(common_cell([raised])) == str(common_cell([raised, wince])) == "5"
    assert str(common_cell([Clue("RAISE", "GBYBG")])) == "R5"
    assert str(common_cell([Clue("RAISE", "GBYBG")], initial=False)) == "5"
    assert str(common_cell([Clue("RAISE", "")], "SWINE", initial=False)) == "5"


@pytest.mark.parametrize(
    ("guesses", "secret"),
    [
        (["LEGALES", "LOI", "MOI"], ""),
        (["LEGALE", "MAISON"], ""),
        (["MAISON"], "LIVIDE"),
        (["LOI"], "LOGIQUE"),
    ],
)
def test_the_first_word_that_does_not_fit_the_cell_is_named(guesses, secret, refused):
    with refused(WordError):
        common_cell([Clue(word, "") for word in guesses], secret)


#: Notations for the numbers of pegs in place and in another place.
PEGS = [
    "1b2w", "1B2W", "2w1b", "1B2C", "1b2c", "1A2B", "1a2b", "1 2", "1/2", "bww", "+--", "⚫⚪⚪",
]  # fmt: skip
NOTATIONS = [*SIGNS, *PALETTES, *(f"names of {palette}" for palette in PALETTES)]
WORDLE = emi.Wordle(["RAISE", "AROSE"])
CODES = emi.Mastermind(4, 3)


def write_marks(feedback, notation):
    if notation in SIGNS:
        return feedback.translate(str.maketrans(_MARKS, SIGNS[notation]))
    tiles = tiles_of(feedback, notation.removeprefix("names of "))
    return tiles if notation in PALETTES else "".join(_NAMES[tile] for tile in tiles)


def write_pegs(right, elsewhere, notation):
    if notation[0].isdigit():
        first, second = re.split(r"\d", notation)[1:]
        numbers = (right, elsewhere) if notation[0] == "1" else (elsewhere, right)
        return f"{numbers[0]}{first}{numbers[1]}{second}"
    return (notation[0] * right + notation[1] * elsewhere) or "."


class TestEveryNotation:
    """What is written in any notation is read back."""

    @given(st.text("GYB", min_size=1, max_size=15), st.sampled_from(NOTATIONS), st.booleans())
    def test_of_marks(self, clue, notation, spaced):
        text = write_marks(clue, notation)
        text = " ".join(text) if spaced and "names" not in notation else text
        palette = notation.removeprefix("names of ")
        said = palette if palette in PALETTES else None
        word = "A" * len(clue)
        game = emi.Motus([word])
        assert read_feedback(game, 1, word, text, said) == clue
        assert parse_guesses(f"{word}:{text}", clued=True, palette=said) == [Clue(word, clue)]
        for line in (f"{word} {text}", f"{word}:{text}", f"{word} : {text}"):
            read = parse_guesses(line, clued=True, game=game, palette=said)
            assert read == [Clue(word, clue)]
        # Unless blue tiles alone could mean two things, the palette need not be said.
        if (palette, {*clue}) not in [("contrast", {"Y"}), ("motus", {"B"})]:
            assert read_feedback(game, 1, word, text) == clue

    @given(st.sampled_from(CODES.feedbacks), st.sampled_from(PEGS))
    def test_of_pegs(self, answer, notation):
        right, elsewhere = int(answer[0]), int(answer[2])
        text = write_pegs(right, elsewhere, notation)
        assert read_feedback(CODES, 1, "1111", text) == answer
        assert read_feedback(emi.Moo(4, 5), 1, "0123", text) == f"{right}B{elsewhere}C"
        assert parse_guesses(f"1111 {text}", clued=True, game=CODES) == [Clue("1111", answer)]

    @given(st.sampled_from(emi.Jotto(["LIGNE"]).feedbacks))
    def test_of_letters_in_common(self, answer):
        assert read_feedback(emi.Jotto(["LIGNE"]), 1, "LIGNE", f" {answer} ") == answer

    @given(
        st.sampled_from(emi.BlackPeg(4, 3).feedbacks),
        st.sampled_from(["{}b", "{}", "{}B", "{}b0w"]),
    )
    def test_of_pegs_in_place_alone(self, answer, notation):
        text = notation.format(answer[0])
        assert read_feedback(emi.BlackPeg(4, 3), 1, "1111", text) == answer

    def test_of_a_game_of_ones_own_with_marks(self, refused):
        class Sums(emi.Game):
            rule = "sums"
            marked = True

            def feedback(self, guess, secret):
                return "".join("G" if a == b else "B" for a, b in zip(guess, secret, strict=True))

        position = emi.Position(Sums(["1+2=3", "1+3=4"]), [("1+2=3", "🟩🟩⬛🟩⬛")])
        assert position.possible == ("1+3=4",)
        (clue,) = parse_guesses("1+2=3 22020", clued=True, game=position.game)
        assert clue == Clue("1+2=3", "GGBGB")
        with refused(ClueError):
            emi.Position(position.game, [("1+2=3", "20000")])

    def test_of_a_game_of_ones_own(self):
        class Number(emi.Game):
            rule = "number"

            def feedback(self, guess, secret):
                return "yes" if guess == secret else "Higher" if secret > guess else "Lower"

        game = Number(["1", "2", "3"])
        assert read_feedback(game, 1, "2", "higher") == "Higher"
        assert read_feedback(game, 1, "2", "maybe") == "maybe"


@pytest.mark.parametrize(
    ("texts", "palette"),
    [
        (["GYB"], None),
        (["⬛⬛", "⬜⬛️"], "classic"),
        (["🟦⬛⬛", "🟧⬛⬜"], "contrast"),
        (["🟦🟦🟡", "🟦🟦🟦"], "motus"),
        (["🟥🟨🟦"], "motus"),
        ([":green_square::yellow_square::white_large_square:"], "classic"),
        ([":nothing:"], None),
    ],
)
def test_the_palette_is_that_of_all_tiles_together(texts, palette):
    assert palette_of(texts) == palette
    assert palette_of(texts, "contrast") == "contrast"


def test_one_clue_may_tell_the_palette_of_another():
    read = parse_guesses("RAISE:🟦⬛⬛⬛⬛,AROSE:🟧🟧🟧🟧🟧", clued=True)
    assert [one.feedback for one in read] == ["YBBBB", "GGGGG"]
    game = emi.Wordle(["CIDRE", "RAISE"])
    told = [("RAISE", "🟡🟦🟡🟦🟥")]
    assert emi.Position(game, told).possible == ("CIDRE",)
    assert emi.Position(game).push("RAISE", "🟡🟦🟡🟦🟥").possible == ("CIDRE",)


@pytest.mark.parametrize(
    "text", ["🟦🟦🟦🟦🟦", "🟩🟧⬛⬛⬛", "🟩G⬛⬛⬛", "🟩⬛⬛⬛", "2G000", "2.000"]
)
def test_tiles_that_mean_nothing_are_refused(text, refused):
    with refused(ClueError):
        read_feedback(WORDLE, 1, "RAISE", text)


def test_what_is_no_palette_and_no_turn_is_refused(refused):
    with refused(OptionError):
        palette_of(["🟩"], "pastel")
    for line in ("", "RAISE", " RAISE "):
        with refused(ClueError):
            parse_guesses(line, clued=True, game=WORDLE)
    for line in ("1111 2c2b1w", "1111:1w1c"):
        with refused(ClueError):
            parse_guesses(line, clued=True, game=CODES)


@pytest.mark.parametrize(
    ("text", "answer"),
    [("2b", "2b0w"), ("1W", "0b1w"), ("2a", "2b0w"), (".", "0b0w"), ("b.w.", "1b1w")],
)
def test_what_is_not_said_of_pegs_is_none(text, answer):
    assert read_feedback(CODES, 1, "1111", text) == answer


@pytest.mark.parametrize(
    "text",
    [
        "Wordle 1,234 3/6",
        "Wordle 1.234 X/6*\n\n🟩🟨⬛⬛⬛",
        "Wordle #99 4/6",
        "Le Mot (@WordleFR) #123 4/6",
        "#SUTOM #1234 3/6",
        "Mini Motus 3/8",
        "Motus 3/8",
        "Absurdle 5/∞",
        "emi C5, evil: X/6, 1 hint",
        "emi mastermind:4x6, fair, seed 1: 5\n⚫⚪",
    ],
)
def test_a_shared_result_is_known_by_its_first_line(text):
    words = emi.Wordle(["RAISE"])
    pegs = emi.Mastermind(2, 3)
    title = text.partition("\n")[0]
    said = f"{title.rstrip('*')!r}: a shared result, which does not tell the guesses; expected"
    for game, read in itertools.product(
        (words, pegs),
        (
            lambda game: parse_guesses(text, clued=True, game=game),
            lambda _: parse_guesses(text, clued=True),
            lambda game: read_feedback(game, 1, game.guesses[0], text),
            lambda game: emi.Position(game, [(game.guesses[0], text)]),
        ),
    ):
        with pytest.raises(ClueError) as refused:
            read(game)
        assert str(refused.value).startswith(said.replace(", 1 hint", ""))


@pytest.mark.parametrize("game", [emi.Wordle(["WORDLE", "BORDEL"]), emi.Mastermind(2, 3), None])
@given(answer=st.from_regex(r"[GYB]{6}|[210]{6}|\d ?[/ ] ?\d|\d[bB]\d[wW]", fullmatch=True))
def test_a_guess_with_its_answer_is_no_shared_result(game, answer):
    guess = "LIGNES" if game is None else game.guesses[0]
    assert shared_result(f"{guess}:{answer}", game) == ""
    assert shared_result(answer, game) == ""
    if game is not None:
        assert shared_result(f"{guess} {answer}", game) == ""
        assert shared_result(f"{guess} : {answer}", game) == ""


def test_a_game_of_ones_own_may_answer_like_a_title():
    class Told(emi.Game):
        rule = "told"

        def feedback(self, guess, secret):
            return "found" if guess == secret else f"about {len(guess)}/{len(secret)}"

    game = Told(["one", "three"])
    (clue,) = parse_guesses("one about 3/5", clued=True, game=game)
    assert clue == Clue("one", "about 3/5")
    assert emi.Position(game, [("one", "about 3/5")]).possible == ("three",)


def test_tiles_are_written_to_be_pasted():
    assert tiles_of("YBG", "motus") == "🟡🟦🟥"


class TestTheVectors:
    """The vectors that the page reads too; see `tests.notation`."""

    GAMES: ClassVar = {game.name: game for game in notation.GAMES}
    READ: ClassVar = json.loads(notation.FILE.read_text("utf-8"))

    def test_are_those_that_the_generator_makes(self):
        assert json.loads(json.dumps(notation.vectors())) == self.READ

    def test_of_words(self):
        assert [one for one in self.READ["words"] if self.word(one[0]) != one[1]] == []

    def test_of_feedback(self):
        for name, guess, secret, told in self.READ["feedback"]:
            assert self.GAMES[name].feedback(guess, secret) == told

    def test_of_its_notation(self):
        wrong = []
        for name, guess, text, told in self.READ["notation"]:
            try:
                read = read_feedback(self.GAMES[name], 1, guess, text)
            except ClueError:
                read = None
            if read != told:
                wrong.append((name, guess, text, told, read))
        assert wrong == []

    def test_of_clues(self):
        wrong = []
        for name, line, clue in self.READ["turns"]:
            game = self.GAMES[name]
            if (read := self.clue(line, game)) != clue:
                wrong.append((name, line, clue, read))
        assert wrong == []

    def test_of_several_clues(self):
        for name, text, clues in self.READ["pasted"] + self.READ["games"]:
            try:
                read = parse_guesses(text, clued=True, game=self.GAMES[name])
            except (ClueError, WordError):
                read = None
            assert (read and [[*clue] for clue in read]) == clues, (name, text)

    @staticmethod
    def word(text):
        try:
            return parse_code("word", text)
        except WordError:
            return None

    @staticmethod
    def clue(line, game):
        """Return a guess of the game with its feedback; None if there is none in the line."""
        try:
            (guess, told), *others = parse_guesses(line, clued=True, game=game)
        except (ClueError, WordError):
            return None
        fits = len(guess) == game.length and (game.kind == "words" or guess in game.guesses)
        return [guess, told] if fits and not others else None
