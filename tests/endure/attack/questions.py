"""What is asked about a game: the options of the command line, and the values by definition."""

import gzip
import lzma
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import permutations

from tests.endure.attack.truth import NEVER


@dataclass
class Query:
    """A question of the command line.

    ``compared`` yields what is compared, as it is printed and by definition. If ``hopeless``, no
    strategy finds all secrets in time, and the program may say so. ``reached`` is the value of a
    strategy and that of the best one, given the guesses that it takes for each secret.
    """

    name: str
    words: list[str]
    compared: Callable
    hopeless: bool = False
    reached: Callable | None = None

    def may_refuse(self, said):
        return self.hopeless and "no strategy" in said


def weights(source, case, folder):
    """Write weights into the same file as ever; return them in the order of the secrets.

    Whole numbers count as they are; others are scaled, and what has none counts half the least.
    """
    if source.random() < 0.8:
        numbers = [source.randint(1, source.choice([1, 3, 9])) for _ in case.secrets]
    else:
        numbers = [source.choice(["0", "0.5", "3", "1e-3", "12.25"]) for _ in case.secrets[1:]]
        numbers.append("2")
    lines = [
        f"{code}{source.choice([' ', chr(9), ',', '; '])}{number}"
        for code, number in zip(sorted(case.secrets), numbers, strict=True)
    ]
    source.shuffle(lines)
    (folder / "weights.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")
    exact = [Fraction(number) for number in numbers]
    if all(number and number.denominator == 1 for number in exact):
        return tuple(map(int, exact))
    half = min(number for number in exact if number) / 2
    scale = 10**8 / sum(number or half for number in exact)
    return tuple(max(1, round((number or half) * scale)) for number in exact)


def asked(name, words, value, opening, of_strategy=None):
    """Return a question about a value, which is a function of the first guesses.

    ``of_strategy`` returns the value of a strategy, if the program can be asked for one.
    """

    def compared(data):
        wanted = value(opening)
        yield "bounds", (data["lower"], data["upper"]), (wanted, wanted)
        if not opening and data.get("first_guess"):
            yield "from its first guess", value((data["first_guess"],)), wanted

    def reached(taken):
        return of_strategy(taken), value(opening)

    # A strategy has no weights.
    plays = of_strategy is not None and "--weights" not in words
    return Query(name, words, compared, value(opening) == NEVER, reached if plays else None)


def options(source, case, weighed, firsts):
    """Return options that many objectives have: weights, and up to some first guesses."""
    words, paid, opening = [], None, ()
    # A file of weights cannot name a code with a space.
    if weighed and not any(" " in code for code in case.secrets) and source.random() < 0.4:
        words, paid = ["--weights", "weights.txt"], weighed
    if firsts and source.random() < 0.35:
        many = 1 if case.hard else source.randint(1, firsts)
        opening = tuple(source.sample(case.truth.guesses, min(many, len(case.truth.guesses))))
        words = [*words, "--first", ",".join(opening)]
    return words, paid, opening


def worst(source, case, _, firsts):
    # A certificate of a worst case has no first guess.
    words, _, opening = options(source, case, None, firsts if firsts > 1 else 0)
    return asked("worst", words, case.truth.worst, opening, max)


def average(source, case, weighed, firsts):
    words, paid, opening = options(source, case, weighed, firsts)
    words, within = ["--objective", "average", *words], None
    if source.random() < 0.4:
        within = source.randint(1, max(2, case.truth.worst()))
        words += ["--max-tries", str(within)]
    value = partial(case.truth.average, within, paid)
    return asked("average", words, value, opening, sum)


def guaranteed(source, case, weighed, firsts):
    words, paid, opening = options(source, case, weighed, firsts)
    tries = source.randint(1, max(1, case.truth.worst()))
    words = ["--objective", "guaranteed", "--tries", str(tries), *words]
    value = partial(case.truth.missed, tries, paid)
    return asked(
        "guaranteed", words, value, opening, lambda taken: sum(one > tries for one in taken)
    )


def front(source, case, weighed, firsts):
    # A certificate of a front has no first guess.
    words, paid, opening = options(source, case, weighed, firsts if firsts > 1 else 0)

    def compared(data):
        for row in data.get("rows", ()):
            if row["tries"] is None:
                wanted = 0, case.truth.average(None, paid, opening)
            else:
                wanted = case.truth.front(row["tries"], paid, opening)
            for what, value in zip(("misses", "total"), wanted, strict=True):
                got = row[f"{what}_lower"], row[f"{what}_upper"]
                yield f"{what} within {row['tries']}", got, (value, value)

    return Query("front", ["--objective", "pareto", *words], compared)


def openers(source, case, weighed):
    """Return a question about the best pair of first guesses."""
    words, paid, _ = options(source, case, weighed, 0)

    def value(_):
        pairs = permutations(case.truth.guesses, 2)
        return min(case.truth.average(None, paid, pair) for pair in pairs)

    words = ["--objective", "average", "--openers", "2", *words]
    return asked("openers", words, value, (None,))


OBJECTIVES = [worst, average, average, guaranteed, guaranteed, front]
#: The guesses that may be prescribed: for a value, and in a certificate.
FIRSTS, CERTIFIED = 2, 1
#: The most guesses of a game that is asked for its best pair of first guesses.
FEW = 5


def values(source, case, weighed):
    """Yield questions about the value of a game."""
    for objective in source.sample(OBJECTIVES, 3):
        yield objective(source, case, weighed, FIRSTS)
    if not case.hard and 1 < len(case.truth.guesses) <= FEW and source.random() < 0.3:
        yield openers(source, case, weighed)


def certificates(source, case, weighed):
    """Yield questions of which a certificate is asked for, if the game has any."""
    for objective in source.sample(OBJECTIVES, 2 * case.certified):
        yield objective(source, case, weighed, CERTIFIED)


def unpacked(path):
    """Return the text of a certificate."""
    blob = path.read_bytes()
    if blob.startswith(b"\x1f\x8b"):
        blob = gzip.decompress(blob)
    elif blob.startswith(b"\xfd7zXZ"):
        blob = lzma.decompress(blob)
    return blob.decode("utf-8")
