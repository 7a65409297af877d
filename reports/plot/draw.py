"""The comparison of methods as pictures: the averages, the fails, the worst cases, the tries."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from reports.methods.outcome import Outcome, Summary, summaries
from reports.plot.charts import CHARTS, Chart
from reports.plot.palette import INK, LINE, PAPER, QUIET, themed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["SUFFIXES", "PlotError", "check", "draw", "inline"]

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
    reports.plot.draw.PlotError: '.gif': expected one of the suffixes .svg, .png
    """
    if suffix.lower() not in SUFFIXES:
        raise PlotError(f"{suffix!r:.60}: expected one of the suffixes {', '.join(SUFFIXES)}")
    try:
        import matplotlib as mpl  # noqa: F401
    except ImportError:
        raise PlotError("plots need matplotlib: pip install 'evil-motus[plot]'") from None


def draw(outcomes: Iterable[Outcome], suffix: str, *, title: str = "") -> bytes:
    """Draw the comparison of methods: all charts in one picture.

    Parameters
    ----------
    outcomes : iterable of Outcome
        How each method fared on each length, at least one.
    suffix : str
        One of `SUFFIXES`, in small letters or capitals.
    title : str, optional
        What the comparison is called.

    Returns
    -------
    bytes
        The file: the same outcomes and title always give the same, where matplotlib is the same.

    Raises
    ------
    PlotError
        When the suffix is unknown, when matplotlib is not installed, or when there is nothing to
        draw.
    ValueError
        When two outcomes are of the same method, setting and length.

    Examples
    --------
    >>> outcomes = [Outcome("Sum", "possible", "lowest", 5, 5, (1, 4, 2, 1))]
    >>> draw(outcomes, ".svg").startswith(b"<?xml")
    True
    """
    check(suffix)
    methods = summaries(outcomes)
    if not methods:
        raise PlotError("there is nothing to draw: no method was tried")
    with _look("emi"):
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine

        layout = ConstrainedLayoutEngine(w_pad=0.15, h_pad=0.15, wspace=0.04, hspace=0.04)
        upper, lower = _heights(methods)
        figure = Figure((15, upper + lower + 0.5), layout=layout, facecolor=PAPER)
        if title:
            figure.suptitle(title, color=INK, fontsize=16, x=0.01, ha="left")
        # Each line of charts on its own: names beside the one must not narrow the other.
        parts = figure.subfigures(2, 1, squeeze=False, height_ratios=(upper, lower)).flat
        axes = [each for part in parts for each in part.subplots(1, 2)]
        _fill(figure, zip(CHARTS, axes, strict=True), methods)
        return _saved(figure, suffix.lower())


def inline(methods: Sequence[Summary]) -> Iterator[tuple[Chart, str]]:
    """Yield each chart as a part of a page whose style sheet gives the colours.

    Parameters
    ----------
    methods : sequence of Summary
        The methods, at least one.

    Yields
    ------
    Chart, str
        The chart, and an ``svg`` element; no identifier in it is in another.

    Raises
    ------
    PlotError
        When matplotlib is not installed.
    """
    check(".svg")
    for chart in CHARTS:
        # The salt goes into the identifiers.
        with _look(f"emi-{chart.name}"):
            from matplotlib.figure import Figure

            figure = Figure((7.5, _heights(methods)[chart.rows]), layout="constrained")
            figure.patch.set_visible(False)
            axes = figure.subplots()
            axes.patch.set_visible(False)
            # The page has its own heading for it.
            _fill(figure, [(chart._replace(title=""), axes)], methods)
            svg = _saved(figure, ".svg").decode()
        yield chart, _embedded(svg, chart.title)


def _heights(methods: Sequence[Summary]) -> tuple[float, float]:
    """Return how high curves and rows must be so that every name has room, in inches."""
    return max(4.2, 1.2 + 0.2 * len(methods)), 1.6 + 0.3 * len(methods)


@contextmanager
def _look(salt: str) -> Iterator[None]:
    """Set how everything looks, whatever the user's own settings are."""
    from matplotlib import style

    with (
        style.context(["default", _LOOK | {"svg.hashsalt": salt}]),
        warnings.catch_warnings(),
    ):
        # A title may be in any script: what the font lacks shows as a box.
        warnings.filterwarnings("ignore", "Glyph .* missing")
        yield


def _fill(figure: Figure, charts: Iterable[tuple[Chart, Axes]], methods: Sequence[Summary]) -> None:
    """Draw charts, then what can only be placed when their sizes are known."""
    rest: list[Callable[[], None]] = []
    for chart, axes in charts:
        axes.set_title(chart.title)
        rest.append(chart.draw(axes, methods))
    figure.draw_without_rendering()
    for finish in rest:
        finish()


def _saved(figure: Figure, suffix: str) -> bytes:
    file = io.BytesIO()
    # Neither the time nor the program: the same figure gives the same file.
    nothing = {"Date": None, "Creator": None} if suffix == ".svg" else {"Software": None}
    figure.savefig(file, format=suffix[1:], metadata=nothing, dpi=72 if suffix == ".svg" else 150)
    return file.getvalue()


def _embedded(svg: str, title: str) -> str:
    """Return a drawing as it stands in a page: without what only a file of its own needs."""
    box = svg.partition('viewBox="')[2].partition('"')[0]
    inside = svg.partition("</metadata>")[2]
    inside = re.sub(r"<style.*?</style>", "", inside, flags=re.DOTALL)
    # Nothing refers to a group, and another chart has groups of the same names.
    inside = re.sub(r'<g id="[^"]*"', "<g", inside)
    inside = inside.replace("xlink:href", "href").replace("'DejaVu Sans', sans-serif", "inherit")
    head = f'<svg viewBox="{box}" role="img" aria-label="{title}" stroke-linejoin="round">'
    return themed(head + inside).rstrip()
