"""``emi warm-up``."""

import time

import typer

from emi.errors import EmiError
from search.model.limits import clock


def warm_up_command() -> None:
    """Compile all kernels now, so that no later run waits for that.

    Compiled kernels are kept in the folder that NUMBA_CACHE_DIR names, else beside the installed
    program, else in the user's cache folder. Run this command when you build an image, or once
    before the nodes of a cluster start that share such a folder. Kernels that are compiled already
    are loaded.
    """
    from emi.upkeep.compiled import compile_everything
    from search.kernels.compiler import kept

    if kept.folder() is None:
        raise EmiError("cannot keep compiled kernels: set NUMBA_CACHE_DIR to a writable folder")
    began, before = time.monotonic(), clock.held
    compile_everything()
    compiled = clock.held > before
    seconds = f"{time.monotonic() - began:.1f} s"
    typer.echo(f"the kernels are ready: {'compiled' if compiled else 'loaded'} in {seconds}")
