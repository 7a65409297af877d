"""Partitions: the sizes and scores of the classes after each feedback to some guesses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.reports.table import Cell, Column, Note, Table
from emi.reports.texts import ENGLISH
from emi.results.base import column_names, plain, rounded
from emi.results.playing import Partition

if TYPE_CHECKING:
    from emi.reports.texts import Texts
    from emi.results.playing import Partitions

#: The scores as keys of the texts, in the order of Table 3 of Heeffer and Heeffer, "Near-optimal
#: strategies for the game of Logik".
SCORES = ("viewWorst", "viewExpected", "viewEntropy", "viewPartitions", "viewDeviation")


def scores(one: Partition) -> tuple[str, ...]:
    """Return the five `SCORES` as text."""
    return (
        f"{one.worst_case}",
        rounded(one.expected_size, 2),
        f"{one.entropy:.3f}",
        f"{one.partitions}",
        f"{one.standard_deviation}",
    )


def partitions(found: Partitions, t: Texts = ENGLISH, most: int | None = None) -> Table:
    """Return the partitions of all secrets by guesses, with their scores below.

    With ``most``, at most this number of feedbacks is shown: those with the largest classes, sorted
    by them. Programs get one row per guess.
    """
    secrets = found.game.secrets
    columns = [
        Column(t("viewFeedback"), align="left", label=True),
        *(Column(one.guess, literal=True) for one in found.columns),
    ]
    classes = zip(*(one.sizes for one in found.columns), strict=True)
    listed = [*zip(found.feedbacks, classes, strict=True)]
    notes: tuple[Note, ...] = ()
    if most is not None and len(listed) > most:
        listed.sort(key=lambda one: -max(one[1]))
        size = max(listed[most][1])
        notes = (Note(t("viewRarer", n=len(listed) - most, size=size)),)
        listed = listed[:most]
    rows = [
        [Cell(feedback), *(Cell(size, share=size / secrets) for size in sizes)]
        for feedback, sizes in listed
    ]
    rows += [
        [Cell(t(name)), *(Cell(value, t.decimal(value)) for value in values)]
        for name, values in zip(SCORES, zip(*map(scores, found.columns), strict=True), strict=True)
    ]
    return Table(
        columns,
        rows,
        title=t("viewPartitionsOf", game=found.game, n=secrets),
        caption=t("viewTitlePartitions"),
        intro=t("viewIntroPartitions"),
        language=t.language,
        notes=notes,
        foot=len(SCORES),
        format="emi-partitions",
        records="columns",
        names=column_names(Partition),
        facts=plain(found),
    )
