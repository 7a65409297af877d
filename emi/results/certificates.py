"""Certificates that were made, and the verdicts of the checker on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from emi.results.plain import HIDDEN
from emi.results.shown import Shown

if TYPE_CHECKING:
    from emi.results.game import GameFacts
    from emi.search.model.bounds import Bounds


@dataclass(frozen=True)
class Certified(Shown):
    """A game with its certificate; `blob` is emptied once the certificate is in a file.

    Attributes
    ----------
    game : GameFacts
    objective : str
        The name of the objective.
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
    unit : str
        What follows the value in a sentence; empty for a worst case.
    """

    game: GameFacts
    objective: str
    bounds: Bounds | None
    weight: int | None
    blob: bytes = field(repr=False, metadata=HIDDEN)
    path: str = ""
    size: int = 0
    unit: str = field(default="", metadata=HIDDEN)


@dataclass(frozen=True, repr=False)
class Verdict(Shown):
    """The verdict of the checker on a certificate.

    Attributes
    ----------
    path : str
        The file.
    accepted : bool or None
        Whether the certificate proves its claim; None if the file is not a certificate, or not one
        for these words.
    game : str
        The game of an accepted certificate; else empty.
    claim : str
        The proven claim, such as ``7 (613 words)``; empty unless accepted.
    reason : str
        The reason for a refusal, with the file name; empty if accepted.
    """

    path: str
    accepted: bool | None
    game: str = ""
    claim: str = ""
    reason: str = ""

    def __str__(self) -> str:
        if self.accepted is None:
            return self.reason
        return f"OK {self.game}: {self.claim}" if self.accepted else f"FAILED {self.reason}"

    def __repr__(self) -> str:
        return f"<Verdict: {self}>"
