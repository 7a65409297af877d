"""A position of several boards: the clues of each, and the best guess for all of them."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from emi.analysis.named import ESTIMATE, aggregate_of_boards
from emi.errors import ClueError, EmiError, IncompleteClueError, OptionError
from emi.games.grids import read_grids
from emi.games.notation import parse_code, read_feedback
from emi.objectives.worst_case import WorstCase
from emi.playing.base import BasePosition
from emi.playing.position import Position
from emi.questions.question import Question
from emi.reports.texts import refusal, said
from emi.results.boards import (
    BoardsAdvice,
    BoardsGuess,
    BoardsMove,
    BoardsReview,
    BoardsTurn,
    NoSource,
)
from emi.results.performance import HeuristicResult, LengthResult
from emi.results.solution import Solution
from emi.search.model.limits import Limits, Stopped
from emi.search.solve.boards.average import BoardsHeuristic, combinations, estimate, play
from emi.search.solve.boards.state import APART, BoardsParameters, board_of, hold_apart, members_of
from emi.search.solve.session import Session
from emi.settings import Settings

if TYPE_CHECKING:
    from typing import Unpack

    from emi.games.boards import Boards
    from emi.objectives.base import Objective
    from emi.playing.host import Host
    from emi.search.model.matrix import FeedbackMatrix
    from emi.search.solve.boards.state import Board, State
    from emi.settings import Given

#: The default limits of advice.
PATIENCE = Limits(seconds=2.0)
#: The guesses that advice lists by default.
LISTED = 10


@dataclass(frozen=True)
class _Stage:
    """The state after a guess, or at the start: the position of each board."""

    boards: tuple[Position, ...]
    turn: BoardsTurn | None = None


class BoardsPosition(BasePosition[BoardsTurn]):
    """A game of several boards after some guesses; `Boards.start` gives the first position.

    Parameters
    ----------
    game : Boards
    **settings
        The fields of `Settings`.

    Attributes
    ----------
    game : Boards
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

    game: Boards
    _stages: list[_Stage]

    def __init__(self, game: Boards, **settings: Unpack[Given]) -> None:
        self.game, self.settings = game, Settings(**settings)
        self._stages = [_Stage((Position(game.base),) * game.count)]

    @property
    def boards(self) -> tuple[Position, ...]:
        """The position of each board."""
        return self._stages[-1].boards

    def push(self, guess: str, feedback: str | Sequence[str]) -> BoardsTurn:
        """Make a guess on all boards that are not found.

        Parameters
        ----------
        guess : str
        feedback : str or sequence of str
            The feedback of each board that is not found, in order; in a text, separated by spaces.
            If there is feedback for every board, that of found boards is ignored.

        Raises
        ------
        WordError, GameError, ClueError
            As `Position.push`, with the number of the board; the position stays as it was.
        """
        told = feedback.split() if isinstance(feedback, str) else [*feedback]
        boards = [*self.boards]
        left = [place for place, board in enumerate(boards) if not board.found]
        if not left:
            raise refusal(OptionError, "errorBoardsOver", word=guess)
        if len(told) == len(boards):
            told = [told[place] for place in left]
        if not told:
            self.check(guess)
        heard = [""] * len(boards)
        for place, text in zip(left, told, strict=False):
            boards[place] = board = boards[place].copy()
            try:
                heard[place] = board.push(guess, text).feedback
                if board.beyond:
                    raise refusal(ClueError, "errorBoardNone", word=guess, marks=text)
            except ClueError as error:
                why = error.said or str(error)
                raise refusal(ClueError, "errorBoard", n=place + 1, error=why) from error
        if len(told) != len(left):
            word, found = self.game.code(guess), said("boardsFeedbacks", n=len(told))
            kind = IncompleteClueError if len(told) < len(left) else ClueError
            raise refusal(kind, "errorBoards", word=word, found=found, n=len(left))
        last = boards[left[0]].turns[-1]
        turn = BoardsTurn(last.guess, tuple(heard), last.listed)
        self._stages.append(_Stage(tuple(boards), turn))
        try:
            _ = self._candidates
        except ClueError:
            self.pop()
            raise
        return turn

    def check(self, guess: str) -> None:
        """Check a guess before it is made; raise an error as `Position.check` does."""
        next(board for board in self.boards if not board.found).check(guess)

    def hear(self, text: str) -> tuple[BoardsTurn, ...]:
        """Make guesses as people write or paste them, each followed by the feedback of each board.

        Spaces, line ends or one of ``:/,`` separate them, as in ``lion:ggby/ggbb``. Or all guesses
        stand before or after the grids of all boards, as `emi.games.grids` reads them.

        Raises
        ------
        WordError, GameError, ClueError
            As `push`; the position stays as it was.
        """
        stages, turns, clue = [*self._stages], list[BoardsTurn](), list[str]()
        try:
            for grid_row in read_grids(text, self.game.base, self.game.count):
                turns.append(self.push(*grid_row))
            if turns:
                return tuple(turns)
            for word in filter(None, re.split(r"[\s:/,]+", text)):
                if clue and self._is_guess(word, len(clue) - 1):
                    turns.append(self.push(clue[0], clue[1:]))
                    clue = []
                clue.append(word)
            if clue:
                turns.append(self.push(clue[0], clue[1:]))
        except EmiError:
            self._stages = stages
            raise
        return tuple(turns)

    def _is_guess(self, word: str, told: int) -> bool:
        """Return whether a word is the next guess rather than more feedback after ``told``."""
        base = self.game.base
        if base.code(word) in base.guesses or told < sum(not one.found for one in self.boards):
            return base.code(word) in base.guesses
        try:
            read_feedback(base, 1, base.guesses[0], word)
        except EmiError:
            return True
        return False

    def towards(self, secrets: str, guesses: Sequence[str]) -> BoardsPosition:
        """Return the position after more guesses, given the secrets of all boards in one text.

        Raises
        ------
        WordError, GameError, ClueError
            If a secret or a guess is not in the game, if there are more or fewer secrets than
            boards, or if two secrets are equal but must differ.
        """
        here, base, codes = self.copy(), self.game.base, self.game.secrets_of(secrets)
        for guess in guesses:
            code = parse_code(said("theWord"), guess, base)
            here.push(code, [base.feedback(code, secret) for secret in codes])
        return here

    @property
    def found(self) -> bool:
        """Whether all boards are found."""
        return all(board.found for board in self.boards)

    @property
    def possible(self) -> tuple[tuple[str, ...], ...]:
        """The candidates of each board; none of a found board.

        If the secrets differ, a secret known on one board is no candidate of the others.
        """
        codes = self.game.secrets
        return tuple(
            tuple(codes[s] for s in members_of(board).tolist()) for board in self._candidates
        )

    @property
    def _candidates(self) -> tuple[Board, ...]:
        """The candidates of each board, in the order of the boards; 0 of a found board."""
        place = {code: s for s, code in enumerate(self.game.secrets)}
        boards = [
            0 if board.found else board_of(place[code] for code in board.possible)
            for board in self.boards
        ]
        left = [at for at, board in enumerate(boards) if board]
        if self.game.distinct and len(left) <= APART:
            apart = [boards[at] for at in left]
            if not hold_apart(apart):
                raise refusal(ClueError, "errorBoardsDiffer")
            for at, board in zip(left, apart, strict=True):
                boards[at] = board
        return tuple(boards)

    @property
    def _state(self) -> State:
        state = tuple(sorted(board for board in self._candidates if board))
        if not state:
            raise refusal(OptionError, "errorBoardsOver", word=self.game.name)
        return state

    @cached_property
    def _matrix(self) -> FeedbackMatrix:
        return Question(self.game.base, watch=self.settings.watch).matrix()

    @cached_property
    def _heuristic(self) -> BoardsHeuristic:
        return BoardsHeuristic(self._matrix)

    def prepare(self) -> None:
        """Compute the feedback matrix."""
        _ = self._matrix

    def value(self, objective: Objective | None = None, **settings: Unpack[Given]) -> Solution:
        """Return the worst case or the average of the best play from here on.

        Parameters
        ----------
        objective : Objective, optional
            `WorstCase` (the default) or `Average`, whose total is over all combinations of secrets.
        **settings
            The fields of `Settings`, for this call. If a limit is reached, the value is bounds.

        Raises
        ------
        OptionError
            If all boards are found, or another objective is given.
        """
        given, objective = self.settings.having(**settings), objective or WorstCase()
        began = time.monotonic()
        session = Session(given.limits, watch=given.watch)
        state = self._state
        apart = self.game.distinct and len(state) <= APART
        boards = [members_of(board) for board in state]
        search = objective.search_boards(BoardsParameters(self._matrix, boards, apart, session))
        search.run()
        many = combinations(search.start, distinct=apart)
        return Solution(
            game=self.game.facts, objective=objective, bounds=search.bounds,
            first_guess=self.game.guesses[search.guess], candidates=many, weight=many,
            nodes=session.nodes, seconds=time.monotonic() - began, source=NoSource(self.game.name),
        )  # fmt: skip

    def explain(
        self,
        sort: str = "exact",
        *,
        top: int | None = LISTED,
        show: Sequence[str] | None = None,
        also: Sequence[str] = (),
        **settings: Unpack[Given],
    ) -> BoardsAdvice:
        """Rank the next guesses.

        Guesses are ordered by their estimates, except the first one, which `BoardsHeuristic` may
        choose otherwise. At the start, or if few combinations of secrets are left, it leaves the
        best next guesses. If very few are left, it has the least mean number of guesses among those
        tried.

        Parameters
        ----------
        top : int, optional
            The number of guesses to list, by default ten; None for all.
        sort, show
            As in `Position.explain`, but only the defaults are supported.
        also : sequence of str
            Guesses to list too.
        **settings
            The fields of `Settings`, for this call. By default the worst case is searched for two
            seconds.

        Raises
        ------
        OptionError
            If all boards are found.
        WordError, GameError
            If one of ``also`` may not be guessed.
        """
        if sort != "exact":
            raise OptionError(f"{self.game.name} has several boards: expected exact", sort=sort)
        if show:
            raise OptionError(
                f"{self.game.name} has several boards: expected no aggregates", show=",".join(show)
            )
        given = self.settings.having(**settings)
        state, codes = self._state, self.game.guesses
        estimates = self._heuristic.estimates(state)
        best = self._heuristic.choose(state)
        order = np.argsort(estimates, kind="stable")[: None if top is None else top + 1].tolist()
        ranked = [best, *(guess for guess in order if guess != best)][:top]
        for code in map(self.game.code, also):
            self.check(code)
            ranked += {codes.index(code)} - {*ranked}
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
            self.game.name, given.tries or self.game.tries, self.turns,
            tuple(board.bit_count() for board in boards), value.bounds, tuple(rows),
        )  # fmt: skip

    def review(self, **settings: Unpack[Given]) -> BoardsReview:
        """Return the candidates that each guess left on each board, and the advised guess.

        The least average of several boards takes too long to prove, so the review has the estimates
        of the advice instead of the cost and the luck of a guess. Of the settings, only ``tries``
        is used.
        """
        here, moves, codes = self.copy(), list[BoardsMove](), self.game.guesses
        here._heuristic = heuristic = self._heuristic  # noqa: SLF001 - its own
        while here.turns:
            sizes = tuple(board.bit_count() for board in here._candidates)  # noqa: SLF001 - its own
            turn, state = here.pop(), here._state  # noqa: SLF001 - its own
            estimates, best = heuristic.estimates(state), heuristic.choose(state)
            own = float(estimates[codes.index(turn.guess)]) if turn.guess in codes else None
            moves.append(
                BoardsMove(
                    turn.guess, turn.feedback, sizes, own, estimate(sizes), codes[best],
                    float(estimates[best]),
                )
            )  # fmt: skip
        tries = self.settings.having(**settings).tries or self.game.tries
        return BoardsReview(self.game.name, tries, self.found, tuple(moves[::-1]))

    def play(
        self, secrets: str | None = None, *, seed: int | None = None, **settings: Unpack[Given]
    ) -> Host:
        """Return a fair host of a game from the start.

        The secrets are a text as in `towards`; by default they are drawn at random, by the seed.

        Raises
        ------
        OptionError
            If a guess was made, because drawn secrets might contradict its feedback.
        WordError, GameError, ClueError
            As `Boards.secrets_of`.
        """
        from emi import Host

        position: Any = self._with(settings)
        return Host(position, secrets, seed=seed)

    def simulate(
        self,
        games: int,
        *,
        heuristic: str = ESTIMATE,
        seed: int = 0,
        first: Sequence[str] = (),
        **settings: Unpack[Given],
    ) -> HeuristicResult:
        """Play games from the start by a heuristic, with secrets drawn at random.

        Parameters
        ----------
        games : int
            The number of games.
        heuristic : str
            ``Estimate``, as in `best`, or an aggregate such as ``Information``, which chooses the
            guess with the best sum over all boards, and among several such guesses a candidate.
        seed : int
            The seed of the secrets.
        first : sequence of str, optional
            The first guesses, whatever the feedback.
        **settings
            The fields of `Settings`, for this call. If a limit is reached, the result has the games
            played so far.

        Raises
        ------
        OptionError
            If the number of games is not positive, a first guess is not in the game, or the
            heuristic is unknown.
        Stopped
            If a limit is reached before the first game begins.
        """
        base, source = self.game.base, random.Random(seed)  # noqa: S311 - a game
        given = self.settings.having(**settings)
        limits = (given.limits or Limits()).begun()
        if games < 1:
            raise OptionError("expected a number above 0", games=games)
        for code in map(base.code, first):
            if code not in base.guesses:
                raise OptionError(f"expected guesses of {self.game.name}", first=code)
        by = None if heuristic.lower() == ESTIMATE.lower() else aggregate_of_boards(heuristic)
        playing = BoardsHeuristic(self._matrix, by)
        opening = tuple(base.places(map(base.code, first)).tolist())
        counts: Counter[int] = Counter()
        for _ in range(games):
            if not given.goes_on or limits.passed:
                break
            counts[play(playing, self.game.draw(source), opening, distinct=self.game.distinct)] += 1
        if not counts:
            raise Stopped
        lengths = tuple(counts[n] for n in range(1, max(counts) + 1))
        name = ESTIMATE if by is None else by.name
        tries = given.tries or self.game.tries
        return HeuristicResult(
            (LengthResult(name, "", "", self.game.length, tries, lengths, "game"),)
        )

    def __repr__(self) -> str:
        left = ", ".join(str(board.bit_count()) for board in self._candidates)
        return f"<BoardsPosition {self.game.name}: {len(self.turns)} guesses, {left} possible>"
