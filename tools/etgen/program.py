"""The requirements of a `.pte` file: kernels for the calls of its methods, backends for its delegates.

The file is mapped into memory and only the program's tables are read; weights are never loaded. Bundled
programs (`.bpte`) are unwrapped.
"""

import dataclasses
import functools
import mmap
import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from flatbuffers import packer

from etgen import file_log, planned, runtime_limits
from etgen import program_fields as fields
from etgen.call_facts import CallFacts
from etgen.errors import InputError, Location, cannot_read, input_error
from etgen.flatbuffer import Buffer, CorruptError, Table
from etgen.planned import PlannedBuffer
from etgen.program_facts import FactReader
from etgen.program_values import Call, Value, Values
from etgen.schema import OpName, SchemaError, parse_op_name

_PROGRAM = b"ET12"
_BUNDLED_PROGRAM = b"BP08"
_EXTENDED_HEADER = b"eh00"

# Members of the union InstructionArguments.
_KERNEL_CALL, _DELEGATE_CALL, _MOVE_CALL = 1, 2, 3

# The index of an instruction, its kind, its target, and its arguments.
Instruction = tuple[int, int, Table]

# The member of the enum DataLocation for payloads in segments; other payloads are in the tables.
_SEGMENT = 1

Result = TypeVar("Result")

# The output directory of Bazel, which is named after the configuration.
_BAZEL_OUTPUTS = re.compile(r"bazel-out/[^/]+/bin/")


@dataclasses.dataclass(frozen=True)
class Delegate:
    """A part of a method that a backend runs. The runtime loads all of them with the method.

    Attributes:
      backend: the id that the runtime looks the backend up by.
      calls: the instructions that run it.
      payload: its location in the file, as (location, index); several delegates may share it.
      payload_bytes: the size of the data that was compiled for the backend, without data that it refers to by
      name.
    """

    backend: str
    method: str
    calls: tuple[int, ...]
    payload: tuple[int, int]
    payload_bytes: int


@dataclasses.dataclass(frozen=True)
class Model:
    """A model file.

    Attributes:
      all_calls: all different (operator, values), in order of their first occurrence.
      delegates: the delegates of all methods.
      named_data_bytes: the size of the data that delegates refer to by name, such as weights.
      planned: the memory-planned buffers of its methods.
      facts: if they were asked for, what is true of its calls, as different (first call, facts); None for
        facts that are unknown.
    """

    path: str
    all_calls: tuple[Call, ...]
    delegates: tuple[Delegate, ...]
    named_data_bytes: int
    planned: tuple[PlannedBuffer, ...]
    facts: tuple[tuple[Call, CallFacts | None], ...] = ()

    @functools.cached_property
    def calls(self) -> tuple[Call, ...]:
        """All different (operator, key, dtypes), in order of their first occurrence."""
        different: dict[tuple, Call] = {}
        for call in self.all_calls:
            different.setdefault((call.op, call.key, call.dtypes), call)
        return tuple(different.values())

    @property
    def name(self) -> str:
        return os.path.basename(self.path)

    @property
    def source(self) -> str:
        """The name of the model in selections; several models of a project may be called model.pte.

        It is the path, or only the file's name if other machines or builds have another path.
        """
        path = _BAZEL_OUTPUTS.sub("", os.path.normpath(self.path).replace(os.sep, "/"))
        return self.name if os.path.isabs(path) or path.startswith(("../", "buck-out/")) else path

    @property
    def backends(self) -> frozenset[str]:
        """The ids of the backends that it needs."""
        return frozenset(delegate.backend for delegate in self.delegates)


def read(path: str, call_facts: bool = False) -> Model:
    """Reads a model, with facts of its calls if they are asked for.

    Raises `InputError` if the file is missing, truncated, or a `.pte` that no runtime loads.
    """
    return _read(path, lambda path, data: _read_program(path, data, call_facts))


def inputs(path: str) -> dict[str, tuple[Value, ...]]:
    """The inputs of each method of a model. Raises `InputError` like `read`."""
    return _read(path, lambda _, data: dict(map(_read_inputs, _plans(data))))


def _read(path: str, reader: Callable[[str, bytes | mmap.mmap], Result]) -> Result:
    try:
        file_log.reads(path)
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size == 0:
                raise CorruptError("the file is empty")
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                return reader(path, data)
    except OSError as error:
        raise cannot_read(path, error) from None
    except CorruptError as error:
        hint = "give the complete .pte file that to_executorch() made"
        raise input_error(f"not an ExecuTorch program: {error}", hint, Location(path)) from None


