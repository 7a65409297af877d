"""The worst cases, averages or misses of the cells of a word list, by length and initial."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from emi.errors import OptionError
from emi.reports.table import PAGE, PEOPLE, Grid, GridCell, Legend
from emi.reports.texts import ENGLISH
from emi.reports.wording import at_most, between, plural, share, tries
from emi.results.plain import rounded

if TYPE_CHECKING:
    from emi.reports.texts import Texts
    from emi.results.against import PublishedEmi
    from emi.results.solution import Solution

_CAPTIONS = {
    "average": "The least average, by length (lines) and initial letter (columns)",
    "guaranteed": "The words missed, by length (lines) and initial letter (columns)",
}
_HIGHEST = 8
#: The verdict on a published value, keyed by whether the computed value differs.
VERDICTS = {True: "differs", False: "agrees", None: "still possible"}

#: The most missed secrets that are shown to people.
FEW = 8


def board(
    solutions: Sequence[Solution], against: PublishedEmi | None = None, t: Texts = ENGLISH
) -> tuple[Grid | None, tuple[Legend, ...]]:
    """Return a grid of cells and its legend; None if the games are not cells such as ``C5``.

    For worst cases, the grid replaces the list. For other objectives, only a page with several
    cells has a grid.
    """
    objective = solutions[0].objective
    by_place: dict[tuple[str, int], Solution] = {}
    for one in solutions:
        if one.game.cell is None or (len(solutions) == 1 and objective != "worst"):
            return None, ()
        if one.game.cell in by_place:
            raise OptionError(f"{one.game} is given twice")
        by_place[one.game.cell] = one
    letters, lengths = (sorted(set(each)) for each in zip(*by_place, strict=True))
    cells = {place: _cell(one, against, t) for place, one in by_place.items()}
    grid = Grid(
        "length",
        tuple(letter or t("any") for letter in letters),
        tuple(
            (str(length), tuple(cells.get((letter, length)) for letter in letters))
            for length in lengths
        ),
        caption=_CAPTIONS.get(objective) or t("viewCaption"),
        hint=t("viewHint"),
        listed=t("viewListed", n=len(cells)),
        none=t("viewNone"),
        formats=PEOPLE if objective == "worst" else PAGE,
    )
    return grid, tuple(_legend(solutions, against, t))


def value(one: Solution) -> str:
    """Return the text of a cell: ``5``, ``4..5`` if not proven, ``?`` if not started."""
    lower, upper = one.bounds.lower, one.bounds.upper
    # The trivial bounds: at least one guess, at most one for each word.
    begun = one.proven or lower > 1 or upper not in {None, one.candidates}
    if one.objective == "worst" and not begun:
        return "?"
    return between(_written(one, lower, 4), _written(one, upper, 4))


def mean(total: int, weight: int) -> str:
    """Return a mean as text."""
    return rounded(Fraction(total, weight))


def few(missed: Sequence[str]) -> str:
    """Return the missed secrets as text, abbreviated if there are many."""
    return ", ".join([*missed[:FEW], *["..."] * (len(missed) > FEW)])


def _legend(
    solutions: Sequence[Solution], against: PublishedEmi | None, t: Texts
) -> Iterator[Legend]:
    """Yield a colour sample for each value that occurs, with its count."""
    levels = Counter(_level(one, one.bounds.upper) for one in solutions if one.proven)
    for level, times in sorted(levels.items()):
        sample, mark = _range(solutions[0].objective, level), f"key v{min(level, _HIGHEST)}"
        yield Legend(mark, sample, t("viewCells", n=times), formats=PAGE)
    if unproven := len(solutions) - levels.total():
        yield Legend("key open", "..", t("viewOpenCells", n=unproven), formats=PAGE)
    if against and (unlike := sum(against.differs(one) is True for one in solutions)):
        said = f"published otherwise, {plural(unlike, 'cell')}"
        yield Legend("key differs", "≠", said, formats=PAGE)


def _level(one: Solution, value: int | None) -> int:
    """Return the colour level of a value: one for each half of a mean or doubling of misses."""
    if value is None:
        return _HIGHEST
    if one.objective == "worst":
        return value
    if one.objective == "average":
        return min(max(int(2 * value // one.weight) - 2, 1), _HIGHEST)
    return min(3 + value.bit_length(), _HIGHEST)


def _range(objective: str, level: int) -> str:
    """Return the range of values that share a colour."""
    if objective == "worst":
        return str(level)
    if objective == "average":
        from_, to = f"{1 + level / 2:.1f}", f"{1.5 + level / 2:.1f}"
        if level == 1:
            return f"below {to}"
        return f"{from_} and more" if level == _HIGHEST else f"{from_} to {to}"
    least = 2 ** (level - 4) if level > 3 else 0  # noqa: PLR2004 - nothing is missed
    most = 2 * least - 1 if least > 1 else least
    return f"{least} and more" if level == _HIGHEST else between(least, most)


def _written(one: Solution, value: int | None, places: int) -> str:
    """Return a bound as text; means have ``places`` decimals."""
    if value is None:
        return "?"
    if one.objective == "average":
        return rounded(Fraction(value, one.weight), places)
    return share(value, one.weight) if one.weighted else str(value)


def _cell(one: Solution, against: PublishedEmi | None, t: Texts) -> GridCell:
    upper, proven, said = one.bounds.upper, one.proven, value(one)
    facts = [
        (t("viewFirstGuess"), one.first_guess or t("viewNoneKnown")),
        (t("viewWordsFact"), str(one.candidates)),
        (t("viewTimeFact"), t("viewKept") if one.stored else t.decimal(f"{one.seconds:.3f} s")),
    ]
    state = t("viewProven" if proven else "viewOpen", value=said)
    if one.objective == "worst":
        facts.insert(0, (t("viewWorstFact"), state))
    elif one.objective == "average":
        worst = one.worst and at_most(one.worst, proven=bool(one.worst_proven))
        facts[:0] = [("Average", state), ("Worst case", worst or "unknown")]
    else:
        which = few(one.missed or ()) or "-"
        facts[:0] = [("Missed", state), ("Within", tries(one.tries or 0)), ("Which", which)]
    published = against and against.of(one)
    differs = against.differs(one) if against else None
    if published is not None:
        facts.append(("Published", f"{published}, {VERDICTS[differs]}"))
    # There is no room for both bounds of a mean.
    text = said
    if one.objective != "worst":
        text = at_most(_written(one, upper, 2), proven=proven or upper is None)
    levels = _level(one, one.bounds.lower), _level(one, upper)
    beside = "" if published is None else str(published)
    name = one.game.name.partition(" (")[0]
    return GridCell(name, text, *levels, differs is True, beside, tuple(facts))
