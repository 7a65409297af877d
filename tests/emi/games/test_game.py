"""A game is its lists and one rule; everything else follows."""

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.errors import EmiError, GameError
from emi.games.game import Game
from emi.games.jotto import Jotto
from emi.games.mastermind import Mastermind
from emi.games.moo import Moo
from emi.games.motus import Motus
from emi.games.wordle import Wordle
from emi.solving import solve
from search.model.limits import Stopped
from tests import oracle

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


class Hamming(Game):
    """Tells in how many places two codes are alike, also for a guess that is right."""

    rule = "hamming"

    def feedback(self, guess, secret):
        return str(sum(a == b for a, b in zip(guess, secret, strict=True)))


class Silent(Game):
    """Tells nothing, also when the guess is right."""

    rule = "silent"
    bits = 8

    def feedback(self, _guess, _secret):
        return ""


class Echo(Game):
    """Tells everything."""

    rule = "echo"
    bits = 8

    def feedback(self, guess, secret):
        return f"{guess} {secret}"


@st.composite
def hammings(draw):
    codes = draw(st.lists(st.text("01é", min_size=3, max_size=3), min_size=1, unique=True))
    secrets = codes[: draw(st.integers(1, len(codes)))]
    return Hamming(secrets, draw(st.permutations(codes)))


class TestTheMatrix:
    @given(hammings())
    def test_puts_two_secrets_into_one_class_if_and_only_if_their_feedback_is_equal(self, game):
        for guess, row in zip(game.guesses, game.matrix().rows.tolist(), strict=True):
            pairs = {
                (number, secret == guess or game.feedback(guess, secret))
                for number, secret in zip(row, game.secrets, strict=True)
            }
            assert len(pairs) == len(set(row)) == len({told for _, told in pairs})

    @given(hammings())
    def test_has_one_number_for_a_feedback_in_all_rows(self, game):
        numbers = {}
        for guess, row in zip(game.guesses, game.matrix().rows.tolist(), strict=True):
            for number, secret in zip(row, game.secrets, strict=True):
                told = secret == guess or game.feedback(guess, secret)
                assert numbers.setdefault(told, number) == number
        assert set(numbers.values()) | {0} == set(range(len(set(numbers) | {True})))

    @given(hammings())
    def test_own_names_the_guess_that_each_secret_is(self, game):
        assert [game.guesses[g] for g in game.matrix().own] == list(game.secrets)

    def test_a_guess_that_is_right_is_a_class_of_its_own_even_if_nothing_is_told(self):
        assert Silent("abc").matrix().rows.tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]

    @pytest.mark.parametrize(("game", "dtype"), [(Silent("ab"), np.uint8), (Hamming("ab"), "u2")])
    def test_is_of_the_bits_and_bytes_that_the_game_says(self, game, dtype):
        matrix = game.matrix()
        assert matrix.rows.dtype == dtype
        assert game.bytes_needed == matrix.rows.nbytes + matrix.columns.nbytes

    def test_has_no_more_feedbacks_than_its_bits_can_number(self):
        codes = [str(n) for n in range(16)]
        assert Echo(codes, name="small").matrix().classes == 241
        with pytest.raises(GameError) as caught:
            Echo([*codes, "16"], name="large").matrix()
        assert str(caught.value) == (
            "large: more than 255 different feedbacks, expected as many as 8 bits can number"
        )

    def test_is_given_up_if_the_watcher_says_stop(self):
        with pytest.raises(Stopped):
            Hamming(["00", "01"]).matrix(lambda: False)

    def test_asks_the_watcher_before_each_fifty_thousand_pairs(self):
        asked = []

        def watch():
            asked.append(None)
            return True

        Silent([str(n) for n in range(300)]).matrix(watch)
        assert len(asked) == 2


