import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from search.kernels.worst_case import levels as stack
from search.kernels.worst_case import search as kernel
from search.kernels.worst_case.search import advance, note
from search.solve.worst_case.arrays import make_journal
from search.solve.worst_case.engine import Engine, class_keys
from tests.search.games import alike, hard_game

hard_games = st.integers(0, 10**6).map(hard_game)


class Run:
    """The kernel with the arrays of an engine, asked one question."""

    def __init__(self, game, depth):
        self.engine = Engine(game.matrix, depth, keep=lambda _: None)
        self.engine.journal.held[2] = 0
        levels = self.engine.levels
        members = np.arange(game.secrets, dtype=np.int32)
        keys, self.apart, _ = class_keys(game.matrix, members)
        levels.size[0], levels.depth[0], levels.stage[0] = game.secrets, depth, stack.OPEN
        levels.members[0], levels.keys[0] = members, keys
        self.engine.registers[kernel.RESULT] = stack.UNKNOWN

    @property
    def nodes(self):
        return int(self.engine.registers[kernel.NODES])

    def advance(self, until):
        e = self.engine
        return advance(
            e.matrix.rows,
            e.matrix.columns,
            e.zobrist,
            e.symmetry,
            e.levels,
            e.cores,
            e.solved,
            e.journal,
            e.scratch,
            e.registers,
            np.int64(until),
        )


def questions(game):
    """Yield the depths that the kernel may be asked about."""
    if class_keys(game.matrix, np.arange(game.secrets, dtype=np.int32))[1] < 0:
        yield from range(3, game.secrets)


@given(hard_games)
def test_says_whether_the_depth_is_enough_and_with_which_guess(game):
    worst = game.worst_case()
    for depth in questions(game):
        run = Run(game, depth)
        status = run.advance(1 << 40)
        assert status == (stack.SOLVED if depth >= worst else stack.REFUTED)
        if status == stack.SOLVED:
            assert game.begins(int(run.engine.levels.guess[0]), depth)


@given(hard_games, st.integers(1, 5))
def test_goes_on_after_a_pause_as_if_there_had_been_none(game, step):
    for depth in questions(game):
        whole, piecemeal = Run(game, depth), Run(game, depth)
        expected = whole.advance(1 << 40)
        pauses = 0
        while (status := piecemeal.advance(piecemeal.nodes + step)) == kernel.PAUSED:
            pauses += 1
            assert pauses <= whole.nodes
        assert status == expected
        assert piecemeal.nodes == whole.nodes
        for one, other in (
            (piecemeal.engine.cores.held, whole.engine.cores.held),
            (piecemeal.engine.journal.held, whole.engine.journal.held),
            (piecemeal.engine.solved.depth, whole.engine.solved.depth),
        ):
            assert np.array_equal(one, other)


@given(hard_games)
def test_every_core_and_every_journal_entry_is_true(game):
    for depth in questions(game):
        run = Run(game, depth)
        run.advance(1 << 40)
        cores, journal = run.engine.cores, run.engine.journal
        for k in range(int(cores.held[0])):
            members = cores.members[cores.offset[k] : cores.offset[k] + cores.size[k]].tolist()
            assert game.worst_case(members) > cores.depth[k]
        at = 0
        for entry in range(int(journal.held[0])):
            members = journal.members[at : at + journal.size[entry]].tolist()
            at += len(members)
            assert game.begins(int(journal.guess[entry]), int(journal.depth[entry]), members)


@given(hard_games)
def test_the_reasons_of_a_core_refute_every_guess_one_level_down(game):
    for depth in questions(game):
        run = Run(game, depth)
        run.advance(1 << 40)
        cores = run.engine.cores

        def members(k, cores=cores):
            return set(cores.members[cores.offset[k] : cores.offset[k] + cores.size[k]].tolist())

        for k in range(int(cores.held[0])):
            reasons = cores.reasons[cores.reason_at[k] : cores.reason_at[k + 1]].tolist()
            assert all(cores.depth[r] == cores.depth[k] - 1 for r in reasons)
            assert all(members(r) <= members(k) for r in reasons)
            if cores.depth[k] > 2:
                for row in game.classes:
                    assert any(len({row[s] for s in members(r)}) == 1 for r in reasons)


def test_a_class_known_to_be_solvable_is_not_looked_into_again():
    def asked(seed):
        game = hard_game(seed)
        run = Run(game, max(3, game.worst_case()))
        return run, run.apart < 0 and run.advance(1 << 40) == stack.SOLVED

    seed = next(
        s
        for s in range(1000)
        for run, solved in [asked(s)]
        if solved and run.engine.journal.held[0]
    )
    run, _ = asked(seed)
    again = Run(hard_game(seed), int(run.engine.levels.depth[0]))
    again.engine.solved = run.engine.solved
    assert again.advance(1 << 40) == stack.SOLVED
    assert again.nodes < run.nodes


def test_says_so_when_there_is_no_room_and_goes_on_when_there_is():
    run = Run(alike(6), 5)
    journal, run.engine.journal = (
        run.engine.journal,
        make_journal(6, 0)._replace(size=np.empty(0, np.int32)),
    )
    assert run.advance(1 << 40) == kernel.FULL
    run.engine.journal = journal
    assert run.advance(1 << 40) == stack.REFUTED


def test_a_journal_entry_is_what_was_noted():
    journal = make_journal(9, 0)
    sets = [[1, 4], [0, 2, 8], [5]]
    for k, members in enumerate(sets):
        note(journal, np.array(members, np.int32), 3 + k, 7 - k)
    assert journal.held[:2].tolist() == [3, 6]
    assert journal.members[:6].tolist() == [1, 4, 0, 2, 8, 5]
    assert journal.size[:3].tolist() == [2, 3, 1]
    assert journal.depth[:3].tolist() == [3, 4, 5]
    assert journal.guess[:3].tolist() == [7, 6, 5]
