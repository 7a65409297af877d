"""The oracle against games solved by hand and against brute force."""

from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emi.search.model.cost_model import FORBIDDEN, CostModel
from tests.oracle import (
    begins,
    hard_begins,
    hard_worst_case,
    left_by,
    most_guaranteed,
    price_of,
    tries_of,
    worst_case,
)
from tests.search.games import Game, alike, games, hard_game, layered_game, made_proper
from tests.search.questions import COSTS, objectives

AVERAGE, WITHIN, GUARANTEED = CostModel.average(), CostModel.within, CostModel.guaranteed
#: Five secrets that only naming tells apart, but that guess 3 tells secret 4 from the others, and
#: guess 5, which names none, tells 0 and 2 from the others. Naming 3 first tells 4, and the other
#: three are named in turn; guess 5 leaves {0, 2} and {1, 3, 4}, and takes one guess less at worst.
NEARLY = Game([*alike(5).classes[:3], [0, 0, 0, 1, 2], alike(5).classes[4], [2, 0, 2, 0, 0]],
              [0, 1, 2, 3, 4])  # fmt: skip
#: A guess that tells all secrets apart, and one that gives no information.
TOLD, UNTOLD = (Game([*alike(4).classes, row], [0, 1, 2, 3]) for row in ([1, 2, 3, 4], [0] * 4))


def pareto(tries):
    return CostModel.misses_first(tries, 1000)


class Node(NamedTuple):
    """A strategy written by hand, or one of all strategies."""

    guess: int
    members: list[int]
    branches: tuple["Node", ...] = ()


class TestWorstCases:
    def test_of_a_game_solved_by_hand(self):
        # Guess 3 tells all apart; without it the secrets are named one by one.
        classes, own = [[0, 1, 1], [1, 0, 1], [1, 1, 0]], range(3)
        assert worst_case(classes, [0, 1, 2], own) == 3
        assert worst_case([*classes, [0, 1, 2]], [0, 1, 2], own) == 2
        assert worst_case(classes, [1], own) == 1
        assert begins([*classes, [0, 1, 2]], [0, 1, 2], own, 3, 2)
        assert not begins([*classes, [0, 1, 2]], [0, 1, 2], own, 1, 2)

    def test_among_candidates_of_a_game_solved_by_hand(self):
        # Secret 0 tells the others apart; without it they are named one by one.
        game = made_proper([[0, 1, 2, 3], [0] * 4, [0] * 4, [0] * 4], [0, 1, 2, 3])
        four, three = (game.classes, range(4), game.own), (game.classes, [1, 2, 3], game.own)
        assert (hard_worst_case(*four), hard_worst_case(*three)) == (2, 3)
        assert [hard_begins(*four, *how) for how in ((0, 2), (1, 2), (1, 3))] == [True, False, True]
        # A guess that names no candidate.
        assert not hard_begins(*three, 0, 4)
        assert worst_case(*three) == 2

    def test_of_games_of_many_depths(self):
        hard = [hard_game(seed) for seed in range(150)]
        assert {game.worst_case() for game in hard} >= {4, 5, 6, 7}
        among = [*hard[:100], *[layered_game(seed) for seed in range(60)]]
        assert {hard_worst_case(g.classes, g.every, g.own) for g in among} >= {3, 4, 5, 6, 7}


HEAVY, ONE_HEAVY = [2, 1, 5, 4, 3], [1, 9, 1, 1, 1]


@pytest.mark.parametrize(
    ("game", "model", "more", "cost"),
    [
        (alike(5), AVERAGE, {}, 1 + 2 + 3 + 4 + 5),
        *[(alike(5), GUARANTEED(tries), {}, 5 - tries) for tries in (1, 2, 3, 4, 5)],
        # Secrets pay for each guess until they are found, missed, or found after a miss.
        (alike(5), CostModel((3, 0, 10), None, 100), {}, 5 * 3 + 4 * 0 + 3 * 10 + 2 * 100),
        (alike(5), CostModel((3, 0, 10), 7, 100), {}, 5 * 3 + 3 * 10 + 2 * 100 + (1 + 2) * 7),
        (alike(5), pareto(3), {}, 2 * 1000 + 15),
        (alike(5), WITHIN(3), {}, 2 * FORBIDDEN + 1 + 2 + 3 + 3 + 3),
        # The heaviest secrets are proposed first.
        (alike(5), AVERAGE, {"weights": HEAVY}, 1 * 5 + 2 * 4 + 3 * 3 + 4 * 2 + 5 * 1),
        (alike(5), GUARANTEED(3), {"weights": HEAVY}, 2 + 1),
        (alike(5), GUARANTEED(1), {"weights": HEAVY}, 2 + 1 + 4 + 3),
        (TOLD, AVERAGE, {}, 4 + 4),
        (TOLD, AVERAGE, {"first": 0}, 4 + 6),
        (TOLD, GUARANTEED(2), {"first": 0}, 2),
        (TOLD, GUARANTEED(1), {"first": 4}, 4),
        (alike(1), AVERAGE, {}, 1),
        (NEARLY, AVERAGE, {"members": [2], "first": 0}, 2),
        (NEARLY, AVERAGE, {"members": []}, 0),
        # All secrets pay for a first guess without information.
        (UNTOLD, AVERAGE, {"first": 4}, 4 + 10),
        (UNTOLD, pareto(1), {"first": 4}, 4 * 1000 + 4 + 10),
        # The average takes one guess too many.
        (NEARLY, AVERAGE, {}, 5 + 1 + (1 + 2 + 3)),
        (NEARLY, AVERAGE, {"first": 5}, 5 + (1 + 2) + (1 + 2 + 2)),
        (NEARLY, WITHIN(3), {}, 13),
        (NEARLY, WITHIN(3), {"first": 3}, FORBIDDEN + 5 + 1 + (1 + 2 + 2)),
        *[(NEARLY, GUARANTEED(tries), {}, cost) for tries, cost in ((1, 4), (2, 2), (3, 0))],
        *[(NEARLY, pareto(i + 1), {}, cost) for i, cost in enumerate((4012, 2012, 13, 12))],
        # Secret 1 is worth more than all others, so it is named; then 3, for 4; then 0 and 2.
        (NEARLY, AVERAGE, {"weights": ONE_HEAVY}, 9 * 1 + 2 + 3 + 3 + 4),
        (NEARLY, AVERAGE, {"weights": ONE_HEAVY, "first": 3}, 9 * 2 + 1 + 2 + 3 + 4),
        (NEARLY, GUARANTEED(1), {"weights": ONE_HEAVY}, 4),
    ],
)
def test_the_least_cost_of_a_game_solved_by_hand(game, model, more, cost):
    assert game.least_cost(model, **more) == cost


