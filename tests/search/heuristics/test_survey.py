"""Profiles computed in blocks of any size are those of the matrix, and are read back from bytes."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import emi.search.heuristics.survey as survey_module
from emi.search.heuristics.aggregates import AGGREGATES
from emi.search.heuristics.comparison import plain
from emi.search.heuristics.heuristic import HEURISTICS, Ties
from emi.search.heuristics.profiler import Profiler
from emi.search.heuristics.survey import (
    AT_ONCE,
    CHUNK,
    Chunk,
    Survey,
    decode_chunk,
    encode_chunk,
    rows_at_once,
)
from emi.search.model.written import SURVEY
from tests.search.games import games

RANKED = [name for name, one in HEURISTICS.items() if one.ties is not Ties.random]
patched = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def survey_of(matrix, asked=None, **how):
    """Return a survey of a matrix; it adds the guesses whose rows it requests to a list."""

    def write(guesses, rows):
        if asked is not None:
            asked.extend(guesses.tolist())
        rows[:] = matrix.rows[guesses]

    own = np.zeros(matrix.guesses, bool)
    own[matrix.own] = True
    return Survey(write, matrix.secrets, own, matrix.rows.dtype.type, matrix.classes, **how)


def every(matrix):
    return np.arange(matrix.guesses, dtype=np.int32)


@pytest.fixture(params=[(1, 1), (40, 3), (AT_ONCE, CHUNK)], ids=["least", "few", "all"])
def blocks(request, monkeypatch):
    """Use blocks of one row, of a few rows, or of all rows."""
    monkeypatch.setattr(survey_module, "AT_ONCE", request.param[0])
    monkeypatch.setattr(survey_module, "CHUNK", request.param[1])


@pytest.mark.usefixtures("blocks")
@patched
@given(drawn=games(secrets=12, guesses=30), threads=st.integers(1, 2), data=st.data())
def test_profiles_are_those_of_the_definition(drawn, threads, data):
    matrix = drawn.matrix
    survey = survey_of(matrix, threads=threads)
    order = np.array(data.draw(st.permutations(every(matrix).tolist())), np.int32)
    assert survey.extend(order)
    assert survey.profiled.tolist() == every(matrix).tolist()
    some = data.draw(st.lists(st.sampled_from(order.tolist()), min_size=1, unique=True))
    profiles = survey.profiles(np.array(some, np.int32))
    for place, guess in enumerate(some):
        sizes = Counter(Counter(drawn.classes[guess]).values())
        assert profiles.runs(place) == tuple(sorted(sizes.items(), reverse=True))
        assert profiles.candidate[place] == (guess in drawn.own)


@pytest.mark.usefixtures("blocks")
@patched
@given(drawn=games(secrets=12, guesses=20), name=st.sampled_from(RANKED), data=st.data())
def test_a_survey_ranks_guesses_as_the_matrix_does(drawn, name, data):
    matrix = drawn.matrix
    survey, heuristic = survey_of(matrix), HEURISTICS[name]
    survey.extend(np.array(data.draw(st.permutations(every(matrix).tolist())), np.int32))
    profile_of, profiles = Profiler(matrix).profiles(np.arange(matrix.secrets, dtype=np.int32))
    order, tied = heuristic.ranking(profiles.only(profile_of))
    found, found_tied = heuristic.ranking(survey)
    assert (survey.profiled[found].tolist(), found_tied) == (order.tolist(), tied)


@pytest.mark.usefixtures("blocks")
@patched
@given(drawn=games(secrets=12, guesses=20), name=st.sampled_from(sorted(AGGREGATES)))
def test_values_are_those_of_the_matrix(drawn, name):
    matrix, aggregate = drawn.matrix, AGGREGATES[name]
    survey = survey_of(matrix)
    survey.extend(every(matrix))
    profile_of, profiles = Profiler(matrix).profiles(np.arange(matrix.secrets, dtype=np.int32))
    expected = plain(aggregate(profiles.only(profile_of)))
    found = plain(survey.values(aggregate, np.arange(matrix.guesses)))
    exact = not isinstance(expected[0], float)
    assert found == (expected if exact else pytest.approx(expected))


@pytest.mark.usefixtures("blocks")
@patched
@given(drawn=games(guesses=30), stops=st.integers(0, 40), threads=st.integers(1, 2))
def test_profiles_computed_before_a_stop_are_not_computed_again(drawn, stops, threads):
    matrix, asked = drawn.matrix, []
    survey, left = survey_of(matrix, asked, threads=threads), [stops]

    def go_on():
        left[0] -= 1
        return left[0] >= 0

    done = survey.extend(every(matrix), go_on)
    assert done == survey.complete == (len(survey.profiled) == matrix.guesses)
    first = {*survey.profiled.tolist()}
    assert sorted(first) == sorted(asked)
    again = survey_of(matrix, asked, threads=threads)
    for chunk in survey.chunks:
        again.take(decode_chunk(encode_chunk(chunk, matrix.secrets, matrix.guesses)))
    asked.clear()
    assert again.extend(every(matrix))
    assert sorted(asked) == sorted({*range(matrix.guesses)} - first)
    whole = survey_of(matrix)
    whole.extend(every(matrix))
    for one, other in zip(
        vars(again.totals()).values(), vars(whole.totals()).values(), strict=True
    ):
        assert np.array_equal(one, other)


@given(st.integers(1, 10**9), st.sampled_from([np.uint8, np.uint16]))
def test_the_rows_of_a_thread_are_bounded_or_one(secrets, row_type):
    rows, bytes_of_one = rows_at_once(secrets, row_type), secrets * np.dtype(row_type).itemsize
    assert rows == 1 or rows * bytes_of_one <= AT_ONCE < (rows + 1) * bytes_of_one


@pytest.mark.usefixtures("blocks")
def test_rows_are_requested_in_blocks():
    sizes, bits = [], np.uint16

    def write(guesses, rows):
        sizes.append(rows.nbytes)
        rows[:] = guesses[:, np.newaxis] % 3

    survey = Survey(write, 7, np.zeros(100, bool), bits, 3)
    assert survey.extend(np.arange(100, dtype=np.int32))
    most = max(survey_module.AT_ONCE, 7 * np.dtype(bits).itemsize)
    assert all(size <= most for size in sizes)
    assert all(len(chunk.guesses) <= survey_module.CHUNK for chunk in survey.chunks)


class TestKept:
    @pytest.fixture
    def chunk(self):
        rows = np.array([[0, 1, 1, 2, 2, 2], [1, 0, 1, 1, 2, 2], [1, 1, 1, 1, 1, 1]], np.uint8)

        def write(guesses, out):
            out[:] = rows[guesses]

        survey = Survey(write, 6, np.zeros(9, bool), np.uint8, 3)
        survey.extend(np.arange(3, dtype=np.int32))
        return survey.chunks[0]

    def test_is_read_back_unchanged(self, chunk):
        again = decode_chunk(encode_chunk(chunk, 6, 9), 6, 9)
        assert again.guesses.tolist() == [0, 1, 2]
        assert np.array_equal(again.totals, chunk.totals)
        assert again.packed == chunk.packed
        assert again.profiles(np.zeros(3, bool), 6, 3).runs(0) == ((3, 1), (2, 1), (1, 1))

    def test_is_refused_for_another_game(self, chunk, refused):
        for secrets, guesses in ((7, 9), (6, 8)):
            with refused(ValueError):
                decode_chunk(encode_chunk(chunk, 6, 9), secrets, guesses)

    def test_with_damage_is_refused_or_unchanged(self, chunk):
        """Any changed byte is detected when the record is read or unpacked."""
        record = encode_chunk(chunk, 6, 9)
        whole = chunk.profiles(np.zeros(3, bool), 6, 3)
        for at in range(len(record)):
            damaged = bytearray(record)
            damaged[at] ^= 0x55
            try:
                read = decode_chunk(bytes(damaged), 6, 9)
                found = read.profiles(np.zeros(3, bool), 6, 3)
            except ValueError:
                continue
            # Only changed guess numbers remain, which the digest of the store detects.
            assert len(SURVEY) + 13 <= at < len(SURVEY) + 13 + 12
            assert [found.runs(g) for g in range(3)] == [whole.runs(g) for g in range(3)]

    @pytest.mark.parametrize("cut", [1, 9, 20, 40, 120])
    def test_cut_short_is_refused(self, chunk, cut):
        with pytest.raises(ValueError, match="profiles"):
            decode_chunk(encode_chunk(chunk, 6, 9)[:-cut], 6, 9).profiles(np.zeros(3, bool), 6, 3)

    def test_that_does_not_add_up_is_dropped_and_computed_again(self, chunk, golden):
        rows = np.array([[0, 1, 1, 2, 2, 2], [1, 0, 1, 1, 2, 2], [1, 1, 1, 1, 1, 1]], np.uint8)
        said, asked = [], []

        def write(guesses, out):
            asked.extend(guesses.tolist())
            out[:] = rows[guesses]

        survey = Survey(write, 6, np.zeros(3, bool), np.uint8, 3, on_drop=said.append)
        survey.take(Chunk(chunk.guesses, chunk.totals + 1, chunk.packed))
        assert survey.profiles(np.array([1], np.int32)).runs(0) == ((3, 1), (2, 1), (1, 1))
        golden([str(error) for error in said])
        assert asked == [1]
        assert survey.profiled.tolist() == [1]
