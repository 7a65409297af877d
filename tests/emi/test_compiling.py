"""The kernels are compiled once, and a message explains the wait."""

import logging
import threading
import time
from contextlib import nullcontext
from functools import cache, partial

import pytest

from emi import compiling
from emi.games.jotto import Jotto
from emi.games.mastermind import Mastermind
from emi.games.moo import Moo
from emi.games.motus import Motus
from emi.games.wordle import Wordle
from emi.questions.question import Question
from emi.search.compile import jit
from emi.search.model.limits import clock
from emi.search.solve import compiling as kernels

#: Before the tests put something in its place.
BESIDE = compiling.compile_beside


@pytest.fixture
def warmed(monkeypatch):
    """Forget what is ready, and note what is made so."""
    made = []
    monkeypatch.setattr(compiling, "_ready", set())
    monkeypatch.setattr(compiling, "_announce", cache(compiling._announce.__wrapped__))
    for name in kernels.COMPILE:
        monkeypatch.setitem(kernels.COMPILE, name, partial(made.append, name))
    return made


class Listener(logging.Handler):
    """Records messages, and lets a thread wait for one."""

    def __init__(self):
        super().__init__(logging.INFO)
        self.messages = []
        self.spoken = threading.Event()

    def emit(self, record):
        self.messages.append((record.levelname, record.getMessage()))
        self.spoken.set()


def settle():
    """Wait for the timers; return whether none is left."""
    timers = [one for one in threading.enumerate() if isinstance(one, threading.Timer)]
    for timer in timers:
        timer.join(60)
    return not any(timer.is_alive() for timer in timers)


@pytest.fixture
def listener():
    listener = Listener()
    level = compiling.logger.level
    # Not the attribute: a logger remembers which levels are enabled until setLevel is called.
    compiling.logger.setLevel(logging.INFO)
    compiling.logger.addHandler(listener)
    yield listener
    compiling.logger.removeHandler(listener)
    compiling.logger.setLevel(level)


def test_the_wait_is_explained_once_when_it_is_long(monkeypatch, warmed, listener, golden):
    def slow():
        for _kernel in range(2):
            with jit.compiling():
                warmed.append(listener.spoken.wait(60))
        settle()

    monkeypatch.setattr(compiling, "PATIENCE", 0.0)
    monkeypatch.setitem(kernels.COMPILE, "worst case", slow)
    compiling.kernels_ready()
    monkeypatch.setattr(compiling, "_ready", set())
    compiling.kernels_ready()
    assert all(warmed)
    ((level, message),) = listener.messages
    assert level == "INFO"
    golden(message)


def test_the_wait_in_every_run_is_not_called_the_only_one(monkeypatch, warmed, listener, golden):
    lines = []
    monkeypatch.setattr("emi.search.compile.folders.own_folder", lambda: None)
    monkeypatch.setattr(compiling, "PATIENCE", 0.0)
    monkeypatch.setattr(compiling, "show", lines.append)

    def slow():
        with jit.compiling():
            warmed.append(listener.spoken.wait(60))

    monkeypatch.setitem(kernels.COMPILE, "worst case", slow)
    compiling.kernels_ready()
    ((_, message),) = listener.messages
    golden([message, *lines])


def test_nothing_is_said_when_kernels_are_loaded_however_long_it_takes(
    monkeypatch, warmed, listener
):
    monkeypatch.setattr(compiling, "PATIENCE", 0.0)
    monkeypatch.setitem(
        kernels.COMPILE, "worst case", lambda: warmed.append(listener.spoken.wait(0.1))
    )
    compiling.kernels_ready()
    assert warmed == [False]


def test_a_limit_on_time_leaves_out_compiling_and_the_time_told_all_waiting(monkeypatch, warmed):
    """What is loaded is loaded in each run: who sets a limit waits for it."""
    question = Question(Motus(["AA", "AB"]))

    def ready(compiles):
        with jit.compiling() if compiles else nullcontext():
            # A phase is compiled within a kernel.
            with jit.compiling() if compiles else nullcontext():
                time.sleep(0.01)
            time.sleep(0.01)

    for compiles in (True, False):
        waited, held, began = compiling.seconds_waited(), clock.held, clock.now()
        seconds = question.session.seconds
        monkeypatch.setitem(kernels.COMPILE, "worst case", partial(ready, compiles))
        monkeypatch.setattr(compiling, "_ready", set())
        compiling.kernels_ready()
        taken = compiling.seconds_waited() - waited
        assert taken >= 0.02
        assert question.session.seconds - seconds < taken
        assert (clock.held - held >= 0.02) == compiles
        assert clock.now() - began >= 0.02 or compiles
    assert warmed == []


