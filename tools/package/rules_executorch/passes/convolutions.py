"""Folds batch norms into convolutions, and fuses these with what follows."""

from __future__ import annotations

import dataclasses
from typing import Any

import torch
from torch.fx import Graph, Node

from rules_executorch.passes.activations import activation_of
from rules_executorch.passes.constants import Constants
from rules_executorch.passes.graph import arguments, is_floating, name_of, only_user
from rules_executorch.passes.replacement import call, can_fuse, residual_of

_CONVOLUTION = "aten.convolution.default"
_NORM = "aten._native_batch_norm_legit_no_training.default"


@dataclasses.dataclass
class _Convolution:
    """A convolution and the last node that is part of it.

    Attributes:
      values: its arguments, in the order of the schema.
      tail: the node of its result, after a batch norm.
    """

    values: list[Any]
    tail: Node


def fuse_convolutions(graph: Graph, constants: Constants) -> None:
    """Fuses each convolution of the graph with what only follows it."""
    for node in list(graph.nodes):
        if name_of(node) == _CONVOLUTION:
            _fuse(graph, node, constants)


def _fuse(graph: Graph, node: Node, constants: Constants) -> None:
    values = list(arguments(node).values())
    if not can_fuse(node, *values[:3]):
        return
    convolution = _with_norm(_Convolution(values, node), constants)
    tail, residual, last = convolution.tail, None, convolution.tail
    if found := residual_of(tail):
        last, residual = found
    if activation := activation_of(last, constants):
        last = activation.last
    if last is not tail:
        of_activation = activation.arguments if activation else ("none", None, None)
        new = call(graph, last, "conv_bn_act", [*convolution.values, residual, *of_activation], last)
        last.replace_all_uses_with(new)
    elif tail is not node:
        # Without anything else, it stays a convolution.
        node.args = tuple(convolution.values)
        node.kwargs = {}
        tail.replace_all_uses_with(node)


def _with_norm(convolution: _Convolution, constants: Constants) -> _Convolution:
    """The convolution with the batch norm after it, if that has constant statistics."""
    node, values = convolution.tail, convolution.values
    norm = only_user(node)
    if norm is None or name_of(norm) != _NORM or arguments(norm)["input"] is not node:
        return convolution
    result = only_user(norm)
    if result is None or result.op != "call_function" or result.args[1:] != (0,) or not is_floating(result):
        return convolution
    of_norm = arguments(norm)
    weight, bias = constants.tensor(values[1]), values[2] and constants.tensor(values[2])
    mean, variance = constants.tensor(of_norm["running_mean"]), constants.tensor(of_norm["running_var"])
    gamma, beta = (of_norm[name] and constants.tensor(of_norm[name]) for name in ("weight", "bias"))
    known = all(
        tensor is not None or given is None
        for tensor, given in ((bias, values[2]), (gamma, of_norm["weight"]), (beta, of_norm["bias"]))
    )
    if weight is None or mean is None or variance is None or not known:
        return convolution
    if result.meta["val"].dtype != weight.dtype:
        return convolution
    factor = 1 / torch.sqrt(variance.double() + of_norm["eps"])
    factor = factor if gamma is None else factor * gamma.double()
    offset = (0 if bias is None else bias.double()) - mean.double()
    offset = offset * factor + (0 if beta is None else beta.double())
    is_transposed, groups = values[6], values[8]
    folded = _scaled(weight, factor, groups if is_transposed else None)
    name = values[1].name
    values = list(values)
    values[1] = constants.add(f"{name}_folded", folded)
    values[2] = constants.add(f"{name}_folded_bias", offset.to(weight.dtype))
    return _Convolution(values, result)


def _scaled(weight: torch.Tensor, factor: torch.Tensor, groups: int | None) -> torch.Tensor:
    """The weight with each output channel multiplied by its factor, in the same memory format.

    A transposed convolution, which has `groups` here, has the output channels of a group in dimension 1.
    """
    ones = [1] * (weight.dim() - 2)
    if groups is None:
        scaled = weight.double() * factor.reshape(-1, 1, *ones)
    else:
        per_group = factor.reshape(groups, 1, -1, *ones)
        scaled = (weight.double().unflatten(0, (groups, -1)) * per_group).flatten(0, 1)
    return torch.empty_like(weight).copy_(scaled)
