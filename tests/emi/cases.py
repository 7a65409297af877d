"""Small games that several tests ask about, what they are worth by definition, and stores."""

import csv
import io
import random
from pathlib import Path

import pytest

import emi
from tests import oracle

ROOT = Path(emi.__file__).parents[1]

# Example 2 of the paper.
PAPER = ["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES", "LOGIONS", "LOGIQUE"]
# One letter apart: each word tells only whether it is right, so that n words need n guesses.
FAMILY = [f"{a}OTTE" for a in "BCDGHLMNPR"]
# BLCCC tells B and L from N and D and from each other; without it each of the four is named.
FOUR = ["BOTTE", "LOTTE", "NOTTE", "DOTTE"]
HELPED = emi.Motus(FOUR, [*FOUR, "BLCCC", "NCCCB"])
# Within 3 tries the least average, 20, misses a word that another strategy of 21 does not.
FREE = ["CLAMA", "CLAME", "CLAMP", "CLAMS", "COQUA", "COXAS", "CRASH", "CRISE", "CYANS"]
# Within 2 tries the least average, 18, misses four words, and another strategy of 19 three.
DEAR = ["CAGOT", "CAOUA", "CLAIE", "CLAME", "CLAPE", "CLAVE", "COQUA"]

#: More than any total of the games here.
MUCH = 10**6


def rows(text):
    """Return the lines of a CSV, by column."""
    return list(csv.DictReader(io.StringIO(text)))


def long_game(size=40, name=""):
    """Return a game with some searching to do: nodes are counted in hundreds and thousands."""
    words = [a + b for a in "ABCDEFGHIJKLMNOP" for b in "ABCDEFGHIJKLMNOP"]
    return emi.Motus(words[:: len(words) // size][:size], **({"name": name} if name else {}))


def drawn(seed, many=9, letters="ABC"):
    """Return words that tell little about each other."""
    source = random.Random(seed)
    found = set()
    while len(found) < many:
        found.add("A" + "".join(source.choice(letters) for _ in range(4)))
    return sorted(found)


def seeds(few, many):
    """Return the numbers below ``many``; those from ``few`` on are for ``make test-all``."""
    rest = (pytest.param(seed, marks=pytest.mark.slow) for seed in range(few, many))
    return [*range(few), *rest]


def plain(game):
    """Return the feedback of each guess on each secret, and the guess that names each secret."""
    classes = [[game.feedback(guess, secret) for secret in game.secrets] for guess in game.guesses]
    return classes, [game.guesses.index(secret) for secret in game.secrets]


def by_definition(game, objective, first=None, candidates=None):
    """Return the value of a game by an objective."""
    classes, own = plain(game)
    at = None if first is None else game.guesses.index(first)
    members = [game.secrets.index(code) for code in candidates or game.secrets]
    if objective.name == "worst":
        if at is None:
            return oracle.worst_case(classes, members, own)
        return next(d for d in range(99) if oracle.begins(classes, members, own, at, d))
    tries = objective.tries
    if objective.name == "guaranteed":
        prices = (0,) * tries, None, 1
    else:
        prices = ((), 1, 0) if tries is None else ((1,) * tries, None, MUCH)
    return oracle.least_cost(classes, members, own, *prices, objective.weights, at)


def taken(game, tree):
    """Return how many guesses each secret takes; None for one that is missed."""
    classes, own = plain(game)
    return [oracle.tries_of(tree, classes, own, secret) for secret in range(len(own))]


class Memory:
    """A store that keeps what it is given as long as it lives."""

    def __init__(self):
        self.kept = {}
        self.labels = {}
        self.writes = 0

    def read(self, key):
        yield from self.kept.get(key, [])

    def write(self, key, records, label=""):
        self.writes += 1
        self.kept.setdefault(key, []).extend(records)
        self.labels[key] = label

    def replace(self, key, records, label=""):
        self.kept[key] = list(records)
        self.labels[key] = label


class Broken(Memory):
    """A store that takes nothing."""

    def write(self, key, records, label=""):  # noqa: ARG002 - as the protocol has it
        self.writes += 1
        raise emi.CacheError("the disk is full")

    replace = write


def of_words(line, lexicon):
    """Return the option of a lexicon, or nothing if the game of a line reads none."""
    none = any(game in line.lower() for game in ("mastermind", "moo", "permutation", "wordle"))
    return [] if none else ["--lexicon", lexicon]
