"""Reads a VGF, the output file of Arm's converter: its shaders, and the values that they are bound to.

The format is that of Arm's VGF library: a header, and flatbuffers tables. Only the bindings of shaders are
read.
"""

import dataclasses
import struct

from flatbuffers import encode, packer
from flatbuffers.number_types import Uint8Flags, Uint32Flags
from flatbuffers.table import Table

_MAGIC = b"VGF1"
_SECTIONS = struct.Struct("<8Q")  # offset and size of modules, sequence, resources and constants
_NONE = 0xFFFFFFFF
# Vulkan's numbers of descriptor types.
_KINDS = {
    0: "sampler",
    1: "sampled_image",
    2: "sampled_image",
    3: "storage_image",
    7: "buffer",
    1000460000: "tensor",
}


class VgfError(ValueError):
    """The bytes are not a VGF of a known version."""


@dataclasses.dataclass(frozen=True)
class Resource:
    """A view of a value.

    Attributes:
      kind: `tensor`, `buffer`, `sampled_image` or `storage_image`; empty for others.
      value: equal for all views of one value, which share its memory.
      is_input: whether it is a view of an input of the model.
    """

    kind: str
    value: int
    is_input: bool


@dataclasses.dataclass(frozen=True)
class Segment:
    """A step of the model.

    Attributes:
      code: the SPIR-V of a shader; empty for a graph.
      bindings: for a shader, the indices of resources by binding.
      outputs: the indices of the resources that it writes.
    """

    code: bytes
    bindings: dict[int, int]
    outputs: tuple[int, ...]


@dataclasses.dataclass(frozen=True)
class Vgf:
    """The contents of a VGF; `inputs` and `outputs` are the resources that the runtime copies to and from."""

    resources: tuple[Resource, ...]
    segments: tuple[Segment, ...]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]


def read(data: bytes) -> Vgf:
    """Reads a VGF. Raises `VgfError`."""
    if data[:4] != _MAGIC:
        raise VgfError("it does not begin with VGF1")
    try:
        modules, _, sequence, _, resources, *_ = _SECTIONS.unpack_from(data, 16)
        shaders = [_code(module) for module in _tables(_root(data, modules), 0)]
        root = _root(data, sequence)
        return Vgf(
            tuple(_resource(i, entry) for i, entry in enumerate(_tables(_root(data, resources), 0))),
            tuple(_segment(segment, shaders) for segment in _tables(root, 0)),
            tuple(_slots(root, 1).values()),
            tuple(_slots(root, 2).values()),
        )
    except (struct.error, IndexError, TypeError) as error:
        raise VgfError(f"it is truncated, or of another version: {error}") from None


def _resource(index: int, entry: Table) -> Resource:
    group = _number(entry, 6, _NONE)
    # Negative, so that an index never equals a group.
    value = -1 - index if group == _NONE else group
    return Resource(_KINDS.get(_number(entry, 0), ""), value, _number(entry, 2, flags=Uint8Flags) == 0)


def _segment(segment: Table, shaders: list[bytes]) -> Segment:
    bindings: dict[int, int] = {}
    for descriptors in _tables(segment, 3):
        bindings |= _slots(descriptors, 0)
    is_compute = _number(segment, 0, flags=Uint8Flags) == 0
    code = shaders[_number(segment, 2)] if is_compute else b""
    return Segment(code, bindings if is_compute else {}, tuple(_slots(segment, 5).values()))


def _code(module: Table) -> bytes:
    """The SPIR-V of a module; empty if it is in another language."""
    at = module.Offset(4 + 2 * 4)
    if not at or _number(module, 3, flags=Uint8Flags) != 1:
        return b""
    words = Table(module.Bytes, module.Indirect(at + module.Pos))
    at = words.Offset(4)
    start, count = (words.Vector(at), words.VectorLen(at)) if at else (0, 0)
    return bytes(words.Bytes[start : start + 4 * count])


def _slots(table: Table, field: int) -> dict[int, int]:
    """Resources by binding."""
    return {_number(slot, 0): _number(slot, 1) for slot in _tables(table, field)}


def _root(data: bytes, offset: int) -> Table:
    return Table(data, encode.Get(packer.uoffset, data, offset) + offset)


def _number(table: Table, field: int, default: int = 0, flags: type = Uint32Flags) -> int:
    return table.GetSlot(4 + 2 * field, default, flags)


def _tables(table: Table, field: int) -> list[Table]:
    """The tables of a vector."""
    at = table.Offset(4 + 2 * field)
    if not at:
        return []
    start = table.Vector(at)
    return [Table(table.Bytes, table.Indirect(start + 4 * i)) for i in range(table.VectorLen(at))]
