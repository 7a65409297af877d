"""The comparison of methods as a page: it stands alone, and says everything."""

from __future__ import annotations

import re
import sys
from decimal import Decimal

import pytest

from reports.methods.outcome import Outcome, summaries
from reports.methods.published import Figures, PublishedMethods
from reports.page.methods import render
from tests.reports.fared import OUTCOMES, PAPER
from tests.reports.html import Element, parse


def page(
    outcomes: list[Outcome] = OUTCOMES, against: PublishedMethods | None = PAPER, title: str = ""
) -> Element:
    return parse(render(summaries(outcomes), against=against, title=title))


def lines(table: Element) -> list[list[str]]:
    return [
        [cell.text for cell in (*line.all("th"), *line.all("td"))]
        for line in table.all("tbody")[0].all("tr")
    ]


class TestThePage:
    def test_says_what_it_is(self) -> None:
        whole = page(title="Methods of my list")
        assert whole.all("html")[0].attributes == {"lang": "en"}
        assert [part.text for part in whole.all("title")] == ["Methods of my list"]
        assert [part.text for part in whole.all("h1")] == ["Methods of my list"]
        assert [part.text for part in page().all("title")] == ["One-step strategies"]

    @pytest.mark.parametrize("outcomes", [OUTCOMES, []])
    def test_stands_alone(self, outcomes: list[Outcome]) -> None:
        text = render(summaries(outcomes), against=PAPER)
        assert not re.search(r"https?:|//[a-z]|\bsrc\s*=|url\((?!#)|@import|fetch\(", text)
        assert all(link.startswith("#") for link in re.findall(r'\bhref="([^"]*)"', text))
        assert "default-src 'none'" in text

    def test_escapes_what_it_is_given(self) -> None:
        evil = "<script>alert('&\"')</script>"
        outcomes = [Outcome(evil, "", "", 5, 5, (1, 2)), Outcome("Sum", "", "", 5, 5, (1, 2))]
        figures = {evil: Figures(Decimal("1.5"), 0, 2), f"{evil}2": Figures(None, None, 2)}
        whole = page(outcomes, PublishedMethods(figures, evil), evil)
        assert len(whole.all("script")) == 1
        assert whole.all("h1")[0].text == evil
        assert {cite.text for cite in whole.all("cite")} == {evil}
        assert lines(whole.all("table", "methods")[0])[0][0] == evil
        assert [item.text for item in whole.all("section", "differences")[0].all("li")] == [
            f"{evil}: 1.6667 / 0 / 2 here, 1.5 / 0 / 2 published; no other setting is shown",
            f"{evil}2: ? / ? / 2 published, not computed here",
        ]

    def test_keeps_a_dollar_a_dollar(self) -> None:
        assert page(title="$script $$").all("h1")[0].text == "$script $$"

    def test_gives_every_id_once(self) -> None:
        ids = re.findall(r'\bid="([^"]*)"', render(summaries(OUTCOMES), against=PAPER))
        assert len(ids) == len(set(ids))

    def test_sums_up(self) -> None:
        assert [line.text for line in page().all("div", "summary")[0].all("p")] == [
            "3 methods, 4 rows, 12 words of 5-6 letters.",
            "Fails are words that need more than 3 tries (5 letters) or 4 tries (6 letters).",
            "3 methods compared with paper.csv: 2 differ, 1 of them only in the usual setting.",
        ]

    def test_says_which_methods_were_tried_on_fewer_words(self) -> None:
        text = page(OUTCOMES[:5], None).all("div", "summary")[0].text
        assert "Bobo, alphabetical was tried on 5 letters only: its sums do not compare." in text

    def test_may_be_empty(self) -> None:
        whole = page([], None)
        assert whole.all("div", "summary")[0].text == "0 methods."
        assert [lines(table) for table in whole.all("table")] == [[], []]
        assert not whole.all("svg")
        assert not whole.all("ul")


