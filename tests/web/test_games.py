"""A site of games from a web server: today's games, statistics, a list of one's own, no network."""

import functools
import json
import os
import subprocess
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.web.conftest import DESKTOP, PHONE, context_of, wrong
from tests.web.test_explore import no_scrolling_aside, played, propose

pytestmark = pytest.mark.web
GAMES = "C5", "X6", "sutom:X6", "lingo:C", "mastermind:4x6", "moo:3x6", "boards:2:C5"


class Quiet(SimpleHTTPRequestHandler):
    """Serve a folder, and say nothing of it."""

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder in which a site lies at ``some/where``."""
    folder = tmp_path_factory.mktemp("host")
    command = [sys.executable, "-m", "emi", "page", *GAMES, "--site", folder / "some" / "where"]
    environment = {**os.environ, "EMI_CACHE_DIR": str(folder / "cache")}
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return folder


@pytest.fixture(scope="module")
def host(folder):
    """Return the address of the site on a local web server."""
    served = functools.partial(Quiet, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), served) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/some/where/"
        server.shutdown()


@pytest.fixture
def visited(chromium, host):
    """Return a function that visits the site, as a new reader or one who was there."""
    complaints, contexts = [], []

    def visited(part="", size=DESKTOP, context=None, date=None, **how):
        if context is None:
            context = context_of(chromium, size, **how)
            contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.files = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: note(page, request.url))
        if date:
            page.clock.set_fixed_time(date)
        page.goto(f"{host}#{part}")
        page.wait_for_selector(".days, .board")
        settled_here(page)
        return page

    def note(page, url):
        page.files.append(url.removeprefix(host))
        if not url.startswith((host, "blob:")):
            complaints.append(f"a request: {url}")

    yield visited
    for context in contexts:
        context.close()
    assert complaints == []


def settled_here(page):
    page.wait_for_function("() => !document.querySelector('[aria-busy]')")


def secret(page, name):
    """Return the secret of today's game that is shown."""
    return page.evaluate(
        "(name) => { const game = GAMES.find((one) => one.name === name);"
        " return game.secret(game.dayMatch.boards[0].secret); }",
        name,
    )


def day(page, key, text):
    """Open today's game of a family."""
    page.locator(f".day[href='#today/{key}']", has_text=text).click()
    page.wait_for_selector(".board")
    settled_here(page)
    return page.evaluate("shownGame.name")


def test_games_of_a_day_are_the_same_for_everybody_and_differ_from_day_to_day(visited):
    drawn = []
    for date in ("2026-11-28T09:00", "2026-11-28T21:00", "2026-11-29T09:00", "2026-11-30T09:00"):
        page = visited(date=date)
        name = day(page, "mastermind.4", "Mastermind")
        drawn.append((name, secret(page, name)))
    assert drawn[0] == drawn[1]
    assert len({*drawn}) > 1
    (lot,) = {page.evaluate("lot('2026-11-28 a', 1000)")}
    # FNV-1a of 32 bits, mixed by the last steps of MurmurHash3, in plain Python.
    assert lot == lotted("2026-11-28 a", 1000)


def lotted(text, below):
    number = 0x811C9DC5
    for byte in text.encode():
        number = ((number ^ byte) * 0x01000193) % 2**32
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1)):
        number = ((number ^ (number >> shift)) * factor) % 2**32
    return number % below


def test_a_game_is_fetched_when_it_is_opened_and_only_then(visited):
    page = visited()
    page.wait_for_function("() => navigator.serviceWorker.controller")
    assert not [file for file in page.files if file.startswith("games/")]
    page.evaluate("location.hash = 'C5/play'")
    page.wait_for_selector(".board")
    assert len([file for file in page.files if file.startswith("games/")]) == 1
    assert not [file for file in page.files if file.startswith(("http", "/"))]


def test_sutom_is_a_game_of_its_own_with_the_cells_of_motus(visited):
    page = visited()
    cells = page.locator(".cells").count()
    assert page.locator(".day b").all_inner_texts().count("SUTOM") == 1
    # Motus and Lingo have tables; what SUTOM takes is in that of Motus.
    assert cells == 2
    page.evaluate("location.hash = 'sutom:X6/play'")
    page.wait_for_selector("h1:has-text('SUTOM X6')")
    page.evaluate("location.hash = 'X6/play'")
    page.wait_for_selector("h1:has-text('Motus X6')")
    settled_here(page)
    assert len([file for file in page.files if file.startswith("games/")]) == 1


def test_several_boards_have_the_file_of_one_and_a_game_of_the_day(visited):
    page = visited("C5/play", date="2026-11-28T09:00")
    drawn = []
    for _ in range(2):
        page.evaluate("location.hash = 'today/motus-×-2.fr'")
        page.wait_for_selector(".several")
        settled_here(page)
        drawn.append(page.evaluate("shownGame.dayMatch.boards.map(({ secret }) => secret)"))
        assert len([file for file in page.files if file.startswith("games/")]) == 1
        page.close()
        page = visited("C5/play", date="2026-11-28T21:00")
    assert drawn[0] == drawn[1]
    assert all(0 <= secret < 588 for secret in drawn[0])


