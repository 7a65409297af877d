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
node    ``depth``       integer  the largest number of guesses from here, including this one
node    ``largest``     integer  the size of the largest class after the guess
edge    ``feedback``    string   the feedback that leads from a guess to the next
======  ==============  =======  ==============================================================

A ``.json`` file holds one object, in UTF-8::

    {"format": "emi-strategy", "version": 1,
     "game": "C5", "depth": 7, "total": 2401, "secrets": 613,
     "graph": {"directed": true, "multigraph": false,
               "graph": {"game": "C5", "depth": 7, "total": 2401, "secrets": 613},
               "nodes": [{"id": 0, "guess": "CASER", "candidates": 613,
                          "depth": 7, "largest": 43}, ...],
               "edges": [{"source": 0, "target": 1, "feedback": "GYBBB"}, ...]}}

The value of ``graph`` is node-link data: ``networkx.node_link_graph(data["graph"], edges="edges")``
reads it. The version increases when older programs can no longer read a file. A new name may be
added without a new version; programs should ignore names that are not listed here.

A ``.graphml`` file has the same attributes under the same names, in typed keys, which
``networkx.read_graphml(path, node_type=int)`` reads. In addition, the graph has a ``version``, and
nodes and edges have a ``label`` for editors that show one. A ``.dot`` file is for Graphviz, a
``.txt`` file for reading and printing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import networkx as nx

__all__ = ["FORMATS", "text"]

_VERSION = 1
_WIDTH = 80
"""The width at which the text wraps a line of several last guesses."""


def text(graph: nx.DiGraph[int], suffix: str) -> str:
    r"""Return a strategy as text in the format of a suffix in `FORMATS`.

    Examples
    --------
    >>> graph = nx.DiGraph(game="C5", depth=2, total=3, secrets=2)
    >>> graph.add_node(0, guess="CASER", candidates=2, depth=2, largest=1)
    >>> graph.add_node(1, guess="CORAL", candidates=1, depth=1, largest=0)
    >>> graph.add_edge(0, 1, feedback="GYBBY")
    >>> print(text(graph, ".txt"), end="")
    CASER  2 possible, 2 guesses at most
      GYBBY -> CORAL
    """
    return _WRITERS[suffix](graph)


def _json(graph: nx.DiGraph[int]) -> str:
    """Return node-link data with one line for each node and edge, which suits diffs."""

    def listed(items: Iterable[Mapping[str, Any]]) -> str:
        return ",\n".join(f"   {_dumps(item)}" for item in items)

    nodes = listed({"id": node} | attributes for node, attributes in graph.nodes.items())
    edges = listed(
        {"source": source, "target": target} | attributes
        for (source, target), attributes in graph.edges.items()
    )
    head = {"format": "emi-strategy", "version": _VERSION} | graph.graph
    return (
        f'{{\n {_dumps(head)[1:-1]},\n "graph": {{\n'
        f'  "directed": true, "multigraph": false,\n  "graph": {_dumps(graph.graph)},\n'
        f'  "nodes": [\n{nodes}\n  ],\n  "edges": [\n{edges}\n  ]\n }}\n}}\n'
    )


def _dumps(item: Mapping[str, Any]) -> str:
    return json.dumps(item, ensure_ascii=False)


def _graphml(graph: nx.DiGraph[int]) -> str:
    shown = graph.copy()
    shown.graph["version"] = _VERSION
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
        guesses = str(node["depth"])
        if not arrow:
            guesses += " guess" if node["depth"] == 1 else " guesses"
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
