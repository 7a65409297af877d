"""The guesses allowed for a set: profiles, order, and the decision with three guesses left.

``near`` is ``(guesses, members)`` uint16: the feedback of the guesses listed for a set on its
members, copied to be contiguous, because every step reads it. The members are listed first.
"""

from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import allocating_kernel, allocating_phase, either, kernel, phase
from emi.search.compile.structs import struct
from emi.search.kernels.core.arrays import array, nested
from emi.search.kernels.core.partition import Space, split_row, tells_apart
from emi.search.kernels.core.restriction import stays
from emi.search.kernels.core.sets import sort

#: The blame that a refuted class adds in total to its members; each secret begins with 1.
BLAME_FOR_A_CLASS = 8
#: Up to this many guesses are sorted by insertion.
INSERTED_GUESSES = 64


@struct
class HardProfiles(NamedTuple):
    """The profiles of the guesses listed for one set."""

    # Twice the Sum of each guess (the sum of its squared class sizes), plus 1 if it is no member.
    keys: np.ndarray = array(np.int64, "guesses")
    # The size of the largest class, and the number of classes.
    largest: np.ndarray = array(np.int32, "guesses")
    classes: np.ndarray = array(np.int32, "guesses")


@struct
class HardScratch(NamedTuple):
    """Working space, for one set at a time."""

    space: Space = nested(Space)
    stamp: np.ndarray = array(np.int64, "classes", fill=0)
    clock: np.ndarray = array(np.int64, 1, fill=0)
    profiles: HardProfiles = nested(HardProfiles)
    # The scores by which the classes of one guess are ordered.
    scores: np.ndarray = array(np.float64, "secrets")
    # The number of guesses with each clue word, zero on entry and on return; the words that occur.
    tally: np.ndarray = array(np.int32, 1 << 16, fill=0)
    given: np.ndarray = array(np.uint16, "guesses")
    # The work done so far: pairs of guess and member examined.
    spent: np.ndarray = array(np.int64, 1, fill=0)
    # Marks the members of a set as guesses; zero on entry and on return.
    mark: np.ndarray = array(np.uint8, "guesses", fill=0)


@phase
def list_guesses(own, members, allowed, mark, listed):
    """List the members as guesses, then the other allowed guesses; return their number."""
    n = members.shape[0]
    for i in range(n):
        listed[i] = own[members[i]]
        mark[listed[i]] = 1
    count = n
    for k in range(allowed.shape[0]):
        if mark[allowed[k]] == 0:
            listed[count] = allowed[k]
            count += 1
    for i in range(n):
        mark[listed[i]] = 0
    return count


@either
def copy_rows(rows, members, listed, near):
    """Write ``near[i, k]``: the feedback of guess ``listed[i]`` on member k.

    Using `gather_rows` and `count_gathered` here and in `profile` made play with hints 5 % slower.
    """
    n = members.shape[0]
    for i in range(listed.shape[0]):
        row = rows[listed[i]]
        for k in range(n):
            near[i, k] = row[members[k]]


@phase
def profile(near, profiles, counts):
    """Write the profile of every guess listed for a set.

    Contract: ``counts`` is zero on entry and on return.

    Returns the place of a guess that tells all members apart (the sweep stops there), or -1.
    """
    n = near.shape[1]
    for i in range(near.shape[0]):
        total = 0
        classes = 0
        largest = 0
        for k in range(n):
            c = near[i, k]
            seen = counts[c]
            counts[c] = seen + 1
            total += 2 * seen + 1
            classes += seen == 0
            largest = max(largest, seen + 1)
        for k in range(n):
            counts[near[i, k]] = 0
        profiles.keys[i] = 2 * total + (i >= n)
        profiles.largest[i] = largest
        profiles.classes[i] = classes
        if classes == n:
            return i
    return -1


@kernel
def reach(most, depth, n, members_only):
    """Return the most secrets that ``depth`` guesses can find, at most ``n``.

    Contract: no guess makes more than ``most`` classes of the set, hence of any subset. If only
    members are allowed, one of these classes is that of the guess itself.
    """
    secrets = 1
    for _ in range(depth - 1):
        secrets = 1 + (most - 1) * secrets if members_only else most * secrets
        if secrets >= n:
            return n
    return secrets


@phase
def order_guesses(profiles, count, n, depth, members_only, order, other):
    """Write the places of the guesses that may begin a strategy of that depth, by rising key.

    Guesses that counting rules out are dropped. Contract: the guesses are profiled, none tells all
    members apart, ``depth`` is at least 2, and ``other`` is as long as ``order``.

    Returns the number of places written.
    """
    most = 0
    for i in range(count):
        most = max(most, profiles.classes[i])
    secrets = reach(most, depth - 1, n, members_only)
    keys = profiles.keys
    living = 0
    for i in range(count):
        most_found = (
            profiles.classes[i] * secrets if i >= n else 1 + (profiles.classes[i] - 1) * secrets
        )
        if profiles.classes[i] > 1 and profiles.largest[i] <= secrets and n <= most_found:
            j = living
            if count <= INSERTED_GUESSES:
                while j > 0 and keys[order[j - 1]] > keys[i]:
                    order[j] = order[j - 1]
                    j -= 1
            order[j] = i
            living += 1
    if count > INSERTED_GUESSES:
        sort(order[:living], keys, other)
    return living


