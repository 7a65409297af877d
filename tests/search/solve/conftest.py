"""Fixtures that change constants of the engine."""

import pytest

from emi.search.solve.session import Patience


@pytest.fixture(scope="class")
def constants():
    """Return a function that changes constants of a module below ``emi.search.solve``."""
    with pytest.MonkeyPatch.context() as patch:

        def change(module, **values):
            for name, value in values.items():
                patch.setattr(f"emi.search.solve.{module}.{name}", value)

        yield change


@pytest.fixture(scope="class")
def keep_all(constants):
    """Let the engines hand over every proven fact at once."""
    for module, nodes in (("worst_case.engine", 0), ("hard.engine", 1), ("cost.engine", 0)):
        constants(module, WORTH_KEEPING=nodes)
    constants("engine", SLICE=0.0)
    constants("session", FLUSH=-1.0)


@pytest.fixture(scope="class")
def tight(constants):
    """Give the engines small tables and journals, so that entries are replaced."""
    constants("engine", PLACES=4, ENTRIES=1)
    constants("worst_case.arrays", CORES=1, WIDTH=1)
    constants("cost.arrays", LEVELS=2)


@pytest.fixture(scope="class")
def impatient(constants):
    """Let the engines try the upper bound at once if the lower one does not rise."""
    constants("worst_case.free_play", PATIENCE=1, LAST=1)
    constants("hard.hard_play", PATIENCE=Patience(1, 2), AT_ONCE=1, ALONE=1)
