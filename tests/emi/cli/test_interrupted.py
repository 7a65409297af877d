"""Progress of a long search, and stopping it at any moment by Ctrl-C or SIGKILL."""

import ast
import contextlib
import io
import json
import logging
import os
import pty
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest

import emi
import emi.search.heuristics.play
from emi.analysis import explored
from emi.cli.interrupt import ENDED, ONCE, SIGNALS
from emi.cli.running import Board
from emi.compiling import logger
from emi.games.motus import Motus
from emi.questions.certifying import Writing
from emi.questions.question import Question
from emi.reports.table import Section
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Stopped
from emi.search.solve.base import Search
from emi.search.solve.session import Progress
from emi.search.solve.worst_case import shrink
from emi.work import run as parallel
from tests.emi.cases import ROOT

GAMES = [
    Motus(["CAB", "CAD", "CAE"], name="C3"),
    Motus(["BAC", "BAD", "BAE"], name="B3"),
    Motus(["ABC"], name="A3"),
]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True


class TestTheBoard:
    @pytest.fixture
    def followed(self, monkeypatch):
        """Return a function that reports the state of games to a board."""
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv("COLUMNS", "120")

        def followed(games, *told, later=0.0):
            terminal = Terminal()
            monkeypatch.setattr(sys, "stderr", terminal)
            monkeypatch.setattr("emi.cli.running.PAUSE", 0)
            with Board(games) as board, monkeypatch.context() as clock:
                if later:
                    clock.setattr("emi.cli.running.time.monotonic", lambda: board.began + later)
                for game, progress in told:
                    if progress is None:
                        board.on_result(SimpleNamespace(game=game))
                    else:
                        board.on_progress(game, progress)
            plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", terminal.getvalue())
            lines = [line for line in re.split(r"[\r\n]+", plain) if line.strip()]
            return lines[-1] if lines else "", terminal.getvalue()

        return followed

    SEARCHED = (GAMES[0], Progress(Bounds(4, 6), 1234567, 1.0, 4))
    BEGUN = (GAMES[1], Progress(Bounds(1, 3), 0, 1.0))

    def test_says_how_many_games_are_done_and_where_the_others_stand(self, followed, golden):
        line, whole = followed(GAMES, self.SEARCHED, self.BEGUN)
        assert "1,234,567 nodes" in line
        golden(line)
        # No time is promised before the first game is done.
        assert "left" not in whole
        line, _ = followed(GAMES, self.SEARCHED, self.BEGUN, (GAMES[0], None))
        assert line.startswith("1/3 games")
        assert "B3 1..3" in line
        assert "C3 trying" not in line

    def test_promises_time_in_proportion_to_the_squares_of_the_games(self, followed):
        # Nine of 9 + 9 + 1 squares in 90 seconds leave ten for 100.
        assert "1:40 left" in followed(GAMES, (GAMES[0], None), later=90.0)[1]

    def test_is_wiped_when_the_run_ends(self, followed):
        assert followed(GAMES)[1].endswith("\x1b[2K")
        assert followed([]) == ("", "")

    def test_is_wiped_where_the_terminal_has_become_narrower(self, followed, monkeypatch):
        sizes = iter([100, 100, 40, 40])
        monkeypatch.setattr("emi.cli.running._columns", lambda: next(sizes))
        _, whole = followed(GAMES, self.SEARCHED, self.BEGUN)
        lines = whole.split("\r")
        # The line of 76 characters takes two of 40 now, and the next one is shorter.
        assert lines[-3].endswith("\x1b[1A")
        assert lines[-2].startswith("\x1b[J0/3 games")
        assert len(lines[-2].removeprefix("\x1b[J")) == 39

    def test_moves_on_below_a_message(self, followed, monkeypatch, caplog):
        caplog.set_level(logging.INFO, "emi")
        real = Board.on_progress

        def on_progress(self, *told):
            real(self, *told)
            logger.info("compiling")

        monkeypatch.setattr(Board, "on_progress", on_progress)
        _, whole = followed(GAMES, self.SEARCHED)
        assert "\r\x1b[2Kemi: compiling\n\r\x1b[2K0/3 games" in whole

    def test_is_not_there_where_there_is_no_terminal(self, capsys):
        with Board(GAMES) as board:
            board.on_progress(*self.SEARCHED)
        assert capsys.readouterr().err == ""


