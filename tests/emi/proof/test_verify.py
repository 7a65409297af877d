"""The checker accepts every certificate that is written, and nothing that is not a proof."""

import copy
import gzip
import json
import lzma
import os
import random
import re
import subprocess
import sys
from functools import cache
from itertools import chain, combinations
from pathlib import Path

import pytest

import emi
from emi.errors import CellError, CertificateError, GameError, OptionError, Unproven
from emi.games.jotto import Jotto
from emi.games.mastermind import Mastermind, PegGame
from emi.games.moo import Moo
from emi.games.motus import Motus
from emi.games.wordle import Wordle
from emi.lexicon.load import Lexicon, load
from emi.proof import steps, version1
from emi.proof import verify as checker
from emi.proof.checking import verify
from emi.proof.steps import encode
from emi.solving import Question
from tests.emi.cases import ROOT

SMALL = [
    f"{initial}{length}"
    for (initial, length), words in load("fr").counts().items()
    if words <= 150 and length <= 10
]
LIKE = ["CALER", "CAMER", "CANER", "CAPER", "CARTE", "COUPE", "CRANE", "CREPE"]


def certificate(game):
    return Question(game).certificate()


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
    def write(data, name="c.json"):
        path = tmp_path / name
        path.write_bytes(encode(data, compressed=name.endswith(".xz")))
        return path

    return write


@pytest.fixture
def proof(words):
    return certificate(Motus.of_cell("C5", load(words)))


@pytest.fixture
def coloured():
    return certificate(Mastermind(2, 3))


def change(data, *path, to):
    """Return a copy with one value changed."""
    changed = copy.deepcopy(data)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return changed


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
    data = certificate(game)
    line = verify(written(data, "c.json.xz"), small)
    assert line == f"OK {cell}: {data['worst']} ({len(game.secrets)} words)"


def test_a_certificate_is_accepted_plain_xz_or_gzipped(tmp_path, small, written):
    data = certificate(Motus.of_cell("W5", small))
    zipped = tmp_path / "c.gz"
    zipped.write_bytes(gzip.compress(encode(data, compressed=False)))
    (line,) = {verify(path, small) for path in (written(data), written(data, "c.xz"), zipped)}
    assert line.startswith("OK W5: ")
    assert data["version"] == version1.VERSION


def test_a_certificate_of_the_whole_lexicon_is_accepted(written):
    data = certificate(Motus.of_cell("C5", "fr"))
    line = verify(written(data, "c.xz"), load("fr"))
    assert line.startswith("OK C5: ")
    assert json.loads(encode(data, compressed=False)) == data


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
    data = certificate(game)
    assert verify(written(data)) == line
    assert "lexicon" not in data


def test_a_game_may_be_of_two_lists_or_of_a_lexicon(words, lists, written):
    secrets, guesses = lists(LIKE[:5], LIKE)
    # In an order of their own, as a program may give them.
    for game, line in (
        (Jotto(LIKE[4::-1], LIKE[::-1]), "OK jotto: 5 (5 of 8 words)"),
        (Wordle(LIKE[4::-1], LIKE[::-1]), "OK wordle: 4 (5 of 8 words)"),
    ):
        assert verify(written(certificate(game)), secrets=secrets, guesses=guesses) == line
    lexicon = load(words)
    data = certificate(Jotto.of_lexicon(lexicon))
    assert data["lexicon"] == {"name": "words.txt", "digest": lexicon.digest}
    assert verify(written(data), lexicon).startswith("OK jotto: ")
    data = certificate(Motus.of_cell("5", lexicon))
    assert data["initial"] is None
    assert verify(written(data), lexicon) == "OK 5: 4 (8 words)"


class Few(PegGame):
    rule, markers = "mastermind", ("b", "w")


def test_what_the_checker_does_not_know_has_no_certificate():
    words = Lexicon("words", tuple(sorted([*LIKE, "ABACA"])), "unknown", "words")
    first = words.words[1]
    for name, secrets, lexicon in (
        (f"{first[0]}{len(first)}", LIKE, None),
        ("words of mine", LIKE, words),
        (f"Z{len(first)}", LIKE, words),
        (f"{first[0]}{len(first)}", LIKE[1:], words),
    ):
        with pytest.raises(CellError, match=rf"{name}: expected a cell of a lexicon, as emi\.M"):
            certificate(Motus(secrets, name=name, lexicon=lexicon))
    with pytest.raises(GameError, match="expected a game of all codes of its pegs and symbols"):
        certificate(Few(["12", "21"]))
    with pytest.raises(OptionError, match="expected all secrets as candidates"):
        emi.solve(Moo(2, 3), candidates=["01", "02"]).certificate()


