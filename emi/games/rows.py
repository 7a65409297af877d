"""Write the rows of a feedback matrix in several threads."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from emi.search.model.limits import Stopped, Watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from emi.search.model.matrix import Indices, Rows

    #: Writes a row for each guess, given by index: its feedback for all secrets.
    WriteRows = Callable[[Indices, Rows], None]

#: The least number of blocks per thread.
BLOCKS = 4


def write_all(write: WriteRows, rows: Rows, step: int, threads: int, go_on: Watch) -> None:
    """Write all rows of a matrix, in blocks of ``step`` rows.

    The calling thread calls ``go_on`` with the share done before each block that it writes.

    Raises
    ------
    Stopped
        If ``go_on`` returned False; all threads have then ended.
    """
    blocks = -(-len(rows) // step)
    # All threads take blocks from this iterator.
    begins = iter(range(0, len(rows), step))

    def work(go_on: Watch) -> None:
        for first in begins:
            if not go_on(first / len(rows)):
                raise Stopped
            last = min(first + step, len(rows))
            write(np.arange(first, last, dtype=np.int32), rows[first:last])

    with ThreadPoolExecutor(max(threads, 1), thread_name_prefix="rows") as pool:
        more = min(threads, blocks // BLOCKS) - 1
        others = [pool.submit(work, lambda _: True) for _ in range(more)]
        try:
            work(go_on)
        finally:
            deque(begins, maxlen=0)  # Leave nothing for the other threads.
        for other in others:
            other.result()
