"""Random small games of every kind: the files and the command line, and the rule in plain Python.

Each game is written into the same files under the same names, so that whatever a program remembers
by a name is soon wrong.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations, product

from tests.endure.attack.truth import Truth

MARKS = '''
def tell(guess, secret):
    """G in place; Y while a letter of the secret is left over for it; else B."""
    left = [b for a, b in zip(guess, secret) if a != b]
    told = ""
    for a, b in zip(guess, secret):
        if a == b:
            told += "G"
        elif a in left:
            left.remove(a)
            told += "Y"
        else:
            told += "B"
    return told
'''
SHARED = """
def tell(guess, secret):
    return str(sum(min(guess.count(a), secret.count(a)) for a in set(guess)))
"""
PLACES = """
def tell(guess, secret):
    return str(sum(a == b for a, b in zip(guess, secret)))
"""
PEGS = """
def tell(guess, secret):
    right = sum(a == b for a, b in zip(guess, secret))
    return f"{right} {sum(min(guess.count(a), secret.count(a)) for a in set(guess))}"
"""
#: Rules of one's own; those with a NUMBER are drawn anew each time.
OWN = [
    MARKS, SHARED, PLACES, PEGS,
    MARKS.replace("Y", "B"),
    MARKS.replace('"G"', '"Y"'),
    # Only whether it is right, in odd words; the secret itself answers like others.
    "def tell(guess, secret):\n    return ''\n",
    "def tell(guess, secret):\n    return 'yes' if guess <= secret else ' '\n",
    "def tell(guess, secret):\n    return 'é' * (sum(map(ord, guess + secret)) % NUMBER)\n",
    "def tell(guess, secret):\n    return str(len(guess) * sum(map(ord, secret)) % NUMBER)\n",
    # A first place that counts more than the others, and a symbol that counts more.
    "def tell(guess, secret):\n    return str(guess[0] == secret[0]) + str(guess[-1] in secret)\n",
    "def tell(guess, secret):\n    return secret if guess[0] == max(secret) else 'no'\n",
    "def tell(guess, secret):\n    return str(guess.index(guess[0]) + secret.count(guess[-1]))\n",
    # Halves: of the guess in reverse, or of the first NUMBER places.
    "def tell(guess, secret):\n    return str([a == b for a, b in zip(guess, secret)][:NUMBER])\n",
    "def tell(guess, secret):\n    return str(sum(a == b for a, b in zip(guess[::-1], secret)))\n",
]  # fmt: skip
TABLE = "\ndef tell(guess, secret):\n    return TABLE[guess + '>' + secret]\n"
#: Feedback of a table; one kind of answer to each game.
ANSWERS = ["01", "abc", "GYB", ["", "GG", "yes"], ["found", "0", "é"], ["B", "BB"], "0123456"]


def rule_of(source, **space):
    """Return the function that a rule in plain Python defines."""
    exec(source, space)  # noqa: S102 - one of the rules above
    return space["tell"]


RULES = {
    name: rule_of(source)
    for name, source in {
        "motus": MARKS, "wordle": MARKS, "jotto": SHARED, "mastermind": PEGS, "moo": PEGS,
        "blackpeg": PLACES, "ab": PLACES, "permutation": PLACES,
    }.items()
}  # fmt: skip


def hints(guess, secret, code):
    """Return whether a code uses the marks of a guess: letters in place, and each as often."""
    if any(a == b != c for a, b, c in zip(guess, secret, code, strict=True)):
        return False
    return all(code.count(a) >= min(guess.count(a), secret.count(a)) for a in set(guess))


def revealed(guess, secret):
    """Return the marks, and the first letter that is not in its place."""
    wrong = next((b for a, b in zip(guess, secret, strict=True) if a != b), "")
    return RULES["motus"](guess, secret), wrong


def revealed_hints(guess, secret, code):
    """Return whether a code uses the marks, and has the letter that was revealed."""
    place = next((i for i, (a, b) in enumerate(zip(guess, secret)) if a != b), None)  # noqa: B905
    return hints(guess, secret, code) and (place is None or code[place] == secret[place])


@dataclass
class Case:
    """A game as the program is asked about it, and as it is by its definition.

    ``words`` are those of the command line. Checkers are given ``lists`` of the files, and ``rule``
    if the game has a rule that they do not know.
    """

    kind: str
    words: list[str]
    secrets: list[str]
    guesses: list[str]
    tell: Callable
    files: dict[str, str]
    lists: tuple[str, ...] = ()
    rule: str = ""
    hard: str = ""
    hints: Callable | None = None
    #: The text of a module of one's own, but for its rule.
    classes: str = ""
    #: Whether there are certificates of the game.
    certified: bool = True
    #: The games that the heads of changed certificates name.
    truths: dict = field(default_factory=dict)

    @cached_property
    def truth(self):
        return Truth(self.secrets, self.guesses, self.tell, self.hard, self.hints)

    @property
    def checked_in_c(self):
        """Whether the checker in C is given all that it needs: its rows tell nothing of guesses."""
        return not (self.rule and self.hard == "consistent" and self.guesses != self.secrets)

    @property
    def given(self):
        """What `emi.verify` is given of the game."""
        if self.classes:
            return {"secrets": "raw_secrets", "guesses": "raw_guesses", "rule": "rule.py"}
        name, *options = self.words
        lists = ("--lexicon", "--secrets", "--guesses")
        found = {one[2:]: options[options.index(one) + 1] for one in lists if one in options}
        if name.startswith("jotto:"):
            found["lexicon"] = name.partition(":")[2]
        if self.rule and "lexicon" in found:
            # A game that is changed is checked with both lists.
            found = dict.fromkeys(("secrets", "guesses"), found["lexicon"])
        return found

    def write(self, folder):
        """Write the files of the game, and what the checkers are given of it."""
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        secrets, guesses = sorted(self.secrets), sorted(self.guesses)
        for name, codes in (("raw_secrets", secrets), ("raw_guesses", guesses)):
            (folder / name).write_text("\n".join([*codes, ""]), encoding="utf-8")
        if self.rule:
            every = sorted({*secrets, *guesses})
            told = {f"{g}\n{s}": repr(self.tell(g, s)) for g in guesses for s in every if g != s}
            (folder / "rule.py").write_text(
                f"TOLD = {told!r}\n\n\ndef feedback(guess, secret):\n"
                '    return TOLD[f"{guess}\\n{secret}"]\n',
                encoding="utf-8",
            )
            rows = []
            for g in self.truth.guesses:
                numbers = {}
                told_g = [numbers.setdefault(repr(self.tell(g, s)), len(numbers)) for s in secrets]
                rows.append(" ".join(map(str, told_g)))
            (folder / "rows").write_text("\n".join([*rows, ""]))


#: Spellings of letters that a list may have.
ACCENTED = [
    ("E", "É"),
    ("e", "ê"),
    ("E", "E\u0301"),
    ("A", "Å"),
    ("c", "ç"),
    ("AE", "Æ"),
    ("l", "ł"),
]


def written(source, words, *, again=True):
    """Return the text of a list as people write it, some words twice."""
    lines = []
    for word in source.sample(words, len(words)):
        line = source.choice([word, word, word.lower(), f" \t{word}\xa0", f"{word} # one of them"])
        letter, accented = source.choice(ACCENTED)
        lines += [line.replace(letter, accented, 1) if source.random() < 0.3 else line]
        lines += [word] * (again and source.random() < 0.1)
    end = source.choice(["\n", "\n", "\n", "\r\n"])
    return source.choice(["", "", "", "\ufeff"]) + end.join([*lines, ""])


def drawn(source, many, length, letters, begin=""):
    """Return different words, as many as there are if that is less."""
    found = set()
    for _ in range(4 * many):
        word = begin + "".join(source.choice(letters) for _ in range(length - len(begin)))
        found.add(word)
        if len(found) == many:
            break
    return sorted(found)


def two_lists(source, codes):
    """Return secrets and guesses, the latter with all secrets."""
    secrets = sorted(source.sample(codes, source.randint(1, min(6, len(codes)))))
    rest = [code for code in codes if code not in secrets]
    return secrets, sorted([*secrets, *source.sample(rest, source.randint(0, min(4, len(rest))))])


def cell(source):
    """A cell of a lexicon that has other words too; of any initial, or of two lists."""
    length, letters = source.randint(2, 5), source.choice(["AB", "ABC", "ABCDE", "AELST"])
    words = drawn(source, source.randint(2, 7), length, letters, source.choice(["C", "A", ""]))
    name = f"{words[0][0]}{length}" if source.random() < 0.7 else f"{length}"
    more = [] if source.random() < 0.5 else drawn(source, 3, length + 1, letters)
    own = [word for word in words if name.isdigit() or word[0] == name[0]]
    files = {"words.txt": written(source, [*words, *more])}
    if length == 5 and len(name) > 1 and source.random() < 0.3:
        # Those of a show or a site, which have tries of their own.
        name = source.choice([f"lingo:{name[0]}", f"motus:{name}", f"tusmo:{name}"])
    if source.random() < 0.7:
        return Case(
            "cell", [name, "--lexicon", "words.txt"], own, own, RULES["motus"], files,
            ("words.txt",), hints=hints,
        )  # fmt: skip
    secrets, guesses = two_lists(source, own)
    other = [word for word in words if word not in own]
    files = {"secrets.txt": written(source, [*secrets, *other]),
             "guesses.txt": written(source, [*guesses, *other, *more])}  # fmt: skip
    return Case(
        "two lists", [name, "--secrets", "secrets.txt", "--guesses", "guesses.txt"], secrets,
        guesses, RULES["motus"], files, ("secrets.txt", "guesses.txt"), hints=hints,
    )  # fmt: skip


def of_words(source, rule, length):
    """Wordle or Jotto with two lists."""
    letters = source.choice(["AB", "ABC", "ABCDE", "AELST"])
    codes = drawn(source, 9, length, letters)
    secrets, guesses = two_lists(source, codes)
    # Of two lists, Wordle refuses a word that is given twice.
    texts = [written(source, one, again=rule != "wordle") for one in (secrets, guesses)]
    files = dict(zip(("secrets.txt", "guesses.txt"), texts, strict=True))
    lists = ["--secrets", "secrets.txt", "--guesses", "guesses.txt"]
    return Case(
        "two lists", [rule, *lists], secrets, guesses, RULES[rule], files,
        ("secrets.txt", "guesses.txt"), hints=hints if rule == "wordle" else None,
    )  # fmt: skip


def wordle(source):
    return of_words(source, "wordle", source.randint(2, 5))


def jotto(source):
    """Jotto of a lexicon or of two lists."""
    if source.random() < 0.5:
        return of_words(source, "jotto", 5)
    words = drawn(source, source.randint(2, 7), 5, source.choice(["AB", "ABC", "ABCDE"]))
    files = {"words.txt": written(source, words)}
    return Case("lists", ["jotto:words.txt"], words, words, RULES["jotto"], files, ("words.txt",))


SIZES = {
    "mastermind": ["1x1", "1x3", "1x5", "2x2", "2x3", "3x2"],
    "moo": ["1x4", "2x3", "2x4", "3x3"],
    "blackpeg": ["1x4", "2x2", "2x3", "3x2"],
    "ab": ["1x4", "2x3", "2x4", "3x3"],
    "permutation": ["1x3", "2x2", "2x3", "3x3"],
}


def rows(rule, size, symbols):
    """Return the guesses of a game of all codes of pegs."""
    apart = rule in {"moo", "ab"}
    made = permutations(symbols, size) if apart else product(symbols, repeat=size)
    return ["".join(one) for one in made]


def codes_of(rule, size):
    """Return the secrets and the guesses of a game of all codes of pegs."""
    pegs, many = map(int, size.split("x"))
    symbols = ("0123456789" if rule in {"moo", "ab"} else "123456789")[:many]
    guesses = rows(rule, pegs, symbols)
    return rows("ab" if rule == "permutation" else rule, pegs, symbols), guesses


def pegs(source):
    """A game of all codes of pegs, or of some."""
    rule = source.choice([*SIZES])
    size = source.choice(SIZES[rule])
    secrets, guesses = codes_of(rule, size)
    known = "" if rule in {"mastermind", "moo"} else rule
    words = [f"{rule}:{size}"]
    if source.random() < 0.5 and len(guesses) <= 9:
        return Case("pegs", words, secrets, guesses, RULES[rule], {}, rule=known)
    secrets = sorted(source.sample(secrets, source.randint(1, min(6, len(secrets)))))
    rest = [code for code in guesses if code not in secrets]
    guesses = sorted([*secrets, *source.sample(rest, source.randint(0, min(4, len(rest))))])
    files = {"secrets.txt": "\n".join([*secrets, ""]), "guesses.txt": "\n".join([*guesses, ""])}
    words += ["--secrets", "secrets.txt", "--guesses", "guesses.txt"]
    return Case("pegs of lists", words, secrets, guesses, RULES[rule], files, rule=rule)


MODULE = """import json
import sys
from pathlib import Path

