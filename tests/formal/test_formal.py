"""The proofs of the rules of inference, and the checker that is extracted from them."""

import re
import shutil
import subprocess
import sys
from hashlib import sha256
from itertools import product
from pathlib import Path
from random import Random

import pytest

import emi
from tests.formal import bridge

HERE = Path(__file__).parent
ALIKE = ("CALER", "CAMER", "CANER", "CAPER", "CAVER")
#: Five words that no guess tells apart but the word itself: one, two, three, four and five guesses,
#: which is 15; each four of them cost 10. By their sizes alone they would cost 1 + 2 + 3 + 3 + 4.
FOURS = """\
4 0 10 4 2 3 4 5
4 0 10 4 1 3 4 5
4 0 10 4 1 2 4 5
4 0 10 4 1 2 3 5
4 0 10 4 1 2 3 4
"""
AVERAGE = f"1 0 1 1\n3 15 1 2 3 4 5\n{FOURS}4 0 15 5 1 2 3 4 5 1 2 3 4 5\n7 15 6\n"
#: One peg of five colours is the same game. Its colours can be exchanged, so one four is enough.
PERMUTED = """\
1 0 1 1
3 15 1 2 3 4 5
4 0 10 4 2 3 4 5
6 1 2 1 3 4 5
6 1 1 3 2 4 5
6 1 1 2 4 3 5
6 1 1 2 3 5 4
4 0 15 5 1 2 3 4 5 1
7 15 2
"""


def emip(head, codes, steps):
    """Return the text of a certificate."""
    digest = sha256("\n".join(codes).encode()).hexdigest()
    lists = f"secrets {len(codes)} {digest}\nguesses {len(codes)} {digest}"
    return f"emip 2\n{head}\n{lists}\nsteps\n{steps}"


def words_game(steps, extra=""):
    return emip(f"rule wordle{extra}", ALIKE, steps)


def pegs_game(steps):
    return emip("rule mastermind\nlength 1\nsymbols 12345", "12345", steps)


@pytest.fixture
def words(tmp_path):
    """The five words, as a file."""
    path = tmp_path / "words.txt"
    path.write_text("\n".join(ALIKE), encoding="utf-8")
    return path


def lexicon(words):
    return emi.Lexicon("alike", tuple(words.read_text(encoding="utf-8").split()), "none", "by hand")


GAMES = {
    "motus": lambda words: emi.Motus.of_cell("C5", words),
    "mastermind": lambda _: emi.Mastermind(2, 3),
    "moo": lambda _: emi.Moo(2, 4),
    "jotto": emi.Jotto.of_lexicon,
}


@pytest.mark.parametrize("rule", GAMES)
def test_the_bridge_tells_clues_apart_as_the_game_does(rule, words, tmp_path):
    game = GAMES[rule](lexicon(words))
    path = tmp_path / "game.emip"
    emi.solve(game).certificate().write(path)
    read, _, questions = bridge.read(path, [] if "m" in rule[:1] and rule != "motus" else [words])
    assert read.secrets == sorted(game.secrets)
    assert len(questions) == 2
    told = {}
    for guess, secret in product(game.guesses, game.secrets):
        number, clue = read.tell(guess, secret), game.feedback(guess, secret)
        assert (number == 0) == (guess == secret)
        assert guess == secret or told.setdefault(number, clue) == clue
    assert len({*told.values()}) == len(told)


