"""Puts fused operators in the place of the nodes that they replace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from executorch.exir.dialects._ops import ops
from torch.fx import Graph, Node

from rules_executorch.passes.graph import arguments, have_same_sizes, is_floating, name_of, only_user


def call(graph: Graph, before: Node, name: str, values: Sequence[Any], like: Node) -> Node:
    """A call of a fused operator before a node; its result is like that of the last node that it replaces."""
    with graph.inserting_before(before):
        node = graph.call_function(getattr(ops.edge.etk, name).default, tuple(values))
    node.meta = dict(like.meta)
    return node


def residual_of(node: Node) -> tuple[Node, Node] | None:
    """The sum that is the only use of a node's value, and what is added; both have the node's sizes."""
    user = only_user(node)
    if user is None or name_of(user) != "aten.add.Tensor" or arguments(user)["alpha"] != 1:
        return None
    terms = [arguments(user)["self"], arguments(user)["other"]]
    other = terms[1] if terms[0] is node else terms[0]
    if other is node or not have_same_sizes(node, user) or not have_same_sizes(other, user):
        return None
    return user, other


def can_fuse(*nodes: Node | None) -> bool:
    """Whether the tensors have one dtype that fused operators compute."""
    given = [node for node in nodes if node is not None]
    dtypes = {node.meta["val"].dtype for node in given if is_floating(node)}
    return len(dtypes) == 1 and all(map(is_floating, given))
