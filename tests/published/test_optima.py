"""The least averages and worst cases that are published, each row of ``optima.csv`` solved again.

Sources: `emi.reports.published.reader.OPTIMA`. K. Koyama and T. W. Lai, "An optimal Mastermind
strategy", J. Recreational Mathematics 25, 1993, for 4 pegs of 6 colours: 5625/1296 with 6 guesses
at most, and 5626/1296 with 5. Wordle with its 2,315 secrets of 2021 and 12,972 guesses: A. Selby,
alex1770/wordle; its lists are not free to be shipped. Where only possible codes may be proposed,
two totals are published for 4 pegs of 6 colours, 5660 and 5629: the first is the least. For Bulls
and Cows 26374 is; the least is 26688, so that it must be of another way to play.
"""

import csv
import re
import runpy
from collections import Counter
from hashlib import sha256
from shutil import which

import pytest

from emi import Average, Guaranteed, Limits, Wordle, game_named, judge, load, solve, verify
from emi.errors import Unproven
from emi.published.parts import asked_anew
from emi.reports.graph import tree_text
from emi.reports.published.reader import OPTIMA, read
from tests import oracle
from tests.emi.cases import ROOT


@pytest.mark.parametrize(("within", "total", "worst"), [(None, 5625, 6), (5, 5626, 5)])
def test_koyama_and_lai(within, total, worst):
    best = solve(game_named("mastermind:4x6"), Average(within))
    assert (best.bounds.lower, best.proven, best.worst) == (total, True, worst)
    assert (best.tree.total, best.worst_proven) == (total, True)


#: The questions whose answer is not as it is printed: of two sources that disagree, the other one.
#: Chen and Lin's formula for two pegs gives 7 for two colours, Goddard 8.
OTHERS = {
    ("mastermind:2x2 --objective average", "7"),
    ("mastermind:4x6 --hard possible --objective average", "5629"),
    ("moo --hard possible --objective average", "26374"),
}
KEPT = {line["ask"]: line for line in read("optima_kept")}
#: Those of games of codes that are proven, each with what is printed, and how long it takes.
ROWS = [
    (line["ask"], line["printed"], float(KEPT[line["ask"]]["seconds"]))
    for line in read("optima")
    if line["printed"] and "wordle" not in line["ask"] and line["ask"] in KEPT
]
PROVEN = [row for row in ROWS if KEPT[row[0]]["lower"] == KEPT[row[0]]["upper"]]


@pytest.mark.parametrize(
    ("ask", "printed"),
    [
        pytest.param(ask, printed, marks=[pytest.mark.slow] if seconds > 0.3 else [])
        for ask, printed, seconds in PROVEN
    ],
)
def test_what_is_printed_is_proven_again(ask, printed):
    bounds = asked_anew(ask)
    assert bounds.proven
    if printed.startswith("<="):
        assert bounds.upper <= int(printed[2:])
    else:
        assert (str(bounds.lower) == printed) == ((ask, printed) not in OTHERS)


def test_what_is_kept_does_not_contradict_what_is_printed():
    for line in read("optima"):
        ask, printed = line["ask"], line["printed"]
        assert not line["source"] or line["source"] in OPTIMA
        if ask not in KEPT or not printed or (ask, printed) in OTHERS:
            continue
        lower, upper = int(KEPT[ask]["lower"]), KEPT[ask]["upper"]
        assert lower <= int(printed.removeprefix("<="))
        assert not upper or printed.startswith("<=") or int(printed) <= int(upper)


def test_the_published_distribution_of_bulls_and_cows_is_one_of_the_optimal_ones():
    """1/7/63/716/2404/1757/92: it adds up to the codes, and to the least total."""
    counts = Counter(dict(enumerate((1, 7, 63, 716, 2404, 1757, 92), 1)))
    assert counts.total() == 5040
    (least,) = {line["printed"] for line in read("optima") if line["ask"].startswith("moo --obj")}
    assert sum(tries * count for tries, count in counts.items()) == int(least)
    kept = KEPT["moo --objective average"]
    assert (kept["lower"], kept["upper"]) == (least, least)


