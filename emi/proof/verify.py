"""The checker of certificates: the rules of the games and of proofs, in plain Python, alone.

Usage: python verify.py CERTIFICATE [WORDS | SECRETS GUESSES] [--rule FILE]

docs/certificates.md tells what a file holds, docs/proofs.md why that is a proof. In short: who is
not found yet pays a price for each guess. A strategy shows that all secrets together pay no more, a
lemma that some of them pay no less when so many guesses were made: whatever is guessed next costs
its price and what is known of each class that it leaves, by its size or by lemmas before.
"""

import lzma
import re
import runpy
import sys
import unicodedata
import zlib
from array import array
from collections import defaultdict
from functools import cache, lru_cache
from hashlib import sha256
from itertools import accumulate, permutations, product
from math import perm
from operator import eq
from pathlib import Path
from stat import S_ISREG

# The most bytes of a line, memory to unpack a file, codes, and pairs of a guess and a secret.
MOST_BYTES, MOST_MEMORY, MOST_CODES, MOST_PAIRS = 64 << 20, 256 << 20, 10**6, 2 * 10**8
# So many secrets are told apart by all guesses side by side, more of them guess by guess.
FEW = 64
DAMAGED = "expected a certificate, this is damaged or foreign"
USAGE = "Usage: verify.py CERTIFICATE [WORDS | SECRETS GUESSES] [--rule FILE]"
# Letters that Unicode does not take apart, though players do.
APART = str.maketrans({"Œ": "OE", "Æ": "AE", "ẞ": "SS", "Ø": "O", "Ł": "L", "Đ": "D"})


class Unproven(Exception):
    """What the certificate fails to prove."""


class Foreign(Exception):
    """Why a file is no certificate, or not one for the words at hand."""


def lines(path):
    """Yield the lines of a file, plain or packed, of which little is in memory at a time."""
    if not S_ISREG(Path(path).stat().st_mode):
        raise Foreign("expected a file, not a folder, a pipe or a device")
    with Path(path).open("rb") as file:
        piece, stream, rest = file.read(256), None, bytearray()
        if piece[:2] == b"\x1f\x8b":
            stream = zlib.decompressobj(zlib.MAX_WBITS | 16)
        elif piece[:6] == b"\xfd7zXZ\x00":
            stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, MOST_MEMORY)
        while piece:
            if stream and stream.eof:
                raise Foreign(DAMAGED)
            piece = stream.decompress(piece) if stream else piece
            rest += piece
            if b"\n" in piece:
                *whole, rest = rest.split(b"\n")
                yield from whole
            if len(rest) > MOST_BYTES:
                raise Foreign(f"too large, expected lines of at most {MOST_BYTES >> 20} MiB")
            piece = file.read(256 if stream else 1 << 16)
        if stream and (not stream.eof or stream.unused_data):
            raise Foreign(DAMAGED)
        yield from [rest] if rest else []


def integers(line):
    """Return the numbers of a line: decimal digits, with one space between two numbers."""
    if not re.fullmatch(rb"\d{1,18}( \d{1,18})*", line):
        raise Foreign(f"damaged: expected numbers, not {bytes(line[:20])!r}")
    return [*map(int, line.split())]


def words_of(path, raw):
    """Return the codes of a list in order: lines as they are, or words as games know them."""
    listed = Path(path).read_bytes().decode("utf-8-sig").splitlines()
    if raw:
        return sorted({*listed} - {""})
    words = "\n".join(line.partition("#")[0].strip() for line in listed).upper()
    plain = [c for c in unicodedata.normalize("NFKD", words) if unicodedata.category(c) != "Mn"]
    words = {*"".join(plain).translate(APART).split("\n")}
    return sorted(word for word in words if re.fullmatch("[A-Z]{2,15}", word))


def digest(codes):
    """Return the SHA-256 of lines of text."""
    return sha256("\n".join(codes).encode()).hexdigest()


def bits(flags):
    """Return a number with a bit for each that is true, the first the lowest."""
    return int("".join("01"[flag] for flag in flags)[::-1] or "0", 2)


