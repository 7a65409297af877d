"""Examples 1 to 4 and Tables 2 and 3 of the paper, on its dictionary of eight words.

Source: Chetcuti-Sperandio, Delorme and Lagrue, "On aggregate and comparison functions for
Motus/Lingo playing", ICGA Journal 40(3), 2018.
"""

from math import log2

import pytest

from emi.games.motus import Motus
from emi.playing.position import Position
from emi.reports.views.guesses import figure
from emi.search.heuristics.aggregates import AGGREGATES
from emi.search.heuristics.comparison import plain
from emi.search.heuristics.profiles import Profiles
from tests.emi.games.test_feedback import misplaced, well_placed

#: Section 3.1, Example 2, and again in Example 4.
DICTIONARY = [
    "LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES", "LOGIONS", "LOGIQUE",
]  # fmt: skip
#: The columns of Table 3.
COLUMNS = ("Sum", "Max", "Gini", "Entropy")


@pytest.fixture(scope="module")
def game():
    return Motus(DICTIONARY)


def table(position):
    """Return the table of a position in alphabetical order, as the paper prints it."""
    guesses = sorted(position.explain().guesses, key=lambda each: each.guess)
    return {
        each.guess: (*each.vector, *(figure(each.values[name]) for name in COLUMNS))
        for each in guesses
    }


def aggregates(sizes):
    """Return the figures of Table 3 for a guess that leaves classes of these sizes."""
    of = Profiles.of([sizes])
    return tuple(figure(plain(AGGREGATES[name](of))[0]) for name in COLUMNS)


def test_example_1_section_2_1(game):
    """LEGALES, LIVIDES, then LOGIQUE, which is the word to guess."""
    position = Position.towards(game, "LOGIQUE", ["LEGALES", "LIVIDES", "LOGIQUE"])
    assert [turn.feedback for turn in position.turns] == ["GYGBBBB", "GBBGBYB", "GGGGGGG"]
    assert position.found


def test_example_2_section_3_1():
    """BP(LEGALES, LOGIQUE) = {1, 3}, MP(LEGALES, LOGIQUE) = {2}, MP(LOGIQUE, LEGALES) = {7}."""
    assert well_placed("LEGALES", "LOGIQUE") == well_placed("LOGIQUE", "LEGALES") == {1, 3}
    assert misplaced("LEGALES", "LOGIQUE") == {2}
    assert misplaced("LOGIQUE", "LEGALES") == {7}


class TestExample3:
    """Section 3.2: Evil Motus chooses LOGIQUE, and changes the word twice."""

    @pytest.mark.parametrize(
        ("secret", "guesses", "clues", "possible"),
        [
            ("LOGIQUE", "LEGALES LIVIDES", "GYGBBBB GBBGBYB", "LOGIQUE"),
            ("LIGNINE", "LEGALES LIVIDES", "GYGBBBB GGBYBYB", "LIGNINE LIGNITE"),
            ("LIGNITE", "LEGALES LIVIDES LIGNINE", "GYGBBBB GGBYBYB GGGGGBG", "LIGNITE"),
        ],
    )
    def test_its_steps(self, game, secret, guesses, clues, possible):
        position = Position.towards(game, secret, guesses.split())
        assert [turn.feedback for turn in position.turns] == clues.split()
        assert position.possible == tuple(possible.split())


class TestExample4:
    """Section 4: after LEGALES and LIVIDES, LIGNINE and LIGNITE are possible."""

    @pytest.fixture
    def position(self, game):
        return Position(game, [("LEGALES", "GYGBBBB"), ("LIVIDES", "GGBYBYB")])

    def test_table_2(self, position):
        assert position.possible == ("LIGNINE", "LIGNITE")
        assert {word: row[:2] for word, row in table(position).items()} == {
            "LIGNIEZ": (2, 2),
            "LIGNINE": (1, 1),
            "LIGNITE": (1, 1),
            "LIGUIEZ": (2, 2),
            "LOGIONS": (1, 1),
            "LOGIQUE": (2, 2),
        }

    def test_sum_selects_lignine_of_the_three_that_are_tied(self, position):
        """Section 4.3: LIGNINE, LIGNITE and LOGIONS are tied, and LOGIONS is not possible."""
        explained = position.explain("Sum")
        assert [each.guess for each in explained.guesses[:3]] == ["LIGNINE", "LIGNITE", "LOGIONS"]
        assert explained.tied == 3


