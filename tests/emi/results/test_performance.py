"""The results of a heuristic: what follows from the counts, and how they are put together."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from emi.results.performance import HeuristicResult, LengthResult, together

SUM = LengthResult("Sum", "possible", "lowest", 5, 3, (1, 4, 2, 1))


@given(
    counts=st.lists(st.integers(0, 1000), max_size=12).map(lambda counts: (*counts, 1)),
    allowed=st.integers(1, 15),
)
def test_a_length_agrees_with_a_count_word_by_word(counts, allowed):
    result = LengthResult("Sum", "", "", 5, allowed, counts)
    words = [tries for tries, count in enumerate(counts, 1) for _ in range(count)]
    assert result.secrets == len(words)
    assert result.total == sum(words)
    assert result.mean * len(words) == sum(words)
    assert result.fails == sum(tries > allowed for tries in words)
    assert result.worst == max(words)


def test_a_heuristic_adds_up_the_lengths(golden):
    six = LengthResult("Sum", "possible", "lowest", 6, 1, (2, 3))
    result = HeuristicResult((SUM, six))
    assert result.counts == (3, 7, 2, 1)
    assert (result.secrets, result.total, result.worst) == (13, 27, 4)
    assert result.mean == Fraction(27, 13)
    # Each length has its own limit: this is not the tail of the counts.
    assert result.fails == 1 + 3
    golden(result.name)
    unlimited = LengthResult("Bobo", "", "", 6, None, (1,))
    assert HeuristicResult((LengthResult("Bobo", "", "", 5, 5, (1,)), unlimited)).fails is None


def test_together_they_keep_the_order_of_first_appearance():
    found = together(
        LengthResult(name, "", "", length, 6, (1,))
        for name, length in zip("BABCA", [6, 7, 5, 5, 6], strict=True)
    )
    assert [(one.name, [each.length for each in one.lengths]) for one in found] == [
        ("B", [5, 6]),
        ("A", [6, 7]),
        ("C", [5]),
    ]


def test_together_they_keep_settings_apart():
    settings = [("possible", "lowest"), ("alphabetical", "lowest"), ("possible", "highest")]
    found = together(LengthResult("Sum", *setting, 5, 5, (1,)) for setting in settings)
    assert [(one.ties, one.direction) for one in found] == settings
