"""Games of pegs: Mastermind, Logik, MOO (Bulls and Cows), and black-peg games."""

from __future__ import annotations

from decimal import Decimal
from itertools import chain
from typing import TYPE_CHECKING

from emi.games.mastermind import Logik, Mastermind
from emi.games.moo import Moo
from emi.published.parts import mean, optima
from emi.reports.published.reader import SOURCES, read
from emi.reports.table import Section
from emi.reports.views import published
from emi.reports.views.partitions import scores
from emi.results.published import Figure, PublishedTable
from emi.strategies.heuristics import settings
from emi.strategies.partitions import partitions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from emi.published.parts import Inputs
    from emi.results.advice import Partition, Partitions
    from emi.results.performance import Performance


def mastermind(inputs: Inputs) -> Section:
    """Return the section on Mastermind: one-step strategies of 4 pegs of 6 colours, and optima."""
    printed = read("mastermind")
    game = Mastermind(4, 6)
    (tried,) = inputs.play([game], settings([line["heuristic"] for line in printed]))
    lines: list[list[str | Figure]] = []
    for line, played in zip(printed, tried.performances, strict=True):
        values = {
            "average": mean(played, 3),
            "total": str(played.total),
            "worst": str(played.worst),
            "first": game.secrets[int(played.tries.argmin())],
        }
        figures = [Figure(value, line[name] or None) for name, value in values.items()]
        lines.append([f"{line['strategy']} ({line['heuristic']})", *figures])
    headings = ("strategy", "average", "total", "worst", "first guess")
    ties = "Ties are broken by a possible code first, then in numerical order"
    return published.section(
        "Mastermind",
        "mastermind",
        (f"Source: {SOURCES['mastermind']}", ties),
        (
            PublishedTable.of("One-step strategies, 4 pegs of 6 colours", headings, lines),
            optima("mastermind", "Least totals"),
            optima("mastermind possible", "Least totals if only candidates are proposed"),
            optima("mastermind worst", "Worst cases"),
        ),
    )


#: The first guess of all strategies in Table 4.
LOGIK_FIRST = "bbcgr"
#: The largest number of guesses with a column in Table 4.
MOST = 9
NOTES_2 = (
    "The printed headings are garbled; the columns are those of Table 3, in the same order",
    "The text says that the return code 13 leaves 35 codes, but means 14: 4b0w",
)
NOTE_3 = (
    "The expected size is that of the source: the sum of the squares divided by 32767, rounded "
    "down, where emi divides by 32768; the entropy is in bits; the standard deviation is over all "
    "20 classes, including empty ones, with the square of the sum where the source prints a sum of "
    "squares"
)
NOTES_4 = (
    (
        "The heuristics propose possible codes only, or all codes; ties are broken by a possible "
        "code first, then by the first code"
    ),
    "The printed averages follow from the printed distributions",
)


def logik(inputs: Inputs) -> Section:
    """Return the section on Logik: partitions of first guesses, their scores, and whole games."""
    game = Logik()
    names = [line["heuristic"] for line in read("logik_table4")]
    among = [f"Possible{name}" for name in names if name != "Random"]
    (tried,) = inputs.play([game], settings([*names, *among]), LOGIK_FIRST)
    tables = (*first_guesses(game), games(tried.performances))
    source = f"Source: {SOURCES['logik']}"
    return published.section("Logik, 5 pegs of 8 colours", "logik", (source,), tables)


def first_guesses(game: Logik) -> tuple[PublishedTable, PublishedTable]:
    """Return Tables 2 and 3: the partitions of first guesses, and their scores."""
    sizes, printed = read("logik_table2"), read("logik_table3")
    compared = partitions(game, list(printed[0])[1:])
    columns = [column.guess for column in compared.columns]
    names = [
        f"{line['code']}: {feedback}"
        for line, feedback in zip(sizes, compared.feedbacks, strict=True)
    ]
    return (
        PublishedTable.of(
            "Table 2: codes left after the first guess",
            ("feedback", *columns),
            _lines(names, sizes, [map(str, column.sizes) for column in compared.columns]),
            NOTES_2,
        ),
        PublishedTable.of(
            "Table 3: scores of the first guess",
            ("strategy", *columns),
            _lines(
                [line["score"] for line in printed],
                printed,
                [_scores(column) for column in compared.columns],
            ),
            (NOTE_3, *_misprints(compared)),
        ),
    )


