"""The comparison as pictures: whole files, always the same, in which nothing covers another."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.methods.outcome import Outcome, summaries
from reports.plot.curves import spread
from reports.plot.draw import SUFFIXES, PlotError, check, draw, inline
from reports.plot.palette import HEAT, HEURISTICS, INK, LINE, MARKERS, QUIET, themed
from tests.reports.fared import OUTCOMES

SVG = "{http://www.w3.org/2000/svg}"
PNG = b"\x89PNG\r\n\x1a\n"


def tree(svg: bytes | str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314


def texts(svg: bytes | str) -> list[str]:
    return ["".join(text.itertext()) for text in tree(svg).iter() if text.tag.endswith("text")]


def many(number: int, lengths: range = range(5, 11)) -> list[Outcome]:
    """Make so many methods, in settings that make the names long."""
    return [
        Outcome(
            f"Heuristic{method}", ties, "lowest", length, 6, (0, 5 + method, 20, 9, 3, 1 + method)
        )
        for method in range(number // 2)
        for ties in ("possible", "alphabetical")
        for length in lengths
    ]


class TestDraw:
    def test_gives_a_picture_in_the_format_of_the_suffix(self) -> None:
        assert draw(OUTCOMES, ".png").startswith(PNG)
        assert draw(OUTCOMES, ".PNG").startswith(PNG)
        assert tree(draw(OUTCOMES, ".svg")).tag == f"{SVG}svg"

    @pytest.mark.parametrize("suffix", SUFFIXES)
    def test_always_gives_the_same(self, suffix: str) -> None:
        first = draw(OUTCOMES, suffix, title="Methods")
        assert draw(OUTCOMES, suffix, title="Methods") == first
        assert b"date>" not in first

    def test_gives_the_same_in_another_process_whatever_the_settings(self, tmp_path: Path) -> None:
        (tmp_path / "matplotlibrc").write_text("font.size: 20\naxes.facecolor: red\n")
        program = (
            "import sys; from reports.plot.draw import draw;"
            " from tests.reports.fared import OUTCOMES;"
            " sys.stdout.buffer.write(draw(OUTCOMES, '.svg'));"
            " sys.exit('matplotlib.pyplot' in sys.modules)"
        )
        root = Path(__file__).parents[3]
        answer = subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env={"PYTHONPATH": str(root), "MPLCONFIGDIR": str(tmp_path), "PYTHONHASHSEED": "7"},
            capture_output=True,
            check=True,
        )
        assert answer.stdout == draw(OUTCOMES, ".svg")

    def test_leaves_no_setting_behind(self) -> None:
        import matplotlib as mpl

        before = dict(mpl.rcParams)
        draw(OUTCOMES, ".svg")
        next(inline(summaries(OUTCOMES)))
        assert dict(mpl.rcParams) == before

    def test_says_what_it_shows(self) -> None:
        said = texts(draw(OUTCOMES, ".svg", title="Methods $1 & <2>"))
        for title in (
            "Methods $1 & <2>",
            "Average tries, by word length",
            "Words failed, by word length",
            "Worst case, by word length",
            "Words by the tries they take",
        ):
            assert said.count(title) == 1
        for name in ("Sum, possible", "Sum, alphabetical", "Bobo"):
            assert said.count(name) == 4

    def test_takes_a_title_in_any_script(self) -> None:
        assert "列表" in texts(draw(OUTCOMES, ".svg", title="列表"))
        assert draw(OUTCOMES, ".png", title="列表").startswith(PNG)

    def test_names_what_is_too_far_off_to_be_drawn(self) -> None:
        near = [Outcome("Sum", "", "", length, 6, (1, 4, 2)) for length in (5, 6, 7)]
        far = [Outcome("Gini", "", "", length, 6, (1,) * 10 * length) for length in (5, 6, 7)]
        said = texts(draw([*near, *far], ".svg"))
        assert "Gini ↑ 25.5 to 35.5" in said
        # All is drawn where the scale is logarithmic.
        assert said.count("Gini") == 3
        # Near the rest in one length, and far in another.
        bent = [Outcome("Bent", "", "", 5, 6, (1, 4, 3)), Outcome("Bent", "", "", 6, 6, (1,) * 30)]
        assert "Bent ↑ 15.5" in texts(draw([*near, *bent], ".svg"))

    @pytest.mark.parametrize(
        "outcomes",
        [
            OUTCOMES[:1],
            [Outcome("Sum", "", "", 5, 5, (1,))],
            [Outcome("Sum", "", "", 5, 5, (1,)), Outcome("Max", "", "", 9, 5, (0, 10**6))],
            many(60, range(5, 6)),
        ],
        ids=["one length", "one word", "no length in common", "many"],
    )
    def test_takes_whatever_there_is(self, outcomes: list[Outcome]) -> None:
        assert tree(draw(outcomes, ".svg")).tag == f"{SVG}svg"

    @pytest.mark.parametrize("number", [4, 14, 40])
    def test_cuts_no_name_off_and_writes_none_over_another(self, number: int) -> None:
        for outcomes in (OUTCOMES, many(number)):
            for chart, axes in drawn(outcomes):
                figure = axes.get_figure(root=True)
                within = figure.bbox
                boxes = [text.get_window_extent() for text in axes.texts if text.get_text()]
                ticks = [text.get_window_extent() for text in axes.get_yticklabels()]
                # A tick beyond the axes has a label too, and it is not drawn.
                boxes += [
                    box for box in ticks if axes.bbox.y0 <= (box.y0 + box.y1) / 2 <= axes.bbox.y1
                ]
                for box in boxes:
                    assert within.x0 <= box.x0 < box.x1 <= within.x1, chart
                    assert within.y0 - 1 <= box.y0 < box.y1 <= within.y1 + 1, chart
                for one, other in combinations(boxes, 2):
                    across = min(one.x1, other.x1) - max(one.x0, other.x0)
                    along = min(one.y1, other.y1) - max(one.y0, other.y0)
                    # The boxes of two lines of text may touch, and their letters still do not.
                    assert across <= 1 or along <= 3, chart


def drawn(outcomes: list[Outcome]):
    """Yield the axes of the full picture, as they are when it is saved."""
    from matplotlib.figure import Figure

    kept: list[Figure] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "savefig", lambda self, *_, **__: kept.append(self))
        draw(outcomes, ".png")
    (figure,) = kept
    figure.draw_without_rendering()
    for axes in figure.axes:
        yield axes.get_title(loc="left"), axes


class TestRefusals:
    @pytest.mark.parametrize("suffix", [".pdf", "", "svg"])
    def test_a_suffix_it_does_not_know(self, suffix: str) -> None:
        message = rf"^'{suffix}': expected one of the suffixes \.svg, \.png$"
        with pytest.raises(PlotError, match=message):
            draw(OUTCOMES, suffix)

    def test_nothing_to_draw(self) -> None:
        with pytest.raises(PlotError, match=r"^there is nothing to draw: no method was tried$"):
            draw([], ".svg")

    def test_a_length_that_is_given_twice(self) -> None:
        with pytest.raises(ValueError, match=r"is given 2 times for length 5$"):
            draw([OUTCOMES[0]] * 2, ".svg")

    def test_that_matplotlib_is_not_there(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        message = r"^plots need matplotlib: pip install 'evil-motus\[plot\]'$"
        with pytest.raises(PlotError, match=message):
            check(".svg")
        with pytest.raises(PlotError, match=message):
            draw(OUTCOMES, ".svg")
        with pytest.raises(PlotError, match=message):
            next(inline(summaries(OUTCOMES)))


class TestInline:
    def test_gives_each_chart_as_an_element_of_a_page(self) -> None:
        charts = list(inline(summaries(OUTCOMES)))
        assert [chart.name for chart, _ in charts] == ["average", "fails", "worst", "tries"]
        for chart, svg in charts:
            root = tree(svg)
            assert (root.tag, root.get("role")) == ("svg", "img")
            assert root.get("aria-label") == chart.title
            assert chart.title not in texts(svg)
            assert not {"metadata", "style"} & {element.tag for element in root.iter()}

    def test_gives_every_id_once_and_refers_to_no_other(self) -> None:
        ids: list[str] = []
        for _, svg in inline(summaries(OUTCOMES)):
            elements = list(tree(svg).iter())
            own = [element.attrib["id"] for element in elements if "id" in element.attrib]
            used = {element.attrib["href"] for element in elements if "href" in element.attrib}
            assert used <= {f"#{name}" for name in own}
            ids += own
        assert len(ids) == len(set(ids)) > 0

    def test_leaves_colours_that_depend_on_the_theme_to_the_page(self) -> None:
        whole = "".join(svg for _, svg in inline(summaries(OUTCOMES)))
        assert not any(colour in whole for colour in (INK, QUIET, LINE, *HEURISTICS, *HEAT))
        assert {"var(--text)", "var(--m0)", "var(--m2)", "var(--v3)", "var(--v8)"} <= {
            f"var({part.partition(')')[0]})" for part in whole.split("var(")[1:]
        }


class TestSpread:
    @given(
        st.lists(st.floats(0, 1), min_size=1, max_size=30).map(sorted),
        st.floats(0.001, 0.3),
    )
    def test_keeps_the_distance_and_the_order(self, wanted: list[float], gap: float) -> None:
        places = spread(wanted, gap)
        room = min(gap, 1 / max(len(wanted) - 1, 1))
        assert all(after - before >= room - 1e-9 for before, after in pairwise(places))
        assert -1e-9 <= places[0] <= places[-1] <= 1 + 1e-9

    def test_moves_nothing_that_has_room(self) -> None:
        assert spread([0.1, 0.5, 0.9], 0.1) == pytest.approx([0.1, 0.5, 0.9])
        assert spread([], 0.1) == []


class TestThePalette:
    def test_is_that_of_the_page(self) -> None:
        css = files("reports.page").joinpath("page.css").read_text(encoding="utf-8")
        light = css.partition("@media")[0]
        for colour in (INK, QUIET, LINE, *HEURISTICS, *HEAT):
            name = themed(colour).removeprefix("var(").removesuffix(")")
            assert f"  {name}: {colour};\n" in light

    def test_has_no_colour_twice_and_no_marker_twice(self) -> None:
        assert len(set(HEURISTICS)) == len(HEURISTICS) == 10
        assert len(set(MARKERS)) == len(MARKERS) == 11