def test_the_certificate_of_a_cell_has_the_keys_it_always_had(proof):
    assert list(proof) == [
        "format", "version", "made_by", "rule", "initial", "length", "worst", "lexicon", "secrets",
        "guesses", "strategy", "refutation",
    ]  # fmt: skip


# -- what must be refused ---------------------------------------------------------------------


def test_the_example_has_cores_of_both_kinds(proof):
    assert proof["worst"] == 4
    assert [core["depth"] for core in proof["refutation"]] == [2, 2, 2, 2, 3]
    # The reasons of the last are its sets of three.
    *threes, top = proof["refutation"]
    assert {tuple(core["words"]) for core in threes} == set(combinations(sorted(top["words"]), 3))


OK = "OK C5: 4 (8 words)"
FIRST, LAST = ("refutation", 0), ("refutation", -1)


@pytest.mark.parametrize(
    ("path", "to", "said"),
    [
        (["worst"], 3, "does not find .* within 3"),
        (["worst"], 5, "no core refutes 4 guesses"),
        *((["worst"], claim, "the claim .* is none") for claim in (0, -1)),
        (["refutation"], [], "no core refutes 3 guesses"),
        (["strategy", "guess"], "ZZZZZ", "not allowed"),
        # Without a branch.
        (["strategy", "branches"], lambda of: dict([*of.items()][:-1]), "has no branch"),
        # A core that a guess tells apart.
        ([*FIRST, "words"], ["CARTE", "COUPE"], "lemma 1: C[A-Z]+ may cost less"),
        ([*FIRST, "words"], lambda of: [*of, of[0]], "lemma 1 is about no set of secrets"),
        # Three words that stay together are no reason for a core that does not hold them.
        ([*LAST, "words"], lambda of: of[:-1], "lemma 5: CA[LMNP]ER may cost less"),
        # A core cannot be its own reason.
        ([*LAST, "reasons"], [4], "core 4 names one that is not before it"),
    ],
)
def test_what_is_no_proof_is_refused(proof, written, words, path, to, said):
    old = proof
    for key in path:
        old = old[key]
    with pytest.raises(Unproven, match=said):
        verify(written(change(proof, *path, to=to(old) if callable(to) else to)), load(words))


# -- a mutation test ----------------------------------------------------------------------------


def still_a_proof(data, game, worst):
    """Decide by the definitions, without the checker, whether a changed certificate is a proof."""

    feedback = cache(game.feedback)

    def found(node, left, secret):
        if node["guess"] not in game.guesses or left == 0:
            return False
        if node["guess"] == secret:
            return True
        below = node["branches"].get(feedback(node["guess"], secret))
        return below is not None and found(below, left - 1, secret)

    def cannot(members, depth):
        """By the game itself: no guess leaves only classes that can be found in one less."""
        if depth == 0:
            return len(members) > 0
        for guess in game.guesses:
            classes = {}
            for word in members:
                if word != guess:
                    classes.setdefault(feedback(guess, word), []).append(word)
            if not any(cannot(tuple(part), depth - 1) for part in classes.values()):
                return False
        return True

    cores = data["refutation"]
    return (
        data["worst"] == worst
        and all(found(data["strategy"], worst, secret) for secret in game.secrets)
        and bool(cores)
        and cores[-1]["depth"] == worst - 1
        and all(set(core["words"]) <= set(game.secrets) for core in cores)
        and all(cannot(tuple(core["words"]), core["depth"]) for core in cores)
    )


