"""Whatever a user gets wrong is one line that names it and says what was expected; exit code 2."""

import os
import re
import shlex
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import emi
from emi.errors import PATH
from tests.emi.cases import PAPER, ROOT
from tests.emi.conftest import Ran

SECRETS = ["ligne", "linge", "singe", "signe", "neige"]
OTHERS = ["genie", "lasso", "salon", "nagea"]

AVERAGE, WITHIN = "--objective average", "--objective guaranteed --tries 2"
FRONT = "solve --objective pareto C5"
LISTS = "--secrets {secrets} --guesses {guesses}"

#: A game of one's own.
RULE = """import emi

class Same(emi.Game):
    def __init__(self):
        super().__init__(["A", "B"])

    def feedback(self, guess, secret):
        return str(guess == secret)
"""

#: Command lines that are wrong. In braces are files of `places`.
LINES = [
    # games
    *["solve 5C", "solve CC5", "solve Ж5", "solve C", "solve C5:2", "strategy hangman"],
    "solve ''",
    "solve C99",
    "solve C1",
    "solve B5 --lexicon {small}",
    "solve 7 --lexicon {small}",
    "table --lexicon {small} --letters Z",
    "compare --lexicon {small} --letters Z",
    "solve mastermind:0x6",
    "solve mastermind:4",
    "solve mastermind:21x35",
    f"solve C5 {LISTS}",
    f"solve moo {LISTS}",
    *[f"{command} {game} --no-initial"
        for command in ("solve", "strategy", "compare")
        for game in ("mastermind:4x6", "moo", "wordle", "C", "C99")],
    "table --lexicon {small} --no-initial --letters C",
    # options that several commands have
    *[f"{command} {option} {value}"
        for command, own in (
            ("solve C5 --lexicon {missing}", "--time-limit"),
            ("solve C5 --lexicon {missing}", "--node-limit"), ("table", ""),
            (FRONT, "--time-limit"),
            ("certify C5 --out {new}", ""), ("compare", "--jobs"),
            ("report published", "--jobs"),
        )
        for option, values in (
            ("--time-limit", ("0", "-1", "nan", "soon")),
            ("--node-limit", ("0", "-1", "1.5", "soon", "٣")),
            ("--jobs", ("0", "-1", "1.5", "soon")),
        )
        for value in values
        if own in ("", option)],
    *[f"{command} --format xml"
        for command in (
            "solve C5", "table", "compare", "explain", "explain moo --partitions 0",
        )],
    "report published --format csv",
    *[f"{command} --out {{folder}}/{file}"
        for command in (
            "solve C5", "table", "compare", "explain", "explain moo --partitions 0",
            "report published", "strategy C5", "lexicon show fr",
        )
        for file in [
            "absent/x.csv", "folder.json",
        ]],
    *[f"{command} --{option} -"
        for command, option in (
            ("certify moo:2x3", "out"), ("page C5", "out"), ("fairness", "out"),
            ("compare", "plot"),
        )],
    "solve C5 --formt csv",
    "table --lexicon",
    "solve moo:2x3 --objective best",
    "table --objective best",
    "solve moo --hard impossible",
    "frobnicate",
    "solve",
    "solve C5 D5 --first CARES --objective average",
    "solve C5 --weights {words}:count --objective average",
    "table --weights {words}",
    "solve C5 D5 --workers 2",
    "solve C5 --jobs 2",
    "solve C5 --plot x.svg",
    "solve C5 --openers 2 --workers 2 --lexicon {small}",
    "solve C5 --hard possible --first CABAN,CABLE --lexicon {small}",
    "solve C5 moo --against {words}",
    "table C5",
    "lexicon show",
    "lexicon frobnicate",
    "cache frobnicate",
    "--frobnicate",
    # letters, lengths, published tables
    *[f"table --lengths {value}" for value in
       ("1-5", "10-5", "five", "5-16")],
    *[f"table --letters '{value}'" for value in
       ("5", "Z-A", "Ж", "")],
    "report published --only motus --lengths 99",
    "table --against {folder}",
    "table --against {missing}",
    "table --against {words}",
    f"table {AVERAGE} --against x.csv",
    "compare --against absent.csv",
    # objectives
    *[f"{command} {options}"
        for command in ("solve C5", "table", "strategy C5")
        for options in [
            "--tries 3",
            f"{AVERAGE} --tries 3",
            "--max-tries 3",
            f"{WITHIN} --max-tries 3",
            "--objective guaranteed --tries 0",
            "--objective guaranteed --tries x",
            "--objective guaranteed --tries 3-4",
            f"{AVERAGE} --max-tries -1",
            f"{AVERAGE} --max-tries wors",
            "--max-tries worst",
        ]],
    "solve C5 --weights x.tsv",
    "certify C5 --first CABAN --out {new}",
    f"solve C5 --lexicon {{small}} {AVERAGE} --weights x.tsv",
    f"{FRONT} --weights absent.tsv",
    f"solve C5 --lexicon {{small}} {AVERAGE} --first abaca",
    f"strategy C5 --lexicon {{small}} {AVERAGE} --first abaca",
    f"solve C5 --lexicon {{small}} {WITHIN} --first ''",
    f"solve C5 --lexicon {{small}} {AVERAGE} --max-tries 2",
    f"table --lexicon {{small}} --letters C --lengths 5 {AVERAGE} --max-tries 2",
    f"solve mastermind:2x3 {AVERAGE} --max-tries 2",
    "solve moo --hard hints",
    "explain moo --usual",
    "explain moo --hard hints",
    "explain C5 --clues CARIE:GYBBB,COLIS:GBBBB --hard hints",
    "explain C5 --clues CARIE:🟦🟦🟦🟦🟦",
    f"strategy C5 {AVERAGE} --heuristic Sum",
    f"strategy C5 {WITHIN} --heuristic Sum",
    # options of word lists, where none is read
    *[f"{command} --lexicon nl"
        for command in (
            "solve mastermind:4x6", "solve moo ab:3x6", "solve wordle", "strategy moo",
            "certify moo --out {new}", "compare moo", "explain moo",
            "explain moo --partitions 0123",
            "review moo --clues 0123:--", "play moo", "page moo --out {new}.html",
            "report adversary moo", "solve {own}", "solve jotto:{small}",
            f"solve wordle {LISTS}", f"solve C5 {LISTS}", f"table {LISTS}",
        )],
    *[f"solve {game} {option}"
        for game in ("logik", "blackpeg:4x6", "wordle", "{own}")
        for option in ("--column 2", "--encoding latin-1")],
    "--lexicon nl solve permutation:4x6",
    "solve moo --secrets {secrets} --column 2",
    *[f"verify {{pegs}} {option}"
        for option in ("--lexicon nl", "--encoding latin-1", "--column 2")],
    f"verify {{pegs}} --rule {{words}} {LISTS} --lexicon nl",
    "explain --secret CADRE --identify",
    "explain --secret CADRE --reveal",
    "play --reverse CADRE --identify",
    "play --reverse CADRE --reveal",
    "solve lingo:B --reveal next",
    "explain --reveal wrong lingo:B",
    "table --reveal=next",
    "solve C5 --known",
    # strategies
    "compare --heuristic Som",
    "compare moo --heuristic PossibleBobo",
    "compare --tries 5-6",
    "compare moo --tries 0",
    "compare --tries 5:10000",
    "compare moo --tries 10000",
    f"solve moo --node-limit {10**18}",
    "compare --ties lots",
    "compare --direction up",
    "compare --seed -1",
    "compare moo --first 0012",
    "compare moo:2x4 --first 01 --heuristic Minimax",
    "compare moo --letters C",
    "compare --first CABAN",
    "strategy moo:2x4 --heuristic Summ",
    "strategy moo:2x4 --heuristic Sum --first 00",
    # partitions
    "explain moo --partitions 0123,0012",
    "explain moo --partitions 0123,0123",
    "explain moo --partitions 0123,",
    "explain moo --partitions ''",
    "explain --partitions 0123",
    "explain moo --partitions 0123 --sort Sum",
    "explain moo --interactive --show Sum",
    "explain moo --interactive --format csv",
    # playing
    "play C5 D5",
    "play C5 --format csv",
    "play --reverse CADRE --fair",
    # others' strategies
    "compare --import {words}",
    "compare moo --import {words} --seed 3",
    "strategy moo --import {words} --first 0123",
    # explain
    *[f"explain --lexicon {{paper}} {options}"
        for options in [
            "",
            "--clues ''",
            "--clues LEGALES:GGGBBBB --secret LOGIQUE",
            "--clues MEGALEX --secret LOGIQUE",
            "--secret MAISON",
            "--secret LOGIQUE --top 0",
            "--secret LOGIQUE --top x",
            f"--secret LOGIQUE --top {10**9}",
        ]],
    # Before the lexicon is read.
    "explain --clues LEGALES --lexicon {missing}",
    "explain --secret A --sort x --lexicon {missing}",
    "explain --secret A --top x --lexicon {missing}",
    # pareto, report
    *[f"{FRONT} --tries '{span}'"
        for span in ("", "0", "x", "7-1", "0-3", "1,", "10000", "٣")],
    f"{FRONT} --tries 5:5",
    f"{FRONT} D5",
    f"{FRONT} --first CABAN,ABORD --lexicon {{small}}",
    f"{FRONT} --first CABAN,CABAN --lexicon {{small}}",
    f"{FRONT} --workers 2",
    f"{FRONT} --node-limit 9",
    "table --objective pareto",
    "report published --only go",
    "report published --only ''",
    "report published --lexicon absent.txt",
    # files
    *[f"{command} --plot {file}"
        for command in (f"{FRONT} --lexicon {{small}}", "compare --lexicon {small}")
        for file in [
            "f.pdf",
            "absent/f.svg",
        ]],
    "strategy C5 --lexicon {small} --out {folder}/c5.pdf",
    *[f"{command} C5 --lexicon {{small}} --out {{folder}}/{file}"
        for command in ("strategy", "certify")
        for file in [
            "nowhere/c5.json", "folder.json",
        ]],
    "certify --lexicon {small} --out {new}",
    "certify C5 --all --lexicon {small} --out {new}",
    *[f"certify {line} --objective pareto --lexicon {{small}} --out {{new}}"
        for line in ("--all", "C5 --node-limit 9", "C5 --tries 3")],
    "certify --all --objective average --first CARES --lexicon {small} --out {new}",
    "certify C5 --tries 3 --lexicon {small} --out {new}",
    "verify x --rule {words}",
    "certify --all --lexicon {small} --out {words}",
    "certify C5 --lexicon {small} --out {new}.bz2",
    "certify C5 --lexicon {small} --out {new}.json.xz",
    # the cache
    *[f"{command} --cache-dir {place}"
        for command in ("solve C5", "table --letters X --lengths 5", FRONT)
        for place in [
            "{words}/cache", "{words}", "{shared}",
        ]],
    *[f"{command} --cache-dir {{words}}{inside}"
        for command in ("cache status", "cache info", "cache verify", "cache clear")
        for inside in ("", "/cache")],
    # Jotto and others are of the words of a lexicon.
    "solve jotto --lexicon {missing}",
]  # fmt: skip

