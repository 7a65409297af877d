"""Kernels compiled by inner parts of numba: each phase is optimised once, as part of its kernels.

It buys compiling: `stock` takes 2.3 times the processor's time for a worst case, 3.5 times for a
least average (29.5 for 12.7 s, 43.5 for 12.4 s). `TESTED` lists the versions of numba that it fits.

numba optimises whatever it compiles together with all that it calls, down to machine code. For a
phase that would be in vain, since it runs only as part of a kernel. So a phase is left as numba
writes it, and the kernels that call it optimise it as their own.
"""

from collections.abc import Callable
from functools import cache
from typing import IO, Any

from llvmlite import binding
from numba import njit, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_machinery import PassManager
from numba.core.runtime import _nrt_python  # type: ignore[attr-defined]

from search.kernels.compiler.kept import keeping, locked
from search.kernels.compiler.lowering import pipeline


class _Codegen:
    """A code generator that prepares nothing for running."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, env: Any) -> None:
        """Do nothing: there is no machine code that could look for its environment."""


def _link(module: Any, libraries: list[Any], given: set[object]) -> None:
    """Link a module with others, each once."""
    for library in libraries:
        if isinstance(library, _PhaseLibrary):
            library.give(module, given)
        elif library not in given:
            given.add(library)
            # numba has no other way to ask for it.
            module.link_in(library._get_module_for_linking(), preserve=True)  # noqa: SLF001


class _PhaseLibrary(JITCodeLibrary):
    """The code of a phase, to be linked into the kernels that call it."""

    @property
    def codegen(self) -> _Codegen:
        return _Codegen(self._codegen)

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = str(self.codegen.target_data)

    def finalize(self) -> None:
        """Leave what it calls to its callers."""
        for function in self._final_module.functions:
            if not function.is_declaration:
                function.linkage = "linkonce_odr"
        self._finalize_dynamic_globals()
        self._finalized = True

    def give(self, module: Any, given: set[object]) -> None:
        """Link a module with the code of the phase, and with all that it calls in turn."""
        if self not in given:
            given.add(self)
            module.link_in(self._final_module, preserve=True)
            _link(module, self._linking_libraries, given)

    def _get_module_for_linking(self) -> Any:
        """Return the code for a caller that is no kernel, as in a test."""
        whole = self._final_module.clone()
        _link(whole, self._linking_libraries, {self})
        return whole

    def get_pointer_to_function(self, _name: str) -> int:
        self._ensure_finalized()
        return 0


class _KernelLibrary(JITCodeLibrary):
    """The code of a kernel with that of its phases, optimised once.

    What is loaded is machine code; the rest of it is read where another kernel is compiled with it.
    """

    _bitcode: bytes | None = None
    #: Whether loops are vectorised at first, and how much is done then.
    _first = False, 0

    def serialize_using_object_code(self) -> tuple[str, str, tuple[Any, ...]]:
        """Return what `loaded` takes, as numba keeps it, and the names of what it defines."""
        name, kind, code = super().serialize_using_object_code()
        module = self._final_module
        named = [*module.functions, *module.global_variables]
        return name, kind, (*code, [one.name for one in named if not one.is_declaration])

    @classmethod
    def loaded(cls, codegen: Any, state: tuple[str, str, tuple[Any, ...]]) -> "_KernelLibrary":
        """Return the code that was kept."""
        name, _, (code, bitcode, names) = state
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
        """Link all that it calls, and that these call, and optimise it."""
        _link(self._final_module, self._linking_libraries, set())
        self._linking_libraries = []
        super().finalize()

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = str(self.codegen.target_data)

    def _optimize_final_module(self) -> None:
        # Loops are turned over first, or they are not vectorised.
        vector, opt = self._first
        plain = {"loop_vectorize": vector, "slp_vectorize": False, "opt": opt, "cost": "cheap"}
        for options in (plain, {}):
            # There is no public way.
            manager, builder = self._codegen._module_pass_manager(**options)  # noqa: SLF001
            manager.run(self._final_module, builder)


class _SweepLibrary(_KernelLibrary):
    """The code of a kernel that is all sweeps: these come out twice as fast, for more compiling."""

    _first = True, 3


#: What operators make of which types.
_signatures: dict[Any, Any] = {}


class _Typing:
    """What numba infers types by; what an operator makes of some types is asked once."""

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
    """Return a compiler that leaves code in such libraries."""

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
    """A target whose libraries are those of kernels."""

    def __init__(self, target: Any) -> None:
        self._target = target

    def __getattr__(self, name: str) -> Any:
        return getattr(self._target, name)

    def codegen(self) -> "_Loading":
        """Return itself: it makes the one library that is asked for."""
        return self

    def unserialize_library(self, state: tuple[str, str, tuple[Any, ...]]) -> _KernelLibrary:
        """Return the code that was kept."""
        return _KernelLibrary.loaded(self._target.codegen(), state)


class _Kept(CompileResultCacheImpl):
    """What is kept of a kernel: no environments of its phases, which nothing looks for."""

    def reduce(self, made: Any) -> tuple[Any, ...]:
        *kept, _ = super().reduce(made)
        return *kept, ()

    def rebuild(self, target: Any, kept: tuple[Any, ...]) -> Any:
        return CompileResult._rebuild(_Loading(target), *kept)  # noqa: SLF001


@cache
def _name_runtime() -> None:
    """Let what is loaded find what numba has for arrays.

    The rest of what prepares numba for them is to be compiled, by whoever compiles a kernel.
    """
    for name, address in _nrt_python.c_helpers.items():
        binding.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


class _Cache(FunctionCache):
    """numba's cache; what is loaded from it does without all that numba needs to compile.

    Of two processes that want a kernel one compiles it, and the other waits and loads it.
    """

    _impl_class = _Kept
    #: The file that tells others that this process compiles the kernel, locked.
    _mine: IO[bytes] | None = None

    def load_overload(self, signature: Any, target: Any) -> Any:
        _name_runtime()
        found = self._load_overload(signature, target)
        if found is None and self._mine is None:
            self._lock()
            # It may have been compiled meanwhile.
            found = self._load_overload(signature, target)
            if found is not None:
                self._unlock()
        return found

    def save_overload(self, signature: Any, made: Any) -> None:
        super().save_overload(signature, made)
        self._unlock()

    def _lock(self) -> None:
        self._mine = locked(f"{self.cache_path}/{self._impl.filename_base}.lock")

    def _unlock(self) -> None:
        if self._mine is not None:
            self._mine.close()
            self._mine = None


def _cached(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator that compiles a kernel, or loads it."""

    def decorated(function: Callable[..., Any]) -> Any:
        made: Any = njit(**options)(function)
        with keeping(function) as kept:
            if kept and made is not function:
                made._cache = _Cache(function)  # noqa: SLF001 - numba would make one of its own
        return made

    return decorated


#: numba's stubs do not offer all of these. A phase is not called from Python.
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

#: A kernel that Python calls, and one that only kernels call. They make no arrays, so nobody counts
#: who refers to one: that is less to compile, and less to do.
kernel, phase = _cached(**_KERNEL), njit(**_PHASE)
#: No phase is optimised on its own here, large or not.
large_phase = phase
#: One that is all sweeps over the secrets, such as the rule of a game.
sweeping_kernel = _cached(
    **_KERNEL | _ALLOCATES | {"pipeline_class": _compiler(_SweepLibrary, "sweep")}
)
#: Those that make arrays.
allocating_kernel = _cached(**_KERNEL | _ALLOCATES)
allocating_phase = njit(**_PHASE | _ALLOCATES)
