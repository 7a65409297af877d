"""Games of words and of marks in order: Motus, Jotto, Wordle, and codes without repetition."""

from __future__ import annotations

from itertools import permutations
from math import perm
from pathlib import Path
from typing import TYPE_CHECKING

from emi.analysis.named import MINIMAX
from emi.games.jotto import Jotto
from emi.games.motus import Motus
from emi.playing.position import Position
from emi.published.parts import mean, optima
from emi.questions.solving import solve
from emi.reports.published import reader
from emi.reports.published.reader import SOURCES, read, read_heuristics
from emi.reports.table import Section
from emi.reports.views import published
from emi.reports.views.guesses import figure
from emi.reports.views.published import told
from emi.reports.wording import spans
from emi.results.base import rounded
from emi.results.performance import results
from emi.results.published import Figure, Figures, PublishedHeuristics, PublishedTable
from emi.strategies.heuristics import settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from emi.games.game import Game
    from emi.lexicon.load import Lexicon
    from emi.published.parts import Inputs
    from emi.results.performance import HeuristicResult, Trials
    from emi.results.published import Finding

#: The dictionary of Examples 2 to 4.
DICTIONARY = (
    "LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES", "LOGIONS", "LOGIQUE",
)  # fmt: skip
#: The number of words in the paper's list, and their lengths. The figures of Table 4 cover all
#: lengths together.
WORDS, LENGTHS = 212_017, range(5, 11)
#: The aggregates of Table 3.
COLUMNS = ("Sum", "Max", "Gini", "Entropy")
#: The heuristics for which the paper's text and its Table 4 disagree about ties, or a direction.
OTHER_TIES, OTHER_DIRECTION = ("Sum", "Gmax", "Max"), ("Gini",)
#: The heuristic whose fails and worst case are nearer to the printed ones in another order.
OTHER_ORDER = ("Bobo",)


COLUMN_F = (
    "The paper has 25 columns and none headed E. The fifth, headed F, reads 4 4 4 4 4 4: exact "
    "play on ODS4 gives that for E, and 5 4 4 4 4 4 for F. So A7, B7, D7, K7, M6, Q7 and R7 differ "
    "for certain there, and F5 only if the heading is right"
)


def motus(inputs: Inputs) -> Section:
    """Return the section on Motus: two worked positions, the EMIs and the nine strategies."""
    wanted = [
        *settings([line["heuristic"] for line in read("motus_table4")]),
        *settings(OTHER_TIES, ["alphabetical"]),
        *settings(OTHER_DIRECTION, directions=["highest"]),
        *settings(OTHER_ORDER, ["last"]),
    ]
    tried = inputs.play(inputs.cells, wanted)
    tables = (table_2(), *table_3(), table_1(inputs.lexicon, tried), table_4(inputs.lexicon, tried))
    return published.section("Motus", "motus", (f"Source: {SOURCES['motus']}",), tables)


def table_2() -> PublishedTable:
    """Return Table 2: the vectors after LEGALES and LIVIDES."""
    position = Position.towards(Motus(DICTIONARY), "LIGNINE", ["LEGALES", "LIVIDES"])
    return PublishedTable.of(
        "Table 2: the number of words left, for each possible word",
        ("guess", *position.possible),
        _vectors(position, read("motus_table2")),
    )


def table_3() -> tuple[PublishedTable, PublishedTable]:
    """Return Table 3 with the printed columns, and with the columns that follow from the rules."""
    printed = read("motus_table3")
    columns = [name for name in printed[0] if name in DICTIONARY]
    given = Position(Motus(columns, DICTIONARY))
    ruled = Position.towards(Motus(DICTIONARY), "LOGIQUE", ["LEGALES"])
    misprint = (
        "Three words cannot each be in a class of two: the differing cell of LOGIONS is a "
        "misprint, and the printed aggregates follow from it"
    )
    return (
        PublishedTable.of(
            "Table 3: vectors and aggregates after LEGALES, with the printed columns",
            ("guess", *columns, *COLUMNS),
            _vectors(given, printed),
            (misprint,),
        ),
        PublishedTable.of(
            "Table 3 by the rules: the possible words after LEGALES",
            ("guess", *ruled.possible, *COLUMNS),
            _vectors(ruled, [{"guess": line["guess"]} for line in printed], COLUMNS),
            ("LIGNIEZ and LIGUIEZ have an E in a place of LEGALES: they give another clue",),
        ),
    )


