"""Requests for games by name, and the facts about a class of games that the page needs."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from emi.errors import GameError
from emi.lexicon.load import BUILTIN, HOW, USUAL, Lexicon, load, load_pair

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True, kw_only=True)
class Page:
    """The data that the page needs to play a game, besides its codes.

    Attributes
    ----------
    feedback : str
        The rule in JavaScript: ``marks`` of letters, the number of letters ``shared``, ``pegs`` in
        place and in another place, or pegs ``placed`` alone.
    titles : mapping of str to str
        The name for people in each language of the page, by its code: at least ``en``.
    symbols : str
        The kind of symbols in codes: ``letters``, ``colours`` or ``digits``.
    palette : str
        The palette in which marks are shared, one of `emi.games.notation.PALETTES`.
    show : bool
        Whether the number of tries is that of a show.
    boards : int
        The number of boards that each guess is made on; 0 if the game is not one of `Boards`.
    distinct : bool
        Whether the secrets of several boards differ.
    """

    feedback: Literal["marks", "shared", "pegs", "placed"]
    titles: Mapping[str, str]
    symbols: Literal["letters", "colours", "digits"] = "letters"
    palette: str = "classic"
    show: bool = False
    boards: int = 0
    distinct: bool = False


@dataclass(frozen=True)
class Request:
    """A request for a game: its name and its lists, as in `game_named`."""

    name: str
    lexicon: Lexicon | str | None = None
    secrets: str | os.PathLike[str] | tuple[str, ...] | None = None
    guesses: str | os.PathLike[str] | tuple[str, ...] | None = None
    column: str | int | None = None
    encoding: str | None = None
    alphabet: str | None = None
    sheet: str | int | None = None
    #: Whether the secrets of several boards differ; by default as the game has it.
    distinct: bool | None = None
    #: Returns the `Game` of each board, given its name; by default the registry is asked.
    inner: Callable[[str], Any] | None = None
    #: What stands before the colon in the name, in lower case, and after it; None without a colon.
    word: str = field(init=False)
    detail: str | None = field(init=False)

    def __post_init__(self) -> None:
        word, colon, detail = self.name.partition(":")
        object.__setattr__(self, "word", word.lower())
        object.__setattr__(self, "detail", detail if colon else None)

    @property
    def lists(self) -> bool:
        """Whether a list of secrets or of guesses is given."""
        return self.secrets is not None or self.guesses is not None

    @property
    def how(self) -> dict[str, Any]:
        """The arguments of `emi.load` for files."""
        return {name: getattr(self, name) for name in HOW}

    def read(self, path: str | os.PathLike[str] | tuple[str, ...] | None) -> Lexicon:
        """Return the words of a file."""
        assert isinstance(path, str | os.PathLike)  # noqa: S101 - for mypy
        return load(path, **self.how)

    def words(self, usual: str = USUAL) -> tuple[Lexicon, Lexicon | None]:
        """Return the lexicon of the secrets, and that of the guesses, or None if it is the same.

        The lexicon, or that with the name ``usual``, replaces a missing list.
        """
        words = usual if self.lexicon is None else self.lexicon
        secrets, guesses = self.secrets, self.guesses
        assert not isinstance(secrets, tuple) and not isinstance(guesses, tuple)  # noqa: S101, PT018
        if not self.lists:
            return self.read(words) if isinstance(words, str) else words, None
        if secrets is not None and guesses is not None:
            return load_pair(secrets, guesses, **self.how)
        if isinstance(words, str):
            if words not in BUILTIN:
                return load_pair(secrets or words, guesses or words, **self.how)
            # Column and encoding describe the other file.
            words = load(words)
        return (words, self.read(guesses)) if secrets is None else (self.read(secrets), words)

    def codes(self) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
        """Return the codes of the files of secrets and guesses, one a line; None without a file."""

        def read(path: str | os.PathLike[str] | tuple[str, ...] | None) -> tuple[str, ...] | None:
            if path is None or isinstance(path, tuple):
                return path
            from emi.lexicon.formats import read_text

            lines = read_text(
                str(path), "one code a line", GameError, f"no file {str(path)!r}", self.encoding
            )
            return tuple(filter(None, map(str.strip, lines)))

        return read(self.secrets), read(self.guesses)

    @property
    def letters(self) -> tuple[int, str] | None:
        """The number of pegs and the letters of colours, as in ``4xrgbyow``; None for a number."""
        match = re.fullmatch(r"([0-9]{1,6})x([a-z]+)", (self.detail or "").strip(), re.IGNORECASE)
        return match and (int(match[1]), match[2])

    def size(self, example: str) -> tuple[int, ...]:
        """Return the numbers after the colon, as many as in an example such as ``4x6``."""
        text, many = (self.detail or "").strip(), example.count("x") + 1
        numbers = rf"[0-9]{{1,6}}(?:x[0-9]{{1,6}}){{{many - 1}}}"
        if not re.fullmatch(numbers, text, re.ASCII | re.IGNORECASE):
            wanted = {1: "a number", 2: "two numbers"}.get(many, f"{many} numbers")
            word = self.name.partition(":")[0]
            raise GameError(f"{self.name}: expected {wanted}, as in {word}:{example}")
        return tuple(map(int, text.lower().split("x")))
