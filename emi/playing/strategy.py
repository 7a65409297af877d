"""The strategy of a game, exact or by a heuristic, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.playing.heuristics import first_guess, settings
from emi.playing.named import MINIMAX
from emi.playing.performance import PlayProgress
from emi.solving import Question
from emi.strategies import Strategy

if TYPE_CHECKING:
    from collections.abc import Callable

    from emi.games.game import Game


def strategy(
    game: Game,
    *,
    heuristic: str = MINIMAX,
    first: str | None = None,
    watch: Callable[[object], bool] | None = None,
) -> Strategy:
    """Return a strategy that finds every secret of a game.

    It is complete. By default it keeps to the EMI of the game, and it is proven that none needs
    fewer guesses; among the guesses proven to keep to the EMI each node takes one that also keeps
    the average low.

    Parameters
    ----------
    game : Game
    heuristic : str
        By default the exact strategy; or a one-step strategy, as of `emi.play`.
    first : str, optional
        The first guess of a heuristic, which otherwise chooses it.
    watch : callable, optional
        Called about twenty times a second with the progress; returns whether to go on.

    Raises
    ------
    OptionError
        If the heuristic is unknown, if the first guess is none of the game, or is given to the
        exact strategy.
    Stopped
        If ``watch`` returned False.

    Examples
    --------
    >>> import emi
    >>> found = emi.strategy(emi.Mastermind(2, 3), heuristic="Max")
    >>> found.depth, found.total
    (4, 24)
    """
    (setting,) = settings([heuristic])
    if game.hard:
        setting = setting.among_candidates()
    opener = None if first is None else first_guess(game, first, [setting])
    question = Question(game, watch=watch)
    if setting.heuristic is None:
        return question.strategy()
    from search.heuristics.play import strategy_of

    def go_on(found: int) -> bool:
        return watch is None or watch(PlayProgress(setting.name, found, len(game.secrets)))

    tree = strategy_of(question.matrix(), setting.heuristic, first=opener, watch=go_on)
    return Strategy(game, tree)
