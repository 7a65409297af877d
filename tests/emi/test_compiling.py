"""The kernels are made ready once, and a user who waits for that is told why."""

import logging
import threading
from functools import cache

import numpy as np
import pytest

from emi import compiling as ready
from emi.games.jotto import Jotto
from emi.games.mastermind import Mastermind
from emi.games.moo import Moo
from emi.games.motus import Motus
from emi.games.wordle import Wordle
from search.solve import warm


@pytest.fixture
def warmed(monkeypatch):
    """Forget what is ready, and note what is made so."""
    made = []
    monkeypatch.setattr(ready, "_ready", set())
    monkeypatch.setattr(ready, "_announce", cache(ready._announce.__wrapped__))
    monkeypatch.setattr(warm, "warm_up", made.append)
    return made


class Listener(logging.Handler):
    """Notes what is said, and lets a thread wait for it."""

    def __init__(self):
        super().__init__(logging.INFO)
        self.messages = []
        self.spoken = threading.Event()

    def emit(self, record):
        self.messages.append((record.levelname, record.getMessage()))
        self.spoken.set()


@pytest.fixture
def listener():
    listener = Listener()
    level = ready.logger.level
    # Not the attribute: a logger remembers which levels are enabled until setLevel is called.
    ready.logger.setLevel(logging.INFO)
    ready.logger.addHandler(listener)
    yield listener
    ready.logger.removeHandler(listener)
    ready.logger.setLevel(level)


def test_the_wait_is_explained_when_it_is_long(monkeypatch, warmed, listener):
    monkeypatch.setattr(ready, "PATIENCE", 0.0)
    monkeypatch.setattr(warm, "warm_up", lambda _: warmed.append(listener.spoken.wait(60)))
    ready.kernels_ready(8)
    assert warmed == [True]
    assert listener.messages == [("INFO", "compiling the kernels for this machine, once ...")]


def test_the_wait_for_the_second_width_is_not_explained_again(monkeypatch, warmed, listener):
    def slow(_):
        warmed.append(listener.spoken.wait(60))
        for thread in threading.enumerate():
            if isinstance(thread, threading.Timer):
                thread.join(60)

    monkeypatch.setattr(ready, "PATIENCE", 0.0)
    monkeypatch.setattr(warm, "warm_up", slow)
    ready.kernels_ready(8)
    ready.kernels_ready(16)
    assert warmed == [True, True]
    assert len(listener.messages) == 1


def test_nothing_is_said_when_it_is_short(monkeypatch, warmed, listener):
    monkeypatch.setattr(ready, "PATIENCE", 3600.0)
    ready.kernels_ready(8)
    assert warmed == [np.uint8]
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.join(60)
            assert not thread.is_alive()
    assert listener.messages == []


def test_the_kernels_are_made_ready_once_for_each_width(warmed):
    for bits in (8, 16, 8, 16, 16):
        ready.kernels_ready(bits)
    assert warmed == [np.uint8, np.uint16]


def test_threads_that_ask_at_once_wait_for_the_first(warmed):
    threads = [threading.Thread(target=ready.kernels_ready, args=[8]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert warmed == [np.uint8]


def test_a_failure_is_not_taken_for_success(monkeypatch, warmed):
    def fail(_):
        raise RuntimeError("no compiler")

    with monkeypatch.context() as patched:
        patched.setattr(warm, "warm_up", fail)
        with pytest.raises(RuntimeError, match="no compiler"):
            ready.kernels_ready(8)
    ready.kernels_ready(8)
    assert warmed == [np.uint8]


def test_the_kernels_of_a_rule_are_made_ready_once_and_apart_from_those_of_the_search(warmed):
    ready.once("rule", lambda: warmed.append("rule"))
    ready.kernels_ready(8)
    ready.once("rule", lambda: warmed.append("rule"))
    ready.once("other", lambda: warmed.append("other"))
    assert warmed == ["rule", np.uint8, "other"]


@pytest.mark.parametrize(
    ("game", "kernels"),
    [
        (Motus(["AA", "AB"]), "mark_rows"),
        (Wordle(["AA", "AB"]), "mark_rows"),
        (Jotto(["AA", "AB"]), "letter_rows"),
        (Mastermind(2, 2), "peg_rows"),
        (Moo(2, 3), "peg_rows"),
    ],
)
def test_a_game_makes_its_rule_ready_before_its_matrix(warmed, game, kernels):
    assert warmed == []
    game.matrix()
    game.matrix()
    assert ready._ready == {kernels}
