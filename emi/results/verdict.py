"""The verdict of the checker on a certificate."""

from __future__ import annotations

from dataclasses import dataclass

from emi.results.shown import Shown


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
