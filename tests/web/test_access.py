"""Everyone can use the page: axe-core looks for what the WCAG forbid."""

from datetime import UTC, datetime
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

import emi
from tests.web.conftest import DESKTOP, PHONE, press, settled, wrong

pytestmark = pytest.mark.web
PARTS = ["", "C5/strategy", "C5/play", "C5/help", "C5/proof"]


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
            press(page, "Give up")
            settled(page)
        elif name == "help":
            page.fill("#guess", "CARIE")
            page.press("#guess", "Enter")
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


def test_an_answer_is_read_aloud(opened, five):
    page = opened(five, part="C5/play")
    page.wait_for_selector("#guess")
    page.fill("#guess", "CASER")
    page.press("#guess", "Enter")
    settled(page)
    assert page.get_attribute(".said", "role") == "status"
    assert "CASER: C well placed, " in page.inner_text(".said")
    assert page.evaluate("document.activeElement.id") == "guess"


def test_the_focus_stays_on_the_tab_that_was_chosen(opened, five):
    page = opened(five, part="C5/strategy")
    page.wait_for_selector(".tree")
    for name in ("Play", "Help", "Proof", "Strategy"):
        page.get_by_role("link", name=name, exact=True).press("Enter")
        page.wait_for_selector(f".part.{name.lower()}")
        assert page.evaluate("document.activeElement.textContent") == name


def test_less_motion_is_none(opened, five):
    page = opened(five, reduced_motion="reduce")
    page.wait_for_selector(".grid")
    page.evaluate("() => { document.body.append(make('p.thinking', make('progress'))); }")
    assert not page.locator(".thinking progress").is_visible()
    assert page.evaluate("() => document.getAnimations().length") == 0


def test_the_foot_says_what_the_page_was_made_of(opened, five):
    page = opened(five, locale="fr-FR")
    said = page.inner_text("#about")
    digest = emi.load("fr").digest[:12]
    for fact in (
        "fr",
        digest,
        "MPL-2.0",
        emi.__version__,
        str(datetime.now(UTC).year),
        "10.3233/ICG",
    ):
        assert fact in said


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_clues_are_printed_in_black_and_white(opened, five, theme):
    page = opened(five, color_scheme=theme, part="C5/strategy/CAVES")
    page.wait_for_selector(".way .tile.misplaced")
    page.emulate_media(media="print", color_scheme=theme)
    drawn = {
        mark: Image.open(BytesIO(page.locator(f".way .tile.{mark}").first.screenshot())).convert(
            "L"
        )
        for mark in ("placed", "misplaced", "missing")
    }
    # Well placed is white on black; misplaced has a dark ring, which a missing letter has not.
    light = {mark: np.asarray(one) / 255 for mark, one in drawn.items()}
    assert np.median(light["placed"]) < 0.1
    assert np.median(light["missing"]) > 0.9
    assert np.median(light["misplaced"]) > 0.9
    ring = {mark: (one < 0.3).mean() for mark, one in light.items()}
    assert ring["misplaced"] > 1.5 * ring["missing"]
    for hidden in (".tabs", ".set", "#find"):
        assert not page.locator(hidden).first.is_visible()


@pytest.mark.parametrize("part", ["", "C5/play/CASER.COULE", "C5/help", "C5/proof", "C5/strategy"])
def test_every_part_is_printed_without_what_is_pressed(opened, five, part):
    page = opened(five, part=part)
    page.wait_for_selector(f".part.{part.split('/')[1]}" if part else ".grid")
    settled(page)
    page.emulate_media(media="print")
    pressed = page.locator("#view :is(button:not(.tile, .line, .grid button), input, select)")
    assert not any(each.is_visible() for each in pressed.all())
    assert page.locator("#view :is(.tile, .core)").first.is_visible()
