"""The charts of a comparison of methods, each drawn on axes that it is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from reports.methods.grid import folded
from reports.methods.outcome import Outcome, Summary, labels
from reports.plot.curves import curves
from reports.plot.palette import HEAT, INK, PAPER, SHADES, STEPS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Rectangle

__all__ = ["CHARTS", "Chart"]

_NARROW = 0.055
"""A share of the words that has no room for its number."""
_BRIGHT = range(2, 7)
"""The steps so bright that what stands on them is dark."""
_EXCESS = ("none", "1", "2", "3 to 5", "6 or more")


class Chart(NamedTuple):
    """A chart of the comparison.

    Attributes
    ----------
    name : str
        One word.
    title : str
        What it shows.
    rows : bool
        Whether each method has a row, so that more of them make it higher.
    draw : callable
        Draws it on axes, and returns what remains to be done when their size is known.
    """

    name: str
    title: str
    rows: bool
    draw: Callable[[Axes, Sequence[Summary]], Callable[[], None]]


def _average(axes: Axes, methods: Sequence[Summary]) -> Callable[[], None]:
    axes.set_ylabel("tries for a word, on average")
    return curves(axes, methods, lambda one: float(one.mean))


def _fails(axes: Axes, methods: Sequence[Summary]) -> Callable[[], None]:
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    most = max(one.fails or 0 for each in methods for one in each.outcomes)
    powers = [10**power for power in range(len(str(most)))]
    axes.set_ylabel("words that need more tries than allowed")
    finish = curves(axes, methods, lambda one: one.fails or 0, whole=True)
    # Linear up to 1, then by powers of ten: no fail at all has a place too.
    axes.set_yscale("symlog", linthresh=1, linscale=0.4)
    axes.yaxis.set_major_locator(FixedLocator([0, *powers]))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.set_ylim(-0.4, 2 * max(most, 1))
    return finish


def _worst(axes: Axes, methods: Sequence[Summary]) -> Callable[[], None]:
    from matplotlib.patches import Rectangle

    lengths = sorted({one.length for each in methods for one in each.outcomes})

    def cell(column: int, line: int, worst: int, level: int, weight: str) -> None:
        axes.add_patch(
            Rectangle((column, line), 1, 1, facecolor=HEAT[level], edgecolor=PAPER, linewidth=2)
        )
        axes.text(
            column + 0.5, line + 0.5, str(worst), ha="center", va="center", weight=weight, color=INK
        )

    for line, each in enumerate(methods):
        for one in each.outcomes:
            cell(lengths.index(one.length), line, one.worst, _level(one), "normal")
        cell(len(lengths), line, each.worst, max(map(_level, each.outcomes)), "bold")
    axes.set_xlim(0, len(lengths) + 1)
    axes.set_xticks([place + 0.5 for place in range(len(lengths) + 1)], [*map(str, lengths), "all"])
    axes.set_xlabel("letters of the word")
    _rows(axes, methods, 0.5)
    _key(
        axes,
        [Rectangle((0, 0), 1, 1, facecolor=colour) for colour in HEAT],
        _EXCESS,
        title="tries beyond those allowed",
    )
    return _nothing


def _tries(axes: Axes, methods: Sequence[Summary]) -> Callable[[], None]:
    headings, counts = folded(methods)
    bars = []
    left = [0.0] * len(methods)
    for step in range(len(headings)):
        shares = [line[step] / each.words for each, line in zip(methods, counts, strict=True)]
        bars.append(axes.barh(range(len(methods)), shares, 0.78, left, color=STEPS[step])[0])
        for line, share in enumerate(shares):
            if share >= _NARROW:
                axes.text(
                    left[line] + share / 2,
                    line,
                    f"{100 * share:.0f}",
                    ha="center",
                    va="center_baseline",
                    color=SHADES[step in _BRIGHT],
                )
        left = [start + share for start, share in zip(left, shares, strict=True)]
    axes.set_xlim(0, 1)
    axes.set_xticks([place / 5 for place in range(6)], [f"{20 * place} %" for place in range(6)])
    axes.set_xlabel("share of the words")
    _rows(axes, methods, 0.0)
    _key(axes, bars, headings, title="tries")
    return _nothing


def _level(one: Outcome) -> int:
    """Return how bad a worst case is, as a place among the colours.

    Examples
    --------
    >>> [_level(Outcome("Sum", "", "", 5, 2, (0,) * tries + (1,))) for tries in range(9)]
    [0, 0, 1, 2, 3, 3, 3, 4, 4]
    """
    excess = 0 if one.allowed is None else one.worst - one.allowed
    return sum(excess >= least for least in (1, 2, 3, 6))


def _rows(axes: Axes, methods: Sequence[Summary], middle: float) -> None:
    """Name the methods beside their rows, the first at the top."""
    axes.set_yticks([line + middle for line in range(len(methods))], labels(methods))
    axes.set_ylim(len(methods) - 0.5 + middle, middle - 0.5)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def _key(axes: Axes, samples: Sequence[Rectangle], meanings: Sequence[str], *, title: str) -> None:
    """Explain colours below the chart, under the name of its axis."""
    from matplotlib.transforms import offset_copy

    figure = axes.get_figure(root=True)
    axes.legend(
        samples,
        meanings,
        title=title,
        ncols=len(meanings),
        loc="upper left",
        bbox_to_anchor=(0, 0),
        bbox_transform=offset_copy(axes.transAxes, figure, y=-40, units="points"),
        borderaxespad=0,
        alignment="left",
        borderpad=0,
        handlelength=1,
        handleheight=1,
        handletextpad=0.4,
        columnspacing=1,
        frameon=False,
        labelcolor=INK,
    )


def _nothing() -> None:
    """Do nothing: a chart that is complete before its size is known."""


CHARTS = (
    Chart("average", "Average tries, by word length", rows=False, draw=_average),
    Chart("fails", "Words failed, by word length", rows=False, draw=_fails),
    Chart("worst", "Worst case, by word length", rows=True, draw=_worst),
    Chart("tries", "Words by the tries they take", rows=True, draw=_tries),
)
"""All that there are."""
