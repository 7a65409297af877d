"""Lower bounds on the cost of a set, and on the cost of each guess.

Prices (see `emi.search.model.cost_model`): a secret that is not found yet pays ``price[state]`` for
each guess, and the state advances by one. In the last state, the game either ends, and the price is
that of a miss, or it continues in that state without end. So a secret of weight 1 that is found by
the i-th guess from a state on pays ``cost[state, i]``, the sum of i prices.

The bound of a guess: if no guess makes more than P classes, the next i guesses find at most
P**(i - 1) members of one class. So the j-th member of a class (from 0, the heaviest first) is found
by the i-th guess at the earliest, where i is the least number with P**(i - 1) > j.
"""

from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import either, large_phase, phase
from emi.search.compile.structs import struct
from emi.search.kernels.core.arrays import array
from emi.search.kernels.core.partition import TILE_GUESSES, USELESS
from emi.search.kernels.cost.counting import (
    COUNTED_MEMBERS,
    are_counted,
    count_classes,
    has_bits,
    heaviest_sums,
    sum_abreast,
    sum_in_turn,
)
from emi.search.kernels.cost.sorting import LANES, ROWS

#: The most guesses that a bound looks ahead: enough for millions of secrets, even with two classes.
AHEAD = 24


@struct
class Prices(NamedTuple):
    """The prices of guesses and of a miss, and the weights of secrets."""

    price: np.ndarray  # (states,) int64
    # The cost of a secret of weight 1 that is found by the i-th guess from a state on, for i >= 1.
    cost: np.ndarray  # (states, AHEAD) int64
    # Whether the game continues in the last state; otherwise it ends there.
    endless: bool
    # At least 1 each.
    weights: np.ndarray  # (secrets,) int64
    # Whether all weights are 1.
    equal: bool
    # Whether only misses have a price.
    counting: bool
    # Whether, in addition, disjoint cores raise the bounds of guesses (see
    # `emi.search.kernels.cost.packing`).
    asking: bool


@struct
class Counting(NamedTuple):
    """Working space for counting classes. It is small, because it is passed for every bound."""

    # The size of each class of one guess; zero on entry and on return. The width exceeds the number
    # of classes.
    counts: np.ndarray = array(np.int32, "width", fill=0)
    # When each class was met last, and the time (see `tells_apart`).
    stamp: np.ndarray = array(np.int64, "classes", fill=0)
    clock: np.ndarray = array(np.int64, 1, fill=0)
    # Marks the guesses that tell a member from all earlier ones.
    apart: np.ndarray = array(np.uint8, "guesses")
    # The number of classes of each guess.
    class_counts: np.ndarray = array(np.uint16, "guesses")
    # A bit for each class of a guess: for games with many classes, and with few.
    seen: np.ndarray = array(np.uint64, "guesses")
    briefly: np.ndarray = array(np.uint16, "guesses")
    # The sum of the largest weights of all classes of a guess.
    gain: np.ndarray = array(np.int64, "guesses")
    # The lower bound of each guess, and the number of pairs that it leaves in one class.
    keys: np.ndarray = array(np.int64, "guesses")
    tie_break: np.ndarray = array(np.int64, "guesses")
    # The least cost of the j-th member of a class, and of its first j members.
    steps: np.ndarray = array(np.int64, "secrets + 1")
    sums: np.ndarray = array(np.int64, "secrets + 1")
    # The sizes of the classes of some guesses; zero on entry and on return. Empty if there are more
    # than `ABREAST_CLASSES` classes.
    abreast: np.ndarray = array(np.int32, "abreast", "classes", fill=0)
    # The feedback of some guesses, gathered.
    tile: np.ndarray = array(np.uint16, TILE_GUESSES, "secrets")
    # The feedback of some guesses to sort, for either width of the matrix. The first row of a tile
    # holds the largest number of the type. Empty if that may be a class, or for few guesses.
    narrow_tiles: np.ndarray = array(np.uint8, "narrow tiles", ROWS * LANES, fill=(1 << 8) - 1)
    wide_tiles: np.ndarray = array(np.uint16, "wide tiles", ROWS * LANES, fill=(1 << 16) - 1)
    # A byte for each class of some guesses; zero on entry and on return. ``eights`` views the same
    # bytes, eight to a word. Empty for more than `MARKED_CLASSES` classes, if sets are sorted.
    marks: np.ndarray = array(np.uint8, "marked", "class bytes", fill=0)
    eights: np.ndarray = array(np.uint64, "marked", "class eights", fill=0)


