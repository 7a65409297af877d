"""Draw the pictures of the README and the pages: ``make pictures``.

rich draws the terminal. The system's Chromium, driven by playwright (``pip install '.[web]'``),
draws the page of ``emi page``; the environment variable ``CHROMIUM`` may name the program.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

FOLDER = Path(__file__).parent / "pictures"
#: The largest size of a picture in bytes.
MOST = 200_000
WIDTH, HEIGHT, NARROW = 1000, 700, 390
#: Tells that the page is drawn and searches for nothing.
DRAWN = "() => !document.querySelector('[aria-busy]')"
DARK = TerminalTheme(
    (20, 23, 27),
    (243, 244, 246),
    [
        (35, 39, 45), (229, 115, 115), (129, 199, 132), (255, 207, 121), (98, 174, 242),
        (229, 138, 218), (95, 208, 238), (243, 244, 246),
    ],
)  # fmt: skip


def emi(*arguments: object) -> str:
    """Return the output of the program, in colours."""
    program = (
        "import sys; sys.stdout.isatty = lambda: True; from emi.cli import main; "
        "sys.argv[0] = 'emi'; main()"
    )
    command = [sys.executable, "-c", program, *map(str, arguments)]
    env = {**os.environ, "COLUMNS": "90", "PYTHONUTF8": "1"}
    env.pop("NO_COLOR", None)
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=env)
    return done.stdout


def terminal(name: str, *lines: str) -> None:
    """Draw a terminal with commands and their output."""
    console = Console(record=True, width=90, file=open(os.devnull, "w"))  # noqa: SIM115, PTH123
    for line in lines:
        console.print(Text(f"$ {line}", style="bold"))
        console.print(Text.from_ansi(emi(*line.split()[1:])))
    drawn = console.export_svg(title="emi", theme=DARK, unique_id=name)
    # rich refers to fonts on the network; use those of the system.
    drawn = re.sub(r"<!--.*?-->\s*", "", drawn, flags=re.DOTALL)
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)
    drawn = drawn.replace("Fira Code, monospace", "ui-monospace, monospace")
    keep(FOLDER / f"{name}.svg", drawn.encode())


def keep(path: Path, blob: bytes) -> None:
    """Write a picture; exit if it is too large."""
    if len(blob) > MOST:
        sys.exit(f"{path.name}: {len(blob):,} bytes, expected at most {MOST:,}")
    path.write_bytes(blob)
    print(path.name, f"{len(blob):,} bytes")


def pages() -> None:
    """Draw the parts of the page of ``emi page``."""
    from playwright.sync_api import sync_playwright

    found = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if found is None:
        sys.exit("make pictures: no Chromium found, expected the package chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "emi.html"
        emi("page", "--out", path)
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])

        def opened(width: int, part: str, scheme: str) -> object:
            page = browser.new_page(
                viewport={"width": width, "height": HEIGHT}, color_scheme=scheme, locale="en-GB"
            )
            page.goto(f"{path.as_uri()}#{part}")
            page.wait_for_selector(".grid, .part")
            page.wait_for_function(DRAWN)
            return page

        page = opened(WIDTH, "C5/strategy", "light")
        page.fill("#find", "CAVES")
        page.press("#find", "Enter")
        page.wait_for_function(DRAWN)
        keep(FOLDER / "explore-strategy.png", page.screenshot())
        page = opened(WIDTH, "C5/proof", "light")
        page.wait_for_selector(".reasons")
        keep(FOLDER / "explore-proof.png", page.screenshot())
        page = opened(NARROW, "", "light")
        page.locator(".rules summary").click()
        page.locator(".cells").scroll_into_view_if_needed()
        keep(FOLDER / "explore-phone.png", page.screenshot())
        page = opened(NARROW, "C5/play", "dark")
        for word in ("CASER", "COLIN", "CHUTE"):
            page.fill("#guess", word)
            page.press("#guess", "Enter")
            page.wait_for_function(DRAWN)
        page.evaluate("document.querySelector('.tabs').scrollIntoView()")
        keep(FOLDER / "explore-play.png", page.screenshot())
        browser.close()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    terminal("explain", "emi explain --clues CARIE:GGBBY --top 5")
    terminal("fairness", "emi fairness fr --lengths 5")
    pages()
