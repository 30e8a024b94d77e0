"""The attributes of a `tosa.CUSTOM` node: what Arm's converter and runtime are to know of its shader."""

import base64
import json
from collections.abc import Mapping, Sequence

from .custom_operator import CustomOperator
from .formats import FORMATS
from .runtime_rules import Resource

_DESCRIPTOR_TYPES = {
    "tensor": "VK_DESCRIPTOR_TYPE_TENSOR_ARM",
    "buffer": "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER",
    "sampled_image": "VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER",
    "storage_image": "VK_DESCRIPTOR_TYPE_STORAGE_IMAGE",
}
DOMAIN = "com.arm.VulkanCustomShader"
# Read by this package alone: the shape of the result, which padding keeps from being read off the operands.
_OUTPUT_SHAPE = "output_shape"


def build(operator: CustomOperator, shapes: Mapping[str, Sequence[int]]) -> dict[str, object]:
    """The attributes for one node, given the shapes in the graph, the output's among them."""
    contract = operator.contract
    result = {
        "entry_point": operator.entry_point,
        "is_vkshader": True,
        "push_constants": "",
        "shader_code": base64.b64encode(operator.spirv).decode("ascii"),
        "shader_language": "SPIR-V",
        "workgroup_sizes": list(operator.dispatch(shapes)),  # the counts of groups, in spite of the name
        _OUTPUT_SHAPE: list(operator.local_shapes(shapes)[contract.output.name]),
    }
    for index, resource in enumerate(contract.inputs):
        result |= _entry(operator, f"input_{index}", resource)
    return result | _entry(operator, "output_0", contract.output)


def _entry(operator: CustomOperator, prefix: str, resource: Resource) -> dict[str, object]:
    entry = {
        "binding": operator.bindings[resource.name],
        "descriptorset": 0,
        "type": "Image" if resource.is_image else "Tensor" if resource.kind == "tensor" else "Buffer",
        "vkdescriptortype": _DESCRIPTOR_TYPES[resource.kind],
        "vkformat": FORMATS[resource.format].vk_name,
    }
    if resource.name in operator.samplers:
        entry["sampler"] = dict(operator.samplers[resource.name])
    return {f"{prefix}_{key}": value for key, value in entry.items()}


def encode(payload: Mapping[str, object]) -> list[int]:
    """As the node has them: PyTorch's schemas know integers, and no bytes."""
    return list(json.dumps(payload, sort_keys=True).encode("utf-8"))


def output_of(attributes: Sequence[int]) -> tuple[tuple[int, ...], str]:
    """Shape and dtype of the result of a node with these attributes."""
    payload = json.loads(bytes(attributes))
    format_ = FORMATS[payload["output_0_vkformat"].removeprefix("VK_FORMAT_")]
    return tuple(payload[_OUTPUT_SHAPE]), format_.dtype


def kinds_of(attributes: Sequence[int]) -> tuple[list[str], str]:
    """The kinds of the operands and of the result of a node, of this package or another."""
    payload = json.loads(bytes(attributes))
    kinds = {name: kind for kind, name in _DESCRIPTOR_TYPES.items()}
    types = [f"input_{i}_vkdescriptortype" for i in range(len(payload)) if f"input_{i}_binding" in payload]
    operands = [kinds.get(payload.get(key), "") for key in types]
    return operands, kinds.get(payload.get("output_0_vkdescriptortype"), "")
