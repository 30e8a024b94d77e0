"""Tensors as kernels see them: bytes with a dtype, a shape and a dim order. This module does not need
PyTorch.
"""

from __future__ import annotations

import dataclasses
import math
import struct
from collections.abc import Sequence

from etgen.dtypes import COMPLEX, SETS, DType

# Formats of elements for the struct module; a complex element has two numbers. A Bool other than 0 or 1 is
# preserved.
_FORMATS = {
    DType.Byte: "B",
    DType.Char: "b",
    DType.Short: "h",
    DType.Int: "i",
    DType.Long: "q",
    DType.Half: "e",
    DType.Float: "f",
    DType.Double: "d",
    DType.ComplexHalf: "ee",
    DType.ComplexFloat: "ff",
    DType.ComplexDouble: "dd",
    DType.Bool: "B",
    DType.BFloat16: "H",
    DType.UInt16: "H",
    DType.UInt32: "I",
    DType.UInt64: "Q",
}

FLOATING = SETS["Floats"]
INTEGERS = frozenset(_FORMATS) - FLOATING - COMPLEX - {DType.Bool}


@dataclasses.dataclass(frozen=True)
class Tensor:
    """A tensor.

    Attributes:
      dtype: the dtype of its elements.
      shape: its sizes.
      order: its dimensions from the outermost to the innermost in memory.
      data: its elements in memory order.
    """

    dtype: DType
    shape: tuple[int, ...]
    order: tuple[int, ...]
    data: bytes

    @property
    def values(self) -> list:
        """The elements as Python numbers, row by row."""
        stored = decode(self.dtype, self.data)
        if self.order == tuple(range(len(self.shape))):
            return stored
        return [stored[i] for i in _places(self.shape, self.order)]

    def __str__(self) -> str:
        order = "" if self.order == tuple(range(len(self.shape))) else f" dim order {list(self.order)}"
        return f"{self.dtype.name}{list(self.shape)}{order}"


def tensor(
    dtype: DType, shape: Sequence[int], values: Sequence, order: Sequence[int] | None = None
) -> Tensor:
    """A tensor of Python numbers, given row by row; numbers that overflow a floating-point dtype become
    infinite.
    """
    order = tuple(range(len(shape)) if order is None else order)
    if order != tuple(range(len(shape))):
        stored = [None] * len(values)
        for value, place in zip(values, _places(tuple(shape), order), strict=True):
            stored[place] = value
        values = stored
    return Tensor(dtype, tuple(shape), order, encode(dtype, values))


def laid_out(value: Tensor, order: tuple[int, ...]) -> Tensor:
    """Converts a tensor to another dim order."""
    if order == value.order:
        return value
    return tensor(value.dtype, value.shape, value.values, order)


def size_of(dtype: DType) -> int:
    """The size of an element in bytes."""
    return struct.calcsize(f"<{_FORMATS[dtype]}")


def decode(dtype: DType, data: bytes) -> list:
    """Elements as Python numbers."""
    if dtype == DType.BFloat16:
        halves = struct.unpack(f"<{len(data) // 2}H", data)
        return list(
            struct.unpack(f"<{len(halves)}f", struct.pack(f"<{len(halves)}I", *(h << 16 for h in halves)))
        )
    numbers = struct.unpack(
        f"<{len(data) // size_of(dtype) * len(_FORMATS[dtype])}{_FORMATS[dtype][0]}", data
    )
    if dtype in COMPLEX:
        return [complex(re, im) for re, im in zip(numbers[::2], numbers[1::2], strict=True)]
    return list(numbers)


def encode(dtype: DType, values: Sequence) -> bytes:
    """The bytes of Python numbers."""
    if dtype == DType.BFloat16:
        floats = struct.unpack(f"<{len(values)}I", _floating("f", values))
        return struct.pack(f"<{len(values)}H", *map(_bfloat16, floats))
    if dtype in COMPLEX:
        values = [part for value in map(complex, values) for part in (value.real, value.imag)]
    code = _FORMATS[dtype][0]
    if code in "efd":
        return _floating(code, values)
    return struct.pack(f"<{len(values)}{code}", *map(int, values))


def _floating(code: str, values: Sequence[float]) -> bytes:
    try:
        return struct.pack(f"<{len(values)}{code}", *values)
    except OverflowError:
        return b"".join(_one_floating(code, value) for value in values)


def _one_floating(code: str, value: float) -> bytes:
    try:
        return struct.pack(f"<{code}", value)
    except OverflowError:
        return struct.pack(f"<{code}", math.copysign(math.inf, value))


def _bfloat16(bits: int) -> int:
    """The bits of a float, rounded to bfloat16."""
    if bits & 0x7FFFFFFF > 0x7F800000:  # NaN
        return (bits >> 16) | 0x40
    return (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16  # to nearest, ties to even


def _places(shape: tuple[int, ...], order: tuple[int, ...]) -> list[int]:
    """The position in memory of each element, row by row."""
    strides, stride = [0] * len(shape), 1
    for d in reversed(order):
        strides[d] = stride
        stride *= shape[d]
    places = [0]
    for size, stride in zip(shape, strides, strict=True):
        places = [place + i * stride for place in places for i in range(size)]
    return places
