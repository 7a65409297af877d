"""Everyone can use the page: axe-core looks for what the WCAG forbid."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.web.conftest import DESKTOP, PHONE, settled

pytestmark = pytest.mark.web
PARTS = ["", "C5", "C5/play", "C5/help", "C5/proof"]


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


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_moderate_or_serious_is_wrong(opened, five, axe, size, theme):
    page = opened(five, size, color_scheme=theme)
    page.evaluate(axe)
    found = []
    for part in PARTS:
        page.evaluate("part => { location.hash = part; }", part)
        name = part.partition("/")[2] or "strategy"
        page.wait_for_selector(f".part.{name}" if part else ".grid")
        if name == "play":
            for word in ("CARIE", "COULE"):
                page.fill("#guess", word)
                page.press("#guess", "Enter")
                settled(page)
            found += wrong(page, f"{part}, playing")
            page.get_by_role("button", name="Give up").click()
            settled(page)
        elif name == "help":
            page.fill("#clue", "CARIE")
            page.press("#clue", "Enter")
            settled(page)
        elif name == "proof":
            settled(page)
            page.locator(".more").first.click()
            settled(page)
        elif part:
            page.fill("#find", "CAVES")
            page.press("#find", "Enter")
        found += wrong(page, part)
    assert found == []


def wrong(page, part):
    """Return what axe finds that is moderate, serious or critical."""
    result = page.evaluate("axe.run()")
    return [
        (part, each["id"], node["html"][:120])
        for each in result["violations"]
        if each["impact"] in {"moderate", "serious", "critical"}
        for node in each["nodes"][:3]
    ]
