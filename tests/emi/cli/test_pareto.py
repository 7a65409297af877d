"""``emi solve --objective pareto``: its options, and the rows found."""

import json
import time
from dataclasses import replace

import pytest

import emi
from emi.analysis import pareto as front
from emi.lexicon.load import load
from emi.results.pareto import ParetoFront, ParetoRow
from emi.search.model.limits import Limits, Stopped
from emi.work import run as parallel
from tests.emi.cases import rows

TWO = ParetoRow(2, 12, 1, 1, 30, 30, 12, 3, "CABLE", ("CASER",), 0.5)
THREE = ParetoRow(3, 12, 0, 0, 29, 30, 12, 3, "CADET", (), 0.5)
ANY = ParetoRow(None, 12, 0, 0, 29, 29, 12, 4, "CADRE", (), 0.5)


class Searched:
    """Replaces the search: records questions, and returns prepared results."""

    def __init__(self):
        self.rows = [TWO, THREE, ANY]
        self.asked = []

    def __call__(self, game, **asked):
        self.asked.append({"game": game, **asked})
        rows = self.rows(asked["watch"]) if callable(self.rows) else self.rows
        return ParetoFront.of(game.facts, rows)


@pytest.fixture
def searched(monkeypatch):
    searched = Searched()
    monkeypatch.setattr(front, "pareto", searched)
    return searched


@pytest.fixture
def pareto(run, lexicon):
    """Return a function that runs ``emi solve --objective pareto`` over the small list."""
    return lambda line="C5", *more: run(
        "solve", "--objective", "pareto", "--lexicon", lexicon, *line.split(), *more
    )


class TestWhatIsAsked:
    def test_is_everything_unless_told_otherwise(self, pareto, searched):
        assert pareto().code == 0
        (asked,) = searched.asked
        assert (asked["game"].name, len(asked["game"].secrets)) == ("C5", 12)
        assert (asked["tries"], asked["weights"], asked["limits"]) == (None, None, Limits())
        assert asked["watch"]("anything") is True

    def test_is_what_the_options_say(self, pareto, searched, weights, golden):
        ran = pareto("C5 --tries 5,2-3,3 --time-limit 1.5 --weights", weights)
        assert (ran.code, ran.err) == (0, "")
        (asked,) = searched.asked
        assert (asked["tries"], asked["limits"].seconds) == ((2, 3, 5), 1.5)
        assert tuple(asked["weights"]) == tuple(range(1, 13))
        golden(ran.out.splitlines()[0])

    def test_may_begin_with_given_guesses(self, pareto, searched):
        assert pareto("C5 --first CABAN").code == 0
        assert pareto("C5 --first CABAN,CABLE").code == 0
        assert pareto("C5 --first CABAN --openers 2").code == 0
        asked = [(one["first"], one["openers"]) for one in searched.asked]
        pair = "CABAN", "CABLE"
        assert asked == [(pair[:1], None), (pair, None), (pair[:1], 2)]

    def test_shows_the_openers_of_each_line(self, pareto, searched):
        searched.rows = [replace(TWO, opening=("CABLE", "CASER")), THREE]
        lines = pareto("C5 --openers 2").out.splitlines()[3:5]
        assert ["CABLE, CASER" in line for line in lines] == [True, False]

    def test_is_kept_where_the_options_say(self, pareto, searched, tmp_path):
        assert pareto("C5 --no-cache").code == 0
        assert searched.asked[0]["store"] is None
        assert not (tmp_path / "cache").exists()
        assert pareto("C5 --cache-dir", tmp_path / "elsewhere").code == 0
        assert searched.asked[1]["store"] is not None
        assert (tmp_path / "elsewhere").is_dir()

    def test_how_many_weights_are_missing_is_said_on_stderr(
        self, pareto, searched, tmp_path, golden
    ):
        path = tmp_path / "weights.tsv"
        path.write_text("CABAN 1\nCABLE 3\n")
        ran = pareto("C5 --weights", path)
        assert (ran.code, len(searched.asked)) == (0, 1)
        golden(ran.err)
        path.write_text("CABAN 1\nCABLE 3\nCABAN 2\nc\u00e2ble 1\n")
        golden(pareto("C5 --weights", path).err.splitlines()[1:])


