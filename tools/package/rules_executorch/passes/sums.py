"""Fuses sums of two tensors with the activation after them."""

from __future__ import annotations

from torch.fx import Graph

from rules_executorch.passes.activations import activation_of
from rules_executorch.passes.constants import Constants
from rules_executorch.passes.graph import arguments, name_of
from rules_executorch.passes.replacement import call, can_fuse


def fuse_sums(graph: Graph, constants: Constants) -> None:
    """Fuses each sum of the graph whose only use is an activation."""
    for node in list(graph.nodes):
        if name_of(node) != "aten.add.Tensor" or arguments(node)["alpha"] != 1:
            continue
        terms = [arguments(node)["self"], arguments(node)["other"]]
        if not can_fuse(node, *terms):
            continue
        if activation := activation_of(node, constants):
            new = call(graph, activation.last, "add_act", [*terms, *activation.arguments], activation.last)
            activation.last.replace_all_uses_with(new)
