"""The checker of certificates: plain Python over the rule of the game, and nothing else.

Run it alone with ``python -m emi.verify FILE LEXICON``. A certificate claims that the worst case of
a game is d guesses. The checker plays the strategy against every secret, which shows that d are
enough, and goes through the cores, which shows that d - 1 are not. A core is a set of secrets that
cannot all be found within its depth:

* depth 1: it has two secrets;
* depth 2: every allowed guess gives two of its secrets the same clue;
* depth k: for every allowed guess, one of the cores that it names gets the same clue for all of its
  secrets, and so is still whole after that guess. These are parts of it, of depth k - 1.
"""

import gzip
import json
import lzma
import sys
import zlib
from hashlib import sha256
from pathlib import Path
from typing import Any

from emi.errors import CertificateError, EmiError
from emi.feedback import clue
from emi.lexicon import Lexicon, load

VERSION = 1
#: With two guesses left, two secrets that get the same clue are one too many.
PAIRS = 2


class Unproven(Exception):  # noqa: N818 - it is a verdict
    """What the certificate fails to prove."""


def digest(words: tuple[str, ...]) -> str:
    """Return the SHA-256 of words, one a line."""
    return sha256("\n".join(words).encode("ascii")).hexdigest()


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


def words_of(data: dict[str, Any], lexicon: Lexicon, path: Path) -> tuple[str, ...]:
    """Return the words of the game; raises CertificateError if they are not those certified."""
    named = data["lexicon"]["digest"]
    if named != lexicon.digest:
        raise CertificateError(
            f"{path}: made for lexicon {data['lexicon']['name']} ({str(named)[:12]}), "
            f"expected {lexicon.name} ({lexicon.digest[:12]})"
        )
    if data["rule"] != "motus":
        raise CertificateError(f"{path}: rule {data['rule']!r}, expected 'motus'")
    words = lexicon.cell(data["initial"], data["length"])
    for kind in ("secrets", "guesses"):
        if data[kind] != {"count": len(words), "digest": digest(words)}:
            raise Unproven(f"the {kind} are not the words of the cell")
    return words


def check_strategy(data: dict[str, Any], words: tuple[str, ...], worst: int) -> None:
    """Play the strategy against every secret; raises Unproven."""
    allowed = set(words)
    for secret in words:
        node = data["strategy"]
        for _ in range(worst):
            guess = node["guess"]
            if guess not in allowed:
                raise Unproven(f"the strategy proposes {guess}, which is not allowed")
            if guess == secret:
                break
            answer = clue(guess, secret)
            if answer not in node["branches"]:
                raise Unproven(f"the strategy has no branch {answer} after {guess}, for {secret}")
            node = node["branches"][answer]
        else:
            raise Unproven(f"the strategy does not find {secret} within {worst} guesses")


def check_cores(data: dict[str, Any], words: tuple[str, ...], worst: int) -> None:
    """Go through the cores, the last of which refutes ``worst - 1`` guesses; raises Unproven."""
    cores = data["refutation"]
    if worst == 1:
        return  # A word that is not proposed is not found.
    if not cores or cores[-1]["depth"] != worst - 1:
        raise Unproven(f"no core refutes {worst - 1} guesses")
    check_shape(cores, set(words))
    used = sorted({word for core in cores for word in core["words"]})
    for guess in words:
        answers = {word: clue(guess, word) for word in used}
        whole = []
        for k, core in enumerate(cores):
            depth, clues = core["depth"], {answers[word] for word in core["words"]}
            whole.append(len(clues) == 1)
            if depth == PAIRS and len(clues) == len(core["words"]):
                raise Unproven(f"guess {guess} tells the words of core {k} apart")
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


def verify(path: Path, lexicon: Lexicon) -> str:
    """Check one certificate and return a line such as ``OK C5: 7 (613 words)``.

    Raises
    ------
    CertificateError
        If the file is no certificate, or one for another lexicon.
    Unproven
        If it does not prove its claim.
    """
    data = read(path)
    try:
        words, worst = words_of(data, lexicon, path), data["worst"]
        if type(worst) is not int or worst < 1 or not words:
            raise Unproven(f"the claim {worst!r} for {len(words)} words is none")
        check_strategy(data, words, worst)
        check_cores(data, words, worst)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise CertificateError(f"{path}: expected a certificate, {error!r} is wrong") from None
    return f"OK {data['initial'] or ''}{data['length']}: {worst} ({len(words)} words)"


if __name__ == "__main__":
    try:
        print(verify(Path(sys.argv[1]), load(sys.argv[2])))
    except Unproven as failure:
        sys.exit(f"FAILED {sys.argv[1]}: {failure}")
    except (EmiError, IndexError) as error:
        print(error if isinstance(error, EmiError) else "expected: FILE LEXICON", file=sys.stderr)
        sys.exit(2)
