"""Facts that a search proves are stored, are true, and are not proven again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emi.games.motus import Motus
from emi.objectives.guaranteed import Guaranteed
from emi.search.model.bounds import Bounds, ContradictionError
from emi.search.model.candidates import Candidates
from emi.search.model.cost_model import FORBIDDEN
from emi.search.model.limits import Limits
from emi.search.model.record import Proven, decode, encode
from emi.search.solve.session import Session
from tests.search.games import games, seeds, sparse_game
from tests.search.questions import (
    COSTS,
    SOME,
    assert_solved,
    assert_true,
    each_kind,
    hard_games,
    laborious,
    large_games,
    questions,
    solve,
)

#: Coverage would double the time of the oracle; other tests cover the program.
pytestmark = pytest.mark.no_cover


def others(kept, question):
    """Return the facts that are not about the question itself."""
    return [one for one in kept if one.candidates not in (None, question.candidates)]


@each_kind
@pytest.mark.usefixtures("keep_all")
class TestStoredFacts:
    @settings(max_examples=SOME)
    @given(data=st.data())
    def test_are_true_and_settle_the_question_when_read_back(self, kind, data):
        question = data.draw(questions(kind, hard_games(kind)))
        kept, more = [], []
        found = question.search(keep=kept.extend)
        assert_solved(found, question)
        assert kept[-1:] in (
            [question.proven(found.bounds.lower, found.bounds.upper, found.guess)],
            [] if len(question.members) == 1 else None,
        )
        for one in set(kept):
            assert_true(one, question)
        game = question.game
        read = decode(encode(kept), game.secrets, len(game.classes), states=kind in COSTS)
        assert read == kept
        again = question.search(records=read, keep=more.extend)
        assert (again.bounds, again.guess, again.nodes) == (found.bounds, found.guess, 0)
        assert more == []

    @settings(max_examples=SOME)
    @given(data=st.data())
    def test_help_other_questions_and_never_mislead(self, kind, data):
        question = data.draw(questions(kind, hard_games(kind) | large_games(kind)))
        kept = []
        for _ in range(4):
            members = sorted(data.draw(st.sets(st.sampled_from(question.game.every), min_size=1)))
            part = question.asking(question.objective, members=members)
            records = kept if kind not in COSTS else [one for one in kept if one.candidates]
            assert_solved(part.search(records=list(records), keep=kept.extend), part)

    @settings(max_examples=SOME)
    @given(data=st.data())
    def test_never_mislead_even_if_bounds_are_loose(self, kind, data):
        question = data.draw(questions(kind, hard_games(kind)))
        records, least = [], 0 if kind in COSTS else 1
        for _ in range(4):
            members = sorted(data.draw(st.sets(st.sampled_from(question.game.every), min_size=2)))
            value = question.later(members, 1).value
            if value < FORBIDDEN:
                lower = data.draw(st.integers(max(least, value - 9), value))
                upper = data.draw(st.integers(value, value + 9))
                upper = upper if kind in COSTS else min(upper, len(members))
                candidates = question.game.candidates(members)
                records.append(question.part(candidates, lower, upper))
        assert_solved(question.search(records=records), question)

    def test_are_handed_over_once_during_the_search_and_shorten_the_next(self, kind):
        question, batches = laborious(kind), []
        found = question.search(keep=lambda batch: batches.append(list(batch)))
        assert len(batches) > 2
        assert all(batches)
        kept = others([one for batch in batches for one in batch], question)
        assert len(kept) == len(set(kept))
        assert any(one.lower > 2 for one in kept)
        # The upper bound is better than proposing each secret.
        reached = [one for one in kept if one.upper is not None]
        assert any(kind in COSTS or one.upper < len(one.candidates) for one in reached)
        again = question.search(records=kept)
        assert again.bounds == found.bounds
        assert again.nodes < found.nodes


@each_kind
@pytest.mark.usefixtures("tight", "keep_all")
class TestSmallTables:
    """Games are small: without a memory, each additional secret takes ten times as long."""

    @settings(max_examples=SOME)
    @given(data=st.data())
    def test_the_value_is_the_same_and_all_kept_facts_are_true(self, kind, data):
        few = seeds.map(lambda seed: sparse_game(seed, 5, 8))
        few = games(secrets=7) | (few if kind in COSTS else hard_games(kind))
        question = data.draw(questions(kind, few))
        kept = []
        assert_solved(question.search(keep=kept.extend), question)
        for one in set(kept):
            assert_true(one, question)


@each_kind
class TestRecalledFacts:
    def test_of_a_short_search_are_only_the_bounds_of_the_question(self, kind):
        question, kept = laborious(kind), []
        question = question.asking(question.objective, members=question.members[:6])
        found = question.search(keep=kept.extend)
        answer = question.proven(found.bounds.lower, found.bounds.upper, found.guess)
        assert kept[-1] == answer
        assert others(kept, question) == []

    def test_with_bounds_that_meet_settle_the_question(self, kind):
        question = laborious(kind)
        full = question.search()
        value = full.bounds.lower
        records = [question.proven(value, 2 * value), question.proven(1, value, full.guess)]
        if kind in COSTS:
            records[0] = question.proven(value, None)
        found = question.search(records=records)
        assert (found.bounds, found.guess, found.nodes) == (full.bounds, full.guess, 0)

    def test_with_bounds_apart_start_the_search(self, kind):
        question, told = laborious(kind), []

        def watch(progress):
            told.append(progress.bounds.lower)
            return True

        value = question.search().bounds.lower
        upper = None if kind in COSTS else question.game.secrets
        records = [question.proven(value - 1, upper)]
        assert question.search(records=records, watch=watch).bounds == Bounds(value, value)
        assert min(told) == value - 1

    def test_with_a_contradiction_raise_an_error(self, kind, refused):
        question = laborious(kind)
        records = [question.proven(1, 2, 0), question.proven(3, 4, 0)]
        with refused(ContradictionError):
            question.search(records=records)

    def test_of_another_game_or_out_of_range_are_refused(self, kind, refused):
        question = laborious(kind)
        two = question.game.candidates([0, 1])
        for one in (
            question.part(Candidates([0, 1], 99), 1, 1),
            question.part(Candidates([0], question.game.secrets - 1), 1, 1),
            Proven(two, 1, 1, 0, None) if kind in COSTS else Proven(two, 3, 3),
        ):
            with refused(ValueError):
                question.search(records=[one])


def test_kept_bounds_on_misses_are_not_added_twice():
    matrix, kept = Motus.of_cell("D5", "fr").matrix(), []
    session = Session(Limits(nodes=20_000), kept.extend)
    solve(matrix, Guaranteed(4), session=session)
    resumed = solve(matrix, Guaranteed(4), records=kept)
    assert any(one.candidates is None and one.guess >= 0 for one in kept)
    assert resumed.bounds == solve(matrix, Guaranteed(4)).bounds
