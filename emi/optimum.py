"""The other two criteria: the least average, and the most secrets found within so many tries."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from emi import memory
from emi.compiling import kernels_ready
from emi.errors import OptionError
from emi.persistence import CostKeeper, remembered_costs
from emi.solving import solve
from search.model.limits import Limits, Stopped

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from emi.games.game import Game
    from emi.lexicon.weights import Weights
    from search.model.facts import Store
    from search.model.matrix import FeedbackMatrix
    from search.strategy.tree import Strategy

    #: Receives the progress about twenty times a second; returns whether to go on.
    Watch = Callable[[Any], bool]


@dataclass(frozen=True)
class Optimum:
    """What is known of the best strategy by another criterion than the worst case.

    Parameters
    ----------
    game : Game
    objective : str
        ``average``: the total number of tries for all secrets. ``guaranteed``: the number of
        secrets that may be missed within ``tries``. Both are to be as small as can be, and weighted
        if there are weights.
    tries : int or None
        The tries allowed; None if any number is.
    lower : int
    upper : int or None
        What a strategy reaches; None if none is known that keeps to the tries allowed.
    first_guess : str
        Begins that strategy; empty if there is none.
    weight : int
        The weights of all secrets together: their number, if all weigh the same.
    strategy : Strategy or None
        A strategy that reaches ``upper``, if that is proven.
    worst : int or None
        Of the average: the most tries that the strategy takes.
    worst_proven : bool
        Whether no strategy of the same total has a smaller worst case.
    at_worst : int or None
        How many secrets take the strategy so many tries.
    at_worst_proven : bool
        Whether no strategy of the same total and worst case has fewer of them.
    missed : tuple of str or None
        Of the guaranteed: the secrets that the strategy may miss, if it is proven best.
    nodes : int
        Sets and guesses examined.
    seconds : float
    """

    game: Game
    objective: str
    tries: int | None
    lower: int
    upper: int | None
    first_guess: str
    weight: int
    strategy: Strategy | None
    worst: int | None
    worst_proven: bool
    at_worst: int | None
    at_worst_proven: bool
    missed: tuple[str, ...] | None
    nodes: int
    seconds: float

    @property
    def proven(self) -> bool:
        """Whether the bounds meet."""
        return self.lower == self.upper

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as plain values, in the order in which ``--format json`` prints it."""
        lexicon = self.game.lexicon
        values: dict[str, Any] = {
            "game": self.game.name,
            "objective": self.objective,
            "tries": self.tries,
            "lower": self.lower,
            "upper": self.upper,
            "proven": self.proven,
            "first_guess": self.first_guess,
        }
        if self.objective == "average":
            values |= {
                "total": self.upper,
                "mean": None if self.upper is None else round(self.upper / self.weight, 6),
                "worst": self.worst,
                "worst_proven": self.worst_proven,
                "at_worst": self.at_worst,
                "at_worst_proven": self.at_worst_proven,
            }
        else:
            missed = self.missed
            values |= {
                "guaranteed": None if self.upper is None else self.weight - self.upper,
                "missed": self.upper,
                "missed_secrets": None if missed is None else list(missed),
            }
        return values | {
            "secrets": len(self.game.secrets),
            "guesses": len(self.game.guesses),
            "weight": self.weight,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "lexicon": lexicon and {"name": lexicon.name, "digest": lexicon.digest},
        }


class Question:
    """A game whose matrix is made once, and what is asked of it.

    Parameters
    ----------
    game : Game
    weights : Weights, optional
        By default all secrets weigh the same.
    first : str, optional
        The first guess.
    limits, store, watch
        As of `emi.solve`.

    Raises
    ------
    OptionError
        If only what is still possible may be proposed, or the first guess is not allowed.
    MemoryNeedError
        If the game is too large.
    """

    def __init__(
        self,
        game: Game,
        *,
        weights: Weights | None = None,
        first: str | None = None,
        limits: Limits | None = None,
        store: Store | None = None,
        watch: Watch | None = None,
    ) -> None:
        if game.hard:
            raise OptionError(
                f"{game.name}: expected the objective worst where only what is possible may be "
                "proposed"
            )
        if first is not None and first not in game.guesses:
            raise OptionError(f"--first {first}: it is not among the guesses of {game.name}")
        self.game = game
        self.weights = weights
        self.first = first
        self.limits = limits or Limits()
        self.store = store
        self.watch = watch
        self.began = time.monotonic()
        self._matrix: FeedbackMatrix | None = None

    @property
    def weight(self) -> int:
        """The weights of all secrets together."""
        return len(self.game.secrets) if self.weights is None else self.weights.total

    def matrix(self) -> FeedbackMatrix:
        """Return the feedback matrix; the kernels are ready after it.

        Raises
        ------
        Stopped
            If a limit is reached, or whoever watches said so.
        """
        if self._matrix is None:
            kernels_ready(self.game.bits, costs=True)
            memory.check(self.game.name, self.game.bytes_needed)
            self._matrix = self.game.matrix(self.go_on)
        return self._matrix

    def go_on(self) -> bool:
        """Tell whether no limit is reached, and whoever watches wants to go on."""
        seconds = time.monotonic() - self.began
        if seconds >= self.limits.seconds:
            return False
        from search.solve.cost.search import CostProgress

        return self.watch is None or self.watch(CostProgress(0, None, 0, seconds))

    def options(self, question: str) -> dict[str, Any]:
        """Return what the search takes beside the matrix; what is kept is under the question."""
        game, store = self.game, self.store
        if self.first is not None:
            question = f"{question}, first {self.first}"
        weights: NDArray[np.int64] | None = None
        if self.weights is not None:
            question = f"{question}, weights {self.weights.digest}"
            weights = np.array(self.weights.of, np.int64)
        left = max(self.limits.seconds - (time.monotonic() - self.began), 1e-9)
        return {
            "weights": weights,
            "first": None if self.first is None else game.guesses.index(self.first),
            "limits": Limits(left, self.limits.nodes),
            "facts": remembered_costs(game, store, question),
            "keep": None if store is None else CostKeeper(game, store, question),
            "watch": self.watch,
        }


