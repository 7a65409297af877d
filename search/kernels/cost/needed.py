"""The members of a set that its misses need, with two guesses left.

Each member in turn is removed unless some guess, followed by one more, would then miss less than
the bound. This is the deletion-based method for minimal unsatisfiable subsets (Marques-Silva,
Computing Minimally Unsatisfiable Subformulas, 2012).
"""

import numpy as np

from emi.search.kernels.compiler.jit import kernel, phase
from emi.search.kernels.compiler.widths import either


@phase
def lightest_sum(weights, members, by_weight, stays, count):
    """Return the sum of the least weights of the members kept, as many as ``count``."""
    total = np.int64(0)
    for k in range(by_weight.shape[0]):
        if count == 0:
            break
        if stays[by_weight[k]]:
            total += weights[members[by_weight[k]]]
            count -= 1
    return total


@either
def mark(columns, members, sizes, repeated):
    """Count the members of each class, and those that share a class with an earlier member."""
    repeated[:] = 0
    for i in range(members.shape[0]):
        column = columns[members[i]]
        for g in range(repeated.shape[0]):
            repeated[g] += sizes[g, column[g]] > 0
            sizes[g, column[g]] += 1


@either
def take_out(columns, member, sizes, repeated):
    """Take a member out of its classes."""
    column = columns[member]
    for g in range(repeated.shape[0]):
        repeated[g] -= sizes[g, column[g]] > 1
        sizes[g, column[g]] -= 1


@either
def fewest_without(columns, member, enough, likely, sizes, repeated):
    """Return the fewest repeated members of any guess after a member is taken out, and the guess.

    A member is repeated if it shares a class with an earlier one. The guess ``likely`` is tried
    first, and the loop stops at a number below ``enough``.
    """
    column = columns[member]
    fewest, guess = repeated[likely] - (sizes[likely, column[likely]] > 1), likely
    for g in range(repeated.shape[0]):
        if fewest < enough:
            break
        repeats = repeated[g] - (sizes[g, column[g]] > 1)
        if repeats < fewest:
            fewest, guess = repeats, g
    return fewest, guess


@kernel
def drop_unneeded(columns, members, weights, by_weight, bound, sizes, repeated, stays):
    """Mark the members that stay in ``stays``, all 1 on entry.

    Contract: any two guesses miss at least ``bound`` of the members. ``by_weight`` has the places
    of the members, the lightest first; it is empty if all weights are 1. ``sizes`` is ``(guesses,
    classes)``, and zero on entry and on return.
    """
    mark(columns, members, sizes, repeated)
    size, likely, equal = members.shape[0], np.int64(0), by_weight.shape[0] == 0
    enough = bound if equal else np.int64(0)
    for i in range(members.shape[0]):
        if size <= bound:
            break
        fewest, likely = fewest_without(columns, members[i], enough, likely, sizes, repeated)
        stays[i] = 0
        missed = np.int64(fewest)
        if not equal:
            missed = lightest_sum(weights, members, by_weight, stays, fewest)
        if missed >= bound:
            take_out(columns, members[i], sizes, repeated)
            size -= 1
        else:
            stays[i] = 1
    for i in range(members.shape[0]):
        if stays[i]:
            take_out(columns, members[i], sizes, repeated)
