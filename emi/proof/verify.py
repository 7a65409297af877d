"""The stand-alone checker of certificates: the rules of games and of proofs in plain Python.

Usage: python verify.py CERTIFICATE [WORDS | SECRETS GUESSES] [--rule FILE] [--share 2/4]

With --share 2/4, a quarter of the lemmas is checked, and the others are trusted. A certificate is
accepted once all four shares are, by several processes or machines.

docs/certificates.md describes the format, docs/proofs.md the proof. In short: each guess has a
price for each secret not found yet. A strategy is an upper bound on the total cost. A lemma is a
lower bound for a set of secrets: any next guess costs its price plus the bounds of its classes.
"""

import lzma
import re
import runpy
import sys
import unicodedata
import zlib
from array import array
from collections import Counter, defaultdict
from functools import cached_property, lru_cache, partial, reduce
from hashlib import sha256
from itertools import accumulate, islice, permutations, product
from operator import and_, eq, itemgetter, or_
from pathlib import Path

# Limits: bytes of a line, memory to decompress a file or for what is kept to compare secrets,
# codes, and pairs of guess and secret.
MOST_BYTES, MOST_MEMORY, MOST_CODES, MOST_PAIRS = 64 << 20, 256 << 20, 10**6, 2 * 10**8
# The most lines before the steps.
MOST_LINES = 50
# Of at most FEW_SECRETS secrets all pairs are compared, of more each with the ALIKE most like it
# among the WINDOW before it, by the feedback of SAMPLE guesses.
FEW_SECRETS, ALIKE, WINDOW, SAMPLE = 16, 2, 128, 250
# The first line of a certificate, and the message for a file with another line or damage.
BEGIN = "emip 2"
FOREIGN = f"not a certificate of emi's format (line 1 is not {BEGIN!r}); make one by `emi certify`"
DAMAGED = "damaged, or not a certificate"
# Characters that are no letters of Latin, nor their accents, ligatures or wide forms.
LATIN = r"\0-\x7f\xc0-\u024f\u0300-\u036f\u1e00-\u1eff\ufb00-\ufb06\uff21-\uff3a\uff41-\uff5a"
OTHER = re.compile(rf"[^\s{LATIN}]")
# Lines that are words with the letters of an alphabet.
LETTERS = "^.{2,15}$"
# Letters that Unicode does not decompose, though players do.
APART = str.maketrans({"Œ": "OE", "Æ": "AE", "ẞ": "SS", "Ø": "O", "Ł": "L", "Đ": "D"})


class Unproven(Exception):
    """Raised if a certificate does not prove its claim."""


class Foreign(Exception):
    """Raised if a file is not a certificate, or not one for the given words."""


def lines(path):
    """Yield the lines of a file, plain or compressed, without loading the whole file."""
    if Path(path).exists() and not Path(path).is_file():
        raise Foreign("expected a file, not a folder, a pipe or a device")
    with Path(path).open("rb") as file:
        piece, stream, rest = file.read(256), None, b""
        if piece.startswith(b"\x1f\x8b"):
            stream = zlib.decompressobj(zlib.MAX_WBITS | 16)
        elif piece.startswith(b"\xfd7zXZ\x00"):
            stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, MOST_MEMORY)
        while piece:
            *whole, rest = (rest + (stream.decompress(piece) if stream else piece)).split(b"\n")
            yield from whole
            if len(rest) > MOST_BYTES:
                raise Foreign(f"too large, expected lines of at most {MOST_BYTES >> 20} MiB")
            piece = file.read(256 if stream else 1 << 20)
            if stream and (stream.unused_data or stream.eof == (piece != b"")):
                raise Foreign(DAMAGED)
        yield from [rest] if rest else []


def integers(line):
    """Return the numbers of a line: decimal digits, with one space between two numbers."""
    if not re.fullmatch(rb"\d{1,18}( \d{1,18})*", line):
        raise Foreign(f"damaged: expected numbers, not {line[:20]!r}")
    return [*map(int, line.split())]


def codes_of(path, raw, initial="", size=0):
    """Return the sorted codes of a list: lines that match ``raw``, else words in A to Z."""
    try:
        text = Path(path).read_text("utf-8-sig")
    except ValueError:
        text = "\0"
    if "\0" in text:
        raise OSError(0, "expected a list of codes, a text in UTF-8", path)
    wanted = raw
    if not raw:
        plain = unicodedata.normalize("NFKD", OTHER.sub("?", text))
        text = "".join([c for c in plain if unicodedata.category(c) != "Mn"])
        text = text.upper().translate(APART)
        wanted = r"^[^\S\n]*([A-Z]{2,15})[^\S\n]*(?:#.*)?$"
    found = {*re.findall(wanted, text, re.MULTILINE)}
    return sorted(code for code in found if code.startswith(initial) and size in {0, len(code)})


def bits(marks):
    """Return a number with a bit for each true mark, the first the lowest."""
    return int("".join(["01"[mark] for mark in reversed(marks)]), 2)


def set_bits(number):
    """Return the places of the ones of a number in binary, the lowest first."""
    found = []
    for at, byte in enumerate(number.to_bytes(number.bit_length() + 7 >> 3, "little")):
        left = byte
        while left:
            found.append(8 * at + (left & -left).bit_length() - 1)
            left &= left - 1
    return found


