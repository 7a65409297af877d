"""The oracle, held against games worked out by hand and against brute force."""

from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle import (
    begins,
    cost_of,
    hard_begins,
    hard_worst_case,
    least_cost,
    left_by,
    most_guaranteed,
    price_of,
    tries_of,
    worst_case,
)
from tests.search.games import (
    alike,
    games,
    hard_game,
    layered_game,
    made_proper,
    rich_games,
    word_games,
)

#: Prices of the average, and of the secrets that are missed within so many tries.
AVERAGE = (), 1, 0


def guaranteed(tries):
    return (0,) * tries, None, 1


def within(tries, miss=10**6):
    return (1,) * tries, None, miss


def front(tries, miss=1000):
    return (1,) * tries, 1, miss


class Node(NamedTuple):
    """A strategy written by hand, or one of all there are."""

    guess: int
    members: list[int]
    branches: tuple["Node", ...] = ()


#: Five secrets that only naming tells apart, but that guess 3 tells secret 4 from the others, and
#: guess 5, which names none, tells 0 and 2 from the others.
NEARLY_ALIKE = [*alike(5).classes, [2, 0, 2, 0, 0]]
NEARLY_ALIKE[3] = [0, 0, 0, 1, 2]
FIVE = range(5)


def cost_of_five(prices, **more):
    return least_cost(NEARLY_ALIKE, FIVE, FIVE, *prices, **more)


class TestWorstCases:
    def test_of_a_game_worked_out_by_hand(self):
        # Guess 3 tells all apart; without it the secrets are named one by one.
        classes, own = [[0, 1, 1], [1, 0, 1], [1, 1, 0]], range(3)
        assert worst_case(classes, [0, 1, 2], own) == 3
        assert worst_case([*classes, [0, 1, 2]], [0, 1, 2], own) == 2
        assert worst_case(classes, [1], own) == 1
        assert begins([*classes, [0, 1, 2]], [0, 1, 2], own, 3, 2)
        assert not begins([*classes, [0, 1, 2]], [0, 1, 2], own, 1, 2)

    def test_among_candidates_of_a_game_worked_out_by_hand(self):
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


class TestSecretsThatOnlyNamingTellsApart:
    def cost(self, prices, secrets=5, **more):
        game = alike(secrets)
        return least_cost(game.classes, game.every, game.own, *prices, **more)

    def test_are_found_one_after_the_other(self):
        assert self.cost(AVERAGE) == 1 + 2 + 3 + 4 + 5

    def test_are_missed_when_there_are_no_more_tries(self):
        assert [self.cost(guaranteed(tries)) for tries in range(1, 7)] == [4, 3, 2, 1, 0, 0]

    def test_pay_for_each_guess_until_they_are_found(self):
        assert self.cost(((3, 0, 10), None, 100)) == 5 * 3 + 4 * 0 + 3 * 10 + 2 * 100
        assert self.cost(((3, 0, 10), 7, 100)) == 5 * 3 + 3 * 10 + 2 * 100 + (1 + 2) * 7

    def test_that_are_missed_are_found_later_if_the_game_goes_on(self):
        assert self.cost(front(3)) == 2 * 1000 + 15
        assert self.cost(front(5)) == self.cost(within(5)) == 15
        assert self.cost(within(3)) == 2 * 10**6 + 1 + 2 + 3 + 3 + 3

    def test_are_named_the_heaviest_first(self):
        weights = [2, 1, 5, 4, 3]
        assert self.cost(AVERAGE, weights=weights) == 1 * 5 + 2 * 4 + 3 * 3 + 4 * 2 + 5 * 1
        assert self.cost(guaranteed(3), weights=weights) == 2 + 1
        assert self.cost(guaranteed(1), weights=weights) == 2 + 1 + 4 + 3

    def test_are_told_apart_by_a_guess_that_is_none_of_them(self):
        classes = [*alike(4).classes, [1, 2, 3, 4]]
        four = range(4)
        assert least_cost(classes, four, four, *AVERAGE) == 4 + 4
        assert least_cost(classes, four, four, *AVERAGE, first=0) == 4 + 6
        assert least_cost(classes, four, four, *guaranteed(2)) == 0
        assert least_cost(classes, four, four, *guaranteed(2), first=0) == 2
        assert least_cost(classes, four, four, *guaranteed(1)) == 3
        assert least_cost(classes, four, four, *guaranteed(1), first=4) == 4

    def test_may_be_one_or_none(self):
        assert self.cost(AVERAGE, secrets=1) == 1
        assert self.cost(guaranteed(1), secrets=1) == 0
        assert least_cost(NEARLY_ALIKE, [2], FIVE, *AVERAGE, first=0) == 2
        assert least_cost(NEARLY_ALIKE, [2], FIVE, *guaranteed(1), first=0) == 1
        assert least_cost(NEARLY_ALIKE, [], FIVE, *AVERAGE) == 0

    def test_all_pay_for_a_first_guess_that_tells_nothing(self):
        classes = [*alike(3).classes, [0, 0, 0]]
        three = range(3)
        assert least_cost(classes, three, three, *AVERAGE, first=3) == 3 + 6
        assert least_cost(classes, three, three, *guaranteed(2), first=3) == 2
        assert least_cost(classes, three, three, *front(1), first=3) == 3 * 1000 + 3 + 6


