"""What a small game is worth, by trying all strategies in plain Python, and what sentences say."""

import re
from functools import cache, cached_property
from itertools import count, takewhile

#: A price above the cost of any strategy of these games that does without it.
DEAR = 10**12
#: What a secret costs that is never found.
NEVER = float("inf")


class Truth:
    """The values of a game: what every guess tells of every code is all that counts.

    Sets of secrets and of guesses are numbers with a bit for each, in the order of the codes.

    Parameters
    ----------
    secrets, guesses : iterable of str
    tell : function
        What a guess tells of a code; equal codes end the game, whatever it says of them.
    hard : str
        The restriction of guesses, or an empty string.
    hints : function, optional
        Whether a code uses the hints of a guess that was answered as of a secret.
    """

    def __init__(self, secrets, guesses, tell, hard="", hints=None):
        self.secrets = sorted(secrets)
        self.guesses = self.secrets if hard == "possible" else sorted(guesses)
        self.tell, self.hard, self.hints = tell, hard, hints
        self.value, self._played = cache(self._value), cache(self._functions)

    @cached_property
    def ways(self):
        """For each guess its classes: the secrets, and the guesses that may follow."""
        found = []
        for guess in self.guesses:
            classes = {}
            for s, secret in enumerate(self.secrets):
                if secret != guess:
                    classes.setdefault(self.tell(guess, secret), []).append(s)
            follow = [self._may_follow(guess, self.secrets[part[0]]) for part in classes.values()]
            masks = [sum(1 << s for s in part) for part in classes.values()]
            found.append([*zip(masks, follow, strict=True)])
        return found

    def _may_follow(self, guess, secret):
        return sum(
            1 << h for h, code in enumerate(self.guesses) if self._stays(guess, secret, code)
        )

    def _stays(self, guess, secret, code):
        if not self.hard:
            return True
        if self.hard == "hints":
            return self.hints(guess, secret, code)
        return guess != code and self.tell(guess, code) == self.tell(guess, secret)

    def _value(self, prices, endless, weights=None, firsts=None, opening=()):
        """Return the least that all secrets cost together; NEVER if no strategy finds them all.

        Each secret pays ``prices[i]`` for guess i until it is found. The last price is that of all
        later guesses if the game is endless; else it is paid once by a secret that is missed. The
        guesses of an opening are made whatever they tell; otherwise, the first is one of some.
        """
        end = len(prices) - 1
        weight, guessed, cost = self._played(prices, endless, weights)
        every, all_ = (1 << len(self.secrets)) - 1, (1 << len(self.guesses)) - 1

        def opened(members, made, allowed):
            if made == end and not endless:
                return prices[end] * weight(members)
            if made == len(opening):
                return cost(members, min(made, end), allowed)
            g = self.guesses.index(opening[made])
            return guessed(members, made, g, lambda left, n, may: opened(left, n, allowed & may))

        if firsts is None:
            return opened(every, 0, all_)
        costs = [
            guessed(every, 0, g, lambda left, made, may: cost(left, min(made, end), may))
            for g in map(self.guesses.index, firsts)
        ]
        return min(costs, default=NEVER)

    def _functions(self, prices, endless, weights):
        """Return the weight of secrets, what they cost by a guess, and what they cost by the best.

        They are functions of sets, of the guesses made, and of the guesses allowed.
        """
        end, ways, paid = len(prices) - 1, self.ways, weights or (1,) * len(self.secrets)

        @cache
        def weight(members):
            return sum(w for s, w in enumerate(paid) if members >> s & 1)

        def guessed(members, made, g, go_on):
            total = prices[min(made, end)] * weight(members)
            for part, may in ways[g]:
                if left := members & part:
                    total += go_on(left, made + 1, may)
            return total

        @cache
        def cost(members, state, allowed):
            if state == end and not endless:
                return prices[end] * weight(members)
            costs = []
            for g in range(len(ways)):
                # What leaves all as it was, for the same price again, is never of use.
                idle = state == end and any(members & part == members for part, _ in ways[g])
                if allowed >> g & 1 and not idle:
                    go_on = lambda left, made, may: cost(left, min(made, end), allowed & may)  # noqa: E731
                    costs.append(guessed(members, state, g, go_on))
            return min(costs, default=NEVER)

        return weight, guessed, cost

    def part(self, question, weights, state, numbers, path):
        """Return what some secrets cost at least in a state, after a path, as a lemma has it.

        Secrets and guesses are numbers from 1; the path is pairs of a guess, and of a secret that
        it was answered as of.
        """
        prices, endless = question
        allowed = (1 << len(self.guesses)) - 1
        for g, s in zip(path[::2], path[1::2], strict=True):
            allowed &= next((may for part, may in self.ways[g - 1] if part >> s - 1 & 1), -1)
        members = sum(1 << s - 1 for s in {*numbers})
        return self._played(prices, endless, weights)[2](members, state, allowed)

    def played(self, paths):
        """Return the guesses that a strategy takes for each secret, given its path to each.

        Raises
        ------
        ValueError
            If no strategy plays so: paths part without a reason, or a guess is not allowed.
        """
        of = {path[-1]: path for path in paths}
        if sorted(of) != self.secrets:
            raise ValueError("the paths do not lead to each secret")
        for secret, path in of.items():
            for at, guess in enumerate(path):
                before = path[:at]
                if guess not in self.guesses or secret in before:
                    raise ValueError(f"{guess}: no guess, or made after {secret} was found")
                if not all(self._stays(one, secret, guess) for one in before):
                    raise ValueError(f"{guess}: not allowed on the path to {secret}")
            for other, way in of.items():
                for guess, same in zip(path, way, strict=False):
                    if guess != same:
                        raise ValueError(f"the paths to {secret} and {other} part without a reason")
                    if guess in {secret, other} or self.differ(guess, secret, other):
                        break
        return [len(of[secret]) for secret in self.secrets]

    def differ(self, guess, one, other):
        """Return whether a guess tells two secrets apart."""
        return self.tell(guess, one) != self.tell(guess, other)

    def worst(self, opening=()):
        """Return the least number of guesses within which every secret is found."""
        return next(d for d in count() if self.missed(d, None, opening) == 0)

    def missed(self, tries, weights=None, opening=()):
        """Return the least weight of the secrets that are missed within some tries."""
        return self.value((0,) * tries + (1,), False, weights, None, opening)

    def average(self, within=None, weights=None, opening=()):
        """Return the least total number of guesses; NEVER if not all are found within that many."""
        if within is None:
            return self.value((1,), True, weights, None, opening)
        least = self.value((1,) * within + (DEAR,), False, weights, None, opening)
        return least if least < DEAR else NEVER

    def front(self, tries, weights=None, opening=()):
        """Return the fewest misses within some tries, and the least total with as many."""
        missed = self.missed(tries, weights, opening)
        total = self.value((*(1,) * tries, 1 + DEAR, 1), True, weights, None, opening)
        return missed, total - DEAR * missed


