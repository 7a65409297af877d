"""Charts as a picture or as parts of a page: their style and their files."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from emi.errors import EmiError
from emi.reports.plot.palette import INK, LINE, PAPER, QUIET, themed
from emi.reports.texts import ENGLISH
from emi.reports.wording import install

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from emi.reports.texts import Texts

SUFFIXES: tuple[str, ...] = (".svg", ".png")
"""The supported suffixes of picture files."""

_WIDE = 7
"""Pictures at least this wide, in inches, count as wide."""

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


class PlotError(EmiError):
    """Raised if a picture cannot be drawn, or matplotlib is not installed."""


class Chart(NamedTuple):
    """A chart. It draws on axes and returns a function to call when their size is known."""

    name: str  # A one-word name.
    title: str  # A description of the contents.
    size: tuple[float, float]  # The width and height in inches that give everything enough room.
    draw: Callable[[Axes], Callable[[], None] | None]
    narrow: float = 4.6  # The smallest sufficient width: that of a telephone.


def check(suffix: str) -> None:
    """Raise PlotError if a picture with this suffix cannot be drawn; call it before the work."""
    if suffix.lower() not in SUFFIXES:
        raise PlotError(f"{suffix!r:.60}: expected one of the suffixes {', '.join(SUFFIXES)}")
    try:
        import matplotlib as mpl  # noqa: F401 - checks that it is installed
    except ImportError:
        raise PlotError(f"plots need matplotlib: {install('plot')}") from None


def picture(lines: Sequence[Sequence[Chart]], suffix: str, *, title: str = "") -> bytes:
    """Draw rows of charts in one picture, in the format of a suffix that passes `check`.

    The same charts, title and matplotlib version always give the same file.
    """
    check(suffix)
    with _look("emi"):
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine

        heights = [max(chart.size[1] for chart in line) for line in lines]
        width = max(sum(chart.size[0] for chart in line) for line in lines)
        layout = ConstrainedLayoutEngine(w_pad=0.15, h_pad=0.15, wspace=0.04, hspace=0.04)
        figure = Figure((width, sum(heights) + 0.5), layout=layout, facecolor=PAPER)
        if title:
            size = 16 if len(lines[0]) > 1 else 14
            figure.suptitle(title, color=INK, fontsize=size, x=0.01, ha="left")
        # Lay out each row separately: the labels of one row must not narrow another.
        parts = figure.subfigures(len(lines), 1, squeeze=False, height_ratios=heights).flat
        axes = [ax for part in parts for ax in part.subplots(1, len(lines[0]), squeeze=False)[0]]
        charts = [chart for line in lines for chart in line]
        for chart, ax in zip(charts, axes, strict=True):
            ax.set_title(chart.title)
        _fill(figure, zip(charts, axes, strict=True))
        return _saved(figure, suffix.lower())


def embedded(charts: Iterable[Chart]) -> Iterator[tuple[str, str]]:
    """Yield the title of each chart and two ``svg`` elements that use colours of a style sheet.

    The first is for wide screens, the second for narrow ones. The two share no identifiers. Raise a
    PlotError if matplotlib is not installed.
    """
    check(".svg")
    for chart in charts:
        widths = {"wide": chart.size[0], "narrow": chart.narrow}
        yield chart.title, "\n".join(_element(chart, *width) for width in widths.items())


def is_narrow(axes: Axes) -> bool:
    """Return whether a chart is drawn for a narrow screen."""
    figure = axes.get_figure(root=True)
    return figure is not None and bool(figure.get_figwidth() < _WIDE)


def powers(axes: Axes, most: int, t: Texts = ENGLISH, *, linscale: float, step: int = 1) -> None:
    """Scale an axis linearly up to 1, then logarithmically, so that 0 has a place too.

    Append the scale to the existing label of the axis.
    """
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    marks = [10**power for power in range(len(str(most)))]
    axes.set_yscale("symlog", linthresh=1, linscale=linscale)
    axes.yaxis.set_major_locator(FixedLocator([0, *marks[::step]]))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.set_ylabel(t("viewLogarithmic", axis=axes.get_ylabel()))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: t.decimal(f"{value:,.0f}")))


@contextmanager
def _look(salt: str) -> Iterator[None]:
    """Set the plot style, regardless of the user's settings."""
    from matplotlib import style

    with style.context(["default", _LOOK | {"svg.hashsalt": salt}]), warnings.catch_warnings():
        # A title may be in any script: a character missing from the font shows as a box.
        warnings.filterwarnings("ignore", "Glyph .* missing")
        yield


def _fill(figure: Figure, charts: Iterable[tuple[Chart, Axes]]) -> None:
    """Draw charts, then place the parts that depend on their final size."""
    rest = [chart.draw(axes) for chart, axes in charts]
    figure.draw_without_rendering()
    for finish in rest:
        if finish is not None:
            finish()


def _saved(figure: Figure, suffix: str) -> bytes:
    file = io.BytesIO()
    # Omit the time and the program, so that the same figure gives the same file.
    nothing = {"Date": None, "Creator": None} if suffix == ".svg" else {"Software": None}
    figure.savefig(file, format=suffix[1:], metadata=nothing, dpi=72 if suffix == ".svg" else 150)
    return file.getvalue()


def _element(chart: Chart, kind: str, width: float) -> str:
    """Return a chart as an ``svg`` element, without parts that only a separate file needs."""
    # The salt becomes part of the identifiers.
    with _look(f"emi-{chart.name}-{kind}"):
        from matplotlib.figure import Figure

        figure = Figure((width, chart.size[1]), layout="constrained")
        figure.patch.set_visible(False)
        # The page has its own heading for the chart.
        axes = figure.subplots()
        axes.patch.set_visible(False)
        _fill(figure, [(chart, axes)])
        svg = _saved(figure, ".svg").decode()
    box = svg.partition('viewBox="')[2].partition('"')[0]
    inside = svg.partition("</metadata>")[2]
    inside = re.sub(r"<style.*?</style>", "", inside, flags=re.DOTALL)
    # Nothing refers to groups, and another chart has groups with the same names.
    inside = re.sub(r'<g id="[^"]*"', "<g", inside)
    inside = inside.replace("xlink:href", "href").replace("'DejaVu Sans', sans-serif", "inherit")
    head = f'<svg class="{kind}" viewBox="{box}" role="img" aria-label="{chart.title}"'
    return themed(f'{head} stroke-linejoin="round">{inside}').rstrip()
