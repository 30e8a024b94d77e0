"""Reads an untrusted flatbuffer.

The `flatbuffers` package decodes the numbers; this module validates them. Every offset, length and string is
checked against the buffer before it is used, and a crafted file whose tables overlap, so that a small file
unfolds into endless data, is stopped by a budget on what is read in total. Anything wrong raises
`CorruptError`. The buffer may be a memory map: only pages that are read are loaded.
"""

import mmap
from collections.abc import Iterator
from typing import Any

from flatbuffers import encode, packer

# For real programs, 0.8 to 1.6 bytes are read per byte of their tables.
_READS_PER_BYTE = 6
_MINIMUM_BUDGET = 1 << 16


class CorruptError(ValueError):
    """The buffer is not a flatbuffer of the expected schema."""


class Buffer:
    """A span of bytes that refuses reads outside of it."""

    def __init__(self, data: bytes | mmap.mmap, identifier: bytes):
        """`identifier` is the four bytes at offset 4."""
        self.size = len(data)
        self._data = data
        self._budget = max(_MINIMUM_BUDGET, _READS_PER_BYTE * self.size)
        if self.bytes(4, 4) != identifier:
            raise CorruptError(f"its file identifier is not {identifier.decode()}")

    def root(self) -> "Table":
        return Table(self, self.offset(0))

    def bytes(self, start: int, length: int) -> bytes:
        self._check(start, length)
        return bytes(self._data[start : start + length])

    def number(self, kind: Any, start: int) -> int:
        """A number of one of `flatbuffers.packer`'s formats."""
        self._check(start, kind.size)
        return encode.Get(kind, self._data, start)

    def numbers(self, kind: Any, start: int, count: int) -> tuple[int, ...]:
        self._check(start, kind.size * count)
        return packer.struct.unpack_from(f"<{count}{kind.format[-1]}", self._data, start)

    def offset(self, start: int) -> int:
        """The position that the forward offset stored at `start` points to."""
        target = start + self.number(packer.uoffset, start)
        if target <= start:
            raise CorruptError("an offset points to itself")
        return target

    def _check(self, start: int, length: int) -> None:
        if start < 0 or length < 0 or start + length > self.size:
            raise CorruptError(f"byte {start + length} lies outside of the {self.size} bytes")
        self._budget -= length + 1
        if self._budget < 0:
            raise CorruptError("its tables overlap: they expand to more data than the file has")


class Table:
    """A table at a checked position. Fields are named by their index in the schema."""

    def __init__(self, buffer: Buffer, position: int):
        self._buffer = buffer
        self._position = position
        self._vtable = position - buffer.number(packer.soffset, position)
        self._vtable_size = buffer.number(packer.voffset, self._vtable)

    def number(self, index: int, kind: Any, default: int = 0) -> int:
        place = self._field(index)
        return default if place is None else self._buffer.number(kind, place)

    def text(self, index: int) -> str:
        """A string field; empty if it is absent."""
        start, length = self._vector(index)
        try:
            return self._buffer.bytes(start, length).decode("utf-8")
        except UnicodeDecodeError:
            raise CorruptError("a string is not UTF-8") from None

    def table(self, index: int) -> "Table | None":
        """A table field, or the table of a union's value."""
        place = self._field(index)
        return None if place is None else Table(self._buffer, self._buffer.offset(place))

    def numbers(self, index: int, kind: Any) -> tuple[int, ...]:
        """A vector of numbers; empty if it is absent."""
        start, count = self._vector(index)
        return self._buffer.numbers(kind, start, count)

    def length(self, index: int) -> int:
        """The declared number of elements of a vector, without reading them; 0 if it is absent."""
        return self._vector(index)[1]

    def tables(self, index: int) -> "TableVector":
        """A vector of tables; empty if it is absent. Elements are read when they are asked for."""
        return TableVector(self._buffer, *self._vector(index))

    def span(self, index: int) -> tuple[int, int]:
        """Start and length of a vector of bytes, which is not read."""
        start, length = self._vector(index)
        if start + length > self._buffer.size:
            raise CorruptError("a vector of bytes lies outside of the file")
        return start, length

    def _field(self, index: int) -> int | None:
        slot = 4 + 2 * index
        if slot + 2 > self._vtable_size:
            return None
        offset = self._buffer.number(packer.voffset, self._vtable + slot)
        return self._position + offset if offset else None

    def _vector(self, index: int) -> tuple[int, int]:
        place = self._field(index)
        if place is None:
            return 0, 0
        start = self._buffer.offset(place)
        return start + 4, self._buffer.number(packer.uint32, start)


class TableVector:
    """A vector of tables, each read when it is asked for."""

    def __init__(self, buffer: Buffer, start: int, count: int):
        if start + 4 * count > buffer.size:
            raise CorruptError("a vector of tables lies outside of the file")
        self._buffer, self._start, self._count = buffer, start, count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> Table:
        if not 0 <= index < self._count:
            raise CorruptError(f"index {index} into a vector of {self._count}")
        return Table(self._buffer, self._buffer.offset(self._start + 4 * index))

    def __iter__(self) -> Iterator[Table]:
        return (self[i] for i in range(self._count))
