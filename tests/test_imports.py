"""No module needs one that needs it: imports lead down, those in functions and for types too."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib

import grimp
import networkx as nx
import pytest

from tests.emi.cases import ROOT

#: The folders of the package; three of them lie beside it, and links lead to them.
ROOMS = ("emi", "reports", "search", "cache")


@pytest.fixture(scope="module")
def imports():
    graph = grimp.build_graph("emi", cache_dir=None)
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
    assert imports.has_edge("emi.lexicon.load", "emi.results.files")
    assert circles(nx.DiGraph([*imports.edges, ("emi.games.game", "emi.games.parse")]))


def test_packages_installed_on_demand_count_as_untyped():
    """Otherwise mypy finds errors once `make endure` has installed what it needs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    always = [*project["project"]["dependencies"], *extras["dev"]]
    known = {re.match(r"[\w-]+", one)[0].replace("-", "_") for one in always}
    needed = {
        name.partition(".")[0]
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for name in imported(node)
    }
    # llvmlite comes with numba.
    on_demand = needed - known - {"llvmlite", "emi"} - {*sys.stdlib_module_names}
    skipped = {
        name
        for one in project["tool"]["mypy"]["overrides"]
        if one.get("follow_imports") == "skip"
        for name in one["module"]
    }
    assert "distributed" in on_demand
    assert {f"{name}.*" for name in on_demand} <= skipped


def imported(node):
    """Return the modules that a statement imports."""
    if isinstance(node, ast.Import):
        return [one.name for one in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []


def test_a_checkout_without_links_says_so_in_one_line(tmp_path):
    """Git writes the target of a link into a file where links are off."""
    shutil.copytree(ROOT / "emi", tmp_path / "emi", symlinks=True)
    for room in ROOMS[1:]:
        (tmp_path / "emi" / room).unlink()
        (tmp_path / "emi" / room).write_text(f"../{room}")
    line = [sys.executable, "-c", "import emi"]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("ImportError: emi/search, emi/cache and emi/rep")


def test_a_file_of_ones_own_may_be_called_search(tmp_path):
    for room in ROOMS[1:]:
        (tmp_path / f"{room}.py").write_text("raise ImportError")
    (tmp_path / "mine.py").write_text("import emi; print(emi.solve('mastermind:2x2').bounds)")
    line = [sys.executable, "mine.py"]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "3\n"
