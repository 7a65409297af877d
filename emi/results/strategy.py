"""Strategies in words: which guess to make, and what to do after each feedback."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from emi.results.shown import Shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    import networkx as nx

    from search.model.strategy import Strategy as Tree


class Rules(Protocol):
    """What a strategy needs of its game, an `emi.Game`."""

    secrets: tuple[str, ...]
    guesses: tuple[str, ...]
    name: str

    @property
    def what(self) -> str:
        """What a secret is, such as ``word``."""
        ...

    @property
    def error(self) -> type[Exception]:
        """What is raised where a code is none of the game."""
        ...

    def feedback(self, guess: str, secret: str) -> str:
        """Return what a guess tells of a secret."""
        ...

    def feedback_each(self, guesses: Sequence[str], secrets: Sequence[str]) -> list[str]:
        """Return what `feedback` does for each guess, on the secret of the same place."""
        ...


@dataclass(frozen=True, eq=False, repr=False)
class Strategy(Shown):
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
    >>> found
    <Strategy of motus: begin with LIGNINE, 2 guesses at most, 1.6667 on average>
    """

    game: Rules
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

    def __repr__(self) -> str:
        guess = self.game.guesses[self.tree.guess]
        most = "1 guess" if self.depth == 1 else f"{self.depth} guesses"
        return (
            f"<Strategy of {self.game.name}: begin with {guess}, {most} at most, "
            f"{self.mean:.4f} on average>"
        )

    def branch(self, node: Tree, below: Tree) -> str:
        """Return the feedback that leads from a node to one of its branches."""
        return self.game.feedback(
            self.game.guesses[node.guess], self.game.secrets[below.members[0]]
        )

    def play(self, secret: str) -> list[tuple[str, str]]:
        """Return the guesses that lead to a secret, each with its feedback.

        Those of a guarantee may end before it is found: it is missed.

        Raises
        ------
        EmiError
            If the code is not one of the secrets; WordError in a game of words.
        """
        if secret not in self.secrets:
            raise self.game.error(f"{secret!r}: expected one of the secrets of {self.game.name}")
        played: list[tuple[str, str]] = []
        way = [self.tree]
        for node in way:
            guess = self.game.guesses[node.guess]
            feedback = self.game.feedback(guess, secret)
            played.append((guess, feedback))
            if guess != secret:
                way += [below for below in node.branches if self.branch(node, below) == feedback]
        return played

    def _numbered(self) -> list[tuple[Tree, int, str]]:
        """Return the nodes from the root, each before its branches.

        Beside a node stand the place of the one above it (-1 of the root), and the feedback that
        leads to it.
        """
        found: list[tuple[Tree, int]] = []
        waiting = [(self.tree, -1)]
        while waiting:
            node, above = waiting.pop()
            waiting.extend((below, len(found)) for below in reversed(node.branches))
            found.append((node, above))
        guesses, secrets = self.game.guesses, self.game.secrets
        # All feedback at once: one by one they take as long as the rest of a certificate.
        feedbacks = self.game.feedback_each(
            [guesses[found[above][0].guess] for _, above in found[1:]],
            [secrets[node.members[0]] for node, _ in found[1:]],
        )
        return [(*each, feedback) for each, feedback in zip(found, ["", *feedbacks], strict=True)]

    @cached_property
    def graph(self) -> nx.DiGraph[int]:
        """The strategy as a tree: nodes are numbered from the root, 0, each before its branches.

        A node carries ``guess``, ``candidates`` (how many secrets are still possible), ``depth``
        (guesses within which they are all found, this one included) and ``largest`` (the size of
        the largest class that the guess leaves, 0 if it must be right). An edge carries
        its ``feedback``. The graph carries ``game``, ``depth``, ``total`` and ``secrets``.
        """
        import networkx as nx

        graph: nx.DiGraph[int] = nx.DiGraph(
            game=self.game.name, depth=self.depth, total=self.total, secrets=len(self.secrets)
        )
        for number, (node, above, feedback) in enumerate(self._numbered()):
            graph.add_node(
                number,
                guess=self.game.guesses[node.guess],
                candidates=len(node.members),
                depth=node.depth,
                largest=max((len(below.members) for below in node.branches), default=0),
            )
            if above >= 0:
                graph.add_edge(above, number, feedback=feedback)
        return graph

    def nested(self) -> dict[str, Any]:
        """Return the strategy as plain values: ``{"guess": ..., "branches": {feedback: ...}}``."""
        plain: list[dict[str, Any]] = []
        for node, above, feedback in self._numbered():
            plain.append({"guess": self.game.guesses[node.guess], "branches": {}})
            if above >= 0:
                plain[above]["branches"][feedback] = plain[-1]
        return plain[0]
