"""What the library says of parameters, the program says of options."""

import ast
import re

import pytest

import emi
from emi.cli.output import in_options, option_of
from tests.emi.cases import ROOT


@pytest.mark.parametrize(
    "error",
    [
        emi.OptionError("expected a word"),
        emi.OptionError("expected a word", first="XYZ"),
        emi.OptionError("expected a word", first=""),
        emi.OptionError("expected a word", first="X Y"),
        emi.OptionError("too few", within=3),
        emi.OptionError("no reply", address=None),
        emi.CellError("no word", letters="A", lengths="5"),
        emi.WordError("3, or `initial=False`"),
        emi.CertificateError("run `emi cache verify`, or `rule`"),
    ],
)
def test_a_message_names_the_options(error, golden):
    golden(in_options(error))


def parameters():
    """Yield the parameters that errors of the library are raised with."""
    for room in ("emi", "search", "cache", "reports"):
        for path in {*(ROOT / room).rglob("*.py")} - {*(ROOT / "emi" / "cli").rglob("*.py")}:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                error = node.exc if isinstance(node, ast.Raise) else None
                # The words of `refusal(...)` are of the text, not of the error.
                if isinstance(error, ast.Call) and getattr(error.func, "id", "") != "refusal":
                    yield from (one.arg for one in error.keywords if one.arg)


def test_every_parameter_of_an_error_is_an_option():
    options = set()
    for path in (ROOT / "emi" / "cli").rglob("*.py"):
        options |= {*re.findall('"(--[a-z-]+)"', path.read_text(encoding="utf-8"))}
    # Bounds are no input, and only Python takes these as parameters.
    found = {*parameters()} - {"lower", "upper", "certificate", "folder", "path"}
    assert {"first", "within", "weights", "lengths"} <= found
    assert {option_of(name) for name in found} <= options
