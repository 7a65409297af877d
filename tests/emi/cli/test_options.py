"""Each option of each command has an effect on output, files or work."""

import io
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import openpyxl
import pytest
import typer

import emi
from emi.cache import DiskStore
from emi.cli.app import program
from emi.cli.cache import compile_everything
from emi.reports.graph import WRITERS
from emi.search.model.limits import Limits
from emi.work.processes import Processes
from tests.emi.conftest import WORDS

#: Word lists, by the names that lines have for them.
LISTS = {
    "words": WORDS,
    "other": "CABLE CADRE CADET CANAL CABLER CADRER ABORD ABOIS",
    # Within 3 tries the least average misses a word that another strategy does not.
    "free": "CLAMA CLAME CLAMP CLAMS COQUA COXAS CRASH CRISE CYANS",
    # Within 2 tries the least average misses four words, and another strategy three.
    "dear": "CAGOT CAOUA CLAIE CLAME CLAPE CLAVE COQUA",
    # To tell them apart takes a search.
    "long": " ".join(a + b for a in "ABCDEFGHIJKLMNOP" for b in "ABCDEFGHIJKLMNOP"[::3]),
    "secrets": "BOTTE LOTTE NOTTE DOTTE",
    "fewer": "BOTTE LOTTE NOTTE",
    "guesses": "BOTTE LOTTE NOTTE DOTTE",
    # They tell what those do not.
    "more": "BOTTE LOTTE NOTTE DOTTE BLCCC NCCCB",
}
#: Other files.
TEXTS = {
    "sheet.csv": "one,two\nCABAN,CAFES\nCABLE,CANOE\nCACHE,CASER\nCADET,CADRE\nCAMUS,CAFES\n",
    "weights.csv": "".join(f"{word}\t{n}\n" for n, word in enumerate(LISTS["free"].split(), 1)),
    "light.csv": "BOTTE 3\nLOTTE 9\nNOTTE 1\nDOTTE 1\n",
    "emi.csv": "length,A,C\n5,9,9\n6,,9\n",
    "compared.csv": "heuristic,average,fails,worst\nMinimax,1,0,9\n",
    "rule.py": "def feedback(guess, secret):\n    return guess == secret\n",
}
#: What each command has after its name.
LINES = {
    "table": "{lexicon}",
    "fairness": "{list}",
    "verify": "{file} {lexicon}",
    "cache status": "--cache-dir {kept}",
    "report published": "{lexicon}",
    "lexicon list": "",
    "lexicon check": "{list}",
    "lexicon show": "{list}",
    "cache info": "",
    "warm-up": "",
    "cache merge": "{kept}",
    "cache verify": "",
    "cache clear": "",
}
USUAL = "{game} {lexicon}"
#: What some need beside it, unless a line has it.
NEEDED = {
    "page": "--out page.html",
    "review": "--clues CADET:GGBBB",
    "certify": "--out c.emip",
    "report published": "--only motus",
}
#: Options that are given instead of one that is needed.
INSTEAD = {"--site": "--out"}
#: What is typed, in a terminal.
TYPED = {"play": "CADET\nhint\nquit\n"}


@dataclass(frozen=True)
class Line:
    """A command line, given by its differences from the usual one."""

    more: str = ""
    game: str = "C5"
    lexicon: str = "words"
    file: str = "certificate"
    typed: str | None = None

    def of(self, command):
        """Return the command line with placeholders in braces for files."""
        option, *_ = needed = NEEDED.get(command, "--none").split()
        given = {INSTEAD.get(one, one) for one in ("--none", *self.more.split())}
        needed = "" if option in given else " ".join(needed)
        places = {
            "{lexicon}": f"--lexicon {{{self.lexicon}}}" if self.lexicon else "",
            "{list}": f"{{{self.lexicon}}}",
            "{file}": f"{{{self.file}}}",
            "{game}": self.game,
        }
        line = f"{command} {LINES.get(command, USUAL)} {needed} {self.more}"
        for name, place in places.items():
            line = line.replace(name, place)
        return line


def either(one, other, **how):
    """Return two lines with different options."""
    return Line(one, **how), Line(other, **how)


