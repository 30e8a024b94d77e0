"""The optimized kernels for integers, elementwise and reductions, which wrap around."""

import itertools

import pytest
import torch
from kernel_testing.host import seed
from test_optimized_broadcast import SHAPES
from test_optimized_sizes import call, check, host

__all__ = ["host"]

DTYPES = [torch.int32, torch.int64]
SMALL = [torch.uint8, torch.int8, torch.int16]
COMPARISONS = ["eq", "ne", "lt", "le", "gt", "ge"]


def integers(dtype: torch.dtype, *shape: int) -> torch.Tensor:
    """Large and small integers, some of which are repeated."""
    seed(sum(shape))
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
    check(host, "relu.out", [a], (a.relu(),))
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
    """Out-of-range numbers wrap around, too."""
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


@pytest.mark.parametrize("dtype", [torch.bool, *SMALL])
@pytest.mark.parametrize("n", [1, 7, 70, 5001])
def test_small(host, dtype, n):
    """Arrays and single elements; numbers outside the dtype use the portable pattern."""
    a, b = (integers(torch.int32, n + i)[:n].to(dtype) for i in (0, 1))
    for name in COMPARISONS:
        check(host, f"{name}.Tensor_out", [a, b], (getattr(torch, name)(a, b),))
        check(host, f"{name}.Tensor_out", [a, b[:1]], (getattr(torch, name)(a, b[:1]),))
        for number in (1, 0.5, 2, 300, -2, True):
            check(host, f"{name}.Scalar_out", [a, number], (getattr(torch, name)(a, number),))
    check(host, "mul.out", [a, b], (a * b,))
    check(host, "add.out", [a, b, 1], (a + b,))
    if dtype == torch.bool:
        return
    for alpha in (1, 3):
        check(host, "add.out", [a, b, alpha], (torch.add(a, b, alpha=alpha),))
        check(host, "sub.out", [a, b, alpha], (torch.sub(a, b, alpha=alpha),))
        check(host, "add.Scalar_out", [a, 7, alpha], (torch.add(a, 7, alpha=alpha),))
    check(host, "mul.Scalar_out", [a, 5], (a * 5,))
    check(host, "relu.out", [a], (a.relu(),))
    for limits in ((2, 100), (None, 1), (1, None), (100, 2)):
        check(host, "clamp.out", [a, *limits], (a.clamp(*limits),))


@pytest.mark.parametrize(
    "dtype", [*DTYPES, torch.bool, torch.uint8, torch.float32, torch.float16, torch.float64]
)
def test_logical_not(host, dtype):
    for shape in ([1], [33], [5001], [2, 3, 20, 30]):
        x = integers(torch.int32, *shape).clamp(-3, 3).to(dtype)
        for last in (False, True):
            check(host, "logical_not.out", [x], (x.logical_not(),), last)


REDUCTIONS = [
    ([1], [0]),
    ([70001], [0]),
    ([40, 3], [1]),
    ([3, 17], [-1]),
    ([5, 300], [0]),
    ([9, 1030], [0]),
    ([4, 70, 9], [1]),
    ([4, 70, 260], [1]),
    ([6, 5, 33], [0, 1]),
    ([6, 5, 7], [0, 2]),
    ([3, 4, 5], []),
]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("shape", "dims"), REDUCTIONS, ids=str)
def test_reductions(host, shape, dims, dtype):
    x = integers(dtype, *shape)
    for keepdim in (False, True):
        for name in ("amax", "amin"):
            check(host, f"{name}.out", [x, dims, keepdim], (getattr(x, name)(dims, keepdim),))
        for result in DTYPES:
            sums = x.sum(dims, keepdim, dtype=result)
            check(host, "sum.IntList_out", [x, dims, keepdim, None], (sums,))
    check(host, "sum.out", [x, None], (x.sum(),))
    for result, dim in itertools.product(DTYPES, range(x.dim())):
        check(host, "cumsum.out", [x, dim, None], (x.cumsum(dim, dtype=result),))


@pytest.mark.parametrize("dtype", SMALL)
@pytest.mark.parametrize(("shape", "dims"), REDUCTIONS, ids=str)
def test_reductions_of_small_integers(host, shape, dims, dtype):
    x = integers(torch.int32, *shape).to(dtype)
    for name in ("amax", "amin"):
        check(host, f"{name}.out", [x, dims, False], (getattr(x, name)(dims),))
    check(host, "sum.IntList_out", [x, dims, False, None], (x.sum(dims),))


@pytest.mark.parametrize(("shape", "dims"), REDUCTIONS, ids=str)
def test_counts(host, shape, dims):
    """Sums of Bools."""
    x = integers(torch.int32, *shape) > 0
    for dim in range(x.dim()):
        check(host, "cumsum.out", [x, dim, None], (x.cumsum(dim),))
    for dtype in (torch.int64, torch.int32):
        check(host, "sum.IntList_out", [x, dims, False, None], (x.sum(dims, dtype=dtype),))
    check(host, "sum.out", [x, None], (x.sum(),))