def _scores(partition: Partition) -> tuple[str, ...]:
    """Return the scores as the source defines them; its expected size divides by n - 1."""
    worst, _, *others = scores(partition)
    return (
        worst,
        str(sum(size**2 for size in partition.sizes) // (sum(partition.sizes) - 1)),
        *others,
    )


def games(performances: list[Performance]) -> PublishedTable:
    """Return Table 4: the printed figures, and the results of two interpretations."""
    by_name = {performance.name: performance for performance in performances}
    lines: list[tuple[str | Figure, ...]] = []
    second = []
    for line in read("logik_table4"):
        counts = [line[str(tries)] for tries in range(1, MOST + 1)]
        lines.append((line["strategy"], "printed", *counts, line["average"]))
        only = by_name.get(f"Possible{line['heuristic']}")
        every = by_name[line["heuristic"]]
        readings = [("by lot", every)] if only is None else [("possible", only), ("all", every)]
        for name, performance in readings:
            numbers = [*map(str, performance.counts), *["0"] * MOST][:MOST]
            average = Figure(mean(performance, 3), line["average"])
            lines.append((line["strategy"], name, *numbers, average))
        if only is not None and line["2"] not in {"", str(only.counts[1])}:
            second.append(f"{line['strategy']} {only.counts[1]}, not {line['2']}")
    notes = list(NOTES_4)
    if second:
        notes.append(
            "If only possible codes are proposed, the second guess finds a different number of "
            f"codes than printed: {', '.join(second)}"
        )
    headings = ("strategy", "proposed", *map(str, range(1, MOST + 1)), "average")
    title = f"Table 4: codes by the guesses they take, from {LOGIK_FIRST}"
    return PublishedTable.of(title, headings, lines, notes)


def _lines(
    names: Iterable[str], printed: Iterable[dict[str, str]], columns: Iterable[Iterable[str]]
) -> Iterable[tuple[str | Figure, ...]]:
    """Yield lines of computed and printed figures, each after its name."""
    for name, line, values in zip(names, printed, zip(*columns, strict=True), strict=True):
        yield name, *map(Figure, values, [*line.values()][-len(values) :])


def _misprints(compared: Partitions) -> Iterable[str]:
    """Yield a sentence on each printed worst case that contradicts the printed Table 2."""
    sizes = read("logik_table2")
    worst = read("logik_table3")[0]
    for column in compared.columns:
        most = max(int(line[column.guess]) for line in sizes)
        if str(most) != worst[column.guess]:
            yield (
                f"The printed worst case of {column.guess}, {worst[column.guess]}, is a misprint: "
                f"the largest size in its column of Table 2 is {most}"
            )


#: Other interpretations of a row: without the printed tau, with an additional one, or random.
OTHERS = {"1": ["Random"], "4": ["Reciprocals"], "6": ["PlainMeanSquare"], "8": ["Landy"]}
#: Descriptions of the other interpretations.
MEANT = {
    "Random": "a random possible code",
    "Reciprocals": "with tau(1) added to the sum, not printed",
    "PlainMeanSquare": "without the printed tau(1)",
    "Landy": "with tau(1) subtracted, not printed",
}
#: The first guess for the tie-break "last", which would otherwise mirror the tie-break "first".
MOO_FIRST = "0123"
TIES = {
    "possible": "a possible code first, then the first",
    "alphabetical": "the first",
    "last": f"the last, after the first guess {MOO_FIRST}",
    "random": "random",
}


def moo(inputs: Inputs) -> Section:
    """Return the section on MOO: its value functions with three tie-breaks, and optimal play."""
    printed = read("moo")
    readings = {line["row"]: [line["heuristic"], *OTHERS.get(line["row"], [])] for line in printed}
    names = [name for row in readings.values() for name in row]
    plain = [name for name in names if name != "Random"]
    usual = settings(names, ["possible"]) + settings(plain, ["alphabetical"])
    tried = inputs.play([Moo()], usual) + inputs.play([Moo()], settings(plain, ["last"]), MOO_FIRST)
    by_name: dict[str, list[Performance]] = {name: [] for name in names}
    for played in chain.from_iterable(trial.performances for trial in tried):
        by_name[played.name].append(played)
    nearest = [_nearest(line, by_name[line["heuristic"]]) for line in printed]
    others = [
        _other(line, name, by_name[name])
        for line in printed
        for name in readings[line["row"]]
        if name != line["heuristic"]
    ]
    alike = [_alike(printed, by_name, ties) for ties in ("possible", "alphabetical", "last")]
    every = [
        (
            name,
            *(_figures(performance, 5) for performance in by_name[name]),
            *[""] * (3 - len(by_name[name])),
        )
        for name in names
    ]
    text = (
        f"Source: {SOURCES['moo']}",
        "Any code may be proposed; values with a relative difference below 1e-12 are equal",
        "The document does not say how ties are broken, which affects the results",
    )
    tables = (
        PublishedTable.of(
            "Average and most guesses: each row by its printed formula, with the nearest tie-break",
            ("row", "heuristic", "obtained", "tie-break", "remark"),
            nearest,
            (f"The tie-break is the best for each row. With one for all: {', '.join(alike)}",),
        ),
        PublishedTable.of(
            "Rows with a formula that is not the printed one",
            ("row", "heuristic", "formula", "obtained", "printed", "tie-break"),
            others,
            ("These formulas are conjectures; the figures above do not include them",),
        ),
        PublishedTable.of(
            "The same with every tie-break",
            ("heuristic", *(TIES[ties] for ties in ("possible", "alphabetical", "last"))),
            every,
            ("Random has one column: codes are drawn with the seed 0",),
        ),
        optima("moo", "Least totals"),
        optima("moo worst", "Worst cases"),
    )
    return published.section("MOO, or Bulls and Cows", "moo", text, tables)


def _nearest(line: dict[str, str], performances: list[Performance]) -> tuple[str | Figure, ...]:
    """Return the line of a printed row with the nearest result of its printed formula."""
    best, ties = _best(line, performances)
    figure = Figure(_figures(best, 3), _printed(line))
    remark = "" if figure.obtained == figure.printed else "no tie-break gives the printed figures"
    return line["row"], best.name, figure, ties, remark


def _other(line: dict[str, str], name: str, performances: list[Performance]) -> tuple[str, ...]:
    """Return the line of another formula than the printed one, with its nearest result."""
    best, ties = _best(line, performances)
    obtained = _figures(best, 3)
    if obtained != _printed(line) and f"{mean(best, 5)[:5]} / {best.worst}" == _printed(line):
        obtained = f"{mean(best, 5)} / {best.worst}, truncated instead of rounded"
    return line["row"], name, MEANT[name], obtained, _printed(line), ties


def _best(line: dict[str, str], performances: list[Performance]) -> tuple[Performance, str]:
    """Return the result that is nearest to a printed row, and the tie-breaks that give it."""

    def distance(played: Performance) -> tuple[Decimal, int]:
        off = abs(Decimal(mean(played, 3)) - Decimal(line["average"]))
        return off, abs(played.worst - int(line["worst"]))

    best = min(performances, key=distance)
    ties = [TIES[played.ties] for played in performances if distance(played) == distance(best)]
    return best, "any" if len(ties) == len(TIES) - 1 else "; or ".join(ties)


def _alike(
    printed: Sequence[dict[str, str]], by_name: Mapping[str, list[Performance]], ties: str
) -> str:
    """Return how many rows the printed formulas reproduce with one tie-break, as text."""
    same = sum(
        _figures(played, 3) == _printed(line)
        for line in printed
        for played in by_name[line["heuristic"]]
        if played.ties == ties
    )
    return f"{same} rows ({TIES[ties]})"


def _printed(line: dict[str, str]) -> str:
    return f"{line['average']} / {line['worst']}"


def _figures(played: Performance, places: int) -> str:
    return f"{mean(played, places)} / {played.worst}"


def blackpeg(_inputs: Inputs) -> Section:
    """Return the section on black pegs: worst cases and least totals, without printed figures."""
    formulas = (
        "G. Jäger and M. Peczarski, The number of pessimistic guesses in Generalized Black-peg "
        "Mastermind, Information Processing Letters 111, 2011, have exact formulas of the worst "
        "case for two to four pegs; they are not available here, so no values are compared"
    )
    rules = "Colours may repeat in blackpeg, not in ab, and only in guesses in permutation"
    text = formulas, rules
    table = optima("blackpeg", "Worst cases and least totals, proven here")
    return published.section("Black pegs only", "blackpeg", text, (table,))
