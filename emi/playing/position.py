"""A position: the clues so far, the remaining candidates, and the value of next guesses."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from emi import arguments
from emi.errors import ClueError, EmiError, OptionError
from emi.games.game import Game
from emi.games.notation import palette_of, read_feedback
from emi.games.parse import game_of
from emi.questions.question import Question
from emi.questions.session import Session
from emi.reports.wording import plural
from emi.results.explanation import Explanation, Turn
from emi.results.shown import Shown
from emi.results.solution import Solution
from emi.search.model.limits import Limits
from emi.search.solve.objectives import WorstCase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from emi.playing.explainer import Explainer
    from emi.search.model.limits import Watch
    from emi.search.model.record import Store
    from emi.search.solve.objectives import Objective


class Position(Shown):
    """A game after some guesses.

    A position consists of the candidates, `possible`, and the guesses still `allowed`, which are
    fewer in hard play (see `Game.hardened`).

    Parameters
    ----------
    game : Game or str
    clues : iterable of (str, str)
        The guesses in order, each with its feedback. In Motus and Wordle the marks are ``G`` (well
        placed), ``Y`` (misplaced) and ``B`` (missing), also written ``gyb``, ``210``, ``+-.`` or as
        tiles; in games of pegs feedback is ``1b2w``, ``1A2B`` or ``bww``.
    palette : str, optional
        The palette of coloured tiles: ``classic``, ``contrast`` or ``motus``. By default it is
        deduced from the tiles.
    listed : bool, optional
        Whether the secret must be on the list. If not, clues are accepted too that no listed secret
        agrees with, but another guess, or the last guess as the secret; `possible` is empty then.

    Raises
    ------
    WordError, GameError
        If a guess is not in the game, is repeated, or is not allowed in hard play.
    ClueError
        If a clue is malformed, or the clues leave no candidate; the message suggests which clue may
        be wrong.

    Examples
    --------
    >>> from emi import Motus
    >>> game = Motus(["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES",
    ...               "LOGIONS", "LOGIQUE"])
    >>> position = Position(game, [("LEGALES", "GYGBBBB")])
    >>> position.possible
    ('LIGNINE', 'LIGNITE', 'LOGIQUE')
    >>> best, *others = position.explain("Sum").guesses
    >>> best.guess, best.vector, best.values["Sum"]
    ('LIGNINE', (1, 1, 1), 3)
    """

    def __init__(
        self,
        game: Game | str,
        clues: Iterable[tuple[str, str]] = (),
        *,
        palette: str | None = None,
        listed: bool = True,
    ) -> None:
        self.game = game_of(game)
        self.turns: tuple[Turn, ...] = ()
        self._left: tuple[str, ...] | None = None
        # Positions of one game share its matrix.
        self._session = Session()
        written = [(self.game.code(guess), feedback) for guess, feedback in clues]
        tiles = palette_of([feedback for _, feedback in written], palette)
        self._hear_all(written, tiles, listed=listed)

    @classmethod
    def towards(
        cls, game: Game | str, secret: str, guesses: Sequence[str] = (), *, listed: bool = True
    ) -> Position:
        """Return the position after some guesses for a known secret.

        Parameters
        ----------
        game : Game or str
        secret : str
        guesses : sequence of str, optional
        listed : bool, optional
            Whether the secret must be on the list; if not, any that `Game.drawn` accepts.

        Raises
        ------
        WordError, GameError
            If the secret or a guess is not in the game, or a guess is repeated.

        Examples
        --------
        >>> from emi import Motus
        >>> Position.towards(Motus(["LIGNINE", "LIGNITE", "LOGIQUE"]), "LOGIQUE", ["LIGNITE"])
        <Position motus: LIGNITE:GYGBBBG, 1 of 3 words possible>
        """
        game = game_of(game)
        secret = game.secret(secret) if listed else game.drawn(secret)
        position = cls(game)
        for guess in map(game.code, guesses):
            right = guess == secret
            position._check(guess, right=right)
            position._hear(guess, position.game.feedback(guess, secret), right=right)
        return position

    def after(
        self, guess: str, feedback: str, *, palette: str | None = None, right: bool | None = None
    ) -> Position:
        """Return the position after one more guess.

        Parameters
        ----------
        guess, feedback, palette : str
            As in the constructor.
        right : bool, optional
            Whether the guess is the secret, if the feedback does not tell. If given, the feedback
            is certain, and may leave no candidate.

        Examples
        --------
        >>> import emi
        >>> start = emi.Position(emi.Mastermind(2, 3))
        >>> start.after("11", "1A0B")
        <Position mastermind:2x3: 11:1b0w, 4 of 9 codes possible>
        """
        other = Position(self.game)
        other.turns = self.turns
        other._left, other._session = self._left, self._session
        guess = self.game.code(guess)
        if right is None:
            other._hear_all([(guess, feedback)], palette_of([feedback], palette))
        else:
            other._check(guess, right=right)
            other._hear(guess, feedback, right=right)
        return other

    @property
    def possible(self) -> tuple[str, ...]:
        """The candidates: the secrets that agree with all clues."""
        return self.turns[-1].possible if self.turns else self.game.secrets

    @property
    def unlisted(self) -> tuple[str, ...]:
        """The guesses that agree with all clues but are not secrets of the game.

        Examples
        --------
        >>> from emi import Wordle
        >>> game = Wordle(["GRATE", "STARE"], ["CRATE", "GRATE", "SLATE", "STARE"])
        >>> Position(game, [("SLATE", "BBGGG")]).unlisted
        ('CRATE',)
        """
        from emi.playing.contradiction import unlisted

        return unlisted(self.game, self._clues)

    @property
    def allowed(self) -> tuple[str, ...]:
        """The guesses allowed in hard play after the feedback; all guesses without hard play."""
        if self.game.restriction == "possible":
            return self.possible
        return self.game.guesses if self._left is None else self._left

    @property
    def found(self) -> bool:
        """Whether the secret has been guessed."""
        return any(turn.guess in self.possible for turn in self.turns)

    def prepare(self, watch: Watch | None = None) -> None:
        """Compute the feedback matrix, which all positions of the game share.

        Parameters
        ----------
        watch : callable, optional
            As in `emi.solve`.

        Raises
        ------
        MemoryNeedError
            If the game is too large.
        Stopped
            If ``watch`` returned False.
        """
        replace(self._question(), watch=watch).made()

    def solve(
        self,
        objective: Objective | None = None,
        *,
        first: str | None = None,
        limits: Limits | None = None,
        store: Store | None = None,
    ) -> Solution:
        """Find the value of the best strategy from here on.

        Parameters and exceptions are those of `emi.solve`.

        Raises
        ------
        OptionError
            Also if the secret is already found.

        Examples
        --------
        >>> import emi
        >>> emi.Position(emi.Mastermind(2, 3), [("11", "1b0w")]).solve()
        <Solution of mastermind:2x3: worst 2 (proven), begin with 12>
        """
        if self.found:
            raise OptionError(f"{self!r}: the secret is found, expected an earlier position")
        question = replace(
            self._question(store), objective=objective or WorstCase(), first=first,
            limits=limits or Limits(),
        )  # fmt: skip
        return question.solve()

    def explain(
        self,
        sort: str = "exact",
        *,
        top: int | None = None,
        show: Sequence[str] | None = None,
        tries: int | None = None,
        weights: Sequence[int] | None = None,
        limits: Limits | None = None,
        store: Store | None = None,
        watch: Watch | None = None,
    ) -> Explanation:
        """Rank all remaining guesses.

        By default guesses are ranked by exact play: guesses that keep the guarantee come first,
        ordered by their least average. Guesses not evaluated in time follow in the order of
        SumGini. `Explanation.advice` has the proven values.

        A long list has too many pairs of guess and secret to profile every guess in time. Then the
        most promising guesses on a random sample of secrets are profiled first, others while time
        remains, and only profiled guesses are listed. A store keeps the profiles of first guesses,
        and the next call continues from there; the time spent before counts against the limit.

        Parameters
        ----------
        sort : str
            The order: ``exact``, or the name of a one-step strategy or an aggregate.
        top : int, optional
            The number of guesses to list; by default all.
        show : sequence of str, optional
            The aggregates to compute; by default all.
        tries : int, optional
            The number of guesses allowed, including those made. If it is proven not to suffice for
            all candidates, the guess that misses the fewest comes first.
        weights : sequence of int, optional
            The weight of each secret of the game for the average; by default 1.
        limits : Limits, optional
            By default two seconds for exact play, else none.
        store : Store, optional
            The store of proven bounds and profiles, such as an `emi.DiskStore`.
        watch : callable, optional
            Called now and then; returns whether to continue. If not, the results so far are
            returned.

        Returns
        -------
        Explanation
            The guesses, best first; no guesses if the secret is found.

        Raises
        ------
        OptionError
            If ``sort`` or an aggregate is unknown, ``top`` is less than 1, no ``tries`` are left,
            or there is not one weight for each secret.
        MemoryNeedError
            If the game is too large.
        Stopped
            If ``watch`` returned False before any guess was ranked.

        Examples
        --------
        >>> import emi
        >>> explained = emi.Position(emi.Mastermind(2, 3), [("11", "1b0w")]).explain()
        >>> explained.guesses[0].guess, str(explained.advice.worst), explained.advice.exact
        ('12', '2', True)
        """
        arguments.check(
            sort=sort, top=top, tries=tries, limits=limits, store=store, watch=watch
        )  # fmt: skip
        return self._explainer.explain(
            sort, top=top, show=show, tries=tries, weights=weights, limits=limits, store=store,
            watch=watch,
        )  # fmt: skip

    @cached_property
    def _explainer(self) -> Explainer:
        """Ranks the guesses, and keeps their profiles."""
        from emi.playing.explainer import Explainer

        return Explainer(
            self._question(), self.turns, self.possible, self.allowed, found=self.found
        )

    def _question(self, store: Store | None = None) -> Question:
        """Return a question about the position."""
        question = Question(self.game, store=store, session=self._session.again())
        return question.at(self.possible, self._left)

    def _hear_all(
        self, clues: Sequence[tuple[str, str]], palette: str | None, *, listed: bool = True
    ) -> None:
        """Add turns as written; raise ClueError if no secret agrees with all of them."""
        game, turns, heard, empty = self.game, self.turns, [*self._clues], 0
        last = len(heard) + len(clues)
        for place, (guess, written) in enumerate(clues, len(heard) + 1):
            right = not listed and place == last and self._ends(place, guess, written, palette)
            self._check(guess, place, [made for made, _ in heard], right=right)
            feedback = read_feedback(game, place, guess, written, palette)
            heard.append((guess, feedback))
            if not empty and not self._hear(guess, feedback):
                empty = place
        if empty and not listed and (others := self._beyond(heard)):
            for guess, feedback in heard[empty - 1 :]:
                self._hear(guess, feedback, right=others == (guess,))
        elif empty:
            left = len(self.turns[-1].possible if self.turns else self.game.secrets)
            self.turns = turns
            what = self.game.what
            guess, feedback = heard[empty - 1]
            from emi.playing.contradiction import explained, texts_for

            error = ClueError(
                f"clue {empty}, {guess}:{feedback}, leaves no {what} possible "
                f"({'before it' if empty == 1 else f'after clue {empty - 1}'}: "
                f"{plural(left, what)}): {explained(game, heard)}"
            )
            for key, values in (("nothingFits", {}), *texts_for(game, heard)):
                error.saying(key, **values)
            raise error

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
        """Return the codes off the list that agree with clues: the last guess if it is right."""
        from emi.playing.contradiction import unlisted

        game, (last, told) = self.game, clues[-1]
        if told == game.feedback(last, last):
            fits = all(game.feedback(guess, last) == feedback for guess, feedback in clues)
            return (last,) if fits else ()
        return unlisted(game, clues)

    def _hear(self, guess: str, feedback: str, *, right: bool | None = None) -> bool:
        """Add a turn unless it leaves no candidate; return whether it was added.

        If the guess itself would get the same feedback as other candidates, it is removed from the
        candidates unless ``right`` is set. If ``right`` is given, the turn is added in any case.
        """
        before = self.possible
        told = self.game.feedback_each([guess] * len(before), before)
        possible = [code for code, one in zip(before, told, strict=True) if one == feedback]
        if right:
            possible = [guess]
        elif guess in possible and (right is False or len(possible) > 1):
            possible.remove(guess)
        if not possible and right is None:
            return False
        if self.game.restriction in {"consistent", "hints"}:
            self._left = self._leave(guess, feedback, {*possible})
        self.turns += (Turn(guess, feedback, tuple(possible)),)
        return True

    def _leave(self, guess: str, feedback: str, possible: set[str]) -> tuple[str, ...]:
        """Return the guesses still allowed after feedback in hard play, including candidates."""
        game, allowed = self.game, self.allowed
        if game.restriction == "hints":
            return tuple(one for one in allowed if not game.broken(one, guess, feedback))
        told = game.feedback_each([guess] * len(allowed), allowed)
        return tuple(
            code
            for code, one in zip(allowed, told, strict=True)
            if code in possible or (one == feedback and code != guess)
        )

    @property
    def _clues(self) -> list[tuple[str, str]]:
        return [(turn.guess, turn.feedback) for turn in self.turns]

    def check(self, guess: str) -> None:
        """Check a guess before it is made.

        Raises
        ------
        WordError, GameError
            If the guess is not in the game, was made before, or is forbidden in hard play. In hard
            play the message names the ignored hint.
        """
        self._check(self.game.code(guess))

    def _check(
        self,
        guess: str,
        place: int | None = None,
        made: Sequence[str] | None = None,
        *,
        right: bool = False,
    ) -> None:
        """Check a guess at a place after earlier guesses; raise an error if it is not allowed.

        The secret, which is ``right``, need not be on a list.
        """
        game, error = self.game, self.game.error
        made = [turn.guess for turn in self.turns] if made is None else made
        place = len(made) + 1 if place is None else place
        if game.parts != Game.parts and len(guess) != game.length:
            raise error(
                f"guess {place}, {guess}: {plural(len(guess), game.parts.removesuffix('s'))}, "
                f"expected {game.length}"
            ).saying("wrongLength", word=guess, n=game.length)
        if guess not in game.guesses and not right:
            raise error(f"guess {place}, {guess}: unknown, expected one of {_codes(game)}").saying(
                "unknown", word=guess
            )
        if guess in made:
            raise error(
                f"guess {place}, {guess}: already made as guess {made.index(guess) + 1}, "
                f"expected different {game.kind}"
            ).saying("twice", word=guess)
        for at, (before, feedback) in enumerate(self._clues, 1):
            if broken := game.broken(guess, before, feedback):
                raise error(
                    f"guess {place}, {guess}: hard play ({game.restriction}) forbids it, clue "
                    f"{at}, {before}:{feedback}, {broken}"
                ).saying(
                    "sayForbidden", word=guess, hard=game.restriction, clue=f"{before}:{feedback}"
                )
        if game.restriction == "possible" and guess not in game.secrets and not right:
            one = game.what
            raise error(
                f"guess {place}, {guess}: hard play ({game.restriction}) forbids it, expected a "
                f"{one} that is still possible"
            ).saying("sayNotPossible", word=guess, hard=game.restriction)

    def __repr__(self) -> str:
        clues = " ".join(f"{turn.guess}:{turn.feedback}" for turn in self.turns)
        left = f"{len(self.possible)} of {len(self.game.secrets)} {self.game.kind} possible"
        return f"<Position {self.game.name}: {clues}{', ' if clues else ''}{left}>"


def _codes(game: Game) -> str:
    words = game.proposed or game.lexicon
    lexicon = f" in lexicon {words.name}" if words else ""
    return f"the {len(game.guesses):,} {game.kind} of {game.name}{lexicon}"
