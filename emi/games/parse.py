"""Games by the names that users write; `emi.games.registry` has the names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from emi import arguments
from emi.errors import GameError
from emi.games.game import Game
from emi.games.registry import expected, found, games
from emi.games.request import Request
from emi.games.variants import Identification, Revealed
from emi.games.words import WordGame

if TYPE_CHECKING:
    import os

    from emi.games.cell import Cell
    from emi.lexicon.load import Lexicon


def game_of(game: Game | str) -> Game:
    """Return a game, given the game or its name; raise GameError otherwise."""
    if isinstance(game, Game):
        return game
    if isinstance(game, str):
        return game_named(game)
    such = found("5").kind.__name__
    raise GameError(
        f"{game!r}: expected a game, such as emi.{such}(words), or its name: {expected()}"
    )


def game_of_cell(cell: Cell, lexicon: Lexicon, guesses: Lexicon | None = None) -> Game:
    """Return the game of a cell of a lexicon, with guesses from another lexicon if given."""
    kind = found(str(cell)).kind
    assert issubclass(kind, WordGame)  # noqa: S101 - for mypy
    return kind.of_words(Request(str(cell)), lexicon, guesses)


def game_of_files(
    secrets: str | os.PathLike[str],
    guesses: str | os.PathLike[str],
    **how: Any,  # noqa: ANN401 - as `emi.load` has it
) -> Game:
    """Return the game of two files of words, such as Wordle; parameters as in `game_named`."""
    kind, word = next((one.kind, one.word) for one in games() if one.kind.usual_lists())
    return kind.of_request(Request(word, None, secrets, guesses, **how))


@arguments.checked
def game_named(
    name: str,
    *,
    lexicon: Lexicon | str | None = None,
    secrets: str | os.PathLike[str] | None = None,
    guesses: str | os.PathLike[str] | None = None,
    column: str | int | None = None,
    encoding: str | None = None,
    alphabet: str | None = None,
    sheet: str | int | None = None,
    identify: bool = False,
    reveal: bool = False,
    distinct: bool | None = None,
) -> Game:
    """Return the game with a name, ignoring case.

    Parameters
    ----------
    name : str
        A cell of the lexicon, ``C5`` or ``5``; a cell of a show or a site, ``lingo:C``,
        ``motus:C7``, ``sutom:C7`` or ``tusmo:C7``; ``wordle`` (five letters in English,
        `Wordle.usual`, or two lists); ``jotto`` (the words of five letters of the lexicon) or
        ``jotto:FILE``; or a game of pegs: ``mastermind:4x6`` (pegs and colours), ``logik``,
        ``moo``, ``moo:3x6`` (pegs and digits), ``blackpeg:4x6``, ``ab``, ``ab:3x6`` or
        ``permutation:4x6``.
    lexicon : Lexicon or str, optional
        A lexicon, or the name or path of one. The default is ``fr``, for Lingo ``nl``.
    secrets, guesses : str or path, optional
        Text files with the possible secrets and the allowed guesses, one word or code per line. By
        default, a cell and ``jotto`` use the words of the lexicon, a game of pegs all its codes.
    column, encoding, alphabet, sheet : optional
        The column, the encoding, the alphabet and the sheet of the files, as in `emi.load`.
    identify : bool
        Whether to make an identification game (`emi.Identification`): secrets need not be among the
        guesses, and naming a secret only tells whether it is right.
    reveal : bool
        Whether each wrong guess in a game of words reveals the letter of its first wrong place
        (`emi.Revealed`).
    distinct : bool, optional
        Whether the secrets of several boards differ, as in `emi.Boards`; by default those of
        ``dordle``, ``quordle``, ``octordle`` and ``sedecordle`` do.

    Raises
    ------
    EmiError
        If the name is unknown (the message lists the games), or if the lists, files or size are
        invalid for the game.

    Examples
    --------
    >>> game_named("Mastermind:4x6")
    <Mastermind mastermind:4x6: 1296 secrets, 1296 guesses>
    """
    if not isinstance(reveal, bool):
        raise GameError(f"reveal {reveal!r}: expected True or False")
    if reveal and identify:
        raise GameError(f"{name}: expected `identify` or `reveal`, not both")
    text = str(name).strip()  # Any other type is reported as an unknown name.
    kind = found(text).kind
    if distinct is not None and not kind.several:
        raise GameError(f"{name}: `distinct` applies only to games of several boards")
    request = Request(text, lexicon, secrets, guesses, column, encoding, alphabet, sheet, distinct)
    if identify:
        return Identification(*kind.to_identify(request))
    game = kind.of_request(request)
    return Revealed(game) if reveal else game
