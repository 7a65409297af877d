"""The fewest misses within some tries, and the least average with so few, by their definitions."""

import random

import pytest
from emi.fewest import fewest
from emi.optimum import Question, average

from emi import fewest as module
from emi.games.motus import Motus
from emi.games.weights import Weights
from search.model.limits import Limits, Stopped
from tests import oracle

#: More than any total of the games here.
MUCH = 10**6
# Within 3 tries the least average, 20, misses a word that another strategy of 21 does not.
FREE = ["CLAMA", "CLAME", "CLAMP", "CLAMS", "COQUA", "COXAS", "CRASH", "CRISE", "CYANS"]
# Within 2 tries the least average, 18, misses four words, and another strategy of 19 three.
DEAR = ["CAGOT", "CAOUA", "CLAIE", "CLAME", "CLAPE", "CLAVE", "COQUA"]


def drawn(seed, many=9):
    """Return words that tell little about each other."""
    source = random.Random(seed)
    found = set()
    while len(found) < many:
        found.add("A" + "".join(source.choice("ABC") for _ in range(4)))
    return sorted(found)


def classes_of(game):
    return [[game.feedback(guess, secret) for secret in game.secrets] for guess in game.guesses]


def by_definition(game, tries, weights=None, first=None):
    """Return the fewest misses, and the least total with so few."""
    cost = oracle.least_cost(
        classes_of(game), range(len(game.secrets)), [game.guesses.index(s) for s in game.secrets],
        (1,) * tries, 1, MUCH, weights, None if first is None else game.guesses.index(first),
    )  # fmt: skip
    return divmod(cost, MUCH)


def found(game, tries, **asked):
    return fewest(Question(game, **asked), tries, average(Question(game, **asked)))


@pytest.mark.parametrize("seed", range(8))
def test_is_as_the_definition_says_for_any_number_of_tries(seed):
    game = Motus(drawn(seed))
    for tries in range(1, 6):
        best = found(game, tries)
        assert (best.misses, best.total) == by_definition(game, tries)


@pytest.mark.parametrize("seed", range(4))
def test_is_so_with_weights(seed):
    game = Motus(drawn(seed))
    of = tuple(random.Random(seed).choices([1, 2, 5], k=len(game.secrets)))
    weights = Weights("by hand", of, str(of), smoothed=0)
    for tries in range(1, 6):
        best = found(game, tries, weights=weights)
        assert (best.misses, best.total) == by_definition(game, tries, of)
        assert best.misses == sum(of[secret] for secret in best.missed)


@pytest.mark.parametrize("seed", range(4))
def test_is_so_with_a_first_guess(seed):
    game = Motus(drawn(seed))
    for first in game.guesses[::3]:
        for tries in range(1, 5):
            best = found(game, tries, first=first)
            assert (best.misses, best.total) == by_definition(game, tries, first=first)
            assert game.guesses[best.strategy.guess] == first


@pytest.mark.parametrize(
    ("words", "tries", "least", "misses", "total"),
    [(FREE, 3, (1, 20), 0, 21), (DEAR, 2, (4, 18), 3, 19), (FREE, 4, (0, 20), 0, 20)],
)
def test_may_take_more_tries_than_the_least_average(words, tries, least, misses, total):
    game = Motus(words)
    best = found(game, tries)
    assert (best.misses, best.total, len(best.missed)) == (misses, total, misses)
    known = average(Question(game))
    taken = oracle_tries(game, known.strategy)
    assert (sum(took > tries for took in taken), sum(taken)) == least


def oracle_tries(game, strategy):
    own = [game.guesses.index(secret) for secret in game.secrets]
    classes = classes_of(game)
    return [oracle.tries_of(strategy, classes, own, s) for s in range(len(own))]


def test_names_the_secrets_that_its_strategy_misses():
    game = Motus(DEAR)
    best = found(game, 2)
    taken = oracle_tries(game, best.strategy)
    assert best.missed == tuple(secret for secret, took in enumerate(taken) if took > 2)
    assert best.total == sum(taken)


@pytest.mark.parametrize("words", [FREE, DEAR])
@pytest.mark.parametrize("calls", range(1, 12))
def test_that_is_stopped_is_bounds_or_the_truth(words, calls):
    game, tries = Motus(words), 3 if words is FREE else 2
    seen = []
    question = Question(game, watch=lambda progress: seen.append(progress) or len(seen) < calls)
    least = average(Question(game))
    best = fewest(question, tries, least)
    misses, total = by_definition(game, tries)
    if best.proven:
        assert (best.misses, best.total) == (misses, total)
    else:
        assert len(seen) >= calls
        assert best.least <= misses < best.misses
        assert best.total == least.upper


def test_within_a_limit_is_bounds():
    game = Motus(DEAR)
    least = average(Question(game))
    best = fewest(Question(game, limits=Limits(seconds=1e-9)), 2, least)
    assert (best.least, best.total, best.proven) == (0, least.upper, False)


def test_without_a_least_average_there_is_nothing():
    game = Motus(DEAR)
    with pytest.raises(Stopped):
        fewest(Question(game), 2, average(Question(game, limits=Limits(seconds=1e-9))))


@pytest.mark.parametrize("kind", ["front", "within"])
def test_a_search_of_which_no_end_is_seen_is_bounds(monkeypatch, kind):
    from search.solve.cost import search as least_cost

    real = least_cost.CostSearch.run

    def run(self, facts=()):
        steps, endless = self.costs.steps, self.costs.last is None
        if any(steps) and endless == (kind == "front"):
            self.limits = Limits(nodes=1)
        return real(self, facts)

    game, tries = (Motus(DEAR), 2) if kind == "front" else (Motus(FREE), 3)
    least = average(Question(game))
    monkeypatch.setattr(least_cost.CostSearch, "run", run)
    best = fewest(Question(game), tries, least)
    assert best.least == by_definition(game, tries)[0] < best.misses
    assert best.strategy is least.strategy


def test_a_strategy_that_does_not_keep_to_what_is_proven_is_an_error_of_ours(monkeypatch):
    game = Motus(DEAR)
    least = average(Question(game))
    monkeypatch.setattr(module, "_dearly", lambda *_: (least.strategy, 19))
    wrong = "a strategy takes 18 tries and misses 4 within 2, proven are 19 and 3"
    with pytest.raises(AssertionError, match=wrong):
        fewest(Question(game), 2, least)