def average(question: Question, max_tries: int | None = None, *, ties: bool = True) -> Optimum:
    """Find the least total number of tries for all secrets of a game.

    Parameters
    ----------
    question : Question
    max_tries : int, optional
        The most tries that any secret may take.
    ties : bool
        Whether a strategy of the smallest worst case is wanted among those of the least total.

    Raises
    ------
    OptionError
        If no strategy finds every secret within ``max_tries``.

    Examples
    --------
    >>> from emi.games.motus import Motus
    >>> game = Motus(["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES",
    ...               "LOGIONS", "LOGIQUE"])
    >>> best = average(Question(game))
    >>> best.upper, best.proven, best.worst
    (15, True, 2)
    """
    game = question.game
    if max_tries is not None:
        least = solve(game, limits=question.limits, store=question.store, watch=question.watch)
        if least.bounds.lower > max_tries:
            said = "the EMI is" if game.rule == "motus" else "it takes"
            raise OptionError(
                f"--max-tries {max_tries}: no strategy finds every secret of {game.name} within "
                f"{max_tries} tries: {said} {least.bounds}"
            )
    from search.solve.cost.average import ImpossibleError, least_average

    try:
        found = least_average(
            question.matrix(),
            max_tries=max_tries,
            ties=ties,
            **question.options(f"average within {max_tries}"),
        )
    except Stopped:
        return _nothing(question, "average", max_tries, len(game.secrets))
    except ImpossibleError:
        raise OptionError(
            f"--max-tries {max_tries}: no strategy that begins with {question.first} finds every "
            f"secret of {game.name} within {max_tries} tries"
        ) from None
    strategy = found.strategy
    return Optimum(
        game=game,
        objective="average",
        tries=max_tries,
        lower=found.lower,
        upper=found.upper,
        first_guess=game.guesses[found.guess] if found.guess >= 0 else "",
        weight=question.weight,
        strategy=strategy,
        worst=None if strategy is None else strategy.depth,
        worst_proven=found.worst_proven,
        at_worst=found.at_worst,
        at_worst_proven=found.at_worst_proven,
        missed=None,
        nodes=found.nodes,
        seconds=time.monotonic() - question.began,
    )


def guaranteed(question: Question, tries: int) -> Optimum:
    """Find the fewest secrets that a strategy may miss within so many tries.

    Parameters
    ----------
    question : Question
    tries : int
        At least 1.

    Raises
    ------
    OptionError
        If ``tries`` is below 1.

    Examples
    --------
    >>> from emi.games.motus import Motus
    >>> game = Motus(["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES",
    ...               "LOGIONS", "LOGIQUE"])
    >>> best = guaranteed(Question(game), 1)
    >>> best.upper, best.proven, len(best.missed)
    (7, True, 7)
    """
    if tries < 1:
        raise OptionError(f"--tries {tries}: expected a whole number above 0")
    game = question.game
    from search.model.costs import Costs
    from search.solve.cost.search import CostSearch
    from search.solve.cost.tree import written

    try:
        matrix = question.matrix()
        options = question.options(f"guaranteed within {tries}")
        facts = options.pop("facts")
        search = CostSearch(matrix, Costs.guaranteed(tries), **options)
        found = search.run(facts)
        strategy = missed = None
        if found.proven:
            strategy = written(
                search.engine,
                search.members,
                0,
                found.guess,
                lambda _: question.go_on(),
            )
            found_of = {
                int(secret)
                for node in strategy.nodes()
                for secret in node.members
                if matrix.own[secret] == node.guess
            }
            missed = tuple(
                code for secret, code in enumerate(game.secrets) if secret not in found_of
            )
    except Stopped:
        return _nothing(question, "guaranteed", tries, 0)
    return Optimum(
        game=game,
        objective="guaranteed",
        tries=tries,
        lower=found.lower,
        upper=found.upper,
        first_guess=game.guesses[found.guess] if found.guess >= 0 else "",
        weight=question.weight,
        strategy=strategy,
        worst=None,
        worst_proven=False,
        at_worst=None,
        at_worst_proven=False,
        missed=missed,
        nodes=found.nodes,
        seconds=time.monotonic() - question.began,
    )


def _nothing(question: Question, objective: str, tries: int | None, lower: int) -> Optimum:
    """Return what is known before any search."""
    return Optimum(
        game=question.game,
        objective=objective,
        tries=tries,
        lower=lower,
        upper=None,
        first_guess="",
        weight=question.weight,
        strategy=None,
        worst=None,
        worst_proven=False,
        at_worst=None,
        at_worst_proven=False,
        missed=None,
        nodes=0,
        seconds=time.monotonic() - question.began,
    )
