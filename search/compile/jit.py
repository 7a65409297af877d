"""The decorators of kernels and phases, which are compiled or loaded at their first call.

``kernel``
    A function that Python calls. It allocates no arrays.
``phase``
    A function that only kernels call. It allocates no arrays.
``large_phase``
    A large phase with one or two callers. Stock numba optimises a phase by itself, and again in
    each caller, so it is inlined there.
``sweeping_kernel``
    A kernel that mostly sweeps over the secrets, such as the rule of a game. It may allocate
    arrays.
``allocating_kernel``, ``allocating_phase``
    A kernel or phase that allocates arrays.
``view``
    A function that returns a part of an array; it is inlined.

numba is imported only to compile. Matrices of 8 and of 16 bits are one type to kernels, `Widths`;
only the sweeps over them are compiled for both (`either`).
"""

import contextlib
import re
import threading
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from emi.search.compile import files, folders
from emi.search.compile.structs import kinds_of, struct


class Listener(Protocol):
    """Hears when each compilation begins and ends; calls are nested."""

    def on_start(self) -> None:
        """Hear that a compilation begins, or the wait for one by another process."""

    def on_end(self) -> None:
        """Hear that the latest unfinished compilation ends."""


listeners: list[Listener] = []


@contextlib.contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Tell a listener of all compilations within the block."""
    listeners.append(listener)
    try:
        yield
    finally:
        listeners.remove(listener)


def begin() -> None:
    """Tell the listeners that a compilation begins."""
    for listener in listeners:
        listener.on_start()


def end() -> None:
    """Tell the listeners that the latest compilation has ended, successfully or not."""
    for listener in listeners:
        listener.on_end()


@contextlib.contextmanager
def compiling() -> Iterator[None]:
    """Tell the listeners that the block compiles a function, or waits for that."""
    begin()
    try:
        yield
    finally:
        end()


def _locked(path: Path) -> IO[bytes] | None:
    """Wait for the lock on a file, and return the open file; closing it releases the lock.

    The file is not removed, because other processes may wait for it. Returns None if the file
    cannot be made, or without locks, as on Windows. To listeners, the wait counts as a compilation.
    """
    with contextlib.suppress(ImportError, OSError):
        import fcntl

        path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        file = path.open("wb")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            with compiling():
                fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:
            file.close()
            raise
        return file
    return None


@cache
def _building() -> Any:
    """Import and return `building`, prepared to compile phases."""
    from emi.search.compile import building

    building.prepare(Phase, begin, end)
    return building


class Phase:
    """A function that kernels call; also a kernel where another kernel calls it."""

    def __init__(
        self, function: Callable[..., Any], *, allocates: bool = False, **how: bool
    ) -> None:
        self.py_func = function
        self.allocates = allocates
        self._how = how
        self.__doc__ = function.__doc__

    @cached_property
    def dispatcher(self) -> Any:
        """The function as numba knows it."""
        return _building().phase(self.py_func, allocates=self.allocates, **self._how)

    def __getattr__(self, name: str) -> Any:
        # numba reads attributes of the dispatcher when it compiles a caller. Private names, such as
        # `__wrapped__`, must not import numba.
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.dispatcher, name)


#: One thread at a time compiles or loads.
_loading = threading.RLock()


class Kernel(Phase):
    """A function that Python calls: with C-contiguous arrays, integers and structures."""

    def __init__(
        self, function: Callable[..., Any], *, allocates: bool = False, sweeps: bool = False
    ) -> None:
        super().__init__(function, allocates=allocates)
        self._sweeps = sweeps
        #: The code that was loaded, by the kinds of the arguments.
        self.loaded: dict[str, Any] = {}
        #: The kinds that this process compiled it for.
        self.compiled: list[str] = []
        self._sources = folders.sources_of(function)

    def __call__(self, *arguments: Any) -> Any:
        """Call the code for arguments of these kinds; load or compile it first if necessary."""
        kinds = kinds_of(arguments)
        native = self.loaded.get(kinds)
        if native is None:
            with _loading:
                native = self.loaded.get(kinds) or self._load(kinds, arguments)
                self.loaded[kinds] = native
        return native(arguments)

    def name_for(self, kinds: str) -> str:
        """Return the name of its code, in files and in the code itself."""
        function = self.py_func
        within = sha256(f"{function.__module__} {kinds}".encode()).hexdigest()[:12]
        short = f"{function.__module__.rpartition('.')[2]}_{function.__qualname__}"
        return f"{re.sub('[^0-9A-Za-z_]', '', short)}_{within}"

    def _load(self, kinds: str, arguments: tuple[Any, ...]) -> Any:
        from emi.search.compile.native import Native

        name, (read, own) = self.name_for(kinds), folders.kernel_folders(self._sources)
        if folders.is_edited(self._sources):
            read, own = (), None
        code = files.load(read, name)
        if code is None and own is not None:
            lock = _locked(own / f"{name}.lock")
            try:
                # Another process may have compiled it meanwhile.
                code = files.load(read, name) or self._compile(kinds, arguments, own)
            finally:
                if lock is not None:
                    lock.close()
        returns, _, binary = (code or self._compile(kinds, arguments, None)).partition(b"\n")
        return Native(name, returns.decode(), binary)

    def _compile(self, kinds: str, arguments: tuple[Any, ...], own: Any) -> bytes:
        name, how = self.name_for(kinds), {"allocates": self.allocates, "sweeps": self._sweeps}
        built: Any = _building().build(self.dispatcher, name, arguments, **how)
        self.compiled.append(kinds)
        code: bytes = f"{built.returns}\n".encode() + built.binary
        if own is not None and built.alone:
            files.save(own, name, code)
        return code


def _decorator(kind: type[Phase], **way: bool) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator; kernels that run as plain Python stay functions."""
    return lambda function: function if folders.INTERPRETED else kind(function, **way)


kernel = _decorator(Kernel)
phase = _decorator(Phase)
large_phase = _decorator(Phase, large=True)
sweeping_kernel = _decorator(Kernel, allocates=True, sweeps=True)
allocating_kernel = _decorator(Kernel, allocates=True)
allocating_phase = _decorator(Phase, allocates=True)
view = _decorator(Phase, inlined=True)


@struct
class Widths(NamedTuple):
    """A matrix in one of two widths; the array of the other width has no rows."""

    narrow: np.ndarray  # (rows, columns) uint8
    wide: np.ndarray  # (rows, columns) uint16


def in_widths(matrix: NDArray[Any]) -> Widths:
    """Return a matrix of uint8 or uint16 in the form that kernels take."""
    if matrix.dtype == np.uint8:
        return Widths(matrix, np.empty((0, 0), np.uint16))
    return Widths(np.empty((0, 0), np.uint8), matrix)


def either(function, compiled=phase):
    """Compile a phase for both widths of its first argument; the result takes `Widths` there."""
    part = compiled(function)

    @compiled
    def of_width(matrix, *others):
        """Call the version for the width of the matrix."""
        if matrix.narrow.shape[0] > 0:
            return part(matrix.narrow, *others)
        return part(matrix.wide, *others)

    return of_width
