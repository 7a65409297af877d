"""How many guesses it takes until every secret is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.games.parse import game_of
from emi.games.until_known import UntilKnown
from emi.questions.solve import solve
from emi.search.solve.objectives import Average

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.search.model.bounds import Bounds
    from emi.search.model.limits import Limits, Watch
    from emi.search.model.record import Store


def known_after(
    game: Game | str,
    *,
    first: str | None = None,
    limits: Limits | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
) -> Bounds:
    """Return the least total number of guesses until each secret is the only one left.

    For the worst case, subtract one guess from the value of the game (`Solution.known`). The total
    takes a separate search, in a game with twice as many secrets.

    Parameters
    ----------
    game : Game or str
        A game, or the name of one, without hard play.
    first, limits, store, watch : optional
        As of `emi.solve`.

    Returns
    -------
    Bounds

    Raises
    ------
    GameError
        If the game is hard.
    MemoryNeedError
        If the game is too large.

    Examples
    --------
    >>> import emi
    >>> game = emi.Mastermind(2, 3)
    >>> str(emi.known_after(game)), str(emi.solve(game, emi.Average()).bounds)
    ('15', '21')
    """
    twice = UntilKnown(game_of(game))
    found = solve(twice, Average(), first=first, limits=limits, store=store, watch=watch)
    return twice.total(found.bounds)