def _buffer(data: bytes | mmap.mmap) -> Buffer:
    if data[4:8] == _BUNDLED_PROGRAM:
        start, length = Buffer(data, _BUNDLED_PROGRAM).root().span(fields.BundledProgram.PROGRAM)
        data = data[start : start + length]
    return Buffer(data, _PROGRAM)


def _plans(data: bytes | mmap.mmap) -> Iterable[Table]:
    return _buffer(data).root().tables(fields.Program.EXECUTION_PLAN)


def _read_inputs(plan: Table) -> tuple[str, tuple[Value, ...]]:
    values = Values(plan)
    numbers = plan.numbers(fields.ExecutionPlan.INPUTS, packer.int32)
    return plan.text(fields.ExecutionPlan.NAME), tuple(values[number] for number in numbers)


def _read_program(path: str, data: bytes | mmap.mmap, call_facts: bool) -> Model:
    buffer = _buffer(data)
    root = buffer.root()
    _check_segments(buffer, root)
    calls: dict[tuple, Call] = {}
    facts: dict[tuple, Call] = {}
    delegates: list[Delegate] = []
    buffers: list[PlannedBuffer] = []
    problems = runtime_limits.of_program(root)
    for plan in root.tables(fields.Program.EXECUTION_PLAN):
        values, instructions = Values(plan), list(_read_instructions(plan))
        delegates += _read_delegates(root, plan, instructions)
        buffers += planned.read(plan)
        in_order = list(_read_calls(plan, values, instructions))
        for call in in_order:
            calls.setdefault((call.op, call.values), call)
        if call_facts:
            for call, of_call in _read_facts(plan, values, instructions, in_order):
                facts.setdefault((call.op, of_call), call)
        problems += runtime_limits.of_method(plan, values)
    problems += [problem for call in calls.values() for problem in runtime_limits.of_call(call)]
    if problems:
        raise InputError([problem._replace(where=Location(path)) for problem in problems])
    return Model(
        path,
        tuple(calls.values()),
        tuple(delegates),
        _named_data_bytes(root),
        tuple(buffers),
        tuple((call, of_call) for (_, of_call), call in facts.items()),
    )


def _check_segments(buffer: Buffer, root: Table) -> None:
    """Detects a file that was truncated after its tables."""
    base = buffer.size
    if buffer.size >= 32 and buffer.bytes(8, 4) == _EXTENDED_HEADER:
        length, program_size, base = (
            buffer.number(packer.uint32, 12),
            buffer.number(packer.uint64, 16),
            buffer.number(packer.uint64, 24),
        )
        data_size = buffer.number(packer.uint64, 32) if length >= 32 else 0
        if max(program_size, base + data_size) > buffer.size:
            raise CorruptError(f"its header says that it is longer than its {buffer.size} bytes")
    for segment in root.tables(fields.Program.SEGMENTS):
        offset = segment.number(fields.DataSegment.OFFSET, packer.uint64)
        end = base + offset + segment.number(fields.DataSegment.SIZE, packer.uint64)
        if end > buffer.size:
            raise CorruptError(f"a segment ends at byte {end} of {buffer.size}")


def _named_data_bytes(root: Table) -> int:
    """The size of the segments that have names, each counted once."""
    segments = root.tables(fields.Program.SEGMENTS)
    named = {
        data.number(fields.NamedData.SEGMENT_INDEX, packer.uint32)
        for data in root.tables(fields.Program.NAMED_DATA)
    }
    return sum(segments[index].number(fields.DataSegment.SIZE, packer.uint64) for index in named)


def _read_instructions(plan: Table) -> Iterator[Instruction]:
    """The relevant instructions of an execution plan, in order."""
    for chain in plan.tables(fields.ExecutionPlan.CHAINS):
        for index, instruction in enumerate(chain.tables(fields.Chain.INSTRUCTIONS)):
            kind = instruction.number(fields.Instruction.INSTR_ARGS_TYPE, packer.uint8)
            if kind not in (_KERNEL_CALL, _DELEGATE_CALL, _MOVE_CALL):
                continue
            call = instruction.table(fields.Instruction.INSTR_ARGS)
            if call is None:
                method = plan.text(fields.ExecutionPlan.NAME)
                raise CorruptError(f"instruction {index} of method {method} is empty")
            yield index, kind, call


