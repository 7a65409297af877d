"""The performance of a strategy from a file, compared with exact play."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from emi.results.plain import HIDDEN, fact
from emi.results.shown import Shown

if TYPE_CHECKING:
    from emi.results.game import GameFacts
    from emi.results.strategy import Strategy
    from emi.search.model.bounds import Bounds


@dataclass(frozen=True)
class ExactPlay:
    """A value of exact play.

    Attributes
    ----------
    figure : str
        ``worst`` or ``total``.
    play : str
        A description of the play, such as ``exact play begun with RAISE``.
    bounds : Bounds
        Bounds on the figure.
    """

    figure: str
    play: str
    bounds: Bounds


@dataclass(frozen=True, eq=False, repr=False)
class Judged(Shown):
    r"""The performance of a given strategy on every secret.

    Attributes
    ----------
    game : GameFacts
    strategy : Strategy
        The strategy without unreachable branches.
    first_guess : str
    tries : tuple of int
        The number of guesses for each secret found.
    missed : tuple of str
        The secrets that the strategy never finds.
    restriction : str or None
        The strictest restriction of hard play that the strategy obeys.
    breaks : dict of str to str
        For each violated restriction of hard play, the first forbidden guess with its history.
    unused : int
        The number of unreachable guesses in the file.
    exact : tuple of ExactPlay
        The values of exact play, for comparison.

    Examples
    --------
    >>> import emi, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "published.csv"
    ...     _ = path.write_text("linge,ligne\nlinge,\n")
    ...     judged = emi.judge(emi.Wordle(["LIGNE", "LINGE", "SINGE"]), path)
    >>> judged, judged.missed, judged.restriction
    (<Judged of wordle: 3 guesses for 2 secrets, at most 2, 1 missed>, ('SINGE',), 'possible')
    """

    game: GameFacts
    strategy: Strategy = field(metadata=HIDDEN)
    first_guess: str
    tries: tuple[int, ...] = field(metadata=HIDDEN)
    missed: tuple[str, ...]
    restriction: str | None
    breaks: dict[str, str]
    unused: int
    exact: tuple[ExactPlay, ...] = ()

    @fact
    def total(self) -> int:
        """The total number of guesses over the secrets found."""
        return sum(self.tries)

    @fact
    def worst(self) -> int:
        """The largest number of guesses for a secret found; 0 if none is found."""
        return max(self.tries, default=0)

    @fact
    def mean(self) -> Fraction | None:
        """The mean number of guesses over the secrets found; None if none is found."""
        return Fraction(self.total, len(self.tries)) if self.tries else None

    @fact
    def counts(self) -> tuple[int, ...]:
        """The number of secrets found with one guess, two guesses, and so on."""
        found = Counter(self.tries)
        return tuple(found[tries] for tries in range(1, self.worst + 1))

    def __repr__(self) -> str:
        missed = f", {len(self.missed)} missed" if self.missed else ""
        return (
            f"<Judged of {self.game}: {self.total} guesses for {len(self.tries)} secrets, at most "
            f"{self.worst}{missed}>"
        )
