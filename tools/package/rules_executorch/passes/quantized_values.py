"""What quantized tensors of a program stand for: the integers, and the numbers that they are in Float."""

from __future__ import annotations

import dataclasses
import math

import torch
from torch.fx import Node

from rules_executorch.passes.constants import Constants
from rules_executorch.passes.graph import arguments, name_of, value_of

QUANTIZE = "quantized_decomposed.quantize_per_tensor.default"
DEQUANTIZE = "quantized_decomposed.dequantize_per_tensor.default"
DEQUANTIZE_CHANNELS = "quantized_decomposed.dequantize_per_channel.default"


@dataclasses.dataclass(frozen=True)
class Quantized:
    """A node of Char, and what its integers are."""

    node: Node
    scale: float
    zero_point: int


@dataclasses.dataclass(frozen=True)
class Weights:
    """Constant weights of Char, with a scale for each channel; zero points are 0."""

    integers: torch.Tensor
    scales: torch.Tensor  # of double


def input_of(node: object) -> Quantized | None:
    """What a node dequantizes, with one scale; None if it is another node or its numbers are unknown."""
    if not isinstance(node, Node) or name_of(node) != DEQUANTIZE:
        return None
    given = arguments(node)
    value = value_of(given["input"])
    if value is None or value.dtype != torch.int8 or given["out_dtype"] not in (None, torch.float32):
        return None
    scale, zero_point = given["scale"], given["zero_point"]
    is_known = isinstance(scale, float) and scale > 0 and math.isfinite(scale)
    return Quantized(given["input"], scale, zero_point) if is_known and -128 <= zero_point <= 127 else None


def weights_of(node: object, constants: Constants) -> Weights | None:
    """The constant weights that a node dequantizes, with one scale or one for each channel."""
    if not isinstance(node, Node) or name_of(node) not in (DEQUANTIZE, DEQUANTIZE_CHANNELS):
        return None
    given = arguments(node)
    integers = constants.tensor(given["input"])
    if integers is None or integers.dtype != torch.int8 or given["out_dtype"] not in (None, torch.float32):
        return None
    if name_of(node) == DEQUANTIZE:
        scales = torch.full((integers.shape[0],), given["scale"], dtype=torch.float64)
        is_symmetric = given["zero_point"] == 0
    else:
        found = constants.tensor(given["scales"])
        zero_points = constants.tensor(given["zero_points"])
        if found is None or given["axis"] != 0 or (given["zero_points"] is not None and zero_points is None):
            return None
        scales = found.to(torch.float64)
        is_symmetric = zero_points is None or not zero_points.any()
    is_known = bool(((scales > 0) & scales.isfinite()).all())
    return Weights(integers, scales) if is_known and is_symmetric else None


def bias_of(node: object, constants: Constants) -> torch.Tensor | None:
    """A bias of Float, or one of integers that is dequantized, in double."""
    if isinstance(node, Node) and name_of(node) in (DEQUANTIZE, DEQUANTIZE_CHANNELS):
        given = arguments(node)
        integers = constants.tensor(given["input"])
        if integers is None:
            return None
        if name_of(node) == DEQUANTIZE:
            return (integers.to(torch.float64) - given["zero_point"]) * given["scale"]
        scales, zero_points = constants.tensor(given["scales"]), constants.tensor(given["zero_points"])
        if scales is None or (given["zero_points"] is not None and zero_points is None):
            return None
        return (integers - (0 if zero_points is None else zero_points)) * scales.to(torch.float64)
    found = constants.tensor(node)
    return None if found is None or not found.is_floating_point() else found.to(torch.float64)
