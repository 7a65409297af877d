"""Caches are joined and verified: a bound is only ever tightened, what contradicts is not taken."""

import contextlib
import sqlite3

import pytest

import emi
from emi import Average, Bounds, Guaranteed, Limits, WorstCase, solve
from emi.cache import DiskStore, rows
from emi.errors import OptionError
from emi.questions.records import Records
from emi.search.model.candidates import Candidates
from emi.search.model.record import Proven, decode_alone, encode
from emi.search.solve import session
from emi.upkeep.audit import verify
from emi.upkeep.merge import Joined, merge, settled
from tests.emi.cases import PAPER, long_game

GAME = emi.Motus(PAPER, name="L7")
EVERY, SOME = Candidates.every(8), Candidates([0, 1, 2], 8)
KEY = Records(GAME, None).key
#: How `verify` reports bounds of two kinds.
MIXED = ": bounds on worst cases and on costs are mixed"


def write(folder, *batches, key=KEY, label="L7"):
    with DiskStore(folder) as store:
        for batch in batches:
            store.write(key, [encode(batch)], label)
    return folder


def held(folder, key=KEY):
    with DiskStore(folder) as store:
        return [one for record in store.read(key) for one in decode_alone(record)]


def merged(tmp_path, *sources):
    with DiskStore(tmp_path / "here") as store:
        return merge(store, sources)


class TestWhatIsKnown:
    def test_what_says_no_more_is_not_new(self):
        known = Joined([Proven(SOME, 2, 3, 1)])
        assert not known.add(Proven(SOME, 2, 3))
        assert not known.add(Proven(SOME, 1, 3, 2))
        assert known.add(Proven(SOME, 2, 2))  # without the guess, which the other has
        assert [*known] == [Proven(SOME, 2, 3, 1), Proven(SOME, 2, 2)]
        assert known.add(Proven(SOME, 2, 2, 1))
        assert [*known] == [Proven(SOME, 2, 2, 1)]

    def test_sets_and_states_do_not_mix(self):
        known = Joined([Proven(SOME, 2, 3), Proven(EVERY, 4, 5), Proven(SOME, 9, 9, 0, 1)])
        assert known.add(Proven(SOME, 8, 8, 0, 2))
        assert known.contradicted == {}

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            (Proven(SOME, 2, 2), Proven(SOME, 3, 3)),
            (Proven(None, 10, None, -1, 0), Proven(None, 1, 9, 4, 0)),
            # No strategy that begins with guess 4 costs less than 12, and one costs 11.
            (Proven(None, 12, None, 4, 0), Proven(None, 1, 11, 4, 0)),
        ],
    )
    def test_bounds_that_are_apart_contradict(self, one, other):
        for pair in ([one, other], [other, one]):
            known = Joined(pair)
            assert known.contradicted
            assert [*known] == []

    def test_what_begins_with_another_guess_contradicts_nothing(self):
        known = Joined([Proven(None, 12, None, 4, 0), Proven(None, 1, 11, 3, 0)])
        assert len([*known]) == 2

    def test_a_worst_case_is_settled_by_itself_and_costs_beside_a_strategy(self):
        whole, cost = Proven(EVERY, 2, 2, 1), Proven(None, 15, 15, 2, 0)
        assert settled([Proven(SOME, 2, 2, 1), whole], written=False) == whole
        assert settled([Proven(EVERY, 2, 3, 1), Proven(EVERY, 2, 2)], written=True) is None
        assert settled([cost], written=False) is None
        assert settled([cost], written=True) == cost


