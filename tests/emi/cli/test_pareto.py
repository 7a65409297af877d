"""``emi pareto``: what becomes of its options, and of the rows that the search gives."""

import csv
import importlib
import io
import json
import sys
import time
from dataclasses import replace
from types import ModuleType

import pytest

from emi import parallel as running
from emi.cli.pareto import pareto_command, parse_span
from emi.errors import OptionError
from emi.lexicon.load import load
from emi.pareto_rows import ParetoRow
from search.model.limits import Limits, Stopped

TWO = ParetoRow(2, 12, 1, 1, 30, 30, 12, 3, "CABLE", ("CASER",), 0.5)
THREE = ParetoRow(3, 12, 0, 0, 29, 30, 12, 3, "CADET", (), 0.5)
ANY = ParetoRow(None, 12, 0, 0, 29, 29, 12, 4, "CADRE", (), 0.5)
ROWS = [TWO, THREE, ANY]


class Searched:
    """A front as the command asks for it: notes how, and answers with what it is told to."""

    def __init__(self):
        self.rows = ROWS
        self.asked = []

    def __call__(self, game, *, tries, weights, limits, store, watch):
        self.asked.append({
            "game": game, "tries": tries, "weights": weights, "limits": limits, "store": store,
            "watch": watch,
        })  # fmt: skip
        return self.rows(watch) if callable(self.rows) else self.rows


@pytest.fixture
def searched(monkeypatch):
    """Return what the command gets instead of the search; the command is part of ``emi``."""
    # Not as a name of the package, which is the Typer of the program.
    program = importlib.import_module("emi.cli.app").app
    others = [each for each in program.registered_commands if each.name != "pareto"]
    monkeypatch.setattr(program, "registered_commands", others)
    program.command("pareto")(pareto_command)
    searched = Searched()
    module = ModuleType("emi.front")
    module.front = searched
    monkeypatch.setitem(sys.modules, "emi.front", module)
    return searched


@pytest.fixture
def pareto(run, lexicon, searched):  # noqa: ARG001
    """Return a function that runs ``emi pareto`` over the small list."""

    def pareto(*arguments):
        return run("pareto", "--lexicon", lexicon, *(arguments or ("C5",)))

    return pareto


def refused(ran, *named):
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("emi: ")
    assert ran.err.count("\n") == 1
    for name in named:
        assert name in ran.err


class TestWhatIsAsked:
    def test_is_everything_unless_told_otherwise(self, pareto, searched):
        assert pareto().code == 0
        (asked,) = searched.asked
        assert (asked["game"].name, len(asked["game"].secrets)) == ("C5", 12)
        assert asked["tries"] is None
        assert asked["weights"] is None
        assert asked["limits"] == Limits()
        assert asked["watch"]("anything") is True

    def test_a_span_of_tries(self, pareto, searched):
        assert pareto("C5", "--tries", "2-3,5").code == 0
        assert searched.asked[0]["tries"] == (2, 3, 5)

    def test_a_time_limit(self, pareto, searched):
        assert pareto("C5", "--time-limit", "1.5").code == 0
        assert searched.asked[0]["limits"] == Limits(1.5)

    def test_the_cache_is_where_the_options_say(self, pareto, searched, tmp_path):
        assert pareto("C5", "--no-cache").code == 0
        assert searched.asked[0]["store"] is None
        assert not (tmp_path / "cache").exists()
        assert pareto("C5", "--cache-dir", tmp_path / "elsewhere").code == 0
        assert searched.asked[1]["store"] is not None
        assert (tmp_path / "elsewhere").is_dir()

    def test_games_of_every_kind(self, pareto, searched, lexicon):
        assert pareto("C5", "--no-initial").code == 0
        assert pareto("mastermind:2x3").code == 0
        words = lexicon.with_name("five.txt")
        words.write_text("CABAN\nCABLE\n")
        assert pareto("wordle", "--secrets", words, "--guesses", words).code == 0
        assert [(each["game"].name, len(each["game"].secrets)) for each in searched.asked] == [
            ("5", 22),
            ("mastermind:2x3", 9),
            ("wordle", 2),
        ]

    def test_weights(self, pareto, searched, tmp_path, lexicon):
        words = load(str(lexicon)).cell("C", 5)
        path = tmp_path / "weights.tsv"
        path.write_text("".join(f"{word}\t{at}\n" for at, word in enumerate(words, 1)))
        ran = pareto("C5", "--weights", path)
        assert (ran.code, ran.err) == (0, "")
        assert searched.asked[0]["weights"].of == tuple(range(1, 13))
        assert ran.out.splitlines()[0].endswith(", weights weights.tsv")

    def test_how_many_weights_are_missing_is_said_on_stderr(self, pareto, tmp_path):
        path = tmp_path / "weights.tsv"
        path.write_text("CABAN 1\nCABLE 3\n")
        ran = pareto("C5", "--weights", path)
        assert ran.code == 0
        assert ran.err == (
            "emi: weights weights.tsv: 10 of 12 secrets have no number, each is given half of the"
            " least\n"
        )