def test_nothing_is_said_when_it_is_short(monkeypatch, warmed, listener):
    def quick():
        with jit.compiling():
            warmed.append("quick")

    monkeypatch.setattr(compiling, "PATIENCE", 3600.0)
    monkeypatch.setitem(kernels.COMPILE, "worst case", quick)
    compiling.kernels_ready()
    assert warmed == ["quick"]
    assert settle()
    assert listener.messages == []


def test_the_kernels_are_made_ready_once_for_each_search(warmed):
    for _ in range(2):
        compiling.kernels_ready()
    assert warmed == ["worst case"]
    for _ in range(2):
        compiling.kernels_ready(hard=True, costs=True)
    assert warmed[1:] == ["hard", "least cost"]


@pytest.mark.parametrize(("cores", "free", "started"), [(2, 8, 1), (1, 8, 0), (2, 1, 0)])
def test_a_second_process_compiles_too_where_there_is_room(monkeypatch, cores, free, started):
    monkeypatch.setattr("emi.memory.cores", lambda: cores)
    monkeypatch.setattr("emi.memory.available", lambda: free << 30)
    monkeypatch.setattr(compiling, "EVERYTHING", "print('unseen')")
    monkeypatch.setattr(compiling, "_others", others := [])
    for _ in range(2):
        BESIDE()
    compiling.wait_for_others()
    assert [one.returncode for one in others] == [0] * started


@pytest.mark.parametrize(("folder", "beside"), [("kept", 1), (None, 0)])
def test_a_second_process_compiles_only_what_it_can_keep(monkeypatch, warmed, folder, beside):
    monkeypatch.setattr("emi.search.compile.folders.own_folder", lambda: folder)
    monkeypatch.setattr("emi.search.compile.folders.is_compiled", lambda _: False)
    monkeypatch.setattr(compiling, "compile_beside", lambda: warmed.append("beside"))
    compiling.kernels_ready()
    assert warmed == ["beside"] * beside + ["worst case"]


def test_it_compiles_what_all_searches_begin_with_last(warmed, monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    exec(compiling.EVERYTHING)  # noqa: S102 - as that process does
    assert warmed == ["hard", "least cost", "refutation", "surveys", "cores", "worst case"]


def test_threads_that_ask_at_once_wait_for_the_first(warmed):
    threads = [threading.Thread(target=compiling.kernels_ready) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert warmed == ["worst case"]


def test_a_failure_is_not_taken_for_success(monkeypatch, warmed):
    def fail():
        raise RuntimeError("no compiler")

    with monkeypatch.context() as patched:
        patched.setitem(kernels.COMPILE, "worst case", fail)
        with pytest.raises(RuntimeError, match="no compiler"):
            compiling.kernels_ready()
    compiling.kernels_ready()
    assert warmed == ["worst case"]


def test_the_kernels_of_a_rule_are_made_ready_once_and_apart_from_those_of_the_search(warmed):
    compiling.once("rule", lambda: warmed.append("rule"))
    compiling.kernels_ready()
    compiling.once("rule", lambda: warmed.append("rule"))
    compiling.once("other", lambda: warmed.append("other"))
    assert warmed == ["rule", "worst case", "other"]


@pytest.mark.parametrize(
    ("game", "kernels"),
    [
        (Motus(["AA", "AB"]), "write_marks"),
        (Wordle(["AA", "AB"]), "write_marks"),
        (Jotto(["AA", "AB"]), "write_shared"),
        (Mastermind(2, 2), "write_pegs"),
        (Moo(2, 3), "write_pegs"),
    ],
)
def test_a_game_makes_its_rule_ready_before_its_matrix(warmed, game, kernels):
    assert warmed == []
    game.matrix()
    game.matrix()
    assert compiling._ready == {kernels}