def added(more, beside="", **how):
    """Return a line without some options and one with them."""
    return either(beside, f"{beside} {more}", **how)


BOTH = "--secrets {secrets} --guesses {guesses}"
FRENCH = {"game": "W5", "lexicon": ""}
PAIR = {"game": "wordle", "lexicon": ""}
AVERAGE = "--objective average"
LONG = "--no-initial --lengths 2"
EVERY = "--all --out folder"
FIVE = "--clues BOTTE:BGGGG"
TILES = "CADET 🟥🟥🟦🟦🟦"
#: Two lines that differ in an option, of one command or of any.
CASES = {
    "--all": added("--all"),
    "--cache-dir": added("--cache-dir folder"),
    "--cluster": added("--cluster tcp://there:1"),
    "--best": either("--best average", "--best worst"),
    "--column": either("--column one", "--column two", lexicon="sheet"),
    "--distinct": added("--distinct"),
    "--usual": added("--usual", **FRENCH),
    "play --usual": added("--usual", **FRENCH, typed="best\nquit\n"),
    "--encoding": added("--encoding latin-1", lexicon="latin"),
    "--alphabet": added("--alphabet keep", lexicon="spanish"),
    "--sheet": either("--sheet 1", "--sheet other", lexicon="book"),
    "--first": added("--first CACHE", AVERAGE),
    "--openers": added("--openers 2", AVERAGE),
    "--format": added("--format json"),
    "--guesses": either(BOTH, BOTH.replace("{guesses}", "{more}"), **PAIR),
    "--identify": added("--identify"),
    "--reveal": added("--reveal"),
    "--hard": added("--hard possible"),
    "--jobs": either("--jobs 1", "--jobs 2", game=""),
    "--lengths": added("--lengths 6", game=""),
    "--letters": added("--letters A", game=""),
    "--lexicon": (Line(), Line(lexicon="other")),
    "--log-file": added("--log-file run.log"),
    "--max-tries": added("--max-tries 3", AVERAGE, lexicon="free"),
    "--memory-limit": added("--memory-limit 1K"),
    "--no-cache": added("--no-cache"),
    "--no-initial": added("--no-initial"),
    "--node-limit": added("--node-limit 1", game="2", lexicon="long"),
    "--objective": added(AVERAGE, lexicon="free"),
    "--out": added("--out out.txt"),
    "--plot": added("--plot plot.svg"),
    "--secrets": either(BOTH, BOTH.replace("{secrets}", "{fewer}"), **PAIR),
    "--shard": added("--shard 1/2", game=""),
    "--time-limit": added("--time-limit 1e-9"),
    "--tries": either("--tries 1", "--tries 2"),
    "--weights": added("--weights {weights}", AVERAGE, lexicon="free"),
    "table --against": added("--against {emi}"),
    "table --no-initial": added("--no-initial", "--lengths 5"),
    "table --guesses": either(
        f"{BOTH} {LONG[:-2]} 5", f"{BOTH.replace('{guesses}', '{more}')} {LONG[:-2]} 5", lexicon=""
    ),
    "table --node-limit": added("--node-limit 1", LONG, lexicon="long"),
    "solve --distinct": added("--distinct", game="boards:2:C5"),
    "solve --workers": added("--workers 2"),
    "solve --jobs": either("--jobs 1", "--jobs 2", game="C5 A5"),
    "solve --against": added("--against {emi}"),
    "solve --plot": added("--plot plot.svg", "--objective pareto"),
    "explain --partitions": added("--partitions CABAN"),
    "explain --interactive": (Line(), Line("--interactive", typed="quit\n")),
    "explain --clues": added("--clues CADET:GGBBB"),
    "explain --secret": either("--clues CADET --secret CADRE", "--clues CADET --secret CAFES"),
    "explain --palette": added("--palette classic", f"--clues {TILES.replace(' ', ':')}"),
    "explain --weights": added("--weights {weights}", lexicon="free"),
    "explain --language": added("--language fr"),
    "explain --sort": added("--sort Bobo"),
    "explain --top": either("--top 2", "--top 3"),
    "explain --show": added("--show Gini"),
    "review --usual": added("--usual --clues WAGON:GBBBB", "--clues WAGON:GBBBB", **FRENCH),
    "review --clues": either("--clues CADET:GGBBB", "--clues CADET:GGGBB"),
    "review --secrets": either(
        f"{BOTH} {FIVE}", BOTH.replace("{secrets}", f"{{fewer}} {FIVE}"), **PAIR
    ),
    "review --guesses": either(
        f"{BOTH} {FIVE}", BOTH.replace("{guesses}", f"{{more}} {FIVE}"), **PAIR
    ),
    "review --secret": either("--clues CADET --secret CADRE", "--clues CADET --secret CAFES"),
    "review --palette": added("--palette classic", f"--clues {TILES.replace(' ', ':')}"),
    "play --weights": added("--weights {weights}", "--fair --seed 1", lexicon="free"),
    "play --language": added("--language fr"),
    "review --language": added("--language fr"),
    "play --best": either(
        *(f"--fair --seed 1 --best {by}" for by in ("average", "worst")),
        typed="hint\n" * 3 + "quit\n",
    ),
    "play --evil": added("--fair --seed 1"),
    "play --seed": either("--fair --seed 1", "--fair --seed 2"),
    "play --palette": added("--palette contrast"),
    "play --reverse": (Line("--fair --seed 1"), Line("--reverse", game="CADRE")),
    "play --format": (
        Line("--reverse", game="CADRE"),
        Line("--reverse --format json", game="CADRE"),
    ),
    "play --out": (Line("--reverse", game="CADRE"), Line("--reverse --out c.txt", game="CADRE")),
    "page --out": either("--out a.html", "--out b.html"),
    "page --site": either("--site a", "--site b"),
    "page --fairness": added("--fairness"),
    "page --results": added("--results", "--site site"),
    "page --open": added("--open"),
    "fairness --weights": added(
        "--weights {light}", "--no-initial --lengths 5 --tries 2", lexicon="secrets"
    ),
    "fairness --words": added("--words"),
    "fairness --letters": added("--letters C"),
    "fairness --lengths": added("--lengths 6"),
    "fairness --guesses": added("--guesses {more}", lexicon="secrets"),
    "fairness --node-limit": added("--node-limit 1", f"{LONG} --tries 3", lexicon="long"),
    "fairness --no-initial": added("--no-initial", "--lengths 5"),
    "strategy --heuristic": added("--heuristic Sum --objective worst", lexicon="free"),
    "strategy --hard": added("--hard possible", lexicon="free"),
    "strategy --reveal": added("--reveal", AVERAGE, lexicon="free"),
    "strategy --identify": either(
        "--secrets {secrets} --guesses {fewer}",
        "--secrets {secrets} --guesses {fewer} --identify",
        **PAIR,
    ),
    "strategy --import": added("--import {paths}"),
    "strategy --time-limit": added("--time-limit 1e-9", AVERAGE),
    "compare --import": added("--import {paths}"),
    "compare --time-limit": either(
        *(f"--import {{paths}} --time-limit {seconds}" for seconds in ("9", "1e-9"))
    ),
    "certify --all": (Line("--out folder"), Line(EVERY, game="")),
    "certify --out": either("--out a.emip", "--out b.emip"),
    "certify --jobs": either(f"{EVERY} --jobs 1", f"{EVERY} --jobs 2", game=""),
    "certify --lengths": added("--lengths 6", EVERY, game=""),
    "certify --letters": added("--letters A", EVERY, game=""),
    "certify --shard": added("--shard 1/2", EVERY, game=""),
    "verify --column": either("--column one", "--column two", lexicon="sheet", file="first"),
    "verify --encoding": added("--encoding latin-1", lexicon="latin", file="accented"),
    "verify --alphabet": added("--alphabet keep", lexicon="spanish", file="other"),
    "verify --sheet": either("--sheet 1", "--sheet other", lexicon="book", file="one_sheet"),
    "verify --secrets": either(
        BOTH, BOTH.replace("{secrets}", "{fewer}"), lexicon="", file="lists"
    ),
    "verify --guesses": either(BOTH, BOTH.replace("{guesses}", "{more}"), lexicon="", file="lists"),
    "verify --rule": added("--rule {rule}", BOTH, lexicon="", file="equal"),
    "verify --jobs": either("{certificate} --jobs 1", "{certificate} --jobs 2"),
    "report published --only": either("--only jotto", "--only motus"),
    "report published --jobs": either("--jobs 1", "--jobs 2"),
    "report published --format": added("--format html"),
    "report published --out": added("--out out.md"),
    "cache verify --repair": added("--repair", "--cache-dir {damaged}"),
}
for name in ("table", "solve", "strategy", "certify"):
    CASES[f"{name} --tries"] = either(
        *(f"--objective guaranteed --tries {n}" for n in (2, 3)), lexicon="dear"
    )
