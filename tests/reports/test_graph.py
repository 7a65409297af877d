"""A strategy as a file: what each format holds, and that two of them give it back."""

from __future__ import annotations

import json
import re
import tempfile
import time
from copy import deepcopy
from pathlib import Path
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reports.graph import FORMATS, FormatError, read, text, write

READABLE = (".json", ".graphml")
GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"

WORDS = st.text(
    # XML has no place for control characters and halves of characters, and words have neither.
    st.characters(exclude_categories=["Cc", "Cs", "Cn"], exclude_characters="\ufffe\uffff"),
    min_size=1,
    max_size=8,
).filter(str.strip)
COUNTS = st.integers(0, 10**6)


def tree(parents: list[int], words: list[str] | None = None) -> nx.DiGraph[int]:
    """Make a tree from the parent of each node but the root, with values that all differ."""
    size = len(parents) + 1
    names = words or [f"W{number}" for number in range(2 * size)]
    graph: nx.DiGraph[int] = nx.DiGraph(game=names[0], depth=size, total=2 * size, secrets=size)
    for number in range(size):
        graph.add_node(
            number,
            guess=names[number],
            candidates=size - number,
            depth=size - number,
            largest=number,
        )
        if number:
            graph.add_edge(parents[number - 1], number, feedback=names[-number])
    return graph


@st.composite
def trees(draw: st.DrawFn) -> nx.DiGraph[int]:
    parents = [draw(st.integers(0, below - 1)) for below in range(1, draw(st.integers(1, 8)))]
    graph = tree(parents, draw(st.lists(WORDS, min_size=16, max_size=16)))
    graph.graph |= {name: draw(COUNTS) for name in ("depth", "total", "secrets")}
    return graph


