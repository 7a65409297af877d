from hypothesis import given
from hypothesis import strategies as st

from emi.search.kernels.core.machine import FULL, OPEN, REFUTED, SOLVED, UNKNOWN
from emi.search.kernels.hard import hard_minimax as kernel
from emi.search.model.restriction import Restriction
from emi.search.solve.engine import taken_out
from emi.search.solve.hard.engine import HardEngine
from emi.search.solve.session import Session
from tests import oracle
from tests.search.games import alike, hard_game
from tests.search.kernels.calls import advance, goes_on_after_pauses

#: More work than any question takes.
ENOUGH = 1 << 62
hard_games = st.integers(0, 10**6).map(hard_game)


def ask(engine, members, depth, limit=ENOUGH):
    levels, register = engine.arrays.levels, engine.registers[0]
    question = levels.at[0]
    question.count, question.depth, question.stage = len(members), depth, OPEN
    question.limit = limit
    levels.members[0, : len(members)] = members
    allowed = engine.restriction.allowed(engine.matrix, members)
    levels.allowed[0, : len(allowed)], question.allowed = allowed, len(allowed)
    register.level, register.result = 0, UNKNOWN


def begun(game, depth):
    """Return an engine with a question about a whole game, before the search."""
    engine = HardEngine(game.matrix, Restriction(), depth, Session(keep=lambda _: None))
    engine.arrays.journal.held[2] = 1
    ask(engine, game.every, depth)
    return engine


def begins(game, guess, depth, members):
    return oracle.hard_begins(game.classes, members, game.own, guess, depth)


@given(hard_games)
def test_decides_whether_the_depth_is_enough_and_returns_a_guess(game):
    worst = oracle.hard_worst_case(game.classes, game.every, game.own)
    for depth in range(3, game.secrets):
        engine = begun(game, depth)
        status = advance(kernel, engine)
        assert status == (SOLVED if depth >= worst else REFUTED)
        if status == SOLVED:
            assert begins(game, int(engine.arrays.levels.at[0].guess), depth, game.every)


@given(hard_games, st.integers(1, 5))
def test_pauses_do_not_change_the_search(game, step):
    for depth in range(3, game.secrets):
        goes_on_after_pauses(kernel, lambda depth=depth: begun(game, depth), step)


@given(hard_games)
def test_every_entry_of_the_journal_is_true(game):
    for depth in range(3, game.secrets):
        engine = begun(game, depth)
        advance(kernel, engine)
        for one in taken_out(engine.arrays.journal, game.secrets, priced=False):
            members = one.candidates.members.tolist()
            if one.guess >= 0:
                assert one.lower == 1
                assert begins(game, one.guess, one.upper, members)
            else:
                value = oracle.hard_worst_case(game.classes, members, game.own)
                assert one.lower <= value <= one.upper


@given(hard_games)
def test_known_facts_help_the_next_question(game):
    worst = oracle.hard_worst_case(game.classes, game.every, game.own)
    if worst < 4:
        return
    engine = begun(game, worst)
    assert advance(kernel, engine) == SOLVED
    first = engine.nodes
    ask(engine, game.every, worst)
    assert advance(kernel, engine) == SOLVED
    assert engine.nodes <= 2 * first


def test_a_class_known_to_be_refuted_is_not_searched():
    game = alike(6)
    # A guess that splits the others, so that counting alone does not refute.
    game.classes[0] = [1, 2, 3, 3, 3, 3]
    engine = begun(game, 4)
    assert advance(kernel, engine) == REFUTED
    first = engine.nodes
    ask(engine, game.every, 4)
    assert advance(kernel, engine) == REFUTED
    assert engine.nodes - first < first


def test_reports_missing_room_and_continues_when_there_is_room():
    engine = begun(alike(6), 5)
    journal = engine.arrays.journal
    journal.held[0] = len(journal.entries)
    assert advance(kernel, engine) == FULL
    journal.held[0] = 0
    assert advance(kernel, engine) == REFUTED