@allocating_kernel
def list_living(game, members, allowed, depth, order, scratch):
    """List the guesses that counting does not rule out for a set, by rising key: ``order``.

    Contract: not only candidates are allowed; ``order`` has room for the members and ``allowed``.

    Returns the number of guesses listed. A guess that tells all members apart is listed alone.
    """
    listed = np.empty(members.shape[0] + allowed.shape[0], np.int32)
    count = list_guesses(game.own, members, allowed, scratch.mark, listed)
    near = np.empty((count, members.shape[0]), np.uint16)
    copy_rows(game.rows, members, listed[:count], near)
    apart = profile(near, scratch.profiles, scratch.space.counts)
    if apart >= 0:
        order[0] = listed[apart]
        return 1
    n, other = members.shape[0], np.empty(count, np.int32)
    living = order_guesses(scratch.profiles, count, n, depth, False, order, other)
    for k in range(living):
        order[k] = listed[order[k]]
    return living


@phase
def order_classes(split, start, classes, trivial, blame, options, order, scores):
    """Write the classes of more than ``trivial`` members, the likeliest to be refuted first.

    Contract: class k is ``split[start[k]:start[k + 1]]``, by falling size. The score of a class is
    the sum of ``blame[s]`` over its members, divided by ``options[k]``, the number of guesses that
    stay allowed for the class, if known: with fewer guesses, a class is likelier to be refuted.

    Returns the number of classes written.
    """
    count = 0
    for k in range(classes):
        if start[k + 1] - start[k] <= trivial:
            break
        score = 0.0
        for i in range(start[k], start[k + 1]):
            score += blame[split[i]]
        if options.shape[0] > 0:
            score /= options[k]
        j = count
        count += 1
        while j > 0 and scores[j - 1] < score:
            scores[j] = scores[j - 1]
            order[j] = order[j - 1]
            j -= 1
        scores[j] = score
        order[j] = k
    return count


@phase
def count_options(restriction, guess, one_of_each, allowed, options, scratch):
    """Estimate how many guesses stay allowed for each class of a guess: ``options``.

    Contract: ``one_of_each`` holds a member of each class, as a guess. Only the first clue word of
    each guess is compared.
    """
    clues, tally, given = restriction.clues[0, guess], scratch.tally, scratch.given
    many = 0
    for k in range(allowed.shape[0]):
        word = clues[allowed[k]]
        if tally[word] == 0:
            given[many] = word
            many += 1
        tally[word] += 1
    for q in range(one_of_each.shape[0]):
        demand = clues[one_of_each[q]]
        if restriction.hints:
            options[q] = 0
            for w in range(many):
                if given[w] & demand == demand:
                    options[q] += tally[given[w]]
        else:
            options[q] = tally[demand]
    for w in range(many):
        tally[given[w]] = 0


@phase
def accuse(klass, blame):
    """Raise the blame of the members of a refuted class."""
    for i in range(klass.shape[0]):
        blame[klass[i]] += BLAME_FOR_A_CLASS / klass.shape[0]


@phase
def told_apart(restriction, near, listed, guess, klass, classes, scratch):
    """Return whether a guess that stays allowed after ``guess`` tells the members of a class apart.

    Contract: ``klass`` holds places of members, of which no guess makes more than ``classes``.
    """
    if klass.shape[0] > classes:
        return False
    for i in range(klass.shape[0]):
        if tells_apart(near[klass[i]], klass, scratch.stamp, scratch.clock):
            return True
    # Members of other classes may satisfy the hints of this class, but never have its feedback.
    own_guess = listed[klass[0]]
    for i in range(0 if restriction.hints else near.shape[1], listed.shape[0]):
        if tells_apart(near[i], klass, scratch.stamp, scratch.clock) and stays(
            restriction, guess, own_guess, listed[i]
        ):
            return True
    return False


@allocating_phase
def begin_three(restriction, near, listed, members, blame, scratch):
    """Find a guess after which, for each class, an allowed guess tells its members apart.

    Contract: more than three members; the guesses are profiled and none tells all members apart.

    Returns ``(place, tried)``: the first such guess in the order of `order_guesses`, or -1, and the
    number of classes examined.
    """
    n = members.shape[0]
    order, other = np.empty(listed.shape[0], np.int32), np.empty(listed.shape[0], np.int32)
    members_only = restriction.clues.shape[0] == 0
    living = order_guesses(scratch.profiles, listed.shape[0], n, 3, members_only, order, other)
    most = 0
    for i in range(listed.shape[0]):
        most = max(most, scratch.profiles.classes[i])
    places = np.empty(n, np.int32)
    to_blame = np.empty(n, np.float64)
    for i in range(n):
        places[i] = i
        to_blame[i] = blame[members[i]]
    split = np.empty(n, np.int32)
    start = np.empty(n + 1, np.int32)
    class_order = np.empty(n, np.int32)
    unknown = np.empty(0, np.int32)
    tried = 0
    place = -1
    for g in range(living):
        classes = split_row(near[order[g]], places, split, start, scratch.space)
        classes = order_classes(
            split, start, classes, 2, to_blame, unknown, class_order, scratch.scores
        )
        place = order[g]
        guess = listed[place]
        for q in range(classes):
            klass = split[start[class_order[q]] : start[class_order[q] + 1]]
            tried += 1
            if not told_apart(restriction, near, listed, guess, klass, most, scratch):
                accuse(klass, to_blame)
                place = -1
                break
        if place >= 0:
            break
    for i in range(n):
        blame[members[i]] = to_blame[i]
    return place, tried
