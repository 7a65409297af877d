"""Strategies: decision trees, those of files beside exact play, and a greedy opponent."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from emi.results.base import HIDDEN, Tabular, fact, rounded

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    import networkx as nx

    from emi.results.base import GameFacts
    from emi.results.playing import Turn
    from emi.search.model.bounds import Bounds
    from emi.search.model.strategy import Strategy as Tree


class Rules(Protocol):
    """The part of an `emi.Game` that a strategy uses."""

    secrets: tuple[str, ...]
    guesses: tuple[str, ...]
    name: str

    @property
    def what(self) -> str:
        """The noun for a secret, such as ``word``."""
        ...

    @property
    def error(self) -> type[Exception]:
        """The type of the error for a code that is not in the game."""
        ...

    def feedback(self, guess: str, secret: str) -> str:
        """Return the feedback of a guess on a secret."""
        ...

    def feedback_each(self, guesses: Sequence[str], secrets: Sequence[str]) -> list[str]:
        """Return the feedback of each guess on the secret at the same place."""
        ...


@dataclass(frozen=True, eq=False, repr=False)
class Strategy(Tabular):
    """A decision tree that finds the secrets of a game, or the given candidates.

    Parameters
    ----------
    game : Game
    tree : emi.search.model.strategy.Strategy
        The tree with guesses and secrets as indices.

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
        """The largest number of guesses for a secret."""
        return self.tree.depth

    @property
    def total(self) -> int:
        """The total number of guesses over all secrets."""
        return self.tree.total

    @property
    def mean(self) -> float:
        """The mean number of guesses for a secret."""
        return self.total / len(self.secrets)

    @cached_property
    def secrets(self) -> frozenset[str]:
        """The secrets that it covers: all secrets of the game, or the given candidates."""
        return frozenset(self.game.secrets[secret] for secret in self.tree.members)

    def __repr__(self) -> str:
        guess = self.game.guesses[self.tree.guess]
        most = "1 guess" if self.depth == 1 else f"{self.depth} guesses"
        return (
            f"<Strategy of {self.game.name}: begin with {guess}, {most} at most, "
            f"{rounded(Fraction(self.total, len(self.secrets)))} on average>"
        )

    def play(self, secret: str) -> list[tuple[str, str]]:
        """Return the guesses made for a secret, each with its feedback.

        A strategy for a guarantee may end before the secret is found; then the secret is missed.

        Raises
        ------
        EmiError
            If the code is not one of the secrets; WordError in a game of words.
        """
        if secret not in self.secrets:
            raise self.game.error(f"{secret!r}: expected one of the secrets of {self.game.name}")
        played: list[tuple[str, str]] = []
        game, place, way = self.game, self.game.secrets.index(secret), [self.tree]
        for node in way:
            guess = game.guesses[node.guess]
            feedback = game.feedback(guess, secret)
            played.append((guess, feedback))
            way += [below for below in node.branches if place in below.members]
        return played

    def _numbered(self) -> list[tuple[Tree, int, str]]:
        """Return the nodes in preorder, each with the place of its parent and its feedback.

        The feedback leads from the parent to the node. The place of the parent of the root is -1.
        """
        found: list[tuple[Tree, int]] = []
        waiting = [(self.tree, -1)]
        while waiting:
            node, above = waiting.pop()
            waiting.extend((below, len(found)) for below in reversed(node.branches))
            found.append((node, above))
        guesses, secrets = self.game.guesses, self.game.secrets
        # One call for all feedback: one call each takes as long as the rest of a certificate.
        feedbacks = self.game.feedback_each(
            [guesses[found[above][0].guess] for _, above in found[1:]],
            [secrets[node.members[0]] for node, _ in found[1:]],
        )
        return [(*each, feedback) for each, feedback in zip(found, ["", *feedbacks], strict=True)]

    @cached_property
    def graph(self) -> nx.DiGraph[int]:
        """The strategy as a networkx tree with nodes numbered in preorder from the root, 0.

        A node has the attributes ``guess``, ``candidates`` (the number of candidates before the
        guess), ``within`` (the number of guesses, including this one, that find all of them) and
        ``largest`` (the size of the largest class after the guess, 0 for a leaf). An edge has a
        ``feedback``. The graph has ``game``, ``depth``, ``total`` and ``secrets``.

        Examples
        --------
        >>> import emi, networkx
        >>> strategy = emi.strategy(emi.Mastermind(2, 3))
        >>> strategy.graph.nodes[0]["within"] == strategy.depth
        True
        >>> networkx.dag_longest_path_length(strategy.graph) == strategy.depth - 1
        True
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
                within=node.depth,
                largest=max((len(below.members) for below in node.branches), default=0),
            )
            if above >= 0:
                graph.add_edge(above, number, feedback=feedback)
        return graph

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the strategy to a file, in the format of its suffix.

        Parameters
        ----------
        path : path
            ``.graphml`` (Gephi, yEd), ``.dot`` (Graphviz), ``.json``, ``.txt`` for people,
            ``.tree`` (the format of A. Selby's Wordle trees) or ``.csv`` (a line with the guesses
            for each secret); others as of `Table.write`.

        Raises
        ------
        OptionError
            If the name has another suffix, the file cannot be written, or a code would be ambiguous
            in this format.
        """
        self.table().write(path)

    def nested(self) -> dict[str, Any]:
        """Return the strategy as nested dicts: ``{"guess": ..., "branches": {feedback: ...}}``."""
        plain: list[dict[str, Any]] = []
        for node, above, feedback in self._numbered():
            plain.append({"guess": self.game.guesses[node.guess], "branches": {}})
            if above >= 0:
                plain[above]["branches"][feedback] = plain[-1]
        return plain[0]


