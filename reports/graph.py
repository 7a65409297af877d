"""A strategy as a file: for programs, for graph editors, for Graphviz and for people.

A strategy is a `networkx.DiGraph`: a tree whose nodes are numbered from 0, the root, each before
those below it. Graph, nodes and edges carry

======  ==============  =======  ==============================================================
of      name            type     meaning
======  ==============  =======  ==============================================================
graph   ``game``        string   what the game is called, such as ``C5``
graph   ``depth``       integer  guesses within which every secret is found
graph   ``total``       integer  guesses for all secrets together
graph   ``secrets``     integer  how many secrets there are
node    ``guess``       string   the guess to make
node    ``candidates``  integer  how many secrets are still possible
node    ``depth``       integer  guesses within which they are all found, this one included
node    ``largest``     integer  the size of the largest class that the guess leaves
edge    ``feedback``    string   the clue that leads from a guess to the next
======  ==============  =======  ==============================================================

A ``.json`` file holds one object, in UTF-8::

    {"format": "emi-strategy", "version": 1,
     "game": "C5", "depth": 7, "total": 2401, "secrets": 613,
     "graph": {"directed": true, "multigraph": false,
               "graph": {"game": "C5", "depth": 7, "total": 2401, "secrets": 613},
               "nodes": [{"id": 0, "guess": "CASER", "candidates": 613,
                          "depth": 7, "largest": 43}, ...],
               "edges": [{"source": 0, "target": 1, "feedback": "GYBBB"}, ...]}}

What stands under its ``graph`` is node-link data: ``networkx.node_link_graph(data["graph"],
edges="edges")`` reads it. The version grows when a file can no longer be read by older programs;
a name that is not listed here may be added without that, and is to be ignored.

A ``.graphml`` file has the same attributes under the same names, in typed keys; besides, the graph
carries ``version``, and nodes and edges carry ``label`` for the editors that show one. A ``.dot``
file is for Graphviz, a ``.txt`` file to read and to print; neither can be read back.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

import networkx as nx

__all__ = ["FORMATS", "FormatError", "read", "text", "write"]

_NAME = "emi-strategy"
_VERSION = 1
_WIDTH = 80
"""Where the text breaks a line of several last guesses."""

_GRAPH: dict[str, type] = {"game": str, "depth": int, "total": int, "secrets": int}
_NODE: dict[str, type] = {"guess": str, "candidates": int, "depth": int, "largest": int}
_EDGE: dict[str, type] = {"feedback": str}


class FormatError(ValueError):
    """A file that is no strategy, or a suffix that names no format."""


def write(graph: nx.DiGraph[int], path: str | os.PathLike[str]) -> None:
    """Write a strategy into a file, in the format that its suffix names.

    Parameters
    ----------
    graph : networkx.DiGraph
        A strategy, as the module describes it.
    path : str or path
        The file; one that exists is replaced.

    Raises
    ------
    FormatError
        When the suffix is none of `FORMATS`.
    OSError
        When the file cannot be written.
    """
    path = Path(path)
    path.write_text(text(graph, path.suffix), encoding="utf-8", newline="\n")


def text(graph: nx.DiGraph[int], suffix: str) -> str:
    r"""Return a strategy as text.

    Parameters
    ----------
    graph : networkx.DiGraph
        A strategy, as the module describes it.
    suffix : str
        One of `FORMATS`, in small letters or capitals.

    Returns
    -------
    str
        Text that ends with one newline.

    Raises
    ------
    FormatError
        When the suffix is none of `FORMATS`.

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
    write_as = _WRITERS.get(suffix.lower())
    if write_as is None:
        raise FormatError(f"{suffix!r:.60}: expected one of the suffixes {', '.join(FORMATS)}")
    return write_as(graph)


