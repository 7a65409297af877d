"""Strategies as lines of guesses: Selby's trees, and one path per line.

``docs/strategies.md`` describes the formats; `emi.strategies.judged` reads them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from emi.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from emi.results.strategy import Strategy
    from emi.search.model.strategy import Strategy as Tree


def tree_text(strategy: Strategy) -> str:
    """Return a strategy as Selby's tree: each line omits the part shared with the previous line.

    Raises
    ------
    OptionError
        If a code or feedback contains a space or is empty.
    """
    lines: list[str] = []
    before: list[str] = []
    for way in _ways(strategy):
        tokens = [
            token for made, (code, told) in enumerate(way, 1) for token in (code, f"{told}{made}")
        ]
        for token in tokens:
            if re.search(r"\s", token) or token[0] == "#":
                raise _unwritten(strategy, token)
        same = 0
        while before[same : same + 1] == tokens[same : same + 1]:
            same += 1
        indent = sum(len(token) + 1 for token in tokens[:same])
        lines.append(" " * indent + " ".join(tokens[same:]))
        before = tokens
    return "\n".join(lines) + "\n"


def paths_text(strategy: Strategy) -> str:
    """Return a strategy with one line per secret: its guesses, separated by commas.

    Raises
    ------
    OptionError
        If a code contains a comma or a semicolon, or begins or ends with a space.
    """
    lines = []
    for way in _ways(strategy):
        codes = [code for code, _ in way]
        for code in codes:
            if re.search("[,;]", code) or code != code.strip() or code[0] in "#{[":
                raise _unwritten(strategy, code)
        # A line without a comma would be read as a tree.
        lines.append(",".join(codes) + "," * (len(codes) == 1))
    return "\n".join(lines) + "\n"


#: The writers of strategies by file suffix.
WRITERS: dict[str, Callable[[Strategy], str]] = {".tree": tree_text, ".csv": paths_text}


def _unwritten(strategy: Strategy, token: str) -> OptionError:
    return OptionError(
        f"{token!r} of {strategy.game.name} would be ambiguous in this format, expected .json"
    )


def _ways(strategy: Strategy) -> Iterator[list[tuple[str, str]]]:
    """Yield for each secret its guesses with their feedback, in the order of the branches."""
    game = strategy.game
    waiting: list[tuple[Tree | None, list[tuple[str, str]]]] = [(strategy.tree, [])]
    while waiting:
        node, made = waiting.pop()
        if node is None:
            yield made
            continue
        guess = game.guesses[node.guess]
        if any(game.secrets[secret] == guess for secret in node.members.tolist()):
            waiting.append((None, [*made, (guess, game.feedback(guess, guess))]))
        for branch in reversed(node.branches):
            told = game.feedback(guess, game.secrets[branch.members[0]])
            waiting.append((branch, [*made, (guess, told)]))
