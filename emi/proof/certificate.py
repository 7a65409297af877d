"""Certificates: a value with both halves of its proof, written for `emi.proof.verify`."""

from __future__ import annotations

import json
import lzma
from itertools import chain
from typing import TYPE_CHECKING, Any

from emi._version import __version__
from emi.errors import CellError, GameError
from emi.games.cell import Cell
from emi.games.mastermind import PegGame
from emi.proof.verify import RULES, VERSION, digest
from emi.strategies import Strategy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from search.model.strategy import Strategy as Tree
    from search.model.written import Core


def certificate(game: Game, tree: Tree, refutation: Sequence[Core]) -> dict[str, Any]:
    """Return the certificate of a worst case, as ``docs/certificates.md`` describes it.

    The game is one that `check_certifiable` lets pass; the refutation says that one guess less is
    not enough.
    """
    strategy, secrets = Strategy(game, tree), game.secrets
    return {
        "format": "emi-certificate",
        "version": VERSION,
        "made_by": f"emi {__version__}",
        "rule": game.rule,
        **_size(game),
        "worst": strategy.depth,
        **_source(game),
        "secrets": {"count": len(game.secrets), "digest": digest(game.secrets)},
        "guesses": {"count": len(game.guesses), "digest": digest(game.guesses)},
        "strategy": strategy.nested(),
        "refutation": [
            {
                "depth": core.depth,
                "words": [secrets[s] for s in core.members.tolist()],
                "reasons": list(core.reasons),
            }
            for core in refutation
        ],
    }


def check_certifiable(game: Game) -> None:
    """Refuse a game that the checker does not know; raises GameError or CellError."""
    if game.hard:
        raise GameError(
            f"{game.name}: expected a game that is not hard, the checker knows no other"
        )
    if game.rule not in RULES:
        raise GameError(
            f"{game.name}: the checker does not know the rule {game.rule!r}, expected one of "
            f"{', '.join(RULES)}"
        )
    if game.rule == "motus" and not _is_cell(game):
        raise CellError(f"{game.name}: expected a cell of a lexicon, as emi.Motus.of_cell makes it")


def _is_cell(game: Game) -> bool:
    """Tell whether a checker finds the words of a game by its name and its lexicon."""
    try:
        cell = Cell.parse(game.name)
    except CellError:
        return False
    words = () if game.lexicon is None else game.lexicon.cell(cell.initial, cell.length)
    return game.secrets == game.guesses == words


def _size(game: Game) -> dict[str, Any]:
    """Return what tells the codes of a game from those of others of its rule."""
    if isinstance(game, PegGame):
        return {"pegs": game.length, "symbols": "".join(sorted(set(chain(*game.secrets))))}
    if game.rule == "motus":
        return {"initial": Cell.parse(game.name).initial, "length": game.length}
    return {} if game.lexicon is None else {"length": game.length}


def _source(game: Game) -> dict[str, Any]:
    """Return where the words of a game are from."""
    named = game.lexicon and {"name": game.lexicon.name, "digest": game.lexicon.digest}
    return {"lexicon": named} if named else {}


def encode(data: dict[str, Any], *, compressed: bool) -> bytes:
    """Return the bytes of a certificate's file."""
    blob = json.dumps(data, separators=(",", ":")).encode("ascii") + b"\n"
    # Preset 3 takes twice as long, three times for a small cell, and saves a tenth.
    return lzma.compress(blob, preset=0) if compressed else blob
