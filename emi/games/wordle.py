"""Wordle: Motus with a hidden initial, and usually more guesses than secrets."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from emi.errors import GameError
from emi.games.cell import Cell
from emi.games.motus import Motus
from emi.games.registry import named
from emi.games.request import Page
from emi.lexicon.load import HOW, Lexicon, load, load_pair

if TYPE_CHECKING:
    import os

    from emi.games.game import Game
    from emi.games.request import Request

#: The length of words, unless two lists are given and their secrets have no word of this length.
USUAL = 5


@named(
    "wordle",
    help="wordle: five letters in English, or words of two lists",
    place=5,
)
class Wordle(Motus):
    """A game over a list of secrets and a list of guesses, with the feedback of Motus.

    Parameters
    ----------
    secrets : iterable of str
        The words that may be the secret.
    guesses : iterable of str, optional
        The words that may be proposed besides the secrets; by default none.
    name : str, optional
        The name of the game.
    lexicon : Lexicon, optional
        The word list that the words are from.
    alphabet : Alphabet or str, optional
        As in `Motus`.

    Raises
    ------
    WordError
        If the lists are invalid.

    Examples
    --------
    >>> game = Wordle(["LIGNE", "SIGNE"], ["LIGNE", "LASSO", "SIGNE"])
    >>> game.feedback("LASSO", "SIGNE")
    'BBYBB'
    """

    rule = "wordle"
    best_by = "average"
    page = Page(feedback="marks", titles={"en": "Wordle"}, palette="classic")

    @property
    def tries(self) -> int:
        """The number of tries: six, for words of any length."""
        return 6

    @classmethod
    def usual(
        cls,
        secrets: Lexicon | None = None,
        guesses: Lexicon | None = None,
    ) -> Wordle:
        """Return the game of five letters in English, by default with built-in lists.

        The default guesses are the list ``wordle-guesses``: the words common to two free lists. The
        default secrets are the list ``wordle``: words that people know, without inflected forms and
        names. A site may draw other words too (`beyond`).

        Examples
        --------
        >>> Wordle.usual()
        <Wordle wordle: 3473 secrets, 12079 guesses>
        """
        usual_secrets, usual_guesses = cls.usual_lists()
        return cls._of_lexicon(
            secrets or usual_secrets, Cell(None, USUAL), cls.rule, cls.rule, GameError,
            guesses or usual_guesses,
        )  # fmt: skip

    @classmethod
    def usual_lists(cls) -> tuple[Lexicon, Lexicon]:
        """Return the built-in lists of `usual`."""
        return load("wordle"), load("wordle-guesses")

    @property
    def open_list(self) -> bool:  # type: ignore[override]
        """Whether the secrets are the built-in ones: a site draws from a list of its own."""
        return self.lexicon is not None and self.lexicon.digest == load("wordle").digest

    @property
    def beyond(self) -> tuple[str, ...]:
        """The words that a site may draw, less often, besides the secrets; guesses come first.

        With the built-in secrets, all words of the list ``wordle-all`` are included.

        Examples
        --------
        >>> game = Wordle.usual()
        >>> "CRIED" in game.secrets, "CRIED" in game.beyond, "CYDER" in game.beyond
        (False, True, True)
        """
        others = super().beyond
        if not self.open_list:
            return others
        listed = {*self.secrets, *others}
        return (*others, *(word for word in load("wordle-all").words if word not in listed))

    def drawing(self, codes: tuple[str, ...]) -> Wordle:
        """Return the same game with other secrets, allowed as guesses too; they are not checked."""
        game = super().drawing(codes)
        game.lexicon = load("wordle-all")
        return game

    @classmethod
    def two_lists(cls, request: Request) -> tuple[Lexicon, Lexicon]:
        """Return the lists of a request; those of `usual_lists` replace missing ones."""
        if request.secrets is not None and request.guesses is not None:
            return load_pair(str(request.secrets), str(request.guesses), **request.how)
        secrets, guesses = (
            usual if path is None else request.read(path)
            for path, usual in zip(
                (request.secrets, request.guesses), cls.usual_lists(), strict=True
            )
        )
        return secrets, guesses

    @classmethod
    def of_request(cls, request: Request) -> Game:
        """Return the game that a user asks for; two lists may have words of any one length."""
        if request.secrets is None or request.guesses is None:
            return super().of_request(request)
        return cls._of_two(*cls.two_lists(request))

    @classmethod
    def _of_two(cls, secrets: Lexicon, guesses: Lexicon) -> Wordle:
        """Return the game of five letters, or of the length that most secrets have."""
        often = Counter(map(len, secrets.words))
        length = USUAL if often[USUAL] else max(often, key=often.__getitem__)
        return cls._of_lexicon(secrets, Cell(None, length), cls.rule, cls.rule, GameError, guesses)

    @classmethod
    def of_words(cls, request: Request, words: Lexicon, guesses: Lexicon | None) -> Wordle:  # noqa: ARG003 - as in `Motus`
        """Return the game of five letters of two lists."""
        return cls.usual(words, guesses)

    @classmethod
    def reads(cls, request: Request) -> frozenset[str]:
        """Return the arguments about files, which matter if a list is given."""
        return frozenset(HOW if request.lists else ())

    @classmethod
    def of_files(
        cls,
        secrets: str | os.PathLike[str],
        guesses: str | os.PathLike[str],
        *,
        column: str | int | None = None,
        encoding: str | None = None,
        alphabet: str | None = None,
    ) -> Wordle:
        """Return the game of two files of words, read like `emi.load`.

        The words have five letters, or if no secret has five, as many as most secrets.

        Raises
        ------
        LexiconError
            If a file cannot be read.
        """
        how = {"column": column, "encoding": encoding, "alphabet": alphabet}
        return cls._of_two(*load_pair(secrets, guesses, **how))
