"""A sentence is printed if the numbers prove it: each is judged by all strategies of tiny games."""

import random
import re
import subprocess
from itertools import product

import pytest

import emi
from emi.proof import verify


def outcomes(game, k, weights, members=None, made=0):
    """Return what each useful strategy pays: misses within k guesses, guesses, those up to k."""
    members = frozenset(game.secrets) if members is None else members
    found = set()
    for guess in game.guesses:
        classes = {}
        for code in members:
            if code != guess:
                classes.setdefault(game.feedback(guess, code), set()).add(code)
        if [*map(len, classes.values())] == [len(members)]:
            continue
        paid = sum(weights[code] for code in members)
        missed = 0 if made < k or guess not in members else weights[guess]
        some = {(missed, paid, paid * (made < k))}
        for one in classes.values():
            more = outcomes(game, k, weights, frozenset(one), made + 1)
            some = {tuple(map(sum, zip(*both, strict=True))) for both in product(some, more)}
        found |= some
    return found


def proof_of(game, weights, endless, prices, lower, upper, missed=0):
    """Return a proof of a question with these bounds."""
    codes = sorted(game.secrets)
    part = f"{len(codes)} {verify.digest(codes)}"
    head = {"rule": "mastermind", "length": "2", "symbols": "12", "secrets": part, "guesses": part}
    proof = verify.Proof(verify.Game(head, [], None), weights, 0, endless, *prices)
    proof.lower, proof.upper, proof.missed = lower, upper, missed
    return proof


GAME = emi.Mastermind(2, 2)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_said_is_true_of_all_strategies(seed):
    source, said = random.Random(seed), set()
    weights = source.choices([1, 1, 2, 5], k=4) if seed % 2 else [1] * 4
    weigh = dict(zip(sorted(GAME.secrets), weights, strict=True))
    for k, dear in product((1, 2, 3), (*range(12), 30, 99)):
        every = outcomes(GAME, k, weigh)
        fewest = min(every)[:2]
        # Misses first, then the total: of the cheapest strategies, any may be in the certificate.
        cost = min(t + (dear - 1) * m for m, t, _ in every)
        missed = source.choice([m for m, t, _ in every if t + (dear - 1) * m == cost])
        asked = [(1, (*[1] * k, dear, 1), cost, cost, missed)]
        if source.random() < 0.5:
            asked.append((0, (*[0] * k, 1), source.choice([0, fewest[0]]), fewest[0]))
        # A strategy within k guesses, which stops after them; it need not be the best.
        costs = sorted({t + dear * m for m, _, t in every})
        best, upper = costs[0], source.choice(costs) + source.choice([0, 0, 1])
        within = (0, (*[1] * k, dear), source.choice([best, max(0, best - 1)]), upper)
        for one in (asked, [within]):
            proofs = [proof_of(GAME, weights, *each) for each in one]
            for text in verify.sentences(proofs):
                if found := re.match(r"(\d+) guesses in all with (\d+) missed", text):
                    assert (int(found[2]), int(found[1])) == fewest
                    said.add("front")
                elif found := re.match(r"(\d+)(?: to (\d+))? guesses in all, within", text):
                    least = min([t for m, _, t in every if m == 0], default=float("inf"))
                    assert int(found[1]) <= least <= int(found[2] or found[1])
                    said.add("within")
                else:
                    assert re.match(r"cost |[\d to]+ missed within|\d+ to \d+$|\d+$", text)
                    said.add("prices")
    assert said == {"front", "within", "prices"}


@pytest.mark.parametrize("within", [4, 2])
def test_a_strategy_with_misses_is_none_within_the_guesses(within, tmp_path, compiled):
    words = ["CALER", "CAMER", "CANER", "CAPER"]
    part = f"4 {verify.digest(words)}"
    (tmp_path / "w").write_text("\n".join(words))
    for dear in (8, 23, 24, 99):
        cost = 10 if within == 4 else 7 + 2 * dear
        steps = f"1 0 0{' 1' * within} {dear}\n3 {cost} {'1 2 3 4'[: 2 * within - 1]}\n7 7"
        head = f"emip 2\nrule wordle\nsecrets {part}\nguesses {part}\nsteps\n"
        (tmp_path / "c").write_text(f"{head}{steps}\n")
        lists = [str(tmp_path / "w")] * 2
        claim = f"7 to {cost} guesses in all, within {within}"
        if within == 2 or dear <= cost:
            claim = f"cost 7 to {cost} by prices{' 1,' * within} {dear} for a miss"
        line = verify.check(verify.lines(tmp_path / "c"), lists)
        assert line == f"OK wordle: {claim} (4 words)"
        if compiled is not None:
            subprocess.run([compiled, tmp_path / "c", *lists], check=True, capture_output=True)