class TestCtrlC:
    @pytest.fixture
    def interrupted(self, run, monkeypatch, hard, tmp_path):
        """Return a function that sends one Ctrl-C when the work, or a given method, begins."""
        real = parallel.wait

        def interrupted(line, where=None, method="", *, later=0.0, by=signal.SIGINT):
            begun, sent = threading.Event(), threading.Event()

            def wait(*waiting, **options):
                monkeypatch.setattr(parallel, "wait", real)
                assert where is None or begun.wait(60)
                time.sleep(later)
                signal.raise_signal(by)
                sent.set()
                return real(*waiting, **options)

            def at(*told):
                begun.set()
                assert later or sent.wait(60)
                return then(*told)

            if where is not None:
                then = getattr(where, method)
                monkeypatch.setattr(where, method, at)

            monkeypatch.setattr(parallel, "wait", wait)
            return run(*line.format(hard=f"--lexicon {hard}", out=tmp_path / "x.json").split())

        return interrupted

    @pytest.mark.parametrize("options", ["", "--objective average", "--objective guaranteed"])
    def test_in_solve_prints_bounds_and_ends_with_130(self, interrupted, options):
        ran = interrupted(f"solve 3 {{hard}} --format json --no-cache {options}")
        assert (ran.code, ran.err) == (130, "")
        found = json.loads(ran.out)
        assert not found["proven"]
        assert found["upper"] is None or found["lower"] < found["upper"]

    @pytest.mark.parametrize("by", SIGNALS)
    def test_in_table_prints_the_table_and_ends_with_130(self, interrupted, by):
        ran = interrupted("table {hard} --lengths 3 --format csv --no-cache", by=by)
        assert (ran.code, len(ran.out.splitlines())) == (130, 1 + 18)
        assert re.fullmatch(r"emi: stopped: \d of 18 games finished\n", ran.err)

    def test_says_how_many_games_are_finished(self, interrupted_at, lexicon):
        done = interrupted_at(10, "compare", *self.THREE, "--lexicon", lexicon)
        assert "emi: stopped: 1 of 3 games finished\n" in done.err

    @pytest.mark.parametrize(
        "line",
        [
            "strategy 3 {hard} --out {out}",
            "strategy 3 {hard} --out {out} --objective average",
            "strategy 3 {hard} --out {out} --objective guaranteed",
            "strategy 3 {hard} --out {out} --heuristic Sum",
            "certify 3 {hard} --out {out}.emip",
            "compare 3 {hard}",
            "compare 3 {hard} --heuristic Bobo --with-optimal",
            "report published --only mastermind,moo",
        ],
    )
    def test_in_others_says_what_is_missing_and_leaves_no_file(
        self, interrupted, tmp_path, monkeypatch, line, golden
    ):
        # What is quick is over before it hears of it.
        monkeypatch.setattr(Question, "matrix", self.until_stopped(Question.matrix))
        monkeypatch.setattr(emi.Game, "matrix", self.slowly(emi.Game.matrix))
        ran = interrupted(line)
        assert (ran.code, ran.out) == (130, "")
        golden(ran.err)
        assert not [path for path in tmp_path.iterdir() if path.name.startswith("x.json")]

    @pytest.mark.parametrize("suffix", ["emip", "emip.xz"])
    @pytest.mark.parametrize("options", ["", "--objective average", "--objective guaranteed"])
    def test_in_certify_writes_the_bounds_and_ends_with_130(
        self, interrupted, run, tmp_path, caplog, hard, options, suffix
    ):
        caplog.set_level(logging.INFO, "emi")
        out = tmp_path / f"x.{suffix}"
        ran = interrupted(f"certify 3 {{hard}} --out {out} {options}", Search, "run", later=0.3)
        assert ran.code == 130
        of = r"3: (?P<bounds>([\d,]+)\.\.([\d,]+))"
        written = re.fullmatch(rf"{of} \(not proven, a certificate of bounds\), .*\n", ran.out)
        reached = re.search(rf" {of}; writing the certificate, press Ctrl-C", caplog.text)
        # The strategy that is written out is mostly better than what was known of it.
        assert reached[2] == written[2]
        checked = run("verify", out, "--lexicon", hard)
        assert checked.code == 0
        assert written["bounds"].replace(",", "").replace("..", " to ") in checked.out

    def test_while_a_certificate_is_written_does_not_cost_it(
        self, interrupted, run, tmp_path, caplog, lexicon, golden
    ):
        caplog.set_level(logging.INFO, "emi")
        out = tmp_path / "x.emip"
        ran = interrupted(f"certify C5 --lexicon {lexicon} --out {out}", Writing, "write")
        assert (ran.code, ran.out.startswith(f"C5: 3, {out} (")) == (130, True)
        golden(caplog.messages)
        assert run("verify", out, "--lexicon", lexicon).out == "OK C5: 3 (12 words)\n"

    def test_in_certify_leaves_cells_that_are_done(self, interrupted, tmp_path, hard, lexicon):
        words = tmp_path / "words.txt"
        words.write_text(hard.read_text() + lexicon.read_text())
        line = f"certify --all --no-initial --lexicon {words} --out {tmp_path / 'all'}"
        ran = interrupted(f"{line} --lengths 3,5,6 --jobs 1", Search, "run")
        assert (ran.code, ran.out.count("\n"), ran.out[:3]) == (130, 1, "3: ")
        assert [path.name for path in (tmp_path / "all").iterdir()] == ["3.emip.xz"]

    @pytest.fixture
    def interrupted_at(self, run, monkeypatch):
        """Return a function that sends Ctrl-C when Max is played in a game of a given size."""
        real, wait = emi.search.heuristics.play.tries, parallel.wait

        def interrupted_at(secrets, *line):
            begun = threading.Event()

            def tries(matrix, heuristic, **how):
                if heuristic.name == "Max" and matrix.secrets == secrets and not begun.is_set():
                    begun.set()
                    while how["watch"](0):
                        time.sleep(0.01)
                    raise Stopped
                return real(matrix, heuristic, **how)

            def waits(*waiting, **options):
                monkeypatch.setattr(parallel, "wait", wait)
                assert begun.wait(60)
                signal.raise_signal(signal.SIGINT)
                return wait(*waiting, **options)

            monkeypatch.setattr(emi.search.heuristics.play, "tries", tries)
            monkeypatch.setattr(parallel, "wait", waits)
            return run(*line)

        return interrupted_at

    THREE = ("--heuristic", "Sum", "--heuristic", "Max", "--heuristic", "Gmax", "--jobs", "1")

    def test_in_compare_prints_the_rows_that_are_finished(
        self, interrupted_at, ran, lexicon, golden
    ):
        line = ("compare", "C5", *self.THREE, "--format", "csv", "--lexicon", lexicon)
        done = interrupted_at(12, *line)
        whole = ran(" ".join(line[:-1]), lexicon).splitlines()
        assert (done.code, done.out.splitlines()) == (130, whole[:2])
        golden(done.err)

    def test_in_compare_prints_the_rows_of_the_cells_that_are_finished(
        self, interrupted_at, ran, lexicon, golden
    ):
        done = interrupted_at(10, "compare", *self.THREE, "--lexicon", lexicon)
        assert done.code == 130
        golden(done.err)
        assert ", 1 of 3 cells" in done.out.splitlines()[0]
        alone = ran(f"compare --letters C --lengths 5 {' '.join(self.THREE)} --lexicon", lexicon)
        assert done.out.splitlines()[1:] == alone.splitlines()[1:]

    def test_in_report_prints_the_parts_that_are_finished(
        self, interrupted_at, monkeypatch, golden
    ):
        monkeypatch.setattr("emi.published.pegs.blackpeg", lambda _: Section("A part"))
        monkeypatch.setattr("emi.published.pegs.Mastermind", lambda *_: emi.Mastermind(2, 3))
        monkeypatch.setattr(
            "emi.cli.report.PARTS", dict.fromkeys(("blackpeg", "mastermind", "moo"), "pegs")
        )
        line = ("report", "published", "--only", "blackpeg,mastermind,moo")
        done = interrupted_at(9, *line)
        assert (done.code, "## A part" in done.out) == (130, True)
        golden(done.err)

    @pytest.mark.parametrize(
        ("where", "method"),
        [(explored, "solution_of"), (explored, "proof"), (shrink, "shrunk_refutation")],
    )
    def test_in_page_says_what_is_left_out(self, interrupted, tmp_path, where, method, golden):
        page = tmp_path / "page.html"
        words = tmp_path / "words.txt"
        words.write_text("CAB\nCAC\nCAD\nCAF\nCAG")
        line = f"page --no-initial --lengths 3 --lexicon {words} --no-cache --out {page}"
        done = interrupted(line, where, method)
        int(method != "solution_of")
        summary, left_out = done.err.splitlines()
        assert done.code == 130
        golden(left_out)
        golden(summary)
        assert page.exists()

    @staticmethod
    def until_stopped(real):
        def matrix(self, **options):
            while self.engine_session().go_on():
                time.sleep(0.01)
            return real(self, **options)

        return matrix

    @staticmethod
    def slowly(real):
        def matrix(self, go_on=lambda: True):
            time.sleep(0.3)
            return real(self, go_on)

        return matrix

    def test_within_the_arguments_ends_with_130(self, run, monkeypatch):
        def interrupt(*_, **__):
            raise KeyboardInterrupt

        monkeypatch.setattr("emi.games.registry.fitting", interrupt)
        ran = run("solve", "C5")
        assert (ran.code, ran.out, ran.err) == (130, "", "")


