"""Report a module that cannot be imported.

A file of a user, such as ``random.py``, may hide a module of Python: beside the program, in the
folder of ``python -m emi``, or on PYTHONPATH. What is imported here cannot be hidden. A file such
as ``types.py`` stops Python itself before it comes to emi.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, NoReturn

#: The packages that emi needs.
PACKAGES = {
    "bitarray",
    "diskcache",
    "llvmlite",
    "networkx",
    "numba",
    "numpy",
    "platformdirs",
    "psutil",
    "typer",
}


def cannot_import(error: BaseException) -> "NoReturn":
    """Report in one line that a module cannot be imported, and end the program.

    It calls `os._exit`: the regular exit of Python may fail too if modules are hidden.
    """
    # numpy raises an error of a page, from the one that says what is wrong.
    while error.__cause__ is not None:
        error = error.__cause__
    text = " ".join(next(filter(str.strip, str(error).splitlines()), "").split())
    if not isinstance(error, ImportError):
        text = f"{type(error).__name__}: {text}"
    if files := [*hidden()]:
        name, file = files[0]
        line = f"{file} hides the module {name} ({text}); rename it"
    else:
        top, _, _ = (getattr(error, "name", None) or "").partition(".")
        again = "a complete Python" if top in sys.stdlib_module_names else "emi again"
        line = f"a package that emi needs cannot be imported: {text}; install {again}"
    os.write(2, f"emi: {line}\n".encode(errors="backslashreplace"))
    os._exit(2)


def hidden() -> "Iterator[tuple[str, str]]":
    """Yield each hidden module of Python or of a package, with the file that hides it.

    That file or folder is earlier on the path.
    """
    # The module that has this class cannot be hidden, but importlib can.
    finder: Any = next(one for one in sys.meta_path if getattr(one, "__name__", "") == "PathFinder")
    for name in sorted({*sys.stdlib_module_names, *PACKAGES}.difference(sys.builtin_module_names)):
        specs = (finder.find_spec(name, [folder]) for folder in sys.path)
        files = [spec.origin for spec in specs if spec is not None and spec.origin]
        if len({*files}) > 1:
            yield name, files[0]


def in_import(error: BaseException) -> bool:
    """Return whether an error was raised while a module was imported."""
    trace = error.__traceback__
    while trace is not None and not trace.tb_frame.f_code.co_filename.startswith("<frozen import"):
        trace = trace.tb_next
    return trace is not None or isinstance(error, ImportError)
