"""Several boards at once: one guess is compared with the secret of each board not found yet.

The candidates of independent boards are a product ``S1 x ... x Sk``, and a guess splits each factor
by itself. So a *state* is the sets of the boards that are not found. The order of boards does not
matter, and neither does a found board. Values are monotone: fewer candidates on a board, or fewer
boards, never take more guesses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from emi.search.heuristics.profiler import Profiler
from emi.search.solve.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from emi.search.heuristics.profiles import Profiles
    from emi.search.model.bounds import Bounds
    from emi.search.model.matrix import FeedbackMatrix, Indices

#: The bytes that the sums of boards may take.
MOST_BYTES = 200_000_000
#: The most boards on which play applies `hold_apart`, whose time doubles with each board.
APART = 6

#: The candidates of a board: bit s is set if secret s is possible.
Board = int
#: The boards that are not found, in rising order.
State = tuple[Board, ...]


def board_of(members: Iterable[int]) -> Board:
    """Return the candidates of a board, given as indices of secrets."""
    places = np.fromiter(members, np.int64)
    marks = np.zeros(int(places.max(initial=-1)) + 1, bool)
    marks[places] = True
    return int.from_bytes(np.packbits(marks, bitorder="little").tobytes(), "little")


def members_of(board: Board) -> Indices:
    """Return ``(n,)`` int32: the candidates of a board, rising."""
    many = (board.bit_length() + 7) // 8
    marks = np.unpackbits(
        np.frombuffer(board.to_bytes(many, "little"), np.uint8), bitorder="little"
    )
    return np.flatnonzero(marks).astype(np.int32)


class BoardsParameters(NamedTuple):
    """The parameters of a search besides the objective.

    Attributes
    ----------
    matrix : FeedbackMatrix
        That of one board.
    boards : sequence of (n,) int32
        The candidates of each board as indices of secrets, at least one.
    distinct : bool
        Whether all secrets differ.
    session : Session, optional
        The limits and the watcher; by default none.
    """

    matrix: FeedbackMatrix
    boards: Sequence[Sequence[int] | Indices]
    distinct: bool = False
    session: Session | None = None


class BoardsSearch(ABC):
    """A search for a value of several boards.

    Parameters are those of `BoardsParameters`.

    Attributes
    ----------
    bounds : Bounds
    guess : int
        The first guess of a strategy that attains the upper bound.

    Raises
    ------
    ValueError
        If there is no board, a board has no candidate, or the secrets cannot all differ.
    """

    bounds: Bounds
    guess: int

    def __init__(
        self,
        matrix: FeedbackMatrix,
        boards: Sequence[Sequence[int] | Indices],
        distinct: bool = False,
        session: Session | None = None,
    ) -> None:
        self.matrix, self.session = matrix, session or Session()
        self.splitter = Splitter(matrix, distinct=distinct)
        self.start = self.splitter.start(map(board_of, boards))
        self._begin()

    @abstractmethod
    def _begin(self) -> None:
        """Find the bounds and a guess that need no search."""

    @abstractmethod
    def run(self) -> None:
        """Search until the value is proven or the session ends."""


class Splitter:
    """Splits boards by guesses.

    Parameters
    ----------
    matrix : FeedbackMatrix
    distinct : bool
        Whether the secrets of all boards differ. A secret that is known on one board is then none
        of another board.
    """

    def __init__(self, matrix: FeedbackMatrix, *, distinct: bool = False) -> None:
        self.matrix, self.distinct = matrix, distinct
        self._classes: dict[int, list[Board]] = {}
        named = np.full(matrix.guesses, -1)
        named[matrix.own] = np.arange(matrix.secrets)
        #: For each guess the board with that secret alone; 0 if it is no secret.
        self.found: list[Board] = [0 if s < 0 else 1 << s for s in named.tolist()]

    def classes(self, guess: int) -> list[Board]:
        """Return the classes into which a guess splits all secrets, except that of the guess."""
        known = self._classes.get(guess)
        if known is None:
            row = self.matrix.rows[guess]
            order = np.argsort(row, kind="stable")
            cuts = np.flatnonzero(np.diff(row[order])) + 1
            known = [board_of(part) for part in np.split(order, cuts)]
            known = self._classes[guess] = [one for one in known if one != self.found[guess]]
        return known

    def class_of(self, guess: int, secret: int) -> Board:
        """Return the class of a secret after a guess that does not name it."""
        return next(one for one in self.classes(guess) if one >> secret & 1)

    def after(
        self, boards: State, guess: int, secrets: Sequence[int]
    ) -> tuple[State, tuple[int, ...]]:
        """Return the boards that a guess does not find, with their secrets."""
        left = [
            (board & self.class_of(guess, secret), secret)
            for board, secret in zip(boards, secrets, strict=True)
            if not self.found[guess] >> secret & 1
        ]
        return tuple(board for board, _ in left), tuple(secret for _, secret in left)

    def split(self, board: Board, guess: int) -> list[Board]:
        """Return the classes of a board that a guess does not find, the largest first."""
        parts = [part for one in self.classes(guess) if (part := one & board)]
        return sorted(parts, key=int.bit_count, reverse=True)

    def expected_size(self, board: Board, guess: int) -> Fraction:
        """Return the expected size of the class of a board, including that of a correct guess."""
        parts = [*self.split(board, guess), board & self.found[guess]]
        return Fraction(sum(part.bit_count() ** 2 for part in parts), board.bit_count())

    def state(self, boards: Iterable[Board]) -> State | None:
        """Return the state of boards not found; None if their secrets cannot all differ."""
        left = list(boards)
        if self.distinct and not hold_apart(left):
            return None
        return tuple(sorted(left))

    def start(self, boards: Iterable[Board]) -> State:
        """Return the initial state; raise ValueError if the boards allow no choice of secrets."""
        state = self.state(boards)
        if not state or 0 in state:
            raise ValueError("expected candidates for each of the boards, with different secrets")
        return state

    def states(self, state: State, guess: int, *, every: bool = False) -> Iterator[State]:
        """Yield the states after a guess, hard ones first.

        For independent boards, a state with a found board is left out if the board has another
        class, since the state with that class is at least as hard. With ``every``, all states are
        yielded, each as often as feedback leads to it.
        """
        parts = [self.split(board, guess) for board in state]
        for part, board in zip(parts, state, strict=True):
            if board & self.found[guess] and (every or self.distinct or not part):
                part.append(0)
        if not self.distinct:
            for boards in product(*parts):
                yield tuple(sorted(filter(None, boards)))
            return
        for boards in product(*parts):
            # A guess finds one of several different secrets.
            if boards.count(0) < 2:  # noqa: PLR2004
                after = self.state(filter(None, boards))
                if after is not None:
                    yield after


def hold_apart(boards: list[Board]) -> bool:
    """Remove, in place, secrets that no choice of different secrets has; return whether one exists.

    By Hall's theorem (1935) a choice exists unless some k boards have fewer than k secrets
    together. If they have exactly k, no other board can have any of these.
    """
    changed = True
    while changed:
        changed = False
        for some in range(1, 1 << len(boards)):
            union = 0
            for place, board in enumerate(boards):
                if some >> place & 1:
                    union |= board
            spare = union.bit_count() - some.bit_count()
            if spare < 0:
                return False
            if spare == 0:
                for place, board in enumerate(boards):
                    if not some >> place & 1 and board & union:
                        boards[place] = board & ~union
                        changed = True
    return True


def different(boards: Sequence[Board]) -> int:
    """Return the most different secrets that boards may have: a maximum matching (Kuhn, 1955)."""
    owner: dict[Board, int] = {}

    def place(at: int, seen: set[Board]) -> bool:
        rest = boards[at]
        # A board of as many secrets as there are boards always has one left.
        for _ in boards:
            secret = rest & -rest
            rest ^= secret
            if secret and secret not in seen:
                seen.add(secret)
                if secret not in owner or place(owner[secret], seen):
                    owner[secret] = at
                    return True
        return False

    return sum(place(at, set()) for at in range(len(boards)))


class BoardSums(ABC):
    """Numbers for each guess that add up over boards; those of a board are kept if there is room.

    Parameters
    ----------
    matrix : FeedbackMatrix
    """

    def __init__(self, matrix: FeedbackMatrix) -> None:
        self.matrix = matrix
        self._profiler = Profiler(matrix)
        self._known: dict[Board, NDArray[np.float32]] = {}

    def of(self, state: State) -> NDArray[np.float32]:
        """Return ``(guesses,)`` float32: the sum over the boards of a state."""
        sums = np.zeros(self.matrix.guesses, np.float32)
        for board in state:
            known = self._known.get(board)
            if known is None:
                if len(self._known) * sums.nbytes >= MOST_BYTES:
                    self._known.clear()
                profile_of, profiles = self._profiler.profiles(members_of(board))
                known = self._known[board] = self.of_profiles(profiles).astype(np.float32)[
                    profile_of
                ]
            sums += known
        return sums

    @abstractmethod
    def of_profiles(self, profiles: Profiles) -> NDArray[np.floating[Any]]:
        """Return the numbers of guesses for the candidates of a board, by their profiles."""


class KeySums(BoardSums):
    """The order in which guesses are tried: by the likely sizes of the classes of all boards.

    The key of a guess is the logarithm of the expected number of combinations that it leaves.
    """

    def of_profiles(self, profiles: Profiles) -> NDArray[np.float64]:
        """Return the logarithm of the sum of squares; of equal guesses, candidates come first."""
        found: NDArray[np.float64] = np.log(2 * profiles.squares - profiles.candidate)
        return found
