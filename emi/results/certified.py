"""A certificate, in memory or written to a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from emi.results.plain import HIDDEN

if TYPE_CHECKING:
    from emi.results.game import GameFacts
    from search.model.bounds import Bounds


@dataclass(frozen=True)
class Certified:
    """A game with its certificate; `blob` is emptied once the certificate is in a file.

    Attributes
    ----------
    game : GameFacts
    objective : str
        ``worst``, ``average``, ``guaranteed`` or ``pareto``.
    bounds : Bounds or None
        The proven bounds on the value; None for a Pareto front, which has several values.
    weight : int or None
        The sum of the weights of all secrets, if there are weights.
    blob : bytes
        The compressed certificate.
    path : str
        The file; empty until it is written.
    size : int
        The size of the file in bytes.
    """

    game: GameFacts
    objective: str
    bounds: Bounds | None
    weight: int | None
    blob: bytes = field(repr=False, metadata=HIDDEN)
    path: str = ""
    size: int = 0