#: What a file may hold that is no lexicon.
LEXICA = {
    "empty.txt": b"",
    "binary.txt": bytes(range(256)),
    "latin.txt": "ABBÉ\n".encode("latin-1"),
    "wordless.txt": b"1\n2\n",
    "damaged.txt.xz": b"ABBE\n",
}


@pytest.fixture(scope="module")
def pegs(tmp_path_factory):
    """Return a certificate of a game of pegs."""
    path = tmp_path_factory.mktemp("pegs") / "moo.emip"
    emi.solve("moo:2x3").certificate().write(path)
    return path


@pytest.fixture
def places(tmp_path, lexicon, monkeypatch, pegs):
    """Return files and folders by name."""
    for name, listed in {
        "secrets": SECRETS, "guesses": [*OTHERS, *SECRETS],
        "paper": PAPER, "words": ["to be or not to be"], "rule": [RULE],
    }.items():  # fmt: skip
        (tmp_path / f"{name}.txt").write_text("\n".join(listed))
    (tmp_path / "folder" / "folder.json").mkdir(parents=True)
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o777)
    assert (tmp_path / "shared").stat().st_mode & stat.S_IWOTH
    monkeypatch.chdir(tmp_path)
    names = ("secrets", "guesses", "paper", "words", "missing")
    (tmp_path / "rule.txt").rename(tmp_path / "rule.py")
    return {name: tmp_path / f"{name}.txt" for name in names} | {
        "small": lexicon, "folder": tmp_path / "folder", "shared": tmp_path / "shared",
        "new": tmp_path / "x.json", "own": f"{tmp_path / 'rule.py'}:Same",
        "pegs": pegs,
    }  # fmt: skip


