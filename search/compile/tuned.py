"""Compile kernels with numba's internals: a phase is optimised only as part of its kernels.

This saves compile time: `stock` takes 2.3 times the CPU time for a worst case, and 3.5 times for a
least average (29.5 instead of 12.7 s, 43.5 instead of 12.4 s). `TESTED` lists the versions of numba
that it works with.

numba compiles a function, with everything that it calls, down to machine code. For a phase this is
wasted, since it runs only as part of a kernel. So the code of a phase stays unoptimised, and the
kernels that call it optimise it as their own.
"""

from collections.abc import Callable
from typing import Any

from numba import njit, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager

from emi.search.compile.lowering import pipeline
from emi.search.compile.native import confine


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
            # numba has no public way to get the module of a library.
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


class _EntryLibrary(_PhaseLibrary):
    """The code of a kernel and its phases, optimised once."""

    #: Whether the first pass vectorises loops, and its level of optimisation.
    _first = False, 0

    def finalize(self) -> None:
        """Link everything that it calls, directly or indirectly, and optimise it."""
        _link(self._final_module, self._linking_libraries, set())
        self._linking_libraries = []
        confine(self._final_module)
        # A first pass must rotate the loops, or they are not vectorised.
        vector, opt = self._first
        plain = {"loop_vectorize": vector, "slp_vectorize": False, "opt": opt, "cost": "cheap"}
        for options in (plain, {}):
            # numba has no public way to run its passes.
            manager, builder = self._codegen._module_pass_manager(**options)  # noqa: SLF001
            manager.run(self._final_module, builder)
        self._final_module.verify()
        self._finalize_dynamic_globals()
        self._finalized = True


class _SweepLibrary(_EntryLibrary):
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


def _compiler(library_class: type[JITCodeLibrary], name: str) -> type[Compiler]:
    """Return a compiler class that puts code into libraries of a class."""

    class LibraryCompiler(Compiler):
        def __init__(self, typing: Any, target: Any, library: Any, *arguments: Any) -> None:
            if library is None:
                library = library_class(target.codegen(), name)
                library.enable_object_caching()
            super().__init__(_Typing(typing), target, library, *arguments)

        def define_pipelines(self) -> list[PassManager]:
            return [pipeline(self.state)]

    return LibraryCompiler


#: Python calls only the entry, as a C function. numba's stubs lack some of these options.
_OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
    "no_cpython_wrapper": True,
}
_PHASE, _ENTRY = _compiler(_PhaseLibrary, "phase"), _compiler(_EntryLibrary, "kernel")
_SWEEP = _compiler(_SweepLibrary, "sweep")


def phase(function: Callable[..., Any], *, allocates: bool) -> Any:
    """Return a function for numba to compile as part of others."""
    # References are counted only where arrays are made, which saves compile time and run time.
    options = _OPTIONS | {"_nrt": allocates, "pipeline_class": _PHASE}
    return njit(**options)(function)


def module(entry: Callable[..., Any], given: types.Type, *, allocates: bool, sweeps: bool) -> Any:
    """Return the optimised module of an entry, with all that it calls."""
    how = _SWEEP if sweeps else _ENTRY
    function: Any = njit(**_OPTIONS | {"_nrt": allocates, "pipeline_class": how})(entry)
    function.compile((given,))
    return function.overloads[given,].library._final_module  # noqa: SLF001 - there is no public way
