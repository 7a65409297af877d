"""The sizes of the arrays for the kernels of the least cost."""

import numpy as np

from emi.search.kernels.core.arrays import allocate, enlarge
from emi.search.kernels.core.partition import ABREAST_CLASSES, ABREAST_GUESSES
from emi.search.kernels.cost.bounds import Counting
from emi.search.kernels.cost.counting import MARKED_CLASSES, MARKED_GUESSES
from emi.search.kernels.cost.proof import ProofWork, Requests
from emi.search.kernels.cost.sorting import LANES, TILES
from emi.search.kernels.cost.stack import CostLevels, CostScratch
from emi.search.model.matrix import FeedbackMatrix, Indices
from emi.search.solve.engine import sizes_of

#: The initial levels of the stack; doubled when full.
LEVELS = 12
#: The words of a packing (see `emi.search.kernels.cost.packing`): PACKED_WORDS, or if misses are
#: counted, a bit for each secret unless that takes more than MOST_PACKED_WORDS.
PACKED_WORDS, MOST_PACKED_WORDS = 4, 64
#: The initial number of sets in a refutation; doubled when full.
SETS = 1 << 12


def packed_words(secrets: int, *, counting: bool) -> int:
    """Return the words of a packing, given whether misses are counted.

    Examples
    --------
    >>> packed_words(2315, counting=True), packed_words(2315, counting=False)
    (37, 4)
    """
    words = (secrets + 63) // 64
    return max(PACKED_WORDS, words) if counting and words <= MOST_PACKED_WORDS else PACKED_WORDS


def make_levels(matrix: FeedbackMatrix, packed: int, *, restricted: bool) -> CostLevels:
    """Return a stack of `LEVELS` levels; ``packed`` is the number of words of a packing."""
    more = {"levels": LEVELS, "hard guesses": matrix.guesses if restricted else 0}
    return allocate(CostLevels, sizes_of(matrix) | more | {"packed words": packed})


def grow_levels(levels: CostLevels) -> CostLevels:
    """Return the stack with twice the levels."""
    return enlarge(levels, "levels", 2 * len(levels.at))


def make_scratch(matrix: FeedbackMatrix, packed: int) -> CostScratch:
    """Return working space for the kernels; ``packed`` as of `make_levels`."""
    classes, eights = matrix.classes, -(-matrix.classes // 8)
    tiles = min(TILES, matrix.guesses // LANES)
    wide = tiles if classes < 1 << 16 else 0
    sizes = sizes_of(matrix) | {
        "abreast": ABREAST_GUESSES if classes <= ABREAST_CLASSES else 0,
        "marked": MARKED_GUESSES if classes <= MARKED_CLASSES or not wide else 0,
        "narrow tiles": tiles if classes < 1 << 8 else 0,
        "wide tiles": wide,
        "class eights": eights,
        "class bytes": 8 * eights,
        "slots": 2 << matrix.guesses.bit_length(),
        "packed words": packed,
    }
    counting: Counting = allocate(Counting, sizes)
    counting = counting._replace(marks=counting.eights.view(np.uint8))
    return allocate(CostScratch, sizes, counting=counting)


def make_requests(members: Indices, allowed: Indices, bound: int, most: int) -> Requests:
    """Return the requests at the start of a refutation: the question alone.

    The question is whether the members, from state 0, cost at least ``bound``. They are sorted by
    falling weight. No guess makes more than ``most`` classes of them.
    """
    held = len(members) + len(allowed)
    pool = max(SETS * 16, 2 * held)
    sizes = {"capacity": SETS, "pool": pool, "slots": 2 * SETS, "members": len(members)}
    requests: Requests = allocate(Requests, sizes)
    requests.pool[:held] = np.concatenate([members, allowed])
    requests.of_size[-1] = 0
    question = requests.at[0]
    question.count, question.allowed, question.bound = len(members), len(allowed), bound
    question.most, question.above, question.guess = most, -1, -1
    question.next = question.alike = -1
    requests.held[:] = 1, held, 0
    return requests


def grow_requests(requests: Requests) -> Requests:
    """Return the sets of a refutation with twice the capacity."""
    capacity, held = 2 * len(requests.at), int(requests.held[0])
    grown: Requests = enlarge(requests, "capacity", capacity)
    grown = enlarge(grown, "pool", 2 * len(requests.pool))
    # The last set of each slot links to the previous one.
    slots = requests.key[:held, 1] & np.uint64(2 * capacity - 1)
    order = np.argsort(slots, kind="stable")
    same = slots[order[1:]] == slots[order[:-1]]
    grown.at["alike"][order] = -1
    grown.at["alike"][order[1:][same]] = order[:-1][same]
    alike = np.full(2 * capacity, -1, np.int32)
    alike[slots[order]] = order
    return grown._replace(alike=alike)


def make_work(matrix: FeedbackMatrix, scratch: CostScratch) -> ProofWork:
    """Return working space for a refutation, which shares the space of the search."""
    work: ProofWork = allocate(
        ProofWork, sizes_of(matrix), counting=scratch.counting, space=scratch.space
    )
    work.registers[0].reach = matrix.secrets
    return work
