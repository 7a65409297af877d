"""The fewest guesses that beat a greedy opponent, who always keeps the most candidates."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from emi import arguments
from emi.compiling import kernels_ready
from emi.games.parse import game_of
from emi.questions.question import Question
from emi.results.playing import Turn
from emi.results.strategy import GreedyOpponent
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Limits, Stopped, Watch

if TYPE_CHECKING:
    from emi.games.game import Game


@arguments.checked
def greedy_opponent(
    game: Game | str,
    *,
    watch: Watch | None = None,
    limits: Limits | None = None,
) -> GreedyOpponent:
    """Find the fewest guesses that beat an opponent which always leaves a largest class.

    Absurdle is such an opponent for Wordle. The opponent confirms a guess only if no other class is
    left. The value is at most the worst case of the game, which is the value against an opponent
    that looks ahead. In hard play, each guess must be allowed by the feedback before it.

    Parameters
    ----------
    game : Game or str
        As in `emi.solve`.
    watch : callable, optional
        Called now and then; returns whether to continue.
    limits : Limits, optional
        If time runs out, the result has the bounds proven so far.

    Examples
    --------
    >>> import emi
    >>> found = greedy_opponent(emi.Mastermind(4, 6))
    >>> found, len(found.turns)
    (<GreedyOpponent of mastermind:4x6: beaten with 5 guesses>, 5)
    """
    from emi.search.heuristics.opponent import Duel, duel

    game = game_of(game)
    limits = (limits or Limits()).begun()
    kernels_ready(hard=bool(game.hard))
    began = time.monotonic()

    def go_on(_progress: object = None) -> bool:
        heard = watch is None or watch("a greedy opponent")
        return heard and not limits.passed

    hardest = kindest = Duel(Bounds(1, len(game.secrets)), ())
    with suppress(Stopped):
        matrix, restriction = Question(game, watch=go_on, limits=limits).made()
        hardest = duel(matrix, restriction, go_on=go_on)
        kindest = duel(matrix, restriction, kind=True, go_on=go_on)
    turns: list[Turn] = []
    possible = game.secrets
    for guess, left in hardest.way:
        word = game.guesses[guess]
        feedback = game.feedback(word, game.secrets[left[0]])
        possible = tuple(game.secrets[one] for one in left)
        turns.append(Turn(word, feedback, possible))
    lower, upper = kindest.bounds.lower, kindest.bounds.upper
    known = hardest.bounds.upper
    least = Bounds(lower, known if upper is None else upper)
    return GreedyOpponent(game.facts, hardest.bounds, least, tuple(turns), time.monotonic() - began)
