"""Find the lemmas of a refutation: sets with the lower bounds on their costs that a proof needs.

A request is a set with a bound to prove. For each next guess, the bounds of its classes must add up
to that bound. The sizes of the classes and earlier requests contribute first; the rest is requested
of classes with better known bounds. Sets are processed from the largest down, so the highest bound
requested of a set is known when its turn comes.
"""

from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import allocating_kernel, phase, view
from emi.search.compile.structs import struct
from emi.search.kernels.core import machine
from emi.search.kernels.core.arrays import array, nested, record
from emi.search.kernels.core.partition import Space, split_set
from emi.search.kernels.core.restriction import position_key
from emi.search.kernels.core.sets import copy
from emi.search.kernels.core.symmetry import orbits
from emi.search.kernels.core.transposition import place_of
from emi.search.kernels.cost.bounds import (
    Counting,
    bound_guesses,
    bound_set,
    floor,
    following,
    is_last,
    weight_of,
)
from emi.search.kernels.cost.branch_and_bound import PAIRS_AT_ONCE, SEARCHED, remember
from emi.search.kernels.cost.counting import COUNTED_MEMBERS, count_classes, has_bits, is_marked
from emi.search.kernels.cost.stack import ORBIT_MEMBERS, class_floor

#: A requested set.
REQUEST = record(
    count="the number of members",
    allowed="the number of guesses still allowed, in hard play",
    begin="the start of its members and guesses in the pool",
    state="the state of the prices",
    bound="the lower bound to prove; 0 until one is requested",
    most="the most classes that any guess makes of it, or of a superset",
    lower="the lower bound found by another search; 0 without one",
    exact="whether that bound is the cost",
    above="the set of which it is a class; -1 for the question",
    guess="the guess that leaves this class",
    symmetric="whether guesses that are equivalent by symmetry are left out",
    next="the next waiting set of the same size; -1 if there is none",
    alike="the next set with the same slot of keys; -1 if there is none",
)
#: All bounds are proven, a class needs a search, or a guess costs less than the requested bound.
DONE, SEARCH, FAILED = 8, 9, 10
#: The next step.
PROOF_STEP = record(
    reach="the largest size of the sets that wait",
    set="the current set",
    choices="the number of guesses whose costs must be proven",
    tried="the number of these guesses that are finished",
    most="the most classes that any guess makes of the set",
    search="the class that needs a search",
    limit="the limit of that search",
    bounded="whether the unknown classes of the guess were bounded",
)


@struct
class Requests(NamedTuple):
    """The requested sets, and classes that may be requested."""

    at: np.ndarray = array(REQUEST, "capacity", fill=0)
    key: np.ndarray = array(np.uint64, "capacity", 2, fill=0)
    # For each set, the members (heaviest first), then the allowed guesses.
    pool: np.ndarray = array(np.int32, "pool")
    # The latest set in each slot of keys, and the latest waiting set of each size.
    alike: np.ndarray = array(np.int32, "slots", fill=-1)
    of_size: np.ndarray = array(np.int64, "members + 1", fill=-1)
    # The processed sets, in order.
    processed: np.ndarray = array(np.int64, "capacity", fill=0)
    # The number of sets, the length of the pool in use, and the number of processed sets.
    held: np.ndarray = array(np.int64, 3, fill=0)


@struct
class ProofWork(NamedTuple):
    """The progress of the work, and working space."""

    registers: np.ndarray = array(PROOF_STEP, 1, fill=0)
    counting: Counting = nested(Counting)
    space: Space = nested(Space)
    keys: np.ndarray = array(np.int64, "guesses")
    order: np.ndarray = array(np.int32, "guesses")
    orbit: np.ndarray = array(np.int32, "guesses")
    remaining: np.ndarray = array(np.int32, "guesses")
    split: np.ndarray = array(np.int32, "secrets")
    start: np.ndarray = array(np.int32, "secrets + 1")
    sums: np.ndarray = array(np.int64, "secrets + 1")
    # For each class, the bound requested or proven by its size, and how much more is known.
    have: np.ndarray = array(np.int64, "secrets")
    more: np.ndarray = array(np.int64, "secrets")
    exact: np.ndarray = array(np.uint8, "secrets")
    # For each class, its key, and its place among the sets or -1.
    key: np.ndarray = array(np.uint64, "secrets", 2)
    place: np.ndarray = array(np.int64, "secrets")


@phase
def place_of_request(requests, key):
    """Return the set with a key, or -1."""
    k = np.int64(requests.alike[np.int64(key[1] & np.uint64(requests.alike.shape[0] - 1))])
    while k >= 0 and (requests.key[k, 0] != key[0] or requests.key[k, 1] != key[1]):
        k = requests.at[k].alike
    return k