@phase
def is_last(prices, state):
    """Return whether the guess made in a state is the last one of the game."""
    return not prices.endless and state == prices.price.shape[0] - 2


@phase
def following(prices, state):
    """Return the state after a guess."""
    return min(state + 1, prices.price.shape[0] - 1)


@phase
def weight_of(prices, members):
    """Return the weight of a set."""
    weight = np.int64(0)
    for i in range(members.shape[0]):
        weight += prices.weights[members[i]]
    return weight


@phase
def floor(prices, state, most, size, steps):
    """Write the least cost per weight of the j-th heaviest member of a class: ``steps[j]``.

    Contract: no guess makes more than ``most`` classes of the set that contains the class;
    ``steps`` has room for ``size``; ``state`` is that of the class.
    """
    at = 1
    reach = 1
    for j in range(size):
        if j == reach:
            at = min(at + 1, AHEAD - 1)
            reach *= max(most, 2)
        steps[j] = prices.cost[state, at]


@phase
def bound_by_counts(game, members, prices, below, begin, keys, counting):
    """Do the same as `bound_guesses` for few members and all guesses, as if none were a member.

    The heaviest member of each class is found by the next guess at the earliest, the others by the
    one after it. So the bound needs the number of classes only, or the sum of the heaviest weights.

    Returns the most classes that any guess makes.
    """
    class_counts, gain, tie_break = counting.class_counts, counting.gain, counting.tie_break
    first, second = prices.cost[below, 1], prices.cost[below, 2]
    n = members.shape[0]
    if prices.equal:
        count_classes(game.columns, members, counting)
        for g in range(keys.shape[0]):
            k = np.int64(class_counts[g])
            keys[g] = begin + k * first + (n - k) * second if k > 1 else USELESS
    else:
        weight = weight_of(prices, members)
        heaviest_sums(game.columns, members, prices.weights, counting)
        for g in range(keys.shape[0]):
            lead = gain[g]
            keys[g] = (
                begin + lead * first + (weight - lead) * second if class_counts[g] > 1 else USELESS
            )
    largest = 0
    for g in range(keys.shape[0]):
        tie_break[g] = n - np.int64(class_counts[g])
        largest = max(largest, np.int64(class_counts[g]))
    return largest


@phase
def least_of(keys, listed):
    """Return the first guess of least key: of the listed ones, or of all if none are listed."""
    if listed.shape[0] == 0:
        best = np.int64(0)
        for g in range(1, keys.shape[0]):
            if keys[g] < keys[best]:
                best = np.int64(g)
        return best
    best = np.int64(listed[0])
    for k in range(1, listed.shape[0]):
        if keys[listed[k]] < keys[best]:
            best = np.int64(listed[k])
    return best


@large_phase
def bound_guesses(game, members, prices, state, most, listed, keys, counting):
    """Write a lower bound on the cost of each guess if it is made next: ``keys``.

    A guess costs its price for every member, and each class the floor of its size; a guess that is
    a member finds itself for nothing more. How classes are counted depends on the members:

        at most COUNTED_MEMBERS, all guesses   their number suffices    `bound_by_counts`
        equal weights, few class numbers       many guesses at once     `sum_abreast`
        otherwise                              guess by guess           `sum_in_turn`

    Contract: at least two members, the heaviest first; ``state`` is not the last; no guess makes
    more than ``most`` classes of them. ``counting.tie_break`` orders guesses of equal keys, least
    first. If any guesses are ``listed``, only these are bounded. The other keys are then without
    meaning, except that keys which were `USELESS` before stay so.

    Returns ``(guess, most)``: the first guess of least key, and the most classes any guess makes.
    """
    below = following(prices, state)
    first = prices.cost[below, 1]
    begin = prices.price[state] * weight_of(prices, members)
    n, largest = members.shape[0], 0
    if listed.shape[0] == 0 and n <= COUNTED_MEMBERS:
        largest = bound_by_counts(game, members, prices, below, begin, keys, counting)
    else:
        floor(prices, below, most, n, counting.steps)
        if prices.equal and has_bits(counting):
            largest = sum_abreast(game.columns, members, listed, begin, keys, counting)
        else:
            weights = prices.weights
            largest = sum_in_turn(game, members, weights, listed, begin, keys, counting)
    # A guess that names a member finds this member, which pays nothing more.
    for i in range(n):
        g = game.own[members[i]]
        if keys[g] != USELESS:
            keys[g] -= first * prices.weights[members[i]]
    return least_of(keys, listed), largest


