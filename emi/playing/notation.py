"""How guesses and their clues are written: ``LEGALES:GYGBBBB,LIVIDES:GBBGBYB``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from emi.errors import EmiError, WordError
from emi.games.cell import Cell
from emi.games.feedback import MISPLACED, MISSING, WELL_PLACED
from emi.games.motus import Motus
from emi.games.words import WordGame
from emi.lexicon.normalise import normalise

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from emi.games.game import Game

_MARKS = WELL_PLACED + MISPLACED + MISSING
_RAISED = str.maketrans(_MARKS.lower(), _MARKS)


class ClueError(EmiError):
    """A clue that is badly written, is missing, or leaves no word possible."""


class Guess(NamedTuple):
    """A guess that was made, with its clue; without marks where the secret is known."""

    word: str
    marks: str


def parse_guesses(text: str, *, clued: bool, game: Game | None = None) -> list[Guess]:
    """Read guesses with commas between them, each followed by a colon and its clue, or none is.

    They are words with clues of Motus, or what a game is played with.

    Raises
    ------
    WordError
        If a word holds anything but letters.
    ClueError
        If a clue is missing, is there where none should be, or is badly written.

    Examples
    --------
    >>> parse_guesses("légales:gygbbbb", clued=True)
    [Guess(word='LEGALES', marks='GYGBBBB')]
    >>> [guess.word for guess in parse_guesses("LEGALES, LIVIDES", clued=False)]
    ['LEGALES', 'LIVIDES']
    """
    marked = game is None or isinstance(game, Motus)
    answers: tuple[str, ...] = getattr(game, "answers", ())
    guesses = []
    for place, part in enumerate(text.split(","), 1):
        written, colon, after = part.partition(":")
        word = parse_code(f"guess {place}", written, game)
        answer = after.strip()
        answer = answer.translate(_RAISED) if marked else spelt(answer, answers)
        if colon and not clued:
            raise ClueError(
                f"clue {place}, {word}:{answer}: the secret is given too, expected one or the other"
            )
        if clued and not colon:
            expected = f"{len(word)} marks G, Y or B" if marked else "its answer"
            raise ClueError(
                f"guess {place}, {word}: no clue, expected {word}: and {expected}, or the secret"
            )
        if clued and marked:
            check_marks(place, word, answer)
        guesses.append(Guess(word, answer))
    return guesses


def parse_code(what: str, text: str, game: Game | None = None) -> str:
    """Read a code of a game, whatever its capitals; a word as the lexicon would, without accents.

    Raises
    ------
    WordError
        If a word holds anything but letters, or nothing; the message says what it is.
    """
    if game is not None and not isinstance(game, WordGame):
        return spelt(text.strip(), game.guesses)
    word = normalise(text)
    if not (word.isascii() and word.isalpha()):
        raise WordError(f"{what} {text.strip()!r}: expected a word of letters A to Z")
    return word


def spelt(text: str, known: Container[str]) -> str:
    """Return a text in the capitals of what is known; else as it is."""
    return next((one for one in (text, text.upper(), text.lower()) if one in known), text)


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
