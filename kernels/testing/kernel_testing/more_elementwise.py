"""Calls of elementwise operators that PyTorch's samples do not contain: edge cases."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator

import torch

_ATEN = torch.ops.aten

_UNARY = (
    "_conj_physical abs acos acosh asin asinh atan atanh bitwise_not ceil cos cosh digamma elu erf erfc "
    "exp exp2 expm1 floor isinf isnan leaky_relu lgamma log log10 log1p log2 logit neg reciprocal round "
    "rsqrt sign signbit sin sinh sqrt tan trunc"
).split()
_BINARY = (
    "__lshift__.Tensor __rshift__.Tensor atan2.default bitwise_and.Tensor bitwise_left_shift.Tensor "
    "bitwise_or.Tensor bitwise_right_shift.Tensor bitwise_xor.Tensor clamp.Tensor copysign.Tensor "
    "div.Tensor floor_divide.default fmax.default fmin.default fmod.Tensor hypot.default "
    "logical_and.default logical_or.default logical_xor.default maximum.default minimum.default "
    "pow.Tensor_Tensor remainder.Tensor rsub.Tensor"
).split()
_WITH_NUMBER = (
    "__lshift__.Scalar __rshift__.Scalar bitwise_and.Scalar bitwise_left_shift.Tensor_Scalar "
    "bitwise_or.Scalar bitwise_right_shift.Tensor_Scalar bitwise_xor.Scalar clamp.default copysign.Scalar "
    "div.Scalar fill.Scalar fmod.Scalar leaky_relu.default logit.default pow.Tensor_Scalar "
    "remainder.Scalar rsub.Scalar"
).split()


def calls(dtype: torch.dtype) -> Iterator[tuple[str, Callable[[], object]]]:
    """The functions to call, with the name of their origin."""
    for family in (_unary, _binary, _rounded, _with_number, _limits, _fills, _gates):
        for call in family(dtype):
            yield f"more_elementwise.{family.__name__}", call


def _overload(name: str) -> torch._ops.OpOverload:
    base, overload = name.split(".")
    return getattr(getattr(_ATEN, base), overload)


def _edges(dtype: torch.dtype) -> torch.Tensor:
    """The values where functions of one number have a discontinuity or change their method."""
    if dtype.is_floating_point:
        most = torch.finfo(dtype).max
        small = [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 1.5, 2.5, -2.5, 3.0, -7.0, 1e-4, 1 / 3]
        return torch.tensor([*small, 1000.0, most, -most, math.inf, -math.inf, math.nan], dtype=dtype)
    if dtype == torch.bool:
        return torch.tensor([True, False])
    info = torch.iinfo(dtype)
    values = [0, 1, 2, 3, 7, 63, 64, info.max, info.max - 1]
    return torch.tensor(values if info.min == 0 else [*values, info.min, -1, -2, -7], dtype=dtype)


def _dividends(dtype: torch.dtype) -> torch.Tensor:
    """The edges without those that PyTorch divides wrongly.

    PyTorch cannot divide the lowest integer by -1, and its vectorized code loses remainders of huge
    quotients.
    """
    edges = _edges(dtype)
    if dtype.is_floating_point:
        return edges[(edges.abs() <= 1000) | ~edges.isfinite()]
    is_signed = dtype in (torch.int8, torch.int16, torch.int32, torch.int64)
    return edges[edges != torch.iinfo(dtype).min] if is_signed else edges


def _unary(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    edges = _edges(dtype)
    for name in _UNARY:
        for x in (edges, edges[1], edges[:0], edges.repeat(8)[:, None].expand(-1, 3)):
            yield functools.partial(getattr(_ATEN, name).default, x)


def _binary(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    edges = _edges(dtype)
    b = edges[None, :]
    for name in _BINARY:
        function = _overload(name)
        a = _dividends(dtype)[:, None] if name in ("fmod.Tensor", "remainder.Tensor") else edges[:, None]
        yield functools.partial(function, a, b)
        # Leave out zero: integers are not divided by zero.
        yield functools.partial(function, a, b[:, 1:6])
        yield functools.partial(function, b[0, 0], a)
        yield functools.partial(function, a[2:4, 0], b[0, 1])
        yield functools.partial(function, a[:0], b[:, :1])
        for other in (torch.float16, torch.float32, torch.int32, torch.uint8, torch.bool, torch.uint16):
            yield functools.partial(function, a, torch.tensor([1, 3]).to(other))
            yield functools.partial(function, a, torch.tensor(2).to(other))


def _rounded(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    a, b = _dividends(dtype)[:, None], _edges(dtype)[None, :]
    divisors = b[b != 0]
    for mode in ("floor", "trunc", None):
        for other in (divisors, b[0, 1], torch.tensor([3]), torch.tensor(0.3), torch.tensor([0.7, -3.0])):
            yield functools.partial(_ATEN.div.Tensor_mode, a, other, rounding_mode=mode)
            yield functools.partial(_ATEN.floor_divide.default, a, other)
        for number in (3, -1, 0.3, True):
            yield functools.partial(_ATEN.div.Scalar_mode, a, number, rounding_mode=mode)
    for function in (_ATEN.remainder.Tensor, _ATEN.fmod.Tensor):
        for other in (divisors, b[0, 1], torch.tensor([-3]), torch.tensor([0.7, -3.0])):
            yield functools.partial(function, a, other)


def _with_number(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    x = _edges(dtype)
    for name in _WITH_NUMBER:
        is_division = name.startswith(("fmod", "remainder"))
        for number in (0, 1, 2, -1, 3, 300, 0.1, 0.5, -0.5, -2.0, 1e6, math.inf, math.nan, True, False):
            yield functools.partial(_overload(name), _dividends(dtype) if is_division else x, number)
    for number in (0, 1, 2, -1, 300, 0.5, 1.0, True):
        yield functools.partial(_ATEN.pow.Scalar, number, x)
    for other, alpha in ((2, 3), (2.5, 2), (2, 0.5), (1.5, 0.1), (0, True), (100, 4)):
        yield functools.partial(_ATEN.rsub.Scalar, x, other, alpha)
        yield functools.partial(_ATEN.rsub.Tensor, x, torch.tensor([other]).to(dtype), alpha=alpha)


def _limits(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    x = _edges(dtype)
    for low, high in ((1, 2), (2, 1), (-1, 1), (0.5, None), (None, 2), (None, math.nan), (0, math.inf)):
        yield functools.partial(_ATEN.clamp.default, x, low, high)
    lows, highs = torch.cat((x[1:], x[:1])), torch.cat((x[-1:], x[:-1]))
    for low, high in (
        (lows, highs),
        (lows, None),
        (None, highs[:, None]),
        (x[1], x[-1]),
        (lows, x[1].float()),
    ):
        yield functools.partial(_ATEN.clamp.Tensor, x, low, high)


def _fills(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    x = _edges(dtype)
    for value in (0, 3, -1, 300, 2.5, True, 1e6, math.inf, math.nan):
        yield functools.partial(_ATEN.fill.Scalar, x, value)
        if dtype.is_floating_point or math.isfinite(value):
            yield functools.partial(_ATEN.fill.Tensor, x[:, None].expand(-1, 2), torch.tensor(value))
        for mask in (torch.tensor(True), torch.arange(x.numel()) % 2 == 0, torch.zeros(2, 1) == 0):
            yield functools.partial(_ATEN.masked_fill.Scalar, x, mask, value)


def _gates(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    x = torch.randn(4, 6, 2).to(dtype)
    for values, dim in ((x, 0), (x, 1), (x, -1), (x[:, :0], 1), (_edges(dtype)[:18], -1)):
        yield functools.partial(_ATEN.glu.default, values, dim)
    for scales in ((), (0.1,), (1, 3), (1.6, 1.1, 0.5)):
        yield functools.partial(_ATEN.elu.default, _edges(dtype), *scales)
    for eps in (None, 1e-3, 0.7, -1.0):
        yield functools.partial(_ATEN.logit.default, torch.rand(5).to(dtype), eps)
