"""Judge a strategy from a file by the rules of its game against every secret."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np

from emi import arguments
from emi.games.game import RESTRICTIONS, Game
from emi.games.parse import game_of
from emi.objectives.average import Average
from emi.objectives.worst_case import WorstCase
from emi.questions.question import Question, Session
from emi.questions.records import keep_upper
from emi.questions.solving import solution_of
from emi.results.judged import ExactPlay, Judged
from emi.results.strategy import Strategy
from emi.search.model.limits import Limits
from emi.search.model.strategy import Strategy as Tree
from emi.search.model.written import Outline
from emi.strategies.trees import Node, read_tree

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from emi.objectives.base import Objective
    from emi.search.model.limits import Watch
    from emi.search.model.record import Store

#: The guesses made, each with its feedback.
History = tuple[tuple[str, str], ...]


def beside_exact(
    judged: Judged, limits: Limits, *, store: Store | None = None, watch: Watch | None = None
) -> Judged:
    """Return the judged strategy with values of exact play for comparison.

    The values are the least worst case, and the least total with the same first guess and with any.
    The total with the same first guess is omitted if hard play forbids that guess. If a limit is
    reached, the values are bounds. Exact play obeys the restriction of the game, if it has one.

    If the judged strategy obeys the restriction and finds every secret, its figures are upper
    bounds on the values, and it is written to the store, for the worst case.
    """
    game = cast("Game", judged.strategy.game)
    exact: list[ExactPlay] = []
    limits = limits.begun()
    bettered = not judged.missed and game.restriction not in judged.breaks
    if bettered:
        tree = judged.strategy.tree
        outline = Outline.of(tree, game.places(game.secrets))
        keep_upper(Question(game, store=store), judged.worst, tree.guess, outline)
    first = judged.first_guess
    hard = f" (hard: {game.restriction})" if game.restriction else ""
    session = Session()
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
            session=session.again(),
        )
        how = "exact play" if begun is None else f"exact play begun with {begun}"
        bounds = solution_of(asked).bounds
        if bettered:
            reached = judged.worst if name == "worst" else judged.total
            bounds = bounds.tightened(bounds.lower, reached)
        exact.append(ExactPlay(name, how + hard, bounds))
    return replace(judged, exact=tuple(exact))


@arguments.checked
def judge(game: Game | str, source: str | os.PathLike[str] | Node) -> Judged:
    r"""Play a strategy from a file against every secret, by the scalar rule.

    Parameters
    ----------
    game : Game or str
        See `emi.solve`. Any guess of the game is allowed; the result says which restrictions of
        hard play the strategy keeps.
    source : str or path
        A file: a tree in the format of A. Selby for Wordle, a CSV of the guesses to each secret, or
        nested JSON.

    Raises
    ------
    EmiError
        If the file cannot be read or holds no strategy of the game. The message is one line with
        the line number.

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
    # In preorder: a guess, the secrets possible before the guess, and the parent.
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
    kinds = [one for one in RESTRICTIONS if one != "hints" or game.gives_hints]
    return Judged(
        game.facts,
        Strategy(game, _tree(game, made)),
        first_guess=root.guess,
        tries=tuple(tries[secret] for secret in sorted(tries)),
        missed=tuple(game.secrets[secret] for secret in sorted(missed)),
        restriction=next((one for one in kinds if one not in breaks), None),
        breaks=breaks,
        unused=_size(root) - len(made),
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
    """Note which restrictions forbid a guess after the earlier answers."""
    for restriction in RESTRICTIONS:
        if restriction in breaks or (restriction == "hints" and not game.gives_hints):
            continue
        if restriction == "hints":
            allowed = not any(game.unused(guess, *turn) for turn in history)
        else:
            allowed = all(game.feedback(word, guess) == told for word, told in history)
            allowed = allowed and (restriction == "consistent" or guess in game.secrets)
        if not allowed:
            after = ",".join(f"{word}:{told}" for word, told in history)
            breaks[restriction] = f"{guess} after {after}" if after else f"{guess} at first"


def _size(root: Node) -> int:
    """Return the number of guesses."""
    waiting, size = [root], 0
    while waiting:
        size += 1
        waiting += waiting.pop().branches.values()
    return size
