"""Reads the properties of a compiled shader: entry points, resources, constants and capabilities.

`reflect` reads the SPIR-V of any compiler. It only returns properties that the contract compares with the
declaration.
"""

import dataclasses
from collections.abc import Mapping

from etgen.shader import spirv_axes
from etgen.shader import spirv_module as sm
from etgen.shader.spirv_access import Access, access
from etgen.shader.spirv_layout import Scalar, Tightness, nbytes_of, scalar_of, tightness
from etgen.shader.spirv_module import Instruction, Module, SpirvError

# Decorations, storage classes, models and modes.
_SPEC_ID, _BLOCK, _BUFFER_BLOCK, _BUILT_IN = 1, 2, 3, 11
_NON_WRITABLE, _NON_READABLE, _BINDING, _SET = 24, 25, 33, 34
_UNIFORM_CONSTANT, _UNIFORM, _PUSH_CONSTANT, _STORAGE_BUFFER = 0, 2, 9, 12
_WORKGROUP = 4
_RESOURCES = (_UNIFORM_CONSTANT, _UNIFORM, _STORAGE_BUFFER)
_GL_COMPUTE, _LOCAL_SIZE, _LOCAL_SIZE_ID, _WORKGROUP_SIZE = 5, 17, 38, 25

_DIMS = {0: "1D", 1: "2D", 2: "3D", 3: "Cube", 5: "Buffer"}
# Image formats by number, with the names of GLSL's layout qualifiers.
_IMAGE_FORMATS = (
    "rgba32f rgba16f r32f rgba8 rgba8_snorm rg32f rg16f r11f_g11f_b10f r16f rgba16 rgb10_a2 rg16 rg8 r16 r8 "
    "rgba16_snorm rg16_snorm rg8_snorm r16_snorm r8_snorm rgba32i rgba16i rgba8i r32i rg32i rg16i rg8i r16i "
    "r8i rgba32ui rgba16ui rgba8ui r32ui rgb10_a2ui rg32ui rg16ui rg8ui r16ui r8ui r64ui r64i"
).split()


@dataclasses.dataclass(frozen=True)
class EntryPoint:
    """A function that a pipeline may run.

    Attributes:
      local_size: the local size of a compute shader, with the defaults of specialization constants. None for
        other shaders.
      access: its accesses to its resources.
      axes: the axes of the dispatch that distinguish its invocations.
    """

    name: str
    is_compute: bool
    local_size: tuple[int, int, int] | None
    access: Access = dataclasses.field(default_factory=Access)
    axes: tuple[int, ...] = spirv_axes.ALL


@dataclasses.dataclass(frozen=True)
class Binding:
    """A resource of the shader.

    Attributes:
      kind: `tensor`, `buffer`, `sampled_image`, `storage_image`; or a description of another kind.
      scalar: the type of the elements of a tensor, buffer or image; None if their types differ.
      tightness: for a buffer, whether it is one array without gaps; otherwise None.
      rank: for a tensor, its rank; otherwise None.
      image_format: for a storage image, its qualifier; None without a qualifier, and otherwise.
      count: for an array of descriptors, its size, or 0 without a size; None for a single descriptor.
    """

    name: str
    set: int
    binding: int
    kind: str
    scalar: Scalar | None = None
    tightness: Tightness | None = None
    rank: int | None = None
    image_format: str | None = None
    count: int | None = None
    non_writable: bool = False
    non_readable: bool = False


@dataclasses.dataclass(frozen=True)
class Shader:
    """A shader module.

    Attributes:
      push_constants: the names of push constant blocks.
      spec_constants: the ids of specialization constants.
      capabilities: their numbers.
      shared_bytes: the size of shared memory.
    """

    entry_points: tuple[EntryPoint, ...]
    bindings: tuple[Binding, ...]
    push_constants: tuple[str, ...]
    spec_constants: tuple[int, ...]
    capabilities: tuple[int, ...]
    shared_bytes: int = 0

    def entry_point(self, name: str) -> EntryPoint | None:
        """The compute shader with this name."""
        return next((e for e in self.entry_points if e.name == name and e.is_compute), None)


def reflect(data: bytes) -> Shader:
    """Reads a module. Raises `SpirvError` if it is not valid SPIR-V."""
    module = Module(data)
    variables = list(module.having(sm.VARIABLE))
    bindings = {v[1]: _binding(module, v) for v in variables if v[2] in _RESOURCES}
    spec_constants = module.having(sm.SPEC_TRUE, sm.SPEC_FALSE, sm.SPEC_CONSTANT)
    ids = {module.decoration(i[1], _SPEC_ID) for i in spec_constants}
    return Shader(
        entry_points=tuple(_entry_point(module, i, bindings) for i in module.having(sm.ENTRY_POINT)),
        bindings=tuple(sorted(bindings.values(), key=lambda b: (b.set, b.binding, b.name))),
        push_constants=tuple(sorted(_name(module, v) for v in variables if v[2] == _PUSH_CONSTANT)),
        spec_constants=tuple(sorted(i for i in ids if i is not None)),
        capabilities=tuple(sorted({i[0] for i in module.having(sm.CAPABILITY)})),
        shared_bytes=sum(_shared_bytes(module, v) for v in variables if v[2] == _WORKGROUP),
    )


