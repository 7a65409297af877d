"""What is installed: the rooms, no more, with the word lists, their licences and the page."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
KINDS = "txt.xz", "index", "LICENSE"


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return zipfile.ZipFile(wheel).namelist()


def test_the_wheel_holds_the_rooms_and_nothing_else(names):
    top = {name.split("/")[0] for name in names}
    rooms = {name for name in top if not name.endswith(".dist-info")}
    assert rooms == {"cache", "emi", "emi_errors", "reports", "search"}


def test_a_type_checker_of_others_sees_the_types(names):
    rooms = ("cache", "emi", "emi_errors", "reports", "search")
    assert {f"{room}/py.typed" for room in rooms} | {"emi/__init__.pyi"} <= set(names)


def test_the_wheel_holds_the_data_that_the_rooms_read(names):
    lists = {f"emi/lexicon/data/{n}.{kind}" for n in ("fr", "en", "nl", "wordle") for kind in KINDS}
    page = {f"reports/page/page.{kind}" for kind in ("html", "css", "js")}
    page |= {f"reports/page/explore/explore.{kind}" for kind in ("html", "css", "js")}
    figures = {f"reports/published/data/{n}.csv" for n in ("moo", "logik_table2", "motus_table1")}
    assert lists | page | figures <= set(names)
    # What makes the lists stays behind.
    assert {name for name in names if name.startswith("emi/lexicon/data/")} == lists


def test_no_module_takes_the_name_of_one_in_the_standard_library(names):
    tops = {name.split("/")[0] for name in names if "/" in name}
    assert not tops & set(sys.stdlib_module_names)
