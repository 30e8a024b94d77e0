"""The optimized kernels for products and moments: long rows, many columns, NaN and infinities."""

import math

import pytest
import torch
from kernel_testing.host import seed
from test_optimized_integers import integers
from test_optimized_search import ROWS
from test_optimized_sizes import check, host, numbers
from test_optimized_threads import hosts

__all__ = ["host", "hosts"]

FLOATS = [torch.float32, torch.float16, torch.bfloat16]


def factors(dtype: torch.dtype, *shape: int) -> torch.Tensor:
    """Most factors are 1 or -1, so that products are exact in any order."""
    seed(sum(shape))
    x = torch.where(torch.rand(shape) < 0.5, -1.0, 1.0)
    for value in (2.0, 0.5, 1.5):
        x.view(-1)[torch.randint(x.numel(), (3,))] = value
    return x.to(dtype)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("shape", "dim"), ROWS, ids=str)
def test_products(host, shape, dim, dtype):
    x = factors(dtype, *shape)
    exact = x.double()
    for keepdim in (False, True):
        expected = exact.prod(dim, keepdim).to(dtype)
        check(host, "prod.int_out", [x, dim, keepdim, None], (expected,))
    check(host, "prod.out", [x, None], (exact.prod().to(dtype),))
    check(host, "cumprod.out", [x, dim, None], (exact.cumprod(dim).to(dtype),))
    check(host, "prod.int_out", [x, dim, True, None], (exact.prod(dim, True),))  # an out of another dtype


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("n", [1, 5, 64, 65, 300])
def test_what_is_not_finite(host, n, dtype):
    """At every index: NaN, an infinity, a zero, and a zero together with an infinity."""
    for value in (math.nan, -math.inf, 0.0):
        rows = factors(dtype, n + 1, n)
        rows.diagonal().fill_(value)
        rows[: n // 2, n // 2] = math.inf
        for x, dim in ((rows, 1), (rows.T.contiguous(), 0)):
            check(host, "prod.int_out", [x, dim, False, None], (x.double().prod(dim).to(dtype),))
            check(host, "cumprod.out", [x, dim, None], (x.double().cumprod(dim).to(dtype),))


def test_a_total_that_no_float_holds(host):
    """Totals of cumprod are computed in double, in contrast to PyTorch."""
    x = torch.tensor([1e30, 1e30, 1e-30, 1e-30, 2.0] * 30).repeat(5, 1)
    for rows, dim in ((x, 1), (x.T.contiguous(), 0)):
        check(host, "cumprod.out", [rows, dim, None], (rows.double().cumprod(dim).float(),))


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64, torch.uint8, torch.bool])
@pytest.mark.parametrize(("shape", "dim"), ROWS, ids=str)
def test_integers_wrap_around(host, shape, dim, dtype):
    x = integers(torch.int32, *shape).to(dtype)
    check(host, "prod.int_out", [x, dim, False, None], (x.prod(dim),))
    for result in (torch.int64, torch.int32):
        check(host, "cumprod.out", [x, dim, None], (x.cumprod(dim, dtype=result),))


@pytest.mark.filterwarnings("ignore:var_mean")
@pytest.mark.parametrize("dtype", [*FLOATS, torch.float64])
@pytest.mark.parametrize(("shape", "dim"), ROWS, ids=str)
def test_moments(host, shape, dim, dtype):
    x = numbers(*shape).to(dtype) + 5
    for dims in ([dim], None):
        for correction, keepdim in ((1, False), (0, True), (None, False)):
            exact = torch.var_mean(
                x.double(), dims, correction=1 if correction is None else correction, keepdim=keepdim
            )
            expected = tuple(each.to(dtype) for each in exact)
            check(host, "var_mean.correction_out", [x, dims, correction, keepdim], expected)
    x.view(-1)[-1] = math.nan
    expected = tuple(each.to(dtype) for each in torch.var_mean(x.double(), dim))
    check(host, "var_mean.correction_out", [x, [dim], 1, False], expected)


@pytest.mark.parametrize(("shape", "dim"), [([401, 1009], 1), ([401, 1009], 0), ([30_011, 7], 1)], ids=str)
def test_threads_change_nothing(hosts, shape, dim):
    x = factors(torch.float32, *shape)
    for each in hosts:
        check(each, "prod.int_out", [x, dim, False, None], (x.prod(dim),))
        check(each, "prod.out", [x, None], (x.prod(),))
        check(each, "cumprod.out", [x, dim, None], (x.cumprod(dim),))
