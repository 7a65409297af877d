"""The line that tells where a run stands, and what Ctrl-C makes of the run."""

import io
import json
import re
import sys

import pytest

from emi import parallel as running
from emi.cli.progress import Board
from emi.games.motus import Motus
from emi.solving import Answer
from search.model.bounds import Bounds
from search.solve.worst_case.search import Progress

GAMES = [
    Motus(["CAB", "CAD", "CAE"], name="C3"),
    Motus(["BAC", "BAD", "BAE"], name="B3"),
    Motus(["ABC"], name="A3"),
]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True

    def __call__(self, games):
        """Return a board for games on this terminal."""
        self.connect()
        return Board(games)


@pytest.fixture
def terminal(monkeypatch):
    """Return a terminal; a board that it makes writes to it."""
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    # Not here: pytest puts its own stream there when the test begins.
    terminal.connect = lambda: monkeypatch.setattr(sys, "stderr", terminal)
    return terminal


def shown(terminal):
    """Return the last line on the terminal, without escapes."""
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", terminal.getvalue())
    return [line for line in re.split(r"[\r\n]+", plain) if line.strip()][-1]


def progress(lower, upper, depth, nodes):
    return Progress(Bounds(lower, upper), depth, nodes, 1.0)


def answer(game):
    return Answer(game, "worst", Bounds(1, 3), game.guesses[0], 0, 0.0)


def test_the_line_says_how_many_games_are_done(terminal):
    with terminal(GAMES) as board:
        board.on_answer(answer(GAMES[0]))
        board.on_answer(answer(GAMES[1]))
    assert shown(terminal).startswith("2/3 games")


def test_the_line_says_depth_bounds_and_nodes_of_each_cell_that_is_searched(terminal):
    with terminal(GAMES) as board:
        board.on_progress(GAMES[0], progress(4, 6, 4, 1234567))
        board.on_progress(GAMES[1], progress(1, 3, 0, 0))
    assert "B3 1..3, 0 nodes | C3 trying 4, 4..6, 1,234,567 nodes" in shown(terminal)


def test_a_cell_that_is_done_leaves_the_line(terminal):
    with terminal(GAMES) as board:
        board.on_progress(GAMES[0], progress(2, 3, 2, 10))
        board.on_progress(GAMES[1], progress(2, 3, 2, 10))
        board.on_answer(answer(GAMES[0]))
    assert "B3 trying" in shown(terminal)
    assert "C3 trying" not in shown(terminal)


def test_the_time_left_is_in_proportion_to_the_squares_of_the_cells(terminal, monkeypatch):
    with terminal(GAMES) as board, monkeypatch.context() as later:
        later.setattr("emi.cli.progress.time.monotonic", lambda: board.began + 90.0)
        board.on_answer(answer(GAMES[0]))
    # Nine of 9 + 9 + 1 squares in 90 seconds leave ten for 100.
    assert "1:40 left" in terminal.getvalue()


def test_no_time_is_promised_before_the_first_cell_is_done(terminal):
    with terminal(GAMES) as board:
        board.on_progress(GAMES[0], progress(2, 3, 2, 10))
    assert "left" not in terminal.getvalue()


def test_the_line_is_wiped_when_the_run_ends(terminal):
    with terminal(GAMES):
        pass
    assert terminal.getvalue().endswith("\x1b[2K")


def test_there_is_no_line_where_there_is_no_terminal(capsys):
    with Board(GAMES) as board:
        board.on_progress(GAMES[0], progress(2, 3, 2, 10))
        board.on_answer(answer(GAMES[0]))
    assert capsys.readouterr().err == ""


def test_there_is_no_line_for_no_game(terminal):
    with terminal([]):
        pass
    assert terminal.getvalue() == ""


def interrupt(*_, **__):
    raise KeyboardInterrupt


@pytest.fixture
def interrupted(monkeypatch):
    """Send Ctrl-C as soon as the searches have begun, once."""
    real = running.wait

    def wait(*_, **__):
        monkeypatch.setattr(running, "wait", real)
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "wait", wait)


def test_ctrl_c_in_solve_prints_bounds_and_ends_with_130(run, interrupted, hard):  # noqa: ARG001
    ran = run("solve", "3", "--lexicon", hard, "--format", "json", "--no-cache")
    assert ran.code == 130
    found = json.loads(ran.out)
    assert not found["proven"]
    assert found["lower"] < found["upper"]


def test_ctrl_c_in_table_prints_the_table_and_ends_with_130(run, interrupted, hard):  # noqa: ARG001
    ran = run("table", "--lexicon", hard, "--lengths", "3", "--format", "csv", "--no-cache")
    assert ran.code == 130
    assert len(ran.out.splitlines()) == 1 + 18
    assert ran.err == ""


def test_ctrl_c_before_the_search_ends_with_130_and_says_nothing(run, monkeypatch):
    monkeypatch.setattr("emi.cli.options.read_lexicon", interrupt)
    ran = run("solve", "C5")
    assert (ran.code, ran.out, ran.err) == (130, "", "")
