"""Parse names of games as users write them."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from emi.errors import GameError
from emi.games.blackpeg import ABGame, BlackPeg, Permutation
from emi.games.cell import Cell
from emi.games.game import Game
from emi.games.identification import Identification
from emi.games.jotto import Jotto
from emi.games.mastermind import Logik, Mastermind
from emi.games.moo import Moo
from emi.games.motus import Motus
from emi.games.named import NAMED, NamedCell
from emi.games.revealed import Revealed
from emi.games.wordle import Wordle
from emi.lexicon.load import BUILTIN, USUAL, Lexicon, load
from emi.lexicon.reading import read_text

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator

GAMES = (
    "a cell such as C5, mastermind:4x6, logik, moo, moo:3x6, blackpeg:4x6, ab, ab:3x6, "
    "permutation:4x6, jotto, jotto:FILE, wordle, lingo:C, motus:C7, sutom:C7 or tusmo:C7"
)
#: The games of pegs that take a number of pegs and colours, and those with a default size.
SIZED = {"mastermind": Mastermind, "blackpeg": BlackPeg, "permutation": Permutation}
SIZE_KNOWN = {"moo": Moo, "ab": ABGame}


def game_of(game: Game | str) -> Game:
    """Return a game, given the game or its name; raise GameError otherwise."""
    if isinstance(game, Game):
        return game
    if isinstance(game, str):
        return game_named(game)
    raise GameError(f"{game!r}: expected a game, such as emi.Motus(words), or its name: {GAMES}")


def game_named(
    name: str,
    *,
    lexicon: Lexicon | str | None = None,
    secrets: str | os.PathLike[str] | None = None,
    guesses: str | os.PathLike[str] | None = None,
    column: str | int | None = None,
    encoding: str | None = None,
    identify: bool = False,
    reveal: bool = False,
) -> Game:
    """Return the game with a name, ignoring case.

    Parameters
    ----------
    name : str
        A cell of the lexicon, ``C5`` or ``5``; a cell of a show or a site, ``lingo:C``,
        ``motus:C7``, ``sutom:C7`` or ``tusmo:C7``; ``wordle`` (five letters in English,
        `Wordle.usual`, or two lists); ``jotto`` (the words of five letters of the lexicon) or
        ``jotto:FILE``; or a game of pegs: ``mastermind:4x6`` (pegs and colours), ``logik``,
        ``moo``, ``moo:3x6`` (pegs and digits), ``blackpeg:4x6``, ``ab``, ``ab:3x6`` or
        ``permutation:4x6``.
    lexicon : Lexicon or str, optional
        A lexicon, or the name or path of one. The default is ``fr``, for Lingo ``nl``.
    secrets, guesses : str or path, optional
        Text files with the possible secrets and the allowed guesses, one word or code per line. By
        default, a cell and ``jotto`` use the words of the lexicon, a game of pegs all its codes.
    column, encoding : optional
        The column and the encoding of the files, as in `emi.load`.
    identify : bool
        Whether to make an identification game (`emi.Identification`): secrets need not be among the
        guesses, and naming a secret only tells whether it is right.
    reveal : bool
        Whether each wrong guess in a game of words reveals the letter of its first wrong place
        (`emi.Revealed`).

    Raises
    ------
    EmiError
        If the name is unknown (the message lists the games), or if the lists, files or size are
        invalid for the game.

    Examples
    --------
    >>> game_named("Mastermind:4x6")
    <Mastermind mastermind:4x6: 1296 secrets, 1296 guesses>
    """
    if not isinstance(reveal, bool):
        raise GameError(f"reveal {reveal!r}: expected True or False")
    if reveal:
        if identify:
            raise GameError(f"{name}: expected one of `identify` and `reveal`")
        plain = game_named(
            name, lexicon=lexicon, secrets=secrets, guesses=guesses, column=column,
            encoding=encoding,
        )  # fmt: skip
        return Revealed(plain)
    text = str(name).strip()  # Any other type is reported as an unknown name.
    kind, colon, detail = text.partition(":")
    kind = kind.lower()
    cell = re.fullmatch(r"[a-z]?[0-9]+", text, re.ASCII | re.IGNORECASE)
    if not cell and kind not in (*SIZED, *SIZE_KNOWN, *NAMED, "logik", "jotto", "wordle"):
        raise GameError(f"unknown game {text!r}: expected {GAMES}")
    if colon and kind in ("logik", "wordle"):
        raise GameError(f"unknown game {text!r}: expected {kind} alone")
    if kind == "wordle":
        return _wordle(secrets, guesses, column, encoding, identify=identify)
    if cell or kind in (*NAMED, "jotto"):
        if kind == "jotto" and colon and secrets is not None:
            raise GameError(f"{text}: expected a single list of secrets, {detail!r} or `secrets`")
        make, lexicon = _maker(text, lexicon)
        lists = two_lists(lexicon, secrets, guesses, column, encoding)
        return _identified(make, *lists) if identify else make(*lists)
    some, others = (
        None if path is None else tuple(codes(path, encoding)) for path in (secrets, guesses)
    )
    return (_identified_pegs if identify else _of_pegs)(text, some, others)


def lists_read(
    name: str, secrets: str | os.PathLike[str] | None, guesses: str | os.PathLike[str] | None
) -> frozenset[str]:
    """Return which of ``lexicon``, ``column`` and ``encoding`` `game_named` uses for a game."""
    kind, colon, _ = name.strip().lower().partition(":")
    given = [path for path in (secrets, guesses) if path is not None]
    if kind in (*SIZED, *SIZE_KNOWN, "logik"):
        return frozenset(["encoding"] if given else [])
    files = frozenset(["column", "encoding"])
    if kind == "wordle":
        return files if given else frozenset()
    named = kind == "jotto" and bool(colon)
    return files if named or None not in (secrets, guesses) else files | {"lexicon"}


def _wordle(
    secrets: str | os.PathLike[str] | None,
    guesses: str | os.PathLike[str] | None,
    column: str | int | None,
    encoding: str | None,
    *,
    identify: bool,
) -> Game:
    """Return the game of Wordle; parameters as in `game_named`."""
    if secrets is not None and guesses is not None and not identify:
        return Wordle.of_files(secrets, guesses, column=column, encoding=encoding)
    ours, theirs = (
        None if path is None else load(path, column=column, encoding=encoding)
        for path in (secrets, guesses)
    )
    if identify:
        return _identified(Wordle.usual, ours or load("wordle"), theirs or load("en"))
    return Wordle.usual(ours, theirs)


def _jotto(words: Lexicon, guesses: Lexicon | None) -> Game:
    return Jotto.of_lexicon(words, guesses=guesses)


def _maker(
    text: str, lexicon: Lexicon | str | None
) -> tuple[Callable[..., Game], Lexicon | str | None]:
    """Return a function that makes a game from two lists, and the default lexicon for them."""
    kind, colon, detail = text.partition(":")
    kind = kind.lower()
    if kind == "jotto":
        return _jotto, detail if colon else lexicon
    if kind in NAMED:
        usual = NAMED[kind].lexicon if lexicon is None else lexicon
        return partial(NamedCell.of, kind, detail), usual
    return partial(Motus.of_cell, Cell.parse(text)), lexicon


def _identified(make: Callable[..., Game], words: Lexicon, others: Lexicon | None) -> Game:
    """Return the identification game of two lists; ``make`` makes the base game."""
    if others is None:
        game = make(words, None)
        return Identification(game, game.guesses)
    every = tuple(sorted({*words.words, *others.words}))
    game = make(words, Lexicon(others.name, every, others.licence, others.source))
    game.proposed = others
    return Identification(game, [one for one in game.guesses if one in others])


def _identified_pegs(
    text: str, secrets: tuple[str, ...] | None, guesses: tuple[str, ...] | None
) -> Game:
    """Return the identification game of pegs with a name."""
    if guesses is None:
        game = _of_pegs(text, secrets, None)
        return Identification(game, game.guesses)
    own = _of_pegs(text, None, None).secrets if secrets is None else secrets
    return Identification(_of_pegs(text, secrets, tuple(sorted({*guesses, *own}))), guesses)


def _of_pegs(text: str, secrets: tuple[str, ...] | None, guesses: tuple[str, ...] | None) -> Game:
    """Return the game of pegs with a name."""
    kind, colon, detail = text.partition(":")
    kind = kind.lower()
    if kind == "logik":
        return Logik(secrets=secrets, guesses=guesses)
    if kind in SIZED:
        pegs, symbols = _size(text, detail, "4x6")
        return SIZED[kind](pegs, symbols, secrets=secrets, guesses=guesses)
    pegs, symbols = _size(text, detail, "3x6") if colon else (4, 10)
    return SIZE_KNOWN[kind](pegs, symbols, secrets=secrets, guesses=guesses)


def two_lists(
    lexicon: Lexicon | str | None,
    secrets: str | os.PathLike[str] | None,
    guesses: str | os.PathLike[str] | None,
    column: str | int | None = None,
    encoding: str | None = None,
) -> tuple[Lexicon, Lexicon | None]:
    """Return the lexicon of the secrets, and the lexicon of the guesses, or None if it is the same.

    The lexicon, or the default one, replaces a missing list. Parameters as in `game_named`.
    """

    def read(name: str | os.PathLike[str]) -> Lexicon:
        return load(name, column=column, encoding=encoding)

    if secrets is not None and guesses is not None:
        return read(secrets), read(guesses)
    lexicon = USUAL if lexicon is None else lexicon
    if isinstance(lexicon, str):
        # With another file given, column and encoding describe that file.
        alone = secrets is guesses is None
        words = load(lexicon) if lexicon in BUILTIN and not alone else read(lexicon)
    else:
        words = lexicon
    if guesses is not None:
        return words, read(guesses)
    return (words, None) if secrets is None else (read(secrets), words)


def codes(path: str | os.PathLike[str], encoding: str | None) -> Iterator[str]:
    """Yield the codes of a file with one code per line, skipping blank lines."""
    path = str(path)
    for line in read_text(path, "one code a line", GameError, f"no file {path!r}", encoding):
        if code := line.strip():
            yield code


def _size(text: str, detail: str, example: str) -> tuple[int, int]:
    """Parse a size such as ``4x6``."""
    match = re.fullmatch(r"([0-9]{1,6})x([0-9]{1,6})", detail.strip(), re.ASCII | re.IGNORECASE)
    if match is None:
        kind = text.partition(":")[0]
        raise GameError(f"{text}: expected two numbers, as in {kind}:{example}")
    return int(match[1]), int(match[2])