def test_two_pegs_of_two_colours_by_brute_force():
    game = game_named("mastermind:2x2")
    classes = [[game.feedback(g, s) for s in game.secrets] for g in game.guesses]
    own = [game.guesses.index(secret) for secret in game.secrets]
    assert oracle.least_cost(classes, range(4), own, steps=(1,), after=1, miss=0) == 8


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "total"),
    [("SALET", 7920), ("REAST", 7923), ("CRATE", 7926), ("TRACE", 7926), ("SLATE", 7928),
     ("CRANE", 7930), (None, 7920)],
)  # fmt: skip
def test_wordle_begun_with_the_best(lexica, first, total):
    """Over all first guesses, None, it takes 3 minutes."""
    game = Wordle.of_files(lexica("wordle_secrets.txt"), lexica("wordle_guesses.txt"))
    best = solve(game, Average(), first=first)
    assert (best.bounds.lower, best.proven, best.tree.total) == (total, True, total)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "within", "total"), [("SALET", 6, 8122), ("PALET", 5, 8206), (None, 6, 8122)]
)
def test_wordle_in_hard_mode(lexica, tmp_path, first, within, total):
    """The tree is written as A. Selby's are, and judged again; over all it takes 10 minutes."""
    game = Wordle.of_files(lexica("wordle_secrets.txt"), lexica("wordle_guesses.txt"))
    best = solve(game.hardened("hints"), Average(within), first=first)
    assert (best.bounds.lower, best.proven, best.tree.total) == (total, True, total)
    (tmp_path / "hard.tree").write_text(tree_text(best.strategy()))
    judged = judge(game, tmp_path / "hard.tree")
    assert (judged.total, judged.worst, judged.restriction) == (total, within, "hints")
    assert not judged.missed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("secrets", "worst"),
    # The first takes some 20 seconds, the second some 5 minutes.
    [("wordle_secrets.txt", 5), ("wordle_guesses.txt", 6)],
)
def test_the_worst_case_of_wordle(lexica, secrets, worst):
    bounds = solve(Wordle.of_files(lexica(secrets), lexica("wordle_guesses.txt"))).bounds
    assert (bounds.lower, bounds.upper) == (worst, worst)


def test_the_first_guesses_that_reach_a_worst_case_are_listed():
    """As of the 1,220 of Wordle that evilwordle.com counts; by `emi solve --first`, one by one."""
    words = [word for word in load("en").words if len(word) == 5]
    game = Wordle(words[:300:6], words[:300:3]).hardened("consistent")
    listed = dict(runpy.run_path(str(ROOT / "docs" / "make_openers.py"))["openers"](game, 3, {}))
    assert listed == {
        guess: "yes" if solve(game, first=guess).bounds.upper <= 3 else "no"
        for guess in game.guesses
    }
    assert {*listed.values()} == {"yes", "no"}


@pytest.fixture
def lists(tmp_path):
    """Return files of 50 secrets and 100 guesses."""
    words = [word for word in load("en").words if len(word) == 5]
    files = [tmp_path / "secrets.txt", tmp_path / "guesses.txt"]
    for file, some in zip(files, (words[:300:6], words[:300:3]), strict=True):
        file.write_text("\n".join(some), encoding="utf-8")
    return files


