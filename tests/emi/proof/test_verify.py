"""The checker reads the files that are written, alone, and refuses all others in a line."""

import gzip
import lzma
import os
import random
import re
import subprocess
import sys
from array import array
from itertools import chain, combinations
from pathlib import Path

import pytest

import emi
from emi.analysis.pareto import front_certificate
from emi.errors import CertificateError, GameError, OptionError, Unproven
from emi.games.jotto import Jotto
from emi.games.mastermind import Mastermind, PegGame
from emi.games.moo import Moo
from emi.games.motus import Motus
from emi.games.wordle import Wordle
from emi.lexicon.load import Lexicon, load
from emi.proof import certificate as format_
from emi.proof import verify as checker
from emi.proof.checking import verify as checked
from emi.questions.certifying import certified
from emi.questions.question import Question
from tests.emi.cases import ROOT, of_words


def verify(*given, **lists):
    """Return the verdict on a certificate as a line."""
    return str(checked(*given, **lists))


SMALL = [
    f"{initial}{length}"
    for (initial, length), words in load("fr").counts().items()
    if words <= 150 and length <= 10
]
LIKE = ["CALER", "CAMER", "CANER", "CAPER", "CARTE", "COUPE", "CRANE", "CREPE"]


def certificate(game):
    return certified(Question(game))


@pytest.fixture
def words(tmp_path):
    """A lexicon in which C5 is worth four guesses."""
    path = tmp_path / "words.txt"
    path.write_text("\n".join(LIKE), encoding="utf-8")
    return path


@pytest.fixture
def lists(tmp_path):
    """Return a function that writes lists and reads them."""

    def lists(*listed):
        for name, one in zip("sg", listed, strict=True):
            (tmp_path / name).write_text("\n".join(one))
        return [load(tmp_path / name) for name in "sg"]

    return lists


@pytest.fixture
def written(tmp_path):
    """Return a function that writes a certificate, or the text of one."""

    def write(made, name="c.emip"):
        path = tmp_path / name
        if isinstance(made, str):
            path.write_bytes(made.encode("utf-8", "surrogatepass"))
        else:
            made.write(path)
        return path

    return write


@pytest.fixture
def proof(words):
    return certificate(Motus.of_cell("C5", load(words)))


@pytest.fixture
def text(proof):
    return proof.text


@pytest.fixture
def coloured():
    return certificate(Mastermind(2, 3)).text


def headed(text, **values):
    """Return a text with other values in its head; None leaves a line out."""
    top, _, rest = text.partition("\nsteps\n")
    lines = []
    for line in top.splitlines():
        key, _, value = line.partition(" ")
        value = values.get(key, value)
        lines += [] if value is None else [f"{key} {value}"]
    return "\n".join([*lines, "steps", rest])


# -- what is accepted ---------------------------------------------------------------------------


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    """The words of the small cells alone: the checker reads a lexicon each time anew."""
    path = tmp_path_factory.mktemp("lexicon") / "small.txt"
    path.write_text("\n".join(chain(*(load("fr").cell(cell[0], int(cell[1:])) for cell in SMALL))))
    return load(path)


@pytest.mark.parametrize("cell", SMALL)
def test_every_certificate_of_a_small_cell_is_accepted(cell, small, written):
    game = Motus.of_cell(cell, small)
    assert game.secrets == Motus.of_cell(cell, "fr").secrets
    made = certificate(game)
    line = verify(written(made, "c.emip.xz"), small)
    assert line == f"OK {cell}: {made.bounds} ({len(game.secrets)} words)"
    assert made.bounds == emi.solve(game).bounds


def test_a_certificate_is_accepted_plain_xz_or_gzipped(small, written):
    made, begin = certificate(Motus.of_cell("W5", small)), {"": b"emip 2\n", ".xz": b"\xfd7zXZ"}
    for suffix in ("", ".xz", ".gz"):
        path = written(made, f"c.emip{suffix}")
        assert path.read_bytes().startswith(begin.get(suffix, b"\x1f\x8b"))
        assert verify(path, small).startswith("OK W5: ")
    # The first bytes decide the compression, not the name.
    assert verify(path.rename(path.with_name("x")), small).startswith("OK W5: ")


