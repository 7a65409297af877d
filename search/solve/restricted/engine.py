"""The search among candidates only: asked whether a set can be found in d guesses, it remembers.

What it knows is known of exact sets, as `search.kernels.restricted.search` explains;
`search.solve.worst_case.engine` serves games in which every guess stays allowed.
"""

import math
from functools import cached_property

import numpy as np

from search.kernels.common.transposition import tighten
from search.kernels.common.widths import in_widths
from search.kernels.restricted import search as kernel
from search.kernels.restricted.members import Profiles, Scratch, profile_members
from search.model.candidates import Candidates
from search.model.matrix import FeedbackMatrix, Indices
from search.model.partition import splitting_space
from search.model.record import Proven
from search.solve.arrays import make_journal, make_steps, make_table, make_zobrist, taken_out
from search.solve.engine import NO_KEYS, DecidingEngine, Keys, key_of
from search.solve.session import Session

#: Nodes that make a set worth keeping; what took fewer is proven again in a few milliseconds.
WORTH_KEEPING = 1000


class RestrictedEngine(DecidingEngine):
    """Decides questions about one game in which only candidates may be proposed.

    Guesses are the secrets that they name, their rows are ``square``: guesses that name none do not
    matter.
    """

    def __init__(self, matrix: FeedbackMatrix, depth: int, session: Session | None = None) -> None:
        super().__init__(matrix, depth, session)
        every = np.arange(matrix.secrets)
        whole = matrix.guesses == matrix.secrets and np.array_equal(matrix.own, every)
        self.square = in_widths(matrix.rows if whole else matrix.rows[matrix.own])

    @cached_property
    def arrays(self) -> kernel.Search:
        """All that the kernel works on."""
        secrets = self.matrix.secrets
        # There is a level for each number of guesses left from the depth down to 3, and one more.
        levels = max(self.depth - 1, 2)
        sets = ("members", "order", "split", "class_order")
        return kernel.Search(
            square=self.square,
            zobrist=make_zobrist(secrets),
            levels=kernel.Levels(
                at=np.zeros(levels, kernel.LEVEL),
                **{name: np.empty((levels, secrets), np.int32) for name in sets},
                start=np.empty((levels, secrets + 1), np.int32),
                blame=np.ones((levels + 2, secrets), np.float64),
                key=np.zeros((levels, 2), np.uint64),
            ),
            table=make_table(),
            journal=make_journal(secrets, self.session.least_work(WORTH_KEEPING)),
            scratch=self.scratch,
            registers=self.registers,
        )

    @cached_property
    def scratch(self) -> Scratch:
        """Working space for the kernels; other code than theirs makes use of it too."""
        secrets = self.matrix.secrets
        return Scratch(
            space=splitting_space(self.matrix),
            stamp=np.zeros(self.matrix.classes, np.int64),
            clock=np.zeros(1, np.int64),
            steps=make_steps(secrets),
            profiles=Profiles(
                keys=np.empty(secrets, np.int64),
                largest=np.empty(secrets, np.int32),
                made=np.empty(secrets, np.int32),
            ),
            scores=np.empty(secrets, np.float64),
        )

    def profile(self, members: Indices) -> tuple[Keys, int, int]:
        """Profile every member of a set of at least two as a guess.

        Returns ``(n,)`` int64, the Sum of each, if none tells all apart; the first secret whose
        naming does, or -1; and the most classes that any of them makes.
        """
        scratch, n = self.scratch, len(members)
        profiles, counts = scratch.profiles, scratch.space.counts
        place = profile_members(self.square, members, scratch.steps, profiles, counts)
        apart = int(members[place]) if place >= 0 else -1
        return profiles.keys[:n].copy(), apart, int(profiles.made[:n].max())

    def decide(
        self, members: Indices, depth: int, keys: Keys = NO_KEYS, *, nodes: float = math.inf
    ) -> int | None:
        """Decide whether ``depth`` guesses find every member; of several guesses the least Sum."""
        secret = super().decide(members, depth, keys, nodes=nodes)
        return secret if secret is None or secret < 0 else int(self.matrix.own[secret])

    def _advance(self, until: np.int64) -> int:
        return int(kernel.advance(self.arrays, until))

    def flush(self) -> None:
        """Hand over what was proven since the last time, and empty the journal."""
        batch = []
        for entry in taken_out(self.arrays.journal):
            candidates = Candidates(entry.members, self.matrix.secrets)
            guess = int(self.matrix.own[entry.guess]) if entry.guess >= 0 else -1
            batch.append(Proven(candidates, entry.lower, entry.upper, guess))
        self.session.put(batch)

    make_room = flush

    def recall(self, proven: Proven) -> None:
        """Take over bounds proven before, as `Engine.recall` does."""
        members = self.members_of(proven)
        key = key_of(members, self.arrays.zobrist)
        upper = len(members) if proven.upper is None else min(proven.upper, len(members))
        place = tighten(self.arrays.table, key, proven.lower, upper, -1)
        self.arrays.table.at[place].priority += WORTH_KEEPING
