"""Where memory is short a line says what was needed, and nothing that was proven is lost."""

import pytest

from emi import memory
from emi.questions.solving import solve
from tests.emi.cases import Memory, long_game


@pytest.fixture(autouse=True)
def _unlimited():
    yield
    memory.restrict(None)


def fail(*_):
    raise MemoryError("Unable to allocate 32.0 MiB for an array with shape (1048576,)")


@pytest.mark.parametrize("line", ["table --lengths 3", "solve 3", "solve 3 --objective average"])
def test_a_search_that_runs_out_of_memory_is_a_line(hard, monkeypatch, line, wrong):
    monkeypatch.setattr("emi.search.solve.worst_case.engine.make_table", fail)
    monkeypatch.setattr("emi.search.solve.cost.engine.make_table", fail)
    more = ["--no-initial"] if "table" in line else []
    wrong(*line.split(), *more, "--lexicon", hard)


def test_what_was_proven_until_then_is_kept():
    store, looks = Memory(), iter(range(10**6))

    def watch(_):
        if next(looks) > 8:
            fail()
        return True

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("emi.search.solve.engine.SLICE", 0.0)
        with pytest.raises(MemoryError):
            solve(long_game(), store=store, watch=watch)
    assert store.kept
    assert solve(long_game(), store=store).bounds == solve(long_game()).bounds


@pytest.mark.parametrize(("limit", "size"), [("1k", "1.0"), ("1.5K", "1.5"), ("1024B", "1.0")])
def test_a_limit_below_what_the_program_takes_says_so(run, lexicon, limit, size):
    done = run("solve", "C5", "--lexicon", lexicon, "--memory-limit", limit)
    assert (done.code, done.out) == (2, "")
    said = f"emi: C5: the memory limit of this process, {size} KiB, is less than the program "
    assert done.err.startswith(f"{said}already uses, ")
    assert float(done.err.split()[-2]) > 1


def test_a_limit_that_leaves_too_little_says_what_is_needed(run, lexicon, monkeypatch, golden):
    monkeypatch.setattr("emi.memory._taken", lambda: 0)
    done = run("solve", "C5", "--lexicon", lexicon, "--memory-limit", "1K")
    assert done.code == 2
    golden(done.err)


def test_a_limit_that_is_large_enough_changes_nothing(ran, lexicon):
    for limit in ("90000M", "90GiB", "1T"):
        assert "C5: 3 (proven)" in ran(f"solve C5 --lexicon {lexicon} --memory-limit {limit}")


@pytest.mark.parametrize("line", ["play 6x10", "explain 6x10 --secret 112233"])
def test_a_player_is_told_in_their_language(run, monkeypatch, line):
    monkeypatch.setattr("emi.memory.available", lambda: memory.GIB)
    monkeypatch.setattr("emi.memory._free", lambda _: memory.GIB)
    done = run(*line.replace("6x10", "mastermind:6x10").split(), "--language", "fr")
    assert done.code == 2
    assert done.err.startswith("emi: mastermind:6x10 : trop grand, il faut 931.4 GiB de mémoire, ")


@pytest.mark.parametrize("limit", ["", "0", "-1", "much", "2X", "1e9", "٣M"])
def test_a_limit_that_is_no_size_is_refused(lexicon, limit, wrong):
    wrong("solve", "C5", "--lexicon", lexicon, f"--memory-limit={limit}")
