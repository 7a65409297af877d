"""The rules of style for kernels."""

import ast
import sys
from pathlib import Path

import pytest

import emi.search

FOLDER = Path(emi.search.__path__[0])
#: The decorators of kernels.
MARKS = {
    "kernel",
    "phase",
    "large_phase",
    "view",
    "either",
    "allocating_kernel",
    "allocating_phase",
    "partial(either, compiled=allocating_phase)",
}
#: The modules that kernels may import.
IMPORTS = (
    "collections.",
    "functools.",
    "numba.",
    "numpy.",
    "emi.search.compile.",
    "emi.search.kernels.",
    "typing.",
)
#: What compiles them may import these as well, and the standard library.
ALSO = ("llvmlite.", *(f"{name}." for name in sys.stdlib_module_names))
LINES, ARGUMENTS, MODULES = 80, 8, 12


def kernels_in(source):
    """Yield the compiled functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and MARKS & set(map(ast.unparse, node.decorator_list)):
            yield node


def faults_of(source, imports=IMPORTS):
    """Yield the faults of the kernels and the imports of a module."""
    for kernel in kernels_in(source):
        contract = ast.get_docstring(kernel)
        if contract is None:
            yield f"{kernel.name}: no docstring"
        elif "Reason:" not in contract:
            if kernel.end_lineno - kernel.lineno >= LINES:
                yield f"{kernel.name}: too long"
            if len(kernel.args.args) > ARGUMENTS:
                yield f"{kernel.name}: too many arguments"
        inner = {node.id for node in ast.walk(kernel) if isinstance(node, ast.Name)}
        if kernel.name in inner:
            yield f"{kernel.name}: calls itself"
    for node in ast.walk(ast.parse(source)):
        names = []
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module]
        for name in names:
            if not f"{name}.".startswith(imports):
                yield f"imports {name}"


SOURCES = sorted([*FOLDER.glob("compile/*.py"), *FOLDER.glob("kernels/*/*.py")])


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_kernels_follow_the_rules(path):
    imports = (*IMPORTS, *ALSO) if path.parent.name == "compile" else IMPORTS
    assert list(faults_of(path.read_text(encoding="utf-8"), imports)) == []


def test_no_folder_has_too_many_files_and_each_has_kernels():
    for folder in {path.parent for path in SOURCES}:
        assert len(list(folder.glob("*.py"))) <= MODULES
        has_kernels = any(list(kernels_in(path.read_text())) for path in folder.glob("*.py"))
        assert has_kernels or folder.name == "compile"


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("@kernel\ndef f(a):\n    return a", "f: no docstring"),
        ("@phase\ndef f(a, b, c, d, e, g, h, i, j):\n    'Nine.'", "f: too many arguments"),
        ("@kernel\ndef f():\n    'Long.'\n" + "    pass\n" * LINES, "f: too long"),
        ("@kernel\ndef f():\n    'Compiled recursion.'\n    return f()", "f: calls itself"),
        ("import networkx", "imports networkx"),
        ("from emi.search.model import matrix", "imports emi.search.model"),
    ],
)
def test_a_fault_is_detected(source, fault):
    assert list(faults_of(source)) == [fault]


def test_a_stated_reason_allows_length_and_arguments():
    source = (
        "@phase\ndef f(a, b, c, d, e, g, h, i, j):\n    'Reason: nine.'\n" + "    pass\n" * LINES
    )
    assert list(faults_of(source)) == []
