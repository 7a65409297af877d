"""The Pareto front: fewest misses, and the least average with them, by number of tries."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from emi.reports.table import Cell, Column, Legend, Note, Section, Table, filled
from emi.reports.texts import ENGLISH, Texts
from emi.reports.wording import at_most, average, between, clock, missed_share
from emi.results.base import column_names, plain
from emi.results.pareto import ParetoFront, ParetoRow


def pareto(
    pareto_front: ParetoFront,
    *,
    title: str = "",
    seconds: float | None = None,
    weights: str = "",
    t: Texts = ENGLISH,
) -> Table:
    """Return a Pareto front as a table.

    Parameters
    ----------
    pareto_front : ParetoFront
    title : str, optional
        The title; by default built from the game.
    seconds : float, optional
        The wall-clock time of the run, as in `emi.reports.views.games.games`.
    weights : str, optional
        The name of the weights, for the title.
    t : Texts, optional
        The language.
    """
    lines = pareto_front.rows
    columns, cells = filled(_columns(lines, t), lines)
    free = any("free" in cell.marks for line in cells for cell in line)
    proven = sum(row.proven for row in lines)
    count = t("viewCountRows", n=len(lines), proven=proven, open=len(lines) - proven)
    caption = t("viewFront")
    begun = pareto_front.opening and f"begun with {', '.join(pareto_front.opening)}"
    parts = (
        caption,
        pareto_front.game,
        pareto_front.game.lexicon,
        begun,
        weights and f"weights {weights}",
    )
    title = title or ", ".join(map(str, filter(None, parts)))

    def picture(suffix: str) -> bytes:
        from emi.reports.plot.pareto import draw

        return draw(pareto_front, suffix, title=title)

    return Table(
        columns,
        cells,
        title=title,
        picture=picture,
        caption=caption,
        intro=t("viewIntroFront"),
        summary=(
            Note(count + t.decimal(clock([row.seconds for row in lines], seconds))),
            Note(t("viewMisses")),
            Note(t("viewWeighted") if _weighted(lines) else ""),
        ),
        legend=(Legend("free", t.decimal("2.5"), t("viewFree"), t("viewMean")),) if free else (),
        sections=tuple(_sections(pareto_front, t)),
        language=t.language,
        format="emi-pareto",
        names=column_names(ParetoRow),
        facts=plain(pareto_front),
    )


def missed(row: ParetoRow) -> str:
    """Return the fewest misses of a row as text; if weights differ, with their share."""
    if not _weighs(row):
        return f"{between(row.misses_lower, row.misses_upper)} missed"
    of = f", {missed_share(row)} of the weight" if row.misses_upper else ""
    return f"{len(row.missed):,} missed{of}"


def told(row: ParetoRow) -> str:
    """Return a line about a row, printed as soon as the row is known."""
    mean = f", {average(row)} on average" if row.proven else ""
    return f"{row.within}: {missed(row)}{mean}"


def _within(row: ParetoRow, t: Texts) -> str:
    return t("viewWithinAny") if row.tries is None else t("viewWithin", n=row.tries)


def none_found(pareto_front: ParetoFront) -> str:
    """Return a message that there are no rows."""
    return f"{pareto_front.game}: no strategy was found in time; with more time there are bounds"


def _weighs(row: ParetoRow) -> bool:
    return bool(row.weight != row.secrets)


def _opened(lower: int, upper: int) -> tuple[str, ...]:
    return () if lower == upper else ("open",)


def _misses(row: ParetoRow, text: str, key: int) -> Cell:
    if row.tries is None:
        return Cell(None, "-", key=key)
    return Cell(None, text, _opened(row.misses_lower, row.misses_upper), key=key)


def _fewest(row: ParetoRow) -> Cell:
    bounds = row.misses_lower, row.misses_upper
    return _misses(row, str(len(row.missed)) if _weighs(row) else between(*bounds), sum(bounds))


def _share(row: ParetoRow, t: Texts) -> Cell:
    return _misses(row, t.decimal(missed_share(row)), row.misses_lower + row.misses_upper)


def _guaranteed(row: ParetoRow) -> Cell:
    sure = row.secrets - len(row.missed)
    most = sure if _weighs(row) else row.secrets - row.misses_lower
    return _misses(row, between(sure, most), sure)


def _columns(
    rows: Sequence[ParetoRow], t: Texts
) -> Iterator[tuple[Column, Callable[[ParetoRow], object]]]:
    # Having few misses costs nothing if the average is proven to be the least of all.
    least = {row.total_upper for row in rows if row.tries is None and row.proven}

    def mean(row: ParetoRow) -> Cell:
        free = ("free",) if row.tries is not None and row.total_upper in least else ()
        opened = _opened(row.total_lower, row.total_upper)
        return Cell(row.mean, t.decimal(average(row)), free + opened)

    def worst(row: ParetoRow) -> Cell:
        text = at_most(row.worst, proven=row.worst_proven)
        return Cell(row.worst, text, () if row.worst_proven else ("open",))

    def total(row: ParetoRow) -> Cell:
        bounds = row.total_lower, row.total_upper
        return Cell(None, between(*bounds), _opened(*bounds), key=row.total_upper)

    def tries(row: ParetoRow) -> Cell:
        return Cell(t("viewAny"), key="Infinity") if row.tries is None else Cell(row.tries)

    yield Column(t("viewTries"), label=True), tries
    yield Column(t("viewMissesHead")), _fewest
    # A sum of weights is not a number of secrets.
    if _weighted(rows):
        yield Column(t("viewShare")), lambda row: _share(row, t)
    yield Column(t("viewGuaranteed")), _guaranteed
    yield Column(t("viewMean"), places=4), mean
    # A sum of weights is not a number of tries.
    if not _weighted(rows):
        yield Column(t("viewTotal")), total
    yield Column(t("viewWorstShort")), worst
    yield (
        Column(t("viewFirst"), align="left"),
        lambda row: ", ".join(row.opening) or row.first_guess,
    )
    yield (
        Column(t("viewSeconds"), places=3),
        lambda row: Cell(row.seconds, t.decimal(f"{row.seconds:.2f}")),
    )


def _weighted(rows: Sequence[ParetoRow]) -> bool:
    return bool(rows) and _weighs(rows[0])


def _sections(rows: ParetoFront, t: Texts) -> Iterator[Section]:
    """Yield the pictures, and the secrets that each row misses."""

    def pictures() -> Iterable[tuple[str, str]]:
        from emi.reports.plot.figure import embedded
        from emi.reports.plot.pareto import charts

        return embedded(charts(rows, t))

    if any(row.tries is not None for row in rows):
        yield Section(t("viewPictures"), pictures=pictures)
    missed = [
        (
            t.then(":", _within(row, t).capitalize(), t.decimal(f"{len(row.missed):,}")),
            " ".join(row.missed),
        )
        for row in rows
        if row.missed
    ]
    if missed:
        yield Section(t("viewWhatMissed"), text=(t("viewMissed"),), folded=tuple(missed))
