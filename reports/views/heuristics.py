"""The comparison of heuristics (one-step strategies), with a row for each."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from emi.reports.table import (
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
from emi.reports.views.published import compared, told
from emi.reports.wording import labels, plural, spans, tailed, tries
from emi.results.base import column_names, keys, plain
from emi.results.performance import HeuristicResult as Result
from emi.results.performance import Performance
from emi.results.performance import results as added_up
from emi.results.published import Figures, PublishedHeuristics, spelt

#: The columns of a heuristic with published figures.
_BESIDE = (*(f"published_{name}" for name in keys(Figures)), "differs")


def performances(results: Sequence[Performance], **how: Any) -> Table:  # noqa: ANN401
    """Return the comparison of heuristics by their play in some games; see `heuristics`."""
    return heuristics(added_up(results), **how)


def heuristics(
    results: Sequence[Result], *, against: PublishedHeuristics | None = None, title: str = ""
) -> Table:
    """Return the comparison of heuristics.

    For people, the tail of the distribution of guesses is combined. A page also has pictures and,
    for words with a limit on tries, a list by length.

    Parameters
    ----------
    results : sequence of Result
        All of different heuristics or settings; the first result of a heuristic uses its usual
        setting.
    against : PublishedHeuristics, optional
        Published figures for comparison: shown next to the computed ones and summarised below.
    title : str, optional
        The title of the comparison.
    """
    what = results[0].what if results else "word"
    columns, rows = filled(_columns(results, what, against), results)
    best = any("best" in cell.marks for row in rows for cell in row)
    whole = "list" if what == "word" else "game"
    intro = f"to find a {what}, when it plays against every {what} of the {whole}"
    if what == "game":
        intro = "in games whose secrets are drawn at random"

    def picture(suffix: str) -> bytes:
        from emi.reports.plot.heuristics import draw

        return draw(results, suffix, title=title)

    return Table(
        columns,
        rows,
        title=title,
        caption="One-step strategies",
        intro=f"How many guesses each heuristic takes {intro}",
        summary=tuple(map(Note, (_summary(results), _allowances(results), *_shortfalls(results)))),
        legend=(Legend("best", "2.5", "the best of the column", formats=PAGE),) if best else (),
        comparison=None if against is None else _comparison(results, against),
        sections=tuple(_sections(results)),
        format="emi-strategies",
        records="heuristics",
        picture=picture,
        names=(*column_names(Result), *([] if against is None else _BESIDE)),
        facts={
            "heuristics": [plain(result) | _beside(result, against) for result in results],
            **({} if against is None else {"published": plain(against.compared(results))}),
        },
    )


def limited(results: Sequence[Result]) -> bool:
    """Return whether words can fail because the number of tries is limited."""
    return all(result.fails is not None for result in results)


def _columns(
    results: Sequence[Result], what: str, against: PublishedHeuristics | None
) -> Iterator[tuple[Column, Callable[[Result], object]]]:
    paper = against or PublishedHeuristics({}, "")
    headings, counts = tailed(results)
    tail = {id(result): line for result, line in zip(results, counts, strict=True)}
    figures = _figures(results, paper)
    # Without a limit, people see no column of fails.
    fails = PEOPLE if limited(results) else frozenset()

    def share(at: int) -> Callable[[Result], Cell]:
        return lambda result: Cell(
            tail[id(result)][at], share=tail[id(result)][at] / result.secrets
        )

    yield _label("heuristic"), lambda result: result.heuristic
    yield _label("ties"), lambda result: result.ties
    yield _label("direction"), lambda result: result.direction
    yield Column("average", places=4), lambda result: figures(result, 0)
    yield Column("fails", formats=fails), lambda result: figures(result, 1)
    yield Column("worst"), lambda result: figures(result, 2)
    if against is not None:
        yield (
            Column("published", formats=TEXTS),
            lambda result: str(paper.of(result.heuristic) or ""),
        )
    yield Column("total"), lambda result: result.total
    yield Column(f"{what}s"), lambda result: result.secrets
    for at, heading in enumerate(headings):
        yield Column(f"in {heading}"), share(at)


def skipped(names: Iterable[str]) -> str:
    """Return a line that names the heuristics not played because the run was stopped."""
    return f"stopped: not played: {', '.join(names)}"


def _beside(result: Result, against: PublishedHeuristics | None) -> dict[str, object]:
    """Return the published figures for CSV and JSON."""
    if against is None:
        return {}
    figures: dict[str, object] = plain(against.beside(result))
    return figures


def _label(name: str) -> Column:
    return Column(name, align="left", label=True)


def _figures(
    results: Sequence[Result], paper: PublishedHeuristics
) -> Callable[[Result, int], Cell]:
    """Return a function that makes a cell of average (0), fails (1) or worst case (2)."""
    # Mark no best figure for a single result or if the heuristics played different words.
    alike = len(results) > 1 and not _shortfalls(results)
    every = [(result.mean, result.fails or 0, result.worst) for result in results]
    least = [min(column) for column in zip(*every, strict=True)]

    def cell(result: Result, at: int) -> Cell:
        value, gap = (result.mean, result.fails, result.worst)[at], paper.gaps(result)[at]
        marks = ("best",) * (alike and (value or 0) == least[at]) + ("differs",) * bool(gap)
        published = paper.of(result.heuristic)
        if published is None or gap is None:
            return Cell(value, marks=marks)
        return Cell(value, marks=marks, below=f"{'≠' if gap else '='} {published.printed[at]}")

    return cell


def _comparison(results: Sequence[Result], against: PublishedHeuristics) -> Comparison:
    findings = against.findings(results)
    unlike = [finding for finding in findings if not finding.agrees]
    computed = {spelt(finding.heuristic) for finding in results}
    return compared(
        "heuristic",
        [not finding.agrees for finding in findings],
        against.source,
        elsewhere=sum(finding.exact for finding in unlike),
        told=map(told, unlike),
        absent=[
            f"{name}: {figures} published, not computed here"
            for name, figures in against.figures.items()
            if spelt(name) not in computed
        ],
        figures="Average / fails / worst case",
    )


def _summary(results: Sequence[Result]) -> str:
    """Return the number of heuristics played and of words they were played against."""
    names = len({each.heuristic for each in results})
    parts = [plural(names, "heuristic")]
    if len(results) > names:
        parts.append(plural(len(results), "row"))
    words = {each.length: each.secrets for one in results for each in one.lengths}
    if words:
        what = results[0].what
        of = {"word": f" of {spans(words)} letters", "code": f" of {spans(words)} pegs"}
        parts.append(f"{plural(sum(words.values()), what)}{of.get(what, '')}")
    return ", ".join(parts)


def _allowances(results: Sequence[Result]) -> str:
    """Return a sentence on when a word counts as failed; empty without results or a limit."""
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
    """Return a sentence for each heuristic that played fewer words: totals do not compare."""
    every = {line.length for result in results for line in result.lengths}
    return [
        f"{result.name} was tried on {spans(lengths)} letters only: its sums cannot be compared"
        for result in results
        if (lengths := {line.length for line in result.lengths}) < every
    ]


def _sections(results: Sequence[Result]) -> Iterator[Section]:
    """Yield the pictures and, for words, the results by length."""

    def pictures() -> Iterable[tuple[str, str]]:
        from emi.reports.plot.figure import embedded
        from emi.reports.plot.heuristics import charts

        return embedded(charts(results))

    def at(length: int) -> Callable[[Result], Cell]:
        def cell(result: Result) -> Cell:
            for line in result.lengths:
                if line.length == length:
                    below = f"{plural(line.fails or 0, 'fail')}, worst {line.worst}"
                    return Cell(line.mean, below=below)
            return Cell(key=0)

        return cell

    if not results:
        return
    yield Section("Pictures", pictures=pictures)
    if results[0].what != "word" or not limited(results):
        return
    names = {id(result): name for result, name in zip(results, labels(results), strict=True)}
    lengths = sorted({line.length for result in results for line in result.lengths})
    columns: list[tuple[Column, Callable[[Result], object]]] = [
        (_label("heuristic"), lambda line: names[id(line)]),
        *((Column(f"{length} letters", places=4), at(length)) for length in lengths),
    ]
    text = (
        "The guesses for a word on average; below, the words failed and the worst case",
        "The columns sort by the average",
    )
    yield Section("By word length", text=text, tables=(Table(*filled(columns, results)),))
