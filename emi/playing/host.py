"""The host of a game: fair, with a fixed secret, or evil, with the worst consistent feedback."""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from emi import arguments
from emi.errors import ClueError, MemoryNeedError, OptionError
from emi.games.notation import PALETTES, only_tiles, refuse_shared, tiles_of
from emi.playing.course import Course
from emi.reports.texts import refusal, said
from emi.search.model.limits import Limits, Stopped

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.playing.position import Position
    from emi.results.playing import Turn
    from emi.search.model.bounds import Bounds

#: The default limits of feedback or a hint.
PATIENCE = Limits(seconds=1.0)


class Responder(ABC):
    """Gives the feedback on guesses."""

    name: str

    @abstractmethod
    def respond(self, position: Position, guess: str) -> Turn:
        """Make an allowed guess, and return it with its feedback."""


class Fair(Responder):
    """A responder with a fixed secret, given or drawn by the weights of a position."""

    name = "fair"

    def __init__(
        self,
        position: Position,
        secret: str | None,
        seed: int | None,
    ) -> None:
        game, possible = position.game, position.possible
        self.seed = seed
        if secret is not None:
            self.secret = game.secret(secret)
            if self.secret not in possible:
                raise OptionError("expected a secret that agrees with the clues", secret=secret)
            return
        source = random.Random(seed)  # noqa: S311 - a game
        self.secret = source.choice(possible)
        if (weights := position.settings.weights_of(game.secrets, possible)) is not None:
            (self.secret,) = source.choices(possible, weights)

    def respond(self, position: Position, guess: str) -> Turn:
        """Make the guess with the feedback for the fixed secret."""
        feedback = position.game.feedback(guess, self.secret)
        return position.push(guess, feedback, right=guess == self.secret)


class FairOnBoards(Fair):
    """A responder with a fixed secret for each board, given or drawn."""

    def __init__(self, position: Any, secret: str | None, seed: int | None) -> None:  # noqa: ANN401
        if position.turns:
            raise OptionError("several boards are played from the start: expected no guess before")
        self.seed, self.game = seed, position.game
        if secret is None:
            drawn = self.game.draw(random.Random(seed))  # noqa: S311 - a game
            self.secret = " ".join(self.game.secrets[place] for place in drawn)
        else:
            self.secret = " ".join(self.game.secrets_of(secret))

    def respond(self, position: Any, guess: str) -> Any:  # noqa: ANN401
        """Make the guess with the feedback for the fixed secret of each board."""
        feedback = self.game.base.feedback
        return position.push(guess, [feedback(guess, secret) for secret in self.secret.split()])


class Evil(Responder):
    """A responder without a fixed secret, whose feedback stays consistent.

    It leaves the class with the largest lower bound on the worst case that is proven within the
    time limit, and among several the largest class. It confirms a guess only if no other candidate
    is left.
    """

    name = "evil"

    def respond(self, position: Position, guess: str) -> Turn:
        """Make the guess with feedback that leaves another secret possible, if there is one."""
        game, possible = position.game, position.possible
        classes: dict[str, list[str]] = {}
        told = game.feedback_each([guess] * len(possible), possible)
        for code, feedback in zip(possible, told, strict=True):
            if code != guess:
                classes.setdefault(feedback, []).append(code)
        if not classes:
            return position.push(guess, told[0], right=True)
        by_size = sorted(classes, key=lambda one: -len(classes[one]))
        try:
            position.prepare()
            dearest = self._dearest(position, guess, {one: len(classes[one]) for one in by_size})
        except (MemoryNeedError, Stopped):
            dearest = by_size[0]
        return position.push(guess, dearest, right=False)

    def _dearest(self, position: Position, guess: str, sizes: dict[str, int]) -> str:
        """Return the feedback whose class needs the most guesses; the largest are tried first."""
        dearest, most = next(iter(sizes)), 0
        end = time.monotonic() + (position.settings.limits or PATIENCE).seconds
        here = position.copy()
        for feedback, size in sizes.items():
            # Naming its members one by one takes at most as many guesses as the class has members.
            left = end - time.monotonic()
            if size <= most or left <= 0 or not position.settings.goes_on:
                break
            limits = Limits(seconds=left)
            here.push(guess, feedback, right=False)
            value = here.value(limits=limits, store=None).bounds
            here.pop()
            if value.lower > most:
                dearest, most = feedback, value.lower
        return dearest


