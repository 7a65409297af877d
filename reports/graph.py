"""Strategies as files, for programs, graph editors, Graphviz and people.

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
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import networkx as nx

from emi.reports.wording import plural
from emi.reports.writers.json import document
from emi.results.base import rounded

__all__ = ["FORMATS", "text"]

#: The format of JSON, and its version, also of the table.
FORMAT, VERSION = "emi-strategy", 2
_WIDTH = 80
"""The width at which the text wraps a line of several last guesses."""


def text(graph: nx.DiGraph[int], suffix: str) -> str:
    r"""Return a strategy as text in the format of a suffix in `FORMATS`.

    Examples
    --------
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
    """Return a strategy as JSON has it, after format, version and title."""
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
    shown = graph.copy()
    shown.graph["version"] = VERSION
    for node in shown.nodes.values():
        node["label"] = f"{node['guess']} ({node['candidates']})"
    for edge in shown.edges.values():
        edge["label"] = edge["feedback"]
    lines = nx.generate_graphml(shown)
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
