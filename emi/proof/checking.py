"""The checker of certificates for those who have words at hand, not files of them."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from emi.errors import CertificateError, one_line
from emi.proof import version1
from emi.proof.verify import Foreign, Unproven

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from emi.lexicon.load import Lexicon


def verify(
    path: str | os.PathLike[str],
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
    >>> import emi, json, tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
    ...     json.dump(emi.solve(emi.Mastermind(1, 2)).certificate(), file)
    ...     file.flush()
    ...     verify(file.name)
    'OK mastermind:1x2: 2 (2 codes)'
    """
    with written(lexicon, secrets, guesses) as lists:
        try:
            return version1.check(os.fspath(path), lists)
        except Unproven as failure:
            raise Unproven(one_line(failure)) from None
        except Foreign as failure:
            raise CertificateError(f"{path}: {failure}") from None
        except OSError as error:
            raise CertificateError(f"{path}: {error.strerror or error}") from None
        except MemoryError:
            raise CertificateError(f"{path}: too large for the memory there is") from None
        except Exception as error:  # noqa: BLE001 - whatever a foreign file leads to
            said = f"expected a certificate, {error!r:.60} is wrong"
            raise CertificateError(f"{path}: {said}") from None


@contextmanager
def written(
    lexicon: Lexicon | None, secrets: Lexicon | None, guesses: Lexicon | None
) -> Iterator[Sequence[str]]:
    """Write words into files of their own, as the checker reads them, while it is at work.

    A file for the lexicon if there is one, and two for the lists if both are there.
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
        yield names
