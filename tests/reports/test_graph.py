"""A strategy as a file: the contents of each format, and that networkx reads two of them."""

import json
import re
from copy import deepcopy
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emi.reports.graph import FORMATS, text

GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"

WORDS = st.text(
    # XML allows no control characters and surrogates, and words contain none.
    st.characters(exclude_categories=["Cc", "Cs", "Cn"], exclude_characters="\ufffe\uffff"),
    min_size=1,
    max_size=8,
).filter(str.strip)
COUNTS = st.integers(0, 10**6)


def tree(parents, words=None):
    """Return a tree, given the parent of each node but the root, with distinct values."""
    size = len(parents) + 1
    names = words or [f"W{number}" for number in range(2 * size)]
    graph: nx.DiGraph[int] = nx.DiGraph(game=names[0], depth=size, total=2 * size, secrets=size)
    for number in range(size):
        graph.add_node(
            number,
            guess=names[number],
            candidates=size - number,
            within=size - number,
            largest=number,
        )
        if number:
            graph.add_edge(parents[number - 1], number, feedback=names[-number])
    return graph


@st.composite
def trees(draw):
    parents = [draw(st.integers(0, below - 1)) for below in range(1, draw(st.integers(1, 8)))]
    graph = tree(parents, draw(st.lists(WORDS, min_size=16, max_size=16)))
    graph.graph |= {name: draw(COUNTS) for name in ("depth", "total")}
    graph.graph["secrets"] = draw(COUNTS.filter(bool))
    return graph


@pytest.fixture
def caser():
    """A strategy for eight secrets: three share a branch, and the others are settled."""
    graph: nx.DiGraph[int] = nx.DiGraph(game="C5", depth=3, total=18, secrets=8)
    for number, (guess, candidates, within, largest) in enumerate(
        [
            ("CASER", 8, 3, 3),
            ("CORAL", 3, 2, 1),
            ("COBOL", 1, 1, 0),
            ("COUAC", 1, 1, 0),
            ("CAGES", 1, 1, 0),
            ("CARNE", 2, 2, 1),
            ("CARRE", 1, 1, 0),
            ("CASSE", 1, 1, 0),
        ]
    ):
        graph.add_node(number, guess=guess, candidates=candidates, within=within, largest=largest)
    for source, target, feedback in [
        (0, 1, "GYBBB"),
        (1, 2, "GGBBG"),
        (1, 3, "GGBGB"),
        (0, 4, "GGYGB"),
        (0, 5, "GGBYY"),
        (5, 6, "GGGBG"),
        (0, 7, "GGGYB"),
    ]:
        graph.add_edge(source, target, feedback=feedback)
    return graph


def same(one, other):
    """Return whether two graphs are equal, including the order of nodes and edges."""
    return (
        type(one) is type(other)
        and one.graph == other.graph
        and list(one.nodes(data=True)) == list(other.nodes(data=True))
        and list(one.edges(data=True)) == list(other.edges(data=True))
    )


@pytest.mark.parametrize("suffix", FORMATS)
class TestEveryFormat:
    def test_ends_with_one_newline_and_leaves_the_graph_as_it_was(self, caser, suffix):
        before = deepcopy(caser)
        assert re.search(r"[^\n]\n\Z", text(caser, suffix))
        assert same(caser, before)

    def test_supports_deep_trees(self, suffix):
        assert text(tree(list(range(2000))), suffix)


def from_json(written):
    return nx.node_link_graph(json.loads(written)["graph"], edges="edges")


def from_graphml(written):
    """Read a graph without the data for editors and newer versions."""
    graph = nx.parse_graphml(written, node_type=int)
    assert graph.graph.pop("version") == 2
    for each in (*graph.nodes.values(), *graph.edges.values()):
        del each["label"]
    for name in ("node_default", "edge_default"):  # added by networkx
        graph.graph.pop(name)
    return graph


@pytest.mark.parametrize(("suffix", "read"), [(".json", from_json), (".graphml", from_graphml)])
@settings(max_examples=40)
@given(graph=trees())
def test_networkx_reads_any_tree(graph, suffix, read):
    assert same(read(text(graph, suffix)), graph)


class TestJson:
    def test_keeps_to_its_schema(self, caser):
        data = json.loads(text(caser, ".json"))
        summary = {"game": "C5", "depth": 3, "total": 18, "secrets": 8}
        assert list(data) == ["format", "version", "title", *summary, "guess", "classes", "graph"]
        assert data["title"].endswith("3 guesses at most, 2.2500 on average")
        assert data["classes"][0] == {
            "feedback": "GYBBB", "candidates": 3, "next_guess": "CORAL", "within": 2
        }  # fmt: skip
        assert data["format"] == "emi-strategy"
        assert data["version"] == 2
        assert {name: data[name] for name in summary} == summary
        graph = data["graph"]
        assert (graph["directed"], graph["multigraph"], graph["graph"]) == (True, False, summary)
        assert graph["nodes"][1] == {
            "id": 1,
            "guess": "CORAL",
            "candidates": 3,
            "within": 2,
            "largest": 1,
        }
        assert graph["edges"][0] == {"source": 0, "target": 1, "feedback": "GYBBB"}


class TestGraphml:
    def test_types_its_keys(self, caser):
        keys = ET.fromstring(text(caser, ".graphml")).findall(f"{GRAPHML}key")  # noqa: S314
        kinds = {(key.get("for"), key.get("attr.name")): key.get("attr.type") for key in keys}
        assert kinds == {
            ("graph", "game"): "string",
            ("graph", "depth"): "long",
            ("graph", "total"): "long",
            ("graph", "secrets"): "long",
            ("graph", "version"): "long",
            ("node", "guess"): "string",
            ("node", "candidates"): "long",
            ("node", "within"): "long",
            ("node", "largest"): "long",
            ("node", "label"): "string",
            ("edge", "feedback"): "string",
            ("edge", "label"): "string",
        }

    def test_has_labels_for_editors(self, caser):
        shown = nx.parse_graphml(text(caser, ".graphml"), node_type=int)
        assert shown.nodes[0]["label"] == "CASER (8)"
        assert shown.edges[0, 1]["label"] == "GYBBB"


class TestDot:
    def test_has_a_line_for_each_node_and_edge(self, caser, golden):
        caser.remove_nodes_from(range(2, 8))
        golden(text(caser, ".dot"))

    def test_quotes_special_characters(self):
        graph = tree([0], words=['say "C5"', "A\\N", "B", "--> ]; {"])
        lines = text(graph, ".dot").splitlines()
        assert lines[0] == 'digraph "say \\"C5\\"" {'
        assert lines[3] == '  0 [label="say \\"C5\\"\\n2"];'
        assert lines[4] == '  1 [label="A\\\\N\\n1"];'
        assert lines[5] == '  0 -> 1 [label="--> ]; {"];'


class TestTxt:
    def test_is_an_indented_tree(self, caser, golden):
        golden(text(caser, ".txt"))

    def test_of_a_single_word_is_one_line(self, golden):
        golden(text(tree([]), ".txt"))

    def test_breaks_long_lines(self):
        lines = text(tree([0] * 100), ".txt").splitlines()
        assert max(map(len, lines)) <= 80
        assert re.findall(r"-> (W\d+)", "\n".join(lines)) == [f"W{n}" for n in range(1, 101)]
        assert all(line.startswith("  W") and not line.endswith(",") for line in lines[1:])
