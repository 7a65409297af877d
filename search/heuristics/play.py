"""Play by a heuristic against every secret."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from emi.search.heuristics.heuristic import Heuristic, Ties
from emi.search.heuristics.profiler import Profiler
from emi.search.heuristics.profiles import Profiles
from emi.search.model.limits import Stopped, Watch
from emi.search.model.matrix import FeedbackMatrix, Indices
from emi.search.model.strategy import Strategy

#: Profiles, keyed by the guesses made and one of the remaining candidates.
Shared: TypeAlias = dict[tuple[tuple[int, ...], int], tuple[Indices, Profiles]]

#: The profiles of a set are shared with other heuristics if it holds at least 1 / SHARED of all
#: secrets: such sets are few and take most of the time.
SHARED = 16

_CANDIDATES_FIRST = (Ties.possible, Ties.random)


def tries(
    matrix: FeedbackMatrix,
    heuristic: Heuristic,
    *,
    opening: Sequence[int] = (),
    seed: int = 0,
    watch: Watch | None = None,
    shared: Shared | None = None,
) -> tuple[NDArray[np.int32], int]:
    """Return the number of guesses that a heuristic takes for each secret, and its first guess.

    The heuristic may choose a guess that gives no information, but never repeats a guess.

    Parameters
    ----------
    matrix : FeedbackMatrix
        Guesses in the order in which ties are broken.
    heuristic : Heuristic
    opening : sequence of int
        Distinct guesses made first, regardless of the feedback; the heuristic chooses the others.
    seed : int
        The seed of the random numbers of `Ties.random`.
    watch : callable, optional
        Called repeatedly with the number of secrets found; returns whether to continue.
    shared : dict, optional
        Profiles computed for other heuristics with the same matrix; used and extended.

    Returns
    -------
    taken : (secrets,) int32
    first : int

    Raises
    ------
    Stopped
        If ``watch`` returned False.
    """
    play = Play(matrix, heuristic, seed, {} if shared is None else shared)
    taken, first = np.zeros(matrix.secrets, np.int32), -1
    for turn in play.turns(opening, watch):
        if turn.above < 0:
            first = turn.guesses[0]
        if turn.named >= 0:
            taken[turn.named] = turn.tries
    return taken, first


def strategy_of(
    matrix: FeedbackMatrix,
    heuristic: Heuristic,
    *,
    opening: Sequence[int] = (),
    watch: Watch | None = None,
) -> Strategy:
    """Return the strategy of a heuristic. Parameters and exceptions are those of `tries`."""
    turns = list(Play(matrix, heuristic, 0, {}).turns(opening, watch))
    below: list[list[Strategy]] = [[] for _ in turns]
    # Each turn comes after its parent.
    for turn, branches in zip(reversed(turns), reversed(below), strict=True):
        *useless, guess = turn.guesses
        node = Strategy.node(guess, turn.members, tuple(branches))
        for guess in reversed(useless):
            node = Strategy.node(guess, turn.members, (node,))
        if turn.above >= 0:
            below[turn.above].append(node)
    return node


def chooser(
    matrix: FeedbackMatrix, heuristic: Heuristic, go_on: Callable[[], bool]
) -> Callable[[Indices, int], int]:
    """Return a function for `emi.search.model.strategy.build` that plays by a heuristic.

    The function raises Stopped if ``go_on`` returns False.
    """
    play = Play(matrix, heuristic, 0, {})

    def choose(members: Indices, _played: int) -> int:
        if not go_on():
            raise Stopped
        # Shared profiles are keyed by the guesses made, which are unknown here.
        play.shared.clear()
        return play.choose(np.sort(members), ())[-1]

    return choose


class Turn(NamedTuple):
    """The guesses proposed for a set, up to the first one that gives information."""

    #: The index of the parent turn, counted from 0; -1 for the first.
    above: int
    members: Indices
    guesses: list[int]
    #: The number of guesses made, including these.
    tries: int
    #: The secret that the last guess proposes, or -1.
    named: int


class Play:
    """A heuristic at play. Parameters are those of `tries`."""

    def __init__(
        self, matrix: FeedbackMatrix, heuristic: Heuristic, seed: int, shared: Shared
    ) -> None:
        self.matrix = matrix
        self.heuristic = heuristic
        self.random = np.random.default_rng(seed)
        self.shared = shared
        self.profiler = Profiler(matrix)

    def turns(self, opening: Sequence[int], watch: Watch | None) -> Iterator[Turn]:
        """Yield the turns of play against all secrets, each after its parent."""
        own, classes = self.matrix.own, self.profiler.partitioner.classes
        every = self.matrix.start
        # The stack of pending sets: the parent turn, the set, and the guesses made so far.
        waiting: list[tuple[int, Indices, tuple[int, ...]]] = [(-1, every, ())]
        solved = number = 0
        while waiting:
            above, members, played = waiting.pop()
            named = -1
            given = list(opening[len(played) : len(played) + 1])
            if len(members) == 1 and not given:
                # A sole candidate is proposed regardless of the heuristic.
                named = int(members[0])
                guesses = [int(own[members[0]])]
            else:
                if watch is not None and not watch(solved):
                    raise Stopped
                guesses = given or self.choose(members, played)
                after = (*played, *guesses)
                for klass in classes(after[-1], members):
                    if own[klass[0]] == after[-1]:
                        named = int(klass[0])
                    else:
                        waiting.append((number, klass, after))
            solved += named >= 0
            yield Turn(above, members, guesses, len(played) + len(guesses), named)
            number += 1

    def choose(self, members: Indices, history: tuple[int, ...]) -> list[int]:
        """Return the next guesses for two members or more; only the last one splits them."""
        heuristic = self.heuristic
        if not heuristic.by:
            own = self.matrix.own[members]
            if heuristic.ties == Ties.random:
                return [int(self.random.choice(own))]
            return [int(own.max() if heuristic.ties == Ties.last else own.min())]
        ideal = self.profiler.ideal(heuristic, members, history)
        if ideal >= 0:
            return [ideal]
        profile_of, profiles = self.profiles(members, history)
        useless = profiles.classes == 1
        chosen: list[int] = []
        remaining = np.arange(len(profiles))
        while True:
            among = profiles if len(remaining) == len(profiles) else profiles.only(remaining)
            tied = remaining[heuristic.best(among)]
            if heuristic.ties in _CANDIDATES_FIRST and profiles.candidate[tied].any():
                tied = tied[profiles.candidate[tied]]
            wanted = np.zeros(len(profiles) + 1, bool)
            wanted[tied] = True
            guesses = np.flatnonzero(wanted[profile_of])
            if heuristic.ties == Ties.random:
                self.random.shuffle(guesses)
            elif heuristic.ties == Ties.last:
                guesses = guesses[::-1]
            teaches = ~useless[profile_of[guesses]]
            if teaches.any():
                return [*chosen, *guesses[: int(teaches.argmax()) + 1].tolist()]
            # All tied guesses give no information; after proposing them, the next best are
            # considered.
            chosen.extend(guesses.tolist())
            remaining = remaining[~wanted[remaining]]

    def profiles(self, members: Indices, history: tuple[int, ...]) -> tuple[Indices, Profiles]:
        """Return what `Profiler.profiles` returns, reusing profiles found for another heuristic."""
        if len(history) > 1 or SHARED * len(members) < self.matrix.secrets:
            only = self.heuristic.candidates_only
            return self.profiler.profiles(members, history, candidates_only=only)
        # Among the sets after the same guesses, one member identifies a set.
        key = (history, int(members[0]))
        if key not in self.shared:
            profile_of, profiles = self.profiler.profiles(members, history)
            self.shared[key] = (profile_of.copy(), profiles)
        return self.shared[key]