@phase
def bound_counted(game, members, prices, state, counting):
    """Return a guess of least lower bound and this bound, for members of equal weight.

    Contract: `are_counted` is true. The more classes a guess makes, the lower is its bound, so
    counting classes suffices.
    """
    own, class_counts = game.own, counting.class_counts
    n = members.shape[0]
    below = following(prices, state)
    first, second = prices.cost[below, 1], prices.cost[below, 2]
    count_classes(game.columns, members, counting)
    largest = np.uint16(0)
    for g in range(class_counts.shape[0]):
        largest = max(largest, class_counts[g])
    guess = 0
    while class_counts[guess] != largest:
        guess += 1
    member = own[members[0]]
    for i in range(1, n):
        if class_counts[own[members[i]]] > class_counts[member]:
            member = own[members[i]]
    k = np.int64(largest)
    lower = n * prices.price[state] + k * first + (n - k) * second
    k = np.int64(class_counts[member])
    named = n * prices.price[state] + (k - 1) * first + (n - k) * second
    return (member, named) if named <= lower else (guess, lower)


@either
def members_apart(rows, own, members, stamp, clock):
    """Return the most classes that guessing a member makes, and the place of the member.

    If no member makes n - 1 classes or more of n members, returns n - 2 and 0. Contract: no entry
    of ``stamp`` exceeds ``clock[0]`` on entry or on return.
    """
    n = members.shape[0]
    most = n - 2
    place = 0
    for i in range(n):
        row = rows[own[members[i]]]
        clock[0] += 1
        now = clock[0]
        classes = 0
        for j in range(n):
            c = row[members[j]]
            if stamp[c] != now:
                stamp[c] = now
                classes += 1
            elif classes + n - 1 - j <= most:
                break
        if classes > most:
            most = classes
            place = i
            if most == n:
                break
    return most, place


@either
def at_most_pairs(rows, guess, members, counts):
    """Return whether no class of a guess has more than two members.

    Contract: ``counts`` is zero on entry and on return.
    """
    row = rows[guess]
    pairs = True
    for i in range(members.shape[0]):
        c = row[members[i]]
        counts[c] += 1
        pairs &= counts[c] <= 2
    for i in range(members.shape[0]):
        counts[row[members[i]]] = 0
    return pairs


@large_phase
def bound_set(game, members, prices, state, most, listed, counting):
    """Bound the cost of a set from below by one sweep over the guesses, the members first.

    Contract: as for `bound_guesses`, with at least three members; the guess made in ``state`` is
    not the last one of the game.

    Returns ``(lower, exact, guess)``: the bound, whether it is the cost, and a guess with this
    bound.
    """
    n = members.shape[0]
    cost = prices.cost[state]
    if prices.equal and n <= COUNTED_MEMBERS:
        classes, place = members_apart(game.rows, game.own, members, counting.stamp, counting.clock)
        guess = game.own[members[place]]
        if classes == n:
            return cost[1] + (n - 1) * cost[2], True, guess
        if classes == n - 1:
            # No member tells all others apart, so a member that leaves one pair is best, unless a
            # guess that is no member and tells all apart is cheaper.
            value = cost[1] + (n - 2) * cost[2] + cost[3]
            if value <= n * cost[2]:
                return value, True, guess
    if prices.equal and listed.shape[0] == 0 and are_counted(counting, most, n):
        guess, lower = bound_counted(game, members, prices, state, counting)
    else:
        keys = counting.keys
        guess, _ = bound_guesses(game, members, prices, state, most, listed, keys, counting)
        lower = keys[guess]
    # The bound is exact if no class has more than two members, or if one guess is left for classes.
    exact = is_last(prices, following(prices, state))
    exact = exact or at_most_pairs(game.rows, guess, members, counting.counts)
    return lower, exact, guess
