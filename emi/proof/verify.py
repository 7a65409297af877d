"""The checker of certificates: plain Python over the rule of the game, and nothing else.

Run it alone with ``python -m emi.proof.verify FILE [LEXICON | SECRETS GUESSES]``. A certificate
claims that the worst case of a game is d guesses. The checker plays the strategy against every
secret, which shows that d are enough, and goes through the cores, which shows that d - 1 are not. A
core is a set of secrets that cannot all be found within its depth:

* depth 1: it has two secrets;
* depth 2: every allowed guess gets the same feedback from two of its secrets;
* depth k: for every allowed guess, one of the cores that it names gives the same feedback for all
  of its secrets, and so is still whole after that guess. These are parts of it, of depth k - 1.
"""

import gzip
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
from typing import Any, NamedTuple

from emi.errors import CertificateError, EmiError
from emi.games.feedback import BULLS_COWS, clue, letters_shared, pegs
from emi.lexicon.load import Lexicon, load

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
#: A file may claim any size; codes of more pegs, or more codes, are not made for it.
MOST_PEGS, MOST_CODES = 64, 1_000_000


class Unproven(Exception):  # noqa: N818 - it is a verdict
    """What the certificate fails to prove."""


def read(path: Path) -> dict[str, Any]:
    """Read a certificate, compressed or not; raises CertificateError if it is none."""
    try:
        blob = path.read_bytes()
        if blob[:2] == b"\x1f\x8b":
            blob = gzip.decompress(blob)
        elif blob[:6] == b"\xfd7zXZ\x00":
            blob = lzma.decompress(blob)
        data = json.loads(blob)
    except OSError as error:
        raise CertificateError(f"{path}: {error.strerror or error}") from None
    except (EOFError, lzma.LZMAError, zlib.error, ValueError, RecursionError):
        raise CertificateError(
            f"{path}: expected a certificate, this is damaged or foreign"
        ) from None
    if not isinstance(data, dict) or data.get("format") != "emi-certificate":
        raise CertificateError(f"{path}: expected a certificate, this is another kind of file")
    if data.get("version") != VERSION:
        raise CertificateError(
            f"{path}: expected version {VERSION} of the format, this is {data.get('version')!r}"
        )
    return data


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
    rule = data["rule"]
    if rule not in RULES:
        raise CertificateError(f"rule {rule!r:.40}, expected one of {', '.join(RULES)}")
    feedback = RULES[rule]
    if rule in {"mastermind", "moo"}:
        name, codes = _pegs(rule, data["pegs"], data["symbols"])
        return Certified(name, "codes", feedback, codes, codes)
    if rule == "motus" or (rule == "jotto" and "lexicon" in data):
        named = data["lexicon"]
        source = _given(f"lexicon {named['name']!r:.60}", named, lexicon)
        initial, length = (data["initial"] if rule == "motus" else None), data["length"]
        words = source.cell(initial, length)
        name = f"{initial or ''}{length}" if rule == "motus" else rule
        return Certified(name, "words", feedback, words, words)
    first = _given("a list of secrets", data["secrets"], secrets)
    second = _given("a list of guesses", data["guesses"], guesses)
    return Certified(rule, "words", feedback, first.words, second.words)


def _pegs(rule: str, size: int, symbols: str) -> tuple[str, tuple[str, ...]]:
    """Return the name and the codes of a game with pegs, none before it is clear how many."""
    if type(size) is not int or type(symbols) is not str or not symbols.isprintable():
        raise TypeError("pegs or symbols")
    if not 1 <= size <= MOST_PEGS or len(set(symbols)) < len(symbols):
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
    made_for = f"made for {what} ({str(named['digest'])[:12]!r})"
    if given is None:
        raise CertificateError(f"{made_for}, expected that to be given")
    if given.digest != named["digest"]:
        raise CertificateError(f"{made_for}, expected {given.name} ({given.digest[:12]})")
    return given


def check_lists(data: dict[str, Any], game: Certified) -> None:
    """See that the codes of the game are those certified; raises Unproven."""
    for part, codes in (("secrets", game.secrets), ("guesses", game.guesses)):
        if data[part] != {"count": len(codes), "digest": digest(codes)}:
            raise Unproven(f"the {part} are not those of the game")


