"""Write a certificate as the whole numbers that the checker extracted from the proofs reads.

Usage: python bridge.py CERTIFICATE [WORDS | SECRETS GUESSES] > NUMBERS

Python's standard library only. The game comes out of the words, and is held against the digests of
the certificate; nothing else of this is to be believed, for the checker judges the rest.
"""

import gzip
import lzma
import re
import sys
import unicodedata
import zlib
from hashlib import sha256
from itertools import permutations, product
from pathlib import Path

#: The first line of a certificate.
BEGIN = "emip 2\n"
#: The rules and restrictions in the order of `main.ml`.
RULES = {"motus": 0, "wordle": 0, "mastermind": 1, "moo": 1, "jotto": 2}
#: What a file leads to that is damaged or foreign.
DAMAGED = (
    AttributeError,
    EOFError,
    LookupError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
    lzma.LZMAError,
    zlib.error,
)
HARD = {"": 0, "consistent": 1, "possible": 2, "hints": 3}


class RefusedError(Exception):
    """Raised if a file is not a certificate, or not one for these words."""


def unpacked(path):
    """Return the text of a file, compressed or not."""
    blob = Path(path).read_bytes()
    if blob[:2] == b"\x1f\x8b":
        blob = gzip.decompress(blob)
    elif blob[:6] == b"\xfd7zXZ\x00":
        blob = lzma.decompress(blob)
    return blob.decode("utf-8-sig")


def words_of(path):
    """Return the words of a list, normalised as docs/certificates.md says, in order."""
    found = set()
    for line in unpacked(path).splitlines():
        word = unicodedata.normalize("NFKD", line.partition("#")[0].strip())
        for one, two in zip("œŒæÆßẞ", ("oe", "OE", "ae", "AE", "ss", "SS"), strict=True):
            word = word.replace(one, two)
        word = "".join(c for c in word if unicodedata.category(c) != "Mn")
        word = word.translate(str.maketrans("øØłŁđĐ", "oOlLdD")).upper()
        if re.fullmatch("[A-Z]{2,15}", word):
            found.add(word)
    return sorted(found)


def digest(codes):
    """Return the digest of codes, as docs/certificates.md says."""
    return sha256("\n".join(codes).encode()).hexdigest()


def check(named, codes, what):
    """Raise an error unless these are the codes of a certificate."""
    if named != digest(codes):
        raise RefusedError(f"the {what} are not those that the certificate was made for")


def shared(guess, secret):
    """Return the number of letters that two codes share."""
    return sum(min(guess.count(a), secret.count(a)) for a in set(guess))