#: Section 4.1, Table 3: the vector for LIGNIEZ, LIGNINE, LIGNITE, LIGUIEZ, LOGIQUE; Sum, Max, Gini
#: and Entropy.
PRINTED = {
    "LIGNIEZ": ((1, 2, 2, 1, 1), ("7", "2", "0.17", "2.24")),
    "LIGNINE": ((1, 1, 1, 1, 1), ("5", "1", "0.00", "2.32")),
    "LIGNITE": ((1, 1, 1, 1, 1), ("5", "1", "0.00", "2.32")),
    "LIGUIEZ": ((1, 2, 2, 1, 1), ("7", "2", "0.17", "2.24")),
    "LIVIDES": ((2, 2, 2, 2, 1), ("9", "2", "0.09", "2.28")),
    "LOGIONS": ((2, 2, 2, 1, 1), ("8", "2", "0.15", "2.25")),
    "LOGIQUE": ((1, 2, 2, 1, 1), ("7", "2", "0.17", "2.24")),
}


class TestTable3AsPrinted:
    """Its five columns are not what the rules give after LEGALES, but most follows from them."""

    @pytest.fixture
    def vectors(self):
        """Return the vectors by the rules, if the five words of its columns were possible."""
        words = ["LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LOGIQUE"]
        guesses = Position(Motus(words, DICTIONARY)).explain().guesses
        return {each.guess: each.vector for each in guesses}

    def test_all_vectors_follow_from_its_columns_but_for_one_cell(self, vectors):
        different = [
            (word, at, vectors[word][at], printed[at])
            for word, (printed, _) in PRINTED.items()
            for at in range(5)
            if vectors[word][at] != printed[at]
        ]
        # In the column of LIGNINE.
        assert different == [("LOGIONS", 1, 1, 2)]

    @pytest.mark.parametrize("word", PRINTED)
    def test_the_aggregates_follow_from_the_vector_as_printed(self, word):
        """By the formulas of section 4.1, with logarithms in base 2."""
        vector, printed = PRINTED[word]
        a, n = sorted(vector), len(vector)
        gini = 2 * sum(i * x for i, x in enumerate(a, 1)) / (n * sum(a)) - (n + 1) / n
        entropy = -sum(x / sum(a) * log2(x / sum(a)) for x in a)
        assert (str(sum(a)), str(max(a)), f"{gini:.2f}", f"{entropy:.2f}") == printed

    @pytest.mark.parametrize("word", [word for word in PRINTED if word != "LOGIONS"])
    def test_they_follow_from_the_sizes_of_the_classes(self, word):
        vector, printed = PRINTED[word]
        assert aggregates([t for t in set(vector) for _ in range(vector.count(t) // t)]) == printed

    def test_the_vector_of_logions_is_no_partition(self):
        # Three words cannot each lie in a class of two.
        assert PRINTED["LOGIONS"][0].count(2) == 3

    def test_logions_has_other_aggregates_once_its_cell_is_corrected(self, vectors):
        assert vectors["LOGIONS"] == (2, 1, 2, 1, 1)
        assert aggregates([2, 1, 1, 1]) == ("7", "2", "0.17", "2.24")


class TestTable3ByTheRules:
    """After LEGALES three words are possible: LIGNIEZ and LIGUIEZ have their E in 6th place."""

    @pytest.fixture
    def position(self, game):
        return Position.towards(game, "LOGIQUE", ["LEGALES"])

    def test_does_not_have_the_columns_of_the_words_in_iez(self, game):
        clues = {word: game.feedback("LEGALES", word) for word in ("LIGNIEZ", "LIGUIEZ", "LOGIQUE")}
        assert clues == {"LIGNIEZ": "GBGBBGB", "LIGUIEZ": "GBGBBGB", "LOGIQUE": "GYGBBBB"}

    def test_its_rows(self, position):
        assert position.possible == ("LIGNINE", "LIGNITE", "LOGIQUE")
        apart, alike = (1, 1, 1, "3", "1", "0.00", "1.58"), (2, 2, 1, "5", "2", "0.13", "1.52")
        assert table(position) == {
            "LIGNIEZ": alike,
            "LIGNINE": apart,
            "LIGNITE": apart,
            "LIGUIEZ": alike,
            "LIVIDES": alike,
            "LOGIONS": apart,
            "LOGIQUE": alike,
        }
