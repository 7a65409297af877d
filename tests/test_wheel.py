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
from tests import kernels

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
def compiled(tmp_path_factory):
    """Return the wheel with compiled kernels."""
    folder = tmp_path_factory.mktemp("compiled")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT]
    environment = os.environ | {"EMI_WHEEL_KERNELS": "1", "NUMBA_CACHE_DIR": str(kernels.FOLDER)}
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def names(built):
    return zipfile.ZipFile(built["wheel"]).namelist()


def test_the_wheel_holds_one_package(names):
    top = {name.split("/")[0] for name in names}
    assert {name for name in top if not name.endswith(".dist-info")} == {"emi"}


def test_the_wheel_holds_every_module_of_every_room(names):
    """Search, cache and reports are links in a checkout, and folders in the sdist."""
    modules = set()
    for folder, _, files in os.walk(ROOT / "emi", followlinks=True):
        place = Path(folder).relative_to(ROOT)
        modules |= {str(place / file) for file in files if file.endswith(".py")}
    modules = {name for name in modules if not name.startswith("emi/lexicon/data/")}
    assert {"emi/cache/__init__.py", "emi/search/__init__.py"} < modules
    assert modules == {name for name in names if name.endswith(".py")}


def test_a_type_checker_of_others_sees_the_types(names):
    assert {"emi/py.typed", "emi/__init__.pyi"} <= set(names)


def test_the_wheel_holds_the_data_that_the_rooms_read(names):
    lists = {f"emi/lexicon/data/{n}.{kind}" for n in BUILTIN for kind in KINDS}
    lists |= {f"emi/lexicon/data/{n}.usual.xz" for n in ("fr", "en", "nl")}
    lists.add("emi/lexicon/data/usual.LICENSE")
    page = {f"emi/reports/page/page.{kind}" for kind in ("html", "css", "js")}
    page |= {f"emi/reports/page/explore/explore.{kind}" for kind in ("html", "css", "js")}
    figures = {
        f"emi/reports/published/data/{n}.csv" for n in ("moo", "logik_table2", "motus_table1")
    }
    assert lists | page | figures <= set(names)
    # What makes the lists stays behind.
    assert {name for name in names if name.startswith("emi/lexicon/data/")} == lists


def test_the_wheel_holds_no_scripts_that_make_lists(built):
    """A name says little: a game may have that of a list."""
    makers = {path.read_bytes() for path in (ROOT / "lists").glob("*.py") if path.stat().st_size}
    wheel = zipfile.ZipFile(built["wheel"])
    assert makers
    assert not makers & {wheel.read(name) for name in wheel.namelist()}


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
def test_a_wheel_with_kernels_is_for_one_platform_and_holds_nothing_else_more(names, compiled):
    assert compiled.name.endswith("-py3-none-manylinux_2_17_x86_64.whl")
    more = {*zipfile.ZipFile(compiled).namelist()} - {*names}
    folder = r"emi/search/kernels/compiled/x86-64-v3-[0-9a-f]{16}"
    assert {"worst case.compiled", "cores.compiled"} < {name.rpartition("/")[2] for name in more}
    kernel = re.compile(rf"{folder}/[\w ]+\.(kernel|compiled)")
    assert [name for name in more if not kernel.fullmatch(name)] == []


@pytest.mark.slow
def test_a_wheel_with_kernels_compiles_nothing(compiled, tmp_path):
    """Dependencies are those of this environment, which has emi too: the wheel comes first."""
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, "--target", "site", compiled], cwd=tmp_path, check=True)
    unset = {"NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "EMI_STOCK_NUMBA", "PYTHONDONTWRITEBYTECODE"}
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    kept |= {"PYTHONPATH": "site", "XDG_CACHE_HOME": str(tmp_path / "cache")}
    lines = {
        "solve C5": "C5: 7 (proven)",
        "solve mastermind:3x4 --objective average": "mastermind:3x4: 206",
        "solve X5 --hard hints": "X5",
        "certify X5 --out x.emip": "X5",
        "explain X5": "Play XENON",
        "warm-up": "the kernels are ready: loaded",
    }
    for line, begins in lines.items():
        command = [sys.executable, "-X", "importtime", "-m", "emi", *line.split()]
        done = subprocess.run(
            command, cwd=tmp_path, env=kept, capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(begins)
        said = [one for one in done.stderr.splitlines() if not one.startswith("import time:")]
        assert [one for one in said if "kernels" in one] == []
        assert not re.search(r"\| +numba$", done.stderr, re.MULTILINE)
    packed = {*(tmp_path / "site/emi/search/kernels/compiled").rglob("*.kernel")}
    assert {*tmp_path.rglob("*.kernel")} == packed != set()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wheel", "sdist", "compiled"])
def test_it_works_in_an_empty_environment(built, kind, tmp_path, request):
    """Dependencies come from the package index, and the kernels are compiled if they must be."""
    package = request.getfixturevalue("compiled") if kind == "compiled" else built[kind]
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
    said(binaries / "python", "-m", "pip", "install", "--quiet", package)
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
    packed = [*tmp_path.rglob("compiled/*/*.kernel")]
    assert ([*tmp_path.rglob("*.kernel")] == packed) == (kind == "compiled")
