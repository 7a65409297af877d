import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from search.kernels.restricted import search as kernel
from search.kernels.restricted.search import advance
from search.kernels.worst_case.levels import OPEN, REFUTED, SOLVED, UNKNOWN
from search.kernels.worst_case.search import FULL, PAUSED
from search.solve.restricted.engine import HardEngine
from tests import oracle
from tests.search.games import alike, hard_game

hard_games = st.integers(0, 10**6).map(hard_game)


class Run:
    """The kernel with the arrays of an engine, asked one question."""

    def __init__(self, game, depth):
        self.engine = HardEngine(game.matrix, depth, keep=lambda _: None)
        self.engine.journal.held[2] = 1
        self.ask(game.every, depth)

    def ask(self, members, depth):
        levels = self.engine.levels
        levels.size[0], levels.depth[0], levels.stage[0] = len(members), depth, OPEN
        levels.members[0, : len(members)] = members
        self.engine.registers[[kernel.LEVEL, kernel.RESULT]] = 0, UNKNOWN

    @property
    def nodes(self):
        return int(self.engine.registers[kernel.NODES])

    def advance(self, until=1 << 40):
        e = self.engine
        return advance(
            e.square,
            e.zobrist,
            e.levels,
            e.known,
            e.journal,
            e.weights,
            e.scratch,
            e.registers,
            np.int64(until),
        )

    def proven(self):
        """Yield what is in the journal: members, depth and the secret to name, or -1."""
        journal, at = self.engine.journal, 0
        for entry in range(int(journal.held[0])):
            members = journal.members[at : at + journal.size[entry]].tolist()
            at += len(members)
            yield members, int(journal.depth[entry]), int(journal.guess[entry])


def begins(game, secret, depth, members):
    return oracle.hard_begins(game.classes, members, game.own, game.own[secret], depth)


@given(hard_games)
def test_says_whether_the_depth_is_enough_and_with_which_guess(game):
    worst = oracle.hard_worst_case(game.classes, game.every, game.own)
    for depth in range(3, game.secrets):
        run = Run(game, depth)
        status = run.advance()
        assert status == (SOLVED if depth >= worst else REFUTED)
        if status == SOLVED:
            assert begins(game, int(run.engine.levels.guess[0]), depth, game.every)


@given(hard_games, st.integers(1, 5))
def test_goes_on_after_a_pause_as_if_there_had_been_none(game, step):
    for depth in range(3, game.secrets):
        whole, piecemeal = Run(game, depth), Run(game, depth)
        expected = whole.advance()
        pauses = 0
        while (status := piecemeal.advance(piecemeal.nodes + step)) == PAUSED:
            pauses += 1
            assert pauses <= whole.nodes
        assert status == expected
        assert piecemeal.nodes == whole.nodes
        assert list(piecemeal.proven()) == list(whole.proven())
        for one, other in zip(piecemeal.engine.known, whole.engine.known, strict=True):
            assert np.array_equal(one, other)


@given(hard_games)
def test_every_entry_of_the_journal_is_true(game):
    for depth in range(3, game.secrets):
        run = Run(game, depth)
        run.advance()
        for members, within, secret in run.proven():
            if secret >= 0:
                assert begins(game, secret, within, members)
            else:
                assert oracle.hard_worst_case(game.classes, members, game.own) > within


@given(hard_games)
def test_what_is_known_helps_the_next_question(game):
    worst = oracle.hard_worst_case(game.classes, game.every, game.own)
    if worst < 4:
        return
    run = Run(game, worst)
    assert run.advance() == SOLVED
    first = run.nodes
    run.ask(game.every, worst)
    assert run.advance() == SOLVED
    assert run.nodes <= 2 * first


def test_a_class_known_to_be_refuted_is_not_looked_into():
    game = alike(6)
    # One that parts the others, so that counting alone does not refute.
    game.classes[0] = [1, 2, 3, 3, 3, 3]
    run = Run(game, 4)
    assert run.advance() == REFUTED
    first = run.nodes
    run.ask(game.every, 4)
    assert run.advance() == REFUTED
    assert run.nodes - first < first


def test_says_so_when_there_is_no_room_and_goes_on_when_there_is():
    run = Run(alike(6), 5)
    run.engine.journal.held[0] = len(run.engine.journal.size)
    assert run.advance() == FULL
    run.engine.journal.held[0] = 0
    assert run.advance() == REFUTED
