"""``--log-file``: the events of a run as JSON lines, for monitoring it from elsewhere."""

import json
import sys
import threading
import time
import warnings
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self

import typer

from emi._version import __version__
from emi.errors import OptionError, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from emi.work.run import OfGame

#: Seconds between two lines on the progress of one game.
PAUSE = 5.0


class Log:
    """Appends lines of JSON to a file; does nothing without a file.

    Each line has a ``time`` (UTC) and an ``event``: ``start`` with the command; ``progress`` and
    ``result`` with a game and its bounds, if any; ``task`` with the facts about a task of a shared
    search; and ``end`` with a ``state``: ``done``, ``stopped`` (Ctrl-C or SIGTERM), or ``failed``.
    """

    def __init__(self, path: Path | None, games: "Sequence[Game]") -> None:
        self.path = path
        self.games = games
        self.done = 0
        self.began = time.monotonic()
        self._told: dict[str, float] = {}
        self._writing = threading.Lock()
        self.state = "done"

    def __enter__(self) -> Self:
        command = ["emi", *sys.argv[1:]]
        self.put("start", version=__version__, command=command, games=len(self.games))
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _at: object) -> None:
        failed = error is not None and not isinstance(error, typer.Exit)
        said = {"error": one_line(error)} if failed else {}
        self.put("end", state="failed" if failed else self.state, done=self.done, **said)

    def on_progress(self, game: "Game", progress: object) -> None:
        """Log the progress of a game, at most every `PAUSE` seconds."""
        now = time.monotonic()
        if self.path is not None and now - self._told.get(game.name, -PAUSE) >= PAUSE:
            self._told[game.name] = now
            self.put("progress", game=game.name, **_facts(progress), text=str(progress))

    def on_result(self, result: "OfGame") -> None:
        """Log the result of a game."""
        self.done += 1
        self.put("result", game=result.game.name, **_facts(result))

    def put(self, event: str, **facts: object) -> None:
        """Append a line."""
        if self.path is None:
            return
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "event": event,
            "seconds": round(time.monotonic() - self.began, 3),
            **facts,
        }
        try:
            with self._writing, self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        except OSError as error:
            said = f"--log-file {self.path}: cannot be written: {error.strerror or error}"
            self.path = None
            if event == "start":
                raise OptionError(said) from None
            warnings.warn(said, stacklevel=2)


def _facts(of: object) -> dict[str, object]:
    """Return the bounds and counts of progress or a result, as far as present."""
    bounds = getattr(of, "bounds", None)
    facts = {} if bounds is None else {"lower": bounds.lower, "upper": bounds.upper}
    for name in ("nodes", "forgotten"):
        number = getattr(of, name, None)
        if number is not None:
            facts[name] = number
    return facts
