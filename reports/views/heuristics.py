"""The comparison of heuristics, one-step strategies: a line for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from reports.given import LengthResult, Result
from reports.published.comparison import (
    Figures,
    PublishedHeuristics,
    Unlike,
    compared,
    findings,
)
from reports.table import (
    PAGE,
    PEOPLE,
    TEXTS,
    Cell,
    Column,
    Comparison,
    Legend,
    Note,
    Section,
    Table,
    filled,
)
from reports.wording import plural, rounded, spans, tries

__all__ = ["heuristics", "labels", "limited", "tailed"]

_SINGLE = 9
"""Up to so many tries have a column of their own; where words need more, the last is for these."""
_CSV, _JSON = frozenset({"csv"}), frozenset({"json"})
_Columns: TypeAlias = list[tuple[Column, Callable[[Result], object]]]


def heuristics(
    results: Sequence[Result],
    *,
    against: PublishedHeuristics | None = None,
    title: str = "",
) -> Table:
    """Return the comparison of heuristics.

    CSV and JSON hold the whole distribution of tries; the others draw its tail together. Pictures,
    and a list by word length, are of words of which some may be failed: codes have one length.

    Parameters
    ----------
    results : sequence of Result
        No two of the same heuristic and setting; the first of a heuristic is of its usual setting.
    against : PublishedHeuristics, optional
        Figures to compare with: they stand beside ours, and what became of them is explained.
    title : str, optional
        What the comparison is called.
    """
    what = results[0].what if results else "word"
    columns, rows = filled(_columns(results, against), results)
    facts = {} if against is None else {"published": _published(results, against)}
    best = any("best" in cell.marks for row in rows for cell in row)
    whole = "list" if what == "word" else "game"
    return Table(
        columns,
        rows,
        title=title,
        caption="One-step strategies",
        intro=f"How many tries each heuristic takes to find a {what}, when it plays against every "
        f"{what} of the {whole}",
        summary=tuple(map(Note, (_summary(results), _allowances(results), *_shortfalls(results)))),
        legend=(Legend("best", "2.5", "the best of the column", formats=PAGE),) if best else (),
        comparison=None if against is None else _comparison(results, against),
        sections=_by_length(results) if limited(results) and what == "word" else (),
        format="emi-strategies",
        version=2,
        records="heuristics",
        facts=facts,
    )


def limited(results: Sequence[Result]) -> bool:
    """Say whether words can be failed, because there is a limit."""
    return all(each.fails is not None for each in results)


def labels(results: Sequence[Result]) -> list[str]:
    """Return a short name for each result: its setting is said where the name is not enough."""

    def label(one: Result) -> str:
        same = [each for each in results if each.heuristic == one.heuristic]
        ties = one.ties if len({each.ties for each in same}) > 1 else ""
        direction = one.direction if len({each.direction for each in same}) > 1 else ""
        return ", ".join(filter(None, (one.heuristic, ties, direction)))

    return [label(one) for one in results]


def tailed(results: Sequence[Result]) -> tuple[list[str], list[tuple[int, ...]]]:
    """Return the tries ``1``, ``2`` and so on up to ``9+``, and for each result how many took them.

    The long tail of the distribution is drawn together where a heuristic needs more than nine.
    """
    worst = max((each.worst for each in results), default=0)
    columns = min(worst, _SINGLE)
    headings = [str(number) for number in range(1, columns + 1)]
    if worst > _SINGLE:
        headings[-1] += "+"
    lines = []
    for each in results:
        counts = each.counts + (0,) * (columns - each.worst)
        lines.append((*counts[: columns - 1], sum(counts[columns - 1 :])))
    return headings, lines


def _columns(results: Sequence[Result], against: PublishedHeuristics | None) -> _Columns:
    of = PublishedHeuristics({}, "") if against is None else against
    what = results[0].what if results else "word"
    worst = range(max((each.worst for each in results), default=0))
    headings, counts = tailed(results)
    tail = {id(each): line for each, line in zip(results, counts, strict=True)}
    figures = _figures(results, against)
    columns: _Columns = [
        (_label("heuristic"), lambda one: one.heuristic),
        (_label("ties"), lambda one: one.ties),
        (_label("direction"), lambda one: one.direction),
        (Column("average", places=4), lambda one: figures(one, 0)),
        (Column("fails", formats=_fails(results)), lambda one: figures(one, 1)),
        (Column("worst"), lambda one: figures(one, 2)),
    ]
    if against is not None:
        columns.append(
            (Column("published", formats=TEXTS), lambda one: str(of.of(one.heuristic) or ""))
        )
    columns += [
        (Column("total"), lambda one: one.total),
        (Column("secrets", f"{what}s"), lambda one: one.words),
        *(
            (Column("", f"in {heading}", formats=PEOPLE), _share(tail, at))
            for at, heading in enumerate(headings)
        ),
        *((Column(f"tries_{at + 1}", formats=_CSV), _count(at)) for at in worst),
        (Column("tries", formats=_JSON), lambda one: one.counts),
    ]
    if against is not None:
        names = ("average", "fails", "worst")
        columns += [
            *((Column(f"published_{name}", formats=_CSV), _printed(of, name)) for name in names),
            (Column("published", formats=_JSON), lambda one: _json(of.of(one.heuristic))),
            (Column("differs", formats=_CSV | _JSON), of.differs),
        ]
    columns.append((Column("by_length", formats=_JSON), _lengths))
    return columns


def _label(name: str) -> Column:
    return Column(name, align="left", label=True)


def _fails(results: Sequence[Result]) -> frozenset[str]:
    """Return the formats that show fails: people see none where there is no limit."""
    return _CSV | _JSON | (PEOPLE if limited(results) else frozenset())


def _figures(
    results: Sequence[Result], against: PublishedHeuristics | None
) -> Callable[[Result, int], Cell]:
    """Return what makes a cell of average, fails or worst case."""
    # One alone is not the best of anything, nor is any when they were tried on different words.
    alike = len(results) > 1 and not _shortfalls(results)
    every = [(each.mean, each.fails or 0, each.worst) for each in results]
    least = [min(column) for column in zip(*every, strict=True)]

    def cell(one: Result, at: int) -> Cell:
        value = (one.mean, one.fails, one.worst)[at]
        published = None if against is None else against.of(one.heuristic)
        unlike = (Unlike(None, None, None) if published is None else published.unlike(one))[at]
        marks = ("best",) * (alike and (value or 0) == least[at]) + ("differs",) * bool(unlike)
        below = ""
        if published is not None and unlike is not None:
            below = f"{'≠' if unlike else '='} {published.printed[at]}"
        return Cell(value, marks=marks, below=below)

    return cell


def _share(tail: dict[int, tuple[int, ...]], at: int) -> Callable[[Result], Cell]:
    return lambda one: Cell(tail[id(one)][at], share=tail[id(one)][at] / one.words)


def _count(at: int) -> Callable[[Result], int]:
    return lambda one: one.counts[at] if at < one.worst else 0


def _printed(of: PublishedHeuristics, name: str) -> Callable[[Result], object]:
    return lambda one: getattr(of.of(one.heuristic) or Figures(), name)


def _json(published: Figures | None) -> dict[str, object] | None:
    return None if published is None else dict(vars(published))


def _lengths(one: Result) -> list[dict[str, object]]:
    """Return what JSON tells of each length."""
    return [
        {
            "length": each.length,
            "allowed": each.allowed,
            "average": float(rounded(each.mean)),
            "fails": each.fails,
            "worst": each.worst,
            "total": each.total,
            "secrets": each.words,
            "tries": each.counts,
        }
        for each in one.lengths
    ]


def _published(results: Sequence[Result], against: PublishedHeuristics) -> dict[str, object]:
    """Return what became of each published heuristic: which row comes nearest, and how near."""
    found = {id(each.published): each for each in findings(results, against)}
    listed = []
    for name, published in against.figures.items():
        finding = found.get(id(published))
        nearest = None if finding is None else finding.nearest
        listed.append(
            {
                "heuristic": name,
                **vars(published),
                "nearest": nearest and {"ties": nearest.ties, "direction": nearest.direction},
                "exact": finding and finding.exact,
            }
        )
    return {"source": against.source, "heuristics": listed}


def _comparison(results: Sequence[Result], against: PublishedHeuristics) -> Comparison:
    found = findings(results, against)
    unlike = [each for each in found if not each.agrees]
    return compared(
        "heuristic",
        [not each.agrees for each in found],
        against.source,
        elsewhere=sum(each.exact for each in unlike),
        told=map(str, unlike),
        absent=against.absent(results),
        figures="Average / fails / worst case",
    )


def _summary(results: Sequence[Result]) -> str:
    """Say how many heuristics there are and how many words they were tried on."""
    names = len({each.heuristic for each in results})
    parts = [plural(names, "heuristic")]
    if len(results) > names:
        parts.append(plural(len(results), "row"))
    words = {each.length: each.words for one in results for each in one.lengths}
    if words:
        what = results[0].what
        of = "letters" if what == "word" else "pegs"
        parts.append(f"{plural(sum(words.values()), what)} of {spans(words)} {of}")
    return ", ".join(parts)


def _allowances(results: Sequence[Result]) -> str:
    """Say when a word counts as failed; nothing where there is no result, or no limit."""
    lengths: dict[int, set[int]] = {}
    for one in results if limited(results) else ():
        for each in one.lengths:
            lengths.setdefault(each.allowed or 0, set()).add(each.length)
    if not lengths:
        return ""
    if len(lengths) == 1:
        return f"Fails are {results[0].what}s that need more than {tries(*lengths)}"
    parts = [f"{tries(each)} ({spans(lengths[each])} letters)" for each in sorted(lengths)]
    return f"Fails are words that need more than {', '.join(parts[:-1])} or {parts[-1]}"


def _shortfalls(results: Sequence[Result]) -> list[str]:
    """Say which heuristics were tried on fewer words than others: their sums do not compare."""
    every = {each.length for one in results for each in one.lengths}
    return [
        f"{one.name} was tried on {spans(lengths)} letters only: its sums do not compare"
        for one in results
        if (lengths := {each.length for each in one.lengths}) < every
    ]


def _by_length(results: Sequence[Result]) -> tuple[Section, ...]:
    """Return the pictures, and a list of the heuristics with a column for each length."""

    def pictures() -> Iterable[tuple[str, str]]:
        from reports.plot.heuristics import inline

        return inline(results) if results else ()

    names = {id(each): name for each, name in zip(results, labels(results), strict=True)}
    lengths = sorted({one.length for each in results for one in each.lengths})
    columns: _Columns = [(_label("heuristic"), lambda one: names[id(one)])]
    columns += [(Column("", f"{length} letters", places=4), _at(length)) for length in lengths]
    text = (
        "The tries for a word on average; below, the words failed and the worst case",
        "The columns sort by the average",
    )
    table = Table(*filled(columns, results))
    return (
        Section("Pictures", pictures=pictures),
        Section("By word length", text=text, tables=(table,)),
    )


def _at(length: int) -> Callable[[Result], Cell]:
    """Return what makes the cell of the words of one length."""

    def cell(result: Result) -> Cell:
        found: dict[int, LengthResult] = {each.length: each for each in result.lengths}
        one = found.get(length)
        if one is None:
            return Cell(key=0)
        return Cell(one.mean, below=f"{plural(one.fails or 0, 'fail')}, worst {one.worst}")

    return cell
