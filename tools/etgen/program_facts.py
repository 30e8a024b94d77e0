"""Reads facts of calls from a `.pte`: what its tables say that is true whenever the method runs.

Sizes of tensors whose shapes are dynamic are upper bounds. A number that an instruction or a caller may set
is not a constant.
"""

import functools
import math
from collections.abc import Iterable, Iterator

from flatbuffers import packer

from etgen import opset
from etgen import program_fields as fields
from etgen.call_facts import ANY_NUMBER, CallFacts, Constant, limited
from etgen.cpp_types import results
from etgen.flatbuffer import Table
from etgen.program_instructions import DELEGATE_CALL, MOVE_CALL, Instruction
from etgen.program_values import LISTS_OF_TENSORS, Call, Kind, Values
from etgen.schema import OpName

_STATIC, _BOUNDED = 0, 1
# Longer lists, and later arguments, are not worth comparing in each call.
_LONGEST_LIST = 16
_MOST_ARGUMENTS = 100


def read(
    plan: Table, values: Values, instructions: list[Instruction], calls: list[Call]
) -> Iterator[tuple[Call, CallFacts | None]]:
    """The facts of the kernel calls of an execution plan, which are given in order."""
    reader = _FactReader(plan, values)
    arguments: list[tuple[int, ...]] = []
    for _, kind, table in instructions:
        if kind == MOVE_CALL:
            reader.moves(table.number(fields.MoveCall.MOVE_TO, packer.int32))
            continue
        # For a delegate call, the arguments are in the same field.
        passed = table.numbers(fields.KernelCall.ARGS, packer.int32)
        if kind == DELEGATE_CALL:
            reader.delegates(passed)
        else:
            reader.calls(calls[len(arguments)].op, passed)
            arguments.append(passed)
    for call, passed in zip(calls, arguments, strict=True):
        yield call, reader.facts(passed)


class _FactReader:
    """Reads the facts of the calls of a method, once it knows all instructions that write values."""

    def __init__(self, plan: Table, values: Values):
        self._values = values
        # Runtimes take no other numbers from a caller than those in the file, but this may change.
        self._changing = set(plan.numbers(fields.ExecutionPlan.INPUTS, packer.int32))
        self._moved_to: set[int] = set()
        self._tensors: dict[int, CallFacts] = {}

    def moves(self, target: int) -> None:
        """Records that an instruction replaces a value, which may be a tensor, by another one."""
        self._moved_to.add(target)

    def delegates(self, arguments: Iterable[int]) -> None:
        """Records that a backend is called with values; it may write any number."""
        self._changing.update(arguments)

    def calls(self, op: OpName, arguments: tuple[int, ...]) -> None:
        """Records the results of an instruction that are not tensors, if any."""
        schema = opset.aten_schema(op)
        if schema:
            count = len(results(schema))
            self._changing.update(arguments[len(arguments) - count :])
        elif not self._returns_outs(arguments):
            # Results are the last arguments; without a schema, their number is unknown.
            self._changing.update(arguments)

    def _returns_outs(self, arguments: tuple[int, ...]) -> bool:
        """Whether the return slot has one or more of the tensors that are passed: the operator has outs."""
        if not arguments:
            return False
        kind, table = self._values.union(arguments[-1])
        if kind is Kind.TENSOR_LIST:
            items = table.numbers(fields.TensorList.ITEMS, packer.int32)
            return bool(items) and set(items) <= set(arguments[:-1])
        return kind is Kind.TENSOR and arguments[-1] in arguments[:-1]

    @functools.cached_property
    def _unknown(self) -> frozenset[int]:
        """The values that may become other tensors than the file has."""
        empty = {index for index in self._changing if self._values.union(index)[0] is Kind.NULL}
        return frozenset(self._moved_to | empty)

    def facts(self, arguments: tuple[int, ...]) -> CallFacts | None:
        """The facts of one call; None if it is unknown what tensors it is called with."""
        tensors = list(self._tensors_of(arguments))
        if not self._unknown.isdisjoint([*arguments, *tensors]):
            return None
        each = [self._of_tensor(index) for index in tensors]
        union = each[0] if each else CallFacts()
        for facts in each[1:]:
            union |= facts
        metas = {meta for index in tensors for meta in self._values[index].metas}
        shapes = {self._shape(index)[0] for index in tensors}
        constants = ((i, self._constant(index)) for i, index in enumerate(arguments[:_MOST_ARGUMENTS]))
        return CallFacts(
            union.min_rank,
            union.max_rank,
            # Two tensors with equal upper bounds may have different sizes.
            len(shapes) <= 1 and union.is_static,
            len({meta.dtype for meta in metas}) <= 1,
            union.is_static,
            union.is_contiguous,
            union.has_no_empty,
            union.max_numel,
            tuple((i, str(constant)) for i, constant in constants if constant),
        )

    def _tensors_of(self, arguments: tuple[int, ...]) -> Iterator[int]:
        for index in arguments:
            kind, table = self._values.union(index)
            if kind is Kind.TENSOR:
                yield index
            elif kind in LISTS_OF_TENSORS:
                items = table.numbers(fields.TensorList.ITEMS, packer.int32)
                yield from (i for i in items if i >= 0 and self._values.union(i)[0] is not Kind.NULL)

    def _shape(self, index: int) -> tuple[tuple[int, ...], int]:
        table = self._values.union(index)[1]
        sizes = table.numbers(fields.Tensor.SIZES, packer.int32)
        return sizes, table.number(fields.Tensor.SHAPE_DYNAMISM, packer.int8)

    def _of_tensor(self, index: int) -> CallFacts:
        if index not in self._tensors:
            sizes, dynamism = self._shape(index)
            (meta,) = self._values[index].metas
            is_static = dynamism == _STATIC
            is_bounded = is_static or dynamism == _BOUNDED
            self._tensors[index] = CallFacts(
                min_rank=len(sizes),
                max_rank=len(sizes),
                is_static=is_static,
                is_contiguous=meta.dim_order == tuple(range(len(sizes))),
                has_no_empty=is_static and 0 not in sizes,
                max_numel=limited(math.prod(sizes)) if is_bounded else ANY_NUMBER,
            )
        return self._tensors[index]

    def _constant(self, index: int) -> Constant | None:
        """The constant that a value is, or the dtype of a tensor; None if it may change."""
        kind, table = self._values.union(index)
        if kind is Kind.TENSOR:
            (meta,) = self._values[index].metas
            return Constant("dtype", meta.dtype)
        if index in self._changing:
            return None
        if kind is Kind.NULL:
            return Constant("none", None)
        if kind is Kind.BOOL:
            return Constant("bool", bool(table.number(fields.Bool.BOOL_VAL, packer.uint8)))
        if kind is Kind.INT:
            return Constant("int", table.number(fields.Int.INT_VAL, packer.int64))
        if kind is Kind.DOUBLE:
            number = table.number(fields.Double.DOUBLE_VAL, packer.float64)
            return Constant("double", float(number)) if math.isfinite(number) else None
        if kind is Kind.INT_LIST and table.length(fields.IntList.ITEMS) <= _LONGEST_LIST:
            items = [self._constant(item) for item in table.numbers(fields.IntList.ITEMS, packer.int64)]
            numbers = tuple(item.value for item in items if item and item.kind == "int")
            return Constant("ints", numbers) if len(numbers) == len(items) else None
        return None
