"""``emi page``: one page, in one file. What it does in a browser is in tests/web."""

import json
import re
import signal
import webbrowser

import pytest

import emi
from emi.cli.page import Several
from emi.reports.texts import LANGUAGES, catalogue
from emi.work import run as parallel
from tests.reports.html import parse


@pytest.fixture
def explored(run, tmp_path):
    """Return a function that writes a page, and what it holds, and what was said."""

    def explored(line, *more):
        out = tmp_path / "page.html"
        ran = run("page", *line.split(), *more, "--out", out)
        assert ran.out == ""
        text = out.read_text(encoding="utf-8")
        data = re.search(
            r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL
        )
        return text, json.loads(data[1]), ran

    return explored


def names(data):
    return [game["name"] for game in data["games"]]


def test_the_cells_of_five_letters_unless_others_are_asked_for(explored, lexicon, golden):
    _, data, ran = explored("--lexicon", lexicon)
    assert names(data) == ["A5", "C5"]
    assert ran.err.endswith("bytes\n")
    golden(ran.err)
    _, data, _ = explored("--lengths 5-6 --lexicon", lexicon)
    assert names(data) == ["A5", "C5", "C6"]
    _, data, _ = explored("--letters C --no-cache --lexicon", lexicon)
    assert names(data) == ["C5"]


def test_games_by_name_each_once_and_cells_beside_them(explored, lexicon, lists):
    _, data, _ = explored("C6 moo:2x3 C6 --lexicon", lexicon)
    assert names(data) == ["C6", "moo:2x3"]
    _, data, _ = explored("mastermind:2x3 --lengths 6 --lexicon", lexicon)
    assert names(data) == ["mastermind:2x3", "C6"]
    text, data, _ = explored("wordle", *lists)
    assert names(data) == ["wordle"]
    assert "<title>wordle</title>" in text
    assert data["lexicon"] == ""


def test_several_boards_have_the_codes_of_one_and_are_not_solved(explored, lexicon, golden):
    _, data, ran = explored("C5 boards:3:C5 boards:2:A5 --lexicon", lexicon)
    one, several, other = data["games"]
    assert names(data) == ["C5", "boards:3:C5", "boards:2:A5"]
    same = {name for name in one if one[name] == several[name]}
    assert {*one} - same == {"name", "page", "tries"}
    page = one["page"] | {"titles": {"en": "Motus \u00d7 3"}, "boards": 3, "distinct": False}
    assert (several["page"], several["tries"]) == (page, 8)
    assert other["lower"] < other["upper"]
    golden(ran.err)


def test_it_is_one_page_that_needs_nothing_else(explored, lexicon, golden):
    text, data, _ = explored("--lexicon", lexicon)
    page = parse(text)
    assert data["lexicon"] == "small.txt"
    golden([page.all(tag)[0].text for tag in ("title", "h1")])
    assert data["games"][0]["held"]
    assert all("file" not in game for game in data["games"])
    text = text.replace("http://www.w3.org/2000/svg", "")  # A name, which is not fetched.
    assert not re.search(r"\bhttps?://|\bsrc=|\burl\(|@import|XMLHttpRequest", text)
    assert "connect-src" not in text
    assert "default-src 'none'" in text
    ids = re.findall(r'\bid="([^"]*)"', text)
    assert len(ids) == len(set(ids))


def test_the_page_has_the_texts_of_every_language(explored, lexicon):
    text, *_ = explored("--lexicon", lexicon)
    data = json.loads(re.search(r'id="data">(.*?)</script>', text)[1])
    for name, own in data["texts"].items():
        assert own["page"] == catalogue(name)["page"]
        assert own["name"] == catalogue(name)["name"]
    assert tuple(data["texts"]) == LANGUAGES
    # And what the scripts say is there.
    used = {*re.findall(r"\bt\(\"(\w+)\"", text), *re.findall(r'data-t="(\w+)"', text)}
    assert used <= data["texts"]["en"]["page"].keys()


def test_the_name_of_a_list_ends_no_script(explored, lexicon):
    odd = lexicon.with_name("a<!--<script>b.txt")
    odd.write_text(lexicon.read_text())
    text, data, _ = explored("C5 --lexicon", odd)
    assert data["lexicon"] == odd.name
    assert "<!--<script>" not in text


