"""Greedy play, for an upper bound before the search begins."""

import numpy as np

from emi.search.kernels.compiler.jit import allocating_kernel, allocating_phase
from emi.search.kernels.compiler.widths import either
from emi.search.kernels.core.partition import split_set


@either
def least_sum(rows, own, wide, members, counts):
    """Return the guess of least Sum, the first of equals, candidates before others.

    Contract: with ``wide``, guesses that are no candidates are considered too; ``counts`` is zero
    on entry and on return.
    """
    n = members.shape[0]
    least = n * n + 1
    guess = -1
    for i in range(n + (rows.shape[0] if wide else 0)):
        candidate = own[members[i]] if i < n else i - n
        row = rows[candidate]
        total = 0
        seen = 0
        while seen < n and total < least:
            c = row[members[seen]]
            total += 2 * counts[c] + 1
            counts[c] += 1
            seen += 1
        for k in range(seen):
            counts[row[members[k]]] = 0
        if total < least:
            least = total
            guess = candidate
            if least == n:
                # It tells all members apart.
                break
    return guess


@allocating_phase
def play_greedily(rows, own, first, wide, most, members, space):
    """Play the strategy of `greedy_depth`.

    Returns ``(worst, total)``: the worst case, and the total number of guesses for all members,
    which is valid only if the worst case is at most ``most``.
    """
    n = members.shape[0]
    out = np.empty(n, np.int32)
    start = np.empty(n + 1, np.int32)
    todo = np.empty((n + 1, 3), np.int64)
    todo[0, 0] = 0
    todo[0, 1] = n
    todo[0, 2] = 0
    waiting = 1
    worst = 0
    total = 0
    while waiting > 0:
        waiting -= 1
        low = todo[waiting, 0]
        high = todo[waiting, 1]
        used = todo[waiting, 2] + 1
        here = members[low:high]
        if high - low == 1:
            worst = max(worst, used)
            total += used
            continue
        if used >= most:
            return used + 1, total
        guess = first
        if used > 1 or first < 0:
            guess = least_sum(rows, own, wide, here, space.counts)
        classes = split_set(rows, guess, here, out, start, space)
        for i in range(high - low):
            here[i] = out[i]
        for k in range(classes):
            if start[k + 1] - start[k] == 1 and own[here[start[k]]] == guess:
                worst = max(worst, used)
                total += used
            else:
                todo[waiting, 0] = low + start[k]
                todo[waiting, 1] = low + start[k + 1]
                todo[waiting, 2] = used
                waiting += 1
    return worst, total


@allocating_kernel
def greedy_depth(rows, own, first, wide, most, members, space):
    """Return the worst case of greedy play: ``first``, then always the guess of least Sum.

    Contract: at least two members; ``first`` is -1 if it is chosen like the others; ``own[s]`` is
    the guess that names secret s; ``space`` as for `split`; ``members`` is overwritten. Candidates
    win ties. Unless ``wide`` is true, only candidates are considered, which is far quicker and
    less good. Play stops when it takes more than ``most`` guesses; then the result is above
    ``most``, and a lower bound on the worst case of this strategy.
    """
    worst, _ = play_greedily(rows, own, first, wide, most, members, space)
    return worst


@allocating_kernel
def greedy_tries(rows, own, start, wide, worst, total, space):
    """Play the strategy of `greedy_depth` to the end in each of several sets.

    Contract: set k is members ``start[k]`` to ``start[k + 1]``, at least two. ``worst[k]`` and
    ``total[k]`` become its worst case and its total number of guesses. The other parameters are
    those of `greedy_depth`.
    """
    members = np.arange(start[start.shape[0] - 1]).astype(np.int32)
    for k in range(start.shape[0] - 1):
        some = members[start[k] : start[k + 1]]
        played = play_greedily(rows, own, -1, wide, some.shape[0] + 1, some, space)
        worst[k] = played[0]
        total[k] = played[1]
