"""From a question about a game to the engine and back to an answer."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from emi import memory
from emi.compiling import kernels_ready
from emi.persistence import Keeper, remembered
from search.model.bounds import Bounds, ContradictionError
from search.model.candidates import Candidates
from search.model.facts import Fact, Store
from search.model.limits import Limits, Stopped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from search.solve.worst_case.search import Watch


@dataclass(frozen=True)
class Answer:
    """What is known of a game after a search.

    Parameters
    ----------
    game : Game
    objective : str
        ``worst``: the number of guesses within which every secret is surely found.
    bounds : Bounds
        Proven when they meet.
    first_guess : str
        Begins a strategy that needs at most ``bounds.upper`` guesses.
    nodes : int
        Sets examined by this search; 0 if the answer was known.
    seconds : float
        Time of this search.
    """

    game: Game
    objective: str
    bounds: Bounds
    first_guess: str
    nodes: int
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as plain values, in the order in which ``--format json`` prints it."""
        lexicon = self.game.lexicon
        return {
            "game": self.game.name,
            "objective": self.objective,
            "lower": self.bounds.lower,
            "upper": self.bounds.upper,
            "proven": self.bounds.proven,
            "first_guess": self.first_guess,
            "secrets": len(self.game.secrets),
            "guesses": len(self.game.guesses),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "lexicon": lexicon and {"name": lexicon.name, "digest": lexicon.digest},
        }


def solve(
    game: Game,
    *,
    limits: Limits | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
) -> Answer:
    """Find the EMI of a game: the least number of guesses that surely finds any secret.

    Parameters
    ----------
    game : Game
    limits : Limits, optional
        By default the search goes on until the value is proven.
    store : Store, optional
        Where proven bounds are read and kept, such as ``cache.DiskStore``.
    watch : callable, optional
        Called about twenty times a second with the progress; returns whether to go on.

    Returns
    -------
    Answer

    Raises
    ------
    MemoryNeedError
        If the game is too large.

    Examples
    --------
    >>> from emi.games.motus import Motus
    >>> game = Motus(["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES",
    ...               "LOGIONS", "LOGIQUE"])
    >>> str(solve(game).bounds)
    '2'
    """
    facts = remembered(game, store)
    keep = None if store is None else Keeper(game, store)
    try:
        return _solve(game, limits or Limits(), facts, keep, watch)
    except ContradictionError as error:
        warnings.warn(f"{game.name}: the cache is wrong, it is not used: {error}", stacklevel=2)
        return _solve(game, limits or Limits(), [], keep, watch)


def _solve(
    game: Game, limits: Limits, facts: list[Fact], keep: Keeper | None, watch: Watch | None
) -> Answer:
    began = time.monotonic()
    bounds, first_guess = _settled(game, facts)
    if bounds.proven:
        return Answer(game, "worst", bounds, first_guess, 0, time.monotonic() - began)

    # Here, not above: the kernels take a while to load, and an answer that is known needs none.
    kernels_ready(game.bits, hard=game.hard)
    began = time.monotonic()
    from search.solve.restricted.search import hard_worst_case
    from search.solve.worst_case.search import Progress, worst_case

    def go_on() -> bool:
        seconds = time.monotonic() - began
        if seconds >= limits.seconds:
            return False
        return watch is None or watch(Progress(bounds, 0, 0, seconds))

    memory.check(game.name, game.bytes_needed)
    try:
        matrix = game.matrix(go_on)
    except Stopped:
        return Answer(game, "worst", bounds, first_guess, 0, time.monotonic() - began)
    left = Limits(max(limits.seconds - (time.monotonic() - began), 1e-9), limits.nodes)
    search = hard_worst_case if game.hard else worst_case
    result = search(matrix, limits=left, facts=facts, keep=keep, watch=watch)
    seconds = time.monotonic() - began
    first_guess = game.guesses[result.guess]
    return Answer(game, "worst", result.bounds, first_guess, result.nodes, seconds)


def _settled(game: Game, facts: Sequence[Fact]) -> tuple[Bounds, str]:
    """Return what facts say of a game itself: bounds, and a guess to begin with."""
    every = Candidates.every(len(game.secrets))
    bounds, first_guess = Bounds(1, len(game.secrets)), game.secrets[0]
    for fact in facts:
        if fact.candidates == every:
            # An upper bound is of use only with a guess that reaches it.
            upper = fact.bounds.upper if fact.guess >= 0 else len(game.secrets)
            bounds = bounds.tightened(fact.bounds.lower, upper)
            first_guess = game.guesses[fact.guess] if fact.guess >= 0 else first_guess
    return bounds, first_guess
