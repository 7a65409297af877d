"""Which words make games unfair, and which ones to take off: a line for each game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from reports.table import PEOPLE, PROGRAMS, Cell, Column, Note, Table, filled
from reports.views.board import FEW, few
from reports.wording import between, plural

_Row: TypeAlias = Mapping[str, Any]
_JSON = frozenset({"json"})
_INTRO = (
    "Words that no strategy can be sure to find within the tries, and the fewest to take off the "
    "list so that every other can be found"
)
_VERDICTS = {True: "yes", False: "no", None: "not known"}


def fairness(rows: Sequence[Mapping[str, object]], *, title: str = "", every: bool = True) -> Table:
    r"""Return which words make games unfair.

    Parameters
    ----------
    rows : sequence of mappings
        Each holds what `emi.fair.Fairness.as_dict` returns.
    title : str, optional
        What the table is called.
    every : bool
        Whether it lists games that are fair too.

    Examples
    --------
    >>> from reports import render
    >>> row = {"game": "C5", "secrets": 6, "guesses": 6, "tries": 4, "fair": False,
    ...        "worst_lower": 5, "worst_upper": 5, "missed_lower": 1, "missed_upper": 1,
    ...        "missed": ["CAMES"], "removed_lower": 1, "removed_upper": 1, "removed": ["CAMES"],
    ...        "clusters": [], "kind": "words"}
    >>> print(*render(fairness([row]), "csv").splitlines()[1:])
    C5,6,6,4,no,5,5,1,1,1,1,CAMES
    """
    shown = [row for row in rows if row["fair"] is not True]
    columns = [*_for_programs(), *_for_people()]
    return Table(
        *filled(columns, rows if every else shown),
        title=title or "Fairness",
        caption="Fairness",
        intro=_INTRO,
        summary=(Note(_together(rows)),),
        notes=tuple(Note(text) for row in shown for text in _clusters(row)),
        format="emi-fairness",
        records="games",
    )


def _for_programs() -> Iterator[tuple[Column, Callable[[_Row], object]]]:
    def of(name: str) -> Callable[[_Row], object]:
        return lambda row: row[name]

    yield Column("game", label=True, align="left"), of("game")
    for name in ("secrets", "guesses", "tries", "fair"):
        yield Column(name, formats=PROGRAMS), of(name)
    for name in ("worst", "missed", "removed"):
        for end in ("lower", "upper"):
            yield Column(f"{name}_{end}", formats=PROGRAMS), of(f"{name}_{end}")
    yield Column("removed", formats=frozenset({"csv"})), lambda row: " ".join(row["removed"] or ())
    for name in ("missed", "removed", "clusters"):
        yield Column(name, formats=_JSON), of(name)


def _for_people() -> Iterator[tuple[Column, Callable[[_Row], object]]]:
    def bounds(name: str) -> Callable[[_Row], object]:
        def cell(row: _Row) -> Cell:
            lower, upper = row[f"{name}_lower"], row[f"{name}_upper"]
            marks = () if lower == upper else ("open",)
            return Cell(lower, between(lower, "?" if upper is None else upper), marks)

        return cell

    yield Column("secrets", formats=PEOPLE), lambda row: row["secrets"]
    yield Column("tries", formats=PEOPLE), lambda row: row["tries"]
    yield Column("worst", "worst case", formats=PEOPLE), bounds("worst")
    yield Column("fair", formats=PEOPLE), lambda row: _VERDICTS[row["fair"]]
    yield Column("missed", formats=PEOPLE), bounds("missed")
    yield Column("removed", "to take off", formats=PEOPLE), bounds("removed")
    yield (
        Column("which", align="left", formats=PEOPLE),
        lambda row: few(row["removed"] or ()) or ("?" if row["fair"] is not True else ""),
    )


def _clusters(row: _Row) -> Iterator[str]:
    """Yield a sentence for each cluster of a game."""
    for cluster in row["clusters"]:
        others = [code for code in cluster["secrets"] if code not in set(cluster["missed"])]
        many = f"{len(others):,} others, such as " if len(others) > FEW else ""
        yield (
            f"{row['game']}: {few(cluster['missed'])} cannot be sure within {row['tries']} beside "
            f"{many}{few(others)}"
        )


def _together(rows: Sequence[_Row]) -> str:
    fair = sum(row["fair"] is True for row in rows)
    unfair = sum(row["fair"] is False for row in rows)
    text = f"{plural(len(rows), 'game')}, {fair} fair, {unfair} not"
    if fair + unfair < len(rows):
        text += f", {len(rows) - fair - unfair} not known"
    if fair == len(rows):
        return f"{text}: every secret can be found within the tries, proven"
    if any(row["removed"] is None for row in rows):
        return f"{text}; what to take off is not known of all"
    total = sum(row["secrets"] for row in rows)
    gone = sum(len(row["removed"]) for row in rows)
    least = all(row["removed_lower"] == row["removed_upper"] for row in rows)
    fewest = "no fewer are enough" if least else "fewer may be enough"
    return (
        f"{text}; without {gone:,} of {total:,} {rows[0]['kind']} every other can be found within "
        f"the tries, proven; {fewest}"
    )
