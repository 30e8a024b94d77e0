"""The quantized operators of kernels/fused in PyTorch: importing this defines them, with what they compute.

The weights of channels are packed in the order in which vectors read them: index k of channel c is at
`[c // 16, k // 4, c % 16, k % 4]`, and what is missing is 0. Index k is `(y * width + x) * channels + c`, or,
in a depthwise convolution, `x * height + y` with a height that is a multiple of 4.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from rules_executorch.passes.definition import define

_CHANNELS, _INDICES = 16, 4


def packed(weight: Tensor, is_depthwise: bool) -> Tensor:
    """Packs the weights of a convolution, of four dimensions, or of a linear layer, of two."""
    if is_depthwise:
        columns = weight[:, 0].transpose(1, 2)
        indices = functional.pad(columns, (0, -columns.shape[2] % _INDICES)).flatten(1)
    else:
        indices = (weight.permute(0, 2, 3, 1) if weight.dim() == 4 else weight).flatten(1)
    channels, depth = indices.shape
    padded = functional.pad(indices, (0, -depth % _INDICES, 0, -channels % _CHANNELS))
    blocks = padded.reshape(-1, _CHANNELS, padded.shape[1] // _INDICES, _INDICES)
    return blocks.transpose(1, 2).contiguous()


def _unpacked(weight: Tensor, channels: int, depth: int) -> Tensor:
    blocks, quads = weight.shape[:2]
    rows = weight.transpose(1, 2).reshape(blocks * _CHANNELS, quads * _INDICES)
    return rows[:channels, :depth]


def _quantized(sums: Tensor, multipliers: Tensor | float, zero_point: int, low: int, high: int) -> Tensor:
    """The sums are of double, and exact."""
    wrapped = sums.to(torch.int64).to(torch.int32)
    products = (wrapped.to(torch.float32) * multipliers).clamp(low - zero_point, high - zero_point)
    return (products.round() + zero_point).to(torch.int8)


def quantized_conv_act(
    input: Tensor,  # noqa: A002 - names are those of the schema
    input_zero_point: int,
    weight: Tensor,
    bias: Tensor,
    multipliers: Tensor,
    kernel_size: list[int],
    stride: list[int],
    padding: list[int],
    dilation: list[int],
    groups: int,
    out_zero_point: int,
    out_min: int,
    out_max: int,
) -> Tensor:
    """A convolution of integers, quantized again. The channels of the result come last in memory."""
    channels, (height, width) = bias.shape[0], kernel_size
    if groups > 1:
        tall = -(-height // _INDICES) * _INDICES
        columns = _unpacked(weight, channels, width * tall).reshape(channels, width, tall)
        kernel = columns[:, :, :height].transpose(1, 2).unsqueeze(1)
    else:
        inputs = input.shape[1]
        rows = _unpacked(weight, channels, height * width * inputs)
        kernel = rows.reshape(channels, height, width, inputs).permute(0, 3, 1, 2)
    around = (padding[1], padding[1], padding[0], padding[0])
    x = functional.pad(input.to(torch.float64) + 128, around, value=input_zero_point + 128)
    sums = functional.conv2d(x, kernel.to(torch.float64), bias.to(torch.float64), stride, 0, dilation, groups)
    result = _quantized(sums, multipliers.reshape(-1, 1, 1), out_zero_point, out_min, out_max)
    return result.contiguous(memory_format=torch.channels_last)


def quantized_linear_act(
    input: Tensor,  # noqa: A002
    weight: Tensor,
    bias: Tensor,
    multipliers: Tensor,
    out_zero_point: int,
    out_min: int,
    out_max: int,
) -> Tensor:
    """A linear layer of integers, quantized again."""
    rows = _unpacked(weight, bias.shape[0], input.shape[-1]).to(torch.float64)
    sums = functional.linear(input.to(torch.float64) + 128, rows, bias.to(torch.float64))
    return _quantized(sums, multipliers, out_zero_point, out_min, out_max)


def quantized_add_act(
    a: Tensor,
    a_zero_point: int,
    a_multiplier: int,
    b: Tensor,
    b_zero_point: int,
    b_multiplier: int,
    shift: int,
    out_zero_point: int,
    out_min: int,
    out_max: int,
) -> Tensor:
    """A sum of integers with scales of their own, quantized again."""
    x = (a.to(torch.float64) - a_zero_point) * a_multiplier
    y = (b.to(torch.float64) - b_zero_point) * b_multiplier
    return _quantized(x + y, 0.5**shift, out_zero_point, out_min, out_max)


_RANGE = "int out_zero_point, int out_min, int out_max"


# The operators exist as long as this does.
_LIBRARY = torch.library.Library("etk", "FRAGMENT")
define(
    _LIBRARY,
    quantized_add_act,
    "Tensor a, int a_zero_point, int a_multiplier, Tensor b, int b_zero_point, int b_multiplier, int shift, "
    f"{_RANGE}",
)
define(
    _LIBRARY,
    quantized_conv_act,
    "Tensor input, int input_zero_point, Tensor weight, Tensor bias, Tensor multipliers, int[] kernel_size, "
    f"int[] stride, int[] padding, int[] dilation, int groups, {_RANGE}",
)
define(
    _LIBRARY, quantized_linear_act, f"Tensor input, Tensor weight, Tensor bias, Tensor multipliers, {_RANGE}"
)
