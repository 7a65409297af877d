"""Upper bounds on the value of a first guess: play a strategy in each class that it leaves.

This needs the feedback of the members of each class on each other, and the feedback of all guesses
only for the few classes that take longest: far less than the feedback matrix.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from emi.results.advice import Exact
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from emi.games.game import Game
    from emi.games.rows import WriteRows
    from emi.search.model.matrix import Indices, Rows


class FeedbackOnDemand:
    """Computes parts of a feedback matrix that would be too large as a whole.

    Parameters
    ----------
    game : Game

    Attributes
    ----------
    own : (secrets,) int32
        The guess that equals each secret.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.own: Indices = game.places(game.secrets)
        self.guesses = len(game.guesses)

    @cached_property
    def _write(self) -> WriteRows:
        return self.game.row_writer()

    def row(self, guess: int) -> Rows:
        """Return ``(secrets,)``: the class of each secret after a guess."""
        return self.rows(np.array([guess], np.int32)).reshape(-1)

    def rows(self, guesses: Indices) -> Rows:
        """Return ``(guesses, secrets)``: the class of each secret after some guesses."""
        rows = np.empty((len(guesses), len(self.game.secrets)), self.game.row_type)
        self._write(guesses, rows)
        return rows

    def among(self, members: Indices) -> Rows:
        """Return the ``(members, members)`` feedback of the members of a set on each other."""
        codes = tuple(self.game.secrets[s] for s in members.tolist())
        return _feedback(self.game.of_lists(codes, codes))

    def about(self, members: Indices) -> Rows:
        """Return the ``(guesses, members)`` feedback of all guesses on a set."""
        codes = [self.game.secrets[s] for s in members.tolist()]
        return _feedback(self.game.among(codes))


def _feedback(game: Game) -> Rows:
    """Return ``(guesses, secrets)``: the class of each secret after each guess of a game."""
    rows = np.empty((len(game.guesses), len(game.secrets)), game.row_type)
    game.row_writer()(np.arange(len(game.guesses), dtype=np.int32), rows)
    return rows


#: The most pairs of candidates within classes that are examined for a guess, in multiples of the
#: pairs that the rule of a game computes at once (see `emi.games.rule.COMPILED`).
MOST = 4
#: The most members of classes that are played at once: more need class numbers of 16 bits.
TOGETHER = 255


class Reached(NamedTuple):
    """The worst case of a strategy for a class, and its total number of guesses."""

    worst: int
    total: int


#: By class size: the result of proposing the members one by one.
NAMED = {1: Reached(1, 1), 2: Reached(2, 3)}


