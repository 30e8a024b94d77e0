"""Finds the dtypes that kernels support by calling them.

A functions yaml may declare the dtypes that the tensors of a default kernel's calls have (`dtypes`). The
result checks these declarations of a library.
"""

from __future__ import annotations

import collections
import dataclasses
import itertools
from collections.abc import Iterable, Iterator, Sequence

from etgen.dtypes import DType
from etgen.schema import OpName

from kernel_testing.process import Out, Process
from kernel_testing.samples import Sample
from kernel_testing.tensors import Tensor, size_of


def accepted(
    process: Process, samples: Iterable[Sample], dtypes: Sequence[DType]
) -> dict[OpName, frozenset[DType]]:
    """For each operator, the dtypes that any tensor has in any call that its kernel accepts.

    The calls are the samples, which are valid, and variants of them with another dtype in one argument, in
    all arguments that share a dtype, and in all arguments.
    """
    by_op: dict[OpName, dict[tuple, Sample]] = collections.defaultdict(dict)
    for sample in samples:
        # Keep one call of each combination of dtypes, if possible one whose tensors are not empty.
        known = by_op[sample.schema.name].get(_dtypes(sample.values))
        if known is None or _smallest(known) == 0:
            by_op[sample.schema.name][_dtypes(sample.values)] = sample
    return {name: _of_operator(process, list(calls.values()), dtypes) for name, calls in by_op.items()}


def _of_operator(process: Process, samples: list[Sample], dtypes: Sequence[DType]) -> frozenset[DType]:
    def takes(sample: Sample, values: list[object]) -> bool:
        return process.call(sample.op, values, sample.types).error == 0

    taken = [sample for sample in samples if takes(sample, sample.values)]
    found = {dtype for sample in taken for dtype in _dtypes(sample.values) if dtype is not None}
    for dtype in dtypes:
        if dtype not in found and any(takes(s, values) for s in taken for values in _changed(s, dtype)):
            found.add(dtype)
    return frozenset(found)


def _changed(sample: Sample, dtype: DType) -> Iterator[list[object]]:
    """The arguments of a call, with some tensors replaced by zeros of another dtype.

    Arguments that name a dtype, absent ones included, are either left alone, or name the new dtype or the
    dtype of the out.
    """
    values, dtypes = sample.values, _dtypes(sample.values)
    known = {i: of for i, of in enumerate(dtypes) if of is not None}
    tensors = list(known)
    alike = [[i for i in tensors if known[i] is of] for of in dict.fromkeys(known.values())]
    names = [i for i, type_ in enumerate(sample.types) if type_ in ("ScalarType", "ScalarType?")]
    naming = [dict.fromkeys((values[i], dtype.value, known[tensors[-1]].value)) for i in names]
    for changed in (tensors, *alike, *([i] for i in tensors)):
        call = [_zeros(value, dtype) if i in changed else value for i, value in enumerate(values)]
        for named in itertools.product(*naming):
            yield [dict(zip(names, named, strict=True)).get(i, value) for i, value in enumerate(call)]


def _parts(value: object) -> list[Tensor]:
    """The tensors of an argument: a single tensor, or the tensors of a list."""
    items = value if isinstance(value, list) else [value]
    tensors = [item.tensor if isinstance(item, Out) else item for item in items]
    return [tensor for tensor in tensors if isinstance(tensor, Tensor)]


def _dtypes(values: list[object]) -> tuple[DType | None, ...]:
    """The dtype of each argument that has tensors; None for the others."""
    return tuple(next((tensor.dtype for tensor in _parts(value)), None) for value in values)


def _smallest(sample: Sample) -> int:
    return min((len(tensor.data) for value in sample.values for tensor in _parts(value)), default=0)


def _zeros(value: object, dtype: DType) -> object:
    if isinstance(value, list):
        return [_zeros(item, dtype) for item in value]
    if isinstance(value, Out):
        return dataclasses.replace(value, tensor=_zero_tensor(value.tensor, dtype))
    return _zero_tensor(value, dtype) if isinstance(value, Tensor) else value


def _zero_tensor(like: Tensor, dtype: DType) -> Tensor:
    count = len(like.data) // size_of(like.dtype)
    return Tensor(dtype, like.shape, like.order, bytes(count * size_of(dtype)))
