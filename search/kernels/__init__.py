"""The compiled kernels: plain functions over arrays.

The modules here import only numpy, `emi.search.compile` and each other. Kernels check nothing: the
Python code that calls them validates shapes and dtypes. Names used throughout:

``rows``
    ``(guesses, secrets)`` uint8 or uint16, the feedback matrix: the class into which each guess
    puts each secret. Class numbers are compared within a row only.
``columns``
    ``(secrets, guesses)``, the contiguous transpose, so that a loop over guesses is one sweep.
``members``
    ``(n,)`` int32, the candidates of a set, each an index of a secret.

No kernel calls itself, because numba cannot load compiled recursion from its cache. So the search
has a stack of its own.
"""
