"""``emi certify`` and ``emi verify``: files, lines and exit codes."""

import json
import lzma
import os
import re
import sys
from itertools import product
from pathlib import Path

import pytest


@pytest.fixture
def certified(run, named, tmp_path):
    """Return a function that writes the certificate of a game."""

    def certified(game, name="x.emip"):
        out = tmp_path / name
        ran = run("certify", *named(game), "--out", out)
        assert (ran.code, ran.err) == (0, "")
        assert re.fullmatch(rf"{game}: \d, {out} \({out.stat().st_size:,} bytes\)\n", ran.out)
        return out

    return certified


def fails(ran, *named):
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("emi: ")
    for text in named:
        assert text in ran.err


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("mastermind:2x3", r"OK mastermind:2x3: 3 \(9 codes\)"),
        ("moo:2x4", r"OK moo:2x4: 3 \(12 codes\)"),
        ("wordle", r"OK wordle: 2 \(5 of 9 words\)"),
        ("jotto", r"OK jotto: \d \(22 words\)"),
        ("5", r"OK 5: \d \(22 words\)"),
        ("C5", r"OK C5: 3 \(12 words\)"),
    ],
)
def test_a_certificate_is_written_and_accepted(ran, certified, lists, lexicon, game, line):
    out = certified(game, "x.emip.xz")
    assert re.fullmatch(line, ran("verify --lexicon", lexicon, *lists, out).rstrip())


@pytest.mark.parametrize(
    ("options", "cells", "lines"),
    [
        ([], ["A5", "C5", "C6"], ["A5: 3 (10 words)", "C5: 3 (12 words)", "C6: 3 (8 words)"]),
        (["--no-initial"], ["5", "6"], ["5: 3 (22 words)", "6: 3 (8 words)"]),
    ],
)
def test_a_whole_table_is_certified_and_accepted(ran, lexicon, tmp_path, options, cells, lines):
    out = tmp_path / "deep" / "all"
    text = ran("certify --all --jobs 2 --lexicon", lexicon, "--out", out, *options)
    assert [line.split(":")[0] for line in text.splitlines()] == cells
    files = [out / f"{cell}.emip.xz" for cell in cells]
    assert ran("verify --lexicon", lexicon, *files).splitlines() == [f"OK {line}" for line in lines]


def test_certificates_of_several_games_are_checked_together(ran, certified, lists, lexicon):
    files = [certified(game, f"{game}.emip") for game in ("wordle", "C5", "moo:2x3")]
    lines = ran("verify --lexicon", lexicon, *lists, *files).splitlines()
    assert [line.split(": ")[0] for line in lines] == ["OK wordle", "OK C5", "OK moo:2x3"]


def test_a_false_certificate_is_code_1_and_a_foreign_file_code_2(
    run, certified, lexicon, tmp_path, golden
):
    true, false = certified("C5"), tmp_path / "false.emip"
    false.write_text(re.sub(r"\n7 1 (\d+)\n$", r"\n7 2 \1\n", true.read_text()))

    done = run("verify", false, true, "--lexicon", lexicon)
    assert done.code == 1
    said = f"FAILED {false}: no lemma proves that all secrets cost 2\nOK C5: 3 (12 words)\n"
    assert done.out == said
    done = run("verify", lexicon, true, "--lexicon", lexicon)
    assert done.code == 2
    assert done.out == "OK C5: 3 (12 words)\n"
    golden(done.err)


def test_processes_share_a_certificate(run, certified, lexicon, tmp_path):
    true, false = certified("C5"), tmp_path / "false.emip"
    done = run("verify", true, "--lexicon", lexicon, "--jobs", 3)
    assert (done.code, done.out) == (0, "OK C5: 3 (12 words)\n")
    false.write_text(re.sub(r"\n4 (\d+) (\d+) ", r"\n4 \1 9\2 ", true.read_text(), count=1))
    done = run("verify", false, "--lexicon", lexicon, "--jobs", 3)
    assert done.code == 1
    assert done.out.startswith(f"FAILED {false}: lemma 1: ")


