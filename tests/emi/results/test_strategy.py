"""Strategies: complete, within the EMI, and what their graph says of them."""

import networkx as nx
import pytest

import emi
from emi.errors import WordError
from emi.games.motus import Motus
from emi.lexicon.load import load
from emi.search.model.limits import Stopped
from emi.strategies.heuristics import play, strategy

SMALL = [
    f"{initial}{length}"
    for (initial, length), words in load("fr").counts().items()
    if words <= 150 and length <= 10
]


@pytest.fixture(scope="module")
def c5():
    return strategy(Motus.of_cell("C5", "fr"))


@pytest.mark.parametrize("cell", SMALL)
def test_the_strategy_finds_every_word_within_its_depth(cell):
    found = strategy(Motus.of_cell(cell, "fr"))
    lengths = [len(found.play(secret)) for secret in found.game.secrets]
    assert max(lengths) == found.depth
    assert sum(lengths) == found.total


def test_every_word_of_a_hard_cell_is_found_within_the_value(c5):
    lengths = [len(c5.play(secret)) for secret in c5.game.secrets]
    assert max(lengths) == c5.depth == 7
    # The mean of the strategies in the paper's Table 4 lies between 2.8 and 3.8 over all cells.
    assert c5.mean == sum(lengths) / len(lengths) < 4


def test_the_graph_is_a_tree_numbered_from_its_root(c5):
    graph = c5.graph
    assert nx.is_arborescence(graph)
    assert list(nx.dfs_preorder_nodes(graph, 0)) == [*range(len(graph))] == list(graph)
    assert graph.nodes[0]["candidates"] == graph.graph["secrets"] == 588
    for node, data in graph.nodes(data=True):
        below = [graph.nodes[child] for child in graph.successors(node)]
        assert data["candidates"] - sum(child["candidates"] for child in below) in (0, 1)
        assert data["largest"] == max((child["candidates"] for child in below), default=0)
        assert data["within"] == 1 + max((child["within"] for child in below), default=0)
        clues = [clue for _, _, clue in graph.out_edges(node, data="feedback")]
        assert len(set(clues)) == len(clues)
        assert all(len(clue) == 5 and set(clue) <= set("GYB") for clue in clues)


def test_what_a_guarantee_misses_is_not_found():
    found = emi.solve(Motus(["CALER", "CAMER", "CANER"]), emi.Guaranteed(2))
    (missed,) = found.missed
    played = found.strategy().play(missed)
    assert missed not in dict(played)
    assert len(played) == 2


def test_a_word_that_is_no_secret_cannot_be_played(c5, refused):
    with refused(WordError):
        c5.play("XXXXX")


def test_guesses_may_be_more_than_the_secrets():
    # No secret tells the others apart, the extra guess does.
    game = Motus(["CALER", "CAMER", "CANER"], ["CALER", "CAMER", "CANER", "CLAMA"])
    found = strategy(game)
    assert (found.depth, found.play("CANER")[0][0]) == (2, "CLAMA")


def test_a_single_word_is_proposed():
    assert strategy(Motus(["CALER"])).nested() == {"guess": "CALER", "branches": {}}


def test_the_nested_strategy_has_the_words_and_clues_of_the_tree(c5):
    waiting = [(c5.tree, c5.nested())]
    for node, plain in waiting:
        assert plain["guess"] == c5.game.guesses[node.guess]
        secrets = [c5.game.secrets[below.members[0]] for below in node.branches]
        assert list(plain["branches"]) == [c5.game.feedback(plain["guess"], one) for one in secrets]
        waiting.extend(zip(node.branches, plain["branches"].values(), strict=True))


@pytest.mark.parametrize("heuristic", ["Minimax", "Sum"])
def test_a_watcher_can_stop_the_work(heuristic):
    with pytest.raises(Stopped):
        strategy(Motus.of_cell("C5", "fr"), heuristic=heuristic, watch=lambda _: False)


def test_a_heuristic_has_a_strategy_too():
    game = Motus.of_cell("C5", "fr")
    found, played = strategy(game, heuristic="Sum"), play(game, "Sum")
    assert (found.depth, found.total) == (played.worst, played.total)
