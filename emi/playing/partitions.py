"""What guesses make of all the secrets of a game: the sizes of the classes, and their scores."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from emi.errors import OptionError
from emi.games.game import Game
from emi.games.parse import game_of
from emi.results.shown import Shown
from reports.wording import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reports.table import Table

#: The scores, in the order of Table 3 of Heeffer and Heeffer, "Near-optimal strategies for the game
#: of Logik".
SCORES = ("worst case", "expected size", "entropy", "partitions", "standard deviation")


@dataclass(frozen=True)
class Partition:
    """The sizes of the classes of a guess, one for each feedback; 0 where no secret gives it."""

    guess: str
    sizes: tuple[int, ...]

    @property
    def scores(self) -> tuple[str, ...]:
        """The five `SCORES` as that paper prints them, for n secrets in classes of t.

        The greatest t; sum(t^2) / (n - 1), without its fraction; the entropy of the feedback in
        bits; the number of classes that are not empty; the standard deviation of the sizes, of the
        empty classes too.
        """
        from search.heuristics.aggregates import deviation, information
        from search.heuristics.comparison import plain
        from search.heuristics.profiles import Profiles

        of = Profiles.of([[size for size in self.sizes if size]], feedbacks=len(self.sizes))
        expected = of.squares[0] // max(of.members - 1, 1)
        (bits,), (spread,) = plain(information(of)), plain(deviation(of))
        return f"{of.largest[0]}", f"{expected}", f"{bits:.3f}", f"{of.classes[0]}", f"{spread:.0f}"


@dataclass(frozen=True, repr=False)
class Partitions(Shown):
    """The classes that several guesses make, side by side.

    Feedbacks are those that the game knows; of words, which know very many, those that these
    guesses get.
    """

    game: Game
    feedbacks: tuple[str, ...]
    columns: tuple[Partition, ...]

    def __repr__(self) -> str:
        return f"<Partitions of {self.game.name} by {' '.join(one.guess for one in self.columns)}>"

    def table(self) -> Table:
        """Return the sizes, and the scores below, as a table."""
        from reports.views.partitions import partitions as shown

        return shown(
            self.game.name,
            len(self.game.secrets),
            self.feedbacks,
            [(one.guess, one.sizes) for one in self.columns],
            [*zip(SCORES, zip(*(one.scores for one in self.columns), strict=True), strict=True)],
        )


def partitions(game: Game | str, guesses: Sequence[str]) -> Partitions:
    """Return the classes that guesses make of all the secrets, by the scalar rule.

    Parameters
    ----------
    game : Game or str
        As of `emi.solve`.
    guesses : sequence of str
        Guesses of the game, at least one, whatever the capitals.

    Raises
    ------
    OptionError
        If there is none, if one is no guess of the game, or is there twice.

    Examples
    --------
    >>> from emi import Mastermind
    >>> found = partitions(Mastermind(2, 3), ["11", "12"])
    >>> found.feedbacks
    ('0b0w', '0b1w', '1b0w', '0b2w', '2b0w')
    >>> [(one.guess, one.sizes) for one in found.columns]
    [('11', (4, 0, 4, 0, 1)), ('12', (1, 2, 4, 1, 1))]
    """
    game = game_of(game)
    known = set(game.guesses)
    written = list(map(game.code, guesses))
    if not written:
        raise OptionError("expected one or more", guesses=guesses)
    for guess in written:
        if guess not in known:
            raise OptionError(
                f"guess {guess!r}: unknown, expected one of the {plural(len(known), 'guess')} of "
                f"{game.name}, such as {game.guesses[0]}"
            )
        if written.count(guess) > 1:
            raise OptionError(f"guess {guess!r}: it is there twice, expected different guesses")
    found = [Counter(game.feedback(guess, secret) for secret in game.secrets) for guess in written]
    every: tuple[str, ...] | None = getattr(game, "feedbacks", None)
    feedbacks = every or tuple(sorted({told for one in found for told in one}))
    return Partitions(
        game,
        feedbacks,
        tuple(
            Partition(guess, tuple(one[told] for told in feedbacks))
            for guess, one in zip(written, found, strict=True)
        ),
    )
