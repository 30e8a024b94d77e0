"""Fuses what is computed in Float between integers into one operator of integers.

That is dequantize → convolution, linear layer or sum → activation → quantize. The operators differ from the
program by at most one step of the out's scale. Sums of products are exact, where the program rounds in Float;
the bias is rounded to the scale of the sums, which is finer than that of the out.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

import torch
from torch.fx import Graph, Node

from rules_executorch.passes.activations import limits_of
from rules_executorch.passes.constants import Constants
from rules_executorch.passes.graph import arguments, have_same_sizes, name_of, only_user, value_of
from rules_executorch.passes.linears import linear_of
from rules_executorch.passes.quantized_operators import packed
from rules_executorch.passes.quantized_values import (
    DEQUANTIZE,
    QUANTIZE,
    Quantized,
    Weights,
    bias_of,
    input_of,
    weights_of,
)
from rules_executorch.passes.replacement import call


@dataclasses.dataclass(frozen=True)
class _Out:
    """A quantize node, the node whose value it quantizes, and the range, which an activation may narrow."""

    node: Node
    source: Node
    scale: float
    zero_point: int
    low: int
    high: int

    @property
    def range(self) -> list[int]:
        return [self.zero_point, self.low, self.high]


def fuse_quantized(graph: Graph, constants: Constants) -> None:
    """Fuses each convolution, linear layer and sum of the graph that is between integers."""
    kinds: dict[str, Callable[[_Out, Constants], tuple[str, list] | None]] = {
        "aten.convolution.default": _convolution,
        "aten.addmm.default": _linear,
        "aten.mm.default": _linear,
        "aten.linear.default": _linear,
        "aten.add.Tensor": _sum,
    }
    _move_activations(graph, constants)
    for node in list(graph.nodes):
        out = _out_of(node, constants)
        kind = kinds.get(name_of(out.source)) if out else None
        if not out or not kind or not (found := kind(out, constants)):
            continue
        name, values = found
        values = [
            constants.add(f"{node.name}_{value.label}", value.tensor)
            if isinstance(value, _Constant)
            else value
            for value in values
        ]
        new = call(graph, node, name, values, node)
        if name == "quantized_conv_act":
            new.meta["val"] = node.meta["val"].contiguous(memory_format=torch.channels_last)
        node.replace_all_uses_with(new)


def _move_activations(graph: Graph, constants: Constants) -> None:
    """Moves an activation that clamps from between dequantize and quantize to before both.

    Quantizers leave x → quantize → dequantize → clamp → quantize, all with one scale and zero point. The
    limits are rounded to the same integers before and after.
    """
    for node in list(graph.nodes):
        if limits_of(node, constants) is None:
            continue
        dequantize, last = arguments(node)["self"], only_user(node)
        if name_of(dequantize) != DEQUANTIZE or last is None or name_of(last) != QUANTIZE:
            continue
        first, value = arguments(dequantize)["input"], arguments(dequantize)
        if only_user(dequantize) != node or value["out_dtype"] is not None:
            continue
        if name_of(first) != QUANTIZE or only_user(first) is not dequantize:
            continue
        before, after = arguments(first), arguments(last)
        names = ("scale", "zero_point", "quant_min", "quant_max", "dtype")
        if all(before[name] == after[name] == value[name] for name in names):
            node.replace_input_with(dequantize, before["input"])
            graph.erase_node(dequantize)
            graph.erase_node(first)


@dataclasses.dataclass(frozen=True)
class _Constant:
    label: str
    tensor: torch.Tensor


def _out_of(node: Node, constants: Constants) -> _Out | None:
    if name_of(node) != QUANTIZE or arguments(node)["dtype"] != torch.int8:
        return None
    given = arguments(node)
    scale, zero_point = given["scale"], given["zero_point"]
    low, high = given["quant_min"], given["quant_max"]
    is_known = isinstance(scale, float) and scale > 0 and math.isfinite(scale)
    if not is_known or not -128 <= zero_point <= 127 or not -128 <= low <= high <= 127:
        return None
    source = given["input"]
    if only_user(source) is not node:
        return None
    if limits := limits_of(source, constants):

        def quantized(limit: float) -> int:
            # In Float, as quantize_per_tensor does.
            steps = (torch.tensor(limit) * torch.tensor(1 / scale, dtype=torch.float32)).round() + zero_point
            return int(steps.clamp(low, high))

        lower, upper = limits
        low, high = (
            low if lower is None else quantized(lower),
            high if upper is None else quantized(upper),
        )
        source = arguments(source)["self"]
        if low > high or len(source.users) != 1:
            return None
    return _Out(node, source, scale, zero_point, low, high)


def _parameters(
    out: _Out, x: Quantized, weights: Weights, bias: torch.Tensor | None, is_depthwise: bool
) -> list[_Constant] | None:
    """The packed weights, the bias and the multipliers; None if sums may be too large for 32 bits."""
    rows = weights.integers.flatten(1).to(torch.int64)
    scales = weights.scales * x.scale
    offsets = torch.zeros(len(rows), dtype=torch.float64) if bias is None else (bias / scales).round()
    if not bool((offsets.abs() < 2**31).all()):
        return None
    # Kernels add 128 to the input, so that it is unsigned.
    offsets = offsets.to(torch.int64) - rows.sum(1) * (x.zero_point + 128)
    if int((offsets.abs() + 255 * rows.abs().sum(1)).max()) >= 2**31:
        return None
    multipliers = (scales / out.scale).to(torch.float32)
    if not bool(multipliers.isfinite().all()):
        return None
    return [
        _Constant("weight", packed(weights.integers, is_depthwise)),
        _Constant("bias", offsets.to(torch.int32)),
        _Constant("multipliers", multipliers),
    ]


def _convolution(out: _Out, constants: Constants) -> tuple[str, list] | None:
    given = arguments(out.source)
    x, weights = input_of(given["input"]), weights_of(given["weight"], constants)
    bias = None if given["bias"] is None else bias_of(given["bias"], constants)
    if x is None or weights is None or (bias is None) != (given["bias"] is None) or given["transposed"]:
        return None
    channels, groups = len(weights.integers), given["groups"]
    value = value_of(x.node)
    if value is None or value.dim() != 4 or weights.integers.dim() != 4:
        return None
    is_depthwise = groups > 1
    if is_depthwise and (groups != channels or weights.integers.shape[1] != 1):
        return None
    parameters = _parameters(out, x, weights, bias, is_depthwise)
    if parameters is None:
        return None
    pairs = [_pair(given[name]) for name in ("stride", "padding", "dilation")]
    sizes = [list(weights.integers.shape[2:]), *pairs]
    return "quantized_conv_act", [x.node, x.zero_point, *parameters, *sizes, groups, *out.range]


def _pair(values: list[int]) -> list[int]:
    return list(values) if len(values) == 2 else list(values) * 2


def _linear(out: _Out, constants: Constants) -> tuple[str, list] | None:
    linear = linear_of(out.source)
    if linear is None:
        return None
    x, weights = input_of(linear.input), weights_of(linear.weight, constants)
    bias = None if linear.bias is None else bias_of(linear.bias, constants)
    if x is None or weights is None or (bias is None) != (linear.bias is None):
        return None
    parameters = _parameters(out, x, weights, bias, is_depthwise=False)
    return None if parameters is None else ("quantized_linear_act", [x.node, *parameters, *out.range])


# The bits of the multipliers of sums.
_BITS = 15


def _sum(out: _Out, constants: Constants) -> tuple[str, list] | None:
    given = arguments(out.source)
    a, b = input_of(given["self"]), input_of(given["other"])
    if a is None or b is None or constants.number(given["alpha"]) != 1:
        return None
    if not have_same_sizes(a.node, b.node):
        return None
    largest = max(a.scale, b.scale) / out.scale
    shift = _BITS - math.frexp(largest)[1]
    multipliers = [round(each.scale / out.scale * 2.0**shift) for each in (a, b)]
    if max(multipliers) == 2**_BITS:
        shift -= 1
        multipliers = [round(each.scale / out.scale * 2.0**shift) for each in (a, b)]
    if not 0 <= shift < 64:
        return None
    (a_by, b_by) = multipliers
    return "quantized_add_act", [a.node, a.zero_point, a_by, b.node, b.zero_point, b_by, shift, *out.range]
