"""Compile kernels with numba's internals: a phase is optimised only as part of its kernels.

This saves compile time: `stock` takes 2.3 times the CPU time for a worst case, and 3.5 times for a
least average (29.5 instead of 12.7 s, 43.5 instead of 12.4 s). `TESTED` lists the versions of numba
that it works with.

numba compiles a function, with everything that it calls, down to machine code. For a phase this is
wasted, since it runs only as part of a kernel. So the code of a phase stays unoptimised, and the
kernels that call it optimise it as their own.
"""

from collections.abc import Callable
from functools import cache, wraps
from typing import IO, Any

from llvmlite import binding
from numba import njit, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_machinery import PassManager
from numba.core.runtime import _nrt_python, rtsys  # type: ignore[attr-defined]

from emi.search.kernels.compiler.kept import CompiledKernel, KernelCache, keeping, locked
from emi.search.kernels.compiler.lowering import pipeline

#: The functions of numba's runtime that count references, which numba compiles.
COUNTING = {"NRT_incref", "NRT_decref"}


class _Codegen:
    """A code generator that does not prepare code to run."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, env: Any) -> None:
        """Do nothing: there is no machine code that needs its environment."""


def _link(module: Any, libraries: list[Any], given: set[object]) -> None:
    """Link a module with libraries, each once."""
    for library in libraries:
        if isinstance(library, _PhaseLibrary):
            library.give(module, given)
        elif library not in given:
            given.add(library)
            # numba has no public way to get it.
            module.link_in(library._get_module_for_linking(), preserve=True)  # noqa: SLF001


class _PhaseLibrary(JITCodeLibrary):
    """The code of a phase, to be linked into the kernels that call it."""

    @property
    def codegen(self) -> _Codegen:
        return _Codegen(self._codegen)

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = str(self.codegen.target_data)

    def finalize(self) -> None:
        """Finish without linking the functions that it calls: its callers link them."""
        for function in self._final_module.functions:
            if not function.is_declaration:
                function.linkage = "linkonce_odr"
        self._finalize_dynamic_globals()
        self._finalized = True

    def give(self, module: Any, given: set[object]) -> None:
        """Link a module with the code of the phase and of everything that it calls."""
        if self not in given:
            given.add(self)
            module.link_in(self._final_module, preserve=True)
            _link(module, self._linking_libraries, given)

    def _get_module_for_linking(self) -> Any:
        """Return the linked code, for a caller that is not a kernel, such as a test."""
        whole = self._final_module.clone()
        _link(whole, self._linking_libraries, {self})
        return whole

    def get_pointer_to_function(self, _name: str) -> int:
        self._ensure_finalized()
        return 0


class _KernelLibrary(JITCodeLibrary):
    """The code of a kernel and its phases, optimised once.

    From the cache, machine code is loaded; the bitcode is parsed only if another kernel that calls
    this one is compiled.
    """

    _bitcode: bytes | None = None
    #: Whether the first pass vectorises loops, and its level of optimisation.
    _first = False, 0

    def serialize_using_object_code(self) -> tuple[str, str, tuple[Any, ...]]:
        """Return the state for `loaded`: that of numba, and the names that the code defines."""
        name, kind, code = super().serialize_using_object_code()
        module = self._final_module
        named = [*module.functions, *module.global_variables]
        defined = [one.name for one in named if not one.is_declaration]
        counting = [one.name for one in named if one.is_declaration and one.name in COUNTING]
        return name, kind, (*code, defined, counting)

    @classmethod
    def loaded(cls, codegen: Any, state: tuple[str, str, tuple[Any, ...]]) -> "_KernelLibrary":
        """Return the library of cached code."""
        name, _, (code, bitcode, names, _) = state
        library = cls(codegen, name)
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._bitcode = bitcode
        library._finalize_final_module()
        codegen._engine._defined_symbols.update(names)  # noqa: SLF001
        return library

    def _get_module_for_linking(self) -> Any:
        if self._bitcode is not None:
            self._shared_module, self._bitcode = binding.parse_bitcode(self._bitcode), None
        return super()._get_module_for_linking()

    def finalize(self) -> None:
        """Link everything that it calls, directly or indirectly, and optimise it."""
        _link(self._final_module, self._linking_libraries, set())
        self._linking_libraries = []
        super().finalize()

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = str(self.codegen.target_data)

    def _optimize_final_module(self) -> None:
        # A first pass must rotate the loops, or they are not vectorised.
        vector, opt = self._first
        plain = {"loop_vectorize": vector, "slp_vectorize": False, "opt": opt, "cost": "cheap"}
        for options in (plain, {}):
            # numba has no public way to run it.
            manager, builder = self._codegen._module_pass_manager(**options)  # noqa: SLF001
            manager.run(self._final_module, builder)


class _SweepLibrary(_KernelLibrary):
    """The code of a sweeping kernel, which runs twice as fast after a longer compilation."""

    _first = True, 3


#: The signatures of operators, by types.
_signatures: dict[Any, Any] = {}


class _Typing:
    """numba's typing context with a cache for the signatures of operators."""

    def __init__(self, typing: Any) -> None:
        self._typing = typing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._typing, name)

    def resolve_function_type(self, function: Any, given: Any, named: Any) -> Any:
        """Return the signature of a call."""
        if named or type(function) is not types.Function:
            return self._typing.resolve_function_type(function, given, named)
        key = function, given
        if key not in _signatures:
            _signatures[key] = self._typing.resolve_function_type(function, given, named)
        return _signatures[key]


