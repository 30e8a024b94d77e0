"""Operators that have more than one right result."""

from __future__ import annotations

import dataclasses
import itertools

from kernel_testing.samples import Sample
from kernel_testing.tensors import Tensor

# The content of their outs is undefined or random.
_HOLD_ANYTHING = frozenset(
    {
        *("empty", "empty_permuted", "empty_strided", "exponential", "multinomial", "native_dropout"),
        *("normal", "rand", "rand_like", "randint", "randint_like", "randn", "randn_like", "randperm"),
        "uniform",
    }
)

# These operators choose among equal elements; if they have a second out, it gets the chosen index.
_CHOOSE = frozenset({"kthvalue", "median", "mode", "nanmedian", "sort", "topk"})


def is_also_right(sample: Sample, outs: list[Tensor]) -> bool:
    """Whether outs that differ from the expected ones are also right."""
    if [(t.dtype, t.shape) for t in outs] != [(t.dtype, t.shape) for t in sample.expected]:
        return False
    base = sample.schema.name.base
    chooses = base in _CHOOSE and len(outs) == 2
    return base in _HOLD_ANYTHING or (chooses and _is_another_choice(sample, *outs))


def _is_another_choice(sample: Sample, values: Tensor, indices: Tensor) -> bool:
    """Whether the values are the expected ones, and the indices are distinct and each leads to its value."""
    arguments = {a.name: v for a, v in zip(sample.schema.arguments, sample.inputs, strict=False)}
    in_order = arguments.get("sorted", True)
    self, dim = arguments["self"], arguments["dim"]
    assert isinstance(self, Tensor)
    assert isinstance(dim, int)
    lines = (_lines(_with_dim(t, dim, self), dim) for t in (self, sample.expected[0], values, indices))
    for line, expected, chosen, at in zip(*lines, strict=True):
        if any(not 0 <= i < len(line) for i in at) or len(set(at)) != len(at):
            return False
        pairs = [(chosen, [line[i] for i in at])]
        pairs += [
            (chosen, expected) if in_order else (sorted(chosen, key=_rank), sorted(expected, key=_rank))
        ]
        for left, right in pairs:
            if any(a != b and (a == a or b == b) for a, b in zip(left, right, strict=True)):
                return False
    return True


def _rank(value: float) -> tuple[bool, float]:
    """A sort key that puts NaN after all numbers."""
    return (True, 0.0) if value != value else (False, value)


def _with_dim(tensor: Tensor, dim: int, self: Tensor) -> Tensor:
    """The tensor with the reduced dimension as a dimension of size 1, if the reduction dropped it."""
    if len(tensor.shape) == len(self.shape):
        return tensor
    dim %= len(self.shape)
    shape = (*tensor.shape[:dim], 1, *tensor.shape[dim:])
    return dataclasses.replace(tensor, shape=shape, order=(*(d + (d >= dim) for d in tensor.order), dim))


def _lines(tensor: Tensor, dim: int) -> list[list]:
    """The elements along a dimension, for each index of the others."""
    if not tensor.shape:
        return [tensor.values]
    dim %= len(tensor.shape)
    lines: dict[tuple, list] = {}
    for index, value in zip(itertools.product(*map(range, tensor.shape)), tensor.values, strict=True):
        lines.setdefault((*index[:dim], *index[dim + 1 :]), []).append(value)
    return [lines[key] for key in sorted(lines)]
