"""What all tests share: how many examples are tried, and word lists that cannot be shipped."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests import kernels

if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ["NUMBA_CACHE_DIR"] = str(kernels.FOLDER)

settings.register_profile("compiled", deadline=None, max_examples=100)
# make test-all
settings.register_profile("thorough", deadline=None, max_examples=400)
# Kernels run as plain Python are some hundred times slower; that run is for their coverage.
settings.register_profile("plain", deadline=None, max_examples=20)
settings.load_profile("plain" if os.environ.get("NUMBA_DISABLE_JIT") == "1" else "compiled")

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
