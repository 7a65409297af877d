"""A front as pictures: the fewest misses, and the least average, by the number of tries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from reports.front.row import FrontRow
from reports.front.table import ordered
from reports.front.wording import average
from reports.plot.figure import PlotError, check, embedded, look, saved
from reports.plot.palette import HEURISTICS, INK, LINE, PAPER, QUIET

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["CHARTS", "FrontChart", "draw", "inline"]

_HEIGHT = 3.6
"""The height of a chart, in inches."""
_MARGINS, _COLUMN, _LETTER = 1.5, 0.85, 0.095
"""What the width is made of, in inches: what stands beside, each number of tries, its letters."""
_NARROW = 7.5
"""The least width of a chart."""
_BAR = 0.62
"""The width of a bar, the distance between two being 1."""
_LONG = 11
"""Bounds of more characters stand on two lines."""
_POWERS = 6
"""So many powers of ten have room beside the axis."""


class FrontChart(NamedTuple):
    """A chart of a front.

    Attributes
    ----------
    name : str
        One word.
    title : str
        What it shows.
    draw : callable
        Draws it on axes: the rows with a number of tries, and that of any number if there is one.
    """

    name: str
    title: str
    draw: Callable[[Axes, Sequence[FrontRow], FrontRow | None], None]


def draw(rows: Iterable[FrontRow], suffix: str, *, title: str = "") -> bytes:
    """Draw a front: both charts in one picture, one below the other.

    Parameters
    ----------
    rows : iterable of FrontRow
        Of one game, in any order; at least one with a number of tries.
    suffix : str
        One of `reports.plot.draw.SUFFIXES`, in small letters or capitals.
    title : str, optional
        What the front is called.

    Returns
    -------
    bytes
        The file: the same rows and title always give the same, where matplotlib is the same.

    Raises
    ------
    PlotError
        When the suffix is unknown, when matplotlib is not installed, or when there is nothing to
        draw.
    ValueError
        When two rows are of the same tries, or when they are not of one game.

    Examples
    --------
    >>> rows = [FrontRow(2, 8, 1, 1, 17, 18, 8, 3, "CARIE", ("CAVES",), 0.5)]
    >>> draw(rows, ".svg").startswith(b"<?xml")
    True
    """
    check(suffix)
    limited, best = _parted(rows)
    with look("emi-front"):
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine

        size = (_width(limited), len(CHARTS) * _HEIGHT + 0.4 * bool(title))
        layout = ConstrainedLayoutEngine(w_pad=0.15, h_pad=0.12)
        figure = Figure(size, layout=layout, facecolor=PAPER)
        if title:
            figure.suptitle(title, color=INK, fontsize=14, x=0.01, ha="left")
        for chart, axes in zip(CHARTS, figure.subplots(len(CHARTS), 1), strict=True):
            axes.set_title(chart.title)
            chart.draw(axes, limited, best)
        return saved(figure, suffix.lower())


def inline(rows: Iterable[FrontRow]) -> Iterator[tuple[FrontChart, str]]:
    """Yield each chart as a part of a page whose style sheet gives the colours.

    Parameters
    ----------
    rows : iterable of FrontRow
        Of one game, in any order; at least one with a number of tries.

    Yields
    ------
    FrontChart, str
        The chart, and an ``svg`` element; no identifier in it is in another.

    Raises
    ------
    PlotError
        When matplotlib is not installed, or when there is nothing to draw.
    """
    check(".svg")
    limited, best = _parted(rows)
    for chart in CHARTS:
        # The salt goes into the identifiers.
        with look(f"emi-front-{chart.name}"):
            from matplotlib.figure import Figure

            figure = Figure((_width(limited), _HEIGHT), layout="constrained")
            figure.patch.set_visible(False)
            axes = figure.subplots()
            axes.patch.set_visible(False)
            # The page has its own heading for it.
            chart.draw(axes, limited, best)
            svg = saved(figure, ".svg").decode()
        yield chart, embedded(svg, chart.title)


def _parted(rows: Iterable[FrontRow]) -> tuple[list[FrontRow], FrontRow | None]:
    """Return the rows with a number of tries, in order, and that of any number."""
    every = ordered(rows)
    limited = [row for row in every if row.tries is not None]
    if not limited:
        raise PlotError("there is nothing to draw: no number of tries was reached")
    return limited, None if every[-1].tries is not None else every[-1]


def _width(rows: Sequence[FrontRow]) -> float:
    """Return how wide a chart must be so that every figure has room, in inches."""
    longest = max(len(part) for row in rows for part in _missed(row).split("\n"))
    return max(_NARROW, _MARGINS + max(_COLUMN, _LETTER * longest) * len(rows))


def _misses(axes: Axes, rows: Sequence[FrontRow], _best: FrontRow | None) -> None:
    """Draw a bar for each number of tries, hollow where the misses are not proven."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    for place, row in enumerate(rows):
        axes.bar(place, row.misses_lower, _BAR, color=HEURISTICS[0])
        if row.misses_lower < row.misses_upper:
            _open(axes, place, row.misses_lower, row.misses_upper, HEURISTICS[0])
        _label(axes, place, row.misses_upper, _missed(row))
    most = max(row.misses_upper for row in rows)
    powers = [10**power for power in range(len(str(most)))]
    # Linear up to 1, then by powers of ten: few misses show beside many.
    axes.set_yscale("symlog", linthresh=1, linscale=0.3 + 0.1 * len(powers))
    axes.yaxis.set_major_locator(FixedLocator([0, *powers[:: 1 + (len(powers) - 1) // _POWERS]]))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    # Room for the figure above the highest bar, on two lines if need be.
    scale = axes.yaxis.get_transform()
    top = 1.25 * scale.transform([max(most, 1)])
    axes.set_ylim(0, float(scale.inverted().transform(top)[0]))
    weighted = rows[0].weight != rows[0].words
    axes.set_ylabel("weight of what is missed" if weighted else "secrets missed")
    _across(axes, rows)


def _means(axes: Axes, rows: Sequence[FrontRow], best: FrontRow | None) -> None:
    """Draw the averages reached, hollow down to what is proven, and that of any number of tries."""
    for place, row in enumerate(rows):
        mean = float(row.mean)
        ends = place - _BAR / 2, place + _BAR / 2
        axes.hlines(mean, *ends, colors=HEURISTICS[1], linewidth=3, zorder=3)
        if row.total_lower < row.total_upper:
            _open(axes, place, float(row.least_mean), mean, HEURISTICS[1])
        _label(axes, place, mean, _broken(average(row)))
    reached = [float(row.mean) for row in rows]
    if best is not None:
        reached.append(float(best.mean))
        if best.total_lower < best.total_upper:
            axes.axhspan(float(best.least_mean), reached[-1], color=LINE, alpha=0.5, linewidth=0)
        axes.axhline(reached[-1], color=QUIET, linestyle=(0, (5, 2)), linewidth=1)
        axes.annotate(
            f"with any number of tries {average(best)}",
            (0, reached[-1]),
            (4, -5),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va="top",
            color=QUIET,
        )
    # A lower bound far below all that was reached would squash the rest: it is not looked at.
    low, high = min(reached), max(reached)
    span = high - low or high / 4
    axes.set_ylim(low - 0.25 * span, high + 0.35 * span)
    axes.set_ylabel("tries for a secret, on average")
    _across(axes, rows)


def _missed(row: FrontRow) -> str:
    """Return what stands above a bar."""
    low, high = row.misses_lower, row.misses_upper
    return f"{high:,}" if low == high else _broken(f"{low:,}..{high:,}")


def _broken(text: str) -> str:
    return text.replace("..", "..\n") if len(text) > _LONG else text


def _open(axes: Axes, place: int, low: float, high: float, colour: str) -> None:
    """Draw bounds that are apart."""
    axes.bar(place, high - low, _BAR, low, facecolor="none", edgecolor=colour, linestyle="--")


def _label(axes: Axes, place: int, height: float, text: str) -> None:
    """Write a figure above what it is of."""
    axes.annotate(
        text,
        (place, height),
        (0, 5),
        textcoords="offset points",
        ha="center",
        va="bottom",
        color=INK,
    )


def _across(axes: Axes, rows: Sequence[FrontRow]) -> None:
    """Name the numbers of tries below a chart."""
    axes.set_xticks(range(len(rows)), [str(row.tries) for row in rows])
    axes.set_xlim(-0.6, len(rows) - 0.4)
    axes.set_xlabel("tries")
    axes.grid(axis="y", color=LINE, linewidth=0.8)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(left=False, bottom=False)


CHARTS = (
    FrontChart("misses", "Fewest misses, by tries", _misses),
    FrontChart("mean", "Least average with so few misses, by tries", _means),
)
"""All that there are."""