def test_many_prices_are_printed_in_part():
    proof = proof_of(GAME, [1] * 4, 0, (3, *range(30)), 1, 9)
    assert proof.said([]) == "cost 1 to 9 by prices 3, 0, 1, 2, 3, 4, 5, 6, ..., 29 for a miss"
    proof = proof_of(GAME, [1] * 4, 1, (2, 1), 5, 5)
    assert proof.said([]) == "cost 5 by prices 2, 1 and so on"


@pytest.mark.parametrize(
    ("rule", "name"),
    [
        ("higher or lower", "higher or lower"),
        ("x: 2 (9 words)", "x_ 2 _9 words_"),
        ("C5", "rule C5"),
        ("mastermind:4x6", "rule mastermind:4x6"),
    ],
)
def test_the_name_of_a_rule_is_no_claim(rule, name, tmp_path):
    (tmp_path / "s").write_text("1\n2\n")
    (tmp_path / "rows").write_text("0 1\n1 0")
    part = f"2 {verify.digest(['1', '2'])}"
    matrix = verify.digest(["0 1", "1 0"])
    head = f"emip 2\nrule {rule}\nsecrets {part}\nguesses {part}\nmatrix {matrix}\nsteps\n"
    (tmp_path / "c").write_text(f"{head}1 0 1 1\n7 3\n")
    line = verify.check(
        verify.lines(tmp_path / "c"), [str(tmp_path / "s")] * 2, str(tmp_path / "rows")
    )
    assert line == f"OK {name}: 3 to ? guesses in all (2 codes)"


#: Characters of lists, as files have them: letters of all kinds, white space, ends of lines.
PIECES = [
    *"abcXYZéÉœŒßæłŁøđÐĦẚế# \t\n\n\n\n\x0b\x1c\x85\xa0\u2003\u2028\u3000-'1\ufeff",
    # Ligatures, wide and other forms of letters, accents by themselves, and what is no letter.
    *"\ufb01\ufb03\ufb06\u0132\u01c6\u0149\u01f0\u017f\u0131\u0130\uff21\uff42\u24b6\U0001d400",
    *"\u1e9e\u0301\u0345\u03a9\xaa\xba\xd7", "\r\n", "\r", "\r\n\r\n", "AB", "abc",
]  # fmt: skip


@pytest.mark.parametrize("raw", ["", ".+", verify.LETTERS])
def test_both_checkers_read_the_same_in_any_list(raw, tmp_path, compiled):
    if compiled is None:
        pytest.skip("no compiler")
    path, read = tmp_path / "c", 0
    for seed in range(150):
        source = random.Random(seed)
        text = "".join(source.choices(PIECES, k=source.randint(1, 60)))
        if seed % 3:
            ends = ["\n", "\r\n", " \n", " # x\n", "\r"]
            letters = source.choices(["a", "é", "ß", "\ufb01", "X", "\u0301", "Ω"], k=60)
            text = "".join(c + source.choice([*[""] * 9, *ends]) for c in letters)
        (tmp_path / "l").write_bytes(("\ufeff" * (seed % 5 == 0) + text).encode())
        codes = verify.codes_of(tmp_path / "l", raw)
        if not codes:
            continue
        rows = [*verify.numbered(codes, codes, lambda *_: "x")]
        (tmp_path / "rows").write_text("\n".join(rows))
        rule = f"own\nmatrix {verify.digest(rows)}" if raw == ".+" else "jotto"
        head = ["emip 2", f"rule {rule}", *["alphabet keep"] * (raw == verify.LETTERS)]
        head += [f"{part} {len(codes)} {verify.digest(codes)}" for part in ("secrets", "guesses")]
        path.write_text("\n".join([*head, "steps", "1 0 1 1", f"7 {len(codes)}", ""]))
        more = ["--rule", tmp_path / "rows"] if raw == ".+" else []
        command = [compiled, path, tmp_path / "l", tmp_path / "l", *more]
        done = subprocess.run(command, capture_output=True, check=False)
        assert done.returncode == 0, (text, codes, done)
        read += len(codes) > 1
    assert read > 50


def test_a_list_that_is_no_text_is_refused_by_both(tmp_path, compiled):
    for blob in (b"AB\nA\0C\n", b"AB\n\xff\xfe\n", b"AB\n\xc0\xaf\n", b"AB\n\xed\xa0\x80\n"):
        (tmp_path / "l").write_bytes(blob)
        with pytest.raises(OSError, match="a text in UTF-8"):
            verify.codes_of(tmp_path / "l", raw=True)
        if compiled is not None:
            (tmp_path / "c").write_text("emip 2\nrule jotto\nsecrets 1 x\nguesses 1 x\nsteps\n")
            done = subprocess.run([compiled, tmp_path / "c", tmp_path / "l"], capture_output=True,
                                  check=False)  # fmt: skip
            assert re.search(b"UTF-8|damaged", done.stdout)
