"""Certificates that were written, and the verdicts of the checker on them, one row each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.reports.table import Cell, Column, Note, Table, filled
from emi.reports.wording import plural
from emi.results.base import column_names, plain
from emi.results.files import Certified, Verdict

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


def certificates(found: Sequence[Certified], *, title: str = "Certificates") -> Table:
    """Return certificates that were written; in a terminal, one line per file."""
    return Table(
        *filled(
            [
                (Column("game", align="left", label=True), lambda one: one.game.name),
                (Column("what is shown"), _shown),
                (Column("file", align="left"), lambda one: one.path),
                (Column("bytes"), lambda one: Cell(one.size, f"{one.size:,}")),
            ],
            found,
        ),
        title=title,
        caption=title,
        summary=(Note(plural(len(found), "file")),),
        lines=tuple(
            f"{one.game}: {_shown(one)}{', ' * bool(_shown(one))}{one.path} ({one.size:,} bytes)"
            for one in found
        ),
        format="emi-certificates",
        records="certificates",
        names=column_names(Certified),
        facts={"certificates": plain(list(found))},
    )


def _shown(one: Certified) -> str:
    """Return the proven value or bounds as text; empty for a front, which has several values."""
    if one.bounds is None:
        return ""
    if not one.bounds.proven:
        return f"{one.bounds} (not proven, a certificate of bounds)"
    weight = "" if one.weight is None else f", of weight {one.weight:,}"
    return f"{one.bounds} {one.unit}".rstrip() + weight
