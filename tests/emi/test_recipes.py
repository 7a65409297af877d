"""The recipes of CONTRIBUTING.md: what they add is one file, and every command has it then."""

import doctest
import json
import re
import sys
from collections import Counter
from csv import DictReader
from types import ModuleType

import pytest

import emi
from emi import games as package
from emi import tables
from emi.games import in_use, registry
from emi.reports import FORMATS
from emi.search.heuristics import aggregates, heuristic
from tests.emi.cases import ROOT


def recipe(heading):
    """Return the code that a section of CONTRIBUTING.md shows, apart from its doctests."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition(f"\n## {heading}\n")[2]
    section = text.partition("\n## ")[0]
    (code,) = re.findall(r"^```python\n(?!>>>)(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    return code


def session(heading):
    """Return the statements that a section of CONTRIBUTING.md runs, in order."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition(f"\n## {heading}\n")[2]
    examples = doctest.DocTestParser().get_examples(text.partition("\n## ")[0])
    return [example.source for example in examples]


@pytest.fixture
def hilo(monkeypatch, tmp_path):
    """Put the module of the recipe beside the games, and nothing else anywhere."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "hilo.py").write_text(recipe("Add a game"), "utf-8")
    registry.games()
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
    monkeypatch.setattr(registry, "_NAMED", {**registry._NAMED})
    monkeypatch.setattr(in_use, "_NAMES", {**in_use._NAMES})
    # The checker of certificates is a process of its own.
    start = f"import emi.games\nemi.games.__path__.append({str(folder)!r})\n"
    (tmp_path / "sitecustomize.py").write_text(start, "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    yield
    sys.modules.pop("emi.games.hilo", None)
    vars(package).pop("hilo", None)


@pytest.mark.usefixtures("hilo")
class TestAGame:
    def test_is_solved_by_each_objective(self, run):
        # By halves one number is found at once, two at the second guess, and four at the third.
        values = {"worst": 3, "average": 1 + 2 * 2 + 4 * 3}
        for objective, value in values.items():
            ran = run("solve", "hilo:7", "--objective", objective, "--format", "json")
            facts = json.loads(ran.out)
            assert (facts["game"], facts["lower"], facts["upper"]) == ("hilo:7", value, value)
        assert "hilo:7" in run("solve", "HiLo:7").out
        missed = "--objective", "guaranteed", "--tries", "2", "--format", "json"
        assert len(json.loads(run("solve", "hilo:7", *missed).out)["missed"]) == 4

    def test_is_solved_beside_others(self, run, tmp_path):
        out = tmp_path / "all.csv"
        assert run("solve", "hilo:7", "hilo:15", "mastermind:1x3", "--out", out).code == 0
        rows = [*DictReader(out.read_text("utf-8").splitlines())]
        assert [(row["game"], row["upper"]) for row in rows] == [
            ("hilo:7", "3"), ("hilo:15", "4"), ("mastermind:1x3", "3"),
        ]  # fmt: skip

    def test_has_strategies(self, run, tmp_path):
        out = tmp_path / "tree.json"
        assert run("strategy", "hilo:7", "--out", out).code == 0
        assert json.loads(out.read_text("utf-8"))
        assert run("strategy", "hilo:7", "--heuristic", "Max").code == 0

    def test_reads_feedback_as_people_write_it(self, run):
        for clue in ("4:+", "4:higher", "4:HIGHER"):
            ran = run("explain", "hilo:7", "--clues", clue, "--format", "json")
            assert json.loads(ran.out)["possible"] == ["5", "6", "7"]
        ran = run("review", "hilo:7", "--clues", "4:+,6:-,5:=", "--format", "json")
        assert ran.code == 0
        ran = run("explain", "hilo:7", "--clues", "4:*")
        assert (ran.code, ran.out) == (2, "")
        assert "Traceback" not in ran.err

    def test_is_compared(self, run):
        ran = run("compare", "hilo:7", "--with-optimal", "--format", "csv")
        best = [
            row for row in DictReader(ran.out.splitlines()) if row["heuristic"] == "LeastAverage"
        ]
        assert [row["total"] for row in best] == ["17"]

    @pytest.mark.parametrize("how", [(), ("--objective", "average"), ("--hard", "possible")])
    def test_has_certificates_that_are_checked_by_its_name(self, run, tmp_path, how):
        out = tmp_path / "c.emip"
        assert run("certify", "hilo:7", *how, "--out", out).code == 0
        ran = run("verify", out)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith("OK hilo:7")

    def test_takes_lists_and_variants(self, run, tmp_path):
        some = tmp_path / "some.txt"
        some.write_text("1\n4\n9\n")
        ran = run("solve", "hilo:9", "--secrets", some, "--format", "json")
        assert (json.loads(ran.out)["secrets"], json.loads(ran.out)["upper"]) == (3, 2)
        assert run("solve", "hilo:9", "--identify", "--guesses", some).code == 0
        ran = run("solve", "hilo:9", "--lexicon", "en")
        assert (ran.code, ran.out) == (2, "")
        assert "hilo:9 reads no lexicon" in ran.err

    def test_is_named_in_the_help_and_in_messages(self, run):
        assert "a number from 1 to 7" in re.sub(r"\s+", " ", run("solve", "--help").out)
        assert "hilo:7" in run("solve", "chess").err
        assert "hilo:x: expected a number, as in hilo:7" in run("solve", "hilo:x").err
        from emi.cli.games import complete_game

        assert complete_game("hil") == ["hilo:7"]

    def test_has_no_name_of_another_game(self):
        kind = registry.found("hilo:7").kind
        with pytest.raises(registry.GameError, match="'moo' is the name of a game of Moo"):
            registry.named("moo", help="moo")(kind)
        with pytest.raises(registry.GameError, match="'c7' is the name of a game of Motus"):
            registry.named("c7", help="c7")(kind)


@pytest.fixture
def singles(monkeypatch):
    """Add the function of the recipe to the module of aggregates."""
    every = {**aggregates.AGGREGATES}
    for module in (aggregates, heuristic):
        monkeypatch.setattr(module, "AGGREGATES", every)
    exec(recipe("Add a heuristic"), {**vars(aggregates)})  # noqa: S102 - of our own page
    monkeypatch.setattr(heuristic, "HEURISTICS", heuristic._heuristics())
    among = heuristic.HEURISTICS["Singles"].among_candidates()
    monkeypatch.setitem(heuristic.AMONG_CANDIDATES, among.name, among)


@pytest.mark.usefixtures("singles")
class TestAHeuristic:
    def test_is_a_column_of_advice(self, run):
        game = emi.game_named("mastermind:2x3")
        facts = json.loads(run("explain", game.name, "--format", "json").out)
        assert sum(one["alike"] for one in facts["profiles"]) == 9
        for one in facts["profiles"]:
            classes = Counter(game.feedback(one["guess"], secret) for secret in game.secrets)
            assert one["values"]["Singles"] == [*classes.values()].count(1)

    @pytest.mark.parametrize("name", ["Singles", "singles", "PossibleSingles"])
    def test_is_compared_in_one_game_and_in_several(self, run, name, lexicon):
        ran = run("compare", "moo:2x3", "--heuristic", name, "--with-optimal", "--format", "csv")
        rows = {row["heuristic"].lower(): row for row in DictReader(ran.out.splitlines())}
        assert int(rows[name.lower()]["total"]) >= int(rows["leastaverage"]["total"])
        ran = run("compare", "--lexicon", lexicon, "--heuristic", name, "--format", "json")
        assert (ran.code, name.lower() in ran.out.lower()) == (0, True)

    def test_plays_a_strategy(self, run, tmp_path):
        out = tmp_path / "tree.csv"
        assert run("strategy", "moo:2x3", "--heuristic", "Singles", "--out", out).code == 0
        assert run("compare", "moo:2x3", "--import", out).code == 0


@pytest.fixture
def by_tries(monkeypatch):
    """Put the view of the recipe into a module, and its line into `emi.tables`."""
    view = ModuleType("emi.reports.views.tries")
    made = [part for part in session("Add a report") if part.startswith(("from ", "def "))]
    exec("".join(made), vars(view))  # noqa: S102 - of our own page
    monkeypatch.setitem(sys.modules, view.__name__, view)
    monkeypatch.setitem(tables._ONE, "Performance", "tries:by_tries")


@pytest.mark.usefixtures("by_tries")
class TestAReport:
    def test_is_written_in_every_format(self):
        performance = emi.play(emi.game_named("mastermind:2x3"), "Max")
        written = {form: emi.table(performance).render(form) for form in FORMATS}
        assert len(written) == 5
        shapes = {
            "table": r"^ *(\d+) +(\d+)$",
            "markdown": r"^\| (\d+) \| (\d+) \|$",
            "html": r">(\d+)</td><td[^>]*>(\d+)</td></tr>",
        }
        for form, shape in shapes.items():
            rows = re.findall(shape, written[form], re.MULTILINE)
            assert [(int(tries), int(count)) for tries, count in rows] == [
                *enumerate(performance.counts, 1)
            ]
        assert json.loads(written["json"])["counts"] == [*performance.counts]
        (row,) = DictReader(written["csv"].splitlines())
        assert row["total"] == str(performance.total)
