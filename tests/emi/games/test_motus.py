"""The game of Motus: its cells, and what is its own of its feedback matrix."""

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.errors import CellError, LexiconError, MemoryNeedError, WordError
from emi.games.cell import Cell
from emi.games.feedback import letter_marks
from emi.games.motus import Motus
from emi.lexicon.load import Lexicon
from tests.emi.games.test_game import INTERPRETED, SLOWLY, games

TINY = Lexicon("tiny", ("ABBE", "AIDE", "BAIE", "BAL"), "unknown", "tiny")
LARGE = pytest.mark.skipif(INTERPRETED, reason="ninety thousand pairs")


def partition(row):
    """Return the classes of a row as a set of sets of places."""
    return {frozenset(np.flatnonzero(row == number).tolist()) for number in set(row.tolist())}


class TestTheMatrix:
    def test_of_a_cell_and_of_long_words_agrees_with_the_clues(self):
        draw = random.Random(20180040)
        for length, many in ((7, 30 if INTERPRETED else 300), (15, 6)):
            letters = ["".join(draw.choices("AEILNRST", k=length - 1)) for _ in range(many)]
            words = sorted({f"L{word}" for word in letters})
            game = Motus(words[::2], words)
            for guess, row in zip(game.guesses, game.matrix().rows.tolist(), strict=True):
                clues = [letter_marks(guess, secret) for secret in game.secrets]
                pairs = set(zip(row, clues, strict=True))
                assert len(pairs) == len(set(row)) == len(set(clues))

    def test_tells_words_apart_by_an_initial_that_only_the_secrets_share(self):
        # BA tells AB from AC by its first letter, which is no given one.
        assert len(set(Motus(["AB", "AC"], ["AB", "AC", "BA"]).matrix().rows[2].tolist())) == 2

    @SLOWLY
    @given(games([Motus]), st.sampled_from("AZ"))
    def test_is_the_same_partition_with_and_without_a_given_initial(self, game, initial):
        # The initial that all words share is always well placed, also if it comes again later.
        longer = Motus([initial + w for w in game.secrets], [initial + w for w in game.guesses])
        for short, long in zip(game.matrix().rows, longer.matrix().rows, strict=True):
            assert partition(short) == partition(long)
        for guess in game.guesses:
            for secret in game.secrets:
                assert letter_marks(initial + guess, initial + secret) == "G" + letter_marks(
                    guess, secret
                )

    @pytest.mark.parametrize(
        ("count", "begin", "bits"),
        [
            pytest.param(300, "", 8, marks=LARGE),
            pytest.param(300, "A", 8, marks=LARGE),
            pytest.param(300, "AB", 16, marks=LARGE),
            (256, "AB", 16),
            (255, "AB", 8),
        ],
    )
    def test_is_of_8_bits_where_these_number_all_classes(self, count, begin, bits):
        every = list(map("".join, product("ABCD", repeat=5)))
        words = [begin + word for word in random.Random(1).sample(every, count)]
        game = Motus(words)
        matrix = game.matrix()
        assert matrix.rows.dtype.itemsize * 8 == game.bits == bits
        for at in (0, count // 2, count - 1):
            clues = np.array([letter_marks(words[at], word) for word in words])
            assert partition(matrix.rows[at]) == partition(clues)

    def test_has_no_more_secrets_than_16_bits_can_number(self, refused):
        words = list(map("".join, product("ABCDEFGHIJKLMNOP", repeat=4)))
        with refused(MemoryNeedError):
            Motus(words, name="4").matrix()

    @pytest.mark.skipif(INTERPRETED, reason="sixteen million pairs")
    def test_asks_the_watcher_before_each_ten_million_pairs(self):
        asked = []
        words = list(map("".join, product("ABCDEFGHIJKLMNOP", repeat=3)))[:4000]
        matrix = Motus(words).matrix(lambda _: asked.append(None) or True)
        assert matrix.rows.shape == (4000, 4000)
        assert len(asked) == 2


class TestTheCell:
    def test_is_a_game_of_its_words_under_its_name(self):
        game = Motus.of_cell("a4", TINY)
        assert (game.name, game.secrets, game.guesses) == ("A4", ("ABBE", "AIDE"), ("ABBE", "AIDE"))
        assert game.lexicon is TINY

    def test_without_initial_is_a_game_of_all_words_of_the_length(self):
        game = Motus.of_cell(Cell(None, 4), TINY)
        assert (game.name, game.secrets) == ("4", ("ABBE", "AIDE", "BAIE"))

    def test_is_of_the_french_list_by_default(self):
        game = Motus.of_cell("X5")
        assert game.lexicon.name == "fr"
        assert "XENON" in game.secrets

    def test_may_be_of_a_file(self, tmp_path):
        path = tmp_path / "words.txt"
        path.write_text("abbé\naide\n")
        assert Motus.of_cell("A4", str(path)).secrets == ("ABBE", "AIDE")

    @pytest.mark.parametrize("cell", ["C5", "9"])
    def test_without_a_word_is_refused(self, cell, refused):
        with refused(CellError):
            Motus.of_cell(cell, TINY)

    def test_that_is_not_written_as_one_is_refused(self):
        with pytest.raises(CellError, match="unknown cell '5C'"):
            Motus.of_cell("5C", TINY)

    def test_of_no_lexicon_is_refused(self, refused):
        with refused(LexiconError):
            Motus.of_cell("C5", "xx")


def test_the_feedback_is_for_words_of_the_game(refused):
    with refused(WordError):
        Motus(["LOGIQUE"]).feedback("LEGAL", "LOGIQUE")


@st.composite
def pairs(draw):
    """Draw some words and a secret for each, of few letters, so that they repeat."""
    length = draw(st.integers(1, 10))
    letters = draw(st.sampled_from(["AB", "ABC", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]))
    word = st.text(letters, min_size=length, max_size=length)
    return draw(st.lists(st.tuples(word, word), max_size=20))


@given(pairs())
def test_clues_all_at_once_are_those_of_the_rule(drawn):
    words, secrets = [word for word, _ in drawn], [secret for _, secret in drawn]
    game = Motus(["A"])
    assert game.feedback_each(words, secrets) == [
        letter_marks(word, secret) for word, secret in drawn
    ]
