"""What is published, held against what is computed."""

from decimal import Decimal
from fractions import Fraction

import pytest

from emi.reports.views.published import told
from emi.results.performance import HeuristicResult, LengthResult, together
from emi.results.published import Figures, PublishedEmi, PublishedHeuristics
from tests.reports.samples import PAPER, RESULTS, solved


def result(*counts, allowed=3):
    return HeuristicResult((LengthResult("Sum", "possible", "lowest", 5, allowed, counts),))


@pytest.mark.parametrize(
    ("length", "lower", "upper", "differs"),
    [
        *((5, 5, 5, False), (5, 4, 4, True), (5, 6, 6, True), (5, 3, 4, True)),
        *((5, 4, 5, None), (5, 5, 6, None), (6, 4, 4, None)),
    ],
)
def test_an_emi_differs_outside_its_bounds(length, lower, upper, differs):
    paper = PublishedEmi({("A", 5): 5}, "paper.csv")
    assert paper.differs(solved(f"A{length}", lower, upper)) is differs


def test_spaces_and_capitals_make_no_difference():
    figures = Figures(None, 53, 8)
    paper = PublishedHeuristics({"Sum Gini": figures}, "paper.csv")
    assert paper.of("SumGini") is paper.of("sumgini") is figures
    assert paper.of("Sum") is None


class TestApart:
    @pytest.mark.parametrize(
        ("average", "apart"), [("2.1429", 0), ("2.143", 0), ("2", 0), ("2.1428", 1), ("2.2", 1000)]
    )
    def test_an_average_is_compared_as_it_is_printed(self, average, apart):
        figures = Figures(Decimal(average), None, None)
        assert figures.gaps(result(1, 4, 2)) == (Fraction(apart, 10_000), None, None)

    def test_the_others_must_be_equal(self):
        computed = result(1, 4, 2, 1)
        assert Figures(None, 1, 4).gaps(computed) == (None, 0, 0)
        assert Figures(None, 2, 7).gaps(computed) == (None, 1, 3)

    @pytest.mark.parametrize(
        ("figures", "differs"),
        [
            (Figures(None, None, None), None),
            (Figures(None, 1, None), False),
            (Figures(None, 1, 5), True),
        ],
    )
    def test_one_figure_is_enough_to_differ(self, figures, differs):
        paper = PublishedHeuristics({"Sum": figures}, "paper.csv")
        assert paper.differs(result(1, 4, 2, 1)) is differs

    def test_nothing_differs_where_nothing_is_published(self):
        assert PublishedHeuristics({}, "paper.csv").differs(result(1)) is None


class TestFindings:
    @staticmethod
    def told(*rows, paper):
        lengths = [
            LengthResult("Sum", ties, direction, 5, 3, counts) for ties, direction, counts in rows
        ]
        return [
            told(each)
            for each in PublishedHeuristics({"Sum": paper}, "paper.csv").findings(together(lengths))
            if not each.agrees
        ]

    def test_say_nothing_where_the_usual_setting_agrees(self):
        rows = [("possible", "lowest", (1, 1)), ("alphabetical", "lowest", (1, 1, 1))]
        assert self.told(*rows, paper=Figures(Decimal("1.5"), 0, 2)) == []

    def test_have_nothing_to_explain_where_all_agree(self, golden):
        (bobo,) = (each for each in PAPER.findings(RESULTS) if each.agrees)
        golden(told(bobo))

    def test_say_when_nothing_shown_is_nearer(self, golden):
        rows = [("possible", "lowest", (1, 1)), ("alphabetical", "lowest", (1, 1, 1))]
        (finding,) = self.told(*rows, paper=Figures(Decimal("1.4"), 0, 2))
        golden(finding)

    def test_say_what_is_nearest_and_that_it_is_not_exact(self, golden):
        rows = [
            ("possible", "lowest", (1, 1)),
            ("alphabetical", "lowest", (1, 1, 1)),
            ("alphabetical", "highest", (0, 1, 1)),
        ]
        (finding,) = self.told(*rows, paper=Figures(Decimal("2.50"), 1, 3))
        golden(finding)

    def test_go_by_the_fails_where_averages_are_equal(self, golden):
        rows = [
            ("possible", "lowest", (0, 0, 0, 2, 0, 0, 0, 1)),
            ("possible", "", (0, 0, 1, 0, 0, 0, 1, 1)),
            ("", "lowest", (0, 0, 0, 0, 2, 1)),
        ]
        (finding,) = self.told(*rows[:2], paper=Figures(None, 2, 9))
        golden(finding)
        (finding,) = self.told(rows[0], rows[2], paper=Figures(None, 3, 6))
