"""Lemmas as arrays: they read as the list of which they were made."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.search.model.lemmas import Lemma, Lemmas

SECRETS = 12
NUMBERS = np.random.default_rng(20180040).permutation(SECRETS)
few = st.lists(st.integers(0, 9), max_size=2).map(tuple)
lemmas = st.builds(
    Lemma,
    st.integers(0, 5),
    st.integers(1, 1 << 40),
    st.sets(st.integers(0, SECRETS - 1), min_size=1).map(lambda members: tuple(sorted(members))),
    few,
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=2).map(tuple),
    st.lists(few, max_size=2).map(tuple),
)


@given(st.lists(lemmas, max_size=9))
def test_lemmas_read_as_the_list_of_which_they_were_made(listed):
    held = Lemmas.of(listed)
    assert [*held] == listed
    assert len(held) == len(listed)
    assert held[1:] == listed[1:]
    assert held[::-2] == listed[::-2]
    if listed:
        assert held[-1] == listed[-1]
    with pytest.raises(IndexError):
        held[len(listed)]


@given(st.lists(lemmas, min_size=1, max_size=9), st.data())
def test_secrets_are_numbered_and_ascend_in_each_lemma(listed, data):
    begin = data.draw(st.integers(0, len(listed) - 1))
    end = data.draw(st.integers(begin + 1, len(listed)))
    found, first = Lemmas.of(listed).secrets(slice(begin, end), NUMBERS)
    expected = [sorted(NUMBERS[s] for s in one.members) for one in listed[begin:end]]
    assert [each.tolist() for each in np.split(found, first[1:])] == expected
