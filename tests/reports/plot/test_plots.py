"""Pictures: complete, reproducible files without overlapping text."""

import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.reports.plot import heuristics, pareto
from emi.reports.plot.curves import spread
from emi.reports.plot.figure import SUFFIXES, PlotError, check, embedded
from emi.reports.plot.palette import HEAT, HEURISTICS, INK, LINE, MARKERS, QUIET, themed
from emi.reports.wording import rounded
from emi.results.pareto import ParetoRow
from emi.results.performance import LengthResult, together
from tests.reports.samples import (
    ANY,
    CODES,
    FOUR,
    LENGTHS,
    ONE,
    RESULTS,
    ROWS,
    THREE,
    WEIGHTED,
    front,
)

SVG = "{http://www.w3.org/2000/svg}"
draw_heuristics, draw_pareto = heuristics.draw, pareto.draw
FRONT = front(ROWS)
KINDS = ["heuristics", "pareto"]
BOTH = pytest.mark.parametrize(
    ("kind", "rows"), [(heuristics, RESULTS), (pareto, FRONT)], ids=KINDS
)
MANY_ROWS = [
    ParetoRow(
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


def tree(svg):
    return ET.fromstring(svg)  # noqa: S314 - it was drawn here


def texts(svg):
    return ["".join(text.itertext()) for text in tree(svg).iter() if text.tag.endswith("text")]


def many(count, lengths=range(5, 11)):
    """Return ``count`` heuristics with settings that make their names long."""
    return [
        LengthResult(
            f"Heuristic{number}", ties, "lowest", length, 6, (0, 5 + number, 20, 9, 3, 1 + number)
        )
        for number in range(count // 2)
        for ties in ("possible", "alphabetical")
        for length in lengths
    ]


def drawn(kind, rows, *, narrow=False):
    """Yield the axes of the full picture, or of the narrow ones, as they are saved."""
    from matplotlib.figure import Figure

    kept: list[Figure] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "savefig", lambda self, *_, **__: kept.append(self))
        _ = list(embedded(kind.charts(rows))) if narrow else kind.draw(rows, ".png", title="Title")
    # On a page, the wide version of each chart comes first.
    for figure in kept[narrow :: 1 + narrow]:
        figure.draw_without_rendering()
        yield from figure.axes


def apart(boxes):
    """Return whether no two texts overlap."""
    return all(
        # The boxes of two lines of text may touch although their letters do not.
        min(one.x1, other.x1) - max(one.x0, other.x0) <= 1
        or min(one.y1, other.y1) - max(one.y0, other.y0) <= 3
        for one, other in combinations(boxes, 2)
    )


@BOTH
@pytest.mark.no_cover
class TestAPicture:
    """Coverage would double the time that drawing takes; the other tests cover it."""

    @pytest.mark.parametrize("suffix", SUFFIXES)
    def test_is_always_the_same_in_the_format_of_the_suffix(self, kind, rows, suffix):
        first = kind.draw(rows, suffix, title="Title")
        assert kind.draw(rows, suffix.upper(), title="Title") == first
        assert b"date>" not in first
        if suffix == ".png":
            assert first.startswith(b"\x89PNG\r\n\x1a\n")
        else:
            assert tree(first).tag == f"{SVG}svg"

    def test_leaves_matplotlib_settings_unchanged(self, kind, rows):
        import matplotlib as mpl

        before = dict(mpl.rcParams)
        kind.draw(rows, ".svg")
        next(embedded(kind.charts(rows)))
        assert dict(mpl.rcParams) == before

    def test_accepts_a_title_in_any_script(self, kind, rows):
        assert "列表" in texts(kind.draw(rows, ".svg", title="列表"))

    @pytest.mark.parametrize("suffix", [".pdf", "", "svg"])
    def test_must_be_of_a_known_format(self, kind, rows, suffix):
        message = rf"^'{suffix}': expected one of the suffixes \.svg, \.png$"
        with pytest.raises(PlotError, match=message):
            kind.draw(rows, suffix)

    def test_needs_matplotlib(self, kind, rows, monkeypatch):
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        message = r"^plots need matplotlib: pip install '\.\[plot\]' in a checkout of emi$"
        for refused in (
            lambda: check(".svg"),
            lambda: kind.draw(rows, ".svg"),
            lambda: next(embedded(kind.charts(rows))),
        ):
            with pytest.raises(PlotError, match=message):
                refused()


@pytest.fixture(scope="class", params=[(heuristics, RESULTS), (pareto, FRONT)], ids=KINDS)
def inside(request):
    """Return the charts of a page, each with its title."""
    kind, rows = request.param
    return list(embedded(kind.charts(rows)))


class TestInAPage:
    def test_each_chart_has_versions_for_wide_and_narrow_screens(self, inside):
        for title, svgs in inside:
            whole = tree(f"<div>{svgs}</div>")
            assert [each.get("class") for each in whole] == ["wide", "narrow"]
            for root in whole:
                assert (root.tag, root.get("role"), root.get("aria-label")) == ("svg", "img", title)
            assert title not in texts(f"<div>{svgs}</div>")
            assert not {"metadata", "style"} & {element.tag for element in whole.iter()}
            # A telephone of 390 pixels leaves 346 beside the margins, at a unit a pixel.
            assert float(whole[1].get("viewBox").split()[2]) <= 346

    def test_ids_are_unique_and_references_resolve(self, inside):
        whole = tree(f"<div>{''.join(svgs for _, svgs in inside)}</div>")
        ids = [each.get("id") for each in whole.iter() if "id" in each.attrib]
        assert len(ids) == len(set(ids)) > 0
        for svg in whole:
            own = {f"#{each.get('id')}" for each in svg.iter()}
            assert {each.get("href") for each in svg.iter() if "href" in each.attrib} <= own

    def test_colours_are_left_to_the_page(self, inside):
        whole = "".join(svg for _, svg in inside)
        assert not any(colour in whole for colour in (INK, QUIET, LINE, *HEURISTICS, *HEAT))
        assert {"var(--text)", "var(--m0)", "var(--m1)"} <= {
            f"var({part.partition(')')[0]})" for part in whole.split("var(")[1:]
        }


class TestHeuristics:
    def test_are_the_same_in_another_process_whatever_the_settings(self, tmp_path):
        (tmp_path / "matplotlibrc").write_text("font.size: 20\naxes.facecolor: red\n")
        program = (
            "import sys; from emi.reports.plot.heuristics import draw;"
            " from tests.reports.samples import RESULTS;"
            " sys.stdout.buffer.write(draw(RESULTS, '.svg'));"
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
        assert answer.stdout == draw_heuristics(RESULTS, ".svg")

    def test_describes_its_contents(self):
        said = texts(draw_heuristics(RESULTS, ".svg", title="Methods $1 & <2>"))
        for title in (
            "Methods $1 & <2>",
            "Average guesses, by word length",
            "Words failed, by word length",
            "Worst case, by word length",
            "Words by the guesses they take",
        ):
            assert said.count(title) == 1
        for name in ("Sum, possible", "Sum, alphabetical", "Bobo"):
            assert said.count(name) == 4

    def test_names_points_too_far_off_to_draw(self):
        near = [LengthResult("Sum", "", "", length, 6, (1, 4, 2)) for length in (5, 6, 7)]
        far = [LengthResult("Gini", "", "", length, 6, (1,) * 10 * length) for length in (5, 6, 7)]
        said = texts(draw_heuristics(together([*near, *far]), ".svg"))
        assert "Gini ↑ 25.5 to 35.5" in said
        # A logarithmic scale has room for all points.
        assert said.count("Gini") == 3
        # Near the rest in one length, and far in another.
        bent = [
            LengthResult("Bent", "", "", 5, 6, (1, 4, 3)),
            LengthResult("Bent", "", "", 6, 6, (1,) * 30),
        ]
        assert "Bent ↑ 15.5" in texts(draw_heuristics(together([*near, *bent]), ".svg"))

    @pytest.mark.parametrize(
        "lengths",
        [
            LENGTHS[:1],
            [LengthResult("Sum", "", "", 5, 5, (1,))],
            [
                LengthResult("Sum", "", "", 5, 5, (1,)),
                LengthResult("Max", "", "", 9, 5, (0, 10**6)),
            ],
            many(60, range(5, 6)),
        ],
        ids=["one length", "one word", "no length in common", "many"],
    )
    def test_draws_any_results(self, lengths):
        assert tree(draw_heuristics(together(lengths), ".svg")).tag == f"{SVG}svg"

    @pytest.mark.no_cover
    @pytest.mark.parametrize("number", [0, 4, 24])
    def test_names_are_complete_and_do_not_overlap(self, number):
        results = together(many(number)) if number else RESULTS
        for narrow in (False, True):
            for axes in drawn(heuristics, results, narrow=narrow):
                within = axes.get_figure(root=True).bbox
                boxes = [text.get_window_extent() for text in axes.texts if text.get_text()]
                ticks = [text.get_window_extent() for text in axes.get_yticklabels()]
                # A tick beyond the axes has a label that is not drawn.
                boxes += [
                    box for box in ticks if axes.bbox.y0 <= (box.y0 + box.y1) / 2 <= axes.bbox.y1
                ]
                for box in boxes:
                    assert within.x0 <= box.x0 < box.x1 <= within.x1
                    assert within.y0 - 1 <= box.y0 < box.y1 <= within.y1 + 1
                assert apart(boxes)

    @pytest.mark.parametrize(
        ("results", "what"),
        [(together(LENGTHS[::2]), "word"), (CODES, "code")],
        ids=["words", "codes"],
    )
    def test_of_one_length_are_not_drawn_by_length(self, results, what):
        titles = ["Average guesses", f"{what.capitalize()}s by the guesses they take"]
        assert [chart.title for chart in heuristics.charts(results)] == titles
        said = texts(draw_heuristics(results, ".svg"))
        assert {*titles, f"guesses for a {what}, on average", f"share of the {what}s"} <= set(said)
        assert {rounded(each.mean) for each in results} <= {
            text.removesuffix(" →") for text in said
        }

    def test_must_not_be_empty(self):
        message = r"^nothing to draw: no heuristic was played$"
        with pytest.raises(PlotError, match=message):
            draw_heuristics([], ".svg")


class TestPareto:
    def test_describes_its_contents(self):
        said = texts(draw_pareto(FRONT, ".svg", title="Front of $1 & <2>"))
        for title in (
            "Front of $1 & <2>",
            "Fewest misses, by tries",
            "Least average with so few misses, by tries",
            "secrets missed (logarithmic scale)",
            "guesses for a secret, on average",
            "with any number of tries 2.3000",
            "9",
            "3..5",
            "2.7000",
            "2.4000",
        ):
            assert title in said
        assert said.count("tries") == 2

    def test_states_that_misses_are_weighted(self):
        said = texts(draw_pareto(front(WEIGHTED), ".svg"))
        assert {"share of the weight that is missed, in %", "13.64 %", "0 %"} <= set(said)
        assert not any("any number" in each for each in said)

    def test_writes_long_bounds_on_two_lines(self):
        assert {"2.4000..", "2.5000"} <= set(texts(draw_pareto(FRONT, ".svg")))
        row = replace(ONE, misses_lower=100_000, misses_upper=200_000)
        assert {"100,000..", "200,000"} <= set(texts(draw_pareto(front([row]), ".svg")))
        row = replace(WEIGHTED[0], misses_lower=50)
        assert {"4.55 %..", "13.64 %"} <= set(texts(draw_pareto(front([row]), ".svg")))

    @pytest.mark.parametrize(
        "rows",
        [
            [FOUR],
            [FOUR, ANY],
            [THREE, FOUR, replace(ANY, total_lower=10)],
            [replace(FOUR, total_lower=0)],
            [ParetoRow(1, 1, 0, 0, 1, 1, 1, 1, "CABAN", (), 0.0)],
            MANY_ROWS,
        ],
        ids=["one", "nothing missed", "least not proven", "nothing known", "one word", "many"],
    )
    def test_draws_any_results(self, rows):
        assert tree(draw_pareto(front(rows), ".svg")).tag == f"{SVG}svg"

    @pytest.mark.no_cover
    @pytest.mark.parametrize("rows", [ROWS, WEIGHTED, MANY_ROWS], ids=["few", "weighted", "many"])
    def test_figures_are_complete_and_do_not_overlap(self, rows):
        for axes in (*drawn(pareto, front(rows)), *drawn(pareto, front(rows), narrow=True)):
            boxes = [text.get_window_extent() for text in axes.texts]
            for box in boxes:
                assert axes.bbox.x0 <= box.x0 < box.x1 <= axes.bbox.x1
                assert axes.bbox.y0 <= box.y0 < box.y1 <= axes.bbox.y1
            assert apart(boxes)
            assert apart([text.get_window_extent() for text in axes.get_yticklabels()])

    @pytest.mark.parametrize("rows", [[], [ANY]])
    def test_needs_a_number_of_tries(self, rows):
        message = r"^nothing to draw: the front has no row with a number of tries$"
        with pytest.raises(PlotError, match=message):
            draw_pareto(front(rows), ".svg")
        with pytest.raises(PlotError, match=message):
            pareto.charts(front(rows))


class TestSpread:
    @given(st.lists(st.floats(0, 1), min_size=1, max_size=30).map(sorted), st.floats(0.001, 0.3))
    def test_keeps_the_distance_and_the_order(self, wanted, gap):
        places = spread(wanted, gap)
        room = min(gap, 1 / max(len(wanted) - 1, 1))
        assert all(after - before >= room - 1e-9 for before, after in pairwise(places))
        assert -1e-9 <= places[0] <= places[-1] <= 1 + 1e-9

    def test_leaves_labels_with_room_in_place(self):
        assert spread([0.1, 0.5, 0.9], 0.1) == pytest.approx([0.1, 0.5, 0.9])
        assert spread([], 0.1) == []


class TestThePalette:
    def test_is_that_of_the_page(self):
        css = files("emi.reports.page").joinpath("page.css").read_text(encoding="utf-8")
        light = css.partition("@media")[0]
        for colour in (INK, QUIET, LINE, *HEURISTICS, *HEAT):
            name = themed(colour).removeprefix("var(").removesuffix(")")
            assert f"  {name}: {colour};\n" in light

    def test_colours_and_markers_are_distinct(self):
        assert len(set(HEURISTICS)) == len(HEURISTICS) == 10
        assert len(set(MARKERS)) == len(MARKERS) == 11