def test_a_game_that_was_opened_is_there_without_a_network(visited):
    page = visited("C5/play")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.context.set_offline(True)
    page = visited("C5/play", context=page.context)
    propose(page, "CARIE")
    settled_here(page)
    assert played(page)[0][0] == "CARIE"
    page.evaluate("location.hash = 'X6/play'")
    page.wait_for_selector("[role=alert]")
    assert "X6 could not be fetched" in page.inner_text("[role=alert]")


def test_statistics_are_kept_and_a_day_is_counted_once(visited):
    page = visited(date="2026-11-28T09:00")
    name = day(page, "mastermind.4", "Mastermind")
    propose(page, secret(page, name))
    page.wait_for_selector(".statistics")
    stored = page.evaluate("localStorage.getItem('emi.days.mastermind.4')")
    assert json.loads(stored) == {"2026-11-28": 1}
    page.close()
    page = visited(context=page.context, date="2026-11-28T20:00")
    assert "Found with 1 guess" in page.inner_text(".day[href='#today/mastermind.4']")
    day(page, "mastermind.4", "Mastermind")
    assert page.locator(".board .tile").count() == 4
    assert page.evaluate("localStorage.getItem('emi.days.mastermind.4')") == stored
    page.close()
    page = visited(context=page.context, date="2026-11-29T09:00")
    assert "not played yet" in page.inner_text(".day[href='#today/mastermind.4']")
    name = day(page, "mastermind.4", "Mastermind")
    propose(page, secret(page, name))
    page.wait_for_selector(".statistics")
    assert page.locator(".numbers dd").all_inner_texts() == ["2", "100%", "2", "2"]


@pytest.mark.parametrize(
    ("days", "date", "said"),
    [
        ({}, "2026-11-28", (0, 0, 0, 0)),
        ({"2026-11-26": 3, "2026-11-27": 4}, "2026-11-28", (2, 2, 2, 2)),
        ({"2026-11-25": 3, "2026-11-26": 4}, "2026-11-28", (2, 2, 0, 2)),
        ({"2026-02-28": 3, "2026-03-01": 4, "2026-03-02": 0}, "2026-03-02", (3, 2, 0, 2)),
        ({"2026-03-28": 3, "2026-03-29": 4, "2026-03-30": 5}, "2026-03-30", (3, 3, 3, 3)),
    ],
)
def test_days_in_a_row_are_days_of_the_calendar(visited, days, date, said):
    result = visited().evaluate("([days, date]) => statistics(days, date)", [days, date])
    assert tuple(result[name] for name in ("played", "won", "row", "best")) == said


def test_a_list_of_ones_own_is_played_and_kept_and_nothing_is_sent(visited):
    page = visited()
    page.click(".own summary")
    page.fill("#own", "cavés; carie, coule\nCAVES x 12 maison")
    page.click(".own .buttons button")
    page.wait_for_selector(".own-game:visible")
    assert "5 words were read" not in page.inner_text(".own")
    assert "4 words were read." in page.inner_text(".own")
    assert "2 were left out, such as x, 12." in page.inner_text(".own")
    page.select_option("#own-length", "5")
    page.select_option("#own-initial", "C")
    page.click(".own-game button[type=submit]")
    page.wait_for_selector(".board")
    settled_here(page)
    assert page.evaluate("location.hash").startswith("#own%3AC5/play")
    propose(page, "coule")
    settled_here(page)
    assert played(page)[0] == ("COULE", "GBBBG")
    assert not [file for file in page.files if "CAVES" in file.upper()]
    page = visited("own:5/play", context=page.context)
    assert page.evaluate("shownGame.codes.join(' ')") == "CARIE CAVES COULE"


def test_a_list_without_words_is_refused_and_a_file_is_read(visited, tmp_path):
    page = visited()
    page.click(".own summary")
    page.fill("#own", "1 2 3")
    page.click(".own .buttons button")
    page.wait_for_selector("text=No word was read")
    (tmp_path / "list.txt").write_text("кошка\nмышка\n", encoding="utf-8")
    page.set_input_files("#own-file", tmp_path / "list.txt")
    page.wait_for_selector("text=2 words were read")


