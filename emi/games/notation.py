"""The notation of guesses and feedback: ``LEGALES:GYGBBBB``, ``1122:1b1w``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from emi.errors import ClueError, OptionError, WordError, shown
from emi.games.cell import Cell
from emi.games.feedback import MARKERS, MISPLACED, MISSING, WELL_PLACED, written
from emi.games.game import Game, spelt
from emi.lexicon.alphabet import FOLD, alphabet_named
from emi.reports.texts import refusal, said
from emi.reports.wording import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
#: Notations for the numbers of pegs in place and in another place.
PEGS = (
    "1b2w",
    "1B2W",
    "2w1b",
    "1B2C",
    "1b2c",
    "1A2B",
    "1a2b",
    "1 2",
    "1/2",
    "bww",
    "+--",
    "⚫⚪⚪",
)
_COUNTS = {"bw": (0, 1), "bc": (0, 1), "ab": (0, 1), "wb": (1, 0), "cb": (1, 0), "ba": (1, 0)}
_SINGLE = {"b": 0, "a": 0, "w": 1, "c": 1}
_PEGS = {"b": 0, "+": 0, "⚫": 0, "●": 0, "w": 1, "-": 1, "⚪": 1, "○": 1}


#: The first line of a shared result: a title, and the number of guesses out of those allowed. Only
#: `emi play` omits the number of those allowed.
_SHARED = re.compile(
    r"^[^\w\n]*([^\W\d_]{2}[^\n]*?)([ \t:]\s*)(?:\d{1,2}|[xX])/(?:\d{1,2}|\u221e)(?!\w)"
    r"|^(emi [^\n]*)(: )\d+(?=,|\s*$)",
    re.MULTILINE,
)


class Clue(NamedTuple):
    """A guess and its feedback; no feedback if the secret is known."""

    guess: str
    feedback: str


def parse_guesses(
    text: str,
    *,
    clued: bool,
    game: Game | None = None,
    palette: str | None = None,
    letters: Alphabet | None = None,
) -> list[Clue]:
    """Parse guesses separated by commas, each with a colon and its feedback.

    Parameters
    ----------
    text : str
        The guesses; `read_feedback` describes the notations of feedback.
    clued : bool
        Whether the guesses have feedback; False if the secret is known.
    game : Game, optional
        The game; by default the guesses are words with the feedback of Motus.
    palette : str, optional
        The palette of tiles; by default it is deduced from the tiles of all guesses.
    letters : Alphabet, optional
        The alphabet of words without a game; by default A to Z.

    Raises
    ------
    WordError
        If a word has characters other than letters.
    ClueError
        If feedback is missing, unexpected or malformed.

    Examples
    --------
    >>> parse_guesses("légales:gygbbbb", clued=True)
    [Clue(guess='LEGALES', feedback='GYGBBBB')]
    >>> parse_guesses("legales:2120000, livides:🟩⬛⬛🟩⬛🟨⬛", clued=True)[1].feedback
    'GBBGBYB'
    >>> [clue.guess for clue in parse_guesses("LEGALES, LIVIDES", clued=False)]
    ['LEGALES', 'LIVIDES']
    """
    marked = game is None or game.marked
    refuse_shared(text, game)
    guesses = []
    parts = [part.partition(":") for part in text.split(",")]
    tiles = palette_of([after for _, _, after in parts], palette)
    for place, (before, colon, after) in enumerate(parts, 1):
        word = parse_code(said("theGuess", place=place), before, game, letters)
        if colon and not clued:
            raise refusal(ClueError, "errorNoFeedback", place=place, word=word, marks=after.strip())
        if clued and not colon:
            expected = said("theMarks", n=len(word)) if marked else said("theFeedback")
            raise refusal(ClueError, "errorNoMarks", place=place, word=word, expected=expected)
        feedback = ""
        if clued and marked:
            feedback = read_marks(place, word, after, tiles)
        elif clued and game is not None:
            feedback = read_feedback(game, place, word, after)
        guesses.append(Clue(word, feedback))
    return guesses


def parse_turn(line: str, game: Game, place: int = 1, palette: str | None = None) -> Clue:
    """Parse a line with a guess and its feedback, separated by a colon or a space.

    Examples
    --------
    >>> from emi import Mastermind
    >>> parse_turn("1122 1A 2B", Mastermind(4, 6))
    Clue(guess='1122', feedback='1b2w')
    """
    refuse_shared(line, game)
    found = re.match(r"\s*([^\s:]+)(?:\s+:\s+|[\s:]\s*)(.+)", line)
    if found is None:
        raise refusal(ClueError, "errorClue", line=shown(line.strip()), example=example(game))
    word = parse_code(said("theGuess", place=place), found[1], game)
    return Clue(word, read_feedback(game, place, word, found[2], palette))


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
    """Raise ClueError for a shared result, which contains the feedback but not the guesses.

    Raises
    ------
    ClueError
    """
    if title := shared_result(text, game):
        expected = expected or said("theClues", example=example(game))
        raise refusal(ClueError, "errorShared", title=repr(title), expected=expected)


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
    if game.marked:
        refuse_shared(text, game)
        return read_marks(place, guess, text, palette_of([text], palette))
    text = game.feedback_from(text.strip())
    feedbacks: Sequence[str] = getattr(game, "feedbacks", ())
    pair = game.peg_signs
    feedback = spelt(text, feedbacks)
    if feedback not in feedbacks and len(pair) == len(MARKERS):
        read = _read_pegs(text)
        written_so = [] if read is None else [written(*read, (pair[0], pair[1]))]
        if read is not None and not read[1]:
            # Black-peg games write only the pegs in place.
            written_so.append(f"{read[0]}{pair[0]}")
        feedback = next((one for one in written_so if one in feedbacks), text)
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


def _read_pegs(text: str) -> tuple[int, int] | None:
    """Return the numbers of pegs in place and in another place; None if not given."""
    text = text.lower().replace("\ufe0f", "")
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


def _tiles(text: str) -> str:
    """Return pasted tiles without spaces, with names replaced by the tiles."""

    def tile(found: re.Match[str]) -> str:
        colours = {"green": "🟩", "yellow": "🟨", "orange": "🟧", "blue": "🟦", "red": "🟥",
                   "black": "⬛", "white": "⬜"}  # fmt: skip
        words = [one for one in found[1].split("_") if one != "large"]
        if words == ["yellow", "circle"]:
            return "🟡"
        return colours.get(words[0], found[0]) if words[1:] == ["square"] else found[0]

    return "".join(_NAME.sub(tile, text).replace("\ufe0f", "").split())


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
        means = {WELL_PLACED: "well placed", MISPLACED: "misplaced", MISSING: "missing"}
        said = " or ".join(f"{name} ({means[read[0]]})" for read, name in fitting.items())
        raise ClueError(f"{seen[0]}: ambiguous tile, expected a palette: {said}")
    return next(iter(fitting.values()), None) if seen else None


def tiles_of(feedback: str, palette: str = "classic") -> str:
    """Return feedback as coloured tiles.

    Examples
    --------
    >>> tiles_of("YBBBG")
    '🟨⬛⬛⬛🟩'
    """
    return feedback.translate(str.maketrans(_MARKS, PALETTES[palette]))


def write_marks(feedback: str, notation: str) -> str:
    """Return feedback in a notation: one of `SIGNS`, tiles, or names of tiles.

    Examples
    --------
    >>> write_marks("YBG", "digits"), write_marks("G", "names of classic")
    ('102', ':large_green_square:')
    """
    if notation in SIGNS:
        return feedback.translate(str.maketrans(_MARKS, SIGNS[notation]))
    tiles = tiles_of(feedback, notation.removeprefix("names of "))
    return tiles if notation in PALETTES else "".join(_NAMES[one] for one in tiles)


def write_pegs(right: int, elsewhere: int, notation: str) -> str:
    """Return the feedback of a game of pegs in a notation of `PEGS`."""
    if notation[0].isdigit():
        first, second = re.split(r"\d", notation)[1:]
        numbers = (right, elsewhere) if notation[0] == "1" else (elsewhere, right)
        return f"{numbers[0]}{first}{numbers[1]}{second}"
    return (notation[0] * right + notation[1] * elsewhere) or "."


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
