"""Writers for any result: text fits the width, CSV and JSON are read back, HTML is valid."""

import csv
import io
import json
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emi.reports import FORMATS, render
from emi.reports.table import (
    PAGE,
    REPORTED,
    Cell,
    Column,
    Comparison,
    Grid,
    GridCell,
    Legend,
    Note,
    Report,
    Section,
    Table,
)
from emi.reports.views.files import verdicts
from emi.reports.views.games import games
from emi.reports.views.pareto import pareto
from emi.results.base import column_names, plain
from emi.results.files import Verdict
from emi.results.pareto import ParetoRow
from tests.reports.samples import front, solved

TEXTS = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), max_size=12)
#: Two such words fit into a line, since words are never cut.
VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.floats(width=16, allow_nan=False)
    | TEXTS
)
#: Elements without an end tag.
VOID = {"meta", "link", "br", "input", "col", "hr", "img", "wbr"}


@st.composite
def tables(draw):
    """Return a table of any values, with the same values as its facts."""
    width = draw(st.integers(1, 6))
    names = [f"name, {at}" for at in range(width)]
    rows = draw(st.lists(st.tuples(*[VALUES] * width), max_size=5))
    columns = [Column(name, draw(st.sampled_from(["left", "right"]))) for name in names]
    return Table(
        columns,
        [[*map(Cell, row)] for row in rows],
        title=draw(TEXTS),
        summary=(Note(draw(TEXTS)),),
        format="emi-any",
        names=names,
        facts={"rows": [dict(zip(names, row, strict=True)) for row in rows]},
    )


@st.composite
def solutions(draw):
    """Draw varied solutions of one objective."""
    objective = draw(st.sampled_from(["worst", "average", "guaranteed"]))
    given = st.builds(
        lambda at, lower, more, first, words: solved(
            f"game:{at}", lower, None if more is None else lower + more, first, words,
            objective, tries=None if objective == "worst" else 3,
        ),
        st.integers(0, 9), st.integers(1, 50), st.none() | st.integers(0, 9), TEXTS,
        st.integers(1, 5000),
    )  # fmt: skip
    return draw(st.lists(given, min_size=1, max_size=4, unique_by=lambda one: one.game.name))


ROWS = st.builds(
    lambda tries, lower, more, missed: ParetoRow(
        tries, 100, lower, lower + more, 200 + lower, 210 + lower + more, 100, 5, "CARIE",
        tuple(missed), 0.5,
    ),
    st.none() | st.integers(1, 12), st.integers(0, 40), st.integers(0, 40),
    st.lists(TEXTS, max_size=3),
)  # fmt: skip
FRONTS = st.lists(ROWS, max_size=4, unique_by=lambda row: row.tries).map(front)
VERDICTS = st.lists(
    st.builds(Verdict, TEXTS, st.none() | st.booleans(), TEXTS, TEXTS, TEXTS),
    min_size=1,
    max_size=4,
)
ANY = tables() | solutions().map(games) | FRONTS.map(pareto) | VERDICTS.map(verdicts)


#: All that a table may have, with characters that some format must escape.
LIST = Table(
    (
        Column("game", align="left", label=True),
        Column("mean", places=2),
        Column("A|B", literal=True),
        Column("pages alone", formats=PAGE),
    ),
    (
        (Cell("C5"), Cell(Fraction(7, 3), marks=("best",)), Cell(True), Cell(4, share=0.25)),
        (Cell("<D5>"), Cell(2.5, None, ("differs",), "not 3", "≠3"), Cell(None), Cell()),
        (Cell("E|5"), Cell(Fraction(5), "≤5", ("open",), key=9), Cell(3, marks=("free",)), Cell()),
        (Cell("all"), Cell(), Cell("", marks=("possible",), below="below"), Cell(1)),
    ),
    title="A <made-up> table",
    caption="Made up",
    intro="Of everything",
    lead=("CARIE GGBBB  7 words left", "CABLE GGGGG"),
    opening="Play <CARIE>",
    closing="The end",
    summary=(Note("4 games"), Note("seen by people on a page", PAGE), Note("")),
    notes=(Note("a note & more"), Note("of a terminal", frozenset({"table"}))),
    legend=(
        Legend("free", "2.5", "costs nothing", "mean"),
        Legend("open", "..", "not proven", formats=PAGE),
    ),
    comparison=Comparison(
        "paper.csv", "3 games compared with ", ": 1 differs", ("<D5>: 2.5 here, 3 published",),
        ("F5: published alone",), "Figures are means",
    ),
    foot=1,
    format="emi-made-up",
    version=2,
    facts={
        "rows": [
            {"game": "C5", "mean": 2.5, "fair": True, "at": {"x": 1, "y": None}, "counts": [1, 2]},
            {"game": "D,5", "names": ["AB", "CD"], "pairs": [[2, 7], [1, 3]], "more": [{"a": 1}]},
        ],
        "about": {"made": [{"by": "emi"}], "empty": []},
    },
)  # fmt: skip
GRID = replace(
    LIST,
    grid=Grid(
        "length",
        ("A", "B", "C|"),
        (
            ("5", (GridCell("A5", "4", 4, 4, facts=(("Words", "7"),)), None,
                   GridCell("C| 5", "4..9", 4, 9))),
            ("6", (GridCell("A6", "3", 3, 3, differs=True, published="2"), None, None)),
        ),
        caption="by length", hint="point", listed="As a list", none="no words",
    ),
)  # fmt: skip
SECTION = Section(
    "A <section>", "it", ("First", "second"), (LIST, replace(LIST, title="")),
    folded=(("More", "of <this>"),),
)  # fmt: skip
PICTURES = Section("Pictures", pictures=lambda: [("A picture", "<svg/>")])
BARE = Table((Column("x"),), (), closing="Nothing", notes=(Note("empty"),))
LINES = replace(LIST, lines=("a  line of columns", "a sentence that is wrapped to the width", ""))


