"""The nodes of a graph that are shaders: `tosa.CUSTOM` in Arm's domain of Vulkan."""

import torch

from . import arm_backend, payload

CUSTOM = arm_backend.ops.backend.tosa.CUSTOM.default
# The call that a node stands for, among what it knows.
CALL = f"{__package__}.call"


def is_shader(node: torch.fx.Node) -> bool:
    """Whether it is a shader, of this package or another."""
    return node.target == CUSTOM and node.kwargs["domain_name"] == payload.DOMAIN


def name(shader: torch.fx.Node) -> str:
    """The name of the call that it stands for, where this package made it."""
    return shader.meta.get(CALL, shader.name)


def values(shader: torch.fx.Node) -> list[tuple[torch.fx.Node, payload.Entry]]:
    """Its operands, then its result, with what they are for it."""
    operands, result = payload.entries_of(shader.kwargs["implementation_attrs"])
    found = list(zip(shader.args[0], operands, strict=False))
    return found + [(user, result) for user in shader.users]
