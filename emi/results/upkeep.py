"""Contents of a cache, results of merging, verifying and clearing caches, and of compiling."""

from __future__ import annotations

from dataclasses import dataclass

from emi.results.shown import Shown


@dataclass(frozen=True)
class CacheInfo(Shown):
    """The folder and the contents of a cache.

    Attributes
    ----------
    folder : str
    games, records : int
        The number of games in the cache, and of all their records.
    size : int
        The size on disk in bytes; 0 if there is no cache yet.
    """

    folder: str
    games: int = 0
    records: int = 0
    size: int = 0


@dataclass(frozen=True)
class Merged(Shown):
    """The result of merging caches.

    Attributes
    ----------
    questions : int
        The number of different questions in the sources.
    bounds, strategies, first_guesses : int
        The number of new bounds, new strategies, and new records of first guesses.
    contradictions : tuple of str
        A line for each pair of bounds that contradict each other; neither is kept.
    damaged : tuple of str
        A line for each damaged source, of which the damaged part was skipped.
    folder : str
        The target cache.
    """

    questions: int = 0
    bounds: int = 0
    strategies: int = 0
    first_guesses: int = 0
    contradictions: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    folder: str = ""


@dataclass(frozen=True)
class Verified(Shown):
    """The result of verifying a cache.

    Attributes
    ----------
    questions, records, bounds, strategies : int
        The number of valid ones. A record holds several bounds, a strategy, or values of first
        guesses.
    faults : tuple of str
        A line for each fault.
    repaired : bool
        Whether the faulty records were dropped.
    """

    questions: int = 0
    records: int = 0
    bounds: int = 0
    strategies: int = 0
    faults: tuple[str, ...] = ()
    repaired: bool = False


@dataclass(frozen=True)
class Cleared(Shown):
    """The result of clearing a cache: its folder, and the number of removed records."""

    folder: str
    records: int = 0


@dataclass(frozen=True)
class Compiled(Shown):
    """Kernels that are ready.

    Attributes
    ----------
    seconds : float
        How long it took.
    anew : bool
        Whether any was compiled; otherwise all were loaded.
    """

    seconds: float
    anew: bool