@pytest.fixture
def wrong(wrong, tmp_path):
    """Return a function that runs a wrong line, which writes nothing."""

    def nothing(line):
        wrong(*shlex.split(line))
        assert not (tmp_path / "x.json").exists()

    return nothing


@pytest.mark.parametrize("line", LINES, ids=str)
def test_a_command_line_that_is_wrong(wrong, places, line):
    wrong(line.format(**places))


@pytest.mark.parametrize(
    "command",
    [
        "solve C5 --lexicon",
        "table --lexicon",
        "explain --secret CABAN --lexicon",
        "verify x --lexicon",
        "solve wordle --guesses {guesses} --secrets",
        "lexicon show",
    ],
)
class TestALexicon:
    @pytest.mark.parametrize("name", LEXICA)
    def test_that_is_none(self, wrong, places, tmp_path, command, name):
        (tmp_path / name).write_bytes(LEXICA[name])
        wrong(f"{command.format(**places)} {tmp_path / name}")

    def test_that_is_not_there(self, wrong, places, tmp_path, command):
        for given in (places["missing"], tmp_path, "de"):
            wrong(f"{command.format(**places)} {given}")


INPUTS = {
    "long": "A" * 100_000,
    "wide": "a b " * 25_000,
    "terminal": "\x1b]0;title\x07\x1b[31mred\n\u202e",
    "quotes": "'\" " * 3_000,
    "bytes": "\udcff\udcfe",
}


