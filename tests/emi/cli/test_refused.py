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
from search.heuristics.aggregates import AGGREGATES
from tests.emi.cases import PAPER, ROOT
from tests.emi.conftest import Ran

SECRETS = ["ligne", "linge", "singe", "signe", "neige"]
OTHERS = ["genie", "lasso", "salon", "nagea"]

AVERAGE, WITHIN = "--objective average", "--objective guaranteed --tries 2"
FRONT = "solve --objective pareto C5"
LISTS = "--secrets {secrets} --guesses {guesses}"

#: A command line, and what is said of it. In braces are files of `places`.
SAID = {
    # games
    **dict.fromkeys(
        ["solve 5C", "solve CC5", "solve É5", "solve C", "solve C5:2", "strategy hangman"],
        ": expected a cell such as C5, mastermind:4x6",
    ),
    "solve ''": "unknown game '': expected a cell such as C5",
    "solve C99": "'C99': expected an initial and a length of 2 to 15",
    "solve C1": "'C1': expected an initial and a length of 2 to 15",
    "solve B5 --lexicon {small}": "cell B5: lexicon small.txt has no word",
    "solve 7 --lexicon {small}": "cell 7: lexicon small.txt has no word",
    "table --lexicon {small} --letters Z": "--letters Z --lengths 5-10: lexicon small.txt has no s",
    "compare --lexicon {small} --letters Z": "lexicon small.txt has no such words, expected let",
    "solve mastermind:0x6": "mastermind:0x6: expected 1 peg or more",
    "solve mastermind:4": "mastermind:4: expected two numbers, as in mastermind:4x6",
    "solve mastermind:21x35": "mastermind:21x35: too large",
    f"solve C5 {LISTS}": "cell C5: lexicon secrets.txt has no word of 5 letters with initial C",
    f"solve moo {LISTS}": "expected 4 of 0123456789, all different",
    "solve wordle --secrets {guesses} --guesses {secrets}": "4 of 9 secrets are not among the gue",
    "solve wordle --secrets {twice} --guesses {guesses}": "twice.txt: duplicates dropped: 1",
    "solve wordle --secrets {secrets} --guesses {twice}": "duplicates dropped: 1 (line 6)",
    **{
        f"{command} {game} --no-initial": f"--no-initial: '{game}' has no initial to hide"
        for command in ("solve", "strategy", "compare")
        for game in ("mastermind:4x6", "moo", "wordle", "C", "C99")
    },
    "table --lexicon {small} --no-initial --letters C": "--letters C: cannot be combined",
    # options that several commands have
    **{
        f"{command} {option} {value}": f"{option} {value}: expected a {kind} above 0"
        for command, own in (
            ("solve C5 --lexicon {missing}", "--time-limit"),
            ("solve C5 --lexicon {missing}", "--node-limit"), ("table", ""),
            (FRONT, "--time-limit"),
            ("certify C5 --out {new}", ""), ("compare", "--jobs"),
            ("report published", "--jobs"),
        )
        for option, kind, values in (
            ("--time-limit", "number", ("0", "-1", "nan", "soon")),
            ("--node-limit", "whole number", ("0", "-1", "1.5", "soon", "٣")),
            ("--jobs", "whole number", ("0", "-1", "1.5", "soon")),
        )
        for value in values
        if own in ("", option)
    },
    **{
        f"{command} --format xml": "'xml' is not one of 'table', 'csv', 'json', 'markdown'"
        for command in (
            "solve C5", "table", "compare", "explain", "explain moo --partitions 0",
        )
    },
    "report published --format csv": "'csv' is not one of 'markdown', 'html'",
    **{
        f"{command} --out {{folder}}/{file}": f"{file}: {said}"
        for command in (
            "solve C5", "table", "compare", "explain", "explain moo --partitions 0",
            "report published", "strategy C5", "lexicon show fr",
        )
        for file, said in {
            "absent/x.csv": "cannot be written", "folder.json": "expected a file, this is a folder",
        }.items()
    },
    **{
        f"{command} --{option} -": f"--{option} -: expected a file name"
        for command, option in (
            ("certify moo:2x3", "out"), ("page C5", "out"), ("fairness", "out"),
            ("compare", "plot"),
        )
    },
    "solve C5 --formt csv": "--formt",
    "table --lexicon": "--lexicon",
    "solve moo:2x3 --objective best": "'best' is not one of 'worst', 'average', 'guaranteed'",
    "table --objective best": "'best' is not one of 'worst', 'average', 'guaranteed'",
    "solve moo --hard impossible": "'impossible' is not one of 'possible', 'consistent', 'hints'",
    "frobnicate": "frobnicate",
    "solve": "GAME",
    "solve C5 D5 --first CARES --objective average": "--first CARES: expected one GAME, not 2",
    "solve C5 D5 --weights x --objective average": "--weights x: expected one GAME, not 2",
    "solve C5 D5 --workers 2": "--workers 2: expected one GAME, not 2",
    "solve C5 --jobs 2": "--jobs 2: expected several games; for one game use --workers",
    "solve C5 --plot x.svg": "--plot x.svg: requires --objective pareto",
    **{
        f"solve C5 {several} --workers 2 --lexicon {{small}}": (
            "--workers 2: expected one process, as a search with several first guesses cannot be"
        )
        for several in ("--first CABAN,CABLE", "--openers 2")
    },
    "solve C5 --hard possible --first CABAN,CABLE --lexicon {small}": "expected one in hard play",
    "solve C5 --known --objective guaranteed": "--known: requires --objective worst or average",
    "solve C5 --known --objective average --hard hints": "cannot be combined with --hard hints",
    "solve C5 --known --objective average --max-tries 4": "cannot be combined with --max-tries 4",
    "solve C5 --known --objective average --weights w.txt": "combined with --weights w.txt",
    f"{FRONT} --known": "--known: requires --objective worst or average, not pareto",
    "solve C5 --known --first CABAN,CABLE": "--known: cannot be combined with several first gu",
    "solve C5 --known --openers 2": "--known: cannot be combined with several first guesses",
    "solve C5 --known --against x.csv": "--known: cannot be combined with --against x.csv",
    "solve C5 C6 --known --lexicon {small}": "--known: expected one GAME, not 2",
    "solve C5 moo --against {words}": "expected cells such as C5",
    "table C5": "C5",
    "lexicon show": "NAME",
    "lexicon frobnicate": "frobnicate",
    "cache frobnicate": "frobnicate",
    "--frobnicate": "--frobnicate",
    # letters, lengths, published tables
    **{f"table --lengths {value}": f"--lengths {value}: expected" for value in
       ("1-5", "10-5", "five", "5-16")},
    **{f"table --letters '{value}'": f"--letters {value or repr('')}: expected" for value in
       ("5", "Z-A", "É", "")},
    "report published --only motus --lengths 99": "--lengths",
    "table --against {folder}": "folder",
    "table --against {missing}": "missing.txt: no such file",
    "table --against {words}": "words.txt",
    f"table {AVERAGE} --against x.csv": "x.csv: requires --objective worst",
    "compare --against absent.csv": "absent.csv: no such file",
    # objectives
    **{
        f"{command} {options}": said
        for command in ("solve C5", "table", "strategy C5")
        for options, said in {
            "--tries 3": "--tries 3: requires --objective guaranteed or pareto, not worst",
            f"{AVERAGE} --tries 3": "--tries 3: requires --objective guaranteed or pareto",
            "--max-tries 3": "--max-tries 3: requires --objective average, not worst",
            f"{WITHIN} --max-tries 3": "--max-tries 3: requires --objective average, not guar",
            "--objective guaranteed --tries 0": "--tries 0: expected a number from 1 to 9,999",
            "--objective guaranteed --tries x": "--tries x: expected a number from 1 to 9,999",
            "--objective guaranteed --tries 3-4": "--tries 3-4: expected one number, or as in 5:5",
            f"{AVERAGE} --max-tries -1": "--max-tries -1: expected a whole number above 0",
        }.items()
    },
    "solve C5 --weights x.tsv": "--weights x.tsv: requires --objective average or guar",
    "certify C5 --first CABAN --out {new}": "--first CABAN: requires --objective average or g",
    f"solve C5 --lexicon {{small}} {AVERAGE} --weights x.tsv": "'x.tsv'",
    f"{FRONT} --weights absent.tsv": "'absent.tsv'",
    f"solve C5 --lexicon {{small}} {AVERAGE} --first abaca": "--first ABACA: not a guess of",
    f"strategy C5 --lexicon {{small}} {AVERAGE} --first abaca": "--first ABACA: not a guess of",
    f"solve C5 --lexicon {{small}} {WITHIN} --first ''": "--first '': not a guess",
    f"solve C5 --lexicon {{small}} {AVERAGE} --max-tries 2": (
        "--max-tries 2: no strategy finds every secret of C5 within these tries: the EMI is 3"
    ),
    f"table --lexicon {{small}} --lengths 5 {AVERAGE} --max-tries 2": "--max-tries 2: no strategy",
    f"solve mastermind:2x3 {AVERAGE} --max-tries 2": "2x3 within these tries: the worst case is 3",
    "solve moo --hard hints": "moo: its feedback has no hints, expected one of possible",
    "explain moo --hard hints": "moo: its feedback has no hints, expected one of possible",
    "explain C5 --clues CARIE:GYBBB,COLIS:GBBBB --hard hints": "COLIS: hard play (hints) forbids",
    "explain C5 --clues CARIE:🟦🟦🟦🟦🟦": "🟦: ambiguous tile, expected a palette: contrast (mis",
    f"strategy C5 {AVERAGE} --heuristic Sum": "cannot be combined with --objective average",
    f"strategy C5 {WITHIN} --heuristic Sum": "cannot be combined with --objective guaranteed",
    # strategies
    "compare --heuristic Som": "unknown heuristic 'Som': expected one of SumGini, PossibleGmax",
    "compare moo --heuristic PossibleBobo": "unknown heuristic 'PossibleBobo'",
    "compare --tries 5-6": "--tries 5-6: expected one number, or as in 5:5,6-10:6",
    "compare moo --tries 0": "--tries 0: expected a number from 1 to 9,999",
    "compare --tries 5:10000": "expected lengths from 2 to 15, each with the tries",
    "compare moo --tries 10000": "--tries 10000: expected a number from 1 to 9,999",
    f"solve moo --node-limit {10**18}": "expected a whole number above 0, of at most 18 digits",
    "compare --ties lots": "--ties",
    "compare --direction up": "--direction",
    "compare --seed -1": "--seed",
    "compare moo --first 0012": "--first 0012: unknown, expected one of the 5,040",
    "compare moo:2x4 --first 01 --heuristic Minimax": "Minimax chooses its own",
    "compare moo --letters C": "moo: a GAME cannot be combined with --letters or --lengths",
    "compare --first CABAN": "--first CABAN: requires a GAME",
    "strategy moo:2x4 --heuristic Summ": "unknown heuristic 'Summ': expected one of",
    "strategy moo:2x4 --heuristic Sum --first 00": "--first 00: unknown, expected one of",
    # partitions
    "explain moo --partitions 0123,0012": "guess '0012': unknown, expected one of the 5,040",
    "explain moo --partitions 0123,0123": "guess '0123': given twice",
    "explain moo --partitions 0123,": "--partitions '0123,': expected guesses separated by",
    "explain moo --partitions ''": "--partitions '': expected guesses separated by",
    "explain --partitions 0123": "--partitions: requires a GAME",
    "explain moo --partitions 0123 --sort Sum": "--partitions: cannot be combined with --sort",
    "explain moo --interactive --show Sum": "--interactive: cannot be combined with --show",
    "explain moo --interactive --format csv": "--format csv: expected table or json with --inter",
    # playing
    "play C5 D5": "C5 D5: expected one GAME, or --reverse before the words",
    "play C5 --format csv": "--format csv: requires --reverse",
    "play --reverse CADRE --fair": "--reverse: cannot be combined with --evil",
    # others' strategies
    "compare --import {words}": "words.txt: requires the GAME of the strategy",
    "compare moo --import {words} --seed 3": "--import: cannot be combined with --seed",
    "strategy moo --import {words} --first 0123": "--import: cannot be combined with --first",
    # explain
    **{
        f"explain --lexicon {{paper}} {options}": said
        for options, said in {
            "": "give a GAME, --clues WORD:FEEDBACK,..., or --secret WORD (then --cl",
            "--clues ''": "guess 1 '': expected a word of letters A to Z",
            "--clues LEGALES:GYGBBBB --secret LOGIQUE": (
                "clue 1, LEGALES:GYGBBBB: expected no feedback, as the secret is given"
            ),
            "--clues LEGALEX --secret LOGIQUE": (
                "guess 1, LEGALEX: unknown, expected one of the 8 words of L7 in lexicon paper.txt"
            ),
            "--secret MAISON": "cell M6: lexicon paper.txt has no word of 6 letters with initial M",
            "--secret LOGIQUE --top 0": "--top 0: expected a whole number from 1 to 999,999,999",
            "--secret LOGIQUE --top x": "--top x: expected a whole number from 1 to 999,999,999",
            f"--secret LOGIQUE --top {10**9}": "expected a whole number from 1 to 999,999,999",
        }.items()
    },
    # Before the lexicon is read.
    "explain --clues LEGALES --lexicon {missing}": "guess 1, LEGALES: no feedback",
    "explain --secret A --sort x --lexicon {missing}": "'x'",
    "explain --secret A --top x --lexicon {missing}": "--top x",
    # pareto, report
    **{
        f"{FRONT} --tries '{span}'": f"--tries {span or repr('')}: expected a number from 1 to"
        for span in ("", "0", "x", "7-1", "0-3", "1,", "10000", "٣")
    },
    f"{FRONT} --tries 5:5": "--tries 5:5: expected numbers of tries, such as 1-7 or 5,6",
    f"{FRONT} D5": "--objective pareto: expected one GAME, not 2",
    f"{FRONT} --openers 2": "--openers 2: cannot be combined with --objective pareto, use --first",
    f"{FRONT} --first CABAN,ABORD --lexicon {{small}}": "--first ABORD: not a guess of",
    f"{FRONT} --first CABAN,CABAN --lexicon {{small}}": "--first CABAN: given twice, expected once",
    f"{FRONT} --workers 2": "--workers 2: cannot be combined with --objective pareto",
    f"{FRONT} --node-limit 9": "--node-limit 9: cannot be combined with --objective pareto",
    "table --objective pareto": "--objective pareto: only `emi solve` with one GAME supports it",
    "report published --only go": "--only: unknown part 'go': expected one of motus, jotto",
    "report published --only ''": "--only: unknown part ''",
    "report published --lexicon absent.txt": "absent.txt",
    # files
    **{
        f"{command} --plot {file}": f"--plot {file}: {said}"
        for command in (f"{FRONT} --lexicon {{small}}", "compare --lexicon {small}")
        for file, said in {
            "f.pdf": "'.pdf': expected one of the suffixes",
            "absent/f.svg": "cannot be written",
        }.items()
    },
    "strategy C5 --lexicon {small} --out {folder}/c5.pdf": "c5.pdf: expected a name that ends in",
    **{
        f"{command} C5 --lexicon {{small}} --out {{folder}}/{file}": f"{file}{said}"
        for command in ("strategy", "certify")
        for file, said in {
            "nowhere/c5.json": ": cannot be written", "folder.json": ": expected a file",
        }.items()
    },
    "certify --lexicon {small} --out {new}": "emi certify: expected either a GAME or --all",
    "certify C5 --all --lexicon {small} --out {new}": "expected either a GAME or --all",
    **{
        f"certify {line} --objective pareto --lexicon {{small}} --out {{new}}": (
            "--objective pareto: expected a GAME without --tries"
        )
        for line in ("--all", "C5 --node-limit 9", "C5 --tries 3")
    },
    "certify --all --objective average --first CARES --lexicon {small} --out {new}": "--all: cann",
    "certify C5 --tries 3 --lexicon {small} --out {new}": "--tries 3: requires --objective",
    "verify x --rule {words}": "requires --secrets and --guesses",
    "certify --all --lexicon {small} --out {words}": "expected a folder",
    "certify C5 --lexicon {small} --out {new}.bz2": ".bz2: expected a name that ends in .emip, ",
    "certify C5 --lexicon {small} --out {new}.json.xz": ".xz: expected a name that ends in .emip, ",
    # the cache
    **{
        f"{command} --cache-dir {place}": said
        for command in ("solve C5", "table --letters X --lengths 5", FRONT)
        for place, said in {
            "{words}/cache": "cannot create", "{words}": "folder", "{shared}": "shared",
        }.items()
    },
    **{
        f"{command} --cache-dir {{words}}{inside}": "expected a folder, "
        for command in ("cache status", "cache info", "cache verify", "cache clear")
        for inside in ("", "/cache")
    },
    # Jotto and others are of the words of a lexicon.
    "solve jotto --lexicon {missing}": "missing.txt",
}  # fmt: skip