def inside(page):
    """Return the contents of a page."""
    return page.partition("<main>")[2].partition("</main>")[0].strip() or page


@pytest.mark.parametrize("format", FORMATS)
def test_whatever_a_table_has_is_written(format, golden):
    golden(inside(render(LIST, format)))


@pytest.mark.parametrize("format", ["table", "markdown", "html"])
def test_a_grid_is_written(format, golden):
    text = inside(render(GRID, format))
    # The list below the grid, and what is around it, is that of any table.
    golden(text.partition('<details class="all">')[0])


@pytest.mark.parametrize("format", REPORTED)
def test_a_report_is_written(format, golden):
    golden(inside(render(Report("A report", "Of tables", (SECTION, PICTURES)), format)))


def test_a_page_has_the_sections_of_its_table(golden):
    text = inside(render(replace(BARE, sections=(PICTURES,)), "html"))
    golden(text)


def test_a_notebook_shows_a_table(golden):
    tiled = Table((Column("guess"), Column("x")), ((Cell("AB", feedback="GB"), Cell(1)),))
    golden([LIST._repr_html_(), tiled._repr_html_()])
    assert replace(LIST, fragment=lambda: "<b/>")._repr_html_() == "<b/>"


def test_a_terminal_has_colours_and_a_width(golden):
    golden(
        render(one, "table", width=width, colour=True).replace("\x1b", "ESC")
        for one, width in ((LIST, 100), (LIST, 24), (GRID, 80), (GRID, 9), (BARE, 80), (LINES, 30))
    )


class Whole(HTMLParser):
    """Raises if elements are not closed in order."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(names) == len({*names})
        if tag not in VOID and not self.get_starttag_text().endswith("/>"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID and not (self.get_starttag_text() or "").endswith("/>"):
            assert self.open.pop() == tag


@given(ANY, st.integers(40, 120))
def test_text_fits_the_width(table, width):
    aligned = {line for line in table.lines if "  " in line}
    lines = render(table, "table", width=width).splitlines()
    assert [line for line in lines if len(line) > width and line not in aligned] == []
    if table.lines:
        # No word is lost.
        assert " ".join(lines).split() == " ".join(table.lines).split()


@given(ANY)
def test_csv_is_read_back(table):
    names, rows = table.flat()
    back = [*csv.reader(io.StringIO(render(table, "csv"), newline=""))]
    said = {None: "", True: "yes", False: "no"}
    assert back[0] == names
    assert back[1:] == [
        [said[one] if one is None or isinstance(one, bool) else str(one) for one in row]
        for row in rows
    ]


@given(ANY)
def test_json_is_read_back(table):
    document = json.loads(render(table, "json"))
    assert list(document)[:3] == ["format", "version", "title"]
    assert {name: document[name] for name in table.facts} == table.facts


@settings(max_examples=25)
@given(tables() | solutions().map(games) | VERDICTS.map(verdicts))
def test_html_is_well_formed(table):
    page = Whole()
    page.feed(render(table, "html"))
    page.close()
    assert page.open == []


@given(solutions())
def test_columns_depend_only_on_the_objective(found):
    names = games(found).flat()[0]
    assert names == games([solved("x", 1, 1, objective=found[0].objective.name)]).flat()[0]
    assert {*names} <= {*column_names(type(found[0]))}
    assert [*plain(found[0])] == [*column_names(type(found[0]))]
