"""Bounds on costs as they are written down, and what is not believed of a record."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search.model.cost_facts import CostFact, decode, encode

from search.model.candidates import Candidates

SECRETS, GUESSES = 20, 30
FACT = CostFact(Candidates([1, 5, 7], SECRETS), 2, 5, 8, 4)


@st.composite
def facts(draw):
    members = draw(st.none() | st.sets(st.integers(0, SECRETS - 1), min_size=1))
    lower = draw(st.integers(0, 1 << 62))
    upper = draw(st.none() | st.integers(lower, 1 << 62))
    # A strategy for the question itself begins with some guess.
    named = members is None and upper is not None
    return CostFact(
        None if members is None else Candidates(members, SECRETS),
        draw(st.integers(0, 99)),
        lower,
        upper,
        draw(st.integers(0 if named else -1, GUESSES - 1)),
    )


@settings(max_examples=60)
@given(st.lists(facts()))
def test_facts_survive_being_written_down_in_their_order(written):
    assert decode(encode(written), SECRETS, GUESSES) == written


@settings(max_examples=60)
@given(st.lists(facts()), st.lists(facts()))
def test_records_one_after_the_other_are_one_record(one, other):
    assert decode(encode(one) + encode(other), SECRETS, GUESSES) == one + other


@settings(max_examples=60)
@given(st.lists(facts(), min_size=1), st.data())
def test_a_record_cut_within_a_fact_is_refused(written, data):
    whole = encode(written)
    lengths = {len(encode(written[:k])) for k in range(len(written))}
    cut = data.draw(st.integers(0, len(whole) - 1).filter(lambda n: n not in lengths))
    with pytest.raises(ValueError, match="ends early"):
        decode(whole[:cut], SECRETS, GUESSES)


def test_facts_about_another_number_of_secrets_are_refused():
    with pytest.raises(ValueError, match="among 20 secrets, expected 21"):
        decode(encode([FACT]), SECRETS + 1, GUESSES)


def test_a_fact_about_no_secret_is_refused():
    with pytest.raises(ValueError, match="a set of candidates"):
        decode(encode([replace(FACT, candidates=Candidates([], SECRETS))]), SECRETS, GUESSES)


@pytest.mark.parametrize("of", [FACT.candidates, None], ids=["a part", "the question"])
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"guess": GUESSES}, r"guess 30 with costs 5\.\.8 in state 2"),
        ({"guess": -2}, r"guess -2 with costs 5\.\.8 in state 2"),
        ({"state": -1}, r"guess 4 with costs 5\.\.8 in state -1"),
        ({"lower": -1}, r"guess 4 with costs -1\.\.8 in state 2"),
        ({"upper": 4}, r"guess 4 with costs 5\.\.4 in state 2"),
        ({"upper": -2}, r"guess 4 with costs 5\.\.-2 in state 2"),
    ],
    ids=["no such guess", "below no guess", "state", "lower", "upper below lower", "upper"],
)
def test_values_out_of_range_are_refused(of, change, said):
    with pytest.raises(ValueError, match=said):
        decode(encode([replace(FACT, candidates=of, **change)]), SECRETS, GUESSES)
