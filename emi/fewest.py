"""The strategy that misses the fewest secrets within so many tries, and plays on after them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from emi.optimum import average, guaranteed
from emi.playing.played import tries_of
from search.model.limits import Stopped

if TYPE_CHECKING:
    from emi.optimum import Optimum, Question
    from search.strategy.tree import Strategy


@dataclass(frozen=True)
class Fewest:
    """A strategy of the fewest misses known, and of the least average with so few, proven.

    Parameters
    ----------
    least : int
        No strategy misses fewer.
    misses : int
        What takes it more than the tries allowed, weighted if there are weights.
    total : int
        Its tries for all secrets, weighted as well; no strategy that misses as few takes fewer.
    missed : tuple of int
        The secrets that it misses, in order.
    strategy : Strategy
        In indices; it finds every secret.
    """

    least: int
    misses: int
    total: int
    missed: tuple[int, ...]
    strategy: Strategy

    @property
    def proven(self) -> bool:
        """Whether no strategy misses fewer."""
        return self.least == self.misses


def fewest(question: Question, tries: int, least: Optimum) -> Fewest:
    """Find a strategy that misses the fewest secrets, and of these one of the least average.

    Parameters
    ----------
    question : Question
    tries : int
        At least 1; a secret that takes more is missed.
    least : Optimum
        The least average of the same game, with the same weights and first guess.

    Returns
    -------
    Fewest
        Where a limit was reached, or whoever watches said so, it is the strategy of the least
        average, and may not be proven.

    Raises
    ------
    Stopped
        If the least average is not proven.
    AssertionError
        If a strategy does not keep to what is proven of it: then the search is wrong.

    Examples
    --------
    >>> from emi.games.motus import Motus
    >>> from emi.optimum import Question
    >>> game = Motus(["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES",
    ...               "LOGIONS", "LOGIQUE"])
    >>> best = fewest(Question(game), 1, average(Question(game)))
    >>> best.misses, best.total
    (7, 15)
    """
    if least.strategy is None:
        raise Stopped
    known = _held(question, tries, least.strategy, least.lower)
    # What has the least average of all has it among those that miss as few.
    if known.misses == 0:
        return known
    misses = guaranteed(question, tries)
    known = replace(known, least=misses.lower)
    if known.proven or not misses.proven:
        return known
    # Where nothing need be missed it is quicker to forbid a miss than to make it dear.
    if misses.lower == 0:
        within = average(question, tries)
        found = within.strategy, within.lower
    else:
        found = _dearly(question, tries, misses.lower, known)
    strategy, total = found
    return known if strategy is None else _held(question, tries, strategy, total, misses.lower)


def _held(
    question: Question, tries: int, strategy: Strategy, total: int, misses: int | None = None
) -> Fewest:
    """Play a strategy, and hold it to the total and the misses that are proven of it."""
    weights = question.weights
    taken = tries_of(strategy, len(question.game.secrets)).tolist()
    each = [1] * len(taken) if weights is None else weights.of
    missed = tuple(secret for secret, took in enumerate(taken) if took > tries)
    found = Fewest(
        misses or 0,
        sum(each[secret] for secret in missed),
        sum(weight * took for weight, took in zip(each, taken, strict=True)),
        missed,
        strategy,
    )
    if found.total != total or misses not in (None, found.misses):
        raise AssertionError(
            f"{question.game.name}: a strategy takes {found.total} tries and misses "
            f"{found.misses} within {tries}, proven are {total} and {misses}"
        )
    return found


def _dearly(
    question: Question, tries: int, misses: int, known: Fewest
) -> tuple[Strategy | None, int]:
    """Make each miss so dear that no saving of tries outweighs it; return the total too."""
    from search.model.costs import Costs
    from search.solve.cost.search import CostSearch
    from search.solve.cost.tree import written

    # More than any total there need be: what is left after the tries allowed, which are fewer than
    # the known strategy may take, is found by that strategy, played from its beginning.
    price = 2 * known.strategy.depth * question.weight
    try:
        options = question.options(f"front at {tries}, {price}")
        facts = options.pop("facts")
        search = CostSearch(question.matrix(), Costs.front(tries, price), **options)
        search.lower = max(search.lower, price * misses + known.total)
        found = search.run(facts)
        if not found.proven:
            return None, 0
        strategy = written(
            search.engine,
            search.members,
            0,
            found.guess,
            lambda _: question.go_on(),
        )
    except Stopped:
        return None, 0
    return strategy, found.lower - price * misses
