"""Strategies and proofs as records, and the records that are refused."""

import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.search.model.strategy import build
from emi.search.model.written import (
    PROOF,
    STRATEGY,
    Core,
    Node,
    Outline,
    Refutation,
    decode_written,
    encode_written,
)  # fmt: skip
from tests.search.games import games_and_members

#: Guess 3 names no secret; 0 and 1 are found after it, 2 is missed.
OWN = {0: 0, 1: 1, 2: 2}
NODES = (Node(3, 2, hits=False), Node(0, 1, hits=True), Node(1, 0, hits=True),
         Node(3, 0, hits=False, missed=(2,)))  # fmt: skip
CORES = [
    Core(1, np.array([0, 1], np.int32)),
    Core(2, np.array([0, 1, 2], np.int32), (0,), ((1, 0, 2), (0, 2, 1))),
]


def plain(node):
    """Return a strategy as lists."""
    return node.guess, node.members.tolist(), node.depth, node.total, [
        plain(branch) for branch in node.branches
    ]  # fmt: skip


@given(games_and_members(), st.randoms(use_true_random=False), st.integers(1, 4))
def test_a_strategy_is_read_back_from_its_record(drawn, source, end):
    game, members = drawn
    guesses = len(game.classes)
    strategy = build(
        game.matrix, np.array(members, np.int32),
        lambda left, _: game.own[source.choice(left.tolist())],
        opening=[source.randrange(guesses)], last=lambda made: made + 1 == end,
    )  # fmt: skip
    outline = Outline.of(strategy, game.matrix.own, rarest=end == 1)
    own = {guess: secret for secret, guess in enumerate(game.own)}
    record = encode_written(outline)
    read, refutation = decode_written(record, own, guesses)
    assert record.startswith(STRATEGY)
    assert (read.nodes, read.rarest, refutation) == (outline.nodes, end == 1, None)
    assert plain(read.strategy) == plain(strategy)
    tries = strategy.tries(game.secrets).tolist()
    assert {**read.found, **read.missed} == {secret: tries[secret] for secret in members}
    assert read.depth == max(tries)


def test_an_outline_counts_found_and_missed_secrets_and_a_proof_has_cores():
    record = encode_written(Outline(NODES, OWN, rarest=False), Refutation(CORES, minimal=True))
    outline, (cores, minimal, _) = decode_written(record, OWN, 4)
    assert minimal
    assert record.startswith(PROOF)
    assert (outline.found, outline.missed, outline.depth) == ({0: 2, 1: 3}, {2: 2}, 3)
    assert [(depth, members.tolist(), *why) for depth, members, *why in cores] == [
        (1, [0, 1], (), ()), (2, [0, 1, 2], (0,), ((1, 0, 2), (0, 2, 1))),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "nodes",
    [
        (),
        NODES[:2],
        (*NODES, NODES[2]),
        (Node(3, -1, hits=False),),
        (Node(3, 0, hits=True),),
        (Node(0, 1, hits=True), Node(0, 0, hits=True)),
        (Node(0, 0, hits=True, missed=(0,)),),
        (Node(3, 0, hits=False, missed=(9,)),),
    ],
)
def test_nodes_that_form_no_strategy_are_refused(nodes, refused):
    with refused(ValueError):
        Outline(nodes, OWN, rarest=False)


@pytest.mark.parametrize(
    "numbers",
    [
        [],
        [0, 1, 3],
        [0, 1, 4, 1, 0],
        [0, 1, 0, 1, 0],
        [0, 1, 0, 1, 0, 1, 1, 1],
        [0, 1, 0, 1, 0, 1, 1, 1, 5, 0],
        [0, 1, 0, 1, 0, 1, 2, 1, 0, 1, 0],
    ],
)
def test_damaged_records_are_refused(numbers, refused):
    with refused(ValueError):
        decode_written(PROOF + zlib.compress(np.array(numbers, "<i4").tobytes()), OWN, 4)


def test_a_record_that_is_cut_is_refused():
    whole = encode_written(Outline(NODES, OWN, rarest=True), Refutation(CORES, minimal=False))
    for cut in range(len(STRATEGY), len(whole)):
        with pytest.raises(ValueError, match="a damaged strategy"):
            decode_written(whole[:cut], OWN, 4)
    with pytest.raises(ValueError, match="buffer size"):
        decode_written(STRATEGY + zlib.compress(b"123"), OWN, 4)
