"""The tables of Logik.

Source: A. Heeffer and H. Heeffer, "Near-optimal strategies for the game of Logik", ICGA Journal.
Table 2 is printed under garbled headings; its columns are those of Table 3, in the same order.
"""

import pytest

from emi.games.mastermind import Logik
from emi.published import pegs
from emi.reports.published.reader import read
from emi.reports.texts import ENGLISH
from emi.reports.views.partitions import SCORES
from emi.strategies.heuristics import play_all, settings
from emi.strategies.partitions import partitions

GUESSES = ["bbbbb", "bbbbc", "bbbcc", "bbbcg", "bbccg", "bbcgr", "bcgry"]
#: Table 1: black and white markers of the return codes 0 to 19.
TABLE_1 = [
    (0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (2, 0), (0, 3), (1, 2), (2, 1), (3, 0),
    (0, 4), (1, 3), (2, 2), (3, 1), (4, 0), (0, 5), (1, 4), (2, 3), (3, 2), (5, 0),
]  # fmt: skip
#: What play by the stated rules gives from bbcgr: guesses for all codes, and the most. The first of
#: equal codes is proposed, of all codes a possible one before others.
POSSIBLE = {
    "Max": ("5.6373", 8),
    "ExpectedSize": ("5.5527", 8),
    "Information": ("5.5440", 8),
    "Partitions": ("5.6027", 9),
}
ALL = {
    "Max": ("5.6142", 7),
    "ExpectedSize": ("5.5019", 7),
    "Information": ("5.4890", 8),
    "Partitions": ("5.5562", 8),
}


@pytest.fixture(scope="module")
def game():
    return Logik()


@pytest.fixture(scope="module")
def found(game):
    return partitions(game, GUESSES)


def test_table_1(found):
    assert list(found.feedbacks) == [f"{black}b{white}w" for black, white in TABLE_1]


def test_table_2_in_all_its_140_cells(found):
    printed = {guess: [int(line[guess]) for line in read("logik_table2")] for guess in GUESSES}
    assert {one.guess: list(one.sizes) for one in found.columns} == printed


def test_table_3_but_for_one_misprint(found):
    """The worst case of bbbbc is printed as 7776; the largest size in Table 2 is 7926."""
    lines = read("logik_table3")
    assert [line["score"] for line in lines] == list(map(ENGLISH, SCORES))
    different = [
        (name, one.guess, score, line[one.guess])
        for one in found.columns
        for name, score, line in zip(map(ENGLISH, SCORES), pegs._scores(one), lines, strict=True)
        if score != line[one.guess]
    ]
    assert different == [("worst case", "bbbbc", "7926", "7776")]


def test_the_return_code_of_the_last_35_codes_is_14(found):
    """Section 2 says code 13, three black markers and a white one."""
    assert {one.sizes[14] for one in found.columns} == {35}
    assert found.feedbacks[14] == "4b0w"


@pytest.mark.parametrize("line", read("logik_table4"), ids=lambda line: line["strategy"])
def test_the_averages_of_table_4_follow_from_its_distributions(line):
    if not line["1"]:
        pytest.skip("section 4 gives an average alone")
    counts = [int(line[str(tries)]) for tries in range(1, 10)]
    assert sum(counts) == 8**5
    total = sum(tries * count for tries, count in enumerate(counts, 1))
    assert f"{total / 8**5:.3f}" == line["average"]


@pytest.mark.slow
def test_table_4_is_not_what_its_rules_give(game):
    """Among possible codes the second guess always finds 19; Table 4 has 18 in most rows."""
    wanted = settings([*(f"Possible{name}" for name in POSSIBLE), *ALL])
    played = play_all(game, wanted, first="bbcgr", jobs=2)
    found = {one.name: (f"{one.mean:.4f}", one.worst) for one in played}
    assert found == {f"Possible{name}": figures for name, figures in POSSIBLE.items()} | ALL
    assert {one.counts[1] for one in played if one.name.startswith("Possible")} == {19}
    printed = {line["heuristic"]: line["2"] for line in read("logik_table4")}
    assert [printed[name] for name in POSSIBLE] == ["19", "18", "18", "18"]
