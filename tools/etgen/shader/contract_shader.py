"""The rules that compare a declaration with its shader: values (P), agreement (S) and limits (H)."""

import contextlib
import math
from collections.abc import Callable, Iterator

from etgen.errors import did_you_mean
from etgen.shader import formats
from etgen.shader.contract_warned import SUBGROUPS
from etgen.shader.declaration import OUTPUT, Resource, ShaderOp
from etgen.shader.finding import Finding
from etgen.shader.operator_contract import Limits
from etgen.shader.sizes import shapes_of
from etgen.shader.spirv import Binding, Shader

_GLSL = {
    "tensor": "tensorARM",
    "buffer": "buffer",
    "sampled_image": "sampler2D",
    "storage_image": "image2D",
}
# Capabilities that the runtime enables, or that need not be enabled. rg32f and other images of two channels,
# which the Arm backend documents, need the extended formats.
_CAPABILITIES = frozenset(
    {
        0,  # Matrix
        1,  # Shader
        9,  # Float16
        11,  # Int64
        22,  # Int16
        39,  # Int8
        43,  # Sampled1D
        44,  # Image1D
        46,  # SampledBuffer
        47,  # ImageBuffer
        49,  # StorageImageExtendedFormats
        50,  # ImageQuery
        61,  # GroupNonUniform
        *SUBGROUPS,
        4174,  # TensorsARM
        4433,  # StorageBuffer16BitAccess
        4434,  # UniformAndStorageBuffer16BitAccess
        4448,  # StorageBuffer8BitAccess
        4449,  # UniformAndStorageBuffer8BitAccess
        5345,  # VulkanMemoryModel
        5346,  # VulkanMemoryModelDeviceScope, which all Vulkan 1.3 devices support
    }
)
# Names of other capabilities that shaders may need, for messages.
_NAMES = {
    10: "Float64",
    12: "Int64Atomics",
    55: "StorageImageReadWithoutFormat",
    56: "StorageImageWriteWithoutFormat",
    4175: "StorageTensorArrayDynamicIndexingARM",
    5302: "RuntimeDescriptorArray",
    5347: "PhysicalStorageBufferAddresses",
}


def p1_entry_point(op: ShaderOp, shader: Shader) -> Iterator[Finding]:
    """The entry point is a compute shader of the module."""
    if shader.entry_point(op.entry_point) is None:
        names = [entry.name for entry in shader.entry_points if entry.is_compute]
        hint = did_you_mean(op.entry_point, names, f"the shader has {', '.join(names) or 'none'}")
        what = f"{op.glsl} has no compute entry point {op.entry_point!r}"
        yield Finding("P1", what, hint, "entry_point" if "entry_point" in op.places else "shader")


def p4_push_constants(op: ShaderOp, shader: Shader) -> Iterator[Finding]:
    """There are no push constants, because the runtime sets none."""
    for name in shader.push_constants:
        what = f"{op.glsl} has push constants ({name or 'unnamed'}), which the runtime does not set"
        yield Finding("P4", what, "use a define of the shader, or a tensor", "glsl")


def p5_sets(op: ShaderOp, shader: Shader) -> Iterator[Finding]:
    """All descriptors are in set 0."""
    for binding in shader.bindings:
        if binding.set != 0:
            what = f"{_named(binding)} of {op.glsl} is in set {binding.set}"
            yield Finding("P5", what, "write layout(set = 0, …) in the shader", "glsl")


def s1_bindings(op: ShaderOp, shader: Shader) -> Iterator[Finding]:
    """The bindings of the resources and of the shader are the same."""
    in_shader = {binding.binding for binding in shader.bindings}
    for resource in op.resources:
        if resource.binding not in in_shader:
            known = ", ".join(map(str, sorted(in_shader))) or "none"
            what = f"{op.glsl} has no binding {resource.binding}"
            yield Finding("S1", what, f"it has {known}", f"{resource.name}.binding", resource.name)
    declared = {resource.binding for resource in op.resources}
    for binding in shader.bindings:
        if binding.set == 0 and binding.binding not in declared:
            what = f"{_named(binding)} of {op.glsl} is not among the resources"
            yield Finding("S1", what, "declare it, or remove it from the shader", "resources")


def s2_kinds(op: ShaderOp, shader: Shader) -> Iterator[Finding]:
    """The declaration and the shader have the same kind of resource."""
    for resource, binding in _pairs(op, shader):
        if resource.kind != binding.kind:
            hint = f"use {_GLSL[resource.kind]} in the shader"
            if binding.kind in _GLSL:
                hint = f"write kind: {binding.kind}, or {hint}"
            what = f"a {resource.kind} here, and a {binding.kind} in {op.glsl}"
            yield Finding("S2", what, hint, f"{resource.name}.kind", resource.name)


