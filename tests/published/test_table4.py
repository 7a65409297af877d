"""The published comparison of one-step strategies on ODS4, and what its rules give.

Source: Chetcuti-Sperandio, Delorme and Lagrue, "On aggregate and comparison functions for
Motus/Lingo playing", ICGA Journal 40(3), 2018, section 4 and Table 4. The row of PossibleGmax comes
out as printed, and that of Gini when its direction is turned; the others are what the rules of its
section 4 give, with each tie-break, and do not depend on this program: they were found before it
was written.
"""

from collections import Counter

import pytest

from emi.games.cell import tries_allowed
from emi.games.motus import Motus
from emi.lexicon.load import load
from emi.playing.heuristics import play_all, settings

#: Heuristic and tie-break: average (four decimals), fails, worst case.
OBTAINED = {
    ("PossibleGmax", "alphabetical"): ("2.8779", 560, 13),
    ("SumGini", "possible"): ("2.8157", 54, 8),
    ("Sum", "possible"): ("2.8150", 54, 8),
    ("Sum", "alphabetical"): ("2.9864", 88, 8),
    ("Gmax", "possible"): ("2.8426", 51, 7),
    ("Gmax", "alphabetical"): ("3.0142", 78, 7),
    ("Max", "possible"): ("2.8635", 50, 7),
    ("Max", "alphabetical"): ("3.0636", 78, 7),
    ("Entropy", "possible"): ("3.7202", 6590, 10),
    ("Bobo", "alphabetical"): ("3.3712", 2473, 13),
}


def figures(cells):
    """Return words, and average, fails and worst case of a method over cells."""
    tries, fails = Counter(), 0
    for played in cells:
        tries.update(played.tries.tolist())
        fails += int((played.tries > tries_allowed(played.game.length)).sum())
    total = sum(number * count for number, count in tries.items())
    return tries.total(), (f"{total / tries.total():.4f}", fails, max(tries))


def played_in_full(ods4, wanted):
    """Return the figures of each rule over all cells of the list."""
    played = [
        play_all(Motus.of_cell(f"{letter}{length}", ods4), wanted)
        for letter, length in sorted(ods4.counts())
        if 5 <= length <= 10
    ]
    return [figures(cells) for cells in zip(*played, strict=True)]


@pytest.mark.slow
def test_the_methods_of_the_paper_on_its_word_list(lexica):
    wanted = [settings([method], [ties])[0] for method, ties in OBTAINED]
    found = played_in_full(load(lexica("ods4.txt.xz")), wanted)
    assert found == [(212_017, row) for row in OBTAINED.values()]


@pytest.mark.slow
def test_the_gini_index_as_the_text_says_and_turned(lexica):
    """A guess that teaches nothing has the index 0, the lowest (section 4.1): average 37.9.

    The printed row, 3.5434 / 2069 / 9, is that of the highest index.
    """
    wanted = settings(["Gini"], directions=["lowest", "highest"])
    lowest, highest = played_in_full(load(lexica("ods4.txt.xz")), wanted)
    assert lowest == (212_017, ("37.9007", 97110, 3431))
    assert highest == (212_017, ("3.5434", 2069, 9))
