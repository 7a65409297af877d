"""The small commands: the version, help, completion, the lexica, the cache."""

import os
import re
import subprocess
import sys

import pytest

import emi
from emi.lexicon.load import BUILTIN, load
from tests.emi.cases import ROOT


def test_the_version_is_said(run):
    ran = run("--version")
    assert (ran.code, ran.out, ran.err) == (0, f"emi {emi.__version__}\n", "")


def started(*program, **environment):
    """Run a program of its own that has nothing to complain about; return what it prints."""
    done = subprocess.run(
        [sys.executable, *program],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_the_package_runs_as_a_module():
    assert started("-m", "emi", "--version") == (0, f"emi {emi.__version__}\n")


GAME = "GAME C5 mastermind:4x6 logik moo:3x6 jotto:LEXICON wordle --secrets --guesses --no-initial"
WHOLE = "--lexicon --letters --lengths --no-initial"
CELLS = f"{WHOLE} --shard"
KEPT = "--cache-dir --no-cache --memory-limit --log-file"
LIMITS = f"--time-limit --node-limit --cluster {KEPT}"
EFFORT = f"--jobs {LIMITS}"
ASKED = "--objective --tries --max-tries"
FORMATS = "--format table csv json markdown html --out"
#: What the help of each command mentions.
MENTIONED = {
    "": "table solve strategy compare explain play review fairness page certify verify warm-up "
    "report lexicon cache --version --show-completion codes: 130: "
    f"--lexicon --column --encoding EMI_CACHE_DIR {KEPT}",
    "table": f"{CELLS} {ASKED} {EFFORT} {FORMATS} --against",
    "solve": f"{GAME} --lexicon {ASKED} --hard --first --weights --workers --jobs {LIMITS} "
    f"{FORMATS} --plot --against example: pareto",
    "compare": f"{GAME} {CELLS} --heuristic --ties --direction --first --tries --seed --hard "
    f"--with-optimal --against --plot --jobs --import --time-limit {KEPT} {FORMATS}",
    "explain": "--partitions --interactive --time-limit "
    f"--clues --secret --lexicon --no-initial --sort --top --show {FORMATS}",
    "review": f"--clues --secret --palette --hard --language --time-limit {FORMATS}",
    "fairness": f"LIST {WHOLE.replace('--lexicon ', '')} --guesses --tries --out --format {EFFORT}",
    "page": f"{GAME} {WHOLE} {EFFORT} --out",
    "strategy": f"{GAME} {ASKED} --import --time-limit "
    f" --hard --out --heuristic --first {KEPT} .graphml",
    "certify": f"{GAME} {CELLS} {ASKED} --out --all --hard --first --weights {EFFORT} {KEPT}",
    "verify": "FILE... --lexicon --secrets --guesses --rule --jobs",
    "report published": "--only --lexicon --lengths --jobs --format markdown html --out",
    "lexicon": "list show",
    "lexicon list": f"built-in {FORMATS}",
    "lexicon show": "NAME",
    "lexicon check": f"NAME {FORMATS}",
    "cache status": f"--all --cache-dir {FORMATS}",
    "cache": "status info merge verify clear",
    "cache merge": f"DIR... --cache-dir {FORMATS}",
    "cache verify": f"--repair --cache-dir {FORMATS}",
    "cache info": "--cache-dir",
    "cache clear": f"--cache-dir {FORMATS}",
}


def test_help_and_docs_tell_all_exit_codes(ran):
    told = " ".join(ran("--help").split())
    assert {*re.findall(r"\b(\d+): ", told[told.index("Exit codes:") :])} == {"0", "1", "2", "130"}
    assert "`emi play --reverse`: you win" in (ROOT / "docs" / "running.md").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize("flag", ["--help", "-h"])
@pytest.mark.parametrize("command", MENTIONED)
def test_help_mentions_every_option(ran, command, flag):
    said = ran(f"{command} {flag}").split()
    for name in MENTIONED[command].split():
        assert any(name in word for word in said)


class TestTheEnvironment:
    """Options about where a run stands are given before the name of a command or after it."""

    def test_may_be_given_before_or_after(self, ran, lexicon, tmp_path, golden):
        after = ran(f"solve C5 --lexicon {lexicon} --cache-dir {tmp_path / 'there'}")
        before = ran(f"--lexicon {lexicon} --cache-dir {tmp_path / 'there'} solve C5")
        both = ran(f"--lexicon {lexicon} solve C5 --cache-dir {tmp_path / 'there'}")
        assert before.splitlines()[:2] == after.splitlines()[:2] == both.splitlines()[:2]
        assert "games    1\n" in ran(f"--cache-dir {tmp_path / 'there'} cache info")
        golden(ran("cache info"))

    @pytest.mark.parametrize(
        "line",
        [
            "--lexicon fr cache info",
            "--no-cache lexicon show fr",
            "--lexicon fr solve C5 --lexicon en",
        ],
    )
    def test_is_refused_where_nothing_reads_it(self, run, line, golden):
        ran = run(*line.split())
        assert (ran.code, ran.out) == (2, "")
        golden(ran.err)

    def test_is_refused_twice_before_the_command(self, run, golden):
        ran = run("--lexicon", "fr", "--lexicon", "en", "solve", "C5")
        assert (ran.code, ran.out) == (2, "")
        golden(ran.err)


@pytest.mark.parametrize("command", [[], ["lexicon"], ["cache"]], ids=" ".join)
def test_a_command_that_lacks_a_command_shows_its_help(run, command):
    ran = run(*command)
    assert (ran.code, ran.out) == (2, "")
    assert "Usage:" in ran.err
    assert "Commands:" in ran.err


def test_completion_for_a_shell_is_shown():
    alone = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    code, out = started("-m", "emi", "--show-completion", "bash", **alone)
    assert (code, "COMPREPLY" in out) == (0, True)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("emi s", {"solve", "strategy"}),
        ("emi solve --format ", {"table", "csv", "json", "markdown", "html"}),
        ("emi table --le", {"--lexicon", "--lengths", "--letters"}),
        ("emi table --lexicon ", {"fr", "en", "nl", "wordle", "wordle-guesses", "wordle-all"}),
        ("emi lexicon show f", {"fr"}),
        (
            "emi solve m",
            {"mastermind:4x6", "moo", "motus:C7", *(f"m{length}" for length in range(5, 11))},
        ),
        ("emi compare 1", {"10"}),
        ("emi compare --heuristic Max", {"Max", "MaxTau"}),
        ("emi explain --sort bo", {"bobo"}),
    ],
)
def test_commands_and_formats_are_completed(line, found):
    program = "import sys, emi.cli; sys.argv[0] = 'emi'; emi.cli.main()"
    at = str(len(line.split(" ")) - 1)
    asked = {"_EMI_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": at}
    assert set(started("-c", program, **asked)[1].split()) == found


