"""Certificates of version 1: a worst case with both halves of its proof, as JSON."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from emi._version import __version__
from emi.games.cell import Cell
from emi.games.mastermind import PegGame
from emi.proof.verify import digest
from emi.proof.version1 import VERSION
from emi.strategies import Strategy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from search.model.strategy import Strategy as Tree
    from search.model.written import Core


def certificate(game: Game, tree: Tree, refutation: Sequence[Core]) -> dict[str, Any]:
    """Return the certificate of a worst case, as ``docs/certificates.md`` describes it.

    The game is one that `emi.proof.steps.check_certifiable` lets pass; the refutation says that
    one guess less is not enough.
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
        "secrets": {"count": len(game.secrets), "digest": digest(sorted(game.secrets))},
        "guesses": {"count": len(game.guesses), "digest": digest(sorted(game.guesses))},
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
