"""``emi page --site``: a site of games, with pages of results. For a browser see tests/web."""

import json
import re
import signal
import zlib
from dataclasses import replace
from html import unescape

import pytest

from emi.cli import page
from emi.cli.page import FRONT
from emi.errors import OptionError
from emi.reports.texts import LANGUAGES, Texts
from emi.reports.writers.site import PAGES
from emi.work import run as parallel
from tests.reports.html import parse


@pytest.fixture
def written(run, tmp_path):
    """Return a function that writes a site: its pages of results by name, and what was said."""

    def written(*line):
        folder = tmp_path / "new" / "site"
        ran = run("page", *line, "--results", "--site", folder)
        pages = {each.name: each.read_text(encoding="utf-8") for each in folder.glob("*.html")}
        return pages, ran

    return written


def named(name, language):
    if name == "play":
        return "index.html"
    return f"{name}.html" if language == "en" else f"{name}.{language}.html"


def links(page):
    """Return the addresses of a page, without those of places on it."""
    found = [each.attributes["href"] for each in page.all("a")]
    return {each for each in found if not each.startswith("#")}


def places(text):
    """Return the places of a page that an address may lead to; the first is its top."""
    return {"", *re.findall(r'\bid="([^"]*)"', text)}


def test_every_link_leads_to_a_page_in_every_language(written, lexicon):
    pages, ran = written("--lexicon", lexicon)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.endswith("bytes, for a web server\n")
    assert set(pages) == {named(name, language) for name in PAGES for language in LANGUAGES}
    ids = {name: places(text) for name, text in pages.items()}
    parsed = {name: parse(text) for name, text in pages.items()}
    for name, text in pages.items():
        found = links(parsed[name])
        for each in parsed[name].all("a"):
            file, _, place = each.attributes["href"].partition("#")
            assert place in ids[file.partition("?")[0] or name], (name, each.attributes["href"])
        assert not re.search(r"\bhttps?://|\burl\((?!#)|@import", text), name
        assert name == "index.html" or "src=" not in text
        first, *between, _ = name.split(".")
        language = between[0] if between else "en"
        if name != "index.html":
            assert parsed[name].all("html")[0].attributes["lang"] == language
            assert {named(each, language) for each in PAGES if each != "play"} <= found
            assert f"index.html?language={language}" in found
            # The same page in the others.
            assert {named(first, each) for each in LANGUAGES} <= found
    # A page of all languages has the links of each.
    assert {named(name, each) for name in PAGES for each in LANGUAGES} - {"index.html"} <= links(
        parsed["index.html"]
    )


def said(text):
    """Return what a page says, in pieces: codes, numbers and what it was made of are left out."""
    main = text.partition("<main>")[2].partition("</main>")[0].partition("<footer")[0]
    named = re.findall(r'\baria-label="([^"]*)"', main)
    pieces = [one.strip() for one in re.split(r"<[^>]*>", main)]
    return [one for one in map(unescape, (*pieces, *named)) if re.search(r"[a-zà-ÿ]{2}", one)]


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("limit", ["60", "0.001"], ids=["proven", "bounds"])
def test_a_page_is_wholly_in_its_language(written, lexicon, language, limit):
    pages, _ = written("--letters", "C", "--lexicon", lexicon, "--time-limit", limit)
    # Names of languages and aggregates, and words that are the same in two languages.
    same = {*(Texts(one).name for one in LANGUAGES), "Sum", "Max", "Gini", "Information"}
    same |= {"Table", "Partitions", "Fairness", "Fair", "no"}
    same |= {"Evil Motus Index", "Pages", "Secrets", "Total", "total", "secrets", "table"}
    for name in PAGES:
        if name == "play":
            continue
        english, other = (said(pages[named(name, each)]) for each in ("en", language))
        assert len(english) == len(other)
        alike = {one for one, told in zip(english, other, strict=True) if one == told} - same
        assert not alike, name


def test_numbers_are_written_as_in_the_language():
    assert Texts("fr").decimal("17,940.5") == "17\u202f940,5"
    assert Texts("nl").decimal("3.5119..3.5850, > 7") == "3,5119..3,5850, > 7"
    assert Texts("en").decimal("17,940.5") == "17,940.5"


