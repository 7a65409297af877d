"""A front as a picture: a whole file, always the same, in which nothing covers another."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from reports.front.row import FrontRow
from reports.plot.draw import SUFFIXES, PlotError
from reports.plot.front import draw, inline
from reports.plot.palette import HEURISTICS, INK, LINE, PAPER, QUIET
from tests.reports.fronts import ANY, FOUR, ROWS, THREE, WEIGHTED

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SVG = "{http://www.w3.org/2000/svg}"
MANY = [
    FrontRow(
        tries,
        588,
        10**8 // 9**tries,
        10**8 // 8**tries,
        4 * 10**9 + tries * 10**7,
        4 * 10**9 + tries * 10**8,
        10**9,
        15,
        "CARIE",
        (),
        1.0,
    )
    for tries in range(1, 15)
]


def tree(svg: bytes | str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314


def texts(svg: bytes | str) -> list[str]:
    return ["".join(text.itertext()) for text in tree(svg).iter() if text.tag.endswith("text")]


class TestDraw:
    def test_gives_a_picture_in_the_format_of_the_suffix(self) -> None:
        assert draw(ROWS, ".png").startswith(b"\x89PNG\r\n\x1a\n")
        assert draw(ROWS, ".PNG").startswith(b"\x89PNG\r\n\x1a\n")
        assert tree(draw(ROWS, ".svg")).tag == f"{SVG}svg"

    @pytest.mark.parametrize("suffix", SUFFIXES)
    def test_always_gives_the_same(self, suffix: str) -> None:
        first = draw(ROWS, suffix, title="Front")
        assert draw(ROWS[::-1], suffix, title="Front") == first
        assert b"date>" not in first

    def test_leaves_no_setting_behind(self) -> None:
        import matplotlib as mpl

        before = dict(mpl.rcParams)
        draw(ROWS, ".svg")
        next(inline(ROWS))
        assert dict(mpl.rcParams) == before

    def test_says_what_it_shows(self) -> None:
        said = texts(draw(ROWS, ".svg", title="Front of $1 & <2>"))
        for title in (
            "Front of $1 & <2>",
            "Fewest misses, by tries",
            "Least average with so few misses, by tries",
            "secrets missed",
            "tries for a secret, on average",
            "with any number of tries 2.3000",
            "9",
            "3..5",
            "2.7000",
            "2.4000",
        ):
            assert title in said
        assert said.count("tries") == 2

    def test_says_that_misses_are_weighted(self) -> None:
        said = texts(draw(WEIGHTED, ".svg"))
        assert "weight of what is missed" in said
        assert not any("any number" in each for each in said)

    def test_writes_long_bounds_on_two_lines(self) -> None:
        assert {"2.4000..", "2.5000"} <= set(texts(draw(ROWS, ".svg")))
        row = replace(WEIGHTED[0], misses_lower=100_000, misses_upper=200_000, weight=300_000,
                      total_lower=300_000, total_upper=300_000)  # fmt: skip
        assert {"100,000..", "200,000"} <= set(texts(draw([row], ".svg")))

    @pytest.mark.parametrize(
        "rows",
        [
            [FOUR],
            [FOUR, ANY],
            [THREE, FOUR, replace(ANY, total_lower=10)],
            [replace(FOUR, total_lower=0)],
            [FrontRow(1, 1, 0, 0, 1, 1, 1, 1, "CABAN", (), 0.0)],
            MANY,
        ],
        ids=["one", "nothing missed", "least not proven", "nothing known", "one word", "many"],
    )
    def test_takes_whatever_there_is(self, rows: list[FrontRow]) -> None:
        assert tree(draw(rows, ".svg")).tag == f"{SVG}svg"

    @pytest.mark.parametrize("rows", [ROWS, WEIGHTED, MANY], ids=["few", "weighted", "many"])
    def test_cuts_no_figure_off_and_writes_none_over_another(self, rows: list[FrontRow]) -> None:
        for axes in drawn(rows):
            boxes = [text.get_window_extent() for text in axes.texts]
            for box in boxes:
                assert axes.bbox.x0 <= box.x0 < box.x1 <= axes.bbox.x1
                assert axes.bbox.y0 <= box.y0 < box.y1 <= axes.bbox.y1
            ticks = [text.get_window_extent() for text in axes.get_yticklabels()]
            for one, other in (*combinations(boxes, 2), *combinations(ticks, 2)):
                across = min(one.x1, other.x1) - max(one.x0, other.x0)
                along = min(one.y1, other.y1) - max(one.y0, other.y0)
                # The boxes of two lines of text may touch, and their letters still do not.
                assert across <= 1 or along <= 3


def drawn(rows: list[FrontRow]) -> Iterator[Axes]:
    """Yield the axes of the full picture, as they are when it is saved."""
    from matplotlib.figure import Figure

    kept: list[Figure] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "savefig", lambda self, *_, **__: kept.append(self))
        draw(rows, ".png", title="Front")
    (figure,) = kept
    figure.draw_without_rendering()
    yield from figure.axes


class TestRefusals:
    def test_a_suffix_it_does_not_know(self) -> None:
        with pytest.raises(PlotError, match=r"^'\.pdf': expected one of the suffixes \.svg, \.png"):
            draw(ROWS, ".pdf")

    @pytest.mark.parametrize("rows", [[], [ANY]])
    def test_nothing_to_draw(self, rows: list[FrontRow]) -> None:
        message = r"^there is nothing to draw: no number of tries was reached$"
        with pytest.raises(PlotError, match=message):
            draw(rows, ".svg")
        with pytest.raises(PlotError, match=message):
            next(inline(rows))

    def test_a_row_that_is_given_twice(self) -> None:
        with pytest.raises(ValueError, match=r"^the row 'within 4 tries' is given 2 times$"):
            draw([FOUR, FOUR], ".svg")

    def test_that_matplotlib_is_not_there(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        message = r"^plots need matplotlib: pip install 'evil-motus\[plot\]'$"
        with pytest.raises(PlotError, match=message):
            draw(ROWS, ".svg")
        with pytest.raises(PlotError, match=message):
            next(inline(ROWS))


class TestInline:
    def test_gives_each_chart_as_an_element_of_a_page(self) -> None:
        charts = list(inline(ROWS))
        assert [chart.name for chart, _ in charts] == ["misses", "mean"]
        for chart, svg in charts:
            root = tree(svg)
            assert (root.tag, root.get("role")) == ("svg", "img")
            assert root.get("aria-label") == chart.title
            assert chart.title not in texts(svg)

    def test_gives_every_id_once_and_refers_to_no_other(self) -> None:
        ids: list[str] = []
        for _, svg in inline(ROWS):
            elements = list(tree(svg).iter())
            own = [element.attrib["id"] for element in elements if "id" in element.attrib]
            used = {element.attrib["href"] for element in elements if "href" in element.attrib}
            assert used <= {f"#{name}" for name in own}
            ids += own
        assert len(ids) == len(set(ids)) > 0

    def test_leaves_colours_to_the_page(self) -> None:
        whole = "".join(svg for _, svg in inline(ROWS))
        assert not any(colour in whole for colour in (INK, QUIET, LINE, PAPER, *HEURISTICS))
        assert {"var(--text)", "var(--m0)", "var(--m1)"} <= {
            f"var({part.partition(')')[0]})" for part in whole.split("var(")[1:]
        }
