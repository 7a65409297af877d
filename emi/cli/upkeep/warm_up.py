"""``emi warm-up``."""

import time

import typer

from emi.compiling import seconds_compiled


def warm_up_command() -> None:
    """Compile all kernels now, so that no later run waits for that.

    They are compiled once for a machine: beside the installed program, or where NUMBA_CACHE_DIR
    says. Run it when an image is built, or once on a folder that the nodes of a cluster share,
    before they start. Where all is compiled already nothing is done.
    """
    from emi.upkeep.compiled import compile_everything

    began, before = time.monotonic(), seconds_compiled()
    compile_everything()
    compiled = seconds_compiled() > before
    seconds = f"{time.monotonic() - began:.1f} s"
    typer.echo(f"the kernels are ready: {'compiled' if compiled else 'loaded'} in {seconds}")
