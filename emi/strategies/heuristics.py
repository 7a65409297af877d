"""One-step strategies and proven optima, played against every secret."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from threading import Event
from typing import TYPE_CHECKING

from emi import arguments
from emi.analysis.named import FEWEST_FAILS, LEAST_AVERAGE, MINIMAX, heuristic_named
from emi.analysis.pareto import fewest_misses
from emi.errors import OptionError
from emi.games.game import Game
from emi.games.parse import game_of
from emi.objectives.average import Average
from emi.questions.question import Question
from emi.questions.solving import best_strategy, solution_of
from emi.results.performance import Performance, Trials
from emi.results.strategy import Strategy
from emi.search.model.limits import Limits, Stopped, Watch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from emi.games.game import Game
    from emi.search.heuristics.heuristic import Heuristic
    from emi.search.heuristics.play import Shared
    from emi.search.model.limits import Watch
    from emi.search.model.record import Store
    from emi.search.model.strategy import Strategy as Tree


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

    for kind, given, values in (
        ("tie-break", ties, ["possible", "alphabetical", "last"]),
        ("direction", directions, ["lowest", "highest"]),
    ):
        for value in given:
            if value not in values:
                listed = f"{', '.join(values[:-1])} or {values[-1]}"
                raise OptionError(f"unknown {kind} {value!r}: expected {listed}")
    chosen = []
    for heuristic in map(heuristic_named, names):
        for tie, direction in product(ties or [heuristic.ties], directions or [""]):
            setting = heuristic.breaking(Ties(tie))
            chosen.append(setting.turned(direction) if direction else setting)
    return list(dict.fromkeys(chosen))


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
        As in `emi.solve`.
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
    (setting,) = settings([heuristic], [ties] if ties else [], [direction] if direction else [])
    (played,) = play_all(game_of(game), [setting], first=first, seed=seed, store=store, watch=watch)
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
    performances = _play_each(
        game, wanted, first=first, seed=seed, jobs=jobs, store=store, watch=watch
    )  # fmt: skip
    played = [performance for performance in performances if performance is not None]
    if len(played) < len(wanted):
        raise Stopped
    return played


def _of(game: Game, wanted: Sequence[Heuristic]) -> Sequence[Heuristic]:
    """Return heuristics, restricted to candidates in hard play."""
    if not game.hard:
        return wanted
    return list(dict.fromkeys(heuristic.among_candidates() for heuristic in wanted))


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
    from emi.analysis.ranking import FirstGuesses, Ranking

    try:
        firsts = FirstGuesses(game, store, question.key)
    except Stopped:
        return {}
    survey = Ranking(game, game.places(game.guesses)).go_on_from(firsts)
    return {((), 0): (survey.profiled, survey.profiles(survey.profiled))} if survey.complete else {}


def trials(
    game: Game,
    wanted: Sequence[Heuristic],
    *,
    first: str | None = None,
    seed: int = 0,
    jobs: int = 1,
    optimal: Mapping[int, int | None] | None = None,
    partly: bool = False,
    limits: Limits,
    store: Store | None,
    watch: Watch,
) -> Trials:
    """Play heuristics against every secret of a game.

    With ``optimal``, the allowed tries by length, the optimal strategies are played too. At most
    ``jobs`` heuristics are played at a time. If play is stopped, Stopped is raised, or with
    ``partly`` the finished results are returned if there are any.
    """

    def go_on(progress: object) -> bool:
        return watch(progress) and not limits.passed

    wanted = _of(game, wanted)
    performances = _play_each(
        game, wanted, first=first, seed=seed, jobs=jobs, store=store, watch=go_on
    )
    played = [performance for performance in performances if performance is not None]
    names = [heuristic.name for heuristic in wanted]
    missing = [
        name for name, performance in zip(names, performances, strict=True) if performance is None
    ]
    if optimal is not None:
        allowed = optimal[game.length]
        wanted_too = [LEAST_AVERAGE, *[FEWEST_FAILS] * (allowed is not None)]
        with suppress(Stopped):
            for performance in optima(game, allowed, first=first, store=store, watch=go_on):
                played.append(performance)
                wanted_too.remove(performance.name)
        missing += wanted_too
    if missing and not (played and partly):
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
        As in `emi.solve`.
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
        exact = Question(game, first=first, openers=openers, store=store, watch=watch)
        return best_strategy(exact)
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
        raise OptionError(game.unknown(first, secret=bool(game.hard)), first=first)
    if any(heuristic.name == MINIMAX for heuristic in wanted):
        raise OptionError(
            f"expected no first guess for {MINIMAX}, which chooses its own", first=first
        )
    return game.guesses.index(first)


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

    def report(progress: object) -> bool:
        return watch is None or watch(f"{what} {progress}")

    question = Question(game_of(game), Average(), first=first, store=store, watch=report)
    least = solution_of(question)
    yield _played(question, what, least.tree)
    if allowed is not None:
        what = FEWEST_FAILS
        yield _played(question, what, fewest_misses(question, allowed, least))


def _played(question: Question, name: str, tree: Tree | None) -> Performance:
    """Return the performance of a strategy; raise Stopped if the watcher ended its search."""
    # A strategy may be known before ties are broken, but then the result would vary between runs.
    if tree is None or not question.engine_session().go_on():
        raise Stopped
    game = question.game
    return Performance(game.facts, name, "", "", tree.tries(len(game.secrets)))
