"""Finds the nodes of a graph that are shaders: `tosa.CUSTOM` in Arm's Vulkan domain."""

import torch

from . import arm_backend, payload

CUSTOM = arm_backend.ops.backend.tosa.CUSTOM.default
# The key of the call's name in a node's metadata.
CALL = f"{__package__}.call"


def is_shader(node: torch.fx.Node) -> bool:
    """Whether the node is a shader of this package or another one."""
    return node.target == CUSTOM and node.kwargs["domain_name"] == payload.DOMAIN


def name(shader: torch.fx.Node) -> str:
    """The name of the call that this package converted to the shader."""
    return shader.meta.get(CALL, shader.name)


def values(shader: torch.fx.Node) -> list[tuple[torch.fx.Node, payload.Entry]]:
    """The operands and the result of a shader, with their entries."""
    operands, result = payload.entries_of(shader.kwargs["implementation_attrs"])
    found = list(zip(shader.args[0], operands, strict=False))
    return found + [(user, result) for user in shader.users]
