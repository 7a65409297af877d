"""``--log-file`` and ``emi cache status``: a run as others see it."""

import contextlib
import json
import re
import sqlite3
import warnings

import pytest

from emi import Average, Bounds, Guaranteed, Limits, Motus, WorstCase, game_named, solve
from emi.cache import DiskStore
from emi.cli.running import Log
from emi.search.model.candidates import Candidates
from emi.search.model.record import Proven, encode
from emi.search.solve import session
from emi.upkeep.audit import status
from tests.emi.cases import PAPER, long_game


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


class TestTheLog:
    def test_tells_start_progress_answers_and_end(self, ran, lexicon, tmp_path):
        path = tmp_path / "log.jsonl"
        for _ in range(2):
            ran("table --lexicon", lexicon, "--log-file", path)
        told = lines(path)
        first = told[: len(told) // 2 + 1]
        assert (first[0]["event"], first[0]["games"]) == ("start", 3)
        assert first[0]["command"][:2] == ["emi", "table"]
        answers = {one["game"]: one for one in told if one["event"] == "result"}
        assert {name: one["upper"] for name, one in answers.items()} == {"A5": 3, "C5": 3, "C6": 3}
        assert all(set(one) >= {"lower", "upper", "nodes", "seconds"} for one in answers.values())
        assert {one["state"] for one in told if one["event"] == "end"} == {"done"}
        assert [one["event"] for one in told].count("start") == 2  # Lines are added.
        assert all(one["time"].endswith("+00:00") for one in told)

    def test_tells_progress_of_a_game_every_few_seconds(self, tmp_path, monkeypatch):
        path, now = tmp_path / "log", iter([0.0, 1.0, 1.1, 4.0, 9.0, 9.1, 9.2])
        monkeypatch.setattr("emi.cli.running.time.monotonic", lambda: next(now))
        game = Motus(PAPER, name="L7")
        log = Log(path, [game])
        for _ in range(3):
            log.on_progress(game, "playing Max")
        assert [(one["game"], one["text"]) for one in lines(path)] == [("L7", "playing Max")] * 2

    def test_tells_what_went_wrong(self, run, hard, tmp_path, monkeypatch, golden):
        path = tmp_path / "log"

        def fail(*_):
            raise MemoryError("Unable to allocate 32.0 MiB for an array")

        monkeypatch.setattr("emi.search.solve.worst_case.engine.make_table", fail)
        assert run("solve", "3", "--lexicon", hard, "--log-file", path).code == 2
        end = lines(path)[-1]
        assert (end["event"], end["state"]) == ("end", "failed")
        golden(end["error"])

    def test_a_file_that_cannot_be_written_is_refused_before_the_work(
        self, lexicon, tmp_path, wrong
    ):
        wrong("solve", "C5", "--lexicon", lexicon, "--log-file", tmp_path / "none" / "log")

    def test_a_file_that_can_be_written_no_more_is_a_warning(self, tmp_path, warned):
        log = Log(tmp_path / "log", [])
        log.path = tmp_path
        with warned(UserWarning):
            log.put("result")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            log.put("end")

    def test_tells_how_many_first_guesses_of_a_worst_case_are_left(self, tmp_path, monkeypatch):
        monkeypatch.setattr(session, "FLUSH", -1.0)
        monkeypatch.setattr("emi.search.solve.engine.SLICE", 0.0)

        def left(limits=None):
            told = []
            with DiskStore(tmp_path) as store:
                solve(
                    game_named("mastermind:4x5"), limits=limits, store=store,
                    watch=lambda now: told.append(str(now)) or True,
                )  # fmt: skip
            found = [re.search(r" nodes, (\d) of 5 first guesses left$", one) for one in told]
            return [int(one[1]) for one in found if one]

        stopped = left(Limits(nodes=75))
        assert 5 == max(stopped) > min(stopped) > 0
        # The next run knows what was refuted.
        assert max(left()) <= min(stopped)


class TestTheStatus:
    def test_tells_where_each_question_stands(self, tmp_path, monkeypatch):
        monkeypatch.setattr(session, "FLUSH", 0.0)
        game = long_game(name="L2")
        with DiskStore(tmp_path) as store:
            worst = solve(game, WorstCase(), limits=Limits(nodes=100), store=store)
            solve(game, Average(), limits=Limits(nodes=2000), store=store)
            solve(Motus(PAPER, name="L7"), store=store)
            found = {one.question: one for one in status(tmp_path)}
        assert set(found) == {"L2", "L2, average", "L7"}
        assert (found["L7"].bounds, found["L7"].proven) == (Bounds(2, 2), True)
        assert found["L2"].bounds == worst.bounds
        assert (found["L2"].proven, found["L2"].settled) == (False, None)
        assert all(one.kept > 0 and 0 <= one.idle < 600 for one in found.values())

    def test_a_side_question_ends_with_the_question(self, tmp_path, monkeypatch):
        """The least total among the fewest misses is not needed once the misses are proven."""
        monkeypatch.setattr("emi.search.solve.cost.guaranteed.PATIENCE", 0)
        monkeypatch.setattr("emi.questions.records.SOON", 0.0)
        monkeypatch.setattr(session, "FLUSH", 0.0)
        game, seen = Motus.of_cell("V5"), set()

        def watch(_):
            seen.update(one.question for one in status(tmp_path))
            return True

        with DiskStore(tmp_path) as store:
            found = solve(game, Guaranteed(3), store=store, watch=watch)
        assert seen == {
            "V5, guaranteed within 3",
            "V5, guaranteed within 3, misses, then the total",
        }
        assert [(one.question, one.bounds) for one in status(tmp_path)] == [
            ("V5, guaranteed within 3", found.bounds)
        ]

    def test_counts_first_guesses_and_the_rate(self, tmp_path):
        question = Proven(None, 10, 15, 2, 0)
        guesses = [Proven(None, lower, None, guess, 0) for guess, lower in enumerate((15, 16, 12))]
        with DiskStore(tmp_path) as store:
            store.write("abc0", [encode(guesses)])
            assert status(tmp_path)[0].settled == 0
            store.write("abc0", [encode([question])], "A game")
            store.write("abc1", [encode([Proven(Candidates.every(8), 3, 3, 1)])] * 2)
            store.write("abc1", [encode([Proven(Candidates.every(8), 3, 4)])])
        with contextlib.closing(sqlite3.connect(tmp_path / "cache.db")) as database, database:
            database.execute("UPDATE Cache SET store_time = 1000.0 + 30 * rowid")
            database.execute("UPDATE Cache SET store_time = 'x' WHERE key LIKE 'record/abc1%'")
        last, first = sorted(
            status(tmp_path, now=2000.0), key=lambda one: one.question, reverse=True
        )
        assert (first.question, first.bounds, first.settled) == ("A game", Bounds(10, 15), 2)
        assert (first.kept, first.rate, last.rate) == (4, pytest.approx(4.0), None)
        assert (last.question, last.idle) == ("abc1", 0.0)

    def test_counts_the_share_of_first_guesses_that_is_ruled_out(self, tmp_path):
        every = [Proven(None, 12, None, guess, 0) for guess in range(100)]
        ruled_out = [Proven(None, 15, None, guess, 0) for guess in (100, *range(40))]
        with DiskStore(tmp_path) as store:
            store.write("abc0", [encode([Proven(None, 10, 15, 2, 0), *every, *ruled_out])])
        (one,) = status(tmp_path)
        assert (one.settled, one.guesses) == (41, 101)
        assert one.share == pytest.approx(41 / 101)

    def test_a_running_search_tells_of_all_its_first_guesses(self, tmp_path, monkeypatch):
        monkeypatch.setattr(session, "FLUSH", 0.0)
        monkeypatch.setattr("emi.search.solve.engine.SLICE", 0.0)
        game, seen = long_game(60, "L2"), []

        def watch(progress):
            if progress.nodes > 200:
                seen.extend(status(tmp_path))
            return not seen

        with DiskStore(tmp_path) as store:
            found = solve(game, Average(), store=store, watch=watch)
        (one,) = seen
        assert one.bounds.upper == found.bounds.upper
        assert 0 <= one.settled < one.guesses <= 60

    def test_bounds_that_contradict_each_other_are_left_out(self, tmp_path):
        with DiskStore(tmp_path) as store:
            store.write("abc0", [encode([Proven(Candidates.every(8), v, v, 1)]) for v in (3, 4)])
        (one,) = status(tmp_path)
        assert (one.bounds, one.proven) == (None, False)

    @pytest.mark.parametrize(
        "label",
        [
            "K5, first KAYAK, ",
            "K5, average within None, ties at 4",
            "K5, front at 3, 648",
            f"K5, guaranteed within 2, weights {64 * 'a'}",
            f"K5, allowed {64 * 'b'}",
            f"5, average within 5, candidates {Candidates([1, 4], 23).to_bytes().hex()}",
            "5, average within 5, candidates abc",
        ],
    )
    def test_names_questions_in_words(self, tmp_path, label, golden):
        with DiskStore(tmp_path) as store:
            store.write("abc0", [encode([Proven(None, 10, 15, 2, 0)])], label)
        golden([one.question for one in status(tmp_path)])

    def test_a_damaged_database_is_refused(self, tmp_path, wrong):
        (tmp_path / "cache.db").write_bytes(b"no database" * 1000)
        wrong("cache", "status", "--cache-dir", tmp_path)

    def test_of_the_command_line(self, ran, run, lexicon, golden):
        assert ran("cache status") == ran("cache status --all")
        golden(ran("cache status"))
        ran("solve C5 --lexicon", lexicon)
        assert "C5" not in ran("cache status")
        document = json.loads(ran("cache status --all --format json"))
        assert document["format"] == "emi-status"
        golden(document["title"])
        (row,) = document["questions"]
        assert (row["question"], row["upper"], row["proven"]) == ("C5", 3, True)
        assert row.keys().isdisjoint({"least", "most", "time_left"})
        run("solve", "C5", "--lexicon", lexicon, "--objective", "average", "--node-limit", "1")
        assert ran("cache status --format csv").count("\n") >= 1
