"""What a guess makes of a set: the sizes of its classes, and the classes themselves."""

from numba import njit


@njit(cache=True, nogil=True)
def class_sums(rows, members, alive, keys, counts, steps):
    """Write the value of an additive aggregate for every living guess.

    Contract: ``steps[t]`` is what the aggregate grows by when a class grows from t members to
    t + 1, for t below the number of members. ``keys[g]`` becomes the value for ``alive[g] != 0``; a
    guess that leaves the set whole is useless and dies. ``counts`` is zero on entry and on return.

    Returns ``(guess, most)``: a guess that tells all members apart (the sweep stops there), or -1,
    and the most classes any swept guess makes.
    """
    n = members.shape[0]
    most = 0
    for g in range(rows.shape[0]):
        if alive[g] == 0:
            continue
        row = rows[g]
        total = 0
        made = 0
        for i in range(n):
            c = row[members[i]]
            seen = counts[c]
            counts[c] = seen + 1
            total += steps[seen]
            if seen == 0:
                made += 1
        for i in range(n):
            counts[row[members[i]]] = 0
        keys[g] = total
        most = max(most, made)
        if made == 1 and n > 1:
            alive[g] = 0
        if made == n:
            return g, most
    return -1, most


@njit(cache=True, nogil=True)
def split(row, members, out, start, counts, label, tally):
    """Write the classes that one guess makes of a set, the largest first.

    Contract: class k is ``out[start[k]:start[k + 1]]``; sizes fall, equal sizes keep the order in
    which they were met, members keep theirs. ``label`` is -1 on entry and on return, ``tally``
    (length n + 1 at least) and ``counts`` are zero on entry and on return.

    Returns the number of classes.
    """
    n = members.shape[0]
    made = 0
    largest = 0
    for i in range(n):
        c = row[members[i]]
        if label[c] < 0:
            label[c] = made
            made += 1
        k = label[c]
        counts[k] += 1
        largest = max(largest, counts[k])
    # A counting sort of the classes by size; start[] holds ranks, then offsets.
    for k in range(made):
        tally[counts[k]] += 1
    rank = 0
    for size in range(largest, 0, -1):
        here = tally[size]
        tally[size] = rank
        rank += here
    # out[] is borrowed for the rank of each class until the offsets are known.
    for k in range(made):
        out[k] = tally[counts[k]]
        tally[counts[k]] += 1
    for size in range(largest + 1):
        tally[size] = 0
    for k in range(made):
        start[out[k] + 1] = counts[k]
    start[0] = 0
    for r in range(made):
        start[r + 1] += start[r]
    for k in range(made):
        counts[k] = start[out[k]]
    for i in range(n):
        # The label turns into the next free place of its class: one look-up less in this pass.
        tally[i] = label[row[members[i]]]
    for i in range(n):
        k = tally[i]
        out[counts[k]] = members[i]
        counts[k] += 1
        tally[i] = 0
        label[row[members[i]]] = -1
    for k in range(made):
        counts[k] = 0
    return made


@njit(cache=True, nogil=True)
def separating_guess(rows, members, stamp, clock):
    """Find a guess that gives all members different feedback.

    Contract: no entry of ``stamp`` exceeds ``clock[0]`` on entry or on return.

    Returns the first such guess, or -1.
    """
    now = clock[0]
    found = -1
    for g in range(rows.shape[0]):
        row = rows[g]
        now += 1
        apart = True
        for i in range(members.shape[0]):
            c = row[members[i]]
            if stamp[c] == now:
                apart = False
                break
            stamp[c] = now
        if apart:
            found = g
            break
    clock[0] = now
    return found
