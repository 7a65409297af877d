"""Heuristics and aggregates by their names, whatever the capitals."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from emi.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from search.heuristics.aggregates import Aggregate
    from search.heuristics.heuristic import Heuristic

T = TypeVar("T")

#: The exact strategy, which has the least worst case; the paper's name for it.
MINIMAX = "Minimax"
#: The other strategies that are searched for and are no heuristics (see `emi.playing.optimal`).
LEAST_AVERAGE, FEWEST_FAILS = "LeastAverage", "FewestFails"


def heuristic_names() -> tuple[list[str], list[str]]:
    """Return the names of the paper's Table 4, Minimax among them, and those of all others."""
    from search.heuristics.heuristic import HEURISTICS, PAPER

    return [*PAPER, MINIMAX], [name for name in HEURISTICS if name not in PAPER]


def heuristic_named(name: str) -> tuple[str, Heuristic | None]:
    """Return a heuristic and its name as it is written here; Minimax is no `Heuristic`.

    With ``Possible`` before its name, a heuristic that reads an aggregate proposes candidates only.

    Raises
    ------
    OptionError
        If there is no such heuristic; the message lists them.

    Examples
    --------
    >>> heuristic_named("sumgini")[0], heuristic_named("possiblesum")[0]
    ('SumGini', 'PossibleSum')
    """
    from search.heuristics.heuristic import AMONG_CANDIDATES, HEURISTICS

    for one in AMONG_CANDIDATES.values():
        if one.name.lower() == name.lower():
            return one.name, one
    paper, others = heuristic_names()
    found = _named("heuristic", name, {one: one for one in (*paper, *others)})
    return found, HEURISTICS.get(found)


def ordering(name: str) -> Heuristic:
    """Return a heuristic that puts guesses in order.

    Raises
    ------
    OptionError
        If there is none of this name, or it gives no order, as Minimax and Random do not; the
        message lists the others.
    """
    from search.heuristics.heuristic import HEURISTICS, Ties

    ordered = {name: one for name, one in HEURISTICS.items() if one.ties != Ties.random}
    return _named("heuristic", name, ordered)


def aggregates_named(names: Iterable[str] | None = None) -> tuple[Aggregate, ...]:
    """Return the aggregates of these names; by default all.

    Raises
    ------
    OptionError
        If there is no such aggregate; the message lists them.

    Examples
    --------
    >>> [one.name for one in aggregates_named(["max", "Gini"])]
    ['Max', 'Gini']
    """
    from search.heuristics.aggregates import AGGREGATES

    if names is None:
        return tuple(AGGREGATES.values())
    return tuple(_named("aggregate", name.strip(), AGGREGATES) for name in names)


def _named(kind: str, name: str, known: Mapping[str, T]) -> T:
    by_name = {each.lower(): one for each, one in known.items()}
    if name.lower() not in by_name:
        raise OptionError(f"unknown {kind} {name!r}: expected one of {', '.join(known)}")
    return by_name[name.lower()]
