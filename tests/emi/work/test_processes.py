"""Processes that share one search: its value is that of one, and one that is killed is replaced."""

import os
import socket
import sys
from contextlib import suppress
from multiprocessing.connection import Pipe

import numpy as np
import pytest

from emi import Average, Guaranteed, Limits, WorstCase, memory, solve
from emi.errors import OptionError
from emi.search.solve.parallel.task import SharedQuestion, Task
from emi.work import processes
from emi.work.pool import Member, Message, Subject
from emi.work.processes import Processes, main
from tests.emi.cases import Memory, long_game


@pytest.fixture(scope="module")
def pair():
    with Processes(2) as workers:
        workers.alone, workers.slice = 1e-9, 0.05
        yield workers


@pytest.mark.parametrize("objective", [WorstCase(), Average(), Guaranteed(4)], ids=repr)
def test_the_value_is_that_of_one(pair, objective):
    tasks = []
    pair.on_task = lambda **facts: tasks.append(facts)
    game, store = long_game(), Memory()
    found = solve(game, objective, workers=pair, store=store)
    assert found.bounds == solve(game, objective).bounds
    assert {one["worker"] for one in tasks} <= {*pair.places()}
    assert all(one["taken"] <= one["waited"] + 0.1 for one in tasks)
    assert solve(game, objective, store=store).nodes == 0


def test_one_that_is_killed_is_replaced_and_loses_its_task_alone(pair, caplog):
    game, killed = long_game(60), []

    def watch(_):
        if not killed and pair._sent:
            name = next(iter(pair.places()))
            pair._running[name].process.kill()
            killed.append(name)
        return True

    with caplog.at_level("INFO", logger="emi"):
        found = solve(game, workers=pair, watch=watch)
    assert found.bounds == solve(game).bounds
    assert killed[0] not in pair.places()
    assert len(pair.places()) == 2
    assert f"{killed[0]} is lost" in caplog.text


def test_a_stop_leaves_bounds_and_what_was_proven(pair):
    game, store = long_game(60), Memory()
    found = solve(game, workers=pair, store=store, limits=Limits(nodes=50))
    assert not found.proven
    assert store.kept


def test_where_none_can_run_it_is_a_line(monkeypatch, refused):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with Processes(1) as workers:
        workers.alone = 1e-9
        with refused(OptionError):
            solve(long_game(), workers=workers)


def test_a_limit_on_memory_is_for_all_together(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    monkeypatch.setattr(memory, "_limit", 3 << 30)
    with Processes(2) as workers:
        given, real = [], processes.subprocess.Popen

        def popen(*line, env, **more):
            given.append(env[processes.SHARE])
            return real(*line, env=env, **more)

        monkeypatch.setattr(processes.subprocess, "Popen", popen)
        workers.open()
        assert given == [str(1 << 30)] * 2
        assert memory.user_limit() == 1 << 30
    assert memory.user_limit() == 3 << 30


def test_where_pipes_cannot_be_handed_on_it_is_a_line(monkeypatch, refused):
    monkeypatch.setattr(processes, "HANDS_ON", value=False)
    with refused(OptionError):
        Processes(2)


def test_a_search_that_is_soon_done_starts_none():
    with Processes(2) as workers:
        assert solve(long_game(8), workers=workers).proven
        assert workers.places() == []


class TestAProcess:
    """Its program, in this process."""

    @pytest.fixture
    def said(self, monkeypatch):
        """Return a function that lets it read messages, and returns what it says."""

        def run(*messages, end=b""):
            ours, theirs = Pipe()
            monkeypatch.setattr(processes.signal, "signal", lambda *_: None)
            for one in messages:
                ours.send(one)
            os.write(ours.fileno(), end)
            # The end of what it reads; its replies still come.
            with socket.socket(fileno=os.dup(ours.fileno())) as same:
                same.shutdown(socket.SHUT_WR)
            main(theirs)
            theirs.close()
            monkeypatch.undo()
            found = []
            with suppress(EOFError):
                while True:
                    found.append(ours.recv())
            ours.close()
            return found

        return run

    def test_says_that_it_was_told_too_little(self, said):
        assert said(Message(Task(0, (0,), 3))) == [None]

    def test_ends_where_whoever_asks_does(self, said):
        assert said(end=b"\0\0\0\x09half") == []

    def test_ends_where_nobody_listens(self, monkeypatch):
        monkeypatch.setattr(processes.signal, "signal", lambda *_: None)
        ours, theirs = Pipe()
        ours.send(Message(Task(0, (0,), 3)))
        monkeypatch.setattr(Member, "do", lambda *_: ours.close())
        main(theirs)

    def test_has_no_more_memory_than_its_share(self, said, monkeypatch, golden):
        monkeypatch.setattr(memory, "_limit", None)
        game, members = long_game(), np.arange(2, dtype=np.int32)
        asked = Message(
            Task(0, (0,), 3), Subject(game, None, None), SharedQuestion(None, members, None, 3)
        )
        monkeypatch.setenv(processes.SHARE, "1000")
        (reply,) = said(asked)
        golden(reply.rpartition(",")[0])

    def test_says_that_it_has_no_memory(self, said, monkeypatch, golden):
        def do(*_):
            raise MemoryError

        monkeypatch.setattr(Member, "do", do)
        golden(said(Message(Task(0, (0,), 3))))


class TestTheOption:
    def test_shares_one_search(self, ran, lexicon):
        assert "C5: 3 (proven)" in ran(f"solve C5 --lexicon {lexicon} --no-cache --workers 2")
        assert "C5: 3 (proven)" in ran(f"solve C5 --lexicon {lexicon} --no-cache --workers 1")

    def test_says_for_how_many_there_is_memory(self, run, lexicon, monkeypatch, golden):
        monkeypatch.setattr(memory, "available", lambda: 1 << 27)
        done = run("solve", "C5", "--lexicon", lexicon, "--no-cache", "--workers", "9")
        golden(done.err)
        assert "C5: 3 (proven)" in done.out

    def test_is_a_number_above_0(self, run, lexicon):
        done = run("solve", "C5", "--lexicon", lexicon, "--workers", "0")
        assert (done.code, done.out) == (2, "")
        assert "--workers" in done.err or "above 0" in done.err
