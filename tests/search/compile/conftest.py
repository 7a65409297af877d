"""Compiled kernels have no coverage; `make test` measures it in a separate run as plain Python."""

import pytest


@pytest.fixture(autouse=True)
def uncovered(no_cover):
    """Turn coverage off, which would take longer than the kernels."""
