"""Derives wrong calls, each with one mistake, from valid calls.

A kernel must refuse a wrong call: it sets a failure, and leaves its outs and everything else unchanged. The
reference decides whether a changed input is wrong: inputs that it accepts are not used.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence

from etgen.dtypes import COMPLEX, DType

from kernel_testing.process import Out
from kernel_testing.samples import Sample, fitting_outs, garbage
from kernel_testing.tensors import FLOATING, INTEGERS, Tensor, tensor

_FAR = 100

# (the mistake, the inputs)
_Change = tuple[str, tuple[object, ...]]


def wrong_calls(
    sample: Sample, refuses: Callable[[tuple], bool], takes_out: Callable[[tuple, Tensor], bool]
) -> Iterator[Sample]:
    """The wrong calls that are derived from a valid one.

    Args:
      sample: a valid call.
      refuses: whether the reference refuses such inputs.
      takes_out: whether the reference writes the result of these inputs to such an out.
    """
    fresh = fitting_outs(sample.results)
    wrong = [(what, sample.inputs, (out, *fresh[1:])) for what, out in _outs(sample, takes_out)]
    wrong += [(what, inputs, fresh) for what, inputs in _changes(sample) if refuses(inputs)]
    for i, (what, inputs, outs) in enumerate(wrong):
        yield dataclasses.replace(
            sample,
            case=f"{sample.case}/wrong-{i}",
            inputs=inputs,
            outs=outs,
            expected=(),
            wrong=what,
            exact=None,
        )


def _outs(sample: Sample, takes_out: Callable[[tuple, Tensor], bool]) -> Iterator[tuple[str, Out]]:
    """Outs that do not fit the first result; each out is static and must keep its shape."""
    if not sample.outs:
        return
    first = sample.results[0]
    if first.shape and 0 not in first.shape:
        grown = (first.shape[0] + 1, *first.shape[1:])
        yield "the out has another size", Out(garbage(first.dtype, grown))
    yield "the out has another rank", Out(garbage(first.dtype, (2, 3, *first.shape)))
    for dtype in (DType.Bool, DType.Char):
        narrow = garbage(dtype, first.shape)
        fits = first.dtype == dtype or first.dtype not in FLOATING | COMPLEX
        if not fits and len(sample.outs) == 1 and not takes_out(sample.inputs, narrow):
            yield f"the out is {dtype.name}, the result {first.dtype.name}", Out(narrow)


def _changes(sample: Sample) -> Iterator[_Change]:
    for i, (argument, value) in enumerate(zip(sample.schema.arguments, sample.inputs, strict=False)):
        for what, changed in _values(argument.name, argument.type.plain.removesuffix("?"), value):
            yield f"{argument.name} {what}", (*sample.inputs[:i], changed, *sample.inputs[i + 1 :])


def _values(name: str, kind: str, value: object) -> Iterator[tuple[str, object]]:
    """Values of one argument that may be wrong."""
    if isinstance(value, Tensor):
        yield from _tensors(name, value)
    elif isinstance(value, Out):
        yield from ((what, Out(changed)) for what, changed in _tensors(name, value.tensor))
    elif kind == "Tensor[]" and isinstance(value, list | tuple) and value:
        yield "is empty", []
        for what, changed in _tensors(name, value[-1]):
            yield f"has an element that {what}", [*value[:-1], changed]
    elif kind == "int" and ("dim" in name or name in ("axis", "index", "start", "end")):
        yield "is out of range", _FAR
        yield "is out of range below zero", -_FAR
    elif kind == "int[]" and isinstance(value, list | tuple):
        yield from _lists(value, "dim" in name)
    elif kind in ("int", "Scalar") and isinstance(value, int) and not isinstance(value, bool):
        yield "is negative", -7
        if value != 0:
            yield "is zero", 0
    elif kind == "str" and value is not None:
        yield "is not a known mode", "no such mode"


def _lists(value: Sequence[int], are_dims: bool) -> Iterator[tuple[str, Sequence[int]]]:
    yield "has one number more", [*value, value[-1] if value and not are_dims else 1]
    if value:
        yield "is empty", []
        yield "has one number less", value[:-1]
        yield "has a number out of range", [*value[:-1], _FAR]
        yield "has a number out of range below zero", [-_FAR, *value[1:]]
        yield "has zeros", [0] * len(value)
    if are_dims and value:
        yield "has a dimension twice", [*value, value[0]]


def _tensors(name: str, value: Tensor) -> Iterator[tuple[str, Tensor]]:
    for dtype in (DType.Bool, DType.Float, DType.Long):
        if dtype != value.dtype:
            yield f"is {dtype.name}", tensor(dtype, value.shape, [1] * len(value.values), value.order)
    for shape in {(), value.shape[1:], (1, *value.shape), (2, 1, 1, *value.shape)}:
        if shape != value.shape:
            yield f"has {len(shape)} dimensions", garbage(value.dtype, shape)
    for d in range(len(value.shape)):
        longer = (*value.shape[:d], value.shape[d] + 1, *value.shape[d + 1 :])
        yield f"is longer in dimension {d}", garbage(value.dtype, longer)
    if "ind" in name and value.dtype in INTEGERS and value.data:
        for far in (_FAR * _FAR, -_FAR * _FAR):
            yield (
                f"has the index {far}",
                tensor(value.dtype, value.shape, [far] * len(value.values), value.order),
            )
