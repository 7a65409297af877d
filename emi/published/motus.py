"""The tables of the paper on Motus: two worked positions, the EMIs, and the nine strategies."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from emi.games.motus import Motus
from emi.games.tries import tries_allowed
from emi.playing.heuristics import settings
from emi.playing.named import MINIMAX
from emi.playing.outcomes import outcomes
from emi.playing.position import Position
from reports.guesses.weighed import figure
from reports.methods.outcome import rounded, summaries
from reports.methods.published import Figures, PublishedMethods
from reports.methods.wording import findings, told
from reports.seeds.published import SOURCES, read
from reports.seeds.section import Figure, Section, Table, table_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from emi.lexicon.load import Lexicon
    from emi.playing.outcomes import Fared
    from emi.published.part import Asked

#: The dictionary of Examples 2 to 4.
DICTIONARY = (
    "LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES", "LOGIONS", "LOGIQUE",
)  # fmt: skip
#: How many words the list of its Table 4 has.
WORDS = 212_017
#: The aggregates of Table 3.
COLUMNS = ("Sum", "Max", "Gini", "Entropy")
#: The methods for which the paper's text and its Table 4 disagree about ties, or about a direction.
OTHER_TIES, OTHER_DIRECTION = ("Sum", "Gmax", "Max"), ("Gini",)


def section(asked: Asked) -> Section:
    """Return the figures obtained beside the printed ones."""
    wanted = [
        *settings([line["method"] for line in read("motus_table4")]),
        *settings(OTHER_TIES, ["alphabetical"]),
        *settings(OTHER_DIRECTION, directions=["highest"]),
    ]
    fared = asked.play(asked.cells, [(wanted, None)])
    return Section(
        "motus",
        "Motus",
        SOURCES["motus"],
        (),
        (table_2(), *table_3(), table_1(asked.lexicon, fared), table_4(asked.lexicon, fared)),
    )


def table_2() -> Table:
    """Return Table 2: the vectors after LEGALES and LIVIDES."""
    position = Position.towards(Motus(DICTIONARY), "LIGNINE", ["LEGALES", "LIVIDES"])
    return Table(
        "Table 2: how many words stay possible, for each word that may be right",
        ("guess", *position.possible),
        tuple(_vectors(position, read("motus_table2"))),
    )


def table_3() -> tuple[Table, Table]:
    """Return Table 3 with the columns that it has, and with those that the rules give."""
    printed = read("motus_table3")
    columns = [name for name in printed[0] if name in DICTIONARY]
    given = Position(Motus(columns, DICTIONARY))
    ruled = Position.towards(Motus(DICTIONARY), "LOGIQUE", ["LEGALES"])
    return (
        Table(
            "Table 3: vectors and aggregates after LEGALES, with the columns that are printed",
            ("guess", *columns, *COLUMNS),
            tuple(_vectors(given, printed)),
            (
                (
                    "Three words cannot each lie in a class of two: the cell of LOGIONS that "
                    "differs is a misprint, and its aggregates follow from it"
                ),
            ),
        ),
        Table(
            "Table 3 by the rules: only these words are possible after LEGALES",
            ("guess", *ruled.possible, *COLUMNS),
            tuple(_vectors(ruled, [{"guess": line["guess"]} for line in printed], COLUMNS)),
            ("LIGNIEZ and LIGUIEZ have their E where LEGALES has one: another clue",),
        ),
    )


def table_1(lexicon: Lexicon, fared: Sequence[Fared]) -> Table:
    """Return Table 1, of which the cells are the worst cases of the exact strategy."""
    found = {
        one.game.name: str(played.worst)
        for one in fared
        for played in one.played
        if played.name == MINIMAX
    }
    lengths = {str(one.game.length) for one in fared}
    printed = [line for line in read("motus_table1") if line["length"] in lengths]
    letters = [*read("motus_table1")[0]][1:]
    lines = [
        table_line(
            line["length"],
            *(_cell(found.get(f"{letter}{line['length']}"), line[letter]) for letter in letters),
        )
        for line in printed
    ]
    return Table(
        "Table 1: the Evil Motus Index",
        ("length", *letters),
        tuple(lines),
        (
            _whose(lexicon, fared),
            (
                "Every value is proven: `emi certify` writes a strategy and a refutation that "
                "`emi verify` checks by the rules alone"
            ),
            "Initials that it has no column for are left out",
        ),
    )


def table_4(lexicon: Lexicon, fared: Sequence[Fared]) -> Table:
    """Return Table 4: average, fails and worst case, with the other ties and directions too."""
    published = PublishedMethods(
        {
            line["method"]: Figures(
                Decimal(line["average"]),
                int(line["fails"]) if line["fails"] else None,
                int(line["worst"]),
            )
            for line in read("motus_table4")
        },
        "Table 4",
    )
    allowed = {one.game.length: tries_allowed(one.game.length) for one in fared}
    by_length = sorted(fared, key=lambda one: one.game.length)
    rows = summaries(outcomes(by_length, allowed))
    lines = []
    for row in rows:
        printed = published.of(row.method)
        average, fails, worst = ("", "", "") if printed is None else printed.printed
        lines.append(
            table_line(
                row.method,
                row.ties,
                row.direction,
                Figure(rounded(row.mean), average),
                Figure(str(row.fails), None if fails == "?" else fails),
                Figure(str(row.worst), worst),
            )
        )
    return Table(
        "Table 4: the methods, average / fails / worst case",
        ("method", "ties", "direction", "average", "fails", "worst"),
        tuple(lines),
        (
            _whose(lexicon, fared),
            "A word fails that takes more than 5 tries with 5 letters, or 6 with more",
            "The printed Minimax is incomplete, and any strategy of the least worst case will do",
            *told(findings(rows, published)),
        ),
    )


def _vectors(
    position: Position, printed: Iterable[dict[str, str]], show: Sequence[str] = ()
) -> Iterable[tuple[Figure, ...]]:
    """Yield for each printed guess its vector and aggregates, each beside what is printed."""
    weighed = {one.guess: one for one in position.explain("Sum").guesses}
    for line in printed:
        one = weighed[line["guess"]]
        names = [name for name in COLUMNS if name in line] or show
        cells = [line.get(word) for word in position.possible] + [line.get(name) for name in names]
        found = [*map(str, one.vector), *(figure(one.values[name]) for name in names)]
        yield table_line(one.guess, *map(Figure, found, cells))


def _cell(value: str | None, printed: str) -> str | Figure:
    return "" if value is None else Figure(value, printed)


def _whose(lexicon: Lexicon, fared: Sequence[Fared]) -> str:
    """Say whose words the figures are of."""
    words = sum(len(one.game.secrets) for one in fared)
    if words == WORDS:
        return (
            f"Obtained with {lexicon.name}, which has as many words as the paper's list: {words:,}"
        )
    return (
        f"Obtained with {words:,} words of {lexicon.name}, printed for the {WORDS:,} of the "
        "paper's list: with another list other figures are to be expected"
    )
