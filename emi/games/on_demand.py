"""Feedback computed on demand, row by row."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.games.rows import WriteRows
    from emi.search.model.matrix import Indices, Rows


class FeedbackOnDemand:
    """Computes parts of a feedback matrix that would be too large as a whole.

    Parameters
    ----------
    game : Game

    Attributes
    ----------
    own : (secrets,) int32
        The guess that equals each secret.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.own: Indices = game.places(game.secrets)
        self.guesses = len(game.guesses)

    @cached_property
    def _write(self) -> WriteRows:
        return self.game.row_writer()

    def row(self, guess: int) -> Rows:
        """Return ``(secrets,)``: the class of each secret after a guess."""
        rows = np.empty((1, len(self.game.secrets)), self.game.row_type)
        self._write(np.array([guess], np.int32), rows)
        return rows.reshape(-1)

    def among(self, members: Indices) -> Rows:
        """Return the ``(members, members)`` feedback of the members of a set for each other."""
        codes = tuple(self.game.secrets[s] for s in members.tolist())
        return _feedback(self.game.of_lists(codes, codes))

    def about(self, members: Indices) -> Rows:
        """Return the ``(guesses, members)`` feedback of all guesses for a set."""
        codes = [self.game.secrets[s] for s in members.tolist()]
        return _feedback(self.game.among(codes))


def _feedback(game: Game) -> Rows:
    """Return all rows of a game."""
    rows = np.empty((len(game.guesses), len(game.secrets)), game.row_type)
    game.row_writer()(np.arange(len(game.guesses), dtype=np.int32), rows)
    return rows