class TestWhatIsRepeated:
    """Of an input, so that no message is long, has several lines or speaks to the terminal."""

    LINES = """
        {}|solve {}|solve moo {}|solve moo --{}|solve moo --time-limit {}|solve moo --jobs {}
        |solve moo --cache-dir /dev/null/{}|solve moo:2x3 --objective average --first {}
        |solve moo --format {}|solve moo --objective average --weights {}|solve jotto:{}
        |solve wordle --secrets {} --guesses x|solve mastermind:{}|table --lengths {}
        |table --lexicon {}|table --against {}|solve --objective pareto moo:2x3 --tries {}
        |compare --tries 5:{}|compare moo:2x3 --heuristic {}|explain moo:2x3 --partitions {}
        |explain --clues {}:GYB
        |explain --clues RAISE:{}|explain --secret {}|explain --secret RAISE --top {}
        |strategy moo:2x3 --out absent/{}|certify {} --out x|report published --only {}|report {}
        |page {} --out x|page C5 --out absent/{}|fairness {}|fairness fr --tries {}
        |fairness fr --out absent/{}
    """

    @pytest.mark.no_cover
    @pytest.mark.parametrize("given", INPUTS.values(), ids=INPUTS)
    def test_of_an_argument(self, run, given):
        for line in self.LINES.split("|"):
            ran = run(*(word.format(given) for word in line.split()))
            self.repeats_little(ran)

    @staticmethod
    def repeats_little(ran):
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.endswith("\n")
        assert ran.err[:-1].isprintable()
        assert len(ran.err) < 510
        # A hundred characters, which may be two where an accent or an escape is; more of a path.
        for word in ran.err.split():
            most = PATH if "/" in word else 100
            assert max(map(len, re.findall(r"A+", word)), default=0) < most

    def test_a_path_is_repeated_whole(self, run, tmp_path):
        """Cut in the middle, a path is of no use."""
        path = tmp_path / ("a" * 60) / ("b" * 60) / "c.csv"
        for given in (path, path.relative_to(tmp_path)):
            ran = run("solve", "C5", "--out", str(given))
            assert f"--out {given}: cannot be written" in ran.err

    @pytest.mark.parametrize("given", INPUTS.values(), ids=INPUTS)
    def test_of_a_list(self, run, lexicon, tmp_path, given):
        evil, false = tmp_path / "\x1b[31m\n.txt", tmp_path / "weights.txt"
        evil.write_text("C5\n")
        self.repeats_little(run("solve", "C5", "--lexicon", evil))
        false.write_text(f"C5 {given}\n", encoding="utf-8", errors="surrogateescape")
        line = ("solve", "C5", "--lexicon", lexicon, *AVERAGE.split(), "--weights", false)
        self.repeats_little(run(*line))

    def test_of_a_certificate(self, run, lexicon, tmp_path):
        made, false = tmp_path / "made.emip", tmp_path / "false.emip"
        run("certify", "C5", "--lexicon", lexicon, "--out", made)
        text = made.read_text(encoding="utf-8")
        for given in INPUTS.values():
            for name, value in (("rule", given), ("length", given), ("secrets", f"1 {given}")):
                said = {"lexicon": f"{given} {given}", name: value}
                lines = [line.partition(" ")[0] for line in text.splitlines()]
                forged = "\n".join(
                    f"{key} {said[key]}" if key in said else line
                    for key, line in zip(lines, text.splitlines(), strict=True)
                )
                false.write_bytes(forged.encode("utf-8", "surrogatepass"))
                with pytest.raises(emi.EmiError) as refused:
                    emi.verify(false, emi.load(str(lexicon)))
                self.repeats_little(Ran(2, "", f"{refused.value}\n"))
        self.repeats_little(run("verify", false, "--lexicon", lexicon))
        named = tmp_path / "\x1b[31m\n.emip"
        named.write_text(re.sub(r"\n7 1 (\d+)\n$", r"\n7 2 \1\n", text), encoding="utf-8")
        ran = run("verify", named, "--lexicon", lexicon)
        assert (ran.code, ran.err) == (1, "")
        assert ran.out[:-1].isprintable()

    def test_of_an_error_of_the_library(self):
        with pytest.raises(emi.EmiError) as refused:
            emi.game_named(f"\n{'C' * 1000}")
        assert str(refused.value).isprintable()
        assert len(str(refused.value)) < 400


