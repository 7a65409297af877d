"""What the tests endured is taken down; `tests.endure.page` makes the page of it."""

from dataclasses import asdict

import pytest

from tests.endure.page import take_down


@pytest.fixture
def endured():
    """Return a function that takes down what was endured, under a heading of the page."""

    def note(heading, one):
        take_down(heading, one if isinstance(one, dict) else asdict(one))

    return note
