"""What a `.pte` file asks of the kernels: every call of every method, with dtypes and dim orders.

The file is mapped into memory and only the program's tables are read; weights are never loaded. Bundled
programs (`.bpte`) are unwrapped. Field numbers are those of ExecuTorch's `schema/program.fbs`.
"""

import dataclasses
import mmap
import os

from flatbuffers import packer

from etgen import file_log
from etgen.dtypes import DType
from etgen.errors import Location, cannot_read, input_error
from etgen.flatbuffer import Buffer, CorruptError, Table
from etgen.kernel_key import KernelKey, TensorMeta
from etgen.schema import OpName, SchemaError, parse_op_name

_PROGRAM = b"ET12"
_BUNDLED_PROGRAM = b"BP08"
_EXTENDED_HEADER = b"eh00"

# Members of the union KernelTypes, and KernelCall of the union InstructionArguments.
_TENSOR, _TENSOR_LIST, _OPTIONAL_TENSOR_LIST = 5, 10, 11
_KERNEL_CALL = 1


@dataclasses.dataclass(frozen=True)
class Call:
    """One kernel call of a method.

    Attributes:
      key: dtype and dim order of every tensor argument, as the runtime looks the kernel up.
      dtypes: the dtypes of all tensors it touches, those inside of lists included.
    """

    op: OpName
    key: KernelKey
    dtypes: frozenset[DType]
    method: str
    instruction: int


@dataclasses.dataclass(frozen=True)
class Model:
    """A model file.

    Attributes:
      calls: each different (operator, key, dtypes) once, where it first occurs.
      delegates: the backends that parts of the model were lowered to.
    """

    path: str
    calls: tuple[Call, ...]
    delegates: tuple[str, ...]

    @property
    def name(self) -> str:
        return os.path.basename(self.path)


def read(path: str) -> Model:
    """Reads a model. Raises `InputError` if the file is missing or not a whole `.pte`."""
    try:
        file_log.reads(path)
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size == 0:
                raise CorruptError("the file is empty")
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                return _read_program(path, data)
    except OSError as error:
        raise cannot_read(path, error) from None
    except CorruptError as error:
        hint = "give the .pte that to_executorch() made, whole"
        raise input_error(f"not an ExecuTorch program: {error}", hint, Location(path)) from None


def _read_program(path: str, data: mmap.mmap) -> Model:
    if data[4:8] == _BUNDLED_PROGRAM:
        start, length = Buffer(data, _BUNDLED_PROGRAM).root().span(2)
        data = data[start : start + length]
    buffer = Buffer(data, _PROGRAM)
    root = buffer.root()
    _check_segments(buffer, root)
    calls: dict[tuple, Call] = {}
    delegates: set[str] = set()
    for plan in root.tables(1):
        delegates.update(delegate.text(0) for delegate in plan.tables(7))
        for call in _read_calls(plan):
            calls.setdefault((call.op, call.key, call.dtypes), call)
    return Model(path, tuple(calls.values()), tuple(sorted(delegates)))


def _check_segments(buffer: Buffer, root: Table) -> None:
    """Finds out whether the file was cut off behind its tables."""
    base = buffer.size
    if buffer.size >= 32 and buffer.bytes(8, 4) == _EXTENDED_HEADER:
        length, program_size, base = (
            buffer.number(packer.uint32, 12),
            buffer.number(packer.uint64, 16),
            buffer.number(packer.uint64, 24),
        )
        data_size = buffer.number(packer.uint64, 32) if length >= 32 else 0
        if max(program_size, base + data_size) > buffer.size:
            raise CorruptError(f"its header promises more than its {buffer.size} bytes")
    for segment in root.tables(4):
        end = base + segment.number(0, packer.uint64) + segment.number(1, packer.uint64)
        if end > buffer.size:
            raise CorruptError(f"a segment ends at byte {end} of {buffer.size}")


def _read_calls(plan: Table):
    """The kernel calls of an execution plan, in order."""
    method = plan.text(0)
    operators = [_read_operator(operator) for operator in plan.tables(6)]
    values = _Values(plan)
    for chain in plan.tables(5):
        for index, instruction in enumerate(chain.tables(2)):
            if instruction.number(0, packer.uint8) != _KERNEL_CALL:
                continue
            call = instruction.table(1)
            if call is None:
                raise CorruptError(f"instruction {index} of method {method} is empty")
            op_index = call.number(0, packer.int32)
            if not 0 <= op_index < len(operators):
                raise CorruptError(f"instruction {index} of method {method} calls no operator")
            key, dtypes = values.describe(call.numbers(1, packer.int32))
            yield Call(operators[op_index], key, dtypes, method, index)


def _read_operator(table: Table) -> OpName:
    name, overload = table.text(0), table.text(1)
    try:
        return parse_op_name(f"{name}.{overload}" if overload else name)
    except SchemaError as error:
        raise CorruptError(str(error)) from None


class _Values:
    """The values of an execution plan, each read at most once."""

    def __init__(self, plan: Table):
        self._tables = plan.tables(2)
        self._metas: dict[int, TensorMeta | list[TensorMeta] | None] = {}

    def describe(self, arguments: tuple[int, ...]) -> tuple[KernelKey, frozenset[DType]]:
        """The kernel key of a call with these arguments, and all dtypes it touches."""
        metas = [self._meta(index) for index in arguments]
        key = tuple(meta for meta in metas if isinstance(meta, TensorMeta))
        listed = [meta for metas_ in metas if isinstance(metas_, list) for meta in metas_]
        return key, frozenset(meta.dtype for meta in [*key, *listed])

    def _meta(self, index: int) -> TensorMeta | list[TensorMeta] | None:
        if index not in self._metas:
            self._metas[index] = self._read(index, lists_allowed=True)
        return self._metas[index]

    def _read(self, index: int, lists_allowed: bool):
        value = self._tables[index]
        kind, table = value.number(0, packer.uint8), value.table(1)
        if table is None:
            return None
        if kind == _TENSOR:
            return _read_tensor(table)
        if kind in (_TENSOR_LIST, _OPTIONAL_TENSOR_LIST) and lists_allowed:
            items = (self._read(i, False) for i in table.numbers(0, packer.int32) if i >= 0)
            return [item for item in items if item is not None]
        return None


def _read_tensor(table: Table) -> TensorMeta:
    number = table.number(0, packer.int8)
    rank = len(table.numbers(2, packer.int32))
    dim_order = table.numbers(3, packer.uint8)
    if sorted(dim_order) != list(range(rank)):
        raise CorruptError(f"a tensor of rank {rank} has the dim order {list(dim_order)}")
    try:
        return TensorMeta(DType(number), dim_order)
    except ValueError:
        raise CorruptError(f"a tensor has the unknown dtype {number}") from None
