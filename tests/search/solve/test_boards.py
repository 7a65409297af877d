"""The value of several boards, against recursion over all combinations of secrets."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from itertools import permutations, product
from random import Random

import numpy as np
import pytest

import emi
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Limits
from emi.search.solve.boards.average import (
    COMPARED,
    DRAWN,
    SHARE,
    BoardsAverage,
    BoardsHeuristic,
    LeastTotal,
)
from emi.search.solve.boards.state import Splitter, board_of, different, members_of
from emi.search.solve.boards.worst_case import BoardsWorstCase
from emi.search.solve.session import Session
from tests.oracle import Combinations

#: Games tried of each kind.
MANY = 30


def random_games(seed):
    """Yield small games, candidates of each board, whether they differ, and the definition."""
    random = Random(seed)
    for _ in range(MANY):
        many, words = random.randint(2, 5), set()
        while len(words) < many + random.randint(0, 2):
            words.add("".join(random.choices("ABC", k=3)))
        words = random.sample(sorted(words), len(words))
        game = emi.Wordle(words[:many], words)
        count = random.choice([1, 2, 2, 3] if many < 5 else [1, 2])
        boards = [random.sample(game.secrets, random.randint(1, many)) for _ in range(count)]
        distinct = random.random() < 0.5
        combinations = Combinations(game, boards, distinct=distinct)
        if combinations.start:
            places = [game.places(board) for board in boards]
            yield game, [[int(g) for g in place] for place in places], distinct, combinations


@pytest.mark.parametrize("seed", range(4))
def test_the_worst_case_is_that_of_the_definition(seed):
    for game, boards, distinct, combinations in random_games(seed):
        search = BoardsWorstCase(game.matrix(), boards, distinct)
        lower, upper = search.bounds.lower, search.bounds.upper
        search.run()
        assert search.bounds.proven
        assert lower <= search.bounds.lower == combinations.worst_case <= upper


@pytest.mark.parametrize("seed", range(4, 8))
def test_the_total_is_that_of_the_definition(seed):
    for game, boards, distinct, combinations in random_games(seed):
        totals = LeastTotal(game.matrix(), distinct=distinct)
        state = totals.splitter.state(map(board_of, boards))
        assert totals.combinations(state) == len(combinations.start)
        least = totals.least(state)
        value = totals.of(state)[0]
        assert least <= value == combinations.total
        search = BoardsAverage(game.matrix(), boards, distinct)
        assert search.bounds.lower <= value <= search.bounds.upper
        search.run()
        assert search.bounds == Bounds(value, value)
        some = LeastTotal(game.matrix(), distinct=distinct, among=2)
        assert some.of(state)[0] >= value


def test_the_opener_leaves_the_best_second_guesses():
    """Against the definition, with sizes of classes of pairs of feedback."""
    game = emi.game_named("Q5")
    heuristic, words = BoardsHeuristic(game.matrix()), game.secrets
    every = board_of(range(len(words)))

    def estimate(*guesses):
        classes = Counter(tuple(game.feedback(guess, word) for guess in guesses) for word in words)
        return sum(n * (1 + math.log2(n) / 4) for n in classes.values())

    def rank(first):
        return sum(sorted(estimate(first, second) for second in words)[: len(words) // SHARE])

    assert rank(game.guesses[heuristic.opener]) == pytest.approx(min(map(rank, words)))
    assert heuristic.choose((every, every)) == heuristic.opener
    assert heuristic.choose((every,)) == heuristic.estimates((every,)).argmin()


@pytest.mark.parametrize("seed", range(12, 16))
def test_of_equal_totals_the_least_worst_case_is_played(seed):
    for game, boards, distinct, combinations in random_games(seed):
        totals = LeastTotal(game.matrix(), distinct=distinct, among=len(game.guesses))
        taken = []
        for codes in combinations.start:
            state, guesses = tuple(map(board_of, boards)), 0
            secrets = [game.secrets.index(code) for code in codes]
            while state:
                guess = totals.of(totals.splitter.state(state))[1]
                state, secrets = totals.splitter.after(state, guess, secrets)
                guesses += 1
            taken.append(guesses)
        assert (sum(taken), max(taken)) == combinations.total_then_worst


def test_the_guess_is_chosen_that_leaves_the_best_next_guesses():
    """Of the guesses of least estimate, by the definition, on the combinations that are drawn."""
    game = emi.game_named("Y5")
    heuristic, words = BoardsHeuristic(game.matrix()), game.secrets
    every = range(len(words))

    @cache
    def after(members, guess, secret):
        feedback = game.feedback(words[guess], words[secret])
        return tuple(s for s in members if game.feedback(words[guess], words[s]) == feedback)

    @cache
    def estimate(members, guess):
        left = [len(after(members, guess, secret)) for secret in members if secret != guess]
        return sum(1 + math.log2(n) / 4 for n in left) / len(members)

    boards = (tuple(range(12)), tuple(range(4, 18)))
    state = tuple(sorted(map(board_of, boards)))
    boards = tuple(tuple(members_of(board).tolist()) for board in state)
    estimates = heuristic.estimates(state)
    assert [*estimates] == pytest.approx(
        [sum(estimate(board, guess) for board in boards) for guess in every], rel=1e-5
    )
    draw = np.random.default_rng(math.prod(map(len, boards)))
    drawn = [*zip(*(draw.choice(board, DRAWN).tolist() for board in boards), strict=True)]

    def left(guess):
        total = 0
        for secrets in drawn:
            afters = [
                after(board, guess, secret)
                for board, secret in zip(boards, secrets, strict=True)
                if secret != guess
            ]
            total += min(sum(estimate(board, second) for board in afters) for second in every)
        return total

    compared = {guess: left(guess) for guess in estimates.argsort(kind="stable")[:COMPARED]}
    assert compared[heuristic.choose(state)] == pytest.approx(min(compared.values()))
    assert max(compared.values()) > min(compared.values()) * 1.001


@pytest.mark.parametrize("seed", range(30))
def test_of_many_guesses_none_is_left_out(seed):
    """Where cores refute guesses that come later, those after them are still tried."""
    random, words = Random(seed), set()
    while len(words) < 24:
        words.add("".join(random.choices("ABC", k=4)))
    words = random.sample(sorted(words), 24)
    game = emi.Wordle(words[:5], words)
    search = BoardsWorstCase(game.matrix(), [range(5)] * 2)
    search.run()
    value = Combinations(game, [game.secrets] * 2, distinct=False).worst_case
    assert search.bounds == Bounds(value, value)


@pytest.mark.parametrize(
    "words",
    [
        "CAVEE CONTA COMMA CRISA CHAWA CAPOT COPIE CRUES COYER CALVA CORAN CHENE",
        "COCAS CAVEZ CLASH CELAI CAMPE CIRRE CHAUD COING CLAMA CORME CASHS CHEFS",
        "COTEE CULEX CASEE CANOE CURER CRISE CHUES CHAHS CALTE CYCLO CHUTE CLAVE",
    ],
)
def test_guesses_after_a_refuted_one_are_tried(words):
    """Found among random lists: 4 where the first guess that a core refutes ends the search."""
    game = emi.Wordle(words.split()[:5], words.split())
    search = BoardsWorstCase(game.matrix(), [range(5)] * 2)
    search.run()
    assert search.bounds == Bounds(3, 3)
    assert Combinations(game, [game.secrets] * 2, distinct=False).worst_case == 3


@pytest.mark.parametrize("name", ["Y5", "Q5", "U5", "Z5"])
def test_the_value_does_not_depend_on_what_was_asked_before(name):
    matrix = emi.game_named(name).matrix()
    boards = [range(matrix.secrets)] * 2
    whole = BoardsWorstCase(matrix, boards)
    whole.run()
    value = whole.bounds.lower
    for depths in ((value,), (value - 1, value), (value + 1, value), (value + 3, value, value - 1)):
        search = BoardsWorstCase(matrix, boards)
        assert [search.within(search.start, depth) for depth in depths] == [
            depth >= value for depth in depths
        ]


def test_one_board_is_the_game_itself():
    game = emi.game_named("X5")
    search = BoardsWorstCase(game.matrix(), [range(len(game.secrets))])
    search.run()
    assert search.bounds == emi.solve(game).bounds
    total = LeastTotal(game.matrix()).of((board_of(range(len(game.secrets))),))[0]
    assert total == emi.solve(game, emi.Average()).bounds.lower


def test_more_boards_or_candidates_never_take_fewer_guesses():
    game = emi.game_named("X5")
    matrix, values = game.matrix(), []
    for boards in [[range(4)], [range(4), range(4)], [range(4), range(8)], [range(8)] * 3]:
        search = BoardsWorstCase(matrix, boards)
        search.run()
        values.append(search.bounds.lower)
    assert values == sorted(values)


def test_the_order_of_boards_does_not_matter():
    matrix = emi.game_named("Y5").matrix()
    searches = [
        BoardsWorstCase(matrix, boards)
        for boards in ([range(9), range(3, 18)], [range(3, 18), range(9)])
    ]
    for search in searches:
        search.run()
    assert searches[0].bounds == searches[1].bounds
    assert searches[0].guess == searches[1].guess


@pytest.mark.no_cover
def test_a_limit_leaves_bounds_that_hold():
    matrix = emi.game_named("K5").matrix()
    whole, cut = (
        BoardsWorstCase(matrix, [range(81)] * 2, session=Session(limits))
        for limits in (None, Limits(nodes=20))
    )
    whole.run()
    cut.run()
    assert whole.bounds.proven
    assert not cut.bounds.proven
    assert cut.bounds.lower <= whole.bounds.lower <= cut.bounds.upper


@pytest.mark.parametrize(
    ("boards", "distinct"), [([], False), ([[0], []], False), ([[0, 1]] * 3, True)]
)
def test_boards_without_secrets_are_refused(boards, distinct):
    with pytest.raises(ValueError, match="expected candidates for each of the boards"):
        BoardsWorstCase(emi.game_named("X5").matrix(), boards, distinct=distinct)


def test_known_secrets_are_none_of_other_boards():
    splitter = Splitter(emi.game_named("X5").matrix(), distinct=True)
    a, ab, abc = (board_of(range(n)) for n in (1, 2, 3))
    assert splitter.state([abc, ab, a]) == (1, 2, 4)
    assert splitter.state([ab, ab, abc]) == (ab, ab, 4)
    assert splitter.state([ab, ab, ab]) is None
    assert different([ab, ab, ab]) == 2
    assert members_of(abc).tolist() == [0, 1, 2]


@pytest.mark.parametrize("seed", range(8, 12))
@pytest.mark.parametrize("kind", [BoardsWorstCase, BoardsAverage])
def test_values_agree_with_those_of_other_boards(kind, seed):
    """In any order, of one board, of a board less, and where the secrets need not differ."""

    def value(boards, distinct):
        search = kind(game.matrix(), boards, distinct)
        search.run()
        assert search.bounds.proven
        return search.bounds.lower

    for game, boards, distinct, _ in random_games(seed):
        whole = value(boards, distinct)
        assert whole == value(boards[::-1], distinct)
        alone = emi.solve(
            game,
            emi.WorstCase() if kind is BoardsWorstCase else emi.Average(),
            candidates=[game.secrets[s] for s in boards[0]],
        )
        assert value(boards[:1], distinct) == alone.bounds.lower
        free = value(boards, distinct=False)
        assert whole <= free
        if len(boards) > 1:
            # A mean is a total over the combinations, as many for each secret of the last board.
            share = 1 if kind is BoardsWorstCase else len(boards[-1])
            assert value(boards[:-1], distinct=False) * share <= free


class Refutation:
    """Which boards cannot be found within a depth, by plain Python.

    The cores of a search only say what to try: each is refuted here before it counts. A set of
    boards is refuted if each guess leaves one that is refuted one depth below, as is a set
    that contains it.
    """

    def __init__(self, game, cores):
        self.cores = {depth: dict.fromkeys(some) for depth, some in cores.items()}
        self.feedback = [
            [None if g == s else game.feedback(g, s) for s in game.secrets] for g in game.guesses
        ]
        self.refuted = cache(self.refuted)
        self.whole = cache(self.whole)
        self.classes = cache(self.classes)

    def classes(self, board, guess):
        """Return the sets into which a guess splits a board, the largest first; 0 if found."""
        left = Counter()
        for s in members_of(board).tolist():
            left[self.feedback[guess][s]] += 1 << s
        if left.pop(None, 0):
            left[None] = 0
        return sorted(left.values(), key=int.bit_count, reverse=True)

    def whole(self, boards):
        """Return the guesses that leave each board in one class, and find none."""
        return {
            guess for guess in range(len(self.feedback))
            if all(self.classes(board, guess) == [board] for board in boards)
        }  # fmt: skip

    def refuted(self, boards, depth):
        """Return whether no strategy surely finds all boards within a depth."""
        if depth == 1:
            return len({*boards}) > 1 or boards[0].bit_count() > 1
        alive = {*range(len(self.feedback))}
        for core in self.cores.get(depth - 1, ()):
            within = any(
                all(part & ~board == 0 for part, board in zip(core, some, strict=True))
                for some in permutations(boards, len(core))
            )
            if within and alive & self.whole(core) and self.refuted(core, depth - 1):
                alive -= self.whole(core)
        return all(
            any(
                self.refuted(after, depth - 1)
                for parts in product(*(self.classes(board, guess) for board in boards))
                if (after := tuple(filter(None, parts)))
            )
            for guess in alive
        )


@pytest.mark.parametrize("seed", range(8, 12))
def test_a_refutation_is_that_of_the_definition(seed):
    for game, boards, distinct, combinations in random_games(seed):
        if not distinct:
            start = tuple(sorted(map(board_of, boards)))
            values = [Refutation(game, {}).refuted(start, depth) for depth in range(1, 8)]
            assert values == [depth < combinations.worst_case for depth in range(1, 8)]


@pytest.mark.parametrize(
    ("name", "value"),
    [("X5", 4), ("U5", 4), ("Q5", 5), pytest.param("T5", 7, marks=pytest.mark.slow)],
)
def test_plain_python_refutes_one_guess_less(name, value):
    """Of values in docs/boards.md."""
    game = emi.game_named(name)
    search = BoardsWorstCase(game.matrix(), [range(len(game.secrets))] * 2)
    search.run()
    assert search.bounds == Bounds(value, value)
    assert Refutation(game, search._cores).refuted(search.start, value - 1)
