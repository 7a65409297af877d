"""What marks kernels and phases, compiled by `tuned` or by `stock`.

``kernel``
    One that Python calls. It makes no arrays.
``phase``
    One that only kernels call. It makes no arrays.
``large_phase``
    A phase that is large, and that one or two others call. Stock numba optimises a phase, then once
    more in each of its callers, so there it is written out in them.
``sweeping_kernel``
    One that is all sweeps over the secrets, such as the rule of a game. It may make arrays.
``allocating_kernel``, ``allocating_phase``
    Those that make arrays.
``view``
    One that returns a part of an array: it is written out in its callers.
"""

from numba import njit

from search.kernels.compiler.kept import STOCK

if STOCK:
    from search.kernels.compiler.stock import (
        allocating_kernel,
        allocating_phase,
        kernel,
        large_phase,
        phase,
        sweeping_kernel,
    )
else:
    from search.kernels.compiler.tuned import (
        allocating_kernel,
        allocating_phase,
        kernel,
        large_phase,
        phase,
        sweeping_kernel,
    )

__all__ = [
    "allocating_kernel",
    "allocating_phase",
    "kernel",
    "large_phase",
    "phase",
    "sweeping_kernel",
    "view",
]

view = njit(nogil=True, inline="always")