def _compiler(made: type[JITCodeLibrary], name: str) -> type[Compiler]:
    """Return a compiler class that puts code into libraries of a class."""

    class LibraryCompiler(Compiler):
        def __init__(self, typing: Any, target: Any, library: Any, *arguments: Any) -> None:
            if library is None:
                library = made(target.codegen(), name)
                library.enable_object_caching()
            super().__init__(_Typing(typing), target, library, *arguments)

        def define_pipelines(self) -> list[PassManager]:
            return [pipeline(self.state)]

    return LibraryCompiler


class _Loading:
    """A target that loads the libraries of kernels."""

    def __init__(self, target: Any) -> None:
        self._target = target

    def __getattr__(self, name: str) -> Any:
        return getattr(self._target, name)

    def codegen(self) -> "_Loading":
        """Return itself, since only `unserialize_library` is called on the result."""
        return self

    def unserialize_library(self, state: tuple[str, str, tuple[Any, ...]]) -> _KernelLibrary:
        """Return the library of cached code, after compiling what it needs of the runtime."""
        codegen, (*_, counting) = self._target.codegen(), state[2]
        if not codegen._engine._defined_symbols.issuperset(counting):  # noqa: SLF001
            rtsys.initialize(self._target)
        return _KernelLibrary.loaded(codegen, state)


class _Kept(CompiledKernel):
    """Caches a kernel without the environments of its phases, which nothing uses."""

    def reduce(self, made: Any) -> tuple[Any, ...]:
        *kept, _ = super().reduce(made)
        return *kept, ()

    def rebuild(self, target: Any, kept: tuple[Any, ...]) -> Any:
        return CompileResult._rebuild(_Loading(target), *kept)  # noqa: SLF001


@cache
def _name_runtime() -> None:
    """Let loaded code find the functions of numba's array runtime.

    The rest of the runtime (`COUNTING`) needs compiling.
    """
    for name, address in _nrt_python.c_helpers.items():
        binding.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


class _Cache(KernelCache):
    """numba's cache, which loads kernels without preparing numba to compile.

    If two processes need a kernel, one compiles it, and the other waits and loads it.
    """

    _impl_class = _Kept
    #: The locked file while this process compiles the kernel.
    _mine: IO[bytes] | None = None

    def load_overload(self, signature: Any, target: Any) -> Any:
        _name_runtime()
        found = self._load_overload(signature, target)
        if found is None and self._mine is None:
            self._lock()
            # Another process may have compiled it meanwhile.
            found = self._load_overload(signature, target)
            if found is not None:
                self.unlock()
        return found

    def _lock(self) -> None:
        self._mine = locked(f"{self.cache_path}/{self._impl.filename_base}.lock")

    def unlock(self) -> None:
        """Let other processes compile the kernel."""
        if self._mine is not None:
            self._mine.close()
            self._mine = None


def _unlocking(compile_: Callable[..., Any], cache: _Cache) -> Callable[..., Any]:
    """Return a function that compiles a kernel, and unlocks its cache even if it is interrupted."""

    @wraps(compile_)
    def compiled(*arguments: Any) -> Any:
        try:
            return compile_(*arguments)
        finally:
            cache.unlock()

    return compiled


def _cached(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator that compiles a kernel or loads it from the cache."""

    def decorated(function: Callable[..., Any]) -> Any:
        made: Any = njit(**options)(function)
        with keeping(function) as folders:
            if folders is not None and made is not function:
                cache = _Cache(function, folders)
                made._cache = cache  # noqa: SLF001 - numba makes one of its own
                made.compile = _unlocking(made.compile, cache)
        return made

    return decorated


#: numba's stubs lack some of these options. Python does not call phases.
_COMMON: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
    "no_cfunc_wrapper": True,
}
_KERNEL = {**_COMMON, "pipeline_class": _compiler(_KernelLibrary, "kernel")}
_PHASE = {
    **_COMMON,
    "pipeline_class": _compiler(_PhaseLibrary, "phase"),
    "no_cpython_wrapper": True,
}
_ALLOCATES: dict[str, Any] = {"_nrt": True}

#: Functions called by Python, and by kernels only. They allocate no arrays, so references are not
#: counted, which saves compile time and run time.
kernel, phase = _cached(**_KERNEL), njit(**_PHASE)
#: No phase is optimised by itself here, large or not.
large_phase = phase
#: A kernel that mostly sweeps over the secrets, such as the rule of a game.
sweeping_kernel = _cached(
    **_KERNEL | _ALLOCATES | {"pipeline_class": _compiler(_SweepLibrary, "sweep")}
)
#: Functions that allocate arrays.
allocating_kernel = _cached(**_KERNEL | _ALLOCATES)
allocating_phase = njit(**_PHASE | _ALLOCATES)
