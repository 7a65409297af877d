"""A strategy as a tree: a guess at each node, a branch for each class of feedback."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from search.engine import Engine, GoOn, always, class_keys
from search.kernels.levels import USELESS
from search.kernels.partition import split
from search.limits import Stopped
from search.matrix import FeedbackMatrix, Indices


@dataclass(frozen=True, eq=False)
class Strategy:
    """A node of a strategy, and with it all that follows.

    Parameters
    ----------
    guess : int
        What to propose.
    members : (n,) int32
        The secrets still possible before the guess.
    branches : tuple of Strategy
        One for each class of the guess, the largest first, without the class of the guess itself.
    depth : int
        Guesses within which every member is found, this one included.
    total : int
        Guesses for all members together.
    """

    guess: int
    members: Indices
    branches: tuple["Strategy", ...]
    depth: int
    total: int

    def nodes(self) -> Iterator["Strategy"]:
        """Yield every node, each before its branches."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.branches))


def grow(engine: Engine, members: Indices, depth: int, go_on: GoOn = always) -> Strategy:
    """Write out a strategy that surely finds every member within ``depth`` guesses.

    Among the guesses that the engine proves to keep to the depth, the one of least Sum is taken,
    a candidate first: that keeps the average low.

    Parameters
    ----------
    engine : Engine
        Its game, and what it has learned.
    members : (n,) int32
    depth : int
        At least the worst case of the set.
    go_on : callable
        Called now and then.

    Raises
    ------
    ValueError
        If no strategy keeps to the depth.
    Stopped
        If ``go_on`` returned False.
    """
    matrix = engine.matrix
    if len(members) <= 2 and depth >= len(members):  # noqa: PLR2004 - one after the other
        rest = (grow(engine, members[1:], depth - 1),) if len(members) > 1 else ()
        return Strategy(
            int(matrix.own[members[0]]), members, rest, len(members), 2 * len(members) - 1
        )
    guess = _choose(engine, members, depth, go_on)
    branches = tuple(
        grow(engine, part, depth - 1, go_on)
        for part in classes(matrix, guess, members)
        if matrix.own[part[0]] != guess
    )
    return Strategy(
        guess,
        members,
        branches,
        1 + max((branch.depth for branch in branches), default=0),
        len(members) + sum(branch.total for branch in branches),
    )


def classes(matrix: FeedbackMatrix, guess: int, members: Indices) -> list[Indices]:
    """Return the classes that a guess makes of a set, the largest first."""
    out = np.empty(len(members), np.int32)
    start = np.empty(len(members) + 1, np.int32)
    width = max(matrix.classes, len(members)) + 1
    counts, tally = np.zeros(width, np.int32), np.zeros(width, np.int32)
    label = np.full(width, -1, np.int32)
    made = split(matrix.rows[guess], members, out, start, counts, label, tally)
    ends = start[: made + 1].tolist()
    return [out[low:high] for low, high in pairwise(ends)]


def _choose(engine: Engine, members: Indices, depth: int, go_on: GoOn) -> int:
    matrix = engine.matrix
    own = matrix.own[members]
    if depth > 1:
        keys, apart, _ = class_keys(matrix, members)
        if apart >= 0:
            # A candidate that tells the others apart is better still: it may be right.
            rows = matrix.rows[own][:, members]
            counts = (np.diff(np.sort(rows, axis=1), axis=1) != 0).sum(axis=1)
            best = int(counts.argmax())
            return int(own[best]) if counts[best] == len(members) - 1 else apart
        # Doubled, so that a candidate comes before other guesses of the same Sum.
        keys = np.where(keys == USELESS, keys, 2 * keys + 1)
        keys[own] -= 1
        if len(members) <= depth:
            return int(keys.argmin())
        if depth > 2:  # noqa: PLR2004 - with two guesses left, one would have to tell all apart
            guess = engine.decide(members, depth, keys, go_on=go_on)
            if guess is None:
                raise Stopped
            if guess >= 0:
                return guess
    msg = f"no strategy finds {len(members)} secrets within {depth} guesses"
    raise ValueError(msg)
