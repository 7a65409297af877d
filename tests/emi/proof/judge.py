"""What is true of the steps of a certificate, by trying all strategies; for tiny games alone."""

from functools import cache
from itertools import takewhile


class Judge:
    """Judges claims about a game; codes are numbered from 1 in their order, as in a certificate."""

    def __init__(self, game, weights=None):
        possible = game.restriction == "possible"
        self.secrets = sorted(game.secrets)
        self.guesses = self.secrets if possible else sorted(game.guesses)
        self.restriction = game.restriction
        self.weights = weights or [1] * len(self.secrets)
        told = {(g, h): game.feedback(g, h) for g in self.guesses for h in self.guesses}
        self.told = {pair: None if pair[0] == pair[1] else told[pair] for pair in told}
        self.value = cache(self._value)

    def stays(self, guess, secret, code):
        """Tell whether a code may follow a guess that was answered as of a secret."""
        if self.restriction is None:
            return True
        if self.restriction == "hints":
            placed = all(c == a for a, b, c in zip(guess, secret, code, strict=True) if a == b)
            return placed and all(
                code.count(a) >= min(guess.count(a), secret.count(a)) for a in guess
            )
        return self.told[guess, code] == self.told[guess, secret]

    def after(self, allowed, guess, secret):
        return frozenset(code for code in allowed if self.stays(guess, secret, code))

    def _value(self, members, state, allowed, prices, endless, firsts=None):
        """Return the least that members cost in a state; None if no strategy finds them."""
        weight = sum(self.weights[self.secrets.index(one)] for one in members)
        end = len(prices) - 1
        if not members:
            return 0
        if state == end and not endless:
            return prices[end] * weight
        best = None
        for guess in allowed if firsts is None else firsts:
            classes = {}
            for one in members:
                if one != guess:
                    classes.setdefault(self.told[guess, one], set()).add(one)
            after = min(state + 1, end)
            whole = list(map(len, classes.values())) == [len(members)]
            if whole and endless and state == after and firsts is None:
                continue  # It would be asked about for ever, and is no better.
            costs = [
                self.value(
                    frozenset(each), after, self.after(allowed, guess, min(each)), prices, endless
                )
                for each in classes.values()
            ]
            if None not in costs:
                cost = prices[state] * weight + sum(costs)
                best = cost if best is None else min(best, cost)
        return best

    def true(self, steps):
        """Tell whether all that a certificate shows is true, its lemmas too."""
        allowed, question = frozenset(self.guesses), None
        barred = allowed
        for at, (kind, *rest) in enumerate(steps, start=1):
            if kind == 1:
                first, endless, *prices = rest
                question = tuple(prices), bool(endless)
                firsts = frozenset([self.guesses[first - 1]]) if first else None
                # The claim is about the others, wherever they are excluded.
                later = takewhile(lambda step: step[0] != 1, steps[at:])
                excluded = {self.guesses[g - 1] for step in later if step[0] == 8 for g in step[1:]}
                firsts = allowed - excluded if excluded else firsts
                barred = allowed
            elif kind == 2:
                self.weights = rest
            elif kind == 5:
                barred = allowed
                for g, s in zip(rest[::2], rest[1::2], strict=True):
                    if self.guesses[g - 1] != self.secrets[s - 1]:
                        barred = self.after(barred, self.guesses[g - 1], self.secrets[s - 1])
            elif kind == 4:
                state, bound, count, *numbers = rest
                members = frozenset(self.secrets[s - 1] for s in numbers[:count])
                value = self.value(members, state, barred, *question)
                if value is not None and value < bound:
                    return False
            elif kind in {3, 7}:
                value = self.value(frozenset(self.secrets), 0, allowed, *question, firsts)
                if kind == 7 and value is not None and value < rest[0]:
                    return False
                if kind == 3 and (value is None or value > rest[0]):
                    return False
        return True
