"""The decorators of kernels and phases, which are compiled or loaded when they are called first.

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

numba is imported only to compile.
"""

import re
import threading
from collections.abc import Callable
from functools import cache, cached_property
from hashlib import sha256
from typing import Any

from emi.search.kernels.compiler import files, kept
from emi.search.kernels.compiler.structs import kinds_of


@cache
def _building() -> Any:
    """Return the module that compiles."""
    from emi.search.kernels.compiler import building

    building.know(Phase)
    return building


class Phase:
    """A function that kernels call; a kernel that another calls is one too."""

    def __init__(
        self, function: Callable[..., Any], *, allocates: bool = False, **how: bool
    ) -> None:
        self.py_func = function
        self.allocates = allocates
        self._how = how
        self.__doc__ = function.__doc__

    @cached_property
    def dispatcher(self) -> Any:
        """What it is to numba."""
        return _building().phase(self.py_func, allocates=self.allocates, **self._how)

    def __getattr__(self, name: str) -> Any:
        # numba looks into it like this when it compiles its caller; others do for `__wrapped__`.
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.dispatcher, name)


#: One thread at a time compiles or loads.
_one = threading.RLock()


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
        self._sources = kept.sources_of(function)

    def __call__(self, *given: Any) -> Any:
        """Call it with some arguments."""
        kinds = kinds_of(given)
        native = self.loaded.get(kinds)
        if native is None:
            with _one:
                native = self.loaded.get(kinds) or self._load(kinds, given)
                self.loaded[kinds] = native
        return native(given)

    def name_for(self, kinds: str) -> str:
        """Return the name of its code, in files and in the code itself."""
        function = self.py_func
        within = sha256(f"{function.__module__} {kinds}".encode()).hexdigest()[:12]
        short = f"{function.__module__.rpartition('.')[2]}_{function.__qualname__}"
        return f"{re.sub('[^0-9A-Za-z_]', '', short)}_{within}"

    def _load(self, kinds: str, given: tuple[Any, ...]) -> Any:
        from emi.search.kernels.compiler.native import Native

        name, (folders, own) = self.name_for(kinds), kept.folders(self._sources)
        if kept.is_edited(self._sources):
            folders, own = (), None
        code = files.load(folders, name)
        if code is None and own is not None:
            lock = kept.locked(own / f"{name}.lock")
            try:
                # Another process may have compiled it meanwhile.
                code = files.load(folders, name) or self._compile(kinds, given, own)
            finally:
                if lock is not None:
                    lock.close()
        returns, _, binary = (code or self._compile(kinds, given, None)).partition(b"\n")
        return Native(name, returns.decode(), binary)

    def _compile(self, kinds: str, given: tuple[Any, ...], own: Any) -> bytes:
        name, how = self.name_for(kinds), {"allocates": self.allocates, "sweeps": self._sweeps}
        built: Any = _building().build(self.dispatcher, name, given, **how)
        self.compiled.append(kinds)
        code: bytes = f"{built.returns}\n".encode() + built.binary
        if own is not None and built.alone:
            files.save(own, name, code)
        return code


def _made(kind: type[Phase], **way: bool) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator; kernels that run as plain Python stay functions."""
    return lambda function: function if kept.INTERPRETED else kind(function, **way)


kernel = _made(Kernel)
phase = _made(Phase)
large_phase = _made(Phase, large=True)
sweeping_kernel = _made(Kernel, allocates=True, sweeps=True)
allocating_kernel = _made(Kernel, allocates=True)
allocating_phase = _made(Phase, allocates=True)
view = _made(Phase, inlined=True)
