"""Jotto: letters shared, and a word told from its anagrams."""

import pytest

from emi.errors import WordError
from emi.games.jotto import Jotto
from emi.lexicon.load import Lexicon
from tests.emi.games.test_game import INTERPRETED

TINY = Lexicon("tiny", ("ABBE", "AIDES", "BAIES", "BAL"), "unknown", "tiny")


class TestTheRule:
    @pytest.mark.parametrize(
        ("guess", "secret", "told"),
        [
            ("LIGNE", "LIGNE", "5!"),
            ("LIGNE", "LINGE", "5"),
            ("LIGNE", "SINGE", "4"),
            ("NEIGE", "GENIE", "5"),
            ("EPEES", "LIGNE", "1"),
            ("EPEES", "NEIGE", "2"),
            ("LASSO", "TENUE", "0"),
        ],
    )
    def test_counts_each_letter_as_often_as_both_words_have_it(self, guess, secret, told):
        game = Jotto(["LIGNE", "LINGE"])
        assert game.feedback(guess, secret) == told
        assert told in game.feedbacks

    def test_is_for_words_of_the_game(self, refused):
        with refused(WordError):
            Jotto(["LIGNE"]).feedback("LIGNE", "LIGNES")


@pytest.mark.skipif(INTERPRETED, reason="twenty-five million pairs")
def test_the_french_list_has_7_feedbacks():
    assert Jotto.of_lexicon().matrix().classes == 7


class TestTheWords:
    def test_are_those_of_five_letters_of_a_lexicon(self):
        game = Jotto.of_lexicon(TINY)
        assert (game.name, game.secrets, game.lexicon) == ("jotto", ("AIDES", "BAIES"), TINY)

    def test_may_be_of_another_length(self):
        assert Jotto.of_lexicon(TINY, 4).secrets == ("ABBE",)

    def test_may_be_of_a_file(self, tmp_path):
        path = tmp_path / "words.txt"
        path.write_text("ligne\nlinge\nlasso\nlassos\n")
        assert Jotto.of_lexicon(str(path)).secrets == ("LASSO", "LIGNE", "LINGE")

    def test_that_a_lexicon_does_not_have_are_missed(self, refused):
        with refused(WordError):
            Jotto.of_lexicon(TINY, 7)

    def test_that_are_not_among_the_guesses_are_added(self):
        game = Jotto(["LIGNE"], ["LINGE"])
        assert (game.guesses, game.added) == (("LIGNE", "LINGE"), 1)

    def test_may_be_as_long_as_there_are_numbers(self, refused):
        game = Jotto(["A" * 254, "B" * 254])
        assert game.matrix().rows.tolist() == [[255, 0], [0, 255]]
        with refused(WordError):
            Jotto(["A" * 255])