def s3_elements(op: ShaderOp, shader: Shader) -> Iterator[Finding]:
    """Elements in the shader have the kind and width of the format."""
    for resource, binding in _pairs(op, shader):
        if resource.kind != binding.kind or (binding.tightness and binding.scalar is None):
            continue  # S2 or S4 reports it
        expected = _scalars(resource)
        if str(binding.scalar) not in expected:
            found = binding.scalar or "of another type"
            what = f"{resource.format} is {expected[0]}, elements in {op.glsl} are {found}"
            hint = "change the format, or the type in the shader"
            yield Finding("S3", what, hint, f"{resource.name}.format", resource.name)


def s4_arrays(op: ShaderOp, shader: Shader) -> Iterator[Finding]:
    """A storage buffer is one array without gaps."""
    for resource, binding in _pairs(op, shader):
        if resource.kind == binding.kind and binding.tightness and binding.tightness.gap:
            what = f"in {op.glsl} it is not a single array without gaps: {binding.tightness.gap}"
            yield Finding(
                "S4", what, "use an array of scalars: buffer B { float data[]; }", resource=resource.name
            )
        elif resource.kind == binding.kind and binding.tightness and binding.tightness.unaligned:
            found = binding.tightness.unaligned
            what = f"in {op.glsl} {found}: layout(scalar), which the runtime does not enable"
            yield Finding(
                "S4", what, "use an array of scalars: buffer B { float data[]; }", resource=resource.name
            )


def s5_qualifiers(op: ShaderOp, shader: Shader) -> Iterator[Finding]:
    """The qualifier of a storage image matches its format."""
    for resource, binding in _pairs(op, shader):
        if resource.kind != "storage_image" or binding.kind != "storage_image":
            continue
        qualifier = formats.FORMATS[resource.format].qualifier
        if binding.image_format != qualifier:
            found = binding.image_format or "no format"
            what = f"{resource.format} is {qualifier}, the image in {op.glsl} has {found}"
            hint = f"write layout({qualifier}, …) in the shader, or use another format"
            yield Finding("S5", what, hint, f"{resource.name}.format", resource.name)


def s6_access(op: ShaderOp, shader: Shader) -> Iterator[Finding]:
    """The shader only writes its output, and reads no element of it before it has written it."""
    entry = shader.entry_point(op.entry_point)
    if entry is None:
        return
    access, swapped = entry.access, "are two bindings swapped?"
    for resource, binding in _pairs(op, shader):
        number, key = resource.binding, f"{resource.name}.binding"
        if resource.name != OUTPUT and number in access.writes:
            yield Finding("S6", f"{op.glsl} writes this input", swapped, key, resource.name)
        elif resource.name != OUTPUT and binding.non_readable:
            yield Finding("S6", f"the input is writeonly in {op.glsl}", swapped, key, resource.name)
        elif resource.name == OUTPUT and number not in access.writes:
            hint = swapped if access.writes else "write each element of it"
            yield Finding("S6", f"{op.glsl} never writes the output", hint, key, resource.name)
        elif resource.name == OUTPUT and number in access.reads_first:
            what = f"{op.glsl} reads the output before it writes it, when it has no value yet"
            hint = "start from a constant, or from an argument"
            yield Finding("S6", what, hint, key, resource.name)


def s9_descriptor_arrays(op: ShaderOp, shader: Shader) -> Iterator[Finding]:
    """A binding is a single resource, not an array."""
    for resource, binding in _pairs(op, shader):
        if binding.count is not None:
            what = f"in {op.glsl} it is an array of resources"
            yield Finding("S9", what, "use one binding for each", resource=resource.name)


def s10_capabilities(op: ShaderOp, shader: Shader) -> Iterator[Finding]:
    """The shader only needs capabilities that the runtime enables."""
    for number in shader.capabilities:
        if number not in _CAPABILITIES:
            name = _NAMES.get(number, f"capability {number}")
            what = f"{op.glsl} needs {name}, which the runtime does not enable"
            hint = "it enables integers of any width, float16, 8- and 16-bit storage, and tensors"
            yield Finding("S10", what, hint, "glsl")


def h10_cover(op: ShaderOp, shader: Shader) -> Iterator[Finding]:
    """A dispatch that covers a tensor or a buffer is along x, so work groups must not extend along y or z."""
    entry = shader.entry_point(op.entry_point)
    covered = op.find(op.dispatch_cover) if op.dispatch_cover else None
    if not entry or not entry.local_size or covered is None or covered.is_image:
        return
    # A shader that only reads x does the same work several times.
    if entry.local_size[1:] != (1, 1) and entry.axes != (0,):
        size = " x ".join(map(str, entry.local_size))
        what = f"a {covered.kind} is covered along x only, but a work group of {op.glsl} is {size}"
        hint = f"write dispatch: {{groups: {_groups(op, covered, shader)}}}, or use a local size along x only"
        yield Finding("H10", what, hint, "dispatch", covered.name)


