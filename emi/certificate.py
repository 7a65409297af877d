"""Certificates: a value with both halves of its proof, written for the checker in `emi.verify`."""

from __future__ import annotations

import json
import lzma
from typing import TYPE_CHECKING, Any

from emi._version import __version__
from emi.cell import Cell
from emi.errors import CellError
from emi.tree import prove
from emi.verify import VERSION, digest

if TYPE_CHECKING:
    from emi.games.motus import Motus
    from search.worst_case import Watch


def certificate(game: Motus, watch: Watch | None = None) -> dict[str, Any]:
    """Prove the worst case of a cell and return its certificate.

    Parameters
    ----------
    game : Motus
        A cell of a lexicon (see `Motus.of_cell`).
    watch : callable, optional
        Called about twenty times a second with the progress; returns whether to go on.

    Returns
    -------
    dict
        Plain values, as ``docs/certificates.md`` describes them.

    Raises
    ------
    CellError
        If the game is not a cell of a lexicon, where a checker would find its words.
    Stopped
        If ``watch`` returned False.
    """
    if game.lexicon is None:
        raise CellError(f"{game.name}: expected a cell of a lexicon")
    strategy, proof = prove(game, watch)
    cell, secrets = Cell.parse(game.name), game.secrets
    return {
        "format": "emi-certificate",
        "version": VERSION,
        "made_by": f"emi {__version__}",
        "rule": game.rule,
        "initial": cell.initial,
        "length": cell.length,
        "worst": strategy.depth,
        "lexicon": {"name": game.lexicon.name, "digest": game.lexicon.digest},
        "secrets": {"count": len(game.secrets), "digest": digest(game.secrets)},
        "guesses": {"count": len(game.guesses), "digest": digest(game.guesses)},
        "strategy": strategy.nested(),
        "refutation": [
            {
                "depth": core.depth,
                "words": [secrets[s] for s in core.members.tolist()],
                "reasons": list(core.reasons),
            }
            for core in proof.refutation
        ],
    }


def encode(data: dict[str, Any], *, compressed: bool) -> bytes:
    """Return the bytes of a certificate's file."""
    blob = json.dumps(data, separators=(",", ":")).encode("ascii") + b"\n"
    # Preset 3 takes twice as long, three times for a small cell, and saves a tenth.
    return lzma.compress(blob, preset=0) if compressed else blob
