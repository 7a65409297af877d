"""`emi.solve`: one question, one solution."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from emi import arguments
from emi.games.parse import game_of
from emi.objectives.worst_case import WorstCase
from emi.questions.question import Question
from emi.search.model.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from emi.games.game import Game
    from emi.objectives.base import Objective
    from emi.questions.query import Workers
    from emi.results.solution import Solution
    from emi.search.model.limits import Watch
    from emi.search.model.record import Store


@arguments.checked
def solve(
    game: Game | str,
    objective: Objective | None = None,
    *,
    candidates: Iterable[str] | None = None,
    allowed: Iterable[str] | None = None,
    first: str | Sequence[str] | None = None,
    openers: int | None = None,
    limits: Limits | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
    workers: Workers | None = None,
) -> Solution:
    """Find the value of the best strategy of a game.

    Parameters
    ----------
    game : Game or str
        A game, or the name of one, as `emi.game_named` reads it.
    objective : Objective, optional
        `WorstCase` (the default; in Motus, the EMI), `Average` or `Guaranteed`.
    candidates : iterable of str, optional
        The secrets still possible; by default all.
    allowed : iterable of str, optional
        The guesses that are still allowed in hard play (see `Game.hardened`), including every
        candidate; all guesses by default. `emi.Position.allowed` computes them.
    first : str or sequence of str, optional
        The first guess, or several that are made in this order whatever the feedback is; by
        default the best one.
    openers : int, optional
        The number of guesses that are made whatever the feedback is, if more than ``first`` gives:
        the best one or two are added. `Solution.opening` has them.
    limits : Limits, optional
        By default the search goes on until the value is proven.
    store : Store, optional
        The store of proven bounds, such as an `emi.DiskStore`.
    watch : callable, optional
        Called about twenty times a second with the progress; returns whether to go on.
    workers : Workers, optional
        Workers that share a long search, such as `emi.Processes`. They serve one search at a time.

    Returns
    -------
    Solution

    Raises
    ------
    OptionError
        If the objective is invalid, a candidate or a guess is not in the game or not allowed,
        ``allowed`` is given for a game that allows all guesses, the weights are not positive
        integers (one for each secret), or no strategy keeps to the guesses that `Average` allows.
    MemoryNeedError
        If the game is too large.

    Examples
    --------
    >>> import emi
    >>> game = emi.Motus(["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES",
    ...                   "LOGIONS", "LOGIQUE"])
    >>> [str(solve(game, how).bounds) for how in (emi.WorstCase(), emi.Average())]
    ['2', '15']
    >>> len(solve(game, emi.Guaranteed(1)).missed)
    7
    """
    question = Question(
        game_of(game), WorstCase() if objective is None else objective,
        limits=limits or Limits(), store=store, watch=watch, workers=workers,
    )  # fmt: skip
    return replace(question.at(candidates, allowed), first=first, openers=openers).solve()
