"""``emi strategy``: every game, objective and format."""

import json
import re
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import networkx as nx
import pytest

from emi import Average, Moo, Motus, play, solve
from emi.analysis.pareto import fewest_misses
from emi.errors import OptionError
from emi.files import write_file
from emi.games.feedback import pegs
from emi.questions.question import Question
from emi.questions.solving import solution_of
from emi.results.base import rounded

AVERAGE = ["--objective", "average"]
WITHIN = ["--objective", "guaranteed", "--tries", "2"]


@pytest.fixture
def written(run, tmp_path):
    """Return a function that writes a tree to a file and returns the output of the command."""

    def written(suffix, *arguments):
        out = tmp_path / f"x{suffix}"
        ran = run("strategy", *arguments, "--out", out)
        assert (ran.code, ran.out, ran.err.count("\n")) == (0, "", 1)
        assert ran.err.startswith(f"emi: {out}: ")
        return out.read_text(encoding="utf-8"), ran.err.removeprefix(f"emi: {out}: ").rstrip()

    return written


def test_is_printed_as_text(ran, lexicon, golden):
    text = ran("strategy C5 --lexicon", lexicon)
    assert text.startswith("CA")
    assert all(word in text for word in ("CABAN", "CALER", "CASER", "CANOE"))
    golden(ran("strategy c5", *AVERAGE, "--lexicon", lexicon))
    text = ran("strategy mastermind:2x3")
    golden(text)
    assert "word" not in text


@pytest.mark.parametrize("command", ["strategy moo:2x3", "solve moo:2x3 --format csv"])
def test_a_dash_is_stdout(ran, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    printed = ran(*command.split(), "--out", "-")
    assert printed.partition("seconds")[0] == ran(*command.split()).partition("seconds")[0] != ""
    assert not Path("-").exists()


@pytest.mark.parametrize("game", ["C5", "wordle", "jotto", "mastermind:2x3"])
@pytest.mark.parametrize("suffix", [".json", ".graphml", ".dot", ".txt"])
def test_the_suffix_chooses_the_format(written, named, game, suffix, golden):
    text, said = written(suffix, *named(game))
    assert {"C5": "CASER", "wordle": "LINGE", "jotto": "CASER"}.get(game, "12") in text
    golden(said)


def test_is_read_back_and_played(written, golden):
    text, said = written(".json", "moo:2x4")
    golden(said)
    data = json.loads(text)
    graph = nx.node_link_graph(data["graph"], edges="edges")
    assert nx.is_arborescence(graph)
    assert (data["game"], data["depth"], data["secrets"]) == ("moo:2x4", 3, 12)
    for secret in map("".join, permutations("0123", 2)):
        node, steps = 0, 1
        while (guess := graph.nodes[node]["guess"]) != secret:
            told = pegs(guess, secret, ("B", "C"))
            (node,) = (below for _, below, way in graph.out_edges(node, "feedback") if way == told)
            steps += 1
        assert steps <= 3


def test_of_a_heuristic(written):
    text, said = written(".json", "moo:2x4", "--heuristic", "sum", "--first", "32")
    played = play(Moo(2, 4), "Sum", first="32")
    mean = rounded(Fraction(played.total, len(played.tries)))
    assert said.endswith(f"{played.worst} guesses, {mean} on average")
    assert json.loads(text)["graph"]["nodes"][0]["guess"] == "32"


def test_of_the_average_with_a_first_guess_and_a_limit(written, lexicon):
    asked = [*AVERAGE, "--first", "caban", "--max-tries", "5", "--lexicon", lexicon]
    text, said = written(".json", "C5", *asked)
    best = solve(Motus.of_cell("C5", str(lexicon)), Average(5), first="CABAN")
    assert said.endswith(f"{best.worst} guesses, {best.bounds.upper / 12:.4f} on average")
    assert json.loads(text)["graph"]["nodes"][0]["guess"] == "CABAN"


def test_of_the_average_within_the_worst_case(written):
    _, said = written(".json", "mastermind:4x6", *AVERAGE, "--max-tries", "worst")
    assert said.endswith(f"at most 5 guesses, {5626 / 1296:.4f} on average")


def test_of_the_worst_case_with_a_first_guess(written):
    text, _ = written(".json", "moo:2x4", "--first", "01")
    assert json.loads(text)["graph"]["nodes"][0]["guess"] == "01"


@pytest.mark.parametrize("asked", [(), AVERAGE, WITHIN])
def test_with_several_first_guesses(written, asked):
    text, _ = written(".json", "moo:2x4", "--first", "01,12", *asked)
    nodes = json.loads(text)["graph"]["nodes"]
    assert nodes[0]["guess"] == "01"
    assert [one["guess"] for one in nodes].count("12") > 1


def test_of_the_guaranteed_is_complete_and_misses_the_fewest(written, lexicon):
    text, said = written(".json", "C5", *WITHIN, "--lexicon", lexicon)
    game = Motus.of_cell("C5", str(lexicon))
    question = Question(game)
    best = fewest_misses(question, 2, solution_of(question.asking(Average())))
    assert int((best.tries(12) > 2).sum()) == 3
    assert said.endswith(f"{best.depth} guesses, {best.total / 12:.4f} on average")
    assert set(game.secrets) <= set(re.findall(r"[A-Z]{5}", text))


def test_of_hard_play(written, alike):
    text, _ = written(".json", *alike, "--hard", "possible")
    nodes = json.loads(text)["graph"]["nodes"]
    assert [node["within"] for node in nodes] == [4, 3, 2, 1]
    assert {node["guess"] for node in nodes} == {"CALER", "CAMER", "CASER", "CAPER"}


@pytest.mark.parametrize("command", ["strategy", "compare"])
def test_a_first_guess_of_hard_play_is_a_secret(run, alike, command):
    ran = run(command, *alike, "--hard", "possible", "--heuristic", "Sum", "--first", "LAMPS")
    said = "--first LAMPS: unknown, expected one of the 4 words of wordle (hard: possible)"
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"emi: {said}")


