"""What the tests endured is taken down; `tests.endure.page` makes the page of it."""

import time
from dataclasses import asdict

import pytest

from tests.endure.page import take_down


@pytest.fixture
def endured():
    """Return a function that takes down what was endured, under a heading of the page."""

    def note(heading, one):
        take_down(heading, one if isinstance(one, dict) else asdict(one))

    return note


@pytest.fixture
def say(request):
    """Return a function that tells at once how far a test has come."""
    began, manager = time.monotonic(), request.config.pluginmanager.get_plugin("capturemanager")

    def line(text):
        minutes, seconds = divmod(int(time.monotonic() - began), 60)
        with manager.global_and_fixture_disabled():
            print(f"\n{minutes:3}:{seconds:02} {text}", end="", flush=True)

    return line
