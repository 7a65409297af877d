"""What all tests share: how many examples are tried, and word lists that cannot be shipped."""

import os
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]
if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    # Two processes must not fill one cache of numba's, nor one that was made of other sources.
    sources = [*ROOT.glob("search/kernels/**/*.py"), *ROOT.glob("emi/games/kernels/*.py")]
    digest = sha256(b"".join(path.read_bytes() for path in sorted(sources))).hexdigest()[:16]
    os.environ["NUMBA_CACHE_DIR"] = str(ROOT / ".pytest_cache" / "kernels" / f"{digest}-{worker}")

settings.register_profile("compiled", deadline=None, max_examples=200)
# Kernels run as plain Python are some hundred times slower; that run is for their coverage.
settings.register_profile("plain", deadline=None, max_examples=25)
settings.load_profile("plain" if os.environ.get("NUMBA_DISABLE_JIT") == "1" else "compiled")

LEXICA = ROOT.parent / "shared" / "lexica"


@pytest.fixture(scope="session")
def lexica():
    """Return a function that gives the path of a word list that is not the project's to ship."""

    def path(name: str) -> Path:
        found = LEXICA / name
        if not found.exists():
            pytest.skip(f"{found} is absent: its words are not free to be shipped")
        return found

    return path
