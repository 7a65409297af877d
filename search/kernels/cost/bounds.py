"""What a set costs at least, seen by one look at every guess.

Prices (see `search.model.costs`): a secret that is not found yet pays ``price[state]`` for each
guess and the state moves on by one. In the last state the game either ends, and what is paid there
is for having missed the secret, or goes on without end in that same state. So a secret of weight 1
that is found by the i-th guess from a state on pays ``cost[state, i]``, the sum of i prices.

The bound of a guess. Among the members of one class one may be found by the next guess, those of
other classes of that guess by the one after, and so on: with at most P classes for any guess, the
j-th member of a class (from 0, the heaviest first) is found by the next i-th guess at the earliest,
where i is the least number with P**(i - 1) > j.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from search.kernels.cost.counting import (
    FEW,
    MANY,
    USELESS,
    count_abreast,
    count_classes,
    count_in_turn,
    heaviest_sums,
)

#: Guesses ahead that a bound looks: with P > 1 classes that is for more secrets than there are.
AHEAD = 24


class Terms(NamedTuple):
    """Who pays how much.

    Attributes
    ----------
    price : (states,) int64
    cost : (states, AHEAD) int64
        What a secret of weight 1 pays that is found by the i-th guess from a state on, for i >= 1.
    endless : bool
        Whether the last state goes on; otherwise it ends the game.
    weights : (secrets,) int64
        At least 1 each.
    equal : bool
        Whether all weights are 1.
    counting : bool
        Whether nothing but misses is paid for.
    """

    price: np.ndarray
    cost: np.ndarray
    endless: bool
    weights: np.ndarray
    equal: bool
    counting: bool


class Looks(NamedTuple):
    """Working space, in the state that the kernels using it leave it in.

    Attributes
    ----------
    counts : (max(classes, secrets) + 1,) int32
    stamp : (classes,) int64
    clock : (1,) int64
    apart, made : (guesses,) uint8
    seen : (guesses,) uint64
    gain, keys, spread : (guesses,) int64
    steps, sums : (secrets + 1,) int64
    abreast : (ABREAST, classes) int32
        Zero on entry and on return; without guesses if there are more than `MANY` classes.
    tile : (TILE, secrets) of the dtype of the matrix
    """

    counts: np.ndarray
    stamp: np.ndarray
    clock: np.ndarray
    apart: np.ndarray
    made: np.ndarray
    seen: np.ndarray
    gain: np.ndarray
    keys: np.ndarray
    spread: np.ndarray
    steps: np.ndarray
    sums: np.ndarray
    abreast: np.ndarray
    tile: np.ndarray


@njit(cache=True, nogil=True)
def is_last(terms, state):
    """Tell whether the guess of a state is the last: the end comes for who is not found by it."""
    return not terms.endless and state == terms.price.shape[0] - 2


@njit(cache=True, nogil=True)
def following(terms, state):
    """Return the state after a guess."""
    return min(state + 1, terms.price.shape[0] - 1)


@njit(cache=True, nogil=True)
def floor(terms, state, most, size, steps):
    """Write what members of a class cost at least, the j-th heaviest of each: ``steps[j]``.

    Contract: no guess makes more than ``most`` classes of the set that the class is part of;
    ``steps`` has room for ``size``. The members of the class are asked for in ``state``.
    """
    at = 1
    reach = 1
    for j in range(size):
        if j == reach:
            at = min(at + 1, AHEAD - 1)
            reach *= max(most, 2)
        steps[j] = terms.cost[state, at]


@njit(cache=True, nogil=True)
def look(columns, own, members, terms, state, most, keys, spread, looks):
    """Write what each guess costs at least if it is the next: ``keys``.

    Contract: at least two members, the heaviest first; ``state`` is not the last; no guess makes
    more than ``most`` classes of them. ``spread`` orders guesses of equal keys, least first.

    Returns ``(guess, most)``: the first guess of least key, and the most classes any guess makes.
    """
    n = members.shape[0]
    guesses = columns.shape[1]
    below = following(terms, state)
    one, two = terms.cost[below, 1], terms.cost[below, 2]
    weight = np.int64(0)
    for i in range(n):
        weight += terms.weights[members[i]]
    begin = terms.price[state] * weight
    largest = 0
    if n <= FEW:
        made, gain = looks.made, looks.gain
        if terms.equal:
            count_classes(columns, members, looks)
            for g in range(guesses):
                k = np.int64(made[g])
                keys[g] = begin + k * one + (n - k) * two if k > 1 else USELESS
        else:
            heaviest_sums(columns, members, terms.weights, looks.apart, made, gain)
            for g in range(guesses):
                lead = gain[g]
                keys[g] = begin + lead * one + (weight - lead) * two if made[g] > 1 else USELESS
        for g in range(guesses):
            spread[g] = n - np.int64(made[g])
            largest = max(largest, np.int64(made[g]))
    else:
        floor(terms, below, most, n, looks.steps)
        if terms.equal and looks.stamp.shape[0] <= MANY:
            largest = count_abreast(columns, members, begin, keys, spread, looks)
        else:
            largest = count_in_turn(columns, members, terms.weights, begin, keys, spread, looks)
    for i in range(n):
        g = own[members[i]]
        if keys[g] != USELESS:
            keys[g] -= one * terms.weights[members[i]]
    best = 0
    for g in range(1, guesses):
        if keys[g] < keys[best]:
            best = g
    return best, largest


@njit(cache=True, nogil=True)
def look_briefly(columns, own, members, terms, state, looks):
    """Return what `look` does for few members of equal weight: a guess of least key, and the key.

    The more classes a guess makes the less it costs, so none needs a key of its own.
    """
    n = members.shape[0]
    below = following(terms, state)
    one, two = terms.cost[below, 1], terms.cost[below, 2]
    made = looks.made
    count_classes(columns, members, looks)
    largest = np.uint8(0)
    for g in range(made.shape[0]):
        largest = max(largest, made[g])
    guess = 0
    while made[guess] != largest:
        guess += 1
    member = own[members[0]]
    for i in range(1, n):
        if made[own[members[i]]] > made[member]:
            member = own[members[i]]
    k = np.int64(largest)
    lower = n * terms.price[state] + k * one + (n - k) * two
    k = np.int64(made[member])
    named = n * terms.price[state] + (k - 1) * one + (n - k) * two
    return (member, named) if named <= lower else (guess, lower)


@njit(cache=True, nogil=True)
def members_apart(rows, own, members, stamp, clock):
    """Return the most classes that a member makes when it is guessed, and its place.

    Contract: no entry of ``stamp`` exceeds ``clock[0]`` on entry or on return.
    """
    n = members.shape[0]
    most = 0
    place = 0
    for i in range(n):
        row = rows[own[members[i]]]
        clock[0] += 1
        now = clock[0]
        made = 0
        for j in range(n):
            c = row[members[j]]
            if stamp[c] != now:
                stamp[c] = now
                made += 1
            elif made + n - 1 - j <= most:
                break
        if made > most:
            most = made
            place = i
            if most == n:
                break
    return most, place


@njit(cache=True, nogil=True)
def at_most_pairs(row, members, counts):
    """Tell whether a guess leaves no class of more than two; ``counts`` is zero on both sides."""
    pairs = True
    for i in range(members.shape[0]):
        c = row[members[i]]
        counts[c] += 1
        pairs &= counts[c] <= 2
    for i in range(members.shape[0]):
        counts[row[members[i]]] = 0
    return pairs


@njit(cache=True, nogil=True)
def appraise(rows, columns, own, members, terms, state, most, looks):
    """Bound the cost of a set from below by one look, the members first.

    Contract: as of `look`, with at least three members; the guess of the state is not the last.

    Returns ``(lower, exact, guess)``: whether the set costs no more, and a guess to begin with.
    """
    n = members.shape[0]
    cost = terms.cost[state]
    if terms.equal:
        made, place = members_apart(rows, own, members, looks.stamp, looks.clock)
        guess = own[members[place]]
        if made == n:
            return cost[1] + (n - 1) * cost[2], True, guess
        if made == n - 1:
            # No member tells all others apart, so one that leaves a pair is best, unless a guess
            # that is no member and tells all apart is cheaper.
            value = cost[1] + (n - 2) * cost[2] + cost[3]
            if value <= n * cost[2]:
                return value, True, guess
    if terms.equal and n <= FEW:
        guess, lower = look_briefly(columns, own, members, terms, state, looks)
    else:
        guess, _ = look(columns, own, members, terms, state, most, looks.keys, looks.spread, looks)
        lower = looks.keys[guess]
    # A class of one or two costs what the bound says, and so does any if one guess is left for it.
    exact = is_last(terms, following(terms, state))
    exact = exact or at_most_pairs(rows[guess], members, looks.counts)
    return lower, exact, guess