class TestWhatIsPrinted:
    def test_a_table(self, pareto, lexicon):
        ran = pareto()
        assert (ran.code, ran.err) == (0, "")
        digest = load(str(lexicon)).digest[:12]
        title, _, headings, *lines = ran.out.splitlines()
        assert title == f"Fewest misses, least average, C5, lexicon small.txt ({digest})"
        assert headings.split() == [
            *("tries", "misses", "guaranteed", "mean", "total", "worst", "first", "guess"),
            "seconds",
        ]
        assert [line.split()[0] for line in lines[:3]] == ["2", "3", "any"]
        assert "3 rows, 2 proven, 1 not, 1.5 s" in lines

    def test_a_game_without_a_lexicon(self, pareto):
        ran = pareto("mastermind:2x3")
        assert ran.out.startswith("Fewest misses, least average, mastermind:2x3\n")

    def test_csv(self, pareto):
        lines = list(csv.DictReader(io.StringIO(pareto("C5", "--format", "csv").out)))
        assert [line["tries"] for line in lines] == ["2", "3", "any"]
        assert lines[1]["total_lower"] == "29"

    def test_json(self, pareto):
        document = json.loads(pareto("C5", "--format", "json").out)
        assert document["title"].startswith("Fewest misses, least average, C5, lexicon small.txt")
        assert document["rows"][0]["missed"] == ["CASER"]

    @pytest.mark.parametrize(
        ("format", "start"), [("markdown", "**Fewest misses"), ("html", "<!DOCTYPE html>")]
    )
    def test_other_formats(self, pareto, format, start):
        ran = pareto("C5", "--format", format)
        assert ran.code == 0
        assert ran.out.startswith(start)

    @pytest.mark.parametrize(("suffix", "start"), [(".svg", b"<?xml"), (".png", b"\x89PNG")])
    def test_pictures(self, pareto, tmp_path, suffix, start):
        path = tmp_path / f"front{suffix}"
        ran = pareto("C5", "--plot", path)
        assert (ran.code, ran.err) == (0, "")
        assert path.read_bytes().startswith(start)

    def test_a_picture_of_nothing_is_not_written(self, pareto, searched, tmp_path):
        searched.rows = [ANY]
        path = tmp_path / "front.svg"
        ran = pareto("C5", "--plot", path)
        assert ran.code == 0
        assert "any" in ran.out
        assert ran.err == (
            f"emi: --plot {path}: not written, there is nothing to draw: no number of tries was"
            " reached\n"
        )
        assert not path.exists()

    def test_rows_that_contradict_each_other_are_an_error_of_ours(self, pareto, searched):
        searched.rows = [TWO, replace(THREE, misses_lower=2, misses_upper=2), ANY]
        wrong = r"^C5: within 3 tries at least 2 are missed, but within 2 tries only 1$"
        with pytest.raises(AssertionError, match=wrong):
            pareto()