import emi

sys.path.insert(0, str(Path(__file__).parent))
{rule}

class Told:
    def feedback(self, guess, secret):
        return tell(guess, secret)


class Listed:
    rule = "mine"

    def __init__({arguments}):
        super().__init__({lists})


{classes}
"""
#: The ways in which a class comes by a rule of its own.
CLASSES = [
    "class Mine(Told, Listed, {base}): pass",
    "class Mine(Listed, {base}):\n    feedback = lambda self, guess, secret: tell(guess, secret)",
    (
        "class Mine(Listed, {base}):\n    def feedback(self, guess, secret): return ''\n"
        "Mine.feedback = Told.feedback"
    ),
    "class Game(Told, Listed, {base}): pass\ndef Mine(**lists): return Game(**lists)",
    (
        "class Above({base}):\n    def feedback(self, guess, secret): return str(guess > secret)\n"
        "class Mine(Told, Listed, Above): pass"
    ),
    (
        "class Mine(Listed, {base}):\n    def feedback(self, guess, secret):\n"
        "        super().feedback(guess, secret) if {calls} else None\n"
        "        return tell(guess, secret)"
    ),
]


def own_rule(source, secrets, guesses):
    """Return a rule in plain Python, one of those above, and what it reads: a table in JSON."""
    if source.random() < 0.5:
        return source.choice(OWN).replace("NUMBER", str(source.randint(2, 5))), "{}"
    answers, every = source.choice(ANSWERS), sorted({*secrets, *guesses})
    table = {f"{g}>{s}": source.choice(answers) for g in guesses for s in every}
    return TABLE, json.dumps(table, ensure_ascii=False)


def own_files(source, rule, table, classes, like):
    """Return the files of a module: its rule and its table in it, or in files beside it.

    Like another game, they are in the same places as its own.
    """
    beside = source.random() < 0.5 if like is None else "table.json" in like.files
    helped = source.random() < 0.5 if like is None else "helper.py" in like.files
    files = {"table.json": table} if beside else {}
    table = "(Path(__file__).parent / 'table.json').read_text('utf-8')" if beside else repr(table)
    text = f"TABLE = json.loads({table})\n{rule}"
    if helped:
        files["helper.py"] = f"import json\nfrom pathlib import Path\n{text}"
        text = "from helper import tell"
    return files | {"game.py": classes.replace("{rule}", text)}


def own_game(source, kind, base, secrets, guesses, size, like):
    """Return a game of a class of one's own: of lists, or of a size as its base has it.

    If it is like another, it has the same class, and only the rule is another.
    """
    if like is not None:
        secrets, guesses, classes = like.secrets, like.guesses, like.classes
    else:
        arguments = "self" if size else f"self, secrets={secrets!r}, guesses={guesses!r}"
        classes = MODULE.format(
            rule="{rule}", arguments=arguments, lists=size or "secrets, guesses",
            classes=source.choice(CLASSES).format(base=base, calls=base != "emi.Game"),
        )  # fmt: skip
    rule, table = own_rule(source, secrets, guesses)
    return Case(
        kind, ["game.py:Mine"], secrets, guesses, rule_of(rule, TABLE=json.loads(table)),
        own_files(source, rule, table, classes, like), rule="mine", classes=classes,
    )  # fmt: skip


def own(source, like=None):
    """A rule of one's own over codes of one's own."""
    codes = source.choice([
        drawn(source, 8, source.randint(1, 3), "12"),
        drawn(source, 8, 2, "123"),
        drawn(source, 8, 3, "abé"),
        ["0", "7", "10", "é", "Zz", "a b", "000"],
    ])  # fmt: skip
    secrets, guesses = two_lists(source, codes)
    guesses = secrets if source.random() < 0.3 else guesses
    case = own_game(source, "own", "emi.Game", secrets, guesses, "", like)
    if source.random() < 0.2:
        case.files |= {"secrets.txt": "\n".join([*case.secrets, ""]),
                       "guesses.txt": "\n".join(case.guesses)}  # fmt: skip
        case.words += ["--secrets", "secrets.txt", "--guesses", "guesses.txt"]
    return case


#: Games that a class of one's own may be below: the symbols of their words, or their names.
BASES = {
    "emi.Wordle": "ABC", "emi.Motus": "ABC", "emi.Jotto": "ABC", "emi.Mastermind": "mastermind",
    "emi.BlackPeg": "blackpeg", "emi.Moo": "moo", "emi.ABGame": "ab", "emi.Permutation":
    "permutation",
}  # fmt: skip


def own_subclass(source, like=None):
    """A class of one's own below one of the package, with another rule."""
    base, size = source.choice([*BASES]), ""
    if BASES[base] == "ABC":
        secrets, guesses = two_lists(source, drawn(source, 8, source.randint(2, 5), "ABC"))
    else:
        size = source.choice([one for one in SIZES[BASES[base]] if one[0] != "1"][:2])
        secrets, guesses = codes_of(BASES[base], size)
    size = size.replace("x", ", ")
    return own_game(source, "own subclass", base, secrets, guesses, size, like)


