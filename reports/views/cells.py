"""The EMI table: a line for each length, a column for each initial."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from emi_errors import OptionError
from reports.given import Row
from reports.published.comparison import PublishedEmi, compared
from reports.table import PAGE, PROGRAMS, Cell, Column, GridCell, Legend, Note, Table, filled
from reports.views.board import effort, gridded
from reports.wording import clock, hard_play, plural

_INTRO = (
    "How many guesses surely find any word, for each initial letter and each length: the worst "
    "case of exact play"
)
_CAPTION = "The worst case, by length (lines) and initial letter (columns)"
_VERDICTS = {True: "differs", False: "agrees", None: "still possible"}


def cells(
    rows: Sequence[Row],
    *,
    letters: Sequence[str],
    lengths: Sequence[int],
    against: PublishedEmi | None = None,
    title: str = "",
    hard: str = "",
    seconds: float | None = None,
) -> Table:
    """Return the EMI table.

    Parameters
    ----------
    rows : sequence of Row
        The cells, in any order. One without words is left out.
    letters : sequence of str
        The columns, in order; the empty string stands for all initials together.
    lengths : sequence of int
        The lines, in order.
    against : PublishedEmi, optional
        Values to compare with.
    title : str, optional
        What the table is called.
    hard : str, optional
        What may be proposed in hard play, as of `emi.Game.hardened`; anything by default.
    seconds : float, optional
        How long the run took by the clock: cells are solved side by side, so that their own times
        may add up to more. By default the summary has no time, unless there is one cell.

    Raises
    ------
    OptionError
        When two rows are the same cell, or a row is in none of the `letters` and `lengths`.

    Examples
    --------
    >>> from reports import render
    >>> rows = [Row("A", 5, 300, 4, 4, "AORTE", 0.5), Row("C", 5, 408, 4, 5, "CARIE", 1.2)]
    >>> print(render(cells(rows, letters="ABC", lengths=[5], seconds=1.3), "table"), end="")
      A  B     C
    5 4     4..5
    <BLANKLINE>
    2 cells, 1 proven, 1 not, 1.3 s
    """
    rows = sorted((row for row in rows if row.secrets), key=lambda row: (row.length, row.letter))
    places = {(letter, length) for letter in letters for length in lengths}
    for row in rows:
        if (row.letter, row.length) not in places:
            raise OptionError(f"{row.name} is not among the letters and lengths of the table")
    for row, after in pairwise(rows):
        if row.name == after.name:
            raise OptionError(f"{row.name} is given twice")
    paper = against or PublishedEmi({}, "")
    columns, lines = filled(_columns(paper, compare=against is not None), rows)
    unproven = sum(row.emi is None for row in rows)
    count = f"{plural(len(rows), 'cell')}, {len(rows) - unproven} proven, {unproven} not"
    not_proven = f"{plural(unproven, 'cell')} {'is' if unproven == 1 else 'are'} not proven"
    return Table(
        columns,
        lines,
        title=title,
        caption="EMI table",
        intro=_INTRO,
        summary=(
            Note(
                count + clock([row.seconds for row in rows], seconds), frozenset({"table"}) | PAGE
            ),
            Note(not_proven if unproven else "", frozenset({"markdown"})),
            Note(hard_play(hard)),
        ),
        legend=tuple(_legend(rows, paper)),
        comparison=None
        if against is None
        else compared(
            "cell",
            [paper.differs(row) for row in rows],
            paper.source,
            told=[
                f"{row.name}: {row.value} here, {paper.of(row)} published"
                for row in rows
                if paper.differs(row)
            ],
        ),
        grid=gridded(
            {(row.letter, row.length): _cell(row, paper) for row in rows},
            letters,
            lengths,
            _CAPTION,
        ),
        format="emi-table",
        version=2,
        records="cells",
        facts={"hard": hard} if hard else {},
    )


def _columns(
    paper: PublishedEmi, *, compare: bool
) -> Iterator[tuple[Column, Callable[[Row], object]]]:
    """Yield what programs read of each cell, and the list of a page."""

    def worst_case(row: Row) -> Cell:
        text = row.value if row.emi is not None else f"{row.value} (not proven)"
        return Cell(row.emi, text, key=row.lower + row.upper)

    def published(row: Row) -> Cell:
        value, differs = paper.of(row), paper.differs(row)
        if value is None:
            return Cell(None, key=0)
        return Cell(value, f"{value} ({_VERDICTS[differs]})", ("differs",) if differs else ())

    yield Column("cell", label=True, align="left", formats=PAGE), lambda row: row.name
    yield Column("letter", formats=PROGRAMS), lambda row: row.letter
    yield Column("length", "letters"), lambda row: row.length
    yield Column("worst_case", formats=PAGE), worst_case
    yield Column("first_guess", align="left", formats=PAGE), lambda row: row.first_guess
    yield Column("secrets", "words"), lambda row: row.secrets
    yield Column("lower", formats=PROGRAMS), lambda row: row.lower
    yield Column("upper", formats=PROGRAMS), lambda row: row.upper
    yield Column("emi", formats=PROGRAMS), lambda row: row.emi
    yield Column("proven", formats=frozenset({"json"})), lambda row: row.emi is not None
    yield Column("first_guess", formats=PROGRAMS), lambda row: row.first_guess
    yield Column("seconds", places=3), lambda row: Cell(row.seconds, "kept" if row.stored else None)
    if compare:
        yield Column("published"), published
        yield Column("differs", formats=PROGRAMS), paper.differs


def _legend(rows: Sequence[Row], paper: PublishedEmi) -> Iterator[Legend]:
    """Yield a colour sample for each value that occurs, with how often it does."""
    proven = Counter(row.emi for row in rows if row.emi is not None)
    for value, times in sorted(proven.items()):
        yield Legend(f"key v{min(value, 8)}", str(value), plural(times, "cell"), formats=PAGE)
    if unproven := len(rows) - proven.total():
        yield Legend("key open", "..", f"not proven, {plural(unproven, 'cell')}", formats=PAGE)
    if unlike := sum(paper.differs(row) is True for row in rows):
        meaning = f"published otherwise, {plural(unlike, 'cell')}"
        yield Legend("key differs", "≠", meaning, formats=PAGE)


def _cell(row: Row, paper: PublishedEmi) -> GridCell:
    differs, value = paper.differs(row), paper.of(row)
    facts = [
        ("Worst case", f"{row.value}, {'not ' if row.emi is None else ''}proven"),
        *effort(row.first_guess, row.secrets, row.seconds, stored=row.stored),
    ]
    if value is not None:
        facts.append(("Published", f"{value}, {_VERDICTS[differs]}"))
    published = "" if value is None else str(value)
    return GridCell(
        row.name, row.value, row.lower, row.upper, differs is True, published, tuple(facts)
    )
