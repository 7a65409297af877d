"""Partitions of the secrets of a game by guesses: the class sizes and their scores."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from emi.errors import OptionError, listed
from emi.games.parse import game_of
from emi.results.advice import Partition, Partitions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game


def partitions(game: Game | str, guesses: Sequence[str]) -> Partitions:
    """Return the partitions of all secrets by some guesses, by the scalar rule.

    Parameters
    ----------
    game : Game or str
        As in `emi.solve`.
    guesses : sequence of str
        Guesses of the game, at least one, in any case.

    Raises
    ------
    OptionError
        If there are no guesses, if one is not a guess of the game, or if one is given twice.

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
    written = list(map(game.code, listed(guesses, "guesses", guesses=guesses)))
    if not written:
        raise OptionError("expected one or more", guesses=guesses)
    for guess in written:
        if guess not in known:
            raise OptionError(f"guess {guess!r}: {game.unknown(guess)}")
        if written.count(guess) > 1:
            raise OptionError(f"guess {guess!r}: given twice, expected different guesses")
    found = [Counter(game.feedback(guess, secret) for secret in game.secrets) for guess in written]
    feedbacks = game.feedbacks or tuple(sorted({told for one in found for told in one}))
    return Partitions(
        game.facts,
        feedbacks,
        tuple(
            _scored(guess, [one[told] for told in feedbacks])
            for guess, one in zip(written, found, strict=True)
        ),
    )


def _scored(guess: str, sizes: Sequence[int]) -> Partition:
    """Return the classes of a guess with their scores."""
    from emi.search.heuristics.aggregates import deviation, information
    from emi.search.heuristics.comparison import plain
    from emi.search.heuristics.profiles import Profiles

    of = Profiles.of([[size for size in sizes if size]], feedbacks=len(sizes))
    (bits,), (spread,) = plain(information(of)), plain(deviation(of))
    return Partition(
        guess,
        tuple(sizes),
        worst_case=int(of.largest[0]),
        expected_size=Fraction(int(of.squares[0]), of.members),
        entropy=float(f"{bits:.3f}"),
        partitions=int(of.classes[0]),
        standard_deviation=int(f"{spread:.0f}"),
    )