def _read_calls(plan: Table, values: Values, instructions: list[Instruction]) -> Iterator[Call]:
    """The kernel calls of an execution plan, in order."""
    method = plan.text(fields.ExecutionPlan.NAME)
    operators = [_read_operator(operator) for operator in plan.tables(fields.ExecutionPlan.OPERATORS)]
    values.are_computed(_written_to(values, instructions))
    for index, kind, call in instructions:
        if kind != _KERNEL_CALL:
            continue
        op_index = call.number(fields.KernelCall.OP_INDEX, packer.int32)
        if not 0 <= op_index < len(operators):
            raise CorruptError(f"instruction {index} of method {method} calls no operator")
        passed = tuple(values[i] for i in call.numbers(fields.KernelCall.ARGS, packer.int32))
        yield Call(operators[op_index], passed, method, index)


def _written_to(values: Values, instructions: list[Instruction]) -> Iterator[int]:
    """The numbers that instructions may write to, and other values that cannot be distinguished from them.

    Only the schema of an operator says which arguments are results; they are the last ones, and the results
    of an operator that writes to an out are tensors.
    """
    for _, kind, call in instructions:
        if kind == _MOVE_CALL:
            yield call.number(fields.MoveCall.MOVE_TO, packer.int32)
            continue
        # For a delegate call, the arguments are in the same field.
        arguments = call.numbers(fields.KernelCall.ARGS, packer.int32)
        for index in reversed(arguments):
            if values[index].metas and kind == _KERNEL_CALL:
                break
            yield index


def _read_facts(
    plan: Table, values: Values, instructions: list[Instruction], calls: list[Call]
) -> Iterator[tuple[Call, CallFacts | None]]:
    """The facts of the kernel calls of an execution plan, which are given in order."""
    reader = FactReader(plan, values)
    arguments: list[tuple[int, ...]] = []
    for _, kind, table in instructions:
        if kind == _MOVE_CALL:
            reader.moves(table.number(fields.MoveCall.MOVE_TO, packer.int32))
            continue
        # For a delegate call, the arguments are in the same field.
        passed = table.numbers(fields.KernelCall.ARGS, packer.int32)
        if kind == _DELEGATE_CALL:
            reader.delegates(passed)
        else:
            reader.calls(calls[len(arguments)].op, passed)
            arguments.append(passed)
    for call, passed in zip(calls, arguments, strict=True):
        yield call, reader.facts(passed)


def _read_delegates(root: Table, plan: Table, instructions: list[Instruction]) -> Iterator[Delegate]:
    """The delegates of an execution plan, in order."""
    method = plan.text(fields.ExecutionPlan.NAME)
    calls: dict[int, list[int]] = {}
    for index, kind, call in instructions:
        if kind == _DELEGATE_CALL:
            called = call.number(fields.DelegateCall.DELEGATE_INDEX, packer.int32)
            calls.setdefault(called, []).append(index)
    delegates = plan.tables(fields.ExecutionPlan.DELEGATES)
    for number, called_at in calls.items():
        if not 0 <= number < len(delegates):
            raise CorruptError(f"instruction {called_at[0]} of method {method} calls no delegate")
    for number, delegate in enumerate(delegates):
        payload, size = _read_payload(root, delegate)
        backend = delegate.text(fields.BackendDelegate.ID)
        yield Delegate(backend, method, tuple(calls.get(number, ())), payload, size)


def _read_payload(root: Table, delegate: Table) -> tuple[tuple[int, int], int]:
    """The location and the size of the data that was compiled for a backend."""
    reference = delegate.table(fields.BackendDelegate.PROCESSED)
    if reference is None:
        backend = delegate.text(fields.BackendDelegate.ID)
        raise CorruptError(f"a delegate of {backend} has no payload")
    location = reference.number(fields.BackendDelegateDataReference.LOCATION, packer.int8)
    index = reference.number(fields.BackendDelegateDataReference.INDEX, packer.uint32)
    if location == _SEGMENT:
        segment = root.tables(fields.Program.SEGMENTS)[index]
        size = segment.number(fields.DataSegment.SIZE, packer.uint64)
    else:
        inline = root.tables(fields.Program.BACKEND_DELEGATE_DATA)[index]
        _, size = inline.span(fields.BackendDelegateInlineData.DATA)
    return (location, index), size


def _read_operator(table: Table) -> OpName:
    name, overload = table.text(fields.Operator.NAME), table.text(fields.Operator.OVERLOAD)
    try:
        return parse_op_name(f"{name}.{overload}" if overload else name)
    except SchemaError as error:
        raise CorruptError(str(error)) from None