class Host(Course):
    """A game in progress, with its host; `Position.play` returns one.

    Parameters
    ----------
    position : Position
        The position at which the game begins, with its settings. By default, the tries are those of
        the game or, against an evil host, the worst case if it is larger; and an answer takes at
        most a second.
    secret : str, optional
        The secret; by default one of the candidates is drawn, by ``weights`` if there are any.
    evil : bool
        Whether the host has no fixed secret and gives the worst feedback that stays consistent.
    seed : int, optional
        The seed of the random secret.

    Raises
    ------
    WordError, GameError
        If the secret is not one of the game.
    OptionError
        If the secret does not agree with the clues, or a secret or a seed is given to an evil host.

    Attributes
    ----------
    position : Position
        The current position.
    tries : int or None
        The number of guesses that the player is allowed; None for any number.
    needed : Bounds or None
        The proven worst case against an evil host; None if unknown.

    Examples
    --------
    >>> from emi import Mastermind
    >>> host = Mastermind(2, 3).start().play(evil=True)
    >>> host.push("12").feedback, len(host.position.possible)
    ('1b0w', 4)
    >>> host.push("13").feedback, host.push("11").feedback, host.found
    ('1b0w', '2b0w', True)
    """

    def __init__(
        self,
        position: Position,
        secret: str | None = None,
        *,
        evil: bool = False,
        seed: int | None = None,
    ) -> None:
        super().__init__(position, PATIENCE)
        arguments.check(seed=seed)
        given = {"secret": secret, "seed": seed}
        if evil and (refused := {name: one for name, one in given.items() if one is not None}):
            raise OptionError("expected no secret and no seed with evil", **refused)
        fair = FairOnBoards if self.game.several else Fair
        self.responder = Evil() if evil else fair(self.position, secret, seed)
        self.needed: Bounds | None = None
        settings = self.position.settings
        self.tries = settings.tries or self._tries()
        # An evil host gives the feedback that costs most.
        by = settings.by or ("worst" if evil else None)
        self.position.settings = settings.having(by=by, tries=self.tries)

    def _tries(self) -> int | None:
        """Return the tries of the game; against an evil host, at least the worst case."""
        tries = self.game.tries
        if tries is None or not isinstance(self.responder, Evil):
            return tries
        limits = self.position.settings.limits or PATIENCE
        try:
            self.position.prepare()
        except (MemoryNeedError, Stopped):
            return tries
        needed = self.position.value(limits=Limits(seconds=2 * limits.seconds)).bounds
        if not needed.proven:
            return tries
        self.needed = needed
        return max(tries, len(self.turns) + needed.lower)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The guesses made so far."""
        return self.position.turns

    @property
    def found(self) -> bool:
        """Whether the last guess was right."""
        return self.position.found

    @property
    def lost(self) -> bool:
        """Whether no tries are left and the secret is not found."""
        return self.tries is not None and len(self.turns) >= self.tries and not self.found

    @property
    def over(self) -> bool:
        """Whether no further guess can be made."""
        return self.found or self.lost

    def push(self, text: str) -> Turn:
        """Make a guess, ignoring case, and return it with its feedback.

        Raises
        ------
        WordError, GameError
            If the guess is not in the game, was made before, or is not allowed in hard play.
        ClueError
            If the text is a line of a shared result.
        OptionError
            If the game is over.
        """
        if self.over:
            raise OptionError(f"guess {text}: the game is over")
        wanted = said("theGuessWanted", example=self.game.guesses[0])
        refuse_shared(text, self.game, wanted)
        if only_tiles(text):
            raise refusal(ClueError, "errorNoGuess", text=repr(text.strip()), expected=wanted)
        guess = self.game.code(text)
        self.position.check(guess)
        self.asked = 0
        return self.responder.respond(self.position, guess)

    @property
    def secret(self) -> str | None:
        """The secret of a fair host; for an evil host, the only candidate left, else None."""
        if isinstance(self.responder, Fair):
            return self.responder.secret
        return self.position.possible[0] if len(self.position.possible) == 1 else None

    def result(self, palette: str = "classic") -> str:
        """Return a short text of the game for sharing, which reveals no word.

        Examples
        --------
        >>> from emi import Motus
        >>> host = Motus(["LIGNE", "LINGE", "SINGE"]).start().play("singe")
        >>> _ = host.push("ligne"), host.push("singe")
        >>> print(host.result())
        emi motus, fair: 2/5
        ⬛🟩🟨🟨🟩
        🟩🟩🟩🟩🟩
        """
        made = str(len(self.turns)) if self.found else "X"
        of = f"/{self.tries}" if self.tries is not None else ""
        how = self.responder.name
        if isinstance(self.responder, Fair) and self.responder.seed is not None:
            how += f", seed {self.responder.seed}"
        helped = [
            f"{count} {what}{'' if count == 1 else 's'}"
            for count, what in ((self.hints, "hint"), (self.undone, "guess taken back"))
            if count
        ]
        helped = [one.replace("guess taken backs", "guesses taken back") for one in helped]
        first = ", ".join([f"emi {self.game.name}, {how}: {made}{of}", *helped])
        game: Any = self.game
        grids: list[Any] = [[turn.feedback for turn in self.turns]]
        if game.several:
            game, grids = game.base, [[*filter(None, grid)] for grid in zip(*grids[0], strict=True)]
        rows = ["\n".join(_pasted(game, row, palette) for row in grid) for grid in grids]
        return "\n".join([first, "\n\n".join(rows)]).rstrip("\n")


def _pasted(game: Game, feedback: str, palette: str) -> str:
    """Return feedback as tiles or circles, if possible."""
    if game.marked:
        return tiles_of(feedback, palette if palette in PALETTES else "classic")
    pair = game.peg_signs
    parts = feedback.split(pair[0]) if len(pair) == 2 else []  # noqa: PLR2004 - right, elsewhere
    if len(parts) != 2:  # noqa: PLR2004
        return feedback
    elsewhere = int(parts[1].removesuffix(pair[1]) or 0)
    return "⚫" * int(parts[0]) + "⚪" * elsewhere or "."


def known_letters(game: Game, turns: tuple[Turn, ...]) -> dict[str, str]:
    """Return the best known mark of each letter for a keyboard: ``G``, ``Y``, ``B`` or ``?``.

    In a game of words without marks, a tried letter has the mark ``?``, or ``B`` if its guess
    shares no letter with the secret.

    Examples
    --------
    >>> from emi import Motus, Position
    >>> game = Motus(["LIGNE", "LINGE"])
    >>> known_letters(game, Position.towards(game, "LINGE", ["LIGNE"]).turns)
    {'L': 'G', 'I': 'G', 'G': 'Y', 'N': 'Y', 'E': 'G'}
    """
    order = "?BYG"
    known: dict[str, str] = {}
    for turn in turns:
        mark = "B" if turn.feedback == "0" else "?"
        marks = turn.feedback if game.marked else mark * len(turn.guess)
        for letter, mark in zip(turn.guess, marks, strict=True):
            before = known.get(letter, mark)
            known[letter] = max(before, mark, key=order.index)
    return known
