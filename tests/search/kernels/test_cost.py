"""The kernels of the least cost on small games, which also run quickly as plain Python."""

import random
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from emi.games.mastermind import Mastermind
from emi.objectives.guaranteed import Guaranteed
from emi.search.compile.jit import in_widths
from emi.search.kernels.core.machine import PAUSED, WAITING
from emi.search.kernels.core.symmetry import GameArrays
from emi.search.kernels.cost import branch_and_bound
from emi.search.kernels.cost.counting import COUNTED_MEMBERS, are_counted, count_classes
from emi.search.kernels.cost.proof import count_up, list_unproven
from emi.search.kernels.cost.sorting import LANES, ROWS, TILES, count_by_sorting
from emi.search.model.cost_model import CostModel
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.symmetry import firsts_of, no_symmetry
from emi.search.solve.cost.arrays import make_requests, make_scratch, make_work
from emi.search.solve.cost.engine import CostEngine
from emi.search.solve.cost.least_cost import CostSearch
from emi.search.solve.engine import key_of, make_game
from emi.search.solve.session import Session
from tests import oracle
from tests.search.games import hard_game
from tests.search.kernels.calls import advance, called, int32
from tests.search.questions import Question, assert_solved


def least_cost(matrix, model, **requests):
    """Return a finished search."""
    search = CostSearch(matrix, model, **requests)
    search.run()
    return search


def game(secrets: int, classes: int, seed: int, guesses: int = 0):
    """Return a random game as a matrix, and in the form that the oracle takes."""
    source = random.Random(seed)
    rows = max(guesses, secrets)
    table = [[source.randrange(1, classes) for _ in range(secrets)] for _ in range(rows)]
    for secret in range(secrets):
        table[secret][secret] = 0
    own = list(range(secrets))
    matrix = FeedbackMatrix(np.array(table, np.min_scalar_type(classes)), int32(own))
    return matrix, table, own


COSTS = [
    CostModel.average(),
    CostModel.within(3),
    CostModel.guaranteed(2),
    CostModel.guaranteed(3),
    CostModel.guaranteed(4),
    CostModel.misses_first(3, 1000),
]


@pytest.mark.parametrize("costs", COSTS)
@pytest.mark.parametrize("weighted", [False, True])
def test_small_games_cost_what_the_definition_says(costs, weighted):
    matrix, table, own = game(9, 4, 1, guesses=11)
    weights = [3, 1, 1, 2, 1, 5, 1, 1, 2] if weighted else None
    found = least_cost(
        matrix, costs, weights=None if weights is None else np.array(weights, np.int64)
    )
    least = oracle.least_cost(table, own, own, costs.steps, costs.after, costs.miss, weights)
    if found.bounds.upper is not None:
        assert (found.bounds.lower, found.bounds.upper) == (least, least)
    else:
        # A forbidden miss costs more than any strategy that finds every secret.
        assert least > 9 * 20


def test_a_call_that_pauses_between_two_classes_resumes_there(monkeypatch):
    """Compiled kernels keep their constants, so then this compares equal runs."""
    matrix, _, _ = game(14, 4, 3)
    whole = least_cost(matrix, CostModel.average())
    monkeypatch.setattr("emi.search.kernels.cost.branch_and_bound.PAIRS_AT_ONCE", 1)
    piecemeal = least_cost(matrix, CostModel.average())
    assert (piecemeal.bounds, piecemeal.nodes) == (whole.bounds, whole.nodes)


@pytest.mark.parametrize("classes", [7, 70])
def test_the_weights_of_many_members_may_all_be_doubled(classes):
    """Use more members than are compared in pairs, with few and with many classes."""
    matrix, _, _ = game(70, classes, 2)
    once = least_cost(matrix, CostModel.average(), opening=[0])
    twice = least_cost(matrix, CostModel.average(), weights=np.full(70, 2, np.int64), opening=[0])
    assert once.bounds.proven
    assert twice.bounds.lower == twice.bounds.upper == 2 * once.bounds.lower


@pytest.mark.parametrize(("classes", "weight"), [(7, 1), (70, 1), (7, 2)])
def test_first_guesses_are_bounded_by_the_sizes_of_their_classes(classes, weight):
    matrix, table, _ = game(70, classes, 2)
    engine = CostEngine(matrix, CostModel.average(), np.full(70, weight, np.int64))
    engine.search(np.arange(70, dtype=np.int32))
    # The j-th member of a class is found by the i-th guess at the earliest; the own class is free.
    by = [next(i for i in range(1, 9) if matrix.classes ** (i - 1) > j) for j in range(70)]
    sizes = [Counter(row).values() for row in table]
    expected = [weight * (70 + sum(sum(by[:n]) for n in each) - 1) for each in sizes]
    assert engine.arrays.levels.keys[0].tolist() == expected


