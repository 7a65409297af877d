"""The contents of word lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from emi.errors import one_line
from emi.reports.table import Cell, Column, Note, Table, filled
from emi.reports.wording import plural
from emi.results.base import column_names, plain
from emi.results.files import LengthCount, LexiconCheck, LexiconSummary, ListFinding

_FACTS = ("name", "words", "licence", "source", "digest")


def listed(summaries: Sequence[LexiconSummary]) -> Table:
    """Return a description of lists; in a terminal, one line per list."""
    return Table(
        *filled(
            [
                (Column("name", align="left"), lambda summary: summary.name),
                (Column("words"), lambda summary: Cell(summary.words, f"{summary.words:,}")),
                (Column("licence", align="left"), lambda summary: summary.licence),
                (Column("source", align="left"), lambda summary: summary.source),
            ],
            summaries,
        ),
        title="Word lists",
        lines=tuple(
            f"{summary.name:<7} {summary.words:>7,} words  {summary.licence:<26}  {summary.source}"
            for summary in summaries
        ),
        format="emi-lexicons",
        records="lexicons",
        names=_FACTS,
        facts={"lexicons": plain(list(summaries))},
    )


def checked(check: LexiconCheck) -> Table:
    """Return the contents of a file, and the number of its lines rejected or changed."""
    changes = {**check.rejected, **check.normalised}
    said = [plural(check.words, "word"), *(f"{what}: {n:,}" for what, n in changes.items())]
    return Table(
        [Column("line"), Column("word", align="left"), Column("finding", align="left")],
        [
            [Cell(finding.line), Cell(finding.text), Cell(finding.finding)]
            for finding in check.findings
        ],
        title=f"Lexicon {check.name}, checked",
        summary=(Note("; ".join(said)),),
        lines=(*map(one_line, check.findings), "; ".join(said)),
        format="emi-lexicon-check",
        version=2,
        records="findings",
        names=column_names(ListFinding),
        facts=plain(check),
    )


def lexicon(summary: LexiconSummary) -> Table:
    """Return the number of words by initial and length, below a description of the list."""
    lengths = sorted({count.length for count in summary.counts})
    words = {(count.initial, count.length): count.words for count in summary.counts}
    initials = dict.fromkeys(count.initial for count in summary.counts)
    rows = {a: [words.get((a, n), 0) for n in lengths] for a in initials}
    rows["all"] = [*map(sum, zip(*rows.values(), strict=True))]
    counts = Table(
        [Column("", label=True), *(Column(f"{n}") for n in lengths), Column("all")],
        [
            [Cell(a), *(Cell(n, f"{n:,}" if n else "") for n in [*row, sum(row)])]
            for a, row in rows.items()
        ],
    )
    facts = [(name, getattr(summary, name)) for name in _FACTS]
    texts = [f"{value:,}" if name == "words" else value for name, value in facts]
    said = [f"{name:<8} {value}" for name, value in zip(_FACTS, texts, strict=True)]
    return replace(
        counts,
        title=f"Lexicon {summary.name}: {plural(summary.words, 'word')}",
        caption="Words by initial and length",
        summary=(Note(f"{summary.licence}, {summary.source}, digest {summary.digest}"),),
        lines=(*said, "", *str(counts).splitlines()),
        format="emi-lexicon",
        records="counts",
        names=column_names(LengthCount),
        facts=plain(summary),
    )
