"""What the tests of pages share: a real browser, and a page to explore games on."""

import os
import shutil
import subprocess
import sys

import pytest

import emi
from emi.analysis.explored import Explore
from emi.work.run import Run
from reports.writers import explorer

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
    """Wait until nothing is searched for or drawn."""
    page.wait_for_function("() => !document.querySelector('[aria-busy]')")


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
    found = Run(OTHERS, Explore(), jobs=1).run()
    path.write_text(explorer.write([one.plain() for one in found], title="Games"), "utf-8")
    return path


@pytest.fixture(scope="session")
def unproven(tmp_path_factory):
    """Return a page of a game and a cell whose values are not proven."""
    path = tmp_path_factory.mktemp("unproven") / "unproven.html"
    games = [emi.game_named("jotto"), emi.Motus.of_cell("C5")]
    found = [Explore().known(game, None) for game in games]
    assert not any(one.solution.proven for one in found)
    path.write_text(explorer.write([one.plain() for one in found], title="Games"), "utf-8")
    return path


@pytest.fixture
def opened(chromium):
    """Return a function that opens a page, which must neither complain nor ask the network."""
    complaints, contexts = [], []

    def opened(path, size=DESKTOP, part="", **how):
        width, height = size
        how = {"locale": "en-GB", "color_scheme": "light", **how}
        context = chromium.new_context(viewport={"width": width, "height": height}, **how)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("console", lambda said: complaints.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: asked(request.url))
        page.goto(f"{path.as_uri()}#{part}")
        page.wait_for_selector(".hero, .grid, .games")
        settled(page)
        return page

    def asked(url):
        if not url.startswith(("file:", "blob:")):
            complaints.append(f"a request: {url}")

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
