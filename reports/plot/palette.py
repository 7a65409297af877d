"""The colours and markers that distinguish heuristics in plots."""

INK = "#1b1f24"
QUIET = "#57606a"
LINE = "#d8dade"
PAPER = "#ffffff"

HEURISTICS = (
    "#0b62a8",
    "#c8500a",
    "#00795a",
    "#a8399a",
    "#8a6a00",
    "#5b46c9",
    "#8c1d4a",
    "#1787a6",
    "#5f6b2d",
    "#6b7280",
)
"""Ten hues that colour-blind readers can tell apart as well as possible; markers do the rest."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", "p", ">", "d")
"""Eleven markers: with ten colours, a pair repeats only after 110 heuristics."""

HEAT = ("#bde5f8", "#e2daa0", "#fdcc54", "#f8ac7f", "#d4a0eb")
"""Colours from good to bad. Text on each colour uses `INK`."""

STEPS = (
    "#2b1d5c",
    "#3d4fa0",
    "#6fb3dc",
    "#b5dccb",
    "#f3e08a",
    "#f7b159",
    "#e9733b",
    "#b8322c",
    "#74152f",
)
"""Colours from few guesses to many: neighbours differ in brightness, the ends in hue."""

SHADES = ("#fefefe", "#111111")
"""Text colours on dark and on bright backgrounds, in either theme."""

TILES = {"G": ("#2e7d46", "#ffffff"), "Y": ("#f0c93a", "#1b1f24"), "B": ("#d5d9de", "#1b1f24")}
"""Background and text colours for correct, misplaced and missing letters."""

_NAMES = {
    INK: "text",
    QUIET: "quiet",
    LINE: "line",
    PAPER: "panel",
    **{colour: f"m{place}" for place, colour in enumerate(HEURISTICS)},
    **dict(zip(HEAT, ("v3", "v4", "v5", "v6", "v8"), strict=True)),
}


def themed(svg: str) -> str:
    """Return a drawing with colours that a style sheet can set, for light and dark themes."""
    for colour, name in _NAMES.items():
        svg = svg.replace(colour, f"var(--{name})")
    return svg
