"""The verdicts of the checker on certificates, one row each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.results.plain import column_names, plain
from emi.results.verdict import Verdict
from reports.table import Column, Note, Table, filled
from reports.wording import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

_SAID = {True: "accepted", False: "not proven", None: "no certificate for these words"}


def verdicts(found: Sequence[Verdict], *, title: str = "Certificates") -> Table:
    """Return the verdicts; in a terminal, one line per file that could be checked."""
    accepted = sum(one.accepted is True for one in found)
    said = f"{plural(len(found), 'file')}, {accepted} accepted"
    checked = tuple(str(one) for one in found if one.accepted is not None)
    return Table(
        *filled(
            [
                (Column("file", align="left", label=True), lambda one: one.path),
                (Column("verdict", align="left"), lambda one: _SAID[one.accepted]),
                (Column("game", align="left"), lambda one: one.game),
                (Column("what is shown", align="left"), lambda one: one.claim or one.reason),
            ],
            found,
        ),
        title=title,
        caption=title,
        summary=(Note(said),),
        lines=checked or (said,),
        format="emi-verdicts",
        records="verdicts",
        names=column_names(Verdict),
        facts={"verdicts": plain(list(found))},
    )
