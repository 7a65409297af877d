"""Jotto: letters shared, and a word told from its anagrams."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emi.errors import WordError
from emi.games.jotto import Jotto
from emi.lexicon.load import Lexicon
from search.model.limits import Stopped

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
SLOWLY = settings(max_examples=15 if INTERPRETED else 150, deadline=None)
TINY = Lexicon("tiny", ("ABBE", "AIDES", "BAIES", "BAL"), "unknown", "tiny")


@st.composite
def games(draw):
    length = draw(st.integers(1, 8))
    alphabet = draw(st.sampled_from(["AB", "ABC", "ABZ", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]))
    word = st.text(alphabet, min_size=length, max_size=length)
    words = draw(st.lists(word, min_size=1, max_size=12, unique=True))
    secrets = words[: draw(st.integers(1, len(words)))]
    return Jotto(secrets, draw(st.permutations(words)))


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
        assert told in game.answers

    def test_is_for_words_of_the_game(self):
        with pytest.raises(WordError, match="word 'LIGNES': expected 5 letters"):
            Jotto(["LIGNE"]).feedback("LIGNE", "LIGNES")


class TestTheMatrix:
    @SLOWLY
    @given(games())
    def test_agrees_with_the_rule(self, game):
        told = [
            [game.answers.index(game.feedback(guess, secret)) for secret in game.secrets]
            for guess in game.guesses
        ]
        assert game.matrix().rows.tolist() == told

    @SLOWLY
    @given(games())
    def test_own_names_the_guess_that_each_secret_is(self, game):
        assert [game.guesses[g] for g in game.matrix().own] == list(game.secrets)

    @SLOWLY
    @given(games())
    def test_needs_memory_once_if_it_is_its_own_transpose(self, game):
        matrix = game.matrix()
        assert matrix.columns.tolist() == matrix.rows.T.tolist()
        assert (matrix.columns is matrix.rows) == (game.guesses == game.secrets)
        copies = 1 if matrix.columns is matrix.rows else 2
        assert game.bytes_needed == copies * matrix.rows.nbytes

    @pytest.mark.skipif(INTERPRETED, reason="twenty-five million pairs")
    def test_of_the_french_list_has_7_feedbacks(self):
        assert Jotto.of_lexicon().matrix().classes == 7

    def test_is_given_up_if_the_watcher_says_stop(self):
        with pytest.raises(Stopped):
            Jotto(["LIGNE", "LINGE"]).matrix(lambda: False)


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

    def test_that_a_lexicon_does_not_have_are_missed(self):
        with pytest.raises(WordError) as caught:
            Jotto.of_lexicon(TINY, 7)
        assert str(caught.value) == (
            "jotto: lexicon tiny has no word of 7 letters, expected at least one"
        )

    @pytest.mark.parametrize(
        ("secrets", "guesses", "message"),
        [
            ([], None, "jotto: expected at least one secret"),
            (["LIGNE", "LIGNES"], None, "secret 'LIGNES': expected 5 letters A to Z"),
            (["LIGNE", "LIGNE"], None, "secret 'LIGNE': it is there twice, expected once"),
            (["LIGNE"], ["LINGE"], "secret 'LIGNE': expected every secret among the guesses"),
            (["A" * 255], None, "jotto: words of 255 letters, expected 254 or fewer"),
        ],
    )
    def test_that_make_no_game_are_refused(self, secrets, guesses, message):
        with pytest.raises(WordError) as caught:
            Jotto(secrets, guesses)
        assert str(caught.value) == message

    def test_may_be_as_long_as_there_are_numbers(self):
        game = Jotto(["A" * 254, "B" * 254])
        assert game.matrix().rows.tolist() == [[255, 0], [0, 255]]
