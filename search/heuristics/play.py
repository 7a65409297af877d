"""Playing a one-step strategy against every secret."""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from search.heuristics.heuristic import Heuristic, Ties
from search.heuristics.profiler import Profiler
from search.heuristics.profiles import Profiles
from search.model.limits import Stopped
from search.model.matrix import FeedbackMatrix, Indices
from search.model.strategy import Strategy

#: What is weighed by the guesses made and one of the candidates that they leave.
Known: TypeAlias = dict[tuple[tuple[int, ...], int], tuple[Indices, Profiles]]

#: A set is kept for other methods if it is that part of all secrets: there are few such sets, and
#: they take most of the time.
SHARED = 16

_CANDIDATES_FIRST = (Ties.possible, Ties.random)


def tries(
    matrix: FeedbackMatrix,
    method: Heuristic,
    *,
    first: int | None = None,
    seed: int = 0,
    watch: Callable[[int], bool] | None = None,
    known: Known | None = None,
) -> NDArray[np.int32]:
    """Return the number of guesses that a one-step strategy takes for each secret.

    A guess that can teach nothing is made if the method prefers it; but none is made twice.

    Parameters
    ----------
    matrix : FeedbackMatrix
        Guesses in the order in which ties are broken.
    method : Heuristic
    first : int, optional
        The first guess; by default the method chooses it.
    seed : int
        What the lots of `Ties.random` are drawn from.
    watch : callable, optional
        Called now and then with the number of secrets found; returns whether to go on.
    known : dict, optional
        What was weighed for other methods at play with the same matrix, to be used and added to.

    Returns
    -------
    (secrets,) int32

    Raises
    ------
    Stopped
        If ``watch`` returned False.
    """
    play = Play(matrix, method, seed, {} if known is None else known)
    taken = np.zeros(matrix.secrets, np.int32)
    for turn in play.turns(first, watch):
        if turn.named >= 0:
            taken[turn.named] = len(turn.made) + len(turn.guesses)
    return taken


def one_step(
    matrix: FeedbackMatrix,
    method: Heuristic,
    *,
    first: int | None = None,
    seed: int = 0,
    watch: Callable[[int], bool] | None = None,
) -> Strategy:
    """Write out a one-step strategy. Parameters and exceptions as of `tries`."""
    turns = list(Play(matrix, method, seed, {}).turns(first, watch))
    below: list[list[Strategy]] = [[] for _ in turns]
    # A turn comes after the one that leads to it.
    for turn, branches in zip(reversed(turns), reversed(below), strict=True):
        deepest = max([branch.depth for branch in branches], default=0)
        total = len(turn.members) + sum([branch.total for branch in branches])
        node = Strategy(turn.guesses[-1], turn.members, tuple(branches), 1 + deepest, total)
        for guess in reversed(turn.guesses[:-1]):
            # It teaches nothing.
            node = Strategy(
                guess, node.members, (node,), 1 + node.depth, len(node.members) + node.total
            )
        if turn.above >= 0:
            below[turn.above].append(node)
    return node


class Turn(NamedTuple):
    """What is proposed to a set, up to the first guess that teaches something.

    Attributes
    ----------
    above : int
        The number of the turn that leads here, counted from 0; -1 for the first.
    members : (n,) int32
    made, guesses : tuple of int
        The guesses made before, and now.
    named : int
        The member that the last guess names, or -1.
    """

    above: int
    members: Indices
    made: tuple[int, ...]
    guesses: tuple[int, ...]
    named: int


class Play:
    """A one-step strategy at play. Parameters as of `tries`."""

    def __init__(self, matrix: FeedbackMatrix, method: Heuristic, seed: int, known: Known) -> None:
        self.known = known
        self.matrix = matrix
        self.method = method
        self.lots = np.random.default_rng(seed)
        self.weigh = Profiler(matrix)

    def turns(self, first: int | None, watch: Callable[[int], bool] | None) -> Iterator[Turn]:
        """Yield the turns of play against every secret, each after the one that leads to it."""
        own = self.matrix.own
        every = np.arange(self.matrix.secrets, dtype=np.int32)
        # What is still to be played: the turn that leads there, a set, and the guesses made so far.
        waiting: list[tuple[int, Indices, tuple[int, ...]]] = [(-1, every, ())]
        found = 0
        number = 0
        while waiting:
            above, members, made = waiting.pop()
            if len(members) == 1:
                # A sole candidate is proposed, whatever the method.
                named = int(members[0])
                yield Turn(above, members, made, (int(own[named]),), named)
                found += 1
                number += 1
                continue
            if watch is not None and not watch(found):
                raise Stopped
            guesses = (first,) if first is not None and not made else self.choose(members, made)
            after = (*made, *guesses)
            named = -1
            for part in self.weigh.classes(after[-1], members):
                if own[part[0]] == after[-1]:
                    named = int(part[0])
                    found += 1
                else:
                    waiting.append((number, part, after))
            yield Turn(above, members, made, tuple(guesses), named)
            number += 1

    def choose(self, members: Indices, made: tuple[int, ...]) -> list[int]:
        """Return what to propose next, up to the first guess that teaches something.

        Parameters
        ----------
        members : (n,) int32
            The candidates, at least two.
        made : tuple of int
            The guesses made so far.
        """
        method = self.method
        if not method.by:
            own = self.matrix.own[members]
            if method.ties == Ties.random:
                return [int(self.lots.choice(own))]
            return [int(own.max() if method.ties == Ties.last else own.min())]
        ideal = self.weigh.ideal(method, members, made)
        if ideal >= 0:
            return [ideal]
        kind_of, sizes = self.kinds(members, made)
        useless = sizes.classes == 1
        chosen: list[int] = []
        left = np.arange(len(sizes))
        while True:
            among = sizes if len(left) == len(sizes) else sizes.only(left)
            tied = left[method.best(among)]
            if method.ties in _CANDIDATES_FIRST and sizes.candidate[tied].any():
                tied = tied[sizes.candidate[tied]]
            wanted = np.zeros(len(sizes) + 1, bool)
            wanted[tied] = True
            guesses = np.flatnonzero(wanted[kind_of])
            if method.ties == Ties.random:
                self.lots.shuffle(guesses)
            elif method.ties == Ties.last:
                guesses = guesses[::-1]
            teaches = ~useless[kind_of[guesses]]
            if teaches.any():
                return [*chosen, *guesses[: int(teaches.argmax()) + 1].tolist()]
            # All of them are proposed in vain, and then the next best has its turn.
            chosen.extend(guesses.tolist())
            left = left[~wanted[left]]

    def kinds(self, members: Indices, made: tuple[int, ...]) -> tuple[Indices, Profiles]:
        """Profiler a set, unless it was weighed for another method."""
        only = self.method.candidates_only
        if len(made) > 1 or SHARED * len(members) < self.matrix.secrets:
            return self.weigh.kinds(members, made, candidates_only=only)
        # Of the sets that the same guesses lead to, one member is enough to tell them apart.
        key = (made, int(members[0]))
        if key not in self.known:
            kind_of, sizes = self.weigh.kinds(members, made)
            self.known[key] = (kind_of.copy(), sizes)
        return self.known[key]
