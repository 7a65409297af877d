"""Reference implementations of the feedback rules, slow and easy to check.

Sources: Chetcuti-Sperandio, Delorme and Lagrue, "On aggregate and comparison functions for
Motus/Lingo playing", ICGA Journal 40(3), 2018, section 3.1 (Motus, Lingo and Wordle); P. Monta in
net.math, 8 March 1985 (Jotto). The rules of Mastermind and MOO are common knowledge.
"""

from operator import eq

#: The marks in feedback on a word, one for each place.
WELL_PLACED, MISPLACED, MISSING = "G", "Y", "B"
#: The symbols for pegs in place and for pegs in another place: black and white markers, bulls and
#: cows.
MARKERS, BULLS_COWS = ("b", "w"), ("B", "C")


def letter_marks(guess: str, secret: str) -> str:
    """Return the feedback of Motus: ``G`` correct, ``Y`` misplaced, ``B`` missing.

    Each letter of the secret matches at most one letter of the guess. Letters in place are matched
    first, then the others from left to right (the lexicographically least set, in the paper's
    words). Raise ValueError for words of different lengths.

    Examples
    --------
    >>> letter_marks("LEGALES", "LOGIQUE")
    'GYGBBBB'
    """
    unused = [b for a, b in zip(guess, secret, strict=True) if a != b]
    marks = ""
    for a, b in zip(guess, secret, strict=True):
        if a == b:
            marks += WELL_PLACED
        elif a in unused:
            unused.remove(a)
            marks += MISPLACED
        else:
            marks += MISSING
    return marks


def in_common(guess: str, secret: str) -> int:
    """Return the number of letters or pegs that two codes share, in any place."""
    return sum(min(guess.count(a), secret.count(a)) for a in set(guess))


def letters_shared(guess: str, secret: str) -> str:
    """Return the feedback of Jotto: the number of shared letters, with ``!`` on the word itself."""
    return f"{in_common(guess, secret)}{'!' if guess == secret else ''}"


def pegs(guess: str, secret: str, markers: tuple[str, str] = MARKERS) -> str:
    """Return the feedback of Mastermind: the numbers of pegs in place and in another place.

    Examples
    --------
    >>> pegs("0123", "0214", BULLS_COWS)
    '1B2C'
    """
    right = sum(map(eq, guess, secret))
    return written(right, in_common(guess, secret) - right, markers)


def in_place(guess: str, secret: str, mark: str = MARKERS[0]) -> str:
    """Return the feedback of black-peg games: the number of pegs in place.

    Examples
    --------
    >>> in_place("1122", "2142")
    '2b'
    """
    return f"{sum(map(eq, guess, secret))}{mark}"


def written(right: int, elsewhere: int, markers: tuple[str, str]) -> str:
    """Return the feedback of a game of pegs as text."""
    return f"{right}{markers[0]}{elsewhere}{markers[1]}"
