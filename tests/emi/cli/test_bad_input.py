"""Whatever a user gets wrong is one line that names it and says what was expected; exit code 2."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import emi

ROOT = Path(emi.__file__).parents[1]


def refused(ran, *named):
    """Hold a run against the rule for bad input."""
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("emi: ")
    assert ran.err.count("\n") == 1
    assert ran.err.endswith("\n")
    assert "Traceback" not in ran.err
    for name in named:
        assert name in ran.err


@pytest.mark.parametrize("name", ["5C", "CC5", "", "É5", "C", "chess", "C5:2"])
def test_an_unknown_game(run, name):
    refused(
        run("solve", name), f"unknown game {name!r}: expected a cell such as C5, mastermind:4x6"
    )


@pytest.mark.parametrize("cell", ["C99", "C1", "0"])
def test_an_unknown_cell(run, cell):
    refused(run("solve", cell), repr(cell), "expected an initial and a length of 2 to 15")


@pytest.mark.parametrize("cell", ["B5", "A6", "Z12", "7"])
def test_a_cell_without_a_word(run, lexicon, cell):
    refused(run("solve", cell, "--lexicon", lexicon), f"cell {cell}:", "small.txt", "expected")


@pytest.mark.parametrize("command", [["solve", "C5"], ["table"]], ids=" ".join)
class TestAnOption:
    @pytest.mark.parametrize("option", ["--time-limit", "--node-limit", "--jobs"])
    @pytest.mark.parametrize("value", ["0", "-1"])
    def test_that_is_not_above_0(self, run, command, option, value):
        refused(run(*command, option, value), f"{option} {value}", "number above 0")

    def test_that_is_not_a_number_though_a_float(self, run, command):
        refused(run(*command, "--time-limit", "nan"), "--time-limit nan", "expected")

    @pytest.mark.parametrize("option", ["--time-limit", "--node-limit", "--jobs"])
    def test_that_is_no_number(self, run, command, option):
        refused(run(*command, option, "soon"), option, "soon", "number")

    @pytest.mark.parametrize("option", ["--node-limit", "--jobs"])
    def test_that_is_no_whole_number(self, run, command, option):
        refused(run(*command, option, "1.5"), option, "1.5", "number")

    def test_that_does_not_exist(self, run, command):
        refused(run(*command, "--formt", "csv"), "--formt")

    def test_without_its_value(self, run, command):
        refused(run(*command, "--lexicon"), "--lexicon")

    def test_with_an_unknown_format(self, run, command):
        refused(run(*command, "--format", "xml"), "--format", "xml", "table", "csv", "json")


@pytest.mark.parametrize("command", [["solve", "C5"], ["table"], ["lexicon", "show"]], ids=" ".join)
class TestALexicon:
    @pytest.fixture
    def tried(self, run, command):
        def tried(name):
            option = [] if command[0] == "lexicon" else ["--lexicon"]
            return run(*command, *option, name)

        return tried

    def test_that_is_not_there(self, tried, tmp_path):
        path = tmp_path / "missing.txt"
        refused(tried(path), str(path), "expected")

    def test_of_an_unknown_name(self, tried):
        refused(tried("de"), "'de'", "expected fr, en, nl")

    def test_that_is_empty(self, tried, tmp_path):
        path = tmp_path / "words.txt"
        path.write_bytes(b"")
        refused(tried(path), str(path), "is empty", "expected")

    def test_that_is_binary(self, tried, tmp_path):
        path = tmp_path / "words.txt"
        path.write_bytes(bytes(range(256)))
        refused(tried(path), str(path), "binary", "expected")

    def test_that_cannot_be_decoded(self, tried, tmp_path):
        path = tmp_path / "words.txt"
        path.write_bytes("ABBÉ\n".encode("latin-1"))
        refused(tried(path), str(path), "line 1", "expected")

    def test_that_is_a_folder(self, tried, tmp_path):
        refused(tried(tmp_path), str(tmp_path), "folder", "expected")

    def test_without_a_word(self, tried, tmp_path):
        path = tmp_path / "words.txt"
        path.write_text("1\n2\n")
        refused(tried(path), str(path), "line 1", "expected")

    def test_whose_compression_is_damaged(self, tried, tmp_path):
        path = tmp_path / "words.txt.xz"
        path.write_bytes(b"ABBE\n")
        refused(tried(path), str(path), "damaged", "expected")


@pytest.mark.parametrize(
    "command",
    [["solve", "C5"], ["table", "--letters", "X", "--lengths", "5"], ["cache", "info"]],
    ids=lambda command: " ".join(command[:2]),
)
class TestACacheFolder:
    def test_that_cannot_be_created(self, run, command, tmp_path):
        (tmp_path / "file").touch()
        folder = tmp_path / "file" / "cache"
        refused(run(*command, "--cache-dir", folder), str(folder), "cannot create")

    def test_that_the_environment_names_wrongly(self, run, command, tmp_path, monkeypatch):
        (tmp_path / "file").touch()
        monkeypatch.setenv("EMI_CACHE_DIR", str(tmp_path / "file" / "cache"))
        refused(run(*command), str(tmp_path / "file" / "cache"), "cannot create")

    def test_that_is_a_file(self, run, command, tmp_path):
        (tmp_path / "file").touch()
        refused(run(*command, "--cache-dir", tmp_path / "file"), str(tmp_path / "file"), "folder")

    def test_into_which_others_may_write(self, run, command, tmp_path):
        (tmp_path / "shared").mkdir()
        (tmp_path / "shared").chmod(0o777)
        assert (tmp_path / "shared").stat().st_mode & stat.S_IWOTH
        refused(run(*command, "--cache-dir", tmp_path / "shared"), str(tmp_path / "shared"))

    def test_that_is_the_empty_string(self, run, command, tmp_path, monkeypatch):
        # A shell's variable that is not set must not turn into the current folder.
        (tmp_path / "here").mkdir()
        monkeypatch.chdir(tmp_path / "here")
        run(*command, "--cache-dir", "")
        assert list(Path.cwd().iterdir()) == []


def test_clearing_a_cache_folder_below_a_file(run, tmp_path):
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "cache"
    refused(run("cache", "clear", "--cache-dir", folder), str(folder))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--lengths", "1-5"),
        ("--lengths", "10-5"),
        ("--lengths", "five"),
        ("--lengths", "5-16"),
        ("--letters", "5"),
        ("--letters", "Z-A"),
        ("--letters", "É"),
        ("--letters", ""),
    ],
)
def test_letters_and_lengths_of_a_table(run, option, value):
    refused(run("table", option, value), option, repr(value), "expected")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["frobnicate"], "frobnicate"),
        (["solve"], "GAME"),
        (["solve", "C5", "D5"], "D5"),
        (["table", "C5"], "C5"),
        (["lexicon", "show"], "NAME"),
        (["lexicon", "frobnicate"], "frobnicate"),
        (["cache", "frobnicate"], "frobnicate"),
        (["--frobnicate"], "--frobnicate"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_a_command_line_that_does_not_fit(run, arguments, named):
    refused(run(*arguments), named)


def test_a_limit_is_refused_before_the_lexicon_is_read(run, tmp_path):
    refused(run("solve", "C5", "--jobs", "0", "--lexicon", tmp_path / "missing"), "--jobs 0")


class TestOutput:
    """Into what cannot take it."""

    @pytest.fixture
    def started(self, tmp_path):
        def started(*arguments, **options):
            return subprocess.Popen(
                [sys.executable, "-m", "emi", *arguments],
                cwd=ROOT,
                env={**os.environ, "EMI_CACHE_DIR": str(tmp_path / "cache")},
                stderr=subprocess.PIPE,
                text=True,
                **options,
            )

        return started

    @pytest.mark.parametrize(
        "arguments",
        [
            ["--version"],
            ["lexicon", "show", "fr"],
            ["table", "--letters", "X", "--lengths", "5", "--no-cache"],
            ["solve", "X5", "--no-cache", "--format", "json"],
        ],
        ids=" ".join,
    )
    def test_a_pipe_that_nobody_reads_is_no_traceback(self, started, arguments):
        read, write = os.pipe()
        os.close(read)
        process = started(*arguments, stdout=write)
        os.close(write)
        _, err = process.communicate()
        assert err == ""
        assert process.returncode != 0

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
    @pytest.mark.parametrize("arguments", [["--version"], ["solve", "X5", "--no-cache"]])
    def test_a_full_disk_is_one_line(self, started, arguments):
        with Path("/dev/full").open("w") as full:
            process = started(*arguments, stdout=full)
            _, err = process.communicate()
        assert "Traceback" not in err
        assert err.count("\n") == 1
        assert "No space left" in err
        assert process.returncode != 0
