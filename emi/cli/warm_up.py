"""``emi warm-up``: compile the searches, the heuristics and the rules of the games."""

import time

from emi.cli.output import Output
from emi.compiling import kernels_ready, once, surveys_ready, wait_for_others
from emi.errors import EmiError
from emi.search.model.limits import clock
from emi.tables import table


def warm_up_command(output: Output) -> None:
    """Compile all kernels now, so that later runs start faster.

    Compiled kernels are stored in the folder NUMBA_CACHE_DIR, else next to the installed package,
    else in the user's cache folder. Run this command when you build an image, or once before you
    start cluster nodes that share such a folder.
    """
    from emi.results.files import Compiled
    from emi.search.kernels.compiler import files, kept

    if kept.folder() is None:
        raise EmiError("cannot keep compiled kernels: set NUMBA_CACHE_DIR to a writable folder")
    began, before = time.monotonic(), clock.held
    compile_everything()
    if files.failed:
        raise EmiError(f"the kernels are compiled, but {files.failed[0]} cannot store them")
    output.put(table(Compiled(time.monotonic() - began, anew=clock.held > before)))


def compile_everything() -> None:
    """Compile all kernels that are not compiled yet."""
    from emi.games import registry
    from emi.search.heuristics.heuristic import HEURISTICS
    from emi.search.heuristics.play import tries

    kernels_ready(hard=True, costs=True, cores=True, refutations=True)
    surveys_ready()
    kinds = {named.kind for named in registry.games()}
    # A class that inherits these games inherits the compiled rule.
    own = [kind for kind in kinds if "to_compile" in vars(kind)]
    matrices = [game.matrix() for kind in own for game in kind.to_compile()]

    def play() -> None:
        for matrix in matrices:
            tries(matrix, HEURISTICS["SumGini"])

    once("heuristics", play)
    wait_for_others()