@pytest.mark.parametrize("name", ["c.json", "c.emip.bz2", "c", "c.xz", "emip"])
def test_a_certificate_has_the_name_of_one(proof, tmp_path, name, refused):
    with refused(OptionError):
        proof.write(tmp_path / name)


def test_a_certificate_says_what_it_shows(proof, words, golden):
    golden(repr(proof))
    game = Motus.of_cell("C5", load(words))
    assert proof == certificate(game)
    assert list(proof.head) == [
        "made_by", "rule", "initial", "length", "lexicon", "secrets", "guesses",
    ]  # fmt: skip
    bounds = certified(Question(Mastermind(3, 4), limits=emi.Limits(nodes=1)))
    golden(repr(bounds))
    front = front_certificate(Question(game))
    golden(repr(front))


def test_the_name_of_a_list_is_one_line(words, written):
    lexicon = load(words)
    strange = Lexicon("x\nrule chess\udce9", lexicon.words, "unknown", "x")
    made = certificate(Motus.of_cell("C5", strange))
    assert made.head["lexicon"].endswith(" xrule chess")
    assert verify(written(made), lexicon) == OK


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (Mastermind(1, 1), "OK mastermind:1x1: 1 (1 codes)"),
        (Mastermind(2, 3), "OK mastermind:2x3: 3 (9 codes)"),
        (Mastermind(2, 3, "éàz"), "OK mastermind:2x3: 3 (9 codes)"),
        (Mastermind(3, 2), "OK mastermind:3x2: 3 (8 codes)"),
        (Moo(2, 4), "OK moo:2x4: 3 (12 codes)"),
        (Moo(3, 3), "OK moo:3x3: 4 (6 codes)"),
    ],
)
def test_a_game_with_pegs_needs_no_words(game, line, written):
    made = certificate(game)
    assert verify(written(made)) == line
    assert "lexicon" not in made.head


def test_a_game_may_be_of_two_lists_or_of_a_lexicon(words, lists, written):
    secrets, guesses = lists(LIKE[:5], LIKE)
    # In an order of their own, as a program may give them.
    for game, line in (
        (Jotto(LIKE[4::-1], LIKE[::-1]), "OK jotto: 5 (5 of 8 words)"),
        (Wordle(LIKE[4::-1], LIKE[::-1]), "OK wordle: 4 (5 of 8 words)"),
    ):
        assert verify(written(certificate(game)), secrets=secrets, guesses=guesses) == line
    lexicon = load(words)
    made = certificate(Jotto.of_lexicon(lexicon))
    assert made.head["lexicon"] == f"{lexicon.digest} words.txt"
    assert verify(written(made), lexicon).startswith("OK jotto: ")
    made = certificate(Motus.of_cell("5", lexicon))
    assert "initial" not in made.head
    assert verify(written(made), lexicon) == "OK 5: 4 (8 words)"


class Few(PegGame):
    rule, markers = "mastermind", ("b", "w")


def test_what_the_checker_does_not_know_has_no_certificate(refused):
    with refused(GameError):
        certificate(Few(["12", "21"]))
    with refused(GameError):
        certificate(Mastermind(2, 3, " ab"))
    with refused(GameError):
        certificate(Jotto(["A" * 20, "B" * 20]))
    with refused(OptionError):
        emi.solve(Moo(2, 3), candidates=["01", "02"]).certificate()