def test_what_a_limit_leaves_is_written_as_bounds(explored, hard):
    _, data, ran = explored("--no-initial --lengths 3 --node-limit 1 --lexicon", hard)
    (game,) = data["games"]
    assert (ran.code, "1 game, 0 proven, 1 not" in ran.err) == (0, True)
    assert game["lower"] < game["upper"]


def test_a_page_of_hard_play_has_its_values_and_its_strategies(explored, lexicon):
    _, data, ran = explored("C5 C6 --hard hints --lexicon", lexicon)
    assert (ran.code, "2 games, 2 proven, 0 not" in ran.err) == (0, True)
    assert "no proof" not in ran.err
    for plain in data["games"]:
        game = emi.Motus.of_cell(plain["name"], emi.load(lexicon)).hardened("hints")
        bounds = emi.solve(game).bounds
        assert (plain["hard"], plain["lower"], plain["upper"]) == (True, bounds.lower, bounds.upper)


@pytest.mark.parametrize(
    "arguments", ["mastermind:2x3 moo:2x3 --hard hints", "C5 --hard consistent"]
)
def test_hard_play_is_by_hints_and_of_words(wrong, tmp_path, arguments):
    wrong("page", *arguments.split(), "--out", tmp_path / "m.html")


@pytest.mark.parametrize("found", [True, False])
def test_the_page_is_opened_once_it_is_written(explored, lexicon, monkeypatch, tmp_path, found):
    opened = []

    def opens(address):
        opened.append((address, (tmp_path / "page.html").exists()))
        return found

    monkeypatch.setattr(webbrowser, "open", opens)
    *_, ran = explored("C6 --open --lexicon", lexicon)
    assert opened == [((tmp_path / "page.html").as_uri(), True)]
    assert ("no browser found" in ran.err) is not found
    assert ran.code == 0


def test_a_date_that_is_given_makes_the_same_page_again(explored, lexicon, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    text, data, _ = explored("C6 --lexicon", lexicon)
    assert data["made"]["date"] == "1970-01-02"
    assert [one["name"] for one in data["made"]["lists"]] == [lexicon.name]
    assert explored("C6 --lexicon", lexicon)[0] == text


def test_ctrl_c_writes_what_there_is(explored, lexicon, monkeypatch):
    solve = parallel.Run.run

    def interrupted(self, *hooks):
        signal.raise_signal(signal.SIGINT)
        return solve(self, *hooks)

    monkeypatch.setattr(parallel.Run, "run", interrupted)
    _, data, ran = explored("--lexicon", lexicon)
    assert (ran.code, names(data)) == (130, ["A5", "C5"])
    assert "2 games" in ran.err


@pytest.mark.parametrize(
    "line",
    [
        "page",
        "page C5 --out {}/absent/x.html",
        "page C5 --out {}",
        "page chess --out {}/x.html",
        "page wordle:2 --out {}/x.html",
        "page --letters 1 --out {}/x.html",
        "page --lengths 5 --letters A --no-initial --out {}/x.html",
        "page boards:17:C5 --out {}/x.html",
        "page dordle --hard hints --out {}/x.html",
        "page dordle --fairness --out {}/x.html",
        "page dordle --results --site {}/x.html",
    ],
)
def test_a_command_line_that_is_wrong(run, tmp_path, line, golden):
    ran = run(*line.format(tmp_path).split())
    assert (ran.code, ran.out, "Traceback" in ran.err) == (2, "", False)
    golden(ran.err)
    assert not (tmp_path / "x.html").exists()


def test_cells_are_read_as_by_other_commands(lexicon):
    choice = Several(lexicon=str(lexicon), letters="C")
    assert [game.name for game in choice.read()] == ["C5"]


def test_one_page_has_the_fairness_of_the_list_too(explored, tmp_path, golden, wrong):
    path = tmp_path / "words.txt"
    path.write_text("CADES\nCAFES\nCAGES\nCAKES\nCAMES\nCASES\nCAVES\nCARIE\nZEBRE\n")
    text, data, _ = explored("--fairness --lexicon", path)
    assert names(data) == ["C5", "Z5"]
    (section,) = [
        one for one in parse(text).all("section") if one.attributes.get("id") == "fairness"
    ]
    rows = [row.text for row in section.all("tr")]
    assert rows[1].startswith("C58")
    assert rows[2].startswith("Z51")
    golden(section.text)
    assert 'id="fairness"' not in explored("--lexicon", path)[0]
    wrong("page", "mastermind:2x3", "--fairness", "--out", tmp_path / "m.html")