def mutate(data, source, codes):
    """Change one thing: a word, a clue, a depth, a core, a reason, a branch, a digest, a claim."""
    changed = copy.deepcopy(data)

    def node():
        at = changed["strategy"]
        while at["branches"] and source.random() < 0.7:
            at = at["branches"][source.choice(sorted(at["branches"]))]
        return at

    core = source.choice(changed["refutation"])
    kind = source.randrange(13)
    if kind == 0:
        node()["guess"] = source.choice([*codes, "ZZZZZ", "CARES"])
    elif kind == 1:
        at = node()
        if at["branches"]:
            at["branches"].pop(source.choice(sorted(at["branches"])))
    elif kind == 2:
        at = node()
        if at["branches"]:
            old = source.choice(sorted(at["branches"]))
            at["branches"]["".join(source.choice("GYB012bwC") for _ in old)] = at["branches"].pop(
                old
            )
    elif kind == 3:
        core["words"][source.randrange(len(core["words"]))] = source.choice([*codes, "ZZZZZ"])
    elif kind == 4:
        core["words"].pop()
    elif kind == 5:
        core["depth"] += source.choice([-2, -1, 1, 2])
    elif kind == 6 and core["reasons"]:
        core["reasons"].pop(source.randrange(len(core["reasons"])))
    elif kind == 7:
        core["reasons"] = [*core["reasons"][1:], source.randrange(-1, 6)]
    elif kind == 8:
        changed["refutation"].pop(source.randrange(len(changed["refutation"])))
    elif kind == 9:
        changed["worst"] += source.choice([-1, 1])
    elif kind == 10:
        part = source.choice([part for part in ("lexicon", "secrets", "guesses") if part in data])
        text = changed[part]["digest"]
        place = source.randrange(len(text))
        new = source.choice([c for c in "0123456789abcdef" if c != text[place]])
        changed[part]["digest"] = text[:place] + new + text[place + 1 :]
    elif kind == 11:
        size = next((size for size in ("length", "pegs") if size in data), "worst")
        changed[size] += source.choice([-1, 1])
    else:
        at = node()
        if len(at["branches"]) > 1:
            one, other = source.sample(sorted(at["branches"]), 2)
            below = at["branches"]
            below[one], below[other] = below[other], below[one]
    return changed


LISTS = LIKE, ["BUTTE", "VIVAT"]
MUTATED = {
    "motus": lambda lexicon: Motus.of_cell("C5", lexicon),
    "mastermind": lambda _: Mastermind(2, 4),
    "moo": lambda _: Moo(3, 4),
    "jotto": Jotto.of_lexicon,
    "wordle": lambda _: Wordle(LISTS[0], sorted(chain(*LISTS))),
}


@pytest.mark.no_cover
@pytest.mark.parametrize("rule", MUTATED)
def test_random_changes_are_rejected_or_still_proofs(rule, written, words, lists):
    source, lexicon = random.Random(2018), load(words)
    both = lists(LISTS[0], [*chain(*LISTS)])
    game = MUTATED[rule](lexicon)
    proof = certificate(game)
    assert len(proof["refutation"]) > 1
    rejected = accepted = 0
    # Certificates of version 2, which these become, are changed in `test_steps`.
    while rejected < (400 if rule == "motus" else 100):
        changed = mutate(proof, source, game.guesses)
        if changed == proof:
            continue
        try:
            verify(written(changed), lexicon, *both)
        except (Unproven, CertificateError):
            rejected += 1
        else:
            assert still_a_proof(changed, game, proof["worst"])
            accepted += 1
    assert accepted < rejected / 2


def test_the_mutations_are_judged_by_more_than_the_checker(proof, words):
    # The judge itself: the proof as it stands, and a core that is none.
    game = Motus.of_cell("C5", load(words))
    assert still_a_proof(proof, game, 4)
    assert not still_a_proof(change(proof, "refutation", 0, "words", to=LIKE[3:5]), game, 4)


# -- files that are no certificate ------------------------------------------------------------


def cannot_be_read(path, words, pattern):
    with pytest.raises(CertificateError, match=pattern) as error:
        verify(path, load(words))
    assert "\n" not in str(error.value)
    assert path.name in str(error.value)


