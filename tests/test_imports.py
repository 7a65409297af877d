"""No module needs one that needs it: imports lead down, those in functions and for types too."""

import grimp
import networkx as nx
import pytest

ROOMS = ("emi", "reports", "search", "cache", "emi_errors")


@pytest.fixture(scope="module")
def imports():
    graph = grimp.build_graph(*ROOMS, cache_dir=None)
    pairs = (
        (module, needed)
        for module in graph.modules
        for needed in graph.find_modules_directly_imported_by(module)
    )
    return nx.DiGraph(pairs)


def circles(imports):
    return [sorted(one) for one in nx.strongly_connected_components(imports) if len(one) > 1]


def test_there_is_no_circle(imports):
    assert circles(imports) == []


def test_a_circle_would_be_seen(imports):
    # What a function imports is among the imports.
    assert imports.has_edge("emi.tables", "emi.results.performance")
    assert circles(nx.DiGraph([*imports.edges, ("emi.games.game", "emi.games.parse")]))
