"""Solutions of games by one objective, as one row per game or as a grid of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from emi.reports.table import Cell, Column, Note, Table, filled
from emi.reports.texts import ENGLISH
from emi.reports.views.against import compared
from emi.reports.views.board import VERDICTS, board, few, mean, value
from emi.reports.wording import at_most, between, clock, plural, said_hard, share, tries
from emi.results.plain import column_names, plain
from emi.results.solution import FILLED, Solution

if TYPE_CHECKING:
    from emi.reports.texts import Texts
    from emi.results.against import PublishedEmi

_TITLES = {
    "average": "Least average",
    "guaranteed": "Most secrets guaranteed",
}
_INTROS = {
    "average": "The least total number of guesses for all secrets of each game, and their mean",
    "guaranteed": "The fewest secrets of each game that are not sure to be found within the tries",
}
_EMI = "Evil Motus Index"


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
        solutions = sorted(solutions, key=lambda one: (one.game.cell or ("", 0))[::-1])
    index = objective == "worst" and grid is not None
    noun = "cell" if index else "game"
    proven = sum(one.proven for one in solutions)
    counts = "viewCountCells" if index else "viewCountGames"
    count = t(counts, n=len(solutions), proven=proven, open=len(solutions) - proven)
    spent = t.decimal(clock([one.seconds for one in solutions], seconds))
    hard = _hard(solutions)
    return Table(
        *filled(_columns(solutions, against, t=t), solutions),
        title=title or _title(solutions, t, index=index),
        caption=_TITLES.get(objective) or t("viewWorstFact"),
        intro=_INTROS.get(objective) or t("viewIntroTable" if index else "viewIntroGames"),
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
            [against.differs(one) for one in solutions],
            against.source,
            told=[
                f"{one.game}: {value(one)} here, {against.of(one)} published"
                for one in solutions
                if against.differs(one)
            ],
        ),
        grid=grid,
        language=t.language,
        format="emi-games",
        records="games",
        names=_names(objective, *_beside(solutions[0], against)),
        facts={"games": [plain(one) | _beside(one, against) for one in solutions]},
    )


def game(one: Solution, *, title: str = "") -> Table:
    """Return the result of one game as a few lines of text; parameters as of `games`."""
    return replace(
        games([one], title=title),
        lines=tuple(_lines(one)),
        format="emi-game",
        records="",
        facts=plain(one),
    )


def _names(objective: str, *more: str) -> list[str]:
    """Return the CSV columns that the objective fills."""
    names = [one for one in column_names(Solution) if objective in FILLED.get(one, (objective,))]
    return [*names, *more]


def _beside(one: Solution, against: PublishedEmi | None) -> dict[str, object]:
    """Return the published value for programs."""
    return {} if against is None else plain(against.beside(one))


def _hard(solutions: Sequence[Solution]) -> str | None:
    """Return the restriction shared by all games; None if they differ."""
    kinds = {one.game.hard for one in solutions}
    return kinds.pop() if len(kinds) == 1 else None


def _together(solutions: Sequence[Solution]) -> str:
    """Return the totals over the proven games of one list."""
    objective = solutions[0].objective
    if len(solutions) == 1 or objective == "worst" or not all(one.proven for one in solutions):
        return ""
    secrets = sum(one.candidates for one in solutions)
    total, weight = (
        sum(one.bounds.lower for one in solutions),
        sum(one.weight for one in solutions),
    )
    weighted = any(one.weighted for one in solutions)
    if objective == "guaranteed":
        missed = sum(len(one.missed or ()) for one in solutions) if weighted else total
        return f"{secrets:,} secrets, {missed:,} missed"
    if weighted:
        return f"{secrets:,} secrets of weight {weight:,}, {mean(total, weight)} guesses expected"
    return f"{secrets:,} secrets, {total:,} guesses in all, {mean(total, weight)} on average"


def _title(solutions: Sequence[Solution], t: Texts, *, index: bool) -> str:
    name = _EMI if index else _TITLES.get(solutions[0].objective) or t("viewWorstFact")
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
    def left(name: str, *, label: bool = False) -> Column:
        return Column(name, align="left", label=label)

    def right(name: str) -> Column:
        return Column(name, places=3)

    objective = solutions[0].objective
    weighted = any(one.weighted for one in solutions)
    # The title says what several games have in common.
    hard = _hard(solutions) if len(solutions) > 1 else None
    yield (
        left(t("viewGame"), label=True),
        lambda one: one.game.name.removesuffix(f" (hard: {hard})"),
    )
    if objective == "worst":
        yield right(t("viewWorst")), lambda one: _shown(one, lambda value: t.decimal(f"{value:,}"))
        if against is not None:
            yield right("published"), lambda one: _published(one, against)
    elif objective == "average":
        # A sum of weights is not a number of guesses.
        if not weighted:
            yield right("total"), _value
        yield right("expected guesses" if weighted else "mean"), _mean
        yield right("worst"), _worst
    else:
        yield right("tries"), lambda one: one.tries
        # Nor is it a number of secrets.
        if weighted:
            yield right("missed"), lambda one: None if one.missed is None else len(one.missed)
            yield right("missed share"), lambda one: _shown(one, lambda n: share(n, one.weight))
        else:
            yield right("missed"), _value
        yield right("guaranteed"), _guaranteed
        yield left("which are missed"), lambda one: few(one.missed or ())
    yield left(t("viewFirst")), lambda one: ",".join(one.opening) or one.first_guess
    yield right(t("viewSecrets")), lambda one: one.candidates
    if weighted and objective == "average":
        yield right("weight"), lambda one: one.weight
    yield right(t("viewNodes")), lambda one: one.nodes
    yield (
        right(t("viewSeconds")),
        lambda one: Cell(
            one.seconds, t("viewKept") if one.stored else t.decimal(f"{one.seconds:.3f}")
        ),
    )


def _published(one: Solution, against: PublishedEmi) -> Cell:
    published, differs = against.of(one), against.differs(one)
    if published is None:
        return Cell(None, key=0)
    marks = ("differs",) if differs else ()
    return Cell(published, f"{published} ({VERDICTS[differs]})", marks)


def _shown(one: Solution, text: Callable[[int], str]) -> Cell:
    lower, upper = one.bounds.lower, one.bounds.upper
    most = "?" if upper is None else text(upper)
    marks = () if one.proven else ("open",)
    return Cell(None, between(text(lower), most), marks, key=lower if upper is None else upper)


def _value(one: Solution) -> Cell:
    return _shown(one, lambda value: f"{value:,}")


def _mean(one: Solution) -> Cell:
    return _shown(one, lambda value: mean(value, one.weight))


def _worst(one: Solution) -> Cell:
    """Return the worst case of the strategy with the least average as text."""
    if one.worst is None:
        return Cell(None)
    proven = bool(one.worst_proven)
    text = at_most(one.worst, proven=proven)
    return Cell(None, text, () if proven else ("open",), key=one.worst)


def _guaranteed(one: Solution) -> Cell:
    """Return the number of secrets that are surely found: all but the missed ones."""
    if one.proven or one.weighted:
        return Cell(one.guaranteed)
    least, most = one.guaranteed or 0, one.candidates - one.bounds.lower
    return Cell(None, between(f"{least:,}", f"{most:,}"), ("open",), key=least)


def _state(*, proven: bool) -> str:
    return "proven" if proven else "not proven"


def _lines(one: Solution) -> Iterator[str]:
    """Yield the lines that describe a solution."""
    said, more = {"worst": _say_worst, "average": _say_average, "guaranteed": _say_missed}[
        one.objective
    ](one)
    # The share of the weight is already printed for a guarantee.
    weighted = one.weighted and one.objective != "guaranteed"
    weight = f", of weight {one.weight:,}" if weighted else ""
    yield f"{one.game}: {said} ({_state(proven=one.proven)}), {one.game.contents}{weight}"
    yield from filter(None, [more])
    if first := ", ".join(one.opening) or one.first_guess:
        yield f"begin with {first}"
    yield f"{plural(one.nodes, 'node')}, {one.seconds:.2f} s"


def _say_worst(one: Solution) -> tuple[str, str]:
    return str(one.bounds), ""


def _within(one: Solution) -> str:
    return "" if one.tries is None else f" within {tries(one.tries)}"


def _say_average(one: Solution) -> tuple[str, str]:
    upper, expected = one.bounds.upper, _mean(one).text
    counted = "1 guess" if upper == 1 else f"{one.bounds} guesses"
    said = f"{counted} in all{_within(one)}, {expected} on average"
    if one.weighted:
        said = f"{expected} guesses expected{_within(one)}"
    if one.worst is None:
        return said, ""
    take, state = "takes" if one.at_worst == 1 else "take", _state(proven=bool(one.worst_proven))
    return (
        said,
        f"at most {plural(one.worst, 'guess')}, which {one.at_worst:,} of them {take} ({state})",
    )


def _say_missed(one: Solution) -> tuple[str, str]:
    sure, missed = "?" if one.guaranteed is None else f"{one.guaranteed:,}", one.missed
    if not (one.proven or one.weighted or one.guaranteed is None):
        sure = between(sure, f"{one.candidates - one.bounds.lower:,}")
    said = f"{sure} guaranteed{_within(one)}, {one.bounds} missed"
    if one.weighted:
        # A sum of weights is not a number of secrets.
        of = f"{_shown(one, lambda value: share(value, one.weight)).text} of the weight"
        count = f"{of} missed" if missed is None else f"{len(missed):,} missed, {of}"
        said = f"{sure} guaranteed{_within(one)}, {count}"
    return said, f"missed: {', '.join(missed)}" if missed else ""
