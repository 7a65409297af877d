"""A short attack; `make endure` and `make attack` take longer. It sees what is wrong."""

import os
import random
import time
from collections import Counter

import pytest

from tests.emi.proof.test_certificate import wrong_checker
from tests.endure.attack import checkers
from tests.endure.attack.attacking import MUTANTS, VALUES, attack, figures
from tests.endure.attack.truth import Truth, holds, proven

#: The certificates of `make endure`.
CERTIFICATES = int(os.environ.get("EMI_CERTIFICATES", "400"))
#: What a checker may forget that is caught within a number of scenes; a long attack catches more.
CAUGHT, SCENES = (
    ["the price of a guess", "that a lemma is inside a class", "what the strategy costs"],
    20,
)


@pytest.mark.parametrize("many", [12, pytest.param(CERTIFICATES, marks=pytest.mark.endure)])
def test_values_are_true_and_what_is_proven_is_accepted_and_nothing_else(
    tmp_path, many, endured, say
):
    seed = 62 if many < CERTIFICATES else random.randrange(10**6)
    say(f"seed {seed}")
    with attack(seed, tmp_path / "failed", say) as run:
        run.go_on(many, 0, 1)
    assert run.failed == []
    assert run.done["mutants"] >= MUTANTS * many
    assert run.done["values"] >= VALUES * many
    assert run.done["true mutants accepted"] < run.done["mutants"] / 2
    seconds = time.monotonic() - run.began
    endured("attacked", figures(seed, many, 1, seconds, run.done, Counter()))


# -- what the attack would miss if it were blind ---------------------------------------------------


def tell(guess, secret):
    return str(sum(a == b for a, b in zip(guess, secret, strict=True)))


#: AA finds itself, tells BB from the others, and leaves AB and BA: 1 + 2 + 2 + 3 guesses. CB leaves
#: two twice: 2 + 3 + 2 + 3.
FOUR = Truth(["AA", "AB", "BA", "BB"], ["AA", "AB", "BA", "BB", "CB"], tell)


@pytest.mark.parametrize(
    ("claim", "true"),
    [
        ("3", True), ("2", False), ("2 to 3", True), ("4 to 5", False),
        ("8 guesses in all", True), ("7 guesses in all", False), ("9 guesses in all", False),
        ("0 to ? guesses in all", True), ("9 to ? guesses in all", False),
        ("8 guesses in all, within 3", True), ("8 guesses in all, within 2", False),
        ("8 to ? guesses in all, within 2", True),
        ("1 missed within 2", True), ("0 missed within 2; 8 guesses in all", False),
        ("8 guesses in all with 1 missed within 2", True),
        ("9 guesses in all with 0 missed within 2", False),
        ("10 guesses in all, beginning with CB", True),
        ("8 guesses in all, beginning with CB", False),
        ("8 guesses in all, beginning with none of CB", True),
        ("10 guesses in all, beginning with none of AA AB BA BB", True),
        ("8 guesses in all, beginning with none of AA AB BA BB", False),
    ],
)  # fmt: skip
def test_sentences_are_judged_by_their_words(claim, true):
    assert holds(FOUR, f"OK mine: {claim} (4 of 5 codes)", None) is true


@pytest.mark.parametrize(
    "line",
    [
        "OK mine: 3 (4 codes)",
        "OK mine: 3 (5 of 5 codes)",
        "OK mine (hard: hints): 3 (4 of 5 codes)",
    ],
)
def test_a_sentence_about_another_game_is_false(line):
    assert not holds(FOUR, line, None)


def test_a_sentence_of_another_form_is_not_judged():
    with pytest.raises(ValueError, match="nothing at all"):
        holds(FOUR, "OK mine: nothing at all (4 of 5 codes)", None)


def test_numbers_are_judged_by_what_they_claim():
    assert proven(FOUR, [[1, 0, 1, 1], [3, 8, 1], [7, 8]], None)
    assert not proven(FOUR, [[1, 0, 1, 1], [7, 9]], None)
    assert not proven(FOUR, [[1, 0, 1, 1], [3, 7, 1]], None)
    assert proven(FOUR, [[1, 5, 1, 1], [7, 10]], None)
    assert not proven(FOUR, [[1, 1, 1, 1], [7, 10]], None)
    assert not proven(FOUR, [[1, 0, 1, 1], [8, 5], [7, 10]], None)
    assert proven(FOUR, [[1, 0, 1, 1], [8, 1, 2, 3, 4], [7, 10]], None)
    # What counts more is named first, and what counts most before that.
    assert not proven(FOUR, [[1, 0, 1, 1], [7, 12]], (1, 1, 1, 2))


@pytest.mark.parametrize("name", CAUGHT)
def test_a_checker_that_accepts_too_much_is_caught(tmp_path, monkeypatch, name):
    monkeypatch.setattr(checkers, "verify", wrong_checker(name))
    with attack(5, tmp_path / "failed", str) as run:
        monkeypatch.setattr(run, "compare", lambda *_: None)
        while run.scene < SCENES and not any("accepts" in kind for kind, *_ in run.failed):
            run.play(run.scene + 1)
    assert "verify.py accepts what is false" in {kind for kind, *_ in run.failed}
