"""A small Pareto front, comparison and EMI table for tests of reports."""

from decimal import Decimal

from emi.objectives.base import Options, objectives
from emi.reports import render
from emi.results.base import GameFacts, LexiconFacts
from emi.results.pareto import ParetoFront, ParetoRow
from emi.results.performance import LengthResult, together
from emi.results.published import Figures, PublishedEmi, PublishedHeuristics
from emi.results.solution import Solution
from emi.search.model.bounds import Bounds

WORDS = ("CABAN", "CABLE", "CACHE", "CADET", "CADRE", "CAFES", "CALER", "CALME", "CANAL", "CANNE")
ONE = ParetoRow(1, 10, 9, 9, 27, 27, 10, 4, "CADRE", WORDS[:9], 0.125)
TWO = ParetoRow(2, 10, 3, 5, 24, 25, 10, 4, "CALER", WORDS[2:7], 2.0)
THREE = ParetoRow(3, 10, 1, 1, 24, 24, 10, 4, "CANAL", ("CADET",), 0.5)
FOUR = ParetoRow(4, 10, 0, 0, 23, 23, 10, 4, "CANNE", (), 0.25)
ANY = ParetoRow(None, 10, 0, 0, 23, 23, 10, 5, "CANNE", (), 0.25)
ROWS = [ONE, TWO, THREE, FOUR, ANY]
WEIGHTED = [
    ParetoRow(1, 3, 150, 150, 2150, 2150, 1100, 3, "CADRE", ("CABAN", "CABLE"), 0.5),
    ParetoRow(2, 3, 0, 0, 1250, 1250, 1100, 2, "CADRE", (), 0.5),
]

LENGTHS = [
    LengthResult("Sum", "possible", "lowest", 5, 3, (1, 4, 2, 1)),
    LengthResult("Sum", "possible", "lowest", 6, 4, (2, 2)),
    LengthResult("Gini", "possible", "lowest", 5, 3, (0, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1)),
    LengthResult("Gini", "possible", "lowest", 6, 4, (1, 1, 1, 1)),
    LengthResult("Bobo", "alphabetical", "", 5, 3, (1, 3, 4)),
    LengthResult("Bobo", "alphabetical", "", 6, 4, (1, 2, 1)),
    LengthResult("Sum", "alphabetical", "lowest", 5, 3, (1, 3, 2, 2)),
    LengthResult("Sum", "alphabetical", "lowest", 6, 4, (2, 1, 1)),
]
RESULTS = together(LENGTHS)
CODES = together(
    [
        LengthResult("Max", "possible", "lowest", 4, None, (1, 3, 2), "code"),
        LengthResult("Bobo", "last", "", 4, None, (1, 2, 3), "code"),
    ]
)
PAPER = PublishedHeuristics(
    {
        "Sum": Figures(Decimal("2.3333"), 2, 4),
        "Gini": Figures(Decimal("3.5"), 1, 7),
        "Bobo": Figures(Decimal("2.25"), 0, None),
        "Minimax": Figures(Decimal("2.1"), None, 3),
    },
    "paper.csv",
)


def written(table):
    """Return a table as text and as JSON: what people see of a view, and what programs get.

    Each format is tested once, on a made-up table.
    """
    return f"{render(table, 'table')}\n{render(table, 'json')}"


LEXICON = LexiconFacts("small.txt", "0123456789abcdef")


def facts(name, words, lexicon=None, hard=None):
    """Return the facts of a cell, or of a game whose codes have four pegs."""
    letter, length = name[:-1].rstrip("0123456789"), name[1:]
    if length.isdecimal() or name.isdecimal():
        at = int(length if letter else name)
        return GameFacts(name, "motus", words, words, hard, at, 6, "words", lexicon, None, True)
    return GameFacts(name, "moo", words, words, hard, 4, None, "codes")


def front(rows):
    """Return the front of some rows."""
    return ParetoFront.of(facts("C5", 10), rows)


def solved(name, lower, upper, first="", words=10, objective="worst", lexicon=None, **more):
    """Return the solution of a game."""
    given = {"weight": words, "seconds": 0.5, "source": None} | more
    judged = objectives()[objective].of_options(Options(given.get("tries") or 5))
    return Solution(
        game=facts(name, words, lexicon), objective=judged, bounds=Bounds(lower, upper),
        first_guess=first, candidates=words, **given,
    )  # fmt: skip


AGREES = solved("A5", 4, 4, "AORTE", 300)
DIFFERS = solved("C5", 5, 5, "CARIE", 408, seconds=1.25)
UNPROVEN = solved("C10", 4, 5, "CONTRAIRES", 2000, seconds=60.0)
CELLS = [UNPROVEN, DIFFERS, AGREES]
EMI_PAPER = PublishedEmi({("A", 5): 4, ("C", 5): 7, ("C", 10): 5}, "paper.csv")