#: What commands print that have a result to show, and the suffix of each format.
SHOWN = [
    "solve C5",
    "table --lengths 5",
    "solve --objective pareto C5 --tries 2",
    "compare C5 --heuristic Max",
    "explain C5 --partitions CABAN",
    "explain --secret CABAN",
]
SUFFIXES = {".txt": "table", ".csv": "csv", ".json": "json", ".MD": "markdown", ".html": "html"}


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("line", SHOWN)
def test_a_file_holds_what_is_printed_in_the_format_of_its_suffix(
    ran, lexicon, tmp_path, line, suffix
):
    out, without_times = (
        tmp_path / f"x{suffix}",
        re.compile(r"\d+(?:\.\d+)?e-\d+|\d+\.\d+|data-key=\S+"),
    )
    ran(f"{line} --lexicon {lexicon}")  # From here on it comes from the cache.
    printed = ran(f"{line} --lexicon {lexicon} --format {SUFFIXES[suffix]}")
    assert ran(f"{line} --lexicon {lexicon} --out", out) == ""
    for _ in range(2):
        written = out.read_text(encoding="utf-8")
        assert without_times.sub("", written) == without_times.sub("", printed)
        # What is asked for in words counts.
        out = tmp_path / "x.dat"
        ran(f"{line} --lexicon {lexicon} --format {SUFFIXES[suffix]} --out", out)


@pytest.mark.parametrize(
    ("line", "name"),
    [("report published --only mastermind", "x.html"), ("lexicon show {}", "x.txt")],
)
def test_reports_and_lexica_are_written_too(ran, lexicon, tmp_path, line, name):
    line, out = line.format(lexicon), tmp_path / name
    assert ran(f"{line} --out", out) == ""
    assert out.read_text(encoding="utf-8") == ran(
        line + " --format html" * line.startswith("report")
    )


def test_the_output_is_utf_8_where_the_terminal_is_not(ran):
    line = "explain moo:2x4 --partitions 01 --format html"
    expected = ran(line)
    with pytest.raises(UnicodeEncodeError):
        expected.encode("cp1252")
    assert started("-m", "emi", *line.split(), PYTHONIOENCODING="cp1252") == (0, expected)


