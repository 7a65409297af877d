"""Partitions: the sizes and scores of the classes after each feedback to some guesses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.reports.table import Cell, Column, Note, Table
from emi.reports.texts import ENGLISH
from emi.results.advice import Partition
from emi.results.base import column_names, plain, rounded

if TYPE_CHECKING:
    from emi.reports.texts import Texts
    from emi.results.advice import Partitions

#: The scores as keys of the texts, in the order of Table 3 of Heeffer and Heeffer, "Near-optimal
#: strategies for the game of Logik".
SCORES = ("viewWorst", "viewExpected", "viewEntropy", "viewPartitions", "viewDeviation")


def scores(partition: Partition) -> tuple[str, ...]:
    """Return the five `SCORES` as text."""
    return (
        f"{partition.worst_case}",
        rounded(partition.expected_size, 2),
        f"{partition.entropy:.3f}",
        f"{partition.partitions}",
        f"{partition.standard_deviation}",
    )


def partitions(compared: Partitions, t: Texts = ENGLISH, most: int | None = None) -> Table:
    """Return the partitions of all secrets by guesses, with their scores below.

    With ``most``, at most this number of feedbacks is shown: those with the largest classes, sorted
    by them. Programs get one row per guess.
    """
    secrets = compared.game.secrets
    columns = [
        Column(t("viewFeedback"), align="left", label=True),
        *(Column(one.guess, literal=True) for one in compared.columns),
    ]
    classes = zip(*(one.sizes for one in compared.columns), strict=True)
    listed = [*zip(compared.feedbacks, classes, strict=True)]
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
        for name, values in zip(
            SCORES, zip(*map(scores, compared.columns), strict=True), strict=True
        )
    ]
    return Table(
        columns,
        rows,
        title=t("viewPartitionsOf", game=compared.game, n=secrets),
        caption=t("viewTitlePartitions"),
        intro=t("viewIntroPartitions"),
        language=t.language,
        notes=notes,
        foot=len(SCORES),
        format="emi-partitions",
        records="columns",
        names=column_names(Partition),
        facts=plain(compared),
    )
