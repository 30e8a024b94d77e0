"""The operators of kernels/fused in PyTorch: importing this defines them, with what they compute."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from rules_executorch.passes.definition import define

_ACTIVATION = "str activation, float? lower, float? upper"
_CONVOLUTION = (
    "Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, "
    "bool transposed, SymInt[] output_padding, SymInt groups"
)

# The activations without limits.
ACTIVATIONS = {
    "none": lambda x: x,
    "relu": torch.relu,
    "gelu": functional.gelu,
    "gelu_tanh": lambda x: functional.gelu(x, approximate="tanh"),
    "hardsigmoid": functional.hardsigmoid,
    "hardswish": functional.hardswish,
    "sigmoid": torch.sigmoid,
    "silu": functional.silu,
}


def _activated(x: Tensor, activation: str, lower: float | None, upper: float | None) -> Tensor:
    if activation != "clamp":
        return ACTIVATIONS[activation](x)
    return x if lower is None and upper is None else torch.clamp(x, lower, upper)


def add_act(self: Tensor, other: Tensor, activation: str, lower: float | None, upper: float | None) -> Tensor:
    """The activation of self + other."""
    return _activated(self + other, activation, lower, upper)


def conv_bn_act(
    input: Tensor,  # noqa: A002 - names are those of the schema
    weight: Tensor,
    bias: Tensor | None,
    stride: list[int],
    padding: list[int],
    dilation: list[int],
    transposed: bool,
    output_padding: list[int],
    groups: int,
    residual: Tensor | None,
    activation: str,
    lower: float | None,
    upper: float | None,
) -> Tensor:
    """The activation of a convolution + residual."""
    result = torch.ops.aten.convolution(
        input, weight, bias, stride, padding, dilation, transposed, output_padding, groups
    )
    return _activated(result if residual is None else result + residual, activation, lower, upper)


def linear_act(
    input: Tensor,  # noqa: A002
    weight: Tensor,
    bias: Tensor | None,
    residual: Tensor | None,
    activation: str,
    lower: float | None,
    upper: float | None,
) -> Tensor:
    """The activation of input × weightᵀ + bias + residual."""
    result = functional.linear(input, weight, bias)
    return _activated(result if residual is None else result + residual, activation, lower, upper)


def softmax_mask(
    self: Tensor, mask: Tensor | None, scale: float, dim: int, masked_rows_are_zero: bool
) -> Tensor:
    """The softmax of scale · self + mask; with `masked_rows_are_zero`, 0 in rows that are all -∞."""
    x = self if scale == 1 else self * scale
    x = x if mask is None else x + mask
    result = torch.softmax(x, dim)
    if masked_rows_are_zero:
        result = torch.where((x == -torch.inf).all(dim, keepdim=True), 0, result)
    return result


# The operators exist as long as this does.
_LIBRARY = torch.library.Library("etk", "DEF")
define(_LIBRARY, add_act, f"Tensor self, Tensor other, {_ACTIVATION}")
define(_LIBRARY, conv_bn_act, f"{_CONVOLUTION}, Tensor? residual, {_ACTIVATION}")
define(_LIBRARY, linear_act, f"Tensor input, Tensor weight, Tensor? bias, Tensor? residual, {_ACTIVATION}")
define(_LIBRARY, softmax_mask, "Tensor self, Tensor? mask, float scale, int dim, bool masked_rows_are_zero")
