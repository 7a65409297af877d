"""Strategies as trees: their numbers, and how they are built."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from emi.objectives.worst_case import WorstCase
from emi.search.model.strategy import Strategy, build
from tests.search.games import alike, games_and_members
from tests.search.questions import Question, all_tries, assert_sound


def node(guess, members, *branches):
    return Strategy.node(guess, np.array(members, np.int32), branches)


#: Guess 9 names no secret; 0 is found second, 1 and 2 third, as guess 9 does not separate 1 from 0.
TREE = node(9, [0, 1, 2, 3], node(0, [0, 1], node(1, [1])), node(2, [2, 3], node(3, [3])))


def test_a_node_adds_one_to_its_deepest_branch_and_counts_every_member():
    assert (TREE.depth, TREE.total) == (3, 4 + 2 + 2 + 1 + 1)
    assert [branch.depth for branch in TREE.branches] == [2, 2]


def test_nodes_come_before_their_branches():
    assert [each.guess for each in TREE.nodes()] == [9, 0, 1, 2, 3]


def test_secrets_at_a_depth_are_found_there():
    assert [TREE.at_depth(depth) for depth in (1, 2, 3, 4)] == [0, 2, 2, 0]
    assert TREE.tries(5).tolist() == [2, 3, 2, 3, 0]


def test_guesses_are_counted_for_missed_secrets_too():
    assert node(0, [0, 1, 2], node(1, [1, 2])).tries(3).tolist() == [1, 2, 2]


@settings(max_examples=100)
@given(games_and_members(), st.randoms(use_true_random=False), st.integers(1, 4))
def test_a_built_strategy_follows_the_choices(drawn, source, end):
    game, members = drawn
    question = Question(game, WorstCase(), members)
    asked = []

    def choose(members, made):
        asked.append((members.tolist(), made))
        return game.own[source.choice(members.tolist())]

    array = np.array(members, np.int32)
    tree = build(game.matrix, array, choose)
    tries = all_tries(tree, question)
    assert_sound(tree, question, members)
    assert (tree.depth, tree.total) == (max(tries), sum(tries))
    assert all(len(of) > 1 for of, _ in asked)
    first = len(game.classes) - 1
    ended = build(game.matrix, array, choose, opening=(first,), last=lambda made: made + 1 == end)
    assert ended.guess == first
    assert ended.depth <= end or len(members) == 1
    assert_sound(ended, question, members)


def test_a_chain_is_as_deep_as_its_number_of_secrets():
    game = alike(4)
    tree = build(game.matrix, np.arange(4, dtype=np.int32), lambda members, _: int(members[-1]))
    assert [each.guess for each in tree.nodes()] == [3, 2, 1, 0]