class TestLexicon:
    def test_list_names_the_built_in_ones_with_their_licence(self, ran):
        lines = ran("lexicon list").splitlines()
        assert [line.split()[0] for line in lines] == list(BUILTIN)
        for line, name in zip(lines, BUILTIN, strict=True):
            assert f"{len(load(name)):,} words" in line
            assert load(name).licence in line

    def test_show_says_what_a_list_is(self, ran):
        said = dict(
            re.findall(r"^(\w+) +(.*)$", ran("lexicon show fr").split("\n\n")[0], re.MULTILINE)
        )
        french = load("fr")
        assert said == {"words": f"{len(french):,}"} | {
            name: getattr(french, name) for name in ("name", "licence", "source", "digest")
        }

    def test_show_counts_words_by_initial_and_length(self, ran, lexicon):
        grid = ran("lexicon show", lexicon).split("\n\n")[1]
        assert [line.split() for line in grid.splitlines()] == [
            ["5", "6", "all"],
            ["A", "10", "10"],
            ["C", "12", "8", "20"],
            ["all", "22", "8", "30"],
        ]

    def test_show_says_what_was_changed_and_rejected_on_stderr(self, run, tmp_path, golden):
        path = tmp_path / "words.txt"
        path.write_text("Abbé\nx\n")
        ran = run("lexicon", "show", path)
        assert (ran.code, "words    1\n" in ran.out) == (0, True)
        golden(ran.err)

    def test_check_lists_every_line_that_is_no_new_word(self, run, tmp_path, golden):
        path = tmp_path / "words.csv"
        rows = ["id,Mot", "1,pêche", "2,péché", "3,arc-en-ciel", "4,PÊCHE", "5,vin\x1b[2J", "6,vin"]
        path.write_bytes("\n".join(rows).encode("latin-1"))
        ran = run("lexicon", "check", path, "--column", "mot", "--encoding", "latin-1")
        assert (ran.code, ran.err) == (0, "")
        *found, last = ran.out.splitlines()
        assert len(found) == 4
        golden([*found, last])
        ran = run("lexicon", "check", path, "--column", "id")
        assert (ran.code, ran.out) == (2, "")
        golden(ran.err)
        assert run("lexicon", "check", "fr").out == f"{len(load('fr')):,} words\n"

    @pytest.mark.parametrize(
        "command",
        ["solve P5", "table --letters P --lengths 5", "explain --clues PECHE:GGGGB", "strategy P5"],
    )
    def test_lists_are_read_alike_by_every_command(self, run, tmp_path, command, golden):
        path = tmp_path / "words.csv"
        path.write_bytes("n;mot\n1;pêche\n2;péchu\n".encode("cp1252"))
        how = ["--lexicon", path, "--column", "mot", "--encoding", "cp1252"]
        assert run(*command.split(), *how).code == 0
        assert run("lexicon", "show", *how[1:]).code == 0
        refused = run(*command.split(), "--column", "1")
        assert (refused.code, refused.err.count("\n")) == (2, 1)
        golden(refused.err)


class TestCache:
    def test_info_says_where_it_is_and_what_it_holds_and_clear_empties_it(
        self, ran, lexicon, tmp_path
    ):
        ran("solve C5 --lexicon", lexicon)
        said = dict(re.findall(r"^(\w+) +(.*)$", ran("cache info"), re.MULTILINE))
        assert (said["folder"], said["games"]) == (str(tmp_path / "cache"), "1")
        assert int(said["records"]) >= 1
        assert re.fullmatch(r"[\d,]+ bytes", said["size"])
        assert re.match(r"[1-9]\d* records? removed", ran("cache clear"))
        assert "records  0\n" in ran("cache info")
        assert "0 records removed" in ran("cache clear")

    def test_the_folder_may_be_given(self, ran, lexicon, tmp_path, golden):
        ran("solve C5 --lexicon", lexicon, "--cache-dir", tmp_path / "other")
        assert "games    1\n" in ran("cache info --cache-dir", tmp_path / "other")
        golden(ran("cache info"))
        # That it is cleared does not create it.
        ran("cache clear --cache-dir", tmp_path / "nowhere")
        assert not (tmp_path / "nowhere").exists()

    def test_clear_removes_a_database_that_is_damaged(self, run, ran, tmp_path, lexicon, golden):
        folder = tmp_path / "cache"
        folder.mkdir(mode=0o700)
        (folder / "cache.db").write_bytes(b"not a database at all, " * 100)
        failed = run("solve", "C5", "--lexicon", lexicon)
        assert (failed.code, failed.out, failed.err.count("\n")) == (2, "", 1)
        golden(failed.err)
        ran("cache clear")
        assert ran("solve C5 --lexicon", lexicon)
