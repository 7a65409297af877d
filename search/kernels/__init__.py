"""The compiled kernels: plain functions over arrays.

Everything here imports numpy, numba and its siblings, nothing else. A kernel checks nothing: the
Python face beside it has validated shapes and dtypes. Names used throughout:

``rows``
    ``(guesses, secrets)`` uint8 or uint16, the feedback matrix: the class into which each guess
    puts each secret. Class numbers mean something only within their row.
``columns``
    ``(secrets, guesses)``, its transpose in memory, so that "for every guess" is one sweep.
``members``
    ``(n,)`` int32, the candidates of a set, each an index of a secret.

No kernel calls itself: compiled recursion cannot be loaded back from numba's cache, so the search
keeps its own stack.
"""