class TestAnOptionGivenTwice:
    @pytest.mark.parametrize(
        "line",
        [
            "solve C5 --lexicon fr --lexicon en",
            "table --jobs 1 --jobs=2",
            "explain moo --partitions 0123 --partitions 0132",
            "report published --only moo --only motus",
            "cache info --cache-dir x --cache-dir y",
            "play --evil --fair C5",
        ],
    )
    def test_is_refused(self, wrong, line):
        wrong(line)

    def test_adds_up_where_it_may_be_several(self, ran):
        text = ran("compare moo:2x3 --heuristic Max --heuristic Gini")
        assert "Max" in text
        assert "Gini" in text


@pytest.mark.parametrize("line", ["solve moo --frobnicate", "lexicon show", "frobnicate"])
def test_an_error_names_the_help_of_the_command(wrong, line):
    wrong(line)


@pytest.mark.parametrize("option", ["--sort", "--show"])
def test_an_unknown_aggregate_lists_all_that_are_known(wrong, option):
    wrong(f"explain --secret LOGIQUE {option} Summ")


def test_a_cache_folder_that_the_environment_names_wrongly(wrong, places, monkeypatch):
    monkeypatch.setenv("EMI_CACHE_DIR", str(places["words"] / "cache"))
    for command in ("solve C5", "cache info"):
        wrong(command)


@pytest.mark.parametrize("command", ["solve C5", "cache info", "cache clear"])
def test_a_cache_folder_that_is_the_empty_string_is_not_the_current_folder(
    wrong, command, tmp_path, monkeypatch
):
    # A shell's variable that is not set.
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    wrong(f"{command} --cache-dir ''")
    assert list(Path.cwd().iterdir()) == []


@pytest.mark.parametrize("command", ["solve --objective pareto C5", "compare"])
def test_a_picture_without_matplotlib(wrong, monkeypatch, command, lexicon):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    wrong(f"{command} --lexicon {lexicon} --plot front.svg")


@pytest.mark.parametrize("command", ["solve", "table", "strategy", "compare"])
def test_a_game_that_does_not_fit_into_memory(wrong, lexicon, monkeypatch, command):
    monkeypatch.setattr("emi.memory.available", lambda: 10)
    game = "--lengths 6" if command == "table" else "C6"
    wrong(f"{command} {game} --lexicon {lexicon}")


def test_the_memory_that_is_needed_and_there(wrong, monkeypatch):
    monkeypatch.setattr("emi.memory.available", lambda: 20 << 30)
    monkeypatch.setattr("emi.memory._free", lambda _: 30 << 30)
    wrong("solve mastermind:6x8")


