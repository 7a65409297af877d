"""Solutions of games by one objective, as one row per game or as a grid of cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from emi.errors import OptionError
from emi.reports.table import (
    PAGE,
    PEOPLE,
    Cell,
    Column,
    Grid,
    GridCell,
    Legend,
    Note,
    Table,
    filled,
)
from emi.reports.texts import ENGLISH
from emi.reports.views.published import compared
from emi.reports.wording import at_most, clock, plural, said_hard
from emi.results.base import column_names, plain
from emi.results.solution import OPTIONAL, Figure, Objective, Solution, proven_or_not

if TYPE_CHECKING:
    from emi.reports.texts import Texts
    from emi.results.published import PublishedEmi
    from emi.results.solution import Solution


def games(
    solutions: Sequence[Solution],
    *,
    title: str = "",
    seconds: float | None = None,
    against: PublishedEmi | None = None,
    t: Texts = ENGLISH,
) -> Table:
    """Return the solutions of games as a table.

    Parameters
    ----------
    solutions : sequence of Solution
        At least one, all by the same objective. If a value comes from the cache, people see a note
        instead of its time. Worst cases of cells form a grid.
    title : str, optional
        The title; by default built from the objective, the game and the word list.
    seconds : float, optional
        The wall-clock time of the run. Games are solved in parallel, so the sum of their times may
        be larger. By default, the summary shows a time only for a single game.
    against : PublishedEmi, optional
        Published worst cases of cells for comparison.
    t : Texts, optional
        The language; averages and guarantees are in English alone.

    Raises
    ------
    OptionError
        If a game is given twice.
    """
    objective = solutions[0].objective
    grid, legend = board(solutions, against, t)
    if grid is not None:
        solutions = sorted(solutions, key=_in_order)
    index = objective.in_grid and grid is not None
    noun = "cell" if index else "game"
    proven = sum(solution.proven for solution in solutions)
    counts = "viewCountCells" if index else "viewCountGames"
    count = t(counts, n=len(solutions), proven=proven, open=len(solutions) - proven)
    spent = t.decimal(clock([solution.seconds for solution in solutions], seconds))
    hard = _hard(solutions)
    return Table(
        *filled(_columns(solutions, against, t=t), solutions),
        title=title or _title(solutions, t, index=index),
        caption=objective.title(t, cells=False),
        intro=objective.intro(t, cells=index),
        summary=(
            Note(count + spent),
            Note(_together(solutions)),
            Note(t(f"viewHard{hard.capitalize()}") if hard else ""),
        ),
        legend=legend,
        comparison=None
        if against is None
        else compared(
            noun,
            [against.differs(solution) for solution in solutions],
            against.source,
            told=[
                f"{solution.game}: {solution.objective.text(solution)} here, "
                f"{against.of(solution)} published"
                for solution in solutions
                if against.differs(solution)
            ],
        ),
        grid=grid,
        language=t.language,
        format="emi-games",
        records="games",
        names=_names(objective, *_beside(solutions[0], against)),
        facts={"games": [plain(solution) | _beside(solution, against) for solution in solutions]},
    )


def _in_order(solution: Solution) -> tuple[int, int, str]:
    """Return the sort key of a cell: its length, then the place of its letter in the alphabet."""
    letter, length = solution.game.cell or ("", 0)
    return length, solution.game.order, letter


def game(solution: Solution, *, title: str = "") -> Table:
    """Return the result of one game as a few lines of text; parameters as of `games`."""
    return replace(
        games([solution], title=title),
        lines=tuple(_lines(solution)),
        format="emi-game",
        records="",
        facts=plain(solution),
    )


def _names(objective: Objective, *more: str) -> list[str]:
    """Return the CSV columns that the objective fills."""
    names = column_names(Solution)
    return [*(name for name in names if name not in OPTIONAL or name in objective.fields), *more]


def _beside(solution: Solution, against: PublishedEmi | None) -> dict[str, object]:
    """Return the published value for programs."""
    return {} if against is None else plain(against.beside(solution))


def _hard(solutions: Sequence[Solution]) -> str | None:
    """Return the restriction shared by all games; None if they differ."""
    kinds = {solution.game.hard for solution in solutions}
    return kinds.pop() if len(kinds) == 1 else None


def _together(solutions: Sequence[Solution]) -> str:
    """Return a sentence with the totals of several games; empty unless all are proven."""
    if len(solutions) == 1 or not all(solution.proven for solution in solutions):
        return ""
    return solutions[0].objective.total(solutions)


def _title(solutions: Sequence[Solution], t: Texts, *, index: bool) -> str:
    name = solutions[0].objective.title(t, cells=index)
    # The name of a single game includes how it is played.
    parts = [name, solutions[0].game.name]
    if len(solutions) > 1:
        parts = [name + said_hard(_hard(solutions))]
    if lexicon := solutions[0].game.lexicon:
        parts.append(str(lexicon))
    return ", ".join(parts)


def _columns(
    solutions: Sequence[Solution], against: PublishedEmi | None, *, t: Texts
) -> Iterator[tuple[Column, Callable[[Solution], object]]]:
    weighted = any(solution.weighted for solution in solutions)
    # The title says what several games have in common.
    hard = _hard(solutions) if len(solutions) > 1 else None
    yield (
        Column(t("viewGame"), align="left", label=True),
        lambda solution: solution.game.name.removesuffix(f" (hard: {hard})"),
    )
    value = partial(_value, t=t, weighted=weighted)
    yield from _of_figures(value, solutions[0], t)
    if against is not None:
        yield Column("published", places=3), lambda solution: _published(solution, against)
    yield from _of_figures(partial(_effort, t=t), solutions[0], t)


def _value(solution: Solution, t: Texts, *, weighted: bool) -> list[Figure]:
    """Return the figures of the objective."""
    return [*solution.objective.figures(solution, t, weighted=weighted)]


def _effort(solution: Solution, t: Texts) -> list[Figure]:
    """Return the other figures: first guess, number of secrets, nodes and seconds."""
    first = [*solution.opening] or [solution.first_guess] * bool(solution.first_guess)
    weight = f", of weight {solution.weight:,}" if solution.weighted else ""
    spent = t("viewKept") if solution.stored else f"{solution.seconds:.3f}"
    return [
        Figure(
            t("viewFirst"), ",".join(first), align="left",
            phrase=f"begin with {', '.join(first)}" if first else "",
        ),
        Figure(t("viewSecrets"), solution.candidates, phrase=f"{solution.game.contents}{weight}"),
        Figure(t("viewNodes"), solution.nodes, phrase=plural(solution.nodes, "node")),
        Figure(t("viewSeconds"), solution.seconds, spent, phrase=f"{solution.seconds:.2f} s"),
    ]  # fmt: skip


def _of_figures(
    figures: Callable[[Solution], list[Figure]], example: Solution, t: Texts
) -> Iterator[tuple[Column, Callable[[Solution], Cell]]]:
    """Yield a column for each figure."""

    def cell(k: int, solution: Solution) -> Cell:
        figure = figures(solution)[k]
        text = None if figure.text is None else t.decimal(figure.text)
        return Cell(figure.value, text, () if figure.proven else ("open",), key=figure.key)

    for k, figure in enumerate(figures(example)):
        yield Column(figure.heading, align=figure.align, places=3), partial(cell, k)


def _published(solution: Solution, against: PublishedEmi) -> Cell:
    published, differs = against.of(solution), against.differs(solution)
    if published is None:
        return Cell(None, key=0)
    marks = ("differs",) if differs else ()
    return Cell(published, f"{published} ({VERDICTS[differs]})", marks)


def _lines(solution: Solution) -> Iterator[str]:
    """Yield the lines that describe a solution: the phrases of its figures."""
    value = [figure.phrase for figure in _value(solution, ENGLISH, weighted=solution.weighted)]
    first, secrets, nodes, seconds = (figure.phrase for figure in _effort(solution, ENGLISH))
    proven = proven_or_not(proven=solution.proven)
    yield f"{solution.game}: {', '.join(filter(None, value))} {proven}, {secrets}"
    yield from solution.objective.remarks(solution)
    if first:
        yield first
    yield f"{nodes}, {seconds}"


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
    for solution in solutions:
        if solution.game.cell is None or (len(solutions) == 1 and not objective.in_grid):
            return None, ()
        if solution.game.cell in by_place:
            raise OptionError(f"{solution.game} is given twice")
        by_place[solution.game.cell] = solution
    letters, lengths = (sorted(set(places)) for places in zip(*by_place, strict=True))
    cells = {place: _cell(solution, against, t) for place, solution in by_place.items()}
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
    levels = Counter(
        solution.objective.level(solution, solution.bounds.upper)
        for solution in solutions
        if solution.proven
    )
    for level, times in sorted(levels.items()):
        sample, mark = solutions[0].objective.level_range(level), f"key v{min(level, _HIGHEST)}"
        yield Legend(mark, sample, t("viewCells", n=times), formats=PAGE)
    if unproven := len(solutions) - levels.total():
        yield Legend("key open", "..", t("viewOpenCells", n=unproven), formats=PAGE)
    if against and (unlike := sum(against.differs(solution) is True for solution in solutions)):
        said = f"published otherwise, {plural(unlike, 'cell')}"
        yield Legend("key differs", "≠", said, formats=PAGE)


def _cell(solution: Solution, against: PublishedEmi | None, t: Texts) -> GridCell:
    objective, upper, proven = solution.objective, solution.bounds.upper, solution.proven
    said = objective.text(solution)
    state = t("viewProven" if proven else "viewOpen", value=said)
    facts = [
        *objective.cell_facts(solution, state, t),
        (t("viewFirstGuess"), solution.first_guess or t("viewNoneKnown")),
        (t("viewWordsFact"), str(solution.candidates)),
        (
            t("viewTimeFact"),
            t("viewKept") if solution.stored else t.decimal(f"{solution.seconds:.3f} s"),
        ),
    ]
    published = against and against.of(solution)
    differs = against.differs(solution) if against else None
    if published is not None:
        facts.append(("Published", f"{published}, {VERDICTS[differs]}"))
    # There is no room for both bounds of a mean.
    text = said
    if not objective.in_grid:
        text = at_most(objective.bound(solution, upper, 2), proven=proven or upper is None)
    levels = objective.level(solution, solution.bounds.lower), objective.level(solution, upper)
    beside = "" if published is None else str(published)
    name = solution.game.name.partition(" (")[0]
    return GridCell(name, text, *levels, differs is True, beside, tuple(facts))
