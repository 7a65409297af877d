"""Numbers in words."""

import re
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from emi.reports.wording import plural, rounded, share, spans


def test_one_is_singular():
    assert [plural(1, noun) for noun in ("guess", "word")] == ["1 guess", "1 word"]
    assert [plural(7067, noun) for noun in ("guess", "strategy", "word")] == [
        "7,067 guesses", "7,067 strategies", "7,067 words",
    ]  # fmt: skip


def test_spans_join_consecutive_numbers():
    assert [spans(lengths) for lengths in ([], [5], [7, 5, 6, 9])] == ["", "5", "5-7, 9"]


class TestRounded:
    @given(total=st.integers(0, 10**9), words=st.integers(1, 10**6), places=st.integers(0, 9))
    def test_is_exact_and_half_to_even(self, total, words, places):
        mean = Fraction(total, words)
        shown = rounded(mean, places)
        assert re.fullmatch(r"\d+" + (rf"\.\d{{{places}}}" if places else ""), shown)
        exact = Context(prec=80).divide(Decimal(total), Decimal(words))
        # 80 digits approximate the fraction; for a half they are exact.
        assert Decimal(shown) == exact.quantize(
            Decimal(1).scaleb(-places), ROUND_HALF_EVEN, Context(prec=100)
        )

    def test_is_not_affected_by_floating_point(self):
        # The float 2.67445 is slightly smaller, so the half would be lost.
        assert rounded(Fraction(267445, 100000)) == "2.6744"
        assert rounded(Fraction(267455, 100000)) == "2.6746"
        assert rounded(Fraction(2674450000000000001, 10**18)) == "2.6745"


def test_only_exact_shares_are_written_as_0_or_100_percent():
    shares = [share(0, 7), share(1, 7), share(1, 10**6), share(10**6 - 1, 10**6), share(7, 7)]
    assert shares == ["0 %", "14.29 %", "< 0.01 %", "> 99.99 %", "100.00 %"]
