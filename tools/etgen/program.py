"""The requirements of a `.pte` file: kernels for the calls of its methods, backends for its delegates.

The file is mapped into memory and only the program's tables are read; weights are never loaded. Bundled
programs (`.bpte`) are unwrapped.
"""

import dataclasses
import functools
import mmap
import os
import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from flatbuffers import packer

from etgen import file_log, planned, program_delegates, program_instructions, runtime_limits
from etgen import program_fields as fields
from etgen.call_facts import CallFacts
from etgen.errors import InputError, Location, cannot_read, input_error
from etgen.flatbuffer import Buffer, CorruptError, Table
from etgen.planned import PlannedBuffer
from etgen.program_delegates import Delegate
from etgen.program_values import Call, Value, Values

_PROGRAM = b"ET12"
_BUNDLED_PROGRAM = b"BP08"
_EXTENDED_HEADER = b"eh00"

Result = TypeVar("Result")

# The output directory of Bazel, which is named after the configuration.
_BAZEL_OUTPUTS = re.compile(r"bazel-out/[^/]+/bin/")


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
        values, instructions = Values(plan), list(program_instructions.read(plan))
        delegates += program_delegates.read(root, plan, instructions)
        buffers += planned.read(plan)
        in_order = list(program_instructions.calls(plan, values, instructions))
        for call in in_order:
            calls.setdefault((call.op, call.values), call)
        if call_facts:
            from etgen import program_facts  # few builds are call selective

            for call, of_call in program_facts.read(plan, values, instructions, in_order):
                facts.setdefault((call.op, of_call), call)
        problems += runtime_limits.of_method(plan, values)
    problems += [problem for call in calls.values() for problem in runtime_limits.of_call(call)]
    if problems:
        raise InputError([problem._replace(where=Location(path)) for problem in problems])
    return Model(
        path,
        tuple(calls.values()),
        tuple(delegates),
        program_delegates.named_data_bytes(root),
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