@pytest.fixture(scope="module")
def undisturbed(hard):
    """Return the result of a search without a cache."""
    return emi.solve(Motus.of_cell("3", str(hard)))


class TestAProcess:
    @pytest.fixture
    def start(self, tmp_path, hard):
        """Return a function that starts ``emi solve 3`` on the hard list."""
        processes = []

        def start(*program, **options):
            process = subprocess.Popen(
                [sys.executable, *(program or ("-m", "emi")), "solve", "3", "--lexicon", str(hard),
                 "--format", "json"],
                cwd=ROOT,
                env={**os.environ, "EMI_CACHE_DIR": str(tmp_path / "cache"), "TERM": "xterm",
                     "COLUMNS": "100"},
                stdout=subprocess.PIPE,
                **{"stderr": subprocess.PIPE, **options},
            )  # fmt: skip
            processes.append(process)
            return process

        yield start
        for process in processes:
            process.kill()
            process.wait()
            for pipe in (process.stdout, process.stderr):
                if pipe is not None:
                    pipe.close()

    def goes_on(self, start, undisturbed):
        out, err = start().communicate()
        assert b"Traceback" not in err
        again = json.loads(out)
        assert again["proven"]
        assert again["upper"] == undisturbed.bounds.upper
        assert 0 < again["nodes"] < undisturbed.nodes

    def test_that_is_killed_loses_neither_the_cache_nor_all_of_the_work(
        self, start, undisturbed, tmp_path
    ):
        # As the program is, but it keeps what it has proven sooner.
        sooner = (
            "import emi.search.solve.session as s; s.FLUSH = 0.2; from emi.cli import main; main()"
        )
        process = start("-c", sooner)
        while self.records(tmp_path / "cache") < 2:
            assert process.poll() is None
            time.sleep(0.02)
        process.kill()
        assert process.wait() == -signal.SIGKILL
        self.goes_on(start, undisturbed)

    @staticmethod
    def records(folder):
        """Return the number of records in a cache without disturbing its writers."""
        uri = f"file:{folder / 'cache.db'}?mode=ro"
        count = "SELECT count(*) FROM Cache WHERE key LIKE 'record/%'"
        with (
            contextlib.suppress(sqlite3.OperationalError),
            contextlib.closing(sqlite3.connect(uri, uri=True)) as database,
        ):
            return database.execute(count).fetchone()[0]
        return 0

    def test_that_hears_ctrl_c_prints_the_bounds_reached_and_the_next_run_goes_on(
        self, start, undisturbed
    ):
        ours, theirs = pty.openpty()
        process = start(stderr=theirs)
        os.close(theirs)
        seen = b""
        with contextlib.suppress(OSError):  # the terminal is gone when the program is
            while chunk := os.read(ours, 4096):
                seen += chunk
                nodes = re.search(rb"3 trying \d+, \d+\.\.\d+, (\d+),\d\d\d nodes", seen)
                if nodes and process.poll() is None:
                    process.send_signal(signal.SIGINT)
                    break
            while chunk := os.read(ours, 4096):
                seen += chunk
        os.close(ours)
        out, _ = process.communicate()

        assert process.returncode == 130
        assert b"Traceback" not in seen
        assert b"0/1 games" in seen
        # The line of the progress is wiped.
        assert seen.rstrip().endswith(b"\x1b[2K")
        bounds = json.loads(out)
        assert not bounds["proven"]
        assert bounds["lower"] <= undisturbed.bounds.upper <= bounds["upper"]
        assert bounds["nodes"] >= 1000
        self.goes_on(start, undisturbed)


