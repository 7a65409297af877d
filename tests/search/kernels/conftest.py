"""Compiled kernels have no lines to cover: `make test` covers them as plain Python, apart."""

import pytest


@pytest.fixture(autouse=True)
def uncovered(no_cover):
    """Do not follow the tests and their oracles, which takes longer than the kernels."""