class ClassPlay:
    """Plays strategies with a given first guess.

    Parameters
    ----------
    told : FeedbackOnDemand
        The feedback of the game, whose secrets are the candidates.
    most : int
        An upper bound on the number of classes that any guess makes.
    wide : bool
        Whether the classes that take longest are played again with all guesses.
    helpers : (n,) int32, optional
        Guesses that each class may be played with, besides its members.
    threads : int
        The number of threads that play classes.
    """

    def __init__(
        self,
        told: FeedbackOnDemand,
        most: int,
        *,
        wide: bool,
        helpers: Indices | None = None,
        threads: int = 1,
    ) -> None:
        self.told, self.most, self.wide, self.threads = told, most, wide, threads
        self._helpers = helpers
        #: The guesses whose bounds more time might improve.
        self.improvable: set[int] = set()

    @property
    def secrets(self) -> int:
        """The number of candidates."""
        return len(self.told.own)

    def value(
        self, guess: int, go_on: Callable[[], bool], has_time: Callable[[], bool]
    ) -> Exact | None:
        """Return bounds on the value of a guess; None if it splits nothing or classes are large.

        Each class is played by the guess of least Sum among its members and the helpers. The
        classes that take longest are played again with all guesses, as long as this improves the
        worst case and time remains.

        Raises
        ------
        Stopped
            If ``go_on`` returns False before each class was played once.
        """
        row = self.told.row(guess)
        order = np.argsort(row, kind="stable").astype(np.int32)
        starts = np.flatnonzero(np.diff(row[order].astype(np.int32), prepend=-1)).tolist()
        classes = [order[low:high] for low, high in pairwise([*starts, len(order)])]
        # The guess itself is found.
        left = [klass for klass in classes if len(klass) > 1 or self.told.own[klass[0]] != guess]
        left.sort(key=len, reverse=True)
        pairs = self.told.game.pairs_at_once
        if len(classes) == 1 < len(order) or sum(len(klass) ** 2 for klass in left) > MOST * pairs:
            return None
        least = [least_of(len(klass), self.most) for klass in left]
        played = self._play(left, go_on)
        if self.wide and not self._improve(left, played, has_time):
            self.improvable.add(guess)
        (low_worst, low_total), (worst, total) = (
            (
                1 + max((reached.worst for reached in some), default=0),
                sum(reached.total for reached in some),
            )
            for some in (least, played)
        )
        members = len(order)
        return Exact(Bounds(low_worst, worst), Bounds(members + low_total, members + total))

    def _play(self, classes: list[Indices], go_on: Callable[[], bool]) -> list[Reached]:
        """Play each class among its members and the helpers, the largest first."""
        large = [klass for klass in classes if len(klass) not in NAMED]
        helped = self._helping

        def play(some: list[Indices]) -> list[Reached]:
            if not go_on():
                raise Stopped
            members = np.concatenate(some)
            own = np.arange(len(members), dtype=np.int32)
            rows = self.told.among(members)
            if helped is not None:
                rows = np.concatenate([rows, helped[:, members]])
            return _tries(rows, own, some, wide=helped is not None)

        results = list(chain.from_iterable(self._each(play, _batches(large, TOGETHER))))
        return results + [NAMED[len(klass)] for klass in classes[len(large) :]]

    @cached_property
    def _helping(self) -> Rows | None:
        """``(helpers, secrets)``: the feedback on the helpers; None without helpers."""
        return None if self._helpers is None else self.told.rows(self._helpers)

    def _improve(
        self, classes: list[Indices], played: list[Reached], has_time: Callable[[], bool]
    ) -> bool:
        """Play the classes that take longest with all guesses, until one does not improve.

        Return False if time runs out first.
        """

        def play(some: list[Indices]) -> list[Reached]:
            if not has_time():
                raise Stopped
            members = np.concatenate(some)
            return _tries(self.told.about(members), self.told.own[members], some, wide=True)

        most = min(self.told.game.pairs_at_once // self.told.guesses, TOGETHER)
        while longest := max((result.worst for result in played), default=0):
            hard = [place for place, result in enumerate(played) if result.worst == longest]
            if any(len(classes[place]) in NAMED for place in hard):
                return True
            # One batch after another, per thread: a batch without improvement ends the loop.
            waiting = iter(hard)
            batches = _batches([classes[place] for place in hard], most)
            while some := [*islice(batches, self.threads)]:
                try:
                    wide = chain.from_iterable(self._each(play, some))
                    for result, place in zip(wide, waiting, strict=False):
                        played[place] = min(played[place], result)
                        if played[place].worst == longest:
                            return True
                except Stopped:
                    return False
        return True

    def _each(
        self, play: Callable[[list[Indices]], list[Reached]], batches: Iterable[list[Indices]]
    ) -> Iterator[list[Reached]]:
        """Yield the results of each batch, computed by several threads."""
        if self.threads == 1:
            yield from map(play, batches)
            return
        with ThreadPoolExecutor(self.threads, thread_name_prefix="play") as pool:
            yield from pool.map(play, batches)


def _batches(classes: Sequence[Indices], most: int) -> Iterator[list[Indices]]:
    """Yield classes in order, in batches of at most ``most`` members or of one larger class."""
    batch: list[Indices] = []
    members = 0
    for klass in classes:
        if batch and members + len(klass) > most:
            yield batch
            batch, members = [], 0
        batch.append(klass)
        members += len(klass)
    if batch:
        yield batch


def least_of(members: int, most: int) -> Reached:
    """Return lower bounds for a number of secrets if no guess makes more than ``most`` classes.

    The first guess finds one secret, the second one of each class, and so on.

    Examples
    --------
    >>> least_of(2, 5), least_of(7, 5)
    (Reached(worst=2, total=3), Reached(worst=3, total=14))
    """
    worst = total = 0
    secrets, here = 0, 1
    while secrets < members:
        worst += 1
        here = min(here, members - secrets)
        secrets, total, here = secrets + here, total + worst * here, here * most
    return Reached(worst, total)


def _tries(rows: Rows, own: Indices, sets: Sequence[Indices], *, wide: bool) -> list[Reached]:
    """Return the result of playing each set by the guess of least Sum.

    The guess is one of its members or, if ``wide``, any guess. The columns of ``rows`` are the
    members of all sets in sequence.
    """
    from emi.search.compile.jit import in_widths
    from emi.search.kernels.worst_case.sums import greedy_tries
    from emi.search.model.partition import empty_space

    start = np.cumsum([0, *map(len, sets)], dtype=np.int32)
    worst, total = np.empty((2, len(sets)), np.int64)
    space = empty_space(max(int(rows.max()) + 1, rows.shape[1]) + 1)
    greedy_tries(in_widths(rows), own, start, wide, worst, total, space)
    return list(map(Reached, worst.tolist(), total.tolist()))
