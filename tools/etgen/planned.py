"""The memory-planned buffers of a program, which an app allocates for each method.

The sizes of the method and temp allocators depend on the runtime and are not part of the program.
"""

import dataclasses
from collections.abc import Iterable

from flatbuffers import packer

from etgen import program_fields as fields
from etgen.flatbuffer import CorruptError, Table
from etgen.text_table import aligned

_DEVICES = ("CPU", "CUDA")


@dataclasses.dataclass(frozen=True)
class PlannedBuffer:
    """A buffer of a method.

    Attributes:
      index: its position in the list of spans that the app passes to the runtime, from 0.
      size: its bytes.
      device: the device of its memory; `CPU` by default.
    """

    method: str
    index: int
    size: int
    device: str


def read(plan: Table) -> list[PlannedBuffer]:
    """The buffers of an execution plan. Raises `CorruptError` for a negative size."""
    method = plan.text(fields.ExecutionPlan.NAME)
    sizes = plan.numbers(fields.ExecutionPlan.NON_CONST_BUFFER_SIZES, packer.int64)
    if any(size < 0 for size in sizes):
        raise CorruptError(f"a planned buffer of method {method} has a negative size")
    entries = plan.tables(fields.ExecutionPlan.NON_CONST_BUFFER_DEVICE)
    devices = {
        entry.number(fields.NonConstBufferDevice.BUFFER_IDX, packer.int32): _device(
            entry.number(fields.NonConstBufferDevice.DEVICE_TYPE, packer.int8)
        )
        for entry in entries
    }
    # The first size is reserved and not a buffer; the device entries count it, the runtime's spans do not.
    return [
        PlannedBuffer(method, index - 1, size, devices.get(index, "CPU"))
        for index, size in enumerate(sizes)
        if index > 0
    ]


def table(buffers: Iterable[tuple[str, PlannedBuffer]]) -> str:
    """One row per buffer: model, method, buffer, device and bytes."""
    rows = [
        (model, buffer.method, str(buffer.index), buffer.device, f"{buffer.size:,}")
        for model, buffer in buffers
    ]
    if not rows:
        return "no planned buffers\n"
    return aligned(("model", "method", "buffer", "device", "bytes"), rows, {"buffer", "bytes"})


def _device(number: int) -> str:
    return _DEVICES[number] if 0 <= number < len(_DEVICES) else f"device {number}"
