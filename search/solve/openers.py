"""The best opening: one or two guesses, besides prescribed ones, made regardless of the feedback.

The number and sizes of the classes of an opening give a lower bound on its value. The search counts
classes for all openings in blocks, the more promising first. Then it plays openings by rising bound
until no bound is below the best value.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from emi.search.kernels.core.partition import USELESS
from emi.search.model.bounds import Bounds
from emi.search.model.record import Proven
from emi.search.model.strategy import Strategy
from emi.search.model.symmetry import firsts_of
from emi.search.solve.base import Objective, OpenedSearch, Search, SearchParameters
from emi.search.solve.cost.least_cost import CostSearch
from emi.search.solve.session import Session

#: The most guesses that the search can add.
MOST_SOUGHT = 2
#: The most feedbacks sorted at once.
AT_ONCE = 4_000_000

Values = NDArray[np.int64]


class OpenersSearch(Search):
    """A question about strategies that begin with the best opening of a given length.

    The opening begins with the prescribed guesses. The attribute ``opening`` is the best so far.
    Parameters are those of `emi.search.solve.question.solve`.
    """

    def __init__(self, question: SearchParameters, objective: Objective, openers: int) -> None:
        matrix, session, given = question.matrix, question.session or Session(), question.opening
        super().__init__(matrix, question.candidates, session)
        self.given = self.opening = given
        self.sought = openers - len(given)
        if not 1 <= self.sought <= MOST_SOUGHT:
            raise ValueError(
                f"openers: expected 1 to {MOST_SOUGHT} more than the prescribed guesses, "
                f"got {openers} and {len(given)}"
            )
        self.others = [g for g in range(matrix.guesses) if g not in given]
        # Each opening that is played has bounds of its own.
        aside = session.aside()
        aside.keep = session.keep if objective.priced else None
        aside.flushed_by(self._flush)
        some = (*given, *self.others[: self.sought])
        player = objective.search(question._replace(session=aside, opening=some))
        assert isinstance(player, OpenedSearch)  # noqa: S101 - no feedback restricts the guesses
        #: The search that plays one opening after the other, with one engine.
        self.player = player
        self._unopened = question._replace(session=session.aside(), opening=())
        self._objective = objective
        self.members = self.player.members
        self._weights: Values = np.ones(len(self.members), np.int64)
        if objective.weighing is not None:
            self._weights = objective.weighing[self.members]
        self._place = np.full(matrix.guesses, len(self.members))
        self._place[matrix.own[self.members]] = np.arange(len(self.members))
        self.bounds = Bounds(0, None)
        self._best = self.forbidden

    @property
    def forbidden(self) -> int:
        """The value from which a strategy counts as not allowed."""
        return self.player.forbidden if isinstance(self.player, CostSearch) else USELESS

    @property
    def impossible(self) -> bool:
        """Whether it is proven that no strategy is allowed."""
        return self.bounds.upper is None and self.bounds.lower >= self.forbidden

    @property
    def final(self) -> bool:
        """Whether more time would leave the strategy unchanged."""
        return self.player.final

    def _run(self, records: Iterable[Proven]) -> None:
        # Facts about the question do not name the opening.
        about = [record for record in records if record.candidates not in (None, self.candidates)]
        if isinstance(self.player, CostSearch):
            self.player.engine.recall(*about)
        self.session.flushed_by(self._flush)
        self._explore()
        self._flush()

    def _flush(self) -> None:
        """Hand the proven facts about classes and about the question to the session."""
        lower, upper = self.bounds.lower, self.bounds.upper
        if isinstance(self.player, CostSearch):
            self.player.engine.flush()
            self.session.put([Proven(None, lower, upper, self.guess, 0)])
        elif upper is not None:
            self.session.put([Proven(self.candidates, lower, upper, self.guess)])

    def _explore(self) -> None:
        """Count the classes of all openings, then play those that may be the best."""
        if not isinstance(self.player, CostSearch):
            # No opening is better than the best strategy without one.
            best = self._objective.search(self._unopened)
            best.run()
            self.session.nodes += best.nodes
            self._raise(best.bounds.lower)
        rated, all_rated = self._rated()
        if not rated or self.bounds.proven:
            return
        least = np.concatenate([some for some, _ in rated])
        openings = [opening for _, some in rated for opening in some]
        # Combine the least bound of the played openings with that of the others.
        played, lower = USELESS, USELESS
        for at in np.argsort(least, kind="stable").tolist():
            lower = int(least[at])
            if all_rated:
                self._raise(min(lower, played))
            if lower >= self._best or not self.session.go_on():
                break
            played, lower = min(played, self._try(openings[at], lower)), USELESS
        if all_rated:
            self._raise(min(lower, played))

    def _rated(self) -> tuple[list[tuple[Values, list[tuple[int, ...]]]], bool]:
        """Return the openings that may be the best, with lower bounds on their values.

        The best opening of each block is played at once. Also return whether all blocks were
        examined in time.
        """
        rated: list[tuple[Values, list[tuple[int, ...]]]] = []
        for block in self._blocks():
            if self.bounds.proven or not self.session.go_on():
                return rated, False
            openings = [self._ordered(opening) for opening in block]
            least = self._least(openings)
            at = int(least.argmin())
            if least[at] < self._best:
                least[at] = self._try(openings[at], int(least[at]))
            alive = np.flatnonzero(least < self._best)
            rated.append((least[alive], [openings[i] for i in alive.tolist()]))
        return rated, True

    def _raise(self, lower: int) -> None:
        most = self._best if self.bounds.upper is None else self.bounds.upper
        self.bounds = self.bounds.tightened(min(lower, most), None)

    def _try(self, opening: tuple[int, ...], lower: int) -> int:
        """Play an opening; return a lower bound on its value."""
        player = self.player
        nodes = player.session.nodes
        player.begin_with(opening)
        bounds = player.below(self._best)
        self.session.nodes += player.session.nodes - nodes
        if bounds.upper is not None and bounds.upper < self._best:
            self.opening, self.guess, self._best = opening, opening[0], bounds.upper
            self.bounds = self.bounds.tightened(0, bounds.upper)
        return max(bounds.lower, lower)

    def _strategy(self, session: Session) -> Strategy:
        player = self.player
        player.begin_with(self.opening)
        player.bounds, nodes = self.bounds, player.nodes
        write = player.strategy if self.bounds.proven else player.good_strategy
        strategy = write(session)
        self.nodes += player.nodes - nodes
        self.rarest = player.rarest
        return strategy

    def _blocks(self) -> Iterator[list[tuple[int, ...]]]:
        """Yield the openings in blocks, the more promising first."""
        others = self.others
        singles = [(*self.given, g) for g in others]
        size = max(1, AT_ONCE // len(self.members))
        if self.sought == 1:
            for at in range(0, len(singles), size):
                yield singles[at : at + size]
            return
        symmetry, firsts = self.matrix.symmetry, {*others}
        equal = bool((self._weights == 1).all())
        whole = len(self.members) == self.matrix.secrets
        symmetric = bool(len(symmetry.codes)) and whole and equal and not self.given
        if symmetric:
            firsts = {*firsts_of(symmetry).tolist()}
        keys = np.concatenate(
            [_distinct(self._codes(singles[at : at + size])) for at in range(0, len(singles), size)]
        )
        order = [others[i] for i in np.argsort(-keys, kind="stable").tolist()]
        seen = set[int]()
        for g in order:
            if g not in firsts:
                continue
            # Two guesses can be made in either order; keep one of those equivalent by symmetry.
            seen.add(g)
            block = [(*self.given, g, h) for h in order if h != g and (symmetric or h not in seen)]
            if block:
                yield block

    def _ordered(self, opening: tuple[int, ...]) -> tuple[int, ...]:
        """Return an opening sorted so that possible secrets come first, the heaviest before others.

        In this order, each of them can find a secret.
        """
        sought = sorted(opening[len(self.given) :], key=lambda g: self._place[g])
        return (*self.given, *sought)

    def _codes(self, openings: Sequence[tuple[int, ...]]) -> NDArray[np.signedinteger[Any]]:
        """Return ``(openings, members)``: class numbers of each opening, sorted along rows."""
        rows, columns = self.matrix.rows, self.members
        guesses = np.array(openings, np.int64)
        codes = rows[guesses[:, 0]][:, columns].astype(np.int64)
        for i in range(1, guesses.shape[1]):
            if codes.max() >= USELESS // self.matrix.classes:
                codes = np.unique(codes, return_inverse=True)[1].reshape(codes.shape)
            codes = codes * self.matrix.classes + rows[guesses[:, i]][:, columns]
        if codes.max() < 1 << 31:
            # Sorting this form takes less than half of the time.
            codes = codes.astype(np.int32)
        codes.sort(axis=1)
        return codes

    def _least(self, openings: list[tuple[int, ...]]) -> Values:
        """Return lower bounds on openings by the number and sizes of their classes."""
        size = max(1, AT_ONCE // len(self.members))
        bounds = [self._least_of(openings[at : at + size]) for at in range(0, len(openings), size)]
        return np.concatenate(bounds)

    def _least_of(self, openings: list[tuple[int, ...]]) -> Values:
        codes, n = self._codes(openings), len(self.members)
        many, k = _distinct(codes), len(openings[0])
        right = self._place[np.array(openings)] < n
        if isinstance(self.player, CostSearch):
            places = [tuple(np.flatnonzero(columns).tolist()) for columns in right]
            tables = {columns: self._costs(self.player, k, columns) for columns in {*places}}
            pairs = zip(many.tolist(), places, strict=True)
            return np.array([tables[columns][code] for code, columns in pairs], np.int64)
        # By counting, ``tries`` guesses find at most ``most`` members; a larger class takes more.
        least = np.full(len(openings), k)
        tries, most = 0, 0
        while most < n:
            over = (codes[:, most:] == codes[:, : n - most]).any(axis=1)
            least[over] = k + tries + 1
            tries, most = tries + 1, 1 + self.matrix.classes * most
        least[many == right.sum(axis=1)] = 1
        return least

    def _costs(self, player: CostSearch, distinct: int, right: tuple[int, ...]) -> Values:
        """Return lower bounds on the cost of an opening that makes 0, 1, ... classes.

        The opening has ``distinct`` guesses; those at the places ``right`` are possible secrets.
        The next guess finds at most one secret of each class. The bound assumes that the heaviest
        secrets are found first.
        """
        of, prices, weights = player.model.of, player.engine.prices, self._weights
        total = len(weights)
        paid = sum(of(i + 1) * int(w) for i, w in zip(right, weights.tolist(), strict=False))
        rest = np.concatenate([[0], np.cumsum(weights[len(right) :])])
        next_, later = of(distinct) + prices.cost[min(distinct, len(prices.price) - 1), 1:3]
        beyond = np.clip(np.arange(total + 1) - len(right), 0, total - len(right))
        costs: Values = paid + next_ * rest[beyond] + later * (rest[-1] - rest[beyond])
        return costs


def _distinct(codes: NDArray[np.signedinteger[Any]]) -> Values:
    """Return the number of distinct values in each sorted row."""
    counts: Values = 1 + (codes[:, 1:] != codes[:, :-1]).sum(axis=1, dtype=np.int64)
    return counts
