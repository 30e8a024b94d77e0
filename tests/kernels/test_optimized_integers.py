"""The optimized elementwise kernels for integers, which wrap around."""

import pytest
import torch
from test_optimized_broadcast import SHAPES
from test_optimized_sizes import call, check, host

__all__ = ["host"]

DTYPES = [torch.int32, torch.int64]
COMPARISONS = ["eq", "ne", "lt", "le", "gt", "ge"]


def integers(dtype: torch.dtype, *shape: int) -> torch.Tensor:
    """Large ones and small ones, some of which are there more than once."""
    torch.manual_seed(sum(shape))
    limits = torch.iinfo(dtype)
    large = torch.randint(limits.min, limits.max, shape, dtype=dtype)
    return torch.where(torch.rand(shape) < 0.5, large, torch.randint(-3, 4, shape, dtype=dtype))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", [1, 7, 16, 33, 300, 5001])
def test_arrays(host, dtype, n):
    a, b = integers(dtype, n), integers(dtype, n + 1)[1:]
    for alpha in (1, -3):
        check(host, "add.out", [a, b, alpha], (torch.add(a, b, alpha=alpha),))
        check(host, "sub.out", [a, b, alpha], (torch.sub(a, b, alpha=alpha),))
        check(host, "add.Scalar_out", [a, 7, alpha], (torch.add(a, 7, alpha=alpha),))
        check(host, "sub.Scalar_out", [a, -7, alpha], (torch.sub(a, -7, alpha=alpha),))
    check(host, "mul.out", [a, b], (a * b,))
    for number in (-5, True):
        check(host, "mul.Scalar_out", [a, number], (a * number,))
    for limits in ((-2, 1000), (None, 1), (-1, None), (2, -2)):
        check(host, "clamp.out", [a, *limits], (a.clamp(*limits),))
    for name in COMPARISONS:
        check(host, f"{name}.Tensor_out", [a, b], (getattr(torch, name)(a, b),))
        for number in (1, 0.5, False):
            check(host, f"{name}.Scalar_out", [a, number], (getattr(torch, name)(a, number),))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shapes", SHAPES, ids=str)
def test_two(host, shapes, dtype):
    for a, b in (shapes, shapes[::-1]):
        a, b = integers(dtype, *a), integers(dtype, *b)
        check(host, "sub.out", [a, b, 2], (torch.sub(a, b, alpha=2),))
        check(host, "le.Tensor_out", [a, b], (a <= b,))


def test_numbers_that_are_out_of_range(host):
    """They wrap around, too."""
    a = integers(torch.int32, 50)
    for number in (1 << 40, -(1 << 31) - 1, 1 << 31):
        for name in COMPARISONS:
            check(host, f"{name}.Scalar_out", [a, number], (getattr(torch, name)(a, number),))
        check(host, "add.Scalar_out", [a, number, 1], (a + number,))


def test_mixed(host):
    a, b = integers(torch.int32, 70), integers(torch.int64, 70)
    check(host, "add.out", [a, b, 1], (a + b,))
    check(host, "mul.out", [a, b.double()], call("mul.Tensor", a, b.double()))
    check(host, "lt.Tensor_out", [a, b], (a < b,))
    check(host, "add.Scalar_out", [a, 0.5, 1], (a + 0.5,))
