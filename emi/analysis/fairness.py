"""Find why a list is unfair, which words to remove, and how difficult each word is."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from emi import arguments
from emi.compiling import kernels_ready
from emi.errors import OptionError
from emi.games.game import Game
from emi.games.parse import game_of
from emi.objectives.average import Average
from emi.objectives.guaranteed import Guaranteed
from emi.questions.question import Question
from emi.questions.solving import best_strategy, known_solution, solution_of
from emi.results.fairness import Cluster, Difficulty, Fairness, WordDifficulty
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Limits, Stopped, Watch
from emi.work.task import MemoryStore

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from emi.results.strategy import Strategy
    from emi.search.model.record import Store
    from emi.search.solve.session import Session
    from emi.search.solve.worst_case.shrink import Shrunk


def fairness(
    game: Game | str,
    tries: int | None = None,
    *,
    weights: Sequence[int] | None = None,
    limits: Limits | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
) -> Fairness:
    """Find which secrets make a game unfair, and the fewest to take off its list.

    Parameters
    ----------
    game : Game or str
        As of `emi.solve`.
    tries : int, optional
        By default those of the game (`Game.tries`).
    weights : sequence of int, optional
        The weight of each secret, such as `emi.read_weights` returns. If several
        sets of equally few secrets could be taken off, light secrets are preferred.
    limits, store, watch
        See `emi.solve`; the limits apply to all questions together. If one is reached, the figures
        are bounds.

    Returns
    -------
    Fairness

    Raises
    ------
    OptionError
        If neither the game nor the caller gives a number of tries, if the tries are not a positive
        integer, or if the game is hard: in hard play, part of a list may be harder than the whole.

    Notes
    -----
    Let m be the fewest secrets that a strategy misses within the tries. If removed words may still
    be proposed, m is also the fewest removals: an optimal strategy finds all secrets but the m
    missed ones, and a strategy for a game with fewer removals would miss fewer secrets. In a game
    with a single list, removed words can no longer be proposed. Then m is a lower bound on the
    removals, and the reduced game is solved again to check whether m removals suffice.

    Examples
    --------
    >>> import emi
    >>> words = ["CADES", "CAFES", "CAGES", "CAKES", "CAMES", "CARIE"]
    >>> found = fairness(emi.Motus(words), 4)
    >>> found.fair, str(found.removals), len(found.clusters[0].secrets)
    (False, '1', 5)
    >>> str(emi.solve(emi.Motus(words).without(found.removed)).bounds)
    '4'
    """
    game = game_of(game)
    allowed = game.tries if tries is None else tries
    if allowed is None:
        raise OptionError(f"{game.name}: expected a number of tries, the game has no limit")
    if type(allowed) is not int or allowed < 1:
        raise OptionError("expected a whole number above 0", tries=allowed)
    if game.hard:
        raise OptionError(
            f"{game.name}: expected a game without hard play; with it, part of a list may be "
            "harder than the whole"
        )
    arguments.check(weights=weights)
    question = Question(game, limits=limits or Limits(), store=store, watch=watch)
    if weights is not None:
        question.asking(Guaranteed(allowed, weights))  # Weights of another game are refused.
    worst = solution_of(question).bounds
    if worst.upper is not None and worst.upper <= allowed:
        return Fairness(game.facts, allowed, worst, Bounds(0, 0), (), (), (), Bounds(0, 0))
    light = None if weights is None else dict(zip(game.secrets, weights, strict=True))
    unfair = _Unfair(question, allowed, light)
    removed, final = unfair.removed()
    most = None if removed is None else len(removed)
    return Fairness(
        game.facts, allowed, worst, unfair.misses, unfair.codes(unfair.missed),
        tuple(unfair.clusters), removed, Bounds(unfair.misses.lower, most), final,
    )  # fmt: skip


class _Unfair:
    """The secrets missed within the tries, and their clusters.

    Attributes
    ----------
    misses : Bounds
        Bounds on the fewest secrets that a strategy misses.
    missed : set of int or None
        Secrets that one strategy misses, if they are known.
    clusters : list of Cluster
    final : bool
        Whether every run names the same secrets.
    """

    def __init__(
        self, question: Question, tries: int, weights: Mapping[str, int] | None = None
    ) -> None:
        self.question, self.tries, self.weights = question, tries, weights
        secrets = question.game.secrets
        self.order = None if weights is None else [weights[secret] for secret in secrets]
        self.every = range(len(question.game.secrets))
        self.misses = Bounds(0, None)
        self.missed: set[int] | None = None
        self.clusters: list[Cluster] = []
        self.final = False
        # Counting the misses may take long, so half of the time is reserved for it.
        hurried = replace(question, limits=question.limits.within(question.limits.remaining / 2))
        with suppress(Stopped):
            self._leave_out(hurried.engine_session())
        if not (self.final and self.misses.proven):
            self._count()
        self.final = self.final and self.misses.proven

    def codes(self, secrets: Iterable[int] | None) -> tuple[str, ...] | None:
        """Return the codes of secrets."""
        if secrets is None:
            return None
        return tuple(self.question.game.secrets[at] for at in sorted(secrets))

    def removed(self) -> tuple[tuple[str, ...] | None, bool]:
        """Return secrets to remove so that all others are found, and whether every run names them.

        Words removed from a single list can no longer be proposed, so more words may have to be
        removed. The secrets are None if a limit is reached.
        """
        game, final = self.question.game, self.final
        removed, more = list[str](), self.codes(self.missed)
        while more:
            removed += more
            rest = Question(
                game.without(removed), limits=self.question.engine_session().aside().limits,
                store=self.question.store, watch=self.question.watch,
            )  # fmt: skip
            worst = solution_of(rest).bounds
            if worst.upper is not None and worst.upper <= self.tries:
                return tuple(sorted(removed, key=game.secrets.index)), final
            more = None
            if worst.lower > self.tries:
                unfair = _Unfair(rest, self.tries, self.weights)
                more, final = unfair.codes(unfair.missed), final and unfair.final
        return None, False

    def _leave_out(self, session: Session) -> None:
        """Find missed secrets by minimal cores; raise Stopped if a limit is reached."""
        from emi.search.solve.worst_case.missed import disjoint_cores, left_out
        from emi.search.solve.worst_case.shrink import Shrinker

        matrix = self.question.matrix()
        kernels_ready(cores=True)
        self.shrinker = Shrinker(matrix, self.tries, session)
        cores = left_out(self.shrinker, self.every, self.order)
        self.missed = {*cores}
        self.cores = [core for core in cores.values() if core is not None]
        self.misses = Bounds(max(disjoint_cores(self.cores), min(1, len(cores))), len(cores))
        self._cluster(cores)
        self._name_fewest()
        self.final = True

    def _name_fewest(self) -> None:
        """Look for fewer missed secrets; raise Stopped if a limit is reached."""
        from emi.search.solve.worst_case.missed import cores_of, fewest

        assert self.missed is not None  # noqa: S101 - for mypy
        fewer, least = fewest(
            self.shrinker, self.every, self.cores, self.missed, self.misses.lower, self.order
        )
        self.misses = Bounds(least, len(fewer))
        if fewer != self.missed:
            self.missed, self.clusters = fewer, []
            self._cluster(cores_of(self.shrinker, self.every, fewer))

    def _count(self) -> None:
        """Count the misses by a search, and use those of its strategy if they are fewer.

        The search ignores stored bounds, which could lead to other secrets. They count only if the
        search reaches a limit.
        """
        before, question = self.misses, self.question.asking(Guaranteed(self.tries))
        unread = None if question.store is None else MemoryStore(beside=question.store)
        least = solution_of(replace(question, store=unread), before.lower)
        bounds, missed, final = least.bounds, least.missed, least.proven
        if not final:
            stored = known_solution(question)
            bounds = bounds.tightened(stored.bounds.lower, stored.bounds.upper)
            missed = stored.missed if missed is None else missed
        self.misses = bounds.tightened(before.lower, before.upper)
        place = {code: at for at, code in enumerate(self.question.game.secrets)}
        places = None if missed is None else {place[code] for code in missed}
        if self.missed is None:
            self.missed = self._late() if places is None else places
        elif places is not None and len(places) < len(self.missed):
            self.final = False
            with suppress(Stopped):
                self.shrinker.go_on_in(self.question.engine_session())
                self._name_fewest()
                self.final = self.misses.proven or final
            if len(places) < len(self.missed):
                self.missed, self.clusters = places, []
        if self.missed is not None:
            upper, most = self.misses.upper, len(self.missed)
            self.misses = Bounds(self.misses.lower, most if upper is None else min(upper, most))

    def _late(self) -> set[int] | None:
        """Return the secrets that a worst-case strategy finds too late; None if none is known."""
        with suppress(Stopped):
            tries = best_strategy(self.question).tree.tries(len(self.every)).tolist()
            return {secret for secret, count in enumerate(tries) if count > self.tries}
        return None

    def _cluster(self, cores: Mapping[int, Shrunk | None]) -> None:
        """Join cores of missed secrets that share a secret into clusters."""
        joined: list[tuple[set[int], bool]] = []
        for core in cores.values():
            if core is not None:
                members, minimal = {*core.members.tolist()}, core.minimal
                for other in [other for other in joined if other[0] & members]:
                    joined.remove(other)
                    members, minimal = members | other[0], minimal and other[1]
                joined.append((members, minimal))
        self.clusters = [
            Cluster(self.codes(members) or (), self.codes(members & cores.keys()) or (), minimal)
            for members, minimal in sorted(joined, key=lambda cluster: min(cluster[0]))
        ]


def difficulty(
    game: Game | str,
    tries: int | None = None,
    *,
    limits: Limits | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
) -> Difficulty:
    """Find how many guesses each secret takes in optimal play, by worst case and by average.

    Parameters
    ----------
    game : Game or str
        As of `emi.solve`.
    tries : int, optional
        The tries of a player, reported in the result; by default those of the game.
    limits, store, watch
        As in `emi.solve`; the limits apply to all questions together.

    Returns
    -------
    Difficulty

    Raises
    ------
    Stopped
        If a limit is reached before a strategy with the least worst case is known.

    Examples
    --------
    >>> import emi
    >>> found = difficulty(emi.Motus(["CAFES", "CAGES", "CAKES", "CARIE", "CHUTE"]))
    >>> [(one.secret, one.guarantee) for one in found.words][-1][1], str(found.worst)
    (1, '3')
    """
    game = game_of(game)
    limits = (limits or Limits()).begun()
    question = Question(game, limits=limits, store=store, watch=watch)
    worst = solution_of(question).bounds
    if not worst.proven:
        raise Stopped
    sure = _surest(question, worst.upper)
    guarantee = _made_for(sure)
    average: dict[str, tuple[int, tuple[str, ...]]] = {}
    least = question.asking(Average())
    solution = solution_of(least)
    if solution.proven:
        average = _made_for(solution.strategy())
    words = [
        WordDifficulty(game.name, secret, made, average[secret][0] if average else None, confused)
        for secret, (made, confused) in guarantee.items()
    ]
    words.sort(key=lambda one: (-one.guarantee, -(one.average or 0), one.secret))
    return Difficulty(game.facts, game.tries if tries is None else tries, worst, tuple(words))


def _surest(question: Question, within: int | None) -> Strategy:
    """Return a strategy with the least worst case; if there is time, with the least average too."""
    hurried = replace(question, limits=question.limits.within(question.limits.remaining / 2))
    solution = solution_of(hurried.asking(Average(within)))
    return solution.strategy() if solution.proven else best_strategy(question)


def _made_for(strategy: Strategy) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Return for each secret the number of guesses, and the secrets separated from it last."""
    game, found = strategy.game, dict[str, tuple[int, tuple[str, ...]]]()
    waiting = [(strategy.tree, 1, ())]
    while waiting:
        node, made, above = waiting.pop()
        guess = game.guesses[node.guess]
        codes = tuple(game.secrets[secret] for secret in node.members)
        near = codes if made > 1 and len(codes) > 1 else above
        if guess in codes:
            found[guess] = made, tuple(code for code in near if code != guess)
        waiting += [(below, made + 1, near) for below in node.branches]
    return found
