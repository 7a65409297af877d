"""The feedback rule of Motus, Lingo and Wordle, as it is defined. Slow, and obviously right.

Source: Chetcuti-Sperandio, Delorme and Lagrue, "On aggregate and comparison functions for
Motus/Lingo playing", ICGA Journal 40(3), 2018, section 3.1. Places count from 1, as they do there.
"""

#: How a clue is written, a mark for each place.
WELL_PLACED, MISPLACED, MISSING = "G", "Y", "B"


def well_placed(word: str, secret: str) -> set[int]:
    """Return BP(word, secret): the places where the two words have the same letter.

    Examples
    --------
    >>> sorted(well_placed("LEGALES", "LOGIQUE"))
    [1, 3]
    """
    return {i for i, (a, b) in enumerate(zip(word, secret, strict=True), 1) if a == b}


def misplaced(word: str, secret: str) -> set[int]:
    """Return MP(word, secret): the places of ``word`` whose letter is elsewhere in ``secret``.

    A letter of the secret answers for one letter of the word. The well placed are served first,
    then the others from left to right (the lexicographically least set, in the paper's words).

    Examples
    --------
    >>> misplaced("LEGALES", "LOGIQUE"), misplaced("LOGIQUE", "LEGALES")
    ({2}, {7})
    """
    placed = well_placed(word, secret)
    unused = [b for j, b in enumerate(secret, 1) if j not in placed]
    found = set()
    for i, a in enumerate(word, 1):
        if i not in placed and a in unused:
            unused.remove(a)
            found.add(i)
    return found


def clue(word: str, secret: str) -> str:
    """Return the clue for a guess: ``G`` well placed, ``Y`` misplaced, ``B`` missing.

    The same as `well_placed` and `misplaced` say, in one pass.

    Raises
    ------
    ValueError
        If the words differ in length.

    Examples
    --------
    >>> clue("LEGALES", "LOGIQUE"), clue("LIVIDES", "LOGIQUE"), clue("LOGIQUE", "LOGIQUE")
    ('GYGBBBB', 'GBBGBYB', 'GGGGGGG')
    """
    unused = [b for a, b in zip(word, secret, strict=True) if a != b]
    marks = ""
    for a, b in zip(word, secret, strict=True):
        if a == b:
            marks += WELL_PLACED
        elif a in unused:
            unused.remove(a)
            marks += MISPLACED
        else:
            marks += MISSING
    return marks
