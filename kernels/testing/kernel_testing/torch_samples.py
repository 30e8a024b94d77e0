"""PyTorch's own samples of its operators (OpInfo) as samples of kernels."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Iterator, Sequence

import torch
from etgen import opset
from etgen.dtypes import DType
from etgen.schema import OpName, Schema

from kernel_testing import eager
from kernel_testing.host import DTYPES, TORCH_DTYPES, from_torch
from kernel_testing.samples import Sample, fitting_outs
from kernel_testing.tensors import Tensor


def samples(
    known: frozenset[OpName], dtypes: Sequence[DType], most: int, origin: str | None = None
) -> Iterator[Sample]:
    """The calls of the known operators that PyTorch's samples lead to, as far as a .pte can hold them."""
    counts: collections.Counter[str] = collections.Counter()
    for call in eager.calls(known, [TORCH_DTYPES[dtype] for dtype in dtypes], most, origin):
        sample = sample_of(call)
        if sample is not None:
            counts[sample.case] += 1
            yield dataclasses.replace(sample, case=f"{sample.case}/{counts[sample.case] - 1}")


def sample_of(call: eager.Call) -> Sample | None:
    """A call of eager PyTorch; None if it has a dtype or layout that a .pte cannot hold."""
    if not all(_can_be_held(value) for value in (*call.inputs, *call.expected)):
        return None
    expected = tuple(_plain(t) for t in call.expected)
    schema = opset.aten_schema(call.op)
    inputs = tuple(_plain(value) for value in call.inputs)
    case = f"{call.op}/{_dtype(schema, inputs, expected).name}/opinfo:{call.origin}"
    return Sample(schema, case, inputs, fitting_outs(expected), expected, exact=lambda: _exactly(call))


def _dtype(schema: Schema, inputs: tuple, expected: tuple[Tensor, ...]) -> DType:
    """That of the first tensor that is no condition, or of the result."""
    for argument, value in zip(schema.arguments, inputs, strict=False):
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Tensor) and argument.name != "condition":
                return item.dtype
    return expected[0].dtype


def _exactly(call: eager.Call) -> tuple[Tensor, ...]:
    results = call.exactly()
    return tuple(map(_plain, results)) if all(map(_can_be_held, results)) else ()


def _can_be_held(value: object) -> bool:
    if isinstance(value, list):
        return all(map(_can_be_held, value))
    return not isinstance(value, torch.Tensor) or (value.dtype in DTYPES and value.layout == torch.strided)


def _plain(value: object) -> object:
    """Plain tensors; images are laid out row by row, others as they were."""
    if isinstance(value, torch.Tensor):
        return from_torch(value, tuple(range(4)) if value.dim() == 4 else None)
    return [_plain(item) for item in value] if isinstance(value, list) else value
