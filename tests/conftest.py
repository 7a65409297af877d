"""What all tests share: signals, limits, the number of examples, lists that are not shipped."""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from tests import kernels

if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ["NUMBA_CACHE_DIR"] = str(kernels.FOLDER)

# A process started by nohup, or in the background of a script, ignores Ctrl-C, and so do the
# processes that it starts: tests that send it would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("compiled", deadline=None, max_examples=100)
# make test-all
settings.register_profile("thorough", deadline=None, max_examples=400)
# Kernels run as plain Python are some hundred times slower; that run is for their coverage.
settings.register_profile("plain", deadline=None, max_examples=20)
settings.load_profile("plain" if os.environ.get("NUMBA_DISABLE_JIT") == "1" else "compiled")

#: Seconds that a test of these marks may take; all others take the limit of pyproject.toml.
LONGER = {"slow": 7200, "bench": 7200, "endure": 7200}


def pytest_collection_modifyitems(items):
    for item in items:
        for mark, seconds in LONGER.items():
            if item.get_closest_marker(mark):
                item.add_marker(pytest.mark.timeout(seconds))


GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def golden():
    """Return a function that compares a text with a golden file; `make golden` writes them anew."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / f"{name}.txt"
        if os.environ.get("RENEW"):
            path.write_text(text, "utf-8")
        assert text == path.read_text("utf-8")

    return compare


LEXICA = kernels.ROOT.parent / "shared" / "lexica"


@pytest.fixture(scope="session")
def lexica():
    """Return a function that gives the path of a word list that is not the project's to ship."""

    def path(name: str) -> Path:
        found = LEXICA / name
        if not found.exists():
            pytest.skip(f"{found} is absent: its words are not free to be shipped")
        return found

    return path
