"""What is installed: four packages, no more, with the word lists, their licences and the page."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return zipfile.ZipFile(wheel).namelist()


def test_the_wheel_holds_the_four_rooms_and_nothing_else(names):
    top = {name.split("/")[0] for name in names}
    assert {name for name in top if not name.endswith(".dist-info")} == {
        "cache",
        "emi",
        "reports",
        "search",
    }


def test_the_wheel_holds_the_word_lists_with_their_licences(names):
    for name in ("fr", "en", "nl"):
        assert f"emi/lexicon/data/{name}.txt.xz" in names
        assert f"emi/lexicon/data/{name}.LICENSE" in names
    assert "emi/lexicon/data/make.py" in names


def test_the_wheel_holds_what_a_page_is_made_of(names):
    assert {"reports/page/page.html", "reports/page/page.css", "reports/page/page.js"} <= set(names)


def test_the_wheel_holds_the_published_figures(names):
    assert {
        f"reports/published/data/{name}.csv" for name in ("moo", "logik_table2", "motus_table1")
    } <= (set(names))


def test_no_module_takes_the_name_of_one_in_the_standard_library(names):
    tops = {name.split("/")[0] for name in names if "/" in name}
    assert not tops & set(sys.stdlib_module_names)
