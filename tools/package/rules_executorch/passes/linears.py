"""Fuses linear layers with what follows them."""

from __future__ import annotations

import dataclasses

from torch.fx import Graph, Node

from rules_executorch.passes.activations import activation_of
from rules_executorch.passes.constants import Constants
from rules_executorch.passes.graph import arguments, is_same_size, name_of, only_user, value_of
from rules_executorch.passes.replacement import call, can_fuse, residual_of

_VIEW = "aten.view_copy.default"
_TRANSPOSES = ("aten.permute_copy.default", "aten.t_copy.default", "aten.transpose_copy.int")


@dataclasses.dataclass
class Linear:
    """input × weightᵀ + bias; `tail` is the node of the result."""

    input: Node
    weight: Node
    bias: Node | None
    tail: Node


def fuse_linears(graph: Graph, constants: Constants) -> None:
    """Fuses each product with a transposed matrix with the transposition, and with what only follows it."""
    for node in list(graph.nodes):
        if linear := linear_of(node):
            _fuse(graph, _of_any_rank(linear), constants)


def linear_of(node: Node) -> Linear | None:
    """The linear layer that a node is, as it is exported or decomposed."""
    name = name_of(node)
    if name not in ("aten.linear.default", "aten.addmm.default", "aten.mm.default"):
        return None
    values = arguments(node)
    if name == "aten.linear.default":
        linear = Linear(values["input"], values["weight"], values["bias"], node)
    else:
        is_sum = name == "aten.addmm.default"
        matrix = values["mat2"]
        if (is_sum and (values["alpha"], values["beta"]) != (1, 1)) or not _is_transposed(matrix):
            return None
        factor = values["mat1"] if is_sum else values["self"]
        linear = Linear(factor, arguments(matrix)["self"], values["self"] if is_sum else None, node)
    weight, bias = value_of(linear.weight), value_of(linear.bias)
    has_rows = weight is not None and weight.dim() == 2
    has_bias = bias is None or (
        bias.dim() == 1 and weight is not None and is_same_size(bias.shape[0], weight.shape[0])
    )
    is_fit = has_rows and has_bias and can_fuse(node, linear.input, linear.weight, linear.bias)
    return linear if is_fit else None


def _is_transposed(node: Node) -> bool:
    """Whether a node transposes a matrix."""
    if name_of(node) not in _TRANSPOSES:
        return False
    values = arguments(node)
    if name_of(node) == "aten.permute_copy.default":
        return [d % 2 for d in values["dims"]] == [1, 0]
    return name_of(node) == "aten.t_copy.default" or {values["dim0"] % 2, values["dim1"] % 2} == {0, 1}


def _of_any_rank(linear: Linear) -> Linear:
    """Without the views that make a matrix of an input of a higher rank, and the reverse."""
    view, result = linear.input, only_user(linear.tail)
    if name_of(view) != _VIEW or result is None or name_of(result) != _VIEW:
        return linear
    source = arguments(view)["self"]
    before, after, weight = value_of(source), value_of(result), value_of(linear.weight)
    if before is None or after is None or weight is None or before.dim() != after.dim() or before.dim() < 2:
        return linear
    sizes = [*before.shape[:-1], weight.shape[0]]
    is_same = all(map(is_same_size, sizes, after.shape)) and is_same_size(before.shape[-1], weight.shape[1])
    return dataclasses.replace(linear, input=source, tail=result) if is_same else linear


def _fuse(graph: Graph, linear: Linear, constants: Constants) -> None:
    last, residual = linear.tail, None
    if found := residual_of(last):
        last, residual = found
    # An activation may come after the views of the result.
    end = last
    while (view := only_user(end)) and name_of(view) == _VIEW and not activation_of(end, constants):
        end = view
    activation = activation_of(end, constants)
    if end is last and activation:
        last = end = activation.last
    of_activation = activation.arguments if activation else ("none", None, None)
    values = [linear.input, linear.weight, linear.bias, residual, *of_activation]
    new = call(graph, last, "linear_act", values, last)
    last.replace_all_uses_with(new)
    if activation and end is not last:
        activation.last.replace_all_uses_with(end)