class TestAGameWhereTheAverageTakesOneGuessTooMany:
    """Naming 3 tells 4; the other three are named in turn. Guess 5 leaves {0, 2} and {1, 3, 4}."""

    def test_the_average(self):
        assert cost_of_five(AVERAGE) == 5 + 1 + (1 + 2 + 3) == 12
        assert cost_of_five(AVERAGE, first=5) == 5 + (1 + 2) + (1 + 2 + 2) == 13

    def test_within_three_only_guess_5_will_do(self):
        assert cost_of_five(within(3)) == 13
        assert cost_of_five(within(3), first=5) == 13
        assert cost_of_five(within(3), first=3) >= 10**6
        assert cost_of_five(within(4)) == 12

    def test_what_is_guaranteed(self):
        assert [cost_of_five(guaranteed(tries)) for tries in (1, 2, 3)] == [4, 2, 0]
        assert [most_guaranteed(NEARLY_ALIKE, FIVE, FIVE, tries) for tries in range(4)] == [
            0, 1, 3, 5,
        ]  # fmt: skip

    def test_the_front(self):
        assert [cost_of_five(front(tries)) for tries in (1, 2, 3, 4)] == [4012, 2012, 13, 12]

    def test_weights_that_change_the_first_guess(self):
        """Secret 1 is worth more than all others, so it is named; then 3, for 4; then 0 and 2."""
        weights = [1, 9, 1, 1, 1]
        assert cost_of_five(AVERAGE, weights=weights) == 9 * 1 + 2 + 3 + 3 + 4 == 21
        assert cost_of_five(AVERAGE, weights=weights, first=3) == 9 * 2 + 1 + 2 + 3 + 4
        assert cost_of_five(guaranteed(1), weights=weights) == 4
        assert most_guaranteed(NEARLY_ALIKE, FIVE, FIVE, 2, weights) == 9 + 1 + 1


