"""Playing a method against every secret of a game: how many tries each of them takes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from threading import Event
from typing import TYPE_CHECKING

from emi import memory
from emi.compiling import kernels_ready
from emi.errors import OptionError
from emi.playing.named import MINIMAX, method_named
from emi.playing.played import Played, Playing, tries_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from emi.games.game import Game
    from search.heuristics.heuristic import Heuristic
    from search.model.matrix import FeedbackMatrix
    from search.solve.worst_case.search import Watch as SearchWatch
    from search.strategy.tree import Strategy as Tree


@dataclass(frozen=True)
class Rule:
    """A method in one setting: what `play` plays.

    Parameters
    ----------
    name : str
    method : search.heuristics.heuristic.Heuristic or None
        None for the exact strategy.
    """

    name: str
    method: Heuristic | None

    @property
    def ties(self) -> str:
        """As of `Played`."""
        return "" if self.method is None else self.method.ties.value

    @property
    def direction(self) -> str:
        """As of `Played`."""
        return "" if self.method is None else self.method.direction

    def among_possible(self) -> Rule:
        """Return the method that proposes possible guesses only."""
        if self.method is None or self.method.candidates_only:
            return self
        method = self.method.among_candidates()
        return Rule(method.name, method)


def rules(
    names: Sequence[str], ties: Sequence[str] = (), directions: Sequence[str] = ()
) -> list[Rule]:
    """Return methods in all the settings asked for, each once.

    Parameters
    ----------
    names : sequence of str
        Methods.
    ties, directions : sequence of str
        Settings; without any, those of the method itself: possible guesses first, and the direction
        that its source gives. A setting that plays no role in a method is left as it is.

    Raises
    ------
    OptionError
        If a name or a setting is unknown.

    Examples
    --------
    >>> [(rule.name, rule.ties, rule.direction)
    ...  for rule in rules(["Gini", "Bobo"], directions=["lowest", "highest"])]
    [('Gini', 'possible', 'lowest'), ('Gini', 'possible', 'highest'), ('Bobo', 'alphabetical', '')]
    """
    from search.heuristics.heuristic import Ties

    for kind, given, known in (
        ("tie-break", ties, [one.value for one in Ties if one != Ties.random]),
        ("direction", directions, ["lowest", "highest"]),
    ):
        for one in given:
            if one not in known:
                listed = f"{', '.join(known[:-1])} or {known[-1]}"
                raise OptionError(f"unknown {kind} {one!r}: expected {listed}")
    found: dict[tuple[str, str, str], Rule] = {}
    for name, plain in map(method_named, names):
        for tie, direction in product(ties or [""], directions or [""]):
            method = plain
            if method is not None and tie:
                method = method.breaking(Ties(tie))
            if method is not None and direction:
                method = method.turned(direction)
            rule = Rule(name, method)
            found.setdefault((name, rule.ties, rule.direction), rule)
    return list(found.values())


def play(
    game: Game,
    method: str = "SumGini",
    *,
    ties: str | None = None,
    direction: str | None = None,
    first: str | None = None,
    seed: int = 0,
    watch: Callable[[Playing], bool] | None = None,
) -> Played:
    """Play a method against every secret of a game.

    Parameters
    ----------
    game : Game
    method : str
        Such as ``SumGini``; the methods are listed by ``emi strategies --help``. ``Minimax`` is the
        exact strategy with the least worst case. With ``Possible`` before its name, a method
        proposes possible guesses only.
    ties : str, optional
        ``possible``, by default, ``alphabetical`` or ``last``.
    direction : str, optional
        ``lowest`` or ``highest``; by default what the method's source says.
    first : str, optional
        The first guess; by default the method chooses it.
    seed : int
        What random play is drawn from.
    watch : callable, optional
        Called now and then with what is being played; returns whether to go on.

    Raises
    ------
    OptionError
        If the method or a setting is unknown, if the first guess is none of the game, or is given
        to the exact strategy.
    Stopped
        If ``watch`` returned False.

    Examples
    --------
    >>> from emi.games.motus import Motus
    >>> played = play(Motus(["LIGNINE", "LIGNITE", "LOGIQUE"]), "Sum")
    >>> played.counts, played.total
    ((1, 2), 5)
    """
    (rule,) = rules([method], [ties] if ties else [], [direction] if direction else [])
    (played,) = play_all(game, [rule], first=first, seed=seed, watch=watch)
    return played


def play_all(
    game: Game,
    wanted: Sequence[Rule],
    *,
    first: str | None = None,
    seed: int = 0,
    jobs: int = 1,
    watch: Callable[[Playing], bool] | None = None,
) -> list[Played]:
    """Play several methods, as `play` does, ``jobs`` of them at once.

    The feedback is computed once, and what one method has weighed serves the others. In a hard game
    (see `Game.hardened`) every method proposes possible guesses only.
    """
    if game.hard:
        wanted = list(dict.fromkeys(rule.among_possible() for rule in wanted))
    begin = None if first is None else beginning(game, first, wanted)
    memory.check(game.name, game.bytes_needed)
    kernels_ready(game.bits, hard=game.hard)
    from search.heuristics.play import Shared, tries

    stop = Event()

    def watched(name: str, found: int) -> bool:
        heard = watch is None or watch(Playing(name, found, len(game.secrets)))
        return heard and not stop.is_set()

    matrix = game.matrix(lambda: watched("", 0))
    shared: Shared = {}

    def one(rule: Rule) -> Played:
        def go_on(found: int) -> bool:
            return watched(rule.name, found)

        if rule.method is None:
            taken = _exact(game, matrix, go_on)
        else:
            taken = tries(matrix, rule.method, first=begin, seed=seed, watch=go_on, shared=shared)
        return Played(game, rule.name, rule.ties, rule.direction, taken)

    with ThreadPoolExecutor(jobs, thread_name_prefix="method") as pool:
        try:
            return list(pool.map(one, wanted))
        except BaseException:
            # The others end at their next step, and those that wait do not begin.
            stop.set()
            raise


def beginning(game: Game, first: str, wanted: Sequence[Rule]) -> int:
    """Return the place of the first guess; refuse one that cannot be made."""
    allowed = game.secrets if game.hard else game.guesses
    if first not in allowed:
        raise OptionError(
            f"first guess {first!r}: unknown, expected one of the {len(allowed):,} guesses of "
            f"{game.name}, such as {allowed[0]}"
        )
    if any(rule.method is None for rule in wanted):
        raise OptionError(f"first guess {first!r}: {MINIMAX} chooses its own, expected none for it")
    return game.guesses.index(first)


def exact_strategy(game: Game, matrix: FeedbackMatrix, watch: SearchWatch | None) -> Tree:
    """Return a strategy of the least worst case, in indices.

    Raises
    ------
    Stopped
        If ``watch`` returned False.
    """
    from search.solve.restricted.search import hard_strategy
    from search.solve.worst_case.proof import best_strategy

    return (hard_strategy if game.hard else best_strategy)(matrix, watch=watch)


def _exact(game: Game, matrix: FeedbackMatrix, go_on: Callable[[int], bool]) -> NDArray[np.int32]:
    """Return the number of guesses that the exact strategy takes for each secret."""
    from search.model.limits import Stopped

    if not go_on(0):
        raise Stopped
    return tries_of(exact_strategy(game, matrix, lambda _: go_on(0)), matrix.secrets)
