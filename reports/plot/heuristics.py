"""Charts that compare heuristics: averages, fails, worst cases and guesses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from statistics import median_low
from typing import TYPE_CHECKING

from emi.reports.plot.curves import FAR, curves
from emi.reports.plot.figure import Chart, PlotError, is_narrow, picture, powers
from emi.reports.plot.palette import HEAT, HEURISTICS, INK, LINE, PAPER, SHADES, STEPS
from emi.reports.wording import labels, tailed
from emi.results.base import rounded
from emi.results.performance import HeuristicResult as Result
from emi.results.performance import LengthResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Rectangle

_SMALL = 0.055, 0.12
"""The smallest shares with room for their number, in a wide and in a narrow chart."""
_BRIGHT = range(2, 7)
"""The bright colours, which need dark text."""
_EXCESS = ("none", "1", "2", "3 to 5", "6 or more")
_WIDTH = 7.5


def charts(results: Sequence[Result]) -> list[Chart]:
    """Return the charts of a comparison, which has at least one result.

    Omit the charts by length for words of a single length and for codes.
    """
    # Leave enough height for every name.
    curves, rows = max(4.2, 1.2 + 0.2 * len(results)), 1.6 + 0.3 * len(results)
    what = results[0].what
    every = [
        ("average", "Average guesses, by word length", curves, _average),
        ("fails", "Words failed, by word length", curves, _fails),
        ("worst", "Worst case, by word length", rows, _worst),
        ("tries", f"{what.capitalize()}s by the guesses they take", rows, _tries),
    ]
    if len({line.length for result in results for line in result.lengths}) == 1:
        every[:3] = [("average", "Average guesses", rows, _means)]
    return [
        Chart(name, title, (_WIDTH, height), partial(draw, results=results))
        for name, title, height, draw in every
    ]


def draw(results: Sequence[Result], suffix: str, *, title: str = "") -> bytes:
    """Draw a comparison: all charts in one file, as `emi.reports.plot.figure.picture` does."""
    if not results:
        raise PlotError("nothing to draw: no heuristic was played")
    every = charts(results)
    return picture([every[:2], every[2:]][: len(every) // 2], suffix, title=title)


def _means(axes: Axes, results: Sequence[Result]) -> None:
    """Draw the average of each result with its figure; for outliers, print the figure alone."""
    means = [float(result.mean) for result in results]
    near = [mean for mean in means if mean <= FAR * median_low(means)]
    room = 0.1 * (max(near) - min(near)) or 0.5
    # Room for the figures to the right of the last point.
    right = max(near) + (6 if is_narrow(axes) else 3) * room
    for line, (result, mean) in enumerate(zip(results, means, strict=True)):
        far = mean not in near
        axes.plot([] if far else [mean], [] if far else [line], "o", color=HEURISTICS[0])
        axes.annotate(
            f"{rounded(result.mean)} →" if far else rounded(result.mean),
            (right if far else mean, line),
            (-4 if far else 7, 0),
            textcoords="offset points",
            ha="right" if far else "left",
            va="center",
            color=INK,
        )
    axes.set_xlim(min(near) - room, right)
    axes.set_xlabel(f"guesses for a {results[0].what}, on average")
    axes.grid(axis="x", color=LINE, linewidth=0.8)
    _rows(axes, results, 0.0)


def _average(axes: Axes, results: Sequence[Result]) -> Callable[[], None]:
    axes.set_ylabel("guesses for a word, on average")
    return curves(axes, results, lambda line: float(line.mean))


def _fails(axes: Axes, results: Sequence[Result]) -> Callable[[], None]:
    most = max(line.fails or 0 for result in results for line in result.lengths)
    axes.set_ylabel("words that need more tries than allowed")
    finish = curves(axes, results, lambda line: line.fails or 0, whole=True)
    powers(axes, most, linscale=0.4)
    axes.set_ylim(-0.4, 2 * max(most, 1))
    return finish


def _worst(axes: Axes, results: Sequence[Result]) -> None:
    from matplotlib.patches import Rectangle

    lengths = sorted({length.length for result in results for length in result.lengths})

    def cell(column: int, line: int, worst: int, level: int, weight: str) -> None:
        axes.add_patch(
            Rectangle((column, line), 1, 1, facecolor=HEAT[level], edgecolor=PAPER, linewidth=2)
        )
        axes.text(
            column + 0.5, line + 0.5, str(worst), ha="center", va="center", weight=weight, color=INK
        )

    for line, result in enumerate(results):
        for length in result.lengths:
            cell(lengths.index(length.length), line, length.worst, _level(length), "normal")
        cell(len(lengths), line, result.worst, max(map(_level, result.lengths)), "bold")
    axes.set_xlim(0, len(lengths) + 1)
    axes.set_xticks([place + 0.5 for place in range(len(lengths) + 1)], [*map(str, lengths), "all"])
    axes.set_xlabel("letters of the word")
    _rows(axes, results, 0.5)
    _key(
        axes,
        [Rectangle((0, 0), 1, 1, facecolor=colour) for colour in HEAT],
        _EXCESS,
        title="tries beyond those allowed",
    )


def _tries(axes: Axes, results: Sequence[Result]) -> None:
    headings, counts = tailed(results)
    small = _SMALL[is_narrow(axes)]
    bars = []
    left = [0.0] * len(results)
    for step in range(len(headings)):
        numbers = [line[step] for line in counts]
        shares = [many / result.secrets for many, result in zip(numbers, results, strict=True)]
        bars.append(axes.barh(range(len(results)), shares, 0.78, left, color=STEPS[step])[0])
        for line, share in enumerate(shares):
            if share >= small:
                axes.text(
                    left[line] + share / 2,
                    line,
                    rounded(Fraction(100 * numbers[line], results[line].secrets), 0),
                    ha="center",
                    va="center_baseline",
                    color=SHADES[step in _BRIGHT],
                )
        left = [start + share for start, share in zip(left, shares, strict=True)]
    axes.set_xlim(0, 1)
    axes.set_xticks([place / 5 for place in range(6)], [f"{20 * place} %" for place in range(6)])
    axes.set_xlabel(f"share of the {results[0].what}s")
    _rows(axes, results, 0.0)
    _key(axes, bars, headings, title="guesses")


def _level(result: LengthResult) -> int:
    """Return the position of a worst case on the colour scale."""
    excess = 0 if result.allowed is None else result.worst - result.allowed
    return sum(excess >= least for least in (1, 2, 3, 6))


def _rows(axes: Axes, results: Sequence[Result], middle: float) -> None:
    """Label the rows with the names of the results, the first at the top."""
    axes.set_yticks([line + middle for line in range(len(results))], labels(results))
    axes.set_ylim(len(results) - 0.5 + middle, middle - 0.5)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def _key(axes: Axes, samples: Sequence[Rectangle], meanings: Sequence[str], *, title: str) -> None:
    """Explain the colours below the chart, under the axis label."""
    from matplotlib.transforms import offset_copy

    figure = axes.get_figure(root=True)
    axes.legend(
        samples,
        meanings,
        title=title,
        ncols=3 if is_narrow(axes) else len(meanings),
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