@pytest.fixture
def caser() -> nx.DiGraph[int]:
    """A strategy for eight secrets: three are left to a guess, the others settled."""
    graph: nx.DiGraph[int] = nx.DiGraph(game="C5", depth=3, total=18, secrets=8)
    for number, (guess, candidates, depth, largest) in enumerate(
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
        graph.add_node(number, guess=guess, candidates=candidates, depth=depth, largest=largest)
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


def same(one: nx.DiGraph[int], other: nx.DiGraph[int]) -> bool:
    """Say whether two graphs are equal, in everything and in the order of everything."""
    return (
        type(one) is type(other)
        and one.graph == other.graph
        and list(one.nodes(data=True)) == list(other.nodes(data=True))
        and list(one.edges(data=True)) == list(other.edges(data=True))
    )


class TestWrite:
    @pytest.mark.parametrize("suffix", FORMATS)
    def test_goes_by_the_suffix(self, caser: nx.DiGraph[int], tmp_path: Path, suffix: str) -> None:
        for name in (f"tree{suffix}", f"TREE{suffix.upper()}"):
            write(caser, tmp_path / name)
            assert (tmp_path / name).read_text(encoding="utf-8") == text(caser, suffix)

    @pytest.mark.parametrize("suffix", FORMATS)
    def test_ends_with_one_newline(self, caser: nx.DiGraph[int], suffix: str) -> None:
        assert re.search(r"[^\n]\n\Z", text(caser, suffix))

    @pytest.mark.parametrize("suffix", FORMATS)
    def test_leaves_the_graph_as_it_was(self, caser: nx.DiGraph[int], suffix: str) -> None:
        before = deepcopy(caser)
        text(caser, suffix)
        assert same(caser, before)

    @pytest.mark.parametrize("name", ["tree.xlsx", "tree"])
    def test_refuses_a_suffix_it_does_not_know(
        self, caser: nx.DiGraph[int], tmp_path: Path, name: str
    ) -> None:
        with pytest.raises(
            FormatError,
            match=r"^'(\.xlsx)?': expected one of the suffixes \.json, \.graphml, \.dot, \.txt$",
        ):
            write(caser, tmp_path / name)
        assert not list(tmp_path.iterdir())

    @pytest.mark.parametrize("suffix", FORMATS)
    def test_takes_time_in_proportion(self, suffix: str) -> None:
        def seconds(size: int) -> float:
            graph = tree([(number - 1) // 3 for number in range(1, size)])
            started = time.process_time()
            text(graph, suffix)
            return time.process_time() - started

        # Ten times the nodes; a hundred times the work would show.
        assert seconds(5000) < 40 * max(seconds(500), 0.005)

    @pytest.mark.parametrize("suffix", FORMATS)
    def test_does_not_mind_depth(self, suffix: str) -> None:
        assert text(tree(list(range(2000))), suffix)


class TestRead:
    @pytest.mark.parametrize("suffix", READABLE)
    def test_gives_back_what_was_written(
        self, caser: nx.DiGraph[int], tmp_path: Path, suffix: str
    ) -> None:
        write(caser, tmp_path / f"tree{suffix}")
        assert same(read(tmp_path / f"tree{suffix}"), caser)

    @pytest.mark.parametrize("suffix", READABLE)
    def test_gives_back_ten_thousand_nodes(self, tmp_path: Path, suffix: str) -> None:
        graph = tree([(number - 1) // 3 for number in range(1, 10_000)])
        write(graph, tmp_path / f"tree{suffix}")
        assert same(read(tmp_path / f"tree{suffix}"), graph)

    @pytest.mark.parametrize("suffix", READABLE)
    @settings(max_examples=40)
    @given(graph=trees())
    def test_gives_back_any_tree(self, graph: nx.DiGraph[int], suffix: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, f"tree{suffix}")
            write(graph, path)
            assert same(read(path), graph)

    @pytest.mark.parametrize("suffix", [".dot", ".txt", ""])
    def test_reads_only_what_holds_everything(self, tmp_path: Path, suffix: str) -> None:
        with pytest.raises(FormatError, match=r"expected one of the suffixes \.json, \.graphml$"):
            read(tmp_path / f"tree{suffix}")

    @pytest.mark.parametrize("suffix", READABLE)
    def test_says_when_there_is_no_file(self, tmp_path: Path, suffix: str) -> None:
        path = tmp_path / f"tree{suffix}"
        with pytest.raises(FormatError, match=rf"^{re.escape(str(path))}: cannot be read \(No "):
            read(path)

    @pytest.mark.parametrize("suffix", READABLE)
    def test_refuses_a_file_cut_anywhere(
        self, caser: nx.DiGraph[int], tmp_path: Path, suffix: str
    ) -> None:
        path = tmp_path / f"tree{suffix}"
        whole = text(caser, suffix).rstrip()
        for end in range(0, len(whole), 7):
            path.write_text(whole[:end], encoding="utf-8")
            with pytest.raises(FormatError, match=r"^[^\n]+: truncated or not [^\n]+$"):
                read(path)

    @pytest.mark.parametrize(
        ("suffix", "data", "message"),
        [
            (".json", b"\xff\xfe", "expected UTF-8 text"),
            (".json", b"[" * 100_000, "truncated or not JSON (line 1: too deep or too long)"),
            (".json", b"[]", 'expected a strategy: an object with "format": "emi-strategy"'),
            (".json", b'{"format": "emi-table"}', "expected a strategy: an object with"),
            (".json", b'{"format": "emi-strategy"}', "damaged: version should be a positive"),
            (
                ".json",
                b'{"format": "emi-strategy", "version": 2}',
                "written by a newer version (2); this one reads 1",
            ),
            (".json", b'{"format": "emi-strategy", "version": true}', "damaged: version should"),
            (".graphml", b"\xff\xfe", "expected UTF-8 text"),
            (".graphml", b"<svg/>", "not GraphML ("),
            (
                ".graphml",
                b'<graphml><graph edgedefault="directed"><node id="0"/></graph></graphml>',
                "expected a strategy: a graph with a version",
            ),
            (
                ".graphml",
                b'<graphml><graph edgedefault="directed"><node id="n0"/></graph></graphml>',
                "expected a strategy: nodes and their values should be numbers",
            ),
        ],
    )
    def test_refuses_what_is_foreign_or_newer(
        self, tmp_path: Path, suffix: str, data: bytes, message: str
    ) -> None:
        path = tmp_path / f"tree{suffix}"
        path.write_bytes(data)
        with pytest.raises(FormatError) as caught:
            read(path)
        assert str(caught.value).startswith(f"{path}: {message}")
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize(
        ("suffix", "old", "new"),
        [
            (".json", '"version": 1', '"version": 2'),
            (".graphml", '<data key="d4">1</data>', '<data key="d4">2</data>'),
        ],
    )
    def test_refuses_its_own_file_of_a_newer_version(
        self, caser: nx.DiGraph[int], tmp_path: Path, suffix: str, old: str, new: str
    ) -> None:
        path = tmp_path / f"tree{suffix}"
        path.write_text(text(caser, suffix).replace(old, new), encoding="utf-8")
        with pytest.raises(FormatError, match=r"written by a newer version \(2\)"):
            read(path)

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ('"id": 3', '"id": 9', "expected node 3, not 9"),
            ('"id": 3', '"id": "3"', "expected node 3, not '3'"),
            ('"guess": "CORAL"', '"guess": 5', "guess of node 1 should be text, not 5"),
            (
                '"candidates": 8',
                '"candidates": true',
                "candidates of node 0 should be a whole number, not True",
            ),
            ('"target": 7', '"target": 8', "the edge from 0 to 8 has no place in a tree"),
            ('"target": 7', '"target": 4', "the edge from 0 to 4 has no place in a tree"),
            ('"source": 5', '"source": 7', "the edge from 7 to 6 has no place in a tree"),
            ('"source": 5', '"source": -1', "the edge from -1 to 6 has no place in a tree"),
            ('"source": 5', '"source": null', "an edge should join the numbers of two nodes"),
            (
                ',\n   {"source": 5, "target": 6, "feedback": "GGGBG"}',
                "",
                "expected an edge to each node but the first",
            ),
            ('"edges"', '"links"', "expected lists of nodes and edges"),
            ('"nodes": [\n', '"nodes": [1,\n', "expected an object for each node and each edge"),
            ('"graph": {"game"', '"grph": {"game"', "expected the attributes of the graph"),
            ('"graph": {\n', '"grph": {\n', "expected node-link data under graph"),
        ],
    )
    def test_refuses_what_is_no_tree(
        self, caser: nx.DiGraph[int], tmp_path: Path, old: str, new: str, message: str
    ) -> None:
        path = tmp_path / "tree.json"
        whole = text(caser, ".json")
        assert old in whole
        path.write_text(whole.replace(old, new), encoding="utf-8")
        with pytest.raises(FormatError, match=f"^{re.escape(f'{path}: damaged: {message}')}$"):
            read(path)


class TestJson:
    def test_keeps_to_its_schema(self, caser: nx.DiGraph[int]) -> None:
        data = json.loads(text(caser, ".json"))
        summary = {"game": "C5", "depth": 3, "total": 18, "secrets": 8}
        assert list(data) == ["format", "version", *summary, "graph"]
        assert data["format"] == "emi-strategy"
        assert data["version"] == 1
        assert {name: data[name] for name in summary} == summary
        graph = data["graph"]
        assert (graph["directed"], graph["multigraph"], graph["graph"]) == (True, False, summary)
        assert graph["nodes"][1] == {
            "id": 1,
            "guess": "CORAL",
            "candidates": 3,
            "depth": 2,
            "largest": 1,
        }
        assert graph["edges"][0] == {"source": 0, "target": 1, "feedback": "GYBBB"}

    def test_is_read_by_networkx(self, caser: nx.DiGraph[int]) -> None:
        data = json.loads(text(caser, ".json"))["graph"]
        assert same(nx.node_link_graph(data, edges="edges"), caser)

    def test_may_carry_more_than_is_known(self, caser: nx.DiGraph[int], tmp_path: Path) -> None:
        path = tmp_path / "tree.json"
        whole = text(caser, ".json").replace('"id": 0,', '"id": 0, "colour": "red",')
        path.write_text(whole.replace('"version": 1,', '"version": 1, "by": "me",'))
        assert same(read(path), caser)


class TestGraphml:
    def test_types_its_keys(self, caser: nx.DiGraph[int]) -> None:
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
            ("node", "depth"): "long",
            ("node", "largest"): "long",
            ("node", "label"): "string",
            ("edge", "feedback"): "string",
            ("edge", "label"): "string",
        }

    def test_labels_what_an_editor_shows(self, caser: nx.DiGraph[int]) -> None:
        shown = nx.parse_graphml(text(caser, ".graphml"), node_type=int)
        assert shown.nodes[0]["label"] == "CASER (8)"
        assert shown.edges[0, 1]["label"] == "GYBBB"


class TestDot:
    def test_has_a_line_for_each_node_and_edge(self, caser: nx.DiGraph[int]) -> None:
        caser.remove_nodes_from(range(2, 8))
        assert text(caser, ".dot") == (
            'digraph "C5" {\n'
            '  node [shape=box, style=rounded, fontname="monospace"];\n'
            '  edge [fontname="monospace", fontsize=10];\n'
            '  0 [label="CASER\\n8"];\n'
            '  1 [label="CORAL\\n3"];\n'
            '  0 -> 1 [label="GYBBB"];\n'
            "}\n"
        )

    def test_quotes_what_would_mean_something(self) -> None:
        graph = tree([0], words=['say "C5"', "A\\N", "B", "--> ]; {"])
        lines = text(graph, ".dot").splitlines()
        assert lines[0] == 'digraph "say \\"C5\\"" {'
        assert lines[3] == '  0 [label="say \\"C5\\"\\n2"];'
        assert lines[4] == '  1 [label="A\\\\N\\n1"];'
        assert lines[5] == '  0 -> 1 [label="--> ]; {"];'


class TestTxt:
    def test_is_an_indented_tree(self, caser: nx.DiGraph[int]) -> None:
        assert text(caser, ".txt") == (
            "CASER  8 possible, 3 guesses at most\n"
            "  GGYGB -> CAGES, GGGYB -> CASSE\n"
            "  GYBBB -> CORAL  3 possible, 2 at most\n"
            "    GGBBG -> COBOL, GGBGB -> COUAC\n"
            "  GGBYY -> CARNE  2 possible, 2 at most\n"
            "    GGGBG -> CARRE\n"
        )

    def test_of_a_single_word_is_one_line(self) -> None:
        assert text(tree([]), ".txt") == "W0  1 possible, 1 guess at most\n"

    def test_breaks_long_lines(self) -> None:
        lines = text(tree([0] * 100), ".txt").splitlines()
        assert max(map(len, lines)) <= 80
        assert re.findall(r"-> (W\d+)", "\n".join(lines)) == [f"W{n}" for n in range(1, 101)]
        assert all(line.startswith("  W") and not line.endswith(",") for line in lines[1:])
