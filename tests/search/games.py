"""Small games for the tests of the engine, drawn by hypothesis or made from a seed."""

import random
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from search.candidates import Candidates
from search.matrix import FeedbackMatrix
from tests import oracle

#: A class number that only the own guess of a secret gives, out of the way of the others.
FOUND = 60


@dataclass(frozen=True)
class Game:
    """A game as plain lists, and as the engine sees it."""

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


def made_proper(classes, own, dtype=np.uint8) -> Game:
    """Return the game in which the own guess of each secret sets it apart from all others."""
    for secret, guess in enumerate(own):
        classes[guess][secret] = FOUND
    return Game(classes, own, dtype)


@st.composite
def games(draw, secrets=9, guesses=12, least=1) -> Game:
    """Draw any game of that size at most; the guesses are at least as many as the secrets."""
    n = draw(st.integers(least, secrets))
    rows = draw(st.integers(n, max(n, guesses)))
    top = draw(st.integers(0, 4))
    row = st.lists(st.integers(0, top), min_size=n, max_size=n)
    classes = draw(st.lists(row, min_size=rows, max_size=rows))
    own = draw(st.permutations(range(rows)))[:n]
    dtype = draw(st.sampled_from([np.uint8, np.uint16]))
    return made_proper(classes, own, dtype)


@st.composite
def games_and_members(draw, least=1, **size):
    """Draw a game and some of its secrets, in rising order."""
    game = draw(games(least=least, **size))
    members = draw(st.sets(st.sampled_from(game.every), min_size=least))
    return game, sorted(members)


def alike(secrets, found=1, dtype=np.uint8) -> Game:
    """Return the game whose secrets only naming tells apart."""
    classes = [[found if g == s else 0 for s in range(secrets)] for g in range(secrets)]
    return Game(classes, list(range(secrets)), dtype)


def hard_game(seed: int) -> Game:
    """Return a game of families that a few guesses tell apart; within one, naming is nearly all.

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
