"""What the tests endured is written down, in ``docs/endurance.md``."""

import platform

import pytest

from tests.emi.cases import ROOT
from tests.endure.killing import KILLS

PAGE = """# What was endured

This page is written by `make endure`, last on {machine}.

Each command is killed (SIGKILL) {kills} times, at random moments, and started again with the cache
that it has left, until it comes to its end; if it does so before it was killed that often, it
begins anew with an empty cache. At each end it gives what it gives undisturbed. *Repeated* is the
time for each kill that an undisturbed run does not take: the start of the program, and the work
since the last writing, which is two seconds ago at most where anything took work.

| command | kills | ends | undisturbed, s | repeated for each kill, s |
| :--- | ---: | ---: | ---: | ---: |
{rows}

{total} kills in all. Beside them `make endure` mutates 500 caches and lets four processes share
one cache and one cell: never a wrong value, never more than a line for what was dropped and one for
what could not be kept.
"""

#: The page is written of all of them, or not at all.
COMMANDS = 9

_rows = []


@pytest.fixture
def endured():
    """Return a function that takes down what was endured."""
    return _rows.append


def pytest_sessionfinish(exitstatus):
    """Write the page, if all went well and nothing was left out."""
    if exitstatus or len(_rows) < COMMANDS:
        return
    rows = "\n".join(
        f"| `{one.name}` | {one.kills} | {one.runs} | {one.undisturbed:.1f} | {one.repeated:.1f} |"
        for one in _rows
    )
    text = PAGE.format(
        machine=f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        kills=KILLS,
        rows=rows,
        total=sum(one.kills for one in _rows),
    )
    (ROOT / "docs" / "endurance.md").write_text(text, encoding="utf-8")
