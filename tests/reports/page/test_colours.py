"""The colours of pages are readable, and colour-blind readers can tell them apart."""

import re
from importlib.resources import files
from itertools import combinations, pairwise

import numpy as np
import pytest

CSS = files("emi.reports.page").joinpath("page.css").read_text(encoding="utf-8")
THEMES = [
    dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", root))
    for root in re.findall(r":root \{([^}]*)\}", CSS)
]
EACH = pytest.mark.parametrize("theme", THEMES, ids=["light", "dark"])
VALUES = [f"v{value}" for value in range(9)]

# G. Machado, M. Oliveira, L. Fernandes, A physiologically-based model for simulation of color
# vision deficiency, 2009: linear red, green and blue as they are seen without one kind of cone.
SEEN = {
    "by all": np.eye(3),
    "without green": [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "without red": [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
}  # fmt: skip

# B. Ottosson, A perceptual color space for image processing (Oklab), 2020.
CONES = [
    [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
]  # fmt: skip
OKLAB = [
    [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
]  # fmt: skip


def linear(colour):
    """Return red, green and blue from 0 to 1, in proportion to the light."""
    parts = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    """Return the contrast as defined by the WCAG."""
    dark, light = sorted(linear(colour) @ (0.2126, 0.7152, 0.0722) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def distance(one, other, seen):
    """Return the perceived distance of colours: 0.02 is hard to see, black to white is 1."""
    lights = (np.clip(SEEN[seen] @ linear(colour), 0, 1) for colour in (one, other))
    places = [OKLAB @ np.cbrt(CONES @ light) for light in lights]
    return np.linalg.norm(places[0] - places[1])


@EACH
def test_texts_have_enough_contrast(theme):
    # The WCAG require 4.5 for text, 7 for text that is easy to read, and 3 for lines.
    for ground in [*VALUES, "paper", "panel"]:
        assert contrast(theme["text"], theme[ground]) >= 7
        assert contrast(theme["focus"], theme[ground]) >= 3
    assert all(contrast(theme["quiet"], theme[ground]) >= 4.5 for ground in ("paper", "panel"))
    heuristics = [colour for name, colour in theme.items() if name.startswith("m")]
    assert len(heuristics) == 10
    assert all(contrast(colour, theme["panel"]) >= 3 for colour in heuristics)


@EACH
@pytest.mark.parametrize(
    ("seen", "least"), [("by all", 0.07), ("without green", 0.07), ("without red", 0.04)]
)
def test_no_two_values_look_alike(theme, seen, least):
    # Without green, 4, 5 and 6 were once only 0.003 to 0.015 apart in the dark theme.
    for one, other in combinations(VALUES[1:], 2):
        assert distance(theme[one], theme[other], seen) >= least, (one, other)


@EACH
def test_values_are_ordered_by_lightness(theme):
    """Few guesses are light in the light theme and dark in the dark one, near the page colour."""
    page = [contrast(theme[value], theme["paper"]) for value in VALUES[1:]]
    assert page == sorted(page)
    assert all(one * 1.03 < other for one, other in pairwise(page))


@EACH
def test_the_edge_of_a_cell_contrasts_with_every_fill_and_the_page(theme):
    # Of eight fills no two neighbours can be 3:1 apart: that would be 2187:1 from end to end.
    for other in (*VALUES, "paper", "panel"):
        assert contrast(theme["edge"], theme[other]) >= 3, other


def test_black_and_white_have_the_largest_distance():
    assert distance("#000000", "#ffffff", "without green") == pytest.approx(1, abs=0.01)
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
