"""``emi cache``."""

import typer

from emi.cli.options import CacheDirOption
from emi.errors import OptionError

cache_app = typer.Typer(no_args_is_help=True, help="Look into or empty the cache of proven bounds.")


@cache_app.command("info")
def info_command(cache_dir: CacheDirOption = None) -> None:
    """Say where the cache is and what it holds."""
    from cache import DiskStore, default_folder

    with DiskStore(cache_dir or default_folder()) as store:
        info = store.info()
    typer.echo(f"folder   {info.folder}")
    typer.echo(f"games    {info.games:,}")
    typer.echo(f"records  {info.records:,}")
    typer.echo(f"size     {info.size:,} bytes")


@cache_app.command("clear")
def clear_command(cache_dir: CacheDirOption = None) -> None:
    """Remove every bound from the cache, and the database if it is damaged."""
    from cache import clear, default_folder

    folder = cache_dir or default_folder()
    above = next((place for place in folder.parents if place.exists()), folder)
    if not above.is_dir():
        raise OptionError(f"--cache-dir {folder}: expected a folder, {above} is a file")
    removed = clear(folder)
    typer.echo(f"{removed:,} records removed from {folder}")