def test_words_that_are_no_cell_are_two_lists(written):
    words = Lexicon("words", tuple(sorted([*LIKE, "ABACA"])), "unknown", "words")
    for name, secrets, lexicon in (
        (None, LIKE, None),
        ("C5", LIKE, None),
        ("words of mine", LIKE, words),
        ("Z5", LIKE, words),
        ("C5", LIKE[1:], words),
    ):
        game = Motus(secrets, [*LIKE, "ABACA"], name=name, lexicon=lexicon)
        made = certificate(game)
        value = emi.solve(game).bounds
        said = f"OK motus: {value} ({len(secrets)} of 9 words)"
        assert verify(written(made), secrets=secrets, guesses=game.guesses) == said
    jotto = Jotto(LIKE[:4], LIKE, lexicon=words)
    assert (
        verify(written(certificate(jotto)), secrets=LIKE[:4], guesses=LIKE)
        == "OK jotto: 4 (4 of 8 words)"
    )


class Number(emi.Game):
    """A custom rule: higher or lower."""

    rule = "number"

    def feedback(self, guess, secret):
        if guess == secret:
            return "="
        return "<" if int(guess) < int(secret) else ">"


def test_all_that_a_certificate_needs_can_be_given_in_python(words, tmp_path, written):
    """A certificate or its file; words as a lexicon, its name or file, or as they are."""
    made, lexicon = certificate(Motus(LIKE)), load(words)
    line = "OK motus: 4 (8 words)"
    for listed in (LIKE, tuple(LIKE), lexicon, words, str(words)):
        for given_as in (made, written(made), str(written(made))):
            assert verify(given_as, listed) == line
            assert verify(given_as, secrets=listed) == line
            assert verify(given_as, guesses=listed) == line
            assert verify(given_as, secrets=listed, guesses=listed) == line
    game = Number(map(str, range(10, 20)))
    made, (rule, rows, codes) = certificate(game), (tmp_path / name for name in ("r.py", "r", "s"))
    line = f"OK number: {emi.solve(game).bounds} (10 codes)"
    rule.write_text("def feedback(g, s):\n    return (int(g) > int(s)) - (int(g) < int(s))\n")
    rows.write_text("\n".join(format_.rows(game)))
    codes.write_text("\n".join(game.secrets))
    for given in (game.feedback, rule, str(rule), rows):
        for listed in (game.secrets, codes):
            assert verify(made, secrets=listed, guesses=listed, rule=given) == line


def test_without_words_the_list_that_a_certificate_names_is_read(written, ran):
    for lexicon in ("fr", "en"):
        made = emi.solve(Motus.of_cell("X5", lexicon), emi.Average()).certificate()
        said = str(checked(made))
        assert said.startswith(f"OK X5: {made.bounds} guesses in all")
        assert verify(written(made)) == said
        assert ran("verify", written(made)).strip() == said


def test_what_is_lacking_to_check_a_certificate_is_said_in_a_line(refused):
    made = certificate(Number(["10", "11"]))
    with refused(CertificateError):
        checked(made)
    with refused(OptionError):
        checked(made, rule="rule.py")
    with refused(OptionError):
        checked(7)
    with refused(CertificateError):
        checked(made, secrets=["10", "11"], guesses=["10", "11"], rule=lambda *_: 1 / 0)
    with refused(CertificateError):
        checked(certificate(emi.Motus(LIKE)), secrets=LIKE[1:])


# -- what must be refused ---------------------------------------------------------------------


OK = "OK C5: 4 (8 words)"


def steps_of(text):
    """Return the steps of a text: the strategy, and the lemmas of the example."""
    return text.partition("\nsteps\n")[2].splitlines()


def test_the_example_has_cores_of_both_kinds(proof):
    found, strategy, missed, *lemmas, conclusion = proof.steps
    assert (found, missed, conclusion) == ("1 0 0 0 0 0 0 1", "1 0 0 0 0 0 1", "7 1 5")
    assert strategy.startswith("3 0 ")
    cores = [[*map(int, line.split())] for line in lemmas]
    assert [(core[1], core[3]) for core in cores] == [*[(1, 3)] * 4, (0, 4)]
    # The reasons of the last are its sets of three.
    *threes, top = cores
    assert {tuple(core[4:]) for core in threes} == {*combinations(top[4:8], 3)}
    assert sorted(top[8:]) == [1, 2, 3, 4]


