"""The memory layout of a storage buffer: whether it consists of scalars of one type without gaps.

`vec3[]` has a gap of 4 bytes after each element, and reads a tensor of 3 channels incorrectly; a struct of
three floats, or `float[]`, has no gaps.
"""

import dataclasses

from etgen.shader import spirv_module as sm
from etgen.shader.spirv_module import Instruction, Module, SpirvError

_ROW_MAJOR, _ARRAY_STRIDE, _MATRIX_STRIDE, _OFFSET = 4, 6, 7, 35
_DEEPEST = 20


@dataclasses.dataclass(frozen=True)
class Scalar:
    """`kind` is `float`, `int` or `uint`."""

    kind: str
    bits: int

    def __str__(self) -> str:
        return f"{self.kind}{self.bits}"


@dataclasses.dataclass(frozen=True)
class Tightness:
    """Whether a block is one array of scalars without gaps.

    Attributes:
      scalar: the type of the scalars, if all have the same type.
      vector: the number of scalars in an element of the array.
      length: the number of elements of the array; None if it has no size.
      gap: a description of the mismatch; None if there is none.
      unaligned: a description of a member that has no gap but violates std430's alignment: a device only
        accepts it with the feature scalarBlockLayout.
    """

    scalar: Scalar | None
    vector: int = 1
    length: int | None = None
    gap: str | None = None
    unaligned: str | None = None


class _GapError(Exception):
    pass


def scalar_of(module: Module, identifier: int) -> Scalar | None:
    """The scalar type with this id; None for other types and for floats that are not IEEE's."""
    definition = module.definition(identifier)
    if definition.opcode == sm.TYPE_FLOAT:
        return Scalar("float", definition[1]) if len(definition.words) == 2 else None
    if definition.opcode == sm.TYPE_INT:
        return Scalar("int" if definition[2] else "uint", definition[1])
    return None


def nbytes_of(module: Module, identifier: int, depth: int = 0) -> int:
    """The number of bytes of a value of a type without gaps; a bool takes 4."""
    if depth > _DEEPEST:
        raise SpirvError("types are nested too deeply")
    definition = module.definition(identifier)
    if definition.opcode in (sm.TYPE_INT, sm.TYPE_FLOAT):
        return definition[1] // 8
    if definition.opcode == sm.TYPE_STRUCT:
        return sum(nbytes_of(module, member, depth + 1) for member in definition.words[1:])
    if definition.opcode == sm.TYPE_ARRAY:
        return module.integer(definition[2]) * nbytes_of(module, definition[1], depth + 1)
    if definition.opcode in (sm.TYPE_VECTOR, sm.TYPE_MATRIX):
        return definition[2] * nbytes_of(module, definition[1], depth + 1)
    return 4


def tightness(module: Module, block: Instruction) -> Tightness:
    """Inspects the block of a storage buffer."""
    members = block.words[1:]
    array = module.definition(members[0]) if len(members) == 1 else None
    if array is None or array.opcode not in (sm.TYPE_ARRAY, sm.TYPE_RUNTIME_ARRAY):
        what = f"{len(members)} members" if len(members) != 1 else "one member that is not an array"
        return Tightness(None, gap=f"its block has {what}")
    if module.decoration(block[0], _OFFSET, 0):
        return Tightness(None, gap="its array does not begin at offset 0")
    reader = _Reader(module)
    try:
        element = reader.read(array[1], _matrix(module, block[0], 0))
    except _GapError as error:
        return Tightness(None, gap=str(error))
    stride = module.decoration(array[0], _ARRAY_STRIDE)
    length = module.integer(array[2]) if array.opcode == sm.TYPE_ARRAY else None
    gap = None
    if stride == element.nbytes:
        reader.check_aligned("an element", stride, element)
    else:
        gap = f"an element of {element.nbytes} bytes every {stride} bytes"
    return Tightness(element.scalar, element.count, length, gap, reader.unaligned)


_Matrix = tuple[int | None, bool]


def _matrix(module: Module, struct: int, member: int) -> _Matrix:
    """For a matrix that is a member: its stride, and whether it is row-major."""
    stride = module.decoration(struct, _MATRIX_STRIDE, member)
    return stride, module.decorated(struct, _ROW_MAJOR, member)