class TestOutput:
    """Into what cannot take it."""

    @pytest.fixture
    def started(self, tmp_path):
        def started(line, stdout):
            with subprocess.Popen(
                [sys.executable, "-m", "emi", *line.split()],
                cwd=ROOT,
                env={**os.environ, "EMI_CACHE_DIR": str(tmp_path / "cache")},
                stdout=stdout,
                stderr=subprocess.PIPE,
                text=True,
            ) as process:
                err = process.communicate()[1]
                # A busy machine takes long to load the kernels.
                return re.sub("emi: compiling the kernels .*\n", "", err), process.returncode

        return started

    @pytest.mark.parametrize(
        "line",
        [
            "--version",
            "lexicon show fr",
            "table --letters X --lengths 5 --no-cache",
            "solve X5 --no-cache --format json",
        ],
    )
    def test_a_pipe_that_nobody_reads_is_no_traceback(self, started, line):
        read, write = os.pipe()
        os.close(read)
        err, code = started(line, write)
        os.close(write)
        assert (err, code) == ("", 1)

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
    @pytest.mark.parametrize("line", ["--version", "solve X5 --no-cache"])
    def test_a_full_disk_is_one_line(self, started, line, golden):
        with Path("/dev/full").open("w") as full:
            err, code = started(line, full)
        assert (err.count("\n"), code) == (1, 2)
        golden(err)

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
    @pytest.mark.parametrize(
        ("line", "code"),
        [("solve X5 --no-cache", 0), ("solve X5 --memory-limit 1K", 2), ("--nope", 2), ("", 2)],
    )
    def test_what_is_said_beside_a_result_may_be_lost(self, line, code):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "emi", *line.split()],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=full,
                text=True,
                check=False,
            )
        assert (done.returncode, done.stdout.startswith("X5: ")) == (code, code == 0)


def in_folder(folder, *line):
    """Run ``python -m emi`` in a folder, which comes first on the path."""
    return subprocess.run(
        [sys.executable, "-m", "emi", *line], cwd=folder, check=False, capture_output=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)}, text=True,
    )  # fmt: skip


#: Programs that start emi after they broke something that it needs.
BROKEN = {
    "numpy": "sys.modules['numpy'] = None",
    "numba": "sys.modules['numba'] = None",
    "typer": "sys.modules['typer'] = None",
    "lzma": "sys.modules['_lzma'] = None",
    "pages": "import emi.cli.app as app\n"
    "def fails(_): raise ImportError('\\nread this\\n') from ImportError('no library\\n\\nmore')\n"
    "app.program = fails",
    "library": "import importlib.abc\n"
    "class Finder(importlib.abc.MetaPathFinder):\n"
    "    def find_spec(self, name, path, target=None):\n"
    "        if name == 'llvmlite': raise OSError('no libllvmlite.so')\n"
    "sys.meta_path.insert(0, Finder())",
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_package_that_cannot_be_imported_is_one_line(broken, golden):
    code = f"import sys\n{BROKEN[broken]}\nfrom emi.cli import main\nmain()"
    done = subprocess.run(
        [sys.executable, "-c", code, "solve", "X5", "--no-cache"], cwd=ROOT, check=False,
        capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    golden(done.stderr)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *((name, "x = 1\n") for name in ("random", "json", "queue", "inspect", "signal", "typing")),
        *((name, "x = 1\n") for name in ("threading", "traceback", "numpy", "typer")),
        ("copy", "print 'of Python 2'\n"), ("heapq", "raise SystemExit(3)\n"),
        ("dis", "raise KeyError\n"), ("string", "import sys, nonesuch\n"),
    ],
)  # fmt: skip
def test_a_file_that_hides_a_module_is_named(tmp_path, name, text):
    (tmp_path / f"{name}.py").write_text(text)
    done = in_folder(tmp_path, "solve", "X5", "--no-cache")
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"emi: {tmp_path / name}.py hides the module {name} (")
    assert line.endswith("); rename it")


def test_a_file_that_hides_what_no_command_needs_is_no_fault(tmp_path):
    (tmp_path / "turtle.py").write_text("raise KeyError\n")
    done = in_folder(tmp_path, "solve", "X5", "--no-cache", "--format", "csv")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_fault_of_the_program_is_no_fault_of_the_machine(run, monkeypatch):
    def fails(*_, **__):
        raise KeyError("ours")

    monkeypatch.setattr("emi.cli.app.program", lambda _: fails)
    with pytest.raises(KeyError, match="ours"):
        run("solve", "C5")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(13, "Permission denied", "/etc/x"), "/etc/x: Permission denied"),
        (OSError(24, "Too many open files"), "the system refused a request: Too many open files"),
        (OSError(28, "No space left on device", "/srv/y"), "/srv/y: No space left on device"),
    ],
)
def test_an_error_of_the_system_says_what_it_was_about(run, monkeypatch, error, said):
    def fails(*_, **__):
        raise error

    monkeypatch.setattr("emi.cli.app.program", lambda _: fails)
    done = run("solve", "C5")
    assert (done.code, done.out, done.err) == (2, "", f"emi: {said}\n")
