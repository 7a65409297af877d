"""The partitions of all secrets by several guesses."""

import emi
from reports import render
from reports.views.partitions import partitions
from tests.reports.html import parse
from tests.reports.samples import everything

TABLE = partitions(emi.partitions("moo:2x4", ["01", "23"]))


def test_golden(golden):
    golden(everything(TABLE), "partitions")


def test_scores_stay_below_the_classes_when_a_page_is_sorted():
    page = parse(render(TABLE, "html"))
    (foot,) = page.all("tfoot")
    assert foot.all("th")[0].text == "worst case"
    (body,) = page.all("tbody")
    assert len(body.all("th")) == len(TABLE.rows) - 5