#: Of words that are numbered from 1: CALER, CAMER, CANER, CAPER, CARTE, COUPE, CRANE, CREPE.
FALSE = [
    # The strategy: in a guess less, with another guess, without the last one.
    (0, "1 0 0 0 0 0 1", "the strategy ends early|costs"),
    (1, lambda line: line.replace("3 0 ", "3 0 9 "), "makes a forbidden guess"),
    (1, lambda line: line.rpartition(" ")[0], "the strategy ends early"),
    (1, lambda line: f"{line} 1", "unused guesses"),
    # That one guess less is too few: without a question, without a lemma, of more guesses.
    (2, "1 0 0 0 0 0 0 1", "lemma 1: C[A-Z]+ may cost less|no lemma proves"),
    (-1, "7 1", "no lemma proves that all secrets cost 1"),
    (-1, "7 2 5", "no lemma proves that all secrets cost 2"),
    # A core that a guess tells apart, and one in which a word is there twice.
    (3, "4 1 1 2 5 6", "lemma 1: C[A-Z]+ may cost less than 1"),
    (3, "4 1 1 4 1 2 3 3", "lemma 1: not a set of secrets"),
    (3, "4 1 1 3 1 2 9", "lemma 1: not a set of secrets"),
    # Three words that stay together are no reason for a core that does not hold them.
    (-2, "4 0 1 3 1 2 3 1 2 3 4", "lemma 5: CA[LMNP]ER may cost less"),
]


@pytest.mark.parametrize(("at", "to", "said"), FALSE)
def test_what_is_no_proof_is_refused(text, written, words, at, to, said):
    lines = steps_of(text)
    lines[at] = to(lines[at]) if callable(to) else to
    head = text.partition("\nsteps\n")[0]
    path = written("\n".join([head, "steps", *lines, ""]))
    with pytest.raises(Unproven, match=said):
        verify(path, load(words))


def test_a_lemma_is_no_reason_for_itself(text, written, words, refused):
    *lines, _, conclusion = steps_of(text)
    head = text.partition("\nsteps\n")[0]
    path = written("\n".join([head, "steps", *lines, "4 0 1 4 1 2 3 4 5", conclusion, ""]))
    with refused(CertificateError):
        verify(path, load(words))


# -- files that are no certificate ------------------------------------------------------------


def cannot_be_read(path, words, pattern):
    with pytest.raises(CertificateError, match=pattern) as error:
        verify(path, load(words))
    assert "\n" not in str(error.value)
    assert path.name in str(error.value)