CLAIM = re.compile(r"OK (?P<game>.*?)(?: \(hard: (?P<hard>\w+)\))?: (?P<claims>.*) "
                   r"\((?P<secrets>\d+) (?:of (?P<guesses>\d+) )?(?:words|codes)\)")  # fmt: skip
RANGE = r"(\d+)(?: to (\d+|\?))?"
BEGINNING = re.compile(r"(.*), beginning with (none of )?(.*)")


def holds(truth, line, weights):
    """Return whether what a checker prints of a game is true, word by word.

    Raises
    ------
    ValueError
        If the line says something else than such lines do.
    """
    found = CLAIM.fullmatch(line)
    if found is None:
        raise ValueError(line)
    codes = len(truth.guesses) if found["guesses"] else len(truth.secrets)
    if (found["hard"] or "") != truth.hard or int(found["secrets"]) != len(truth.secrets):
        return False
    if codes != int(found["guesses"] or found["secrets"]) or (
        not found["guesses"] and truth.guesses != truth.secrets
    ):
        return False
    if worst := re.fullmatch(RANGE, found["claims"]):
        return _within(truth.worst(), worst)
    return all(_said(truth, one, weights) for one in found["claims"].split("; "))


def _within(value, found):
    low, high = found[1], found[2] or found[1]
    return int(low) <= value <= (NEVER if high == "?" else int(high))