def _shared_bytes(module: Module, variable: Instruction) -> int:
    pointer = module.definition(variable[0])
    return nbytes_of(module, pointer[2])


def _entry_point(module: Module, i: Instruction, bindings: Mapping[int, Binding]) -> EntryPoint:
    if i[0] != _GL_COMPUTE:
        return EntryPoint(i.text(2), False, None)
    of_set = {variable: b.binding for variable, b in bindings.items() if b.set == 0}
    size = _local_size(module, i[1])
    return EntryPoint(i.text(2), True, size, access(module, i[1], of_set), spirv_axes.axes(module))


def _local_size(module: Module, function: int) -> tuple[int, int, int] | None:
    """A constant decorated as WorkgroupSize takes precedence, as in Vulkan."""
    for constant in module.having(sm.CONSTANT_COMPOSITE, sm.SPEC_COMPOSITE):
        if module.decoration(constant[1], _BUILT_IN) == _WORKGROUP_SIZE:
            return module.integer(constant[2]), module.integer(constant[3]), module.integer(constant[4])
    for mode in module.having(sm.EXECUTION_MODE, sm.EXECUTION_MODE_ID):
        if mode[0] == function and mode[1] == _LOCAL_SIZE:
            return mode[2], mode[3], mode[4]
        if mode[0] == function and mode[1] == _LOCAL_SIZE_ID:
            return module.integer(mode[2]), module.integer(mode[3]), module.integer(mode[4])
    return None


def _binding(module: Module, variable: Instruction) -> Binding:
    identifier = variable[1]
    pointer = module.definition(variable[0])
    if pointer.opcode != sm.TYPE_POINTER:
        raise SpirvError("a variable is not a pointer")
    pointee, count = module.definition(pointer[2]), None
    while pointee.opcode in (sm.TYPE_ARRAY, sm.TYPE_RUNTIME_ARRAY):
        size = module.integer(pointee[2]) if pointee.opcode == sm.TYPE_ARRAY else 0
        count = size * (1 if count is None else count)
        pointee = module.definition(pointee[1])
    return Binding(
        name=_name(module, variable),
        set=module.decoration(identifier, _SET) or 0,
        binding=module.decoration(identifier, _BINDING) or 0,
        count=count,
        non_writable=_has(module, identifier, pointee, _NON_WRITABLE),
        non_readable=_has(module, identifier, pointee, _NON_READABLE),
        **_described(module, pointee, variable[2]),
    )


def _described(module: Module, pointee: Instruction, storage: int) -> dict:
    """The fields of a Binding that depend on its type."""
    if pointee.opcode == sm.TYPE_TENSOR:
        scalar = scalar_of(module, pointee[1])
        rank = module.integer(pointee[2]) if len(pointee.words) > 2 else None
        return {"kind": "tensor", "scalar": scalar, "rank": rank}
    if pointee.opcode == sm.TYPE_STRUCT:
        if storage == _UNIFORM and not module.decorated(pointee[0], _BUFFER_BLOCK):
            return {"kind": "uniform buffer"}
        layout = tightness(module, pointee)
        return {"kind": "buffer", "scalar": layout.scalar, "tightness": layout}
    if pointee.opcode == sm.TYPE_SAMPLER:
        return {"kind": "sampler"}
    image = module.definition(pointee[1]) if pointee.opcode == sm.TYPE_SAMPLED_IMAGE else pointee
    if image.opcode != sm.TYPE_IMAGE:
        return {"kind": f"type {pointee.opcode}"}
    return _image(module, image, sampled=image is not pointee)


def _image(module: Module, image: Instruction, sampled: bool) -> dict:
    scalar = scalar_of(module, image[1])
    arrayed, multisample = " array" if image[4] else "", " multisample" if image[5] else ""
    shape = _DIMS.get(image[2], "other") + arrayed + multisample
    if shape != "2D":
        return {"kind": f"{shape} image", "scalar": scalar}
    if sampled:
        return {"kind": "sampled_image", "scalar": scalar}
    if image[6] != 2:
        return {"kind": "image without sampler", "scalar": scalar}
    number = image[7]
    known = 1 <= number <= len(_IMAGE_FORMATS)
    return {
        "kind": "storage_image",
        "scalar": scalar,
        "image_format": _IMAGE_FORMATS[number - 1] if known else None,
    }


def _has(module: Module, variable: int, pointee: Instruction, decoration: int) -> bool:
    """Whether a variable, or all members of its block, have a decoration."""
    if module.decorated(variable, decoration):
        return True
    members = range(len(pointee.words) - 1) if pointee.opcode == sm.TYPE_STRUCT else ()
    return bool(members) and all(module.decorated(pointee[0], decoration, member) for member in members)


def _name(module: Module, variable: Instruction) -> str:
    """The name in the source; for a block without an instance name, that of the block."""
    name = module.names.get(variable[1], "")
    pointer = module.definition(variable[0])
    return name or module.names.get(pointer[2] if len(pointer.words) > 2 else 0, "")