def marks(guess, secret):
    """Return the clue of Motus and Wordle: G in place, Y elsewhere, B missing."""
    unused, clue = [b for a, b in zip(guess, secret, strict=True) if a != b], ""
    for a, b in zip(guess, secret, strict=True):
        clue += "G" if a == b else "BY"[a in unused]
        if clue[-1] == "Y":
            unused.remove(a)
    return clue


def shared(guess, secret):
    """Return how many letters or pegs two codes share, wherever they are."""
    return sum(min(guess.count(a), secret.count(a)) for a in set(guess))


def pegs(guess, secret):
    """Return how many pegs are right, and how many are shared."""
    return f"{sum(map(eq, guess, secret))} {shared(guess, secret)}"


RULES = {"motus": marks, "wordle": marks, "jotto": shared, "mastermind": pegs, "moo": pegs}


def classes(part, told):
    """Return the parts of which different things are told, in order; that of 0 is the guess."""
    found = defaultdict(list)
    for s, one in zip(part, told, strict=True):
        found[one].append(s)
    found.pop(0, None)
    return found.values()


class Game:
    """The codes of a game in order, and what guesses tell, as numbers: 0 is the secret itself."""

    def __init__(self, head, paths, rule_file):
        self.rule, self.hard = head["rule"], head.get("hard", "")
        self.feedback, self.name, self.kind = RULES.get(self.rule), self.rule, "words"
        (self.size,) = integers(head.get("length", "0").encode())
        self.symbols = "".join(sorted(head["symbols"])) if self.feedback is pegs else ""
        lists = self.made() if self.symbols else self.read(head, paths)
        self.secrets, self.guesses = lists[0], lists[-1]
        for part, codes in (("secrets", self.secrets), ("guesses", self.guesses)):
            if head[part] != f"{len(codes)} {digest(codes)}" or not codes:
                raise Foreign(f"made for other {part}, expected those that it was made for")
        hints = ["hints"] * (self.feedback is marks)
        if self.hard not in {"", "possible", "consistent", *hints}:
            raise Foreign(f"hard {self.hard!r:.40}, expected possible, consistent or hints")
        self.guesses = self.secrets if self.hard == "possible" else self.guesses
        self.number = {code: g for g, code in enumerate(self.guesses)}
        self.own = [self.number[code] for code in self.secrets]
        # What guesses tell takes 7 bits or 15: of pegs there are few answers.
        self.unit = "B" if self.symbols and self.size < 13 else "H"
        self.answers, self.columns, self.bars, self.looked = {}, {}, {}, 0
        self.having = cache(self._having)
        self.moved = lru_cache(1 + MOST_CODES // len(self.number))(self._moved)
        if not self.feedback:
            self.read_rule(rule_file, head["matrix"])

    def made(self):
        """Return the list of all codes of pegs, of symbols that differ in a game of MOO."""
        differ, many = self.rule == "moo", len(self.symbols)
        self.name, self.kind = f"{self.rule}:{self.size}x{many}", "codes"
        if not 0 < self.size <= 64 or many > len({*self.symbols}):
            raise Foreign(f"{self.name}: expected 1 to 64 pegs, and symbols that differ")
        if (perm if differ else pow)(many, self.size) > MOST_CODES:
            raise Foreign(f"{self.name}: too large, expected at most {MOST_CODES:,} codes")
        if differ:
            rows = permutations(self.symbols, self.size)
        else:
            rows = product(self.symbols, repeat=self.size)
        return [[*map("".join, rows)]]

    def read(self, head, paths):
        """Return the lists of words: all of a lexicon that fit, or secrets and guesses."""
        raw, number = "matrix" in head, len(paths) % 2
        if not self.feedback and not raw:
            raise Foreign(f"rule {self.rule!r:.40}, expected one of {', '.join(RULES)}")
        if "lexicon" not in head or not self.feedback:
            self.kind = "codes" if raw else "words"
            if not paths[number:]:
                raise Foreign("made for a list of secrets and a list of guesses, expected both")
            return [words_of(path, raw) for path in paths[number:]]
        # A lexicon is given alone, or before two lists.
        named, initial = head["lexicon"], head.get("initial", "")
        words = words_of(paths[0], raw) if number else []
        if digest(words) != named[:64]:
            other = f"that given holds other words ({digest(words)[:12]})"
            other = other if number else "expected that to be given"
            raise Foreign(f"made for lexicon {named[65:]!r:.60} ({named[:12]}), {other}")
        self.name = f"{initial}{self.size}" if self.rule == "motus" else self.rule
        return [[w for w in words if len(w) == self.size and w.startswith(initial)]]

    def read_rule(self, path, named):
        """Take the rule of a file: a Python function, or a row of numbers for each guess."""
        if not path:
            raise Foreign("made for a rule of one's own, expected --rule FILE")
        if path.endswith(".py"):
            self.feedback = runpy.run_path(path)["feedback"]
        else:
            rows = dict(zip(self.guesses, map(integers, lines(path)), strict=True))
            place = {code: s for s, code in enumerate(self.secrets)}
            self.feedback = lambda guess, secret: rows[guess][place[secret]]
        told = []
        for g in range(len(self.guesses)):
            row, met = [self.tell(g, secret) for secret in self.secrets], {0: "0"}
            told.append(" ".join([met.setdefault(one, f"{len(met)}") for one in row]))
        if digest(told) != named:
            raise Foreign("made for another rule, expected that which it was made for")

    def tell(self, g, code):
        """Return the number of what a guess tells of a code."""
        if self.guesses[g] == code:
            return 0
        return self.answers.setdefault(self.feedback(self.guesses[g], code), len(self.answers) + 1)

    def told(self, guesses, part):
        """Return what each of some guesses tells of each of some secrets."""
        self.looked += len(guesses) * len(part)
        if self.looked > MOST_PAIRS or len(self.answers) >> 15:
            raise Foreign(f"too large, expected at most {MOST_PAIRS:,} feedbacks")
        return array(self.unit, [self.tell(g, self.secrets[s]) for g in guesses for s in part])

    def column(self, s, some=None):
        """Return what each guess tells of a secret, or some: all are worked out once."""
        if some is None and s not in self.columns:
            self.columns[s] = self.told(range(len(self.guesses)), [s])
        if some is None:
            return self.columns[s]
        if s in self.columns:
            return array(self.unit, [self.columns[s][g] for g in some])
        return self.told(some, [s])

    def barred(self, g, s):
        """Return a bit for each guess that is not allowed when a guess was answered so."""
        told = self.hard and self.tell(g, self.secrets[s])
        if told and (g, told) not in self.bars:
            guess, secret, stay = self.guesses[g], self.secrets[s], (1 << len(self.guesses)) - 1
            if self.hard == "hints":
                for at, (a, b) in enumerate(zip(guess, secret, strict=True)):
                    stay &= self.having(a, min(guess.count(a), secret.count(a)), None)
                    stay &= self.having(a, 1, at) if a == b else stay
            else:
                stay = bits(self.tell(g, code) == told for code in self.guesses)
            self.bars[g, told] = (1 << len(self.guesses)) - 1 & ~stay
        return self.bars[g, told] if told else 0

    def _having(self, letter, times, at):
        """Return a bit for each guess that has a letter so often, in a place if one is named."""
        some = [code if at is None else code[at] for code in self.guesses]
        return bits(one.count(letter) >= times for one in some)

    def _moved(self, *numbers):
        """Return where a permutation of places, and then of symbols, takes each code."""
        places, names = numbers[: self.size], numbers[self.size :]
        for some, many in ((places, self.size), (names, len(self.symbols))):
            if not many or sorted(some) != [*range(1, many + 1)]:
                raise Unproven("a permutation that is none of this game")
        renamed = {a: self.symbols[b - 1] for a, b in zip(self.symbols, names, strict=True)}
        return [self.number["".join(renamed[code[i - 1]] for i in places)] for code in self.guesses]

    def orbits(self, maps):
        """Return the first of the guesses that permutations turn into each other, with all."""
        left, found = {*self.own}, {}
        for g in self.own:
            new = {g} & left
            while new:
                left -= new
                found[g] = [*found.get(g, ()), *new]
                new = {one[at] for one in maps for at in new} & left
        return found


class Proof:
    """What is shown of a game, and the lemmas of the question that is open, by steps."""

    def __init__(self, game):
        self.game, self.every, self.asked = game, [*range(len(game.secrets))], []
        self.weights, self.equal, self.same = [1] * len(self.every), True, {}

    def step(self, kind, *rest):
        """Take a step; those that show something are about the question before them."""
        steps = self.ask, self.weigh, self.play, self.lemma, self.path, self.permute, self.conclude
        if not 0 < kind <= len(steps) or (kind > 2) > len(self.asked):
            raise Foreign(f"damaged: a step of kind {kind}")
        steps[kind - 1](*rest)

    def ask(self, first, endless, *prices):
        """Open a question: a first guess or 0, and the prices of the guesses.

        The last is that of all others too, or paid once by whoever the others do not find.
        """
        if first > len(self.game.guesses) or endless > 1 or not 2 - endless <= len(prices) <= 1000:
            raise Foreign("damaged: a question")
        self.first, self.endless = first - 1, endless
        self.prices, self.end = prices, len(prices) - 1
        later = [prices[-1] * endless] * (len(prices) + 99)
        self.total = [*accumulate([*prices, *later], initial=0)]
        self.table, self.listed, self.maps, self.barred, self.sums = {}, [], [], 0, {}
        self.asked.append([first, endless, prices, 0, None])

    def weigh(self, *weights):
        """Take weights for the secrets, for all questions."""
        if self.asked or len(weights) != len(self.weights) or min(weights) < 1:
            raise Foreign("damaged: weights")
        self.weights, self.equal = weights, max(weights) == 1

    def paid(self, state, tries):
        """Return what a secret of weight 1 pays that is found by so many guesses from a state."""
        return self.total[state + tries] - self.total[state]

    def least(self, part, state, most):
        """Return what a set pays at least by its size, where no guess makes more classes of it.

        One is found by the next guess, no more than ``most`` by the two next, and so on.
        """
        sums = self.sums.setdefault((state, most), [0])
        while len(sums) <= len(part):
            tries = next(i for i in range(1, 99) if most ** (i - 1) >= len(sums))
            sums.append(sums[-1] + self.paid(state, tries))
        if self.equal:
            return sums[len(part)]
        weights = sorted([self.weights[s] for s in part], reverse=True)
        return sum(w * (b - a) for w, a, b in zip(weights, sums, sums[1:], strict=False))

    def known(self, key, barred):
        """Return the best lemma about a set; it may need that some guesses are not allowed."""
        return max([b for b, needs in self.table.get(key, ()) if not needs & ~barred] or [0])

    def named(self, numbers):
        """Return the lemmas of these numbers: what they are about, their state and secrets."""
        if not all(0 < one <= len(self.listed) for one in numbers):
            raise Unproven(f"a lemma is named before it is there, of {numbers!r:.40}")
        about = [(self.listed[one - 1], array("I", self.listed[one - 1])) for one in numbers]
        return [(key, state, {*part}) for key, (state, *part) in about]

    def available(self, part, state, barred, most, named):
        """Return the best that is known of a set: by a lemma, or by named ones side by side.

        What these leave over costs what its size says.
        """
        total, rest = 0, {*part}
        for key, of, inside in named:
            if of == state and inside <= rest and (bound := self.known(key, barred)):
                total, rest = total + bound, rest - inside
        itself = self.known(array("I", [state, *part]).tobytes(), barred)
        return max(total + self.least(rest, state, most), itself)

    def lemma(self, state, bound, count, *rest):
        """Accept that some secrets cost so much at least in a state, because of lemmas named."""
        part, maps, self.maps = [s - 1 for s in rest[:count]], self.maps, []
        name, last = f"lemma {len(self.listed) + 1}", self.end - 1 + self.endless
        rising = part and part == sorted({*part}) and 0 <= part[0] <= part[-1] < len(self.every)
        if not rising or len(part) < count or state > last:
            raise Unproven(f"{name} is about no set of secrets, or no state")
        if not all({one[s] for s in part} == {*part} for one in maps):
            raise Unproven(f"{name}: a permutation moves its secrets")
        key = array("I", [state, *part]).tobytes()
        if self.known(key, self.barred) < bound:
            again, needs = self.check(part, state, bound, rest[count:], maps), 0
            if self.barred:
                # A guess that tells nothing, and is none of them, may be allowed or not.
                own = {self.game.own[s] for s in part}
                needs = self.barred & bits(r < count - 1 or g in own for g, r in enumerate(again))
            kept = (*self.table.get(key, ()), (bound, needs))
            self.table[key] = self.same.setdefault(kept, kept)
        self.listed.append(key)

    def check(self, part, state, bound, reasons, maps=(), only=None):
        """See that each guess costs so much, or one of those that permutations turn into it.

        A guess need not be tried that tells nothing, unless it is the only one. Return of how many
        secrets each tells what it tells of one before.
        """
        game, count, after = self.game, len(part), min(state + 1, self.end)
        orbits = game.orbits(maps) if maps else {}
        firsts, own = [*orbits] or range(len(game.guesses)), {game.own[s] for s in part}
        columns = [game.column(s, firsts if maps else None) for s in part]
        again, weights = self.repeated(columns), sorted([self.weights[s] for s in part])[::-1]
        most, wanted = max(2, count - min(again)), bound - self.prices[state] * sum(weights)
        # Of each class one is found by the next guess, the others later: of so many classes that
        # this is too dear already a guess that is none of the secrets need not be looked at.
        one, two = self.paid(after, 1), self.paid(after, 2)
        few = sum(wanted > two * sum(weights) - (two - one) * w for w in accumulate(weights))
        few, named = min(few, count - 1 or 1), self.named(reasons)

        def lack(g, told):
            parts = classes(part, told)
            lack = wanted - sum([self.least(each, after, most) for each in parts])
            for each in parts if lack > 0 else ():
                barred = self.barred | game.barred(g, each[0])
                lack += self.least(each, after, most)
                lack -= self.available(each, after, barred, most, named)
            return lack

        near = {at for at, times in enumerate(again) if times < few}
        near.update(at for at, g in enumerate(firsts) if g in own)
        for at in sorted(near) if only is None else [only]:
            g = firsts[at]
            less = 0 if self.barred >> g & 1 else lack(g, [told[at] for told in columns])
            if less > 0 and all(lack(g, game.told([g], part)) > 0 for g in orbits.get(g, ())[1:]):
                name = f"lemma {len(self.listed) + 1}: {game.guesses[g]}"
                raise Unproven(f"{name} may cost {less} less")
        return again

    def repeated(self, columns):
        """Return of how many secrets each guess tells what it tells of one before."""
        if len(columns) > FEW:
            return [len(columns) - len({*row}) for row in zip(*columns, strict=True)]
        # For all guesses at once: of a difference the highest bit stays where two are equal.
        size, many = columns[0].itemsize, len(columns[0])
        numbers = [int.from_bytes(told.tobytes(), sys.byteorder) for told in columns]
        ones = int.from_bytes(array(columns[0].typecode, [1]).tobytes() * many, sys.byteorder)
        again, high = 0, ones << 8 * size - 1
        for i, one in enumerate(numbers):
            met = 0
            for other in numbers[:i]:
                met |= high - (one ^ other)
            again += (met & high) >> 8 * size - 1
        return array(columns[0].typecode, again.to_bytes(size * many, sys.byteorder))

    def path(self, *played):
        """Let lemmas be about play after these guesses, each answered as of a secret."""
        self.barred = 0
        for g, s in zip(played[::2], played[1::2], strict=True):
            if not (0 < g <= len(self.game.guesses) and 0 < s <= len(self.every)):
                raise Unproven("a path of other codes")
            self.barred |= self.game.barred(g - 1, s - 1)

    def permute(self, *numbers):
        """Take a permutation of the game that leaves the secrets of the next lemma the same set."""
        if self.barred or not self.equal:
            raise Unproven("a permutation where weights or guesses differ")
        self.maps.append(self.game.moved(*numbers))

    def conclude(self, bound, *reasons):
        """Accept that all secrets cost so much at least, with the first guess if there is one."""
        self.barred = 0
        if self.first >= 0:
            self.check(self.every, 0, bound, reasons, only=self.first)
        elif bound > self.available(self.every, 0, 0, len(self.every) + 1, self.named(reasons)):
            raise Unproven(f"no lemma says that all secrets cost {bound}")
        self.asked[-1][3] = max(bound, self.asked[-1][3])

    def play(self, bound, *nodes):
        """Play a strategy against all secrets: its guesses, each before those of its classes."""
        game, guesses, cost = self.game, iter(nodes), 0
        waiting = [(0, self.every, 0)]
        while waiting:
            state, part, barred = waiting.pop()
            cost += self.prices[state] * sum([self.weights[s] for s in part])
            if state == self.end and not self.endless:
                continue
            g = next(guesses, 0) - 1
            asked = self.first if self.first >= 0 and part is self.every else g
            if not 0 <= g < len(game.guesses) or barred >> g & 1 or asked != g:
                raise Unproven("the strategy ends early, or proposes what is not allowed")
            parts = classes(part, game.told([g], part))
            after, parts = min(state + 1, self.end), sorted(parts, reverse=True)
            waiting += [(after, each, barred | game.barred(g, each[0])) for each in parts]
        if next(guesses, None) is not None or cost > bound:
            raise Unproven(f"the strategy costs {cost}, not {bound}, or goes on after its end")
        self.asked[-1][4] = bound if self.asked[-1][4] is None else min(bound, self.asked[-1][4])

    def said(self):
        """Return what was shown, in words."""
        told, misses = [], []
        for first, endless, prices, lower, upper in self.asked:
            k = len(prices) - 1 - endless
            early, dear = {*prices[: max(k, 0)]}, prices[max(k, 0)]
            value = lower if upper == lower else f"{lower} to {'?' if upper is None else upper}"
            text = f"cost {value} by prices {prices}"[:200]
            if prices == (1,):
                text = f"{value} guesses in all"
            elif not endless and early == {1} and lower < dear:
                text = f"{value} guesses in all, within {k}"
            elif not endless and early == {0} and dear == 1:
                text = f"{value} missed within {k}"
                misses += [(k, lower, upper)] * (first == 0)
            elif early == {1} == {prices[-1]} and upper == lower and dear > 1:
                missed, total = divmod(lower, dear - 1)
                text = f"{total} guesses in all with {missed} missed within {k}"
            text += f", beginning with {self.game.guesses[first - 1]}" if first else ""
            told.append(text + ", weighted" * (not self.equal))
        # A worst case: some find all, and some fewer do not.
        most = min([k for k, _, upper in misses if upper == 0], default=0)
        least = 1 + max([k for k, lower, _ in misses if lower], default=0)
        if most and (least > 1 or most == 1) and len(misses) == len(told):
            return f"{least}" if least == most else f"{least} to {most}"
        return "; ".join(told)


def check(source, lists=(), rule_file=None):
    """Check the lines of a certificate; return a line such as ``OK C5: 7 (613 words)``."""
    head = {}
    if next(source, b"") != b"emip 2":
        raise Foreign("expected a certificate of version 2")
    for line in iter(source.__next__, b"steps"):
        key, _, value = line.decode().partition(" ")
        if head.setdefault(key, value) is not value:
            raise Foreign(f"damaged: {key!r:.20} is there twice")
    proof = Proof(Game(head, lists, rule_file))
    for line in source:
        proof.step(*integers(line))
    game = proof.game
    if not proof.asked or any(one[3:] == [0, None] for one in proof.asked):
        raise Unproven("nothing is shown of what is asked")
    among = "" if game.guesses == game.secrets else f"of {len(game.guesses)} "
    hard = f" (hard: {game.hard})" if game.hard else ""
    return f"OK {game.name}{hard}: {proof.said()} ({len(game.secrets)} {among}{game.kind})"


def main(arguments, checked=lambda path, *more: check(lines(path), *more)):
    """Check the certificate of a command line, print a line, and return the exit code."""
    rule = arguments.pop() if "--rule" in arguments[-2:-1] else None
    path, *lists = [one for one in arguments if one != "--rule"] or [""]
    if not path:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        code, line = 0, checked(path, lists, rule)
    except Unproven as failure:
        code, line = 1, f"FAILED {path}: {failure}"
    except Foreign as failure:
        code, line = 2, f"{path}: {failure}"
    except Exception as failure:
        code, line = 2, f"{path}: expected a certificate, {failure!r:.100} is wrong"
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)
    print(line, file=sys.stderr if code else sys.stdout)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
