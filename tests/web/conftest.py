"""What the tests of pages share: a real browser, and a page to explore games on."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import emi
from emi.analysis.explored import Explored, explore
from emi.questions.question import Question
from emi.questions.solving import known_solution
from emi.reports.writers import explorer
from emi.work.run import Run

NAMES = "chromium", "chromium-browser", "google-chrome"
WORDS = ["CABAN", "CABLE", "CACHE", "CADET", "CADRE", "CAFES", "CALER", "CALME", "CANAL", "CANNE"]
OTHERS = [
    emi.Wordle(WORDS[:6], [*WORDS, "LASSO"]),
    emi.Mastermind(3, 4),
    emi.Moo(2, 5),
    emi.BlackPeg(3, 3),
    emi.ABGame(2, 4),
    emi.Permutation(3, 3),
    emi.Jotto(WORDS),
]
DESKTOP, PHONE = (1280, 900), (390, 844)


def settled(page):
    """Wait until the page is there, and nothing is searched for or drawn."""
    page.wait_for_selector(".head, .days, .grid")
    page.wait_for_function("() => !document.querySelector('[aria-busy]')")


def reload(page):
    """Load a page again, as a reader would: Chromium needs a moment to keep what was just stored.

    At once, with two browsers on two cores, 3 of some 25 reloads came back without it.
    """
    page.wait_for_timeout(500)
    page.reload()


def drawer(page):
    """Return the drawer, opened."""
    drawn = page.locator("#drawer")
    if not drawn.is_visible():
        page.click("#settings")
    return drawn


def press(page, name):
    """Press a button of the drawer, which closes it."""
    drawer(page).get_by_role("button", name=name, exact=True).click()


def choose(page, name, value):
    """Choose a value in the drawer, and close it."""
    drawer(page).locator(f"input[name={name}][value='{value}']").check(force=True)
    page.evaluate("() => { document.getElementById('drawer').close(); }")


def chosen(page, name):
    """Return what is chosen in the drawer."""
    value = drawer(page).locator(f"input[name={name}]:checked").input_value()
    page.keyboard.press("Escape")
    return value


def wrong(page, part):
    """Return what axe finds that is moderate, serious or critical."""
    result = page.evaluate("axe.run()")
    return [
        (part, each["id"], node["html"][:120])
        for each in result["violations"]
        if each["impact"] in {"moderate", "serious", "critical"}
        for node in each["nodes"][:3]
    ]


@pytest.fixture(scope="session")
def axe(tmp_path_factory):
    """Return the source of axe-core: a file that AXE names, or what npm fetches."""
    if given := os.environ.get("AXE"):
        return Path(given).read_text(encoding="utf-8")
    if shutil.which("npm") is None:
        pytest.skip("axe-core is fetched by npm, which is not there: apt-get install npm, or AXE=")
    folder = tmp_path_factory.mktemp("axe")
    command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "axe-core@4"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found = folder / "node_modules" / "axe-core" / "axe.min.js"
    if done.returncode or not found.exists():
        pytest.skip(f"axe-core could not be fetched by npm: {done.stderr.strip()[-200:]}")
    return found.read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def chromium():
    """Return a browser of the system, without a window."""
    driver = pytest.importorskip("playwright.sync_api", reason="pip install '.[web]'")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("no Chromium found: apt-get install chromium")
    with driver.sync_playwright() as playwright:
        # In a container there is often no namespace for a sandbox; the pages are our own.
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def five(tmp_path_factory):
    """Return the page of all 26 cells of five letters of the French list, as the program does."""
    folder = tmp_path_factory.mktemp("five")
    command = [sys.executable, "-m", "emi", "page", "--out", folder / "five.html"]
    environment = {**os.environ, "EMI_CACHE_DIR": str(folder / "cache")}
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return folder / "five.html"


@pytest.fixture(scope="session")
def several(tmp_path_factory):
    """Return a page of games of every rule."""
    path = tmp_path_factory.mktemp("several") / "several.html"
    found = Run(OTHERS, explore, jobs=1).run()
    path.write_text(explorer.write([one.plain() for one in found], title="Games"), "utf-8")
    return path


@pytest.fixture(scope="session")
def unproven(tmp_path_factory):
    """Return a page of a game and a cell whose values are not proven."""
    path = tmp_path_factory.mktemp("unproven") / "unproven.html"
    games = [emi.game_named("jotto"), emi.Motus.of_cell("C5")]
    found = [Explored(game, known_solution(Question(game))) for game in games]
    assert not any(one.solution.proven for one in found)
    path.write_text(explorer.write([one.plain() for one in found], title="Games"), "utf-8")
    return path


def context_of(chromium, size, **how):
    """Return a new browser context: an English reader with a window of a size, light colours."""
    width, height = size
    how = {"locale": "en-GB", "color_scheme": "light", **how}
    return chromium.new_context(viewport={"width": width, "height": height}, **how)


@pytest.fixture
def opened(chromium):
    """Return a function that opens a page, which must neither complain nor ask the network."""
    complaints, contexts = [], []

    def opened(path, size=DESKTOP, part="", **how):
        contexts.append(context_of(chromium, size, **how))
        page = contexts[-1].new_page()
        page.set_default_timeout(30_000)
        page.on("console", lambda said: complaints.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: asked(request.url))
        page.goto(f"{path.as_uri()}#{part}")
        settled(page)
        return page

    def asked(url):
        if not url.startswith(("file:", "blob:")):
            complaints.append(f"a request: {url}")

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
