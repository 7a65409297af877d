"""What a strategy comes to that was read from a file, beside exact play."""

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
    from search.model.bounds import Bounds


@dataclass(frozen=True)
class ExactPlay:
    """What exact play reaches.

    Attributes
    ----------
    figure : str
        ``worst`` or ``total``.
    play : str
        How it plays.
    bounds : Bounds
    """

    figure: str
    play: str
    bounds: Bounds


@dataclass(frozen=True, eq=False, repr=False)
class Judged(Shown):
    r"""What a strategy comes to.

    Attributes
    ----------
    game : GameFacts
    strategy : Strategy
        The strategy, without what no secret leads to.
    first_guess : str
    tries : tuple of int
        Guesses for each secret that is found.
    missed : tuple of str
        The secrets that it never finds.
    restriction : str or None
        The strictest restriction of hard play that it keeps to.
    breaks : dict of str to str
        By restriction of hard play, the first guess that it does not allow, and after what; the
        others are kept to.
    unused : int
        Guesses of the file that no secret leads to.
    exact : tuple of ExactPlay
        What exact play reaches.

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
        """Guesses for all secrets that it finds."""
        return sum(self.tries)

    @fact
    def worst(self) -> int:
        """The most guesses that a secret takes that it finds; 0 if it finds none."""
        return max(self.tries, default=0)

    @fact
    def mean(self) -> Fraction | None:
        """Guesses for a secret that it finds, on average; None if it finds none."""
        return Fraction(self.total, len(self.tries)) if self.tries else None

    @fact
    def counts(self) -> tuple[int, ...]:
        """The secrets found with one guess, with two, and so on."""
        found = Counter(self.tries)
        return tuple(found[tries] for tries in range(1, self.worst + 1))

    def __repr__(self) -> str:
        missed = f", {len(self.missed)} missed" if self.missed else ""
        return (
            f"<Judged of {self.game}: {self.total} guesses for {len(self.tries)} secrets, at most "
            f"{self.worst}{missed}>"
        )
