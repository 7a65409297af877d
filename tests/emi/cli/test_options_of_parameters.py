"""What the library says of parameters, the program says of options."""

import ast
import re

import pytest

import emi
from emi.cli.output import in_options, option_of
from tests.emi.cases import ROOT


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (emi.OptionError("expected a word"), "expected a word"),
        (emi.OptionError("expected a word", first="XYZ"), "--first XYZ: expected a word"),
        (emi.OptionError("expected a word", first=""), "--first '': expected a word"),
        (emi.OptionError("expected a word", first="X Y"), "--first 'X Y': expected a word"),
        (emi.OptionError("too few", within=3), "--max-tries 3: too few"),
        (emi.OptionError("nobody answers", address=None), "--cluster: nobody answers"),
        (emi.CellError("no word", letters="A", lengths="5"), "--letters A --lengths 5: no word"),
        (emi.WordError("3, or `initial=False`"), "3, or --no-initial"),
        (
            emi.CertificateError("run `emi cache verify`, or `rule`"),
            "run `emi cache verify`, or --rule",
        ),
    ],
)
def test_a_message_names_the_options(error, said):
    assert in_options(error) == said


def parameters():
    """Yield the parameters that errors of the library are raised with."""
    for room in ("emi", "search", "cache", "reports"):
        for path in {*(ROOT / room).rglob("*.py")} - {*(ROOT / "emi" / "cli").rglob("*.py")}:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                    yield from (one.arg for one in node.exc.keywords if one.arg)


def test_every_parameter_of_an_error_is_an_option():
    options = set()
    for path in (ROOT / "emi" / "cli").rglob("*.py"):
        options |= {*re.findall('"(--[a-z-]+)"', path.read_text(encoding="utf-8"))}
    found = {*parameters()} - {"lower", "upper"}  # Nobody types bounds.
    assert {"first", "within", "weights", "lengths"} <= found
    assert {option_of(name) for name in found} <= options
