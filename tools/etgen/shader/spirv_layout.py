"""How the elements of a storage buffer lie in memory: scalars of one type without gaps, or not.

`vec3[]` has a gap of 4 bytes after each element, and reads a tensor of 3 channels wrong; a struct of three
floats, or `float[]`, does not.
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
      scalar: what the array is made of, if all is of one type.
      vector: how many scalars an element of the array has.
      length: of the array in elements; None if it has no size.
      gap: what is not as it should be, in words; None if nothing is.
    """

    scalar: Scalar | None
    vector: int = 1
    length: int | None = None
    gap: str | None = None


class _GapError(Exception):
    pass


def scalar_of(module: Module, identifier: int) -> Scalar | None:
    """The scalar type of that id; None for other types and for floats that are not IEEE's."""
    definition = module.definition(identifier)
    if definition.opcode == sm.TYPE_FLOAT:
        return Scalar("float", definition[1]) if len(definition.words) == 2 else None
    if definition.opcode == sm.TYPE_INT:
        return Scalar("int" if definition[2] else "uint", definition[1])
    return None


def tightness(module: Module, block: Instruction) -> Tightness:
    """Looks at the block of a storage buffer."""
    members = block.words[1:]
    array = module.definition(members[0]) if len(members) == 1 else None
    if array is None or array.opcode not in (sm.TYPE_ARRAY, sm.TYPE_RUNTIME_ARRAY):
        what = f"{len(members)} members" if len(members) != 1 else "one member that is no array"
        return Tightness(None, gap=f"its block has {what}")
    if module.decoration(block[0], _OFFSET, 0):
        return Tightness(None, gap="its array does not begin at offset 0")
    try:
        element = _Element(module, _matrix(module, block[0], 0)).read(array[1], 0)
    except _GapError as gap:
        return Tightness(None, gap=str(gap))
    scalar, vector = element
    stride = module.decoration(array[0], _ARRAY_STRIDE)
    nbytes = vector * scalar.bits // 8
    length = module.integer(array[2]) if array.opcode == sm.TYPE_ARRAY else None
    gap = None if stride == nbytes else f"an element of {nbytes} bytes every {stride} bytes"
    return Tightness(scalar, vector, length, gap)


def _matrix(module: Module, struct: int, member: int) -> tuple[int | None, bool]:
    stride = module.decoration(struct, _MATRIX_STRIDE, member)
    return stride, module.decorated(struct, _ROW_MAJOR, member)


class _Element:
    """Reads a type as so many scalars of one type; raises `_GapError` where they do not follow each other."""

    def __init__(self, module: Module, matrix: tuple[int | None, bool]):
        self.module = module
        self.matrix = matrix

    def read(self, identifier: int, depth: int) -> tuple[Scalar, int]:
        if depth > _DEEPEST:
            raise SpirvError("types are nested too deeply")
        definition = self.module.definition(identifier)
        if definition.opcode == sm.TYPE_VECTOR:
            scalar, count = self.read(definition[1], depth + 1)
            return scalar, count * definition[2]
        if definition.opcode == sm.TYPE_MATRIX:
            return self._read_matrix(definition, depth)
        if definition.opcode == sm.TYPE_ARRAY:
            return self._read_array(definition, depth)
        if definition.opcode == sm.TYPE_STRUCT:
            return self._read_struct(definition, depth)
        scalar = scalar_of(self.module, identifier)
        if scalar is None:
            raise _GapError("its elements are of a type that no tensor has")
        return scalar, 1

    def _read_matrix(self, definition: Instruction, depth: int) -> tuple[Scalar, int]:
        scalar, rows = self.read(definition[1], depth + 1)
        stride, row_major = self.matrix
        line = (definition[2] if row_major else rows) * scalar.bits // 8
        if stride != line:
            raise _GapError(f"a line of {line} bytes of a matrix every {stride} bytes")
        return scalar, rows * definition[2]

    def _read_array(self, definition: Instruction, depth: int) -> tuple[Scalar, int]:
        scalar, count = self.read(definition[1], depth + 1)
        stride, nbytes = self.module.decoration(definition[0], _ARRAY_STRIDE), count * scalar.bits // 8
        if stride != nbytes:
            raise _GapError(f"an inner element of {nbytes} bytes every {stride} bytes")
        return scalar, count * self.module.integer(definition[2])

    def _read_struct(self, definition: Instruction, depth: int) -> tuple[Scalar, int]:
        total, scalar = 0, None
        for member, identifier in enumerate(definition.words[1:]):
            inner = _Element(self.module, _matrix(self.module, definition[0], member))
            of, count = inner.read(identifier, depth + 1)
            if scalar not in (None, of):
                raise _GapError(f"its elements are structs of {scalar} and {of}")
            scalar = of
            offset = self.module.decoration(definition[0], _OFFSET, member)
            if offset != total * scalar.bits // 8:
                raise _GapError(f"a member of a struct is at {offset}, not at {total * scalar.bits // 8}")
            total += count
        if scalar is None:
            raise _GapError("its elements are structs without members")
        return scalar, total
