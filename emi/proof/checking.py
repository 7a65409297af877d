"""Check certificates given words in memory rather than files."""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import contextmanager, nullcontext, suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from emi.errors import CertificateError, EmiError, Unproven, one_line
from emi.lexicon.builtin import builtin
from emi.proof import verify as checker
from emi.proof.verify import BEGIN, DAMAGED, MOST_LINES, MOST_PAIRS, RULES, Foreign, lines
from emi.results.certificates import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager

    from emi.lexicon.load import Lexicon

#: The most characters of a line before the steps that are scanned for the name of a game.
MOST_CHARACTERS = 1000


class Given(NamedTuple):
    """The input of the checker about a game: its lists, rule and name."""

    lists: Sequence[str] = ()
    rule: str | None = None
    name: str = ""


def verify(
    path: str | os.PathLike[str],
    lexicon: Lexicon | None = None,
    secrets: Lexicon | None = None,
    guesses: Lexicon | None = None,
) -> Verdict:
    """Check one certificate; its verdict reads ``OK C5: 7 (613 words)``.

    For games of pegs whose rule the checker does not know, such as ``blackpeg:4x6``, emi supplies
    the rule.

    Parameters
    ----------
    path : str or path
        The file of the certificate.
    lexicon : Lexicon, optional
        The words of the game; by default the built-in list that the certificate names.
    secrets, guesses : Lexicon, optional
        The two lists of the game, instead of a lexicon.

    Raises
    ------
    CertificateError
        If the file is not a certificate, or one for other words.
    Unproven
        If the certificate does not prove its claim.

    Examples
    --------
    >>> import emi, tempfile
    >>> with tempfile.NamedTemporaryFile(suffix=".emip") as file:
    ...     emi.solve(emi.Mastermind(1, 2)).certificate().write(file.name)
    ...     verify(file.name)
    <Verdict: OK mastermind:1x2: 2 (2 codes)>
    """
    made = known_game(path, listed=(secrets, guesses) != (None, None))
    with made or written(lexicon, secrets, guesses) as given:
        try:
            line = checker.check(lines(path), given.lists, given.rule)
            return verdict(path, 0, line, given)
        except checker.Unproven as failure:
            raise Unproven(failure) from None
        except Foreign as failure:
            raise CertificateError(f"{path}: {failure}") from None
        except OSError as error:
            raise CertificateError(f"{path}: {error.strerror or error}") from None
        except MemoryError:
            raise CertificateError(f"{path}: too large for the available memory") from None
        except Exception:  # noqa: BLE001 - a damaged file may raise any error
            raise CertificateError(f"{path}: {DAMAGED}") from None


def head_of(path: str | os.PathLike[str]) -> dict[str, str]:
    """Return the head of a certificate by key; the checker reports faults in it."""
    head = {}
    with suppress(Exception):
        source = lines(path)
        if next(source) == BEGIN.encode():
            for line in islice(iter(source.__next__, b"steps"), MOST_LINES):
                key, _, value = line[:MOST_CHARACTERS].decode().partition(" ")
                head[key] = value
    return head


def known_game(
    path: str | os.PathLike[str],
    *,
    listed: bool,
    **lists: Any,  # noqa: ANN401 - as `game_named` has it
) -> AbstractContextManager[Given] | None:
    """Return the checker's input for a game that its certificate alone defines.

    This is a game of pegs, with the given lists if there are any, or `emi.Wordle.usual` without
    lists. For other games, return None: the caller must supply the words.
    """
    head = head_of(path)
    if "matrix" in head and head.get("rule", "") not in RULES:
        return _own_game(path, head, **lists)
    if not listed and RULES.get(head.get("rule", "")) is checker.pegs:
        return nullcontext(Given())
    secrets = head.get("secrets", "").partition(" ")[2]
    if not listed and head.get("rule") == "wordle" and secrets == builtin("wordle").digest:
        return written(None, builtin("wordle"), builtin("en"))
    return None


