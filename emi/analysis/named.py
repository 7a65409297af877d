"""Heuristics and aggregates by name, in upper or lower case."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from emi.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from emi.search.heuristics.aggregates import Aggregate
    from emi.search.heuristics.heuristic import Heuristic

T = TypeVar("T")

#: The heuristic of the advice on several boards, and the aggregates that add up to no number.
ESTIMATE, OF_VECTORS = "Estimate", {"Gmax"}

#: The exact strategy with the least worst case, under the paper's name.
MINIMAX = "Minimax"
#: The other searched strategies that are not heuristics (see `emi.strategies.heuristics`).
LEAST_AVERAGE, FEWEST_FAILS = "LeastAverage", "FewestFails"


def heuristic_names() -> tuple[list[str], list[str]]:
    """Return the names of the heuristics in the paper's Table 4 with Minimax, and of the others."""
    from emi.search.heuristics.heuristic import HEURISTICS, PAPER

    return [*PAPER, MINIMAX], [name for name in HEURISTICS if name not in PAPER]


def heuristic_named(name: str) -> Heuristic:
    """Return the heuristic with a name; for Minimax, a placeholder without aggregates.

    With ``Possible`` before its name, a heuristic proposes candidates only.

    Raises
    ------
    OptionError
        If the name is unknown; the message lists all names.

    Examples
    --------
    >>> heuristic_named("sumgini").name, heuristic_named("possiblesum").name
    ('SumGini', 'PossibleSum')
    """
    from emi.search.heuristics.heuristic import AMONG_CANDIDATES, HEURISTICS, Heuristic, Ties

    for one in AMONG_CANDIDATES.values():
        if one.name.lower() == name.lower():
            return one
    exact = Heuristic(MINIMAX, (), Ties.none)
    listed = [HEURISTICS.get(each, exact) for names in heuristic_names() for each in names]
    return _named("heuristic", name, {one.name: one for one in listed})


def ordering(name: str) -> Heuristic:
    """Return a heuristic that can order guesses; Minimax and Random cannot."""
    from emi.search.heuristics.heuristic import HEURISTICS, Ties

    ordered = {name: one for name, one in HEURISTICS.items() if one.ties != Ties.random}
    return _named("heuristic", name, ordered)


def aggregates_named(names: Iterable[str] | None = None) -> tuple[Aggregate, ...]:
    """Return the aggregates with these names, by default all; an error lists the known names."""
    from emi.search.heuristics.aggregates import AGGREGATES

    wanted = AGGREGATES if names is None else names
    return tuple(_named("aggregate", name.strip(), AGGREGATES) for name in wanted)


def _named(kind: str, name: str, known: Mapping[str, T]) -> T:
    by_name = {each.lower(): one for each, one in known.items()}
    if name.lower() not in by_name:
        raise OptionError(f"unknown {kind} {name!r}: expected one of {', '.join(known)}")
    return by_name[name.lower()]


def aggregate_of_boards(name: str) -> Aggregate:
    """Return the aggregate with a name, whose values add up over boards.

    Raises
    ------
    OptionError
        If the name is unknown, or its values are no numbers.
    """
    aggregates = {
        aggregate.name: aggregate
        for aggregate in aggregates_named()
        if aggregate.name not in OF_VECTORS
    }
    chosen = {key.lower(): aggregate for key, aggregate in aggregates.items()}.get(name.lower())
    if chosen is None:
        raise OptionError(
            f"unknown heuristic {name!r} for several boards: expected {ESTIMATE} or one of "
            f"{', '.join(aggregates)}"
        )
    return chosen
