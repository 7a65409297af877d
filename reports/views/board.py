"""The worst cases, averages or misses of the cells of a word list, by length and initial."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from emi.errors import OptionError
from emi.reports.table import PAGE, PEOPLE, Grid, GridCell, Legend
from emi.reports.texts import ENGLISH
from emi.reports.wording import at_most, plural

if TYPE_CHECKING:
    from emi.reports.texts import Texts
    from emi.results.published import PublishedEmi
    from emi.results.solution import Solution

_HIGHEST = 8
#: The verdict on a published value, keyed by whether the computed value differs.
VERDICTS = {True: "differs", False: "agrees", None: "still possible"}


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
        if one.game.cell is None or (len(solutions) == 1 and not objective.in_grid):
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
        caption=objective.grid_caption(t),
        hint=t("viewHint"),
        listed=t("viewListed", n=len(cells)),
        none=t("viewNone"),
        formats=PEOPLE if objective.in_grid else PAGE,
    )
    return grid, tuple(_legend(solutions, against, t))


def _legend(
    solutions: Sequence[Solution], against: PublishedEmi | None, t: Texts
) -> Iterator[Legend]:
    """Yield a colour sample for each value that occurs, with its count."""
    levels = Counter(one.objective.level(one, one.bounds.upper) for one in solutions if one.proven)
    for level, times in sorted(levels.items()):
        sample, mark = solutions[0].objective.level_range(level), f"key v{min(level, _HIGHEST)}"
        yield Legend(mark, sample, t("viewCells", n=times), formats=PAGE)
    if unproven := len(solutions) - levels.total():
        yield Legend("key open", "..", t("viewOpenCells", n=unproven), formats=PAGE)
    if against and (unlike := sum(against.differs(one) is True for one in solutions)):
        said = f"published otherwise, {plural(unlike, 'cell')}"
        yield Legend("key differs", "≠", said, formats=PAGE)


def _cell(one: Solution, against: PublishedEmi | None, t: Texts) -> GridCell:
    objective, upper, proven = one.objective, one.bounds.upper, one.proven
    said = objective.text(one)
    state = t("viewProven" if proven else "viewOpen", value=said)
    facts = [
        *objective.cell_facts(one, state, t),
        (t("viewFirstGuess"), one.first_guess or t("viewNoneKnown")),
        (t("viewWordsFact"), str(one.candidates)),
        (t("viewTimeFact"), t("viewKept") if one.stored else t.decimal(f"{one.seconds:.3f} s")),
    ]
    published = against and against.of(one)
    differs = against.differs(one) if against else None
    if published is not None:
        facts.append(("Published", f"{published}, {VERDICTS[differs]}"))
    # There is no room for both bounds of a mean.
    text = said
    if not objective.in_grid:
        text = at_most(objective.bound(one, upper, 2), proven=proven or upper is None)
    levels = objective.level(one, one.bounds.lower), objective.level(one, upper)
    beside = "" if published is None else str(published)
    name = one.game.name.partition(" (")[0]
    return GridCell(name, text, *levels, differs is True, beside, tuple(facts))
