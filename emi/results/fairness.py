"""Which words make a game unfair, and which ones to take off."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from emi.results.plain import HIDDEN, fact
from emi.results.shown import Shown

if TYPE_CHECKING:
    from emi.results.game import GameFacts
    from search.model.bounds import Bounds


@dataclass(frozen=True)
class Cluster:
    """Secrets of which no strategy finds all within the tries.

    It joins the cores of missed secrets that share a member.

    Attributes
    ----------
    secrets : tuple of str
        All of them.
    missed : tuple of str
        Those that are missed. Without what is missed all others of the list are found.
    minimal : bool
        Whether all its cores are minimal. False if shrinking one would take long.
    """

    secrets: tuple[str, ...]
    missed: tuple[str, ...]
    minimal: bool = True


@dataclass(frozen=True, eq=False, repr=False)
class Fairness(Shown):
    """Whether every secret of a game can be found within the tries, and what is to be done if not.

    Attributes
    ----------
    game : GameFacts
    tries : int
    worst : Bounds
        On the guesses that surely find any secret: it is fair if they are no more than the tries.
    misses : Bounds
        On the fewest secrets that one strategy misses; no fewer need be taken off the secrets where
        they may still be proposed.
    missed : tuple of str or None
        Such secrets, as many as the upper bound says; None if none are known.
    clusters : tuple of Cluster
        Where they stand; some may be left out where a limit was reached.
    removed : tuple of str or None
        What to take off, so that all others can be found: a word that leaves a single list cannot
        be proposed either. None if none are known.
    removals : Bounds
        On the fewest words to take off; proven when they meet.
    final : bool
        Whether every run names the same secrets, whatever its store holds. False if a limit was
        reached, or counting what is missed takes long.

    Examples
    --------
    >>> import emi
    >>> emi.fairness(emi.Motus(["CADES", "CAFES", "CAGES", "CAKES", "CAMES", "CARIE"]), 4)
    <Fairness of motus within 4 tries: unfair, 1 of 6 words to take off (proven)>
    """

    game: GameFacts
    tries: int
    worst: Bounds
    misses: Bounds
    missed: tuple[str, ...] | None
    clusters: tuple[Cluster, ...]
    removed: tuple[str, ...] | None
    removals: Bounds
    final: bool = True

    @fact
    def slack(self) -> int:
        """The tries to spare: below 0 it is surely unfair, at 0 all tries may be needed."""
        return self.tries - (self.worst.lower if self.worst.upper is None else self.worst.upper)

    @property
    def closeness(self) -> tuple[int, int, int]:
        """What games are ordered by, the least first: those that are unfair or nearest to it."""
        return self.slack, -self.misses.lower, -self.game.secrets

    @fact
    def fair(self) -> bool | None:
        """Whether every secret can be found within the tries; None if that is not known."""
        if self.worst.lower > self.tries:
            return False
        return True if self.worst.upper is not None and self.worst.upper <= self.tries else None

    def __repr__(self) -> str:
        said = {True: "fair", False: "unfair", None: "not known"}[self.fair]
        if not self.fair and self.removed is not None:
            state = "proven" if self.removals.proven else "not proven"
            said += f", {self.removals} of {self.game.secrets:,} {self.game.kind} to take off"
            said += f" ({state})"
        return f"<Fairness of {self.game} within {self.tries} tries: {said}>"


@dataclass(frozen=True)
class WordDifficulty:
    """How hard a secret is to find.

    Attributes
    ----------
    game, secret : str
    guarantee : int
        The guesses that it takes by a strategy of the least worst case, and with that of the least
        average.
    average : int or None
        Those that it takes by a strategy of the least average; None where that is not proven.
    confused : tuple of str
        The secrets that stay possible longest beside it, by the strategy of the guarantee; none
        where the first guess tells it from all others.
    """

    game: str
    secret: str
    guarantee: int
    average: int | None
    confused: tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Difficulty(Shown):
    """How hard each secret of a game is to find.

    Attributes
    ----------
    game : GameFacts
    tries : int or None
        Those of the game, or those that were asked for.
    worst : Bounds
        On the guesses that surely find any secret.
    words : tuple of WordDifficulty
        The hardest first.
    """

    game: GameFacts
    tries: int | None
    worst: Bounds
    words: tuple[WordDifficulty, ...] = field(metadata=HIDDEN)

    def __repr__(self) -> str:
        hardest = self.words[0]
        return (
            f"<Difficulty of {self.game}: {len(self.words):,} {self.game.kind}, {hardest.secret} "
            f"takes {hardest.guarantee} guesses>"
        )
