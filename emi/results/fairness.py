"""Results about unfair games and hard words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from emi.results.base import HIDDEN, Tabular, fact

if TYPE_CHECKING:
    from emi.results.base import GameFacts
    from emi.search.model.bounds import Bounds


@dataclass(frozen=True)
class Cluster:
    """A set of secrets that no strategy can all find within the tries.

    A cluster is the union of cores that share a secret. Each core explains one missed secret.

    Attributes
    ----------
    secrets : tuple of str
        All secrets of the cluster.
    missed : tuple of str
        The missed secrets among them. One strategy finds all secrets of the game that are in no
        cluster's `missed`.
    minimal : bool
        Whether all cores are minimal. False if shrinking one takes too long.
    """

    secrets: tuple[str, ...]
    missed: tuple[str, ...]
    minimal: bool = True


@dataclass(frozen=True, eq=False, repr=False)
class Fairness(Tabular):
    """Whether every secret of a game can be found within the tries, and which words to remove.

    Attributes
    ----------
    game : GameFacts
    tries : int
    worst : Bounds
        Bounds on the worst case. The game is fair if the worst case is at most `tries`.
    misses : Bounds
        Bounds on the fewest secrets that a strategy misses. They also bound the fewest removals if
        removed words may still be proposed.
    missed : tuple of str or None
        The secrets that a known strategy misses, as many as the upper bound of `misses`; None if
        unknown.
    clusters : tuple of Cluster
        The clusters of missed secrets; incomplete if a limit was reached.
    removed : tuple of str or None
        Words whose removal makes the game fair; None if unknown. A word removed from a single list
        cannot be proposed either.
    removals : Bounds
        Bounds on the fewest words to remove.
    final : bool
        Whether every run names the same secrets, whatever the store holds. False if a limit was
        reached.

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
        """The tries minus the worst case (its upper bound if known, else its lower bound).

        A negative slack of a proven worst case means that the game is unfair; 0 means that all
        tries may be needed.
        """
        return self.tries - (self.worst.lower if self.worst.upper is None else self.worst.upper)

    @property
    def closeness(self) -> tuple[int, int, int]:
        """A sort key that orders unfair games first, then those with the least slack."""
        return self.slack, -self.misses.lower, -self.game.secrets

    @fact
    def fair(self) -> bool | None:
        """Whether every secret can be found within the tries; None if that is not known.

        It is not known if the alphabet merged or lengthened words (`GameFacts.bent`).
        """
        return None if self.fair_as_read and self.game.bent else self.fair_as_read

    @property
    def fair_as_read(self) -> bool | None:
        """Whether every secret of the list as it was read can be found within the tries."""
        if self.worst.lower > self.tries:
            return False
        return True if self.worst.upper is not None and self.worst.upper <= self.tries else None

    def __repr__(self) -> str:
        said = {True: "fair", False: "unfair", None: "not known"}[self.fair]
        if not self.fair_as_read and self.removed is not None:
            state = "proven" if self.removals.proven else "not proven"
            said += f", {self.removals} of {self.game.secrets:,} {self.game.kind} to take off"
            said += f" ({state})"
        return f"<Fairness of {self.game} within {self.tries} tries: {said}>"


@dataclass(frozen=True)
class WordDifficulty:
    """The difficulty of one secret.

    Attributes
    ----------
    game, secret : str
    guarantee : int
        The number of guesses taken by a strategy with the least worst case. Among those it has the
        least average, unless time runs out.
    average : int or None
        The number of guesses taken by a strategy with the least average; None if not proven.
    confused : tuple of str
        The secrets that the first strategy separates last from this one; empty if the first guess
        separates it from all others.
    """

    game: str
    secret: str
    guarantee: int
    average: int | None
    confused: tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Difficulty(Tabular):
    """The difficulty of each secret of a game.

    Attributes
    ----------
    game : GameFacts
    tries : int or None
        The given number of tries; by default that of the game.
    worst : Bounds
        Bounds on the worst case.
    words : tuple of WordDifficulty
        The secrets, hardest first.
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