def hard(source):
    """Hard play of another game."""
    case = source.choice([cell, wordle, wordle, pegs, own, jotto])(source)
    choice = ["possible", "consistent"] + ["hints"] * 3 * (case.hints is not None)
    case.hard = source.choice(choice)
    case.words += ["--hard", case.hard]
    case.kind = f"hard, {case.hard}"
    return case


def identified(source):
    """An identification game: secrets that are no guesses are named alone."""
    rule = source.choice(["wordle", "mastermind", "blackpeg", "moo"])
    if rule == "wordle":
        codes = drawn(source, 9, 5, source.choice(["AB", "ABC"]))
        files = written
    else:
        codes = codes_of(rule, source.choice([one for one in SIZES[rule] if one[0] != "1"]))[0]
        files = None
    secrets = sorted(source.sample(codes, source.randint(1, min(6, len(codes)))))
    asked = sorted(source.sample(codes, source.randint(1, min(6, len(codes)))))
    texts = [
        "\n".join([*one, ""]) if files is None else written(source, one) for one in (secrets, asked)
    ]
    size = "" if rule == "wordle" else f":{len(codes[0])}x{len({*''.join(codes)})}"
    plain = RULES[rule]

    def tell(guess, secret):
        return plain(guess, secret) if guess in asked else "no"

    words = [rule + size, "--identify", "--secrets", "secrets.txt", "--guesses", "guesses.txt"]
    files = dict(zip(("secrets.txt", "guesses.txt"), texts, strict=True))
    both = sorted({*secrets, *asked})
    return Case("identification", words, secrets, both, tell, files, rule="named")


def reveals(source):
    """Revealed letters, with hard play or not."""
    case = source.choice([cell, wordle])(source)
    case.tell, case.hints, case.rule = revealed, revealed_hints, "revealed"
    case.words.append("--reveal")
    case.kind = "reveals"
    if source.random() < 0.3:
        case.hard = source.choice(["possible", "consistent", "hints"])
        case.words += ["--hard", case.hard]
        # Checkers know the hints of marks alone.
        case.certified = case.hard != "hints"
    return case


KINDS = [cell, cell, wordle, jotto, pegs, pegs, own, own, own_subclass, hard, hard, hard,
         identified, reveals]  # fmt: skip


def scene(source):
    """Yield games one after another: those that follow have the same names and files.

    Of a rule of one's own the module may stay the same, while what it reads beside it changes.
    """
    kind = source.choice(KINDS)
    case = kind(source)
    yield case
    for _ in range(source.randint(0, 2)):
        same = kind in {own, own_subclass} and source.random() < 0.7
        case = kind(source, case) if same else kind(source)
        yield case
