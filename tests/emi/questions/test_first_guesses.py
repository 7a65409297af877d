"""Games of few secrets whose first guesses are given, also those that tell nothing."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import emi
from emi.cache import DiskStore
from emi.errors import OptionError
from emi.games.game import RESTRICTIONS
from emi.upkeep.audit import verify
from tests.emi.games.test_hard import by_definition, play

OBJECTIVES = [
    emi.WorstCase(), emi.Average(), emi.Average(3), emi.Guaranteed(1), emi.Guaranteed(2)
]  # fmt: skip


def few_secrets(seed):
    """Return a game of one to three secrets, and of some guesses more."""
    source = random.Random(seed)
    words = ["".join(word) for word in product("ABCD"[: source.randint(2, 4)], repeat=3)]
    guesses = source.sample(words, source.randint(4, 8))
    return emi.Wordle(source.sample(guesses, source.randint(1, 3)), guesses)


def openings(game, source):
    """Return first guesses: some single ones, and where play is not hard, two and three."""
    pool = game.secrets if game.restriction == "possible" else game.guesses
    many = [] if game.hard else [source.sample(pool, 2), source.sample(pool, 3)]
    return [(), *[(one,) for one in source.sample(pool, min(3, len(pool)))], *map(tuple, many)]


@pytest.mark.parametrize("restriction", [None, *RESTRICTIONS])
@pytest.mark.parametrize("objective", OBJECTIVES, ids=repr)
@settings(max_examples=6)
@given(seed=st.integers(0, 10**6))
def test_each_strategy_begins_so_and_each_record_is_read_back(
    restriction, objective, seed, tmp_path_factory
):
    game = few_secrets(seed)
    game = game.hardened(restriction) if restriction else game
    folder = tmp_path_factory.mktemp("cache")
    for first in openings(game, random.Random(seed)):
        value = by_definition(game, objective, first=first)
        with DiskStore(folder) as store:
            if objective.name == "average" and value >= 1000:
                with pytest.raises(OptionError, match="no strategy"):
                    emi.solve(game, objective, first=first, store=store)
                continue
            # The second run reads what the first one stored; a record that it drops is a warning.
            for _ in range(2):
                found = emi.solve(game, objective, first=first, store=store)
                # Numbers of numpy cannot be written as JSON.
                assert emi.table(found).render("json")
                assert (found.proven, found.bounds.lower) == (True, value)
                assert reached(game, objective, first, found.strategy()) == value
    assert verify(folder).faults == ()


def reached(game, objective, first, strategy):
    """Return the value of a strategy that begins with these guesses, by playing it."""
    taken = []
    for secret in game.secrets:
        history = play(game, strategy, secret)
        if history is not None:
            made = tuple(guess for guess, _ in history)
            assert made[: len(first)] == first[: len(made)]
            taken.append(len(made))
    if objective.name == "guaranteed":
        return len(game.secrets) - sum(1 for one in taken if one <= objective.tries)
    assert len(taken) == len(game.secrets)
    return max(taken) if objective.name == "worst" else sum(taken)
