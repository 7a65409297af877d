"""A table that is too wide for its place continues below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["fold"]


def fold(widths: Sequence[int], room: int | None) -> Iterator[slice]:
    """Yield runs of columns that fit side by side, at least one in each.

    Parameters
    ----------
    widths : sequence of int
        How wide each column is.
    room : int or None
        How wide a run may be; None where there is no end.

    Yields
    ------
    slice
        The columns of a run. Where there are no columns, an empty run.

    Examples
    --------
    >>> [(run.start, run.stop) for run in fold([3, 3, 3, 9], 7)]
    [(0, 2), (2, 3), (3, 4)]
    """
    start = used = 0
    for place, width in enumerate(widths):
        used += width
        if room is not None and used > room and place > start:
            yield slice(start, place)
            start, used = place, width
    yield slice(start, len(widths))