def test_the_bridge_refuses_other_words(words, tmp_path):
    path = tmp_path / "four.emip"
    path.write_text(words_game(AVERAGE), encoding="utf-8")
    words.write_text("CALER\nCAMER\nCANER\nCAVER\nCADER\n", encoding="utf-8")
    with pytest.raises(bridge.RefusedError, match="the secrets are not those"):
        bridge.read(path, [words])
    with pytest.raises(bridge.RefusedError, match="expected two lists"):
        bridge.read(path, [])
    path.write_text(words_game(AVERAGE).replace("rule wordle", "rule chess"), encoding="utf-8")
    with pytest.raises(bridge.RefusedError, match="rule 'chess', expected one of motus"):
        bridge.read(path, [words])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{}", "expected a certificate, which begins with 'emip 2'"),
        ("emip 2\nrule wordle\n", "expected a certificate, which begins with 'emip 2'"),
        ("emip 2\nrule wordle\nsteps\n", "expected a certificate, KeyError('secrets') is wrong"),
        (words_game("1 0 1 1\n3 15 1 2\n"), "expected a certificate"),
        (words_game("9\n"), "expected a certificate"),
        (words_game("").replace("rule wordle", "rule chess"), "rule 'chess', expected one of"),
    ],
)
def test_the_bridge_refuses_what_is_damaged(words, tmp_path, capsys, text, said):
    path = tmp_path / "certificate"
    path.write_text(text, encoding="utf-8")
    assert bridge.main([path, words, words]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert said in error


def test_the_bridge_refuses_what_is_not_there(tmp_path, capsys):
    assert bridge.main([]) == 2
    assert bridge.main([tmp_path / "none"]) == 2
    usage, missing = capsys.readouterr().err.splitlines()
    assert usage == "expected: CERTIFICATE [WORDS | SECRETS GUESSES]"
    assert "No such file" in missing


def test_make_formal_names_the_package_that_is_missing(tmp_path):
    command = [shutil.which("make"), "-C", HERE, f"BUILD={tmp_path / 'build'}"]
    done = subprocess.run(
        command, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "make formal needs coqc: install coq (Debian: apt-get install coq)" in done.stderr
    assert re.search(r"^formal: .*##", (HERE.parents[1] / "Makefile").read_text(), re.MULTILINE)


def test_nothing_is_taken_for_granted():
    for path in HERE.glob("*.v"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\b(Axiom|Parameter|Conjecture|Admitted|admit)\b", text), path.name


@pytest.fixture(scope="module")
def checker(tmp_path_factory):
    """The checker extracted from the proofs; skip the test if Coq is not installed."""
    if not (shutil.which("coqc") and shutil.which("ocamlopt")):
        pytest.skip("coqc and ocamlopt are not installed")
    build = tmp_path_factory.mktemp("formal")
    command = ["make", "-C", HERE, f"BUILD={build}", f"PYTHON={sys.executable}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "PROVEN: of 588 guesses and 588 secrets the worst case is 7\n" in done.stdout
    return build / "checker"


@pytest.fixture
def judge(checker, words, tmp_path):
    """Return a function that gives the output of the checker, and its exit code."""

    def said(text, lists=(words, words), numbers=None):
        path = tmp_path / "certificate"
        path.write_text(text, encoding="utf-8")
        if numbers is None:
            command = [sys.executable, HERE / "bridge.py", path, *lists]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            numbers = done.stdout
        path.write_text(numbers, encoding="utf-8")
        done = subprocess.run([checker, path], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    return said


@pytest.mark.slow
def test_the_extracted_checker_accepts_worst_cases(judge, words):
    for make in GAMES.values():
        made = emi.solve(make(lexicon(words))).certificate()
        code, said = judge(made.text, [words] if "lexicon" in made.head else [])
        assert (code, said.split(": ")[0]) == (0, "PROVEN")
        assert said.endswith(f"the worst case is {made.bounds}\n")


@pytest.mark.slow
def test_the_extracted_checker_refuses_a_worst_case_that_is_none(judge, words):
    text = emi.solve(emi.Motus.of_cell("C5", lexicon(words))).certificate().text
    assert judge(text, [words])[0] == 0
    # Four guesses are enough, it says of these five words: the strategy needs one more.
    question = "\n1 0 0 0 0 0 0 0 1\n"
    assert text.count(question) == 1
    assert judge(text.replace(question, question.replace(" 0 1\n", " 1\n")), [words])[0] == 1
    # Five of them need more guesses; of fewer that is not proven, or false.
    lemmas = re.findall(r"\n4 .*", text)
    assert len(lemmas) > 1
    for lemma in lemmas:
        kind, state, bound, count, *rest = map(int, lemma.split())
        fewer = [kind, state, bound, count - 1, *rest[: count - 1], *rest[count:]]
        forged = text.replace(lemma, "\n" + " ".join(map(str, fewer)))
        assert judge(forged, [words])[0] == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "lists"),
    [(words_game(AVERAGE), None), (pegs_game(PERMUTED), [])],
    ids=["words", "pegs"],
)
def test_the_extracted_checker_accepts_a_least_average(judge, words, text, lists):
    code, said = judge(text, [words, words] if lists is None else lists)
    assert code == 0, said
    said = said.removeprefix("PROVEN: of 5 guesses and 5 secrets ")
    assert said == "the least cost is 15 (1 for each further guess)\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("4 0 10 4 2 3 4 5\n", "4 0 11 4 2 3 4 5\n"),
        ("4 0 10 4 2 3 4 5\n", "4 0 9 4 2 3 4 5\n"),
        ("7 15 6\n", "7 16 6\n"),
        ("4 0 10 4 1 2 3 4\n", "4 0 10 4 1 2 3 5\n"),
        ("5 1 2 3 4 5 1 2 3 4 5\n", "5 1 2 3 5 4 1 2 3 4 5\n"),
        ("3 15 1 2 3 4 5\n", "3 15 1 1 1 2 3 4 5\n"),
        ("3 15 1 2 3 4 5\n", "3 16 1 2 3 4 5\n"),
        ("4 0 15 5", "4 0 16 5"),
        ("1 0 1 1\n", "1 0 1 2\n"),
    ],
)
def test_the_extracted_checker_refuses_a_least_average_that_is_not_shown(judge, old, new):
    text = words_game(AVERAGE).replace(old, new)
    assert text != words_game(AVERAGE)
    assert judge(text)[0] == 1


@pytest.mark.slow
@pytest.mark.parametrize("make", [words_game, pegs_game], ids=["words", "pegs"])
def test_the_extracted_checker_accepts_nothing_false(checker, words, tmp_path, capsys, make):
    """If the checker accepts a certificate with a number changed, the value is the same."""
    question, *steps = (AVERAGE if make is words_game else PERMUTED).splitlines()
    numbers = [[*map(int, step.split())] for step in steps]
    random, path, verdicts = Random(7), tmp_path / "certificate", []
    for _ in range(150):
        changed = [[*line] for line in numbers]
        for _ in range(random.choice((1, 1, 2))):
            line = random.choice(changed)
            line[random.randrange(len(line))] += random.choice((-5, -1, 1, 5))
        text = "\n".join([question, *(" ".join(map(str, line)) for line in changed)])
        path.write_text(make(text), encoding="utf-8")
        if bridge.main([path] + [words, words] * (make is words_game)):
            verdicts.append(2)
            continue
        path.write_text(capsys.readouterr().out, encoding="utf-8")
        done = subprocess.run([checker, path], capture_output=True, text=True, check=False)
        verdicts.append(done.returncode)
        assert done.returncode or done.stdout.endswith(
            "the least cost is 15 (1 for each further guess)\n"
        )
    assert {*verdicts} == {0, 1, 2}


@pytest.mark.slow
@pytest.mark.parametrize("line", [4, 5, 6, 7])
def test_the_extracted_checker_needs_every_permutation(judge, line):
    steps = PERMUTED.splitlines()
    del steps[line - 1]
    assert judge(pegs_game("\n".join(steps)), [])[0] == 1


OTHERS = {
    "misses": (
        "1 0 0 0 0 1\n3 3 1 2\n4 0 3 5 1 2 3 4 5\n7 3 1\n",
        "3 (0, 0, 1 for a miss)",
    ),
    "limit": (
        AVERAGE.replace("1 0 1 1\n", "1 0 0 1 1 1 1 1 99\n").replace("4 0 10", "4 1 10"),
        "15 (1, 1, 1, 1, 1, 99 for a miss)",
    ),
    # The heavy word first: 5 + 2 + 3 + 4 + 5; with it four words cost 5 + 2 + 3 + 4.
    "weights": (
        "2 5 1 1 1 1\n" + re.sub("(?<=[ 0])10(?= 4 1)", "14", AVERAGE).replace(" 15 ", " 19 "),
        "19 (1 for each further guess)",
    ),
    "first": (
        "1 2 1 1\n3 15 2 1 3 4 5\n4 0 10 4 1 3 4 5\n7 15 1\n",
        "15 (1 for each further guess) beginning with 2",
    ),
    "exclusion": (
        f"1 0 1 1\n8 1\n3 15 2 1 3 4 5\n{FOURS}7 15 1 2 3 4 5\n",
        "15 (1 for each further guess) beginning with 2 or 3 or 4 or 5",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("question", OTHERS)
def test_the_extracted_checker_knows_other_questions(judge, question):
    steps, said = OTHERS[question]
    code, found = judge(words_game(steps))
    assert code == 0, found
    assert f"PROVEN: of 5 guesses and 5 secrets the least cost is {said}" in found


@pytest.mark.slow
@pytest.mark.parametrize("hard", ["possible", "consistent", "hints"])
def test_the_extracted_checker_knows_hard_play(judge, hard):
    """The same holds if a guess that does not split the words is forbidden."""
    code, found = judge(words_game(AVERAGE, f"\nhard {hard}"))
    assert code == 0, found


@pytest.mark.slow
@pytest.mark.parametrize("hard", ["possible", "consistent", "hints"])
def test_the_extracted_checker_counts_the_clues_of_guesses_that_are_allowed(judge, hard, tmp_path):
    """Guesses forbidden by a path may make the most classes: a cell of 81 words."""
    game = emi.Wordle(emi.load("fr").cell("K", 5)).hardened(hard)
    words, solution = tmp_path / "K5.txt", emi.solve(game, emi.Average())
    words.write_text("\n".join(game.secrets), encoding="utf-8")
    code, found = judge(solution.certificate().text, (words, words))
    assert code == 0, found
    assert f"81 secrets the least cost is {solution.bounds} " in found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ("0 0 1", "it ends early"),
        ("0 0 0 0 0 0 7", "something follows"),
        ("9", "the rule is unknown"),
        ("0 x", "a number is expected"),
        ("-2", "a number is below -1"),
        ("9" * 30, "a number is too large"),
        ("0 0 -1", "a number of items is negative"),
    ],
)
def test_the_extracted_checker_refuses_what_it_cannot_read(judge, numbers, said):
    code, found = judge("", numbers=numbers)
    assert code == 2
    assert found.startswith("malformed: ")
    assert said in found