#: The script, which hears Ctrl-C when it asks for its n-th module once it has begun, or for a named
#: one: it says so.
AT_AN_IMPORT = """
import _signal, os, sys
from emi.cli import main

class Finder:
    found, at = 0, sys.argv.pop(1) if __name__ == "__main__" else "0"

    def find_spec(self, name, *_):
        self.found += 1
        if self.found == 1:
            os.write(1, b"\\n")
        if self.at in (str(self.found), name):
            _signal.raise_signal(_signal.SIGINT)
        if self.at == f"lost {self.found}":
            Lost()

class Lost:
    def __del__(self):
        _signal.raise_signal(_signal.SIGINT)

if __name__ == "__main__":
    sys.meta_path.insert(0, Finder())
    main()
"""

#: The script, interrupted, which hears Ctrl-C again when the interpreter takes its modules apart.
AT_ITS_END = """
import os, sys
import emi.cli.app
from emi.cli import main

class Last:
    def __del__(self, kill=os.kill, own=os.getpid()):
        kill(own, 2)

def interrupted(*_):
    raise KeyboardInterrupt

sys.modules["emi.cli.app"].program = interrupted
sys.last = Last()
main()
"""

#: The script, which hears two signals when its work begins, and more of them after a time.
TWICE = """
import os, sys, time
from emi.cli import main
from emi.work import run

wait, delay = run.wait, float(sys.argv.pop(1))

def waits(*waiting, **options):
    run.wait = wait
    os.kill(os.getpid(), 2)
    time.sleep(delay)
    os.kill(os.getpid(), 2)
    return wait(*waiting, **options)

run.wait = waits
main()
"""

