"""Several first guesses, made in order regardless of the feedback, as one guess.

The feedback on all of them together is one more row of the feedback matrix. It is a guess that only
the root makes: each class agrees on the whole row, so the row splits nothing below. The secrets
that one of the guesses finds are taken out, and what they cost is a constant.
"""

from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np

from emi.search.model.matrix import Indices
from emi.search.model.partition import Partitioner


class Opening(NamedTuple):
    """The guesses of an opening, and the partition that they make together.

    Attributes
    ----------
    guesses : tuple of int
        At least one, and all distinct.
    found : dict of int to int
        The number of the guess that finds a secret, counted from 1, for the secrets that one finds.
    left : (n,) int32
        The other secrets.
    classes : list of (n,) int32
        Their classes, the largest first. Members keep their order.
    """

    guesses: tuple[int, ...]
    found: dict[int, int]
    left: Indices
    classes: list[Indices]

    @classmethod
    def of(cls, partitioner: Partitioner, members: Indices, guesses: Sequence[int]) -> Self:
        """Return the opening of a set."""
        own, found, classes = partitioner.matrix.own, dict[int, int](), [members]
        for number, guess in enumerate(guesses, 1):
            after = list[Indices]()
            for klass in classes:
                for part in partitioner.classes(guess, klass):
                    if own[part[0]] == guess:
                        found[int(part[0])] = number
                    else:
                        after.append(part)
            classes = after
        left = members[~np.isin(members, [*found])]
        return cls(tuple(guesses), found, left, sorted(classes, key=len, reverse=True))
