"""The compiled kernels: plain functions over arrays.

Everything here imports numpy, numba and its siblings, nothing else. A kernel checks nothing: the
Python face beside it has validated shapes and dtypes. Names used throughout:

``rows``
    ``(guesses, secrets)`` uint8 or uint16, the feedback matrix: the class into which each guess
    puts each secret. Class numbers mean something only within their row.
``columns``
    ``(secrets, guesses)``, its transpose in memory, so that "for every guess" is one sweep.
``members``
    ``(n,)`` int32, the candidates of a set, each an index of a secret.

No kernel calls itself: compiled recursion cannot be loaded back from numba's cache, so the search
keeps its own stack.
"""

import contextlib
from hashlib import sha256
from pathlib import Path


def _drop_stale() -> None:
    """Remove compiled code that was made of other sources.

    numba looks only at the file of a kernel itself to see whether what it compiled is up to date,
    not at the kernels that it calls, which are compiled into it.
    """
    folder = Path(__file__).parent
    sources = sha256(b"".join(path.read_bytes() for path in sorted(folder.rglob("*.py"))))
    mark = folder / "__pycache__" / "sources.sha256"
    with contextlib.suppress(OSError):  # A folder that is not ours to write to is not edited.
        if mark.exists() and mark.read_text(encoding="ascii") == sources.hexdigest():
            return
        for compiled in folder.rglob("*.nb[ic]"):
            compiled.unlink(missing_ok=True)
        mark.parent.mkdir(exist_ok=True)
        mark.write_text(sources.hexdigest(), encoding="ascii")


_drop_stale()