def test_the_most_guaranteed_in_a_game_solved_by_hand():
    terms = NEARLY.classes, NEARLY.every, NEARLY.own
    assert [most_guaranteed(*terms, tries) for tries in range(4)] == [0, 1, 3, 5]
    assert most_guaranteed(*terms, 2, ONE_HEAVY) == 9 + 1 + 1


class TestPlayedStrategies:
    """Name 3, then 4 if it was told; else 0, and then 2; 1 is left out."""

    two = Node(2, [1, 2])
    tree = Node(3, [0, 1, 2, 3, 4], (Node(0, [0, 1, 2], (two,)), Node(4, [4])))

    def test_finds_each_secret_in_its_number_of_tries(self):
        tries = [tries_of(self.tree, NEARLY.classes, NEARLY.own, secret) for secret in range(5)]
        assert tries == [2, None, 3, 1, 2]

    def test_costs_the_prices_of_the_guesses_made(self):
        assert NEARLY.cost_of(self.tree, GUARANTEED(3)) == 1
        assert NEARLY.cost_of(self.tree, GUARANTEED(2)) == 2
        assert NEARLY.cost_of(self.tree, GUARANTEED(2), weights=[5, 6, 7, 8, 9]) == 6 + 7
        assert NEARLY.cost_of(self.tree, CostModel((1,) * 3, None, 100)) == 2 + 103 + 3 + 1 + 2

    def test_must_find_every_secret_in_an_endless_game(self):
        with pytest.raises(ValueError, match="never found"):
            NEARLY.cost_of(self.tree, AVERAGE)

    def test_depends_only_on_the_feedback(self):
        split = Node(3, [0, 1, 2, 3, 4], (Node(0, [0, 1]), Node(2, [2]), Node(4, [4])))
        with pytest.raises(ValueError, match="too many values to unpack"):
            tries_of(split, NEARLY.classes, NEARLY.own, 2)

    def test_pays_for_a_miss_before_any_guess_after_it(self):
        assert [price_of(tries, (2, 3), 7, 100) for tries in (1, 2, 3, 4)] == [2, 5, 112, 119]
        assert [price_of(tries, (2, 3), None, 100) for tries in (1, 2, 3, None)] == [2, 5, 105, 105]
        assert price_of(3, (), 1, 0) == 3


def every_strategy(classes, members, own, depth):
    """Yield every strategy of at most ``depth`` guesses, even with wasted guesses or misses."""
    for guess in range(len(classes)):
        parts = left_by(classes, members, own, guess) if depth > 1 else []
        below = [list(every_strategy(classes, part, own, depth - 1)) for part in parts]
        for branches in product(*below):
            yield Node(guess, members, branches)


few_weights = st.lists(st.integers(0, 9), min_size=9, max_size=9)
some_kind = st.sampled_from(COSTS).flatmap(lambda kind: objectives(kind, 1000))


class TestByBruteForce:
    @settings(max_examples=50)
    @given(games(secrets=3, guesses=4), some_kind, few_weights)
    def test_the_least_cost_of_all_strategies_is_the_value(self, game, asked, weights):
        """Wasted guesses are tried too, which shows that leaving them out loses nothing."""
        model, least = asked.cost_model, {}
        for tree in every_strategy(game.classes, game.every, game.own, game.secrets):
            tries = [tries_of(tree, game.classes, game.own, secret) for secret in game.every]
            if model.after is None or None not in tries:
                cost = game.cost_of(tree, model, weights=weights)
                least[tree.guess] = min(cost, least.get(tree.guess, cost))
        assert game.least_cost(model, weights=weights) == min(least.values())
        for first in game.own:
            assert game.least_cost(model, weights=weights, first=first) == least[first]

    @given(games(secrets=6, guesses=8), st.integers(1, 4), few_weights)
    def test_misses_and_guaranteed_secrets_are_all_secrets(self, game, tries, weights):
        terms = game.classes, game.every, game.own
        missed = game.least_cost(GUARANTEED(tries), weights=weights)
        every = sum(weights[secret] for secret in game.every)
        assert missed == every - most_guaranteed(*terms, tries, weights)
