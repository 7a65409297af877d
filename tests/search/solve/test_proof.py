"""Both halves of a proof on random games, checked by their definitions."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import emi
import emi.search.solve.worst_case.engine
from emi.search.model.bounds import ContradictionError
from emi.search.model.candidates import Candidates
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.record import Proven
from emi.search.solve.session import Session
from emi.search.solve.worst_case.engine import Engine, class_keys
from emi.search.solve.worst_case.free_play import WorstCaseSearch, write
from emi.search.solve.worst_case.proof import Listing, refute
from tests.search.games import Game, alike, games, hard_game, seeds
from tests.search.questions import assert_played, laborious, questions


def solved(matrix, candidates=None):
    found = WorstCaseSearch(matrix, candidates, symmetric=False)
    found.run()
    return found


def assert_refuted(cores, game, depth, members=None):
    """Check a refutation by the definition of a core; the last core refutes the set."""
    members = set(game.every if members is None else members)
    sets = [set(core.members.tolist()) for core in cores]
    assert [core.depth for core in cores[-1:]] == [depth] * (depth > 0)
    for k, (core, of) in enumerate(zip(cores, sets, strict=True)):
        assert core.members.tolist() == sorted(of)
        assert of <= members
        assert all(r < k and cores[r].depth == core.depth - 1 for r in core.reasons)
        assert all(sets[r] <= of for r in core.reasons)
        if core.depth == 1:
            assert len(of) >= 2
        for row in game.classes if core.depth > 1 else ():
            if core.depth == 2:
                assert len({row[s] for s in of}) < len(of)
            else:
                assert any(len({row[s] for s in sets[r]}) == 1 for r in core.reasons)


@given(questions("worst", st.one_of(games(), seeds.map(hard_game))))
def test_both_halves_prove_the_value(question):
    found = solved(question.game.matrix, question.candidates)
    assert_played(found.strategy(), question)
    depth = found.bounds.upper - 1
    assert_refuted(found.refutation(), question.game, depth, question.members)


@pytest.mark.usefixtures("keep_all")
@given(seeds.map(hard_game), st.data())
def test_cores_read_from_disk_are_proven_again(game, data):
    kept, members = [], Candidates.every(game.secrets)
    first = WorstCaseSearch(game.matrix, session=Session(keep=kept.extend), symmetric=False)
    first.run()
    depth = first.bounds.upper - 1
    known = [one for one in kept if one.candidates != members]
    some = data.draw(st.lists(st.sampled_from(known), unique=True)) if known else []
    # The value may already be settled.
    if data.draw(st.booleans()):
        some.append(Proven(members, depth + 1, depth + 1, first.guess))
    again = WorstCaseSearch(game.matrix, symmetric=False)
    again.run(some)
    assert_refuted(again.refutation(), game, depth)


def test_a_false_core_is_detected(refused):
    game = hard_game(3)
    depth = game.worst_case() - 1
    wrong = Proven(Candidates(range(depth + 1), game.secrets), depth + 1, depth + 1)
    assert game.worst_case(range(depth + 1)) <= depth
    found = WorstCaseSearch(game.matrix, symmetric=False)
    found.run([wrong, Proven(Candidates.every(game.secrets), depth + 1, depth + 1, 0)])
    with refused(ContradictionError):
        found.refutation()


def families():
    """A game of two families of three: a guess tells the family only; the worst case is 4.

    Guess 0 is no secret and leaves classes of the same sizes as any secret.
    """
    rows = np.ones((7, 6), np.uint8)
    rows[0] = [4, 5, 5, 6, 6, 6]
    rows[1:4, :3] = rows[4:, 3:] = 2
    rows[range(1, 7), range(6)] = 0
    return FeedbackMatrix(rows, np.arange(1, 7, dtype=np.int32))


def test_a_strategy_prefers_a_candidate_among_equal_guesses():
    found = solved(families())
    strategy = found.strategy()
    assert (found.guess, strategy.depth) == (0, 4)
    assert strategy.guess in found.matrix.own


def test_keys_for_all_secrets_are_computed_only_once(monkeypatch):
    matrix, weighed = hard_game(3).matrix, []

    def noted(matrix, members, *others):
        weighed.append(len(members))
        return class_keys(matrix, members, *others)

    for module in ("free_play", "proof"):
        monkeypatch.setattr(f"emi.search.solve.worst_case.{module}.class_keys", noted)
    square = FeedbackMatrix(matrix.rows[matrix.own], np.arange(matrix.secrets, dtype=np.int32))
    found = solved(square)
    found.strategy()
    found.refutation()
    assert weighed.count(matrix.secrets) == 1


def test_a_value_settled_by_quick_bounds_is_proven_without_tables(monkeypatch):
    monkeypatch.setattr(emi.search.solve.worst_case.engine, "make_table", None)
    found = solved(alike(3).matrix)
    assert found.strategy().depth == 3
    assert [core.depth for core in found.refutation()] == [2]


EVERY = [np.arange(n, dtype=np.int32) for n in range(10)]


@pytest.mark.parametrize("guess", [None, 0, 1, 2, 3, 4])
@pytest.mark.parametrize("depth", [5, 9])
def test_a_strategy_begins_with_the_given_guess(guess, depth):
    strategy = write(
        Engine(alike(5).matrix, depth), EVERY[5], depth, [] if guess is None else [guess]
    )
    assert guess in (None, strategy.guess)
    assert sorted(strategy.tries(5).tolist()) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("depth", [1, 2, 3, 5])
def test_no_strategy_is_written_for_too_few_guesses(depth, refused):
    with refused(ValueError):
        write(Engine(alike(6).matrix, 6), EVERY[6], depth)


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 4, 5])
def test_every_depth_below_the_value_is_refuted(depth):
    game = alike(6)
    assert_refuted(refute(Engine(game.matrix, 6), EVERY[6], depth), game, depth)


@pytest.mark.parametrize(
    ("matrix", "depth"),
    [
        *[(alike(secrets).matrix, depth) for secrets, depth in ((6, 6), (6, 7), (1, 1), (2, 2))],
        (families(), 4),
        (Game([*alike(4).classes, [1, 2, 3, 4]], [0, 1, 2, 3]).matrix, 2),
    ],
)
def test_a_set_that_can_be_found_is_not_refuted_at_any_depth(matrix, depth, refused):
    with refused(ValueError):
        refute(Engine(matrix, 7), EVERY[matrix.secrets], depth)


def test_the_watcher_can_stop_a_refutation_and_a_strategy():
    def stopped():
        return Session(watch=lambda _: False)

    with pytest.raises(Stopped):
        refute(Engine(alike(8).matrix, 8, stopped()), EVERY[8], 7)
    with pytest.raises(Stopped):
        write(Engine(alike(9).matrix, 9, stopped()), EVERY[9], 8)
    unproven = laborious("worst").search(watch=lambda _: False)
    for half in (unproven.strategy, unproven.refutation):
        with pytest.raises(Stopped):
            half()


def test_what_counting_refutes_with_symmetry_gets_reasons():
    """48 of the codes of blackpeg:3x6, which every guess leaves in classes too large for three."""
    game = emi.BlackPeg(3, 6)
    some = [a + b + c for a in "2456" for b in "3456" for c in "126"]
    members = np.array([game.secrets.index(code) for code in some], np.int32)
    engine = Engine(game.matrix(), 9, symmetric=True)
    assert engine.decide(members, 4) == -1
    listing = Listing(engine)
    cores = listing.collect([int(engine.registers[0].core)])
    assert len(cores[-1].reasons) > 1
    classes = [[game.feedback(g, s) for s in game.secrets] for g in game.guesses]
    assert_refuted(cores, Classes(game.secrets, classes), 4, members)


class Classes(NamedTuple):
    """The feedback of a game."""

    every: tuple[str, ...]
    classes: list[list[str]]
