"""Check certificates given words in memory rather than files."""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from emi import arguments
from emi.errors import CertificateError, EmiError, OptionError, Unproven, one_line
from emi.games import registry
from emi.lexicon.builtin import BUILTIN
from emi.lexicon.load import USUAL, Lexicon, load
from emi.proof import verify as checker
from emi.proof.verify import BEGIN, DAMAGED, MOST_LINES, MOST_PAIRS, RULES, Foreign, lines
from emi.results.files import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from emi.proof.certificate import Certificate

    #: Words or codes: a lexicon, the name or path of one, or the codes themselves.
    Words = Lexicon | str | os.PathLike[str] | Sequence[str]
    #: The rule of a custom game: a function, or its file.
    Rule = Callable[[str, str], object] | str | os.PathLike[str]

#: The most characters of a line before the steps that are scanned for the name of a game.
MOST_CHARACTERS = 1000


class Given(NamedTuple):
    """The input of the checker about a game: its lists, rule and name."""

    lists: Sequence[str] = ()
    rule: str | Callable[[str, str], object] | None = None
    name: str = ""


@arguments.checked
def verify(
    certificate: Certificate | str | os.PathLike[str],
    lexicon: Words | None = None,
    secrets: Words | None = None,
    guesses: Words | None = None,
    rule: Rule | None = None,
    *,
    alphabet: str | None = None,
) -> Verdict:
    """Check one certificate; its verdict reads ``OK C5: 7 (613 words)``.

    For games of pegs whose rule the checker does not know, such as ``blackpeg:4x6``, emi supplies
    the rule.

    Parameters
    ----------
    certificate : Certificate, str or path
        A certificate, or its file.
    lexicon : Lexicon, str, path or sequence of str, optional
        The words of the game; by default the built-in list that the certificate names, else ``fr``.
    secrets, guesses : Lexicon, str, path or sequence of str, optional
        The two lists of the game, instead of a lexicon; one is enough if they are the same.
    rule : str, path or callable, optional
        The rule of a custom game: a function ``feedback(guess, secret)``, a Python file with it, or
        a file with a row of numbers for each guess. Requires both lists, whose codes are used as
        they are.
    alphabet : str, optional
        The alphabet of files; by default that of the certificate.

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
    with Inputs(lexicon, secrets, guesses, rule, alphabet=alphabet) as inputs:
        path, shown = inputs.file_of(certificate)
        try:
            given = inputs.of(path)
            line = checker.check(lines(path), given.lists, given.rule)
            return verdict(shown, 0, line, given)
        except checker.Unproven as failure:
            raise Unproven(failure) from None
        except Foreign as failure:
            raise CertificateError(f"{shown}: {failure}") from None
        except CertificateError as failure:
            raise CertificateError(str(failure).replace(path, shown)) from None
        except EmiError:
            raise
        except OSError as error:
            raise CertificateError(f"{shown}: {error.strerror or error}") from None
        except MemoryError:
            raise CertificateError(f"{shown}: too large for the available memory") from None
        except Exception:  # noqa: BLE001 - a damaged file may raise any error
            raise CertificateError(f"{shown}: {DAMAGED}") from None


class Inputs(ExitStack):
    """The input of the checker for certificates, by the lists and the rule that were given.

    Parameters
    ----------
    lexicon, secrets, guesses, rule
        As in `verify`.
    read : callable, optional
        Reads a lexicon by its name; by default `emi.load`.
    how
        The arguments of `emi.load` for all files.
    """

    def __init__(
        self,
        lexicon: Words | None = None,
        secrets: Words | None = None,
        guesses: Words | None = None,
        rule: Rule | None = None,
        *,
        read: Callable[..., Lexicon] = load,
        **how: Any,  # noqa: ANN401 - as `load` has it
    ) -> None:
        super().__init__()
        self.rule, self.how, self.read = rule, how, read
        self.lexicon = self._path(lexicon, "lexicon.txt")
        self.secrets = self._path(secrets, "secrets.txt")
        self.guesses = self._path(guesses, "guesses.txt")
        if rule is not None and (secrets is None or guesses is None):
            raise OptionError("requires both `secrets` and `guesses`", rule=rule)
        self.words = cache(self._words)

    def _path(self, codes: Words | None, name: str) -> str | None:
        """Return the name or path of a list; codes are written into a file."""
        if codes is None or isinstance(codes, (str, os.PathLike)):
            return None if codes is None else os.fspath(codes)
        path = Path(self._folder) / name
        listed = codes.words if isinstance(codes, Lexicon) else codes
        path.write_text("\n".join([*listed, ""]), encoding="utf-8")
        return str(path)

    @cached_property
    def _folder(self) -> str:
        return self.enter_context(tempfile.TemporaryDirectory(prefix="emi-"))

    def file_of(self, certificate: Certificate | str | os.PathLike[str]) -> tuple[str, str]:
        """Return the file of a certificate, and its name in messages."""
        if isinstance(certificate, (str, os.PathLike)):
            return os.fspath(certificate), os.fspath(certificate)
        from emi.proof.certificate import Certificate

        if not isinstance(certificate, Certificate):
            raise OptionError("expected a certificate or its file", certificate=certificate)
        path = Path(self._folder) / "certificate.emip"
        certificate.write(path)
        return str(path), f"certificate of {certificate.game}"

    def of(self, path: str | os.PathLike[str]) -> Given:
        """Return the input for one certificate.

        Raises
        ------
        CertificateError
            If it is for a game that needs its rule or lists, which are not given.
        """
        if self.rule is not None:
            rule = self.rule if callable(self.rule) else os.fspath(self.rule)
            return Given([str(self.secrets), str(self.guesses)], rule)
        head, secrets, guesses = head_of(path), self.secrets, self.guesses
        if head.get("secrets") == head.get("guesses"):
            # One list is enough for a game whose guesses are its secrets.
            secrets, guesses = secrets or guesses, guesses or secrets
        named = head.get("alphabet", "").partition(" ")[0] or None
        alphabet = self.how.get("alphabet") or named
        how = self.how | {"alphabet": alphabet}
        made = known_game(path, head, secrets, guesses, **how)
        if made is not None:
            return self.enter_context(made)
        name = self.lexicon
        if name is None and None in {secrets, guesses}:
            name = head.get("lexicon", "").partition(" ")[2]
            name = name if name in BUILTIN else USUAL
        return self.words(alphabet, name, secrets, guesses)

    def _words(self, alphabet: str | None, name: str | None, *pair: str | None) -> Given:
        how = self.how | {"alphabet": alphabet}
        lexicon = None
        if name is not None:
            lexicon = load(name) if name in BUILTIN else self.read(name, **how)
        others = [None if one is None else load(one, **how) for one in pair]
        return self.enter_context(written(lexicon, *others))

    @property
    def read_words(self) -> bool:
        """Whether some certificate needed the lists of words."""
        return self.words.cache_info().misses > 0


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
    head: dict[str, str],
    secrets: str | None = None,
    guesses: str | None = None,
    **how: Any,  # noqa: ANN401 - as `game_named` has it
) -> AbstractContextManager[Given] | None:
    """Return the checker's input for a game that its certificate alone defines.

    This is a game of pegs, with the given lists if there are any, or `emi.Wordle.usual` without
    lists. For other games, return None: the caller must supply the words.
    """
    listed = not secrets is guesses is None
    if "matrix" in head and head.get("rule", "") not in RULES:
        return _own_game(path, head, secrets, guesses, **how)
    if not listed and RULES.get(head.get("rule", "")) is checker.pegs:
        return nullcontext(Given())
    digest = head.get("secrets", "").partition(" ")[2]
    for one in () if listed else registry.games():
        usual = one.kind.usual_lists() if one.kind.rule == head.get("rule") else None
        if usual is not None and usual[0].digest == digest:
            return written(None, *usual)
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
            f"{path}: made for {head['game']} with given lists, expected `secrets` or `guesses`, "
            "or both, as given to `emi certify`"
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
        given = {"secrets": secrets, "guesses": guesses, "reveal": reveal, **how} if reveal else {}
        names[-1].write_text(
            f"import emi\nfeedback = emi.game_named({head['game']!r}, **{given!r}).feedback\n",
            encoding="utf-8",
        )
        if changed and "hard" not in head:
            # The compiled rule is quicker, but its rows are about secrets alone.
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

    A lexicon takes one file, lists of secrets and guesses two; the lexicon replaces a missing list.
    """
    wanted = [lexicon]
    if not secrets is guesses is None:
        wanted += [secrets or lexicon, guesses or lexicon]
    with tempfile.TemporaryDirectory(prefix="emi-") as folder:
        names = []
        for k, words in enumerate(filter(None, wanted)):
            name = Path(folder) / f"{k}.txt"
            name.write_text("\n".join([*words.words, ""]), encoding="utf-8")
            names.append(str(name))
        yield Given(names)
