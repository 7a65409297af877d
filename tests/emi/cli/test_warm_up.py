"""``emi warm-up``, and the line that tells what is being compiled."""

import logging
import sys

import pytest

from emi import Motus, compiling
from emi.cli.app import Messages
from emi.cli.running import Board, compiling_line
from emi.search.compile import jit
from emi.search.solve import compiling as kernels
from tests.emi.cli.test_interrupted import Terminal


@pytest.fixture
def lines(monkeypatch):
    """Let each search compile two functions, as far as it seems; return the lines shown."""
    lines = []

    def compile_two():
        for _ in range(2):
            with jit.compiling():
                pass

    monkeypatch.setattr(compiling, "_ready", set())
    monkeypatch.setattr(compiling, "PATIENCE", 0.0)
    monkeypatch.setattr(compiling, "FUNCTIONS", {"worst case": 8, "least cost": 1})
    for name in kernels.COMPILE:
        monkeypatch.setitem(kernels.COMPILE, name, compile_two)
    monkeypatch.setattr(compiling, "show", lines.append)
    return lines


def test_the_line_tells_what_is_compiled_and_how_far_it_is(lines):
    compiling.kernels_ready(costs=True)
    said = "compiling the kernels, once:"
    assert lines == [
        f"{said} 12 %, worst case",
        f"{said} 25 %, worst case",
        "",
        f"{said} 99 %, least cost",
        f"{said} 99 %, least cost",
        "",
    ]


def test_nothing_is_shown_of_what_is_quick_or_loaded(lines, monkeypatch):
    monkeypatch.setattr(compiling, "PATIENCE", 3600.0)
    compiling.kernels_ready()
    monkeypatch.setitem(kernels.COMPILE, "least cost", lambda: None)
    compiling.kernels_ready(costs=True)
    assert "".join(lines) == ""


@pytest.mark.usefixtures("lines")
def test_a_board_shows_it_beside_the_games(monkeypatch):
    monkeypatch.setattr("emi.cli.running.PAUSE", 0)
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with Board([Motus(["CAB", "CAD"], name="C3")]):
        compiling.kernels_ready()
    assert "0/1 games [" in terminal.getvalue()
    assert "compiling the kernels, once: 25 %, worst case" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[2K")
    assert compiling.show is compiling_line


@pytest.mark.parametrize("kind", [Terminal, type(sys.__stderr__)])
def test_without_a_board_it_has_a_line_of_its_own_on_a_terminal(kind, monkeypatch, capsys):
    if kind is Terminal:
        monkeypatch.setattr(sys, "stderr", Terminal())
    compiling_line("compiling")
    compiling_line("")
    told = sys.stderr.getvalue() if kind is Terminal else capsys.readouterr().err
    assert told == ("\r\x1b[2Kcompiling\r\x1b[2K" if kind is Terminal else "")


@pytest.mark.parametrize("board", [False, True])
def test_a_message_takes_the_place_of_the_line_and_breaks_between_words(board, monkeypatch):
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setenv("COLUMNS", "40")
    record = logging.makeLogRecord({"msg": "compiling the kernels for this machine, once ..."})
    with Board([Motus(["CAB", "CAD"], name="C3")]) as games:
        show, message = (games.on_compiling, games) if board else (compiling_line, Messages())
        show("compiling the kernels, once: 12 %, worst case")
        message.emit(record)
    text = "\r\x1b[2Kemi: compiling the kernels for this\nmachine, once ...\n"
    assert text in terminal.getvalue()


def test_warm_up_says_whether_it_compiled_or_loaded(run, monkeypatch):
    monkeypatch.setattr(compiling, "_ready", set())
    ready = "the kernels are ready: {} in "
    run("warm-up")
    monkeypatch.setattr(compiling, "_ready", set())
    assert run("warm-up").out.startswith(ready.format("loaded"))
    assert compiling._ready >= {*kernels.COMPILE, "heuristics", "write_marks", "write_pegs"}
    monkeypatch.setattr(compiling, "_ready", set())

    def compiles():
        with jit.compiling():
            pass

    monkeypatch.setitem(kernels.COMPILE, "worst case", compiles)
    assert run("warm-up").out.startswith(ready.format("compiled"))


def test_warm_up_takes_nothing(run, golden):
    ran = run("warm-up", "C5")
    assert ran.code == 2
    golden(ran.err)


def test_warm_up_needs_a_folder_for_what_it_compiles(run, monkeypatch):
    monkeypatch.setattr("emi.search.compile.folders.own_folder", lambda: None)
    ran = run("warm-up")
    said = "emi: cannot keep compiled kernels: set NUMBA_CACHE_DIR to a writable folder\n"
    assert (ran.code, ran.out, ran.err) == (2, "", said)


def test_warm_up_fails_if_the_disk_is_full(run, monkeypatch, tmp_path, golden):
    monkeypatch.setattr("emi.search.compile.files.failed", [tmp_path])
    ran = run("warm-up")
    assert (ran.code, ran.out) == (2, "")
    golden(ran.err)
