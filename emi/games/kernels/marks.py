"""The feedback of the word games (Motus, Lingo, Wordle), compiled.

A row of the matrix is made by sweeps over all secrets. The marks of a guess are written place by
place, which the compiler turns into vector code, five places to a byte. Then equal patterns of
marks get the same class number, which takes most of the time.
"""

import numpy as np

from emi.search.compile.jit import either, phase, sweeping_kernel

#: Places whose marks share a byte: three marks each, and 3**5 = 243.
TOGETHER = 5
#: Values of a byte.
BYTE = 256
#: Secrets are padded to a multiple of this, which vector code processes together; it would process
#: a remainder one by one.
PADDING = 256
#: With this many times more secrets than patterns, most secrets repeat an earlier pattern.
OFTEN = 4


@sweeping_kernel
def mark_rows(guesses, named, letters, stock, rows):
    """Write rows of the feedback matrix of two lists of words.

    Contract: words are letters, numbered from 0. ``guesses`` is ``(guesses, length)`` uint8.
    ``letters`` is ``(length, padded)`` uint8, the secrets by place, and ``stock`` ``(symbols,
    padded)`` uint8, how often each letter occurs in each secret; the padding may have any contents.
    There are at most 65,535 secrets, all different. ``named`` is ``(guesses,)`` int32: the secret
    that equals the guess, or the number of secrets if there is none. ``rows`` are `Widths`, a row
    for each guess and a column for each secret.

    Class 0 is the guess itself. The others are numbered in the order in which they first occur in
    the row, so a row of n secrets needs at most n + 1 numbers.
    """
    length, padded = letters.shape
    secrets = max(rows.narrow.shape[1], rows.wide.shape[1])
    groups = max((length + TOGETHER - 1) // TOGETHER, 1)
    marks = np.empty((groups, padded), np.uint8)
    left = np.empty(padded, np.uint8)
    # A key is the one or two bytes of a pattern; where these are more, a class number and a byte.
    whole = length <= 2 * TOGETHER
    keys = np.empty(padded, np.uint32)
    table = np.empty(BYTE * (BYTE if whole else max(BYTE, secrets + 1)), np.uint16)
    few = whole and OFTEN * 3**length <= secrets
    if few:
        table[:] = 0
    numbers = np.empty(secrets + 1, np.uint16)
    codes = np.empty(padded, np.uint16)
    for g in range(guesses.shape[0]):
        write_marks(guesses[g], letters, stock, marks, left)
        widen(marks[0], keys)
        for k in range(1, groups):
            if k > 1:
                number_many(keys, secrets, secrets, table, numbers, codes)
                widen(codes, keys)
            append(marks[k], keys)
        if few:
            number_few(keys, secrets, named[g], table, numbers, codes)
        else:
            number_many(keys, secrets, named[g], table, numbers, codes)
        write_row(rows, g, codes)


@phase
def write_marks(guess, letters, stock, marks, left):
    """Write the marks of a guess: place i adds its mark times 3**(i % 5) to byte i // 5.

    A mark is 2 for well placed, 1 for misplaced, 0 for missing. If the guess has a letter several
    times, well-placed ones are matched first, then the others from left to right.
    """
    length = guess.shape[0]
    marks[:] = 0
    for i in range(length):
        letter = guess[i]
        times = 0
        done = False
        for j in range(length):
            if guess[j] == letter:
                times += 1
                if j < i:
                    done = True
        if done:
            continue
        have = stock[letter]
        if times == 1:
            add_single(letter, weight(i), letters[i], have, marks[i // TOGETHER])
            continue
        for s in range(left.shape[0]):
            left[s] = have[s]
        for j in range(i, length):
            if guess[j] == letter:
                take_placed(letter, letters[j], left)
        for j in range(i, length):
            if guess[j] == letter:
                add_repeated(letter, weight(j), letters[j], left, marks[j // TOGETHER])


@phase
def weight(place):
    """Return the factor of the mark of a place in its byte."""
    return np.uint8(3 ** (place % TOGETHER))


@phase
def add_single(letter, weight, here, have, mark):
    """Add the marks of a letter that the guess has once: misplaced if it is in another place."""
    for s in range(mark.shape[0]):
        m = mark[s]
        if have[s] != 0:
            m = np.uint8(m + weight)
        if here[s] == letter:
            m = np.uint8(m + weight)
        mark[s] = m


@phase
def take_placed(letter, here, left):
    """Reduce the count of an unmatched letter for each secret that has it in this place."""
    for s in range(left.shape[0]):
        left[s] = np.uint8(left[s] - np.uint8(here[s] == letter))


@phase
def add_repeated(letter, weight, here, left, mark):
    """Add the marks of one place of a repeated letter, and count misplaced ones as matched."""
    for s in range(mark.shape[0]):
        m, more = mark[s], left[s]
        if here[s] == letter:
            m = np.uint8(m + weight + weight)
        elif more != 0:
            m = np.uint8(m + weight)
            more = np.uint8(more - 1)
        mark[s] = m
        left[s] = more


@phase
def widen(narrow, keys):
    """Make keys of bytes or class numbers."""
    for s in range(keys.shape[0]):
        keys[s] = narrow[s]


@phase
def append(mark, keys):
    """Append a byte to each key."""
    for s in range(keys.shape[0]):
        keys[s] = (keys[s] << np.uint32(8)) | mark[s]


@phase
def number_few(keys, secrets, found, table, seen, codes):
    """Number the classes as `number_many` does; faster if there are few classes.

    Contract: ``table`` is zero on entry and on return; ``seen`` has one element more than there are
    secrets.
    """
    classes = 0
    for s in range(secrets):
        code = table[keys[s]]
        if code == 0 and s != found:
            classes += 1
            code = np.uint16(classes)
            table[keys[s]] = code
            seen[classes] = keys[s]
        codes[s] = code
    for c in range(1, classes + 1):
        table[seen[c]] = 0


@phase
def number_many(keys, secrets, found, table, numbers, codes):
    """Number the classes of equal keys from 1 in order of first occurrence; ``found`` gets 0.

    Contract: no other secret has the key of ``found``, which is the number of secrets if the guess
    is no secret. ``table`` has an element for each possible key, ``numbers`` one more than there
    are secrets; both may have any contents on entry.

    The processor cannot predict which secret begins a class, and a wrong prediction costs as much
    as ten secrets. So the loops have no branches. The first loop runs backwards, so that the table
    ends up with the first secret of each class; the second loop reads the number of that secret.
    """
    for back in range(secrets):
        s = secrets - 1 - back
        table[keys[s]] = s
    numbers[secrets] = 0
    if found < secrets:
        table[keys[found]] = secrets
    classes = 0
    for s in range(secrets):
        first = table[keys[s]]
        classes += first == s
        numbers[s] = classes
        codes[s] = numbers[first]


@either
def write_row(rows, g, codes):
    """Write a row in the width of the matrix."""
    row = rows[g]
    for s in range(row.shape[0]):
        row[s] = codes[s]
