"""Exact play for Motus (Lingo) and similar games.

The public names are listed in ``__init__.pyi``; import from ``emi`` only.

Examples
--------
>>> import emi
>>> solution = emi.solve(emi.Motus(["LIGNINE", "LIGNITE", "LOGIQUE"]))
>>> str(solution.bounds), solution.proven
('2', True)
"""

from os.path import isdir

# Where links are off, as often on Windows, git writes a file with the target of the link instead.
if not isdir(f"{__path__[0]}/search"):  # noqa: PTH112 - pathlib takes as long to import as all else
    raise ImportError(
        "emi/search, emi/cache and emi/reports are not links to the folders beside emi: check the "
        "repository out with 'git -c core.symlinks=true', or install the wheel"
    )

# Imports are lazy: importing the engine takes longer than printing the help may take, and the
# command line must handle Ctrl-C from the start.


def _homes() -> dict[str, str]:
    """Return the module of each public name, from the stub that type checkers read."""
    with open(f"{__path__[0]}/__init__.pyi", encoding="utf-8") as stub:  # noqa: PTH123
        lines = [line.split() for line in stub if line.startswith("from ")]
    return {name: module for _, module, _, _, _, name in lines}


_HOME = _homes()
__all__ = sorted(_HOME)  # noqa: PLE0605 - names


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return list(__all__)
