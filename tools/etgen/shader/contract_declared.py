"""The rules that only concern the declaration: encoding (E), values (P) and formats (H)."""

from collections.abc import Callable, Iterator

from etgen.errors import did_you_mean
from etgen.shader import formats
from etgen.shader.declaration import DESCRIPTOR_TYPES, OUTPUT, VULKAN_DOMAIN, Resource, Sampler, ShaderOp
from etgen.shader.finding import Finding

# The dtypes of tensors in a graph that the Arm backend lowers, quantized or not.
_DTYPES = ("bool", "int8", "int16", "int32", "float16", "float32")
_FILTERS = ("linear", "nearest")
# The mode mirror_clamp_to_edge is a feature of Vulkan that the runtime does not enable.
_ADDRESS_MODES = ("repeat", "mirrored_repeat", "clamp_to_edge", "clamp_to_border")
_BORDERS = tuple(
    f"{kind}_{color}"
    for kind in ("float", "int")
    for color in ("transparent_black", "opaque_black", "opaque_white")
)
_SAMPLER_VALUES = {
    "min_filter": _FILTERS,
    "mag_filter": _FILTERS,
    "address_mode_u": _ADDRESS_MODES,
    "address_mode_v": _ADDRESS_MODES,
    "border_color": _BORDERS,
}


def e2_domain(op: ShaderOp) -> Iterator[Finding]:
    """The domain is the one by which Arm's tools recognise shaders."""
    if op.domain_name != VULKAN_DOMAIN:
        hint = f"write domain_name: {VULKAN_DOMAIN}, or leave it out"
        yield Finding("E2", f"domain_name is {op.domain_name or 'empty'}", hint, "domain_name")


def e3_name(op: ShaderOp) -> Iterator[Finding]:
    """TOSA's name of the operator is not empty; another check finds duplicate names."""
    if not op.operator_name:
        yield Finding(
            "E3",
            "operator_name is empty",
            f"write operator_name: {op.name}, or leave it out",
            "operator_name",
        )


def e6_signature(op: ShaderOp) -> Iterator[Finding]:
    """The inputs are one or more tensors, and the output is one tensor: shaders support nothing else."""
    schema = op.schema
    if len(schema.returns) != 1 or schema.returns[0].type.plain != "Tensor":
        returned = ", ".join(str(r.type) for r in schema.returns) or "nothing"
        yield Finding(
            "E6",
            f"it returns {returned}",
            "return one Tensor: an operator with a shader has no other results",
            "func",
        )
    if not schema.arguments:
        yield Finding(
            "E6", "it has no arguments", "give it a Tensor argument, even if only its shape is used", "func"
        )
    for argument in schema.arguments:
        if argument.type.plain != "Tensor" or argument.type.is_mutable:
            hint = "make it a Tensor, or use a define of the shader"
            what = f"its type is {argument.type}; a shader gets tensors only"
            yield Finding("E6", what, hint, "func", argument.name)
        elif argument.name == OUTPUT:
            yield Finding("E6", "it has the name of the output", "rename the argument", "func", argument.name)


def e7_resources(op: ShaderOp) -> Iterator[Finding]:
    """The arguments and the output are resources, and nothing else is."""
    arguments = op.schema.arguments
    names = [argument.name for argument in arguments] + [OUTPUT]
    tensors = [argument.name for argument in arguments if argument.type.plain == "Tensor"]
    for name in [*tensors, OUTPUT]:
        if op.find(name) is None:
            hint = f"add {name}: {{kind: buffer, binding: …, format: R32_SFLOAT}} to the resources"
            yield Finding("E7", "it has no resource", hint, "resources", name)
    for resource in op.resources:
        if resource.name not in names:
            hint = did_you_mean(resource.name, names, f"the operator has {', '.join(names)}")
            yield Finding("E7", "the operator has no such argument", hint, resource=resource.name)


def p6_bindings(op: ShaderOp) -> Iterator[Finding]:
    """Bindings of resources are unique."""
    owners: dict[int, str] = {}
    for resource in op.resources:
        owner = owners.setdefault(resource.binding, resource.name)
        if owner != resource.name:
            what, hint = (
                f"binding {resource.binding} is that of {owner}",
                "give each resource its own binding",
            )
            yield Finding("P6", what, hint, f"{resource.name}.binding", resource.name)


def p7_kinds(op: ShaderOp) -> Iterator[Finding]:
    """Resources have one of the four kinds that the runtime binds, and the kind of the output is writable."""
    for resource in op.resources:
        key = f"{resource.name}.kind"
        if resource.kind not in DESCRIPTOR_TYPES:
            hint = did_you_mean(resource.kind, DESCRIPTOR_TYPES, f"use one of {', '.join(DESCRIPTOR_TYPES)}")
            yield Finding("P7", f"{resource.kind} is not a kind of resource", hint, key, resource.name)
        elif resource.name == OUTPUT and resource.kind == "sampled_image":
            what = "a sampled_image cannot be written"
            yield Finding("P7", what, "use kind: storage_image", key, resource.name)