@dataclasses.dataclass(frozen=True)
class _Element:
    """A type as a number of scalars of one type; `alignment` is that of std430, in bytes."""

    scalar: Scalar
    count: int
    alignment: int
    is_vector: bool = False

    @property
    def nbytes(self) -> int:
        return self.count * self.scalar.bits // 8

    def times(self, count: int, alignment: int | None = None) -> "_Element":
        """An array of `count` elements."""
        return _Element(self.scalar, self.count * count, alignment or self.alignment)


class _Reader:
    """Reads types; raises `_GapError` if there are gaps between scalars.

    Attributes:
      unaligned: a description of the first violation of std430's alignment.
    """

    def __init__(self, module: Module):
        self.module = module
        self.unaligned: str | None = None

    def check_aligned(self, what: str, at: int, element: _Element) -> None:
        """Records an offset or stride that std430 does not allow."""
        # A vector that is a member may begin at any scalar of 16 aligned bytes, if it also ends there.
        is_inside = at // 16 == (at + element.nbytes - 1) // 16
        if at % element.alignment and not (element.is_vector and what == "a member" and is_inside):
            size = f"{element.count} {element.scalar}"
            where = "at" if what == "a member" else "every"
            self.unaligned = self.unaligned or f"{what} of {size} is {where} {at} bytes"

    def read(self, identifier: int, matrix: _Matrix = (None, False), depth: int = 0) -> _Element:
        """Reads a type; `matrix` describes the member that has it."""
        if depth > _DEEPEST:
            raise SpirvError("types are nested too deeply")
        definition = self.module.definition(identifier)
        if definition.opcode == sm.TYPE_VECTOR:
            one, size = self.read(definition[1], matrix, depth + 1), definition[2]
            return dataclasses.replace(one.times(size, _aligned(one, size)), is_vector=True)
        if definition.opcode == sm.TYPE_MATRIX:
            return self._read_matrix(definition, matrix, depth)
        if definition.opcode == sm.TYPE_ARRAY:
            return self._read_array(definition, matrix, depth)
        if definition.opcode == sm.TYPE_STRUCT:
            return self._read_struct(definition, depth)
        scalar = scalar_of(self.module, identifier)
        if scalar is None or scalar.bits < 8:
            raise _GapError("its elements are of a type that no tensor has")
        return _Element(scalar, 1, scalar.bits // 8)

    def _read_matrix(self, definition: Instruction, matrix: _Matrix, depth: int) -> _Element:
        column = self.read(definition[1], matrix, depth + 1)
        stride, row_major = matrix
        size = definition[2] if row_major else column.count
        line = size * column.scalar.bits // 8
        if stride != line:
            raise _GapError(f"a line of {line} bytes of a matrix every {stride} bytes")
        one = _Element(column.scalar, 1, column.scalar.bits // 8)
        vector = one.times(size, _aligned(one, size))
        self.check_aligned("a line of a matrix", stride, vector)
        return column.times(definition[2], vector.alignment)

    def _read_array(self, definition: Instruction, matrix: _Matrix, depth: int) -> _Element:
        inner = self.read(definition[1], matrix, depth + 1)
        stride = self.module.decoration(definition[0], _ARRAY_STRIDE)
        if stride != inner.nbytes:
            raise _GapError(f"an inner element of {inner.nbytes} bytes every {stride} bytes")
        self.check_aligned("an inner element", stride, inner)
        return inner.times(self.module.integer(definition[2]))

    def _read_struct(self, definition: Instruction, depth: int) -> _Element:
        total, alignment, scalar = 0, 1, None
        for member, identifier in enumerate(definition.words[1:]):
            inner = self.read(identifier, _matrix(self.module, definition[0], member), depth + 1)
            if scalar not in (None, inner.scalar):
                raise _GapError(f"its elements are structs of {scalar} and {inner.scalar}")
            scalar = inner.scalar
            offset = self.module.decoration(definition[0], _OFFSET, member)
            if offset != total * scalar.bits // 8:
                raise _GapError(f"a member of a struct is at {offset}, not at {total * scalar.bits // 8}")
            self.check_aligned("a member", offset, inner)
            total, alignment = total + inner.count, max(alignment, inner.alignment)
        if scalar is None:
            raise _GapError("its elements are structs without members")
        return _Element(scalar, total, alignment)


def _aligned(scalar: _Element, size: int) -> int:
    """std430's alignment of a vector of this size: a vector of three is aligned like a vector of four."""
    return scalar.alignment * (4 if size == 3 else size)