def test_every_file_has_a_verdict_whatever_becomes_of_others(
    run, certified, lexicon, tmp_path, monkeypatch, golden
):
    true, bad, worse, bomb = (
        certified("C5"),
        *(tmp_path / name for name in ("bad", "worse", "bomb")),
    )
    python = tmp_path / "python"
    python.write_text(
        f'#!/bin/sh\ncase "$3" in */bad) kill -9 $$;; */worse) exit 1;; esac\n'
        f'exec {sys.executable} "$@"\n'
    )
    python.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(python))
    bomb.write_bytes(lzma.compress(bytes(100 << 20)))
    os.mkfifo(tmp_path / "pipe")
    files = [bad, worse, bomb, tmp_path / "pipe", Path("/dev/zero"), true]
    done = run("verify", *files, "--lexicon", lexicon)
    assert (done.code, done.out) == (2, "OK C5: 3 (12 words)\n")
    said = [line.removeprefix("emi: ").split(": ", 1) for line in done.err.splitlines()]
    assert [name for name, _ in said] == list(map(str, files[:-1]))
    golden([text.partition(",")[0] for _, text in said])


def test_a_name_of_two_lines_prints_one(run, certified, lexicon, tmp_path):
    true = certified("C5")
    path = tmp_path / "x\nOK C5: 1 (12 words)"
    path.write_text(re.sub(r"\n7 1 (\d+)\n$", r"\n7 2 \1\n", true.read_text()))
    done = run("verify", path, "--lexicon", lexicon)
    assert (done.code, done.out.count("\n"), done.err) == (1, 1, "")
    assert done.out.startswith("FAILED ")
    path.write_text("")
    fails(run("verify", path, "--lexicon", lexicon), "not a certificate of emi's format")


def test_words_that_are_not_given_or_are_others_are_said(run, certified, lists, tmp_path):
    fails(
        run("verify", certified("C5", "c5.emip")),
        "made for other secrets, expected those of 'small.txt'",
    )
    out, others = certified("wordle"), tmp_path / "others.txt"
    fails(run("verify", out), "made for other secrets", "two lists")
    others.write_text("LINGE\nSINGE")
    ran = run("verify", out, "--secrets", others, "--guesses", lists[3])
    fails(ran, "made for other secrets")
    fails(run("verify", out, "--secrets", lists[1], "--guesses", others), "made for other guesses")
    missing = tmp_path / "missing.txt"
    fails(run("verify", out, out, "--secrets", missing), str(missing))


def test_words_that_hardly_differ_are_certified_too(ran, tmp_path):
    words, out = tmp_path / "alike.txt", tmp_path / "c3.emip"
    words.write_text("\n".join("C" + a + b for a, b in product("ABCDE", repeat=2)))
    ran("certify C3 --lexicon", words, "--out", out)
    assert ran("verify --lexicon", words, out).startswith("OK C3: ")


def test_a_list_is_known_by_its_words_whatever_it_is_called(run, ran, lexicon, tmp_path, golden):
    ran("certify C5 --out", tmp_path / "c5.emip", "--lexicon", lexicon)
    first = json.loads(ran("solve C5 --format json --lexicon", lexicon))
    renamed = tmp_path / "renamed.txt"
    renamed.write_bytes(lexicon.read_bytes())
    again = json.loads(ran("solve C5 --format json --lexicon", renamed))
    # The stored proof applies to the same words; the output has the new name.
    assert (again["nodes"], again["upper"]) == (0, first["upper"])
    assert (first["lexicon"], again["lexicon"]) == ("small.txt", "renamed.txt")
    assert again["lexicon_digest"] == first["lexicon_digest"]
    assert ran("verify", tmp_path / "c5.emip", "--lexicon", renamed) == "OK C5: 3 (12 words)\n"
    # Other words under the old name are others, for the cache and for the checker.
    words = lexicon.read_text().split()
    lexicon.write_text("\n".join(word for word in words if word != "CASER"))
    changed = json.loads(ran("solve C5 --format json --lexicon", lexicon))
    assert (changed["secrets"], first["secrets"]) == (11, 12)
    assert changed["lexicon_digest"] != first["lexicon_digest"]
    done = run("verify", tmp_path / "c5.emip", "--lexicon", lexicon)
    assert done.code == 2
    golden(done.err)


