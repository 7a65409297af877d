"""Strategies from files: read them, and play them against every secret."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from emi import arguments
from emi.errors import EmiError, FileError, TreeError, shown
from emi.files import read_file
from emi.games.game import RESTRICTIONS, Game
from emi.games.notation import read_feedback
from emi.games.parse import game_of
from emi.objectives.average import Average
from emi.objectives.worst_case import WorstCase
from emi.questions.question import Question, QuestionSession
from emi.questions.records import keep_upper
from emi.questions.solving import solution_of
from emi.results.strategy import ExactPlay, Judged, Strategy
from emi.search.model.limits import Limits
from emi.search.model.strategy import Strategy as Tree
from emi.search.model.written import Outline

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence
    from pathlib import Path

    from emi.games.game import Game
    from emi.objectives.base import Objective
    from emi.search.model.limits import Watch
    from emi.search.model.record import Store


@dataclass(slots=True)
class Node:
    """A guess of a strategy from a file, and the next node for each feedback.

    Most files mark whether the guess may be the secret; this is always taken from the game.
    """

    guess: str
    line: int
    branches: dict[str, Node] = field(default_factory=dict)


def read_tree(path: Path, game: Game) -> Node:
    """Read a strategy of a game in any format: JSON, one path per line, or Selby's tree.

    Raises
    ------
    TreeError
        If the file cannot be read or is not a strategy. The message is one line that names the file
        and the line.
    """
    try:
        text = read_file(path).decode("utf-8-sig")
    except FileError as error:
        raise TreeError(f"{path}: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not in UTF-8"
        raise TreeError(f"{path}: cannot be read ({reason}), expected a strategy") from None
    lines = [
        (number, line.expandtabs())
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not lines:
        raise TreeError(f"{path}: expected a strategy, the file is empty")
    begin = lines[0][1].lstrip()
    if begin.startswith(("{", "[")):
        return _Reader(path, game).nested(text)
    reader = _Reader(path, game)
    return reader.paths(lines) if re.search("[,;]", begin) else reader.tree(lines)


class _Reader:
    def __init__(self, path: Path, game: Game) -> None:
        self.path, self.game = path, game
        self.root: Node | None = None
        self.allowed = frozenset(game.guesses)

    def tree(self, lines: list[tuple[int, str]]) -> Node:
        """Read a tree in the format of A. Selby's program, hollow or full."""
        # The current tokens: the start column of each, and the node of a guess, or feedback.
        held: list[tuple[int, Node | str]] = []
        for number, line in lines:
            tokens = [(match.start(), match[0]) for match in re.finditer(r"\S+", line)]
            first = tokens[0][0]
            above = [entry for entry in held if entry[0] < first]
            beside = next((entry for at, entry in held if at == first), None)
            if held and (beside is None or (first > 0 and not isinstance(beside, str))):
                raise self.error(
                    number,
                    f"begins in column {first + 1}, expected the column of earlier feedback",
                )
            held = above
            for at, token in tokens:
                held.append((at, self._token(number, [entry for _, entry in held], token)))
            last, feedback = (entry for _, entry in held[-2:]) if len(held) > 1 else (None, None)
            if not isinstance(last, Node) or feedback != self.game.feedback(last.guess, last.guess):
                raise self.error(
                    number, f"{shown(tokens[-1][1])}, expected a correct guess at the end"
                )
        return self._begun()

    def _token(self, number: int, held: list[Node | str], token: str) -> Node | str:
        """Return the node of a guess, or feedback, given the tokens before it on the line."""
        if len(held) % 2 == 0:
            above = held[-2] if held else None
            return self.follow(
                number,
                above if isinstance(above, Node) else None,
                str(held[-1]) if held else "",
                token,
            )
        ordinal = str(len(held) // 2 + 1)
        node = held[-1]
        if not token.endswith(ordinal) or not isinstance(node, Node):
            raise self.error(
                number, f"{shown(token)}: expected feedback and the number of the guess, {ordinal}"
            )
        return self.feedback(number, node.guess, token.removesuffix(ordinal))

    def paths(self, lines: list[tuple[int, str]]) -> Node:
        """Read the guesses that lead to each secret: one line each, separated by commas."""
        for number, line in lines:
            codes = [part.strip() for part in re.split("[,;]", line)]
            while len(codes) > 1 and not codes[-1]:
                codes.pop()
            secret = self.code(number, codes[-1])
            node, feedback = None, ""
            for code in codes:
                if node is not None and node.guess == secret:
                    raise self.error(number, f"expected no guess after {secret}, the secret")
                node = self.follow(number, node, feedback, code)
                feedback = self.game.feedback(node.guess, secret)
        return self._begun()

    def nested(self, text: str) -> Node:
        """Read JSON: guesses with branches, alternating keys, or the output of ``emi strategy``."""
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise self.error(error.lineno, f"expected JSON: {error.msg}") from None
        except (RecursionError, ValueError):
            raise TreeError(f"{self.path}: JSON nested too deeply") from None
        if isinstance(data, dict) and data.get("format") == "emi-strategy":
            data = self._linked(data)
        waiting: list[tuple[Node | None, str, Any]] = [(None, "", data)]
        while waiting:
            above, feedback, value = waiting.pop()
            guess, branches = self._step(value)
            node = self.follow(0, above, feedback, guess)
            if not isinstance(branches, dict):
                raise self.error(0, f"{guess}: expected an object with a branch for each feedback")
            for marks, below in branches.items():
                heard = self.feedback(0, node.guess, marks)
                right = heard == self.game.feedback(node.guess, node.guess)
                if not (right and below in (None, "", {}, [], True, node.guess)):
                    waiting.append((node, heard, below))
        return self._begun()

    def _step(self, value: object) -> tuple[str, object]:
        """Return a guess and its continuation, from one of the supported forms."""
        if isinstance(value, str):
            return value, {}
        if isinstance(value, dict) and isinstance(value.get("guess"), str):
            return value["guess"], value.get("branches") or {}
        if isinstance(value, dict) and len(value) == 1:
            ((guess, branches),) = value.items()
            return guess, branches or {}
        said = shown(json.dumps(value, ensure_ascii=False))
        raise self.error(0, f"{said}: expected a guess with its branches")

    def _linked(self, data: dict[str, Any]) -> object:
        """Return node-link data as a nested object."""
        try:
            nodes = {
                node["id"]: {"guess": node["guess"], "branches": {}}
                for node in data["graph"]["nodes"]
            }
            for edge in data["graph"]["edges"]:
                nodes[edge["source"]]["branches"][edge["feedback"]] = nodes[edge["target"]]
            return nodes[0]
        except (KeyError, TypeError):
            raise self.error(0, "expected nodes and edges, as `emi strategy` writes them") from None

    def follow(self, number: int, above: Node | None, feedback: str, token: str) -> Node:
        """Return the node of a guess after feedback; all lines with that feedback must agree."""
        code = self.code(number, token)
        node = self.root if above is None else above.branches.get(feedback)
        if node is not None and node.guess != code:
            where = "at first" if above is None else f"after {above.guess}:{feedback}"
            raise self.error(
                number, f"{code} {where}, expected {node.guess} as on line {node.line}"
            )
        if node is None:
            node = Node(code, number)
            if above is None:
                self.root = node
            else:
                above.branches[feedback] = node
        return node

    def code(self, number: int, token: str) -> str:
        """Return a guess in the spelling of the game."""
        code = self.game.code(token)
        if code not in self.allowed:
            raise self.error(number, f"{shown(token)}: expected one of the guesses of the game")
        return code

    def feedback(self, number: int, guess: str, text: str) -> str:
        """Return feedback in the spelling of the game."""
        try:
            return read_feedback(self.game, 1, guess, text)
        except EmiError as error:
            raise self.error(number, str(error).removeprefix("clue 1, ")) from None

    def error(self, number: int, said: str) -> TreeError:
        """Return an error with the file, and the line if known."""
        where = f"line {number}, " if number else ""
        return TreeError(f"{self.path}: {where}{said}")

    def _begun(self) -> Node:
        if self.root is None:
            raise TreeError(f"{self.path}: expected a strategy")
        return self.root


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
    session = QuestionSession()
    # Each with the figure of a judged strategy that it bounds.
    questions: list[tuple[str, Objective, str | None]] = [
        ("worst", WorstCase(), None),
        ("total", Average(), first),
        ("total", Average(), None),
    ]
    if game.restriction == "possible" and first not in game.secrets:
        questions.pop(1)
    for left, (name, objective, begun) in zip(range(len(questions), 0, -1), questions, strict=True):
        question = Question(
            game,
            objective,
            first=begun,
            limits=limits.within(limits.remaining / left),
            store=store,
            watch=watch,
            session=session.again(),
        )
        how = "exact play" if begun is None else f"exact play begun with {begun}"
        bounds = solution_of(question).bounds
        if bettered:
            bounds = bounds.tightened(bounds.lower, getattr(judged, name))
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
    rows: list[tuple[str, list[int], int]] = []
    waiting: list[tuple[Node, list[int], int, History]] = [
        (root, [*range(len(game.secrets))], -1, ())
    ]
    while waiting:
        node, members, above, history = waiting.pop()
        _check(game, node.guess, history, breaks)
        classes: dict[str, list[int]] = {}
        codes = [game.secrets[secret] for secret in members]
        feedbacks = game.feedback_each([node.guess] * len(codes), codes)
        for secret, feedback in zip(members, feedbacks, strict=True):
            if game.secrets[secret] == node.guess:
                tries[secret] = len(history) + 1
            else:
                classes.setdefault(feedback, []).append(secret)
        for feedback, part in sorted(classes.items(), key=lambda item: len(item[1])):
            if feedback in node.branches:
                now = (*history, (node.guess, feedback))
                waiting.append((node.branches[feedback], part, len(rows), now))
            else:
                missed += part
        rows.append((node.guess, members, above))
    kinds = [
        restriction for restriction in RESTRICTIONS if restriction != "hints" or game.gives_hints
    ]
    return Judged(
        game.facts,
        Strategy(game, _tree(game, rows)),
        first_guess=root.guess,
        tries=tuple(tries[secret] for secret in sorted(tries)),
        missed=tuple(game.secrets[secret] for secret in sorted(missed)),
        restriction=next((restriction for restriction in kinds if restriction not in breaks), None),
        breaks=breaks,
        unused=_size(root) - len(rows),
    )


def _tree(game: Game, rows: Sequence[tuple[str, list[int], int]]) -> Tree:
    """Return the strategy in indices."""
    place = {code: at for at, code in enumerate(game.guesses)}
    below: list[list[Tree]] = [[] for _ in rows]
    for at in range(len(rows) - 1, -1, -1):
        guess, members, above = rows[at]
        branches = sorted(below[at], key=lambda branch: -len(branch.members))
        node = Tree.node(place[guess], np.array(members, np.int32), tuple(branches))
        if above >= 0:
            below[above].append(node)
    return node


def _check(game: Game, guess: str, history: History, breaks: dict[str, str]) -> None:
    """Add to ``breaks`` the restrictions that forbid a guess after the earlier feedback."""
    for restriction in RESTRICTIONS:
        if restriction in breaks or (restriction == "hints" and not game.gives_hints):
            continue
        if restriction == "hints":
            allowed = not any(game.unused(guess, *turn) for turn in history)
        else:
            allowed = all(game.feedback(word, guess) == feedback for word, feedback in history)
            allowed = allowed and (restriction == "consistent" or guess in game.secrets)
        if not allowed:
            after = ",".join(f"{word}:{feedback}" for word, feedback in history)
            breaks[restriction] = f"{guess} after {after}" if after else f"{guess} at first"


def _size(root: Node) -> int:
    """Return the number of guesses in a tree."""
    waiting, size = [root], 0
    while waiting:
        size += 1
        waiting += waiting.pop().branches.values()
    return size
