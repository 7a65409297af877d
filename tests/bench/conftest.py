"""What the benchmarks share. Run by ``make bench``; timings are reported, never asserted."""

from pathlib import Path

import pytest

from emi.compiling import kernels_ready
from emi.games.motus import Motus
from emi.lexicon.load import Lexicon, load

ODS4 = Path(__file__).parents[3] / "shared" / "lexica" / "ods4.txt.xz"


@pytest.fixture(params=["fr", "ods4"], scope="session")
def lexicon(request) -> Lexicon:
    """The built-in French list always, the list of the literature where it is at hand."""
    if request.param == "fr":
        return load("fr")
    if not ODS4.exists():
        pytest.skip(f"{ODS4.name} is not at hand")
    return load(ODS4)


@pytest.fixture(autouse=True, scope="session")
def compiled():
    kernels_ready(Motus.bits)
