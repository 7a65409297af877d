"""How a method fared: what follows from the counts, and what cannot be."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.methods.outcome import Outcome, Summary, labels, rounded, summaries

SUM = Outcome("Sum", "possible", "lowest", 5, 3, (1, 4, 2, 1))
COUNTS = st.lists(st.integers(0, 1000), max_size=12).map(lambda counts: (*counts, 1))


class TestOutcome:
    def test_counts_words_tries_fails_and_the_worst(self) -> None:
        assert (SUM.words, SUM.total, SUM.fails, SUM.worst) == (8, 1 + 8 + 6 + 4, 1, 4)
        assert SUM.mean == Fraction(19, 8)

    @given(counts=COUNTS, allowed=st.integers(1, 15))
    def test_agrees_with_a_count_word_by_word(self, counts: tuple[int, ...], allowed: int) -> None:
        outcome = Outcome("Sum", "", "", 5, allowed, counts)
        words = [tries for tries, count in enumerate(counts, 1) for _ in range(count)]
        assert outcome.words == len(words)
        assert outcome.total == sum(words)
        assert outcome.mean * len(words) == sum(words)
        assert outcome.fails == sum(tries > allowed for tries in words)
        assert outcome.worst == max(words)

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"method": " "}, "method must be a name, not ' '"),
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
            Outcome(**(vars(SUM) | change))


class TestSummary:
    def test_adds_up_the_lengths(self) -> None:
        six = Outcome("Sum", "possible", "lowest", 6, 1, (2, 3))
        summary = Summary((SUM, six))
        assert summary.counts == (3, 7, 2, 1)
        assert (summary.words, summary.total, summary.worst) == (13, 27, 4)
        assert summary.mean == Fraction(27, 13)
        # Each length has its own limit: this is not the tail of the counts.
        assert summary.fails == 1 + 3

    def test_has_a_name(self) -> None:
        assert Summary((SUM,)).name == "Sum, possible, lowest"
        assert Summary((Outcome("Bobo", "", "", 5, 5, (1,)),)).name == "Bobo"

    def test_needs_an_outcome(self) -> None:
        with pytest.raises(ValueError, match=r"^a summary needs at least one outcome$"):
            Summary(())

    @pytest.mark.parametrize("change", [{"method": "Max"}, {"ties": ""}, {"direction": "highest"}])
    def test_is_of_one_method_in_one_setting(self, change: dict[str, Any]) -> None:
        other = Outcome(**(vars(SUM) | {"length": 6} | change))
        with pytest.raises(ValueError, match=r"^a summary must be of one method with one tie-"):
            Summary((SUM, other))


class TestSummaries:
    def test_keep_the_order_of_first_appearance(self) -> None:
        names = ["B", "A", "B", "C", "A"]
        lengths = [6, 7, 5, 5, 6]
        found = summaries(
            Outcome(name, "", "", length, 6, (1,))
            for name, length in zip(names, lengths, strict=True)
        )
        assert [(one.method, [each.length for each in one.outcomes]) for one in found] == [
            ("B", [5, 6]),
            ("A", [6, 7]),
            ("C", [5]),
        ]

    def test_keep_settings_apart(self) -> None:
        settings = [("possible", "lowest"), ("alphabetical", "lowest"), ("possible", "highest")]
        found = summaries(Outcome("Sum", *setting, 5, 5, (1,)) for setting in settings)
        assert [(one.ties, one.direction) for one in found] == settings

    def test_refuse_a_length_that_is_given_twice(self) -> None:
        with pytest.raises(
            ValueError, match=r"^Sum, possible, lowest is given 2 times for length 5$"
        ):
            summaries([SUM, SUM])

    def test_refuse_limits_that_differ(self) -> None:
        with pytest.raises(
            ValueError, match=r"^length 5 is given with 3 tries allowed and with 4$"
        ):
            summaries([SUM, Outcome("Max", "", "", 5, 4, (1,))])

    def test_of_nothing_are_none(self) -> None:
        assert summaries([]) == []


class TestLabels:
    @pytest.mark.parametrize(
        ("settings", "expected"),
        [
            ([("possible", "lowest")], ["Sum"]),
            (
                [("possible", "lowest"), ("possible", "highest")],
                ["Sum, lowest", "Sum, highest"],
            ),
            (
                [("possible", "lowest"), ("alphabetical", "highest")],
                ["Sum, possible, lowest", "Sum, alphabetical, highest"],
            ),
        ],
    )
    def test_say_what_tells_the_rows_apart(
        self, settings: list[tuple[str, str]], expected: list[str]
    ) -> None:
        found = summaries(Outcome("Sum", *setting, 5, 5, (1,)) for setting in settings)
        assert labels(found) == expected

    @given(
        st.lists(
            st.tuples(
                st.sampled_from(["Sum", "Max"]),
                st.sampled_from(["possible", "alphabetical", "random", ""]),
                st.sampled_from(["lowest", "highest", ""]),
            ),
            unique=True,
        )
    )
    def test_are_all_different_where_settings_are_said(
        self, rows: list[tuple[str, str, str]]
    ) -> None:
        found = labels(summaries(Outcome(*row, 5, 5, (1,)) for row in rows))
        assert len(set(found)) == len(rows)


class TestRounded:
    @given(total=st.integers(0, 10**9), words=st.integers(1, 10**6), places=st.integers(0, 9))
    def test_is_exact_and_half_to_even(self, total: int, words: int, places: int) -> None:
        mean = Fraction(total, words)
        shown = rounded(mean, places)
        assert re.fullmatch(r"\d+" + (rf"\.\d{{{places}}}" if places else ""), shown)
        exact = Context(prec=80).divide(Decimal(total), Decimal(words))
        # 80 digits stand for the fraction, but for a half they are exact.
        assert Decimal(shown) == exact.quantize(
            Decimal(1).scaleb(-places), ROUND_HALF_EVEN, Context(prec=100)
        )

    def test_is_not_misled_by_floating_point(self) -> None:
        # 2.67445 as a float lies below, and would lose its half.
        assert rounded(Fraction(267445, 100000)) == "2.6744"
        assert rounded(Fraction(267455, 100000)) == "2.6746"
        assert rounded(Fraction(2674450000000000001, 10**18)) == "2.6745"
