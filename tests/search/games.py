"""Small games for the tests of the engine, drawn by hypothesis or made from a seed."""

import random
from dataclasses import dataclass
from itertools import product

import numpy as np
from hypothesis import strategies as st

from emi.games.feedback import MISPLACED, MISSING, WELL_PLACED, letter_marks
from emi.search.model.candidates import Candidates
from emi.search.model.matrix import FeedbackMatrix
from tests import oracle

#: The class number of a secret on its own guess, which no other pair has.
FOUND = 60
seeds = st.integers(0, 10**6)


@dataclass(frozen=True)
class Game:
    """A game as plain lists, and as a matrix for the engine."""

    classes: list[list[int]]
    own: list[int]
    dtype: type = np.uint8

    @property
    def secrets(self) -> int:
        return len(self.own)

    @property
    def every(self) -> list[int]:
        return list(range(self.secrets))

    @property
    def matrix(self) -> FeedbackMatrix:
        return FeedbackMatrix(np.array(self.classes, self.dtype), np.array(self.own))

    def candidates(self, members) -> Candidates:
        return Candidates(members, self.secrets)

    def worst_case(self, members=None) -> int:
        return oracle.worst_case(self.classes, self.every if members is None else members, self.own)

    def begins(self, guess, depth, members=None) -> bool:
        members = self.every if members is None else members
        return oracle.begins(self.classes, members, self.own, guess, depth)

    def least_cost(self, model, members=None, weights=None, first=None) -> int:
        members = self.every if members is None else members
        prices = model.steps, model.after, model.miss
        return oracle.least_cost(self.classes, members, self.own, *prices, weights, first)

    def cost_of(self, tree, model, members=None, weights=None) -> int:
        members = self.every if members is None else members
        prices = model.steps, model.after, model.miss
        return oracle.cost_of(tree, self.classes, members, self.own, *prices, weights)


@dataclass(frozen=True)
class RuledGame(Game):
    """A game of the library, which makes its own matrix."""

    made_of: object = None

    @property
    def matrix(self) -> FeedbackMatrix:
        return self.made_of.matrix()


def ruled(game) -> RuledGame:
    """Return a game of the library as lists, by calling its rule for each pair."""
    classes = [[str(game.feedback(g, s)) for s in game.secrets] for g in game.guesses]
    return RuledGame(classes, [game.guesses.index(secret) for secret in game.secrets], made_of=game)


def made_proper(classes, own, dtype=np.uint8) -> Game:
    """Return the game after giving each own guess a class that holds only its secret."""
    for secret, guess in enumerate(own):
        classes[guess][secret] = FOUND
    return Game(classes, own, dtype)


@st.composite
def games(draw, secrets=9, guesses=12, least=1) -> Game:
    """Draw any game of at most this size, with at least as many guesses as secrets."""
    n = draw(st.integers(least, secrets))
    rows = draw(st.integers(n, max(n, guesses)))
    top = draw(st.integers(0, 4))
    row = st.lists(st.integers(0, top), min_size=n, max_size=n)
    classes = draw(st.lists(row, min_size=rows, max_size=rows))
    own = draw(st.permutations(range(rows)))[:n]
    dtype = draw(st.sampled_from([np.uint8, np.uint16]))
    return made_proper(classes, own, dtype)


@st.composite
def word_games(draw, secrets=60, more=10, least=1) -> Game:
    """Draw words of few letters, by the rule of Motus; up to ``more`` guesses are no secrets."""
    alphabets = [("AB", 4), ("ABC", 3), ("ABC", 4), ("ABCD", 3), ("ABCD", 4)]
    enough = [(letters, length) for letters, length in alphabets if len(letters) ** length >= least]
    letters, length = draw(st.sampled_from(enough))
    words = ["".join(word) for word in product(letters, repeat=length)]
    n = draw(st.integers(least, min(secrets, len(words))))
    guesses = min(n + draw(st.integers(0, more)), len(words))
    words = random.Random(draw(seeds)).sample(words, guesses)
    own = random.Random(draw(seeds)).sample(range(guesses), n)
    classes = [[number_of(letter_marks(word, words[secret])) for secret in own] for word in words]
    return Game(classes, own)


def number_of(pattern: str) -> int:
    """Return the number whose digits to base 3 are the marks of feedback."""
    marks = WELL_PLACED, MISPLACED, MISSING
    return sum(marks.index(mark) * 3**place for place, mark in enumerate(pattern))


@st.composite
def rich_games(draw, secrets=24, more=10) -> Game:
    """Draw a game whose guesses tell many secrets apart, in different ways."""
    n = draw(st.integers(1, secrets))
    guesses = n + draw(st.integers(0, more))
    top = draw(st.integers(max(1, n // 6), max(2, n // 2)))
    source = random.Random(draw(seeds))
    classes = [[source.randint(0, top) for _ in range(n)] for _ in range(guesses)]
    return made_proper(classes, source.sample(range(guesses), n))


@st.composite
def games_and_members(draw, least=1, **size):
    """Draw a game and some of its secrets, in ascending order."""
    game = draw(games(least=least, **size))
    members = draw(st.sets(st.sampled_from(game.every), min_size=least))
    return game, sorted(members)


def alike(secrets, found=1, dtype=np.uint8) -> Game:
    """Return the game whose secrets can only be told apart by guessing them."""
    classes = [[found if g == s else 0 for s in range(secrets)] for g in range(secrets)]
    return Game(classes, list(range(secrets)), dtype)


def hard_game(seed: int) -> Game:
    """Return a game of families whose secrets can hardly be told apart but by guessing them.

    So the worst case is about the size of the largest family, and most of the work is refutation.
    """
    source = random.Random(seed)
    sizes = source.choice([(6,), (5, 3), (5, 4), (4, 4, 2), (6, 2), (3, 3, 3), (6, 3), (7,), (8,)])
    family = [f for f, size in enumerate(sizes) for _ in range(size)]
    classes = [[int(f == family[s]) for f in family] for s in range(len(family))]
    for row in classes:
        for s in range(len(row)):
            if source.random() < 0.05:
                row[s] += 2
    more = source.randrange(4)
    classes += [[source.choice([0, 0, 0, 0, 1]) for _ in family] for _ in range(more)]
    order = list(range(len(classes)))
    source.shuffle(order)
    own = [order.index(s) for s in range(len(family))]
    return made_proper([classes[g] for g in order], own, source.choice([np.uint8, np.uint16]))


def layered_game(seed: int, least: int = 7, most: int = 9) -> Game:
    """Return a game with few classes for each guess, so that the search has several levels."""
    source = random.Random(seed)
    n = source.randint(least, most)
    top = source.choice([1, 1, 2, 2, 3])
    odd = source.choice([0.1, 0.2, 0.35])
    classes = [
        [source.randint(1, top) if source.random() < odd else 0 for _ in range(n)] for _ in range(n)
    ]
    order = list(range(n))
    source.shuffle(order)
    return made_proper([classes[g] for g in order], [order.index(s) for s in range(n)])


def sparse_game(seed: int, least: int = 7, most: int = 12) -> Game:
    """Return a game in which a guess tells few secrets from the others.

    A cheapest strategy mostly proposes secrets in a good order, which takes a search to find.
    """
    source = random.Random(seed)
    n, top = source.randint(least, most), source.choice([1, 1, 2])
    guesses = n + source.randrange(4)
    classes = [
        [source.randint(1, top) if source.random() < 0.1 else 0 for _ in range(n)]
        for _ in range(guesses)
    ]
    return made_proper(classes, source.sample(range(guesses), n))
