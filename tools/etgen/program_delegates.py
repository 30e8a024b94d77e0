"""The delegates in a `.pte` file, and the data that was compiled for their backends."""

import dataclasses
from collections.abc import Iterator

from flatbuffers import packer

from etgen import program_fields as fields
from etgen.flatbuffer import CorruptError, Table
from etgen.program_instructions import DELEGATE_CALL, Instruction

# The member of the enum DataLocation for payloads in segments; other payloads are in the tables.
_SEGMENT = 1


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


def read(root: Table, plan: Table, instructions: list[Instruction]) -> Iterator[Delegate]:
    """The delegates of an execution plan, in order."""
    method = plan.text(fields.ExecutionPlan.NAME)
    calls: dict[int, list[int]] = {}
    for index, kind, call in instructions:
        if kind == DELEGATE_CALL:
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


def named_data_bytes(root: Table) -> int:
    """The size of the segments that have names, each counted once."""
    segments = root.tables(fields.Program.SEGMENTS)
    named = {
        data.number(fields.NamedData.SEGMENT_INDEX, packer.uint32)
        for data in root.tables(fields.Program.NAMED_DATA)
    }
    return sum(segments[index].number(fields.DataSegment.SIZE, packer.uint64) for index in named)
