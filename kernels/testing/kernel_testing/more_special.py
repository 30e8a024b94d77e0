"""Calls of special functions, divisions and complex parts that PyTorch's samples do not contain."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator

import torch

_ATEN = torch.ops.aten


def calls(dtype: torch.dtype) -> Iterator[tuple[str, Callable[[], object]]]:
    """The functions to call, with the name of their origin."""
    for family in (_unary, _zeta, _polygamma, _divisors, _neighbours, _exponents, _complex):
        for call in family(dtype):
            yield f"more_special.{family.__name__}", call


def _places(dtype: torch.dtype) -> torch.Tensor:
    """Numbers of all magnitudes, around the values where functions begin, end, or change their method."""
    if not dtype.is_floating_point:
        return torch.tensor([0, 1, 2, 7, 30]).to(dtype)
    sizes = [
        1e-30,
        1e-9,
        0.01,
        0.25,
        0.3,
        0.5,
        0.75,
        0.9,
        1.0,
        1.5,
        2.0,
        3.7,
        8.5,
        10.0,
        19.9,
        20.1,
        26.0,
        30.0,
    ]
    tiny = torch.finfo(dtype).tiny
    near = [1 - torch.finfo(dtype).eps, tiny, 65.0, 87.0, math.inf, 0.0]
    return torch.tensor([sign * size for size in (*sizes, *near) for sign in (1, -1)] + [math.nan]).to(dtype)


def _unary(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    x = _places(dtype)
    for name in ("angle", "erfinv", "i0", "special_erfcx", "special_ndtri"):
        for values in (x, x[1], x[:0], x.repeat(3)[:, None].expand(-1, 2)):
            yield functools.partial(getattr(_ATEN, name).default, values)


def _zeta(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    x = torch.tensor([0.5, 1, 1.25, 2, 3, 10, math.nan] if dtype.is_floating_point else [0, 1, 2, 9]).to(
        dtype
    )
    q = _places(dtype)
    yield functools.partial(_ATEN.special_zeta.default, x[:, None], q)
    for number in (2, 3, 1.5, True):
        yield functools.partial(_ATEN.special_zeta.self_scalar, number, q)
        yield functools.partial(_ATEN.special_zeta.other_scalar, x, number)


def _polygamma(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    for n in (0, 1, 2, 3, 11, -1):
        yield functools.partial(_ATEN.polygamma.default, n, _places(dtype))


def _divisors(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    if dtype not in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64):
        return
    info = torch.iinfo(dtype)
    # Leave out the lowest Int and Long, which PyTorch cannot divide by -1.
    ends = [info.max, info.max - 1, info.min if info.bits < 32 else 1 - info.max]
    x = torch.tensor([0, 1, 2, 6, 7, 12, 30, *ends], dtype=dtype)
    x = torch.cat((x, -x)) if info.min < 0 else x
    for function in (_ATEN.gcd.default, _ATEN.lcm.default):
        yield functools.partial(function, x[:, None], x)
        yield functools.partial(function, x, torch.tensor(18))
        for other in (torch.int8, torch.int32, torch.bool, torch.float32):
            yield functools.partial(function, x, torch.tensor([1, 4, 3])[:, None].to(other))


def _neighbours(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    if not dtype.is_floating_point:
        return
    info = torch.finfo(dtype)
    least = info.smallest_normal * info.eps
    sizes = [0.0, least, info.smallest_normal, 1.0, 2.0, 3.0, info.max, math.inf, math.nan]
    x = torch.tensor([sign * size for size in sizes for sign in (1, -1)], dtype=torch.double).to(dtype)
    yield functools.partial(_ATEN.nextafter.default, x[:, None], x)
    yield functools.partial(_ATEN.nextafter.default, x, torch.tensor(2.0))


def _exponents(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    x, y = _places(dtype), torch.tensor([-160, -30, -1, 0, 3, 140, 2**31, 2**32 + 1, -(2**63)])
    for exponents in (y, y[3], y[:6].float(), y[:6].half(), y[1:6].to(torch.int8), y[5].double()):
        yield functools.partial(_ATEN.ldexp.Tensor, x[:, None], exponents)
        yield functools.partial(_ATEN.ldexp.Tensor, x[3], exponents)


def _complex(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    if not dtype.is_floating_point:
        return
    x = torch.tensor([0.0, -0.0, 1.5, -2.0, math.inf, -math.inf, math.nan]).to(dtype)
    for a, b in ((x[:, None], x), (x, x[2]), (x[1], x[3]), (x[:0], x[:1])):
        yield functools.partial(_ATEN.complex.default, a, b)
        yield functools.partial(_ATEN.polar.default, a, b)
    for shape in ((2,), (3, 2), (2, 3, 4, 2), (0, 2), (3, 1)):
        yield functools.partial(_ATEN.view_as_complex_copy.default, torch.randn(shape).to(dtype))
    if dtype in (torch.float32, torch.float64):
        pairs = torch.tensor(list(itertools.product(x.tolist(), repeat=2))).to(dtype)
        yield functools.partial(_ATEN.angle.default, torch.view_as_complex(pairs))
