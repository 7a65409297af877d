"""Orbits of codes, by trying every permutation of places and symbols."""

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.search.kernels.core.symmetry import closure
from emi.search.model.symmetry import orbits_of, symmetry_of
from tests.search.kernels.calls import called

SIZES = [(1, 3, True), (2, 3, True), (3, 3, True), (2, 4, False), (3, 4, False), (4, 4, False)]


def codes_of(places, symbols, *, repeated):
    """Return all codes, or all without a repeated symbol, in numerical order."""
    listed = product(range(symbols), repeat=places)
    return [c for c in listed if repeated or len(set(c)) == places]


def least_image(code, history, symbols):
    """Return the least image of a code under the permutations that fix the history."""
    images = []
    for move in permutations(range(len(code))):
        for name in permutations(range(symbols)):

            def image(c, move=move, name=name):
                return tuple(name[c[i]] for i in move)

            if all(image(h) == h for h in history):
                images.append(image(code))
    return min(images)


@pytest.mark.parametrize(("places", "symbols", "repeated"), SIZES)
@given(data=st.data())
def test_the_first_of_an_orbit_is_the_least_image(places, symbols, repeated, data):
    codes = codes_of(places, symbols, repeated=repeated)
    symmetry = symmetry_of(np.array(codes, np.uint8), np.arange(len(codes), dtype=np.int32))
    history = data.draw(st.lists(st.integers(0, len(codes) - 1), max_size=3))
    guess = data.draw(st.integers(0, len(codes) - 1))
    orbit = orbits_of(symmetry, history)
    expected = least_image(codes[guess], [codes[h] for h in history], symbols)
    assert codes[orbit[guess]] == expected


def test_chosen_members_are_closed_under_orbits():
    orbit = np.array([0, 0, 2, 2, 0, 5], np.int32)
    own = np.arange(6, dtype=np.int32)
    out = np.array([4, 5, 9, 9, 9, 9], np.int32)
    members = np.array([0, 2, 4, 5], np.int32)
    assert called(closure)(orbit, own, members, out[:1], out) == 2
    assert out[:2].tolist() == [0, 4]
