"""The data of games for the explorer page."""

from __future__ import annotations

import json
import os
import zlib
from base64 import b64encode
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from emi._version import __version__
from emi.errors import GameError
from emi.games import registry
from emi.games.variants import Wrapped
from emi.lexicon.alphabet import FOLD, spelled_out
from emi.lexicon.builtin import MARKED, Builtin, is_usual, licence_text
from emi.proof.certificate import cell_of
from emi.questions.certifying import proof
from emi.questions.question import Question
from emi.questions.searching import attained
from emi.questions.solving import known_solution, solution_of
from emi.search.model.limits import Limits, Stopped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from emi.lexicon.lexicon import Lexicon
    from emi.results.solution import Solution
    from emi.search.model.limits import Watch
    from emi.search.model.record import Store
    from emi.search.model.written import Outline, Refutation


#: The most letters that the page can number, and the most boards that it has room for.
MOST_LETTERS, MOST_BOARDS = 62, 16


@dataclass(frozen=True)
class Explored:
    """A worst case with its proof: a strategy and a refutation, as far as time allowed.

    Attributes
    ----------
    game : Game
    solution : Solution
    outline : emi.search.model.written.Outline or None
        A strategy that attains the value.
    refutation : emi.search.model.written.Refutation or None
        A proof that one guess less is not enough.
    boards : Wrapped or None
        The game of several boards, if each of them is a board of this game.
    """

    game: Game
    solution: Solution
    outline: Outline | None = None
    refutation: Refutation | None = None
    boards: Wrapped | None = None

    @property
    def missing(self) -> str:
        """The parts missing for lack of time: value, strategy or proof; empty if complete."""
        if not self.solution.proven:
            return "value"
        if self.outline is None:
            return "strategy"
        return "proof" if self.refutation is None and not self.game.hard else ""

    @property
    def first_guess(self) -> str:
        """The first guess of `outline`, which does not depend on the cache; else of `solution`."""
        if self.outline is None:
            return self.solution.first_guess
        guesses: Sequence[str] = self.game.guesses
        return guesses[self.outline.nodes[0].guess]

    def plain(self) -> dict[str, Any]:
        """Return the data as the page reads them.

        The data needed when a game is opened are under ``held``: JSON, compressed (zlib), in base
        64. ``guesses`` are all codes separated by spaces. ``secrets`` are their places among the
        guesses, or None for all; ``common`` are the places of usual words among the secrets, or
        None. ``tree`` has three numbers per node in preorder: the guess, the number of branches,
        and 1 if the guess may be the secret. ``cores`` has a line of numbers for each core, which
        the page reads when it needs them: the depth, the number of members, the members, the
        reasons, and after a slash each, the permutations that map it to itself. The last core is
        ``minimal`` if all its members are needed.

        Several boards have the data of the game of each board, so that a site needs one file for
        both.
        """
        if (boards := self.boards) is not None:
            assert boards.page is not None  # noqa: S101 - for mypy
            one = replace(self, boards=None).plain()
            return one | {"name": boards.name, "page": asdict(boards.page), "tries": boards.tries}
        game, bounds = self.game, self.solution.bounds
        place = {guess: at for at, guess in enumerate(game.guesses)}
        held = {
            "guesses": " ".join(game.guesses),
            "secrets": None
            if game.secrets == game.guesses
            else [place[secret] for secret in game.secrets],
            "tree": None
            if self.outline is None
            else [
                number
                for node in self.outline.nodes
                for number in (node.guess, node.branches, int(node.hits))
            ],
            "cores": "\n".join([
                "/".join([
                    " ".join(map(str, numbers))
                    for numbers in (
                        (core.depth, len(core.members), *core.members.tolist(), *core.reasons),
                        *core.moves,
                    )
                ])
                for core in (self.refutation.cores if self.refutation else ())
            ]),
            "minimal": self.refutation is not None and self.refutation.minimal,
            "common": _usual(game),
        }  # fmt: skip
        packed = zlib.compress(json.dumps(held, separators=(",", ":")).encode("ascii"), 9)
        return {
            "name": game.name.removesuffix(f" (hard: {game.restriction})"),
            "hard": game.hard,
            "lists": [lexicon.digest for lexicon in _lexicons(game)],
            "rule": game.rule_name,
            "page": None if game.page is None else asdict(game.page),
            "markers": "".join(game.peg_signs),
            "letter": (cell_of(game).initial or "") if game.of_cells else None,
            "alphabet": _letters(game),
            "length": game.length,
            "symbols": len(set("".join(game.guesses))),
            "tries": game.tries,
            "best": game.best_by,
            "secrets": len(game.secrets),
            "guesses": len(game.guesses),
            "lower": bounds.lower,
            "upper": bounds.upper,
            "first": self.first_guess,
            "held": b64encode(packed).decode("ascii"),
        }