@contextmanager
def _own_game(
    path: str | os.PathLike[str],
    head: dict[str, str],
    secrets: str | os.PathLike[str] | None = None,
    guesses: str | os.PathLike[str] | None = None,
    **how: Any,  # noqa: ANN401 - as `game_named` has it
) -> Iterator[Given]:
    """Write the codes and the rule of the game that a certificate names into files.

    Raises
    ------
    CertificateError
        If the certificate names no game, or a game that needs lists.
    """
    from emi.games.parse import game_named
    from emi.proof.certificate import rows

    if "game" not in head:
        raise CertificateError(
            f"{path}: made for a custom rule, {head.get('rule', '')!r:.40}, expected `rule`, "
            "`secrets` and `guesses`, a file for each"
        )
    rule = head.get("rule", "")
    identify, reveal = rule.endswith(", identified"), rule.endswith(", revealed")
    changed = identify or reveal
    if changed and (secrets is None or guesses is None):
        raise CertificateError(
            f"{path}: made for {rule!r:.40}, {head['game']:.40}, expected `secrets` and "
            "`guesses`, the lists of the game"
        )
    if not (changed or rule.endswith(" of lists")):
        secrets = guesses = None
    elif secrets is guesses is None:
        raise CertificateError(
            f"{path}: made for {head['game']} of lists, expected `secrets` or `guesses`, or both, "
            "as given to `emi certify`"
        )
    try:
        game = game_named(
            head["game"],
            secrets=secrets,
            guesses=guesses,
            identify=identify,
            reveal=reveal,
            **how,
        )
    except EmiError as error:
        raise CertificateError(f"{path}: {error}") from None
    if game.rule_name != rule:
        raise CertificateError(f"{path}: damaged, {game.name} does not have the rule {rule!r:.40}")
    if len(game.secrets) * len(game.guesses) > MOST_PAIRS:
        raise CertificateError(
            f"{path}: {game.name} is too large, expected at most {MOST_PAIRS:,} feedbacks"
        )
    with tempfile.TemporaryDirectory(prefix="emi-") as folder:
        names = [Path(folder) / name for name in ("secrets", "guesses", "rule.py")]
        for name, codes in zip(names, (game.secrets, game.guesses), strict=False):
            name.write_text("\n".join([*codes, ""]), encoding="utf-8")
        names[-1].write_text(
            f"import emi\nfeedback = emi.game_named({game.name!r}).feedback\n", encoding="utf-8"
        )
        if changed:
            # The rule needs lists, so write the feedback of each guess instead.
            names[-1] = Path(folder) / "rows"
            names[-1].write_text("\n".join([*rows(game), ""]), encoding="ascii")
        of_lists = " of lists" * rule.endswith(" of lists")
        *lists, file = map(str, names)
        yield Given(lists, file, game.name + of_lists)


def verdict(path: str | os.PathLike[str], code: int, line: str, given: Given) -> Verdict:
    """Return the verdict of the checker, with the name of the game instead of its rule."""
    name = one_line(os.fspath(path))
    if code:
        reason = line.removeprefix("FAILED ")
        return Verdict(name, False if code == 1 else None, reason=reason)
    if given.name:
        line = re.sub("^OK [^:(]*[^:( ]", f"OK {given.name}", line)
    # A name such as moo:2x4 has a colon, but no space follows.
    game, claim = re.findall(r"^OK (.*?(?: \(hard: \w+\))?): (.*)", line)[0]
    return Verdict(name, True, game, claim)


@contextmanager
def written(
    lexicon: Lexicon | None, secrets: Lexicon | None, guesses: Lexicon | None
) -> Iterator[Given]:
    """Write words to temporary files that the checker can read; remove them afterwards.

    Write one file for a lexicon, and two if both lists are given.
    """
    wanted = [lexicon] if lexicon is not None else []
    if secrets is not None and guesses is not None:
        wanted += [secrets, guesses]
    with tempfile.TemporaryDirectory(prefix="emi-") as folder:
        names = []
        for k, words in enumerate(wanted):
            name = Path(folder) / f"{k}.txt"
            name.write_text("\n".join([*words.words, ""]), encoding="ascii")
            names.append(str(name))
        yield Given(names)
