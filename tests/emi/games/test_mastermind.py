"""Mastermind and Logik: their codes, their rule, and matrices that agree with it."""

from collections import Counter

import numpy as np
import pytest

from emi.errors import GameError, MemoryNeedError
from emi.games.mastermind import Logik, Mastermind
from tests.emi.games.test_game import INTERPRETED, Pegs

# Heeffer and Heeffer, "Near-optimal strategies for the game of Logik", Table 2: how many codes are
# left after each first guess, by return code. The headings printed over it are garbled; their
# Table 3 has them right.
TABLE_2 = """
code bbbbb bbbbc bbbcc bbbcg bbccg bbcgr bcgry
 0   16807  7776  7776  3125  3125  1024   243
 1       0  7926  6480  7960  7105  5196  2625
 2   12005  7585  6480  4467  3796  2387  1280
 3       0  1105  2196  4890  4962  7051  7070
 4       0  3912  4548  5436  5504  5432  4880
 5    3430  2668  2287  2014  1796  1523  1250
 6       0     0   336   796  1450  3095  5610
 7       0   508   902  1892  2400  3510  4680
 8       0   684  1026  1179  1344  1497  1650
 9     490   438   412   399   386   373   360
10       0     0    19    36   161   429  1215
11       0     0    72   204   296   652  1120
12       0    78   117   231   282   396   510
13       0    48    72    84    96   108   120
14      35    35    35    35    35    35    35
15       0     0     0     0     4    12    44
16       0     0     3     6     9    24    45
17       0     0     0     6     8    14    20
18       0     4     6     7     8     9    10
19       1     1     1     1     1     1     1
"""

# Their Table 1: the return code for each number of black and white markers.
TABLE_1 = """
0b0w 0b1w 1b0w 0b2w 1b1w 2b0w 0b3w 1b2w 2b1w 3b0w
0b4w 1b3w 2b2w 3b1w 4b0w 0b5w 1b4w 2b3w 3b2w 5b0w
"""


def agrees(game):
    """Say whether the matrix holds the number of the feedback in each place."""
    told = [
        [game.feedbacks.index(game.feedback(guess, secret)) for secret in game.secrets]
        for guess in game.guesses
    ]
    return game.matrix().rows.tolist() == told


@pytest.fixture(scope="module")
def logik():
    return Logik()


class TestTheRule:
    @pytest.mark.parametrize(
        ("guess", "secret", "told"),
        [
            ("1111", "1111", "4b0w"),
            ("1122", "2211", "0b4w"),
            ("1122", "1222", "3b0w"),
            ("1122", "2142", "2b1w"),
            ("1123", "1132", "2b2w"),
            ("1112", "2221", "0b2w"),
            ("1234", "5666", "0b0w"),
        ],
    )
    def test_counts_pegs_in_their_place_and_pegs_elsewhere_each_once(self, guess, secret, told):
        assert Mastermind(4, 6).feedback(guess, secret) == told

    def test_is_for_codes_of_the_game(self, refused):
        for codes in (("111", "1111"), ("1111", "11111")):
            with refused(GameError):
                Mastermind(4, 6).feedback(*codes)


class TestTheMatrix:
    @pytest.mark.parametrize(
        "size",
        [
            *[(1, 1), (1, 5), (5, 1), (2, 3), (3, 3), (4, 2), (21, 1)],
            pytest.param((7, 2), marks=pytest.mark.skipif(INTERPRETED, reason="many pairs")),
        ],
    )
    def test_agrees_with_the_rule_for_all_codes_of_small_games(self, size):
        assert agrees(Mastermind(*size))

    def test_does_so_for_the_most_pegs_that_it_has_numbers_for(self):
        # All numbers that occur in a row: one place more changes colour from code to code.
        codes = ["".join("ba"[i < n] for i in range(21)) for n in range(22)]
        assert agrees(Pegs([*codes, "ab" * 10 + "a", "ba" * 10 + "a"]))
        assert len(Pegs(codes).feedbacks) == 252

    @pytest.mark.skipif(INTERPRETED, reason="two million pairs")
    def test_of_four_by_six_has_14_feedbacks(self):
        game = Mastermind(4, 6)
        matrix = game.matrix()
        assert (matrix.guesses, matrix.secrets, matrix.classes) == (1296, 1296, 14)
        assert len(np.unique(matrix.rows)) == len(game.feedbacks) == 14
        assert set(np.diag(matrix.rows)) == {13}
        assert game.feedbacks[13] == "4b0w"


class TestTheCodes:
    def test_are_in_numerical_order(self):
        game = Mastermind(4, 6)
        assert len(game.secrets) == 1296
        assert game.secrets[:3] == ("1111", "1112", "1113")
        assert list(game.secrets) == sorted(game.secrets)
        assert game.guesses == game.secrets

    def test_may_be_of_another_alphabet_in_its_own_order(self):
        assert Mastermind(2, 2, "wbr").secrets == ("ww", "wb", "bw", "bb")
        assert "".join(Mastermind(1, 35).secrets) == "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

    def test_the_game_is_named_by_its_size_unless_it_is_given_a_name(self):
        assert Mastermind(2, 3).name == "mastermind:2x3"
        assert Mastermind(2, 3, name="small").name == "small"

    @pytest.mark.parametrize(
        "arguments",
        [
            (0, 6),
            ("2", 3),
            (2, 2.5),
            (22, 1),
            (10**9, 6),
            (4, 0),
            (4, 36),
            (4, 3, "aba"),
            (4, 3, "ab"),
        ],
    )
    def test_that_there_are_none_of_is_said_in_one_line(self, arguments, refused):
        with refused(GameError):
            Mastermind(*arguments)

    @pytest.mark.parametrize("size", [(8, 10), (21, 35)])
    def test_that_are_too_many_are_never_made(self, size):
        said = r"mastermind:.* needs .* GiB of memory, .* available"
        with pytest.raises(MemoryNeedError, match=said):
            Mastermind(*size)


class TestLogik:
    def test_is_five_pegs_of_eight_colours_under_their_letters(self, logik):
        assert logik.name == "logik"
        assert len(logik.secrets) == 32768
        assert logik.secrets[:9:8] == ("bbbbb", "bbbcb")
        assert logik.secrets[-1] == "wwwww"
        assert logik.bytes_needed == 1 << 30

    def test_numbers_its_feedbacks_as_table_1_does(self, logik):
        assert logik.feedbacks == tuple(TABLE_1.split())

    @pytest.mark.parametrize("column", range(7))
    def test_leaves_as_many_codes_after_the_first_guess_as_table_2_says(self, logik, column):
        head, *lines = [line.split()[1:] for line in TABLE_2.strip().splitlines()]
        left = Counter(logik.feedback(head[column], secret) for secret in logik.secrets)
        assert [left[told] for told in logik.feedbacks] == [int(line[column]) for line in lines]
