import pytest
from hypothesis import given
from hypothesis import strategies as st
from search.model.facts import _HEAD, Fact, decode, encode
from search.model.records import entry

from search.model.bounds import Bounds
from search.model.candidates import Candidates

SECRETS, GUESSES = 20, 30


@st.composite
def facts(draw):
    members = draw(st.sets(st.integers(0, SECRETS - 1), min_size=1))
    upper = draw(st.integers(min(2, len(members)), len(members)))
    lower = draw(st.integers(1, upper))
    guess = draw(st.integers(-1, GUESSES - 1))
    return Fact(Candidates(members, SECRETS), Bounds(lower, upper), guess)


FACT = Fact(Candidates([1, 5, 7], SECRETS), Bounds(2, 3), 4)


@given(st.lists(facts()))
def test_facts_survive_being_written_down_in_their_order(written):
    assert decode(encode(written), SECRETS, GUESSES) == written


@given(st.lists(facts()), st.lists(facts()))
def test_records_one_after_the_other_are_one_record(one, other):
    assert decode(encode(one) + encode(other), SECRETS, GUESSES) == one + other


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
        decode(encode([Fact(Candidates([], SECRETS), Bounds(1, 1))]), SECRETS, GUESSES)


def test_a_fact_without_a_set_is_refused():
    with pytest.raises(ValueError, match="bounds without a set of candidates"):
        decode(entry(_HEAD, (1, 2, 0), None), SECRETS, GUESSES)


@pytest.mark.parametrize("guess", [GUESSES, -2])
def test_a_guess_that_the_game_has_not_is_refused(guess):
    record = encode([Fact(FACT.candidates, FACT.bounds, guess)])
    with pytest.raises(ValueError, match=rf"guess {guess} with bounds 2\.\.3 for 3 secrets"):
        decode(record, SECRETS, GUESSES)


def test_more_guesses_than_candidates_are_refused_for_naming_each_is_enough():
    record = encode([Fact(FACT.candidates, Bounds(2, 4), 0)])
    with pytest.raises(ValueError, match=r"bounds 2\.\.4 for 3 secrets"):
        decode(record, SECRETS, GUESSES)


def test_one_guess_for_several_candidates_is_refused():
    record = encode([Fact(FACT.candidates, Bounds(1, 1), 0)])
    with pytest.raises(ValueError, match="bounds 1 for 3 secrets"):
        decode(record, SECRETS, GUESSES)


@pytest.mark.parametrize("at", [0, 4])
def test_bounds_out_of_order_are_refused(at):
    record = bytearray(encode([FACT]))
    record[at : at + 4] = (0 if at else 4).to_bytes(4, "little")
    with pytest.raises(ValueError, match="expected 1 <= lower <= upper"):
        decode(bytes(record), SECRETS, GUESSES)
