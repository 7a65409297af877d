"""What is known of games, one a line; and what guesses make of all the secrets of one."""

import json

import pytest

from reports import render
from reports.views.games import games
from reports.views.partitions import partitions
from tests.reports.html import parse

LEXICON = {"name": "small.txt", "digest": "0123456789abcdef"}
AVERAGE = {
    "game": "C5", "objective": "average", "tries": None, "lower": 24, "upper": 24, "proven": True,
    "first_guess": "CANNE", "worst": 4, "worst_proven": True, "secrets": 10, "weight": 10,
    "nodes": 1234, "seconds": 0.5, "lexicon": LEXICON,
}  # fmt: skip
REST = "first guess | secrets | weight | nodes | seconds |"
UNWEIGHTED = REST.replace(" weight |", "")
OPEN = AVERAGE | {"game": "C6", "lower": 20, "upper": None, "proven": False, "worst": None}
MISSED = {
    "game": "C5", "objective": "guaranteed", "tries": 2, "lower": 1, "upper": 3, "proven": False,
    "first_guess": "CANNE", "guaranteed": None, "missed": ["CABAN", "CABLE"],
    "secrets": 10, "weight": 10, "nodes": 0, "seconds": 0.5, "lexicon": LEXICON,
}  # fmt: skip


def test_csv_has_a_column_for_every_value_but_the_lexicon():
    assert render(games([AVERAGE, OPEN]), "csv").splitlines() == [
        (
            "game,objective,tries,lower,upper,proven,first_guess,worst,worst_proven,secrets,weight,"
            "nodes,seconds"
        ),
        "C5,average,,24,24,yes,CANNE,4,yes,10,10,1234,0.500",
        "C6,average,,20,,no,CANNE,,yes,10,10,1234,0.500",
    ]
    assert ",CABAN CABLE," in render(games([MISSED]), "csv")


def test_json_holds_the_same():
    document = json.loads(render(games([AVERAGE, OPEN]), "json"))
    assert (document["format"], document["version"]) == ("emi-games", 1)
    assert document["games"][1] == {k: v for k, v in OPEN.items() if k != "lexicon"}
    (missed,) = json.loads(render(games([MISSED]), "json"))["games"]
    assert missed == {k: v for k, v in MISSED.items() if k != "lexicon"}


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        (
            [AVERAGE, OPEN],
            [
                "**Least average, lexicon small.txt (0123456789ab)**",
                "",
                "| game | total | mean | worst | first guess | secrets | nodes | seconds |",
                "| :--- | ---: | ---: | ---: | :--- | ---: | ---: | ---: |",
                "| C5 | 24 | 2.4000 | 4 | CANNE | 10 | 1234 | 0.500 |",
                "| C6 | 20..? | 2.0000..? |  | CANNE | 10 | 1234 | 0.500 |",
                "",
                "2 games, 1 proven, 1 not.",
            ],
        ),
        (
            [MISSED],
            [
                "**Most secrets guaranteed, C5, lexicon small.txt (0123456789ab)**",
                "",
                f"| game | tries | missed | guaranteed | which are missed | {UNWEIGHTED}",
                "| :--- | ---: | ---: | ---: | :--- | :--- | ---: | ---: | ---: |",
                "| C5 | 2 | 1..3 | 7..9 | CABAN, CABLE | CANNE | 10 | 0 | 0.500 |",
                "",
                "1 game, 0 proven, 1 not, 0.5 s.",
            ],
        ),
    ],
)
def test_markdown_has_headings_for_people(rows, lines):
    assert render(games(rows), "markdown").splitlines() == lines


def test_a_worst_case_that_is_not_proven_is_marked():
    row = AVERAGE | {"worst_proven": False}
    assert "| C5 | 24 | 2.4000 | ≤4 | CANNE |" in render(games([row]), "markdown")
    page = parse(render(games([row]), "html"))
    assert [cell.text for cell in page.all("td", "open")] == ["≤4"]


def test_the_time_of_several_games_is_that_of_the_clock():
    text = render(games([AVERAGE, OPEN], seconds=0.6), "table")
    assert text.splitlines()[-1] == "2 games, 1 proven, 1 not, 0.6 s"


def test_of_weighted_secrets_the_expected_tries_are_shown_not_a_sum_of_weights():
    rows = [AVERAGE | {"weight": 1000, "lower": 2345, "upper": 2345, "stored": True}] * 2
    lines = render(games(rows), "markdown").splitlines()
    assert lines[2] == f"| game | expected tries | worst | {REST}"
    assert lines[4] == "| C5 | 2.3450 | 4 | CANNE | 10 | 1000 | 1234 | kept |"
    assert lines[-1].endswith(" 20 secrets of weight 2,000, 2.3450 tries expected.")
    assert "stored" not in render(games(rows), "csv")


def test_of_weighted_secrets_the_missed_are_counted_and_their_share_is_shown():
    row = MISSED | {"weight": 1000, "lower": 5, "upper": 25, "missed": ["CABAN"], "guaranteed": 9}
    lines = render(games([row]), "markdown").splitlines()
    assert lines[2].startswith("| game | tries | missed | missed share | guaranteed |")
    assert "| weight |" not in lines[2]
    assert lines[4].startswith("| C5 | 2 | 1 | 0.50 %..2.50 % | 9 | CABAN |")
    proven = row | {"lower": 25, "proven": True}
    both = [proven, proven | {"game": "D5"}]
    lines = render(games(both), "markdown").splitlines()
    assert lines[-1].endswith(" 20 secrets, 2 missed.")
    assert "2.50 %, proven" in render(games(both), "html")
    unknown = row | {"upper": None, "missed": None, "guaranteed": None}
    assert "| C5 | 2 |  | 0.50 %..? |  |" in render(games([unknown]), "markdown")


def test_the_page_marks_what_is_open_and_sorts_by_numbers():
    page = parse(render(games([AVERAGE, OPEN]), "html"))
    cells = page.all("table", "list")[0].all("td", "open")
    assert [cell.text for cell in cells] == ["20..?", "2.0000..?"]
    assert [cell.attributes["data-key"] for cell in cells] == ["20", "20"]
    assert page.all("h1")[0].text == "Least average, lexicon small.txt (0123456789ab)"


class TestPartitions:
    table = partitions(
        "moo:2x4", 12, ["0", "1"], [("01", [2, 10]), ("02", [3, 9])], [("worst case", ["10", "9"])]
    )

    def test_have_a_line_for_each_feedback_and_score(self):
        assert render(self.table, "table").splitlines() == [
            "Partitions of moo:2x4, 12 secrets",
            "",
            "feedback    01  02",
            "0            2   3",
            "1           10   9",
            "worst case  10   9",
        ]

    def test_keep_the_scores_below_the_classes_when_a_page_sorts_these(self):
        page = parse(render(self.table, "html"))
        (foot,) = page.all("tfoot")
        assert [cell.text for cell in foot.all("th")] == ["worst case"]
        (body,) = page.all("tbody")
        assert [cell.text for cell in body.all("th")] == ["0", "1"]
        assert not parse(render(games([AVERAGE]), "html")).all("tfoot")

    def test_are_listed_by_guess_in_json(self):
        assert json.loads(render(self.table, "json")) == {
            "format": "emi-partitions",
            "version": 1,
            "title": "Partitions of moo:2x4, 12 secrets",
            "game": "moo:2x4",
            "secrets": 12,
            "feedbacks": ["0", "1"],
            "guesses": [
                {"guess": "01", "sizes": [2, 10], "worst_case": 10},
                {"guess": "02", "sizes": [3, 9], "worst_case": 9},
            ],
        }
