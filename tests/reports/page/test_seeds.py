import re

from reports.page.seeds import render
from reports.seeds.section import Figure, Section, Table, table_line
from tests.reports.html import parse

TABLE = Table(
    "Primes",
    ("n", "prime", "kind"),
    (table_line("1", Figure("2", "1"), "<even>"), table_line("2", Figure("3", "3"), "odd")),
    ("One & no more",),
)
SECTIONS = [Section("p", "On primes", "A list", ("Few",), (TABLE,)), Section("q", "Q", "None")]


def test_it_stands_alone():
    text = render(SECTIONS, title="Tables")
    assert not re.search(r"https?:|//[a-z]|\bsrc\s*=|url\((?!#)|@import|fetch\(", text)
    assert "default-src 'none'" in text


def test_it_links_to_each_section():
    page = parse(render(SECTIONS, title="Tables"))
    assert [link.attributes["href"] for link in page.all("a")] == ["#p", "#q"]
    assert [part.attributes["id"] for part in page.all("section")] == ["p", "q"]
    assert [heading.text for heading in page.all("h2")] == ["On primes", "Q"]


def test_figures_are_marked():
    page = parse(render(SECTIONS, title="Tables"))
    cells = [(cell.attributes.get("class"), cell.text) for cell in page.all("td")]
    assert cells == [
        ("differs", "2≠ 1 printed"),
        ("text", "<even>"),
        ("same", "3"),
        ("text", "odd"),
    ]
    assert [note.text for note in page.all("ul", "notes")[0].all("li")] == ["One & no more."]
