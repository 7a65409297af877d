"""The published table of EMIs on ODS4, and where exact play differs from it.

Source: Chetcuti-Sperandio, Delorme and Lagrue, "On aggregate and comparison functions for
Motus/Lingo playing", ICGA Journal 40(3), 2018, Table 1. Its word list is not free to be shipped,
so these tests run only where it is at hand.
"""

from pathlib import Path

import pytest

from emi.games.motus import Motus
from emi.lexicon.load import load
from emi.solving import solve
from reports.published.reader import read_emi
from tests import oracle

#: Cell: the value of exact play, and the one printed.
DIFFERENT = {
    "F5": (5, 4),
    "M6": (4, 5),
    "A7": (4, 5),
    "B7": (4, 5),
    "D7": (4, 5),
    "K7": (3, 4),
    "Q7": (3, 4),
    "R7": (4, 5),
}


@pytest.fixture(scope="module")
def ods4(lexica):
    return load(lexica("ods4.txt.xz"))


@pytest.fixture(scope="module")
def printed(lexica):
    path: Path = lexica("ods4.txt.xz").parents[1] / "published" / "table1_emi.csv"
    if not path.exists():
        pytest.skip(f"{path} is absent")
    return read_emi(path)


@pytest.mark.slow
def test_exact_play_gives_the_table_as_printed_but_for_eight_cells(ods4, printed):
    different = {}
    assert len(printed.values) == 150
    for (initial, length), value in printed.values.items():
        cell = f"{initial}{length}"
        bounds = solve(Motus.of_cell(cell, ods4)).bounds
        assert bounds.proven, cell
        if bounds.lower != value:
            different[cell] = (bounds.lower, value)
    assert different == DIFFERENT


@pytest.mark.slow
@pytest.mark.parametrize("cell", ["K7", "Q7"])
def test_the_definition_alone_decides_the_smallest_of_the_eight(ods4, printed, cell):
    words = ods4.cell(cell[0], int(cell[1]))
    motus = Motus(words)
    clues = [[motus.feedback(guess, secret) for secret in words] for guess in words]
    value = oracle.worst_case(clues, range(len(words)), range(len(words)))
    assert (value, printed.values[cell[0], int(cell[1])]) == DIFFERENT[cell]
