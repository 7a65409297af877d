"""``emi cache``, ``emi warm-up``: the stored bounds of searches, and the compiled kernels."""

import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from emi.cli.command import Commands
from emi.cli.options import CacheDirOption
from emi.cli.output import Output, say
from emi.compiling import kernels_ready, once, surveys_ready, wait_for_others
from emi.errors import EmiError, OptionError, one_line
from emi.search.model.limits import clock
from emi.tables import table

#: The exit code for a damaged cache or a contradiction.
WRONG = 1


def place_of(cache_dir: Path | None) -> Path:
    """Return the folder of a cache, which need not exist yet; refuse an impossible path."""
    from emi.cache import default_folder

    folder = cache_dir or default_folder()
    try:
        above = next((place for place in (folder, *folder.parents) if place.exists()), folder)
        with suppress(FileNotFoundError, NotADirectoryError):
            (folder / "cache.db").stat()
    except OSError as error:
        raise OptionError(f"--cache-dir {folder}: cannot be read: {error.strerror}") from None
    if not above.is_dir():
        raise OptionError(f"--cache-dir {folder}: expected a folder, {above} is a file")
    return folder


cache_app = Commands(
    no_args_is_help=True, help="Inspect, check, merge or clear the cache of proven bounds."
)


@cache_app.command("info")
def info_command(output: Output, cache_dir: CacheDirOption = None) -> None:
    """Show where the cache is and what it holds."""
    from emi.cache import Audit
    from emi.results.files import CacheInfo

    folder = place_of(cache_dir)
    held = CacheInfo(one_line(folder))
    if (folder / "cache.db").exists():
        with Audit(folder) as audit:
            info = audit.info()
        held = CacheInfo(str(info.folder), info.games, info.records, info.size)
    output.put(table(held))


@cache_app.command("status")
def status_command(
    output: Output,
    every: Annotated[
        bool, typer.Option("--all", help="Also show questions that are proven.")
    ] = False,
    cache_dir: CacheDirOption = None,
) -> None:
    """Show the progress of searches recorded in the cache.

    For each question that is not proven yet: its bounds, the number of stored bounds on sets, how
    fast they are found, and when the last one was stored (a running search writes every two
    seconds). For averages and guarantees, also how many first guesses are ruled out.
    """
    from emi.reports.views.status import status as shown
    from emi.upkeep.audit import status

    folder = place_of(cache_dir)
    found = status(folder) if (folder / "cache.db").exists() else []
    output.put(shown(found, every=every))


@cache_app.command("merge")
def merge_command(
    output: Output,
    folders: Annotated[
        list[Path],
        typer.Argument(
            metavar="DIR...", help="Folders of the caches to merge; they are not changed."
        ),
    ],
    cache_dir: CacheDirOption = None,
) -> None:
    """Merge other caches into this one, such as those of --shard runs on several machines.

    Bounds are only tightened. If two bounds contradict each other, both are dropped and the exit
    code is 1. The exit code is also 1 if a cache is damaged; its damaged records are skipped.
    """
    from emi.cache import DiskStore, default_folder
    from emi.reports.views.status import warned
    from emi.upkeep.merge import merge

    with DiskStore(cache_dir or default_folder()) as store:
        done = merge(store, folders)
    for line in warned(done):
        say(line)
    output.put(table(done))
    if done.contradictions or done.damaged:
        raise typer.Exit(WRONG)


@cache_app.command("verify")
def verify_command(
    output: Output,
    repair: Annotated[
        bool,
        typer.Option("--repair", help="Drop what is damaged; stop all searches first."),
    ] = False,
    cache_dir: CacheDirOption = None,
) -> None:
    """Check that every record of the cache is complete, in range, and consistent with the others.

    Compiled kernels are checked too. Prints a line for each fault, and a summary. The exit code is
    1 if there is a fault, even if it was repaired. A damaged cache or kernel costs time, but never
    gives a wrong result.
    """
    from emi.results.files import CacheInfo, Verified
    from emi.upkeep.audit import faulty_kernels, verify

    folder = place_of(cache_dir)
    done, found = Verified(), folder.exists()
    if found:
        done = verify(folder, repair=repair)
    if kernels := faulty_kernels(repair=repair):
        done = replace(done, faults=done.faults + kernels, repaired=repair)
    output.put(table(done if found or kernels else CacheInfo(one_line(folder))))
    if done.faults:
        raise typer.Exit(WRONG)


@cache_app.command("clear")
def clear_command(output: Output, cache_dir: CacheDirOption = None) -> None:
    """Remove all bounds from the cache, and the database if it is damaged."""
    from emi.cache import clear
    from emi.results.files import Cleared

    folder = place_of(cache_dir)
    output.put(table(Cleared(one_line(folder), clear(folder))))


def warm_up_command(output: Output) -> None:
    """Compile all kernels now, so that later runs start faster.

    Compiled kernels are stored in the folder NUMBA_CACHE_DIR, else next to the installed package,
    else in the user's cache folder. Run this command when you build an image, or once before you
    start cluster nodes that share such a folder.
    """
    from emi.results.files import Compiled
    from emi.search.compile import files, folders

    if folders.own_folder() is None:
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