def explore(
    game: Game,
    *,
    limits: Limits | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
) -> Explored:
    """Return the value, strategy and refutation of a game; if stopped, those found so far."""
    question = Question(game, limits=limits or Limits(), store=store, watch=watch)
    solution = solution_of(question)
    outline, refutation = solution.outline, None
    if solution.proven:
        with suppress(Stopped):
            # The page shows no refutation of hard play: its cores depend on the guesses allowed.
            outline, refutation = (attained(question)[0], None) if game.hard else proof(question)
    return Explored(game, solution, outline, refutation)


def on_boards(games: Sequence[Game], explored: Sequence[Explored]) -> list[Explored]:
    """Return the data of games in their order, given the data of those with a single board.

    A game of several boards takes the data of the game of each board. If that was not explored,
    there are only its stored bounds, because no search is made here.
    """
    singles = {item.game.name: item for item in explored}
    rows = list[Explored]()
    for game in games:
        if not (isinstance(game, Wrapped) and game.several):
            rows.append(singles[game.name])
            continue
        base = singles.get(game.base.name)
        base = base or Explored(game.base, known_solution(Question(game.base)))
        rows.append(replace(base, boards=game))
    return rows


def made_of(games: Sequence[Game]) -> dict[str, Any]:
    """Return the provenance of a page: word lists, version, date.

    Each list has its name, digest and licence, and a built-in one its notices.

    The date is today's, or that of ``SOURCE_DATE_EPOCH``, which makes pages reproducible.
    """
    lists = {
        lexicon.digest: {
            "name": lexicon.name,
            "digest": lexicon.digest,
            "licence": lexicon.licence,
            "notices": _notices(lexicon),
        }
        for game in games
        for lexicon in _lexicons(game)
    }
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(given), UTC) if given.isdigit() else datetime.now(UTC)
    return {
        "lists": list(lists.values()),
        "version": __version__,
        "date": moment.date().isoformat(),
    }


def _lexicons(game: Game) -> list[Lexicon]:
    """Return the lexicons of a game: that of its secrets, and that of other guesses."""
    return [lexicon for lexicon in (game.lexicon, game.proposed) if lexicon is not None]


def _notices(lexicon: Lexicon) -> str:
    """Return the licence and the notices of a built-in list and of its marks of usual words."""
    if not isinstance(lexicon, Builtin):
        return ""
    marks = [licence_text("usual")] if lexicon.name in MARKED else []
    return "\n\n".join([licence_text(lexicon.name), *marks])


def _usual(game: Game) -> list[int] | None:
    """Return the places of the usual words among the secrets; None if none or all are usual."""
    if not isinstance(game.lexicon, Builtin):
        return None
    places = [at for at, word in enumerate(game.secrets) if is_usual(game.lexicon, word)]
    return places if 0 < len(places) < len(game.secrets) else None


def _letters(game: Game) -> dict[str, Any] | None:
    """Return the fields of an alphabet that the page needs; None for the letters A to Z."""
    letters = game.alphabet
    if letters is None or letters.name == FOLD:
        return None
    return {
        "letters": letters.letters,
        "keys": letters.keys,
        "spelled": letters.spelled,
        "leftward": letters.leftward,
    }


def check_explorable(game: Game) -> None:
    """Raise GameError for a game that the page cannot play."""
    if game.page is not None and game.page.boards > MOST_BOARDS:
        raise GameError(f"{game.name}: the page shows at most {MOST_BOARDS} boards")
    letters = len(set("".join(game.guesses)))
    if letters > MOST_LETTERS or spelled_out("".join(game.guesses)) != "".join(game.guesses):
        raise GameError(
            f"{game.name}: expected letters of one character, at most {MOST_LETTERS} different "
            "ones, as the page needs"
        )
    if game.page is None or game.own_rule or game.restriction not in {None, "hints"}:
        played = [names.kind.rule for names in registry.games() if names.kind.page is not None]
        rule = f"{game.rule_name}, hard" if game.hard else game.rule_name
        raise GameError(
            f"{game.name}: the page does not know the rule {rule!r}, expected one of "
            f"{', '.join(dict.fromkeys(played))}; hard play by hints only"
        )
