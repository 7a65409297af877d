"""The checker of certificates: plain Python over the rule of the game, and nothing else.

Run it alone with ``python -m emi.proof.verify FILE [LEXICON | SECRETS GUESSES]``. A certificate
claims that the worst case of a game is d guesses. The checker plays the strategy against every
secret, which shows that d are enough, and goes through the cores, which shows that d - 1 are not. A
core is a set of secrets that cannot all be found within its depth:

* depth 1: it has two secrets;
* depth 2: every allowed guess gets the same feedback from two of its secrets;
* depth k: for every allowed guess, one of the cores that it names gives the same feedback for all
  of its secrets, and so is still whole after that guess. These are parts of it, of depth k - 1.

A file may be made to do harm: it is unpacked up to a size, and checked up to an effort, both stated
below; and what is not written just as ``docs/certificates.md`` says is refused.
"""

import json
import lzma
import sys
import zlib
from collections.abc import Callable, Iterable
from functools import partial
from hashlib import sha256
from itertools import permutations, product
from math import perm
from pathlib import Path
from stat import S_ISREG
from typing import Any, NamedTuple, TypeVar

from emi.errors import CertificateError, EmiError, one_line
from emi.games.feedback import BULLS_COWS, clue, letters_shared, pegs
from emi.lexicon.load import BUILTIN, Lexicon, load

VERSION = 1
#: With two guesses left, two secrets of the same feedback are one too many.
PAIRS = 2
#: The feedback rules by their names.
RULES: dict[str, Callable[[str, str], str]] = {
    "motus": clue,
    "wordle": clue,
    "jotto": letters_shared,
    "mastermind": pegs,
    "moo": partial(pegs, marks=BULLS_COWS),
}
#: The most bytes of a file, unpacked, the most values in it, and the memory to unpack an xz file.
MOST_BYTES, MOST_VALUES, MOST_MEMORY = 64 << 20, 3_000_000, 256 << 20
#: The most pegs, codes, guesses played, and feedbacks compared of all cores together.
MOST_PEGS, MOST_CODES, MOST_PLAYED, MOST_COMPARED = 64, 1_000_000, 100_000_000, 5_000_000_000


T = TypeVar("T")


class Unproven(Exception):  # noqa: N818 - it is a verdict
    """What the certificate fails to prove."""


def read(path: Path) -> dict[str, Any]:
    """Read a certificate, compressed or not; raises CertificateError if it is none."""
    damaged = CertificateError("expected a certificate, this is damaged or foreign")
    try:
        blob = unpacked(content(path))
    except (lzma.LZMAError, zlib.error):
        raise damaged from None
    if len(blob) > MOST_BYTES or blob.count(b",") > MOST_VALUES:
        raise CertificateError(
            f"too large, expected at most {MOST_BYTES >> 20} MiB, unpacked, and {MOST_VALUES:,} "
            "values"
        )
    try:
        data = json.loads(
            blob.decode(), object_pairs_hook=distinct, parse_float=refuse, parse_constant=refuse
        )
    except (ValueError, RecursionError):
        raise damaged from None
    if type(data) is not dict or data.get("format") != "emi-certificate":
        raise CertificateError("expected a certificate, this is another kind of file")
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise CertificateError(f"expected version {VERSION} of the format, this is {version!r:.60}")
    return data


def content(path: Path) -> bytes:
    """Return the bytes of a file, up to one too many; what may have no end is not opened."""
    if not S_ISREG(path.stat().st_mode):
        raise CertificateError("expected a file, not a folder, a pipe or a device")
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def unpacked(blob: bytes) -> bytes:
    """Return what a file holds, up to one byte too many; raises an error if it is damaged."""
    if blob[:2] == b"\x1f\x8b":
        stream: Any = zlib.decompressobj(zlib.MAX_WBITS | 16)
    elif blob[:6] == b"\xfd7zXZ\x00":
        stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, MOST_MEMORY)
    else:
        return blob
    found: bytes = stream.decompress(blob, MOST_BYTES + 1)
    if len(found) <= MOST_BYTES and (not stream.eof or stream.unused_data):
        raise lzma.LZMAError("it ends early, or goes on after its end")
    return found


def distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON, in which no key is there twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
    return found


def refuse(number: str) -> None:
    """Refuse a number that is not whole."""
    raise ValueError(number)


def typed(kind: type[T], value: object) -> T:
    """Return a value that is of a type, and of none derived from it: ``true`` is no number."""
    if type(value) is not kind:
        raise TypeError(f"{value!r:.20} is no {kind.__name__}")
    return value


class Certified(NamedTuple):
    """The game of a certificate: its rule for two codes that differ, and both lists, in order."""

    name: str
    kind: str
    feedback: Callable[[str, str], str]
    secrets: tuple[str, ...]
    guesses: tuple[str, ...]


