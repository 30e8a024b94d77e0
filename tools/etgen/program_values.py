"""The calls of a `.pte` file's method, and the values that they pass to kernels."""

import collections
import dataclasses
import enum
import functools
from collections.abc import Iterable

from flatbuffers import packer

from etgen import program_fields as fields
from etgen.dtypes import DType
from etgen.flatbuffer import CorruptError, Table
from etgen.kernel_key import KernelKey, TensorMeta
from etgen.schema import OpName


class Kind(enum.IntEnum):
    """The type of a value; the members of the union KernelTypes."""

    NULL = 1
    INT = 2
    BOOL = 3
    DOUBLE = 4
    TENSOR = 5
    STRING = 6
    INT_LIST = 7
    DOUBLE_LIST = 8
    BOOL_LIST = 9
    TENSOR_LIST = 10
    OPTIONAL_TENSOR_LIST = 11

    @property
    def label(self) -> str:
        """The type in messages: `a list of tensors`."""
        return _LABELS[self]


_LABELS = {
    Kind.NULL: "nothing",
    Kind.INT: "an int",
    Kind.BOOL: "a bool",
    Kind.DOUBLE: "a float",
    Kind.TENSOR: "a tensor",
    Kind.STRING: "a string",
    Kind.INT_LIST: "a list of ints",
    Kind.DOUBLE_LIST: "a list of floats",
    Kind.BOOL_LIST: "a list of bools",
    Kind.TENSOR_LIST: "a list of tensors",
    Kind.OPTIONAL_TENSOR_LIST: "a list of optional tensors",
}
LISTS_OF_TENSORS = (Kind.TENSOR_LIST, Kind.OPTIONAL_TENSOR_LIST)


class Value(collections.namedtuple("Value", "kind metas")):
    """A value that an instruction passes.

    Attributes:
      kind: its `Kind`; None if it is only known when the method runs, as for a number that an instruction
        computes.
      metas: the `TensorMeta` of a tensor, or those of the tensors in a list; empty for other values.
    """

    @property
    def dtypes(self) -> frozenset[DType]:
        return frozenset(meta.dtype for meta in self.metas)


@dataclasses.dataclass(frozen=True)
class Call:
    """One kernel call of a method.

    Attributes:
      values: the passed values, including the outs and return slots.
    """

    op: OpName
    values: tuple[Value, ...]
    method: str
    instruction: int

    @property
    def place(self) -> str:
        """Where it is, in messages."""
        return f"method {self.method}, instruction {self.instruction}"

    @functools.cached_property
    def key(self) -> KernelKey:
        """Dtype and dim order of every tensor argument: the key under which the runtime looks up kernels."""
        return tuple(value.metas[0] for value in self.values if value.kind is Kind.TENSOR)

    @functools.cached_property
    def dtypes(self) -> frozenset[DType]:
        """The dtypes of all tensors of the call, including tensors in lists."""
        return frozenset().union(*(value.dtypes for value in self.values))


class Values:
    """The values of an execution plan, each read at most once."""

    def __init__(self, plan: Table):
        self._tables = plan.tables(fields.ExecutionPlan.VALUES)
        self._read: dict[int, Value] = {}
        self._computed: set[int] = set()

    def __getitem__(self, index: int) -> Value:
        if index not in self._read:
            self._read[index] = self._value(index)
        value = self._read[index]
        return value._replace(kind=None) if index in self._computed else value

    def are_computed(self, indices: Iterable[int]) -> None:
        """Records that an instruction may write to these values, so that the type of a number may change."""
        self._computed.update(index for index in indices if not self[index].metas)

    def largest_rank(self) -> int:
        """The highest rank of a tensor; 0 if there are no tensors."""
        tensors = (
            value.table(fields.EValue.VAL)
            for value in self._tables
            if value.number(fields.EValue.VAL_TYPE, packer.uint8) == Kind.TENSOR
        )
        return max((tensor.length(fields.Tensor.SIZES) for tensor in tensors if tensor), default=0)

    def _value(self, index: int) -> Value:
        kind, table = self.union(index)
        if kind is Kind.TENSOR:
            return Value(kind, (_read_tensor(table),))
        if kind in LISTS_OF_TENSORS:
            # For a list of optional tensors, the indices are in the same field.
            indices = table.numbers(fields.TensorList.ITEMS, packer.int32)
            items = (self.union(item) for item in indices if item >= 0)
            return Value(kind, tuple(_read_tensor(item) for of, item in items if of is Kind.TENSOR))
        return Value(kind, ())

    def union(self, index: int) -> tuple[Kind, Table]:
        """The kind of a value, and the table with its content."""
        value = self._tables[index]
        number = value.number(fields.EValue.VAL_TYPE, packer.uint8)
        table = value.table(fields.EValue.VAL)
        if number == 0 or table is None:
            return Kind.NULL, value
        try:
            return Kind(number), table
        except ValueError:
            raise CorruptError(f"a value has the unknown type {number}") from None


def _read_tensor(table: Table) -> TensorMeta:
    number = table.number(fields.Tensor.SCALAR_TYPE, packer.int8)
    rank = len(table.numbers(fields.Tensor.SIZES, packer.int32))
    dim_order = table.numbers(fields.Tensor.DIM_ORDER, packer.uint8)
    if sorted(dim_order) != list(range(rank)):
        raise CorruptError(f"a tensor of rank {rank} has the dim order {list(dim_order)}")
    try:
        return TensorMeta(DType(number), dim_order)
    except ValueError:
        raise CorruptError(f"a tensor has the unknown dtype {number}") from None
