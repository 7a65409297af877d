"""What all tests share: signals, limits, the number of examples, lists that are not shipped."""

import os
import re
import signal
import sys
import threading
from collections import Counter
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import ClassVar

import pytest
from coverage import Coverage
from hypothesis import settings

from emi._version import __version__
from tests import kernels

if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ["NUMBA_CACHE_DIR"] = str(kernels.FOLDER)

# A process started by nohup, or in the background of a script, ignores Ctrl-C, and so do the
# processes that it starts: tests that send it would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("compiled", deadline=None, max_examples=30)
# make test-all
settings.register_profile("thorough", deadline=None, max_examples=400)
# Kernels run as plain Python are some hundred times slower; that run is for their coverage.
settings.register_profile("plain", deadline=None, max_examples=20)
settings.load_profile("plain" if os.environ.get("NUMBA_DISABLE_JIT") == "1" else "compiled")

#: Seconds that a test of these marks may take; all others take the limit of pyproject.toml.
LONGER = {"slow": 7200, "bench": 7200, "endure": 7200}


def pytest_collection_modifyitems(items, config):
    if RENEW:
        # Sections of tests that are gone are dropped, where all tests of a module run.
        GoldenFile.whole = not config.option.keyword and "::" not in "".join(config.args)
        items[:] = [item for item in items if "golden" in getattr(item, "fixturenames", ())]
    for item in items:
        for mark, seconds in LONGER.items():
            if item.get_closest_marker(mark):
                item.add_marker(pytest.mark.timeout(seconds))
        if hasattr(getattr(item, "obj", None), "hypothesis"):
            Covered.follow(item.obj.hypothesis)


class Covered:
    """What coverage follows: the first cases of each test, and the first examples of each case.

    Tracing doubles the time of our Python code, and triples that of other packages, such as
    hypothesis when it draws examples.
    """

    CASES, EXAMPLES = 4, 4
    cases: ClassVar[Counter] = Counter()
    #: The trace functions of coverage that examples of the current test turn on, and their number.
    tracers: ClassVar[tuple] = ()
    examples = 0

    @staticmethod
    @contextmanager
    def traced(main, threads):
        """Use other trace functions in a block."""
        before = sys.gettrace(), threading.gettrace()
        sys.settrace(main)
        threading.settrace(threads)
        try:
            yield
        finally:
            sys.settrace(before[0])
            threading.settrace(before[1])

    @classmethod
    @contextmanager
    def test(cls, item):
        """Follow a test; if its examples are drawn, each of the first ones turns tracing on."""
        name = item.nodeid.partition("[")[0]
        cls.cases[name] += 1
        cls.examples, cls.tracers = 0, ()
        followed = cls.cases[name] <= cls.CASES
        drawn = hasattr(getattr(item, "obj", None), "hypothesis")
        uncovered = item.get_closest_marker("no_cover") or "no_cover" in getattr(
            item, "fixturenames", ()
        )
        if Coverage.current() is None or uncovered or (followed and not drawn):
            yield
            return
        if followed:
            cls.tracers = sys.gettrace(), threading.gettrace()
        with cls.traced(None, None):
            yield

    @classmethod
    def follow(cls, drawn) -> None:
        """Follow the first examples of a test."""
        test = drawn.inner_test
        if hasattr(test, "__wrapped__"):
            return

        @wraps(test)
        def one(*given, **named):
            cls.examples += 1
            if not cls.tracers or cls.examples > cls.EXAMPLES:
                return test(*given, **named)
            with cls.traced(*cls.tracers):
                return test(*given, **named)

        drawn.inner_test = one


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    with Covered.test(item):
        return (yield)


GOLDEN = Path(__file__).parent / "golden"
RENEW = bool(os.environ.get("RENEW"))

