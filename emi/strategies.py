"""Strategies in words: which guess to make, and what to do after each clue."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx as nx

    from emi.games.game import Game
    from search.model.strategy import Strategy as Tree


@dataclass(frozen=True, eq=False)
class Strategy:
    """A strategy that surely finds every secret of a game, or every candidate.

    Parameters
    ----------
    game : Game
    tree : search.model.strategy.Strategy
        The same with guesses and secrets as indices.

    Examples
    --------
    >>> import emi
    >>> found = emi.strategy(emi.Motus(["LIGNINE", "LIGNITE", "LOGIQUE"]))
    >>> found.depth, found.play("LOGIQUE")
    (2, [('LIGNINE', 'GYGBBBG'), ('LOGIQUE', 'GGGGGGG')])
    """

    game: Game
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
        return self.total / len(self.secrets)

    @cached_property
    def secrets(self) -> frozenset[str]:
        """What it finds: all secrets of the game, or the candidates it was asked for."""
        return frozenset(self.game.secrets[secret] for secret in self.tree.members)

    def branch(self, node: Tree, below: Tree) -> str:
        """Return the clue that leads from a node to one of its branches."""
        return self.game.feedback(
            self.game.guesses[node.guess], self.game.secrets[below.members[0]]
        )

    def play(self, secret: str) -> list[tuple[str, str]]:
        """Return the guesses that lead to a secret, each with its clue.

        Those of a guarantee may end before it is found: it is missed.

        Raises
        ------
        EmiError
            If the code is not one of the secrets; WordError in a game of words.
        """
        if secret not in self.secrets:
            raise self.game.error(f"{secret!r}: expected one of the secrets of {self.game.name}")
        node: Tree | None = self.tree
        played: list[tuple[str, str]] = []
        while node is not None:
            guess = self.game.guesses[node.guess]
            answer = self.game.feedback(guess, secret)
            played.append((guess, answer))
            if guess == secret:
                break
            above = node
            ways = (below for below in node.branches if self.branch(above, below) == answer)
            node = next(ways, None)
        return played

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
            secrets=len(self.secrets),
        )
        waiting = [(self.tree, -1)]
        ways: list[tuple[int, int]] = []
        met: list[str] = []
        while waiting:
            node, above = waiting.pop()
            number = len(graph)
            graph.add_node(
                number,
                guess=self.game.guesses[node.guess],
                candidates=len(node.members),
                depth=node.depth,
                largest=max((len(below.members) for below in node.branches), default=0),
            )
            if above >= 0:
                ways.append((above, number))
                met.append(self.game.secrets[node.members[0]])
            waiting.extend((below, number) for below in reversed(node.branches))
        words = [graph.nodes[above]["guess"] for above, _ in ways]
        told = self.game.feedback_each(words, met)
        for (above, number), feedback in zip(ways, told, strict=True):
            graph.add_edge(above, number, feedback=feedback)
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
            above, self.game.feedback_each(words, met), waiting[1:], strict=True
        ):
            branches[clue] = plain
        return whole
