"""A strategy as a tree: a guess at each node, a branch for each class of feedback."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from emi.search.model.matrix import FeedbackMatrix, Indices


class Strategy(NamedTuple):
    """A node of a strategy with the tree below it.

    Attributes
    ----------
    guess : int
        The guess to make.
    members : (n,) int32
        The candidates before the guess.
    branches : tuple of Strategy
        A branch for each class of the guess, the largest first, except the class of the guess
        itself.
    depth : int
        The most guesses for any member, including this guess.
    total : int
        The total number of guesses for all members.
    """

    guess: int
    members: Indices
    branches: tuple[Strategy, ...]
    depth: int
    total: int

    def __repr__(self) -> str:
        return (
            f"<Strategy for {len(self.members)} candidates: "
            f"guess {self.guess}, depth {self.depth}, total {self.total}>"
        )

    @classmethod
    def node(cls, guess: int, members: Indices, branches: tuple[Strategy, ...] = ()) -> Strategy:
        """Return a node with these branches."""
        depth = 1 + max([branch.depth for branch in branches], default=0)
        return cls(
            guess, members, branches, depth, len(members) + sum([below.total for below in branches])
        )

    def nodes(self) -> Iterator[Strategy]:
        """Yield every node, each before its branches."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            if node.branches:
                waiting.extend(reversed(node.branches))

    def tries(self, secrets: int) -> NDArray[np.int32]:
        """Return ``(secrets,)`` int32: the number of guesses made for each secret, found or missed.

        A secret is a candidate at every node on its path, and at no other node.
        """
        taken = np.zeros(secrets, np.int32)
        for node in self.nodes():
            taken[node.members] += 1
        return taken

    def cut(self, guesses: int) -> Strategy:
        """Return the strategy that ends after this number of guesses."""
        if guesses >= self.depth:
            return self
        below = [branch.cut(guesses - 1) for branch in self.branches] if guesses > 1 else []
        return Strategy.node(self.guess, self.members, tuple(below))

    def at_depth(self, depth: int) -> int:
        """Return how many secrets are found with guess number ``depth``, counted from 1."""
        level = [self]
        for _ in range(depth - 1):
            level = [branch for node in level for branch in node.branches]
        below = sum(len(branch.members) for node in level for branch in node.branches)
        return sum(len(node.members) for node in level) - below


def build(
    matrix: FeedbackMatrix,
    members: Indices,
    choose: Callable[[Indices, int], int],
    *,
    opening: Sequence[int] = (),
    last: Callable[[int], bool] = lambda _: False,
) -> Strategy:
    """Build the strategy that makes the guesses that ``choose`` returns.

    ``choose`` takes a set of two or more and the number of guesses made before, and returns a
    guess. The guesses of ``opening`` come first, regardless of the feedback. If the game ends after
    ``last`` guesses, the next node has no branches.
    """
    # Reading a stored strategy must not load the kernels.
    from emi.search.model.partition import Partitioner

    own, partitioner = matrix.own, Partitioner(matrix)

    def written(members: Indices, played: int) -> Strategy:
        if played < len(opening):
            guess = opening[played]
        elif len(members) == 1:
            return Strategy(int(own[members[0]]), members, (), 1, 1)
        else:
            guess = choose(members, played)
        if last(played):
            return Strategy.node(guess, members)
        classes = partitioner.classes(guess, members)
        larger, ends = [klass for klass in classes if len(klass) > 1], []
        if played + 1 < len(opening):
            larger = [klass for klass in classes if own[klass[0]] != guess]
        else:
            # Quick, because most nodes are such. The largest classes come first.
            leaves = [(own.item(klass.item()), klass) for klass in classes[len(larger) :]]
            ends = [Strategy(word, klass, (), 1, 1) for word, klass in leaves if word != guess]
        branches = [written(klass, played + 1) for klass in larger]  # noqa: F821 - until all is written
        return Strategy.node(guess, members, (*branches, *ends))

    try:
        return written(members, 0)
    finally:
        del written  # Break the cycle, which would keep the engine behind ``choose`` alive.
