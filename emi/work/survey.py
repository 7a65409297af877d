"""Survey a machine of a cluster: its versions, and what it lacks.

The text of this module is sent: a machine without emi, or with another Python, cannot read a
function of it. So it imports the standard library alone until it looks for emi.
"""

import hashlib
import os
import platform
from importlib.util import find_spec

#: The folders of emi that workers have no use for.
UNUSED = {"cli", "reports", "published", "__pycache__"}


def survey(name: str, needed: int, gathered: int) -> dict[str, str]:
    """Return what this machine has, and what it lacks to search a game.

    Parameters
    ----------
    name : str
        The name of the game.
    needed, gathered : int
        The bytes of its matrix and of its making, as in `emi.memory.check`.

    Returns
    -------
    dict
        ``host``, ``Python``, ``emi`` (its version), ``sources`` (a digest of the sources that work
        on a game) and ``lacks``; the latter is empty if the game can be searched here.
    """
    python = f"{platform.python_implementation()} {'.'.join(platform.python_version_tuple()[:2])}"
    facts = {"host": platform.node(), "Python": python, "emi": "", "sources": "", "lacks": ""}
    try:
        import numba  # noqa: F401 - it may have to compile

        from emi import __version__, memory
        from emi.errors import MemoryNeedError
    # Whatever goes wrong in an import is a fault of this machine.
    except Exception as error:  # noqa: BLE001
        facts["lacks"] = f"emi cannot be imported: {error or type(error).__name__}"
        return facts
    facts |= {"emi": __version__, "sources": digest()}
    try:
        memory.check(name, needed, gathered)
    except MemoryNeedError as error:
        facts["lacks"] = str(error)
    return facts


def digest() -> str:
    """Return a digest of the sources of emi that work on a game, the kernels among them."""
    spec = find_spec("emi")
    (root,) = (spec and spec.submodule_search_locations) or [""]
    digest = hashlib.sha256()
    for folder, folders, files in os.walk(root, followlinks=True):
        folders[:] = sorted({*folders} - UNUSED)
        for file in sorted(name for name in files if name.endswith(".py")):
            path = os.path.join(folder, file)  # noqa: PTH118 - as os.walk has it
            with open(path, "rb") as source:  # noqa: PTH123
                text = source.read()
            digest.update(f"{os.path.relpath(path, root)} {len(text)} ".encode() + text)
    return digest.hexdigest()[:16]