@phase
def write_key(game, prices, restriction, requests, guess, q, work):
    """Write the key of class q of a guess, and the guesses allowed for it; return their number."""
    at, klass = requests.at[work.registers[0].set], class_of(work, q)
    begin, state = at.begin + at.count, following(prices, at.state)
    allowed, remaining = requests.pool[begin : begin + at.allowed], work.remaining
    return position_key(restriction, game, allowed, guess, klass, state, remaining, work.key[q])


@view
def class_of(work, q):
    """Return the members of class q of the current guess."""
    return work.split[work.start[q] : work.start[q + 1]]


@phase
def add(game, prices, restriction, requests, guess, q, work):
    """Return the place of class q of a guess among the sets; add it if it is missing."""
    if work.place[q] >= 0:
        return work.place[q]
    # The allowed guesses were overwritten by those of later classes.
    allowed = 0
    if restriction.restricted:
        allowed = write_key(game, prices, restriction, requests, guess, q, work)
    register, klass, key = work.registers[0], class_of(work, q), work.key[q]
    new, begin, n = requests.held[0], requests.held[1], klass.shape[0]
    for i in range(n):
        requests.pool[begin + i] = klass[i]
    for i in range(allowed):
        requests.pool[begin + n + i] = work.remaining[i]
    slot = np.int64(key[1] & np.uint64(requests.alike.shape[0] - 1))
    at = requests.at[new]
    at.count, at.allowed, at.begin = n, allowed, begin
    at.state = following(prices, requests.at[register.set].state)
    at.bound, at.most, at.lower, at.exact = 0, register.most, 0, 0
    at.above, at.guess, at.symmetric = register.set, guess, 0
    at.next, at.alike = -1, requests.alike[slot]
    requests.key[new, 0], requests.key[new, 1] = key[0], key[1]
    requests.alike[slot] = new
    requests.held[0] += 1
    requests.held[1] += n + allowed
    work.place[q] = new
    return new


@phase
def next_set(requests, work):
    """Make the largest waiting set the current one; return whether there is one."""
    register = work.registers[0]
    while register.reach >= 0 and requests.of_size[register.reach] < 0:
        register.reach -= 1
    if register.reach < 0:
        return False
    register.set = requests.of_size[register.reach]
    requests.of_size[register.reach] = requests.at[register.set].next
    requests.processed[requests.held[2]] = register.set
    requests.held[2] += 1
    return True


@phase
def is_swept(table, requests, k):
    """Return whether class sizes alone prove the bound of a set for every guess.

    This holds if the search proved the bound by a sweep.
    """
    p = place_of(table, requests.key[k])
    return p >= 0 and table.at[p].priority < SEARCHED and table.at[p].lower >= requests.at[k].bound


@phase
def fewest_classes(prices, state, most, n, wanted):
    """Return the fewest classes with which a guess may cost less than ``wanted``.

    The next guess finds at most one of the ``n`` members of each class, and the next two find at
    most ``most``. Contract: equal weights; ``wanted`` excludes the price of the guess itself.
    """
    below = following(prices, state)
    first, second, third = prices.cost[below, 1], prices.cost[below, 2], prices.cost[below, 3]
    for k in range(2, n + 1):
        later = max(n - k * most, 0)
        if k * first + (n - k - later) * second + later * third < wanted:
            return k
    return n + 1


@phase
def can_count(prices, at, counting):
    """Return whether to exclude guesses by the number of classes that they make of a set."""
    counted = at.count <= COUNTED_MEMBERS or has_bits(counting) or is_marked(counting)
    return prices.equal and at.allowed == 0 and counted


@phase
def count_up(game, prices, at, members, work):
    """List the guesses that make enough classes to possibly cost less than the bound.

    For most sets few guesses remain, and counting classes is faster than computing their sizes.
    Contract: `can_count` is true.

    Returns the number of guesses listed, and the most classes that any guess makes.
    """
    counting, order = work.counting, work.order
    class_counts, n, count, largest = counting.class_counts, members.shape[0], 0, np.uint16(2)
    count_classes(game.columns, members, counting)
    for g in range(class_counts.shape[0]):
        largest = max(largest, class_counts[g])
    most, first = np.int64(largest), prices.cost[following(prices, at.state), 1]
    wanted = at.bound - n * prices.price[at.state]
    few = fewest_classes(prices, at.state, most, n, wanted)
    for g in range(class_counts.shape[0]):
        if class_counts[g] >= few:
            order[count] = g
            count += 1
    # The class of a guessed member costs nothing.
    less = fewest_classes(prices, at.state, most, n, wanted + first)
    for i in range(n):
        g = game.own[members[i]]
        if less <= class_counts[g] < few:
            order[count] = g
            count += 1
    return count, most


