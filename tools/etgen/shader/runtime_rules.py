"""The rules of the contract that need shapes and dtypes: checked for test shapes at build time, and for each
node when a graph is lowered. README.md lists all rules.

Generated packages contain a copy of this module, so it imports nothing but `operator_contract`, `formats` and
the standard library. Shapes are tuples of int; dtypes are PyTorch's names without `torch.`.
"""

import math
from collections.abc import Hashable, Mapping, Sequence

from .formats import FORMATS
from .operator_contract import IMAGES, Contract, Limits, Resource, Shape, Violation, cover, local_shape


def check(
    contract: Contract, shapes: Mapping[str, Sequence[int]], dtypes: Mapping[str, str] | None = None
) -> tuple[Violation, ...]:
    """The violations of these shapes, as in the graph, and of these dtypes, if they are known."""
    found: list[Violation] = []
    for resource in contract.resources:
        found += check_shape(contract, resource, shapes[resource.name])
        if dtypes is not None:
            found += check_dtype(resource, dtypes[resource.name])
    if contract.cover and not found:
        found += check_dispatch(contract, cover(contract, shapes), shapes)
    return tuple(found)


def check_shape(contract: Contract, resource: Resource, shape: Sequence[int]) -> list[Violation]:
    """H1 to H6, H12 and S7 for one resource."""
    name = resource.name
    if not all(type(dim) is int and dim >= 0 for dim in shape):
        what = f"the shape {_text(shape)} is not static"
        return [Violation("H1", name, what, "export the model with fixed shapes")]
    if 0 in shape:
        return [Violation("H2", name, f"the shape {_text(shape)} has no elements", "remove the call")]
    local = local_shape(contract, resource, shape)
    if resource.is_image:
        return _check_image(contract, resource, local)
    return _check_linear(contract, resource, local)


def _check_image(contract: Contract, resource: Resource, local: Shape) -> list[Violation]:
    name, rank = resource.name, len(local)
    if rank not in (3, 4):
        what = f"an image is [H, W, C] or [1, H, W, C], not {_text(local)}"
        return [Violation("H3", name, what, "reshape it before the operator, or use kind: buffer")]
    found = []
    if rank == 4 and local[0] != 1:
        what = f"an image has a batch of 1, not {local[0]}"
        found.append(Violation("H4", name, what, "call the operator for each image, or use kind: buffer"))
    components = FORMATS[resource.format].components
    if local[-1] != components:
        what = f"{_channels(local[-1])} do not fit {resource.format} ({components})"
        found.append(Violation("H5", name, what, _channels_hint(contract, local[-1], components)))
    height, width = local[-3], local[-2]
    limit = contract.limits.max_image_dimension_2d
    if max(height, width) > limit:
        devices = _devices(limit, "max_image_dimension_2d")
        what = f"{width} x {height} texels; {devices} images of {limit} x {limit}"
        found.append(Violation("H12", name, what, "cut the image into tiles, or use kind: buffer"))
    return found


def _channels_hint(contract: Contract, channels: int, components: int) -> str:
    if channels < components and not contract.pad_channels:
        return "use pad_channels: true, or kind: buffer"
    return "use a format with that number of channels (1, 2 or 4), or kind: buffer"


def _check_linear(contract: Contract, resource: Resource, local: Shape) -> list[Violation]:
    name, elements = resource.name, math.prod(local)
    found = []
    if resource.rank is not None and resource.rank != len(local):
        what = f"the shader's tensor has rank {resource.rank}, the value {_text(local)} has {len(local)}"
        found.append(Violation("S7", name, what, f"use tensorARM<…, {len(local)}> in the shader"))
    length = None if resource.length is None else resource.length * resource.vector
    if elements % resource.vector:
        what = f"{elements} elements are not a multiple of the vector size {resource.vector}"
        found.append(Violation("S4", name, what, "use an array of scalars in the shader"))
    elif length is not None and (elements < length or (elements > length and resource == contract.output)):
        what = f"{elements} elements, and the shader's array has {length}"
        found.append(Violation("S4", name, what, "use an array without a size in the shader"))
    nbytes = elements * FORMATS[resource.format].scalar_bytes
    limit = contract.limits.max_storage_buffer_range
    if nbytes > limit:
        what = f"{nbytes} bytes; {_devices(limit, 'max_storage_buffer_range')} buffers of {limit}"
        found.append(Violation("H12", name, what, "cut the tensor into parts"))
    return found