@pytest.mark.parametrize("name", ["c.emip", "c.emip.xz", "c.emip.gz"])
def test_a_truncated_certificate_is_no_certificate(proof, written, words, name):
    path = written(proof, name)
    blob = path.read_bytes()
    for end in (0, 1, 7, len(blob) // 2, len(blob) - 3):
        path.write_bytes(blob[:end])
        with pytest.raises((CertificateError, Unproven)) as error:
            verify(path, load(words))
        assert "\n" not in str(error.value)
        assert name == "c.emip" or "a certificate" in str(error.value)


@pytest.mark.parametrize("content", [
        b"hello", b"", b"[]", b"\xff\xfe\x00", b"[" * 100_000, b"emip 3\n", b"emip 2\r\n",
        b'{"format": "emi-certificate", "version": 1, "rule": "motus"}\n',
    ], ids=lambda content: str(content[:9]))  # fmt: skip
@pytest.mark.parametrize("pack", [bytes, lzma.compress, gzip.compress])
def test_a_foreign_file_is_no_certificate(tmp_path, words, content, pack):
    path = tmp_path / "foreign"
    path.write_bytes(pack(content))
    said = "not a certificate of emi's format (line 1 is not 'emip 2'); make one by `emi certify`"
    cannot_be_read(path, words, f"foreign: {re.escape(said)}$")
    code, out, err = alone(path, words)
    assert (code, out, err) == (2, "", f"{path}: {said}\n")


def test_a_missing_file_a_folder_and_other_words_are_said(text, written, tmp_path, words, refused):
    cannot_be_read(tmp_path / "nowhere", words, "No such file")
    cannot_be_read(tmp_path, words, "expected a file, not a folder")
    digest = text.partition("\nguesses 8 ")[2][:64]
    for values, said in (
        ({"guesses": f"9 {digest}"}, "made for other guesses"),
        ({"guesses": f"8.0 {digest}"}, "made for other guesses"),
        ({"secrets": f"8 {'0' * 64}"}, "made for other secrets"),
        ({"secrets": f"08 {digest}"}, "made for other secrets"),
        ({"initial": "c"}, "made for other secrets"),
        ({"length": "6"}, "made for other secrets"),
        ({"rule": "chess"}, "rule 'chess', expected one of motus"),
    ):
        cannot_be_read(written(headed(text, **values)), words, said)
    other = tmp_path / "other.txt"
    other.write_text("\n".join([*LIKE, "CABAS"]), encoding="utf-8")
    cannot_be_read(written(text), other, "made for other secrets, .* 'words.txt'")
    with refused(CertificateError):
        verify(written(text))
    with refused(CertificateError):
        verify(written(headed(text, lexicon=None, rule="wordle")))


@pytest.mark.parametrize("rule", ["", "[]", "7", "x" * 10**6, "MOTUS", "a\nb", "\ud800", "motus "])
def test_a_rule_that_is_none_is_refused_in_one_short_line(text, written, words, rule):
    with pytest.raises(CertificateError) as caught:
        verify(written(headed(text, rule=rule)), load(words))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("rule", ["mastermind", "moo"])
@pytest.mark.parametrize(("length", "symbols"), [
        (10**9, "1"), (10**9, "12"), (65, "1"), (20, "12"), (64, "123456789"), (8, "1234567890"),
        (0, "12"), (-1, "12"), (2.0, "123"), ("", "123"), (None, "123"), ("x", "123"),
        (2, "112"), (2, ""), (2, None), (2, "1\n3"), (2, "\ud800é"), ("9" * 5000, "12"),
        (3, "".join(map(chr, range(0x4E00, 0x4E00 + 20_000)))), (2, "124"), (3, "123"),
    ])  # fmt: skip
def test_a_size_that_is_foreign_is_refused_at_once(coloured, written, rule, length, symbols):
    foreign = headed(coloured, rule=rule, length=length, symbols=symbols)
    with pytest.raises((CertificateError, Unproven)) as caught:
        verify(written(foreign))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


def test_a_size_with_too_many_codes_says_how_many_there_may_be(coloured, written, refused):
    with refused(CertificateError):
        verify(written(headed(coloured, length=20)))


@pytest.mark.parametrize("kind", "BH")
@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 15, 16, 17, 100])
def test_all_guesses_are_compared_and_counted_at_once_as_one_by_one(kind, count):
    source = random.Random(count)
    columns = [array(kind, source.choices([0, 1, 127, 128, 255], k=count)) for _ in range(9)]
    lanes, tally = checker.Lanes(kind, count), checker.Tally((1 << count) - 1)
    numbers, counts = [*map(lanes.number, columns)], [0] * count
    for one, other in combinations(range(len(columns)), 2):
        same = lanes.alike(numbers[one], numbers[other])
        wanted = [a == b for a, b in zip(columns[one], columns[other], strict=True)]
        assert [same >> i & 1 for i in range(count)] == wanted
        tally.add(same)
        counts = [n + more for n, more in zip(counts, wanted, strict=True)]
        for most in (-1, 0, 1, 3, 4, 7, 8, 99):
            assert tally.at_most(most) == checker.bits([n <= most for n in counts])
    some = source.sample(range(count), (count + 1) // 2)
    among = sum(1 << i for i in some)
    assert checker.set_bits(among) == sorted(some)
    assert [*tally.ascending(among)] == sorted((counts[i], i) for i in some)


def test_a_list_is_read_as_games_read_it(tmp_path):
    path = tmp_path / "list"
    path.write_text("œuf\nǽon\nÉlève # x\nstraße\nŁódź\nﬁn\nA\nab1\nẞA\nna\u0308if\n\n")
    words = ["AEON", "ELEVE", "FIN", "LODZ", "NAIF", "OEUF", "SSA", "STRASSE"]
    assert checker.codes_of(path, "") == words == sorted(load(path, alphabet="fold").words)


def test_lists_of_words_that_no_rule_is_for_are_refused(tmp_path, written, refused):
    # Words of several lengths: the author of the file can give their digests.
    (tmp_path / "mixed").write_text("AB\nABC\n")
    mixed = load(tmp_path / "mixed")
    part = f"2 {mixed.digest}"
    text = headed(certificate(Wordle(["AB", "AC"])).text, secrets=part, guesses=part)
    with refused(CertificateError):
        verify(written(text), secrets=mixed, guesses=mixed)


@pytest.mark.parametrize("key", ["rule", "length", "symbols", "secrets", "guesses"])
def test_a_certificate_that_lacks_something_is_refused(text, coloured, written, words, key):
    cannot_be_read(written(headed(coloured, **{key: None})), words, "expected")
    if key in {"rule", "secrets", "guesses"}:
        cannot_be_read(written(headed(text, **{key: None})), words, "expected")


def test_a_certificate_without_steps_is_refused(text, written, words, refused):
    head = text.partition("\nsteps\n")[0]
    for one in (f"{head}\n", f"{head}\nsteps\n", f"{head}\nsteps"):
        with refused(Unproven):
            verify(written(one), load(words))


def test_the_page_of_the_format_has_the_rules_and_limits_that_are_checked():
    page = (ROOT / "docs" / "certificates.md").read_text(encoding="utf-8")
    marks = re.findall(r"^\| `([A-Z]+)` \| `([A-Z]+)` \| `([GYB]+)` \|$", page, re.MULTILINE)
    assert len(marks) == 3
    for guess, secret, feedback in marks:
        assert checker.RULES["wordle"](guess, secret) == feedback
    assert all(f"`{rule}`" in page for rule in checker.RULES)
    games = Mastermind(1, 2), Motus.of_cell("C5", "fr").hardened(), emi.BlackPeg(2, 2)
    keys = chain(*map(format_.head, games), ["made_by", "bounds"])
    assert all(f"`{key}`" in page for key in keys)
    assert all(f"`{suffix}`" in page for suffix in format_.SUFFIXES)
    text = " ".join(page.split())
    limits = {
        "64 MiB": checker.MOST_BYTES == 64 << 20,
        "50 lines": checker.MOST_LINES == 50,
        "64 pegs or a million codes": checker.MOST_CODES == 10**6,
        "200 million": checker.MOST_PAIRS == 2 * 10**8,
    }
    assert all(limits.values())
    assert all(limit in text for limit in limits)


# -- files that are made to do harm ---------------------------------------------------------------


def test_what_is_written_twice_or_after_the_end_is_refused(text, tmp_path, words):
    path = tmp_path / "c"
    twice = text.replace("\nrule motus\n", "\nrule motus\nrule motus\n")
    blobs = [twice.encode(), text.encode() + b"{}", text.encode() + b"\n", text.encode("utf-16")]
    for pack in (gzip.compress, lzma.compress):
        blob = pack(text.encode())
        path.write_bytes(blob)
        assert verify(path, load(words)).startswith("OK")
        blobs += [blob + b"garbage", blob + b"\0" * 8, blob + pack(b" "), pack(twice.encode())]
    for blob in blobs:
        path.write_bytes(blob)
        cannot_be_read(path, words, "damaged|not a certificate of emi's format")


def test_a_head_of_many_lines_is_refused(text, tmp_path, words):
    path = tmp_path / "bomb"
    few = "".join(f"key{n} \n" for n in range(checker.MOST_LINES - 7))
    path.write_text(text.replace("\nsteps\n", f"\n{few}steps\n"))
    assert verify(path, load(words)) == OK
    many = "".join(f"key{n} \n" for n in range(10**6))
    path.write_bytes(
        lzma.compress(text.replace("\nsteps\n", f"\n{many}steps\n").encode(), preset=0)
    )
    cannot_be_read(path, words, "damaged: 'key43' given twice, or after 50 lines")


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bytes])
@pytest.mark.parametrize("unit", [b"\0", b" ", b"1 "])
def test_a_file_that_unpacks_to_more_than_the_limit_is_refused(
    tmp_path, text, words, monkeypatch, pack, unit
):
    monkeypatch.setattr(checker, "MOST_BYTES", 1 << 20)
    path = tmp_path / "bomb"
    for begin in (b"", text.encode()):
        path.write_bytes(pack(begin + unit * (1 << 22)))
        cannot_be_read(path, words, "too large, expected lines of at most 1 MiB")