for option, heuristic in (
    ("--against {compared}", "Minimax"),
    ("--cache-dir folder", "Minimax"),
    ("--direction highest", "Sum"),
    ("--first CACHE", "Sum"),
    ("--no-cache", "Minimax"),
    ("--plot a.svg", "Sum"),
    ("--seed 5", "Random"),
    ("--ties last", "Max"),
    ("--tries 2", "Sum"),
    ("--with-optimal", "Sum"),
):
    CASES[f"compare {option.split()[0]}"] = added(option, f"--heuristic {heuristic}")
CASES["compare --games"] = either("--games 2", "--games 3", game="boards:2:C5")
CASES["compare --heuristic"] = either("--heuristic Sum", "--heuristic Max")
CASES["compare --jobs"] = either("--jobs 1", "--jobs 2", game="")


class Equal(emi.Game):
    """The custom rule of rule.py."""

    rule = "equal"

    def feedback(self, guess, secret):
        return str(guess == secret)


def commands():
    """Yield each command by its name."""
    waiting = [("", typer.main.get_command(program()))]
    for name, command in waiting:
        inside = getattr(command, "commands", None)
        if inside is None:
            yield name, command
        else:
            waiting += [(f"{name} {below}".strip(), each) for below, each in inside.items()]


COMMANDS = dict(commands())


