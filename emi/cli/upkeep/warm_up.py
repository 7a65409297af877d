"""``emi warm-up``."""

import time

import typer

from emi.errors import EmiError
from reports.views.status import compiled
from search.model.limits import clock


def warm_up_command() -> None:
    """Compile all kernels now, so that later runs start faster.

    Compiled kernels are stored in the folder NUMBA_CACHE_DIR, else next to the installed package,
    else in the user's cache folder. Run this command when you build an image, or once before you
    start cluster nodes that share such a folder.
    """
    from emi.upkeep.compiled import compile_everything
    from search.kernels.compiler import kept

    if kept.folder() is None:
        raise EmiError("cannot keep compiled kernels: set NUMBA_CACHE_DIR to a writable folder")
    began, before = time.monotonic(), clock.held
    compile_everything()
    typer.echo(compiled(time.monotonic() - began, anew=clock.held > before))
