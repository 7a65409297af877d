"""What the library says of parameters, the program says of options."""

import pytest

import emi
from emi.cli.options import in_options


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
