"""How guesses and their clues are written: ``LEGALES:GYGBBBB,LIVIDES:GBBGBYB``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from emi.errors import EmiError, WordError
from emi.games.cell import Cell
from emi.games.feedback import MISPLACED, MISSING, WELL_PLACED
from emi.games.motus import Motus
from emi.lexicon.normalise import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game

_MARKS = WELL_PLACED + MISPLACED + MISSING
_RAISED = str.maketrans(_MARKS.lower(), _MARKS)


class ClueError(EmiError):
    """A clue that is badly written, is missing, or leaves no word possible."""


class Guess(NamedTuple):
    """A guess that was made, with its clue; without marks where the secret is known."""

    word: str
    marks: str


def parse_guesses(text: str, *, clued: bool) -> list[Guess]:
    """Read guesses, with their clues or without.

    Parameters
    ----------
    text : str
        Guesses with commas between them, each followed by a colon and its clue if it has one.
    clued : bool
        Whether each must have a clue, or none.

    Raises
    ------
    WordError
        If a guess holds anything but letters.
    ClueError
        If a clue is missing, is there where none should be, or is badly written.

    Examples
    --------
    >>> parse_guesses("légales:gygbbbb", clued=True)
    [Guess(word='LEGALES', marks='GYGBBBB')]
    >>> [guess.word for guess in parse_guesses("LEGALES, LIVIDES", clued=False)]
    ['LEGALES', 'LIVIDES']
    """
    guesses = []
    for place, part in enumerate(text.split(","), 1):
        written, colon, after = part.partition(":")
        word = parse_word(f"guess {place}", written)
        marks = after.strip().translate(_RAISED)
        if colon and not clued:
            raise ClueError(
                f"clue {place}, {word}:{marks}: the secret is given too, expected one or the other"
            )
        if clued and not colon:
            raise ClueError(
                f"guess {place}, {word}: no clue, expected {word}: and {len(word)} marks "
                "G, Y or B, or the secret"
            )
        if clued:
            check_marks(place, word, marks)
        guesses.append(Guess(word, marks))
    return guesses


def parse_word(what: str, text: str) -> str:
    """Read a word as the lexicon would: in capitals, without accents.

    Raises
    ------
    WordError
        If it holds anything but letters, or nothing; the message says what the word is.
    """
    word = normalise(text)
    if not (word.isascii() and word.isalpha()):
        raise WordError(f"{what} {text.strip()!r}: expected a word of letters A to Z")
    return word


def check_answer(game: Game, place: int, guess: str, answer: str) -> None:
    """Refuse feedback on a guess, the first of which has the place 1, that the game never gives.

    Raises
    ------
    ClueError
    """
    if isinstance(game, Motus):
        check_marks(place, guess, answer)
    answers: tuple[str, ...] = getattr(game, "answers", (answer,))
    if answer not in answers:
        raise ClueError(
            f"clue {place}, {guess}:{answer}: unknown, expected one of {', '.join(answers)}"
        )


def check_marks(place: int, word: str, marks: str) -> None:
    """Refuse a clue with a mark other than G, Y and B, or not one for each letter."""
    for at, mark in enumerate(marks, 1):
        if mark not in _MARKS:
            raise ClueError(
                f"clue {place}, {word}:{marks}: unknown mark {mark!r} in place {at}, expected "
                f"{WELL_PLACED} (well placed), {MISPLACED} (misplaced) or {MISSING} (missing)"
            )
    if len(marks) != len(word):
        raise ClueError(
            f"clue {place}, {word}:{marks}: {len(marks)} marks, expected {len(word)}, "
            "one for each letter"
        )


def common_cell(guesses: Sequence[Guess], secret: str = "", *, initial: bool = True) -> Cell:
    """Return the cell that all words are of.

    Parameters
    ----------
    guesses : sequence of Guess
        At least one, or a secret.
    secret : str
        Empty if it is not known.
    initial : bool
        Whether the initial of the secret is given, as in Motus. A clue in which it is not well
        placed says that it is not.

    Raises
    ------
    WordError
        If a guess has another length than the secret, or than the first guess, or another initial
        although it is given.

    Examples
    --------
    >>> str(common_cell([Guess("LEGALES", ""), Guess("LIVIDES", "")]))
    'L7'
    >>> str(common_cell([Guess("RAISE", "BBYBG")]))
    '5'
    """
    model = secret or guesses[0].word
    given = initial and all(marks[:1] in {"", WELL_PLACED} for _, marks in guesses)
    for place, (word, _) in enumerate(guesses, 1):
        if len(word) != len(model):
            raise WordError(
                f"guess {place}, {word}: {len(word)} letters, expected {len(model)} as in {model}"
            )
        if given and word[0] != model[0]:
            raise WordError(
                f"guess {place}, {word}: initial {word[0]}, expected {model[0]} as in {model}, or "
                "--no-initial"
            )
    return Cell(model[0] if given else None, len(model))
