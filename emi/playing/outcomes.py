"""How methods fared in several games together."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from emi.games.words import WordGame
from reports.methods.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from emi.games.game import Game
    from emi.playing.played import Played


@dataclass(frozen=True, eq=False)
class Fared:
    """How methods fared in one game, in the order in which they were asked for."""

    game: Game
    played: list[Played]


def outcomes(games: Sequence[Fared], allowed: Mapping[int, int | None]) -> list[Outcome]:
    """Add up the games of each length, method by method.

    Parameters
    ----------
    games : sequence of Fared
        The same methods in the same order in each.
    allowed : mapping
        From a length to the tries that are allowed, or None where there is no limit.
    """
    counts: dict[tuple[str, str, str, int], tuple[int, ...]] = defaultdict(tuple)
    for played in chain.from_iterable(zip(*(each.played for each in games), strict=True)):
        key = (played.name, played.ties, played.direction, played.game.length)
        counts[key] = tuple(map(sum, zip_longest(counts[key], played.counts, fillvalue=0)))
    what = "word" if all(isinstance(each.game, WordGame) for each in games) else "code"
    return [
        Outcome(method, ties, direction, length, allowed[length], found, what)
        for (method, ties, direction, length), found in counts.items()
    ]
