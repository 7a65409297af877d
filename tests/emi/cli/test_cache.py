"""``emi cache merge`` and ``verify``, and the shards whose caches are joined."""

import re

import pytest

from cache import DiskStore
from search.model.candidates import Candidates
from search.model.record import Proven, encode
from tests.emi.cases import rows


def test_shards_together_are_the_whole_and_their_caches_the_whole_cache(
    run, ran, lexicon, tmp_path
):
    line = f"table --lexicon {lexicon} --format csv"
    cells, caches = [], []
    for number in (1, 2, 3, 4):
        caches.append(tmp_path / f"of {number}")
        done = run(*line.split(), "--shard", f"{number}/4", "--cache-dir", caches[-1])
        assert done.code == 0
        assert done.err == f"emi: shard {number}/4: {int(number < 4)} of 3 cells\n"
        cells += rows(done.out)
    # In the order of their size: 12, 10 and 8 words.
    assert [row["game"] for row in cells] == ["C5", "A5", "C6"]
    assert ran("cache merge", *caches).startswith("3 questions; new in ")
    whole = rows(ran(f"{line} --node-limit 1"))
    assert {row["upper"] for row in whole} == {row["upper"] for row in cells}
    assert "0 bounds" in ran("cache merge", *caches)
    assert ran("cache verify") == (
        "3 questions, 3 sound records with 3 bounds and 0 strategies: no faults\n"
    )


@pytest.mark.parametrize("command", ["compare --heuristic Sum", "certify --all --out"])
def test_other_commands_take_shards(run, lexicon, tmp_path, command):
    folder = [tmp_path / "out"] if "--out" in command else []
    done = run(*command.split(), *folder, "--lexicon", lexicon, "--shard", "2/2")
    assert done.code == 0
    assert "shard 2/2: 1 of 3 cells" in done.err


@pytest.mark.parametrize("shard", ["0/2", "3/2", "1", "1/x", "-1/2", "1/2/3", "٣/٤"])
def test_a_shard_that_is_none_is_refused(run, lexicon, shard):
    done = run("table", "--lexicon", lexicon, f"--shard={shard}")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "expected K/N, such as 3/12" in done.err


def test_a_shard_of_one_game_is_refused(run, lexicon, tmp_path):
    for line in ("compare C5", f"certify C5 --out {tmp_path / 'x.json'}"):
        done = run(*line.split(), "--lexicon", lexicon, "--shard", "1/2")
        assert (done.code, done.out) == (2, "")
        assert done.err == "emi: --shard: cannot be combined with a GAME, C5\n"


def test_what_is_wrong_with_a_cache_is_said_and_dropped(run, ran, lexicon, tmp_path):
    ran("solve C5 --lexicon", lexicon)
    with DiskStore(tmp_path / "cache") as store:
        store.write("abc0", [b"no record"], "a game\nof mine")
    for option, state in (("", "not repaired"), ("--repair", "dropped")):
        done = run("cache", "verify", *option.split())
        fault, summary = done.out.splitlines()
        assert (done.code, done.err) == (1, "")
        assert fault.startswith(r"a game\nof mine: record 0 is invalid: ")
        assert summary.endswith(f": 1 fault, {state}")
    assert ran("cache verify").endswith(": no faults\n")
    assert re.search("^0 nodes", ran("solve C5 --lexicon", lexicon), re.MULTILINE)


def test_contradictions_and_damage_are_lines_and_exit_code_1(run, tmp_path):
    for name, value in (("one", 3), ("two", 4)):
        with DiskStore(tmp_path / name) as store:
            store.write("abc0", [encode([Proven(Candidates.every(9), value, value, 1)])], "N9")
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn" / "cache.db").write_bytes(b"torn " * 99)
    done = run("cache", "merge", *(tmp_path / name for name in ("one", "two", "torn")))
    assert done.code == 1
    assert done.err.splitlines()[0] == (
        "emi: warning: N9: bounds on all 9 secrets contradict each other, 3 and 4: neither is kept"
    )
    assert re.search(r"torn: 1 faults?, damaged records were skipped", done.err)
    assert done.out.endswith("1 bound, 0 strategies\n")
    done = run("cache", "merge", tmp_path / "nowhere")
    assert (done.code, done.err.count("\n")) == (2, 1)


def test_to_verify_no_cache_makes_none(run, ran, tmp_path):
    for command in ("info", "verify"):
        said = ran(f"cache {command} --cache-dir", tmp_path / "none")
        assert said.endswith("there is no cache yet\n")
    assert not (tmp_path / "none").exists()
    tmp_path.joinpath("empty").mkdir()
    done = run("cache", "verify", "--cache-dir", tmp_path / "empty")
    assert (done.code, done.err.count("\n")) == (2, 1)