@pytest.mark.parametrize("name", ["c.json", "c.xz", "c.gz"])
def test_a_truncated_certificate_is_no_certificate(proof, written, words, name):
    path = written(proof, name)
    blob = path.read_bytes()
    if name == "c.gz":
        blob = gzip.compress(blob)
    for end in (0, 1, 7, len(blob) // 2, len(blob) - 3):
        path.write_bytes(blob[:end])
        cannot_be_read(path, words, "expected a certificate")


@pytest.mark.parametrize(
    "content",
    [b"hello", b"[]", b"{}", b'{"format": "x"}', b"\xff\xfe\x00", b"[" * 100_000],
    ids=lambda content: str(content[:6]),
)
def test_a_foreign_file_is_no_certificate(tmp_path, words, content):
    path = tmp_path / "foreign"
    path.write_bytes(content)
    cannot_be_read(path, words, "expected a certificate")


def test_a_missing_file_a_folder_and_other_words_are_said(proof, written, tmp_path, words):
    cannot_be_read(tmp_path / "nowhere", words, "No such file")
    cannot_be_read(tmp_path, words, "expected a file, not a folder")
    cannot_be_read(written(change(proof, "version", to=3)), words, "expected version 1 or 2 .* 3")
    cannot_be_read(written(change(proof, "guesses", "count", to=9)), words, "for other guesses")
    cannot_be_read(
        written(change(proof, "secrets", "digest", to="0" * 64)), words, "for other secrets"
    )
    cannot_be_read(written(change(proof, "rule", to="chess")), words, "rule 'chess'")
    other = tmp_path / "other.txt"
    other.write_text("\n".join([*LIKE, "CABAS"]), encoding="utf-8")
    cannot_be_read(written(proof), other, "made for other secrets, .* 'words.txt'")
    with pytest.raises(CertificateError, match=r"made for other secrets, .* 'words.txt'"):
        verify(written(proof))
    with pytest.raises(CertificateError, match=r"made for other secrets, .*two lists"):
        verify(written({key: proof[key] for key in proof if key != "lexicon"} | {"rule": "wordle"}))


@pytest.mark.parametrize("rule", [None, [], {}, 7, "x" * 10**6, "MOTUS", "a\nb"])
def test_a_rule_that_is_none_is_refused_in_one_short_line(proof, written, words, rule):
    with pytest.raises(CertificateError) as caught:
        verify(written(change(proof, "rule", to=rule)), load(words))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("rule", ["mastermind", "moo"])
@pytest.mark.parametrize(
    ("pegs", "symbols"),
    [
        (10**9, "1"), (10**9, "12"), (65, "1"), (20, "12"), (64, "123456789"), (8, "1234567890"),
        (0, "12"), (-1, "12"), (2.0, "123"), ("2", "123"), (None, "123"), (True, "123"),
        (2, "112"), (2, ""), (2, ["1", "2", "3"]), (2, None), (2, "1\n3"), (2, "\ud800é"),
        (3, "".join(map(chr, range(0x4E00, 0x4E00 + 20_000)))), (2, "124"), (3, "123"),
    ],
)  # fmt: skip
def test_a_size_that_is_foreign_is_refused_at_once(coloured, written, rule, pegs, symbols):
    foreign = {**coloured, "rule": rule, "pegs": pegs, "symbols": symbols}
    with pytest.raises((CertificateError, Unproven)) as caught:
        verify(written(foreign))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


def test_a_size_with_too_many_codes_says_how_many_there_may_be(coloured, written):
    with pytest.raises(
        CertificateError, match=r"mastermind:20x3: too large or damaged, .* 1,000,000 codes"
    ):
        verify(written(change(coloured, "pegs", to=20)))


def test_a_list_is_read_as_games_read_it(tmp_path):
    path = tmp_path / "list"
    path.write_text("œuf\nǽon\nÉlève # x\nstraße\nŁódź\nﬁn\nA\nab1\nẞA\nna\u0308if\n\n")
    words = ["AEON", "ELEVE", "FIN", "LODZ", "NAIF", "OEUF", "SSA", "STRASSE"]
    assert checker.codes_of(path, raw=False) == words == sorted(load(path).words)


def test_lists_of_words_that_no_rule_is_for_are_refused(tmp_path, written):
    # Words of several lengths: whoever makes the file can give their digests.
    (tmp_path / "mixed").write_text("AB\nABC\n")
    mixed = load(tmp_path / "mixed")
    part = {"count": 2, "digest": mixed.digest}
    data = certificate(Wordle(["AB", "AC"]))
    data.update(secrets=part, guesses=part)
    with pytest.raises(CertificateError, match="this is damaged or foreign"):
        verify(written(data), secrets=mixed, guesses=mixed)


@pytest.mark.parametrize(
    "key",
    ["strategy", "refutation", "worst", "lexicon", "secrets", "guesses", "rule", "pegs", "symbols"],
)
def test_a_certificate_that_lacks_something_is_refused(proof, coloured, written, words, key):
    for data in (proof, coloured):
        if key in data:
            lacking = {name: value for name, value in data.items() if name != key}
            cannot_be_read(written(lacking), words, "expected (a certificate|those)")


STRICT = [
    *((("worst",), value) for value in (4.0, "4", True, None, [4])),
    *((("version",), value) for value in (1.0, True, "1" * 10**5)),
    *((("length",), value) for value in (5.0, "5", None, {})),
    *((("initial",), value) for value in (["C"], 1, True)),
    *((("secrets", "count"), value) for value in (8.0, "8")),
    *((("strategy", key), value) for key in ("guess", "branches") for value in (None, 7, [])),
    *((("refutation",), value) for value in (None, 7, "x", {"0": {}})),
    *(((*FIRST, key), value) for key in ("words", "reasons") for value in (None, 7, "x", {"x": 1})),
    *(((*FIRST, "depth"), value) for value in (2.0, "2", True, None)),
    *(((*LAST, "reasons"), [value]) for value in (0.0, False, "0", None)),
    *(((*LAST, "words"), [value]) for value in ([], {})),
    *((("lexicon",), value) for value in (None, 7, "x", [])),
    *((("lexicon", key), value) for key in ("name", "digest") for value in (None, 7, [])),
]


@pytest.mark.parametrize(("path", "value"), STRICT)
def test_a_value_of_the_wrong_kind_is_refused(proof, written, words, path, value):
    path_written = written(change(proof, *path, to=value))
    with pytest.raises(CertificateError, match=r"c.json: (expected|made for)") as caught:
        verify(path_written, load(words))
    assert len(str(caught.value)) < 200 + len(str(path_written))


@pytest.mark.parametrize("part", ["guesses", "secrets"])
def test_true_is_not_one(written, part):
    data = certificate(Mastermind(1, 1))
    assert data[part]["count"] == 1
    with pytest.raises(CertificateError, match="True is no int"):
        verify(written(change(data, part, "count", to=True)))


def test_the_page_of_the_format_has_the_rules_and_limits_that_are_checked():
    page = (ROOT / "docs" / "certificates.md").read_text(encoding="utf-8")
    marks = re.findall(r"^\| `([A-Z]+)` \| `([A-Z]+)` \| `([GYB]+)` \|$", page, re.MULTILINE)
    assert len(marks) == 3
    for guess, secret, feedback in marks:
        assert checker.RULES["wordle"](guess, secret) == feedback
    assert all(f'`"{rule}"`' in page for rule in checker.RULES)
    assert all(f"`{key}`" in page for key in certificate(Mastermind(1, 2)))
    assert all(f"`{key}`" in page for key in steps.head(Motus.of_cell("C5", "fr").hardened()))
    text = " ".join(page.split())
    limits = {
        "64 MiB": checker.MOST_BYTES == 64 << 20,
        "three million values": version1.MOST_VALUES == 3 * 10**6,
        "64 pegs or a million codes": checker.MOST_CODES == 10**6,
        "200 million": checker.MOST_PAIRS == 2 * 10**8,
    }
    assert all(limits.values())
    assert all(limit in text for limit in limits)


# -- files that are made to do harm ---------------------------------------------------------------


def test_what_is_written_twice_or_after_the_end_is_refused(proof, tmp_path, words):
    text, path = encode(proof, compressed=False).decode(), tmp_path / "c"
    twice = text.replace('"worst":4', '"worst":3,"worst":4')
    assert json.loads(twice) == proof
    blobs = [twice.encode(), text.encode() + b"{}", text.encode("utf-16")]
    for pack in (gzip.compress, lzma.compress):
        blob = pack(text.encode())
        path.write_bytes(blob)
        assert verify(path, load(words)).startswith("OK")
        blobs += [blob + b"garbage", blob + b"\0" * 8, blob + pack(b" "), pack(twice.encode())]
    for blob in blobs:
        path.write_bytes(blob)
        cannot_be_read(path, words, "this is damaged or foreign")


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bytes])
@pytest.mark.parametrize("unit", [b"\0", b" ", b"[],"])
def test_a_file_that_unpacks_to_more_than_the_limit_is_refused(
    tmp_path, words, monkeypatch, pack, unit
):
    monkeypatch.setattr(checker, "MOST_BYTES", 1 << 20)
    path, seen = tmp_path / "bomb", []
    path.write_bytes(pack(unit * (1 << 22)))
    monkeypatch.setattr(json, "loads", lambda *_, **__: seen.append("parsed"))
    cannot_be_read(path, words, "too large, expected lines of at most 1 MiB")
    assert not seen


