"""Bounds as records and messages, and the records that are refused."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import emi.search.solve.worst_case.arrays
from emi.search.model.candidates import Candidates
from emi.search.model.record import FORMAT, Batch, Proven, decode, decode_alone, encode
from emi.search.solve.session import Session
from emi.search.solve.worst_case.engine import Engine
from tests.search.games import alike

SECRETS, GUESSES = 20, 30
SOME = Candidates([1, 5, 7], SECRETS)
#: Bounds on a worst case, and on a cost.
WORST, COST = Proven(SOME, 2, 3, 4), Proven(SOME, 5, 8, 4, 2)


def read(record, one=WORST, secrets=SECRETS):
    return decode(record, secrets, GUESSES, states=one.state is not None)


@st.composite
def worst_cases(draw):
    members = draw(st.sets(st.integers(0, SECRETS - 1), min_size=1))
    upper = draw(st.integers(min(2, len(members)), len(members)))
    lower, guess = draw(st.integers(1, upper)), draw(st.integers(-1, GUESSES - 1))
    return Proven(Candidates(members, SECRETS), lower, upper, guess)


@st.composite
def costs(draw):
    members = draw(st.none() | st.sets(st.integers(0, SECRETS - 1), min_size=1))
    lower = draw(st.integers(0, 1 << 62))
    upper = draw(st.none() | st.integers(lower, 1 << 62))
    # An upper bound on the question itself comes with a guess.
    named = members is None and upper is not None
    guess = draw(st.integers(0 if named else -1, GUESSES - 1))
    candidates = None if members is None else Candidates(members, SECRETS)
    return Proven(candidates, lower, upper, guess, draw(st.integers(0, 99)))


batches = st.one_of(st.lists(worst_cases(), min_size=1), st.lists(costs(), min_size=1))


@given(batches, st.data())
def test_bounds_are_read_back_in_order(written, data):
    whole = encode(written)
    at = data.draw(st.integers(0, len(written)))
    assert read(whole, written[0]) == written
    assert encode(written[:at]) + encode(written[at:]) == whole


@pytest.mark.parametrize("begun", [0, 1, 3])
def test_a_worst_case_is_at_most_the_candidates_and_the_first_guesses_that_are_given(begun):
    most = replace(WORST, upper=len(SOME) + begun)
    assert decode(encode([most]), SECRETS, GUESSES, begun=begun) == [most]
    with pytest.raises(ValueError, match="out of range"):
        decode(encode([most]), SECRETS, GUESSES, begun=begun - 1)


@pytest.mark.parametrize(
    "wrong", [replace(WORST, lower=9), replace(WORST, guess=-2), replace(COST, state=-1)]
)
def test_of_a_record_of_either_kind_the_fault_is_named(wrong):
    with pytest.raises(ValueError, match=re.escape("0 <= lower <= upper") + "|" + "out of range"):
        decode_alone(encode([wrong]))


@given(batches, st.data())
def test_a_record_that_is_cut_is_refused(written, data):
    whole = encode(written)
    lengths = {len(encode(written[:k])) for k in range(len(written))}
    cut = data.draw(st.integers(0, len(whole) - 1).filter(lambda n: n not in lengths))
    with pytest.raises(ValueError, match="ends early"):
        read(whole[:cut], written[0])


@pytest.mark.parametrize(
    ("written", "one"),
    [
        ("0200000003000000040000000700000011140345000000", WORST),
        ("0300000003000000ffffffff0700000011140345000000", Proven(SOME, 3, 3)),
        (
            "04000000060000001d00000007000000111403fffff000",
            Proven(Candidates.every(SECRETS), 4, 6, 29),
        ),
        ("0500000000000000080000000000000002000000040000000700000011140345000000", COST),
        (
            "0700000000000000ffffffffffffffff00000000ffffffff0700000011140345000000",
            Proven(SOME, 7, None, state=0),
        ),
        (
            "0c00000000000000ffffffffffffffff000000000900000000000000",
            Proven(None, 12, None, 9, 0),
        ),
        ("0a000000000000002800000000000000000000000300000000000000", Proven(None, 10, 40, 3, 0)),
    ],
)
def test_records_of_earlier_releases_are_read_and_written_unchanged(written, one):
    assert FORMAT == 1
    assert read(bytes.fromhex(written), one) == [one]
    assert encode([one]).hex() == written


@pytest.mark.parametrize("one", [WORST, COST], ids=["worst case", "cost"])
def test_bounds_about_another_number_of_secrets_or_none_are_refused(one, refused):
    with refused(ValueError):
        read(encode([one]), one, SECRETS + 1)
    with refused(ValueError):
        read(encode([replace(one, candidates=Candidates([], SECRETS))]), one)


@pytest.mark.parametrize(
    ("one", "changes"),
    [
        (WORST, {"guess": GUESSES}),
        (WORST, {"guess": -2}),
        (WORST, {"lower": 0}),
        # Proposing each secret is enough, and one guess is not.
        (WORST, {"upper": 4}),
        (WORST, {"lower": 1, "upper": 1}),
        (WORST, {"candidates": None, "lower": 1, "upper": 1}),
        (COST, {"guess": GUESSES}),
        (COST, {"guess": -2}),
        (COST, {"state": -1}),
        (COST, {"candidates": None, "guess": -1}),
        (COST, {"candidates": None, "guess": GUESSES}),
        (COST, {"candidates": None, "state": -1}),
    ],
)
def test_values_out_of_range_are_refused(one, changes, refused):
    with refused(ValueError):
        read(encode([replace(one, **changes)]), one)


@pytest.mark.parametrize(
    ("one", "changes"),
    [
        (WORST, {"lower": 4}),
        *[
            (replace(COST, candidates=candidates), changes)
            for candidates in (SOME, None)
            for changes in ({"lower": -1}, {"upper": 4}, {"upper": -2}, {"lower": 9})
        ],
    ],
)
def test_bounds_out_of_order_are_refused(one, changes, refused):
    with refused(ValueError):
        read(encode([replace(one, **changes)]), one)


@given(batches, st.integers(0, 9))
def test_bounds_are_sent_in_order(bounds, at):
    batch = Batch.of(bounds, SECRETS)
    assert ([*batch], len(batch), batch[0]) == (bounds, len(bounds), bounds[0])
    halves = [Batch.of(bounds[:at], SECRETS), Batch.of(bounds[at:], SECRETS)]
    assert [*Batch.joined(halves, SECRETS)] == bounds
    marked = np.arange(len(bounds)) % 2 == 1
    assert [*batch.only(marked)] == bounds[1::2]
    assert [*Batch.joined([], SECRETS)] == []


@given(batches)
def test_a_batch_with_a_record_is_not_encoded_again(bounds):
    batch = Batch.of(bounds, SECRETS)
    written = encode(batch)
    assert written == encode(bounds)
    batch.record = written
    assert encode(batch) is written
    assert batch.nbytes == batch.heads.nbytes + batch.members.nbytes + len(written)


@given(st.lists(worst_cases(), max_size=40))
def test_hearing_bounds_equals_recalling_them(batch):
    """There is little room at first, so that the arrays grow."""
    game = alike(SECRETS)
    first = emi.search.solve.worst_case.arrays.CORES
    emi.search.solve.worst_case.arrays.CORES = 4
    try:
        one, other = (Engine(game.matrix, SECRETS, Session()) for _ in range(2))
        for proven in batch:
            one.recall(proven)
        other.receive(Batch.of(batch, SECRETS))
    finally:
        emi.search.solve.worst_case.arrays.CORES = first
    held, members = one.cores.held.tolist()
    assert other.cores.held.tolist() == [held, members]
    for name in ("size", "depth", "offset", "bits"):
        assert np.array_equal(getattr(one.cores, name)[:held], getattr(other.cores, name)[:held])
    assert np.array_equal(one.cores.members[:members], other.cores.members[:members])
    assert other.cores.reason_at[: held + 1].tolist() == [0] * (held + 1)
    assert np.array_equal(one.arrays.table.keys, other.arrays.table.keys)
    assert np.array_equal(one.arrays.table.at, other.arrays.table.at)
    assert other._kept_cores == held