def digest(codes):
    """Return the SHA-256 of lines of text."""
    return sha256("\n".join(codes).encode()).hexdigest()


def marks(guess, secret):
    """Return the clue of Motus and Wordle: G in place, Y elsewhere, B missing."""
    unused, clue = [b for a, b in zip(guess, secret, strict=True) if a != b], ""
    for a, b in zip(guess, secret, strict=True):
        clue += "G" if a == b else "BY"[a in unused]
        if clue[-1] == "Y":
            unused.remove(a)
    return clue


def shared(guess, secret):
    """Return the number of letters or pegs that two codes share, anywhere."""
    return len(secret) - len(reduce(lambda rest, a: rest.replace(a, "", 1), guess, secret))


def pegs(guess, secret):
    """Return the number of pegs in place, and of pegs shared."""
    return f"{sum(map(eq, guess, secret))} {shared(guess, secret)}"


RULES = {"motus": marks, "wordle": marks, "jotto": shared, "mastermind": pegs, "moo": pegs}


def numbered(guesses, secrets, feedback):
    """Yield the feedback of each guess, numbered in order of appearance; 0 is the secret itself."""
    for guess in guesses:
        met = {None: "0"}
        told = [None if guess == code else feedback(guess, code) for code in secrets]
        yield " ".join([met.setdefault(one, f"{len(met)}") for one in told])


def classes(part, told):
    """Return the classes of equal feedback in order, except the guess itself (feedback 0)."""
    found = defaultdict(list)
    for s, one in zip(part, told, strict=True):
        found[one].append(s)
    found.pop(0, None)
    return [*found.values()]


class Lanes:
    """Columns of feedback as long integers, a lane for each guess: one operation compares all.

    With lanes of n bits, guess i is in lane i // n of stretch i % n. So the answers for all guesses
    are in order once all stretches are laid over each other, each moved by one bit.
    """

    def __init__(self, kind, count):
        self.kind, self.bits = kind, 8 * array(kind).itemsize
        self.padding = array(kind, [0]) * (-count % self.bits)
        lanes, bits = count + len(self.padding), self.bits
        self.ones = ((1 << lanes * bits) - 1) // ((1 << bits) - 1)
        self.high = self.ones << bits - 1
        self.rest = self.high - self.ones
        half = [bits >> i for i in range(1, bits.bit_length())]
        self.halves = [(n, n * lanes, (1 << n * lanes) - 1) for n in half]

    def number(self, column):
        """Return a column as a number."""
        lanes, padded = array(self.kind), column + self.padding
        for i in range(self.bits):
            lanes.extend(padded[i :: self.bits])
        if sys.byteorder == "big":
            lanes.byteswap()
        return int.from_bytes(lanes.tobytes(), "little")

    def alike(self, one, other):
        """Return a bit for each guess whose feedback on two secrets is equal."""
        # All bits but the highest overflow to it, unless all are zero.
        apart = one ^ other
        number = ~((apart & self.rest) + self.rest | apart) & self.high
        number >>= self.bits - 1
        for bits, size, low in self.halves:
            number = number & low | number >> size << bits
        return number


class Tally:
    """A count for each guess, in binary: a number for each digit, with a bit for each guess."""

    def __init__(self, every):
        self.every, self.digits = every, []

    def add(self, more):
        """Add one to the counts of some guesses."""
        for i, digit in enumerate(self.digits):
            self.digits[i], more = digit ^ more, digit & more
        if more:
            self.digits.append(more)

    def at_most(self, most):
        """Return a bit for each guess whose count is at most a number."""
        if most < 0 or most >> len(self.digits):
            return self.every * (most >= 0)
        less, same = 0, self.every
        for i, digit in reversed([*enumerate(self.digits)]):
            ones = same & digit
            less, same = (less | same ^ ones, ones) if most >> i & 1 else (less, same ^ ones)
        return less | same

    def ascending(self, among):
        """Yield pairs of a count and its guess for some guesses, the least count first."""
        while among:
            count, least = 0, among
            for i, digit in reversed([*enumerate(self.digits)]):
                ones = least & digit
                count, least = (count | 1 << i, least) if ones == least else (count, least ^ ones)
            yield from [(count, g) for g in set_bits(least)]
            among ^= least


def different(i, columns):
    """Return the number of different answers of a guess in columns of feedback."""
    return len({*map(itemgetter(i), columns)})


def largest(again, among, columns, bounds):
    """Return the most classes that one of some guesses makes, at least 2.

    ``again`` has lower bounds on the secrets whose feedback is not new, for each guess. ``bounds``
    are upper bounds on the classes; those of the likely guesses are improved.
    """
    most = 2
    for count, i in again.ascending(among):
        if len(columns) - count <= most:
            break
        if bounds[i] > most:
            bounds[i] = different(i, columns)
            most = max(most, bounds[i])
    return most