def read(path: str | os.PathLike[str]) -> nx.DiGraph[int]:
    """Read a strategy back from a ``.json`` or ``.graphml`` file.

    Parameters
    ----------
    path : str or path
        A file that `write` made.

    Returns
    -------
    networkx.DiGraph
        Equal to the one that was written, attributes and all.

    Raises
    ------
    FormatError
        When the file cannot be read, is no strategy, is damaged, or was written by a newer
        version. The message is one line that names the file.
    """
    path = Path(path)
    parse = _READERS.get(path.suffix.lower())
    if parse is None:
        raise FormatError(f"{path}: expected one of the suffixes {', '.join(_READERS)}")
    try:
        return parse(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise FormatError(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise FormatError(f"{path}: expected UTF-8 text") from None
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None


def _json(graph: nx.DiGraph[int]) -> str:
    """Return node-link data with a line for each node and each edge, fit for a diff."""

    def listed(items: Iterable[Mapping[str, Any]]) -> str:
        return ",\n".join(f"   {_dumps(item)}" for item in items)

    nodes = listed({"id": node} | attributes for node, attributes in graph.nodes.items())
    edges = listed(
        {"source": source, "target": target} | attributes
        for (source, target), attributes in graph.edges.items()
    )
    head = {"format": _NAME, "version": _VERSION} | {name: graph.graph[name] for name in _GRAPH}
    return (
        f'{{\n {_dumps(head)[1:-1]},\n "graph": {{\n'
        f'  "directed": true, "multigraph": false,\n  "graph": {_dumps(graph.graph)},\n'
        f'  "nodes": [\n{nodes}\n  ],\n  "edges": [\n{edges}\n  ]\n }}\n}}\n'
    )


def _dumps(item: Mapping[str, Any]) -> str:
    return json.dumps(item, ensure_ascii=False)


def _parse_json(data: str) -> nx.DiGraph[int]:
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "too deep or too long"
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        raise FormatError(f"truncated or not JSON (line {line}: {reason})") from None
    if not isinstance(document, dict) or document.get("format") != _NAME:
        raise FormatError(f'expected a strategy: an object with "format": "{_NAME}"')
    _check_version(document.get("version"))
    graph = document.get("graph")
    if not isinstance(graph, dict):
        raise FormatError("damaged: expected node-link data under graph")
    nodes, edges = graph.get("nodes"), graph.get("edges")
    if not (isinstance(nodes, list) and isinstance(edges, list)):
        raise FormatError("damaged: expected lists of nodes and edges")
    if not all(isinstance(item, dict) for item in (*nodes, *edges)):
        raise FormatError("damaged: expected an object for each node and each edge")
    return _built(
        graph.get("graph"),
        ((node.get("id"), node) for node in nodes),
        ((edge.get("source"), edge.get("target"), edge) for edge in edges),
    )


def _graphml(graph: nx.DiGraph[int]) -> str:
    shown = graph.copy()
    shown.graph["version"] = _VERSION
    for node in shown.nodes.values():
        node["label"] = f"{node['guess']} ({node['candidates']})"
    for edge in shown.edges.values():
        edge["label"] = edge["feedback"]
    lines = nx.generate_graphml(shown)
    return "\n".join(["<?xml version='1.0' encoding='utf-8'?>", *lines]) + "\n"


def _parse_graphml(data: str) -> nx.DiGraph[int]:
    try:
        with warnings.catch_warnings():
            # A foreign file may be odd in many ways; that it is foreign is all there is to say.
            warnings.simplefilter("ignore")
            graph = nx.parse_graphml(data, node_type=int)
    except ParseError as error:
        raise FormatError(f"truncated or not XML ({error})") from None
    except (nx.NetworkXException, ArithmeticError, AttributeError, LookupError, TypeError) as error:
        raise FormatError(f"not GraphML ({_one_line(error)})") from None
    except ValueError:
        raise FormatError("expected a strategy: nodes and their values should be numbers") from None
    if "version" not in graph.graph:
        raise FormatError("expected a strategy: a graph with a version")
    _check_version(graph.graph["version"])
    if not graph.is_directed() or graph.is_multigraph():
        raise FormatError("damaged: expected a directed tree")
    return _built(graph.graph, graph.nodes.items(), graph.edges(data=True))


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:100]


def _check_version(version: object) -> None:
    if type(version) is not int or version < 1:
        raise FormatError(f"damaged: version should be a positive number, not {version!r:.60}")
    if version > _VERSION:
        raise FormatError(f"written by a newer version ({version}); this one reads {_VERSION}")


def _built(
    attributes: object,
    nodes: Iterable[tuple[object, Mapping[str, Any]]],
    edges: Iterable[tuple[object, object, Mapping[str, Any]]],
) -> nx.DiGraph[int]:
    """Return the graph of what a file says, if that is a strategy."""
    if not isinstance(attributes, Mapping):
        raise FormatError("damaged: expected the attributes of the graph")
    graph: nx.DiGraph[int] = nx.DiGraph(**_typed("the graph", attributes, _GRAPH))
    for number, node in nodes:
        if type(number) is not int or number != len(graph):
            raise FormatError(f"damaged: expected node {len(graph)}, not {number!r:.60}")
        graph.add_node(number, **_typed(f"node {number}", node, _NODE))
    if not graph:
        raise FormatError("damaged: expected a node")
    for source, target, edge in edges:
        if type(source) is not int or type(target) is not int:
            raise FormatError("damaged: an edge should join the numbers of two nodes")
        where = f"the edge from {source} to {target}"
        # Each edge leads down and no node has two from above: then one edge a node makes a tree.
        if not 0 <= source < target < len(graph) or graph.in_degree(target):
            raise FormatError(f"damaged: {where} has no place in a tree")
        graph.add_edge(source, target, **_typed(where, edge, _EDGE))
    if graph.number_of_edges() != len(graph) - 1:
        raise FormatError("damaged: expected an edge to each node but the first")
    return graph


def _typed(what: str, given: Mapping[str, Any], expected: Mapping[str, type]) -> dict[str, Any]:
    """Return the attributes that belong to a thing, without those it may carry besides."""
    for name, kind in expected.items():
        # By type, for True is an integer too.
        if type(given.get(name)) is not kind:
            wanted = "text" if kind is str else "a whole number"
            raise FormatError(
                f"damaged: {name} of {what} should be {wanted}, not {given.get(name)!r:.60}"
            )
    return {name: given[name] for name in expected}


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
    r"""Return a label of Graphviz, in which a backslash would mean something.

    Examples
    --------
    >>> print(_quoted('A"B\nC'))
    "A\"B\nC"
    """
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
        # First what is settled at once, so that it stands beside the guess it belongs to.
        lines.extend(_joined(last, indent))
        waiting.extend(reversed(longer))
    return "\n".join(lines) + "\n"


def _joined(parts: Iterable[str], indent: str) -> Iterator[str]:
    """Yield the parts side by side, in lines of at most 80 characters where they fit."""
    line = ""
    for part in parts:
        if line and len(indent) + len(line) + 2 + len(part) > _WIDTH:
            yield indent + line
            line = ""
        line = f"{line}, {part}" if line else part
    if line:
        yield indent + line


_WRITERS = {".json": _json, ".graphml": _graphml, ".dot": _dot, ".txt": _txt}
_READERS = {".json": _parse_json, ".graphml": _parse_graphml}

FORMATS: tuple[str, ...] = tuple(_WRITERS)
"""The suffixes that `write` knows."""
