"""The partitions of all secrets by several guesses."""

import emi
from emi.reports import render
from emi.reports.views.partitions import partitions
from tests.reports.html import parse
from tests.reports.samples import written

TABLE = partitions(emi.partitions("moo:2x4", ["01", "23"]))


def test_golden(golden):
    golden(written(TABLE))


def test_scores_stay_below_the_classes_when_a_page_is_sorted():
    page = parse(render(TABLE, "html"))
    (foot,) = page.all("tfoot")
    assert foot.all("th")[0].text == "worst case"
    (body,) = page.all("tbody")
    assert len(body.all("th")) == len(TABLE.rows) - 5


def test_of_many_feedbacks_those_with_the_largest_classes_come_first(golden):
    found = emi.partitions("moo:2x4", ["01", "23"])
    few = partitions(found, most=3)
    assert partitions(found, most=len(found.feedbacks)).rows == TABLE.rows
    shown = {row[0].value for row in few.rows[:-5]}
    classes = dict(
        zip(found.feedbacks, zip(*(one.sizes for one in found.columns), strict=True), strict=True)
    )
    assert len(shown) == 3
    assert min(max(classes[one]) for one in shown) >= max(
        max(sizes) for one, sizes in classes.items() if one not in shown
    )
    golden(render(few, "table"))
