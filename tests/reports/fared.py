"""A small comparison, for all tests of its reports: three methods, one in two settings."""

from decimal import Decimal

from reports.methods.outcome import Outcome
from reports.methods.published import Figures, PublishedMethods

OUTCOMES = [
    Outcome("Sum", "possible", "lowest", 5, 3, (1, 4, 2, 1)),
    Outcome("Sum", "possible", "lowest", 6, 4, (2, 2)),
    Outcome("Gini", "possible", "lowest", 5, 3, (0, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1)),
    Outcome("Gini", "possible", "lowest", 6, 4, (1, 1, 1, 1)),
    Outcome("Bobo", "alphabetical", "", 5, 3, (1, 3, 4)),
    Outcome("Bobo", "alphabetical", "", 6, 4, (1, 2, 1)),
    Outcome("Sum", "alphabetical", "lowest", 5, 3, (1, 3, 2, 2)),
    Outcome("Sum", "alphabetical", "lowest", 6, 4, (2, 1, 1)),
]
PAPER = PublishedMethods(
    {
        "Sum": Figures(Decimal("2.3333"), 2, 4),
        "Gini": Figures(Decimal("3.5"), 1, 7),
        "Bobo": Figures(Decimal("2.25"), 0, None),
        "Minimax": Figures(Decimal("2.1"), None, 3),
    },
    "paper.csv",
)
