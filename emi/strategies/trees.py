"""Published formats of strategies: Selby's trees, one path per line, and nested JSON.

``docs/strategies.md`` describes the formats.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from emi.errors import EmiError, FileError, TreeError, shown
from emi.files import read_file
from emi.games.notation import read_feedback

if TYPE_CHECKING:
    from pathlib import Path

    from emi.games.game import Game


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
            tokens = [(found.start(), found[0]) for found in re.finditer(r"\S+", line)]
            first = tokens[0][0]
            above = [one for one in held if one[0] < first]
            beside = next((one for at, one in held if at == first), None)
            if held and (beside is None or (first > 0 and not isinstance(beside, str))):
                raise self.error(
                    number,
                    f"begins in column {first + 1}, expected the column of earlier feedback",
                )
            held = above
            for at, token in tokens:
                held.append((at, self._token(number, [one for _, one in held], token)))
            last, feedback = (one for _, one in held[-2:]) if len(held) > 1 else (None, None)
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
        made = str(len(held) // 2 + 1)
        node = held[-1]
        if not token.endswith(made) or not isinstance(node, Node):
            raise self.error(
                number, f"{shown(token)}: expected feedback and the number of the guess, {made}"
            )
        return self.feedback(number, node.guess, token.removesuffix(made))

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
            for told, below in branches.items():
                heard = self.feedback(0, node.guess, told)
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
        known = self.root if above is None else above.branches.get(feedback)
        if known is not None and known.guess != code:
            where = "at first" if above is None else f"after {above.guess}:{feedback}"
            raise self.error(
                number, f"{code} {where}, expected {known.guess} as on line {known.line}"
            )
        if known is None:
            known = Node(code, number)
            if above is None:
                self.root = known
            else:
                above.branches[feedback] = known
        return known

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
