"""The rule of Motus, held against the paper and against vectors worked out by hand.

The paper is Chetcuti-Sperandio, Delorme and Lagrue, "On aggregate and comparison functions for
Motus/Lingo playing", ICGA Journal 40(3), 2018.
"""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.games.feedback import letter_marks

# Few letters, so that they repeat.
PAIRS = st.integers(1, 9).flatmap(
    lambda n: st.tuples(*[st.text("ABC", min_size=n, max_size=n)] * 2)
)


def well_placed(word, secret):
    """Return BP(word, secret) of section 3.1: the places, from 1, with the same letter in both."""
    return {i for i, (a, b) in enumerate(zip(word, secret, strict=True), 1) if a == b}


def misplaced(word, secret):
    """Return MP(word, secret): the places of ``word`` whose letter is elsewhere in ``secret``.

    Of these sets the lexicographically least.
    """
    placed = well_placed(word, secret)
    unused = [b for j, b in enumerate(secret, 1) if j not in placed]
    found = set()
    for i, a in enumerate(word, 1):
        if i not in placed and a in unused:
            unused.remove(a)
            found.add(i)
    return found


class TestThePaper:
    @pytest.mark.parametrize(
        ("word", "secret", "expected"),
        [
            # Section 2.1: L and G are correctly placed; only the first E is incorrectly placed, for
            # LOGIQUE has one E; "the other letters (A, L and S as well as the second occurrence of
            # the letter E) are considered to be missing".
            ("LEGALES", "LOGIQUE", "GYGBBBB"),
            # "The letters in the first and the fourth positions are correctly placed, the letter E
            # in the sixth position is incorrectly placed"; the I in the second is not, "since
            # another occurrence of the letter has already been indicated as correctly placed".
            ("LIVIDES", "LOGIQUE", "GBBGBYB"),
            ("LOGIQUE", "LOGIQUE", "GGGGGGG"),
            # Section 3.2: of LIVIDES "the first two letters are correctly placed, while the second
            # I and the E are incorrectly placed"; what it said of LEGALES stays true.
            ("LIVIDES", "LIGNINE", "GGBYBYB"),
            ("LIVIDES", "LIGNITE", "GGBYBYB"),
            ("LEGALES", "LIGNINE", "GYGBBBB"),
            # "All the letters are correctly placed, except the penultimate one (the letter N) which
            # is not present in the word": the third N of LIGNINE finds the N of LIGNITE taken.
            ("LIGNINE", "LIGNITE", "GGGGGBG"),
        ],
    )
    def test_examples_1_and_3(self, word, secret, expected):
        assert letter_marks(word, secret) == expected

    def test_example_2_poss_holds_the_words_that_give_the_same_clue(self):
        # The dictionary of Section 3.1 after LEGALES, as Example 3 goes on to use it.
        others = ["LEGALES", "LIGNIEZ", "LIGUIEZ", "LIVIDES", "LOGIONS"]
        assert {letter_marks("LEGALES", w) for w in ("LIGNINE", "LIGNITE", "LOGIQUE")} == {
            "GYGBBBB"
        }
        assert "GYGBBBB" not in {letter_marks("LEGALES", w) for w in others}


@pytest.mark.parametrize(
    ("word", "secret", "expected"),
    [
        # One in the secret, several in the guess: the leftmost that is not well placed.
        ("AABB", "BCCC", "BBYB"),
        ("AAB", "BCA", "YBY"),
        # The well placed one uses the letter up, though it stands to the right.
        ("AAB", "CAC", "BGB"),
        ("AAAB", "CCAC", "BBGB"),
        # Two in the secret, one of them answered for by a well placed letter.
        ("AABA", "ACCA", "GBBG"),
        ("AAAB", "ABBA", "GYBY"),
        ("ABAA", "CAAC", "YBGB"),
        # Several in the secret, one in the guess: one mark.
        ("ABCD", "EAAA", "YBBB"),
        ("SPEED", "ABIDE", "BBYBY"),
        ("SPEED", "ERASE", "YBYYB"),
        ("SPEED", "STEAL", "GBGBB"),
        ("SPEED", "CREPE", "BYGYB"),
        # All letters shared, none in its place; and an exchange of two.
        ("ABC", "BCA", "YYY"),
        ("ABBA", "BAAB", "YYYY"),
        ("ABAB", "BBAA", "YGGY"),
        # Nothing shared, one letter.
        ("ABC", "DEF", "BBB"),
        ("A", "A", "G"),
        ("A", "B", "B"),
    ],
)
def test_a_letter_of_the_secret_answers_for_one_letter_of_the_word(word, secret, expected):
    assert letter_marks(word, secret) == expected


@given(PAIRS)
def test_a_letter_is_marked_as_often_as_both_words_hold_it(pair):
    word, secret = pair
    marked = Counter(a for a, m in zip(word, letter_marks(*pair), strict=True) if m != "B")
    assert marked == Counter(word) & Counter(secret)


@given(PAIRS)
def test_of_a_repeated_letter_no_mark_is_to_the_right_of_a_missing_one(pair):
    word, secret = pair
    marks = [(a, m) for a, m in zip(word, letter_marks(word, secret), strict=True) if m != "G"]
    for a in set(word):
        assert "BY" not in "".join(m for b, m in marks if b == a)


@given(PAIRS)
def test_the_clue_says_what_the_two_sets_of_the_paper_say(pair):
    marks = letter_marks(*pair)
    assert {i for i, m in enumerate(marks, 1) if m == "G"} == well_placed(*pair)
    assert {i for i, m in enumerate(marks, 1) if m == "Y"} == misplaced(*pair)
    assert len(marks) == len(pair[0])
    assert set(marks) <= set("GYB")


@given(PAIRS)
def test_only_the_word_itself_is_well_placed_throughout(pair):
    word, secret = pair
    assert letter_marks(word, word) == "G" * len(word)
    assert (set(letter_marks(word, secret)) == {"G"}) == (word == secret)


def test_words_of_different_length_have_no_clue():
    with pytest.raises(ValueError, match=r"shorter|longer|length|letters"):
        letter_marks("ABBE", "ABB")
