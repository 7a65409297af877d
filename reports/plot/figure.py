"""A figure as a file or as a part of a page: how it looks, and what is written of it."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from reports.plot.palette import INK, LINE, QUIET, themed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["SUFFIXES", "PlotError", "check", "embedded", "look", "saved"]

SUFFIXES: tuple[str, ...] = (".svg", ".png")
"""The suffixes that `draw` knows."""

_LOOK: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": LINE,
    "axes.labelcolor": QUIET,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titlepad": 10,
    "axes.titlesize": 13,
    "axes.titleweight": "bold",
    "figure.dpi": 72,
    "font.size": 10,
    "font.sans-serif": ["DejaVu Sans"],
    "svg.fonttype": "none",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.color": QUIET,
    "ytick.labelcolor": INK,
}


class PlotError(ValueError):
    """A picture that cannot be drawn: its suffix names no format, or matplotlib is not there."""


def check(suffix: str) -> None:
    """Refuse a picture that could not be drawn, before what it shows is computed.

    Parameters
    ----------
    suffix : str
        One of `SUFFIXES`, in small letters or capitals.

    Raises
    ------
    PlotError
        When the suffix is none of them, or when matplotlib is not installed.

    Examples
    --------
    >>> check(".PNG")
    >>> check(".gif")
    Traceback (most recent call last):
        ...
    reports.plot.figure.PlotError: '.gif': expected one of the suffixes .svg, .png
    """
    if suffix.lower() not in SUFFIXES:
        raise PlotError(f"{suffix!r:.60}: expected one of the suffixes {', '.join(SUFFIXES)}")
    try:
        import matplotlib as mpl  # noqa: F401
    except ImportError:
        raise PlotError("plots need matplotlib: pip install 'evil-motus[plot]'") from None


@contextmanager
def look(salt: str) -> Iterator[None]:
    """Set how everything looks, whatever the user's own settings are.

    Parameters
    ----------
    salt : str
        Goes into the identifiers of a drawing.
    """
    from matplotlib import style

    with (
        style.context(["default", _LOOK | {"svg.hashsalt": salt}]),
        warnings.catch_warnings(),
    ):
        # A title may be in any script: what the font lacks shows as a box.
        warnings.filterwarnings("ignore", "Glyph .* missing")
        yield


def saved(figure: Figure, suffix: str) -> bytes:
    """Return a figure as a file of one of `SUFFIXES`."""
    file = io.BytesIO()
    # Neither the time nor the program: the same figure gives the same file.
    nothing = {"Date": None, "Creator": None} if suffix == ".svg" else {"Software": None}
    figure.savefig(file, format=suffix[1:], metadata=nothing, dpi=72 if suffix == ".svg" else 150)
    return file.getvalue()


def embedded(svg: str, title: str) -> str:
    """Return a drawing as it stands in a page: without what only a file of its own needs."""
    box = svg.partition('viewBox="')[2].partition('"')[0]
    inside = svg.partition("</metadata>")[2]
    inside = re.sub(r"<style.*?</style>", "", inside, flags=re.DOTALL)
    # Nothing refers to a group, and another chart has groups of the same names.
    inside = re.sub(r'<g id="[^"]*"', "<g", inside)
    inside = inside.replace("xlink:href", "href").replace("'DejaVu Sans', sans-serif", "inherit")
    head = f'<svg viewBox="{box}" role="img" aria-label="{title}" stroke-linejoin="round">'
    return themed(head + inside).rstrip()
