"""Advice on the longest list of each language: the first time, and with cached profiles."""

import json

import pytest

pytestmark = pytest.mark.bench

LISTS = {"en": 8, "fr": 10, "nl": 10}


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    """Return a cache that the first run fills and the second reads."""
    return tmp_path_factory.mktemp("cache")


@pytest.mark.parametrize("lexicon", LISTS)
@pytest.mark.parametrize("time", ["first", "second"])
def test_explain(as_process, benchmark, cache, lexicon, time):  # noqa: ARG001 - it names the run
    line = f"explain {LISTS[lexicon]} --lexicon {lexicon} --top 20 --format json"
    document = json.loads(as_process(f"{line} --cache-dir {cache}"))
    best = document["profiles"][0]
    benchmark.extra_info.update(
        first=best["guess"],
        largest=best["values"]["Max"],
        profiled=f"{document['profiled']}/{document['ranked']}",
        worst=best["exact"]["worst_upper"],
    )