#: What a lexicon's file may hold, and what is said of it.
LEXICA = {
    "empty.txt": (b"", "is empty"),
    "binary.txt": (bytes(range(256)), "binary"),
    "latin.txt": ("ABBÉ\n".encode("latin-1"), "line 1"),
    "wordless.txt": (b"1\n2\n", "line 1"),
    "damaged.txt.xz": (b"ABBE\n", "damaged"),
}


@pytest.fixture
def places(tmp_path, lexicon, monkeypatch):
    """Return files and folders by name."""
    for name, listed in {
        "secrets": SECRETS, "guesses": [*OTHERS, *SECRETS], "twice": [*SECRETS, "LIGNE"],
        "paper": PAPER, "words": ["to be or not to be"],
    }.items():  # fmt: skip
        (tmp_path / f"{name}.txt").write_text("\n".join(listed))
    (tmp_path / "folder" / "folder.json").mkdir(parents=True)
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o777)
    assert (tmp_path / "shared").stat().st_mode & stat.S_IWOTH
    monkeypatch.chdir(tmp_path)
    names = ("secrets", "guesses", "twice", "paper", "words", "missing")
    return {name: tmp_path / f"{name}.txt" for name in names} | {
        "small": lexicon, "folder": tmp_path / "folder", "shared": tmp_path / "shared",
        "new": tmp_path / "x.json",
    }  # fmt: skip


