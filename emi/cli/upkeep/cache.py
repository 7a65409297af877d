"""``emi cache``: what is kept between runs, and where the searches stand that keep it."""

from pathlib import Path
from typing import Annotated

import typer

from emi.cli.command import Commands
from emi.cli.environment import CacheDirOption
from emi.cli.output import Output, facts, say, write
from emi.errors import OptionError, one_line
from reports.wording import plural

#: The exit code where something is wrong with a cache, or contradicts.
WRONG = 1


def place_of(cache_dir: Path | None) -> Path:
    """Return the folder of a cache, which need not be there yet; refuse one that cannot be."""
    from cache import default_folder

    folder = cache_dir or default_folder()
    above = next((place for place in (folder, *folder.parents) if place.exists()), folder)
    if not above.is_dir():
        raise OptionError(f"--cache-dir {folder}: expected a folder, {above} is a file")
    return folder


def _none_yet(folder: Path) -> None:
    typer.echo(f"{one_line(folder)}: there is no cache yet")


cache_app = Commands(
    no_args_is_help=True, help="Look into, check, join or empty the cache of proven bounds."
)


@cache_app.command("info")
def info_command(cache_dir: CacheDirOption = None) -> None:
    """Say where the cache is and what it holds."""
    from cache import DiskStore

    folder = place_of(cache_dir)
    if not (folder / "cache.db").exists():
        _none_yet(folder)
        return
    with DiskStore(folder) as store:
        info = store.info()
    write(
        facts(
            folder=info.folder,
            games=f"{info.games:,}",
            records=f"{info.records:,}",
            size=f"{info.size:,} bytes",
        )
    )


@cache_app.command("status")
def status_command(
    output: Output,
    every: Annotated[bool, typer.Option("--all", help="Those whose value is proven too.")] = False,
    cache_dir: CacheDirOption = None,
) -> None:
    """Say where the searches stand that keep their bounds in the cache, running or stopped.

    For each question that is not proven yet: its bounds, how many bounds on sets it has kept, at
    which rate, and when it did so last (a running search writes every two seconds, if it has found
    anything that took work). Of costs also how many first guesses are known to be no better than
    the best one found, of those worth trying. The time left is a range, from the fastest and the
    slowest quarter of the time so far; it is unknown of a worst case, which is refuted for all
    first guesses together.
    """
    from emi.upkeep.status import status
    from reports.views.status import status as shown

    folder = place_of(cache_dir)
    found = status(folder) if (folder / "cache.db").exists() else []
    output.put(shown(found, every=every))


@cache_app.command("merge")
def merge_command(
    folders: Annotated[
        list[Path],
        typer.Argument(metavar="DIR...", help="The folders of the caches; they are only read."),
    ],
    cache_dir: CacheDirOption = None,
) -> None:
    """Join other caches to this one: what runs with --shard kept on several machines.

    A bound is only ever tightened. Where two contradict each other a line says so, neither is kept,
    and the exit code is 1; so it is where a cache is damaged, and a part of it was left out.
    """
    from cache import DiskStore, default_folder
    from emi.upkeep.merge import merge

    with DiskStore(cache_dir or default_folder()) as store:
        done = merge(store, folders)
    for line in done.contradictions:
        say(f"warning: {line}: neither is kept")
    for line in done.damaged:
        say(f"warning: {line}")
    firsts = f", {plural(done.first_guesses, 'record')} of first guesses" * bool(done.first_guesses)
    typer.echo(
        one_line(
            f"{plural(done.questions, 'question')}; new in {store.folder}: "
            f"{plural(done.bounds, 'bound')}, {plural(done.strategies, 'strategy')}{firsts}"
        )
    )
    if done.contradictions or done.damaged:
        raise typer.Exit(WRONG)


@cache_app.command("verify")
def verify_command(
    repair: Annotated[
        bool,
        typer.Option("--repair", help="Drop what is damaged; stop all searches before."),
    ] = False,
    cache_dir: CacheDirOption = None,
) -> None:
    """Check every record of the cache: that it is whole, in range, and contradicts no other.

    Prints a line for each fault, and one on the whole. The exit code is 1 if there is a fault, also
    one that was repaired. A damaged cache costs time, and never gives a wrong answer.
    """
    from emi.upkeep.verify import verify

    folder = place_of(cache_dir)
    if not folder.exists():
        _none_yet(folder)
        return
    done = verify(folder, repair=repair)
    for line in done.faults:
        typer.echo(one_line(line))
    state = "no faults"
    if done.faults:
        state = f"{plural(len(done.faults), 'fault')}, {'dropped' if repair else 'not repaired'}"
    typer.echo(
        f"{plural(done.questions, 'question')}, {plural(done.records, 'sound record')} with "
        f"{plural(done.bounds, 'bound')} and {plural(done.strategies, 'strategy')}: {state}"
    )
    if done.faults:
        raise typer.Exit(WRONG)


@cache_app.command("clear")
def clear_command(cache_dir: CacheDirOption = None) -> None:
    """Remove every bound from the cache, and the database if it is damaged."""
    from cache import clear

    folder = place_of(cache_dir)
    removed = clear(folder)
    typer.echo(f"{plural(removed, 'record')} removed from {folder}")
