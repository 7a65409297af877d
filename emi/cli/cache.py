"""``emi cache``: manage the cache of proven bounds, and show the progress of searches."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from emi.cli.command import Commands
from emi.cli.options import CacheDirOption
from emi.cli.output import Output, say
from emi.errors import OptionError, one_line
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
    from emi.upkeep.status import status

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
    from emi.upkeep.verify import faulty_kernels, verify

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
