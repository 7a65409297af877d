"""Lower numba's code for kernels to LLVM, with short code for the most frequent operations.

This saves a quarter of the compile time. It also saves run time: without it, a least average takes
1.06 times the CPU time, hard play with hints 1.33 times, Mastermind 4x7 1.06 times.

numba emits some 25 instructions to read an element of an array, 100 for a loop over a range and 150
for a slice, and copies each variable to memory and back. Building, printing, parsing and optimising
these takes half of the time to compile a kernel. In kernels, indices are never negative, ranges
with one or two arguments count up, and a variable that is assigned once is a value. Everything else
is left to numba.
"""

from collections import Counter
from typing import Any

from llvmlite import ir as llvm
from numba.core import cgutils, ir, types
from numba.core.analysis import compute_cfg_from_blocks, compute_use_defs
from numba.core.compiler import DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import (
    DumpParforDiagnostics,
    InlineOverloads,
    IRLegalization,
    NativeLowering,
    NopythonRewrites,
    NoPythonSupportedFeatureValidation,
)
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FindLiterallyCalls,
    InlineClosureLikes,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    MakeFunctionToJitFunction,
    RewriteDynamicRaises,
    WithLifting,
)

from emi.search.compile.numba_types import WORD, contiguous


def _set_once(blocks: dict[int, ir.Block]) -> set[str]:
    """Return the variables that are assigned once, before every use and on every path to it."""
    times: Counter[str] = Counter()
    assigned_in: dict[str, int] = {}
    for label, block in blocks.items():
        for assign in block.find_insts(ir.Assign):
            times[assign.target.name] += 1
            assigned_in[assign.target.name] = label
    once = {name for name, count in times.items() if count == 1}
    dominators = compute_cfg_from_blocks(blocks).dominators()
    for label, used in compute_use_defs(blocks).usemap.items():
        for name in used & once:
            origin = assigned_in[name]
            # Blocks are emitted in the order of their labels.
            if origin >= label or origin not in dominators[label]:
                once.discard(name)
    return once


