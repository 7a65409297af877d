"""The decorators of kernels and phases, which compile them by `tuned` or by `stock`.

``kernel``
    A function that Python calls. It allocates no arrays.
``phase``
    A function that only kernels call. It allocates no arrays.
``large_phase``
    A large phase with one or two callers. Stock numba optimises a phase by itself, and again in
    each caller, so with `stock` it is inlined.
``sweeping_kernel``
    A kernel that mostly sweeps over the secrets, such as the rule of a game. It may allocate
    arrays.
``allocating_kernel``, ``allocating_phase``
    A kernel or phase that allocates arrays.
``view``
    A function that returns a part of an array; it is inlined.
"""

from numba import njit

from emi.search.kernels.compiler.kept import STOCK

if STOCK:
    from emi.search.kernels.compiler.stock import (
        allocating_kernel,
        allocating_phase,
        kernel,
        large_phase,
        phase,
        sweeping_kernel,
    )
else:
    from emi.search.kernels.compiler.tuned import (
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
