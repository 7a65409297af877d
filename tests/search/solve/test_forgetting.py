"""A search with room for few cores drops some: the value stays the same, and the proof holds."""

import random
import sys
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given

import emi.search.solve.worst_case.arrays
import emi.search.solve.worst_case.engine
from emi.search.kernels.core.transposition import is_filling, place_of, tighten
from emi.search.model.candidates import Candidates
from emi.search.model.cost_model import CostModel
from emi.search.model.limits import Limits
from emi.search.model.record import Batch, Proven
from emi.search.model.restriction import Restriction
from emi.search.solve.cost.least_cost import CostSearch
from emi.search.solve.engine import EACH, grown, make_table, most_places
from emi.search.solve.hard.hard_play import HardSearch
from emi.search.solve.session import Progress, Session
from emi.search.solve.worst_case.engine import Engine, class_keys
from emi.search.solve.worst_case.free_play import WorstCaseSearch
from tests.search.games import Game, alike, hard_game, number_of, seeds
from tests.search.kernels.calls import called
from tests.search.solve.test_proof import assert_refuted


def words_of_three(size=70) -> Game:
    """Return a game with hundreds of cores: with many letters, three-letter words tell little."""
    from emi.games.feedback import letter_marks

    every = ["".join(word) for word in product("ABCDEFGHIJKLMNOPQR", repeat=3)]
    words = random.Random(2).sample(every, size)
    classes = [[number_of(letter_marks(word, secret)) for secret in words] for word in words]
    return Game(classes, list(range(size)))


def fail(*_):
    raise MemoryError


@pytest.fixture
def little(monkeypatch):
    """Return the options of a session with room for few cores."""
    monkeypatch.setattr(emi.search.solve.worst_case.arrays, "CORES", 48)
    return {"room": lambda: 0}


@pytest.fixture(scope="module")
def game():
    return words_of_three()


@pytest.fixture(scope="module")
def truth(game):
    found = WorstCaseSearch(game.matrix)
    found.run()
    return found


def test_the_value_is_the_same(little, game, truth):
    session = Session(keep=lambda _: None, **little)
    found = WorstCaseSearch(game.matrix, session=session)
    found.run()
    assert found.bounds == truth.bounds
    assert session.forgotten > 0
    assert len(found.engine.cores.size) < len(truth.engine.cores.size)
    assert found.strategy().depth == truth.bounds.upper


def test_dropped_cores_were_handed_over_before(little, game, truth):
    kept = []
    found = WorstCaseSearch(game.matrix, session=Session(keep=kept.extend, **little))
    found.run()
    cores = [one.candidates for one in kept if one.lower > 1 and one.guess < 0]
    assert len(cores) >= found.session.forgotten
    # More facts were kept than there is room for; only some of them are taken over.
    again = WorstCaseSearch(game.matrix, session=Session(keep=kept.extend, **little))
    again.run([one for one in kept if one.candidates != truth.candidates])
    assert again.bounds == truth.bounds


def test_a_refutation_holds_although_cores_were_dropped(little, game, truth):
    # The reasons of kept cores are kept too, which is nearly all cores here.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(emi.search.solve.worst_case.engine, "MOST_KEPT", 0.99)
        found = WorstCaseSearch(game.matrix, session=Session(**little), symmetric=False)
        found.run()
    assert found.session.forgotten > 0
    assert_refuted(found.refutation(Session(**little)), game, truth.bounds.upper - 1)