def _groups(op: ShaderOp, resource: Resource, shader: Shader) -> str:
    """Work groups with an invocation for each element; the last index is x, and the one before it is y."""
    name = resource.name
    binding = next((b for r, b in _pairs(op, shader) if r is resource), None)
    tight = binding.tightness if binding else None
    vector = f"/{tight.vector}" if tight and tight.vector > 1 else ""
    rank = binding.rank if binding else None
    with contextlib.suppress(ValueError):
        if rank is None and op.tests:
            rank = len(shapes_of(op, op.tests[0])[name])
    if rank is None or rank < 2:
        return f'["ceil({name}.numel{vector}/(local.x*local.y*local.z))", 1, 1]'
    rest = "*".join(f"{name}.{i}" for i in range(rank - 2)) or "1"
    z = f'"ceil({rest}/local.z)"' if rank > 2 else "1"
    return f'["ceil({name}.{rank - 1}{vector}/local.x)", "ceil({name}.{rank - 2}/local.y)", {z}]'


def h12_local_size(op: ShaderOp, shader: Shader) -> Iterator[Finding]:
    """Every device supports the work group size, or the devices that the entry declares do."""
    entry, limits = shader.entry_point(op.entry_point), op.limits
    size = entry.local_size if entry else None
    if entry and size is None:
        yield Finding("P1", f"{op.glsl} has no local size", "write layout(local_size_x = 64) in;", "glsl")
        return
    most, longest = limits.max_compute_work_group_invocations, limits.max_compute_work_group_size
    if size and (math.prod(size) > most or any(a > b for a, b in zip(size, longest, strict=True))):
        what = f"a work group of {op.glsl} is {size[0]} x {size[1]} x {size[2]}"
        groups = f"groups of {most} invocations, up to {' x '.join(map(str, longest))}"
        axes = [max(pair) for pair in zip(size, longest, strict=True)]
        needed = {
            "max_compute_work_group_invocations": max(most, math.prod(size)),
            "max_compute_work_group_size": tuple(axes),
        }
        yield Finding("H12", what, _limited(limits, groups, needed), "glsl")
    if entry and shader.shared_bytes > limits.max_compute_shared_memory_size:
        what = f"{op.glsl} has {shader.shared_bytes} bytes of shared memory"
        shared = f"{limits.max_compute_shared_memory_size} bytes"
        needed = {"max_compute_shared_memory_size": shader.shared_bytes}
        yield Finding("H12", what, _limited(limits, shared, needed), "glsl")


def _limited(limits: Limits, what: str, needed: dict[str, object]) -> str:
    """Says whose limits are too low, and which limits the entry must declare."""
    who = "every device has" if limits == Limits() else "the entry's limits are"
    raised = {name: value for name, value in needed.items() if value != getattr(limits, name)}
    said = ", ".join(
        f"{name}: {list(value) if isinstance(value, tuple) else value}" for name, value in raised.items()
    )
    return f"{who} {what}; or declare the limits of your devices, as limits: {{{said}}}"


def _pairs(op: ShaderOp, shader: Shader) -> Iterator[tuple[Resource, Binding]]:
    """Each resource with the shader's resource at its binding; there may be several views."""
    for resource in op.resources:
        for binding in shader.bindings:
            if binding.set == 0 and binding.binding == resource.binding:
                yield resource, binding


def _scalars(resource: Resource) -> tuple[str, ...]:
    """The possible types of elements in the shader; images are always read as 32 bits.

    In buffers, narrow elements may also be read as bits: as unsigned numbers, or several of them in a `uint`.
    """
    fmt = formats.FORMATS[resource.format]
    if fmt.kind == "BOOL":
        return ("uint8", "int8", *(["uint32"] if resource.kind == "buffer" else []))
    kind = {"SFLOAT": "float", "SNORM": "float" if resource.is_image else "int"}.get(fmt.kind)
    scalar = f"{kind or {'SINT': 'int', 'UINT': 'uint'}[fmt.kind]}{32 if resource.is_image else fmt.bits}"
    is_narrow = resource.kind == "buffer" and fmt.bits < 32
    return (scalar, f"uint{fmt.bits}", "uint32") if is_narrow else (scalar,)


def _named(binding: Binding) -> str:
    return f"binding {binding.binding}" + (f" ({binding.name})" if binding.name else "")


COMPARED: tuple[Callable[[ShaderOp, Shader], Iterator[Finding]], ...] = (
    p1_entry_point,
    p4_push_constants,
    p5_sets,
    s1_bindings,
    s2_kinds,
    s3_elements,
    s4_arrays,
    s5_qualifiers,
    s6_access,
    s9_descriptor_arrays,
    s10_capabilities,
    h10_cover,
    h12_local_size,
)