@pytest.fixture(scope="module")
def named(tmp_path_factory):
    """Return the files by their placeholders."""
    folder = tmp_path_factory.mktemp("files")
    files = {name: folder / f"{name}.txt" for name in LISTS}
    for name, words in LISTS.items():
        files[name].write_text("\n".join(words.split()) + "\n")
    for name, text in TEXTS.items():
        files[name.partition(".")[0]] = folder / name
        (folder / name).write_text(text)
    files["latin"] = folder / "latin.txt"
    files["latin"].write_bytes("CÂBLE\nCACHÉ\nCADRÉ\n".encode("latin-1"))
    files["spanish"] = folder / "spanish.txt"
    files["spanish"].write_text("caña\ncañón\ncadet\ncagué\ncague\nsolo\nseñal\nSENDA\n")
    files["book"], book = folder / "book.xlsx", openpyxl.Workbook()
    for sheet, words in ((book.active, LISTS["more"]), (book.create_sheet("other"), WORDS)):
        for word in [*words.split(), *(one for one in WORDS.split() if one.startswith("C"))][:40]:
            sheet.append([word])
    book.save(files["book"])
    for name in ("kept", "damaged"):
        files[name] = folder / name
        with DiskStore(files[name]) as store:
            emi.solve(emi.Motus(WORDS.split()[:10], name="A5"), store=store)
            if name == "damaged":
                store.write("abc0", [b"no record"], "a game of mine")
    files["paths"] = folder / "paths.csv"
    played = emi.strategy(emi.Motus.of_cell("C5", str(files["words"])), heuristic="Bobo")
    files["paths"].write_text(WRITERS[".csv"](played))
    for name, game in (
        ("certificate", emi.Motus.of_cell("C5", str(files["words"]))),
        ("first", emi.Motus.of_cell("C5", emi.load(str(files["sheet"]), column="one"))),
        ("accented", emi.Motus.of_cell("C5", emi.load(str(files["latin"]), encoding="latin-1"))),
        ("one_sheet", emi.Motus.of_cell("C5", emi.load(str(files["book"]), sheet=1))),
        ("other", emi.Motus.of_cell("C5", emi.load(str(files["spanish"])))),
        ("lists", emi.Wordle.of_files(files["secrets"], files["guesses"])),
        ("equal", Equal(LISTS["secrets"].split(), LISTS["guesses"].split())),
    ):
        files[name] = folder / f"{name}.emip"
        emi.solve(game).certificate().write(files[name])
    return files


