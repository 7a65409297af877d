"""A strategy as a tree: a guess at each node, a branch for each class of feedback."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from search.kernels.common.partition import USELESS, separating_guess
from search.model.limits import Stopped
from search.model.matrix import Indices
from search.model.partition import classes
from search.solve.worst_case.engine import Engine, GoOn, always, class_keys


class Strategy(NamedTuple):
    """A node of a strategy, and with it all that follows.

    Attributes
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


def grow(
    engine: Engine,
    members: Indices,
    depth: int,
    go_on: GoOn = always,
    guess: int | None = None,
) -> Strategy:
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
    guess : int, optional
        The first guess, if one is known to begin a strategy that keeps to the depth.

    Raises
    ------
    ValueError
        If no strategy keeps to the depth.
    Stopped
        If ``go_on`` returned False.
    """
    own = engine.matrix.own
    if len(members) <= 2 and depth >= len(members):  # noqa: PLR2004 - one after the other
        last = Strategy(int(own[members[-1]]), members[-1:], (), 1, 1)
        return last if len(members) == 1 else Strategy(int(own[members[0]]), members, (last,), 2, 3)
    if guess is None:
        guess, apart = _choose(engine, members, depth, go_on)
        if apart:
            return _told_apart(guess, members, own)
    row, scratch = engine.matrix.rows[guess], engine.scratch
    branches = [
        grow(engine, part, depth - 1, go_on)
        for part in classes(row, members, *scratch.space)
        if own[part[0]] != guess
    ]
    return Strategy(
        guess,
        members,
        tuple(branches),
        1 + max([branch.depth for branch in branches], default=0),
        len(members) + sum([branch.total for branch in branches]),
    )


def _told_apart(guess: int, members: Indices, own: Indices) -> Strategy:
    """Write out the strategy of a guess that tells all members apart: most nodes are below one."""
    branches = tuple(
        [
            Strategy(word, members[at : at + 1], (), 1, 1)
            for at, word in enumerate(own[members].tolist())
            if word != guess
        ]
    )
    return Strategy(guess, members, branches, 2, len(members) + len(branches))


def _choose(engine: Engine, members: Indices, depth: int, go_on: GoOn) -> tuple[int, bool]:
    """Return a guess, and whether it tells all members apart."""
    if depth > 1:
        matrix, scratch = engine.matrix, engine.scratch
        own = matrix.own[members]
        # A candidate that tells the others apart is best of all: it may be right.
        among = matrix.rows[own[:, np.newaxis], members]
        places = np.arange(len(members), dtype=np.int32)
        best = separating_guess(among, places, scratch.stamp, scratch.clock)
        if best >= 0:
            return int(own[best]), True
        if depth == 2:  # noqa: PLR2004 - it takes a guess that tells them apart, no keys
            apart = separating_guess(matrix.rows, members, scratch.stamp, scratch.clock)
        else:
            keys, apart, _ = class_keys(matrix, members)
        if apart >= 0:
            return int(apart), True
        if depth > 2:  # noqa: PLR2004
            # Doubled, so that a candidate comes before other guesses of the same Sum.
            np.add(keys, keys, out=keys, where=keys != USELESS)
            keys[own] -= 1
            if len(members) <= depth:
                return int(keys.argmin()), False
            guess = engine.decide(members, depth, keys, go_on=go_on)
            if guess is None:
                raise Stopped
            if guess >= 0:
                return guess, False
    msg = f"no strategy finds {len(members)} secrets within {depth} guesses"
    raise ValueError(msg)
