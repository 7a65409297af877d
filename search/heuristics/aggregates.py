"""The aggregates: what a one-step strategy makes of the class sizes that a guess would leave.

An aggregate is one function. It takes the `Profiles` of any number of guesses and returns a value
for each; its decorator says whether the lowest or the highest is preferred. In the formulas t runs
over the sizes of the classes that are not empty, n is the number of candidates, k that of the
classes, and tau(x) is x for a guess that is a candidate and 0 for any other. The class of a guess
that is right counts as a class of size 1, like any other.

Sources
-------
[CDL] N. Chetcuti-Sperandio, F. Delorme, S. Lagrue, On aggregate and comparison functions for
Motus/Lingo playing, ICGA Journal 40 (3), 2018. Its vector of a guess has n components, one for each
candidate: the size of the class that the candidate lies in.
[HH] A. Heeffer, H. Heeffer, Near-optimal strategies for the game of Logik, ICGA Journal.
[P] A. Pepperdine, The game of MOO, 2010.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from search.heuristics.comparison import Ratios, Values, Vectors
from search.heuristics.profiles import Floats, Integers, Profiles

#: Every aggregate by its name, in the order of this file.
AGGREGATES: dict[str, "Aggregate"] = {}


@dataclass(frozen=True)
class Aggregate:
    """A value function and the direction in which it is read.

    Parameters
    ----------
    name : str
    function : callable
        From `Profiles` to a value for each guess.
    highest : bool
        Whether the highest value is preferred, or the lowest.
    """

    name: str
    function: Callable[[Profiles], Values]
    highest: bool

    def __call__(self, sizes: Profiles) -> Values:
        """Return the value of each guess."""
        return self.function(sizes)


Decorator = Callable[[Callable[[Profiles], Values]], Aggregate]


def lowest(name: str) -> Decorator:
    """Make an aggregate of which the lowest value is preferred."""
    return lambda function: _enter(Aggregate(name, function, highest=False))


def highest(name: str) -> Decorator:
    """Make an aggregate of which the highest value is preferred."""
    return lambda function: _enter(Aggregate(name, function, highest=True))


def _enter(aggregate: Aggregate) -> Aggregate:
    return AGGREGATES.setdefault(aggregate.name, aggregate)


@lowest("Sum")
def total(sizes: Profiles) -> Integers:
    """Return the sum of the vector, sum(t^2). [CDL] section 4.1."""
    return sizes.sum(sizes.size**2)


@lowest("Max")
def largest(sizes: Profiles) -> Integers:
    """Return the greatest component, max(t). [CDL] section 4.1; the worst case of [HH] 3.1."""
    return sizes.largest


@lowest("Gmax")
def leximax(sizes: Profiles) -> Vectors:
    """Return the vector, sorted: the greatest components are compared, then the next, and so on.

    [CDL] section 4.1, after H. Moulin, Axioms of Cooperative Decision Making, 1988.
    """
    return Vectors(sizes)


@lowest("Gini")
def gini(sizes: Profiles) -> Ratios:
    """Return the Gini index of the vector, 2 sum(i a(i)) / (n sum(a)) - (n + 1) / n.

    Here a(1) to a(n) are its components in rising order, so that sum(a) = sum(t^2). [CDL] 4.1.
    """
    n = sizes.members
    components = sizes.size * sizes.times
    # Components of a run have the ranks from n - c + 1 to n - c + m, when m of them are in the run
    # and c in it and the runs before: all guesses have n, so that one running total serves.
    so_far = np.repeat(n * np.arange(1, len(sizes) + 1), sizes.length)
    smaller = so_far - np.cumsum(components)
    ranks = components * (2 * smaller + components + 1) // 2
    weighted = np.add.reduceat(sizes.size * ranks, sizes.start)
    whole = sizes.sum(sizes.size**2)
    return Ratios(2 * weighted - (n + 1) * whole, n * whole)


@lowest("Entropy")
def entropy(sizes: Profiles) -> Floats:
    """Return the entropy of the vector in bits, -sum(b log2 b) with b = a / sum(a).

    A component t is t / s of the sum s = sum(t^2), so it is log2 s - sum(t^2 log2 t) / s. [CDL]
    section 4.1 selects the lowest. It is not the information of the feedback: see `information`.
    """
    whole = sizes.sum(sizes.size**2)
    weighted = sizes.sum(sizes.real**2 * np.log2(sizes.real))
    return np.log2(whole.astype(np.float64)) - weighted / whole


@lowest("ExpectedSize")
def expected_size(sizes: Profiles) -> Ratios:
    """Return the size of the class to be expected, sum(t^2) / n. [HH] section 3.3 (Irving 1978)."""
    whole = sizes.sum(sizes.size**2)
    return Ratios(whole, np.full_like(whole, sizes.members))


@highest("Information")
def information(sizes: Profiles) -> Floats:
    """Return the entropy of the feedback in bits, -sum(p log2 p) with p = t / n.

    [HH] section 3.2 (Neuwirth 1982), where it is to be maximised.
    """
    weighted = sizes.sum(sizes.real * np.log2(sizes.real))
    return math.log2(sizes.members) - weighted / sizes.members


@highest("Partitions")
def partitions(sizes: Profiles) -> Integers:
    """Return the number of classes, k. [HH] section 3.4 (Kooi 2005)."""
    return sizes.classes


@lowest("Deviation")
def deviation(sizes: Profiles) -> Floats:
    """Return the standard deviation of the sizes, sqrt((m sum(t^2) - n^2) / (m (m - 1))).

    Empty classes count: m is the number of all that the matrix knows, which for word games are the
    most that any guess makes. [HH] section 3.5 prints the second sum as one of squares; the figures
    of its Table 3 follow from the square of the sum, n^2.
    """
    m = sizes.feedbacks
    spread = (m * sizes.sum(sizes.size**2) - sizes.members**2).astype(np.float64)
    return np.sqrt(spread / max(m * (m - 1), 1))


@lowest("ThreeHalves")
def three_halves(sizes: Profiles) -> Floats:
    """Return sum(t^(3/2)). [HH] section 3.3."""
    return sizes.sum(sizes.real**1.5)


@lowest("Cubes")
def cubes(sizes: Profiles) -> Integers:
    """Return sum(t^3). [HH] section 3.3."""
    return sizes.sum(sizes.size**3)


def tau(sizes: Profiles, x: float) -> Floats:
    """Return x for each guess that is a candidate, 0 for any other. [P] note 1."""
    return np.where(sizes.candidate, x, 0.0)


@lowest("Candidate")
def any_candidate(sizes: Profiles) -> Integers:
    """Return 1 - tau(1): any candidate is as good as another. [P] row 1."""
    return 1 - sizes.candidate.astype(np.int64)


@lowest("MaxTau")
def largest_tau(sizes: Profiles) -> Integers:
    """Return max(t) - tau(1). [P] row 2."""
    return sizes.largest - sizes.candidate


@lowest("Exponential")
def exponential(sizes: Profiles) -> Floats:
    """Return sum(t (1 - e^-t)) - tau(1 - 1/e). [P] row 3."""
    t = sizes.real
    return sizes.sum(t * -np.expm1(-t)) - tau(sizes, 1 - math.exp(-1))


@lowest("Reciprocals")
def reciprocals(sizes: Profiles) -> Floats:
    """Return 1 / (sum(1/t) + tau(1)). [P] row 4, which prints no tau but is nearer with it."""
    return np.reciprocal(sizes.sum(1 / sizes.real) + tau(sizes, 1))


@lowest("PlainReciprocals")
def plain_reciprocals(sizes: Profiles) -> Floats:
    """Return 1 / sum(1/t). [P] row 4 as it is printed."""
    return np.reciprocal(sizes.sum(1 / sizes.real))


@lowest("GeometricMean")
def geometric_mean(sizes: Profiles) -> Floats:
    """Return -sum(ln t) / k - 2 ln(k + tau(1)). [P] row 5."""
    k = sizes.classes
    value: Floats = -sizes.sum(np.log(sizes.real)) / k - 2 * np.log(k + tau(sizes, 1))
    return value


@lowest("MeanSquare")
def mean_square(sizes: Profiles) -> Ratios:
    """Return sum(t^2) / k - tau(1). [P] row 6."""
    return Ratios(sizes.sum(sizes.size**2) - sizes.classes * sizes.candidate, sizes.classes)


@lowest("PlainMeanSquare")
def plain_mean_square(sizes: Profiles) -> Ratios:
    """Return sum(t^2) / k. [P] row 6, which prints a tau but follows without it."""
    return Ratios(sizes.sum(sizes.size**2), sizes.classes)


@lowest("LogIntegral")
def log_integral(sizes: Profiles) -> Floats:
    """Return sum(t li(1 + t)) - tau(2 li(3)), with li the logarithmic integral. [P] row 7."""
    li = _table(_li, int(sizes.size.max()))
    return sizes.sum(sizes.real * li[sizes.size]) - tau(sizes, 2 * float(_li(np.array([2.0]))[0]))


@lowest("PlainLandy")
def plain_landy(sizes: Profiles) -> Floats:
    """Return sum(t z) with z^z = t. [P] row 8 as it is printed."""
    return sizes.sum(sizes.real * _table(_landy, int(sizes.size.max()))[sizes.size])


@lowest("Landy")
def landy(sizes: Profiles) -> Floats:
    """Return sum(t z) - tau(1) with z^z = t. [P] row 8, which prints no tau but follows from it."""
    z = _table(_landy, int(sizes.size.max()))
    return sizes.sum(sizes.real * z[sizes.size]) - tau(sizes, 1)


@lowest("SquareRoot")
def square_root(sizes: Profiles) -> Floats:
    """Return sum(t sqrt t) - tau(1). [P] row 9."""
    return sizes.sum(sizes.real**1.5) - tau(sizes, 1)


@lowest("Logarithm")
def logarithm(sizes: Profiles) -> Floats:
    """Return sum(t ln(1 + t)) - tau(2 ln 2). [P] row 10."""
    return sizes.sum(sizes.real * np.log1p(sizes.real)) - tau(sizes, 2 * math.log(2))


@lowest("InformationTau")
def information_tau(sizes: Profiles) -> Floats:
    """Return sum(t ln t) - tau(2 ln 2). [P] row 11."""
    return sizes.sum(sizes.real * np.log(sizes.real)) - tau(sizes, 2 * math.log(2))


@lru_cache(maxsize=8)
def _powers_of_two(function: Callable[[Floats], Floats], room: int) -> Floats:
    values = np.zeros(room)
    values[1:] = function(np.arange(1.0, room))
    return values


def _table(function: Callable[[Floats], Floats], most: int) -> Floats:
    """Return the values of a function for 0 (which is 0), 1, 2 to at least ``most``."""
    return _powers_of_two(function, 2 << most.bit_length())


def _li(t: Floats) -> Floats:
    """Return li(1 + t) = gamma + ln x + sum(x^j / (j j!)) with x = ln(1 + t)."""
    x = np.log1p(t)
    term, value = np.ones_like(x), np.euler_gamma + np.log(x)
    # x is at most ln 65536, about 11: the terms fall fast after the 11th.
    for j in range(1, 80):
        term = term * x / j
        value = value + term / j
    return value


def _landy(t: Floats) -> Floats:
    """Return z with z ln z = ln t, by Newton's method from above."""
    z = 1 + np.log(t)
    for _ in range(40):
        z = z - (z * np.log(z) - np.log(t)) / (np.log(z) + 1)
    return z