@pytest.mark.usefixtures("searched")
class TestWhatIsPrinted:
    def test_is_a_table(self, pareto, lexicon, golden):
        ran = pareto()
        assert (ran.code, ran.err) == (0, "")
        load(str(lexicon)).digest[:12]
        title, _, headings, *lines = ran.out.splitlines()
        golden(title)
        assert headings.split() == [
            *("tries", "misses", "guaranteed", "mean", "total", "worst", "first", "guess"),
            "seconds",
        ]
        assert [line.split()[0] for line in lines[:3]] == ["2", "3", "any"]
        # By the clock: these rows were there.
        golden(lines)

    def test_has_other_formats(self, pareto, golden):
        lines = rows(pareto("C5 --format csv").out)
        assert [line["tries"] for line in lines] == ["2", "3", ""]
        assert lines[1]["total_lower"] == "29"
        document = json.loads(pareto("C5 --format json").out)
        golden(document["title"])
        assert document["rows"][0]["missed"] == ["CASER"]
        assert pareto("C5 --format markdown").out.startswith("**Fewest misses")
        assert pareto("C5 --format html").out.startswith("<!DOCTYPE html>")

    @pytest.mark.parametrize(("suffix", "start"), [(".svg", b"<?xml"), (".png", b"\x89PNG")])
    def test_may_be_pictures(self, pareto, tmp_path, suffix, start):
        path = tmp_path / f"front{suffix}"
        ran = pareto("C5 --plot", path)
        assert (ran.code, ran.err) == (0, "")
        assert path.read_bytes().startswith(start)

    def test_is_no_picture_of_nothing(self, pareto, searched, tmp_path, golden):
        searched.rows = [ANY]
        path = tmp_path / "front.svg"
        ran = pareto("C5 --plot", path)
        assert (ran.code, "any" in ran.out, path.exists()) == (0, True, False)
        golden(ran.err)


@pytest.mark.parametrize(
    ("rows", "printed"),
    [([TWO], ["tries", "2"]), ([], ["tries"]), (None, [])],
    ids=["reached", "none", "before the search"],
)
def test_ctrl_c_prints_the_rows_reached_and_ends_with_130(
    pareto, searched, monkeypatch, tmp_path, rows, printed
):
    real = parallel.wait

    def wait(*_, **__):
        monkeypatch.setattr(parallel, "wait", real)
        raise KeyboardInterrupt

    def until_stopped(watch):
        while watch("2 tries"):
            time.sleep(0.01)
        if rows is None:
            raise Stopped
        return rows

    monkeypatch.setattr(parallel, "wait", wait)
    searched.rows = until_stopped
    path = tmp_path / "front.svg"
    ran = pareto("C5 --format csv", *(["--plot", path] if rows else []))
    said = "emi: stopped: no result for C5\n" if rows is None else ""
    assert (ran.code, ran.err) == (130, said)
    assert [line.split(",")[0] for line in ran.out.splitlines()] == printed
    assert path.exists() == bool(rows)


class TestTheSearch:
    """Nothing in its place."""

    def test_of_a_small_cell(self, pareto):
        ran = pareto("C5 --format csv")
        assert (ran.code, ran.err) == (0, "")
        lines = rows(ran.out)
        assert [line["tries"] for line in lines] == ["1", "2", "3", ""]
        assert [line["misses_upper"] for line in lines] == ["11", "3", "0", "0"]
        assert {line["total_lower"] for line in lines} == {"26"}

    def test_tells_what_is_known_at_once_beside_a_table(self, pareto, caplog, golden):
        caplog.set_level("INFO", "emi")
        assert pareto("C5 --no-cache --format csv").code == 0
        assert not caplog.messages
        assert pareto("C5 --no-cache").code == 0
        missed = {"within 1 try": 11, "within 2 tries": 3, "within 3 tries": 0}
        golden(caplog.messages[:2])
        assert set(caplog.messages) >= {
            f"{within}: {misses} missed, 2.1667 on average"
            for within, misses in (missed | {"with any number of tries": 0}).items()
        }

    def test_of_one_number_of_tries_with_weights(self, pareto, weights, lexicon):
        ran = pareto("C5 --format json --tries 2 --weights", weights)
        assert (ran.code, ran.err) == (0, "")
        two, every = json.loads(ran.out)["rows"]
        words = emi.load(str(lexicon)).cell("C", 5)
        assert two["misses_upper"] == sum(words.index(word) + 1 for word in two["missed"])
        assert two["total_upper"] >= every["total_upper"]

    def test_has_a_time_limit_for_all_rows(self, pareto):
        ran = pareto("C5 --format csv --no-cache --time-limit 1e-9")
        assert (ran.code, len(ran.out.splitlines())) == (0, 1)
        said = "no strategy was found in time; with more time there are bounds"
        assert ran.err == f"emi: C5: {said}\n"
