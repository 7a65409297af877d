"""The results of a heuristic: what follows from the counts, and what cannot be."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.playing.results import HeuristicResult, LengthResult, together

SUM = LengthResult("Sum", "possible", "lowest", 5, 3, (1, 4, 2, 1))
COUNTS = st.lists(st.integers(0, 1000), max_size=12).map(lambda counts: (*counts, 1))


class TestALength:
    def test_counts_words_tries_fails_and_the_worst(self) -> None:
        assert (SUM.words, SUM.total, SUM.fails, SUM.worst) == (8, 1 + 8 + 6 + 4, 1, 4)
        assert SUM.mean == Fraction(19, 8)

    @given(counts=COUNTS, allowed=st.integers(1, 15))
    def test_agrees_with_a_count_word_by_word(self, counts: tuple[int, ...], allowed: int) -> None:
        result = LengthResult("Sum", "", "", 5, allowed, counts)
        words = [tries for tries, count in enumerate(counts, 1) for _ in range(count)]
        assert result.words == len(words)
        assert result.total == sum(words)
        assert result.mean * len(words) == sum(words)
        assert result.fails == sum(tries > allowed for tries in words)
        assert result.worst == max(words)

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"heuristic": " "}, "heuristic must be a name, not ' '"),
            (
                {"ties": "first"},
                "ties must be possible, alphabetical, last, random or empty, not 'first'",
            ),
            ({"direction": "up"}, "direction must be lowest, highest or empty, not 'up'"),
            ({"length": 0}, "length must be at least 1, not 0"),
            ({"allowed": 0}, "allowed must be at least 1, not 0"),
            ({"counts": (1, -1, 2)}, "counts must be at least 0, not -1"),
            ({"counts": (1, 0)}, "counts must end with the words of the worst case, not with none"),
            ({"counts": ()}, "counts must end with the words of the worst case, not with none"),
        ],
    )
    def test_refuses_the_impossible(self, change: dict[str, Any], message: str) -> None:
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            LengthResult(**(vars(SUM) | change))


class TestAHeuristic:
    def test_adds_up_the_lengths(self) -> None:
        six = LengthResult("Sum", "possible", "lowest", 6, 1, (2, 3))
        result = HeuristicResult((SUM, six))
        assert result.counts == (3, 7, 2, 1)
        assert (result.words, result.total, result.worst) == (13, 27, 4)
        assert result.mean == Fraction(27, 13)
        # Each length has its own limit: this is not the tail of the counts.
        assert result.fails == 1 + 3

    def test_has_a_name(self) -> None:
        assert HeuristicResult((SUM,)).name == "Sum, possible, lowest"
        assert HeuristicResult((LengthResult("Bobo", "", "", 5, 5, (1,)),)).name == "Bobo"

    def test_needs_a_length(self) -> None:
        with pytest.raises(ValueError, match=r"^a result needs at least one length$"):
            HeuristicResult(())

    @pytest.mark.parametrize(
        "change", [{"heuristic": "Max"}, {"ties": ""}, {"direction": "highest"}]
    )
    def test_is_of_one_heuristic_in_one_setting(self, change: dict[str, Any]) -> None:
        other = LengthResult(**(vars(SUM) | {"length": 6} | change))
        with pytest.raises(ValueError, match=r"^a result must be of one heuristic with one tie-"):
            HeuristicResult((SUM, other))


class TestTogether:
    def test_keep_the_order_of_first_appearance(self) -> None:
        names = ["B", "A", "B", "C", "A"]
        lengths = [6, 7, 5, 5, 6]
        found = together(
            LengthResult(name, "", "", length, 6, (1,))
            for name, length in zip(names, lengths, strict=True)
        )
        assert [(one.heuristic, [each.length for each in one.lengths]) for one in found] == [
            ("B", [5, 6]),
            ("A", [6, 7]),
            ("C", [5]),
        ]

    def test_keep_settings_apart(self) -> None:
        settings = [("possible", "lowest"), ("alphabetical", "lowest"), ("possible", "highest")]
        found = together(LengthResult("Sum", *setting, 5, 5, (1,)) for setting in settings)
        assert [(one.ties, one.direction) for one in found] == settings

    def test_refuse_a_length_that_is_given_twice(self) -> None:
        with pytest.raises(
            ValueError, match=r"^Sum, possible, lowest is given 2 times for length 5$"
        ):
            together([SUM, SUM])

    def test_refuse_limits_that_differ(self) -> None:
        with pytest.raises(
            ValueError, match=r"^length 5 is given with 3 tries allowed and with 4$"
        ):
            together([SUM, LengthResult("Max", "", "", 5, 4, (1,))])

    def test_of_nothing_are_none(self) -> None:
        assert together([]) == []
