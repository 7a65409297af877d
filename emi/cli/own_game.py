"""Custom games, defined in a Python file named on the command line: ``file.py:Square``.

The file is executed, as with ``emi verify --rule``: users must trust the files that they name. No
certificate or cache can name a file, so nothing else executes it.
"""

import copyreg
import re
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from emi.errors import EmiError, GameError, OptionError, one_line
from emi.games import in_use
from emi.games.game import Game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_NAMED = re.compile(r"(?P<path>.+\.py)(:(?P<name>\w+))?", re.IGNORECASE)
#: A loaded class by its file, the digest of the file, and its name.
_CLASSES: dict[tuple[str, str, str], type[Game]] = {}


def is_own(text: str) -> bool:
    """Return whether a game is named by a Python file."""
    return _NAMED.fullmatch(text) is not None


def own_game(
    text: str, secrets: "Iterable[str] | None" = None, guesses: "Iterable[str] | None" = None
) -> Game:
    """Return the game defined in a Python file.

    Parameters
    ----------
    text : str
        ``file.py:NAME``. The name is that of a game, or of a class or function that returns one.
    secrets, guesses : iterable of str, optional
        Lists to call the class or function with; by default it is called without arguments.

    Raises
    ------
    GameError
        If there is no such file or name, the file fails, or the result is not a game.
    OptionError
        If lists are given for a game that has its own lists.
    """
    found = _NAMED.fullmatch(text)
    assert found is not None  # noqa: S101 - for mypy
    path, name = found["path"], found["name"]
    if name is None:
        raise GameError(
            f"{text}: expected {text}:NAME, the name of a subclass of emi.Game in the file"
        )
    if not Path(path).is_file():
        raise GameError(f"{text}: no such file: {path!r}, expected FILE.py:NAME")
    made = _from(text, path, name)
    lists = {"secrets": secrets, "guesses": guesses}
    given = {option: [*codes] for option, codes in lists.items() if codes is not None}
    if isinstance(made, Game) and given:
        raise OptionError(f"--{next(iter(given))}: {text} defines its own lists, expected no lists")
    try:
        game = made if isinstance(made, Game) else made(**given)
        if isinstance(game, Game):
            for secret in game.secrets:
                game.feedback(game.guesses[0], secret)
    except EmiError as error:
        raise GameError(f"{text}: {error}") from None
    except Exception as error:  # noqa: BLE001 - user code may raise anything
        needed = "" if given else " (give lists with --secrets if it needs them)"
        raise GameError(f"{text}: {_said(error)}{needed}") from None
    if not isinstance(game, Game):
        raise GameError(
            f"{text}: {type(game).__name__}, expected an emi.Game, or a class or function that "
            "returns one"
        )
    kind = type(game)
    if kind.__module__ == "<run_path>":
        digest = sha256(Path(path).read_bytes()).hexdigest()
        _keep(kind, path, (str(Path(path).resolve()), digest, kind.__name__))
    return game


def _from(text: str, path: str, name: str) -> Any:  # noqa: ANN401 - any object
    """Execute a file, and return its object with a name."""
    try:
        return _object(path, name)
    except KeyError:
        raise GameError(f"{text}: {path} has no {name}, expected a subclass of emi.Game") from None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - user code may raise anything
        raise GameError(f"{text}: {path} failed with {_said(error)}") from None


def _object(path: str, name: str) -> Any:  # noqa: ANN401 - any object
    """Execute a file as the checker does, and return its object with a name."""
    from emi.proof import verify as checker  # Few runs need it.

    return checker.named(path, name)  # type: ignore[no-untyped-call]


def _said(error: BaseException) -> str:
    return one_line(f"{type(error).__name__}: {error}")


def _keep(kind: type[Game], path: str, known: tuple[str, str, str]) -> None:
    """Make a class ready to be played and pickled."""
    _guard(kind, path)
    _CLASSES[known] = kind
    copyreg.pickle(kind, lambda one: (_again, (known, vars(one).copy())))


def _again(known: tuple[str, str, str], state: dict[str, Any]) -> Game:
    """Unpickle a game; another process loads its class from the same file."""
    if known not in _CLASSES:
        path, _, name = known
        _keep(_object(path, name), path, known)
    game = object.__new__(_CLASSES[known])
    game.__dict__.update(state)
    return game


def _guard(kind: type[Game], path: str) -> None:
    """Wrap the rule of a class so that any error becomes a `GameError` with file and codes.

    A rule that is inherited from a built-in game raises such errors itself.
    """
    home: Any = next(one for one in kind.__mro__ if "feedback" in vars(one))
    if in_use.is_here(home):
        return
    rule: Callable[[Game, str, str], str] = home.feedback

    @wraps(rule)
    def feedback(self: Game, guess: str, secret: str) -> str:
        try:
            return rule(self, guess, secret)
        except EmiError:
            raise
        except Exception as error:  # noqa: BLE001 - user code may raise anything
            raise GameError(f"{path}: feedback({guess!r}, {secret!r}): {_said(error)}") from None

    home.feedback = feedback
    for one in reversed(kind.__mro__):
        if issubclass(one, Game) and not in_use.is_here(one):
            in_use.register(one)
