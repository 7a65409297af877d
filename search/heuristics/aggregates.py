"""The aggregates: one value for the profile of a guess.

An aggregate is a function from `Profiles` to a value for each guess; its decorator says whether the
lowest or the highest is preferred. In the formulas, t runs over the sizes of the nonempty classes,
n is the number of candidates, k the number of classes, and tau(x) is x for a candidate and 0 for
any other guess. The class of the guess itself has size 1 and counts like any other.

Sources
-------
[CDL] N. Chetcuti-Sperandio, F. Delorme, S. Lagrue, On aggregate and comparison functions for
Motus/Lingo playing, ICGA Journal 40 (3), 2018. Its vector of a guess has n components, one for each
candidate: the size of the class of the candidate.
[HH] A. Heeffer, H. Heeffer, Near-optimal strategies for the game of Logik, ICGA Journal.
[P] A. Pepperdine, The game of MOO, 2010.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TypeAlias, cast

import numpy as np

from emi.search.heuristics.comparison import Ratios, Values, Vectors
from emi.search.heuristics.profiles import Floats, Integers, Profiles, Totalled, Totals

#: Every aggregate by name, in the order of this file.
AGGREGATES: dict[str, "Aggregate"] = {}


@dataclass(frozen=True)
class Aggregate:
    """A value of each guess computed from the profiles, and whether higher is better.

    An aggregate ``of_totals`` only needs the data of `Totalled`.
    """

    name: str
    function: Callable[[Profiles], Values]
    highest: bool
    of_totals: bool = False

    def __call__(self, profiles: Profiles | Totals) -> Values:
        """Return the value of each guess; `Totals` suffice for an aggregate ``of_totals``."""
        return self.function(cast("Profiles", profiles))

    def __reduce__(self) -> tuple[object, ...]:
        # The decorated name holds the aggregate, so pickle would not find the function there.
        named = AGGREGATES.get(self.name)
        if named is not None and named.function is self.function:
            return _named, (self.name, self.highest)
        return Aggregate, (self.name, self.function, self.highest)


def _named(name: str, highest: bool) -> Aggregate:
    """Return an aggregate of the package by name."""
    return replace(AGGREGATES[name], highest=highest)


Decorator: TypeAlias = "Callable[[Callable[[Profiles], Values]], Aggregate]"


def lowest(name: str, *, highest: bool = False, of_totals: bool = False) -> Decorator:
    """Return a decorator that makes an aggregate with the lowest (or highest) value preferred."""
    return lambda function: AGGREGATES.setdefault(
        name, Aggregate(name, function, highest, of_totals)
    )


highest = partial(lowest, highest=True)


@lowest("Sum", of_totals=True)
def total(profiles: Totalled) -> Integers:
    """Return the sum of the vector, sum(t^2). [CDL] section 4.1."""
    return profiles.squares


@lowest("Max", of_totals=True)
def largest(profiles: Totalled) -> Integers:
    """Return the greatest component, max(t). [CDL] section 4.1; the worst case of [HH] 3.1."""
    return profiles.largest


@lowest("Gmax")
def leximax(profiles: Profiles) -> Vectors:
    """Return the sorted vector: compare the largest components, then the next, and so on.

    [CDL] section 4.1, after H. Moulin, Axioms of Cooperative Decision Making, 1988.
    """
    return Vectors(profiles)


@lowest("Gini", of_totals=True)
def gini(profiles: Totalled) -> Ratios:
    """Return the Gini index of the vector, 2 sum(i a(i)) / (n sum(a)) - (n + 1) / n.

    Here a(1) to a(n) are the components in ascending order, so sum(a) = sum(t^2). [CDL] 4.1.
    """
    n = profiles.members
    over = 2 * profiles.weighted - (n + 1) * profiles.squares
    return Ratios(over, n * profiles.squares)


@lowest("Entropy")
def entropy(profiles: Profiles) -> Floats:
    """Return the entropy of the vector in bits, log2 s - sum(t^2 log2 t) / s with s = sum(t^2).

    [CDL] section 4.1 selects the lowest. The information of the feedback is `information`.
    """
    weighted = profiles.sum(profiles.real**2 * np.log2(profiles.real))
    return np.log2(profiles.squares.astype(np.float64)) - weighted / profiles.squares


@lowest("ExpectedSize", of_totals=True)
def expected_size(profiles: Totalled) -> Ratios:
    """Return the expected size of the class, sum(t^2) / n. [HH] section 3.3 (Irving 1978)."""
    return Ratios(profiles.squares, np.full_like(profiles.squares, profiles.members))


@highest("Information")
def information(profiles: Profiles) -> Floats:
    """Return the entropy of the feedback in bits, -sum(p log2 p) with p = t / n.

    [HH] section 3.2 (Neuwirth 1982) maximises it.
    """
    weighted = profiles.sum(profiles.real * np.log2(profiles.real))
    return math.log2(profiles.members) - weighted / profiles.members


@highest("Partitions", of_totals=True)
def partitions(profiles: Totalled) -> Integers:
    """Return the number of classes, k. [HH] section 3.4 (Kooi 2005)."""
    return profiles.classes


@lowest("Deviation", of_totals=True)
def deviation(profiles: Totalled) -> Floats:
    """Return the standard deviation of the sizes, sqrt((m sum(t^2) - n^2) / (m (m - 1))).

    Empty classes count: m is the number of all class numbers of the matrix. [HH] section 3.5 prints
    sum(t^2) twice; the figures of its Table 3 follow with the square of the sum, n^2.
    """
    m = max(profiles.feedbacks, int(profiles.classes.max(initial=1)))
    spread = (m * profiles.squares - profiles.members**2).astype(np.float64)
    return np.sqrt(spread / max(m * (m - 1), 1))


@lowest("ThreeHalves")
def three_halves(profiles: Profiles) -> Floats:
    """Return sum(t^(3/2)). [HH] section 3.3."""
    return profiles.sum(profiles.real**1.5)


@lowest("Cubes")
def cubes(profiles: Profiles) -> Integers:
    """Return sum(t^3). [HH] section 3.3."""
    return profiles.sum(profiles.size**3)


def tau(profiles: Profiles, x: float) -> Floats:
    """Return x for each guess that is a candidate, 0 for others. [P] note 1."""
    return np.where(profiles.candidate, x, 0.0)


@lowest("Candidate", of_totals=True)
def any_candidate(profiles: Totalled) -> Integers:
    """Return 1 - tau(1): any candidate is as good as another. [P] row 1."""
    return 1 - profiles.candidate.astype(np.int64)


@lowest("MaxTau", of_totals=True)
def largest_tau(profiles: Totalled) -> Integers:
    """Return max(t) - tau(1). [P] row 2."""
    return profiles.largest - profiles.candidate


@lowest("Exponential")
def exponential(profiles: Profiles) -> Floats:
    """Return sum(t (1 - e^-t)) - tau(1 - 1/e). [P] row 3."""
    t = profiles.real
    return profiles.sum(t * -np.expm1(-t)) - tau(profiles, 1 - math.exp(-1))


@lowest("Reciprocals")
def reciprocals(profiles: Profiles) -> Floats:
    """Return 1 / (sum(1/t) + tau(1)). [P] row 4, printed without tau; figures fit it better."""
    return np.reciprocal(profiles.sum(1 / profiles.real) + tau(profiles, 1))


@lowest("PlainReciprocals")
def plain_reciprocals(profiles: Profiles) -> Floats:
    """Return 1 / sum(1/t). [P] row 4 as it is printed."""
    return np.reciprocal(profiles.sum(1 / profiles.real))


@lowest("GeometricMean")
def geometric_mean(profiles: Profiles) -> Floats:
    """Return -sum(ln t) / k - 2 ln(k + tau(1)). [P] row 5."""
    k = profiles.classes
    value: Floats = -profiles.sum(np.log(profiles.real)) / k - 2 * np.log(k + tau(profiles, 1))
    return value


@lowest("MeanSquare", of_totals=True)
def mean_square(profiles: Totalled) -> Ratios:
    """Return sum(t^2) / k - tau(1). [P] row 6."""
    return Ratios(profiles.squares - profiles.classes * profiles.candidate, profiles.classes)


@lowest("PlainMeanSquare", of_totals=True)
def plain_mean_square(profiles: Totalled) -> Ratios:
    """Return sum(t^2) / k. [P] row 6, printed with tau; its figures follow without it."""
    return Ratios(profiles.squares, profiles.classes)


@lowest("LogIntegral")
def log_integral(profiles: Profiles) -> Floats:
    """Return sum(t li(1 + t)) - tau(2 li(3)), with li the logarithmic integral. [P] row 7."""
    li_3 = float(_li(np.array([2.0]))[0])
    return profiles.sum(profiles.real * _looked_up(_li, profiles)) - tau(profiles, 2 * li_3)


@lowest("PlainLandy")
def plain_landy(profiles: Profiles) -> Floats:
    """Return sum(t z) with z^z = t. [P] row 8 as it is printed."""
    return profiles.sum(profiles.real * _looked_up(_landy, profiles))


@lowest("Landy")
def landy(profiles: Profiles) -> Floats:
    """Return sum(t z) - tau(1) with z^z = t. [P] row 8, printed without tau; figures need it."""
    return profiles.sum(profiles.real * _looked_up(_landy, profiles)) - tau(profiles, 1)


@lowest("SquareRoot")
def square_root(profiles: Profiles) -> Floats:
    """Return sum(t sqrt t) - tau(1). [P] row 9."""
    return profiles.sum(profiles.real**1.5) - tau(profiles, 1)


@lowest("Logarithm")
def logarithm(profiles: Profiles) -> Floats:
    """Return sum(t ln(1 + t)) - tau(2 ln 2). [P] row 10."""
    return profiles.sum(profiles.real * np.log1p(profiles.real)) - tau(profiles, 2 * math.log(2))


@lowest("InformationTau")
def information_tau(profiles: Profiles) -> Floats:
    """Return sum(t ln t) - tau(2 ln 2). [P] row 11."""
    return profiles.sum(profiles.real * np.log(profiles.real)) - tau(profiles, 2 * math.log(2))


def _looked_up(function: Callable[[Floats], Floats], profiles: Profiles) -> Floats:
    """Return the values of a slow function of the sizes, each computed once."""
    most = int(profiles.size.max())
    return _table(function, 2 << most.bit_length())[profiles.size]


@lru_cache(maxsize=8)
def _table(function: Callable[[Floats], Floats], room: int) -> Floats:
    """Return 0 and the values of a function for 1, 2, ... below ``room``, a power of two."""
    values = np.zeros(room)
    values[1:] = function(np.arange(1.0, room))
    return values


def _li(t: Floats) -> Floats:
    """Return li(1 + t) = gamma + ln x + sum(x^j / (j j!)) with x = ln(1 + t)."""
    x = np.log1p(t)
    term, value = np.ones_like(x), np.euler_gamma + np.log(x)
    # x is at most ln 65536, about 11: the terms decrease quickly after the 11th.
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
