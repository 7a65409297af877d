"""Who wants to know when kernels are compiled, without numba."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Listener(Protocol):
    """Hears when a function begins to compile, and when it is compiled; calls are nested."""

    def on_start(self) -> None:
        """Begin to compile a function, or to wait for another process that compiles it."""

    def on_end(self) -> None:
        """End what the last unanswered `on_start` began."""


listeners: list[Listener] = []


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Let a listener hear what is compiled within the block."""
    listeners.append(listener)
    try:
        yield
    finally:
        listeners.remove(listener)


def begin() -> None:
    """Tell the listeners that a function is compiled from now on."""
    for one in listeners:
        one.on_start()


def end() -> None:
    """Tell the listeners that it is compiled, or that it cannot be."""
    for one in listeners:
        one.on_end()


@contextmanager
def compiling() -> Iterator[None]:
    """Tell the listeners that the block compiles a function, or waits for that."""
    begin()
    try:
        yield
    finally:
        end()
