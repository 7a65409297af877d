import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from emi.search.kernels.core.machine import FULL, OPEN, REFUTED, SOLVED, UNKNOWN
from emi.search.kernels.worst_case import minimax as kernel
from emi.search.solve.engine import make_journal, taken_out
from emi.search.solve.session import Session
from emi.search.solve.worst_case.engine import Engine, class_keys
from tests.search.games import alike, hard_game
from tests.search.kernels.calls import advance, called, goes_on_after_pauses, int32

hard_games = st.integers(0, 10**6).map(hard_game)


def begun(game, depth):
    """Return an engine with a question about a whole game, before the search."""
    engine = Engine(game.matrix, depth, Session(keep=lambda _: None))
    engine.arrays.journal.held[2] = 0
    levels, members = engine.arrays.levels, int32(game.every)
    question = levels.at[0]
    question.count, question.depth, question.stage = game.secrets, depth, OPEN
    levels.members[0], levels.keys[0] = members, class_keys(game.matrix, members)[0]
    engine.registers[0].result = UNKNOWN
    return engine


def questions(game):
    """Yield the depths that the kernel accepts."""
    if class_keys(game.matrix, int32(game.every))[1] < 0:
        yield from range(3, game.secrets)


def members_of(cores, k):
    return set(cores.members[cores.offset[k] : cores.offset[k] + cores.size[k]].tolist())


@given(hard_games)
def test_decides_whether_the_depth_is_enough_and_returns_a_guess(game):
    worst = game.worst_case()
    for depth in questions(game):
        engine = begun(game, depth)
        status = advance(kernel, engine)
        assert status == (SOLVED if depth >= worst else REFUTED)
        if status == SOLVED:
            assert game.begins(int(engine.arrays.levels.at[0].guess), depth)


@given(hard_games, st.integers(1, 5))
def test_pauses_do_not_change_the_search(game, step):
    for depth in questions(game):
        one, other = goes_on_after_pauses(kernel, lambda depth=depth: begun(game, depth), step)
        assert np.array_equal(one.cores.held, other.cores.held)


@given(hard_games)
def test_every_core_and_every_journal_entry_is_true(game):
    for depth in questions(game):
        engine = begun(game, depth)
        advance(kernel, engine)
        cores = engine.cores
        for k in range(int(cores.held[0])):
            assert game.worst_case(sorted(members_of(cores, k))) > cores.depth[k]
        for one in taken_out(engine.arrays.journal, game.secrets, priced=False):
            assert one.lower == 1
            assert game.begins(one.guess, one.upper, one.candidates.members.tolist())


@given(hard_games)
def test_the_reasons_of_a_core_refute_every_guess_one_level_down(game):
    for depth in questions(game):
        engine = begun(game, depth)
        advance(kernel, engine)
        cores = engine.cores
        for k in range(int(cores.held[0])):
            reasons = cores.reasons[cores.reason_at[k] : cores.reason_at[k + 1]].tolist()
            sets = [members_of(cores, r) for r in reasons]
            assert all(cores.depth[r] == cores.depth[k] - 1 for r in reasons)
            assert all(members <= members_of(cores, k) for members in sets)
            if cores.depth[k] > 2:
                for row in game.classes:
                    assert any(len({row[s] for s in members}) == 1 for members in sets)


@given(hard_games, st.integers(1, 5))
def test_a_question_about_a_subset_is_answered_with_a_guess_or_a_core(game, step):
    for depth in range(3, game.secrets - 1):
        members = game.every[1:]
        # The game needs one level more than the subset.
        arrays = Engine(game.matrix, depth + 1).arrays
        called(kernel.ask)(arrays, int32(members), depth, np.array([2, 3], np.uint64), 1, 0)
        status = UNKNOWN
        while status not in {SOLVED, REFUTED}:
            status = kernel.advance(arrays, arrays.registers[0].nodes + step)
        assert status == (SOLVED if depth >= game.worst_case(members) else REFUTED)
        if status == SOLVED:
            assert game.begins(int(called(kernel.answer)(arrays)), depth, members)
        else:
            core = called(kernel.refuting_core)(arrays).tolist()
            assert set(core) <= set(members)
            assert game.worst_case(sorted(core)) > depth


def test_a_class_known_to_be_found_is_not_searched_again():
    def asked(seed):
        game = hard_game(seed)
        engine = begun(game, max(3, game.worst_case()))
        return engine, any(questions(game)) and advance(kernel, engine) == SOLVED

    seed = next(
        s
        for s in range(1000)
        for engine, solved in [asked(s)]
        if solved and engine.arrays.journal.held[0]
    )
    engine, _ = asked(seed)
    again = begun(hard_game(seed), int(engine.arrays.levels.at[0].depth))
    again.arrays = again.arrays._replace(table=engine.arrays.table)
    assert advance(kernel, again) == SOLVED
    assert again.nodes < engine.nodes


def test_reports_missing_room_and_continues_when_there_is_room():
    engine = begun(alike(6), 5)
    roomy = engine.arrays
    for small in (
        {"journal": make_journal(6, 0)._replace(members=np.empty(0, np.int32))},
        {"cores": roomy.cores._replace(size=np.empty(1, np.int32))},
    ):
        engine.arrays = roomy._replace(**small)
        assert advance(kernel, engine) == FULL
    engine.arrays = roomy
    assert advance(kernel, engine) == REFUTED
