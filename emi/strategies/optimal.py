"""Play the proven optimal strategies against every secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi import arguments
from emi.analysis.named import FEWEST_FAILS, LEAST_AVERAGE
from emi.analysis.pareto import fewest_misses
from emi.games.parse import game_of
from emi.objectives.average import Average
from emi.questions.question import Question
from emi.questions.solving import solution_of
from emi.results.performance import Performance
from emi.search.model.limits import Stopped, Watch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from emi.games.game import Game
    from emi.search.model.record import Store
    from emi.search.model.strategy import Strategy as Tree


@arguments.checked
def play_optimal(
    game: Game | str,
    allowed: int | None = None,
    *,
    first: str | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
) -> list[Performance]:
    """Play the optimal strategies: the least average, and the fewest fails.

    Parameters
    ----------
    game : Game or str
        As in `emi.solve`.
    allowed : int, optional
        The number of tries. A secret that takes more tries fails, but is still played to the end.
        Without a number, ``FewestFails`` is omitted.
    first : str, optional
        The first guess of both strategies; by default the best one.
    store : Store, optional
        The store of proven bounds and strategies.
    watch : callable, optional
        Receives the progress of the search, printable; returns whether to continue.

    Returns
    -------
    list of Performance
        The results of ``LeastAverage`` (least total of tries, then smallest worst case) and
        ``FewestFails`` (fewest fails, then least total of tries).

    Raises
    ------
    OptionError
        If the first guess is not in the game.
    MemoryNeedError
        If the game is too large.
    Stopped
        If ``watch`` returned False.

    Examples
    --------
    >>> from emi import Motus
    >>> game = Motus(["CLAMA", "CLAME", "CLAMP", "CLAMS", "COQUA", "COXAS", "CRASH", "CRISE",
    ...               "CYANS"])
    >>> for played in play_optimal(game, 3):
    ...     print(played.name, played.counts, played.total)
    LeastAverage (1, 6, 1, 1) 20
    FewestFails (1, 4, 4) 21
    """
    return [*optima(game, allowed, first=first, store=store, watch=watch)]


def optima(
    game: Game | str,
    allowed: int | None = None,
    *,
    first: str | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
) -> Iterator[Performance]:
    """Yield the results of `play_optimal`, each as soon as it is found."""
    what = LEAST_AVERAGE

    def told(progress: object) -> bool:
        return watch is None or watch(f"{what} {progress}")

    question = Question(game_of(game), Average(), first=first, store=store, watch=told)
    least = solution_of(question)
    yield _played(question, what, least.tree)
    if allowed is not None:
        what = FEWEST_FAILS
        yield _played(question, what, fewest_misses(question, allowed, least))


def _played(question: Question, name: str, tree: Tree | None) -> Performance:
    """Return the performance of a strategy, unless the watcher stopped the search for it."""
    # A strategy may be known before ties are broken, but then the result would vary between runs.
    if tree is None or not question.engine_session().go_on():
        raise Stopped
    game = question.game
    return Performance(game.facts, name, "", "", tree.tries(len(game.secrets)))