def digest(codes: Iterable[str]) -> str:
    """Return the SHA-256 of codes in alphabetical order, one a line."""
    return sha256("\n".join(sorted(codes)).encode()).hexdigest()


def game_of(
    data: dict[str, Any], lexicon: Lexicon | None, secrets: Lexicon | None, guesses: Lexicon | None
) -> Certified:
    """Return the game that a file is about; its words may be from a lexicon, or from two lists.

    Raises
    ------
    CertificateError
        If it is for another lexicon or for lists that are not given, of an unknown rule, or too
        large. Whatever is missing or of the wrong type raises KeyError or TypeError.
    """
    rule = typed(str, data["rule"])
    if rule not in RULES:
        raise CertificateError(f"rule {rule!r:.40}, expected one of {', '.join(RULES)}")
    feedback = RULES[rule]
    if rule in {"mastermind", "moo"}:
        name, codes = _pegs(rule, data["pegs"], data["symbols"])
        return Certified(name, "codes", feedback, codes, codes)
    if rule == "motus" or (rule == "jotto" and "lexicon" in data):
        named = typed(dict, data["lexicon"])
        source = _given(f"lexicon {typed(str, named['name'])!r:.60}", named, lexicon)
        initial, length = (data["initial"] if rule == "motus" else None), typed(int, data["length"])
        words = source.cell(None if initial is None else typed(str, initial), length)
        name = f"{initial or ''}{length}" if rule == "motus" else rule
        return Certified(name, "words", feedback, words, words)
    first = _given("a list of secrets", data["secrets"], secrets)
    second = _given("a list of guesses", data["guesses"], guesses)
    return Certified(rule, "words", feedback, first.words, second.words)


def _pegs(rule: str, size: int, symbols: str) -> tuple[str, tuple[str, ...]]:
    """Return the name and the codes of a game with pegs, none before it is clear how many."""
    if not typed(str, symbols).isprintable():
        raise TypeError("symbols")
    if not 1 <= typed(int, size) <= MOST_PEGS or len(set(symbols)) < len(symbols):
        raise CertificateError(
            f"{size!r:.20} pegs of {symbols!r:.40}: expected 1 to {MOST_PEGS}, and symbols that "
            "differ"
        )
    name = f"{rule}:{size}x{len(symbols)}"
    number = perm(len(symbols), size) if rule == "moo" else len(symbols) ** size
    if number > MOST_CODES:
        raise CertificateError(f"{name}: too large, expected at most {MOST_CODES:,} codes")
    made = permutations(symbols, size) if rule == "moo" else product(symbols, repeat=size)
    return name, tuple(sorted(map("".join, made)))


def _given(what: str, named: dict[str, Any], given: Lexicon | None) -> Lexicon:
    """Return the words that are given, if they are those that the file names."""
    made_for = f"made for {what} ({typed(str, named['digest'])[:12]!r})"
    if given is None:
        raise CertificateError(f"{made_for}, expected that to be given")
    if given.digest != named["digest"]:
        # The digest decides: a list may have another name, and another list the same one.
        other = f"{given.name} ({given.digest[:12]}) holds other words"
        raise CertificateError(f"{made_for}, {other}: expected the list that it was made for")
    return given


def check_lists(data: dict[str, Any], game: Certified) -> None:
    """See that the codes of the game are those certified; raises Unproven."""
    for part, codes in (("secrets", game.secrets), ("guesses", game.guesses)):
        typed(int, data[part]["count"])
        if data[part] != {"count": len(codes), "digest": digest(codes)}:
            raise Unproven(f"the {part} are not those of the game")


def check_strategy(data: dict[str, Any], game: Certified, worst: int) -> None:
    """Play the strategy against every secret; raises Unproven."""
    allowed, played = set(game.guesses), 0
    for secret in game.secrets:
        node = data["strategy"]
        for _ in range(worst):
            guess, played = typed(str, node["guess"]), played + 1
            if guess not in allowed:
                raise Unproven(f"the strategy proposes {guess!r:.60}, which is not allowed")
            if guess == secret:
                break
            if played > MOST_PLAYED:
                raise CertificateError(
                    f"too large, expected at most {MOST_PLAYED:,} guesses played"
                )
            answer = game.feedback(guess, secret)
            if answer not in typed(dict, node["branches"]):
                raise Unproven(f"the strategy has no branch {answer} after {guess}, for {secret}")
            node = node["branches"][answer]
        else:
            raise Unproven(f"the strategy does not find {secret} within {worst} guesses")


class Core(NamedTuple):
    """Secrets that so many guesses do not find, because of other cores, by their places."""

    depth: int
    words: frozenset[str]
    reasons: set[int]