def p9_formats(op: ShaderOp) -> Iterator[Finding]:
    """The Arm backend supports the formats."""
    for resource in op.resources:
        if formats.find(resource.format) is None:
            hint = did_you_mean(resource.format, formats.FORMATS, f"use one of {', '.join(formats.FORMATS)}")
            what = f"{resource.format} is not a format of the Arm backend"
            if set("RGB") == set(resource.format.partition("_")[0]) & set("RGBA"):
                hint = "no format has 3 channels: use one with 4 and pad_channels: true, or kind: buffer"
            yield Finding("P9", what, hint, f"{resource.name}.format", resource.name)


def p10_samplers(op: ShaderOp) -> Iterator[Finding]:
    """Only sampled images have a sampler, which they need, and its values are supported."""
    for resource in op.resources:
        if resource.kind == "sampled_image" and resource.sampler is None:
            what, hint = (
                "a sampled_image has no sampler",
                "add sampler: {filter: nearest, address_mode: clamp_to_edge}",
            )
            yield Finding("P10", what, hint, resource=resource.name)
        elif resource.kind != "sampled_image" and resource.sampler is not None:
            what, hint = f"a {resource.kind} has a sampler", "use kind: sampled_image, or remove the sampler"
            yield Finding("P10", what, hint, f"{resource.name}.sampler", resource.name)
        elif resource.sampler is not None:
            yield from _sampler(resource, resource.sampler)


def _sampler(resource: Resource, sampler: Sampler) -> Iterator[Finding]:
    key = f"{resource.name}.sampler"
    for field, known in _SAMPLER_VALUES.items():
        value = getattr(sampler, field)
        if value not in known:
            hint = did_you_mean(value, known, f"use one of {', '.join(known)}")
            yield Finding("P10", f"{field} is {value}", hint, key, resource.name)
    fmt = formats.find(resource.format)
    if fmt is None:
        return
    whole = fmt.kind in ("SINT", "UINT", "BOOL")
    if whole and "linear" in (sampler.min_filter, sampler.mag_filter):
        what = f"{resource.format} is an integer format, and filters do not interpolate integers"
        yield Finding("P10", what, "use filter: nearest", key, resource.name)
    modes = (sampler.address_mode_u, sampler.address_mode_v)
    border = sampler.border_color
    expected = "int" if whole else "float"
    if "clamp_to_border" in modes and border in _BORDERS and not border.startswith(expected):
        what = f"the border of {resource.format} is {border}"
        yield Finding(
            "P10", what, f"write border_color: {expected}_{border.partition('_')[2]}", key, resource.name
        )


def h6_scalar_formats(op: ShaderOp) -> Iterator[Finding]:
    """Tensors and buffers have scalar formats: their channels are a dimension of the shape."""
    for resource in op.resources:
        fmt = formats.find(resource.format)
        if fmt is not None and resource.kind in ("tensor", "buffer") and not fmt.is_scalar:
            scalar = f"R{fmt.bits}_{'SINT' if fmt.kind == 'SNORM' else fmt.kind}"
            what = f"a {resource.kind} has scalars, and {resource.format} has {fmt.components} components"
            hint = f"use format: {scalar}, or an image"
            yield Finding("H6", what, hint, f"{resource.name}.format", resource.name)


def h7_dtypes(op: ShaderOp) -> Iterator[Finding]:
    """The backend supports the formats' dtypes, and an output like an argument has its dtype."""
    for resource in op.resources:
        fmt = formats.find(resource.format)
        if fmt is not None and fmt.dtype not in _DTYPES:
            signed = resource.format.replace("UINT", "SINT").replace("R64", "R32")
            what, hint = (
                f"the Arm backend has no tensors of {fmt.dtype}",
                f"use format: {signed}, and convert",
            )
            yield Finding("H7", what, hint, f"{resource.name}.format", resource.name)
    like = op.find(op.output_like) if op.output_like else None
    if like is None or op.output is None:
        return
    of, out = formats.find(like.format), formats.find(op.output.format)
    if of is not None and out is not None and of.dtype != out.dtype:
        what = f"the output is like {like.name}, of {of.dtype}, and {op.output.format} is of {out.dtype}"
        yield Finding(
            "H7", what, f"use a format of {of.dtype}, or output: {{shape: …}}", "out.format", OUTPUT
        )


DECLARED: tuple[Callable[[ShaderOp], Iterator[Finding]], ...] = (
    e2_domain,
    e3_name,
    e6_signature,
    e7_resources,
    p6_bindings,
    p7_kinds,
    p9_formats,
    p10_samplers,
    h6_scalar_formats,
    h7_dtypes,
)
