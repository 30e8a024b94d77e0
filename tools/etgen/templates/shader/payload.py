"""The attributes of a `tosa.CUSTOM` node, which describe its shader to Arm's converter and runtime."""

import base64
import dataclasses
import json
import re
from collections.abc import Mapping, Sequence

from .custom_operator import CustomOperator
from .formats import FORMATS
from .operator_contract import Resource

_DESCRIPTOR_TYPES = {
    "tensor": "VK_DESCRIPTOR_TYPE_TENSOR_ARM",
    "buffer": "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER",
    "sampled_image": "VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER",
    "storage_image": "VK_DESCRIPTOR_TYPE_STORAGE_IMAGE",
}
DOMAIN = "com.arm.VulkanCustomShader"


def build(operator: CustomOperator, shapes: Mapping[str, Sequence[int]]) -> dict[str, object]:
    """The attributes of a node, from the shapes in the graph, including the output's."""
    contract = operator.contract
    result = {
        "entry_point": operator.entry_point,
        "is_vkshader": True,
        "push_constants": "",
        "shader_code": base64.b64encode(operator.spirv).decode("ascii"),
        "shader_language": "SPIR-V",
        "workgroup_sizes": list(operator.dispatch(shapes)),  # the counts of groups, despite the name
    }
    local = operator.local_shapes(shapes)
    for index, resource in enumerate(contract.inputs):
        result |= _entry(operator, f"input_{index}", resource, local)
    return result | _entry(operator, "output_0", contract.output, local)


def _entry(
    operator: CustomOperator, prefix: str, resource: Resource, shapes: Mapping[str, Sequence[int]]
) -> dict[str, object]:
    entry = {
        "binding": operator.bindings[resource.name],
        "descriptorset": 0,
        "shape": list(shapes[resource.name]),  # only used by this package
        "type": "Image" if resource.is_image else "Tensor" if resource.kind == "tensor" else "Buffer",
        "vkdescriptortype": _DESCRIPTOR_TYPES[resource.kind],
        "vkformat": FORMATS[resource.format].vk_name,
    }
    if resource.name in operator.samplers:
        entry["sampler"] = dict(operator.samplers[resource.name])
    return {f"{prefix}_{key}": value for key, value in entry.items()}


def encode(payload: Mapping[str, object]) -> list[int]:
    """The attributes as the node stores them: PyTorch's schemas support integers, but no bytes."""
    return list(json.dumps(payload, sort_keys=True).encode("utf-8"))


def output_of(attributes: Sequence[int]) -> tuple[tuple[int, ...], str]:
    """Shape and dtype of the result of a node with these attributes."""
    payload = json.loads(bytes(attributes))
    format_ = FORMATS[payload["output_0_vkformat"].removeprefix("VK_FORMAT_")]
    return tuple(payload["output_0_shape"]), format_.dtype


@dataclasses.dataclass(frozen=True)
class Entry:
    """The role of a value for a shader.

    Attributes:
      view: equal for views that are one resource of the converted model.
      shape: the shape that the shader was declared for; None for shaders of other packages.
    """

    kind: str
    view: str
    shape: tuple[int, ...] | None


def entries_of(attributes: Sequence[int]) -> tuple[list[Entry], Entry]:
    """The entries of the operands and the result of a node, of this package or another one."""
    payload = json.loads(bytes(attributes))
    count = sum(1 for key in payload if re.fullmatch(r"input_\d+_binding", key))
    return [_read(payload, f"input_{i}") for i in range(count)], _read(payload, "output_0")


def _read(payload: dict, prefix: str) -> Entry:
    kinds = {name: kind for kind, name in _DESCRIPTOR_TYPES.items()}
    view = [payload.get(f"{prefix}_{key}") for key in ("vkdescriptortype", "vkformat", "sampler")]
    shape = payload.get(f"{prefix}_shape")
    shape = None if shape is None else tuple(shape)
    return Entry(kinds.get(view[0], ""), json.dumps(view, sort_keys=True), shape)
