"""A search that would overflow stays within its limit, and goes on.

EMI_SECONDS says for how long it is watched; EMI_OVERFLOW may name a search and its limit, such as
``650M solve 5``, for an hour of its own.
"""

import os

import pytest

from tests.endure.killing import words
from tests.endure.memory import watched

pytestmark = pytest.mark.endure


def test_a_search_that_would_overflow_stays_within_its_limit(tmp_path, endured):
    words(tmp_path / "words.txt", 1500)
    asked = os.environ.get("EMI_OVERFLOW", f"220M solve 3 --lexicon {tmp_path / 'words.txt'}")
    limit, *command = asked.split()
    seen = watched(command, limit, float(os.environ.get("EMI_SECONDS", "240")), tmp_path)
    seen["command"] = seen["command"].replace(f"{tmp_path}/", "")
    assert (seen["exit"], seen["warnings"]) == (0, 0)
    assert seen["peak"] <= int(limit.removesuffix("M"))
    endured("memory", seen)
