"""The notation of guesses and feedback: ``LEGALES:GYGBBBB``, ``1122:1b1w``.

`emi.games.clues` reads several guesses with their feedback, however they are pasted.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from emi.errors import ClueError, IncompleteClueError, OptionError, WordError
from emi.games.feedback import MARKERS, MISPLACED, MISSING, WELL_PLACED, written
from emi.games.game import spelt
from emi.lexicon.alphabet import FOLD, alphabet_named
from emi.reports.texts import refusal, said

if TYPE_CHECKING:
    from collections.abc import Iterable

    from emi.games.game import Game
    from emi.lexicon.alphabet import Alphabet
    from emi.reports.texts import Said

_MARKS = WELL_PLACED + MISPLACED + MISSING
#: Coloured tiles for well placed, misplaced and missing letters: those of Wordle, its high-contrast
#: mode, and the show (also SUTOM and TUSMO).
PALETTES = {"classic": "🟩🟨⬛", "contrast": "🟧🟦⬛", "motus": "🟥🟡🟦"}
#: Tiles that mean the same as other tiles of a palette.
_ALSO = {"classic": {"⬜": "⬛"}, "contrast": {"⬜": "⬛"}, "motus": {"🟨": "🟡"}}
#: Names of tiles in chat programs.
_NAMES = {
    "🟩": ":large_green_square:", "🟨": ":large_yellow_square:", "🟧": ":large_orange_square:",
    "🟦": ":large_blue_square:", "🟥": ":large_red_square:", "🟡": ":large_yellow_circle:",
    "⬛": ":black_large_square:", "⬜": ":white_large_square:",
}  # fmt: skip
_NAME = re.compile(r":([a-z_]+):")
#: Notations with a mark for each letter, in addition to `PALETTES` and names of tiles.
SIGNS = {"letters": _MARKS, "small letters": _MARKS.lower(), "digits": "210", "signs": "+-."}
_COUNTS = {"bw": (0, 1), "bc": (0, 1), "ab": (0, 1), "wb": (1, 0), "cb": (1, 0), "ba": (1, 0)}
_SINGLE = {"b": 0, "a": 0, "w": 1, "c": 1}
#: Words for pegs in place, for pegs in another place, and between them.
_PEG_WORDS = re.compile(
    r"(?P<b>bulls?|blacks?|noirs?|taureaux?|zwarte?|stier(en)?|schwarze?|negr[ao]s?|toros?)"
    r"|(?P<w>cows?|whites?|blancs?|blanc[ao]s|vaches?|witte?|koe(ien)?|wei(ss|ß)e?|kuh|kühe|vacas?)"
    r"|(?<=[a-zß\d]),?\s+(and|et|en|und|y)\s+|(?<=[a-zß]{3}),"
)
_PEGS = {"b": 0, "+": 0, "⚫": 0, "●": 0, "w": 1, "-": 1, "⚪": 1, "○": 1}


#: The first line of a shared result: a title, and the number of guesses out of those allowed. Only
#: `emi play` omits the number of those allowed.
_SHARED = re.compile(
    r"^[^\w\n]*([^\W\d_]{2}[^\n]*?)([ \t:]\s*)(?:\d{1,2}|[xX])/(?:\d{1,2}|\u221e)(?!\w)"
    r"|^(emi [^\n]*)(: )\d+(?=,|\s*$)",
    re.MULTILINE,
)


def example(game: Game | None) -> str:
    """Return an example of a guess with feedback, for messages."""
    if game is None:
        return "LEGALES:GYGBBBB"
    return f"{game.guesses[0]} {game.feedback(game.guesses[0], game.secrets[-1])}"


def shared_result(text: str, game: Game | None = None) -> str:
    """Return the first line of a shared result, such as ``Wordle 1,234 3/6``; empty if none.

    A guess of the game with its feedback is never taken for a shared result.

    Examples
    --------
    >>> shared_result("Wordle 1,234 3/6*"), shared_result("1122 1/2"), shared_result("raise 20001")
    ('Wordle 1,234 3/6', '', '')
    """
    for found in _SHARED.finditer(text):
        title = (found[1] or found[3]).rstrip(" \t:")
        first = re.split(r"[\s:,]", title)[0]
        is_guess = game is not None and game.code(first) in game.guesses
        if first == title:
            # A title of one word may be a guess followed by feedback.
            is_guess = is_guess or ":" in found[0]
        elif is_guess and game is not None:
            is_guess = not game.marked
        if not is_guess:
            return found[0].strip()
    return ""


def refuse_shared(text: str, game: Game | None = None, expected: Said | None = None) -> None:
    """Raise ClueError for a shared result, which contains the feedback but not the guesses."""
    if title := shared_result(text, game):
        expected = expected or said("theClues", example=example(game))
        raise refusal(IncompleteClueError, "errorShared", title=repr(title), expected=expected)


def only_tiles(text: str) -> bool:
    """Return whether a text is feedback in tiles without a guess."""
    tiles = _tiles(text)
    return tiles != "" and {*tiles} <= {*_NAMES}


def parse_code(
    what: Said, text: str, game: Game | None = None, letters: Alphabet | None = None
) -> str:
    """Parse a code, ignoring case; a word is normalised as in a lexicon.

    Raises
    ------
    WordError
        If a word is empty or has characters other than letters; the message begins with ``what``.
    """
    if game is not None and game.kind != "words":
        return spelt(text.strip(), game.guesses)
    letters = (game and game.alphabet) or letters or alphabet_named(FOLD)
    word = letters.read(text)
    if not word or letters.foreign(word):
        key = "errorLetters" if letters.name == FOLD else "errorAlphabet"
        raise refusal(WordError, key, what=what, text=repr(text.strip()), alphabet=letters.name)
    return word


def read_feedback(game: Game, place: int, guess: str, text: str, palette: str | None = None) -> str:
    """Return the feedback on a guess in the spelling of the game.

    Marks may be letters (``GYB``), digits (``210``), signs (``+-.``), tiles of `PALETTES` or their
    names (``:large_green_square:``). Numbers of pegs in place and in another place may be written
    ``1b2w``, ``1B2C``, ``1A2B``, ``1 2``, ``bww``, ``+--`` or as black and white circles. The
    feedback of a custom game is read ignoring case.

    Parameters
    ----------
    game : Game
    place : int
        The number of the guess from 1, for messages.
    guess : str
    text : str
        The feedback as written.
    palette : str, optional
        The palette of tiles; by default it is deduced from the tiles.

    Raises
    ------
    ClueError
        If the game has no such feedback, or if the palette of the tiles is ambiguous.

    Examples
    --------
    >>> from emi import Moo, Wordle
    >>> read_feedback(Wordle(["RAISE"]), 1, "RAISE", "🟨⬛⬛⬛🟩")
    'YBBBG'
    >>> read_feedback(Moo(), 1, "0123", "1a2b")
    '1B2C'
    """
    if game.marked or game.reveals:
        refuse_shared(text, game)
        if game.marked:
            return read_marks(place, guess, text, palette_of([text], palette))
        text = _tiles(text)
        marks, letter = text[: len(guess)], game.code(text[len(guess) :])
        marks = read_marks(place, guess, marks, palette_of([marks], palette))
        if (marks == WELL_PLACED * len(guess)) == (len(letter) == 1):
            raise refusal(IncompleteClueError, "errorLetter", place=place, word=guess, marks=marks)
        return f"{marks} {letter}".rstrip()
    text = game.feedback_from(text.strip())
    feedbacks = game.feedbacks
    feedback = _feedback_of(game, text)
    if feedbacks and feedback not in feedbacks:
        refuse_shared(text, game)
        raise refusal(
            ClueError, "errorFeedback",
            place=place, word=guess, marks=text, feedbacks=", ".join(feedbacks),
        )  # fmt: skip
    if not feedbacks and guess in game.guesses:
        told = game.feedback_each([guess] * len(game.secrets), game.secrets)
        folded = {one.casefold(): one for one in told}
        feedback = text if text in told else folded.get(text.casefold(), text)
    return feedback


def _feedback_of(game: Game, text: str) -> str:
    """Return feedback in the spelling of a game that lists its feedbacks; else the text."""
    feedbacks = game.feedbacks
    pair = game.peg_signs
    feedback = spelt(text, feedbacks)
    if feedback not in feedbacks and len(pair) == len(MARKERS):
        read = _read_pegs(text)
        written_so = [] if read is None else [written(*read, (pair[0], pair[1]))]
        if read is not None and not read[1]:
            # Black-peg games write only the pegs in place.
            written_so.append(f"{read[0]}{pair[0]}")
        feedback = next((one for one in written_so if one in feedbacks), text)
    return feedback


def reads_as_feedback(text: str, game: Game | None = None, *, whole: bool = False) -> bool:
    """Return whether a text can be feedback of a game; with ``whole``, not just a part of it.

    Examples
    --------
    >>> from emi import Wordle
    >>> reads_as_feedback("ybb", Wordle(["RAISE"])), reads_as_feedback("raise", Wordle(["RAISE"]))
    (True, False)
    """
    if game is not None and not (game.marked or game.reveals):
        return _feedback_of(game, game.feedback_from(text)) in game.feedbacks
    marks = _tiles(text).lower()
    if whole and game is not None:
        if len(marks) - game.length not in {0, int(game.reveals)}:
            return False
        marks = marks[: game.length]
    return marks != "" and any({*marks} <= {*one} for one in (*SIGNS.values(), _NAMES))


def _read_pegs(text: str) -> tuple[int, int] | None:
    """Return the numbers of pegs in place and in another place; None if not given."""
    text = _PEG_WORDS.sub(lambda word: word.lastgroup or "", text.lower().replace("\ufe0f", ""))
    if plain := re.fullmatch(r"(\d{1,3})\s*[ /+-]\s*(\d{1,3})", text, re.ASCII):
        return int(plain[1]), int(plain[2])
    text = "".join(text.split())
    if counts := re.fullmatch(r"(\d{1,3})([abcw])(\d{1,3})([abcw])", text, re.ASCII):
        order = _COUNTS.get(counts[2] + counts[4])
        pair = int(counts[1]), int(counts[3])
        return order and (pair[order[0]], pair[order[1]])
    if single := re.fullmatch(r"(\d{1,3})([abcw]?)", text, re.ASCII):
        many = int(single[1])
        return (0, many) if _SINGLE.get(single[2]) else (many, 0)
    if text and all(one in _PEGS or one == "." for one in text):
        pegs = [_PEGS[one] for one in text if one != "."]
        return pegs.count(0), pegs.count(1)
    return None


def read_marks(place: int, word: str, text: str, palette: str | None = None) -> str:
    """Return feedback as letters G, Y and B; tiles are those of the palette.

    Raises
    ------
    ClueError
    """
    marks = _tiles(text)
    tiles = palette and dict(zip(PALETTES[palette], _MARKS, strict=True))
    if tiles and any(one in _NAMES for one in marks):
        also = _ALSO[palette or ""]
        for at, one in enumerate(marks, 1):
            if also.get(one, one) not in tiles:
                raise refusal(
                    ClueError, "errorTile", place=place, word=word, marks=marks, tile=repr(one),
                    at=at, palette=palette, tiles=PALETTES[palette or ""],
                )  # fmt: skip
        marks = "".join(tiles[also.get(one, one)] for one in marks)
    else:
        signs = next((one for one in SIGNS.values() if {*marks} <= {*one}), _MARKS.lower())
        marks = marks.translate(str.maketrans(signs, _MARKS))
    check_marks(place, word, marks)
    return marks


def with_tiles(text: str) -> str:
    """Return a text with names of tiles replaced by the tiles."""

    def tile(found: re.Match[str]) -> str:
        colours = {"green": "🟩", "yellow": "🟨", "orange": "🟧", "blue": "🟦", "red": "🟥",
                   "black": "⬛", "white": "⬜"}  # fmt: skip
        words = [one for one in found[1].split("_") if one != "large"]
        if words == ["yellow", "circle"]:
            return "🟡"
        return colours.get(words[0], found[0]) if words[1:] == ["square"] else found[0]

    return _NAME.sub(tile, text).replace("\ufe0f", "")


def _tiles(text: str) -> str:
    """Return pasted tiles without spaces, with names replaced by the tiles."""
    return "".join(with_tiles(text).split())


def palette_of(texts: Iterable[str], palette: str | None = None) -> str | None:
    """Return the palette of the tiles of all clues: the given one, or the one that has them all.

    If no palette has all tiles, return one that has the first tile, so that the error can be
    reported for a single clue. Return None if there are no tiles.

    Raises
    ------
    ClueError
        If several palettes have all tiles, with different meanings.
    OptionError
        If there is no such palette.

    Examples
    --------
    >>> palette_of(["🟦⬛⬛⬛⬛", "🟧🟦⬛⬛⬛"]), palette_of(["🟦🟦🟡🟦🟥"])
    ('contrast', 'motus')
    """
    if palette is not None:
        if palette not in PALETTES:
            raise OptionError(f"unknown, expected one of {', '.join(PALETTES)}", palette=palette)
        return palette
    seen = [one for text in texts for one in _tiles(text) if one in _NAMES]
    fitting: dict[str, str] = {}
    for name, tiles in PALETTES.items():
        read = [_ALSO[name].get(one, one) for one in seen]
        if {*read} <= {*tiles}:
            fitting.setdefault("".join(_MARKS[tiles.index(one)] for one in read), name)
    if seen and not fitting:
        # Take the palette of the first tile; `read_marks` reports the tile that does not fit.
        return next(name for name, tiles in PALETTES.items() if seen[0] in [*tiles, *_ALSO[name]])
    if len(fitting) > 1:
        means = {
            WELL_PLACED: "legendPlaced", MISPLACED: "legendMisplaced", MISSING: "legendMissing",
        }  # fmt: skip
        meant = [
            said("palette", name=name, meaning=said(means[read[0]]))
            for read, name in fitting.items()
        ]
        raise refusal(ClueError, "errorAmbiguous", tile=seen[0], palettes=meant)
    return next(iter(fitting.values()), None) if seen else None


def tiles_of(feedback: str, palette: str = "classic") -> str:
    """Return feedback as coloured tiles.

    Examples
    --------
    >>> tiles_of("YBBBG")
    '🟨⬛⬛⬛🟩'
    """
    return feedback.translate(str.maketrans(_MARKS, PALETTES[palette]))


def check_marks(place: int, word: str, marks: str) -> None:
    """Raise ClueError for marks other than G, Y and B, or for a wrong number of marks."""
    for at, mark in enumerate(marks, 1):
        if mark not in _MARKS:
            raise refusal(
                ClueError, "errorMark",
                place=place, word=word, marks=marks, mark=repr(mark), at=at,
            )  # fmt: skip
    if len(marks) != len(word):
        raise refusal(
            ClueError, "errorMarks",
            place=place, word=word, marks=marks, found=len(marks), expected=len(word),
        )  # fmt: skip
