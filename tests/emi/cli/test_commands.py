"""The small commands: the version, help, completion, the lexica, the cache."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import emi
from emi.lexicon.load import BUILTIN, load

ROOT = Path(emi.__file__).parents[1]


def test_the_version_is_said(run):
    ran = run("--version")
    assert (ran.code, ran.out, ran.err) == (0, f"emi {emi.__version__}\n", "")


def test_the_package_runs_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "emi", "--version"], cwd=ROOT, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, f"emi {emi.__version__}\n")
    assert done.stderr == ""


SEARCH = [
    "--lexicon", "--format", "--jobs", "--time-limit", "--node-limit", "--cache-dir", "--no-cache",
    "EMI_CACHE_DIR",
]  # fmt: skip


@pytest.mark.parametrize("flag", ["--help", "-h"])
@pytest.mark.parametrize(
    ("command", "mentioned"),
    [
        ([], ["table", "solve", "lexicon", "cache", "--version", "--show-completion"]),
        (["table"], [*SEARCH, "--lengths", "--letters", "--against", "csv", "json", "markdown"]),
        (
            ["solve"],
            [
                *SEARCH,
                "GAME",
                "C5",
                "mastermind:4x6",
                "logik",
                "moo:3x6",
                "jotto:LEXICON",
                "wordle",
                "--secrets",
                "--guesses",
                "--no-initial",
                "--objective",
                "csv",
                "json",
                "markdown",
            ],
        ),
        (["lexicon"], ["list", "show"]),
        (["lexicon", "list"], ["built-in"]),
        (["lexicon", "show"], ["NAME"]),
        (["cache"], ["info", "clear"]),
        (["cache", "info"], ["--cache-dir", "EMI_CACHE_DIR"]),
        (["cache", "clear"], ["--cache-dir", "EMI_CACHE_DIR"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_help_mentions_every_option(run, command, mentioned, flag):
    ran = run(*command, flag)
    assert (ran.code, ran.err) == (0, "")
    for name in mentioned:
        assert name in ran.out


@pytest.mark.parametrize("command", [[], ["lexicon"], ["cache"]], ids=" ".join)
def test_a_command_that_lacks_a_command_shows_its_help(run, command):
    ran = run(*command)
    assert (ran.code, ran.out) == (2, "")
    assert "Usage:" in ran.err
    assert "Commands:" in ran.err


def test_completion_for_a_shell_is_shown():
    done = subprocess.run(
        [sys.executable, "-m", "emi", "--show-completion", "bash"],
        cwd=ROOT,
        env={**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "COMPREPLY" in done.stdout
    assert done.stderr == ""


def test_commands_and_formats_are_completed():
    def completed(line):
        words = line.split(" ")
        done = subprocess.run(
            [sys.executable, "-c", "import sys, emi.cli; sys.argv[0] = 'emi'; emi.cli.main()"],
            cwd=ROOT,
            env={
                **os.environ,
                "_EMI_COMPLETE": "complete_bash",
                "COMP_WORDS": line,
                "COMP_CWORD": str(len(words) - 1),
            },
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout.split()

    assert completed("emi s") == ["solve", "strategies"]
    assert completed("emi solve --format ") == ["table", "csv", "json", "markdown", "html"]
    assert set(completed("emi table --le")) == {"--lexicon", "--lengths", "--letters"}


class TestLexicon:
    def test_list_names_the_built_in_ones_with_their_licence(self, run):
        ran = run("lexicon", "list")
        assert (ran.code, ran.err) == (0, "")
        lines = ran.out.splitlines()
        assert [line.split()[0] for line in lines] == list(BUILTIN)
        for line, name in zip(lines, BUILTIN, strict=True):
            assert f"{len(load(name)):,} words" in line
            assert load(name).licence in line

    def test_show_says_what_a_list_is_and_counts_its_words(self, run):
        ran = run("lexicon", "show", "fr")
        assert (ran.code, ran.err) == (0, "")
        said = dict(re.findall(r"^(\w+) +(.*)$", ran.out.split("\n\n")[0], re.MULTILINE))
        french = load("fr")
        assert said == {
            "name": "fr",
            "words": f"{len(french):,}",
            "licence": french.licence,
            "source": french.source,
            "digest": french.digest,
        }

    def test_show_counts_words_by_initial_and_length(self, run, lexicon):
        grid = run("lexicon", "show", lexicon).out.split("\n\n")[1]
        assert [line.split() for line in grid.splitlines()] == [
            ["5", "6", "all"],
            ["A", "10", "10"],
            ["C", "12", "8", "20"],
            ["all", "22", "8", "30"],
        ]

    def test_show_says_what_was_changed_and_rejected_on_stderr(self, run, tmp_path):
        path = tmp_path / "words.txt"
        path.write_text("Abbé\nx\n")
        ran = run("lexicon", "show", path)
        assert ran.code == 0
        assert "words    1\n" in ran.out
        assert "rejected: shorter than 2 letters: 1 (line 2)" in ran.err


class TestCache:
    def test_info_says_where_it_is_and_what_it_holds(self, run, lexicon, tmp_path):
        run("solve", "C5", "--lexicon", lexicon)
        ran = run("cache", "info")
        assert (ran.code, ran.err) == (0, "")
        said = dict(re.findall(r"^(\w+) +(.*)$", ran.out, re.MULTILINE))
        assert said["folder"] == str(tmp_path / "cache")
        assert said["games"] == "1"
        assert int(said["records"]) >= 1
        assert re.fullmatch(r"[\d,]+ bytes", said["size"])

    def test_clear_empties_it(self, run, lexicon):
        run("solve", "C5", "--lexicon", lexicon)
        ran = run("cache", "clear")
        assert (ran.code, ran.err) == (0, "")
        assert re.match(r"[1-9]\d* records removed from ", ran.out)
        assert "records  0\n" in run("cache", "info").out
        assert "0 records removed" in run("cache", "clear").out

    def test_clear_of_a_folder_that_is_not_there_does_not_create_it(self, run, tmp_path):
        ran = run("cache", "clear", "--cache-dir", tmp_path / "nowhere")
        assert ran.code == 0
        assert not (tmp_path / "nowhere").exists()

    def test_the_folder_may_be_given(self, run, lexicon, tmp_path):
        run("solve", "C5", "--lexicon", lexicon, "--cache-dir", tmp_path / "other")
        assert "games    1\n" in run("cache", "info", "--cache-dir", tmp_path / "other").out
        assert "games    0\n" in run("cache", "info").out

    def test_clear_removes_a_database_that_is_damaged(self, run, tmp_path, lexicon):
        folder = tmp_path / "cache"
        folder.mkdir(mode=0o700)
        (folder / "cache.db").write_bytes(b"not a database at all, " * 100)
        ran = run("solve", "C5", "--lexicon", lexicon)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.count("\n") == 1
        assert "emi cache clear" in ran.err
        assert run("cache", "clear").code == 0
        assert run("solve", "C5", "--lexicon", lexicon).code == 0