def _said(truth, text, weights):
    """Return whether a claim is true: a value of all strategies, or by certain first guesses."""
    text, weighted = text.removesuffix(", weighted"), text.endswith(", weighted")
    paid = tuple(weights) if weights and weighted else None
    if weights and max(weights) > 1 and not weighted:
        return False
    firsts = None
    if found := BEGINNING.fullmatch(text):
        # A code may have spaces.
        codes = "|".join(sorted(map(re.escape, truth.guesses), key=len, reverse=True))
        text, but, named = found[1], found[2], re.findall(rf"({codes})(?: |$)", found[3])
        firsts = tuple(g for g in truth.guesses if (g in named) != bool(but))
        if " ".join(named) != found[3]:
            return False

    def value(*prices, endless=False):
        return truth.value(prices, endless, paid, firsts)

    for pattern, true in SENTENCES.items():
        if found := re.fullmatch(pattern, text):
            return true(value, found)
    raise ValueError(text)


def _total(value, found):
    if found[3] is None:
        return _within(value(1, endless=True), found)
    least = value(*(1,) * int(found[3]), DEAR)
    return _within(least if least < DEAR else NEVER, found)


def _missed(value, found):
    return _within(value(*(0,) * int(found[3]), 1), found)


def _both(value, found):
    total, missed, tries = map(int, found.groups())
    least = value(*(0,) * tries, 1)
    cost = value(*(1,) * tries, 1 + DEAR, 1, endless=True)
    return (missed, total) == (least, cost - DEAR * least)


def _priced(value, found):
    if "..." in found[3]:
        return True  # The sentence leaves prices out; `proven` judges by all of them.
    prices = map(int, found[3].split(", "))
    return _within(value(*prices, endless=found[4] == "and so on"), found)


#: What is printed of a question, and whether it is true.
SENTENCES = {
    rf"{RANGE} guesses in all(?:, within (\d+))?": _total,
    rf"{RANGE} missed within (\d+)": _missed,
    r"(\d+) guesses in all with (\d+) missed within (\d+)": _both,
    rf"cost {RANGE} by prices ([\d,. ]+) (and so on|for a miss)": _priced,
}


def proven(truth, steps, weights):
    """Return whether the numbers of a certificate are true: its bounds, and all of its lemmas."""
    paid = tuple(weights) if weights and max(weights) > 1 else None
    for at, (kind, *rest) in enumerate(steps):
        if kind == 1:
            first, endless, *prices = rest
            question, path = (tuple(prices), bool(endless)), ()
            # The claim is about certain first guesses, wherever these are excluded.
            later = takewhile(lambda step: step[0] != 1, steps[at + 1 :])
            excluded = {g for step in later if step[0] == 8 for g in step[1:]}
            firsts = (truth.guesses[first - 1],) if first else None
            if excluded:
                firsts = tuple(g for i, g in enumerate(truth.guesses, 1) if i not in excluded)
        elif kind == 5:
            path = rest
        elif kind == 4:
            state, bound, count, *numbers = rest
            if bound > truth.part(question, paid, state, numbers[:count], path):
                return False
        elif kind in {3, 7}:
            value = truth.value(*question, paid, firsts)
            if rest[0] > value if kind == 7 else rest[0] < value:
                return False
    return True
