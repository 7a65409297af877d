"""The comparison of methods as pictures: the averages, the fails, the worst cases, the tries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from reports.methods.outcome import Outcome, Summary, summaries
from reports.plot.charts import CHARTS, Chart
from reports.plot.figure import SUFFIXES, PlotError, check, embedded, look, saved
from reports.plot.palette import INK, PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["SUFFIXES", "PlotError", "check", "draw", "inline"]


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
    with look("emi"):
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
        return saved(figure, suffix.lower())


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
        with look(f"emi-{chart.name}"):
            from matplotlib.figure import Figure

            figure = Figure((7.5, _heights(methods)[chart.rows]), layout="constrained")
            figure.patch.set_visible(False)
            axes = figure.subplots()
            axes.patch.set_visible(False)
            # The page has its own heading for it.
            _fill(figure, [(chart._replace(title=""), axes)], methods)
            svg = saved(figure, ".svg").decode()
        yield chart, embedded(svg, chart.title)


def _heights(methods: Sequence[Summary]) -> tuple[float, float]:
    """Return how high curves and rows must be so that every name has room, in inches."""
    return max(4.2, 1.2 + 0.2 * len(methods)), 1.6 + 0.3 * len(methods)


def _fill(figure: Figure, charts: Iterable[tuple[Chart, Axes]], methods: Sequence[Summary]) -> None:
    """Draw charts, then what can only be placed when their sizes are known."""
    rest: list[Callable[[], None]] = []
    for chart, axes in charts:
        axes.set_title(chart.title)
        rest.append(chart.draw(axes, methods))
    figure.draw_without_rendering()
    for finish in rest:
        finish()
