"""What word lists hold."""

from __future__ import annotations

from dataclasses import replace

from emi.results.lexicon import LengthCount, LexiconSummary
from emi.results.plain import column_names, plain
from reports.table import Cell, Column, Note, Table
from reports.wording import plural

_FACTS = ("name", "words", "licence", "source", "digest")


def listed(one: LexiconSummary) -> str:
    """Say in a line what a list is."""
    return f"{one.name:<7} {one.words:>7,} words  {one.licence:<26}  {one.source}"


def checked(one: LexiconSummary) -> str:
    """Say how many words a file gave, and how many lines were rejected or changed."""
    changes = {**one.rejected, **one.normalised}
    return "; ".join([plural(one.words, "word"), *(f"{k}: {n:,}" for k, n in changes.items())])


def lexicon(one: LexiconSummary) -> Table:
    """Return the number of words by initial and length, below what the list is."""
    lengths = sorted({each.length for each in one.counts})
    words = {(each.initial, each.length): each.words for each in one.counts}
    initials = sorted({each.initial for each in one.counts})
    rows = {a: [words.get((a, n), 0) for n in lengths] for a in initials}
    rows["all"] = [*map(sum, zip(*rows.values(), strict=True))]
    counts = Table(
        [Column("", label=True), *(Column(f"{n}") for n in lengths), Column("all")],
        [
            [Cell(a), *(Cell(n, f"{n:,}" if n else "") for n in [*row, sum(row)])]
            for a, row in rows.items()
        ],
    )
    facts = [(name, getattr(one, name)) for name in _FACTS]
    shown = [f"{value:,}" if name == "words" else value for name, value in facts]
    said = [f"{name:<8} {value}" for name, value in zip(_FACTS, shown, strict=True)]
    return replace(
        counts,
        title=f"Lexicon {one.name}: {plural(one.words, 'word')}",
        caption="Words by initial and length",
        summary=(Note(f"{one.licence}, {one.source}, digest {one.digest}"),),
        lines=(*said, "", *str(counts).splitlines()),
        format="emi-lexicon",
        records="counts",
        names=column_names(LengthCount),
        facts=plain(one),
    )
