"""What a cache holds, and what became of merging, checking and clearing caches."""

from __future__ import annotations

from dataclasses import dataclass

from emi.results.shown import Shown


@dataclass(frozen=True)
class CacheInfo(Shown):
    """Where a cache is and what it holds.

    Attributes
    ----------
    folder : str
    games, records : int
        How many games have a place in it, and how many records they have together.
    size : int
        Bytes on disk; 0 if there is no cache yet.
    """

    folder: str
    games: int = 0
    records: int = 0
    size: int = 0


@dataclass(frozen=True)
class Merged(Shown):
    """What a merge added to a cache.

    Attributes
    ----------
    questions : int
        Of how many questions the sources hold something.
    bounds, strategies, first_guesses : int
        How many were new; of first guesses how many records.
    contradictions : tuple of str
        A line for each set on which bounds cannot both be true; none of them is kept.
    damaged : tuple of str
        A line for each source of which something was left out.
    folder : str
        The cache that was merged into.
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
    """What a cache holds, and what is wrong with it.

    Attributes
    ----------
    questions, records, bounds, strategies : int
        What it holds that is sound. A record holds several bounds, a strategy, or what is kept of
        some first guesses.
    faults : tuple of str
        A line for each thing that is wrong.
    repaired : bool
        Whether what is wrong was dropped.
    """

    questions: int = 0
    records: int = 0
    bounds: int = 0
    strategies: int = 0
    faults: tuple[str, ...] = ()
    repaired: bool = False


@dataclass(frozen=True)
class Cleared(Shown):
    """A cache that was emptied, and how many records were removed from it."""

    folder: str
    records: int = 0
