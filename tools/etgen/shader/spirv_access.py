"""Finds the resources that a shader reads and writes, and the number of written elements.

Qualifiers such as `readonly` are optional in GLSL. This module therefore follows the pointers: from the
variable of a resource through access chains, loads of images and arguments of functions to the instructions
that use it.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence

from etgen.shader import spirv_module as sm
from etgen.shader.spirv_module import Instruction, Module, SpirvError

_PARAMETER, _CALL, _LOAD, _STORE, _COPY, _COPY_SIZED = 55, 57, 61, 62, 63, 64
_LABEL, _BRANCH, _BRANCH_CONDITIONAL, _SWITCH = 248, 249, 250, 251
_IMAGE_WRITE, _TENSOR_READ, _TENSOR_WRITE = 99, 4164, 4165
_ATOMIC_LOAD, _ATOMIC_STORE, _FLAG_CLEAR = 227, 228, 319
# Instructions whose result refers to the same resource as the operand at index 2: access chains, copies,
# images of samplers, pointers to texels. For OpLoad, this only holds for images and tensors.
_CHAINS = frozenset({65, 66, 67, 70, 83, 86, 100, 60, _LOAD})
_CHOICES = frozenset({169, 245})  # OpSelect, OpPhi
# OpImageSample… to OpImageRead, and the sparse variants.
_READS = frozenset({*range(87, 99), *range(305, 316), 320, _TENSOR_READ, _ATOMIC_LOAD})
# OpAtomicExchange to OpAtomicXor, and those for flags and floats.
_ATOMICS = frozenset({*range(229, 243), 318, 5614, 5615, 6035})
_NO_RESULT = frozenset({_STORE, _COPY, _COPY_SIZED, _IMAGE_WRITE, _TENSOR_WRITE, _ATOMIC_STORE, _FLAG_CLEAR})
_NO_RESULT |= {8, 56, 317, 224, 225, *range(246, 256)}
_DEEPEST = 100

Roots = frozenset[int]
_NOTHING: Roots = frozenset()


@dataclasses.dataclass(frozen=True)
class Access:
    """The accesses of an entry point to the bindings of set 0.

    Attributes:
      reads: the bindings that it reads.
      writes: the bindings that it writes.
      reads_first: the bindings that it only writes after it has read them.
      most_written: for written bindings, the maximum number of elements that an invocation writes, in texels
        for an image, else in scalars; None for writes in a loop, whose number is unknown.
    """

    reads: Roots = _NOTHING
    writes: Roots = _NOTHING
    reads_first: Roots = _NOTHING
    most_written: Mapping[int, int | None] = dataclasses.field(default_factory=dict)


def access(module: Module, function: int, variables: Mapping[int, int]) -> Access:
    """The accesses of the entry point with this function; `variables` has the bindings by variable id."""
    reader = _Reader(module, variables)
    reader.follow(function)
    effects = [effect for f in reader.reached for i in module.functions[f] for effect in reader.effects(i)]
    writes = frozenset(e.binding for e in effects if e.writes)
    return Access(
        reads=frozenset(e.binding for e in effects if e.reads),
        writes=writes,
        reads_first=frozenset(b for b in writes if reader.first(function, b) & {"read", "write"} == {"read"}),
        most_written={binding: reader.most_written(function, binding) for binding in sorted(writes)},
    )


@dataclasses.dataclass(frozen=True)
class _Effect:
    """An instruction's effect on a binding; `elements` is the number of written ones, None if unknown."""

    binding: int
    reads: bool
    writes: bool
    elements: int | None = 0