class TestAStrategyThatIsPlayed:
    """Name 3, then 4 if it was told; else 0, and then 2; 1 is left out."""

    two = Node(2, [1, 2])
    tree = Node(3, [0, 1, 2, 3, 4], (Node(0, [0, 1, 2], (two,)), Node(4, [4])))

    def test_finds_each_secret_in_its_number_of_tries(self):
        tries = [tries_of(self.tree, NEARLY_ALIKE, FIVE, secret) for secret in FIVE]
        assert tries == [2, None, 3, 1, 2]

    def test_costs_the_prices_of_the_guesses_until_then(self):
        def cost(*prices, **more):
            return cost_of(self.tree, NEARLY_ALIKE, FIVE, FIVE, *prices, **more)

        assert cost(*guaranteed(3)) == 1
        assert cost(*guaranteed(2)) == 2
        assert cost(*guaranteed(2), weights=[5, 6, 7, 8, 9]) == 6 + 7
        assert cost(*within(3, 100)) == 2 + 103 + 3 + 1 + 2

    def test_must_find_every_secret_in_a_game_without_an_end(self):
        with pytest.raises(ValueError, match="never found"):
            cost_of(self.tree, NEARLY_ALIKE, FIVE, FIVE, *AVERAGE)

    def test_sees_no_more_than_the_feedback(self):
        split = Node(3, [0, 1, 2, 3, 4], (Node(0, [0, 1]), Node(2, [2]), Node(4, [4])))
        with pytest.raises(ValueError, match="too many values"):
            tries_of(split, NEARLY_ALIKE, FIVE, 2)

    def test_pays_for_a_miss_before_any_guess_after_it(self):
        assert [price_of(tries, (2, 3), 7, 100) for tries in (1, 2, 3, 4)] == [2, 5, 112, 119]
        assert [price_of(tries, (2, 3), None, 100) for tries in (1, 2, 3, None)] == [2, 5, 105, 105]
        assert price_of(3, *AVERAGE) == 3


def every_strategy(classes, members, own, depth):
    """Yield every strategy of at most so many guesses; it may waste guesses, and may miss some."""
    for guess in range(len(classes)):
        parts = left_by(classes, members, own, guess) if depth > 1 else []
        below = [list(every_strategy(classes, part, own, depth - 1)) for part in parts]
        for branches in product(*below):
            yield Node(guess, members, branches)


prices = st.one_of(
    st.just(AVERAGE),
    st.builds(guaranteed, st.integers(1, 3)),
    st.builds(front, st.integers(1, 3)),
    st.tuples(st.lists(st.integers(0, 4), max_size=3), st.integers(0, 3), st.integers(0, 9)),
    st.tuples(st.lists(st.integers(0, 4), min_size=1, max_size=3), st.none(), st.integers(0, 9)),
)
few_weights = st.lists(st.integers(0, 9), min_size=9, max_size=9)


class TestByBruteForce:
    @settings(max_examples=50)
    @given(games(secrets=3, guesses=4), prices, few_weights)
    def test_no_strategy_at_all_costs_less_and_one_costs_as_much(self, game, prices, weights):
        """Wasted guesses are tried too: to leave them out is no loss."""
        terms = game.classes, game.every, game.own
        least = {}
        for tree in every_strategy(*terms, game.secrets):
            tries = [tries_of(tree, game.classes, game.own, secret) for secret in game.every]
            if prices[1] is None or None not in tries:
                cost = cost_of(tree, *terms, *prices, weights)
                least[tree.guess] = min(cost, least.get(tree.guess, cost))
        assert least_cost(*terms, *prices, weights) == min(least.values())
        for first in game.own:
            assert least_cost(*terms, *prices, weights, first) == least[first]

    @given(games(secrets=6, guesses=8), st.integers(1, 4), few_weights)
    def test_what_is_missed_is_all_but_the_most_that_is_guaranteed(self, game, tries, weights):
        terms = game.classes, game.every, game.own
        missed = least_cost(*terms, *guaranteed(tries), weights)
        every = sum(weights[secret] for secret in game.every)
        assert missed == every - most_guaranteed(*terms, tries, weights)


class TestTheGames:
    @settings(max_examples=50)
    @given(st.one_of(word_games(), rich_games()))
    def test_have_own_guesses_that_set_their_secret_apart(self, game):
        assert game.matrix.secrets == game.secrets

    @settings(max_examples=50)
    @given(word_games())
    def test_of_words_are_won_by_the_pattern_that_is_all_well_placed(self, game):
        assert all(game.classes[guess][secret] == 0 for secret, guess in enumerate(game.own))
