"""Which words make games unfair, and which ones to take off: a line for each game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from emi.results.fairness import Fairness
from emi.results.plain import column_names, plain
from reports.table import Cell, Column, Note, Table, filled
from reports.views.board import FEW, few
from reports.wording import between, plural

if TYPE_CHECKING:
    from search.model.bounds import Bounds

_INTRO = (
    "Words that no strategy can be sure to find within the tries, and the fewest to take off the "
    "list so that every other can be found"
)
_VERDICTS = {True: "yes", False: "no", None: "not known"}


def fairness(found: Sequence[Fairness], *, title: str = "") -> Table:
    """Return which words make games unfair: for people those of games that are not fair."""
    unfair = [one for one in found if one.fair is not True]
    return Table(
        *filled(_columns(), unfair),
        title=title or (repr(found[0])[1:-1] if len(found) == 1 else "Fairness"),
        caption="Fairness",
        intro=_INTRO,
        summary=(Note(_together(found)),),
        notes=tuple(Note(text) for one in unfair for text in _clusters(one)),
        format="emi-fairness",
        records="games",
        names=column_names(Fairness),
        facts={"games": plain(list(found))},
    )


def _columns() -> Iterator[tuple[Column, Callable[[Fairness], object]]]:
    def bounds(of: Callable[[Fairness], Bounds]) -> Callable[[Fairness], object]:
        def cell(one: Fairness) -> Cell:
            lower, upper = of(one).lower, of(one).upper
            marks = () if lower == upper else ("open",)
            return Cell(lower, between(lower, "?" if upper is None else upper), marks)

        return cell

    yield Column("game", label=True, align="left"), lambda one: one.game.name
    yield Column("secrets"), lambda one: one.game.secrets
    yield Column("tries"), lambda one: one.tries
    yield Column("worst case"), bounds(lambda one: one.worst)
    yield Column("fair"), lambda one: _VERDICTS[one.fair]
    yield Column("missed"), bounds(lambda one: one.misses)
    yield Column("to take off"), bounds(lambda one: one.removals)
    yield Column("which", align="left"), lambda one: few(one.removed or ()) or "?"


def _clusters(one: Fairness) -> Iterator[str]:
    """Yield a sentence for each cluster of a game."""
    for cluster in one.clusters:
        others = [code for code in cluster.secrets if code not in set(cluster.missed)]
        many = f"{len(others):,} others, such as " if len(others) > FEW else ""
        yield (
            f"{one.game}: {few(cluster.missed)} cannot be sure within {one.tries} beside "
            f"{many}{few(others)}{'' if cluster.minimal else ' (fewer of them may be enough)'}"
        )
    if one.missed and not one.final:
        kind = one.game.kind
        yield f"{one.game}: counting what is missed takes long, another run may name other {kind}"


def _together(found: Sequence[Fairness]) -> str:
    fair = sum(one.fair is True for one in found)
    unfair = sum(one.fair is False for one in found)
    text = f"{plural(len(found), 'game')}, {fair} fair, {unfair} not"
    if fair + unfair < len(found):
        text += f", {len(found) - fair - unfair} not known"
    if fair == len(found):
        return f"{text}: every secret can be found within the tries, proven"
    if any(one.removed is None for one in found):
        return f"{text}; what to take off is not known of all"
    total = sum(one.game.secrets for one in found)
    gone = sum(len(one.removed or ()) for one in found)
    least = all(one.removals.proven for one in found)
    fewest = "no fewer are enough" if least else "fewer may be enough"
    return (
        f"{text}; without {gone:,} of {total:,} {found[0].game.kind} every other can be found "
        f"within the tries, proven; {fewest}"
    )
