"""A position in every format."""

import csv
import io
import json
from dataclasses import replace
from fractions import Fraction

import pytest

from emi.reports import FORMATS, render
from emi.reports.table import Facts, Rows
from emi.reports.views.guesses import guesses as next_guesses
from emi.reports.views.guesses import prospect, written
from emi.results.advice import Advice, Exact, Explanation, GuessProfile
from emi.results.base import LexiconFacts
from emi.results.playing import Turn
from emi.search.heuristics.heuristic import HEURISTICS
from emi.search.model.bounds import Bounds
from tests.reports import samples
from tests.reports.samples import facts

SHOW = ["Sum", "Gini", "Entropy", "Gmax"]


def profile(guess, possible, classes, vector=(), **values):
    given = {"Sum": 9, "Gini": Fraction(1, 6), "Entropy": 1.5, "Gmax": ((2, 4), (1, 1)), **values}
    return GuessProfile(guess, possible, classes, vector, given)


@pytest.fixture
def few():
    """Return a position in which three words are possible."""
    turns = (
        Turn("LIGUIEZ", "GGGBGYB", ("LIGNINE", "LIGNITE", "LOGIQUE", "LEGALES")),
        Turn("LEGALES", "GYGBBBB", ("LIGNINE", "LIGNITE", "LOGIQUE")),
    )
    guesses = (
        profile("LIGNINE", True, ((1, 3),), (1, 1, 1), Sum=3, Gini=Fraction(0)),
        profile("LIVIDES", False, ((2, 1), (1, 1)), (2, 2, 1), Sum=5),
    )
    return Explanation(
        game=facts("L7", 1234, LexiconFacts("paper.txt", "0123")),
        turns=turns,
        possible=turns[-1].possible,
        found=False,
        heuristic=HEURISTICS["Sum"],
        guesses=guesses,
        ranked=6,
        tied=1,
        profiled=6,
    )


@pytest.fixture
def many(few):
    """Return a position in which a hundred words are possible."""
    words = tuple(f"L{a}{b}" for a in "ABCDEFGHIJ" for b in "ABCDEFGHIJ")
    guesses = (
        profile("LAI", True, ((40, 1), (12, 2), (3, 7), (1, 15)), Sum=12345),
        profile("LOI", False, ((100, 1),), Sum=10000),
    )
    turn = Turn("LES", "GBB", words)
    return replace(few, turns=(turn,), possible=words, guesses=guesses, ranked=2, profiled=2)


def show(explanation, format, names=SHOW, width=80):
    return render(next_guesses(explanation, show=names, width=width), format, width=width)


def table(explanation, **options):
    return show(explanation, "table", **options).splitlines()


@pytest.mark.parametrize("format", FORMATS)
def test_a_format_makes_what_it_writes_alone(few, many, format, monkeypatch):
    """Cells are for people, facts for programs: both are long for a long list."""
    made = []
    cells, facts = Rows._cells.func, Facts._made.func
    monkeypatch.setattr(Rows, "_cells", property(lambda rows: made.append("cells") or cells(rows)))
    monkeypatch.setattr(Facts, "_made", property(lambda one: made.append("facts") or facts(one)))
    show(many, format)
    assert {*made} == {"facts" if format in {"json", "csv"} else "cells"}
    made.clear()
    # Where the vectors do not fit, no column of theirs is filled to find that out.
    show(few, format, width=20)
    assert {*made} == {"facts" if format in {"json", "csv"} else "cells"}


def first(explanation):
    return table(explanation, width=200)[0]


class TestTheTable:
    def test_shows_class_sizes_if_vectors_do_not_fit(self, few, golden):
        golden(table(few, width=60)[-7:])

    def test_cuts_sizes_that_do_not_fit(self, many):
        runs = tuple((size, 3) for size in range(60, 0, -1))
        long = replace(many, guesses=(profile("LAI", True, runs, Gmax=runs),))
        line = table(long, width=90)[6]
        assert len(line) <= 90
        assert line == (
            "LAI *    9  0.17     1.50  60x3 59x3 58x3 57x3 ...  "
            "60x3 59x3 58x3 57x3 56x3 55x3 54x3 ..."
        )

    @pytest.mark.parametrize("width", [1, 20, 40])
    def test_wraps_words_but_cuts_none(self, few, width):
        text = "\n".join(table(few, width=width))
        for word in few.possible:
            assert word in text
        assert text.count("LIGNITE") == 2

    def test_lists_the_words_of_a_small_game_before_the_first_guess(self, few, golden):
        bare = replace(few, turns=(), game=replace(few.game, secrets=3))
        golden(table(bare)[2:4])

    def test_is_empty_for_one_word(self, few, golden):
        turn = Turn("LEGALES", "GYGBBBB", ("LOGIQUE",))
        sole = replace(few, turns=(turn,), possible=turn.possible)
        golden(table(sole))