class Game:
    """The codes of a certificate in order, and their feedback as numbers of `Words.v`."""

    def __init__(self, head, paths):
        self.rule, self.hard = head["rule"], head.get("hard", "")
        if self.rule not in RULES:
            raise RefusedError(f"rule {self.rule!r:.40}, expected one of {', '.join(RULES)}")
        lists = [words_of(path) for path in paths]
        self.symbols = sorted(head.get("symbols", ""))
        if self.symbols:
            made = permutations if self.rule == "moo" else lambda of, n: product(of, repeat=n)
            lists = [[*map("".join, made(self.symbols, int(head["length"])))]]
        elif "lexicon" in head:
            check(head["lexicon"], lists[0] if lists else [], "words")
            size, initial = int(head["length"]), head.get("initial") or ""
            lists = [[w for w in lists[0] if len(w) == size and w.startswith(initial)]]
        if not lists:
            raise RefusedError("expected two lists: the secrets and the guesses")
        self.secrets, self.guesses = lists[0], lists[-1]
        check(head["secrets"], self.secrets, "secrets")
        check(head["guesses"], self.guesses, "guesses")
        if self.hard == "possible":
            self.guesses = self.secrets
        self.guess = {code: g for g, code in enumerate(self.guesses, start=1)}
        self.secret = {code: s for s, code in enumerate(self.secrets, start=1)}

    def numbers(self, weights):
        """Yield the game as numbers."""
        yield from (RULES[self.rule], HARD[self.hard])
        for codes in (self.guesses, self.secrets):
            yield len(codes)
            for code in codes:
                yield from (len(code), *map(ord, code))
        yield from (len(weights), *weights)

    def marks(self, clue):
        """Return the number of a clue, as `Words.v` has it."""
        if RULES[self.rule] == 0:
            return 1 + sum("BYG".index(mark) * 3**i for i, mark in enumerate(clue))
        if RULES[self.rule] == 1:
            right, elsewhere = map(int, re.findall(r"\d+", clue))
            return 1 + right + (1 + len(self.secrets[0])) * elsewhere
        return 1 + int(clue)

    def tell(self, guess, secret):
        """Return the clue of a guess, 0 where it is the secret."""
        if guess == secret:
            return 0
        right = sum(a == b for a, b in zip(guess, secret, strict=True))
        if RULES[self.rule]:
            both = shared(guess, secret)
            told = f"{right} {both - right}" if RULES[self.rule] == 1 else both
            return self.marks(str(told))
        unused, clue = [b for a, b in zip(guess, secret, strict=True) if a != b], ""
        for a, b in zip(guess, secret, strict=True):
            clue += "G" if a == b else "BY"[a in unused]
            if clue[-1] == "Y":
                unused.remove(a)
        return self.marks(clue)

    def leaves(self, guess, secret, code):
        """Return whether a code is allowed after a guess and its feedback for a secret."""
        if self.hard != "hints":
            return self.tell(guess, code) == self.tell(guess, secret)
        if any(a == b != c for a, b, c in zip(guess, secret, code, strict=True)):
            return False
        return all(code.count(a) >= min(guess.count(a), secret.count(a)) for a in set(guess))


def tariff(prices, endless, state):
    """Yield the prices of guesses from a state on."""
    later = prices[state:]
    yield from (len(later) - 1, *later[:-1], *((1,) if endless else (0,)), later[-1])


