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
    for family in (
        *(_unary, _zeta, _polygamma, _polynomials, _divisors, _neighbours, _exponents),
        *(_decimals, _numbers_first, _fake_quantized, _complex),
    ):
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
    bessel = [f"special_{kind}" for kind in ("bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1")]
    modified = [f"modified_bessel_{kind}" for kind in ("i0", "i1", "k0", "k1")]
    scaled = [f"special_scaled_{kind}" for kind in modified[2:]]
    names = [
        *("angle", "erfinv", "i0", "special_airy_ai", "special_erfcx", "special_i0e", "special_i1"),
        *("special_i1e", "special_ndtri", "special_spherical_bessel_j0", *bessel, *scaled),
        *(f"special_{kind}" for kind in modified),
    ]
    for name in names:
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


def _polynomials(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    chebyshev = [f"{shift}chebyshev_polynomial_{kind}" for shift in ("", "shifted_") for kind in "tuvw"]
    others = ("hermite_polynomial_h", "hermite_polynomial_he", "laguerre_polynomial_l")
    floats = [-1, -0.5, 0, 0.25, 1, 1.5, 3]
    x = torch.tensor(floats if dtype.is_floating_point else [0, 1, 2]).to(dtype)
    n = torch.tensor([-1, 0, 1, 2, 3, 5, 6, 7, 8, 9, 12])
    for name in (*chebyshev, *others, "legendre_polynomial_p"):
        function = getattr(_ATEN, f"special_{name}")
        for degrees in (n, n.to(torch.int8), n.double(), n[4]):
            yield functools.partial(function.default, x[:, None], degrees)
        for degree in (0, 3, 9, 2.5, -1, True):
            yield functools.partial(function.n_scalar, x, degree)
        if dtype == torch.float32:
            for number in (0, 0.75, 2, True):
                yield functools.partial(function.x_scalar, number, n)
                yield functools.partial(function.x_scalar, number, n.to(dtype))


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


def _decimals(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    if not dtype.is_floating_point:
        return
    x = torch.tensor([0.0, 0.5, -1.25, 2.675, 1234.5, -15.0, math.inf, math.nan, 1e-3]).to(dtype)
    for decimals in (0, 1, 2, 3, -1, -2, 5, 400, -400):
        yield functools.partial(_ATEN.round.decimals, x, decimals=decimals)
    for values in (x, x[2], x[:0], torch.tensor([torch.finfo(dtype).tiny / 4, -0.0, 1.0]).to(dtype)):
        yield functools.partial(_ATEN.frexp.Tensor, values)


def _numbers_first(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    x = torch.tensor([1, 2, 3, 7, 5, 1]).to(dtype)
    for values in (x, x[1], x[:0], x.view(2, 3).t()):
        for number in (9, -4, True, 2.5):
            yield functools.partial(_ATEN.remainder.Scalar_Tensor, number, values)
            for name in ("and", "or", "xor", "left_shift", "right_shift"):
                yield functools.partial(getattr(_ATEN, f"bitwise_{name}").Scalar_Tensor, number, values)


def _fake_quantized(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    if not dtype.is_floating_point:
        return
    x = torch.tensor([0.0, 0.26, -1.0, 1.04, 3.3, -7.7, 0.5, 40, -40]).to(dtype)
    image = torch.randn(2, 3, 4, 70).to(dtype)
    per_tensor = _ATEN.fake_quantize_per_tensor_affine_cachemask.default
    per_channel = _ATEN.fake_quantize_per_channel_affine_cachemask.default
    for scale, zero, least, most in ((0.125, 0, -128, 127), (0.3, 3, -8, 7), (2.0, 250, 0, 255)):
        for values in (x, x[3], x[:0], image, torch.tensor([math.nan, math.inf, -math.inf]).to(dtype)):
            yield functools.partial(per_tensor, values, scale, zero, least, most)
        for axis, zeros in itertools.product(range(4), (torch.int32, torch.float32)):
            size = image.shape[axis]
            parts = torch.rand(size) + scale, torch.full((size,), zero, dtype=zeros)
            yield functools.partial(per_channel, image, *parts, axis, least, most)
    fractions = torch.tensor([0.25, -0.5, 0.75])
    yield functools.partial(per_channel, image, torch.rand(3) + 0.1, fractions, 1, -8, 7)


def _complex(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    if dtype not in (torch.uint16, torch.uint32, torch.uint64):
        yield functools.partial(_ATEN._conj_copy.default, torch.tensor([[0, 1], [2, 3]]).to(dtype).t())
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
        for name in ("angle", "_conj_copy"):
            yield functools.partial(getattr(_ATEN, name).default, torch.view_as_complex(pairs))