@pytest.mark.parametrize("suffix", [".tree", ".csv", ".json"])
@pytest.mark.parametrize("game", ["C5", "wordle", "jotto", "mastermind:2x3", "permutation:3x3"])
def test_what_others_read_is_judged_again(run, ran, named, tmp_path, game, suffix):
    out, again = tmp_path / f"x{suffix}", tmp_path / "y.json"
    said = run("strategy", *named(game), "--objective", "average", "--out", out).err
    written = run("strategy", *named(game), "--import", out, "--out", again)
    assert (written.code, written.err) == (0, said.replace(str(out), str(again)))
    text = ran("compare", *named(game), "--import", out)
    (total,) = re.findall(r"^the strategy +(\d+) +\d+ +0$", text, re.MULTILINE)
    exact = re.findall(r"^exact play\D* {2,}([\d,]+)$", text, re.MULTILINE)
    assert total in [one.replace(",", "") for one in exact]
    assert json.loads(again.read_text())["total"] == int(total)
    mean = re.search(r"([\d.]+) on average", said)[1]
    data = json.loads(ran("compare", *named(game), "--import", out, "--format", "json"))
    assert (data["total"], f"{data['mean']:.4f}") == (int(total), mean)
    assert data["missed"] == []
    assert [one["figure"] for one in data["exact"]][:1] == ["worst"]
    reached = {(one["lower"], one["upper"]) for one in data["exact"] if one["figure"] == "total"}
    assert (int(total), int(total)) in reached


def test_what_is_imported_keeps_to_hard_play_or_not(run, ran, alike, tmp_path, golden):
    out = tmp_path / "x.tree"
    run("strategy", *alike, "--hard", "possible", "--out", out)
    text = ran("compare", *alike, "--hard", "possible", "--import", out)
    golden(text)
    run("strategy", *alike, "--out", out)
    text = ran("compare", *alike, "--import", out)
    golden(text)


@pytest.mark.parametrize(
    "more", [["--first", "CALER"], ["--heuristic", "Sum"], AVERAGE, ["--out", "{out}"]]
)
def test_what_does_not_go_with_import_is_refused(alike, tmp_path, more, wrong):
    path = tmp_path / "x.csv"
    path.write_text("caler,camer\n")
    more = [one.format(out=tmp_path / "new.tree") for one in more]
    wrong("strategy", *alike, "--import", path, *more)


@pytest.mark.parametrize("command", ["strategy", "compare"])
def test_rubbish_is_refused(alike, tmp_path, command, wrong):
    path = tmp_path / "x.csv"
    path.write_text("caler,camer\ncaler;what\n")
    wrong(command, *alike, "--import", path)


def test_what_a_strategy_of_others_misses_is_said(ran, alike, tmp_path, golden):
    path = tmp_path / "x.csv"
    path.write_text("caler,camer\n")
    text = ran("compare", *alike, "--import", path)
    assert re.search(r"^the strategy +3 +2 +2$", text, re.MULTILINE)
    golden(text)


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch, refused):
    path = tmp_path / "kept.json"
    path.write_text("before")

    def fail(self, target):  # noqa: ARG001 - as Path.replace
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", fail)
    with refused(OptionError):
        write_file(path, b"after")
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("asked", [(), AVERAGE])
def test_out_of_time_the_best_one_found_is_written_with_its_bounds(run, tmp_path, asked):
    """The search of mastermind:5x6 takes minutes, and its first strategy two seconds."""
    out = tmp_path / "s.json"
    ran = run("strategy", "mastermind:5x6", *asked, "--no-cache", "--time-limit", 8, "--out", out)
    assert ran.code == 0
    assert json.loads(out.read_text())["graph"]["nodes"][0]["candidates"] == 6**5
    assert re.search(r"mastermind:5x6: \S+ [\d,]+\.\.[\d,]+ not proven", ran.err)
