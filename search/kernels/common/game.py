"""The form in which all searches take a game.

In some games feedback also depends on the guesses before. Then each column is a secret in a
context: what the host remembers, such as the places whose letters were shown. It is the same for
all candidates of a position, so a set of secrets in one context is a set of columns. Feedback leads
to another context; then the members of a class become the columns of their secrets there.
"""

from typing import NamedTuple

import numpy as np

from search.kernels.common.symmetry import Symmetry
from search.kernels.compiler.jit import kernel, phase
from search.kernels.compiler.structs import struct
from search.kernels.compiler.widths import Widths


@struct
class Contexts(NamedTuple):
    """The contexts of a game; all arrays are empty if there is only one."""

    # The context after feedback.
    after: np.ndarray  # (guesses, columns) uint16
    # The column of each secret in each context; -1 if no other secret agrees with it there.
    column: np.ndarray  # (contexts, secrets) int32
    # The secret of each column.
    secret: np.ndarray  # (columns,) int32


@struct
class Game(NamedTuple):
    """A feedback matrix with its transpose, own guesses, symmetry and contexts."""

    # The class into which each guess puts each secret.
    rows: Widths  # (guesses, secrets)
    # The transpose, contiguous.
    columns: Widths  # (secrets, guesses)
    # The guess that names each secret.
    own: np.ndarray  # (secrets,) int32
    # Random bits for each secret (see `set_key`).
    zobrist: np.ndarray  # (secrets, 2) uint64
    symmetry: Symmetry
    # Those of the search for costs; the other searches take games with one context only.
    contexts: Contexts


@phase
def has_contexts(contexts):
    """Return whether there are several contexts."""
    return contexts.secret.shape[0] > 0


@phase
def continue_classes(contexts, guess, split, start, classes):
    """Do the same as `follow`."""
    if not has_contexts(contexts):
        return
    for q in range(classes):
        if start[q + 1] - start[q] > 1:
            column = contexts.column[contexts.after[guess, split[start[q]]]]
            for i in range(start[q], start[q + 1]):
                split[i] = column[contexts.secret[split[i]]]


@kernel
def follow(contexts, guess, split, start, classes):
    """Put the classes of a guess into the contexts after their feedback.

    Contract: class q is ``split[start[q]:start[q + 1]]``. A single secret keeps its context, which
    no longer matters.
    """
    continue_classes(contexts, guess, split, start, classes)