class _Reader:
    """Tracks the resource that each id in the functions points to."""

    def __init__(self, module: Module, variables: Mapping[int, int]):
        self._module = module
        self._roots: dict[int, Roots] = {v: frozenset({binding}) for v, binding in variables.items()}
        self._types: dict[int, int] = {v: module.definition(v)[0] for v in variables}
        self._first: dict[tuple[int, int], frozenset[str]] = {}
        self._most: dict[tuple[int, int], int | None] = {}
        self.reached: list[int] = []

    def follow(self, entry: int) -> None:
        """Finds the functions that are called, and the resources that their ids point to."""
        self.reached = [entry]
        for function in self.reached:
            for i in self._body(function):
                if i.opcode not in _NO_RESULT and len(i.words) >= 2:
                    self._types[i[1]] = i[0]
                if i.opcode == _CALL and i[2] not in self.reached:
                    self.reached.append(i[2])
        known = -1
        while known != (known := sum(map(len, self._roots.values()))):
            # Repeated, because arguments become parameters, which may be arguments of other calls.
            for function in self.reached:
                for i in self._body(function):
                    self._note(i)

    def _body(self, function: int) -> list[Instruction]:
        try:
            return self._module.functions[function]
        except KeyError:
            raise SpirvError(f"the function {function} is not defined") from None

    def _note(self, i: Instruction) -> None:
        """Records the resource that the result of an instruction points to."""
        if i.opcode in _CHAINS and not (i.opcode == _LOAD and not self._is_handle(i[0])):
            self._add(i[1], i[2])
        elif i.opcode in _CHOICES:
            for word in i.words[2:]:
                self._add(i[1], word)
        elif i.opcode == _CALL:
            parameters = [p[1] for p in self._body(i[2]) if p.opcode == _PARAMETER]
            for parameter, word in zip(parameters, i.words[3:], strict=False):
                self._add(parameter, word)

    def _add(self, identifier: int, other: int) -> None:
        if roots := self._root(other):
            self._roots[identifier] = self._root(identifier) | roots

    def _root(self, identifier: int) -> Roots:
        return self._roots.get(identifier, _NOTHING)

    def _is_handle(self, type_: int) -> bool:
        """Whether values of a type are images or tensors instead of numbers."""
        definition = self._module.definitions.get(type_)
        return definition is not None and definition.opcode in (
            sm.TYPE_IMAGE,
            sm.TYPE_SAMPLED_IMAGE,
            sm.TYPE_TENSOR,
        )

    def effects(self, i: Instruction) -> Iterator[_Effect]:
        """The reads of an instruction, followed by its writes."""
        if i.opcode in _READS or (i.opcode == _LOAD and not self._is_handle(i[0])):
            yield from self._reads(i[2])
        elif i.opcode in (_COPY, _COPY_SIZED):
            yield from self._reads(i[1])
            yield from self._writes(i[0], self._pointee(i[0]) if i.opcode == _COPY else None)
        elif i.opcode in (_STORE, _ATOMIC_STORE, _FLAG_CLEAR):
            yield from self._writes(i[0], self._pointee(i[0]))
        elif i.opcode == _IMAGE_WRITE:
            yield from self._writes(i[0], 1)
        elif i.opcode == _TENSOR_WRITE:
            yield from self._writes(i[0], self._scalars(self._types.get(i[2])))
        elif i.opcode in _ATOMICS:
            for root in self._root(i[2]):
                yield _Effect(root, True, True, 1)

    def _reads(self, identifier: int) -> Iterator[_Effect]:
        for root in self._root(identifier):
            yield _Effect(root, True, False)

    def _writes(self, identifier: int, elements: int | None) -> Iterator[_Effect]:
        for root in self._root(identifier):
            yield _Effect(root, False, True, elements)

    def _pointee(self, pointer: int) -> int | None:
        """The number of scalars that a pointer points to."""
        definition = self._module.definitions.get(self._types.get(pointer, 0))
        is_pointer = definition is not None and definition.opcode == sm.TYPE_POINTER
        return self._scalars(definition[2]) if definition and is_pointer else None

    def _scalars(self, type_: int | None, depth: int = 0) -> int | None:
        """The number of scalars in a value of a type; None if unknown."""
        definition = None if type_ is None else self._module.definitions.get(type_)
        if definition is None or depth > _DEEPEST:
            return None
        if definition.opcode in (sm.TYPE_INT, sm.TYPE_FLOAT):
            return 1
        if definition.opcode == sm.TYPE_STRUCT:
            counts = [self._scalars(member, depth + 1) for member in definition.words[1:]]
            return _sum(counts)
        if definition.opcode in (sm.TYPE_VECTOR, sm.TYPE_MATRIX, sm.TYPE_ARRAY):
            of = self._scalars(definition[1], depth + 1)
            array = definition.opcode == sm.TYPE_ARRAY
            count = self._module.integer(definition[2]) if array else definition[2]
            return None if of is None else of * count
        return None

    def first(self, function: int, binding: int, depth: int = 0) -> frozenset[str]:
        """The possible first accesses to a binding in a function: `read`, `write` or `nothing`."""
        if (function, binding) not in self._first:
            self._first[function, binding] = self._find_first(function, binding, _deeper(depth))
        return self._first[function, binding]

    def _find_first(self, function: int, binding: int, depth: int) -> frozenset[str]:
        blocks = self._blocks(function)
        found: set[str] = set()
        ahead, seen = list(blocks)[:1], set()
        while ahead:
            label = ahead.pop()
            if label in seen:
                continue
            seen.add(label)
            in_block = self._first_in(blocks[label], binding, depth)
            found |= in_block - {"nothing"}
            if "nothing" in in_block:
                following = _following(blocks[label], blocks)
                ahead += following
                found |= set() if following else {"nothing"}
        return frozenset(found)

    def _first_in(self, block: list[Instruction], binding: int, depth: int) -> set[str]:
        found: set[str] = set()
        for i in block:
            effects = [e for e in self.effects(i) if e.binding == binding]
            if effects:
                return found | {"read" if effects[0].reads else "write"}
            if i.opcode == _CALL:
                called = self.first(i[2], binding, depth)
                found |= called - {"nothing"}
                if "nothing" not in called:
                    return found
        return found | {"nothing"}

    def most_written(self, function: int, binding: int, depth: int = 0) -> int | None:
        """The maximum number of elements of a binding that a call writes; None if it is unlimited."""
        if (function, binding) not in self._most:
            blocks = self._blocks(function)
            written = {x: self._written_in(block, binding, _deeper(depth)) for x, block in blocks.items()}
            is_counted = not any(written[label] != 0 for label in _looping(blocks))
            counts = list(written.values())
            self._most[function, binding] = _sum(counts) if is_counted else None
        return self._most[function, binding]

    def _written_in(self, block: list[Instruction], binding: int, depth: int) -> int | None:
        total = 0
        for i in block:
            counts = [e.elements for e in self.effects(i) if e.binding == binding and e.writes]
            counts += [self.most_written(i[2], binding, depth)] if i.opcode == _CALL else []
            written = _sum(counts)
            if written is None:
                return None
            total += written
        return total

    def _blocks(self, function: int) -> dict[int, list[Instruction]]:
        """The instructions of a function by the labels before them, in order."""
        blocks: dict[int, list[Instruction]] = {}
        block: list[Instruction] = []
        for i in self._body(function):
            if i.opcode == _LABEL:
                block = blocks.setdefault(i[0], [])
            else:
                block.append(i)
        return blocks


def _deeper(depth: int) -> int:
    if depth > _DEEPEST:
        raise SpirvError("a function calls itself")
    return depth + 1


def _sum(counts: Sequence[int | None]) -> int | None:
    """The sum; None if one of the counts is unknown."""
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def _looping(blocks: Mapping[int, list[Instruction]]) -> set[int]:
    """The blocks from which a loop can be reached."""
    left = {label: set(_following(block, blocks)) for label, block in blocks.items()}
    while ends := [label for label, following in left.items() if not following & left.keys()]:
        for label in ends:
            del left[label]
    return set(left)


def _following(block: list[Instruction], labels: Mapping[int, object]) -> list[int]:
    """The labels that a block may branch to."""
    last = block[-1] if block else None
    if last is None or last.opcode not in (_BRANCH, _BRANCH_CONDITIONAL, _SWITCH):
        return []
    # A literal of a switch that equals a label adds a wrong successor, which does no harm.
    first = 0 if last.opcode == _BRANCH else 1
    return [word for word in last.words[first:] if word in labels]
