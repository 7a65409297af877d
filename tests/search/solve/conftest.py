"""Constants of the engine, changed for a class of tests."""

import pytest

import search.solve.cost.arrays
import search.solve.cost.engine
import search.solve.restricted.engine
import search.solve.restricted.search
import search.solve.session
import search.solve.worst_case.arrays
import search.solve.worst_case.engine
import search.solve.worst_case.search


@pytest.fixture(scope="class")
def constants():
    """Return a function that changes some of a module for a class of tests."""
    with pytest.MonkeyPatch.context() as patch:

        def change(module, **values):
            for name, value in values.items():
                patch.setattr(module, name, value)

        yield change


@pytest.fixture(scope="class")
def keep_all(constants):
    """Let the engines hand over all that they prove, as soon as it is proven."""
    constants(search.solve.worst_case.engine, WORTH_KEEPING=0)
    constants(search.solve.restricted.engine, WORTH_KEEPING=1)
    constants(search.solve.cost.engine, WORTH_KEEPING=0)
    constants(search.solve.session, SLICE=0.0, FLUSH=-1.0)


@pytest.fixture(scope="class")
def tight(constants):
    """Give the engines hardly any room: tables that forget, journals that are soon full."""
    constants(search.solve.worst_case.arrays, CORES=1, JOURNAL=1, SOLVED=4, WIDTH=1)
    constants(search.solve.cost.arrays, PLACES=4, FINDINGS=1, LEVELS=2)


@pytest.fixture(scope="class")
def impatient(constants):
    """Let the engines turn to the upper bound at once when the lower one does not move."""
    constants(search.solve.worst_case.search, PATIENCE=1, LAST=1)
    constants(search.solve.restricted.search, PATIENCE=1)