def test_a_certificate_of_a_table_is_checked_with_its_column(run, ran, tmp_path, golden):
    table, out = tmp_path / "words.csv", tmp_path / "p5.emip"
    table.write_bytes("n;mot\n1;pêche\n2;pétri\n".encode("cp1252"))
    how = ["--lexicon", table, "--column", "mot", "--encoding", "cp1252"]
    assert run("certify", "P5", "--out", out, *how).code == 0
    checked = run("verify", out, *how)
    assert (checked.code, checked.out) == (0, "OK P5: 2 (2 words)\n")
    assert "accents stripped: 2" in checked.err
    out = tmp_path / "wordle.emip"
    lists = ["--secrets", table, "--guesses", table, *how[2:]]
    assert run("certify", "wordle", "--out", out, *lists).code == 0
    golden(ran("verify", out, *lists))


@pytest.mark.parametrize(
    "asked",
    [
        "--objective average",
        "--objective average --max-tries 4",
        "--objective average --max-tries worst",
        "--objective average --first CASER",
        "--objective guaranteed --tries 2",
        "",
        "--hard hints",
        "--objective pareto",
    ],
)
def test_every_objective_is_certified_and_accepted(ran, lexicon, tmp_path, asked, golden):
    for name, start in (("x.emip", b""), ("x.emip.xz", b"\xfd7zXZ"), ("x.emip.gz", b"\x1f\x8b")):
        out = tmp_path / name
        line = ran("certify C5 --lexicon", lexicon, "--out", out, *asked.split())
        assert out.read_bytes().startswith(start)
        verified = ran("verify --lexicon", lexicon, out)
        golden(verified)
        value = re.search(r": (\d+( guesses in all| missed)?)", verified)[1]
        value = "" if "pareto" in asked else f"{value}, "
        assert re.fullmatch(rf"C5.*: {value}{out} \([\d,]+ bytes\)\n", line)


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("", r"3\.\.4"),
        ("--objective average", r"196\.\.2\d\d"),
        ("--objective guaranteed --tries 3", r"0\.\.2\d"),
    ],
)
@pytest.mark.parametrize("name", ["x.emip", "x.emip.xz"])
def test_what_is_not_proven_is_certified_as_bounds(ran, tmp_path, asked, written, name, golden):
    out = tmp_path / name
    line = ran("certify mastermind:3x4 --node-limit 1 --out", out, *asked.split())
    said = rf"mastermind:3x4: {written} \(not proven, a certificate of bounds\), {out} .*\n"
    assert re.fullmatch(said, line)
    golden(ran("verify", out))


def test_bounds_of_a_search_that_ended_at_once_are_the_same_for_both(
    ran, tmp_path, monkeypatch, golden
):
    from emi.questions import certifying
    from emi.search.model.bounds import Bounds

    def at_once(*asked):
        found = search(*asked)
        found.bounds = Bounds(1, found.bounds.upper)
        return found

    search = certifying.searched
    monkeypatch.setattr(certifying, "searched", at_once)
    out = tmp_path / "x.emip"
    line = ran("certify mastermind:3x4 --node-limit 1 --out", out)
    golden(line)
    golden(ran("verify", out))


def test_bounds_of_a_table_are_files_of_certificates(ran, tmp_path, golden):
    words, out = tmp_path / "words", tmp_path / "out"
    words.write_text("\n".join("CA" + "".join(some) for some in product("ABCDE", repeat=3)))
    ran("certify --all --node-limit 1 --lexicon", words, "--out", out)
    assert [file.name for file in out.iterdir()] == ["C5.emip.xz"]
    said = ran("verify --lexicon", words, out / "C5.emip.xz")
    golden(said)


