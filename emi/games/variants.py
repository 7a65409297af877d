"""Games with the lists of another game and a different feedback rule.

In an identification game, secrets need not be allowed guesses: a player may name any secret. If it
is not an allowed guess, the feedback only tells whether it is right. Naming a secret counts as a
guess and is possible at any time, so all objectives, strategies and certificates apply as usual.

Where letters are revealed, as in Lingo, a wrong guess reveals the letter of its first wrong place.
It depends on guess and secret only, like the marks, so all objectives apply as usual. A player who
puts known letters in their places learns the next unknown letter.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NoReturn, Self

from emi import arguments
from emi.errors import GameError, listed
from emi.games.feedback import WELL_PLACED
from emi.games.game import Game
from emi.games.rule import COMPILED, Rule
from emi.games.words import letters
from emi.reports.texts import said
from emi.search.model.limits import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np

    from emi.games.game import Game
    from emi.games.rows import WriteRows
    from emi.reports.texts import Said
    from emi.search.model.limits import Watch
    from emi.search.model.matrix import Indices, Rows


class Wrapped(Game):
    """A game based on another game, with the same lists, length and tries.

    Subclasses define the rule, and in `variant` the parameters of the rule besides the base game.

    Attributes
    ----------
    base : Game
    """

    #: The suffixes of the names of the rule and of the game.
    suffix: str
    title: str

    def __init__(self, game: Game, name: str = "") -> None:
        self.base = game
        self.rule = f"{game.rule_name}, {self.suffix}"
        self.kind, self.parts, self.error = game.kind, game.parts, game.error
        super().__init__(game.secrets, game.guesses, name=name or f"{game.name} ({self.title})")
        self.lexicon, self.proposed, self.added = game.lexicon, game.proposed, game.added
        self.alphabet = game.alphabet

    @property
    def variant(self) -> list[str]:
        """The parameters of the feedback rule besides the base game."""
        return []

    @property
    def key(self) -> str:
        """A digest of the key of the base game and of the changed rule."""
        hard = f", {self.restriction}" if self.restriction else ""
        text = "\n".join([self.rule + hard, self.base.key, *self.variant])
        return sha256(text.encode()).hexdigest()

    def rules_of(self, built_in: type[Rule]) -> tuple[str, ...]:
        """Return the name of the rule; none if the rule of the base game is a custom one."""
        assert issubclass(built_in, Wrapped)  # noqa: S101 - for mypy
        return () if self.base.own_rule else (f"{self.base.rule_name}, {built_in.suffix}",)

    @property
    def tries(self) -> int | None:
        """The tries of the base game."""
        return self.base.tries

    @property
    def best_by(self) -> str:  # type: ignore[override]
        """The default order of guesses, as in the base game."""
        return self.base.best_by

    def code(self, text: str) -> str:
        """Return a guess in the spelling of the base game."""
        return self.base.code(text)

    def of_lists(
        self, secrets: tuple[str, ...], guesses: tuple[str, ...], name: str | None = None
    ) -> Self:
        """Return the same game with parts of its lists."""
        game = super().of_lists(secrets, guesses, name)
        vars(game)["base"] = self.base.of_lists(secrets, guesses)
        return game


#: The feedback on a guess that names a wrong secret.
WRONG = "no"


class Identification(Wrapped):
    """A game whose secrets need not be among its guesses.

    Parameters
    ----------
    game : Game
        A game whose guesses are the proposals and all secrets.
    proposals : iterable of str
        The guesses that the rules allow. Any other guess only names a secret: its feedback is
        ``no`` unless it is right.

    Raises
    ------
    GameError
        If the game is hard, or a proposal is not one of its guesses.

    Examples
    --------
    >>> import emi
    >>> words = emi.Motus(["LIGNE", "SIGNE"], ["LASSO", "LIGNE", "SIGNE"])
    >>> game = Identification(words, ["LASSO"])
    >>> game.feedback("LASSO", "SIGNE"), game.feedback("LIGNE", "SIGNE")
    ('BBYBB', 'no')
    >>> emi.solve(game).bounds
    Bounds(lower=2, upper=2)
    """

    rule = "identified"
    suffix, title = "identified", "identify"

    @arguments.checked
    def __init__(self, game: Game, proposals: Iterable[str]) -> None:
        if game.hard:
            raise GameError(f"{game.name}: identification games do not support hard play")
        proposed = frozenset(map(game.code, listed(proposals, game.kind, GameError)))
        if strange := sorted(proposed.difference(game.guesses)):
            raise GameError(f"proposal {strange[0]!r}: expected one of the guesses of {game.name}")
        #: The guesses that only name a secret.
        self.named = frozenset(game.guesses) - proposed
        super().__init__(game)
        self.added = 0

    @property
    def pairs_at_once(self) -> int:  # type: ignore[override]
        """The `pairs_at_once` of the base game."""
        return self.base.pairs_at_once

    @property
    def bits(self) -> int:  # type: ignore[override]
        """The `bits` of the base game."""
        return self.base.bits

    @property
    def variant(self) -> list[str]:
        """The guesses that only name a secret."""
        return sorted(self.named)

    def feedback(self, guess: str, secret: str) -> str:
        """Return the feedback of the base game; ``no`` for a guess that names a wrong secret."""
        if self.code(guess) in self.named and self.code(guess) != self.code(secret):
            return WRONG
        return self.base.feedback(guess, secret)

    def feedback_each(self, guesses: Sequence[str], secrets: Sequence[str]) -> list[str]:
        """Return the feedback on each guess for the secret in the same place."""
        told = self.base.feedback_each(guesses, secrets)
        return [
            WRONG if guess in self.named and guess != secret else one
            for guess, secret, one in zip(guesses, secrets, told, strict=True)
        ]

    def hardened(self, restriction: str = "possible") -> NoReturn:
        """Raise GameError: hard play is not supported.

        Raises
        ------
        GameError
            Always.
        """
        raise GameError(
            f"{self.name}: identification games do not support hard play ({restriction})"
        )

    def of_lists(
        self, secrets: tuple[str, ...], guesses: tuple[str, ...], name: str | None = None
    ) -> Self:
        """Return the same game with parts of its lists; `named` is reduced to the guesses."""
        game = super().of_lists(secrets, guesses, name)
        game.named = self.named & frozenset(guesses)
        return game

    def row_writer(self) -> WriteRows:
        """Return a function that writes rows of the feedback matrix, as `Game.row_writer` does."""
        import numpy as np

        write, many = self.base.row_writer(), len(self.secrets)
        only = np.array([code in self.named for code in self.guesses], np.bool_)
        names = self._named

        def write_named(guesses: Indices, rows: Rows) -> None:
            write(guesses, rows)
            (places,) = only[guesses].nonzero()
            rows[places] = 1
            secret: np.ndarray = names[guesses[places]]
            right = secret < many
            rows[places[right], secret[right]] = 0

        return write_named


class Revealed(Wrapped):
    """A game of marks in which each wrong guess reveals a letter.

    The feedback is the marks and, after a space, the letter of the secret in the first wrong place.

    Parameters
    ----------
    game : Game
        A game such as `Motus` or `Wordle`, with a mark for each letter of a word.

    Raises
    ------
    GameError
        If the game has other feedback, or is hard; instead, apply `hardened` to the result.

    Examples
    --------
    >>> import emi
    >>> game = Revealed(emi.Motus(["LEGALES", "LIVIDES", "LOGIQUE"]))
    >>> game.feedback("LIVIDES", "LOGIQUE")
    'GBBGBYB O'
    """

    rule = "revealed"
    suffix, title = "revealed", "reveal"
    bits = 16
    reveals = True

    @arguments.checked
    def __init__(self, game: Game) -> None:
        if not game.marked or game.kind != "words":
            raise GameError(
                f"{game.name}: cannot reveal letters, expected a cell, wordle, lingo, motus, sutom "
                "or tusmo"
            )
        if game.hard:
            raise GameError(f"{game.name}: reveal letters before the game is made hard")
        super().__init__(game)

    def feedback(self, guess: str, secret: str) -> str:
        """Return the marks and the revealed letter."""
        guess, secret = self.code(guess), self.code(secret)
        return self._with_letter(self.base.feedback(guess, secret), guess, secret)

    def feedback_each(self, guesses: Sequence[str], secrets: Sequence[str]) -> list[str]:
        """Return the feedback on each guess for the secret in the same place."""
        told = self.base.feedback_each(guesses, secrets)
        return [*map(self._with_letter, told, guesses, secrets)]

    def _with_letter(self, marks: str, guess: str, secret: str) -> str:
        """Return marks with the letter that the guess reveals."""
        hidden = (b for a, b in zip(guess, secret, strict=True) if a != b)
        return f"{marks} {next(hidden, '')}".rstrip()

    @property
    def pairs_at_once(self) -> int:  # type: ignore[override]
        """The `pairs_at_once` of the base game, but fewer with a compiled rule."""
        return min(self.base.pairs_at_once, COMPILED // 10)

    @property
    def gives_hints(self) -> bool:  # type: ignore[override]
        """Whether hard play by hints is possible, as in the base game."""
        return self.base.gives_hints

    @property
    def bytes_needed(self) -> int:
        """The bytes for the base arrays and, in hard play by hints, for the revealed letters."""
        more = 4 * len(self.guesses) ** 2 if self.restriction == "hints" else 0
        return super().bytes_needed + more

    def unused(self, guess: str, made: str, feedback: str) -> Said | str:
        """Return the hint that a guess ignores: the revealed letter, or one of the base game."""
        marks, _, letter = feedback.partition(" ")
        if letter:
            place = next(at for at, mark in enumerate(marks) if mark != WELL_PLACED)
            if guess[place] != letter:
                return said("hintIn", letter=letter, place=place + 1)
        return self.base.unused(guess, made, marks)

    def _hints(self, watch: Watch | None, zeros: Callable[..., Rows]) -> Rows:
        """Return the hints of the base game, and two more words of 16 bits for the revealed letter.

        They encode the letter and its place, and the complement of that code. A guess is allowed if
        it has at least the bits of a hint, so both together demand an equal code.
        """
        import numpy as np

        told = self.base._hints(watch, zeros)  # noqa: SLF001 - the same rule
        symbols = self.base.symbols  # type: ignore[attr-defined]
        words = letters(self.guesses, symbols)
        size, length = words.shape
        every = np.arange(size)
        both = zeros((len(told) + 2, size, size), np.uint16)
        both[: len(told)] = told
        bits = (len(symbols) * length).bit_length()
        most = (1 << bits) - 1
        for g, word in enumerate(words):
            if watch is not None and g % 256 == 0 and not watch(g / size):
                raise Stopped
            wrong = words != word
            place = wrong.argmax(axis=1)
            code = words[every, place].astype(np.int64) * length + place
            pair = (code | (most - code) << bits) * wrong.any(axis=1)
            both[-2, g], both[-1, g] = pair & 0xFFFF, pair >> 16
        return both

    def row_writer(self) -> WriteRows:
        """Return a function that writes rows of the feedback matrix, as `Game.row_writer` does."""
        import numpy as np

        symbols = self.base.symbols  # type: ignore[attr-defined]
        write = self.base.row_writer()
        words, secrets = letters(self.guesses, symbols), letters(self.secrets, symbols)
        every = np.arange(len(secrets))

        def write_revealed(guesses: Indices, rows: Rows) -> None:
            marks = np.empty(rows.shape, self.base.row_type)
            write(guesses, marks)
            for row, told, word in zip(rows, marks, words[guesses], strict=True):
                hidden = secrets != word
                letter = secrets[every, hidden.argmax(axis=1)]
                both = told.astype(np.int64) * (len(symbols) + 1) + (letter + 1) * hidden.any(
                    axis=1
                )
                # Class numbers need only be consistent within a row.
                row[:] = np.unique(both, return_inverse=True)[1]

        return write_revealed
