"""A position of several boards: the clues of each, and the best guess for all of them."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from emi.errors import ClueError, EmiError, OptionError
from emi.playing.position import Position
from emi.questions.question import Question
from emi.results.base import Shown
from emi.results.boards import BoardsAdvice, BoardsGames, BoardsGuess, BoardsTurn, BoardsValue
from emi.search.model.limits import Limits, Stopped
from emi.search.solve.boards.heuristic import BoardsHeuristic, play
from emi.search.solve.boards.state import board_of, hold_apart, members_of
from emi.search.solve.boards.worst_case import BoardsSearch
from emi.search.solve.session import Session
from emi.settings import Settings

if TYPE_CHECKING:
    from typing import Unpack

    from emi.games.boards import Boards
    from emi.search.model.matrix import FeedbackMatrix
    from emi.search.solve.boards.state import Board, State
    from emi.settings import Given

#: The most boards whose different secrets are kept apart.
APART = 6
#: The default limits of advice.
PATIENCE = Limits(seconds=2.0)
#: The guesses that advice lists by default.
LISTED = 10


class BoardsPosition(Shown):
    """A game of several boards after some guesses; `Boards.start` gives the first position.

    Parameters
    ----------
    game : Boards
    **settings
        The fields of `Settings`.

    Attributes
    ----------
    game : Boards
    boards : tuple of Position
        The position of each board.
    turns : tuple of BoardsTurn
        The guesses made, each with the feedback of every board; empty for a board found before.
    settings : Settings

    Examples
    --------
    >>> from emi import Boards, Wordle
    >>> game = Boards(Wordle(["LINE", "LION", "LIVE", "LOON"]), 2)
    >>> position = game.start()
    >>> position.push("LION", ["GGBB", "GGGG"]).feedback
    ('GGBB', 'GGGG')
    >>> position.possible, position.best()
    ((('LIVE',), ()), 'LIVE')
    """

    def __init__(self, game: Boards, **settings: Unpack[Given]) -> None:
        self.game, self.settings = game, Settings(**settings)
        first = Position(game.game)
        self.boards = tuple(first.copy() for _ in range(game.count))
        self.turns: tuple[BoardsTurn, ...] = ()

    def push(self, guess: str, feedback: str | Sequence[str]) -> BoardsTurn:
        """Make a guess on all boards that are not found.

        Parameters
        ----------
        guess : str
        feedback : str or sequence of str
            The feedback of each board that is not found, in order; a text has it separated by
            spaces. With as many entries as there are boards, those of found boards are ignored.

        Raises
        ------
        WordError, GameError, ClueError
            As `Position.push`, with the number of the board; the position stays as it was.
        """
        told = feedback.split() if isinstance(feedback, str) else [*feedback]
        left = [place for place, board in enumerate(self.boards) if not board.found]
        if not left:
            raise OptionError(f"{guess}: all boards are found, expected no guess")
        if len(told) == len(self.boards):
            told = [told[place] for place in left]
        if len(told) != len(left):
            raise ClueError(
                f"{guess}: {len(told)} feedbacks, expected one for each of the {len(left)} boards "
                "that are not found"
            )
        heard = [""] * len(self.boards)
        for at, (place, text) in enumerate(zip(left, told, strict=True)):
            try:
                heard[place] = self.boards[place].push(guess, text).feedback
            except EmiError as error:
                for before in left[:at]:
                    self.boards[before].pop()
                if not isinstance(error, ClueError):
                    raise  # The guess is wrong, on any board.
                raise ClueError(f"board {place + 1}: {error}") from error
        turn = BoardsTurn(self.boards[left[0]].turns[-1].guess, tuple(heard))
        self.turns += (turn,)
        try:
            _ = self._candidates
        except ClueError:
            self.pop()
            raise
        return turn

    def pop(self) -> BoardsTurn:
        """Take back the last guess, and return it.

        Raises
        ------
        OptionError
            If no guess was made.
        """
        if not self.turns:
            raise OptionError("nothing to take back, expected an earlier guess")
        turn = self.turns[-1]
        for board, feedback in zip(self.boards, turn.feedback, strict=True):
            if feedback:
                board.pop()
        self.turns = self.turns[:-1]
        return turn

    @property
    def found(self) -> bool:
        """Whether all boards are found."""
        return all(board.found for board in self.boards)

    @property
    def possible(self) -> tuple[tuple[str, ...], ...]:
        """The candidates of each board; none of a found board.

        Where the secrets differ, what is known of one board is none of the others.
        """
        codes = self.game.game.secrets
        return tuple(
            tuple(codes[s] for s in members_of(board).tolist()) for board in self._candidates
        )

    @property
    def _candidates(self) -> tuple[Board, ...]:
        """The candidates of each board, in the order of the boards; 0 of a found board."""
        place = {code: s for s, code in enumerate(self.game.game.secrets)}
        boards = [
            0 if board.found else board_of(place[code] for code in board.possible)
            for board in self.boards
        ]
        left = [at for at, board in enumerate(boards) if board]
        if self.game.distinct and len(left) <= APART:
            gone = board_of(place[b.turns[-1].guess] for b in self.boards if b.found)
            apart = [boards[at] & ~gone for at in left]
            if not hold_apart(apart):
                raise ClueError("the clues leave no different secrets for all boards")
            for at, board in zip(left, apart, strict=True):
                boards[at] = board
        return tuple(boards)

    @property
    def _state(self) -> State:
        state = tuple(sorted(board for board in self._candidates if board))
        if not state:
            raise OptionError("all boards are found, expected a board that is not")
        return state

    def best(self) -> str:
        """Return the best next guess: that of the least mean where few combinations are left.

        Raises
        ------
        OptionError
            If all boards are found.
        """
        guess: str = self.game.game.guesses[self._heuristic.choose(self._state)]
        return guess

    @cached_property
    def _matrix(self) -> FeedbackMatrix:
        return Question(self.game.game, watch=self.settings.watch).matrix()

    @cached_property
    def _heuristic(self) -> BoardsHeuristic:
        return BoardsHeuristic(self._matrix)

    def value(self, **settings: Unpack[Given]) -> BoardsValue:
        """Find the number of guesses that surely find all boards.

        Parameters
        ----------
        **settings
            The fields of `Settings`, for this call. If a limit is reached, the value is bounds.

        Raises
        ------
        OptionError
            If all boards are found.
        """
        given = self.settings.having(**settings)
        began = time.monotonic()
        session = Session(given.limits, watch=given.watch)
        state = self._state
        search = BoardsSearch(
            self._matrix, [members_of(board) for board in state],
            distinct=self.game.distinct and len(state) <= APART, session=session,
        )  # fmt: skip
        search.run()
        return BoardsValue(
            self.game.name, len(self.game.game.secrets), self.game.count, self.game.distinct,
            search.bounds, self.game.game.guesses[search.guess], session.nodes,
            time.monotonic() - began,
        )  # fmt: skip

    def explain(self, *, top: int = LISTED, **settings: Unpack[Given]) -> BoardsAdvice:
        """Rank the next guesses.

        By default they are in the order of the estimate of `BoardsHeuristic`; if few
        combinations are left, the best is that of `best`, and comes first.

        Parameters
        ----------
        top : int
            The number of guesses to list.
        **settings
            The fields of `Settings`, for this call. By default the worst case is searched for two
            seconds.

        Raises
        ------
        OptionError
            If all boards are found.
        """
        given = self.settings.having(**settings)
        state, codes = self._state, self.game.game.guesses
        estimates = self._heuristic.estimates(state)
        best = self._heuristic.choose(state)
        order = np.argsort(estimates, kind="stable")[: top + 1].tolist()
        ranked = [best, *(guess for guess in order if guess != best)][:top]
        boards, splitter = self._candidates, self._heuristic.splitter
        rows = [
            BoardsGuess(
                codes[guess],
                float(estimates[guess]),
                tuple(at for at, one in enumerate(boards, 1) if one & splitter.found[guess]),
                tuple(splitter.expected_size(one, guess) for one in boards if one),
            )
            for guess in ranked
        ]
        value = self.value(limits=given.limits or PATIENCE, watch=given.watch)
        return BoardsAdvice(
            self.game.name, self.game.tries, self.turns,
            tuple(board.bit_count() for board in boards), value.bounds, tuple(rows),
        )  # fmt: skip

    def simulate(self, games: int, *, seed: int = 0, first: Sequence[str] = ()) -> BoardsGames:
        """Play games from the start by `best`, with secrets drawn at random.

        Parameters
        ----------
        games : int
            The number of games.
        seed : int
            The seed of the secrets.
        first : sequence of str, optional
            The first guesses, whatever the feedback.

        Raises
        ------
        OptionError
            If the number of games is not positive, or a first guess is not in the game.
        Stopped
            If the watcher returned False.
        """
        game, source = self.game.game, random.Random(seed)  # noqa: S311 - a game
        if games < 1:
            raise OptionError("expected a number above 0", games=games)
        for code in map(game.code, first):
            if code not in game.guesses:
                raise OptionError(f"expected guesses of {game.name}", first=code)
        opening = tuple(game.places(map(game.code, first)).tolist())
        draw = source.sample if self.game.distinct else source.choices
        every = range(len(game.secrets))
        counts: Counter[int] = Counter()
        for _ in range(games):
            if not self.settings.goes_on:
                raise Stopped
            counts[play(self._heuristic, draw(every, k=self.game.count), opening)] += 1
        return BoardsGames(
            self.game.name, self.game.tries, seed, tuple(map(game.code, first)),
            tuple(counts[made] for made in range(1, max(counts) + 1)),
        )  # fmt: skip

    def __repr__(self) -> str:
        left = ", ".join(str(board.bit_count()) for board in self._candidates)
        return f"<BoardsPosition {self.game.name}: {len(self.turns)} guesses, {left} possible>"
