"""Why a list is unfair: the words that no strategy can guarantee, and which ones to take off."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from emi.errors import OptionError
from emi.games.game import Game
from emi.games.parse import game_of
from emi.questions.question import Question
from emi.results.fairness import Cluster, Fairness
from search.model.bounds import Bounds
from search.model.candidates import Candidates
from search.model.limits import Limits, Stopped
from search.solve.objectives import Guaranteed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from search.model.limits import Limits
    from search.model.record import Store

#: Of clusters of more secrets not each one is tried by itself.
SHRUNK = 40


def fairness(
    game: Game | str,
    tries: int | None = None,
    *,
    limits: Limits | None = None,
    store: Store | None = None,
    watch: Callable[[object], bool] | None = None,
) -> Fairness:
    """Find which secrets make a game unfair, and the fewest to take off its list.

    Parameters
    ----------
    game : Game or str
        As of `emi.solve`.
    tries : int, optional
        By default those of the game (`Game.tries`).
    limits, store, watch
        As of `emi.solve`; the limits are for all that is asked together. Where one is reached the
        figures are bounds.

    Returns
    -------
    Fairness

    Raises
    ------
    OptionError
        If the game says no tries and none are given, or the tries are no whole number above 0, or
        the game is hard: there a part of a list may be harder than the whole.

    Notes
    -----
    With the secrets that the best strategy for ``Guaranteed(tries)`` misses taken off the secrets,
    that strategy finds all others; and had fewer been enough, it would not be the best. So where
    they may still be proposed the fewest to take off are just as many. Where they leave a single
    list they cannot be proposed any more: no fewer are enough, and whether as many are is proven by
    solving the rest again.

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
            f"{game.name}: expected a game that is not hard, there a part of a list may be harder "
            "than the whole"
        )
    question = Question(game, limits=limits or Limits(), store=store, watch=watch)
    worst = question.solve().bounds
    if worst.upper is not None and worst.upper <= allowed:
        return Fairness(game.facts, allowed, worst, Bounds(0, 0), (), (), (), Bounds(0, 0))
    least = question.asking(Guaranteed(allowed)).solve()
    missed = least.missed
    if missed is None:
        missed = _late(question, allowed)
    lower, upper = least.bounds.lower, least.bounds.upper
    clusters: list[Cluster] = []
    if missed is not None:
        missed, clusters = _clusters(question, missed, allowed, proven=least.proven)
        upper = len(missed) if upper is None else min(upper, len(missed))
    removed, most = None, None
    if missed is not None:
        removed = _removed(question, missed, allowed)
        most = None if removed is None else len(removed)
    return Fairness(
        game.facts, allowed, worst, Bounds(lower, upper), missed, tuple(clusters), removed,
        Bounds(lower, most),
    )  # fmt: skip


def known_fairness(game: Game, tries: int, store: Store | None) -> Fairness:
    """Return what is kept of it; nothing is searched."""
    question = Question(game, store=store)
    worst = question.known().bounds
    if worst.upper is not None and worst.upper <= tries:
        return Fairness(game.facts, tries, worst, Bounds(0, 0), (), (), (), Bounds(0, 0))
    least = question.asking(Guaranteed(tries)).known()
    return Fairness(
        game.facts,
        tries,
        worst,
        least.bounds,
        least.missed,
        (),
        None,
        Bounds(least.bounds.lower, None),
    )


def _late(question: Question, tries: int) -> tuple[str, ...] | None:
    """Return what the strategy of the least worst case finds too late, if there is one."""
    try:
        outline = question.outline()
    except Stopped:
        return None
    late = sorted(secret for secret, made in outline.found.items() if made > tries)
    return tuple(question.game.secrets[secret] for secret in late)


def _clusters(
    question: Question, missed: Sequence[str], tries: int, *, proven: bool
) -> tuple[tuple[str, ...], list[Cluster]]:
    """Return which secrets are missed after all, and the clusters in which they stand.

    Most stand in the core that proves the worst case. Of others: all that are found, together with
    one that is missed, are not; so it stands in a core with some of them. And if they are, it is
    not missed.
    """
    secrets = question.game.secrets
    place = {code: at for at, code in enumerate(secrets)}
    kept = set(range(len(secrets))) - {place[code] for code in missed}
    still: list[str] = []
    found: list[tuple[set[int], set[int]]] = []
    waiting = list(missed)
    with suppress(Stopped):
        top = set(question.proof()[1][-1].members.tolist()) if proven else set()
        while waiting:
            one = place[waiting[0]]
            core = top if one in top else _core(question, kept | {one}, tries)
            waiting.pop(0)
            if core is None:
                kept.add(one)
                continue
            still.append(secrets[one])
            # Those that share a secret are one.
            apart = [pair for pair in found if not pair[0] & core]
            joined = [pair for pair in found if pair[0] & core]
            whole = core.union(*(pair[0] for pair in joined))
            lost = {one}.union(*(pair[1] for pair in joined))
            found = [*apart, (whole, lost)]

    def codes(places: Iterable[int]) -> tuple[str, ...]:
        return tuple(secrets[at] for at in sorted(places))

    found.sort(key=lambda pair: min(pair[0]))
    return (*still, *waiting), [Cluster(codes(whole), codes(lost)) for whole, lost in found]


def _core(question: Question, members: set[int], tries: int) -> set[int] | None:
    """Return a few of the secrets that cannot all be found within the tries; None if all can."""
    from search.solve.worst_case.free_play import WorstCaseSearch

    def searched(some: Iterable[int]) -> WorstCaseSearch:
        candidates = Candidates(sorted(some), len(question.game.secrets))
        session = question.engine_session()
        found = WorstCaseSearch(question.matrix(), candidates, session, symmetric=False)
        found.run()
        if not found.bounds.proven:
            raise Stopped
        return found

    found = searched(members)
    if found.upper <= tries:
        return None
    cores = found.refutation(question.engine_session())
    core = set(cores[-1].members.tolist()) if cores else members
    # Halves are tried first, then quarters and so on.
    size = len(core) // 2
    while size and (size > 1 or len(core) <= SHRUNK):
        for first in range(0, len(listed := sorted(core)), size):
            rest = core.difference(listed[first : first + size])
            if len(rest) > tries and searched(rest).bounds.lower > tries:
                core = rest
        size //= 2
    return core


def _removed(question: Question, missed: Sequence[str], tries: int) -> tuple[str, ...] | None:
    """Return secrets without which all others are found, proven; None if a limit is reached.

    Those of a single list cannot be proposed any more, which may take away more.
    """
    game, removed = question.game, list(missed)
    while True:
        rest = Question(
            game.without(removed),
            limits=question.engine_session().aside().limits,
            store=question.store,
            watch=question.watch,
        )
        worst = rest.solve().bounds
        if worst.upper is not None and worst.upper <= tries:
            return tuple(sorted(removed, key=game.secrets.index))
        more = rest.asking(Guaranteed(tries)).solve().missed if worst.lower > tries else None
        if not more:
            return None
        removed += more
