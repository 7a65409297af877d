"""What the aggregates and one-step strategies are, by their printed definitions, in plain Python.

Slow, and obviously right. An aggregate takes the sizes of the classes that are not empty, in any
order, and whether the guess is a candidate. Sources as in ``emi.search.heuristics.aggregates``.
"""

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

#: Irrational values that are no further apart count as equal.
TOLERANCE = 1e-12


def vector(sizes):
    """[CDL] section 4: for each candidate the size of the class that it lies in, sorted."""
    return sorted(t for t in sizes for _ in range(t))


def gini(sizes):
    a = vector(sizes)
    n = len(a)
    return Fraction(2 * sum(i * x for i, x in enumerate(a, 1)), n * sum(a)) - Fraction(n + 1, n)


def entropy(sizes):
    a = vector(sizes)
    shares = [x / sum(a) for x in a]
    return -math.fsum(b * math.log2(b) for b in shares)


def information(sizes):
    return -math.fsum(t / sum(sizes) * math.log2(t / sum(sizes)) for t in sizes)


def logarithmic_integral(x):
    """Return the integral of dt / ln t from 2 to x, by Simpson's rule, with li(2) from tables.

    The substitution u = ln t gives e^u / u, which is smooth: up to x = 100,000, the error of 1,000
    steps is below 10^-10.
    """
    steps = 1000
    begin, h = math.log(2), (math.log(x) - math.log(2)) / steps
    at = [math.exp(begin + h * i) / (begin + h * i) for i in range(steps + 1)]
    total = at[0] + at[-1] + 4 * math.fsum(at[1:-1:2]) + 2 * math.fsum(at[2:-1:2])
    return 1.045163780117493 + h / 3 * total


def landy(x):
    """Return z with z^z = x, by halving."""
    low, high = 1.0, max(2.0, x)
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if middle * math.log(middle) <= math.log(x) else (low, middle)
    return low


def tau(candidate, x):
    return x if candidate else 0


AGGREGATES = {
    "Sum": lambda t, _c, _m: sum(vector(t)),
    "Max": lambda t, _c, _m: max(vector(t)),
    "Gmax": lambda t, _c, _m: tuple(reversed(vector(t))),
    "Gini": lambda t, _c, _m: gini(t),
    "Entropy": lambda t, _c, _m: entropy(t),
    "ExpectedSize": lambda t, _c, _m: sum(Fraction(x, sum(t)) * x for x in t),
    "Information": lambda t, _c, _m: information(t),
    "Partitions": lambda t, _c, _m: len(t),
    "Deviation": lambda t, _c, m: (
        math.sqrt((m * sum(x * x for x in t) - sum(t) ** 2) / (m * (m - 1))) if m > 1 else 0.0
    ),
    "ThreeHalves": lambda t, _c, _m: math.fsum(x**1.5 for x in t),
    "Cubes": lambda t, _c, _m: sum(x**3 for x in t),
    "Candidate": lambda _t, c, _m: 1 - tau(c, 1),
    "MaxTau": lambda t, c, _m: max(t) - tau(c, 1),
    "Exponential": lambda t, c, _m: (
        math.fsum(x * (1 - math.exp(-x)) for x in t) - tau(c, 1 - math.exp(-1))
    ),
    "Reciprocals": lambda t, c, _m: 1 / float(sum(Fraction(1, x) for x in t) + tau(c, 1)),
    "PlainReciprocals": lambda t, _c, _m: 1 / float(sum(Fraction(1, x) for x in t)),
    "GeometricMean": lambda t, c, _m: (
        -math.fsum(map(math.log, t)) / len(t) - 2 * math.log(len(t) + tau(c, 1))
    ),
    "MeanSquare": lambda t, c, _m: Fraction(sum(x * x for x in t), len(t)) - tau(c, 1),
    "PlainMeanSquare": lambda t, _c, _m: Fraction(sum(x * x for x in t), len(t)),
    "LogIntegral": lambda t, c, _m: (
        math.fsum(x * logarithmic_integral(1 + x) for x in t) - tau(c, 2 * logarithmic_integral(3))
    ),
    "PlainLandy": lambda t, _c, _m: math.fsum(x * landy(x) for x in t),
    "Landy": lambda t, c, _m: math.fsum(x * landy(x) for x in t) - tau(c, 1),
    "SquareRoot": lambda t, c, _m: math.fsum(x * math.sqrt(x) for x in t) - tau(c, 1),
    "Logarithm": lambda t, c, _m: (
        math.fsum(x * math.log(1 + x) for x in t) - tau(c, 2 * math.log(2))
    ),
    "InformationTau": lambda t, c, _m: (
        math.fsum(x * math.log(x) for x in t) - tau(c, 2 * math.log(2))
    ),
}
#: The aggregates of which the highest value is preferred.
HIGHEST = {"Information", "Partitions"}


def best(values: Sequence, *, highest: bool) -> list[int]:
    """Return the places of the best values."""
    top = max(values) if highest else min(values)
    if isinstance(top, float):
        slack = TOLERANCE * max(1, abs(top))
        return [i for i, value in enumerate(values) if abs(value - top) <= slack]
    return [i for i, value in enumerate(values) if value == top]


def tries(classes, own, by, *, ties, candidates_only=False, opening=()):
    """Return the number of guesses that a one-step strategy takes for each secret.

    ``by`` lists aggregates with whether the highest is preferred; ``classes[g][s]`` is the feedback
    of guess g on secret s, ``own[s]`` names secret s.
    """
    feedbacks = 1 + max(map(max, classes))

    def choose(members, made):
        named = {own[s] for s in members}
        left = [
            g for g in range(len(classes)) if g not in made and (g in named or not candidates_only)
        ]
        for name, highest in by:
            values = [
                AGGREGATES[name](
                    Counter(classes[g][s] for s in members).values(), g in named, feedbacks
                )
                for g in left
            ]
            left = [left[i] for i in best(values, highest=highest)]
        if ties == "possible":
            left = [g for g in left if g in named] or left
        return left[-1 if ties == "last" else 0]

    found = [0] * len(own)

    def play(members, made):
        if len(members) == 1 and len(made) >= len(opening):
            found[members[0]] = len(made) + 1
            return
        guess = opening[len(made)] if len(made) < len(opening) else choose(members, made)
        parts = {}
        for s in members:
            parts.setdefault(classes[guess][s], []).append(s)
        for part in parts.values():
            if own[part[0]] == guess:
                found[part[0]] = len(made) + 1
            else:
                play(part, (*made, guess))

    play(list(range(len(own))), ())
    return found