def test_all_pages_say_what_they_were_made_of(written, lexicon, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    pages, _ = written("--letters", "A", "--lexicon", lexicon)
    for name, text in pages.items():
        if name != "index.html":
            (foot,) = parse(text).all("footer")
            for fact in ("small.txt", "1970-01-02", "10.3233/ICG-180056"):
                assert fact in foot.text, name


def test_the_ranking_is_exact_and_what_is_kept_of_it_is_sound(run, lexicon, tmp_path):
    line = ("page", "C5", "--lexicon", lexicon, "--results", "--site", tmp_path / "site")
    assert run(*line).code == 0
    assert run("cache", "verify").code == 0
    assert "warning" not in run(*line).err
    assert "(proven)" in (tmp_path / "site" / "explain.html").read_text()


def test_games_without_tries_have_no_page_of_fairness(written):
    pages, _ = written("mastermind:2x3", "moo:2x3")
    assert named("fairness", "en") not in pages
    assert "moo:2x3" in parse(pages["pareto.html"]).all("h2")[-1].text
    assert all("fairness" not in each for text in pages.values() for each in links(parse(text)))


def test_what_there_is_no_time_for_is_named(written, hard):
    pages, ran = written(
        "--no-initial", "--lengths", "3", "--time-limit", "0.001", "--lexicon", hard
    )
    assert ran.code == 0
    assert "no time for a Pareto front for 3" in ran.err
    assert "no time for a partition table for 3" in ran.err
    assert "Le temps a manqué pour : 3" in parse(pages["pareto.fr.html"]).all("main")[0].text
    assert "There was no time for: 3" in parse(pages["pareto.html"]).all("main")[0].text


@pytest.mark.parametrize(
    "line",
    [
        "page C5",
        "page C5 --out {}/a.html --site {}/a",
        "page C5 --site {}/file",
        "page C5 --site {}/file/below",
        "page C5 --fairness --site {}/a",
        "page C5 --results --out {}/a.html",
        "page C5 --open --site {}/a",
    ],
)
def test_a_command_line_that_is_wrong(run, tmp_path, line, golden):
    (tmp_path / "file").write_text("")
    ran = run(*line.replace("{}", str(tmp_path)).split())
    assert (ran.code, ran.out, "Traceback" in ran.err) == (2, "", False)
    golden(ran.err)
    assert not (tmp_path / "a").exists()


def test_pareto_fronts_share_the_time(written, monkeypatch):
    """The largest game took all of it; what a quick one leaves is for those that need more."""
    games, real, given = ("mastermind:2x3", "moo:2x3", "moo:2x4"), page._front, []

    def timed(game, share, limits, **how):
        given.append((game.name, limits.within(share).remaining))
        found = real(game, share, limits, **how)
        again = [name for name, _ in given].count(game.name) > 1
        return found if again or game.name != "moo:2x4" else replace(found, rows=found.rows[:0])

    monkeypatch.setattr(page, "_front", timed)
    pages, _ = written(*games, "--jobs", "1", "--time-limit", "600")
    *first, (last, rest) = given
    assert {name for name, _ in first} == {*games}
    assert max(seconds for _, seconds in first) <= 200
    assert (last, 400 < rest <= 600) == ("moo:2x4", True)
    assert all(name in pages["pareto.html"] for name in games)
    given.clear()
    written(*games, "--jobs", "1")
    assert len(given) == len(games)
    assert max(seconds for _, seconds in given) <= FRONT


def test_a_site_of_many_games_has_no_charts(written, monkeypatch):
    """Drawing them took ten minutes for 156 cells."""
    games = ("mastermind:2x3", "moo:2x3", "moo:2x4")
    charted, _ = written(*games)
    monkeypatch.setattr(page, "CHARTED", 2)
    bare, _ = written(*games)
    assert [text.count("<svg") > 0 for text in (charted["pareto.html"], bare["pareto.html"])] == [
        True, False,
    ]  # fmt: skip
    assert charted["pareto.html"].count("<table") == bare["pareto.html"].count("<table")


@pytest.fixture
def write_site(run, tmp_path):
    """Return a function that writes a site without results: its files by name, and the run."""

    def write_site(*line, folder=tmp_path / "site"):
        ran = run("page", *line, "--site", folder)
        paths = (path for path in folder.rglob("*") if path.is_file())
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}, ran

    return write_site