def check_dtype(resource: Resource, dtype: str) -> list[Violation]:
    """H7: the value's dtype matches the format."""
    expected = FORMATS[resource.format].dtype
    if dtype == expected:
        return []
    what = f"the value is {dtype}, and {resource.format} is for {expected}"
    return [Violation("H7", resource.name, what, f"convert the value to {expected}, or change the format")]


def check_dispatch(
    contract: Contract, groups: Sequence[int], shapes: Mapping[str, Sequence[int]]
) -> list[Violation]:
    """P2 and H10: the dispatch is valid, and can write the whole output."""
    most = contract.limits.max_compute_work_group_count
    if not all(type(count) is int and 1 <= count <= limit for count, limit in zip(groups, most, strict=True)):
        to = most[0] if len(set(most)) == 1 else _text(most)
        what = f"the dispatch is {_text(groups)}; each count is from 1 to {to}"
        hint = "use a larger local size, or dispatch: {groups: […]} in more dimensions"
        return [Violation("P2", None, what, hint)]
    invocations, elements = _work(contract, groups, shapes)
    if contract.written is None or invocations * contract.written >= elements:
        return []
    has = _elements(contract, elements)
    axes = " and ".join("xyz"[axis] for axis in contract.axes)
    along = {0: " without an id", 3: ""}.get(len(contract.axes), f" along {axes}")
    what = f"{invocations} invocations{along} write {contract.written} each, and the output has {has}"
    return [
        Violation("H10", None, what, f"dispatch more groups than {_text(groups)}, to cover the whole output")
    ]


def doubt_dispatch(
    contract: Contract, groups: Sequence[int], shapes: Mapping[str, Sequence[int]]
) -> str | None:
    """Possible mistakes in a dispatch that `check_dispatch` accepts: it may not reach every element."""
    if contract.output.is_image and contract.cover is None and len(contract.axes) > 1:
        height, width, _ = local_shape(contract, contract.output, shapes[contract.output.name])[-3:]
        reach = [a * b for a, b in zip(groups, contract.local_size, strict=True)][:2]
        if reach[0] < width or reach[1] < height:
            few = "too few if each writes one"
            return f"{reach[0]} x {reach[1]} invocations for {width} x {height} texels, {few}"
    invocations, elements = _work(contract, groups, shapes)
    units = elements // contract.output.vector
    if contract.written is not None or invocations >= units:
        return None
    written = _elements(contract, elements)
    return f"{invocations} invocations write {written}, which needs loops that reach all of them"


def _work(contract: Contract, groups: Sequence[int], shapes: Mapping[str, Sequence[int]]) -> tuple[int, int]:
    """The number of distinct invocations, and the number of elements of the output."""
    output = contract.output
    elements = math.prod(local_shape(contract, output, shapes[output.name]))
    if output.is_image:
        elements //= FORMATS[output.format].components
    return math.prod(groups[axis] * contract.local_size[axis] for axis in contract.axes), elements


def _elements(contract: Contract, count: int) -> str:
    return f"{count} {'texel' if contract.output.is_image else 'element'}{'s' if count != 1 else ''}"


def check_distinct(contract: Contract, values: Mapping[str, Hashable]) -> list[Violation]:
    """H11: operands are distinct values; the converter would drop equal ones and shift the bindings."""
    first: dict[Hashable, str] = {}
    found = []
    for resource in contract.inputs:
        owner = first.setdefault(values[resource.name], resource.name)
        if owner != resource.name:
            what = f"it is the same value as {owner}"
            found.append(Violation("H11", resource.name, what, "write an operator that takes it once"))
    return found


def check_views(resource: Resource, shared: Mapping[str, str]) -> list[Violation]:
    """H8: `shared` has the other calls that use the value, and its kind there.

    The memory layout of images depends on the device; only tensors can share memory with them.
    """
    for call, kind in shared.items():
        if {resource.is_image, kind in IMAGES} == {True, False} and "buffer" in (resource.kind, kind):
            what = f"the value is a {resource.kind} here, and a {kind} in {call}"
            hint = "use kind: tensor, or the same kind for both"
            return [Violation("H8", resource.name, what, hint)]
    return []


def _devices(limit: int, name: str) -> str:
    """The devices that have a limit, for messages."""
    is_least = limit == getattr(Limits(), name)
    return "every device has" if is_least else f"the entry's limits ({name}) have"


def _channels(count: int) -> str:
    return f"{count} channel" + ("s" if count != 1 else "")


def _text(shape: Sequence[int]) -> str:
    return f"[{', '.join(map(str, shape))}]"