class Question:
    """A question: the claim and its proof."""

    def __init__(self, game, first, endless, *prices):
        self.game, self.endless, self.prices = game, endless, prices
        #: The guesses that may come first, if not all.
        self.firsts = [first] if first else []
        self.tree, self.upper, self.lower = [0], None, 0
        self.lemmas, self.last, self.words, self.allowed = [], [], [], None
        #: The set that each lemma of the certificate is about, and what was written of each set:
        #: the bound, the guesses allowed, the place.
        self.listed, self.places = [], {}
        #: For each exchange of neighbours, the numbers that it exchanges.
        self.swaps = {}

    def misses(self):
        """Return the number of guesses after which secrets are missed; None if unlimited."""
        counted = {*self.prices[:-1]} == {0} and self.prices[-1] == 1 and not self.endless
        return len(self.prices) - 1 if counted else None

    def play(self, bound, *nodes):
        """Read a strategy: its guesses in preorder."""
        guesses = iter(nodes)

        def tree(state, part):
            if state == len(self.prices) - 1 and not self.endless:
                return [0]
            g = next(guesses)
            classes = {}
            for secret in part:
                told = self.game.tell(self.game.guesses[g - 1], secret)
                classes.setdefault(told, []).append(secret)
            classes.pop(0, None)
            found = [g, len(classes)]
            for told, each in classes.items():
                found += [told, *tree(min(state + 1, len(self.prices) - 1), each)]
            return found

        self.tree, self.upper = tree(0, self.game.secrets), bound

    def path(self, *played):
        """Read the path of the lemmas that follow."""
        self.allowed = None
        pairs = [*zip(played[::2], played[1::2], strict=True)]
        if pairs:
            code = self.game.guesses, self.game.secrets
            pairs = [(code[0][g - 1], code[1][s - 1]) for g, s in pairs]
            self.allowed = {
                g
                for code, g in self.game.guess.items()
                if all(a == b or self.game.leaves(a, b, code) for a, b in pairs)
            }

    def allows(self, part):
        """Return the guesses of a lemma: allowed ones, and those that do not split its secrets."""
        if self.allowed is None:
            return None
        codes = [self.game.secrets[s - 1] for s in part]
        told = {g: {self.game.tell(a, b) for b in codes} for a, g in self.game.guess.items()}
        allowed = {g for g in told if g in self.allowed or (len(told[g]) == 1 and 0 not in told[g])}
        return None if len(allowed) == len(told) else allowed

    def best(self, key):
        """Return the lemmas about a set, the highest bound first."""
        return sorted(self.places[key], key=lambda one: -one[0])

    def named(self, reasons):
        """Return the lemmas about the sets of some lemmas, the best of each set first."""
        return [place for k in reasons for _, _, place in self.best(self.listed[k - 1])]

    def lemma(self, state, bound, count, *rest):
        """Read a lemma and its reasons; write it unless the bound is known."""
        part, words, self.words = rest[:count], self.words, []
        self.listed.append((state, part))
        known = self.places.setdefault((state, part), [])
        for before, allowed, _ in known:
            wide = allowed is None or (self.allowed is not None and self.allowed <= allowed)
            if before >= bound and wide:
                return
        preferred = self.preferred(rest[count:]) if words else []
        reasons, allowed = self.named(rest[count:]), self.allows(part)
        self.write(state, bound, part, reasons, allowed, words=words, preferred=preferred)

    def preferred(self, reasons):
        """Return the guesses that leave some reason whole, those of the highest bounds first.

        Of guesses that are equal by symmetry these are the ones to be looked at.
        """
        found = {}
        for key in {self.listed[k - 1] for k in reasons}:
            codes, bound = [self.game.secrets[s - 1] for s in key[1]], self.best(key)[0][0]
            for code, g in self.game.guess.items():
                told = {self.game.tell(code, one) for one in codes}
                if len(told) == 1 and 0 not in told:
                    found[g] = max(bound, found.get(g, 0))
        return sorted(found, key=lambda g: (-found[g], g))

    def write(self, state, bound, part, reasons, allowed, *, firsts=(), words=(), preferred=()):
        """Write a lemma for all guesses, the allowed ones, or the first guesses."""
        step = [0, *tariff(self.prices, self.endless, state)]
        step += [0] if allowed is None else [2, len(allowed), *sorted(allowed)]
        step[-1:] = [1, len(firsts), *firsts] if firsts else step[-1:]
        step += [bound, len(part), *part, len(reasons), *reasons, len(words)]
        for word in words:
            step += [len(word), *word]
        step += [len(preferred), *preferred]
        self.lemmas.append(step)
        self.places.setdefault((state, part), []).append((bound, allowed, len(self.lemmas)))

    def permute(self, *numbers):
        """Read a permutation of places and symbols, as exchanges of neighbours."""
        size = len(self.game.secrets[0])
        word = []
        for kind, order in (("place", [*numbers[:size]]), ("symbol", [*numbers[size:]])):
            # Sorted by exchanges; done in this order they make the order, or the reverse does.
            done = [
                (kind, i)
                for end in range(len(order) - 1, 0, -1)
                for i in range(end)
                if order[i] > order[i + 1]
                and not order.__setitem__(slice(i, i + 2), [order[i + 1], order[i]])
            ]
            word += done[::-1] if kind == "place" else done
        self.words.append([self.swaps.setdefault(swap, len(self.swaps)) for swap in word])

    def exclude(self, *numbers):
        """Read the guesses that may not come first."""
        self.firsts = sorted({*self.game.guess.values()} - {*numbers})

    def conclude(self, bound, *reasons):
        """Read a conclusion about all secrets."""
        self.lower, every = bound, tuple(range(1, len(self.game.secrets) + 1))
        self.last = self.named(reasons)
        if self.firsts:
            self.write(0, bound, every, self.last, None, firsts=self.firsts)
            self.last = [len(self.lemmas)]
        else:
            self.last += [place for *_, place in self.places.get((0, every), ())]

    def exchanged(self, kind, i):
        """Return the codes that an exchange of neighbours moves, with their images."""
        found = {}
        for code in self.game.secrets:
            letters = [*code]
            if kind == "place":
                letters[i], letters[i + 1] = letters[i + 1], letters[i]
            else:
                two = self.game.symbols[i : i + 2]
                other = dict(zip(two, two[::-1], strict=True))
                letters = [other.get(letter, letter) for letter in letters]
            if "".join(letters) != code:
                found[self.game.secret[code]] = self.game.secret["".join(letters)]
        return found

    def proof(self, tree):
        """Yield a strategy and the lower bounds."""
        yield from (*tree, len(self.swaps))
        for swap in self.swaps:
            pairs = [number for pair in self.exchanged(*swap).items() for number in pair]
            for _ in ("image", "forth", "back"):
                yield from (len(pairs) // 2, *pairs)
        yield len(self.lemmas)
        for step in self.lemmas:
            yield from step
        yield from (len(self.last), *self.last)

    def numbers(self):
        """Yield the question whether the least cost is the claimed one."""
        yield from (len(self.firsts), *self.firsts)
        yield from (1, *tariff(self.prices, self.endless, 0), self.lower)
        yield from self.proof(self.tree)

    def worst(self, tree, worst):
        """Yield the question whether the worst case is one more than `misses`."""
        yield from (len(self.firsts), *self.firsts)
        yield from (0, worst)
        yield from self.proof(tree)


def read(path, paths):
    """Return the game, the weights and the questions of a certificate."""
    text = unpacked(path)
    top, found, steps = text.partition("\nsteps\n")
    if not text.startswith(BEGIN) or not found:
        raise RefusedError(f"expected a certificate, which begins with {BEGIN[:-1]!r}")
    head = dict(line.split(" ", 1) for line in top.splitlines()[1:])
    for part in ("secrets", "guesses"):
        head[part] = head[part].split()[1]
    if "lexicon" in head:
        head["lexicon"] = head["lexicon"][:64]
    game = Game(head, paths)
    return game, *read_steps(game, steps.splitlines())


def read_steps(game, steps):
    """Return the weights and the questions of steps."""
    weights, questions = [], []
    for line in steps:
        kind, *rest = map(int, line.split())
        if kind == 1:
            questions.append(Question(game, *rest))
        elif kind == 2:
            weights = rest
        else:
            one = questions[-1]
            readers = one.play, one.lemma, one.path, one.permute, one.conclude, one.exclude
            readers[kind - 3](*rest)
    return weights, questions


def main(arguments):
    """Print the numbers of a certificate; return the exit code."""
    if not 1 <= len(arguments) <= 3:
        print("expected: CERTIFICATE [WORDS | SECRETS GUESSES]", file=sys.stderr)
        return 2
    try:
        game, weights, questions = read(arguments[0], arguments[1:])
    except (OSError, RefusedError) as error:
        print(f"{arguments[0]}: {error}"[:300], file=sys.stderr)
        return 2
    except DAMAGED as error:
        print(f"{arguments[0]}: expected a certificate, {error!r:.100} is wrong", file=sys.stderr)
        return 2
    # A worst case: no secret is missed within d guesses, but one is within d - 1.
    found = {q.misses(): q for q in questions if q.misses() is not None and q.upper == 0}
    missed = {q.misses(): q for q in questions if q.misses() is not None and q.lower > 0}
    asked = [[*q.numbers()] for q in questions if q.upper is not None and q.upper == q.lower > 0]
    for k, one in found.items():
        if k - 1 in missed or k == 1:
            below = missed.get(k - 1)
            if below is None:
                below = Question(game, 0, 0, 1)
                below.firsts = one.firsts
            asked.append([*below.worst(one.tree, k)])
    lines = [[*game.numbers(weights)], [len(asked)], *asked]
    print("\n".join(" ".join(map(str, line)) for line in lines))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
