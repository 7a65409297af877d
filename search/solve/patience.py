"""Put off, wait longer: how searches divide their work among tasks of unknown difficulty.

A task may be hard while another would quickly decide the question. So each has an allowance; when
it is used up, the task is put off, the others have their turn, and in the next round it may take
longer by a factor. What a task learned is kept, so the work lost is at most a share of the work of
the last round. Tasks are depths (`emi.search.solve.minimax`), first guesses
(`emi.search.solve.hard.rounds`, `emi.search.solve.parallel.root`), or the classes of a guess
(there and in `emi.search.kernels.hard.hard_minimax`, which has the growth as a constant:
kernels call no Python, and its rounds are a field of its stack).
"""

from typing import NamedTuple


class Patience(NamedTuple):
    """The allowance of a task by rounds: the first one, and the factor by which it grows.

    Examples
    --------
    >>> [Patience(32, 4).after(rounds) for rounds in range(3)]
    [32, 128, 512]
    """

    first: float
    factor: int

    def after(self, rounds: int) -> float:
        """Return the allowance of a task that was put off this many times."""
        allowance: float = self.first * self.factor**rounds
        return allowance
