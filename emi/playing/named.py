"""Methods and aggregates by their names, whatever the capitals."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, TypeVar

from emi.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from search.heuristics.aggregates import Aggregate
    from search.heuristics.heuristic import Heuristic

T = TypeVar("T")

#: The exact strategy, which has the least worst case; the paper's name for it.
MINIMAX = "Minimax"
#: The other strategies that are searched for, not played by a rule (see `emi.playing.optimal`).
LEAST_AVERAGE, FEWEST_FAILS = "LeastAverage", "FewestFails"


def method_names() -> tuple[list[str], list[str]]:
    """Return the names of the methods: those of the paper's Table 4, and all others."""
    from search.heuristics.heuristic import HEURISTICS, PAPER

    return [*PAPER, MINIMAX], [name for name in HEURISTICS if name not in PAPER]


def method_named(name: str) -> tuple[str, Heuristic | None]:
    """Return a method and its name as it is written here; the exact strategy is no `Heuristic`.

    Any method that weighs guesses may have ``Possible`` before its name: it then proposes possible
    guesses only, as the paper's PossibleGmax does.

    Raises
    ------
    OptionError
        If there is no such method; the message lists them.

    Examples
    --------
    >>> method_named("sumgini")[0], method_named("possiblesum")[0]
    ('SumGini', 'PossibleSum')
    """
    from search.heuristics.heuristic import AMONG_CANDIDATES, HEURISTICS

    for one in AMONG_CANDIDATES.values():
        if one.name.lower() == name.lower():
            return one.name, one
    found = _named("method", name, {one: one for one in chain(*method_names())})
    return found, HEURISTICS.get(found)


def ordering(name: str) -> Heuristic:
    """Return a method that puts guesses in order.

    Raises
    ------
    OptionError
        If there is none of this name, or it gives no order, as the exact strategy and lots do not;
        the message lists the others.

    Examples
    --------
    >>> ordering("sumgini").name
    'SumGini'
    """
    from search.heuristics.heuristic import HEURISTICS, Ties

    return _named("method", name, {m.name: m for m in HEURISTICS.values() if m.ties != Ties.random})


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