class TestCtrlC:
    @pytest.fixture(autouse=True)
    def interrupted(self, monkeypatch):
        """Send Ctrl-C as soon as the search has begun, once."""
        real = running.wait

        def wait(*_, **__):
            monkeypatch.setattr(running, "wait", real)
            raise KeyboardInterrupt

        monkeypatch.setattr(running, "wait", wait)

    @staticmethod
    def until_stopped(watch):
        while watch("2 tries"):
            time.sleep(0.01)

    def test_prints_the_rows_reached_and_ends_with_130(self, pareto, searched, tmp_path):
        def rows(watch):
            self.until_stopped(watch)
            return [TWO]

        searched.rows = rows
        path = tmp_path / "front.svg"
        ran = pareto("C5", "--format", "csv", "--plot", path)
        assert (ran.code, ran.err) == (130, "")
        assert [line.split(",")[0] for line in ran.out.splitlines()] == ["tries", "2"]
        assert path.exists()

    def test_before_any_row_prints_none(self, pareto, searched):
        def rows(watch):
            self.until_stopped(watch)
            return []

        searched.rows = rows
        ran = pareto("C5", "--format", "csv")
        assert (ran.code, len(ran.out.splitlines()), ran.err) == (130, 1, "")

    def test_before_the_search_prints_nothing(self, pareto, searched):
        def rows(watch):
            self.until_stopped(watch)
            raise Stopped

        searched.rows = rows
        ran = pareto()
        assert (ran.code, ran.out, ran.err) == (130, "", "")


class TestBadInput:
    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (["mu"], "unknown game 'mu'"),
            (["Z5"], "cell Z5:"),
            (["C5", "--tries", "0"], "--tries '0': expected numbers of tries above 0, such as 1-7"),
            (["C5", "--plot", "front.pdf"], "--plot front.pdf: '.pdf': expected one of the suffix"),
            (["C5", "--plot", "absent/f.svg"], "--plot absent/f.svg: cannot be written"),
            (["C5", "--weights", "absent.tsv"], "'absent.tsv'"),
            (["C5", "--time-limit", "0"], "--time-limit 0: expected a number above 0"),
            (["C5", "--secrets", "x"], "only wordle takes them"),
            (["moo", "--no-initial"], "--no-initial"),
            (["C5", "--format", "xls"], "--format"),
        ],
    )
    def test_is_one_line(self, pareto, searched, options, message, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        refused(pareto(*options), message)
        assert not searched.asked

    def test_a_picture_without_matplotlib(self, pareto, searched, monkeypatch, tmp_path):
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        refused(pareto("C5", "--plot", tmp_path / "front.svg"), "plots need matplotlib")
        assert not searched.asked

    @pytest.mark.parametrize("text", ["", "x", "7-1", "0-3", "1,", "1000", "-2", "٣"])
    def test_no_numbers_of_tries(self, text):
        with pytest.raises(OptionError, match=r"^--tries .*: expected numbers of tries above 0"):
            parse_span(text)

    def test_numbers_of_tries_in_any_order(self):
        assert parse_span(" 5, 1-3,2") == (1, 2, 3, 5)


class TestTheSearch:
    """Nothing in its place."""

    def test_of_a_small_cell(self, run, lexicon):
        ran = run("pareto", "C5", "--lexicon", lexicon, "--format", "csv")
        assert (ran.code, ran.err) == (0, "")
        lines = list(csv.DictReader(io.StringIO(ran.out)))
        assert [line["tries"] for line in lines] == ["1", "2", "3", "any"]
        assert [line["misses_upper"] for line in lines] == ["11", "3", "0", "0"]
        assert {line["total_lower"] for line in lines} == {"26"}

    def test_of_one_number_of_tries_with_weights(self, run, lexicon, tmp_path):
        path = tmp_path / "weights.tsv"
        words = load(str(lexicon)).cell("C", 5)
        path.write_text("".join(f"{word}\t{at}\n" for at, word in enumerate(words, 1)))
        ran = run(
            *("pareto", "C5", "--lexicon", lexicon, "--format", "json"),
            *("--tries", "2", "--weights", path),
        )
        assert (ran.code, ran.err) == (0, "")
        two, every = json.loads(ran.out)["rows"]
        assert two["misses_upper"] == sum(words.index(word) + 1 for word in two["missed"])
        assert two["total_upper"] >= every["total_upper"]