@dataclass(frozen=True)
class ExactPlay:
    """A value of exact play.

    Attributes
    ----------
    figure : str
        ``worst`` or ``total``.
    play : str
        A description of the play, such as ``exact play begun with RAISE``.
    bounds : Bounds
        Bounds on the figure.
    """

    figure: str
    play: str
    bounds: Bounds


@dataclass(frozen=True, eq=False, repr=False)
class Judged(Tabular):
    r"""The performance of a given strategy on every secret.

    Attributes
    ----------
    game : GameFacts
    strategy : Strategy
        The strategy without unreachable branches.
    first_guess : str
    tries : tuple of int
        The number of guesses for each secret found.
    missed : tuple of str
        The secrets that the strategy never finds.
    restriction : str or None
        The strictest restriction of hard play that the strategy obeys.
    breaks : dict of str to str
        For each violated restriction of hard play, the first forbidden guess with its history.
    unused : int
        The number of unreachable guesses in the file.
    exact : tuple of ExactPlay
        The values of exact play, for comparison.

    Examples
    --------
    >>> import emi, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "published.csv"
    ...     _ = path.write_text("linge,ligne\nlinge,\n")
    ...     judged = emi.judge(emi.Wordle(["LIGNE", "LINGE", "SINGE"]), path)
    >>> judged, judged.missed, judged.restriction
    (<Judged of wordle: 3 guesses for 2 secrets, at most 2, 1 missed>, ('SINGE',), 'possible')
    """

    game: GameFacts
    strategy: Strategy = field(metadata=HIDDEN)
    first_guess: str
    tries: tuple[int, ...] = field(metadata=HIDDEN)
    missed: tuple[str, ...]
    restriction: str | None
    breaks: dict[str, str]
    unused: int
    exact: tuple[ExactPlay, ...] = ()

    @fact
    def total(self) -> int:
        """The total number of guesses over the secrets found."""
        return sum(self.tries)

    @fact
    def worst(self) -> int:
        """The largest number of guesses for a secret found; 0 if none is found."""
        return max(self.tries, default=0)

    @fact
    def mean(self) -> Fraction | None:
        """The mean number of guesses over the secrets found; None if none is found."""
        return Fraction(self.total, len(self.tries)) if self.tries else None

    @fact
    def counts(self) -> tuple[int, ...]:
        """The number of secrets found with one guess, two guesses, and so on."""
        found = Counter(self.tries)
        return tuple(found[tries] for tries in range(1, self.worst + 1))

    def __repr__(self) -> str:
        missed = f", {len(self.missed)} missed" if self.missed else ""
        return (
            f"<Judged of {self.game}: {self.total} guesses for {len(self.tries)} secrets, at most "
            f"{self.worst}{missed}>"
        )


@dataclass(frozen=True, eq=False, repr=False)
class GreedyOpponent(Tabular):
    """The fewest guesses that beat an opponent which always leaves a largest class.

    Attributes
    ----------
    game : GameFacts
    bounds : Bounds
        Bounds on the guesses if the opponent breaks ties between largest classes against the
        player.
    kindest : Bounds
        Bounds on the guesses if it breaks ties in favour of the player. No way to break ties takes
        fewer guesses.
    turns : tuple of Turn
        A shortest sequence of guesses that beats the opponent, with its answers; empty if none is
        proven.
    seconds : float

    Examples
    --------
    >>> import emi
    >>> emi.greedy_opponent("mastermind:2x3").bounds.proven
    True
    """

    game: GameFacts
    bounds: Bounds
    kindest: Bounds
    turns: tuple[Turn, ...]
    seconds: float

    def __repr__(self) -> str:
        return f"<GreedyOpponent of {self.game}: beaten with {self.bounds} guesses>"