class TestTheAdvice:
    @pytest.mark.parametrize(
        "change",
        [
            {"tied": 2},
            {"tied": 1234},
            {"heuristic": HEURISTICS["SumGini"]},
            {
                "heuristic": HEURISTICS["Partitions"],
                "guesses": (profile("LIGNINE", True, ((1, 3),), Partitions=3),),
            },
            {"heuristic": HEURISTICS["PossibleGmax"]},
            {"heuristic": HEURISTICS["Bobo"], "tied": 3},
        ],
    )
    def test_states_why_a_guess_is_first(self, few, change, golden):
        golden(first(replace(few, **change)))

    def test_states_the_outcome_of_a_guess(self, few, many, golden):
        golden(prospect(few))
        other = replace(few, guesses=few.guesses[1:])
        golden(prospect(other))
        golden(prospect(many))
        golden(prospect(replace(many, guesses=many.guesses[1:])))

    @pytest.mark.parametrize(
        ("worst", "total"),
        [
            ((4, 4), (8, 8)),
            ((1, 1), (3, 3)),
            ((4, 4), (7, 8)),
            ((3, 4), (7, 8)),
            ((4, 4), (7, None)),
            ((2, None), (3, None)),
        ],
    )
    def test_is_a_sentence_with_the_proven_bounds(self, few, worst, total, golden):
        worst, total = Bounds(*worst), Bounds(*total)
        guesses = (replace(few.guesses[0], exact=Exact(worst, total)), *few.guesses[1:])
        known = replace(few, guesses=guesses, advice=Advice(worst, total, complete=True))
        golden(first(known))

    @pytest.mark.parametrize(
        ("misses", "weight"),
        [
            ((1, 1), None),
            ((0, 1), None),
            ((1, None), None),
            ((7, 7), 28),
        ],
    )
    def test_states_what_is_guaranteed_with_too_few_tries(self, few, misses, weight, golden):
        advice = Advice(Bounds(5, 6), Bounds(9, None), complete=False, misses=Bounds(*misses))
        game = replace(few.game, allowed=6)
        known = replace(few, game=game, advice=advice, weight=weight)
        golden(first(known))

    def test_an_average_is_over_the_weights(self, few, golden):
        exact = Exact(Bounds(2, 2), Bounds(42, 42))
        guesses = (replace(few.guesses[0], exact=exact),)
        advice = Advice(Bounds(2, 2), Bounds(42, 42), complete=True)
        known = replace(few, guesses=guesses, advice=advice, weight=28)
        golden(first(known))
        assert "  1.50  " in show(known, "table", width=200)

    def test_usual_words_are_marked_if_there_is_a_list_of_them(self, few):
        assert "usual" not in show(few, "table")
        guesses = tuple(replace(one, usual=one.possible) for one in few.guesses)
        lines = table(replace(few, guesses=guesses), width=200)
        assert lines[-7].endswith("Gmax  usual")
        assert [line.split()[-1] == "yes" for line in lines[-6:-4]] == [True, False]
        listed = [*csv.DictReader(io.StringIO(show(replace(few, guesses=guesses), "csv")))]
        assert [row["usual"] for row in listed] == ["yes", "no"]

    def test_states_when_a_secret_is_found(self, few, golden):
        turns = (few.turns[1], Turn("LOGIQUE", "GGGGGGG", ("LOGIQUE",)))
        found = replace(
            few,
            turns=turns,
            possible=("LOGIQUE",),
            found=True,
            guesses=(),
            ranked=0,
            tied=0,
            profiled=0,
        )
        golden(first(found))
        assert all(show(found, each).endswith("\n") for each in FORMATS)


class TestProvenBounds:
    @pytest.fixture
    def advised(self, few):
        """Return a position with bounds: one guess is proven, one is not, and one is worse."""
        exacts = (
            Exact(Bounds(2, 2), Bounds(5, 5)),
            Exact(Bounds(2, 3), Bounds(5, 7)),
            Exact(Bounds(3, None), None),
        )
        guesses = [replace(few.guesses[0], exact=exact) for exact in exacts]
        advice = Advice(Bounds(2, 2), Bounds(5, 5), complete=True)
        return replace(few, guesses=(*guesses, few.guesses[1]), advice=advice)

    def test_upper_bounds_are_marked(self, advised):
        lines = table(advised, names=["Sum"], width=60)
        shown = [line.split()[:4] for line in lines if line[:7] in {"LIGNINE", "LIVIDES"}][:4]
        assert shown == [
            ["LIGNINE", "*", "2", "1.67"],
            ["LIGNINE", "*", "≤3", "≤2.33"],
            ["LIGNINE", "*", ">", "2"],
            ["LIVIDES", "2", "2", "1"],
        ]

    def test_take_two_columns_in_machine_formats(self, advised):
        listed = [*csv.DictReader(io.StringIO(show(advised, "csv")))]
        exact = [f"{one}_{end}" for one in ("worst", "total") for end in ("lower", "upper")]
        names = ["keeps", *(f"exact_{name}" for name in exact)]
        assert [[row[name] for name in names] for row in listed] == [
            ["yes", "2", "2", "5", "5"],
            ["", "2", "3", "5", "7"],
            ["no", "3", "", "", ""],
            ["", "", "", "", ""],
        ]
        guess = json.loads(show(advised, "json"))["profiles"][1]
        assert (guess["keeps"], [guess["exact"][name] for name in exact]) == (None, [2, 3, 5, 7])

    @pytest.mark.parametrize("form", ["markdown", "html"])
    def test_are_marked_on_pages(self, advised, form):
        text = show(advised, form)
        assert "≤3" in text
        assert "≤2.33" in text


class TestBasisOfTheOrder:
    def test_is_stated_if_time_ran_out(self, few, golden):
        some = replace(few, ranked=4000, profiled=300, sample=1234)
        golden(show(some, "table", width=200))
        document = json.loads(show(some, "json"))
        assert (document["ranked"], document["profiled"], document["sample"]) == (4000, 300, 1234)

    def test_is_no_sample_if_none_was_drawn(self, few, golden):
        text = show(replace(few, ranked=4000, profiled=300), "table", width=200)
        golden(text)


@pytest.mark.parametrize("name", ["few", "many"])
def test_golden(name, golden, request):
    golden(samples.written(next_guesses(request.getfixturevalue(name))))


def test_the_first_run_is_shown_even_if_it_does_not_fit():
    assert written(((1000, 2),), 3) == "1000x2"
    assert written(((1000, 2), (1, 1)), 3) == "1000x2 ..."
