import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.search.model.candidates import Candidates

sizes = st.integers(1, 200)


@st.composite
def sets(draw, size=sizes):
    n = draw(size)
    return frozenset(draw(st.sets(st.integers(0, n - 1)))), n


@given(sets())
def test_a_set_holds_its_members(drawn):
    members, n = drawn
    made = Candidates(members, n)
    assert made.members.tolist() == sorted(members)
    assert made.members.dtype == np.int32
    assert len(made) == len(members)
    assert made.secrets == n
    assert {s for s in range(-2, n + 2) if s in made} == members


@given(sets(st.just(40)), sets(st.just(40)))
def test_candidates_compare_as_sets(one, other):
    a, b = Candidates(*one), Candidates(*other)
    assert (a <= b) == (one[0] <= other[0])
    assert (a == b) == (one[0] == other[0])
    if a == b:
        assert hash(a) == hash(b)


def test_equality_requires_the_same_game_and_type():
    assert Candidates([1], 8) != Candidates([1], 9)
    assert Candidates([1], 8) != {1}


@given(sets(), st.data())
def test_a_set_is_read_back_from_its_bytes(drawn, data):
    made = Candidates(*drawn)
    blob = made.to_bytes()
    assert Candidates.from_bytes(blob) == made
    short = blob[: data.draw(st.integers(0, len(blob) - 1))]
    with pytest.raises(ValueError, match="a set of candidates that ends early"):
        Candidates.from_bytes(short)
    with pytest.raises(ValueError, match="bytes left over"):
        Candidates.from_bytes(blob + b"\0")


@pytest.mark.parametrize("member", [-1, 8])
def test_a_member_is_an_index_of_a_secret(member, refused):
    with refused(ValueError):
        Candidates([member], 8)


@given(sizes)
def test_every_secret(n):
    assert Candidates.every(n) == Candidates(range(n), n)


def test_the_repr_shows_the_bits_or_the_first_of_them():
    assert repr(Candidates([0, 3], 5)) == "Candidates(2 of 5: #..#.)"
    assert repr(Candidates([0, 70], 71)) == f"Candidates(2 of 71: #{'.' * 63}...)"


@pytest.mark.parametrize("blob", ["0ff401b2010e0430", "15f4a7b902090f1a", "0c55b748"])
def test_damaged_bytes_are_refused(blob):
    with pytest.raises(ValueError, match="candidates"):
        Candidates.from_bytes(bytes.fromhex(blob))