def table_1(lexicon: Lexicon, tried: Sequence[Trials]) -> PublishedTable:
    """Return Table 1, the worst cases of the exact strategy."""
    found = {
        one.game.name: str(played.worst)
        for one in tried
        for played in one.performances
        if played.name == MINIMAX
    }
    lengths = {str(trials.game.length) for trials in tried}
    printed = read("motus_table1")
    letters = [*printed[0]][1:]
    lines = [
        (length, *(_cell(found.get(f"{letter}{length}"), line[letter]) for letter in letters))
        for line in printed
        if (length := line["length"]) in lengths
    ]
    notes = (
        _whose(lexicon, tried),
        (
            "Every value is proven: `emi certify` writes a strategy and a refutation, which `emi "
            "verify` checks independently"
        ),
        "Initials without a column in the paper are left out",
        COLUMN_F,
    )
    return PublishedTable.of("Table 1: the Evil Motus Index", ("length", *letters), lines, notes)


def table_4(lexicon: Lexicon, tried: Sequence[Trials]) -> PublishedTable:
    """Return Table 4: average, fails and worst case, also for other ties and directions.

    The printed figures are shown only if all lengths of the paper were played.
    """
    paper = read_heuristics(Path(reader.__file__).with_name("data") / "motus_table4.csv")
    in_order = sorted(tried, key=lambda one: one.game.length)
    rows = results(one for each in in_order for one in each.performances)
    complete = {trials.game.length for trials in tried} == {*LENGTHS}
    if not complete:
        paper = PublishedHeuristics({}, paper.source)
    stated = {row.heuristic: row for row in reversed(rows)}
    lines = [_line(row, paper if stated[row.heuristic] is row else None) for row in rows]
    findings = paper.findings(rows)
    notes = (
        _whose(lexicon, tried),
        "A word fails if it takes more than 5 tries with 5 letters, or 6 with more",
        "The printed Minimax is incomplete; any strategy with the least worst case qualifies"
        if complete
        else "The printed figures cover 5 to 10 letters together, so they are not compared",
        *([_best_settings(findings)] if complete else []),
        *(told(each) for each in findings if not each.agrees),
    )
    return PublishedTable.of(
        "Table 4: the heuristics, average / fails / worst case",
        ("heuristic", "ties", "direction", "average", "fails", "worst"),
        lines,
        notes,
    )


def _line(row: HeuristicResult, paper: PublishedHeuristics | None) -> tuple[str | Figure, ...]:
    """Return a row of Table 4; printed figures stand beside the setting of the paper only."""
    printed = Figures() if paper is None else paper.of(row.heuristic) or Figures()
    beside = (None if each == "?" else each for each in printed.printed)
    return row.heuristic, row.ties, row.direction, *map(Figure, _figures(row), beside)


def _figures(row: HeuristicResult) -> tuple[str, str, str]:
    return rounded(row.mean), str(row.fails), str(row.worst)


def _best_settings(findings: Sequence[Finding]) -> str:
    """Return a note: how many figures are as printed with the best setting of each heuristic."""
    off = [each for one in findings for each in one.published.gaps(one.nearest)]
    known = [each for each in off if each is not None]
    return (
        "Printed figures are beside the setting that the text states, the first of each heuristic. "
        f"With the best setting of each, {known.count(0)} of {len(known)} figures are as printed"
    )


def _vectors(
    position: Position, printed: Iterable[dict[str, str]], show: Sequence[str] = ()
) -> Iterable[tuple[str | Figure, ...]]:
    """Yield for each printed guess its vector and aggregates, next to the printed figures."""
    profiles = {one.guess: one for one in position.explain("Sum").guesses}
    for line in printed:
        one = profiles[line["guess"]]
        names = [name for name in COLUMNS if name in line] or show
        cells = [line.get(word) for word in position.possible] + [line.get(name) for name in names]
        found = [*map(str, one.vector), *(figure(one.values[name]) for name in names)]
        yield one.guess, *map(Figure, found, cells)


def _cell(value: str | None, printed: str) -> str | Figure:
    return "" if value is None else Figure(value, printed)


def _whose(lexicon: Lexicon, tried: Sequence[Trials]) -> str:
    """Return a sentence about the word list of the figures."""
    words = sum(one.game.secrets for one in tried)
    if words == WORDS:
        return (
            f"Computed with {lexicon.name}, which has as many words as the paper's list: {words:,}"
        )
    lengths = spans({one.game.length for one in tried})
    return (
        f"Computed with {words:,} words of {lexicon.name}, of {lengths} letters; printed for the "
        f"{WORDS:,} words of the paper's list, of {spans(LENGTHS)} letters. Figures differ between "
        "lists"
    )


#: The most codes without repetition of a game that is solved within moments.
MOST_CODES = 360
#: The colours.
LETTERS = "ABCDEF"


