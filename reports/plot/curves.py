"""Curves by word length: one for each heuristic, labelled at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean, median_low
from typing import TYPE_CHECKING, Any, NamedTuple

from emi.reports.plot.palette import HEURISTICS, INK, LINE, MARKERS, PAPER
from emi.reports.wording import labels
from emi.results.performance import HeuristicResult as Result
from emi.results.performance import LengthResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Text

FAR = 3
"""Curves are not drawn above this multiple of the median: the others would be compressed."""
_DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)))
_ABREAST = 0.3
"""The total offset between curves at one length, which keeps equal values visible."""
_NAMES = 1.07
"""The horizontal position of the labels, as a multiple of the width of the axes."""


class _Curve(NamedTuple):
    """The style of a heuristic: hue and marker by heuristic, dashes by setting."""

    name: str
    style: dict[str, Any]
    points: list[tuple[float, float]]


def curves(
    axes: Axes,
    results: Sequence[Result],
    value: Callable[[LengthResult], float],
    *,
    whole: bool = False,
) -> Callable[[], None]:
    """Draw one curve for each heuristic over the lengths; values must be at least 0.

    By default, values above three times the median are not drawn; the label of the heuristic lists
    them. Return a function that moves the labels to the ends of the curves. Call this function when
    the size of the axes is known.
    """
    values = [value(line) for each in results for line in each.lengths]
    top = max(values) if whole else FAR * median_low(values)
    near = [each for each in values if each <= top]
    if not whole:
        margin = 0.05 * (max(near) - min(near)) or 0.5
        axes.set_ylim(min(near) - margin, max(near) + margin)
    drawn = _styled(results, value)
    names = []
    for each in drawn:
        inside = [point for point in each.points if point[1] <= top]
        axes.plot(*zip(*inside, strict=True) if inside else ((), ()), **each.style)
        names.append(axes.text(_NAMES, 0.5, _name(each, top), va="center", color=INK))
        names[-1].set_transform(axes.transAxes)
    axes.set_xlabel("letters of the word")
    lengths = sorted({line.length for each in results for line in each.lengths})
    axes.set_xticks(lengths)
    axes.set_xlim(lengths[0] - _ABREAST, lengths[-1] + _ABREAST)
    axes.grid(axis="y", color=LINE, linewidth=0.8)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(left=False)
    return lambda: _label(axes, drawn, names, top)


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Return places from 0 to 1 near the wanted ones, at least a gap apart.

    The wanted places ascend, and so do the results. The gap shrinks where there is no room for it.
    """
    gap = min(gap, 1 / max(len(wanted) - 1, 1))
    # Without the gaps, the places only need to ascend. Places that do not are replaced by their
    # mean.
    pools: list[list[float]] = []
    for place, target in enumerate(wanted):
        pools.append([target - place * gap])
        while len(pools) > 1 and fmean(pools[-2]) > fmean(pools[-1]):
            last = pools.pop()
            pools[-1] += last
    room = 1 - gap * (len(wanted) - 1)
    level = [min(max(fmean(pool), 0.0), room) for pool in pools for _ in pool]
    return [target + place * gap for place, target in enumerate(level)]


def _styled(results: Sequence[Result], value: Callable[[LengthResult], float]) -> list[_Curve]:
    hues = {name: at for at, name in enumerate(dict.fromkeys(each.heuristic for each in results))}
    settings: dict[str, int] = {}
    drawn = []
    for place, (each, name) in enumerate(zip(results, labels(results), strict=True)):
        setting = settings[each.heuristic] = settings.get(each.heuristic, -1) + 1
        hue = hues[each.heuristic]
        aside = _ABREAST * (place / max(len(results) - 1, 1) - 0.5) if len(results) > 1 else 0.0
        style = {
            "color": HEURISTICS[hue % len(HEURISTICS)],
            "marker": MARKERS[hue % len(MARKERS)],
            "linestyle": _DASHES[setting % len(_DASHES)],
            "linewidth": 1.4,
            "markersize": 6,
            "markeredgecolor": PAPER,
            "markeredgewidth": 0.6,
        }
        points = [(one.length + aside, value(one)) for one in each.lengths]
        drawn.append(_Curve(name, style, points))
    return drawn


def _name(curve: _Curve, top: float) -> str:
    """Return the label of a curve, with the values that are not drawn."""
    beyond = [value for _, value in curve.points if value > top]
    if not beyond:
        return curve.name
    low, high = (f"{value:.3g}" for value in (min(beyond), max(beyond)))
    return f"{curve.name} ↑ {low}" if low == high else f"{curve.name} ↑ {low} to {high}"


def _label(axes: Axes, drawn: Sequence[_Curve], names: Sequence[Text], top: float) -> None:
    """Move the labels to the right of the ends of the curves, with a line to each."""
    from matplotlib.patches import ConnectionPatch

    # Convert through pixels because the scale may be nonlinear.
    across = axes.transData + axes.transAxes.inverted()
    ends = [curve.points[-1] for curve in drawn]
    heights = [float(across.transform(end)[1]) for end in ends]
    order = sorted(range(len(drawn)), key=heights.__getitem__)
    gap = 1.1 * max(name.get_window_extent().height for name in names) / axes.bbox.height
    places = spread([min(heights[at], 1.0) for at in order], gap)
    for at, place in zip(order, places, strict=True):
        names[at].set_y(place)
        style = drawn[at].style
        if ends[at][1] <= top:
            leader = ConnectionPatch(
                ends[at],
                (_NAMES - 0.03, place),
                "data",
                "axes fraction",
                axesA=axes,
                axesB=axes,
                color=style["color"],
                linewidth=0.7,
                alpha=0.6,
            )
            leader.set_in_layout(False)
            axes.add_artist(leader)
        (sample,) = axes.plot(
            [_NAMES - 0.02], [place], transform=axes.transAxes, clip_on=False, **style
        )
        sample.set_in_layout(False)
