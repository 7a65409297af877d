"""Results as plain values: the keys of JSON are those that the page lists, and those of CSV."""

import csv
import io
import json
import re
from dataclasses import fields
from fractions import Fraction
from importlib import import_module
from pkgutil import iter_modules

import pytest
from hypothesis import given
from hypothesis import strategies as st

import emi.results
from emi.results.base import GameFacts, column_names, keys, plain
from emi.search.model.bounds import Bounds
from tests.emi.cases import ROOT
from tests.reports.samples import LEXICON, RESULTS, ROWS, solved

LINES = re.findall(
    r"^\| `(\w+)` \| (.*) \|$", (ROOT / "docs" / "json.md").read_text(), re.MULTILINE
)
LISTED = {
    name: re.findall(r"`(\w+)`", re.sub(r" \(`\w+`\)", "", text))
    for name, text in LINES
    if name[0].isupper()
}
TYPES = {
    name: kind
    for module in iter_modules(emi.results.__path__)
    for name, kind in vars(import_module(f"emi.results.{module.name}")).items()
    if hasattr(kind, "__dataclass_fields__") and kind.__module__.startswith("emi.results.")
}
#: What no command writes: a strategy has a form of its own, and what lies inside of others.
WITHOUT = {
    *("Strategy", "LexiconFacts", "Trials", "NoSource"),
    *("PublishedEmi", "PublishedHeuristics", "Finding"),
}


def test_every_type_of_result_is_on_the_page():
    assert {*LISTED} == {*TYPES} - WITHOUT


@pytest.mark.parametrize("name", LISTED)
def test_its_keys_are_those_of_the_page(name):
    listed = LISTED[name]
    if "GameFacts" in listed:
        listed = [*keys(GameFacts), *(one for one in listed if one != "GameFacts")]
    assert sorted(listed) == sorted(keys(TYPES[name]))


@pytest.mark.parametrize(
    "result",
    [solved("C5", 3, 4, lexicon=LEXICON), solved("C5", 3, 4), ROWS[0], RESULTS[0]],
    ids=type,
)
def test_a_result_has_its_keys_and_is_json(result):
    found = plain(result)
    assert tuple(found) == keys(type(result))
    assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize("kind", TYPES.values(), ids=TYPES)
def test_results_cannot_be_changed(kind):
    assert kind.__dataclass_params__.frozen
    assert len({one.name for one in fields(kind)}) == len(fields(kind))


@given(st.integers(0, 50), st.none() | st.integers(0, 50), st.fractions())
def test_bounds_and_fractions(lower, more, fraction):
    bounds = Bounds(lower, None if more is None else lower + more)
    assert plain(bounds) == {
        "lower": bounds.lower, "upper": bounds.upper, "proven": bounds.proven,
    }  # fmt: skip
    assert plain(Fraction(fraction)) == float(fraction)


@pytest.mark.parametrize("objective", ["worst", "average", "guaranteed"])
def test_columns_of_a_table_depend_on_the_objective_alone(objective):
    bare = solved("C5", 3, None, objective=objective)
    filled = {"lexicon": LEXICON, "tries": 3, "worst": 4, "at_worst": 1, "missed": ("A",)}
    whole = solved("C6", 3, 3, "CARIES", objective=objective, **filled)
    found = [emi.table(one).flat()[0] for one in ([bare], [whole], [whole, bare], bare)]
    assert found == [found[0]] * 4
    assert {*found[0]} < {*keys(type(bare))}
    (row,) = csv.DictReader(io.StringIO(emi.table(whole).render("csv")))
    for name, value in plain(whole).items():
        if name in row and not isinstance(value, list):
            said = ("yes" if value else "no") if isinstance(value, bool) else value
            assert row[name] == ("" if said is None else str(said)), name


def test_columns_of_a_result_inside_are_there_without_it():
    names = column_names(TYPES["GuessProfile"])
    assert "exact_worst_lower" in names
    assert "exact" not in names
    assert not {"profiles", "turns"} & {*column_names(TYPES["Explanation"])}
