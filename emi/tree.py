"""Strategies in words: which guess to make, and what to do after each clue."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from emi import memory
from emi.feedback import MISPLACED, MISSING, WELL_PLACED
from emi.ready import kernels_ready

if TYPE_CHECKING:
    from collections.abc import Sequence

    import networkx as nx

    from emi.games.motus import Motus
    from search.proof import Proof
    from search.strategy import Strategy as Tree
    from search.worst_case import Watch


@dataclass(frozen=True, eq=False)
class Strategy:
    """A strategy that surely finds every secret of a game.

    Parameters
    ----------
    game : Motus
    tree : search.strategy.Strategy
        The same with guesses and secrets as indices.

    Examples
    --------
    >>> from emi.games.motus import Motus
    >>> found = strategy(Motus(["LIGNINE", "LIGNITE", "LOGIQUE"]))
    >>> found.depth, found.play("LOGIQUE")
    (2, [('LIGNINE', 'GYGBBBG'), ('LOGIQUE', 'GGGGGGG')])
    """

    game: Motus
    tree: Tree

    @property
    def depth(self) -> int:
        """Guesses within which every secret is found."""
        return self.tree.depth

    @property
    def total(self) -> int:
        """Guesses for all secrets together."""
        return self.tree.total

    @property
    def mean(self) -> float:
        """Guesses for a secret on average."""
        return self.total / len(self.game.secrets)

    def branch(self, node: Tree, below: Tree) -> str:
        """Return the clue that leads from a node to one of its branches."""
        return self.game.feedback(
            self.game.guesses[node.guess], self.game.secrets[below.members[0]]
        )

    def play(self, secret: str) -> list[tuple[str, str]]:
        """Return the guesses that lead to a secret, each with its clue.

        Raises
        ------
        WordError
            If the word is not one of the secrets.
        """
        from emi.errors import WordError

        if secret not in self.game.secrets:
            raise WordError(f"{secret!r}: expected one of the secrets of {self.game.name}")
        node, played = self.tree, []
        while True:
            guess = self.game.guesses[node.guess]
            answer = self.game.feedback(guess, secret)
            played.append((guess, answer))
            if guess == secret:
                return played
            node = next(below for below in node.branches if self.branch(node, below) == answer)

    @cached_property
    def graph(self) -> nx.DiGraph[int]:
        """The strategy as a tree: nodes are numbered from the root, 0, each before its branches.

        A node carries ``guess``, ``candidates`` (how many secrets are still possible), ``depth``
        (guesses within which they are all found, this one included) and ``largest`` (the size of
        the largest class that the guess leaves, 0 if it must be right). An edge carries
        ``feedback``, the clue. The graph carries ``game``, ``depth``, ``total`` and ``secrets``.
        """
        import networkx as nx

        graph: nx.DiGraph[int] = nx.DiGraph(
            game=self.game.name,
            depth=self.depth,
            total=self.total,
            secrets=len(self.game.secrets),
        )
        waiting: list[tuple[Tree, int, str]] = [(self.tree, -1, "")]
        while waiting:
            node, above, feedback = waiting.pop()
            number = len(graph)
            graph.add_node(
                number,
                guess=self.game.guesses[node.guess],
                candidates=len(node.members),
                depth=node.depth,
                largest=max((len(below.members) for below in node.branches), default=0),
            )
            if above >= 0:
                graph.add_edge(above, number, feedback=feedback)
            waiting.extend(
                (below, number, self.branch(node, below)) for below in reversed(node.branches)
            )
        return graph

    def nested(self) -> dict[str, Any]:
        """Return the strategy as plain values: ``{"guess": ..., "branches": {clue: ...}}``."""
        guesses, secrets = self.game.guesses, self.game.secrets
        whole: dict[str, Any] = {}
        waiting = [(self.tree, whole)]
        above: list[dict[str, Any]] = []
        words: list[str] = []
        met: list[str] = []
        for node, plain in waiting:
            branches: dict[str, Any] = {}
            plain["guess"] = word = guesses[node.guess]
            plain["branches"] = branches
            for below in node.branches:
                waiting.append((below, {}))
                above.append(branches)
                words.append(word)
                met.append(secrets[below.members[0]])
        # All clues at once: one by one they take as long as the rest of a certificate.
        for branches, clue, (_, plain) in zip(
            above, clue_each(words, met), waiting[1:], strict=True
        ):
            branches[clue] = plain
        return whole


def clue_each(words: Sequence[str], secrets: Sequence[str]) -> list[str]:
    """Return the clue for each word, by the secret of the same place.

    The rule of `emi.feedback.clue`, over all pairs at once: a strategy has a clue for each branch.

    Parameters
    ----------
    words, secrets : sequence of str
        As many of each, A to Z, of one length.

    Examples
    --------
    >>> clue_each(["LEGALES", "LIVIDES"], ["LOGIQUE", "LOGIQUE"])
    ['GYGBBBB', 'GBBGBYB']
    """
    if not words:
        return []
    # A row for each place, so that all sums run along the pairs.
    word, secret = (
        np.frombuffer("".join(side).encode("ascii"), np.uint8).reshape(len(words), -1).T.copy()
        for side in (words, secrets)
    )
    length = len(word)
    placed = word == secret
    unused = ~placed[:, np.newaxis]
    before = np.tri(length, k=-1, dtype=np.bool_).T[:, :, np.newaxis]
    stock = ((secret[:, np.newaxis] == word) & unused).sum(axis=0, dtype=np.uint8)
    taken = ((word[:, np.newaxis] == word) & unused & before).sum(axis=0, dtype=np.uint8)
    marks = np.where(
        placed, ord(WELL_PLACED), np.where(taken < stock, ord(MISPLACED), ord(MISSING))
    )
    text = marks.T.astype(np.uint8).tobytes().decode("ascii")
    return [text[at : at + length] for at in range(0, len(text), length)]


def prove(game: Motus, watch: Watch | None = None) -> tuple[Strategy, Proof]:
    """Find the worst case of a game, with both halves of its proof.

    Parameters
    ----------
    game : Motus
    watch : callable, optional
        Called about twenty times a second with the progress; returns whether to go on.

    Returns
    -------
    Strategy, Proof
        In words, and in indices.

    Raises
    ------
    Stopped
        If ``watch`` returned False.
    """
    memory.check(game.name, game.bytes_needed)
    kernels_ready(game.bits)
    from search import proof

    found = proof.prove(game.matrix(), watch=watch)
    return Strategy(game, found.strategy), found


def strategy(game: Motus, *, watch: Watch | None = None) -> Strategy:
    """Return a strategy that finds every secret within the EMI of the game.

    It is complete, and it is proven that none needs fewer guesses. Among the guesses proven to keep
    to the EMI each node takes one that also keeps the average low.

    Parameters
    ----------
    game : Motus
    watch : callable, optional
        Called about twenty times a second with the progress; returns whether to go on.

    Raises
    ------
    Stopped
        If ``watch`` returned False.
    """
    return prove(game, watch)[0]
