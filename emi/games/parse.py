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
    """Return the game with this name, in upper or lower case.

    Parameters
    ----------
    name : str
        ``mastermind:4x6`` (pegs and colours), ``logik``, ``moo``, ``moo:3x6`` (pegs and digits),
        ``blackpeg:4x6``, ``ab``, ``ab:3x6``, ``permutation:4x6``, ``jotto`` (the words of five
        letters of the lexicon), ``jotto:FILE`` (those of a file), ``wordle`` (of five letters in
        English, `Wordle.usual`, or of two lists), a cell of the lexicon: ``C5`` or ``5``, or a cell
        of a show or a site: ``lingo:C``, ``motus:C7``, ``sutom:C7``, ``tusmo:C7``.
    lexicon : Lexicon or str, optional
        A lexicon, or the name or path of one. By default ``fr``, and ``nl`` of Lingo.
    secrets, guesses : str or path, optional
        The words that may be the secret, and that may be proposed: text files, one word a line. A
        cell and ``jotto`` have those of the lexicon in place of one. Or the codes of a game of
        pegs, which has all its codes in place of one.
    column, encoding : optional
        Of the files, as of `emi.load`.
    identify : bool
        Whether secrets need not be among the guesses: any may be named, which tells only whether it
        is right (`emi.Identification`). Words and codes may be proposed that are in the list of
        guesses.
    reveal : bool
        Whether each wrong guess of a game of words reveals a letter (`emi.Revealed`).

    Raises
    ------
    EmiError
        If there is no such game (the message lists those there are), if it lacks its lists, or is
        given some it does not take, or if its size, words or files make no game.

    Examples
    --------
    >>> game_named("Mastermind:4x6")
    <Mastermind mastermind:4x6: 1296 secrets, 1296 guesses>
    """
    if reveal:
        if identify:
            raise GameError(f"{name}: expected one of `identify` and `reveal`")
        plain = game_named(
            name, lexicon=lexicon, secrets=secrets, guesses=guesses, column=column,
            encoding=encoding,
        )  # fmt: skip
        return Revealed(plain)
    text = str(name).strip()  # What is no text is none of the names either.
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
            raise GameError(f"{text}: expected no list of secrets beside {detail!r}")
        make, lexicon = _maker(text, lexicon)
        lists = two_lists(lexicon, secrets, guesses, column, encoding)
        return _identified(make, *lists) if identify else make(*lists)
    some, others = (
        None if path is None else tuple(codes(path, encoding)) for path in (secrets, guesses)
    )
    return (_identified_pegs if identify else _of_pegs)(text, some, others)


def _wordle(
    secrets: str | os.PathLike[str] | None,
    guesses: str | os.PathLike[str] | None,
    column: str | int | None,
    encoding: str | None,
    *,
    identify: bool,
) -> Game:
    """Return the game of Wordle; parameters as of `game_named`."""
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
    """Return a function that makes a game from two lists, and the lexicon that replaces one."""
    kind, colon, detail = text.partition(":")
    kind = kind.lower()
    if kind == "jotto":
        return _jotto, detail if colon else lexicon
    if kind in NAMED:
        usual = NAMED[kind].lexicon if lexicon is None else lexicon
        return partial(NamedCell.of, kind, detail), usual
    return partial(Motus.of_cell, Cell.parse(text)), lexicon


def _identified(make: Callable[..., Game], words: Lexicon, others: Lexicon | None) -> Game:
    """Return the identification game of two lists, given a function that makes a game."""
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
    """Return the identification game of pegs of this name."""
    if guesses is None:
        game = _of_pegs(text, secrets, None)
        return Identification(game, game.guesses)
    own = _of_pegs(text, None, None).secrets if secrets is None else secrets
    return Identification(_of_pegs(text, secrets, tuple(sorted({*guesses, *own}))), guesses)


def _of_pegs(text: str, secrets: tuple[str, ...] | None, guesses: tuple[str, ...] | None) -> Game:
    """Return the game of pegs of this name."""
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
    """Return the lexicon of the secrets, and that of the guesses, None if it is the same.

    What is not given is the lexicon, or the usual one. Parameters as of `game_named`.
    """

    def read(name: str | os.PathLike[str]) -> Lexicon:
        return load(name, column=column, encoding=encoding)

    if secrets is not None and guesses is not None:
        return read(secrets), read(guesses)
    lexicon = USUAL if lexicon is None else lexicon
    if isinstance(lexicon, str):
        # The column and the encoding are those of the other file then.
        alone = secrets is guesses is None
        words = load(lexicon) if lexicon in BUILTIN and not alone else read(lexicon)
    else:
        words = lexicon
    if guesses is not None:
        return words, read(guesses)
    return (words, None) if secrets is None else (read(secrets), words)


def codes(path: str | os.PathLike[str], encoding: str | None) -> Iterator[str]:
    """Yield the codes of a file, one a line, without blank lines."""
    path = str(path)
    for line in read_text(path, "one code a line", GameError, f"no file {path!r}", encoding):
        if code := line.strip():
            yield code


def _size(text: str, detail: str, example: str) -> tuple[int, int]:
    """Read a size such as ``4x6``."""
    match = re.fullmatch(r"([0-9]{1,6})x([0-9]{1,6})", detail.strip(), re.ASCII | re.IGNORECASE)
    if match is None:
        kind = text.partition(":")[0]
        raise GameError(f"{text}: expected two numbers, as in {kind}:{example}")
    return int(match[1]), int(match[2])
