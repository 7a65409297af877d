"""How kernels are compiled: once for a machine, and without Python's lock."""

from typing import Any

from numba import njit

#: Not offered by numba's stubs.
_WITHOUT_ENTRY: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

#: A kernel that Python calls.
kernel = njit(cache=True, nogil=True)
#: A kernel that only kernels call. Without the entry for Python, which unpacks every array, it
#: compiles sooner.
phase = njit(cache=True, nogil=True, **_WITHOUT_ENTRY)