class Game:
    """The codes of a game in order, and the feedback as numbers: 0 is the secret itself."""

    def __init__(self, head, paths, rule_file):
        self.rule, self.hard = head.get("rule", ""), head.get("hard", "")
        self.feedback, initial = RULES.get(self.rule), head.get("initial", "")
        raw = ".+" * (not self.feedback and "matrix" in head) or LETTERS * ("alphabet" in head)
        (self.size,) = integers(head.get("length", "0").encode())
        self.symbols = "".join(sorted(head.get("symbols", "")))
        if len({*self.symbols}) < len(self.symbols) or self.symbols[:1] < "!" * bool(self.symbols):
            raise Foreign(f"symbols {self.symbols!r:.40}, expected visible ones that differ")
        self.matrix = "" if self.feedback else head.get("matrix", "")
        self.name = self.title(initial)
        if self.feedback is pegs:
            listed = [self.made()]
        elif self.feedback or raw:
            paths = paths[:1] if head.get("lexicon") else paths[-2:]
            listed = [codes_of(path, raw, initial, self.size) for path in paths] or [[]]
        else:
            raise Foreign(f"rule {self.rule!r:.40}, expected one of {', '.join(RULES)}")
        self.secrets, self.guesses = listed[0], sorted({*listed[0], *listed[-1]})
        for part, codes in (("secrets", self.secrets), ("guesses", self.guesses)):
            if head.get(part) != f"{len(codes)} {digest(codes)}" or not codes:
                whose = head.get("lexicon", "")[65:125] or "two lists"
                raise Foreign(f"made for other {part}, expected those of {whose!r}")
        if self.hard not in {"", "possible", "consistent", "hints" * (self.feedback is marks)}:
            raise Foreign(f"hard {self.hard!r:.40}, expected possible, consistent or hints")
        self.guesses = self.secrets if self.hard == "possible" else self.guesses
        self.number = {code: g for g, code in enumerate(self.guesses)}
        self.every = [*range(len(self.secrets))]
        self.own = [self.number[code] for code in self.secrets]
        self.answers, self.columns, self.totals, self.looked = {}, {}, [], 0
        # Up to 13 pegs there are at most 105 answers, up to 5 letters at most 243: a byte suffices.
        most = max(map(len, self.guesses))
        self.lane = "B" if most <= {pegs: 13, marks: 5}.get(self.feedback, 0) else "H"
        # How much alike two secrets are to a sample of guesses.
        self.sampled = range(0, len(self.guesses), 1 + len(self.guesses) // SAMPLE)
        self.samples, self.rows = {}, defaultdict(partial(bytearray, len(self.secrets)))
        self.lanes = lru_cache(None)(partial(Lanes, self.lane))
        self.lacking = lru_cache(None)(self.letters)
        self.laned = lru_cache(MOST_MEMORY // len(self.guesses) // 4)(self.in_lanes)
        # A pair takes a bit for each guess, and some 500 bytes more.
        self.alike = lru_cache(8 * MOST_MEMORY // (len(self.guesses) + 4000))(self.pair)
        self.bars = lru_cache(8 * MOST_MEMORY // (len(self.guesses) + 4000))(self.not_allowed)
        self.rowed = lru_cache(MOST_MEMORY // len(self.guesses))(self.in_row)
        self.moved = lru_cache(1 + MOST_CODES // len(self.guesses))(self.moved)
        if not self.feedback:
            if not rule_file:
                raise Foreign(f"made for the rule {self.rule!r:.40}, expected --rule and its file")
            try:
                self.feedback = self.ruled(rule_file)
                found = digest(numbered(self.guesses, self.secrets, self.feedback))
            except Exception as failure:
                why = failure if isinstance(failure, Foreign) else repr(failure)
                said = f"expected a function feedback(guess, secret) or rows, {why!s:.90}"
                raise OSError(0, said, rule_file) from None
            if found != self.matrix:
                raise Foreign("made for another rule, expected the rule of the certificate")

    def title(self, initial):
        """Return the name of the game; that of a custom rule never looks like a built-in one."""
        if self.feedback is pegs:
            return f"{self.rule}:{self.size}x{len(self.symbols)}"
        if self.feedback:
            return f"{initial}{self.size}" if self.size and self.rule == "motus" else self.rule
        name = re.sub(r"[^\w.,: -]|:(?!\w)", "_", self.rule[:60])
        ours = re.fullmatch(rf"\w?\d+|({'|'.join(RULES)})(:.*)?", name)
        return f"rule {name}" if ours else name

    def made(self):
        """Return all codes of pegs; in a game of MOO, the symbols of a code differ."""
        size, symbols = min(self.size, 65), self.symbols
        rows = permutations(symbols, size) if self.rule == "moo" else product(symbols, repeat=size)
        codes = [*map("".join, islice(rows, MOST_CODES + 1))]
        if not 0 < size < 65 or len(codes) > MOST_CODES:
            wanted = f"1 to 64 pegs, at most {MOST_CODES:,} codes"
            raise Foreign(f"{self.name}: too large or damaged, expected {wanted}")
        return codes

    def ruled(self, path):
        """Return a function, or the rule in a file: one in Python, or rows of numbers."""
        if callable(path):
            return path
        if path.endswith(".py"):
            return named(path, "feedback")
        rows = dict(zip(self.guesses, map(integers, lines(path)), strict=True))
        place = {code: s for s, code in enumerate(self.secrets)}

        def feedback(guess, secret):
            if secret not in place:
                raise Foreign("no rows for a guess that is no secret, expected a .py file")
            return rows[guess][place[secret]]

        return feedback

    def tell(self, g, code):
        """Return the number of the feedback of a guess on a code."""
        if self.guesses[g] == code:
            return 0
        self.looked += 1
        if self.looked > MOST_PAIRS or len(self.answers) >> 15:
            raise Foreign(f"too large, expected at most {MOST_PAIRS:,} feedbacks")
        return self.answers.setdefault(self.feedback(self.guesses[g], code), len(self.answers) + 1)

    def told(self, g, part):
        """Return the feedback of a guess on some secrets."""
        kept = self.columns
        return [kept[s][g] if s in kept else self.tell(g, self.secrets[s]) for s in part]

    def column(self, s, some):
        """Return the feedback of some guesses on a secret; or of all, computed once."""
        kept = self.columns.get(s)
        if kept and not some:
            return kept
        if kept:
            return array(self.lane, map(kept.__getitem__, some))
        every = some or self.number.values()
        told = array(self.lane, [self.tell(g, self.secrets[s]) for g in every])
        return told if some else self.columns.setdefault(s, told)

    def most_classes(self, some):
        """Return upper bounds on the classes of some guesses: those of all secrets, if known."""
        if not self.totals and len(self.columns) == len(self.secrets):
            self.totals = [different(g, self.columns.values()) for g in self.number.values()]
        if not self.totals:
            return [len(self.secrets)] * len(some)
        return self.totals[:] if len(some) == len(self.guesses) else [self.totals[g] for g in some]

    def in_lanes(self, s):
        """Return the feedback of all guesses on a secret as a number."""
        return self.lanes(len(self.guesses)).number(self.column(s, ()))

    def pair(self, s, t):
        """Return a bit for each guess that does not tell two secrets apart."""
        return self.lanes(len(self.guesses)).alike(self.laned(s), self.laned(t))

    def compared(self, part, columns):
        """Return a function of two places: a bit for each guess that does not tell them apart."""
        if len(columns[0]) == len(self.guesses):
            return lambda i, j: self.alike(part[i], part[j])
        lanes = self.lanes(len(columns[0]))
        numbers = [lanes.number(column) for column in columns]
        return lambda i, j: lanes.alike(numbers[i], numbers[j])

    def tally(self, part, columns, alike):
        """Count for each guess the secrets whose feedback is not new.

        Of many guesses, the counts are lower bounds: the feedback on each secret is compared with
        that on some before it. A guess whose feedback is all equal has its exact count, as each
        secret but the first is compared.
        """
        size, count = len(part), len(columns[0])
        tally = Tally((1 << count) - 1)
        if count <= SAMPLE:
            again = [size - len({*told}) for told in zip(*columns, strict=True)]
            tally.digits = [bits([n >> i & 1 for n in again]) for i in range(size.bit_length())]
        else:
            for i, places in enumerate(self.before(part)):
                tally.add(reduce(or_, [alike(j, i) for j in places], 0))
        return tally

    def before(self, part):
        """Return for each secret of a set the places of earlier ones to compare it with.

        In a large set these are few: those that the fewest guesses of a sample tell apart from it.
        """
        if len(part) <= FEW_SECRETS:
            return [range(i) for i in range(len(part))]
        found = [[]]
        for i, s in enumerate(part[1:], 1):
            if len(self.rows) * len(self.secrets) > MOST_MEMORY:
                self.rows.clear()
            first, row = max(0, i - WINDOW), self.rows[s]
            for t in part[first:i]:
                row[t] = row[t] or self.likeness(s, t)
            alike = [*map(row.__getitem__, part[first:i])]
            found.append([])
            for _ in range(min(i, ALIKE)):
                most = alike.index(max(alike))
                found[i].append(first + most)
                alike[most] = 0
        return found

    def likeness(self, s, t):
        """Return 1 + the number of guesses of the sample that do not tell two secrets apart."""
        lanes = self.lanes(len(self.sampled))
        for one in (s, t):
            if one not in self.samples:
                self.samples[one] = lanes.number(self.column(one, self.sampled))
        return 1 + f"{lanes.alike(self.samples[s], self.samples[t]):b}".count("1")

    def barred(self, g, s):
        """Return a bit for each guess not allowed after a guess with this answer."""
        told = self.hard and self.tell(g, self.secrets[s])
        return self.bars(g, told) if told else 0

    def not_allowed(self, g, told):
        """Return a bit for each guess that is not consistent, or lacks a hint."""
        if self.hard != "hints":
            lanes = self.lanes(len(self.guesses))
            return (1 << len(self.guesses)) - 1 ^ lanes.alike(self.rowed(g), told * lanes.ones)
        guess, clue = self.guesses[g], next(islice(self.answers, told - 1, None))
        shown = Counter([a for a, mark in zip(guess, clue, strict=True) if mark != "B"])
        bars = [self.lacking(a, times) for a, times in shown.items()]
        bars += [self.lacking(guess[i], place=i) for i, mark in enumerate(clue) if mark == "G"]
        return reduce(or_, bars, 0)

    def in_row(self, g):
        """Return the feedback of a guess on all guesses as a number."""
        secrets = dict(zip(self.own, self.told(g, self.every), strict=True))
        told = [secrets.get(h) for h in self.number.values()]
        codes = zip(told, self.guesses, strict=True)
        row = [self.tell(g, code) if one is None else one for one, code in codes]
        return self.lanes(len(self.guesses)).number(array(self.lane, row))

    def letters(self, a, times=0, place=None):
        """Return a bit for each guess with a letter fewer than some times, or not in a place."""
        if place is not None:
            return bits([code[place] != a for code in self.guesses])
        return bits([code.count(a) < times for code in self.guesses])

    def map(self, *numbers):
        """Return where a permutation of places, and then of symbols, maps each guess."""
        places, names = numbers[: self.size], numbers[self.size :]
        every = [[*range(1, many + 1)] for many in (self.size, len(self.symbols))]
        known = self.symbols and (self.feedback is pegs or self.matrix)
        if not known or [sorted(places), sorted(names)] != every:
            raise Unproven("a permutation that is not one of this game")
        new = {a: self.symbols[b - 1] for a, b in zip(self.symbols, names, strict=True)}
        codes = ["".join([new[code[i - 1]] for i in places]) for code in self.guesses]
        return [*map(self.number.get, codes)]

    def moved(self, *numbers):
        """Return where a permutation maps each guess, if it is a symmetry of the game."""
        moved = self.map(*numbers)
        if not (self.symmetric or self.keeps(moved)):
            raise Unproven("a permutation that changes the secrets, the guesses or the feedback")
        return moved

    @cached_property
    def symmetric(self):
        """Whether all permutations are symmetries; exchanges of neighbours generate them."""
        every = [*range(1, self.size + 1), *range(1, len(self.symbols) + 1)]
        exchanges = [
            self.map(*every[: i - 1], every[i], every[i - 1], *every[i + 1 :])
            for i in range(1, len(every) if self.matrix else 0)
            if i != self.size
        ]
        return all(map(self.keeps, exchanges)) and bool(exchanges or self.feedback is pegs)

    def keeps(self, moved):
        """Return whether a permutation preserves guesses, secrets, and the equality of feedback.

        In hard play that includes the feedback on guesses, which decides which of them are allowed.
        """
        place = {g: at for at, g in enumerate(self.number.values() if self.hard else self.own)}
        images = [*map(moved.__getitem__, place)]
        if {*moved} != {*self.number.values()} or {moved[g] for g in self.own} != {*self.own}:
            return False
        order = [place[g] for g in images]
        for row, g in zip(self.matrix_rows, moved, strict=True):
            both = {*zip(row, map(self.matrix_rows[g].__getitem__, order), strict=True)}
            if not len({a for a, _ in both}) == len(both) == len({b for _, b in both}):
                return False
        return True

    @cached_property
    def matrix_rows(self):
        """The feedback of each guess on all secrets, in hard play on all guesses, as numbers."""
        codes = self.guesses if self.hard else self.secrets
        if len(codes) * len(self.guesses) > MOST_PAIRS:
            raise Foreign(f"too large, expected at most {MOST_PAIRS:,} feedbacks")
        rows = numbered(self.guesses, codes, self.feedback)
        return [array("I", map(int, row.split())) for row in rows]

    def orbits(self, maps):
        """Return the first guess of each orbit under permutations, with the orbit."""
        left, found = {*self.number.values()}, {}
        for g in self.number.values():
            new = {g} if g in left else None
            while new:
                left -= new
                found[g] = [*found.get(g, ()), *new]
                new = {one[at] for one in maps for at in new} & left
        return found


class Proof:
    """The proven facts about a question, step by step."""

    def __init__(self, game, weights, first, endless, *prices, share=(0, 1)):
        # The last price applies to all later guesses, or is paid once by each missed secret.
        if first > len(game.guesses) or endless > 1 or not 2 - endless <= len(prices) <= 1000:
            raise Foreign("damaged: a question")
        self.game, self.weights, self.equal = game, weights, max(weights) == 1
        # The lemmas to check: those whose number has this remainder by this divisor.
        self.rest, self.shares = share
        self.endless, self.end = endless, len(prices) - 1
        # The first guesses to judge, if not all, and those that are excluded.
        self.firsts, self.excluded = [first - 1] if first else None, ()
        self.prices = [*prices, *[prices[-1] * endless] * 99]
        self.every, self.asked = game.every, (first, endless, *prices)
        self.table, self.same, self.listed, self.maps, self.sums = {}, {}, [None], [], {}
        self.barred = 0
        self.lower, self.upper, self.missed = 0, float("inf"), 0

    def play(self, bound, *nodes):
        """Play a strategy against all secrets: its guesses in preorder."""
        game, guesses, cost, missed, waiting = self.game, iter(nodes), 0, 0, [(0, self.every, 0)]
        while waiting:
            state, part, barred = waiting.pop()
            weight = sum(self.weights[s] for s in part)
            cost += self.prices[state] * weight
            missed += weight * (state == self.end - self.endless)
            if state < self.end or self.endless:
                g = next(guesses, 0) - 1
                if not 0 <= g < len(game.guesses) or barred >> g & 1:
                    raise Unproven("the strategy ends early, or makes a forbidden guess")
                after = min(state + 1, self.end)
                parts = reversed(classes(part, game.told(g, part)))
                waiting += [(after, each, barred | game.barred(g, each[0])) for each in parts]
        other = self.firsts is not None and nodes[0] - 1 not in self.firsts
        if next(guesses, None) is not None or cost > bound or other:
            raise Unproven(
                f"the strategy costs {cost}, not {bound}, has unused guesses, or begins otherwise"
            )
        self.upper, self.missed = min((self.upper, self.missed), (bound, missed))

    def by_size(self, count, state, most):
        """Return the least costs of 0, 1, ... secrets, at least up to ``count``; see ``least``."""
        # The next guess finds one, the two next no more than ``most``, and so on.
        sums = self.sums.setdefault((state, most), [0])
        while len(sums) <= count:
            tries = next(i for i in range(1, 99) if most ** (i - 1) >= len(sums))
            sums.append(sums[-1] + sum(self.prices[state : state + tries]))
        return sums

    def least(self, part, state, most):
        """Return the least cost of a set by size, if no guess makes more classes than ``most``."""
        sums = self.by_size(len(part), state, most)
        if self.equal:
            return sums[len(part)]
        weights = sorted([self.weights[s] for s in part], reverse=True)
        return sum(w * (b - a) for w, a, b in zip(weights, sums, sums[1:], strict=False))

    def known(self, key, barred):
        """Return the best bound of a set by a lemma, if the guesses ``barred`` are not allowed."""
        return max([b for b, needs in self.table.get(key, ()) if not needs & ~barred] or [0])

    def named(self, reasons, state, part):
        """Return lemmas about subsets of some secrets in a state: their keys and secrets."""
        found, every = [(key := self.listed[r], *array("I", key)) for r in reasons], {*part}
        return [(key, s) for key, of, *s in found if of == state and every.issuperset(s)]

    def available(self, state, most, lemmas, part, barred):
        """Return the best bound of a set: by its size, by a lemma, or by lemmas of subsets."""
        total, rest = 0, {*part}
        for key, inside in lemmas:
            if rest.issuperset(inside) and (b := self.known(key, barred)):
                total, rest = total + b, rest.difference(inside)
        itself = self.known(array("I", [state, *part]).tobytes(), barred)
        return max(total + self.least(rest, state, most), self.least(part, state, most), itself)

    def lemma(self, state, bound, count, *rest):
        """Accept a lower bound on some secrets in a state, given the named lemmas."""
        name, part = f"lemma {len(self.listed)}", [s - 1 for s in rest[:count]]
        strange = state > self.end - 1 + self.endless or not len(part) == count > 1
        if strange or part != sorted({*part}) or not -1 < part[0] <= part[-1] < len(self.every):
            raise Unproven(f"{name}: not a set of secrets, or an invalid state")
        if self.maps and not self.permuted({self.game.own[s] for s in part}):
            raise Unproven(f"{name}: a permutation changes its secrets, or there are weights")
        key = array("I", [state, *part]).tobytes()
        if self.known(key, self.barred) < bound:
            # If it is trusted, later lemmas still need the guesses that it requires to be barred.
            only, needs = None if len(self.listed) % self.shares == self.rest else (), 0
            if only is None or self.barred:
                needs = self.check(name, part, state, bound, rest[count:], only)
            kept = (*self.table.get(key, ()), (bound, needs))
            self.table[key] = self.same.setdefault(kept, kept)
        self.listed.append(key)
        self.maps = []

    def permuted(self, own):
        """Return whether permutations preserve weights, some secrets and the forbidden guesses."""
        sets = [own]
        if self.barred:
            sets.append({g for g in self.game.number.values() if self.barred >> g & 1})
        same = all({*map(one.__getitem__, each)} == each for one in self.maps for each in sets)
        return same and self.equal

    def check(self, name, part, state, bound, reasons, only=None):
        """Check that each guess, or an equivalent one by permutation, costs at least the bound.

        Guesses that give no information are skipped unless ``only`` lists those to check. Return
        a bit for each forbidden guess that gives information.
        """
        game, after = self.game, min(state + 1, self.end)
        orbits = game.orbits(self.maps) if self.maps and only is None else {}
        every = range(len(game.guesses))
        # The feedback of all guesses is at hand: selecting some takes longer.
        some = () if game.columns.keys() >= {*part} else orbits
        columns, among = [game.column(s, some) for s in part], [*some] or every
        alike, size = game.compared(part, columns), len(part)
        again = game.tally(part, columns, alike)
        needs, allowed = 0, again.every
        if self.barred:
            needs, barred = again.at_most(size - 2), self.barred
            if among is not every:
                needs = sum([1 << h for i in set_bits(needs) for h in orbits[among[i]]])
                barred = bits([barred >> g & 1 for g in among])
            needs, allowed = needs & self.barred, allowed ^ allowed & barred
        bounds = game.most_classes(among)
        most = largest(again, allowed, columns, bounds)
        weights = sorted([self.weights[s] for s in part], reverse=True)
        wanted = bound - self.prices[state] * sum(weights)
        # A guess of this many classes costs too much, as one secret of each is found next. If the
        # guess is a secret, and at most the heaviest, it costs nothing more itself.
        one, two = self.prices[after], self.prices[after] + self.prices[after + 1]
        costs = [two * sum(weights) - (two - one) * w for w in accumulate(weights)]
        dear = max(1, sum(cost >= wanted for cost in costs))
        own_dear = sum(cost - one * weights[0] >= wanted for cost in costs)

        def dear_enough(g, told):
            # The sizes of the classes suffice for most guesses. The guess itself costs no more.
            if self.equal:
                by_size = sum([least[size] for size in Counter(told).values()])
                if by_size - least[1] * (0 in told) >= wanted:
                    return True
            # Only a class with the first secret of a lemma may have all its secrets.
            lemmas, total = defaultdict(list), 0
            for key, inside, places in named:
                lemmas[told[places[0]]].append((key, inside))
            for each in classes(part, told):
                barred, answer = self.barred | game.barred(g, each[0]), told[place[each[0]]]
                total += self.available(after, most, lemmas[answer], each, barred)
                if total >= wanted:
                    break
            return total >= wanted

        place = {s: i for i, s in enumerate(part)}
        named = [
            (key, inside, [*map(place.__getitem__, inside)])
            for key, inside in self.named(reasons, after, part)
        ]
        least = self.by_size(len(part), after, most)
        # One of these lemmas suffices, even if all other secrets are found next, or are the guess.
        enough = wanted - one * (sum(weights) - weights[0])
        alone = [
            places
            for key, inside, places in named
            if self.known(key, self.barred) - one * sum(self.weights[s] for s in inside) >= enough
        ]
        where = every if among is every else {g: i for i, g in enumerate(among)}
        own = {where[g] for g in map(game.own.__getitem__, part) if g in where}
        likely = again.at_most(size - dear - 1)
        likely |= again.at_most(size - own_dear - 1) & sum([1 << i for i in own])
        for at, *others in alone:
            likely &= again.every ^ reduce(and_, [alike(at, i) for i in others])
        tried = [i for i in set_bits(likely & allowed) if among[i] in (orbits or every)]
        tried = [i for i in tried if bounds[i] > (own_dear if i in own else dear)]
        for i in tried if only is None else only:
            g = among[i]
            like = (dear_enough(h, game.told(h, part)) for h in orbits.get(g, ()))
            if not (dear_enough(g, [*map(itemgetter(i), columns)]) or any(like)):
                raise Unproven(f"{name}: {game.guesses[g]} may cost less than {bound}")
        return needs

    def conclude(self, bound, *reasons):
        """Accept a lower bound on all secrets, for each of the first guesses to judge."""
        self.barred, most = 0, len(self.every) + 1
        if self.firsts is not None:
            self.check("the conclusion", self.every, 0, bound, reasons, self.firsts)
        elif bound > self.available(0, most, self.named(reasons, 0, self.every), self.every, 0):
            raise Unproven(f"no lemma proves that all secrets cost {bound}")
        self.lower = max(bound, self.lower)

    def exclude(self, *numbers):
        """Exclude first guesses: the question, which has no bounds yet, is about all others."""
        begun = self.firsts is not None or (self.lower, self.upper) != (0, float("inf"))
        every, excluded = range(1, len(self.game.guesses) + 1), {*numbers}
        if begun or not excluded or not excluded.issubset(every):
            raise Unproven("excluded first guesses are unknown, or follow a bound or first guess")
        self.firsts = [g - 1 for g in every if g not in excluded]
        self.excluded, self.asked = sorted(excluded), (-1, *self.asked[1:])

    def path(self, *played):
        """Make lemmas apply after guesses, each given with a secret that has its feedback."""
        self.barred = 0
        for g, s in zip(played[::2], played[1::2], strict=True):
            if not (0 < g <= len(self.game.guesses) and 0 < s <= len(self.every)):
                raise Unproven("a path with unknown codes")
            self.barred |= self.game.barred(g - 1, s - 1)

    def permute(self, *numbers):
        """Accept a permutation of the game that fixes the secrets of the next lemma as a set."""
        self.maps.append(self.game.moved(*numbers))

    def said(self, proofs):
        """Return the claim in words; the proofs of other questions may allow a stronger one."""
        k, proven = self.end - self.endless, self.lower == self.upper
        paid, dear = [*self.prices[: max(k, 0)]], self.prices[max(k, 0)]
        value = f"{self.lower}" if proven else f"{self.lower} to {self.upper}".replace("inf", "?")
        known = self.lower if self.upper == float("inf") else self.upper
        shown = [*map(str, self.asked[2:])]
        shown[8:-1] = ["..."] * (len(shown) > 9)
        after = "and so on" if self.endless else "for a miss"
        text = f"cost {value} by prices {', '.join(shown)} {after}"
        if self.asked[1:] == (1, 1):
            text = f"{value} guesses in all"
        elif not self.endless and (*paid, dear) == (*[0] * k, 1):
            text = f"{value} missed within {k}"
        # A strategy with a miss costs more than the one that is known, which thus has none.
        elif not self.endless and paid == [1] * k and dear > known:
            text = f"{value} guesses in all, within {k}"
        elif proven and self.endless and self.asked[2:] == (*[1] * k, dear, 1) and k > 0:
            total = self.lower - (dear - 1) * self.missed
            # No strategy with fewer misses needs more than this: the secrets that k guesses miss
            # can be proposed one by one. If a miss costs more still, or they are proven by
            # themselves, there are no fewer misses.
            most = (k + len(self.every)) * sum(self.weights)
            fewest = max([one.lower for one in proofs if one.misses(k, self.firsts)], default=0)
            if total + dear - 1 > most or fewest >= self.missed:
                text = f"{total} guesses in all with {self.missed} missed within {k}"
        if self.firsts is not None:
            named = [self.game.guesses[g - 1] for g in self.excluded or [self.firsts[0] + 1]]
            text += f", beginning with {'none of ' * bool(self.excluded)}{' '.join(named)}"
        return text + ", weighted" * (not self.equal)

    def misses(self, k, firsts=None):
        """Return whether the question asks how many secrets k guesses miss, for ``firsts``."""
        return self.asked[1:] == (0, *[0] * k, 1) and self.firsts == firsts


STEPS = {
    3: Proof.play, 4: Proof.lemma, 5: Proof.path, 6: Proof.permute, 7: Proof.conclude,
    8: Proof.exclude,
}  # fmt: skip


def sentences(proofs):
    """Return the claims of all questions in words; one worst case, if it follows from misses."""
    worst = [proof for proof in proofs if proof.misses(proof.end)]
    most = min([proof.end for proof in worst if proof.upper == 0], default=0)
    least = 1 + max([proof.end for proof in worst if proof.lower], default=0)
    if most and (least > 1 or most == 1) and len(worst) == len(proofs):
        return [f"{least}" if least == most else f"{least} to {most}"]
    return [proof.said(proofs) for proof in proofs]


def named(path, name):
    """Run a trusted Python file, and return its object with a name."""
    return runpy.run_path(path)[name]


def share_of(text):
    """Return the remainder and the divisor of a share such as 2/4: (1, 4)."""
    found = re.fullmatch(r"(\d{1,4})/(\d{1,4})", text)
    k, n = map(int, found.groups()) if found else (0, 0)
    if not 0 < k <= n:
        raise Foreign(f"--share {text!r:.20}: expected a share such as 2/4")
    return k - 1, n


def proofs_of(source, lists=(), rule_file=None, share="1/1"):
    """Check the lines of a certificate; return the game, and the proof of each question."""
    head, proofs, part = {}, [], share_of(share)
    if next(source, b"") != BEGIN.encode():
        raise Foreign(FOREIGN)
    for line in iter(source.__next__, b"steps"):
        key, _, value = line.decode().partition(" ")
        if key in head or len(head) == MOST_LINES:
            raise Foreign(f"damaged: {key!r:.20} given twice, or after {MOST_LINES} lines")
        head[key] = value
    game = Game(head, lists, rule_file)
    weights = [1] * len(game.secrets)
    for line in source:
        kind, *rest = integers(line)
        if kind == 1:
            for proof in proofs:
                proof.table, proof.same, proof.listed = {}, {}, []
            proofs.append(Proof(game, weights, *rest, share=part))
        elif kind == 2 and not proofs and len(rest) == len(weights) and min(rest):
            weights = rest
        elif proofs and kind in STEPS:
            STEPS[kind](proofs[-1], *rest)
        else:
            raise Foreign(f"damaged: a step of kind {kind}")
    if not proofs or any((proof.lower, proof.upper) == (0, float("inf")) for proof in proofs):
        raise Unproven("a question without a proof")
    return game, proofs


def check(source, lists=(), rule_file=None, share="1/1"):
    """Check the lines of a certificate; return a line such as ``OK C5: 7 (613 words)``."""
    game, proofs = proofs_of(source, lists, rule_file, share)
    among = "" if game.guesses == game.secrets else f"of {len(game.guesses)} "
    kind = "words" if game.feedback in {marks, shared} else "codes"
    hard = f" (hard: {game.hard})" if game.hard else ""
    said = "OK" if share_of(share)[1] == 1 else f"SHARE {share}"
    claim = "; ".join(sentences(proofs))
    return f"{said} {game.name}{hard}: {claim} ({len(game.secrets)} {among}{kind})"


def main(arguments):
    """Check the certificate of a command line, print a line, and return the exit code."""
    given = {"--rule": None, "--share": "1/1"}
    while arguments[-2:-1] and arguments[-2] in given:
        *arguments, name, given[name] = arguments
    path, *lists = arguments or [""]
    try:
        code, line = 0, check(lines(path), lists, *given.values())
    except Unproven as failure:
        code, line = 1, f"FAILED {path}: {failure}"
    except OSError as failure:
        code, line = 2, f"{failure.filename or path}: {failure.strerror}"
    except Exception as failure:
        code, line = 2, f"{path}: {failure if isinstance(failure, Foreign) else DAMAGED}"
    except KeyboardInterrupt:
        code, line = 130, f"{path}: interrupted, not checked"
    line = line if path else __doc__.splitlines()[2]
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)
    print(line, file=sys.stderr if code else sys.stdout)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