def test_a_proof_that_takes_more_than_the_limit_is_refused(proof, written, words, monkeypatch):
    monkeypatch.setattr(checker, "MOST_PAIRS", 10)
    cannot_be_read(written(proof), words, "too large, expected at most 10 ")


def test_memory_that_lacks_is_said(proof, written, words, monkeypatch):
    def lacking(*_):
        raise MemoryError

    monkeypatch.setattr(checker.Game, "told", lacking)
    cannot_be_read(written(proof), words, "too large for the available memory")


def test_a_core_that_is_there_often_is_checked_once(text, written, words, monkeypatch):
    *begin, first, second, third, fourth, last, conclusion = steps_of(text)
    again = last.replace("1 2 3 4 1 2 3 4", "1 2 3 4 1 101 102 103")
    many = [*begin, *[first] * 100, second, third, fourth, *[again] * 10_000, conclusion]
    many[-1] = "7 1 104"
    head = text.partition("\nsteps\n")[0]
    asked, check = [], checker.Proof.check
    monkeypatch.setattr(
        checker.Proof, "check", lambda *of, **how: asked.append(of) or check(*of, **how)
    )
    assert verify(written("\n".join([head, "steps", *many, ""])), load(words)) == OK
    assert len(asked) == 5


def test_what_has_no_end_is_not_opened(tmp_path, words):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        cannot_be_read(path, words, "expected a file, not a folder, a pipe or a device")


