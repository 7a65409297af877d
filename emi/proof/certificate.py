"""Certificates: a value with both halves of its proof, written for `emi.proof.verify`."""

from __future__ import annotations

import json
import lzma
from itertools import chain
from typing import TYPE_CHECKING, Any

from emi._version import __version__
from emi.errors import CellError, GameError
from emi.games.cell import Cell
from emi.games.pegs import PegGame
from emi.proof.certified import RULES, digest
from emi.proof.verify import VERSION
from emi.strategies import prove

if TYPE_CHECKING:
    from emi.games.game import Game
    from search.solve.worst_case.search import Watch


def certificate(game: Game, watch: Watch | None = None) -> dict[str, Any]:
    """Prove the worst case of a game and return its certificate.

    Parameters
    ----------
    game : Game
        One of which the checker knows the rule: a cell of a lexicon (see `Motus.of_cell`), a game
        with pegs, or one of Jotto or Wordle.
    watch : callable, optional
        Called about twenty times a second with the progress; returns whether to go on.

    Returns
    -------
    dict
        Plain values, as ``docs/certificates.md`` describes them.

    Raises
    ------
    GameError
        If the checker does not know the rule, or the game is hard (see `Game.hardened`).
    CellError
        If the rule is that of Motus and the game no cell of a lexicon, where a checker would find
        its words.
    Stopped
        If ``watch`` returned False.
    """
    if game.hard:
        raise GameError(
            f"{game.name}: expected a game that is not hard, the checker knows no other"
        )
    size, source = _size(game), _source(game)
    strategy, proof = prove(game, watch)
    secrets = game.secrets
    return {
        "format": "emi-certificate",
        "version": VERSION,
        "made_by": f"emi {__version__}",
        "rule": game.rule,
        **size,
        "worst": strategy.depth,
        **source,
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


def _size(game: Game) -> dict[str, Any]:
    """Return what tells the codes of a game from those of others of its rule."""
    if game.rule not in RULES:
        raise GameError(
            f"{game.name}: the checker does not know the rule {game.rule!r}, expected one of "
            f"{', '.join(RULES)}"
        )
    if isinstance(game, PegGame):
        return {"pegs": game.length, "symbols": "".join(sorted(set(chain(*game.secrets))))}
    if game.rule == "motus":
        if game.lexicon is None:
            raise CellError(f"{game.name}: expected a cell of a lexicon")
        return {"initial": Cell.parse(game.name).initial, "length": game.length}
    return {} if game.lexicon is None else {"length": game.length}


def _source(game: Game) -> dict[str, Any]:
    """Return where the words of a game are from."""
    if game.lexicon is None:
        return {}
    return {"lexicon": {"name": game.lexicon.name, "digest": game.lexicon.digest}}


def encode(data: dict[str, Any], *, compressed: bool) -> bytes:
    """Return the bytes of a certificate's file."""
    blob = json.dumps(data, separators=(",", ":")).encode("ascii") + b"\n"
    # Preset 3 takes twice as long, three times for a small cell, and saves a tenth.
    return lzma.compress(blob, preset=0) if compressed else blob
