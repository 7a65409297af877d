"""An attack on the program: values, certificates and checkers.

Random small games are asked about by the command line, and each value is compared with recursion in
plain Python. Each certificate is given to every checker. Changes of it are given to them as well,
and what they accept is judged by what is true. One cache serves all games, whose files and rules
are written anew under the same names.

What fails is written to a folder, with the command that repeats it.
"""

import json
import os
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import emi
from tests.endure.attack import cases, questions
from tests.endure.attack.checkers import CHECKERS, Checkers
from tests.endure.attack.mutants import digest, mutated, read
from tests.endure.attack.truth import Truth, holds, proven
from tests.endure.command_line import ran

#: How many mutants are judged for each certificate, and values compared at least.
MUTANTS, VALUES = 20, 4
#: Where the program keeps its cache.
CACHE = "EMI_CACHE_DIR"
#: Seconds between two lines on how far it has come.
EACH = 10
#: The share of the strategies that are played, of those that can be had.
STRATEGIES = 0.5
#: The shares of one refused mutant in this many are checked as well.
SHARES = 10
#: A folder in memory, if the system has one, for thousands of files that are not needed again.
MEMORY = next((one for one in ("/dev/shm",) if os.access(one, os.W_OK)), None)  # noqa: S108


@dataclass
class Attack:
    """A run: what it has done so far, and what failed."""

    seed: int
    out: Path
    checkers: Checkers
    folder: Path
    said: object = print
    done: Counter = field(default_factory=Counter)
    kinds: Counter = field(default_factory=Counter)
    refused: Counter = field(default_factory=Counter)
    failed: list = field(default_factory=list)
    scene: int = 0
    began: float = field(default_factory=time.monotonic)

    def reached(self, certificates):
        """Return whether that many certificates were made, and the rest in proportion."""
        done = self.done
        return (
            done["certificates"] >= certificates
            and done["mutants"] >= MUTANTS * certificates
            and done["values"] >= VALUES * certificates
        )

    def play(self, number):
        """Play a scene: games one after another, each asked about in some ways."""
        self.scene, source = number, random.Random(f"{self.seed} {number}")
        for case in cases.scene(source):
            case.write(self.folder)
            self.kinds[case.kind] += 1
            weights = questions.weights(source, case, self.folder)
            for asked in questions.values(source, case, weights):
                self.compare(case, asked)
                if asked.reached and source.random() < STRATEGIES:
                    self.follow(case, asked)
            for asked in questions.certificates(source, case, weights):
                self.certify(source, case, asked)

    def run(self, case, words, asked):
        """Run the program, as if it were started anew; return what it prints, or None."""
        for name in ("helper", "game"):
            sys.modules.pop(name, None)
        path = [*sys.path]
        with self.watched(case, words):
            done = ran(words)
            sys.path[:] = path
            if done.code == 0:
                return done.out
            said = done.err.strip().splitlines()[-1] if done.err.strip() else ""
            if done.code != 2 or not said.startswith("emi: "):
                self.fail("crash", case, words, f"exit code {done.code}: {done.err[-2000:]}")
            elif not asked.may_refuse(said):
                self.fail("refused", case, words, said)
            else:
                self.refused[asked.name] += 1
        return None

    @contextmanager
    def watched(self, case, words):
        """Report what is raised in a block as a failure."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whatever it is, it is to be reported
            self.fail("error", case, words, "".join(traceback.format_exception(error)))

    def compare(self, case, asked):
        """Compare values that the program prints with those of the definition."""
        words = ["solve", *case.words, *asked.words, "--format", "json"]
        out = self.run(case, words, asked)
        if out is None:
            return
        for what, got, wanted in asked.compared(json.loads(out)):
            self.done["values"] += 1
            if got != wanted:
                self.fail("value", case, words, f"{what}: {got}, by definition {wanted}")

    def follow(self, case, asked):
        """Play the strategy that the program writes, and compare what it reaches."""
        words = ["strategy", *case.words, *asked.words, "--out", "paths.csv"]
        if self.run(case, words, asked) is None:
            return
        lines = (self.folder / "paths.csv").read_text(encoding="utf-8").splitlines()
        with self.watched(case, words):
            got, wanted = asked.reached(
                case.truth.played([[*filter(None, line.split(","))] for line in lines])
            )
            self.done["values"] += 1
            self.done["strategies"] += 1
            if got != wanted:
                self.fail("strategy", case, words, f"it reaches {got}, the best one {wanted}")

    def certify(self, source, case, asked):
        """Have a certificate made, checked by all, changed, and checked again."""
        suffix = source.choice(["", "", ".gz", ".xz"])
        words = ["certify", *case.words, *asked.words, "--out", f"c.emip{suffix}"]
        out = self.run(case, [*words, "--format", "json"], asked)
        if out is None:
            return
        (made,) = json.loads(out)["certificates"]
        for what, got, wanted in asked.compared(made):
            self.done["values"] += 1
            if got != wanted:
                self.fail("value", case, words, f"{what}: {got}, by definition {wanted}")
        text = questions.unpacked(self.folder / f"c.emip{suffix}")
        with self.watched(case, words):
            self.genuine(case, words, text)
        with self.watched(case, words):
            self.change(source, case, words, text)

    def genuine(self, case, words, text):
        """Have a certificate of the program checked by all."""
        self.done["certificates"] += 1
        many = self.checkers.begin([text], case)
        line = self.checkers.verified(text, case)
        for code in self.checkers.ended(many):
            self.done["accepted by check.c"] += code == 0
            if code:
                self.fail("check.c refuses", case, words, f"exit code {code}", text)
        if line is None:
            self.fail("verify.py refuses", case, words, self.checkers.why, text)
            return
        self.done["accepted by verify.py"] += 1
        if not self.true(case, text, line):
            self.fail("verify.py says what is false", case, words, line, text)
        said = emi.verify(words[-1], **case.given)
        if not line.endswith(f": {said.claim}"):
            self.fail("emi.verify says something else", case, words, f"{said}, not {line}", text)
        formal = self.checkers.formally(text, case)
        if formal is not None:
            self.done["accepted by Coq"] += formal
            if not formal:
                self.fail("Coq refuses", case, words, "", text)

    def change(self, source, case, words, text):
        """Have changes of a certificate checked, and judge what is accepted."""
        found = {text: None}
        while len(found) <= MUTANTS:
            found.setdefault(mutated(source, text, case.truth))
        texts = [*found][1:]
        many = self.checkers.begin(texts, case)
        lines = [self.checkers.verified(one, case) for one in texts]
        codes = self.checkers.ended(many) or [None] * len(texts)
        for one, line, code in zip(texts, lines, codes, strict=True):
            self.done["mutants"] += 1
            if line is not None:
                self.done["true mutants accepted"] += 1
                if not self.true(case, one, line):
                    self.fail("verify.py accepts what is false", case, words, line, one)
            if code == 0:
                self.done["true mutants accepted by check.c"] += 1
                if not self.true(case, one, None):
                    self.fail("check.c accepts what is false", case, words, "", one)
            elif code is not None and code < 0:
                self.fail("check.c crashes", case, words, f"signal {-code}", one)
            if code is not None and (code == 0) != (line is not None):
                self.done["accepted by one checker alone"] += 1
            if line is None and source.randrange(SHARES) == 0:
                self.shared(case, words, one)

    def shared(self, case, words, text):
        """Have a refused certificate checked in shares, which trust each other's lemmas."""
        shares = [self.checkers.verified(text, case, f"{k}/2") for k in (1, 2)]
        if None not in shares and not self.true(case, text, None):
            self.fail("the shares accept what is false", case, words, str(shares), text)

    def true(self, case, text, line):
        """Return whether what a certificate claims is true: its numbers, and what is printed."""
        head, steps = read(text)
        said = dict(one.partition(" ")[::2] for one in head[1:])
        weights = None
        for step in steps:
            if step[0] == 1:
                break
            weights = step[1:]
        truth = truth_of(case, said)
        return (line is None or holds(truth, line, weights)) and proven(truth, steps, weights)

    def fail(self, kind, case, words, why, text=None):
        """Write a failing case to a folder, with the command that repeats it."""
        place = self.out / f"{len(self.failed):03} {kind.replace(' ', '-')}"
        again = f"python -m tests.endure.attack --seed {self.seed} --scene {self.scene}"
        self.failed.append((kind, case.kind, " ".join(words), why))
        self.said(f"FAILED ({kind}, {case.kind}): emi {' '.join(words)}: {why}; {again}; {place}")
        shutil.copytree(
            self.folder, place, ignore=shutil.ignore_patterns("cache", "many", "mutant*")
        )
        (place / "why.txt").write_text(
            f"{kind}: {case.kind}\nemi {' '.join(words)}\n{why}\nagain: {again}\n"
        )
        if text is not None:
            (place / "failing.emip").write_bytes(text.encode("utf-8", "surrogatepass"))

    def go_on(self, certificates, part, parts):
        """Play each scene of a part until its share is reached; say how far it has come."""
        shown = self.began
        for number in count(part, parts):
            self.play(number)
            if time.monotonic() - shown > EACH:
                shown = time.monotonic()
                self.said(self.progress())
            if self.reached(certificates / parts):
                return

    def progress(self):
        """Return a line that says how far the attack has come."""
        minutes, seconds = divmod(int(time.monotonic() - self.began), 60)
        counts = [f"{self.done[what]:,} {what}" for what in ("values", "certificates", "mutants")]
        return f"{minutes:3}:{seconds:02} {', '.join(counts)}, {len(self.failed)} failed"


