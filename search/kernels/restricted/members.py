"""The members of a set as its only guesses: weighed, put in order, and tried with three left.

``square`` is ``(secrets, secrets)``, the rows of the guesses that name the secrets.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from search.kernels.common.partition import split

#: What a class that was refuted weighs, spread over its members, in members never in one.
BLAME = 8


class Weights(NamedTuple):
    """What the members of one set are worth as guesses; working space for one set at a time.

    Attributes
    ----------
    keys : (secrets,) int64
        The Sum of each member: the sum of the squares of its class sizes.
    largest, made : (secrets,) int32
        The size of its largest class, and how many classes it makes.
    scores : (secrets,) float64
        What the classes of one guess are ordered by.
    """

    keys: np.ndarray
    largest: np.ndarray
    made: np.ndarray
    scores: np.ndarray


@njit(cache=True, nogil=True)
def weigh_members(square, members, steps, weights, counts):
    """Profiler every member of a set as a guess.

    Contract: ``steps`` as for `class_sums`; ``counts`` is zero on entry and on return.

    Returns the place of a member that tells all apart (the sweep stops there), or -1.
    """
    n = members.shape[0]
    for i in range(n):
        row = square[members[i]]
        total = 0
        made = 0
        for k in range(n):
            c = row[members[k]]
            seen = counts[c]
            counts[c] = seen + 1
            total += steps[seen]
            made += seen == 0
        largest = 0
        for k in range(n):
            c = row[members[k]]
            largest = max(largest, counts[c])
            counts[c] = 0
        weights.keys[i] = total
        weights.largest[i] = largest
        weights.made[i] = made
        if made == n:
            return i
    return -1


@njit(cache=True, nogil=True)
def reach(most, depth, n):
    """Return how many secrets ``depth`` guesses find at most, or ``n`` if that is fewer.

    Contract: no guess makes more than ``most`` classes of the set, hence none of any subset; one
    of them is that of the guess itself.
    """
    found = 1
    for _ in range(depth - 1):
        found = 1 + (most - 1) * found
        if found >= n:
            return n
    return found


@njit(cache=True, nogil=True)
def order_members(weights, n, depth, order):
    """Write the places of the members that may begin a strategy of that depth, least key first.

    Contract: the members are weighed, none tells all apart, and ``depth`` is at least 2. Left out
    are those of which the counts alone say that they cannot.

    Returns how many there are.
    """
    most = 0
    for i in range(n):
        most = max(most, weights.made[i])
    found = reach(most, depth - 1, n)
    living = 0
    for i in range(n):
        if weights.largest[i] <= found and n <= 1 + (weights.made[i] - 1) * found:
            # Sorted by insertion: most sets are small, and in large ones weighing costs more.
            j = living
            while j > 0 and weights.keys[order[j - 1]] > weights.keys[i]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = i
            living += 1
    return living


@njit(cache=True, nogil=True)
def order_classes(parts, start, classes, trivial, blame, order, scores):
    """Write the classes of more than ``trivial`` members, the likeliest to be refuted first.

    Contract: class k is ``parts[start[k]:start[k + 1]]``, sizes fall; ``blame[s]`` is what secret s
    adds to the score of its class.

    Returns how many there are.
    """
    for k in range(classes):
        if start[k + 1] - start[k] <= trivial:
            return k
        score = 0.0
        for i in range(start[k], start[k + 1]):
            score += blame[parts[i]]
        j = k
        while j > 0 and scores[j - 1] < score:
            scores[j] = scores[j - 1]
            order[j] = order[j - 1]
            j -= 1
        scores[j] = score
        order[j] = k
    return classes


@njit(cache=True, nogil=True)
def accuse(part, blame):
    """Raise the blame of the members of a class that was refuted."""
    for i in range(part.shape[0]):
        blame[part[i]] += BLAME / part.shape[0]


@njit(cache=True, nogil=True)
def separating_member(square, members, stamp, clock):
    """Find a member that gives all members different feedback.

    Contract: no entry of ``stamp`` exceeds ``clock[0]`` on entry or on return.

    Returns its place, or -1.
    """
    now = clock[0]
    n = members.shape[0]
    found = -1
    for i in range(n):
        row = square[members[i]]
        now += 1
        apart = True
        for k in range(n):
            c = row[members[k]]
            if stamp[c] == now:
                apart = False
                break
            stamp[c] = now
        if apart:
            found = i
            break
    clock[0] = now
    return found


@njit(cache=True, nogil=True)
def begin_three(square, members, weights, blame, scratch):
    """Find a member after which each class has a member that tells its own apart.

    Contract: more than three members; they are weighed and none tells all apart.

    Returns ``(place, looks)``: the first such member in the order of `order_members`, or -1, and
    how many classes were looked into.
    """
    n = members.shape[0]
    order = np.empty(n, np.int32)
    living = order_members(weights, n, 3, order)
    looks = 0
    if living == 0:
        return -1, looks
    # A copy of the part that matters, close together: every guess goes through it.
    near = np.empty((n, n), square.dtype)
    for i in range(n):
        row = square[members[i]]
        for k in range(n):
            near[i, k] = row[members[k]]
    places = np.arange(n).astype(np.int32)
    to_blame = np.empty(n, np.float64)
    for i in range(n):
        to_blame[i] = blame[members[i]]
    parts = np.empty(n, np.int32)
    start = np.empty(n + 1, np.int32)
    class_order = np.empty(n, np.int32)
    scores = weights.scores
    counts, label, tally = scratch.counts, scratch.label, scratch.tally
    found = -1
    for g in range(living):
        classes = split(near[order[g]], places, parts, start, counts, label, tally)
        classes = order_classes(parts, start, classes, 2, to_blame, class_order, scores)
        found = order[g]
        for q in range(classes):
            part = parts[start[class_order[q]] : start[class_order[q] + 1]]
            looks += 1
            if separating_member(near, part, scratch.stamp, scratch.clock) < 0:
                accuse(part, to_blame)
                found = -1
                break
        if found >= 0:
            break
    for i in range(n):
        blame[members[i]] = to_blame[i]
    return found, looks
