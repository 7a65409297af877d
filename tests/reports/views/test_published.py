"""Published tables, with obtained figures next to the printed ones."""

import re

from emi.reports import render
from emi.reports.views.published import report, section
from emi.results.published import Figure, PublishedTable
from tests.reports.html import parse
from tests.reports.samples import written

TABLE = PublishedTable.of(
    "Primes",
    ("n", "prime", "kind"),
    [("1", Figure("2", "1"), "<even>"), ("2", Figure("3", "3"), "odd | more")],
    ("One & no more",),
)
SECTIONS = [
    section("On primes", "p", ("Source: A list", "Few"), (TABLE,)),
    section("Q", "q", ("Source: None",), ()),
]
TABLES = report("Tables", SECTIONS)


def test_golden(golden):
    golden(written(TABLE.table()))


def test_a_report_cites_sources_and_counts_agreements(golden):
    text = render(TABLES, "markdown")
    golden(text)


def test_a_report_has_no_machine_format(refused):
    with refused(ValueError):
        render(TABLES, "csv")


def test_a_figure_that_was_not_obtained_counts_as_different(golden):
    table = PublishedTable.of("T", ("n", "x"), [("1", Figure("", "5"))]).table()
    text = render(table, "markdown")
    assert "**none** (not 5)" in text
    golden(text)
    assert "none (not 5)" in render(table, "table")


def test_headings_differ(refused):
    with refused(ValueError):
        PublishedTable.of("T", ("n", "n"), [("1", "5")])


def test_nothing_printed_gives_no_verdict():
    table = PublishedTable.of("T", ("n", "x"), [("1", "5")]).table()
    assert "printed" not in table.render("markdown")


class TestThePage:
    page = parse(render(TABLES, "html"))

    def test_is_self_contained(self):
        text = render(TABLES, "html")
        assert not re.search(r"https?:|//[a-z]|\bsrc\s*=|url\((?!#)|@import|fetch\(", text)

    def test_links_to_each_section(self):
        assert [link.attributes["href"] for link in self.page.all("a")] == ["#p", "#q"]
        assert [part.attributes["id"] for part in self.page.all("section")] == ["p", "q"]
        assert [heading.text for heading in self.page.all("h2")] == ["On primes", "Q"]
