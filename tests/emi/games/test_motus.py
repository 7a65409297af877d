"""The game of Motus: its lists, its key, and a feedback matrix that agrees with the scalar rule."""

import os
import random
from itertools import product

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from emi.errors import CellError, EmiError, LexiconError, MemoryNeedError, WordError
from emi.games.cell import Cell
from emi.games.feedback import clue
from emi.games.motus import Motus
from emi.lexicon.load import Lexicon
from search.model.limits import Stopped

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
SLOWLY = settings(
    max_examples=15 if INTERPRETED else 150,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TINY = Lexicon("tiny", ("ABBE", "AIDE", "BAIE", "BAL"), "unknown", "tiny")


LENGTHS = st.integers(2, 8)


@st.composite
def games(draw, lengths=LENGTHS, most=12):
    """Draw a game: letters repeat, guesses are a superset of secrets in an order of their own."""
    length = draw(lengths)
    alphabet = draw(st.sampled_from(["AB", "ABC", "ABZ", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]))
    initial = draw(st.sampled_from(["", "A", "Z"]))
    tail = length - len(initial)
    words = draw(
        st.lists(
            st.text(alphabet, min_size=tail, max_size=tail), min_size=1, max_size=most, unique=True
        )
    )
    words = [initial + word for word in words]
    secrets = words[: draw(st.integers(1, len(words)))]
    return Motus(secrets, draw(st.permutations(words)))


def agrees(game):
    """Say whether each row of the matrix groups the secrets exactly as their clues do."""
    rows = game.matrix().rows
    assert rows.shape == (len(game.guesses), len(game.secrets))
    for guess, row in zip(game.guesses, rows.tolist(), strict=True):
        clues = [clue(guess, secret) for secret in game.secrets]
        pairs = set(zip(row, clues, strict=True))
        # A class for each clue and a clue for each class: the pairs are a bijection.
        if not len(pairs) == len(set(row)) == len(set(clues)):
            return False
    return True


def partition(row):
    """Return the classes of a row as a set of sets of places."""
    return {frozenset(np.flatnonzero(row == number).tolist()) for number in set(row.tolist())}


class TestTheMatrix:
    @SLOWLY
    @given(games())
    def test_puts_two_secrets_into_one_class_if_and_only_if_their_clues_are_equal(self, game):
        assert agrees(game)

    @settings(SLOWLY, max_examples=2 if INTERPRETED else 12)
    @given(games(lengths=st.integers(12, 15), most=6))
    def test_does_so_for_the_longest_words(self, game):
        assert agrees(game)

    def test_does_so_for_a_game_as_large_as_a_cell(self):
        draw = random.Random(20180040)
        many = 30 if INTERPRETED else 300
        words = sorted({"L" + "".join(draw.choices("AEILNRST", k=6)) for _ in range(many)})
        assert agrees(Motus(words[::2], words))

    def test_does_so_when_only_the_secrets_share_their_initial(self):
        # BA tells AB from AC by its first letter, which is no given one.
        assert agrees(Motus(["AB", "AC"], ["AB", "AC", "BA"]))

    @SLOWLY
    @given(games())
    def test_class_0_is_the_guess_itself_and_nothing_else(self, game):
        for guess, row in zip(game.guesses, game.matrix().rows, strict=True):
            assert [word for word, c in zip(game.secrets, row, strict=True) if c == 0] == [
                word for word in game.secrets if word == guess
            ]

    @SLOWLY
    @given(games())
    def test_own_names_the_guess_that_each_secret_is(self, game):
        own = game.matrix().own
        assert [game.guesses[g] for g in own] == list(game.secrets)

    @SLOWLY
    @given(games(lengths=st.integers(2, 6)), st.sampled_from("AZ"))
    def test_is_the_same_partition_with_and_without_a_given_initial(self, game, initial):
        # The initial that all words share is always well placed, also if it comes again later.
        longer = Motus([initial + w for w in game.secrets], [initial + w for w in game.guesses])
        for short, long in zip(game.matrix().rows, longer.matrix().rows, strict=True):
            assert partition(short) == partition(long)

    @SLOWLY
    @given(games(lengths=st.integers(2, 6)), st.sampled_from("AZ"))
    def test_clues_with_a_given_initial_are_the_clues_without_it_after_a_g(self, game, initial):
        for guess in game.guesses:
            for secret in game.secrets:
                assert clue(initial + guess, initial + secret) == "G" + clue(guess, secret)

    @pytest.mark.parametrize(
        "words",
        [["ABCDE", "BACDE"], ["ABCDEF", "ABCDFE"], ["ABCDEFG", "ABCDFEG"], ["A", "B"], ["A"]],
    )
    def test_is_of_the_bits_that_the_game_says(self, words):
        game = Motus(words)
        assert game.matrix().rows.dtype.itemsize == game.bits // 8
        assert agrees(game)

    def test_needs_the_bytes_that_the_game_says(self):
        game = Motus(["ABCDEF", "BACDEF"], ["ABCDEF", "BACDEF", "CABDEF"])
        matrix = game.matrix()
        assert game.bytes_needed == matrix.rows.nbytes + matrix.columns.nbytes == 24

    def test_has_no_more_secrets_than_16_bits_can_number(self):
        words = list(map("".join, product("ABCDEFGHIJKLMNOP", repeat=4)))
        with pytest.raises(MemoryNeedError) as caught:
            Motus(words, name="4").matrix()
        assert str(caught.value) == "4: 65,536 secrets, expected at most 65,535"

    def test_is_given_up_if_the_watcher_says_stop(self):
        with pytest.raises(Stopped):
            Motus(["ABBE", "AIDE"]).matrix(lambda: False)

    @pytest.mark.skipif(INTERPRETED, reason="sixteen million pairs")
    def test_asks_the_watcher_before_each_ten_million_pairs(self):
        asked = []

        def watch():
            asked.append(None)
            return True

        words = list(map("".join, product("ABCDEFGHIJKLMNOP", repeat=3)))[:4000]
        matrix = Motus(words).matrix(watch)
        assert matrix.rows.shape == (4000, 4000)
        assert len(asked) == 2


class TestTheLists:
    def test_the_guesses_are_the_secrets_unless_given(self):
        game = Motus(["ABBE", "AIDE"])
        assert game.guesses == game.secrets == ("ABBE", "AIDE")

    def test_keep_the_order_in_which_they_are_given(self):
        game = Motus(["BAIE", "ABBE"], ["AIDE", "BAIE", "ABBE"])
        assert game.secrets == ("BAIE", "ABBE")
        assert game.guesses == ("AIDE", "BAIE", "ABBE")

    @pytest.mark.parametrize(
        ("secrets", "guesses", "message"),
        [
            ([], None, "motus: expected at least one secret"),
            ([], ["ABBE"], "motus: expected at least one secret"),
            (["ABBE", "ABBEE"], None, "secret 'ABBEE': expected 4 letters A to Z"),
            (["ABBE", "abbe"], None, "secret 'abbe': expected 4 letters A to Z"),
            (["AB E"], None, "secret 'AB E': expected 4 letters A to Z"),
            (["ABB3"], None, "secret 'ABB3': expected 4 letters A to Z"),
            (["ÉTÉS"], None, "secret 'ÉTÉS': expected 4 letters A to Z"),
            (["ABBE"], ["ABBE", "AB"], "guess 'AB': expected 4 letters A to Z"),
            (["ABBE", "AIDE", "ABBE"], None, "secret 'ABBE': it is there twice, expected once"),
            (["ABBE"], ["ABBE", "AIDE", "AIDE"], "guess 'AIDE': it is there twice, expected once"),
            (
                ["BAIE", "ABBE", "AIDE"],
                ["AIDE"],
                "secret 'ABBE': expected every secret among the guesses",
            ),
            (["ABBE"], [], "secret 'ABBE': expected every secret among the guesses"),
        ],
    )
    def test_that_make_no_game_are_refused_with_the_word_and_what_was_expected(
        self, secrets, guesses, message
    ):
        with pytest.raises(WordError) as caught:
            Motus(secrets, guesses)
        assert str(caught.value) == message

    def test_an_error_is_a_value_error(self):
        assert issubclass(WordError, EmiError)
        assert issubclass(EmiError, ValueError)


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

    @pytest.mark.parametrize(
        ("cell", "message"),
        [
            ("C5", "cell C5: lexicon tiny has no word of 5 letters with initial C"),
            ("9", "cell 9: lexicon tiny has no word of 9 letters"),
        ],
    )
    def test_without_a_word_is_refused(self, cell, message):
        with pytest.raises(CellError) as caught:
            Motus.of_cell(cell, TINY)
        assert str(caught.value) == f"{message}, expected at least one"

    def test_that_is_not_written_as_one_is_refused(self):
        with pytest.raises(CellError, match="unknown cell '5C'"):
            Motus.of_cell("5C", TINY)

    def test_of_no_lexicon_is_refused(self):
        with pytest.raises(LexiconError, match="no lexicon named 'xx'"):
            Motus.of_cell("C5", "xx")


class TestTheKey:
    GAME = Motus(["ABBE", "AIDE"], ["ABBE", "AIDE", "BAIE"])

    def test_is_a_digest_in_hexadecimal(self):
        assert len(self.GAME.key) == 64
        assert set(self.GAME.key) <= set("0123456789abcdef")

    def test_does_not_depend_on_name_or_lexicon(self):
        again = Motus(self.GAME.secrets, self.GAME.guesses, name="other", lexicon=TINY)
        assert again.key == self.GAME.key

    @pytest.mark.parametrize(
        ("secrets", "guesses"),
        [
            (["ABBE"], ["ABBE", "AIDE", "BAIE"]),
            (["ABBE", "BAIE"], ["ABBE", "AIDE", "BAIE"]),
            (["AIDE", "ABBE"], ["ABBE", "AIDE", "BAIE"]),
            (["ABBE", "AIDE"], ["ABBE", "AIDE"]),
            (["ABBE", "AIDE"], ["ABBE", "AIDE", "BAIL"]),
            (["ABBE", "AIDE"], ["AIDE", "ABBE", "BAIE"]),
            (["ABBE", "AIDE", "BAIE"], ["ABBE", "AIDE", "BAIE"]),
        ],
    )
    def test_changes_with_secrets_and_guesses_and_their_order(self, secrets, guesses):
        assert Motus(secrets, guesses).key != self.GAME.key

    def test_changes_with_the_rule(self):
        class OtherRule(Motus):
            rule = "other"

        assert OtherRule(self.GAME.secrets, self.GAME.guesses).key != self.GAME.key


def test_the_feedback_is_the_scalar_rule():
    assert Motus(["LOGIQUE"]).feedback("LEGALES", "LOGIQUE") == "GYGBBBB"


def test_the_feedback_is_for_words_of_the_game():
    with pytest.raises(WordError, match="word 'LEGAL': expected 7 letters"):
        Motus(["LOGIQUE"]).feedback("LEGAL", "LOGIQUE")


def test_a_game_says_how_many_words_it_has():
    game = Motus(["ABBE"], ["ABBE", "AIDE"], name="A4")
    assert repr(game) == "<Motus A4: 1 secrets, 2 guesses>"
    assert game.length == 4


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
    assert game.feedback_each(words, secrets) == [clue(word, secret) for word, secret in drawn]
