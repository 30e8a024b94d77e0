"""What the passes ask of the graph of an exported program."""

from __future__ import annotations

from typing import Any

import torch
from torch.fx import Node


def name_of(node: object) -> str:
    """The name of the operator that a node calls, such as `aten.relu.default`; empty for other nodes."""
    if not isinstance(node, Node) or node.op != "call_function":
        return ""
    operator = getattr(node.target, "_op", node.target)  # of an operator of the edge dialect
    return str(operator) if isinstance(operator, torch._ops.OpOverload) else ""


def arguments(node: Node) -> dict[str, Any]:
    """The arguments of a call of an operator by name, with the defaults of its schema."""
    operator = getattr(node.target, "_op", node.target)
    values = {}
    for i, argument in enumerate(operator._schema.arguments):
        default = argument.default_value if argument.has_default_value() else None
        given = node.kwargs.get(argument.name, default)
        values[argument.name] = node.args[i] if i < len(node.args) else given
    return values


def users(node: Node) -> list[Node]:
    """The nodes that use the value of a node."""
    return list(node.users)


def only_user(node: Node) -> Node | None:
    """The node that uses the value of this node, if it is the only one."""
    return next(iter(node.users)) if len(node.users) == 1 else None


def value_of(node: object) -> torch.Tensor | None:
    """The fake tensor that a node stands for; None if it stands for something else."""
    value = node.meta.get("val") if isinstance(node, Node) else None
    return value if isinstance(value, torch.Tensor) else None


def is_floating(node: object) -> bool:
    """Whether a node is a tensor of a dtype that the fused operators have."""
    value = value_of(node)
    return value is not None and value.dtype in (torch.float32, torch.float16, torch.bfloat16, torch.float64)


def have_same_sizes(a: object, b: object) -> bool:
    """Whether two nodes are tensors of one shape and dtype, whatever the dynamic sizes are."""
    left, right = value_of(a), value_of(b)
    return left is not None and right is not None and left.dtype == right.dtype and same_sizes(left, right)


def same_sizes(left: torch.Tensor, right: torch.Tensor) -> bool:
    """Whether two tensors have one shape, whatever the dynamic sizes are."""
    return left.dim() == right.dim() and all(map(is_same_size, left.shape, right.shape))


def is_same_size(a: Any, b: Any) -> bool:
    """Whether two sizes are equal, without a guard on what is dynamic."""
    if isinstance(a, int) and isinstance(b, int):
        return a == b
    expressions = [getattr(getattr(size, "node", None), "expr", size) for size in (a, b)]
    return bool(expressions[0] == expressions[1])
