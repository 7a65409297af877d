"""Strategies in words: which guess to make, and what to do after each clue."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from emi import memory
from emi.compiling import kernels_ready
from emi.playing.heuristics import exact_strategy, first_guess, settings
from emi.playing.named import MINIMAX
from emi.playing.played import Playing
from search.model.bounds import Bounds

if TYPE_CHECKING:
    from collections.abc import Callable

    import networkx as nx

    from emi.games.game import Game
    from search.model.matrix import FeedbackMatrix
    from search.solve.worst_case.proof import Proof
    from search.solve.worst_case.search import Watch
    from search.strategy.tree import Strategy as Tree


@dataclass(frozen=True, eq=False)
class Strategy:
    """A strategy that surely finds every secret of a game.

    Parameters
    ----------
    game : Game
    tree : search.strategy.tree.Strategy
        The same with guesses and secrets as indices.

    Examples
    --------
    >>> from emi.games.motus import Motus
    >>> found = strategy(Motus(["LIGNINE", "LIGNITE", "LOGIQUE"]))
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
        EmiError
            If the code is not one of the secrets; WordError in a game of words.
        """
        if secret not in self.game.secrets:
            raise self.game.error(f"{secret!r}: expected one of the secrets of {self.game.name}")
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


def prove(game: Game, watch: Watch | None = None) -> tuple[Strategy, Proof]:
    """Find the worst case of a game, with both halves of its proof.

    Parameters
    ----------
    game : Game
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
    matrix = _matrix(game, watch)
    from search.solve.worst_case import proof

    found = proof.prove(matrix, watch=watch)
    return Strategy(game, found.strategy), found


def _matrix(game: Game, watch: Watch | None) -> FeedbackMatrix:
    memory.check(game.name, game.bytes_needed)
    kernels_ready(game.bits, hard=game.hard)
    from search.solve.worst_case.search import Progress

    start = Progress(Bounds(1, len(game.secrets)), 0, 0, 0.0)
    return game.matrix(None if watch is None else lambda: watch(start))


def strategy(
    game: Game,
    *,
    method: str = MINIMAX,
    first: str | None = None,
    watch: Callable[[object], bool] | None = None,
) -> Strategy:
    """Return a strategy that finds every secret of a game.

    It is complete. By default it keeps to the EMI of the game, and it is proven that none needs
    fewer guesses; among the guesses proven to keep to the EMI each node takes one that also keeps
    the average low.

    Parameters
    ----------
    game : Game
    method : str
        By default the exact strategy; or a method of one step, as of `emi.play`.
    first : str, optional
        The first guess of a method of one step, which otherwise chooses it.
    watch : callable, optional
        Called about twenty times a second with the progress; returns whether to go on.

    Raises
    ------
    OptionError
        If the method is unknown, if the first guess is none of the game, or is given to the exact
        strategy.
    Stopped
        If ``watch`` returned False.
    """
    (setting,) = settings([method])
    if game.hard:
        setting = setting.among_candidates()
    begin = None if first is None else first_guess(game, first, [setting])
    matrix = _matrix(game, watch)
    if setting.heuristic is None:
        return Strategy(game, exact_strategy(game, matrix, watch))
    from search.heuristics.play import strategy_of

    def go_on(found: int) -> bool:
        return watch is None or watch(Playing(setting.name, found, len(game.secrets)))

    return Strategy(game, strategy_of(matrix, setting.heuristic, first=begin, watch=go_on))
