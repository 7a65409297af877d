"""The files of ``--plot``, which several commands have."""

from collections.abc import Iterable
from pathlib import Path

from emi.errors import OptionError
from emi.files import check_place


def check_plots(paths: Iterable[Path] | None) -> None:
    """Refuse pictures that could not be drawn, before what they show is computed.

    Raises
    ------
    OptionError
        If a file cannot be written, or there is no picture of its kind.
    """
    from reports.plot.figure import PlotError, check

    for path in paths or []:
        check_place(path, "--plot")
        try:
            check(path.suffix)
        except PlotError as error:
            raise OptionError(f"--plot {path}: {error}") from None
