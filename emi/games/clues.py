"""Clues as people write them: guesses and feedback in any order, and shared results with words."""

from __future__ import annotations

import re
from itertools import chain, groupby, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from emi.errors import ClueError, IncompleteClueError, MissingGuessError, WordError
from emi.games.cell import Cell
from emi.games.feedback import WELL_PLACED
from emi.games.notation import (
    example,
    only_tiles,
    palette_of,
    parse_code,
    read_feedback,
    read_marks,
    reads_as_feedback,
    shared_result,
    with_tiles,
)
from emi.reports.texts import refusal, said
from emi.reports.wording import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from emi.games.game import Game
    from emi.lexicon.alphabet import Alphabet

#: Addresses that sites put below a result, and hashtags.
_IGNORED = re.compile(r"https?://|www\.|(?:[\w-]+\.)+[a-z]{2,}/|#[^\W\d]+\s*$", re.IGNORECASE)
#: The number of a line, as in ``1. SLATE``.
_NUMBER = re.compile(r"\d{1,2}[.)]\s+")


#: The words of feedback besides a sign for each place: ``1 bull and 1 cow``.
_WORDS = 4


class Clue(NamedTuple):
    """A guess and its feedback; no feedback if the secret is known."""

    guess: str
    feedback: str


class _Part(NamedTuple):
    """A guess, or feedback, as written; the number of its line."""

    line: int
    is_feedback: bool
    text: str


def parse_guesses(
    text: str,
    *,
    clued: bool,
    game: Game | None = None,
    palette: str | None = None,
    letters: Alphabet | None = None,
    first: int = 1,
) -> list[Clue]:
    r"""Parse guesses with their feedback, however a game is typed or pasted.

    Guesses and feedback are separated by lines, commas, colons or spaces. Feedback may stand after
    its guess or before it; or all feedback stands together, as in a shared result, before or after
    all guesses. The title of a shared result, hashtags and addresses are ignored.

    Parameters
    ----------
    text : str
        `read_feedback` describes the notations of feedback.
    clued : bool
        Whether each guess needs feedback; False if the secret is known.
    game : Game, optional
        The game; by default the guesses are words with the feedback of Motus.
    palette : str, optional
        The palette of tiles; by default it is deduced from the tiles of all guesses.
    letters : Alphabet, optional
        The alphabet of words without a game; by default A to Z.
    first : int, optional
        The number of the first guess, for messages.

    Raises
    ------
    WordError
        If a word has characters other than letters.
    ClueError
        If there is no guess, or feedback is missing, malformed or without a guess.

    Examples
    --------
    >>> parse_guesses("légales:gygbbbb", clued=True)
    [Clue(guess='LEGALES', feedback='GYGBBBB')]
    >>> parse_guesses("legales:2120000, livides:🟩⬛⬛🟩⬛🟨⬛", clued=True)[1].feedback
    'GBBGBYB'
    >>> parse_guesses("Wordle 1,234 2/6\n🟨⬛⬛⬛\n🟩🟩🟩🟩\nLOGE VOLE", clued=True)
    [Clue(guess='LOGE', feedback='YBBB'), Clue(guess='VOLE', feedback='GGGG')]
    >>> [clue.guess for clue in parse_guesses("LEGALES, LIVIDES", clued=False)]
    ['LEGALES', 'LIVIDES']
    """
    pairs = [*_pairs(text, game)]
    tiles = palette_of([marks for _, marks in pairs], palette)
    clues = []
    for place, (written, marks) in enumerate(pairs, first):
        word = parse_code(said("theGuess", place=place), written, game, letters)
        if clued and not marks:
            has_marks = game is None or game.marked
            expected = said("theMarks", n=len(word)) if has_marks else said("theFeedback")
            raise refusal(
                IncompleteClueError, "errorNoMarks", place=place, word=word, expected=expected
            )
        feedback = ""
        if marks and game is not None:
            feedback = read_feedback(game, place, word, marks, tiles)
        elif marks:
            feedback = read_marks(place, word, marks, tiles)
        clues.append(Clue(word, feedback))
    return clues


def _pairs(text: str, game: Game | None) -> Iterator[tuple[str, str]]:
    """Yield each guess with its feedback, both as written; no feedback if there is none."""
    title, parts = "", list[_Part]()
    for number, line in enumerate(with_tiles(text).splitlines()):
        if line_title := shared_result(line, game):
            title = title or line_title
            place = next((at for at, sign in enumerate(line) if only_tiles(sign)), len(line))
            parts += _parts(number, line[place:], game)
        elif not _IGNORED.match(line.strip()):
            parts += _parts(number, _NUMBER.sub("", line.strip(), count=1), game)
    guesses, feedbacks = _texts(parts)
    expected = said("theLines", example=example(game))
    if title and not guesses:
        raise refusal(IncompleteClueError, "errorShared", title=repr(title), expected=expected)
    if not parts:
        raise refusal(ClueError, "errorNoGame", expected=expected)
    if len(guesses) == len(feedbacks):
        yield from zip(guesses, feedbacks, strict=True)
        return
    for _, line_parts in groupby(parts, lambda part: part.line):
        words, marks = _texts([*line_parts])
        if len(marks) > len(words):
            alone = repr(marks[len(words)])
            raise refusal(MissingGuessError, "errorNoGuess", text=alone, expected=expected)
        yield from zip_longest(words, marks, fillvalue="")