@given(seeds.map(hard_game))
def test_answers_are_right_with_any_amount_of_room(game):
    members = np.array(game.every, np.int32)
    keys, apart, _ = class_keys(game.matrix, members)
    assume(apart < 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(emi.search.solve.worst_case.arrays, "CORES", 4)
        engine = Engine(game.matrix, game.secrets, Session(keep=lambda _: None, room=lambda: 0))
        worst = game.worst_case()
        for depth in range(3, len(members)):
            assert (engine.decide(members, depth, keys) >= 0) == (worst <= depth)


def test_needed_cores_are_kept_and_room_is_made(monkeypatch):
    monkeypatch.setattr(emi.search.solve.worst_case.engine, "MOST_KEPT", 0.0)
    monkeypatch.setattr(emi.search.solve.worst_case.arrays, "CORES", 4)
    game = alike(9)
    engine = Engine(game.matrix, 9, Session(room=lambda: 0))
    for size in range(2, 9):
        engine.recall(Proven(game.candidates(range(size)), size, size))
    assert (engine.session.forgotten, int(engine.cores.held[0])) == (0, 7)


def test_a_search_continues_without_memory_that_it_cannot_get(monkeypatch, game, truth):
    monkeypatch.setattr(emi.search.solve.worst_case.arrays, "CORES", 128)
    monkeypatch.setattr(emi.search.solve.worst_case.arrays, "enlarge", fail)
    session = Session(Limits(), keep=lambda _: None, room=lambda: sys.maxsize)
    found = WorstCaseSearch(game.matrix, session=session)
    found.run()
    assert found.bounds == truth.bounds
    monkeypatch.setattr(emi.search.solve.worst_case.engine, "MOST_KEPT", 0.0)
    with pytest.raises(MemoryError):
        WorstCaseSearch(game.matrix).run()


def test_the_watcher_receives_the_number_of_dropped_cores(truth, golden):
    golden(str(Progress(truth.bounds, 7, 0.5, forgotten=1200)))


def test_a_transposition_table_takes_up_to_half_the_room():
    table, most = make_table(5000), most_places(5000)
    each = (table.keys.nbytes + table.at.nbytes) // len(table.at)
    for room in (10 * each * most, each * most, 100_000, 0):
        places = most_places(5000, room)
        assert places in (most, EACH) or places * each <= room // 2
        assert places in (most, EACH) or room // 2 < 2 * places * each
        assert places.bit_count() == 1


def test_a_growing_table_keeps_its_entries():
    table, filling = make_table(5000), called(is_filling)
    size = len(table.at)
    keys = np.random.default_rng(1).integers(0, 1 << 64, (size * 7 // 8, 2), np.uint64)
    for lower, key in enumerate(keys):
        assert filling(table) == (np.count_nonzero(table.at["priority"]) >= size // 2)
        table.at[tighten(table, key, lower, lower + 1, 7)].priority = 1 + lower
    places = [place_of(table, key) for key in keys]
    known = {k: table.at[p].tolist() for k, p in enumerate(places) if p >= 0}
    assert filling(table)
    assert len(known) > len(keys) // 2
    larger = grown(grown(table))
    assert len(larger.at) == 4 * size
    assert np.count_nonzero(larger.at["priority"]) == len(known)
    for k, here in known.items():
        assert larger.at[place_of(larger, keys[k])].tolist() == here
    assert larger.held.tolist() == [len(known), 2 * size]
    assert not filling(larger)


def places(found):
    return len(found.engine.arrays.table.at)


@pytest.fixture
def small(monkeypatch):
    """Let tables begin with 8 places."""
    monkeypatch.setattr("emi.search.solve.engine.AT_FIRST", 8)


@pytest.mark.usefixtures("small")
def test_the_table_of_a_search_grows(monkeypatch, game):
    def made():
        cost = CostSearch(game.matrix, CostModel.average())
        return [cost, HardSearch(game.matrix, Restriction())]

    searches = made()
    for found in searches:
        found.run()
        assert 8 < places(found) <= most_places(game.matrix.secrets)
    monkeypatch.undo()
    for found, again in zip(searches, made(), strict=True):
        again.run()
        assert found.bounds == again.bounds
        assert found.bounds.proven


@pytest.mark.usefixtures("small")
def test_the_growth_of_a_table_does_not_depend_on_the_clock(monkeypatch, game):
    """Otherwise each run would take different nodes, and certificates different lemmas."""
    found = []
    for seconds in (0.0, 10.0):
        monkeypatch.setattr("emi.search.solve.engine.SLICE", seconds)
        cost = CostSearch(game.matrix, CostModel.average())
        cost.run()
        found.append((cost.nodes, places(cost), cost.engine.arrays.table.at.tolist()))
    assert found[0] == found[1]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("received", [False, True])
def test_the_table_grows_for_recalled_bounds(game, received):
    engine, sets = Engine(game.matrix, 5), [[a, a + 1, a + 2] for a in range(60)]
    known = [Proven(Candidates(one, 70), 1, 2) for one in sets]
    if received:
        engine.receive(Batch.of(known, 70))
    else:
        for one in known:
            engine.recall(one)
    assert len(engine.arrays.table.at) > 60
    found = [engine.is_found(np.array(one, np.int32), 2) for one in sets]
    assert found.count(True) > 30


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("scarce", ["room", "memory"])
def test_a_table_that_cannot_grow_replaces_entries(monkeypatch, game, scarce):
    monkeypatch.setattr("emi.search.solve.engine.EACH", 8)
    room = 0 if scarce == "room" else sys.maxsize
    if scarce == "memory":
        monkeypatch.setattr("emi.search.solve.engine.grown", fail)
    found = CostSearch(game.matrix, CostModel.average(), session=Session(room=lambda: room))
    found.run()
    assert places(found) == 8
    monkeypatch.undo()
    again = CostSearch(game.matrix, CostModel.average())
    again.run()
    assert found.bounds == again.bounds
