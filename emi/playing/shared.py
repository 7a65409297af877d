"""Review a shared result, which has only the feedback, with its secret.

The guesses and their costs are unknown. The review finds the guesses that fit each line, and proven
bounds on the number of secrets left after it: the fewest and the most over all fitting guesses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.errors import ClueError
from emi.games.notation import palette_of, read_feedback
from emi.playing.position import Position
from emi.results.live import SharedLine, SharedReview
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Limits
from emi.search.solve.objectives import Average

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from emi.search.model.record import Store

#: The most sets of secrets to intersect for a line, and to keep for the next line.
MANY, KEPT = 1_000_000, 20_000


def lines_told(
    game: Game, secret: str, lines: Sequence[tuple[str, str]], palette: str | None = None
) -> list[tuple[tuple[str, ...], str]]:
    """Return the guesses that fit each line, and its feedback in the spelling of the game.

    Parameters
    ----------
    game : Game
    secret : str
        The secret, which need not be on a list (see `Game.drawn`).
    lines : sequence of (str, str)
        The guess, empty if unknown, and the feedback, which may be empty if the guess is given.
    palette : str, optional
        The palette of coloured tiles, as in `Position`.

    Raises
    ------
    ClueError
        If feedback is malformed, or no guess gets it for this secret, or not the given one.
    WordError, GameError
        If a guess is not in the game.
    """
    tiles = palette_of([told for _, told in lines], palette)
    found: list[tuple[tuple[str, ...], str]] = []
    of_all: list[str] = []
    for place, (guess, told) in enumerate(lines, 1):
        if guess:
            code = game.code(guess)
            Position.towards(game, secret, [code], listed=False)
            right = game.feedback(code, secret)
            if told and read_feedback(game, place, code, told, tiles) != right:
                raise ClueError(
                    f"line {place}, {code}:{told}: for {secret} the feedback is {right}; expected "
                    "that, or another secret"
                )
            found.append(((code,), right))
            continue
        feedback = read_feedback(game, place, secret, told, tiles)
        # The site accepts its secret as a guess too.
        guesses = game.guesses if secret in game.guesses else (*game.guesses, secret)
        of_all = of_all or game.feedback_each(guesses, [secret] * len(guesses))
        last = feedback == game.feedback(secret, secret)
        fits = [
            one
            for one, answer in zip(guesses, of_all, strict=True)
            if answer == feedback
            and (one == secret) == last
            and all(any(not game.broken(one, made, was) for made in each) for each, was in found)
        ]
        if not fits:
            raise ClueError(
                f"line {place}, {told}: no guess of {game.name} gets that for {secret}, expected "
                "the feedback of another line, or another secret"
            )
        found.append((tuple(fits), feedback))
    return found


def review_shared(
    game: Game,
    secret: str,
    told: Sequence[tuple[tuple[str, ...], str]],
    *,
    seconds: float,
    store: Store | None = None,
) -> SharedReview:
    """Return the review of a game with known feedback and unknown guesses.

    Parameters
    ----------
    game : Game
    secret : str
    told : sequence of (tuple of str, str)
        The result of `lines_told`.
    seconds : float
        The time limit of the search for the best guesses.
    store : Store, optional
        The store of proven bounds.
    """
    many, listed = len(game.secrets), secret in game.secrets
    sets: set[int] | None = {-1}
    left = Bounds(many, many)
    here: Position | None = Position(game)
    lines = []
    for guesses, feedback in told:
        best = ""
        right = guesses == (secret,)
        if here is not None and not here.found and here.possible:
            limits = Limits(seconds=seconds / len(told))
            best = here.solve(Average(), limits=limits, store=store).first_guess
            here = here.after(guesses[0], feedback, right=right) if len(guesses) == 1 else None
        classes = {0} if right else _masks(game, secret, guesses)
        if sets is not None and len(sets) * len(classes) <= MANY:
            sets = {one & other for one in sets for other in classes}
            sizes = [one.bit_count() for one in sets]
            left = Bounds(min(sizes), max(sizes))
            sets = sets if len(sets) <= KEPT else None
        else:
            sets = None
            most = max(one.bit_count() for one in classes)
            left = Bounds(0 if right or not listed else 1, min(left.upper or 0, most))
        lines.append(SharedLine(feedback, len(guesses), guesses, left, best))
    return SharedReview(game.facts, secret, tuple(lines), told[-1][0] == (secret,), listed)


def _masks(game: Game, secret: str, guesses: Sequence[str]) -> set[int]:
    """Return the sets of secrets, as bits, that get the same feedback as ``secret`` by a guess."""
    import numpy as np

    many = len(game.secrets)
    if secret not in game.secrets:
        among = game.guesses if secret in game.guesses else (*game.guesses, secret)
        game = game.of_lists((*game.secrets, secret), among)
    write, found = game.row_writer(), game.secrets.index(secret)
    masks: set[int] = set()
    step = max(1, game.pairs_at_once // len(game.secrets))
    for first in range(0, len(guesses), step):
        some = game.places(guesses[first : first + step])
        rows = np.empty((len(some), len(game.secrets)), game.row_type)
        write(some, rows)
        alike = np.packbits(rows[:, :many] == rows[:, found, np.newaxis], axis=1)
        masks.update(int.from_bytes(one.tobytes(), "big") for one in alike)
    return masks