class _Lower(Lower):
    """Emits the code of one function."""

    def _find_singly_assigned_variable(self) -> None:
        self._blk_local_varmap: dict[str, Any] = {}
        self._once = _set_once(self.func_ir.blocks)
        self._given: dict[str, Any] = {}
        for block in self.blocks.values():
            for assign in block.find_insts(ir.Assign):
                self._given[assign.target.name] = assign.value
        self._counters: dict[str, tuple[Any, Any]] = {}
        if self.context.enable_nrt:
            super()._find_singly_assigned_variable()
        else:
            self._singly_assigned_vars = self._once

    def pre_block(self, block: ir.Block) -> None:
        """Do nothing: kernels catch no errors."""
        self._cur_ir_block = block

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """Assign a variable."""
        if self.context.enable_nrt or name in self._singly_assigned_vars:
            super().storevar(value, name, argidx)
        else:
            self.builder.store(value, self.getvar(name))

    def delvar(self, name: str) -> None:
        """Delete a variable if references are counted."""
        if self.context.enable_nrt:
            super().delvar(name)

    def lower_expr(self, resty: Any, expr: ir.Expr) -> Any:
        """Emit an expression."""
        value = None
        if expr.op in ("getitem", "static_getitem"):
            value = self._element(resty, expr)
        elif expr.op == "getiter":
            value = self._counter(resty, expr)
        elif expr.op == "iternext" and self._counted(expr.value) in self._counters:
            value = self._next(resty, expr)
        elif expr.op in ("pair_first", "pair_second") and not self.context.enable_nrt:
            pair = self.loadvar(expr.value.name)
            value = self.builder.extract_value(pair, int(expr.op == "pair_second"))
        elif expr.op == "getattr" and expr.attr == "shape":
            value = self._shape(self.typeof(expr.value.name), expr)
        return super().lower_expr(resty, expr) if value is None else value

    def lower_inst(self, inst: Any) -> None:
        """Emit a statement."""
        if not (isinstance(inst, ir.SetItem | ir.StaticSetItem) and self._set_element(inst)):
            super().lower_inst(inst)

    def _field(self, of: types.Array, array: Any, name: str) -> Any:
        place = self.context.data_model_manager[of].get_field_position(name)
        return self.builder.extract_value(array, place)

    def _shape(self, of: types.Type, expr: ir.Expr) -> Any:
        if not isinstance(of, types.Array):
            return None
        return self._field(of, self.loadvar(expr.value.name), "shape")

    def _indices(self, index: Any, given: ir.Var | None) -> list[tuple[Any, Any]]:
        """Return the types and the values of the indices of an access."""
        if given is None:
            # A constant without a variable.
            if not isinstance(index, int):
                return [(types.none, None)]
            return [(types.literal(index), llvm.Constant(WORD, index))]
        kinds: Any = self.typeof(given.name)
        value = self.loadvar(given.name)
        several = isinstance(kinds, types.BaseTuple)
        if not several:
            return [(kinds, value)]
        return [(kind, self.builder.extract_value(value, k)) for k, kind in enumerate(kinds)]

    def _part(self, of: types.Type, array: Any, indices: list[tuple[Any, Any]]) -> Any:
        """Return the address and the shape of a part of an array; None if numba should do it.

        The indices are integers, and the last one may be a slice.
        """
        if not (isinstance(of, types.Array) and of.layout == "C" and len(indices) <= of.ndim):
            return None
        builder = self.builder
        rest = [builder.extract_value(self._field(of, array, "shape"), k) for k in range(of.ndim)]
        last, (kind, value) = None, indices[-1]
        if isinstance(kind, types.SliceType) and not kind.has_step:
            # Clip the slice to the array; it is empty if it starts beyond the end.
            indices, last = indices[:-1], len(indices) - 1
        numbers = []
        for index, number in indices:
            if not isinstance(index, types.Integer) or getattr(index, "literal_value", 0) < 0:
                return None
            numbers.append(self.context.cast(builder, number, index, types.intp))
        if last is not None:
            start, stop = builder.extract_value(value, 0), builder.extract_value(value, 1)
            numbers.append(start)
            stop = builder.select(builder.icmp_signed("<", stop, rest[last]), stop, rest[last])
            length = builder.sub(stop, start)
            none = llvm.Constant(WORD, 0)
            length = builder.select(builder.icmp_signed(">", length, none), length, none)
        at = numbers[0]
        for k in range(1, of.ndim):
            at = builder.mul(at, rest[k])
            if k < len(numbers):
                at = builder.add(at, numbers[k])
        begin = builder.gep(self._field(of, array, "data"), [at], inbounds=True)
        shape = rest[len(numbers) :]
        return begin, shape if last is None else [length, *shape]

    def _element(self, resty: Any, expr: ir.Expr) -> Any:
        """Read an element, or take a slice if references are not counted."""
        of = self.typeof(expr.value.name)
        if not isinstance(of, types.Array):
            return None
        given = expr.index_var if expr.op == "static_getitem" else expr.index
        index = expr.index if expr.op == "static_getitem" else None
        part = self._part(of, self.loadvar(expr.value.name), self._indices(index, given))
        if part is None:
            return None
        begin, shape = part
        if not shape:
            value = self.context.unpack_value(self.builder, of.dtype, begin)
            return self.context.cast(self.builder, value, of.dtype, resty)
        if self.context.enable_nrt or resty.layout != "C" or resty.ndim != len(shape):
            return None
        return contiguous(self.context, self.builder, resty, begin, shape)

    def _set_element(self, inst: Any) -> bool:
        """Set an element, or all elements of a slice to one value; return False to use numba."""
        builder, context = self.builder, self.context
        of, kind = self.typeof(inst.target.name), self.typeof(inst.value.name)
        if not isinstance(of, types.Array) or not isinstance(kind, types.Number | types.Boolean):
            return False
        static = isinstance(inst, ir.StaticSetItem)
        given, index = (inst.index_var, inst.index) if static else (inst.index, None)
        part = self._part(of, self.loadvar(inst.target.name), self._indices(index, given))
        if part is None:
            return False
        taken = self.fndesc.calltypes[inst].args[2]
        value = context.cast(builder, self.loadvar(inst.value.name), kind, taken)
        value = context.cast(builder, value, taken, of.dtype)
        begin, shape = part
        if not shape:
            context.pack_value(builder, of.dtype, value, begin)
            return True
        items = shape[0]
        for length in shape[1:]:
            items = builder.mul(items, length)
        with cgutils.for_range(builder, items) as loop:
            place = builder.gep(begin, [loop.index], inbounds=True)
            context.pack_value(builder, of.dtype, value, place)
        return True

    def _counted(self, of: ir.Var) -> str:
        """Return the variable to which an iterator was assigned first."""
        name = str(of.name)
        while name in self._once and isinstance(self._given[name], ir.Var):
            name = str(self._given[name].name)
        return name

    def _counter(self, resty: Any, expr: ir.Expr) -> Any:
        """Start to iterate over a range with step 1; return None for any other iterable."""
        call = self._given.get(expr.value.name)
        once = expr.value.name in self._once
        if not (once and isinstance(call, ir.Expr) and call.op == "call" and len(call.args) < 3):
            return None
        if not isinstance(self.typeof(expr.value.name), types.RangeType) or call.vararg:
            return None
        builder, numbers = self.builder, self.loadvar(expr.value.name)
        first, end = builder.extract_value(numbers, 0), builder.extract_value(numbers, 1)
        place = cgutils.alloca_once(builder, first.type)
        builder.store(first, place)
        name = next(name for name, given in self._given.items() if given is expr)
        self._counters[name] = place, end
        return self.context.get_constant_undef(resty)

    def _next(self, resty: Any, expr: ir.Expr) -> Any:
        """Advance a range; return the next number, and whether it lies in the range."""
        builder = self.builder
        place, end = self._counters[self._counted(expr.value)]
        number = builder.load(place)
        signed = resty.first_type.signed
        compare = builder.icmp_signed if signed else builder.icmp_unsigned
        # The number after the end may overflow, because it is never used.
        following = builder.add(number, number.type(1), flags=["nsw"] if signed else ["nuw"])
        builder.store(following, place)
        pair = self.context.get_constant_undef(resty)
        pair = builder.insert_value(pair, number, 0)
        return builder.insert_value(pair, compare("<", number, end), 1)


@register_pass(mutates_CFG=True, analysis_only=False)
class Lowering(NativeLowering):
    """The pass that emits the code."""

    _name = "lowering_of_kernels"

    @property
    def lowering_class(self) -> type[Lower]:
        """The class that emits the code of a function."""
        return _Lower


#: Passes for features that kernels do not use: closures, contexts, errors, literals, array sums.
_NEEDLESS = (
    WithLifting,
    InlineClosureLikes,
    DeadBranchPrune,
    RewriteDynamicRaises,
    MakeFunctionToJitFunction,
    FindLiterallyCalls,
    LiteralUnroll,
    LiteralPropagationSubPipelinePass,
    InlineOverloads,
    NopythonRewrites,
    NoPythonSupportedFeatureValidation,
    DumpParforDiagnostics,
)


def pipeline(state: Any) -> PassManager:
    """Return the passes that compile a kernel."""
    manager = PassManager("kernel")
    for kind, what in DefaultPassBuilder.define_nopython_pipeline(state).passes:
        # Without reference counts, the lifetime of an array does not matter.
        if kind not in _NEEDLESS and (kind is not IRLegalization or state.flags.nrt):
            manager.add_pass(Lowering if kind is NativeLowering else kind, what)
    manager.finalize()
    return manager
