"""The strategy that keeps to a worst case: which guess to make for each set."""

import numpy as np

from search.kernels.common.partition import USELESS, separating_guess
from search.kernels.common.widths import in_widths
from search.model.limits import Stopped
from search.model.matrix import Indices
from search.model.strategy import Strategy, build
from search.solve.worst_case.engine import Engine, class_keys


def write(engine: Engine, members: Indices, depth: int, guess: int | None = None) -> Strategy:
    """Write out a strategy that surely finds every member within ``depth`` guesses.

    Among the guesses that the engine proves to keep to the depth, the one of least Sum is taken,
    a candidate first: that keeps the average low.

    Parameters
    ----------
    engine : Engine
        Its game, what it has learned, and the session that it works in.
    members : (n,) int32
    depth : int
        At least the worst case of the set.
    guess : int, optional
        The first guess, if one is known to begin a strategy that keeps to the depth.

    Raises
    ------
    ValueError
        If no strategy keeps to the depth.
    Stopped
        If the session ended.
    """
    return build(
        engine.matrix, members, lambda one, made: _choose(engine, one, depth - made), guess=guess
    )


def _choose(engine: Engine, members: Indices, depth: int) -> int:
    """Return the guess to make for two members or more."""
    matrix, scratch = engine.matrix, engine.scratch
    own = matrix.own[members]
    if len(members) == 2 <= depth:  # noqa: PLR2004 - one after the other
        return int(own[0])
    if depth > 1:
        # A candidate that tells the others apart is best of all: it may be right.
        among = matrix.rows[own[:, np.newaxis], members]
        places = np.arange(len(members), dtype=np.int32)
        best = separating_guess(in_widths(among), places, scratch.stamp, scratch.clock)
        if best >= 0:
            return int(own[best])
        if depth == 2:  # noqa: PLR2004 - it takes a guess that tells them apart, no keys
            rows = in_widths(matrix.rows)
            apart = separating_guess(rows, members, scratch.stamp, scratch.clock)
        else:
            keys, apart, _ = class_keys(matrix, members)
        if apart >= 0:
            return int(apart)
        if depth > 2:  # noqa: PLR2004
            # Doubled, so that a candidate comes before other guesses of the same Sum.
            np.add(keys, keys, out=keys, where=keys != USELESS)
            keys[own] -= 1
            if len(members) <= depth:
                return int(keys.argmin())
            guess = engine.decide(members, depth, keys)
            if guess is None:
                raise Stopped
            if guess >= 0:
                return guess
    msg = f"no strategy finds {len(members)} secrets within {depth} guesses"
    raise ValueError(msg)