def truth_of(case, said):
    """Return the game that the head of a certificate names, by its definition."""
    rule, hard = said.get("rule", ""), said.get("hard", "")
    # Of these rules the checkers have their own; of all others they are given one.
    known = rule in {"motus", "wordle", "jotto", "mastermind", "moo"}
    tell = cases.RULES[rule] if known else case.tell
    if rule in {"mastermind", "moo"}:
        secrets = guesses = cases.rows(rule, int(said["length"]), said["symbols"])
    else:
        listed = {digest(one): one for one in (case.secrets, case.guesses)}
        secrets, guesses = listed[said["secrets"]], listed[said["guesses"]]
    hints = cases.hints if known else case.hints
    key = rule, hard, tuple(secrets), tuple(guesses)
    if key not in case.truths:
        case.truths[key] = Truth(secrets, guesses, tell, hard, hints)
    return case.truths[key]


@contextmanager
def attack(seed, out, said=print, cache=None):
    """Begin an attack in a folder of its own; with a cache of its own if none is given."""
    before, bytecode, kept = Path.cwd(), sys.dont_write_bytecode, os.environ.get(CACHE)
    # A module that is rewritten within a second would be read from its old bytecode.
    sys.dont_write_bytecode = True
    with tempfile.TemporaryDirectory(prefix="attack-", dir=MEMORY) as name:
        folder = Path(name)
        os.environ[CACHE] = str(cache or folder / "cache")
        os.chdir(folder)
        try:
            with closing(Checkers(folder)) as checkers:
                yield Attack(seed, out, checkers, folder, said)
        finally:
            os.chdir(before)
            sys.dont_write_bytecode = bytecode
            os.environ.pop(CACHE) if kept is None else os.environ.update({CACHE: kept})


def part_of(seed, certificates, out, cache, part, parts):
    """Play the scenes of a part in this process; return what was done."""

    def said(line):
        print(f"{part + 1}/{parts} {line}", flush=True)

    with attack(seed, out / str(part), said, cache) as run:
        run.go_on(certificates, part, parts)
        run.said(run.progress())
        return run.done, run.kinds, run.refused, Counter(kind for kind, *_ in run.failed)


def figures(seed, wanted, jobs, seconds, done, failed):
    """Return what was done, as the page on endurance has it."""
    return {
        "seed": seed, "wanted": wanted, "jobs": jobs, "seconds": seconds,
        "date": time.strftime("%Y-%m-%d"),
        "checkers": [one for one in CHECKERS if done[f"accepted by {one}"]],
        "values": done["values"], "strategies": done["strategies"],
        "certificates": done["certificates"], "verified": done["accepted by verify.py"],
        "checked": done["accepted by check.c"], "formally": done["accepted by Coq"],
        "mutants": done["mutants"], "true": done["true mutants accepted"], "failed": failed,
    }  # fmt: skip