@pytest.fixture
def done(run, monkeypatch, tmp_path, named):
    """Return a function that runs a line in a new folder and returns all its effects."""
    count = iter(range(99))

    def done(line, typed):
        folder, seen = tmp_path / str(next(count)), []
        folder.mkdir()

        class Pool(ThreadPoolExecutor):
            def __init__(self, workers, *more, **how):
                seen.append(("threads", workers))
                super().__init__(workers, *more, **how)

        def noted(kind, real):
            return lambda self, *asked, **how: (
                seen.append((kind, asked)) or real(self, *asked, **how)
            )

        with monkeypatch.context() as here:
            here.chdir(folder)
            here.setenv("EMI_CACHE_DIR", str(folder / "cache"))
            here.setitem(sys.modules, "distributed", None)
            here.setattr("emi.work.run.ThreadPoolExecutor", Pool)
            here.setattr("emi.cli.certify.ThreadPoolExecutor", Pool)
            here.setattr(Processes, "__init__", noted("processes", Processes.__init__))
            if typed is not None:
                here.setattr(
                    Limits, "__post_init__", lambda self: seen.append(round(self.seconds, 2))
                )
                text = io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8")
                here.setattr(sys, "stdin", text)
                here.setattr(sys.stdout, "isatty", lambda: True)
            ran = run(*[part.format(**named) for part in line.split()])
        files = {path.relative_to(folder): _content(path) for path in folder.rglob("*.*")}
        said = [untimed(text).replace(str(folder), ".") for text in (ran.out, ran.err)]
        return ran.code, *said, files, seen

    return done


def _content(path):
    """Return the content of a file; empty for caches and logs, which contain times."""
    return "" if path.suffix in {".db", ".log"} or path.is_dir() else untimed(path.read_bytes())


def untimed(text):
    """Return a text without seconds."""
    text = text if isinstance(text, str) else text.decode("utf-8", "replace")
    return re.sub(r"\d+\.\d+(?: s\b|$)", "", text, flags=re.MULTILINE)


OPTIONS = {
    name: [
        one.opts[0] for one in command.params
        if one.param_type_name == "option" and one.name != "help"
    ]
    for name, command in COMMANDS.items()
}  # fmt: skip


def case(command, option):
    """Return two lines of a command that differ in an option."""
    return CASES.get(f"{command} {option}") or CASES[option]


@pytest.mark.parametrize("command", [name for name, options in OPTIONS.items() if options])
def test_each_option_is_heard(done, command):
    def effects(one):
        return done(one.of(command), one.typed or TYPED.get(command))

    if command == "warm-up":
        # The first run compiles, and all later ones load: compare two later ones.
        compile_everything()
    known, unheard = {}, []
    for option in OPTIONS[command]:
        one, other = case(command, option)
        for line in (one, other):
            known[line] = known.get(line) or effects(line)
        if known[one] == known[other]:
            unheard.append(option)
    assert unheard == []
    # What is seen of a line is not by chance.
    # The limits of a game played are left out: some are what is left of a limit, and the first run
    # prepares the game.
    *again, limits = effects(one)
    *before, begun = known[one]
    assert again == before
    assert bool(limits) == bool(begun)


@pytest.mark.parametrize("command", [name for name, one in OPTIONS.items() if "--out" in one])
def test_a_file_of_another_kind_is_refused(done, command, golden):
    line = Line().of(command).split()
    if "--out" in line:
        line[line.index("--out") + 1] = "x.pdf"
    else:
        line += ["--out", "x.pdf"]
    code, out, err, files, _ = done(" ".join(line), None)
    assert (code, out, files) == (2, "", {})
    golden(err)