#: The script, which hears Ctrl-C twice when a file is written but does not have its name yet.
AT_A_FILE = """
import os, time
from pathlib import Path
from emi.cli import main

def replace(*_):
    while True:
        os.kill(os.getpid(), 2)
        time.sleep(0.1)

if __name__ == "__main__":
    Path.replace = replace
    main()
"""


class TestWhereCtrlCIsIgnored:
    """Under nohup or in the background of a script, Ctrl-C has no effect."""

    IGNORED = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)}  # noqa: RUF012

    @pytest.mark.parametrize(
        "line",
        [
            "solve 3 --lexicon {} --no-cache --time-limit 3 --format json",
            "solve 3 --lexicon {} --no-cache --time-limit 3 --workers 2",
            "table --lengths 3 --lexicon {} --no-cache --time-limit 3 --jobs 2",
        ],
    )
    def test_the_program_runs_to_its_end(self, hard, line):
        line = [sys.executable, "-m", "emi", *line.format(hard).split()]
        quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        with subprocess.Popen(
            line, cwd=ROOT, start_new_session=True, **quiet, **self.IGNORED
        ) as process:
            while process.poll() is None:
                os.killpg(process.pid, signal.SIGINT)
                time.sleep(0.2)
            out, err = process.communicate()
        assert (process.returncode, "Traceback" in err) == (0, False)
        assert out

    def test_sigterm_stops_it_and_its_workers(self, hard, tmp_path):
        """`timeout` sends SIGTERM to the whole group."""
        log = tmp_path / "log"
        line = f"solve 3 --objective average --lexicon {hard} --workers 2 --log-file {log}"
        with subprocess.Popen(
            [sys.executable, "-m", "emi", *line.split(), "--format", "json", "--no-cache"],
            cwd=ROOT, start_new_session=True, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, **self.IGNORED,
        ) as process:  # fmt: skip
            while not (log.exists() and '"task"' in log.read_text()):
                assert process.poll() is None
                time.sleep(0.05)
            os.killpg(process.pid, signal.SIGTERM)
            out, err = process.communicate()
        assert (process.returncode, err) == (130, "")
        assert json.loads(out)["proven"] is False
        assert json.loads(log.read_text().splitlines()[-1])["state"] == "stopped"
        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, 0)

    def test_what_tests_start_hears_it(self):
        code = "import signal, subprocess, sys, tests.conftest; subprocess.run(sys.argv[1:])"
        child = (
            "import signal; assert signal.getsignal(signal.SIGINT) is signal.default_int_handler"
        )
        line = [sys.executable, "-c", code, sys.executable, "-c", child]
        done = subprocess.run(line, cwd=ROOT, capture_output=True, check=False, **self.IGNORED)
        assert done.stderr == b""


