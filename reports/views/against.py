"""Sentences on published values beside computed ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from emi.reports.table import Comparison
from emi.reports.wording import plural
from emi.results.base import rounded

if TYPE_CHECKING:
    from emi.results.performance import HeuristicResult
    from emi.results.published import Finding


def told(one: Finding) -> str:
    """Return the sentence on the published figures of a heuristic."""
    here = f"{one.first.heuristic}: {_figures(one.first)} here, {one.published} published"
    if one.agrees:
        return here
    if one.rows == 1:
        return f"{here}; no other setting is shown"
    if one.nearest == one.first:
        return f"{here}; of the settings shown this comes nearest"
    setting = ", ".join(
        f"{name} {getattr(one.nearest, name) or 'none'}"
        for name in ("ties", "direction")
        if getattr(one.nearest, name) != getattr(one.first, name)
    )
    if one.exact:
        return f"{here}; with {setting} exactly as published"
    return f"{here}; nearest with {setting}: {_figures(one.nearest)}, and none is exact"


def compared(
    noun: str,
    differing: Sequence[bool | None],
    source: str,
    *,
    elsewhere: int = 0,
    told: Iterable[str] = (),
    absent: Iterable[str] = (),
    figures: str = "",
) -> Comparison:
    """Return a sentence that counts the comparable values (not None) and those that differ.

    A `noun` names each value. Values that differ may agree `elsewhere`, with another setting. The
    other parameters are those of `Comparison`.
    """
    found = [each for each in differing if each is not None]
    # "All agree" would be true of zero values, and misleading.
    before, after = f"No {noun} could be compared with ", ""
    if found:
        before, unlike = f"{plural(len(found), noun)} compared with ", sum(found)
        after = f": {unlike} differ{'s' if unlike == 1 else ''}" if unlike else ": all agree"
        if elsewhere:
            after += f", {elsewhere} of them only in the usual setting"
    return Comparison(source, before, after, tuple(told), tuple(absent), figures)


def _figures(one: HeuristicResult) -> str:
    """Return the average, fails and worst case of a result."""
    fails = "?" if one.fails is None else one.fails
    return f"{rounded(one.mean)} / {fails} / {one.worst}"