def ordered(_inputs: Inputs) -> Section:
    """Return the section on marks in order: guesses until a code without repetition is known."""
    text = (
        f"Source: {SOURCES['ordered']}",
        (
            "The rule is that of Motus, with all arrangements of different letters (the colours) "
            "in the slots as words"
        ),
    )
    return published.section("Marks in order", "ordered", text, (ordered_codes(),))


def ordered_codes() -> PublishedTable:
    """Return the table: a line for each number of slots, a column for each number of colours."""
    printed = read("ordered")
    columns = [name for name in printed[0] if name != "slots"]
    lines = [
        (line["slots"], *(_figure(int(n), int(line["slots"]), line[n]) for n in columns))
        for line in printed
    ]
    notes = (
        (
            "The last guess, which names the known code, is not counted: each figure is one less "
            "than the worst case of `emi solve`"
        ),
        (
            "For five colours in three slots the source prints 5. It refers to a page on "
            "Mastermind, whose worst case is 5 (`emi solve mastermind:3x5`). By the rule of the "
            "table two guesses suffice"
        ),
        "For two slots and six colours the figure is that of the printed formula, half the colours",
        "Games with a single slot are omitted, and larger games, which take longer",
    )
    return PublishedTable.of(
        "Guesses until the code is known, by slots (lines) and colours (columns)",
        ("slots", *columns), lines, notes,
    )  # fmt: skip


def _figure(colours: int, slots: int, printed: str) -> str | Figure:
    """Return the computed figure next to the printed one; empty for no game or a large one."""
    if colours < slots or perm(colours, slots) > MOST_CODES:
        return ""
    codes = ["".join(code) for code in permutations(LETTERS[:colours], slots)]
    # One guess less than to name the code: with that guess left, one code alone is possible.
    return Figure(str(solve(Motus(codes)).bounds.lower - 1), printed or None)


#: The strategy of the source, the same restricted to candidates, and others.
JOTTO_HEURISTICS = ("Information", "PossibleInformation", "Max", "ExpectedSize", "Partitions")
#: The number of letters of a word.
JOTTO_LENGTH = 5
JOTTO_HEADINGS = (
    "heuristic", "first guess", "Jotto: average", "Jotto: worst", "with marks: average",
    "with marks: worst",
)  # fmt: skip
JOTTO_NOTES = (
    (
        "The document says that guesses which cannot be the secret may be better: compare "
        "Information with PossibleInformation, which proposes possible words only"
    ),
    (
        "The document expects better results with more feedback: the same words with the marks of "
        "Motus, for letters in their place and in another place"
    ),
)


def jotto(inputs: Inputs) -> Section:
    """Return the section on Jotto: heuristics with its feedback, and with that of Motus.

    The source proposes to play by entropy, and prints no figures to compare.
    """
    jotto: Game = Jotto.of_lexicon(inputs.lexicon, JOTTO_LENGTH)
    games = [jotto, Motus.of_cell(str(JOTTO_LENGTH), inputs.lexicon)]
    every = inputs.play(games, settings(JOTTO_HEURISTICS))
    tried = {trials.game.rule: trials.performances for trials in every}
    lines = []
    for alone, marked in zip(tried["jotto"], tried["motus"], strict=True):
        first = jotto.guesses[int(alone.tries.argmin())]
        figures = (mean(alone, 4), str(alone.worst), mean(marked, 4), str(marked.worst))
        lines.append((alone.name, first, *figures))
    text = (
        f"Source: {SOURCES['jotto']}",
        (
            f"All {len(jotto.secrets):,} words of the lexicon {inputs.lexicon.name} may be the "
            "secret and may be proposed"
        ),
        "The document maximises the entropy of the feedback, which is the heuristic Information",
    )
    table = PublishedTable.of("One-step strategies", JOTTO_HEADINGS, lines, JOTTO_NOTES)
    return published.section("Jotto, words of five letters", "jotto", text, (table,))


def wordle(_inputs: Inputs) -> Section:
    """Return the section on Wordle and Absurdle, from recorded runs: the lists are not free."""
    lists = (
        "The lists are those of 2021, with 2,315 secrets among 12,972 guesses; if guesses.txt is "
        "named twice, all guesses may be the secret. The lists are not free and are not included; "
        "with your own copies, the commands reproduce the values"
    )
    tables = (
        optima("wordle", "Any guess may be proposed"),
        optima("wordle hard", "Hard play"),
        optima("absurdle", "Absurdle: a greedy opponent keeps the most words possible"),
    )
    return published.section("Wordle", "wordle", (lists,), tables)