def check_cores(data: dict[str, Any], game: Certified, worst: int) -> None:
    """Go through the cores, the last of which refutes ``worst - 1`` guesses; raises Unproven."""
    listed = typed(list, data["refutation"])
    if worst == 1:
        return  # A code that is not proposed is not found.
    if not listed or listed[-1]["depth"] != worst - 1:
        raise Unproven(f"no core refutes {worst - 1} guesses")
    cores = read_cores(listed, set(game.secrets))
    used = sorted({code for core in cores.values() for code in core.words})
    each = len(used) + sum(len(core.words) + len(core.reasons) for core in cores.values())
    if each * len(game.guesses) > MOST_COMPARED:
        raise CertificateError(f"too large, expected at most {MOST_COMPARED:,} feedbacks compared")
    for guess in game.guesses:
        # The guess itself is found by it, whatever the feedback on others is.
        answers = {code: code == guess or game.feedback(guess, code) for code in used}
        whole = set()
        for k, core in cores.items():
            told = {answers[code] for code in core.words}
            if len(told) == 1:
                whole.add(k)
            if core.depth == PAIRS and len(told) == len(core.words):
                raise Unproven(f"guess {guess} tells the secrets of core {k} apart")
            if core.depth > PAIRS and whole.isdisjoint(core.reasons):
                raise Unproven(f"no core that core {k} names refutes guess {guess}")


def read_cores(listed: list[Any], secrets: set[str]) -> dict[int, Core]:
    """Return the cores by their places, without those that say again what another said.

    See that they are sets of secrets, and name parts of theirs, one level down; raises Unproven.
    """
    cores: dict[int, Core] = {}
    first: dict[tuple[int, frozenset[str]], int] = {}
    place: list[int] = []
    for k, each in enumerate(listed):
        depth, named = typed(int, each["depth"]), typed(list, each["words"])
        words = frozenset(named)
        if len(words) != len(named) or not words <= secrets:
            raise Unproven(f"core {k} holds a word twice or one that is not a secret")
        if depth < 1 or len(words) < PAIRS:
            raise Unproven(f"core {k} holds fewer than two secrets")
        reasons = set()
        for reason in typed(list, each["reasons"]):
            if not 0 <= typed(int, reason) < k or cores[place[reason]].depth != depth - 1:
                raise Unproven(f"core {k} names core {reason}, not one level down before it")
            if not cores[place[reason]].words <= words:
                raise Unproven(f"core {k} names core {reason}, which is not part of it")
            reasons.add(place[reason])
        place.append(first.setdefault((depth, words), k))
        cores.setdefault(place[k], Core(depth, words, reasons))
    return cores


def verify(
    path: Path,
    lexicon: Lexicon | None = None,
    secrets: Lexicon | None = None,
    guesses: Lexicon | None = None,
) -> str:
    """Check one certificate and return a line such as ``OK C5: 7 (613 words)``.

    Its words are looked for in the lexicon, or are the two lists.

    Raises
    ------
    CertificateError
        If the file is no certificate, or one for other words.
    Unproven
        If it does not prove its claim.

    Examples
    --------
    >>> import emi, tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
    ...     json.dump(emi.solve(emi.Mastermind(1, 2)).certificate(), file)
    ...     file.flush()
    ...     verify(Path(file.name))
    'OK mastermind:1x2: 2 (2 codes)'
    """
    try:
        data = read(path)
        game, worst = game_of(data, lexicon, secrets, guesses), data["worst"]
        if typed(int, worst) < 1 or not game.secrets:
            raise Unproven(f"the claim {worst!r:.60} for {len(game.secrets)} {game.kind} is none")
        check_lists(data, game)
        check_strategy(data, game, worst)
        check_cores(data, game, worst)
    except OSError as error:
        raise CertificateError(f"{path}: {error.strerror or error}") from None
    except CertificateError as error:
        raise CertificateError(f"{path}: {error}") from None
    except MemoryError:
        raise CertificateError(f"{path}: too large for the memory there is") from None
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise CertificateError(f"{path}: expected a certificate, {error!r:.60} is wrong") from None
    among = "" if game.guesses == game.secrets else f"of {len(game.guesses)} "
    return f"OK {game.name}: {worst} ({len(game.secrets)} {among}{game.kind})"


if __name__ == "__main__":
    try:
        # Two lists are secrets and guesses; `emi verify` gives all three, or nothing in the place
        # of one, and how their files are read.
        (file, *named), how = sys.argv[1:5], [each or None for each in sys.argv[5:7]]
        given = dict(zip(("column", "encoding"), how, strict=False))
        lists = [
            load(name, **({} if name in BUILTIN else given)) if name else None for name in named
        ]
        print(verify(Path(file), *(lists if len(lists) != PAIRS else (None, *lists))))
    except Unproven as failure:
        sys.exit(one_line(f"FAILED {sys.argv[1]}: {failure}"))
    except (EmiError, ValueError) as error:
        usage = "expected: FILE [LEXICON | SECRETS GUESSES]"
        print(error if isinstance(error, EmiError) else usage, file=sys.stderr)
        sys.exit(2)