class TestTheTable:
    def test_has_a_line_for_each_method(self) -> None:
        table = page(against=None).all("table", "methods")[0]
        assert [header.text for header in table.all("thead")[0].all("th")] == [
            *("Heuristic", "Ties", "Direction", "Average", "Fails", "Worst", "Total", "Words"),
            *(f"In {tries}" for tries in ("1", "2", "3", "4", "5", "6", "7", "8", "9+")),
        ]
        assert [line[:9] for line in lines(table)] == [
            ["Sum", "possible", "lowest", "2.0833", "1", "4", "25", "12", "3"],
            ["Gini", "possible", "lowest", "4.9167", "6", "11", "59", "12", "1"],
            ["Bobo", "alphabetical", "", "2.2500", "0", "3", "27", "12", "2"],
            ["Sum", "alphabetical", "lowest", "2.3333", "2", "4", "28", "12", "3"],
        ]
        assert lines(table)[1][9:] == ["2", "2", "2", "1", "0", "1", "1", "2"]

    def test_shows_what_is_published_below_what_is_computed(self) -> None:
        table = page().all("table", "methods")[0]
        assert [line[3:6] for line in lines(table)] == [
            ["2.0833≠ 2.3333 published", "1≠ 2 published", "4= 4 published"],
            ["4.9167≠ 3.5 published", "6≠ 1 published", "11≠ 7 published"],
            ["2.2500= 2.25 published", "0= 0 published", "3"],
            ["2.3333= 2.3333 published", "2= 2 published", "4= 4 published"],
        ]
        marked = [cell.text.partition("≠")[0] for cell in table.all("td", "differs")]
        assert marked == ["2.0833", "1", "4.9167", "6", "11"]

    def test_marks_the_best(self) -> None:
        whole = page(against=None)
        assert [cell.text for cell in whole.all("td", "best")] == ["2.0833", "0", "3"]
        assert [item.text for item in whole.all("ul", "marks")[0].all("li")] == [
            "2.5 the best of the column"
        ]
        assert not page(OUTCOMES[:1], None).all("ul", "marks")

    def test_explains_its_signs(self) -> None:
        assert [item.text for item in page(OUTCOMES[:1]).all("ul", "marks")[0].all("li")] == [
            "= or ≠ what paper.csv gives, rounded alike"
        ]

    def test_names_what_each_column_sorts_by(self) -> None:
        for table in page().all("table", "list"):
            for line in table.all("tbody")[0].all("tr"):
                cells = [*line.all("th"), *line.all("td")]
                assert all(cell.attributes["data-key"] is not None for cell in cells)
        first = page().all("table", "methods")[0].all("tbody")[0].all("tr")[0]
        assert [cell.attributes["data-key"] for cell in first.all("td")[2:5]] == [
            "2.083333333",
            "1",
            "4",
        ]

    def test_shows_shares(self) -> None:
        shares = page().all("td", "share")
        assert shares[0].attributes["style"] == "--share: 25.0%"


class TestTheDifferences:
    def test_are_explained(self) -> None:
        (section,) = page().all("section", "differences")
        assert section.all("h2")[0].text == "Differences from paper.csv"
        assert [item.text for item in section.all("li")] == [
            (
                "Sum: 2.0833 / 1 / 4 here, 2.3333 / 2 / 4 published;"
                " with ties alphabetical exactly as published"
            ),
            "Gini: 4.9167 / 6 / 11 here, 3.5 / 1 / 7 published; no other setting is shown",
            "Minimax: 2.1 / ? / 3 published, not computed here",
        ]

    @pytest.mark.parametrize(
        "against", [None, PublishedMethods({"Bobo": Figures(None, 0, 3)}, "paper.csv")]
    )
    def test_are_left_out_when_there_are_none(self, against: PublishedMethods | None) -> None:
        assert not page(against=against).all("section", "differences")


class TestThePictures:
    def test_are_inside(self) -> None:
        figures = page().all("section", "plots")[0].all("figure")
        assert [figure.all("figcaption")[0].text for figure in figures] == [
            "Average tries, by word length",
            "Words failed, by word length",
            "Worst case, by word length",
            "Words by the tries they take",
        ]
        assert all(len(figure.all("svg")) == 1 for figure in figures)

    def test_are_not_needed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        plots = page().all("section", "plots")[0]
        assert not plots.all("svg")
        assert [part.text for part in plots.all("p")] == [
            "There are none: plots need matplotlib: pip install 'evil-motus[plot]'."
        ]


class TestByLength:
    def test_has_a_line_for_each_method_and_a_column_for_each_length(self) -> None:
        table = page(OUTCOMES[:5], None).all("table", "lengths")[0]
        headers = [header.text for header in table.all("thead")[0].all("th")]
        assert headers == ["Heuristic", "5 letters", "6 letters"]
        assert lines(table) == [
            ["Sum", "2.37501 fail, worst 4", "1.50000 fails, worst 2"],
            ["Gini", "6.12506 fails, worst 11", "2.50000 fails, worst 4"],
            ["Bobo", "2.37500 fails, worst 3", ""],
        ]

    def test_tells_the_settings_of_a_method_apart(self) -> None:
        table = page().all("table", "lengths")[0]
        assert [line[0] for line in lines(table)] == [
            "Sum, possible",
            "Gini",
            "Bobo",
            "Sum, alphabetical",
        ]
