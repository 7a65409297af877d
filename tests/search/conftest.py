"""Tables of the size that small games need."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def small_tables():
    """Let a search of small games not fill, and a test not compare, 24 MB for each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("search.solve.arrays.PLACES", 1 << 12)
        yield
