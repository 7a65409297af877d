"""Writers for any result: text fits the width, CSV and JSON are read back, HTML is valid."""

import csv
import io
import json
from html.parser import HTMLParser

from hypothesis import given, settings
from hypothesis import strategies as st

from emi.reports import render
from emi.reports.table import Cell, Column, Note, Table
from emi.reports.views.certificates import verdicts
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
