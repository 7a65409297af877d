"""``emi page --site``: linked pages in each language. For a browser see tests/web."""

import re
from dataclasses import replace
from html import unescape

import pytest

from emi.cli import page
from emi.cli.page import FRONT
from emi.reports.texts import LANGUAGES, Texts
from emi.reports.writers.site import PAGES
from tests.reports.html import parse


@pytest.fixture
def written(run, tmp_path):
    """Return a function that writes a site: its pages by their names, and what was said."""

    def written(*line):
        folder = tmp_path / "new" / "site"
        ran = run("page", *line, "--site", folder)
        pages = {each.name: each.read_text(encoding="utf-8") for each in folder.iterdir()}
        return pages, ran

    return written


def named(name, language):
    return f"{name}.html" if language == "en" or name == "play" else f"{name}.{language}.html"


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
    assert "31 pages, " in ran.err
    assert set(pages) == {named(name, language) for name in PAGES for language in LANGUAGES}
    ids = {name: places(text) for name, text in pages.items()}
    parsed = {name: parse(text) for name, text in pages.items()}
    for name, text in pages.items():
        found = links(parsed[name])
        for each in parsed[name].all("a"):
            file, _, place = each.attributes["href"].partition("#")
            assert place in ids[file.partition("?")[0] or name], (name, each.attributes["href"])
        assert not re.search(r"\bhttps?://|\bsrc=|\burl\((?!#)|@import", text), name
        first, *between, _ = name.split(".")
        language = between[0] if between else "en"
        if name != "play.html":
            assert parsed[name].all("html")[0].attributes["lang"] == language
            assert {named(each, language) for each in PAGES if each != "play"} <= found
            assert f"play.html?language={language}" in found
            # The same page in the others.
            assert {named(first, each) for each in LANGUAGES} <= found
    # A page of all languages has the links of each.
    assert {named(name, each) for name in PAGES for each in LANGUAGES} - {"play.html"} <= links(
        parsed["play.html"]
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
        if name != "play.html":
            (foot,) = parse(text).all("footer")
            for fact in ("small.txt", "1970-01-02", "10.3233/ICG-180056"):
                assert fact in foot.text, name


def test_the_ranking_is_exact_and_what_is_kept_of_it_is_sound(run, lexicon, tmp_path):
    line = ("page", "C5", "--lexicon", lexicon, "--site", tmp_path / "site")
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