def test_what_there_is_no_time_for_is_named(run, lexicon, tmp_path):
    """A file of bounds has a strategy, which takes time."""
    no_time = ("--time-limit", "1e-9", "--lexicon", lexicon, "--out")
    ran = run("certify", "C5", *no_time, tmp_path / "x.emip")
    said = "no time for a certificate of {}, expected a longer --time-limit\n"
    assert (ran.code, ran.out, ran.err) == (2, "", f"emi: {said.format('C5')}")
    out = tmp_path / "out"
    ran = run("certify", "--all", *no_time, out)
    assert (ran.code, ran.err) == (2, f"emi: {said.format('A5, C5, C6')}")
    assert [*out.iterdir()] == []


def test_averages_of_all_cells_are_certified(ran, lexicon, tmp_path):
    out = tmp_path / "folder"
    ran("certify --all --objective average --jobs 2 --lexicon", lexicon, "--out", out)
    files = sorted(out.iterdir())
    assert [file.name for file in files] == ["A5.emip.xz", "C5.emip.xz", "C6.emip.xz"]
    lines = ran("verify --lexicon", lexicon, *files).splitlines()
    assert all("guesses in all" in line for line in lines)


def test_weights_are_certified(run, ran, lexicon, tmp_path, golden):
    out, weights = tmp_path / "x.emip", tmp_path / "weights"
    word = next(word for word in lexicon.read_text().split() if re.fullmatch("C....", word))
    weights.write_text(f"{word} 5\n")
    asked = ["--objective", "average", "--weights", weights]
    done = run("certify", "C5", "--lexicon", lexicon, "--out", out, *asked)
    assert (done.code, done.err.count("\n")) == (0, 1)
    weight = run("solve", "C5", "--lexicon", lexicon, *asked).out.splitlines()[0]
    assert weight.rpartition(", of weight ")[2] in done.out
    golden(ran("verify --lexicon", lexicon, out))


def test_a_rule_of_ones_own_is_given_to_the_checker(run, ran, tmp_path, golden):
    import emi

    class Number(emi.Game):
        rule = "number"

        def feedback(self, guess, secret):
            return "=" if guess == secret else "<>"[int(secret) > int(guess)]

    codes = [str(n) for n in range(10, 20)]
    (tmp_path / "codes").write_text("\n".join([*codes, ""]))
    rule, rows = tmp_path / "rule.py", tmp_path / "rows"
    rule.write_text(
        "def feedback(guess, secret):\n"
        "    return '=' if guess == secret else '<>'[int(secret) > int(guess)]\n"
    )
    rows.write_text(
        "".join(" ".join("012"[(a > b) - (a < b)] for b in codes) + "\n" for a in codes)
    )
    out = tmp_path / "x.emip"
    emi.solve(Number(codes), emi.Average()).certificate().write(out)
    lists = ["--secrets", tmp_path / "codes", "--guesses", tmp_path / "codes"]
    for given in (rule, rows):
        line = ran("verify", out, *lists, "--rule", given)
        golden(line)
    said = "made for a custom rule, 'number', expected --rule, --secrets and --guesses"
    fails(run("verify", out, *lists), said)
    rule.write_text("def feedback(guess, secret):\n    return ''\n")
    fails(run("verify", out, *lists, "--rule", rule), "made for another rule")
    rule.write_text("1/0\n")
    broken = {
        "1/0\n": "ZeroDivisionError",
        "def feedback(:\n": "SyntaxError",
        "def other():\n    pass\n": "feedback",
        "def feedback(guess, secret):\n    return guess[9]\n": "IndexError",
    }
    for text, why in broken.items():
        rule.write_text(text)
        done = run("verify", out, *lists, "--rule", rule)
        fails(done, f"emi: {rule}: expected a function feedback(guess, secret) or rows, ", why)
    rows.write_text("1 2\n")
    fails(run("verify", out, *lists, "--rule", rows), f"emi: {rows}: expected a function")
    fails(run("verify", out, *lists, "--rule", tmp_path / "none"), str(tmp_path / "none"))


