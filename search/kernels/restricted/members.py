"""The members of a set as its only guesses: profiled, put in order, and tried with three left.

``square`` is ``(secrets, secrets)``, the rows of the guesses that name the secrets.
"""

from typing import NamedTuple

import numpy as np

from search.kernels.common.jit import allocating_phase, kernel, phase
from search.kernels.common.partition import Space, count_row, split_set, tells_apart
from search.kernels.common.widths import Widths, either

#: What a class that was refuted counts, spread over its members, in members never in one.
BLAME = 8


class Profiles(NamedTuple):
    """What is known of the members of one set as guesses."""

    # The Sum of each member: the sum of the squares of its class sizes.
    keys: np.ndarray  # (secrets,) int64
    # The size of its largest class, and how many classes it makes.
    largest: np.ndarray  # (secrets,) int32
    made: np.ndarray  # (secrets,) int32


class Scratch(NamedTuple):
    """Working space, for one set at a time."""

    space: Space
    stamp: np.ndarray  # (classes,) int64
    clock: np.ndarray  # (1,) int64
    # What the Sum grows by (see `class_sums`); it never changes.
    steps: np.ndarray  # (secrets,) int64
    profiles: Profiles
    # What the classes of one guess are ordered by.
    scores: np.ndarray  # (secrets,) float64


@either
def count_members(square, members, steps, profiles, counts):
    """Do what `profile_members` does."""
    n = members.shape[0]
    for i in range(n):
        row = square[members[i]]
        total, made = count_row(row, members, steps, counts)
        largest = 0
        for k in range(n):
            c = row[members[k]]
            largest = max(largest, counts[c])
            counts[c] = 0
        profiles.keys[i] = total
        profiles.largest[i] = largest
        profiles.made[i] = made
        if made == n:
            return i
    return -1


@kernel
def profile_members(square, members, steps, profiles, counts):
    """Write the profile of every member of a set as a guess.

    Contract: ``steps`` as for `class_sums`; ``counts`` is zero on entry and on return.

    Returns the place of a member that tells all apart (the sweep stops there), or -1.
    """
    return count_members(square, members, steps, profiles, counts)


@kernel
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


@phase
def order_members(profiles, n, depth, order):
    """Write the places of the members that may begin a strategy of that depth, least key first.

    Contract: the members are profiled, none tells all apart, and ``depth`` is at least 2. Left out
    are those of which the counts alone say that they cannot.

    Returns how many there are.
    """
    most = 0
    for i in range(n):
        most = max(most, profiles.made[i])
    found = reach(most, depth - 1, n)
    living = 0
    for i in range(n):
        if profiles.largest[i] <= found and n <= 1 + (profiles.made[i] - 1) * found:
            # Sorted by insertion: most sets are small, and in large ones profiling costs more.
            j = living
            while j > 0 and profiles.keys[order[j - 1]] > profiles.keys[i]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = i
            living += 1
    return living


@phase
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


@phase
def accuse(part, blame):
    """Raise the blame of the members of a class that was refuted."""
    for i in range(part.shape[0]):
        blame[part[i]] += BLAME / part.shape[0]


@phase
def separating_member(square, members, stamp, clock):
    """Return the place of the first member that tells all apart, or -1 (see `tells_apart`)."""
    for i in range(members.shape[0]):
        if tells_apart(square[members[i]], members, stamp, clock):
            return i
    return -1


@either
def copy_rows(square, members, near):
    """Copy the part that matters, to lie close together: every guess goes through it."""
    n = members.shape[0]
    for i in range(n):
        row = square[members[i]]
        for k in range(n):
            near[i, k] = row[members[k]]


@allocating_phase
def begin_three(square, members, blame, scratch):
    """Find a member after which each class has a member that tells its own apart.

    Contract: more than three members; they are profiled and none tells all apart.

    Returns ``(place, looks)``: the first such member in the order of `order_members`, or -1, and
    how many classes were looked into.
    """
    n = members.shape[0]
    order = np.empty(n, np.int32)
    living = order_members(scratch.profiles, n, 3, order)
    looks = 0
    if living == 0:
        return -1, looks
    near = np.empty((n, n), np.uint16)
    copy_rows(square, members, near)
    rows = Widths(np.empty((0, 0), np.uint8), near)
    places = np.empty(n, np.int32)
    to_blame = np.empty(n, np.float64)
    for i in range(n):
        places[i] = i
        to_blame[i] = blame[members[i]]
    parts = np.empty(n, np.int32)
    start = np.empty(n + 1, np.int32)
    class_order = np.empty(n, np.int32)
    found = -1
    for g in range(living):
        classes = split_set(rows, order[g], places, parts, start, scratch.space)
        classes = order_classes(parts, start, classes, 2, to_blame, class_order, scratch.scores)
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
