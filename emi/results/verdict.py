"""What the checker says of a certificate."""

from __future__ import annotations

from dataclasses import dataclass

from emi.results.shown import Shown


@dataclass(frozen=True, repr=False)
class Verdict(Shown):
    """What the checker says of a certificate.

    Attributes
    ----------
    path : str
        The file.
    accepted : bool or None
        Whether it proves its claim; None if it is no certificate, or not one for these words.
    game : str
        The game that it is for; empty unless it is accepted.
    claim : str
        What it proves, such as ``7 (613 words)``; empty unless it is accepted.
    reason : str
        Why it is not accepted, and which file is in the way; empty if it is accepted.
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
