"""Motus (Lingo): find a word of known length and usually known initial.

Shows and sites are cells too, with the lengths and tries of their rules. Wordle, which hides the
initial, is a separate game.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Self

from emi import arguments
from emi.errors import CellError, GameError, MemoryNeedError
from emi.games.cell import Cell, tries_allowed
from emi.games.feedback import MISPLACED, MISSING, WELL_PLACED, letter_marks
from emi.games.registry import named
from emi.games.request import Page
from emi.games.rule import COMPILED
from emi.games.words import WordGame, code_points, letters
from emi.lexicon.load import Lexicon, load
from emi.reports.texts import said
from emi.search.model.limits import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from emi.games.request import Request
    from emi.games.rows import WriteRows
    from emi.reports.texts import Said
    from emi.search.model.limits import Watch
    from emi.search.model.matrix import Indices, Rows

#: The lengths of the show, which complete a cell.
LENGTHS = range(5, 11)


def _cells_begun(typed: str) -> list[str]:
    """Return the cells with the initial that was typed."""
    initial = typed[:1] if typed[:1].isalpha() else ""
    return [f"{initial}{length}" for length in LENGTHS]


@named(
    "a cell such as C5",
    help="C5: words of a lexicon with that initial and length, 5: with any initial (Motus, Lingo)",
    pattern=r"(?u:[^\W\d_]{0,2})[0-9]+",
    place=0,
    completed=_cells_begun,
)
class Motus(WordGame):
    """Motus or Lingo: find a word of known length; the feedback is a mark for each letter.

    Parameters
    ----------
    secrets : iterable of str
        The words that may be the secret: of one length, without duplicates. All words are read by
        the alphabet, as in a lexicon.
    guesses : iterable of str, optional
        The words that may be proposed besides the secrets; by default none.
    name : str, optional
        The name of the game.
    lexicon : Lexicon, optional
        The source of the words, if they are a cell of a lexicon.
    alphabet : Alphabet or str, optional
        The letters, as in `emi.load`; by default those of the lexicon.

    Raises
    ------
    WordError
        If the lists are invalid.

    Examples
    --------
    >>> game = Motus(["LIGNINE", "LIGNITE"])
    >>> game.feedback("LIGNINE", "LIGNITE")
    'GGGGGBG'
    """

    rule = "motus"
    pairs_at_once = COMPILED
    gives_hints = True
    marked = True
    best_by = "worst"
    page = Page(feedback="marks", titles={"en": "Motus"}, palette="motus", show=True)

    @property
    def of_cells(self) -> bool:  # type: ignore[override]
        """Whether the rule is named ``motus``; a subclass such as Wordle names it otherwise."""
        return self.rule_name == Motus.rule

    @property
    def bits(self) -> int:  # type: ignore[override]
        """The bits of a class number: 8 if they suffice, else 16.

        The number of classes is at most the number of patterns, and at most the number of secrets
        plus one. Matrices of 8 bits are searched about 10 % faster.
        """
        patterns = 3 ** (self.length - self._initial_given)
        return 8 if min(patterns, len(self.secrets) + 1) <= 1 << 8 else 16

    @cached_property
    def _initial_given(self) -> bool:
        return len({word[0] for word in self.guesses}) == 1

    @classmethod
    @arguments.checked
    def of_cell(
        cls,
        cell: Cell | str,
        lexicon: Lexicon | str = "fr",
        guesses: Lexicon | str | None = None,
    ) -> Self:
        """Return the game of one cell, such as ``C5``.

        Parameters
        ----------
        cell : Cell or str
        lexicon : Lexicon or str
            The words that may be the secret: a lexicon, or the name or path of one.
        guesses : Lexicon or str, optional
            The words that may be proposed, if from another list: they have the initial of the cell,
            if any.

        Raises
        ------
        CellError
            If the cell is malformed, or the lexicon has no word for it.
        LexiconError
            If the lexicon cannot be read.
        """
        if isinstance(lexicon, str):
            lexicon = load(lexicon)
        if isinstance(cell, str):
            cell = Cell.parse(cell, lexicon.alphabet)
        return cls._of_lexicon(lexicon, cell, str(cell), f"cell {cell}", CellError, guesses)

    @classmethod
    def of_words(cls, request: Request, words: Lexicon, guesses: Lexicon | None) -> Self:
        """Return the game of the cell that a user asks for."""
        return cls.of_cell(request.name, words, guesses)

    @classmethod
    def to_compile(cls) -> Sequence[Motus]:
        """Return a game of five letters, whose feedback fits into 8 bits, and one of six."""
        return [cls(["CARTE", "CASER", "CARIE"]), cls(["CARTES", "CASERA", "CARIES"])]

    @property
    def feedback_count(self) -> int:
        """The number of patterns of marks.

        Patterns with a single misplaced letter and all others in place are impossible.
        """
        told = self.length - int(self._initial_given)
        return max(int(3**told) - told, 1)

    @property
    def tries(self) -> int | None:
        """The number of tries in the show for words of this length."""
        return tries_allowed(self.length)

    def drawn(self, text: str) -> str:
        """Return a word of the length, and with the initial if it is shown; see `Game.drawn`."""
        code, initial = super().drawn(text), self.guesses[0][0]
        if self._initial_given and code[0] != initial and not self.own_rule:
            raise self.error(f"secret {code}: expected a word with the initial {initial}")
        return code

    def feedback(self, guess: str, secret: str) -> str:
        """Return the feedback on a guess, by the scalar rule (see `emi.games.feedback`)."""
        return letter_marks(*self._codes(guess, secret))

    def feedback_each(self, guesses: Sequence[str], secrets: Sequence[str]) -> list[str]:
        """Return the feedback on each guess for the secret in the same place.

        The pairs are processed together: a strategy has one pair for each branch.
        """
        if not guesses:
            return []
        import numpy as np

        # One row for each place, so that all sums run along the pairs.
        word, secret = (code_points(side).T.copy() for side in (guesses, secrets))
        length = len(word)
        placed = word == secret
        unused = ~placed[:, np.newaxis]
        before = np.tri(length, k=-1, dtype=np.bool_).T[:, :, np.newaxis]
        have = ((secret[:, np.newaxis] == word) & unused).sum(axis=0, dtype=np.uint8)
        taken = ((word[:, np.newaxis] == word) & unused & before).sum(axis=0, dtype=np.uint8)
        marks = np.where(
            placed, ord(WELL_PLACED), np.where(taken < have, ord(MISPLACED), ord(MISSING))
        )
        text = marks.T.astype(np.uint8).tobytes().decode("ascii")
        return [text[at : at + length] for at in range(0, len(text), length)]

    def unused(self, guess: str, made: str, feedback: str) -> Said | str:
        """Return the hint that a guess ignores: a letter in place, or one known to occur."""
        found: dict[str, int] = {}
        for place, (letter, mark) in enumerate(zip(made, feedback, strict=True)):
            if mark == WELL_PLACED and guess[place] != letter:
                return said("hintIn", letter=letter, place=place + 1)
            if mark != MISSING:
                found[letter] = found.get(letter, 0) + 1
        for letter, often in found.items():
            if guess.count(letter) < often:
                return said("hintHas", letter=letter, n=often)
        return ""

    def _hints(self, watch: Watch | None, zeros: Callable[..., Rows]) -> Rows:
        """Return bits for letters in place, and bits for letters known to occur.

        If the guess has a letter several times, the number of bits set for it is the number of its
        known occurrences. Both kinds of bits share a 16-bit word if there is room.
        """
        import numpy as np

        codes = self._guess_letters
        size, length = codes.shape
        words = 1 if 2 * length <= 16 else 2  # noqa: PLR2004 - bits
        told = zeros((words, size, size), np.uint16)
        often = (codes[:, :, np.newaxis] == np.arange(len(self.symbols))).sum(axis=1)
        # The hints from a letter also depend on the number of its earlier occurrences in the guess.
        before = [(codes[:, :i] == codes[:, i : i + 1]).sum(axis=1) for i in range(length)]
        bits: dict[tuple[int, int, int], Rows] = {}
        for g, code in enumerate(codes.tolist()):
            if watch is not None and g % 256 == 0 and not watch(g / size):
                raise Stopped
            for i, a in enumerate(code):
                key = i, a, int(before[i][g])
                if key not in bits:
                    bits[key] = np.zeros((words, size), np.uint16)
                    bits[key][0] |= (codes[:, i] == a).astype(np.uint16) << i
                    known = (often[:, a] > key[2]).astype(np.uint16)
                    bits[key][-1] |= known << (i + length if words == 1 else i)
                told[:, g] |= bits[key]
        return told

    def _compiled(self) -> WriteRows:
        if len(self.secrets) >= 1 << 16:
            raise MemoryNeedError(
                f"{self.name}: {len(self.secrets):,} secrets, expected at most 65,535"
            )
        import numpy as np

        from emi.games.kernels import marks
        from emi.games.rows import stock
        from emi.search.compile.jit import in_widths

        # A shared initial is always well placed and uses up one copy of its letter in both guess
        # and secret, so the other marks are the same without it.
        given = int(self._initial_given)
        words = self._guess_letters[:, given:]
        secrets = letters(self.secrets, self.symbols)[:, given:]
        named = self._named
        codes = np.pad(secrets, ((0, -len(secrets) % marks.PADDING), (0, 0)))
        places, have = np.ascontiguousarray(codes.T), stock(codes, len(self.symbols))

        def write_marks(guesses: Indices, rows: Rows) -> None:
            marks.mark_rows(words[guesses], named[guesses], places, have, in_widths(rows))

        return write_marks


class Rules(NamedTuple):
    """The rules of a show or a site: word list, lengths and tries, with their text for the help.

    ``allowed`` is None if the tries depend on the length.
    """

    title: str
    lexicon: str
    lengths: range
    allowed: int | None = None
    help: str = ""
    example: str = "C7"

    @property
    def said(self) -> str:
        """The lengths as text, such as ``5 to 10``."""
        first, last = self.lengths[0], self.lengths[-1]
        return f"{first}" if first == last else f"{first} to {last}"


#: The games of television.
SHOWS = ("lingo", "motus")
FIVE = ": five letters and five tries, in Dutch or of another lexicon"
SITE = ": six tries, with the lists of the site if they are given"
#: The games by name. By default, their words come from a built-in list.
NAMED = {
    "lingo": Rules("Lingo", "nl", range(5, 6), 5, FIVE, "C"),
    "motus": Rules("Motus", "fr", range(5, 11)),
    "sutom": Rules("SUTOM", "fr", range(6, 10), 6, SITE),
    "tusmo": Rules("Tusmo", "fr", range(5, 11), 6, SITE),
}


class _NamedPage:
    """The `page` of a cell, with the title of its game; that of Motus for the class itself."""

    def __get__(self, game: NamedCell | None, kind: type[NamedCell]) -> Page:
        assert Motus.page is not None  # noqa: S101 - for mypy
        if game is None:
            return Motus.page
        title, show = NAMED[game.called].title, game.called in SHOWS
        return replace(Motus.page, titles={"en": title}, show=show)


class NamedCell(Motus):
    """A cell of one of the games of `NAMED`; only lengths and tries differ from `Motus`.

    Examples
    --------
    >>> import emi
    >>> game = emi.game_named("sutom:Z7")
    >>> game, game.tries
    (<NamedCell sutom:Z7: 207 secrets, 207 guesses>, 6)
    """

    best_by = "average"
    page = _NamedPage()
    #: The name of the game, without the cell.
    called: str

    @classmethod
    def of(
        cls,
        called: str,
        text: str,
        lexicon: Lexicon | str | None = None,
        guesses: Lexicon | str | None = None,
    ) -> Self:
        """Return the game of an initial and a length, such as ``C7``.

        Parameters
        ----------
        called : str
            One of `NAMED`.
        text : str
            The cell; only the initial if the game has a single length.
        lexicon, guesses
            As in `Motus.of_cell`.

        Raises
        ------
        GameError
            If the cell has no initial or an unsupported length, or the lexicon has no word for it.
        WordError, LexiconError
            As in `Motus.of_cell`.
        """
        rules = NAMED[called]
        words = rules.lexicon if lexicon is None else lexicon
        if isinstance(words, str):
            words = load(words)
        found = re.fullmatch(r"([^\d\s]+)([0-9]{0,2})", text.strip())
        shortest = rules.lengths[0]
        length = int((found and found[2]) or (shortest if len(rules.lengths) == 1 else 0))
        initial = words.alphabet.read(found[1]) if found else ""
        if length not in rules.lengths or len(initial) != 1 or words.alphabet.foreign(initial):
            cell_name = f"{called}:{text.strip()}".rstrip(":")
            raise GameError(
                f"{cell_name}: expected an initial and a length of {rules.said} letters, such as "
                f"{called}:C{shortest}"
            )
        cell = Cell(initial, length)
        name = f"{called}:{cell}"
        game = cls._of_lexicon(words, cell, name, name, GameError, guesses)
        game.called = called
        return game

    @classmethod
    def two_lists(cls, request: Request) -> tuple[Lexicon, Lexicon | None]:
        """Return the lists of a request; by default the built-in list of the show or site."""
        return request.words(NAMED[request.word].lexicon)

    @classmethod
    def of_words(cls, request: Request, words: Lexicon, guesses: Lexicon | None) -> Self:
        """Return the game of the cell that a user asks for."""
        return cls.of(request.word, request.detail or "", words, guesses)

    @property
    def tries(self) -> int:
        """The number of tries by the rules of the game."""
        return NAMED[self.called].allowed or tries_allowed(self.length)


for _name, _rules in NAMED.items():
    _example = f"{_name}:{_rules.example}"
    named(_example, help=f"{_example}{_rules.help}", place=6)(NamedCell)
