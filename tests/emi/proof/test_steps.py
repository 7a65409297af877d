"""Certificates of version 2: what is proven has one, and no change of it proves what is false.

Each is given to two checkers, that of the project and one in C that was written from the page on
the format. What both accept is judged by trying all strategies.
"""

import random
import re
import shutil
import subprocess
import types
from itertools import product

import pytest

import emi
from emi.pareto_front import front_certificate
from emi.proof import steps, verify
from emi.solving import Question
from tests.emi.cases import FREE, HELPED, PAPER, ROOT, drawn
from tests.emi.proof.judge import Judge

SOURCE = (ROOT / "emi" / "proof" / "verify.py").read_text(encoding="utf-8")
CODE = ROOT / "tests" / "proof_checker" / "check.c"
OBJECTIVES = [
    emi.WorstCase(), emi.Average(), emi.Average(4), emi.Guaranteed(1), emi.Guaranteed(2),
    emi.Guaranteed(3),
]  # fmt: skip


class Number(emi.Game):
    """A rule of one's own: higher or lower."""

    rule = "number"

    def feedback(self, guess, secret):
        if guess == secret:
            return "yes"
        return "higher" if int(secret) > int(guess) else "lower"


OWN_RULE = """
def feedback(guess, secret):
    if guess == secret:
        return "yes"
    return "higher" if int(secret) > int(guess) else "lower"
"""


@pytest.fixture(scope="session")
def compiled(tmp_path_factory):
    """The checker in C, if there is a compiler; None if not."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    out = tmp_path_factory.mktemp("c") / "check"
    command = [compiler, "-O1", "-std=gnu11", "-Wall", "-Werror", "-o", out, CODE]
    subprocess.run(command, check=True)
    return out


@pytest.fixture
def checked(tmp_path, compiled):
    """Return a function that gives the text of a certificate to both checkers."""

    def checked(game, text, module=verify, *, both=True):
        path, lists, more = tmp_path / "c.emip", [], []
        path.write_text(text, encoding="utf-8")
        if not isinstance(game, (emi.Mastermind, emi.Moo)):
            listed = [game.lexicon.words] if game.lexicon else [game.secrets, game.guesses]
            for k, codes in enumerate(listed):
                lists.append(str(tmp_path / f"{k}.txt"))
                (tmp_path / f"{k}.txt").write_text("\n".join([*sorted(codes), ""]))
        if game.rule == "number":
            (tmp_path / "rule.py").write_text(OWN_RULE)
            (tmp_path / "rule.txt").write_text("\n".join([*steps.rows(game), ""]))
            more = [str(tmp_path / "rule.py")]
        said = None
        try:
            said = module.check(module.lines(path), lists, *more)
        except Exception as error:
            if module is verify:
                assert isinstance(error, (verify.Unproven, verify.Foreign, ValueError, TypeError, LookupError, ArithmeticError)), error
        if both and compiled is not None:
            also = ["--rule", str(tmp_path / "rule.txt")] if more else []
            done = subprocess.run([compiled, path, *lists, *also], capture_output=True, text=True)
            assert done.returncode == (said is None), (said, done, text)
        return said

    return checked


def text_of(game, objective, **asked):
    question = Question(game, **asked)
    return steps.text_of(question.certificate(objective, as_steps=True))


def read(text):
    head, _, body = text.partition("\nsteps\n")
    return head, [[*map(int, line.split())] for line in body.splitlines()]


def joined(head, lines):
    return "\n".join([head, "steps", *[" ".join(map(str, line)) for line in lines], ""])


# -- what is proven has a certificate ---------------------------------------------------------------


def restrictions(game):
    return [game, *[game.hardened(one) for one in ("possible", "consistent")]] + (
        [game.hardened("hints")] if game.gives_hints else []
    )


GAMES = [
    *[emi.Wordle(drawn(seed, many, "ABC")) for seed, many in ((1, 9), (2, 12), (3, 7))],
    emi.Wordle(drawn(4)[:6], drawn(4)), emi.Jotto(PAPER[:5], PAPER), emi.Wordle(FREE),
    emi.Wordle(HELPED.secrets, HELPED.guesses), emi.Mastermind(2, 3), emi.Mastermind(3, 2),
    emi.Moo(2, 4), emi.Moo(3, 3), Number(map(str, range(11, 22))),
]  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{len(game.secrets)}")
def test_whatever_is_proven_has_a_certificate(game, checked):
    for played in restrictions(game):
        for objective in OBJECTIVES:
            try:
                value = emi.solve(played, objective).bounds
            except emi.OptionError:  # No strategy is within so many.
                continue
            said = checked(played, text_of(played, objective))
            assert said is not None, (played, objective)
            assert re.search(rf": {value}[ ,]", said), (said, value)
            assert said.startswith(f"OK {played.rule}")
