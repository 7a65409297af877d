"""The feedback rules, as they are defined: slow, and easy to check.

That of Motus, Lingo and Wordle: Chetcuti-Sperandio, Delorme and Lagrue, "On aggregate and
comparison functions for Motus/Lingo playing", ICGA Journal 40(3), 2018, section 3.1. That of
Mastermind and MOO is common knowledge; that of Jotto: P. Monta in net.math, 8 March 1985.
"""

from operator import eq

#: The marks that feedback on a word has, one for each place.
WELL_PLACED, MISPLACED, MISSING = "G", "Y", "B"
#: What is written after the number of pegs that are right, and of those in another place: black and
#: white markers, bulls and cows.
MARKERS, BULLS_COWS = ("b", "w"), ("B", "C")


def letter_marks(guess: str, secret: str) -> str:
    """Return the feedback of Motus: ``G`` well placed, ``Y`` misplaced, ``B`` missing.

    A letter of the secret answers for one letter of the guess. The well placed are served first,
    then the others from left to right (the lexicographically least set, in the paper's words).
    Words that differ in length are a ValueError.

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


def uses_hints(guess: str, before: str, feedback: str) -> bool:
    """Return whether a guess uses the hints on one before it, as the hard mode of Wordle wants.

    Letters well placed stay in their place, and what is known to be there is used, as often.

    Examples
    --------
    >>> uses_hints("NIGHT", "LIGHT", "BGGGG"), uses_hints("MONTH", "LIGHT", "BGGGG")
    (True, False)
    """
    if any(mark == WELL_PLACED and guess[at] != before[at] for at, mark in enumerate(feedback)):
        return False
    found = [letter for letter, mark in zip(before, feedback, strict=True) if mark != MISSING]
    return all(guess.count(letter) >= found.count(letter) for letter in found)


def in_common(guess: str, secret: str) -> int:
    """Return how many letters or pegs two codes share, wherever they are."""
    return sum(min(guess.count(a), secret.count(a)) for a in set(guess))


def letters_shared(guess: str, secret: str) -> str:
    """Return the feedback of Jotto: the letters shared, with ``!`` after it on the word itself."""
    return f"{in_common(guess, secret)}{'!' if guess == secret else ''}"


def pegs(guess: str, secret: str, markers: tuple[str, str] = MARKERS) -> str:
    """Return the feedback of Mastermind: how many pegs are right, and how many in another place.

    Examples
    --------
    >>> pegs("0123", "0214", BULLS_COWS)
    '1B2C'
    """
    right = sum(map(eq, guess, secret))
    return written(right, in_common(guess, secret) - right, markers)


def in_place(guess: str, secret: str, mark: str = MARKERS[0]) -> str:
    """Return the feedback of black-peg games: how many pegs are right.

    Examples
    --------
    >>> in_place("1122", "2142")
    '2b'
    """
    return f"{sum(map(eq, guess, secret))}{mark}"


def written(right: int, elsewhere: int, markers: tuple[str, str]) -> str:
    """Return how the feedback of a game of pegs is written."""
    return f"{right}{markers[0]}{elsewhere}{markers[1]}"