@pytest.mark.parametrize(
    ("asked", "number", "objective"), [("best", 10, Average()), ("missed", 3, Guaranteed(3))]
)
def test_the_best_first_guesses_are_ranked_and_the_list_is_continued(
    asked, number, objective, lists, tmp_path
):
    made = runpy.run_path(str(ROOT / "docs" / "make_openers.py"))["main"]
    made(*map(str, lists), asked, str(number), str(tmp_path / "whole"))
    whole = (tmp_path / "whole").read_text("utf-8")
    listed = dict(line.split() for line in whole.splitlines())
    game = Wordle.of_files(*lists)
    costs = {guess: solve(game, objective, first=guess).bounds.upper for guess in game.guesses}
    assert {*listed} == {*game.guesses}
    exact = {guess: int(total) for guess, total in listed.items() if total.isdecimal()}
    assert exact == {guess: costs[guess] for guess in exact}
    last = sorted(exact.values())[number - 1 if asked == "best" else 0]
    for guess in {*listed} - {*exact}:
        bound = int(listed[guess].removeprefix(">="))
        assert last <= bound <= costs[guess]
    part = tmp_path / "part"
    part.write_text(whole[: len(whole) // 2], encoding="utf-8")
    made(*map(str, lists), asked, str(number), str(part))
    assert part.read_text("utf-8") == whole


def test_the_guesses_that_are_not_among_the_best_get_a_certificate(lists, tmp_path, capsys):
    file, certificate = tmp_path / "best", tmp_path / "others.emip"
    made = runpy.run_path(str(ROOT / "docs" / "make_openers.py"))["main"]
    made(*map(str, lists), "best", "10", str(file))
    listed = dict(line.split() for line in file.read_text("utf-8").splitlines())
    bound = min(int(total[2:]) for total in listed.values() if not total.isdecimal())
    best = sorted(g for g, total in listed.items() if total.isdecimal() and int(total) < bound)
    made.__globals__["EACH"] = 0
    made(*map(str, lists), "others", str(file), str(certificate))
    assert re.search(r"\d of 90 first guesses refuted\n", capsys.readouterr().err)
    said = str(verify(certificate, secrets=load(lists[0]), guesses=load(lists[1])))
    claim = f"{bound} to ? guesses in all, beginning with none of {' '.join(best)}"
    assert said == f"OK wordle: {claim} (50 of 100 words)"
    # The best of the guesses left out would be cheaper.
    text = certificate.read_text("utf-8")
    number = 1 + load(lists[1]).words.index(min(best, key=lambda g: int(listed[g])))
    assert re.search(rf"\n8 .*\b{number}\b", text)
    certificate.write_text(re.sub(rf"(\n8 .*?) {number}\b", r"\1", text), encoding="utf-8")
    with pytest.raises(Unproven, match="may cost less"):
        verify(certificate, secrets=load(lists[0]), guesses=load(lists[1]))
    wrong = f"{best[0]} {listed[best[0]]}\n"
    for text, said in (
        (wrong, "expected bounds such as >=7951"),
        ("x\n", "expected lines such as TARSE 11219 or AAHED >=11352"),
        (f"{wrong}{best[1]} >={bound}\n", rf"costs .* or less, expected at least {bound}"),
    ):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(SystemExit, match=said):
            made(*map(str, lists), "others", str(file), str(certificate))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ([], "make_openers.py: expected SECRETS GUESSES "),
        (["best", "x", "FILE"], "x: expected a number"),
        (["bst", "10", "FILE"], "make_openers.py: unknown restriction 'bst'"),
        (["others", "absent", "others.emip"], "make_openers.py: .*'absent'"),
        (["others", "ranking", "others.txt"], "make_openers.py: .* ends in .emip"),
    ],
)
def test_a_list_of_first_guesses_that_cannot_be_made_is_refused(
    lists, tmp_path, monkeypatch, asked, said
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ranking").write_text("A >=1\n", encoding="utf-8")
    given = [*map(str, lists), *asked] if asked else []
    monkeypatch.setattr("sys.argv", ["make_openers.py", *given])
    with pytest.raises(SystemExit, match=said):
        runpy.run_path(str(ROOT / "docs" / "make_openers.py"), run_name="__main__")


@pytest.mark.skipif(which("cc") is None, reason="needs a C compiler")
def test_a_recorded_value_gets_a_certificate_and_a_wrong_one_does_not(tmp_path):
    made = runpy.run_path(str(ROOT / "docs" / "make_certificates.py"))["main"]
    kept = made.__globals__["KEPT"] = made.__globals__["keep"].__globals__["KEPT"] = (
        tmp_path / "kept"
    )
    made.__globals__["keep"](
        {"ask": ask, "lower": value, "upper": value, "seconds": 0.1}
        for ask, value in (("blackpeg:2x2", 3), ("mastermind:2x2", 2))
    )
    made(str(tmp_path))
    right, wrong = csv.DictReader(kept.read_text("utf-8").splitlines())
    file = tmp_path / "blackpeg-2x2.emip.xz"
    assert right["certificate"] == sha256(file.read_bytes()).hexdigest()
    assert (int(right["bytes"]), right["accepted"]) == (file.stat().st_size, "check.c verify.py")
    assert (wrong["certificate"], wrong["accepted"]) == ("", "")
    assert str(verify(file)) == "OK blackpeg:2x2: 3 (4 codes)"
    assert (tmp_path / "blackpeg-2x2.feedback").exists()


@pytest.mark.skipif(which("cc") is None, reason="needs a C compiler")
def test_a_ranked_first_guess_gets_a_certificate_and_a_wrong_total_does_not(tmp_path, monkeypatch):
    words = ["CARET", "CATER", "CRATE", "REACT", "SALET", "SLATE", "TRACE"]
    file = tmp_path / "words.txt"
    file.write_text("\n".join(words), encoding="utf-8")
    for name in ("SECRETS_2023", "GUESSES_2023"):
        monkeypatch.setenv(name, str(file))
    made = runpy.run_path(str(ROOT / "docs" / "make_certificates.py"))["main"]
    ranking = tmp_path / "ranking"
    for name, place in (("KEPT", tmp_path / "kept"), ("RANKING", ranking)):
        monkeypatch.setitem(made.__globals__, name, place)
        place.write_text("guess,total,printed,certificate,bytes,accepted\n", encoding="utf-8")
    total = solve(Wordle(words), Average(), first="CARET").bounds.lower
    with ranking.open("a", encoding="utf-8") as out:
        print(f"CARET,{total},,,,\nSLATE,1,,,,", file=out)
    made(str(tmp_path))
    right, wrong = csv.DictReader(ranking.read_text("utf-8").splitlines())
    assert (right["guess"], right["total"]) == ("CARET", str(total))
    assert right["accepted"] == "check.c verify.py"
    assert (wrong["guess"], wrong["certificate"]) == ("SLATE", "")


def test_a_limit_leaves_bounds_that_hold_what_is_known():
    best = solve(game_named("mastermind:4x6"), Average(), limits=Limits(nodes=20))
    assert best.bounds.lower <= 5625 <= best.bounds.upper
    assert not best.proven
