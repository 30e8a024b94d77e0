"""The runtime's scalar types, once.

Numbers and names are those of `executorch::aten::ScalarType`, which the kernel keys, the `.pte` schema and
the yaml files all share.
"""

import enum
from collections.abc import Iterable


class DType(enum.IntEnum):
    """A scalar type; the value is its number in kernel keys and in the `.pte` file."""

    Byte = 0
    Char = 1
    Short = 2
    Int = 3
    Long = 4
    Half = 5
    Float = 6
    Double = 7
    ComplexHalf = 8
    ComplexFloat = 9
    ComplexDouble = 10
    Bool = 11
    QInt8 = 12
    QUInt8 = 13
    QInt32 = 14
    BFloat16 = 15
    QUInt4x2 = 16
    QUInt2x4 = 17
    Bits1x8 = 18
    Bits2x4 = 19
    Bits4x2 = 20
    Bits8 = 21
    Bits16 = 22
    Float8_e5m2 = 23
    Float8_e4m3fn = 24
    Float8_e5m2fnuz = 25
    Float8_e4m3fnuz = 26
    UInt16 = 27
    UInt32 = 28
    UInt64 = 29


# Names for sets of dtypes in the `dtypes` of a kernel.
SETS = {
    "Integers": frozenset({DType.Byte, DType.Char, DType.Short, DType.Int, DType.Long}),
    "Unsigned": frozenset({DType.UInt16, DType.UInt32, DType.UInt64}),
    "Floats": frozenset({DType.Half, DType.BFloat16, DType.Float, DType.Double}),
    "Complex": frozenset({DType.ComplexHalf, DType.ComplexFloat, DType.ComplexDouble}),
}
SETS["Real"] = SETS["Integers"] | SETS["Unsigned"] | SETS["Floats"] | {DType.Bool}

COMPLEX = SETS["Complex"]

# Spellings that other tools write for the same type.
ALIASES = {"QUInt4X2": DType.QUInt4x2, "QUInt2X4": DType.QUInt2x4, "Uint64": DType.UInt64}


def describe(dtypes: Iterable[DType]) -> str:
    """The dtypes as a list for people, in the order of their numbers."""
    return ", ".join(dtype.name for dtype in sorted(dtypes))


def parse_dtype(name: str) -> DType | None:
    """The scalar type of that name (`Float`), or None."""
    return DType.__members__.get(name, ALIASES.get(name))
