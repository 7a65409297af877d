"""Find members that a core needs by changing a strategy that finds all members but one.

A member is needed if the others can be found. A strategy that finds all members but one often
becomes, by another guess at one node, a strategy that finds all but another: so one strategy shows
that many members are needed. This is model rotation (Marques-Silva, Lynce, On Improving MUS
Extraction Algorithms, 2011; Belov, Marques-Silva, Accelerating MUS Extraction with Recursive Model
Rotation, 2011), where a strategy takes the place of a model.
"""

import numpy as np

from emi.search.model.matrix import Indices
from emi.search.solve.worst_case.engine import Engine, few_keys


def needed_members(engine: Engine, core: Indices, secret: int, guess: int, depth: int) -> Indices:
    """Return members of a core without each of which the others can be found.

    Parameters
    ----------
    engine : Engine
        It decided that ``guess`` begins a strategy of ``depth`` guesses for all other members.
    core : (n,) int32
        A set that ``depth`` guesses, at least 2, do not find.
    secret : int
        The member that the strategy leaves out, which is therefore needed.
    guess : int
        Not used if ``core`` has only one member more than ``depth``.
    """
    rows, klass = engine.matrix.rows, core
    # Descend to the class in which the strategy would leave the secret. The other classes are
    # found, so members of this class that are needed there are needed in the core.
    while depth > 2 and len(klass) > depth + 1 and guess >= 0:  # noqa: PLR2004 - as `few_keys`
        klass, depth = klass[rows[guess][klass] == rows[guess][secret]], depth - 1
        guess = engine.known_guess(klass[klass != secret], depth)
    if len(klass) == depth + 1:
        # Any others are found one by one.
        return klass
    # A guess that tells all members apart except one pair serves without either of the two.
    keys = few_keys(engine.matrix, klass)[0]
    guesses = np.flatnonzero(keys == len(klass) + 2)
    feedback = engine.matrix.columns[klass[:, None], guesses]
    order, every = np.argsort(feedback, axis=0), np.arange(len(guesses))
    ordered = feedback[order, every]
    first = (ordered[1:] == ordered[:-1]).argmax(axis=0)
    pairs: Indices = klass[np.concatenate([order[first, every], order[first + 1, every]])]
    return pairs
