"""Parses a SPIR-V module: instructions, types, constants, names and decorations. Every access is checked.

A file that is invalid or truncated raises `SpirvError`.
"""

import operator
import struct
from collections.abc import Callable, Iterator

MAGIC = 0x07230203
_HEADER_WORDS = 5
_LARGEST_ID = 1 << 22  # Vulkan's limit on a module's ids

# Opcodes, with their names in the specification.
ENTRY_POINT, EXECUTION_MODE, CAPABILITY = 15, 16, 17
TYPE_INT, TYPE_FLOAT, TYPE_VECTOR, TYPE_MATRIX = 21, 22, 23, 24
TYPE_IMAGE, TYPE_SAMPLER, TYPE_SAMPLED_IMAGE = 25, 26, 27
TYPE_ARRAY, TYPE_RUNTIME_ARRAY, TYPE_STRUCT, TYPE_POINTER = 28, 29, 30, 32
TYPE_TENSOR = 4163
CONSTANT, CONSTANT_COMPOSITE = 43, 44
SPEC_TRUE, SPEC_FALSE, SPEC_CONSTANT, SPEC_COMPOSITE, SPEC_OP = 48, 49, 50, 51, 52
FUNCTION, VARIABLE, DECORATE, MEMBER_DECORATE, NAME, EXECUTION_MODE_ID = 54, 59, 71, 72, 5, 331

_TYPES = frozenset(range(19, 39)) | {TYPE_TENSOR}
_VALUES = frozenset(range(41, 53)) | {VARIABLE}

# Operations on integer specialization constants that compute array lengths, by opcode. Signed operations are
# computed as unsigned ones, because lengths have no sign.
_EXTRACT = 81
_OPERATIONS: dict[int, Callable[..., int]] = {
    113: lambda a: a,  # OpUConvert
    114: lambda a: a,  # OpSConvert
    124: lambda a: a,  # OpBitcast
    126: operator.neg,
    128: operator.add,
    130: operator.sub,
    132: operator.mul,
    134: operator.floordiv,
    135: operator.floordiv,
    137: operator.mod,
    138: operator.mod,
    139: operator.mod,
    194: lambda a, b: a >> min(b, 31),
    195: lambda a, b: a >> min(b, 31),
    196: lambda a, b: a << min(b, 31),
    197: operator.or_,
    198: operator.xor,
    199: operator.and_,
}
_DEEPEST = 50


class SpirvError(ValueError):
    """The bytes are not SPIR-V; the message says why."""


class Instruction:
    """An opcode and its operands; a missing operand raises `SpirvError`."""

    __slots__ = ("opcode", "words")

    def __init__(self, opcode: int, words: tuple[int, ...]):
        self.opcode = opcode
        self.words = words

    def __getitem__(self, index: int) -> int:
        if index >= len(self.words):
            raise SpirvError(f"an instruction {self.opcode} has {len(self.words)} operands")
        return self.words[index]

    def text(self, index: int) -> str:
        """The string that begins at this operand."""
        data = struct.pack(f"<{len(self.words[index:])}I", *self.words[index:])
        end = data.find(b"\0")
        if end < 0:
            raise SpirvError("a string without an end")
        return data[:end].decode("utf-8", "replace")


class Module:
    """The instructions of a module, and its definitions.

    Attributes:
      instructions: all instructions before the functions, in order.
      definitions: types, constants and global variables, by id.
      names: the names of ids in the source.
      functions: the instructions of functions, by id; the first one is `FUNCTION`.
    """

    def __init__(self, data: bytes):
        self.instructions: list[Instruction] = []
        self.definitions: dict[int, Instruction] = {}
        self.names: dict[int, str] = {}
        self.functions: dict[int, list[Instruction]] = {}
        self._decorations: dict[tuple[int, int | None], dict[int, tuple[int, ...]]] = {}
        function: list[Instruction] | None = None
        for instruction in _instructions(_words(data)):
            if instruction.opcode == FUNCTION:
                function = self.functions.setdefault(instruction[1], [])
            if function is None:
                self._add(instruction)
            else:
                function.append(instruction)

    def _add(self, i: Instruction) -> None:
        self.instructions.append(i)
        if i.opcode in _TYPES and i.words:
            self.definitions[i[0]] = i
        elif i.opcode in _VALUES:
            self.definitions[i[1]] = i
        elif i.opcode == NAME:
            self.names[i[0]] = i.text(1)
        elif i.opcode == DECORATE:
            self._decorations.setdefault((i[0], None), {})[i[1]] = i.words[2:]
        elif i.opcode == MEMBER_DECORATE:
            self._decorations.setdefault((i[0], i[1]), {})[i[2]] = i.words[3:]

    def having(self, *opcodes: int) -> Iterator[Instruction]:
        """The instructions with one of these opcodes."""
        return (i for i in self.instructions if i.opcode in opcodes)

    def definition(self, identifier: int) -> Instruction:
        """The instruction that defines an id."""
        try:
            return self.definitions[identifier]
        except KeyError:
            raise SpirvError(f"the id {identifier} is not defined") from None

    def decorated(self, identifier: int, decoration: int, member: int | None = None) -> bool:
        """Whether an id, or a member of a struct, has a decoration."""
        return decoration in self._decorations.get((identifier, member), ())

    def decoration(self, identifier: int, decoration: int, member: int | None = None) -> int | None:
        """The number of a decoration, or None."""
        words = self._decorations.get((identifier, member), {}).get(decoration)
        return words[0] if words else None

    def integer(self, identifier: int) -> int:
        """The value of an integer constant; for a specialization constant, its default."""
        return self._integer(identifier, 0)

    def _integer(self, identifier: int, depth: int) -> int:
        definition = self.definition(identifier)
        if definition.opcode in (CONSTANT, SPEC_CONSTANT):
            return definition[2]
        if definition.opcode != SPEC_OP or depth > _DEEPEST:
            raise SpirvError(f"the id {identifier} is not an integer constant")
        operation = definition[2]
        if operation == _EXTRACT:
            # A component of a vector, such as the work group size.
            return self._integer(self.definition(definition[3])[2 + definition[4]], depth + 1)
        try:
            compute = _OPERATIONS[operation]
            values = [self._integer(word, depth + 1) for word in definition.words[3:]]
            return compute(*values) & 0xFFFFFFFF
        except (KeyError, TypeError, ZeroDivisionError):
            raise SpirvError(f"the id {identifier} is a constant of an unknown operation") from None


def _words(data: bytes) -> tuple[int, ...]:
    if len(data) % 4:
        raise SpirvError(f"{len(data)} bytes are not a multiple of 4")
    words = struct.unpack(f"<{len(data) // 4}I", data)
    if not words or words[0] != MAGIC:
        raise SpirvError("it does not begin with SPIR-V's magic number")
    if len(words) < _HEADER_WORDS:
        raise SpirvError("it ends in its header")
    if not 0 < words[3] <= _LARGEST_ID:
        raise SpirvError(f"its header says {words[3]} ids")
    return words


def _instructions(words: tuple[int, ...]) -> Iterator[Instruction]:
    """The instructions up to the last word; the length is checked first."""
    starts, at = [], _HEADER_WORDS
    while at < len(words):
        count = words[at] >> 16
        if count == 0 or at + count > len(words):
            raise SpirvError(f"the instruction at word {at} does not end in the file")
        starts.append((at, count))
        at += count
    if not starts or words[starts[-1][0]] & 0xFFFF != _FUNCTION_END:
        raise SpirvError("it does not end with a function")
    for start, count in starts:
        yield Instruction(words[start] & 0xFFFF, words[start + 1 : start + count])


_FUNCTION_END = 56
