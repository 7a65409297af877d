"""Strategies as files: graphs for programs, editors and people, and lines of guesses.

A strategy is a `networkx.DiGraph`: a tree whose nodes are numbered from 0, the root; each node has
a lower number than its descendants. Graph, nodes and edges have these attributes:

======  ==============  =======  ==============================================================
of      name            type     meaning
======  ==============  =======  ==============================================================
graph   ``game``        string   the name of the game, such as ``C5``
graph   ``depth``       integer  the largest number of guesses for a secret
graph   ``total``       integer  the total number of guesses over all secrets
graph   ``secrets``     integer  the number of secrets
node    ``guess``       string   the guess to make
node    ``candidates``  integer  the number of candidates before the guess
node    ``within``      integer  the guesses, including this one, that find all candidates
node    ``largest``     integer  the size of the largest class after the guess
edge    ``feedback``    string   the feedback that leads from a guess to the next
======  ==============  =======  ==============================================================

A ``.json`` file holds one object, in UTF-8::

    {"format": "emi-strategy", "version": 2, "title": "Strategy of C5: begin with CASER, ...",
     "game": "C5", "depth": 7, "total": 2401, "secrets": 613, "guess": "CASER",
     "classes": [{"feedback": "GYBBB", "candidates": 43, "next_guess": "CLOUE",
                  "within": 6}, ...],
     "graph": {"directed": true, "multigraph": false,
               "graph": {"game": "C5", "depth": 7, "total": 2401, "secrets": 613},
               "nodes": [{"id": 0, "guess": "CASER", "candidates": 613,
                          "within": 7, "largest": 43}, ...],
               "edges": [{"source": 0, "target": 1, "feedback": "GYBBB"}, ...]}}

``emi.table(strategy).render("json")`` is the same. ``classes`` are those after the first guess. The
value of ``graph`` is node-link data: ``networkx.node_link_graph(data["graph"], edges="edges")``
reads it. The version increases when older programs can no longer read a file. A new name may be
added without a new version; programs should ignore names that are not listed here.

A ``.graphml`` file has the same attributes under the same names, in typed keys, which
``networkx.read_graphml(path, node_type=int)`` reads. In addition, the graph has a ``version``, and
nodes and edges have a ``label`` for editors that show one. A ``.dot`` file is for Graphviz, a
``.txt`` file for reading and printing.

A ``.tree`` file is Selby's tree, a ``.csv`` file has one path per line: both are lines of guesses,
made of a strategy itself (`WRITERS`). ``docs/strategies.md`` describes these formats, and
`emi.strategies.judged` reads them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from emi.errors import OptionError
from emi.reports.wording import plural
from emi.reports.writers.json import document
from emi.results.base import rounded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import networkx as nx

    from emi.results.strategy import Strategy
    from emi.search.model.strategy import Strategy as Tree

__all__ = ["FORMATS", "text"]

#: The format of JSON, and its version, also of the table.
FORMAT, VERSION = "emi-strategy", 2
_WIDTH = 80
"""The width at which the text wraps a line of several last guesses."""


def text(graph: nx.DiGraph[int], suffix: str) -> str:
    r"""Return a strategy as text in the format of a suffix in `FORMATS`.

    Examples
    --------
    >>> import networkx as nx
    >>> graph = nx.DiGraph(game="C5", depth=2, total=3, secrets=2)
    >>> graph.add_node(0, guess="CASER", candidates=2, within=2, largest=1)
    >>> graph.add_node(1, guess="CORAL", candidates=1, within=1, largest=0)
    >>> graph.add_edge(0, 1, feedback="GYBBY")
    >>> print(text(graph, ".txt"), end="")
    CASER  2 possible, 2 guesses at most
      GYBBY -> CORAL
    """
    return _WRITERS[suffix](graph)


def title(graph: nx.DiGraph[int]) -> str:
    """Return a strategy in a line: its game, first guess, worst case and mean.

    Examples
    --------
    >>> import networkx as nx
    >>> graph = nx.DiGraph(game="C5", depth=2, total=3, secrets=2)
    >>> graph.add_node(0, guess="CASER")
    >>> title(graph)
    'Strategy of C5: begin with CASER, 2 guesses at most, 1.5000 on average'
    """
    of = graph.graph
    mean = rounded(Fraction(of["total"], of["secrets"]))
    return (
        f"Strategy of {of['game']}: begin with {graph.nodes[0]['guess']}, "
        f"{plural(of['depth'], 'guess')} at most, {mean} on average"
    )


def facts(graph: nx.DiGraph[int]) -> dict[str, Any]:
    """Return the fields of a strategy in JSON, except format, version and title."""
    import networkx as nx

    nodes = graph.nodes
    return {
        **graph.graph,
        "guess": nodes[0]["guess"],
        "classes": [
            {
                "feedback": graph.edges[0, below]["feedback"],
                "candidates": nodes[below]["candidates"],
                "next_guess": nodes[below]["guess"],
                "within": nodes[below]["within"],
            }
            for below in graph.successors(0)
        ],
        "graph": nx.node_link_data(graph, edges="edges"),
    }


def _json(graph: nx.DiGraph[int]) -> str:
    head = {"format": FORMAT, "version": VERSION, "title": title(graph)}
    return document(head | facts(graph))


def _graphml(graph: nx.DiGraph[int]) -> str:
    import networkx as nx

    labelled = graph.copy()
    labelled.graph["version"] = VERSION
    for node in labelled.nodes.values():
        node["label"] = f"{node['guess']} ({node['candidates']})"
    for edge in labelled.edges.values():
        edge["label"] = edge["feedback"]
    lines = nx.generate_graphml(labelled)
    return "\n".join(["<?xml version='1.0' encoding='utf-8'?>", *lines]) + "\n"


def _dot(graph: nx.DiGraph[int]) -> str:
    lines = [
        f"digraph {_quoted(graph.graph['game'])} {{",
        '  node [shape=box, style=rounded, fontname="monospace"];',
        '  edge [fontname="monospace", fontsize=10];',
    ]
    for number, node in graph.nodes.items():
        label = _quoted(f"{node['guess']}\n{node['candidates']}")
        lines.append(f"  {number} [label={label}];")
    for (source, target), edge in graph.edges.items():
        lines.append(f"  {source} -> {target} [label={_quoted(edge['feedback'])}];")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(label: str) -> str:
    """Return a quoted Graphviz label with backslashes escaped."""
    escaped = label.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _txt(graph: nx.DiGraph[int]) -> str:
    lines: list[str] = []
    waiting = [(0, "", "")]
    while waiting:
        number, indent, arrow = waiting.pop()
        node = graph.nodes[number]
        guesses = str(node["within"])
        if not arrow:
            guesses += " guess" if node["within"] == 1 else " guesses"
        lines.append(
            f"{indent}{arrow}{node['guess']}  {node['candidates']} possible, {guesses} at most"
        )
        indent += "  "
        last, longer = [], []
        for below, edge in graph.adj[number].items():
            lead = f"{edge['feedback']} -> "
            if graph.out_degree(below):
                longer.append((below, indent, lead))
            else:
                last.append(lead + graph.nodes[below]["guess"])
        # Short branches first, so that they appear next to their guess.
        lines.extend(_joined(last, indent))
        waiting.extend(reversed(longer))
    return "\n".join(lines) + "\n"


def _joined(parts: Iterable[str], indent: str) -> Iterator[str]:
    """Yield the parts joined into lines of at most 80 characters where they fit."""
    line = ""
    for part in parts:
        if line and len(indent) + len(line) + 2 + len(part) > _WIDTH:
            yield indent + line
            line = ""
        line = f"{line}, {part}" if line else part
    if line:
        yield indent + line


_WRITERS = {".json": _json, ".graphml": _graphml, ".dot": _dot, ".txt": _txt}

FORMATS: tuple[str, ...] = tuple(_WRITERS)
"""The supported suffixes."""


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
            token
            for number, (code, feedback) in enumerate(way, 1)
            for token in (code, f"{feedback}{number}")
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
        node, path = waiting.pop()
        if node is None:
            yield path
            continue
        guess = game.guesses[node.guess]
        if any(game.secrets[secret] == guess for secret in node.members.tolist()):
            waiting.append((None, [*path, (guess, game.feedback(guess, guess))]))
        for branch in reversed(node.branches):
            feedback = game.feedback(guess, game.secrets[branch.members[0]])
            waiting.append((branch, [*path, (guess, feedback)]))