class TestTheLists:
    def test_the_guesses_are_the_secrets_unless_given(self):
        game = Hamming(code for code in ("10", "01"))
        assert game.guesses == game.secrets == ("10", "01")

    def test_keep_the_order_in_which_they_are_given(self):
        game = Hamming(["10", "01"], ["11", "10", "01"])
        assert (game.secrets, game.guesses) == (("10", "01"), ("11", "10", "01"))

    @pytest.mark.parametrize(
        ("secrets", "guesses", "message"),
        [
            ([], None, "hamming: expected at least one secret"),
            ([], ["10"], "hamming: expected at least one secret"),
            (["10", ""], None, "secret '': expected one line of text, and not empty"),
            (["10"], ["10", "1\n"], "guess '1\\n': expected one line of text, and not empty"),
            (["10", "01", "10"], None, "secret '10': it is there twice, expected once"),
            (["10"], ["10", "01", "01"], "guess '01': it is there twice, expected once"),
            (["11", "01"], ["10"], "secret '01': expected every secret among the guesses"),
            (["01"], [], "secret '01': expected every secret among the guesses"),
        ],
    )
    def test_that_make_no_game_are_refused_with_the_code_and_what_was_expected(
        self, secrets, guesses, message
    ):
        with pytest.raises(GameError) as caught:
            Hamming(secrets, guesses)
        assert str(caught.value) == message

    def test_an_error_is_one_that_a_user_causes(self):
        assert issubclass(GameError, EmiError)


class TestTheKey:
    GAME = Hamming(["10", "01"], ["10", "01", "é1"])

    def test_is_a_digest_in_hexadecimal(self):
        assert len(self.GAME.key) == 64
        assert set(self.GAME.key) <= set("0123456789abcdef")

    def test_does_not_depend_on_the_name(self):
        assert Hamming(self.GAME.secrets, self.GAME.guesses, name="x").key == self.GAME.key

    def test_changes_with_the_rule_and_the_lists(self):
        lists = self.GAME.secrets, self.GAME.guesses
        others = [Silent(*lists), Hamming(lists[0]), Hamming(lists[1]), Hamming(lists[1], lists[1])]
        assert len({self.GAME.key, *(game.key for game in others)}) == 4

    def test_of_a_word_list_is_what_it_was_when_motus_was_the_only_game(self):
        # What is kept on disk of a cell is found again.
        assert Motus(["ABBE", "AIDE"], ["ABBE", "AIDE", "BAIE"]).key == (
            "837b09a35f5e2d47cf8a9c34341f2c7e8a1e515e8989e6aeded9efdd68070a6f"
        )


def test_a_game_has_the_name_of_its_rule_unless_it_is_given_one():
    assert (Hamming("ab").name, Hamming("ab", name="two").name) == ("hamming", "two")


def test_a_game_says_how_many_codes_it_has():
    game = Hamming(["10"], ["10", "01"], name="two")
    assert repr(game) == "<Hamming two: 1 secrets, 2 guesses>"
    assert game.length == 2


@pytest.mark.skipif(INTERPRETED, reason="several searches")
@pytest.mark.parametrize(
    "game",
    [
        Hamming(["000", "001", "010", "100", "111"], ["000", "001", "010", "100", "111", "011"]),
        Silent("abcd"),
        Echo("abcd"),
        Mastermind(2, 4),
        Mastermind(3, 2),
        Moo(2, 5),
        Moo(3, 3),
        Jotto(["LIGNE", "LINGE", "SINGE", "SIGNE", "NEIGE", "GENIE", "LASSO"]),
        Wordle(["LIGNE", "LINGE", "SIGNE"], ["LIGNE", "LASSO", "LINGE", "SIGNE"]),
    ],
    ids=lambda game: game.name,
)
def test_every_game_is_solved_as_by_the_definition(game):
    told = [
        [secret == guess or game.feedback(guess, secret) for secret in game.secrets]
        for guess in game.guesses
    ]
    own = [game.guesses.index(secret) for secret in game.secrets]
    value = oracle.worst_case(told, range(len(game.secrets)), own)
    bounds = solve(game).bounds
    assert (bounds.lower, bounds.upper) == (value, value)
