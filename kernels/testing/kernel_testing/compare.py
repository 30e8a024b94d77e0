"""Whether a result equals the expected result within the tolerance of its dtype."""

from __future__ import annotations

import cmath
import itertools
from typing import TYPE_CHECKING

from etgen.dtypes import COMPLEX, DType

from kernel_testing.tensors import FLOATING, Tensor, decode, encode, laid_out

if TYPE_CHECKING:
    import torch

# Relative and absolute tolerances, as in torch.testing.
TOLERANCES = {
    DType.Half: (1e-3, 1e-5),
    DType.BFloat16: (1.6e-2, 1e-5),
    DType.Float: (1.3e-6, 1e-5),
    DType.Double: (1e-7, 1e-7),
    DType.ComplexHalf: (1e-3, 1e-5),
    DType.ComplexFloat: (1.3e-6, 1e-5),
    DType.ComplexDouble: (1e-7, 1e-7),
}


# The relative distance of adjacent numbers of the type in which terms are added up.
_EPSILONS = {DType.Half: 2**-23, DType.BFloat16: 2**-23, DType.Float: 2**-23, DType.Double: 2**-52}


def difference(
    got: Tensor,
    expected: Tensor,
    exact: Tensor | None = None,
    tolerance: tuple[float, float] | None = None,
    terms: Tensor | None = None,
) -> str:
    """Describes how a result differs from the expected one by more than the tolerance; empty if it does not.

    If terms cancel, two right results may differ by more than the dtype's tolerance. If the exact result, in
    double precision, is given, the error of each element may be as large as the largest error of the expected
    elements, plus that tolerance. If there are few elements, that error may be small by chance: if `terms`,
    the sums of the terms' absolute values, are given, the error may be larger by the distance of adjacent
    numbers of that size, as of two roundings.
    """
    if (got.dtype, got.shape) != (expected.dtype, expected.shape):
        return f"is {got.dtype.name}{list(got.shape)}, expected {expected.dtype.name}{list(expected.shape)}"
    if got.data == expected.data and got.order == expected.order:
        return ""
    mine = decode(got.dtype, got.data)
    theirs = decode(expected.dtype, laid_out(expected, got.order).data)
    rtol, atol = tolerance or TOLERANCES.get(got.dtype, (0, 0))
    pairs = enumerate(zip(mine, theirs, strict=True))
    differ = [i for i, (a, b) in pairs if a != b and not _close(a, b, rtol, atol)]
    if not differ:
        return ""
    if exact is not None and expected.dtype in FLOATING | COMPLEX and exact.shape == expected.shape:
        exactly = decode(exact.dtype, laid_out(exact, got.order).data)
        rounded = decode(got.dtype, encode(got.dtype, exactly))
        unit = _EPSILONS.get(got.dtype, 0)
        sums = decode(terms.dtype, laid_out(terms, got.order).data) if terms else [0] * len(mine)
        if _as_exact(mine, theirs, exactly, rounded, (rtol, atol), [unit * abs(total) for total in sums]):
            return ""
    at = _index(differ[0], got)
    return (
        f"{len(differ)} of {len(mine)} elements differ; "
        f"at {list(at)} it is {mine[differ[0]]}, expected {theirs[differ[0]]}"
    )


def _close(got: complex, expected: complex, rtol: float, atol: float) -> bool:
    if got == expected or (got != got and expected != expected):
        return True
    if not (cmath.isfinite(got) and cmath.isfinite(expected)):
        return False
    return abs(got - expected) <= atol + rtol * abs(expected)


def _as_exact(
    got: list,
    expected: list,
    exact: list,
    rounded: list,
    tolerance: tuple[float, float],
    rounding: list[float],
) -> bool:
    """Whether a floating-point result is as close to the exact result as the expected result is, but for the
    error of each element in `rounding`.

    If the exact or the expected element is not finite, both are right; the exact one is converted to the
    dtype.
    """
    rtol, atol = tolerance
    finite = [cmath.isfinite(e) and cmath.isfinite(x) for e, x in zip(expected, exact, strict=True)]
    errors = (abs(e - x) for e, x in itertools.compress(zip(expected, exact, strict=True), finite))
    error = max(errors, default=0)
    for g, e, x, r, is_finite, more in zip(got, expected, exact, rounded, finite, rounding, strict=True):
        if is_finite:
            if not (cmath.isfinite(g) and abs(g - x) <= error + atol + rtol * abs(x) + more):
                return False
        elif not (_close(g, e, rtol, atol) or _close(g, r, rtol, atol)):
            return False
    return True


def _index(place: int, tensor: Tensor) -> tuple[int, ...]:
    """The index of an element from its position in memory."""
    index = [0] * len(tensor.shape)
    for d in reversed(tensor.order):
        place, index[d] = divmod(place, tensor.shape[d])
    return tuple(index)


def same_bytes(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Whether two PyTorch tensors have the same shape and content; NaN equals NaN."""
    from kernel_testing.host import to_bytes

    return a.shape == b.shape and to_bytes(a) == to_bytes(b)