@phase
def sum_floor(prices, at, most, counting, sums):
    """Write the least cost of the first j members of a class of a set, for all j: ``sums``."""
    steps = counting.steps
    floor(prices, following(prices, at.state), most, at.count, steps)
    sums[0] = 0
    for j in range(at.count):
        sums[j + 1] = sums[j] + steps[j]


@phase
def find_orbits(game, requests, work):
    """Write the orbits of guesses after those that lead to the current set, if it is large."""
    symmetry, at = game.symmetry, requests.at[work.registers[0].set]
    if symmetry.codes.shape[0] == 0 or (at.above >= 0 and at.count <= ORBIT_MEMBERS):
        return
    played, k = 0, work.registers[0].set
    while requests.at[k].above >= 0:
        work.remaining[played] = requests.at[k].guess
        played += 1
        k = requests.at[k].above
    at.symmetric = orbits(symmetry, work.remaining[:played], work.orbit) < work.orbit.shape[0]


@phase
def list_cheap(at, listed, work):
    """Write to ``work.order`` the guesses, one of each orbit, whose keys are below a set's bound.

    Only ``listed`` guesses are examined, or all if none are listed; ``listed`` may be a part of
    ``work.order``.
    """
    register, order, keys, orbit = work.registers[0], work.order, work.keys, work.orbit
    many = listed.shape[0] if listed.shape[0] > 0 else keys.shape[0]
    for i in range(many):
        g = listed[i] if listed.shape[0] > 0 else i
        if keys[g] < at.bound and (at.symmetric == 0 or orbit[g] == g):
            order[register.choices] = g
            register.choices += 1


@phase
def list_unproven(game, prices, requests, firsts, work):
    """List the guesses whose class sizes do not prove the bound of the current set.

    For the question itself, list the given first guesses, if there are any.
    """
    register, counting = work.registers[0], work.counting
    at = requests.at[register.set]
    members = requests.pool[at.begin : at.begin + at.count]
    register.tried, register.choices, register.most = 0, 0, 2
    if at.count <= 2:
        return
    given = at.above < 0 and firsts.shape[0] > 0
    most, listed = at.most, requests.pool[at.begin + at.count : at.begin + at.count + at.allowed]
    counted = can_count(prices, at, counting)
    if counted:
        count, most = count_up(game, prices, at, members, work)
        if count == 0 and not given:
            return
        listed = work.order[:count]
    if not (counted and given):
        keys, state = work.keys, at.state
        _, largest = bound_guesses(game, members, prices, state, most, listed, keys, counting)
        most = most if counted else largest
    register.most = max(most, 2)
    sum_floor(prices, at, register.most, counting, work.sums)
    if given:
        copy(firsts, work.order)
        register.choices = firsts.shape[0]
        return
    find_orbits(game, requests, work)
    list_cheap(at, listed, work)


@phase
def bound_classes(game, prices, restriction, requests, guess, work):
    """Write the classes of a guess, and bound them by their sizes and by earlier requests.

    Returns ``(classes, lack)``: the number of classes, and the amount by which their bounds fall
    short. If it is above 0, the keys and places of all classes whose bounds are not exact are
    written.
    """
    split, start = work.split, work.start
    at = requests.at[work.registers[0].set]
    members = requests.pool[at.begin : at.begin + at.count]
    classes = split_set(game.rows, guess, members, split, start, work.space)
    state = following(prices, at.state)
    ended = state == prices.price.shape[0] - 1 and not prices.endless
    lack = at.bound - weight_of(prices, members) * prices.price[at.state]
    for q in range(classes):
        least = class_floor(game.own, prices, split, start[q], start[q + 1], work.sums, guess)
        work.have[q], work.more[q] = least, 0
        work.exact[q] = ended or start[q + 1] - start[q] <= 2
        lack -= least
    for q in range(classes):
        # For most guesses, earlier requests suffice.
        if lack <= 0:
            break
        if work.exact[q] == 0:
            write_key(game, prices, restriction, requests, guess, q, work)
            k = work.place[q] = place_of_request(requests, work.key[q])
            if k >= 0 and requests.at[k].bound > work.have[q]:
                lack -= requests.at[k].bound - work.have[q]
                work.have[q] = requests.at[k].bound
    return classes, lack


@phase
def recall_classes(table, requests, classes, work):
    """Write by how much the known bound of each class exceeds the requested one; return the sum."""
    excess = np.int64(0)
    for q in range(classes):
        if work.exact[q] == 0:
            lower, exact = np.int64(0), False
            p, k = place_of(table, work.key[q]), work.place[q]
            if p >= 0:
                lower, exact = table.at[p].lower, table.at[p].lower == table.at[p].upper
            if k >= 0:
                lower, exact = max(lower, requests.at[k].lower), exact or requests.at[k].exact != 0
            work.more[q], work.exact[q] = max(lower - work.have[q], 0), exact
            excess += work.more[q]
    return excess