APP = {
    "index.html", "emi.css", "emi.js", "engine.js", "sw.js", "icon.svg", "manifest.webmanifest",
}  # fmt: skip


def data_of(files):
    text = files["index.html"].decode()
    return json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])


def test_each_game_is_a_file_named_by_its_contents_and_the_page_has_none_of_it(write_site, lexicon):
    files, ran = write_site("mastermind:2x3", "--lengths", "5", "--lexicon", lexicon)
    assert (ran.code, ran.out) == (0, "")
    games = data_of(files)["games"]
    assert {*files} == APP | {game["file"] for game in games}
    assert [game["name"] for game in games] == ["mastermind:2x3", "A5", "C5"]
    for game in games:
        assert game["held"] is None
        held = json.loads(zlib.decompress(files[game["file"]]))
        assert len(held["guesses"].split()) == game["guesses"]
    assert b"CABAN" not in files["index.html"]


def test_it_may_load_nothing_from_elsewhere_and_all_addresses_are_relative(write_site, lexicon):
    files, _ = write_site("--lexicon", lexicon)
    page = files["index.html"].decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    assert {*re.findall(r"'[a-z-]+'|\S+:", policy)} == {"'none'", "'self'", "'unsafe-inline'"}
    assert "script-src 'self';" in policy
    paths = re.findall(r'\b(?:src|href)="([^"#]+)"', page)
    assert {*paths} == APP - {"index.html", "sw.js"}
    for name in APP:
        text = files[name].decode().replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|\burl\(|@import", text), name
    manifest = json.loads(files["manifest.webmanifest"])
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == (
        "./", "./", "standalone",
    )  # fmt: skip
    assert {icon["src"] for icon in manifest["icons"]} <= {*files}
    cached = json.loads(re.search(r"const FILES = (.*);", files["sw.js"].decode())[1])
    assert {*cached} == APP - {"sw.js"} | {"./"}


def test_a_site_of_other_contents_has_another_version_and_no_old_games(
    write_site, lexicon, monkeypatch
):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    first, _ = write_site("C5", "--lexicon", lexicon)
    again, _ = write_site("C5", "--lexicon", lexicon)
    assert again == first
    other, _ = write_site("C6", "--lexicon", lexicon)
    assert other["sw.js"] != first["sw.js"]
    assert len([name for name in other if name.startswith("games/")]) == 1


def test_notices_of_built_in_lists_are_on_the_site(write_site):
    files, _ = write_site("X5")
    assert "MPL-2.0" in files["licences.txt"].decode()
    assert data_of(files)["made"]["licences"] == "licences.txt"
    assert "Mozilla" not in files["index.html"].decode()


def test_a_site_keeps_within_what_is_promised_of_its_size(write_site):
    files, _ = write_site("C7", "mastermind:2x3")
    (c7,) = (game for game in data_of(files)["games"] if game["name"] == "C7")
    assert c7["guesses"] > 3000
    assert len(files[c7["file"]]) <= 60_000
    shell = sum(len(zlib.compress(files[name], 6)) for name in APP)
    assert shell <= 150_000


def test_ctrl_c_writes_bounds_and_what_is_half_written_does_not_look_whole(
    write_site, lexicon, monkeypatch
):
    write_site("--lexicon", lexicon)
    write, solve = page.write_file, parallel.Run.run

    def interrupted(self, *hooks):
        signal.raise_signal(signal.SIGINT)
        return solve(self, *hooks)

    monkeypatch.setattr(parallel.Run, "run", interrupted)
    files, ran = write_site("--lexicon", lexicon)
    assert (ran.code, {*files} >= APP) == (130, True)
    monkeypatch.setattr(parallel.Run, "run", solve)

    def killed(path, blob, parameter):
        if path.name == "sw.js":
            raise OptionError("cannot be written: no space left", **{parameter: path})
        write(path, blob, parameter)

    monkeypatch.setattr(page, "write_file", killed)
    files, ran = write_site("--lexicon", lexicon)
    assert (ran.code, "Traceback" in ran.err, ran.err.count("\n")) == (2, False, 1)
    assert "index.html" not in files
