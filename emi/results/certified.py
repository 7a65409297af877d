"""A certificate that was made, or written to a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from emi.results.plain import HIDDEN

if TYPE_CHECKING:
    from emi.results.game import GameFacts
    from search.model.bounds import Bounds


@dataclass(frozen=True)
class Certified:
    """A game with its certificate, which is let go of once it is in a file.

    Attributes
    ----------
    game : GameFacts
    objective : str
        ``worst``, ``average``, ``guaranteed`` or ``pareto``.
    bounds : Bounds or None
        What the certificate shows of the value; None of a Pareto front, which has several.
    weight : int or None
        The weights of all secrets together, if there are weights.
    blob : bytes
        The certificate, packed.
    path : str
        The file; empty until it is written.
    size : int
        The bytes of the file.
    """

    game: GameFacts
    objective: str
    bounds: Bounds | None
    weight: int | None
    blob: bytes = field(repr=False, metadata=HIDDEN)
    path: str = ""
    size: int = 0