#: Patterns of text that differs from run to run, with its replacement in golden files.
VARYING = {
    r"/[^\s'\"]*?/pytest-of-[^/]+/pytest-\d+/(?:popen-gw\d+/)?[\w.-]+": "TMP",
    re.escape(str(kernels.ROOT)): "ROOT",
    rf"\b{re.escape(__version__)}\b": "VERSION",
    r"(?<![.\d])\d+\.\d+ s\b": "0.00 s",
    r'("\w*seconds"): [\d.e-]+': r"\1: 0",
    r"\b[\d,]+ bytes": "N bytes",
    r"\b[\d.]+ [KMGT]iB (available|can be had|free in) ?(\S*/\S*|TMP\S*)?": r"0 GiB \1",
    r"\b0x[\da-f]{5,8}\b": "0x0",
    r"ZeroDivisionError: [\w ]+ by zero": "ZeroDivisionError: division by zero",
    r"(?<![.,\d])[1-9][\d,]* nodes?\b": "N nodes",
}


def unvarying(text: str) -> str:
    """Return a text with names for what differs from run to run; of a page, what is on it."""
    if text.startswith("<!DOCTYPE html>"):
        text = re.sub(r"<svg.*?</svg>", "<svg/>", text, flags=re.DOTALL)
        text = text[text.index("<main>") : text.index("</main>")]
    for varying, name in VARYING.items():
        text = re.sub(varying, name, text)
    return text


@pytest.fixture
def golden(request):
    """Return a function that compares a text with a golden file; `make golden` writes them anew.

    A text with a name has a file of its own. The others of a module share a file, each in a section
    that is named by its test.
    """
    counted = Counter()
    file = GoldenFile.of(request.path)

    def compare(text, name: str = "") -> None:
        if name:
            path = GOLDEN / f"{name}.txt"
            if RENEW:
                path.write_text(text, "utf-8")
            assert text == path.read_text("utf-8")
            return
        text = unvarying(text if isinstance(text, str) else "\n".join(text)).rstrip("\n")
        test = request.node.nodeid.partition("::")[2]
        counted[test] += 1
        section = test if counted[test] == 1 else f"{test} {counted[test]}"
        assert text == file.hold(section, text)

    return compare


@pytest.fixture
def refused(golden):
    """Return a context in which an error is raised; the golden file has its message."""

    @contextmanager
    def refused(*kinds):
        with pytest.raises(kinds) as found:
            yield found
        golden(f"{type(found.value).__name__}: {found.value}")

    return refused


@pytest.fixture
def warned(golden):
    """Return a context in which a warning is given; the golden file has its message."""

    @contextmanager
    def warned(kind):
        with pytest.warns(kind) as found:
            yield found
        golden([str(one.message) for one in found if issubclass(one.category, kind)])

    return warned


class GoldenFile:
    """The texts that the tests of a module expect, by the names of the tests."""

    files: ClassVar[dict] = {}
    whole = False

    def __init__(self, module: Path) -> None:
        name = module.relative_to(Path(__file__).parent).with_suffix(".txt")
        self.path = GOLDEN / name.with_name(name.name.removeprefix("test_"))
        text = self.path.read_text("utf-8") if self.path.exists() else ""
        parts = re.split(r"^@@ (.*)\n", text, flags=re.MULTILINE)[1:]
        self.sections = {
            name: said.removesuffix("\n")
            for name, said in zip(parts[::2], parts[1::2], strict=True)
        }
        if RENEW and self.whole:
            self.sections = {}

    @classmethod
    def of(cls, module: Path) -> "GoldenFile":
        """Return the file of a module, which is read once."""
        if module not in cls.files:
            cls.files[module] = cls(module)
        return cls.files[module]

    def hold(self, section: str, text: str) -> str | None:
        """Return what a section says; renew it if that is asked for."""
        if RENEW:
            self.sections[section] = text
        return self.sections.get(section)

    def write(self) -> None:
        """Write the file anew."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        texts = (f"@@ {name}\n{said}\n" for name, said in self.sections.items())
        self.path.write_text("".join(texts), "utf-8")


def pytest_sessionfinish():
    # At the end: a test may have left no room on the disk.
    for file in GoldenFile.files.values():
        if RENEW and file.sections:
            file.write()


LEXICA = kernels.ROOT.parent / "shared" / "lexica"


@pytest.fixture(scope="session")
def lexica():
    """Return a function that gives the path of a word list that is not the project's to ship."""

    def path(name: str) -> Path:
        found = LEXICA / name
        if not found.exists():
            pytest.skip(f"{found} is absent: its words are not free to be shipped")
        return found

    return path