def test_a_file_of_many_lines_is_no_larger(tmp_path, words, monkeypatch):
    monkeypatch.setattr(checker, "MOST_BYTES", 1 << 20)
    path = tmp_path / "bomb"
    path.write_bytes(lzma.compress(b"[\n" * (1 << 20)))
    cannot_be_read(path, words, "too large, expected at most 1 MiB, unpacked, and 3,000,000 values")


def test_a_file_of_more_values_than_the_limit_is_refused(proof, written, words, monkeypatch):
    monkeypatch.setattr(version1, "MOST_VALUES", 50)
    cannot_be_read(written(proof), words, "too large, expected at most 64 MiB, unpacked, and 50 v")


def test_a_proof_that_takes_more_than_the_limit_is_refused(proof, written, words, monkeypatch):
    monkeypatch.setattr(checker, "MOST_PAIRS", 10)
    cannot_be_read(written(proof), words, "too large, expected at most 10 ")


def test_memory_that_lacks_is_said(proof, written, words, monkeypatch):
    def lacking(*_):
        raise MemoryError

    monkeypatch.setattr(checker.Game, "told", lacking)
    cannot_be_read(written(proof), words, "too large for the memory there is")


def test_a_core_that_is_there_often_is_checked_once(proof, written, words, monkeypatch):
    first, *others, last = proof["refutation"]
    again = {**last, "reasons": [place + 99 for place in last["reasons"]]}
    many = [first] * 100 + others + [again] * 10_000
    asked, check = [], checker.Proof.check
    monkeypatch.setattr(
        checker.Proof, "check", lambda *of, **how: asked.append(of) or check(*of, **how)
    )
    assert verify(written(change(proof, "refutation", to=many)), load(words)) == OK
    assert len(asked) == len(proof["refutation"])