class TestMerging:
    def test_a_merge_tightens_and_a_second_one_changes_nothing(self, tmp_path):
        one = write(tmp_path / "one", [Proven(EVERY, 2, 4, 3), Proven(SOME, 2, 3, 1)])
        two = write(tmp_path / "two", [Proven(EVERY, 1, 3, 5)])
        done = merged(tmp_path, one, two)
        assert (done.questions, done.bounds, done.contradictions, done.damaged) == (1, 3, (), ())
        before = held(tmp_path / "here")
        assert {*before} == {Proven(EVERY, 2, 4, 3), Proven(SOME, 2, 3, 1), Proven(EVERY, 1, 3, 5)}
        assert merged(tmp_path, one, two).bounds == 0
        assert held(tmp_path / "here") == before
        with DiskStore(tmp_path / "here") as store:
            assert solve(GAME, store=store).proven
        # What is settled takes no more bounds.
        assert merged(tmp_path, one, two).bounds == 0

    def test_what_settles_a_question_stays_alone(self, tmp_path):
        write(tmp_path / "here", [Proven(SOME, 2, 3, 1)])
        one = write(tmp_path / "one", [Proven(EVERY, 2, 2, 3), Proven(SOME, 2, 3, 1)])
        merged(tmp_path, one)
        assert held(tmp_path / "here") == [Proven(EVERY, 2, 2, 3)]

    def test_what_contradicts_is_said_and_neither_is_taken(self, tmp_path, golden):
        write(tmp_path / "here", [Proven(SOME, 2, 2, 1), Proven(EVERY, 1, 4, 1)])
        one = write(tmp_path / "one", [Proven(SOME, 3, 3, 1), Proven(EVERY, 2, 4, 1)])
        done = merged(tmp_path, one)
        golden([*done.contradictions])
        assert done.bounds == 1
        assert held(tmp_path / "here") == [Proven(EVERY, 2, 4, 1)]
        both = write(tmp_path / "both", [Proven(EVERY, 3, 3, 1)], [Proven(EVERY, 4, 4, 1)])
        (said,) = merged(tmp_path, both).contradictions
        golden(said)
        assert held(tmp_path / "here") == []

    def test_damage_here_is_left_out_too(self, tmp_path):
        with DiskStore(tmp_path / "here") as store:
            store.write(KEY, [b"makes no sense"], "L7")
        one = write(tmp_path / "one", [Proven(EVERY, 2, 2, 3)])
        assert merged(tmp_path, one).bounds == 1
        assert held(tmp_path / "here") == [Proven(EVERY, 2, 2, 3)]

    def test_a_damaged_source_is_one_line_and_the_rest_is_taken(self, tmp_path, monkeypatch):
        one = write(tmp_path / "one", [Proven(EVERY, 2, 4, 3)])
        with DiskStore(one) as store, monkeypatch.context() as patch:
            patch.setattr(rows, "VERSION", rows.VERSION + 1)
            store.write("abc0", [b"newer", b"newest"])
        with DiskStore(one) as store:
            store.write("abc1", [b"\xff" * 8 + b"S" + b"no strategy"])
        torn = tmp_path / "torn"
        torn.mkdir()
        (torn / "cache.db").write_bytes(b"rubbish" * 100)
        done = merged(tmp_path, torn, one)
        assert done.bounds == 1
        assert [line.partition(",")[0] for line in done.damaged] == [
            f"{torn}: 1 fault", f"{one}: 4 faults"]  # fmt: skip

    def test_a_source_that_cannot_be_opened_is_one_line(self, tmp_path, monkeypatch, golden):
        one = write(tmp_path / "one", [Proven(EVERY, 2, 4, 3)])

        def connect(*_, **__):
            raise sqlite3.OperationalError("unable to open database file")

        with DiskStore(tmp_path / "here") as store:
            monkeypatch.setattr("emi.cache.audit.sqlite3.connect", connect)
            (said,) = merge(store, [one]).damaged
        golden(said)

    def test_folders_that_are_no_other_cache_are_refused(self, tmp_path, refused):
        write(tmp_path / "here", [Proven(EVERY, 2, 4, 3)])
        with refused(OptionError):
            merged(tmp_path, tmp_path / "one" / ".." / "here")
        with refused(OptionError):
            merged(tmp_path, tmp_path / "nowhere")

    def test_an_empty_folder_is_that_of_a_shard_that_kept_nothing(self, tmp_path):
        write(tmp_path / "one", [Proven(EVERY, 2, 4, 3)])
        (tmp_path / "two").mkdir()
        assert merged(tmp_path, tmp_path / "one", tmp_path / "two").bounds == 1

    @pytest.mark.parametrize("objective", [WorstCase(), Average(), Guaranteed(4)], ids=repr)
    def test_two_halves_of_a_search_go_on_from_each_other(self, tmp_path, objective, monkeypatch):
        monkeypatch.setattr(session, "FLUSH", 0.0)
        game = long_game()
        whole = solve(game, objective)
        # Of less, a search by other first strategies may make up for what it was spared.
        for name, nodes in (("one", whole.nodes // 4), ("two", whole.nodes // 2)):
            with DiskStore(tmp_path / name) as store:
                solve(game, objective, limits=Limits(nodes=nodes), store=store)
        assert merged(tmp_path, tmp_path / "one", tmp_path / "two").contradictions == ()
        with DiskStore(tmp_path / "here") as store:
            again = solve(game, objective, store=store)
        assert again.bounds == whole.bounds
        assert again.nodes < whole.nodes
        done = merged(tmp_path, tmp_path / "one")
        assert done.contradictions == ()
        assert verify(tmp_path / "here").faults == ()


class TestVerifying:
    def test_a_repair_drops_what_is_wrong_and_nothing_else(self, tmp_path, golden):
        write(tmp_path, [Proven(EVERY, 2, 4, 1)], [Proven(SOME, 2, 2, 1), Proven(SOME, 3, 3, 1)])
        with DiskStore(tmp_path) as store:
            store.write(KEY, [b"makes no sense"])
            store.write(KEY, [encode([Proven(None, 15, 16, 3, 0)])])
        for repair in (False, True):
            done = verify(tmp_path, repair=repair)
            golden(done.faults)
        done = verify(tmp_path)
        assert [line for line in done.faults if MIXED not in line] == []
        assert (done.questions, done.bounds) == (1, 2)

    def test_a_part_that_takes_more_than_the_whole_is_a_fault(self, tmp_path):
        more = Candidates([0, 1, 2, 5], 8)
        wrong = [Proven(SOME, 3, 3), Proven(more, 1, 2, 4)]
        right = [Proven(EVERY, 2, 4, 1), Proven(Candidates([5, 6], 8), 2, 2)]
        write(tmp_path, [*wrong, *right])
        done = verify(tmp_path, repair=True)
        said = "a set of 3 secrets needs at least 3 guesses, but a superset of 4 at most 2"
        assert done.faults == (f"L7: {said}",)
        assert verify(tmp_path).faults == ()
        assert held(tmp_path) == right

    @pytest.mark.parametrize("label", ["", "L7 (hard: possible)", "L7, allowed 0a"])
    def test_where_guesses_are_restricted_a_part_may_take_more(self, tmp_path, label):
        write(tmp_path, [Proven(SOME, 3, 3), Proven(EVERY, 2, 2, 1)], label=label)
        assert verify(tmp_path).faults == ()

    def test_so_many_sets_are_compared_and_no_more(self):
        other = Proven(Candidates([0, 1], 999), 9, 9)  # Of a cache that is damaged.
        known = Joined([Proven(SOME, 3, 3), Proven(EVERY, 2, 2, 1), other])
        known.compare(most=0)
        assert known.contradicted == {}
        known.compare()
        assert len(known.contradicted) == 2
        Joined().compare()

    def test_a_database_that_is_damaged_is_made_anew_of_what_verifies(self, tmp_path):
        batches = [[Proven(Candidates([n, n + 1], 999), 2, 2, n)] for n in range(400)]
        write(tmp_path, *batches)
        path = tmp_path / "cache.db"
        blob = bytearray(path.read_bytes())
        blob[20_000:28_192] = bytes(8192)
        path.write_bytes(blob)
        first = verify(tmp_path, repair=True)
        assert any("the database is damaged" in line for line in first.faults)
        assert verify(tmp_path).faults == ()
        left = held(tmp_path)
        assert 0 < len(left) < 400
        assert {*left} < {one for batch in batches for one in batch}

    def test_each_objective_leaves_no_faults(self, tmp_path):
        with DiskStore(tmp_path) as store:
            for objective in (WorstCase(), Average(), Guaranteed(3)):
                solve(long_game(), objective, store=store).strategy()
        done = verify(tmp_path)
        assert done.faults == ()
        assert done.questions == 3
        assert done.strategies >= 3
        assert verify(tmp_path, repair=True) == done

    def test_a_whole_answer_survives_the_repair(self, tmp_path):
        with DiskStore(tmp_path) as store:
            found = solve(GAME, store=store)
            store.write("abc0", [b"?"])
        verify(tmp_path, repair=True)
        with contextlib.closing(sqlite3.connect(tmp_path / "cache.db")) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        with DiskStore(tmp_path) as store:
            again = solve(GAME, store=store)
        assert (again.bounds, again.nodes) == (found.bounds, 0)
        assert found.bounds == Bounds(2, 2)