def test_the_name_of_a_file_cannot_print_a_line(tmp_path, words, text):
    for content in ("", text.replace("\n7 1 5", "\n7 2 5")):
        path = tmp_path / "x\nOK C5: 4"
        path.write_text(content)
        code, out, err = alone(path, words)
        assert (code in {1, 2}, out, err.count("\n")) == (True, "", 1)


# -- the program ----------------------------------------------------------------------------------


def alone(*arguments):
    """Run the file of the checker as it is, where nothing of emi can be imported."""
    command = [sys.executable, "-I", checker.__file__, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
    return done.returncode, done.stdout, done.stderr


def test_it_runs_alone(text, coloured, written, words, tmp_path, lists, golden):
    assert alone(written(text), words) == (0, "OK C5: 4 (8 words)\n", "")
    assert alone(written(coloured)) == (0, "OK mastermind:2x3: 3 (9 codes)\n", "")
    lists(LIKE[:3], LIKE)
    wordle = written(certificate(Wordle(LIKE[:3], LIKE)), "w.emip.xz")
    said = "OK wordle: 3 (3 of 8 words)\n"
    assert alone(wordle, tmp_path / "s", tmp_path / "g") == (0, said, "")
    assert alone(wordle, tmp_path / "g", tmp_path / "s")[0] == 2
    code, out, err = alone(written(text.replace("\n7 1 5", "\n7 2 5")), words)
    assert (code, out) == (1, "")
    golden(err)
    code, out, err = alone(tmp_path / "nowhere")
    assert (code, out) == (2, "")
    golden(err)
    code, out, err = alone(written(text), tmp_path / "nowhere")
    assert (code, out) == (2, "")
    golden(err)
    (tmp_path / "words.xlsx").write_bytes(b"PK\3\4\xff\0")
    code, out, err = alone(written(text), tmp_path / "words.xlsx")
    said = "expected a list of codes, a text in UTF-8"
    assert (code, out, err) == (2, "", f"{tmp_path / 'words.xlsx'}: {said}\n")
    code, out, err = alone()
    assert (code, out) == (2, "")
    golden(err)


@pytest.mark.parametrize("hard", [None, "consistent"])
def test_each_lemma_is_checked_in_one_share(written, hard):
    game = Moo(3, 6)
    question = Question(game if hard is None else game.hardened(hard), emi.Average())
    told = certified(question).text.splitlines(keepends=True)
    lemmas = [k for k, line in enumerate(told) if line.startswith("4 ")]
    assert len(lemmas) > 20

    def shares(lines):
        path, said = written("".join(lines)), []
        for k in (1, 2, 3):
            try:
                said.append(checker.check(checker.lines(path), share=f"{k}/3").partition(":")[0])
            except checker.Unproven:
                said.append(None)
        return said

    assert shares(told) == [f"SHARE {k}/3 moo" for k in (1, 2, 3)]
    for number, k in enumerate(lemmas, 1):
        step, state, bound, rest = told[k].split(" ", 3)
        false = f"{step} {state} {int(bound) + 99} {rest}"
        said = shares([*told[:k], false, *told[k + 1 :]])
        assert [one is None for one in said] == [number % 3 == at for at in (0, 1, 2)]


@pytest.mark.parametrize("share", ["", "1", "0/2", "3/2", "-1/2", "1/99999", "1/2/3", "a/b"])
def test_a_share_is_one_of_some(written, text, words, share):
    path = written(text)
    said = f"{path}: --share {share!r}: expected a share such as 2/4\n"
    assert alone(path, words, "--share", share) == (2, "", said)


def test_alone_it_names_the_rule_that_it_does_not_know(written, tmp_path):
    game = emi.ABGame(2, 3)
    path, codes = written(certificate(game)), tmp_path / "codes.txt"
    codes.write_text("\n".join(game.secrets))
    code, out, err = alone(path, codes, codes)
    said = f"{path}: made for the rule {game.rule!r}, expected --rule and its file\n"
    assert (code, out, err) == (2, "", said)
    for rule, why in (tmp_path, "a file, not a folder"), (tmp_path / "none", "No such file"):
        code, out, err = alone(path, codes, codes, "--rule", rule)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"{rule}: expected a function feedback(guess, secret) or rows, ")
        assert why in err