def test_what_has_no_end_is_not_opened(tmp_path, words):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        cannot_be_read(path, words, "expected a file, not a folder, a pipe or a device")


def test_the_name_of_a_file_cannot_print_a_line(tmp_path, words, proof):
    for data in (b"", encode(change(proof, "worst", to=5), compressed=False)):
        path = tmp_path / "x\nOK C5: 4"
        path.write_bytes(data)
        code, out, err = alone(path, words)
        assert (code in {1, 2}, out, err.count("\n")) == (True, "", 1)


# -- the program ----------------------------------------------------------------------------------


ROOMS = {"emi", "search", "cache", "reports"}


def alone(*arguments):
    command = [sys.executable, "-m", "emi.proof.version1", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_it_runs_alone(proof, coloured, written, words, tmp_path, lists):
    assert alone(written(proof), words) == (0, "OK C5: 4 (8 words)\n", "")
    assert alone(written(coloured)) == (0, "OK mastermind:2x3: 3 (9 codes)\n", "")
    lists(LIKE[:3], LIKE)
    wordle = written(certificate(Wordle(LIKE[:3], LIKE)), "w.json")
    said = "OK wordle: 3 (3 of 8 words)\n"
    assert alone(wordle, tmp_path / "s", tmp_path / "g") == (0, said, "")
    assert alone(wordle, tmp_path / "g", tmp_path / "s")[0] == 2
    code, out, err = alone(written(change(proof, "worst", to=5)), words)
    assert (code, out) == (1, "")
    assert "no core refutes 4 guesses" in err
    code, out, err = alone(tmp_path / "nowhere")
    assert (code, out, err) == (2, "", f"{tmp_path / 'nowhere'}: No such file or directory\n")
    code, out, err = alone(written(proof), tmp_path / "nowhere")
    assert (code, out, err) == (2, "", f"{tmp_path / 'nowhere'}: No such file or directory\n")
    code, out, err = alone()
    assert (code, out) == (2, "")
    assert err.startswith("Usage: python verify.py CERTIFICATE")


def test_it_holds_the_checker_and_nothing_else():
    code = (
        "import sys; old = {*sys.modules}; import emi.proof.version1; print(*{*sys.modules} - old)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    rooms = {name for name in done.stdout.split() if name.partition(".")[0] in ROOMS}
    assert rooms == {
        "emi",
        "emi.proof",
        "emi.proof.verify",
        "emi.proof.version1",
    }
    others = {name.partition(".")[0] for name in done.stdout.split()} - ROOMS
    assert {name for name in others if not name.startswith("_")} <= sys.stdlib_module_names