@phase
def request(game, prices, restriction, requests, guess, classes, lack, work):
    """Raise the requested bounds of the classes by ``lack`` in total.

    Classes whose known bounds exceed the requested ones most come first.
    """
    while lack > 0:
        most = 0
        for q in range(1, classes):
            if work.more[q] > work.more[most]:
                most = q
        gain = min(work.more[most], lack)
        k = add(game, prices, restriction, requests, guess, most, work)
        if requests.at[k].bound == 0:
            n = requests.at[k].count
            requests.at[k].next = requests.of_size[n]
            requests.of_size[n] = k
        requests.at[k].bound = work.have[most] + gain
        work.more[most] = 0
        lack -= gain


@phase
def bound_unknown(game, prices, restriction, table, requests, guess, classes, work):
    """Bound classes without a table entry by a sweep; return whether there are any.

    The table has replaced their entries. For most classes a sweep is faster than another search.
    """
    register, counting = work.registers[0], work.counting
    state = following(prices, requests.at[register.set].state)
    register.bounded, any_bounded = 1, False
    if is_last(prices, state):
        return False
    for q in range(classes):
        if work.exact[q] == 0 and work.more[q] == 0 and place_of(table, work.key[q]) < 0:
            klass, remaining = class_of(work, q), 0
            if restriction.restricted:
                remaining = write_key(game, prices, restriction, requests, guess, q, work)
            listed = work.remaining[:remaining]
            lower, exact, first = bound_set(
                game, klass, prices, state, register.most, listed, counting
            )
            remember(table, work.key[q], klass.shape[0], lower, exact, first)
            any_bounded = True
    return any_bounded


@phase
def request_search(game, prices, restriction, requests, guess, classes, lack, work):
    """Choose for a search the smallest class of unknown cost; return whether there is one."""
    register = work.registers[0]
    best = -1
    for q in range(classes):
        if work.exact[q] == 0:
            best = q
    if best < 0:
        return False
    register.search = add(game, prices, restriction, requests, guess, best, work)
    register.limit = work.have[best] + work.more[best] + lack
    return True


@phase
def is_full(requests, guesses):
    """Return whether there may be no room for the classes of another guess."""
    at, held = requests.at, requests.held
    secrets = requests.of_size.shape[0] - 1
    return held[0] + secrets > at.shape[0] or held[1] + secrets + guesses > requests.pool.shape[0]


@phase
def prove_guess(game, prices, restriction, table, requests, work):
    """Request bounds of the classes of the next guess that add up to the bound of the set.

    If the known bounds are too low, one of the classes needs a search first. Returns UNKNOWN to
    continue with the next guess, or with this one if a sweep raised bounds; SEARCH; or FAILED.
    """
    register = work.registers[0]
    guess = work.order[register.tried]
    classes, lack = bound_classes(game, prices, restriction, requests, guess, work)
    excess = recall_classes(table, requests, classes, work) if lack > 0 else np.int64(0)
    if excess >= lack:
        request(game, prices, restriction, requests, guess, classes, lack, work)
        register.tried += 1
        register.bounded = 0
        return machine.UNKNOWN
    # The table may have replaced some entries.
    if register.bounded == 0 and bound_unknown(
        game, prices, restriction, table, requests, guess, classes, work
    ):
        return machine.UNKNOWN
    lack -= excess
    if request_search(game, prices, restriction, requests, guess, classes, lack, work):
        return SEARCH
    return FAILED


@allocating_kernel
def advance(game, prices, restriction, table, requests, firsts, work):
    """Continue until all needed bounds are requested, or `PAIRS_AT_ONCE` pairs are examined.

    Sets are processed from the largest down, each guess by guess. Contract: the question is set 0,
    the only one of its size; ``firsts`` has the first guesses to examine, all if empty. After FULL
    there must be more room; after SEARCH the bound found for that class must be recorded.

    Returns DONE, PAUSED, FULL, SEARCH or FAILED.
    """
    register, pairs, guesses = work.registers[0], 0, work.keys.shape[0]
    while pairs < PAIRS_AT_ONCE:
        if register.tried == register.choices:
            if not next_set(requests, work):
                return DONE
            register.tried = register.choices = 0
            if not is_swept(table, requests, register.set):
                list_unproven(game, prices, requests, firsts, work)
                pairs += guesses * register.reach
            continue
        at = requests.at[register.set]
        # In hard play, each class may keep all allowed guesses.
        if is_full(requests, at.count * at.allowed):
            return machine.FULL
        pairs += at.count
        status = prove_guess(game, prices, restriction, table, requests, work)
        if status != machine.UNKNOWN:
            return status
    return machine.PAUSED