def check_strategy(data: dict[str, Any], game: Certified, worst: int) -> None:
    """Play the strategy against every secret; raises Unproven."""
    allowed = set(game.guesses)
    for secret in game.secrets:
        node = data["strategy"]
        for _ in range(worst):
            guess = node["guess"]
            if guess not in allowed:
                raise Unproven(f"the strategy proposes {guess!r:.60}, which is not allowed")
            if guess == secret:
                break
            answer = game.feedback(guess, secret)
            if answer not in node["branches"]:
                raise Unproven(f"the strategy has no branch {answer} after {guess}, for {secret}")
            node = node["branches"][answer]
        else:
            raise Unproven(f"the strategy does not find {secret} within {worst} guesses")


def check_cores(data: dict[str, Any], game: Certified, worst: int) -> None:
    """Go through the cores, the last of which refutes ``worst - 1`` guesses; raises Unproven."""
    cores = data["refutation"]
    if worst == 1:
        return  # A code that is not proposed is not found.
    if not cores or cores[-1]["depth"] != worst - 1:
        raise Unproven(f"no core refutes {worst - 1} guesses")
    check_shape(cores, set(game.secrets))
    used = sorted({code for core in cores for code in core["words"]})
    for guess in game.guesses:
        # The guess itself is found by it, whatever the feedback on others is.
        answers = {code: code == guess or game.feedback(guess, code) for code in used}
        whole = []
        for k, core in enumerate(cores):
            depth, told = core["depth"], {answers[code] for code in core["words"]}
            whole.append(len(told) == 1)
            if depth == PAIRS and len(told) == len(core["words"]):
                raise Unproven(f"guess {guess} tells the secrets of core {k} apart")
            if depth > PAIRS and not any(whole[reason] for reason in core["reasons"]):
                raise Unproven(f"no core that core {k} names refutes guess {guess}")


def check_shape(cores: list[dict[str, Any]], secrets: set[str]) -> None:
    """See that cores are sets of secrets, and name subsets of theirs, one level down."""
    for k, core in enumerate(cores):
        words = set(core["words"])
        if len(words) != len(core["words"]) or not words <= secrets:
            raise Unproven(f"core {k} holds a word twice or one that is not a secret")
        if core["depth"] < 1 or len(words) < PAIRS:
            raise Unproven(f"core {k} holds fewer than two secrets")
        for reason in core["reasons"]:
            if not 0 <= reason < k or cores[reason]["depth"] != core["depth"] - 1:
                raise Unproven(f"core {k} names core {reason}, not one level down before it")
            if not words.issuperset(cores[reason]["words"]):
                raise Unproven(f"core {k} names core {reason}, which is not part of it")


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
    data = read(path)
    try:
        game, worst = game_of(data, lexicon, secrets, guesses), data["worst"]
        if type(worst) is not int or worst < 1 or not game.secrets:
            raise Unproven(f"the claim {worst!r:.60} for {len(game.secrets)} {game.kind} is none")
        check_lists(data, game)
        check_strategy(data, game, worst)
        check_cores(data, game, worst)
    except CertificateError as error:
        raise CertificateError(f"{path}: {error}") from None
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise CertificateError(f"{path}: expected a certificate, {error!r:.60} is wrong") from None
    among = "" if game.guesses == game.secrets else f"of {len(game.guesses)} "
    return f"OK {game.name}: {worst} ({len(game.secrets)} {among}{game.kind})"


if __name__ == "__main__":
    try:
        file, lists = Path(sys.argv[1]), [load(name) for name in sys.argv[2:4]]
        print(verify(file, *(lists if len(lists) < PAIRS else (None, *lists))))
    except Unproven as failure:
        sys.exit(f"FAILED {sys.argv[1]}: {failure}")
    except (EmiError, IndexError) as error:
        usage = "expected: FILE [LEXICON | SECRETS GUESSES]"
        print(error if isinstance(error, EmiError) else usage, file=sys.stderr)
        sys.exit(2)