def test_classes_of_medium_sets_are_counted_by_bits():
    matrix, _, _ = game(30, 5, 3)
    found = least_cost(matrix, CostModel.average(), opening=[0])
    assert found.strategy().total == found.bounds.upper


@pytest.mark.parametrize(
    ("members", "classes", "guesses"),
    [
        (3, 9, 300),
        (7, 40, 300),
        (9, 15, 300),
        (30, 16, 300),
        (40, 60, 300),
        (90, 60, 300),
        (2, 99, 300),
        (9, 99, 300),
        (60, 99, 300),
        (5, 256, 300),
        (99, 256, 300),
        (99, 2100, 300),
        (60, 9000, 300),
        (60, 1 << 16, 300),
        (3, 99, 60),
        (60, 256, 60),
        (60, 9000, 60),
    ],
)
def test_all_ways_to_count_classes_agree(members, classes, guesses):
    """By a bit or a byte for each class, or sorting; with too many classes to add at once."""
    source = np.random.default_rng(members)
    secrets = min(guesses, 100)
    table = source.integers(1, classes, (guesses, secrets)).astype(np.uint16)
    table[np.arange(secrets), np.arange(secrets)] = 0
    table[-1, 0] = classes - 1
    matrix = FeedbackMatrix(table, np.arange(secrets, dtype=np.int32))
    counting = make_scratch(matrix, 4).counting
    some = source.permutation(secrets)[:members].astype(np.int32)
    assert members <= COUNTED_MEMBERS or called(are_counted)(counting, 30, members)
    for narrow in (False, True):
        columns = make_game(matrix, no_symmetry(), narrow=narrow).columns
        called(count_classes)(columns, some, counting)
        assert counting.class_counts.tolist() == [len(set(row[some].tolist())) for row in table]
        assert not counting.marks.any()


@pytest.mark.parametrize(
    ("members", "guesses"),
    [
        (1, 64),
        (8, 130),
        (17, 64),
        (64, 520),
        (65, 130),
        (120, 64),
        (129, 130),
        (255, 64),
        (256, 64),
        (257, 64),
        (512, 64),
    ],
)
def test_sorting_counts_the_classes_of_each_guess(members, guesses):
    """Of guesses that do not fill the last tiles, too, and after a larger or smaller set."""
    source = np.random.default_rng(members)
    for dtype in (np.uint8, np.uint16):
        # All classes but the largest number of the type, which fills the rows behind the members.
        columns = source.integers(0, np.iinfo(dtype).max, (600, guesses)).astype(dtype)
        columns[:, ::3] %= 5
        tiles = np.full((TILES, ROWS * LANES), np.iinfo(dtype).max, dtype)
        counts = np.zeros(guesses, np.uint16)
        for n in (100, members):
            some = source.permutation(600)[:n].astype(np.int32)
            called(count_by_sorting)(columns, some, tiles, counts)
            assert counts.tolist() == [len(set(row.tolist())) for row in columns[some].T]


def cost_by_sizes(row, own, part, most):
    """Return the lower bound of a guess by its class sizes: its own member costs 1."""
    steps = [next(i for i in range(1, 99) if most ** (i - 1) > j) for j in range(len(part))]
    sizes = Counter([row[s] for s in part if own != s])
    return len(part) + sum(sum(steps[:size]) for size in sizes.values())


