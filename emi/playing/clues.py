"""The clues of a position: the guesses with their feedback, and the candidates that they leave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from emi import arguments
from emi.errors import ClueError, EmiError
from emi.games.game import Game
from emi.games.notation import palette_of, read_feedback
from emi.games.parse import game_of
from emi.playing.base import BasePosition
from emi.playing.contradiction import reasons, unlisted
from emi.questions.question import QuestionSession
from emi.reports.texts import noun, refusal, said
from emi.results.playing import Turn
from emi.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self, Unpack

    from emi.playing.explainer import Explainer
    from emi.settings import Given


@dataclass
class _Stage:
    """The state after a guess, or at the start."""

    possible: tuple[str, ...]
    #: Whether no secret agrees with the clues, so that other codes are the candidates.
    beyond: bool = False
    #: The guesses that hard play leaves; None without hard play.
    left: tuple[str, ...] | None = None
    turn: Turn | None = None
    #: Ranks the guesses, and keeps their profiles.
    explainer: Explainer | None = None


class CluePosition(BasePosition[Turn]):
    """A game after some clues; parameters and errors as in `emi.Position`."""

    _stages: list[_Stage]

    def __init__(
        self,
        game: Game | str,
        clues: Iterable[tuple[str, str]] = (),
        *,
        palette: str | None = None,
        listed: bool = True,
        **settings: Unpack[Given],
    ) -> None:
        self.game = game_of(game)
        self.settings = Settings(**settings)
        self._stages: list[_Stage] = [_Stage(self.game.secrets)]
        # Copies share the matrix of the game.
        self._session = QuestionSession()
        given = tuple(clues) if isinstance(clues, Iterable) else (clues,)
        arguments.check(clues=given, palette=palette)
        written = [(self.game.code(guess), feedback) for guess, feedback in given]
        tiles = palette_of([feedback for _, feedback in written], palette)
        self._hear_all(written, tiles, listed=listed)

    @classmethod
    def towards(
        cls, game: Game | str, secret: str, guesses: Sequence[str] = (), *, listed: bool = True
    ) -> Self:
        """Return the position after some guesses for a known secret.

        Parameters
        ----------
        game : Game or str
        secret : str
            The secret; its feedback on each guess is computed.
        guesses : sequence of str, optional
            The guesses in order.
        listed : bool, optional
            Whether the secret must be on the list; if False, `Game.drawn` must accept it.

        Raises
        ------
        WordError, GameError
            If the secret or a guess is not in the game, or a guess is repeated.

        Examples
        --------
        >>> from emi import Motus, Position
        >>> Position.towards(Motus(["LIGNINE", "LIGNITE", "LOGIQUE"]), "LOGIQUE", ["LIGNITE"])
        <Position motus: LIGNITE:GYGBBBG, 1 of 3 words possible>
        """
        game = game_of(game)
        secret = game.secret(secret) if listed else game.drawn(secret)
        position = cls(game)
        for guess in map(game.code, guesses):
            right = guess == secret
            position._check(guess, right=right, past=True)
            position._hear(guess, position.game.feedback(guess, secret), right=right)
        return position

    @arguments.checked
    def push(
        self, guess: str, feedback: str, *, palette: str | None = None, right: bool | None = None
    ) -> Turn:
        """Make a guess, and return it with its feedback and the candidates that it leaves.

        Parameters
        ----------
        guess, feedback, palette : str
            As in the constructor.
        right : bool, optional
            Whether the guess is the secret, if the feedback does not tell. If given, the feedback
            is certain, and may leave no candidate.

        Raises
        ------
        WordError, GameError, ClueError
            As the constructor does; the position stays as it was.

        Examples
        --------
        >>> import emi
        >>> position = emi.Mastermind(2, 3).start()
        >>> position.push("11", "1A0B").possible
        ('12', '13', '21', '31')
        >>> position
        <Position mastermind:2x3: 11:1b0w, 4 of 9 codes possible>
        """
        guess = self.game.code(guess)
        if right is None:
            self._hear_all([(guess, feedback)], palette_of([feedback], palette))
        else:
            self._check(guess, right=right, past=True)
            self._hear(guess, feedback, right=right)
        return self.turns[-1]

    @property
    def possible(self) -> tuple[str, ...]:
        """The candidates: the secrets that agree with all clues; see `beyond`."""
        return self._stages[-1].possible

    @property
    def beyond(self) -> bool:
        """Whether no secret agrees with the clues, so that the candidates are unlisted codes.

        This happens only in games whose list of secrets approximates that of a site, such as the
        usual Wordle.

        Examples
        --------
        >>> import emi
        >>> position = emi.Position("wordle", [("CRIER", "GGGGB"), ("CRIES", "GGGGB")])
        >>> position.beyond, position.possible
        (True, ('CRIED', 'CRIEY'))
        """
        return self._stages[-1].beyond

    @property
    def unlisted(self) -> tuple[str, ...]:
        """The guesses that agree with all clues but are not secrets of the game.

        Examples
        --------
        >>> from emi import Position, Wordle
        >>> game = Wordle(["GRATE", "STARE"], ["CRATE", "GRATE", "SLATE", "STARE"])
        >>> Position(game, [("SLATE", "BBGGG")]).unlisted
        ('CRATE',)
        """
        return () if self.beyond else unlisted(self.game, self._clues)

    @property
    def legal(self) -> tuple[str, ...]:
        """The guesses that may still be made, in hard play too; none once the secret is found."""
        if self.found:
            return ()
        made = {turn.guess for turn in self.turns}
        return tuple([code for code in self._allowed if code not in made])

    @property
    def found(self) -> bool:
        """Whether the secret has been guessed."""
        return any(turn.guess in self.possible for turn in self.turns)

    @property
    def trap(self) -> tuple[str, int] | None:
        """In hard play, a pattern shared by more candidates than the tries left, and their number.

        Once its letters are known, hard play allows only guesses that test one of them at a time.

        Examples
        --------
        >>> from emi import Wordle
        >>> words = ["FIGHT", "LIGHT", "MIGHT", "NIGHT", "RIGHT", "SIGHT", "TIGHT", "WIGHT"]
        >>> Wordle(words).hardened("hints").start().trap
        ('_IGHT', 8)
        """
        allowed = self.settings.tries or self.game.tries
        if not (self.game.hard and self.game.marked and allowed) or self.found:
            return None
        patterns = Counter(
            f"{word[:place]}_{word[place + 1 :]}"
            for word in self.possible
            for place in range(len(word))
        )
        pattern, count = max(patterns.items(), key=lambda item: item[1])
        return (pattern, count) if count > allowed - len(self.turns) else None

    @arguments.checked
    def check(self, guess: str) -> None:
        """Check a guess before it is made.

        Raises
        ------
        WordError, GameError
            If the guess is not in the game, was made before, or is forbidden in hard play. In hard
            play the message names the ignored hint.
        """
        self._check(self.game.code(guess))

    def __repr__(self) -> str:
        clues = " ".join(f"{turn.guess}:{turn.feedback}" for turn in self.turns)
        left = f"{len(self.possible)} of {len(self.game.secrets)} {self.game.kind} possible"
        return f"<Position {self.game.name}: {clues}{', ' if clues else ''}{left}>"

    @property
    def _allowed(self) -> tuple[str, ...]:
        """The guesses that hard play leaves; all guesses without hard play."""
        if self.game.restriction == "possible":
            return self.possible
        left = self._stages[-1].left
        allowed = self.game.guesses if left is None else left
        return tuple(dict.fromkeys((*allowed, *self.possible))) if self.beyond else allowed

    @property
    def _clues(self) -> list[tuple[str, str]]:
        return [(turn.guess, turn.feedback) for turn in self.turns]

    def _hear_all(
        self, clues: Sequence[tuple[str, str]], palette: str | None, *, listed: bool = True
    ) -> None:
        """Add clues as people write them; raise ClueError if no secret agrees with all of them."""
        game, heard, empty = self.game, [*self._clues], 0
        last = len(heard) + len(clues)
        for place, (guess, written) in enumerate(clues, len(heard) + 1):
            right = not listed and place == last and self._ends(place, guess, written, palette)
            self._check(guess, place, [made for made, _ in heard], right=right, past=True)
            feedback = read_feedback(game, place, guess, written, palette)
            heard.append((guess, feedback))
            if not empty and not self._hear(guess, feedback):
                empty = place
        if empty and not listed and (others := self._beyond(heard)):
            for guess, feedback in heard[empty - 1 :]:
                self._hear(guess, feedback, right=others == (guess,))
        elif empty and game.open_list and unlisted(game, heard):
            among = unlisted(game, heard[: empty - 1])
            for guess, feedback in heard[empty - 1 :]:
                self._hear(guess, feedback, among=among)
                among = self.possible
        elif empty:
            left = len(self.possible)
            guess, feedback = heard[empty - 1]
            before = said("beforeIt") if empty == 1 else said("afterClue", place=empty - 1)
            raise refusal(
                ClueError, "errorNothingFits", place=empty, word=guess, marks=feedback,
                one=noun(game.what, 1), before=before, left=left, kind=noun(game.what, left),
                why=reasons(game, heard),
            )  # fmt: skip

    def _ends(self, place: int, guess: str, written: str, palette: str | None) -> bool:
        """Return whether feedback says that a guess is the secret, on the list or off it."""
        game = self.game
        try:
            game.drawn(guess)
        except EmiError:
            return False
        told = read_feedback(game, place, guess, written, palette)
        return told == game.feedback(guess, guess)

    def _beyond(self, clues: Sequence[tuple[str, str]]) -> tuple[str, ...]:
        """Return the unlisted codes that agree with clues.

        If the feedback says that the last guess is right, only that guess can agree.
        """
        game, (last, told) = self.game, clues[-1]
        if told == game.feedback(last, last):
            fits = all(game.feedback(guess, last) == feedback for guess, feedback in clues)
            return (last,) if fits else ()
        return unlisted(game, clues)

    def _hear(
        self,
        guess: str,
        feedback: str,
        *,
        right: bool | None = None,
        among: Sequence[str] | None = None,
    ) -> bool:
        """Add a turn unless it leaves no candidate; return whether it was added.

        If the guess itself would get the same feedback as other candidates, it is removed from the
        candidates unless ``right`` is set. If ``right`` is given, the turn is added in any case.
        If ``among`` is given, these unlisted codes are the candidates before the guess.
        """
        before = self.possible if among is None else among
        told = self.game.feedback_each([guess] * len(before), before)
        possible = [code for code, one in zip(before, told, strict=True) if one == feedback]
        if right:
            possible = [guess]
        elif guess in possible and (right is False or len(possible) > 1):
            possible.remove(guess)
        if not possible and right is None:
            return False
        left = self._stages[-1].left
        if self.game.restriction in {"consistent", "hints"}:
            left = self._leave(guess, feedback, {*possible})
        listed = guess in self.game.guesses or guess in self.game.secrets
        codes = tuple(possible)
        few = len(self.turns) + 1 >= self.game.clues_given
        turn = Turn(guess, feedback, codes if few else None, listed)
        beyond = self.beyond or among is not None
        self._stages.append(_Stage(codes, beyond, left, turn))
        return True

    def _leave(self, guess: str, feedback: str, possible: set[str]) -> tuple[str, ...]:
        """Return the guesses still allowed after feedback in hard play, including candidates."""
        game, allowed = self.game, self._allowed
        if game.restriction == "hints":
            return tuple(one for one in allowed if not game.broken(one, guess, feedback))
        told = game.feedback_each([guess] * len(allowed), allowed)
        return tuple(
            code
            for code, one in zip(allowed, told, strict=True)
            if code in possible or (one == feedback and code != guess)
        )

    def _check(
        self,
        guess: str,
        place: int | None = None,
        made: Sequence[str] | None = None,
        *,
        right: bool = False,
        past: bool = False,
    ) -> None:
        """Check a guess at a place after earlier guesses; raise an error if it is not allowed.

        The secret (``right``) need not be on a list. Nor need a guess that was made already
        (``past``) if `Game.may_have_been` accepts it.
        """
        game, error = self.game, self.game.error
        made = [turn.guess for turn in self.turns] if made is None else made
        place = len(made) + 1 if place is None else place
        if game.parts != Game.parts and len(guess) != game.length:
            parts = noun(game.parts.removesuffix("s"), len(guess))
            raise refusal(
                error, "errorLength",
                place=place, word=guess, found=len(guess), parts=parts, expected=game.length,
            )  # fmt: skip
        kinds = noun(game.what, 2)
        listed = right or guess in game.guesses or guess in self.possible
        if not listed and not (past and game.may_have_been(guess)):
            codes = game.codes_said(guess)
            raise refusal(error, "errorUnknown", place=place, word=guess, codes=codes)
        if guess in made:
            raise refusal(
                error, "errorTwice",
                place=place, word=guess, before=made.index(guess) + 1, kind=kinds,
            )  # fmt: skip
        for at, (before, feedback) in enumerate(self._clues, 1):
            if broken := game.broken(guess, before, feedback):
                raise refusal(
                    error, "errorForbidden", place=place, word=guess, hard=game.restriction,
                    at=at, clue=f"{before}:{feedback}", broken=broken,
                )  # fmt: skip
        if game.restriction == "possible" and guess not in self.possible and not right:
            raise refusal(
                error, "errorNotPossible",
                place=place, word=guess, hard=game.restriction, kind=noun(game.what, 1),
            )  # fmt: skip
