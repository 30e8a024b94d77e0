"""Converts tensors to NumPy's arrays, for references that use NumPy. NumPy has no BFloat16."""

from __future__ import annotations

import numpy
from etgen.dtypes import DType

from kernel_testing.tensors import Tensor, laid_out

_NUMPY = {
    DType.Byte: "u1",
    DType.Char: "i1",
    DType.Short: "i2",
    DType.Int: "i4",
    DType.Long: "i8",
    DType.Half: "f2",
    DType.Float: "f4",
    DType.Double: "f8",
    DType.ComplexFloat: "c8",
    DType.ComplexDouble: "c16",
    DType.Bool: "?",
    DType.UInt16: "u2",
    DType.UInt32: "u4",
    DType.UInt64: "u8",
}
_PLAIN = {numpy.dtype(code): dtype for dtype, code in _NUMPY.items()}


def to_numpy(tensor: Tensor) -> numpy.ndarray:
    rows = laid_out(tensor, tuple(range(len(tensor.shape))))
    return numpy.frombuffer(bytearray(rows.data), dtype=_NUMPY[tensor.dtype]).reshape(tensor.shape)


def from_numpy(array: numpy.ndarray) -> Tensor:
    array = numpy.asarray(array)
    return Tensor(_PLAIN[array.dtype], array.shape, tuple(range(array.ndim)), array.tobytes())
