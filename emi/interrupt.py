"""Ctrl-C ends the program at once, but where somebody hears it."""

# Not `signal`: that one makes enums of it, which takes long enough to be interrupted.
import _signal  # type: ignore[import-not-found]
import os
import sys

TYPE_CHECKING = False  # What it is imported from takes as long.
if TYPE_CHECKING:
    from collections.abc import Callable

#: What a shell expects of a program that Ctrl-C ended.
INTERRUPTED = 130

IGNORED: int = _signal.SIG_IGN
#: Files that are not whole yet: they go when the program does.
drafts: "set[str]" = set()


def is_the_program() -> bool:
    """Return whether this process is ``python -m emi`` or the script, and not another's."""
    name = os.path.basename(sys.argv[0] if sys.argv else "")  # noqa: PTH119
    # What -m names is looked for first, and has its own file's name then.
    by_name = name in {"-m", "__main__.py"} and sys.orig_argv[-len(sys.argv)] == "emi"
    return by_name or name in {"emi", "emi.exe"}


def leave(*_: object) -> None:
    """End the program, whatever it is doing: an exception could be lost, or become a traceback."""
    for draft in [*drafts]:
        try:  # noqa: SIM105 - imports as little as it can
            os.unlink(draft)  # noqa: PTH108
        except OSError:
            pass
    os._exit(INTERRUPTED)


def on_interrupt(action: "Callable[..., object] | int") -> None:
    """Set what Ctrl-C does, unless whoever started the program wants it ignored."""
    if _signal.getsignal(_signal.SIGINT) != IGNORED:
        _signal.signal(_signal.SIGINT, action)