class TestCtrlCAtAnyMoment:
    """Ends the program with 130 and without a traceback."""

    @pytest.fixture
    def begun(self, monkeypatch, tmp_path):
        """Return a function that starts the script and waits until it has begun."""
        monkeypatch.setenv("EMI_CACHE_DIR", str(tmp_path / "cache"))
        monkeypatch.setenv("PYTHONPATH", str(ROOT))
        (tmp_path / "emi").write_text(AT_AN_IMPORT)

        def begun(at, line):
            process = subprocess.Popen(
                [sys.executable, tmp_path / "emi", str(at), *line.split()],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
            )  # fmt: skip
            process.stdout.readline()
            return process

        return begun

    # While gzip is imported, the module that knows the incomplete files is half imported.
    @pytest.mark.parametrize("at", [1, "lost 1", 2, 10, 40, 160, 300, "emi.files", "gzip"])
    def test_while_python_imports(self, begun, at):
        with begun(at, "solve X5 --no-cache") as process:
            out, err = process.communicate()
        # The search prints its bounds if it has begun; while the handler itself is imported,
        # nothing is printed.
        quiet = "X5: " in out or (at in {1, "lost 1", 2, 10} and not err)
        assert (process.returncode, err) == (130, "" if quiet else ENDED.decode())

    @pytest.mark.parametrize(
        ("delay", "said"),
        [(0.05, r"emi: stopped: \d of 18 games finished\n"), (0.4, ENDED.decode())],
    )
    def test_two_signals_at_once_are_one(self, tmp_path, hard, delay, said):
        (tmp_path / "emi").write_text(TWICE)
        process = subprocess.run(
            [sys.executable, tmp_path / "emi", str(delay), "table", "--lexicon", hard,
             "--lengths", "3", "--format", "csv", "--no-cache"],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert process.returncode == 130
        assert re.fullmatch(said, process.stderr)
        assert len(process.stdout.splitlines()) == (1 + 18 if delay < ONCE else 0)

    @pytest.mark.parametrize(
        "line",
        ["solve 3 --lexicon {}", "verify {} {} --jobs 2", "certify 3 --lexicon {} --out {}.emip"],
    )
    def test_twice_after_any_delay(self, begun, hard, line, tmp_path, monkeypatch):
        for delay in (0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8):
            # With what the others kept it could be done before.
            monkeypatch.setenv("EMI_CACHE_DIR", str(tmp_path / f"cache{delay}"))
            with begun(0, line.format(hard, hard)) as process:
                time.sleep(delay)
                for _ in range(2):
                    # As a terminal does, to those whom it started too.
                    with contextlib.suppress(ProcessLookupError):
                        os.killpg(process.pid, signal.SIGINT)
                    time.sleep(ONCE)
                _, err = process.communicate()
            assert "Traceback" not in err
            assert process.returncode in ({130, 2} if "verify" in line else {130})
        assert not [path for path in hard.parent.iterdir() if path.suffix == ".tmp"]

    def test_while_a_file_is_written(self, tmp_path, lexicon):
        (tmp_path / "emi").write_text(AT_A_FILE)
        line = f"certify C5 --lexicon {lexicon} --no-cache --out {tmp_path / 'x.emip'}"
        process = subprocess.run(
            [sys.executable, tmp_path / "emi", *line.split()],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=False,
        )
        assert (process.returncode, process.stdout) == (130, b"")
        assert {path.name for path in tmp_path.iterdir()} == {"emi", lexicon.name}

    def test_when_all_is_over(self, tmp_path):
        (tmp_path / "emi").write_text(AT_ITS_END)
        line = [sys.executable, tmp_path / "emi"]
        process = subprocess.run(line, capture_output=True, text=True, check=False, cwd=ROOT)
        assert (process.returncode, process.stderr) == (130, "")

    @pytest.mark.parametrize("program", ["/usr/bin/emi", "theirs.py"])
    def test_is_left_to_who_imports_emi(self, program):
        code = (
            f"import signal, sys; sys.argv = [{program!r}, 'table']; import emi.cli.app\n"
            "emi.solve(emi.Mastermind(1, 2))\n"
            "assert signal.getsignal(signal.SIGINT) is signal.default_int_handler"
        )
        subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)

    def test_needs_no_private_module(self):
        for room in ("emi", "search", "cache", "reports"):
            for path in (ROOT / room).rglob("*.py"):
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                    names = [getattr(node, "module", None) or ""]
                    if isinstance(node, ast.Import):
                        names = [alias.name for alias in node.names]
                    assert not [one for one in names if re.match("_(?!_future__)", one)], path
