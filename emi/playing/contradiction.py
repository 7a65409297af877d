"""Contradictory clues: find the clue that may be wrong, and suggest a correction."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from emi.reports.texts import listed, noun, said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from emi.reports.texts import Said

#: The number of codes named in a message.
NAMED = 3
#: The distance of a mistyped guess: more than one error in the feedback, less than two.
RETYPED = 1.5


class Suspect(NamedTuple):
    """A clue that may be wrong: the other clues have a common secret without it.

    Attributes
    ----------
    place : int
        The number of the clue, from 1.
    possible : int
        The number of secrets that agree with the other clues.
    guess, feedback : str
        The suggested correction: the guess or the feedback with the smallest change.
    slip : Said or str
        A description of the error; empty if there is none.
    far : float
        The distance from the clue: the number of different marks, counting a swap once.
    """

    place: int
    possible: int
    guess: str
    feedback: str
    slip: Said | str
    far: float


def suspects(game: Game, clues: Sequence[tuple[str, str]]) -> list[Suspect]:
    """Return the clues that may be wrong, the most likely error first.

    Parameters
    ----------
    game : Game
    clues : sequence of (str, str)
        Guesses with feedback in the spelling of the game. No secret agrees with all of them.

    Returns
    -------
    list of Suspect
        Empty if more than one clue must be wrong.

    Examples
    --------
    >>> from emi import Mastermind
    >>> suspects(Mastermind(2, 3), [("11", "2b0w"), ("12", "0b1w")])[0]
    Suspect(place=2, possible=1, guess='12', feedback='1b0w', slip='', far=1)
    """
    told = [game.feedback_each([guess] * len(game.secrets), game.secrets) for guess, _ in clues]
    wrong = [
        [place for place, (_, feedback) in enumerate(clues) if told[place][s] != feedback]
        for s in range(len(game.secrets))
    ]
    found = []
    for place, (guess, feedback) in enumerate(clues):
        fitting = [s for s, places in enumerate(wrong) if places == [place]]
        if fitting:
            meant = _meant(game, guess, feedback, fitting, {told[place][s] for s in fitting})
            found.append(Suspect(place + 1, len(fitting), *meant))
    return sorted(found, key=lambda one: (one.far, -one.place))


def _meant(
    game: Game, guess: str, feedback: str, fitting: Sequence[int], given: set[str]
) -> tuple[str, str, Said | str, float]:
    """Return the suggested guess and feedback, a description of the error, and the distance."""
    near = min((_apart(game, feedback, one), one) for one in given)
    slip: Said | str = ""
    if game.marked and near[0] == 1:
        two = sum(a != b for a, b in zip(feedback, near[1], strict=True)) > 1
        slip = said("slipMarks") if two else said("slipOne", part=noun("mark", 1))
    if near[0] > RETYPED:
        secrets = [game.secrets[s] for s in fitting]
        for other, how in _retyped(game, guess):
            if feedback in game.feedback_each([other] * len(secrets), secrets):
                return other, feedback, how, RETYPED
    return guess, near[1], slip, near[0]


def _apart(game: Game, one: str, other: str) -> int:
    """Return the distance between two feedbacks."""
    if game.marked:
        places = [i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
        swapped = any(one[i] == other[j] and one[j] == other[i] for i, j in combinations(places, 2))
        return len(places) - swapped
    numbers, others = (list(map(int, re.findall(r"\d+", each))) for each in (one, other))
    if not numbers or len(numbers) != len(others):
        return 1
    if numbers == others[::-1]:
        return 1
    return sum(abs(a - b) for a, b in zip(numbers, others, strict=True)) or 1


def _retyped(game: Game, guess: str) -> list[tuple[str, Said]]:
    """Return the guesses that may be mistyped: two letters swapped, or one replaced."""
    part = game.parts.removesuffix("s")
    found: list[tuple[str, Said]] = []
    for other in game.guesses:
        if len(other) == len(guess) and other != guess:
            places = [i for i, (a, b) in enumerate(zip(guess, other, strict=True)) if a != b]
            if len(places) == 1:
                found.append((other, said("slipOne", part=noun(part, 1))))
            elif len(places) == 2 and [guess[i] for i in places] == [  # noqa: PLR2004 - two swapped
                other[i] for i in reversed(places)
            ]:
                found.insert(0, (other, said("slipSwapped", part=noun(part, 2))))
    return found


def unlisted(game: Game, clues: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return the codes that agree with all clues, and may be drawn though they are not secrets.

    A site may use a secret that is not in its published list.

    Examples
    --------
    >>> from emi import Wordle
    >>> unlisted(Wordle(["CRANE"], ["CRANE", "CRATE", "SLATE"]), [("SLATE", "BBGGG")])
    ('CRATE',)
    """
    fitting: Sequence[str] = game.beyond
    for guess, feedback in clues:
        told = game.feedback_each([guess] * len(fitting), fitting)
        fitting = [code for code, one in zip(fitting, told, strict=True) if one == feedback]
    return tuple(fitting)


def named(codes: Sequence[str]) -> Said | str:
    """Return the first few codes, and the number of others."""
    return listed(codes, NAMED)


def reasons(game: Game, clues: Sequence[tuple[str, str]]) -> list[Said]:
    """Return the guesses that fit but are not secrets, else the suspected clues."""
    if others := unlisted(game, clues):
        return [said("whyUnlisted", n=len(others), words=named(others))]
    found = suspects(game, clues)
    if not found:
        return [said("whyNone")]
    meant = [_named(each, clues[each.place - 1][0]) for each in found[:NAMED]]
    if len(clues) == 1:
        return [said("whyMeant", meant=meant[0])]
    what = game.what
    return [
        said("whyWrong", place=one.place, n=one.possible, kind=noun(what, one.possible), meant=way)
        for one, way in zip(found, meant, strict=False)
    ]


def _named(meant: Suspect, guess: str) -> Said | str:
    """Return the suggested feedback or guess, with the description of the error."""
    what = meant.feedback if meant.guess == guess else meant.guess
    return said("whySlip", meant=what, slip=meant.slip) if meant.slip else what
