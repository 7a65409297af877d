"""From a question about a game to the engine and back to an answer."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from emi import memory
from emi.ready import kernels_ready
from search.bounds import Bounds
from search.candidates import Candidates
from search.facts import FORMAT, Fact, Store, decode, encode
from search.limits import Limits, Stopped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.motus import Motus
    from search.worst_case import Watch


@dataclass(frozen=True)
class Answer:
    """What is known of a game after a search.

    Parameters
    ----------
    game : Motus
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

    game: Motus
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
    game: Motus,
    *,
    limits: Limits | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
) -> Answer:
    """Find the EMI of a game: the least number of guesses that surely finds any secret.

    Parameters
    ----------
    game : Motus
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
    began = time.monotonic()
    limits = limits or Limits()
    every = Candidates.every(len(game.secrets))
    facts = _remembered(game, store)
    bounds, first_guess = Bounds(1, len(game.secrets)), game.secrets[0]
    for fact in facts:
        if fact.candidates == every:
            bounds = bounds.tightened(fact.bounds.lower, fact.bounds.upper)
            first_guess = game.guesses[fact.guess] if fact.guess >= 0 else first_guess
    if bounds.proven:
        return Answer(game, "worst", bounds, first_guess, 0, time.monotonic() - began)

    # Here, not above: the kernels take a while to load, and an answer that is known needs none.
    kernels_ready(game.bits)
    began = time.monotonic()
    from search.worst_case import Progress, worst_case

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
    result = worst_case(
        matrix,
        limits=left,
        facts=facts,
        keep=None if store is None else _Keeper(game, store),
        watch=watch,
    )
    return Answer(
        game,
        "worst",
        result.bounds,
        game.guesses[result.guess],
        result.nodes,
        time.monotonic() - began,
    )


def _key(game: Motus) -> str:
    return f"{FORMAT:04x}{game.key}"


def _remembered(game: Motus, store: Store | None) -> list[Fact]:
    """Read what was proven of a game; what makes no sense is dropped with a warning."""
    facts: list[Fact] = []
    if store is None:
        return facts
    for record in store.read(_key(game)):
        try:
            facts += decode(record, len(game.secrets), len(game.guesses))
        except ValueError as error:
            warnings.warn(f"{game.name}: a record of the cache is dropped: {error}", stacklevel=2)
    return facts


class _Keeper:
    """Writes facts to the store; a store that fails costs time later, not the answer now."""

    def __init__(self, game: Motus, store: Store) -> None:
        self.game = game
        self.store: Store | None = store

    def __call__(self, facts: Sequence[Fact]) -> None:
        if self.store is None:
            return
        try:
            self.store.write(_key(self.game), [encode(facts)], self.game.name)
        except ValueError as error:
            self.store = None
            warnings.warn(f"{self.game.name}: nothing more is kept: {error}", stacklevel=2)
