"""Charts of a Pareto front: fewest misses and least average by the number of tries."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from emi.reports.plot.figure import Chart, PlotError, picture, powers
from emi.reports.plot.palette import HEURISTICS, INK, LINE, QUIET
from emi.reports.texts import ENGLISH
from emi.reports.wording import average, between, missed_share
from emi.results.pareto import ParetoFront, ParetoRow

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from emi.reports.texts import Texts

_HEIGHT = 3.6
"""The height of a chart in inches."""
_WIDE, _NARROW = (7.5, 1.5, 0.85), (4.6, 1.0, 0.5)
"""Widths in inches: the minimum of a chart, its margin, and each number of tries."""
_LETTER = 0.095
"""The width of a letter in inches."""
_BAR = 0.62
"""The width of a bar; adjacent bars are 1 apart."""
_LONG = 11
"""Longer bounds take two lines."""
_POWERS = 6
"""The number of powers of ten that fit on the axis."""


def charts(pareto_front: ParetoFront, t: Texts = ENGLISH) -> list[Chart]:
    """Return the charts of a front; raise a PlotError if no row has a number of tries."""
    limited = [row for row in pareto_front if row.tries is not None]
    if not limited:
        raise PlotError("nothing to draw: the front has no row with a number of tries")
    best = None if pareto_front[-1].tries is not None else pareto_front[-1]
    size, narrow = (_width(limited, *_WIDE), _HEIGHT), _width(limited, *_NARROW)
    means = partial(_means, rows=limited, best=best, t=t)
    return [
        Chart("misses", t("viewChartMisses"), size, partial(_misses, rows=limited, t=t), narrow),
        Chart("mean", t("viewChartMean"), size, means, narrow),
    ]


def draw(pareto_front: ParetoFront, suffix: str, *, title: str = "") -> bytes:
    """Draw both charts of a front in one file, as `emi.reports.plot.figure.picture` does."""
    return picture([[chart] for chart in charts(pareto_front)], suffix, title=title)


def _width(rows: Sequence[ParetoRow], least: float, beside: float, column: float) -> float:
    """Return the chart width, in inches, that gives every figure enough room."""
    longest = max(len(part) for row in rows for part in _missed(row).split("\n"))
    return max(least, beside + max(column, _LETTER * longest) * len(rows))


def _misses(axes: Axes, rows: Sequence[ParetoRow], t: Texts) -> None:
    """Draw a bar for each number of tries, hollow where the misses are not proven."""
    weighted = rows[0].weight != rows[0].secrets
    # A sum of weights is not a number of secrets.
    unit = 100 / rows[0].weight if weighted else 1
    for place, row in enumerate(rows):
        lower, upper = unit * row.misses_lower, unit * row.misses_upper
        axes.bar(place, lower, _BAR, color=HEURISTICS[0])
        if lower < upper:
            _open(axes, place, lower, upper, HEURISTICS[0])
        _label(axes, place, upper, t.decimal(_missed(row)))
    _across(axes, rows, t)
    if weighted:
        axes.set_ylim(0, 125)
        axes.set_ylabel(t("viewAxisShare"))
        return
    most = max(row.misses_upper for row in rows)
    digits = len(str(most))
    # Keep small numbers of misses visible among large ones.
    axes.set_ylabel(t("viewAxisMissed"))
    powers(axes, most, t, linscale=0.3 + 0.1 * digits, step=1 + (digits - 1) // _POWERS)
    # Leave room for the figure above the highest bar, on two lines if needed.
    scale = axes.yaxis.get_transform()
    top = 1.25 * scale.transform([max(most, 1)])
    axes.set_ylim(0, float(scale.inverted().transform(top)[0]))


def _means(axes: Axes, rows: Sequence[ParetoRow], best: ParetoRow | None, t: Texts) -> None:
    """Draw the attained averages, with hollow bars down to the proven bounds."""
    for place, row in enumerate(rows):
        mean = float(row.mean)
        ends = place - _BAR / 2, place + _BAR / 2
        axes.hlines(mean, *ends, colors=HEURISTICS[1], linewidth=3, zorder=3)
        if row.total_lower < row.total_upper:
            _open(axes, place, float(row.mean_lower), mean, HEURISTICS[1])
        _label(axes, place, mean, _broken(t.decimal(average(row))))
    reached = [float(row.mean) for row in rows]
    if best is not None:
        reached.append(float(best.mean))
        if best.total_lower < best.total_upper:
            axes.axhspan(float(best.mean_lower), reached[-1], color=LINE, alpha=0.5, linewidth=0)
        axes.axhline(reached[-1], color=QUIET, linestyle=(0, (5, 2)), linewidth=1)
        axes.annotate(
            f"{t('viewWithinAny')} {t.decimal(average(best))}",
            (0, reached[-1]),
            (4, -5),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va="top",
            color=QUIET,
        )
    # Leave out a lower bound far below all attained values: it would compress the others.
    low, high = min(reached), max(reached)
    span = high - low or high / 4
    axes.set_ylim(low - 0.25 * span, high + 0.35 * span)
    axes.set_ylabel(t("viewAxisMean"))
    axes.yaxis.set_major_formatter(lambda value, _: t.decimal(f"{value:.2f}"))
    _across(axes, rows, t)


def _missed(row: ParetoRow) -> str:
    """Return the misses above a bar, as a number or as a share of the weight."""
    if row.weight != row.secrets:
        return _broken(missed_share(row))
    return _broken(between(f"{row.misses_lower:,}", f"{row.misses_upper:,}"))


def _broken(text: str) -> str:
    return text.replace("..", "..\n") if len(text) > _LONG else text


def _open(axes: Axes, place: int, low: float, high: float, colour: str) -> None:
    """Draw the part of a bar between bounds that do not meet."""
    axes.bar(place, high - low, _BAR, low, facecolor="none", edgecolor=colour, linestyle="--")


def _label(axes: Axes, place: int, height: float, text: str) -> None:
    """Write a figure above its bar or point."""
    axes.annotate(
        text,
        (place, height),
        (0, 5),
        textcoords="offset points",
        ha="center",
        va="bottom",
        color=INK,
    )


def _across(axes: Axes, rows: Sequence[ParetoRow], t: Texts) -> None:
    """Label the horizontal axis with the numbers of tries."""
    axes.set_xticks(range(len(rows)), [str(row.tries) for row in rows])
    axes.set_xlim(-0.6, len(rows) - 0.4)
    axes.set_xlabel(t("viewTries"))
    axes.grid(axis="y", color=LINE, linewidth=0.8)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(left=False, bottom=False)
