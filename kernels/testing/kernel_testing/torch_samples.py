"""Converts PyTorch's own samples of its operators (OpInfo) to samples of kernels."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Container, Iterator, Sequence

import torch
from etgen import opset
from etgen.dtypes import DType
from etgen.schema import OpName, Schema

from kernel_testing import eager
from kernel_testing.host import COMPLEX, DTYPES, TORCH_DTYPES, from_torch
from kernel_testing.meaning import has_meaning
from kernel_testing.process import Out
from kernel_testing.samples import NOT_COMPUTED, Sample, fitting_outs, requested, written_as_outs
from kernel_testing.sources import CHANNELS_LAST
from kernel_testing.tensors import Tensor

# Operators that accept complex tensors.
_TAKE_COMPLEX = frozenset(
    "_conj_copy _conj_physical _fft_c2c _fft_c2r _fft_r2c _to_copy abs add addmm addmv alias_copy angle "
    "as_strided_copy as_strided_scatter baddbmm bmm cat clone complex constant_pad_nd diagonal_copy "
    "diagonal_scatter div eq expand_copy fill flip full full_like gather index index_select linear "
    "masked_fill masked_scatter masked_select mean mm mul narrow_copy ne neg ones permute_copy "
    "pixel_shuffle pixel_unshuffle polar put reciprocal reflection_pad1d reflection_pad2d repeat "
    "replication_pad1d replication_pad2d roll rsub scatter select_copy slice_copy squeeze_copy "
    "stack sub sum t_copy transpose_copy tril triu unfold_copy unsqueeze_copy view_as_complex_copy "
    "view_as_real_copy view_copy where zeros".split()
)


def samples(
    known: frozenset[OpName], dtypes: Sequence[DType], most: int, origin: str | None = None
) -> Iterator[Sample]:
    """The calls of the known operators in PyTorch's samples, if a .pte can contain them."""
    counts: collections.Counter[str] = collections.Counter()
    for call in eager.calls(known, [TORCH_DTYPES[dtype] for dtype in dtypes], most, origin):
        sample = sample_of(call)
        if sample is not None:
            counts[sample.case] += 1
            yield dataclasses.replace(sample, case=f"{sample.case}/{counts[sample.case] - 1}")


def sample_of(call: eager.Call) -> Sample | None:
    """The sample of a call of eager PyTorch; None if it has a dtype or layout that a .pte cannot contain."""
    possible = DTYPES | COMPLEX if call.op.base in _TAKE_COMPLEX else DTYPES
    if not all(_can_be_held(value, possible) for value in (*call.inputs, *call.expected)):
        return None
    if any(isinstance(value, complex) for value in call.inputs):
        return None  # programs have no complex numbers
    schema = opset.aten_schema(call.op)
    assert schema is not None
    inputs = tuple(_plain(value) for value in call.inputs)
    expected = tuple(_plain_tensor(t, _asks_for_channels_last(schema, inputs)) for t in call.expected)
    expected = requested(schema, inputs, expected)
    outs = fitting_outs(expected) if schema.outs else ()
    if call.op.base.startswith("special_bessel") and not has_meaning(schema, inputs):
        return None
    inputs = written_as_outs(schema, inputs)
    case = f"{call.op}/{_dtype(schema, inputs, expected).name}/opinfo:{call.origin}"
    changed = tuple(_plain_tensor(t) for t in call.changed)

    def exact() -> tuple[Tensor, ...]:
        results = _exactly(call) if schema.outs else ()
        return (*changed, *results) if results else ()

    # An operator without outs returns the input that it writes to.
    written = (*changed, *expected) if schema.outs else changed
    return Sample(schema, case, inputs, outs, written, exact=exact)


def _asks_for_channels_last(schema: Schema, inputs: tuple) -> bool:
    arguments = zip(schema.arguments, inputs, strict=False)
    return any(argument.type.base == "MemoryFormat" and value == 2 for argument, value in arguments)


def _dtype(schema: Schema, inputs: tuple, expected: tuple[Tensor, ...]) -> DType:
    """The dtype of the first tensor that is not a condition, or of the result."""
    for argument, value in zip(schema.arguments, inputs, strict=False):
        for item in value if isinstance(value, list) else [value]:
            item = item.tensor if isinstance(item, Out) else item
            if isinstance(item, Tensor) and argument.name != "condition":
                return item.dtype
    return expected[0].dtype


def _exactly(call: eager.Call) -> tuple[Tensor, ...]:
    results = call.exactly()
    if not all(_can_be_held(t, DTYPES | COMPLEX) for t in results):
        return ()
    return tuple(NOT_COMPUTED if t is None else _plain_tensor(t) for t in results)


def _can_be_held(value: object, possible: Container[torch.dtype]) -> bool:
    if isinstance(value, list):
        return all(_can_be_held(item, possible) for item in value)
    return not isinstance(value, torch.Tensor) or (value.dtype in possible and value.layout == torch.strided)


def _plain_tensor(tensor: torch.Tensor, channels_last: bool = False) -> Tensor:
    """A plain tensor. Images are contiguous or channels-last, others keep their layout."""
    image = CHANNELS_LAST[4] if channels_last else tuple(range(4))
    return from_torch(tensor, image if tensor.dim() == 4 else None)


def _plain(value: object) -> object:
    """The value with plain tensors instead of PyTorch's."""
    if isinstance(value, torch.Tensor):
        return _plain_tensor(value)
    return [_plain(item) for item in value] if isinstance(value, list) else value
