"""The wheel and the sdist: what they hold, and that each works in an empty environment."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import emi
from emi.lexicon.load import BUILTIN

ROOT = Path(__file__).parents[1]
KINDS = "txt.xz", "index", "LICENSE"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return the sdist, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT]
    subprocess.run(command, check=True, capture_output=True)
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return {"sdist": sdist, "wheel": wheel}


@pytest.fixture(scope="module")
def names(built):
    return zipfile.ZipFile(built["wheel"]).namelist()


def test_the_wheel_holds_one_package(names):
    top = {name.split("/")[0] for name in names}
    assert {name for name in top if not name.endswith(".dist-info")} == {"emi"}


def test_a_type_checker_of_others_sees_the_types(names):
    assert {"emi/py.typed", "emi/__init__.pyi"} <= set(names)


def test_the_wheel_holds_the_data_that_the_rooms_read(names):
    lists = {f"emi/lexicon/data/{n}.{kind}" for n in BUILTIN for kind in KINDS}
    lists |= {f"emi/lexicon/data/{n}.common.xz" for n in ("fr", "en", "nl")}
    lists.add("emi/lexicon/data/common.LICENSE")
    page = {f"emi/reports/page/page.{kind}" for kind in ("html", "css", "js")}
    page |= {f"emi/reports/page/explore/explore.{kind}" for kind in ("html", "css", "js")}
    figures = {
        f"emi/reports/published/data/{n}.csv" for n in ("moo", "logik_table2", "motus_table1")
    }
    assert lists | page | figures <= set(names)
    # What makes the lists stays behind.
    assert {name for name in names if name.startswith("emi/lexicon/data/")} == lists


def test_the_wheel_holds_no_scripts_that_make_lists(names):
    makers = {path.name for path in (ROOT / "lists").glob("*.py")} - {"__init__.py"}
    assert makers
    assert not makers & {name.rpartition("/")[2] for name in names}


def test_the_sdist_holds_the_sources_the_tests_and_the_pages_but_nothing_made(built):
    with tarfile.open(built["sdist"]) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {"Makefile", "README.md", "emi/proof/verify.py", "tests/test_wheel.py"} <= names
    assert {"docs/tutorial.md", "lists/make.py", "mkdocs.yml", "constraints.txt"} <= names
    made = re.compile(r"(^|/)(__pycache__|\.venv|build|dist|\.benchmarks)(/|$)")
    assert not [name for name in names if made.search(name)]


def test_the_version_begins_the_changelog_and_is_that_of_the_citation():
    version = emi.__version__
    assert f"## [{version}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_it_works_in_an_empty_environment(built, kind, tmp_path):
    """Dependencies come from the package index, and the kernels are compiled."""
    kept = {name: value for name, value in os.environ.items() if name in {"HOME", "LANG", "PATH"}}
    kept |= {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    kept |= {"EMI_CACHE_DIR": str(tmp_path / "cache"), "PYTHONNOUSERSITE": "1"}
    binaries = tmp_path / "env" / "bin"

    def said(*command):
        done = subprocess.run(
            command, cwd=tmp_path, env=kept, capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    said(sys.executable, "-m", "venv", "env")
    said(binaries / "python", "-m", "pip", "install", "--quiet", built[kind])
    words = ["CADES", "CAFES", "CAGES", "CAKES", "CAMES", "CASES", "CAVES", "CIGAR"]
    (tmp_path / "words.txt").write_text("\n".join(words), encoding="utf-8")
    program = binaries / "emi"
    assert said(program, "--version") == f"emi {emi.__version__}\n"
    assert "1 cell, 1 proven" in said(program, "table", "--lexicon", "words.txt")
    certify = (program, "certify", "C5", "--lexicon", "words.txt", "--out", "c5.emip")
    assert said(*certify).startswith("C5: 7, c5.emip")
    assert said(program, "verify", "c5.emip", "--lexicon", "words.txt") == "OK C5: 7 (8 words)\n"
    said(program, "page", "--lexicon", "words.txt", "--out", "page.html")
    script = "import emi; print(emi.__file__, len(emi.load('fr').words))"
    place, words = said(binaries / "python", "-c", script).split()
    assert Path(place).is_relative_to(tmp_path)
    assert int(words) > 200_000
