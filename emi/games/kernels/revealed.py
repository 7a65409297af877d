"""The feedback of games that reveal the next letter, compiled."""

from search.kernels.compiler.jit import sweeping_kernel


@sweeping_kernel
def reveal_rows(
    guesses, marks, placed, secret, known, following, shown, context, numbers, rows, after
):
    """Write rows for all columns, secrets with known places, and the contexts after feedback.

    Contract: ``rows`` has a row for each of the ``guesses``, ``(guesses,)`` int32, and ``after``
    one for every guess of the game. Sets of places are bits. ``marks`` is ``(guesses, secrets)``
    uint16, the classes of the base game, and ``placed`` ``(guesses, secrets)`` int32, the places in
    which guess and secret agree. ``secret`` and ``known`` are ``(columns,)`` int32. For each set of
    places, ``following`` is the first place outside, and ``context`` the number of its context.
    ``shown`` is ``(secrets, places + 1)`` uint8: the letters from 1 to 26, and 0 after the last
    place. ``numbers`` is int32, 27 for each class of ``marks``.

    Classes are numbered in the order in which they first occur in the row.
    """
    for g in range(rows.shape[0]):
        numbers[:] = 0
        many = 0
        for c in range(secret.shape[0]):
            s = secret[c]
            there = known[c] | placed[g, s]
            place = following[there]
            code = 27 * marks[g, s] + shown[s, place]
            if numbers[code] == 0:
                many += 1
                numbers[code] = many
            rows[g, c] = numbers[code] - 1
            after[guesses[g], c] = context[there | (1 << place)]