def test_a_damaged_certificate_is_refused_in_plain_words(run, ran, tmp_path):
    out = tmp_path / "x.emip"
    ran("certify mastermind:2x3 --out", out)
    text = out.read_text()
    for old, new, said in (
        ("rule mastermind\n", "", "rule '', expected one of motus, "),
        ("secrets 9", "secret 9", "made for other secrets"),
        ("symbols", "symbol", "made for other secrets"),
        ("\n3 0 ", "\n3 ", "FAILED"),
        ("\n7 ", "\n7\n7 ", "damaged, or not a certificate"),
        ("\n7 1 ", "\n7 1 999 ", "damaged, or not a certificate"),
    ):
        assert text.count(old) >= 1, old
        out.write_text(text.replace(old, new, 1))
        done = run("verify", out)
        assert done.code in {1, 2}
        assert said in done.out + done.err
        assert "Error" not in done.out + done.err


def test_a_game_of_pegs_needs_no_file_of_its_rule(run, ran, tmp_path, golden, refused):
    import emi
    from emi.errors import CertificateError

    codes = tmp_path / "codes"
    codes.write_text("11\n12\n21\n")
    all_codes, listed, hard = (tmp_path / f"{name}.emip" for name in ("all", "listed", "hard"))
    ran("certify blackpeg:2x3 --out", all_codes)
    ran("certify mastermind:2x3 --out", listed, "--secrets", codes)
    possible = ["--objective", "average", "--hard", "possible"]
    ran("certify mastermind:2x3 --out", hard, "--secrets", codes, *possible)
    made = emi.verify(all_codes)
    assert str(made) == ran("verify", all_codes).strip() == "OK blackpeg:2x3: 4 (9 codes)"
    golden(ran("verify", listed, all_codes, hard, "--secrets", codes))
    fails(run("verify", listed), "mastermind:2x3 with given lists, expected --secrets or --guesses")
    fails(run("verify", listed, "--secrets", tmp_path / "none"), str(listed), "no such file")
    with refused(CertificateError):
        emi.verify(listed)
    text = all_codes.read_text()
    for changed in (
        text.replace("rule blackpeg", "rule ab"),
        text.replace("game b", "game x:b"),
        text.replace("game blackpeg:2x3", "game blackpeg:5x7"),
    ):
        all_codes.write_text(changed)
        done = run("verify", all_codes, listed, "--secrets", codes)
        assert (done.code, done.out.count("\n"), done.err.count("\n")) == (2, 1, 1)
        assert done.err.startswith(f"emi: {all_codes}: ")


@pytest.mark.parametrize(
    "asked",
    [
        "blackpeg:3x5 --node-limit 1",
        "ab:3x6 --node-limit 1",
        pytest.param("ab:3x5 --objective guaranteed --tries 5", marks=pytest.mark.slow),
    ],
)
def test_cores_have_reasons_where_the_search_uses_symmetry(ran, tmp_path, asked, golden):
    """Of cores that a search finds by symmetry there are none: they were asked for without end."""
    out = tmp_path / "x.emip"
    ran("certify", *asked.split(), "--out", out)
    golden(ran("verify", out))


@pytest.mark.parametrize("name", ["x.json", "x.json.xz", "x", "x.xz", "x.emip.bz2", "x.emip.zip"])
def test_a_certificate_has_the_name_of_one(run, lexicon, tmp_path, name):
    out = tmp_path / name
    fails(
        run("certify", "C5", "--lexicon", lexicon, "--out", out),
        f"--out {out}: expected a name that ends in .emip, .emip.xz or .emip.gz",
    )
    assert not out.exists()


def test_a_first_guess_is_no_part_of_a_worst_case(run, lexicon, tmp_path):
    asked = ["--lexicon", lexicon, "--out", tmp_path / "x.emip", "--first", "CASER"]
    fails(run("certify", "C5", *asked), "--first CASER: requires --objective average or")


def test_the_checker_runs_as_a_file_alone(ran, lexicon, tmp_path, golden):
    import subprocess

    from emi.proof import verify

    out, alone = tmp_path / "x.emip", tmp_path / "alone.py"
    alone.write_bytes(Path(verify.__file__).read_bytes())
    ran("certify C5 --objective average --lexicon", lexicon, "--out", out)
    command = [sys.executable, "-I", alone, out, lexicon]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("OK C5: ")
    out.write_text(out.read_text().replace("\n7 ", "\n7 9"))
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    golden(done.stderr)