@pytest.mark.parametrize(
    "asked",
    [
        "C5",
        "C5 --objective average",
        "C5 --objective guaranteed --tries 2",
        "C5 --hard hints",
        "C5 --objective average --first COUPE",
        "mastermind:2x3",
        "moo:2x4 --hard possible",
    ],
)
def test_it_reads_alone_what_is_certified_by_default(ran, words, tmp_path, asked, golden):
    out = tmp_path / "x.emip.xz"
    line = ran("certify", *asked.split(), *of_words(asked, words), "--out", out)
    value = re.search(r": (\d+)", line)[1]
    code, line, err = alone(out, words)
    assert (code, err) == (0, "")
    assert f": {value}" in line
    golden(line)


def test_it_imports_nothing_of_ours():
    code = "import sys; old = {*sys.modules}; import emi.proof.verify; print(*{*sys.modules} - old)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found = {name for name in done.stdout.split() if name.partition(".")[0] == "emi"}
    assert found == {"emi", "emi.proof", "emi.proof.verify"}
    others = {name.partition(".")[0] for name in done.stdout.split()} - {"emi"}
    assert {name for name in others if not name.startswith("_")} <= sys.stdlib_module_names


def test_the_checker_says_that_it_was_interrupted(monkeypatch, capsys):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(checker, "check", interrupted)
    assert checker.main(["C5.emip"]) == 130
    assert capsys.readouterr() == ("", "C5.emip: interrupted, not checked\n")