@pytest.fixture
def refused(run, tmp_path):
    """Return a function that holds a run against the rule for bad input."""

    def refused(line, *named):
        ran = run(*(line if isinstance(line, list) else shlex.split(line)))
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("emi: ")
        assert ran.err.count("\n") == 1
        assert ran.err.endswith("\n")
        assert "Traceback" not in ran.err
        for name in named:
            assert name in ran.err
        assert not (tmp_path / "x.json").exists()

    return refused


@pytest.mark.parametrize("line", SAID, ids=str)
def test_a_command_line_that_is_wrong(refused, places, line):
    refused(line.format(**places), SAID[line].format(**places))


@pytest.mark.parametrize(
    "command", ["solve C5 --lexicon", "table --lexicon", "explain --secret CABAN --lexicon",
                "verify x --lexicon", "solve wordle --guesses {guesses} --secrets",
                "lexicon show"],
)  # fmt: skip
class TestALexicon:
    @pytest.mark.parametrize("name", LEXICA)
    def test_that_is_none(self, refused, places, tmp_path, command, name):
        content, said = LEXICA[name]
        (tmp_path / name).write_bytes(content)
        refused(f"{command.format(**places)} {tmp_path / name}", name, said, "expected")

    def test_that_is_not_there(self, refused, places, tmp_path, command):
        refused(f"{command.format(**places)} {places['missing']}", "missing.txt", "expected")
        refused(f"{command.format(**places)} {tmp_path}", str(tmp_path), "folder", "expected")
        refused(f"{command.format(**places)} de", "'de'", "expected fr, en, nl")


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
        |table --lexicon {}|table --against {}|pareto moo:2x3 --tries {}|strategies --tries 5:{}
        |strategies moo:2x3 --heuristic {}|partitions moo:2x3 --first {}|explain --clues {}:GYB
        |explain --clues RAISE:{}|explain --secret {}|explain --secret RAISE --top {}
        |tree moo:2x3 --out absent/{}|certify {} --out x|report published --only {}|report {}
        |explore {} --out x|explore C5 --out absent/{}|fairness {}|fairness fr --tries {}
        |fairness fr --out absent/{}
    """

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
        # A hundred characters, which may be two where an accent or an escape is.
        assert max(map(len, re.findall(r"A+", ran.err)), default=0) < 100

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
        assert len(str(refused.value)) < 300


class TestAnOptionGivenTwice:
    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ("solve C5 --lexicon fr --lexicon en", "--lexicon: given twice, expected once ("),
            ("table --jobs 1 --jobs=2", "--jobs: given twice, expected once ("),
            (
                "explain moo --partitions 0123 --partitions 0132",
                "--partitions: given twice, expected once, as in --partitions GUESS,... (",
            ),
            (
                "report published --only moo --only motus",
                "as in --only NAME,... (see `emi report p",
            ),
            ("cache info --cache-dir x --cache-dir y", "--cache-dir: given twice"),
            ("play --evil --fair C5", "--evil/--fair: given twice, expected one of the two (see `"),
        ],
    )
    def test_is_refused(self, refused, line, said):
        refused(line, said)

    def test_adds_up_where_it_may_be_several(self, ran):
        text = ran("compare moo:2x3 --heuristic Max --heuristic Gini")
        assert "Max" in text
        assert "Gini" in text


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("solve moo --frobnicate", "emi solve"), ("lexicon show", "emi lexicon show"),
        ("frobnicate", "emi"), ("table --jobs 0", "emi table"),
    ],
)  # fmt: skip
def test_an_error_names_the_help_of_the_command(refused, line, help):
    refused(line, f" (see `{help} --help`)")


@pytest.mark.parametrize("option", ["--sort", "--show"])
def test_an_unknown_aggregate_lists_all_that_are_known(refused, option):
    refused(f"explain --secret LOGIQUE {option} Summ", "'Summ': expected one of Sum", *AGGREGATES)


def test_a_cache_folder_that_the_environment_names_wrongly(refused, places, monkeypatch):
    monkeypatch.setenv("EMI_CACHE_DIR", str(places["words"] / "cache"))
    for command, said in (("solve C5", "cannot create"), ("cache info", "is a file")):
        refused(command, str(places["words"] / "cache"), said)


@pytest.mark.parametrize("command", ["solve C5", "cache info", "cache clear"])
def test_a_cache_folder_that_is_the_empty_string_is_not_the_current_folder(
    refused, command, tmp_path, monkeypatch
):
    # A shell's variable that is not set.
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    refused(f"{command} --cache-dir ''", "--cache-dir", "'': expected a folder")
    assert list(Path.cwd().iterdir()) == []


@pytest.mark.parametrize("command", ["solve --objective pareto C5", "compare"])
def test_a_picture_without_matplotlib(refused, monkeypatch, command, lexicon):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    refused(f"{command} --lexicon {lexicon} --plot front.svg", "plots need matplotlib")


@pytest.mark.parametrize("command", ["solve", "table", "strategy", "compare"])
def test_a_game_that_does_not_fit_into_memory(refused, lexicon, monkeypatch, command):
    monkeypatch.setattr("emi.memory.available", lambda: 10)
    game = "--lengths 6" if command == "table" else "C6"
    refused(f"{command} {game} --lexicon {lexicon}", "C6: too large, it needs")


def test_the_memory_that_is_needed_and_there(refused, monkeypatch):
    monkeypatch.setattr("emi.memory.available", lambda: 20 << 30)
    monkeypatch.setattr("emi.memory._free", lambda _: 30 << 30)
    said = "too large, it needs 64.1 GiB of memory, 20.0 GiB available, and 30.0 GiB free in "
    refused("solve mastermind:6x8", f"emi: mastermind:6x8: {said}")


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
    def test_a_full_disk_is_one_line(self, started, line):
        with Path("/dev/full").open("w") as full:
            err, code = started(line, full)
        assert (err.count("\n"), code) == (1, 2)
        assert "No space left" in err

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
