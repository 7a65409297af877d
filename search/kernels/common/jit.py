"""How kernels are compiled: once for a machine, and without Python's lock."""

from numba import njit

#: A kernel that Python calls.
kernel = njit(cache=True, nogil=True)
#: A kernel that only kernels call. Without the entry for Python, which unpacks every array, it
#: compiles in half the time.
phase = njit(cache=True, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
