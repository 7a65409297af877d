"""A strategy that was read, judged by the rules of its game against every secret."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from emi.games.feedback import uses_hints
from emi.games.game import RESTRICTIONS, Game
from emi.games.parse import game_of
from emi.playing.others.trees import Node, read_tree
from emi.questions.keeping import keep_upper
from emi.questions.question import Question
from emi.results.shown import Shown
from emi.results.strategy import Strategy
from reports.wording import plural
from search.model.limits import Limits
from search.model.strategy import Strategy as Tree
from search.solve.objectives import Average, WorstCase

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from reports.table import Table
    from search.model.bounds import Bounds
    from search.model.record import Store
    from search.solve.objectives import Objective
    from search.solve.session import Watch

#: The guesses made, each with its feedback.
History = tuple[tuple[str, str], ...]


@dataclass(frozen=True, eq=False, repr=False)
class Judged(Shown):
    """What a strategy comes to.

    Attributes
    ----------
    strategy : Strategy
        The strategy, without what no secret leads to.
    tries : tuple of int
        Guesses for each secret that is found.
    missed : tuple of str
        The secrets that it never finds.
    breaks : dict of str to str
        By restriction of hard play, the first guess that it does not allow, and after what; the
        others are kept to.
    unused : int
        Guesses of the file that no secret leads to.
    exact : tuple
        What exact play reaches: ``total`` or ``worst``, how it plays, and the bounds.

    Examples
    --------
    >>> import emi
    >>> game = emi.Wordle(["LIGNE", "LINGE", "SINGE"])
    >>> judged = judge(game, Node("LINGE", 1, {"GGYYG": Node("LIGNE", 2)}))
    >>> judged, judged.missed, judged.restriction
    (<Judged of wordle: 3 guesses for 2 secrets, at most 2, 1 missed>, ('SINGE',), 'possible')
    """

    strategy: Strategy
    tries: tuple[int, ...]
    missed: tuple[str, ...]
    breaks: dict[str, str]
    unused: int
    exact: tuple[tuple[str, str, Bounds], ...] = ()

    @property
    def game(self) -> Game:
        """The game that it plays."""
        return cast("Game", self.strategy.game)

    @property
    def total(self) -> int:
        """Guesses for all secrets that it finds."""
        return sum(self.tries)

    @property
    def worst(self) -> int:
        """The most guesses that a secret takes that it finds; 0 if it finds none."""
        return max(self.tries, default=0)

    @property
    def counts(self) -> tuple[int, ...]:
        """The secrets found with one guess, with two, and so on."""
        found = Counter(self.tries)
        return tuple(found[tries] for tries in range(1, self.worst + 1))

    @property
    def restriction(self) -> str | None:
        """The strictest restriction of hard play that it keeps to."""
        kinds = [one for one in RESTRICTIONS if one != "hints" or self.game.gives_hints]
        return next((one for one in kinds if one not in self.breaks), None)

    def __repr__(self) -> str:
        game = self.game
        missed = f", {len(self.missed)} missed" if self.missed else ""
        return (
            f"<Judged of {game.name}: {plural(self.total, 'guess')} for "
            f"{plural(len(self.tries), 'secret')}, at most {self.worst}{missed}>"
        )

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        game = self.game
        return {
            "game": game.name,
            "first_guess": game.guesses[self.strategy.tree.guess],
            "secrets": len(game.secrets),
            "total": self.total,
            "mean": round(self.total / len(self.tries), 6) if self.tries else None,
            "worst": self.worst,
            "tries": list(self.counts),
            "missed": list(self.missed),
            "hard": self.restriction,
            "breaks": self.breaks,
            "unused": self.unused,
        }

    def table(self) -> Table:
        """Return it as a table, beside what exact play reaches."""
        from reports.views.play import judged

        return judged(self.as_dict(), self.exact)


def beside_exact(
    judged: Judged, limits: Limits, *, store: Store | None = None, watch: Watch | None = None
) -> Judged:
    """Return it with what exact play reaches, as far as that is known or found within limits.

    Exact play keeps to the restriction of the game, if it has one. It takes no more than a strategy
    that does so too and finds every secret, and that is kept of the worst case.
    """
    game, exact, limits = judged.game, [], limits.begun()
    bettered = not judged.missed and game.restriction not in judged.breaks
    if bettered:
        keep_upper(Question(game, store=store), judged.worst, judged.strategy.tree.guess)
    first = game.guesses[judged.strategy.tree.guess]
    hard = f" (hard: {game.restriction})" if game.restriction else ""
    questions: list[tuple[str, Objective, str | None]] = [
        ("worst", WorstCase(), None),
        ("total", Average(), first),
        ("total", Average(), None),
    ]
    if game.restriction == "possible" and first not in game.secrets:
        questions.pop(1)
    for left, (name, objective, begun) in zip(range(len(questions), 0, -1), questions, strict=True):
        asked = Question(
            game,
            objective,
            first=begun,
            limits=limits.within(limits.remaining / left),
            store=store,
            watch=watch,
        )
        how = "exact play" if begun is None else f"exact play begun with {begun}"
        bounds = asked.solve().bounds
        if bettered:
            reached = judged.worst if name == "worst" else judged.total
            bounds = bounds.tightened(bounds.lower, reached)
        exact.append((name, how + hard, bounds))
    return replace(judged, exact=tuple(exact))


def judge(game: Game | str, source: str | os.PathLike[str] | Node) -> Judged:
    r"""Play a strategy of others against every secret, by the scalar rule.

    Parameters
    ----------
    game : Game or str
        As of `emi.solve`. Any guess of it is allowed; whether the strategy keeps to a restriction
        is found out.
    source : str or path
        A file: a tree as A. Selby's of Wordle, a CSV of the guesses to each secret, or nested JSON.

    Raises
    ------
    EmiError
        If the file cannot be read or holds no strategy of the game: in one line, with its number.

    Examples
    --------
    >>> import emi
    >>> from tempfile import TemporaryDirectory
    >>> game = emi.Wordle(["LIGNE", "LINGE", "SINGE"])
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "published.csv"
    ...     _ = path.write_text("linge,ligne\nlinge,singe\nlinge,\n")
    ...     judge(game, path)
    <Judged of wordle: 5 guesses for 3 secrets, at most 2>
    """
    game = game_of(game)
    root = source if isinstance(source, Node) else read_tree(Path(source), game)
    breaks: dict[str, str] = {}
    tries: dict[int, int] = {}
    missed: list[int] = []
    # Each before those below it: a guess, the secrets possible before it, and the place above.
    made: list[tuple[str, list[int], int]] = []
    waiting: list[tuple[Node, list[int], int, History]] = [
        (root, [*range(len(game.secrets))], -1, ())
    ]
    while waiting:
        node, members, above, history = waiting.pop()
        _check(game, node.guess, history, breaks)
        classes: dict[str, list[int]] = {}
        codes = [game.secrets[secret] for secret in members]
        feedbacks = game.feedback_each([node.guess] * len(codes), codes)
        for secret, told in zip(members, feedbacks, strict=True):
            if game.secrets[secret] == node.guess:
                tries[secret] = len(history) + 1
            else:
                classes.setdefault(told, []).append(secret)
        for told, part in sorted(classes.items(), key=lambda item: len(item[1])):
            if told in node.branches:
                now = (*history, (node.guess, told))
                waiting.append((node.branches[told], part, len(made), now))
            else:
                missed += part
        made.append((node.guess, members, above))
    return Judged(
        Strategy(game, _tree(game, made)),
        tuple(tries[secret] for secret in sorted(tries)),
        tuple(game.secrets[secret] for secret in sorted(missed)),
        breaks,
        _size(root) - len(made),
    )


def _tree(game: Game, made: Sequence[tuple[str, list[int], int]]) -> Tree:
    """Return the strategy in indices."""
    place = {code: at for at, code in enumerate(game.guesses)}
    below: list[list[Tree]] = [[] for _ in made]
    for at in range(len(made) - 1, -1, -1):
        guess, members, above = made[at]
        branches = sorted(below[at], key=lambda branch: -len(branch.members))
        node = Tree.node(place[guess], np.array(members, np.int32), tuple(branches))
        if above >= 0:
            below[above].append(node)
    return node


def _check(game: Game, guess: str, history: History, breaks: dict[str, str]) -> None:
    """Note which restrictions do not allow a guess after what was answered."""
    for restriction in RESTRICTIONS:
        if restriction in breaks or (restriction == "hints" and not game.gives_hints):
            continue
        if restriction == "hints":
            allowed = all(uses_hints(guess, word, told) for word, told in history)
        else:
            allowed = all(game.feedback(word, guess) == told for word, told in history)
            allowed = allowed and (restriction == "consistent" or guess in game.secrets)
        if not allowed:
            after = ",".join(f"{word}:{told}" for word, told in history)
            breaks[restriction] = f"{guess} after {after}" if after else f"{guess} at first"


def _size(root: Node) -> int:
    """Return how many guesses there are."""
    waiting, size = [root], 0
    while waiting:
        size += 1
        waiting += waiting.pop().branches.values()
    return size
