"""What workers tell each other: bounds that survive the way, and are taken over all at once."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import search.solve.worst_case.arrays
from search.model.record import Batch, encode
from search.solve.session import Session
from search.solve.worst_case.engine import Engine
from tests.search.games import alike
from tests.search.model.test_record import SECRETS, batches, worst_cases


@given(batches, st.integers(0, 9))
def test_bounds_survive_the_way_in_their_order(bounds, at):
    batch = Batch.of(bounds, SECRETS)
    assert ([*batch], len(batch), batch[0]) == (bounds, len(bounds), bounds[0])
    halves = [Batch.of(bounds[:at], SECRETS), Batch.of(bounds[at:], SECRETS)]
    assert [*Batch.joined(halves, SECRETS)] == bounds
    marked = np.arange(len(bounds)) % 2 == 1
    assert [*batch.only(marked)] == bounds[1::2]
    assert [*Batch.joined([], SECRETS)] == []


@given(batches)
def test_a_record_that_comes_with_them_is_not_written_again(bounds):
    batch = Batch.of(bounds, SECRETS)
    written = encode(batch)
    assert written == encode(bounds)
    batch.record = written
    assert encode(batch) is written
    assert batch.nbytes == batch.heads.nbytes + batch.members.nbytes + len(written)


@given(st.lists(worst_cases(), max_size=40))
def test_what_is_heard_is_what_would_be_recalled(batch):
    """With little room, so that it grows on the way."""
    game = alike(SECRETS)
    first = search.solve.worst_case.arrays.CORES
    search.solve.worst_case.arrays.CORES = 4
    try:
        one, other = (Engine(game.matrix, SECRETS, Session()) for _ in range(2))
        for proven in batch:
            one.recall(proven)
        other.hear(Batch.of(batch, SECRETS))
    finally:
        search.solve.worst_case.arrays.CORES = first
    held, members = one.cores.held.tolist()
    assert other.cores.held.tolist() == [held, members]
    for name in ("size", "depth", "offset", "bits"):
        assert np.array_equal(getattr(one.cores, name)[:held], getattr(other.cores, name)[:held])
    assert np.array_equal(one.cores.members[:members], other.cores.members[:members])
    assert other.cores.reason_at[: held + 1].tolist() == [0] * (held + 1)
    assert np.array_equal(one.arrays.table.keys, other.arrays.table.keys)
    assert np.array_equal(one.arrays.table.at, other.arrays.table.at)
    assert other._kept_cores == held
