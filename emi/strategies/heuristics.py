"""Play heuristics or the exact strategy against every secret, or write them as strategies."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from threading import Event
from typing import TYPE_CHECKING

from emi import arguments
from emi.analysis.named import FEWEST_FAILS, LEAST_AVERAGE, MINIMAX, heuristic_named
from emi.errors import OptionError
from emi.games.game import Game
from emi.games.parse import game_of
from emi.questions.question import Question
from emi.questions.solving import best_strategy
from emi.reports.wording import plural
from emi.results.performance import Performance, Trials
from emi.results.strategy import Strategy
from emi.search.model.limits import Stopped
from emi.strategies.optimal import optima
from emi.work.run import Work

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from emi.search.heuristics.heuristic import Heuristic
    from emi.search.heuristics.play import Shared
    from emi.search.model.limits import Watch
    from emi.search.model.record import Store


@dataclass(frozen=True)
class PlayProgress:
    """The progress of play: the number of secrets that a heuristic has found."""

    name: str
    found: int
    secrets: int

    def __str__(self) -> str:
        return f"{self.name} {self.found:,}/{self.secrets:,}"


def settings(
    names: Sequence[str], ties: Sequence[str] = (), directions: Sequence[str] = ()
) -> list[Heuristic]:
    """Return heuristics in all requested settings, without duplicates.

    By default, ties and directions are those of the heuristic itself. A setting that does not apply
    to a heuristic is ignored.

    Raises
    ------
    OptionError
        If a name, a tie-break or a direction is unknown.

    Examples
    --------
    >>> [(one.name, one.ties.value, one.direction)
    ...  for one in settings(["Gini", "Bobo"], directions=["lowest", "highest"])]
    [('Gini', 'possible', 'lowest'), ('Gini', 'possible', 'highest'), ('Bobo', 'alphabetical', '')]
    """
    from emi.search.heuristics.heuristic import Ties

    for kind, given, known in (
        ("tie-break", ties, ["possible", "alphabetical", "last"]),
        ("direction", directions, ["lowest", "highest"]),
    ):
        for one in given:
            if one not in known:
                listed = f"{', '.join(known[:-1])} or {known[-1]}"
                raise OptionError(f"unknown {kind} {one!r}: expected {listed}")
    found = []
    for heuristic in map(heuristic_named, names):
        for tie, direction in product(ties or [heuristic.ties], directions or [""]):
            setting = heuristic.breaking(Ties(tie))
            found.append(setting.turned(direction) if direction else setting)
    return list(dict.fromkeys(found))


@arguments.checked
def play(
    game: Game | str,
    heuristic: str = "SumGini",
    *,
    ties: str | None = None,
    direction: str | None = None,
    first: str | None = None,
    seed: int = 0,
    store: Store | None = None,
    watch: Watch | None = None,
) -> Performance:
    """Play a heuristic against every secret of a game.

    Parameters
    ----------
    game : Game or str
        As of `emi.solve`.
    heuristic : str
        A name such as ``SumGini``; ``emi compare --help`` lists them. ``Minimax`` is the exact
        strategy with the least worst case. With the prefix ``Possible``, a heuristic proposes
        candidates only.
    ties : str, optional
        ``possible`` (the default), ``alphabetical`` or ``last``.
    direction : str, optional
        ``lowest`` or ``highest``; by default the published direction of the heuristic.
    first : str, optional
        The first guess; by default the heuristic chooses it.
    seed : int
        The seed of the random numbers for Random and for random ties.
    store : Store, optional
        The store of the exact strategy.
    watch : callable, optional
        Called now and then with the progress; returns whether to continue.

    Raises
    ------
    OptionError
        If the heuristic or its setting is unknown, if the first guess is not in the game, or if a
        first guess is given for the exact strategy.
    Stopped
        If ``watch`` returned False.

    Examples
    --------
    >>> from emi import Motus
    >>> played = play(Motus(["LIGNINE", "LIGNITE", "LOGIQUE"]), "Sum")
    >>> played.counts, played.total
    ((1, 2), 5)
    """
    (one,) = settings([heuristic], [ties] if ties else [], [direction] if direction else [])
    (played,) = play_all(game_of(game), [one], first=first, seed=seed, store=store, watch=watch)
    return played


def play_all(
    game: Game,
    wanted: Sequence[Heuristic],
    *,
    first: str | None = None,
    seed: int = 0,
    jobs: int = 1,
    store: Store | None = None,
    watch: Watch | None = None,
) -> list[Performance]:
    """Play several heuristics like `play`, ``jobs`` at a time.

    The feedback is computed once, and heuristics share the profiles of large sets. In a hard game
    (see `Game.hardened`) every heuristic proposes candidates only.
    """
    wanted = _of(game, wanted)
    found = _play_each(
        game, wanted, first=first, seed=seed, jobs=jobs, store=store, watch=watch
    )  # fmt: skip
    played = [one for one in found if one is not None]
    if len(played) < len(wanted):
        raise Stopped
    return played


def _of(game: Game, wanted: Sequence[Heuristic]) -> Sequence[Heuristic]:
    """Return heuristics, restricted to candidates in hard play."""
    if not game.hard:
        return wanted
    return list(dict.fromkeys(one.among_candidates() for one in wanted))


def _play_each(
    game: Game,
    wanted: Sequence[Heuristic],
    *,
    first: str | None,
    seed: int,
    jobs: int,
    store: Store | None,
    watch: Watch | None,
) -> list[Performance | None]:
    """Play heuristics like `play_all`; the result of a stopped one is None."""
    opener = () if first is None else (first_guess(game, first, wanted),)
    stop = Event()

    def watched(name: str, found: int) -> bool:
        heard = watch is None or watch(PlayProgress(name, found, len(game.secrets)))
        return heard and not stop.is_set()

    question = Question(game, store=store, watch=lambda _: watched(MINIMAX, 0))
    with suppress(Stopped):
        if any(one.name != MINIMAX for one in wanted):
            replace(question, watch=lambda _: watched("", 0)).matrix()
    shared = _kept(question)

    def one(heuristic: Heuristic) -> Performance | None:
        try:
            return played(heuristic)
        except Stopped:
            return None

    def played(heuristic: Heuristic) -> Performance:
        def go_on(found: int) -> bool:
            return watched(heuristic.name, found)

        if heuristic.name != MINIMAX:
            from emi.search.heuristics.play import tries

            taken, _ = tries(
                question.matrix(), heuristic, opening=opener, seed=seed, watch=go_on, shared=shared
            )
        elif go_on(0):
            taken = best_strategy(question).tree.tries(len(game.secrets))
        else:
            raise Stopped
        return Performance(
            game.facts, heuristic.name, heuristic.ties.value, heuristic.direction, taken
        )

    with ThreadPoolExecutor(jobs, thread_name_prefix="heuristic") as pool:
        try:
            return list(pool.map(one, wanted))
        except BaseException:
            # Running heuristics stop at their next step, and waiting ones do not start.
            stop.set()
            raise


def _kept(question: Question) -> Shared:
    """Return the profiles of all first guesses if they are stored completely, else none."""
    game, store = question.game, question.store
    if store is None:
        return {}
    from emi.analysis.first_guesses import FirstGuesses
    from emi.analysis.ranking import Ranking

    try:
        firsts = FirstGuesses(game, store, question.key)
    except Stopped:
        return {}
    survey = Ranking(game, game.places(game.guesses)).go_on_from(firsts)
    return {((), 0): (survey.made, survey.profiles(survey.made))} if survey.complete else {}


@dataclass(frozen=True, kw_only=True)
class Play(Work[Trials]):
    """Plays heuristics against every secret of a game.

    With ``optima``, the allowed tries by length, the optimal strategies are played too. At most
    ``jobs`` heuristics are played at a time. If play is stopped, finished results are returned only
    if ``partly`` is set.
    """

    wanted: Sequence[Heuristic]
    first: str | None = None
    seed: int = 0
    jobs: int = 1
    optima: Mapping[int, int | None] | None = None
    partly: bool = False

    def __call__(self, game: Game, store: Store | None, watch: Watch) -> Trials:
        """Return the performances; raise Stopped if one is missing, or with ``partly`` all."""

        def go_on(progress: object) -> bool:
            return watch(progress) and not self.limits.passed

        wanted = _of(game, self.wanted)
        found = _play_each(
            game, wanted, first=self.first, seed=self.seed, jobs=self.jobs, store=store, watch=go_on
        )
        played = [one for one in found if one is not None]
        names = [one.name for one in wanted]
        missing = [name for name, one in zip(names, found, strict=True) if one is None]
        if self.optima is not None:
            allowed = self.optima[game.length]
            wanted_too = [LEAST_AVERAGE, *[FEWEST_FAILS] * (allowed is not None)]
            with suppress(Stopped):
                for one in optima(game, allowed, first=self.first, store=store, watch=go_on):
                    played.append(one)
                    wanted_too.remove(one.name)
            missing += wanted_too
        if missing and not (played and self.partly):
            raise Stopped
        return Trials(game.facts, played, tuple(dict.fromkeys(missing)))


@arguments.checked
def strategy(
    game: Game | str,
    *,
    heuristic: str = MINIMAX,
    first: str | Sequence[str] | None = None,
    openers: int | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
) -> Strategy:
    """Return a strategy that finds every secret of a game.

    By default the strategy attains the proven worst case of the game. Among the guesses proven to
    preserve the worst case, each node takes one with a low average.

    Parameters
    ----------
    game : Game or str
        As of `emi.solve`.
    heuristic : str
        The name of a heuristic, as in `emi.play`; by default the exact strategy.
    first : str or sequence of str, optional
        The first guess, or several as in `emi.solve`; by default the strategy chooses it.
    openers : int, optional
        As in `emi.solve`; for the exact strategy only.
    store : Store, optional
        The store of the exact strategy.
    watch : callable, optional
        Called about twenty times a second with the progress; returns whether to continue.

    Returns
    -------
    Strategy

    Raises
    ------
    OptionError
        If the heuristic is unknown, if the first guess is not in the game, or if several first
        guesses are given for a heuristic.
    Stopped
        If ``watch`` returned False.

    Examples
    --------
    >>> import emi
    >>> found = emi.strategy(emi.Mastermind(2, 3), heuristic="Max")
    >>> found.depth, found.total
    (4, 24)
    """
    game = game_of(game)
    chosen = heuristic_named(heuristic)
    if game.hard:
        chosen = chosen.among_candidates()
    if chosen.name == MINIMAX:
        asked = Question(game, first=first, openers=openers, store=store, watch=watch)
        return best_strategy(asked)
    given = [first] if isinstance(first, str) else [*(first or ())]
    if len(given) > 1 or (openers or 1) > 1:
        raise OptionError(
            f"expected at most one first guess for {chosen.name}; {MINIMAX} accepts several",
            **({"first": ",".join(given)} if given else {"openers": openers}),
        )
    opener = (first_guess(game, given[0], [chosen]),) if given else ()
    question = Question(game, store=store, watch=watch)
    from emi.search.heuristics.play import strategy_of

    def go_on(found: int) -> bool:
        return watch is None or watch(PlayProgress(chosen.name, found, len(game.secrets)))

    return Strategy(game, strategy_of(question.matrix(), chosen, opening=opener, watch=go_on))


def first_guess(game: Game, first: str, wanted: Sequence[Heuristic]) -> int:
    """Return the index of the first guess; raise OptionError for an impossible one."""
    allowed, first = game.secrets if game.hard else game.guesses, game.code(first)
    if first not in allowed:
        raise OptionError(
            f"unknown, expected one of the {plural(len(allowed), 'guess')} of {game.name}, such as "
            f"{allowed[0]}",
            first=first,
        )
    if any(heuristic.name == MINIMAX for heuristic in wanted):
        raise OptionError(f"{MINIMAX} chooses its own first guess, expected none", first=first)
    return game.guesses.index(first)