@pytest.mark.parametrize(
    ("members", "classes"), [(9, 4), (30, 200), (70, 9), (80, 200), (80, 9000), (12, 9000)]
)
@pytest.mark.parametrize("firsts", [[], [3], [1, 5, 4]])
def test_guesses_that_may_cost_too_little_are_listed(members, classes, firsts):
    matrix, table, _ = game(members + 5, classes, members, guesses=2 * members)
    part = sorted(random.Random(1).sample(range(members + 5), members))
    most = max(len({row[s] for s in part}) for row in table)
    keys = [cost_by_sizes(row, g, part, most) for g, row in enumerate(table)]
    for bound in (0, min(keys), min(keys) + 1, sum(keys) // len(keys), max(keys) + 1):
        engine = CostEngine(matrix, CostModel.average(), None, Session())
        requests = make_requests(int32(part), int32([]), bound, matrix.classes)
        work = make_work(matrix, engine.arrays.scratch)
        work.registers[0].set = 0
        called(list_unproven)(
            engine.arrays.game, engine.arrays.prices, requests, int32(firsts), work
        )
        found = sorted(work.order[: work.registers[0].choices].tolist())
        cheap = [g for g, key in enumerate(keys) if key < bound]
        assert found == (sorted(firsts) or cheap)


@pytest.mark.parametrize("spare", [0, 2, None])
@pytest.mark.parametrize("seed", range(4))
def test_bounds_of_a_cheaper_search_save_nodes_and_change_no_value(seed, spare):
    matrix, _, _ = game(16, 3, seed)
    depth = least_cost(matrix, CostModel.average()).strategy().depth
    ties = CostModel.rarely(depth, 17)
    alone = least_cost(matrix, ties)
    model = CostModel.average() if spare is None else CostModel.within(depth + spare)
    after = least_cost(matrix, ties, cheaper=least_cost(matrix, model).engine, scale=17)
    assert alone.bounds.proven
    assert alone.bounds == after.bounds
    assert after.nodes < alone.nodes


def test_the_worst_case_search_is_asked_by_the_key_that_it_records():
    matrix, _, _ = game(26, 3, 4)
    engine, asked = CostEngine(matrix, CostModel.guaranteed(4)), 0
    engine.search(int32(range(26)), limit=8)
    while (status := advance(branch_and_bound, engine)) in (PAUSED, WAITING):
        if status == WAITING:
            asked += 1
            levels, bottom = engine.oracle.arrays.levels, int(engine.oracle.registers[0].bottom)
            rest = levels.members[bottom, : levels.at[bottom].count]
            key = key_of(rest, engine.oracle.arrays.game.zobrist)
            assert levels.key[bottom].tolist() == key.tolist()
            engine.oracle.advance(np.int64(1 << 40))
    assert asked > 0


def test_guesses_of_more_members_than_16_bits_count_are_excluded():
    """No number of classes is enough for the bound: that is 65,536, or 0 in 16 bits."""
    members = 65_535
    rows = np.zeros((2, members), np.uint8)
    rows[0, 0] = 1
    shape = SimpleNamespace(guesses=2, secrets=members, classes=2, symmetry=no_symmetry())
    own, zobrist = np.zeros(members, np.int32), np.zeros((members, 2), np.uint64)
    columns = np.ascontiguousarray(rows.T)
    large = GameArrays(in_widths(rows), in_widths(columns), own, zobrist, no_symmetry())
    every, work = int32(range(members)), make_work(shape, make_scratch(shape, 4))
    prices = CostModel.average().prices(np.ones(members, np.int64))
    question = make_requests(every, int32([]), members, 2).at[0]
    assert called(count_up)(large, prices, question, every, work) == (0, 2)


def test_misses_of_many_members_are_counted():
    matrix, _, _ = game(26, 3, 4)
    fewest = [
        least_cost(matrix, CostModel.guaranteed(tries)).bounds.upper for tries in (2, 3, 4, 5)
    ]
    assert fewest == sorted(fewest, reverse=True)
    assert fewest[0] >= 26 - 3


def test_misses_counted_by_size_need_all_members_of_a_class():
    """Its guesses have empty packings, so with a loose bound from elsewhere no core remains."""
    question = Question(hard_game(719), Guaranteed(3), list(range(8)))
    loose = question.part(question.game.candidates([0, 1, 2, 3]), 0, 2)
    assert_solved(question.search(records=[loose]), question)


@pytest.mark.parametrize(("places", "symbols"), [(2, 4), (3, 3), (4, 3)])
def test_only_the_first_guess_of_each_orbit_is_bounded(places, symbols):
    matrix = Mastermind(places, symbols).matrix()
    engine = CostEngine(matrix, CostModel.average())
    engine.search(np.arange(matrix.secrets, dtype=np.int32))
    levels, firsts = engine.arrays.levels, firsts_of(matrix.symmetry)
    question = levels.at[0]
    assert levels.firsts[0, : question.firsts].tolist() == firsts.tolist()
    assert set(levels.order[0, : question.choices]) <= {*firsts}
    plain = CostEngine(matrix, CostModel.average(), symmetric=False)
    plain.search(np.arange(matrix.secrets, dtype=np.int32))
    # They may be bounded one by one, and then by class sizes.
    assert (levels.keys[0, firsts] >= plain.arrays.levels.keys[0, firsts]).all()
    assert question.most == plain.arrays.levels.at[0].most