def test_a_large_list_is_read_in_short_turns(visited):
    page = visited()
    page.click(".own summary")
    longest = page.evaluate(
        """async () => {
            const times = [];
            const seen = (list) => times.push(...list.getEntries().map((one) => one.duration));
            new PerformanceObserver(seen).observe({ type: "longtask" });
            const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
            const word = (n) => "C" + Array.from({ length: 7 }, (_, at) =>
                letters[Math.floor(n / 26 ** at) % 26]).join("");
            const text = Array.from({ length: 3000 }, (_, n) => word(n * 2654435)).join(" ");
            await new Promise((go) => setTimeout(go, 100));
            times.length = 0;
            await readOwn(text);
            await new Promise((go) => setTimeout(go, 100));
            return Math.max(0, ...times);
        }"""
    )
    assert longest < 50


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_first_page_fits_and_nothing_moderate_or_serious_is_wrong(visited, axe, size, scheme):
    page = visited(size=size, color_scheme=scheme)
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    settled_here(page)
    assert no_scrolling_aside(page)
    # The policy of the site forbids scripts in texts; the browser's own console may run one.
    page.evaluate(axe)
    assert wrong(page, "home") == []


def test_each_page_speaks_of_its_own_lists_and_has_its_own_colours(visited):
    page = visited()
    lists, colours = [], []
    for part in ("", "mastermind:4x6/play", "lingo:C5/play", "C5/play", ""):
        page.evaluate("(part) => { location.hash = part; }", part)
        page.wait_for_function(
            "(name) => (shownGame?.name ?? '') === name", arg=part.removesuffix("/play")
        )
        settled_here(page)
        about = page.inner_text("#about")
        lists.append([name for name in ("fr", "nl") if f"Word list {name}:" in about])
        colours.append(page.evaluate("document.documentElement.dataset.tiles"))
    assert lists == [["fr", "nl"], [], ["nl"], ["fr"], ["fr", "nl"]]
    # The first page explains Motus with C5.
    assert colours[0] == colours[3] == colours[4] == "motus"


def test_help_with_codes_fits_on_a_phone(visited):
    page = visited("mastermind:4x6/help", PHONE)
    page.fill("#guess", "1122")
    page.press("#guess", "Enter")
    settled_here(page)
    page.wait_for_selector(".clues select")
    page.wait_for_selector(".helped .list td")
    assert no_scrolling_aside(page)
    # The last column, of what the other game lacks, is seen without scrolling.
    assert page.locator(".helped .scroll").evaluate("one => one.scrollWidth <= one.clientWidth")


def test_the_app_can_be_installed(visited):
    page = visited()
    session = page.context.new_cdp_session(page)
    result = session.send("Page.getAppManifest")
    assert result["errors"] == []
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A context of its own is as a private window, which installs nothing.
    assert {error["errorId"] for error in errors} <= {"in-incognito"}


def test_the_policy_of_the_site_forbids_to_send_anything_elsewhere(visited):
    refused = visited().evaluate(
        """async (address) => {
            const heard = new Promise((go) => addEventListener("securitypolicyviolation",
                ({ effectiveDirective }) => go(effectiveDirective), { once: true }));
            await fetch(address, { method: "POST", body: "CAVES" }).catch(() => {});
            return heard;
        }""",
        "https://example.org/",
    )
    assert refused == "connect-src"


def test_a_site_that_was_written_anew_is_there_soon_and_its_old_games_go(chromium, tmp_path):
    def write(*games):
        command = [sys.executable, "-m", "emi", "page", *games, "--site", tmp_path / "site"]
        environment = {**os.environ, "EMI_CACHE_DIR": str(tmp_path / "cache")}
        subprocess.run(command, check=True, capture_output=True, env=environment)

    def names(page):
        page.wait_for_function("() => GAMES.length > 0")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        return page.evaluate("GAMES.map((game) => game.name)")

    served = functools.partial(Quiet, directory=tmp_path / "site")
    with ThreadingHTTPServer(("127.0.0.1", 0), served) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        write("moo:2x3")
        context = chromium.new_context()
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        assert names(page) == ["moo:2x3"]
        page.evaluate("location.hash = 'moo:2x3/play'")
        page.wait_for_selector(".board")
        page.wait_for_timeout(1000)  # HTTP counts seconds: written twice in one is the same.
        write("moo:2x4", "moo:2x5")
        # A visit learns of the new version while it shows the old one; a later one shows it.
        for _ in range(6):
            page.close()
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/")
            if names(page) != ["moo:2x3"]:
                break
            page.wait_for_timeout(2000)  # The browser looks for it once the page is at rest.
        assert names(page) == ["moo:2x4", "moo:2x5"]
        page.wait_for_timeout(200)
        kept_games = page.evaluate(
            "async () => (await (await caches.open((await caches.keys())"
            ".find((name) => name.endsWith('games')))).keys()).length"
        )
        assert kept_games == 0
        context.close()
        server.shutdown()


def test_a_site_that_is_opened_from_its_folder_says_that_it_needs_a_server(chromium, folder):
    page = chromium.new_page()
    page.goto((folder / "some" / "where" / "index.html").as_uri())
    page.wait_for_selector("text=A site needs a web server")
    page.close()
