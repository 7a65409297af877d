"""The Pareto front: fewest misses, and the least average with them, by number of tries."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from emi.results.pareto import ParetoFront, ParetoRow
from emi.results.plain import column_names, plain
from reports.rows import average, missed_share
from reports.table import Cell, Column, Legend, Note, Section, Table, filled
from reports.wording import at_most, between, clock, plural

_INTRO = (
    "For each number of tries: the fewest secrets that are not sure to be found within them, and "
    "the least average of the strategies that miss so few and play on until the secret is found"
)
_CAPTION = "Fewest misses, least average"
_MISSES = "Misses are secrets that are not sure to be found within the tries; they are found later"
_FREE = "costs nothing: no strategy at all has a lower average"
_MISSED = "By the strategy of each line; another that misses as few may miss others"


def pareto(found: ParetoFront, *, title: str = "", seconds: float | None = None) -> Table:
    """Return a Pareto front as a table.

    Parameters
    ----------
    found : ParetoFront
    title : str, optional
        The title; by default built from the game.
    seconds : float, optional
        The wall-clock time of the run, as in `reports.views.games.games`.
    """
    lines = found.rows
    shown, cells = filled(_columns(lines), lines)
    free = any("free" in cell.marks for line in cells for cell in line)
    proven = sum(row.proven for row in lines)
    count = f"{plural(len(lines), 'row')}, {proven} proven, {len(lines) - proven} not"
    begun = found.opening and f"begun with {', '.join(found.opening)}"
    return Table(
        shown,
        cells,
        title=title
        or ", ".join(map(str, filter(None, (_CAPTION, found.game, found.game.lexicon, begun)))),
        caption=_CAPTION,
        intro=_INTRO,
        summary=(
            Note(count + clock([row.seconds for row in lines], seconds)),
            Note(_MISSES),
            Note(_weighting(lines)),
        ),
        legend=(Legend("free", "2.5", _FREE, "mean"),) if free else (),
        sections=tuple(_sections(found)),
        format="emi-pareto",
        names=column_names(ParetoRow),
        facts=plain(found),
    )


def missed(row: ParetoRow) -> str:
    """Return the fewest misses of a row: secrets, and their weight if weights differ."""
    if not _weighs(row):
        return f"{between(row.misses_lower, row.misses_upper)} missed"
    of = f", {missed_share(row)} of the weight" if row.misses_upper else ""
    return f"{len(row.missed):,} missed{of}"


def told(row: ParetoRow) -> str:
    """Return a line about a row, printed as soon as the row is known."""
    mean = f", {average(row)} on average" if row.proven else ""
    return f"{row.within}: {missed(row)}{mean}"


def none_found(found: ParetoFront) -> str:
    """Return a message that there are no rows."""
    return f"{found.game}: no strategy was found in the time, more time gives bounds"


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


def _share(row: ParetoRow) -> Cell:
    return _misses(row, missed_share(row), row.misses_lower + row.misses_upper)


def _guaranteed(row: ParetoRow) -> Cell:
    found = row.secrets - len(row.missed)
    most = found if _weighs(row) else row.secrets - row.misses_lower
    return _misses(row, between(found, most), found)


def _columns(rows: Sequence[ParetoRow]) -> Iterator[tuple[Column, Callable[[ParetoRow], object]]]:
    # Having few misses costs nothing if the average is proven to be the least of all.
    least = {row.total_upper for row in rows if row.tries is None and row.proven}

    def mean(row: ParetoRow) -> Cell:
        free = ("free",) if row.tries is not None and row.total_upper in least else ()
        opened = _opened(row.total_lower, row.total_upper)
        return Cell(row.mean, average(row), free + opened)

    def worst(row: ParetoRow) -> Cell:
        text = at_most(row.worst, proven=row.worst_proven)
        return Cell(row.worst, text, () if row.worst_proven else ("open",))

    def total(row: ParetoRow) -> Cell:
        bounds = row.total_lower, row.total_upper
        return Cell(None, between(*bounds), _opened(*bounds), key=row.total_upper)

    def tries(row: ParetoRow) -> Cell:
        return Cell("any", key="Infinity") if row.tries is None else Cell(row.tries)

    yield Column("tries", label=True), tries
    yield Column("misses"), _fewest
    # A sum of weights is not a number of secrets.
    if _weighting(rows):
        yield Column("missed share"), _share
    yield Column("guaranteed"), _guaranteed
    yield Column("mean", places=4), mean
    # A sum of weights is not a number of tries.
    if not _weighting(rows):
        yield Column("total"), total
    yield Column("worst"), worst
    yield Column("first guess", align="left"), lambda row: ", ".join(row.opening) or row.first_guess
    yield Column("seconds", places=3), lambda row: Cell(row.seconds, f"{row.seconds:.2f}")


def _weighting(rows: Sequence[ParetoRow]) -> str:
    """Describe the weights of the secrets; return nothing if all are 1."""
    if not rows or not _weighs(rows[0]):
        return ""
    return "Secrets are weighted: misses are those of the least weight together, means are weighted"


def _sections(rows: ParetoFront) -> Iterator[Section]:
    """Yield the pictures, and the secrets that each row misses."""

    def pictures() -> Iterable[tuple[str, str]]:
        from reports.plot.figure import embedded
        from reports.plot.pareto import charts

        return embedded(charts(rows))

    if any(row.tries is not None for row in rows):
        yield Section("Pictures", pictures=pictures)
    missed = [
        (f"{row.within.capitalize()}: {len(row.missed):,}", " ".join(row.missed))
        for row in rows
        if row.missed
    ]
    if missed:
        yield Section("What is missed", text=(_MISSED,), folded=tuple(missed))