def _texts(parts: Sequence[_Part]) -> tuple[list[str], list[str]]:
    """Return the texts of the guesses, and of the feedback."""
    guesses = [part.text for part in parts if not part.is_feedback]
    return guesses, [part.text for part in parts if part.is_feedback]


def _parts(number: int, line: str, game: Game | None) -> Iterator[_Part]:
    """Yield the guesses and the feedback of a line in their order."""
    if game is not None and not game.known_form:
        for piece in filter(str.strip, line.split(",")):
            first, rest = re.match(r"\s*([^\s:]*)(?:\s*:\s*|\s+|$)(.*)", piece).groups()  # type: ignore[union-attr]
            yield _Part(number, is_feedback=False, text=first)
            if rest.strip():
                yield _Part(number, is_feedback=True, text=rest.strip())
        return
    tokens = chain.from_iterable(_tokens(piece, game) for piece in line.split(","))
    for is_feedback, run in groupby(tokens, lambda token: token[1]):
        texts = [token for token, _ in run]
        for text in _feedbacks(texts, game) if is_feedback else texts:
            yield _Part(number, is_feedback, text)


def _tokens(piece: str, game: Game | None) -> Iterator[tuple[str, bool]]:
    """Yield the tokens of a line, or of what lies between commas, and whether each is feedback.

    A token that can be a guess or feedback counts as feedback if it follows a guess.
    """
    before: bool | None = None
    colon = alone = False
    tokens = re.findall(r"([^\s:]+)(\s*:)?", piece)
    for token, colon_after in tokens:
        is_guess = game is not None and game.code(token) in game.guesses
        reads = reads_as_feedback(token, game)
        if before is None and is_guess:
            rest = " ".join(text for text, _ in tokens[1:])
            alone = reads_as_feedback(rest, game, whole=True)
        if alone:
            is_feedback = before is not None
        elif colon and before is not None:
            is_feedback = not before
        elif colon_after and token.isalpha():
            is_feedback = False
        elif is_guess:
            is_feedback = reads and before is False
        elif reads or not any(map(str.isalnum, token)):
            is_feedback = True
        elif game is None or game.kind == "words":
            is_feedback = before is not None and not (token.isalpha() and len(token) > 1)
        else:
            is_feedback = before is not None
        yield token, is_feedback
        before, colon = is_feedback, bool(colon_after)


def _feedbacks(tokens: Sequence[str], game: Game | None) -> list[str]:
    """Join tokens into feedbacks, each from as many tokens as can form one feedback."""
    if game is None:
        # Feedback with spaces is written a tile at a time.
        return [*tokens] if len(tokens[0]) > 1 else [" ".join(tokens)]
    feedbacks, rest = [], [*tokens]
    while rest:
        lengths = range(min(len(rest), game.length + _WORDS), 0, -1)
        whole = (n for n in lengths if reads_as_feedback(" ".join(rest[:n]), game, whole=True))
        if not (many := next(whole, 0)):
            return [" ".join(tokens)]
        feedbacks.append(" ".join(rest[:many]))
        rest = rest[many:]
    return feedbacks


def common_cell(guesses: Sequence[Clue], secret: str = "", *, initial: bool = True) -> Cell:
    """Return the cell of the guesses and the secret.

    The cell has any initial if ``initial`` is False, or if a mark shows that the secret has another
    initial than a guess.

    Parameters
    ----------
    guesses : sequence of Clue
        At least one if there is no secret.
    secret : str
    initial : bool
        Whether the initial is known, as in Motus.

    Raises
    ------
    WordError
        If the words differ in length, or in a known initial.

    Examples
    --------
    >>> str(common_cell([Clue("LEGALES", ""), Clue("LIVIDES", "")]))
    'L7'
    >>> str(common_cell([Clue("RAISE", "BBYBG")]))
    '5'
    """
    model = secret or guesses[0].guess
    given = initial and all(marks[:1] in {"", WELL_PLACED} for _, marks in guesses)
    for place, (word, _) in enumerate(guesses, 1):
        if len(word) != len(model):
            raise WordError(
                f"guess {place}, {word}: {plural(len(word), 'letter')}, expected "
                f"{len(model)} as in {model}"
            )
        if given and word[0] != model[0]:
            raise WordError(
                f"guess {place}, {word}: initial {word[0]}, expected {model[0]} as in {model}, or "
                "`initial=False`"
            )
    return Cell(model[0] if given else None, len(model))
