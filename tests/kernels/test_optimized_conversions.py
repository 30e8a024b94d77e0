"""The optimized copies with a conversion of the dtype."""

import itertools

import pytest
import torch
from kernel_testing.host import DTYPES, Host, Out, seed
from test_movement import called, host_of
from test_optimized_sizes import host

__all__ = ["host"]

COPY = "dim_order_ops::_to_dim_order_copy.out"
PAIRS = list(itertools.permutations(DTYPES, 2))


@pytest.fixture(scope="module")
def portable():
    with host_of("portable") as host:
        yield host


def converted(host: Host, x: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    return called(host, COPY, x, False, None, Out(torch.empty_like(x, dtype=dtype)))


def small(dtype: torch.dtype, *shape: int) -> torch.Tensor:
    """Numbers that the dtype represents exactly or after rounding."""
    seed(sum(shape))
    values = torch.rand(shape) * 100
    return (values > 50 if dtype == torch.bool else values).to(dtype)


def large(dtype: torch.dtype, n: int) -> torch.Tensor:
    """Numbers of all magnitudes: NaN, infinities, and values that wrap around."""
    seed(n)
    if dtype == torch.bool:
        return torch.rand(n) < 0.5
    if not dtype.is_floating_point:
        limits = torch.iinfo(dtype)
        return torch.randint(limits.min, min(limits.max, 2**63 - 1), (n,)).to(dtype)
    x = torch.randn(n, dtype=torch.float64) * 2.0 ** torch.randint(-20, 70, (n,))
    x[::7] = torch.tensor([torch.nan, torch.inf, -torch.inf, -0.0, 2.0**31, -(2.0**31), -(2.0**63)])[
        torch.randint(0, 7, (len(x[::7]),))
    ].double()
    return x.to(dtype)


@pytest.mark.parametrize(("dtype", "result"), PAIRS, ids=str)
def test_pairs(host, portable, dtype, result):
    for n in (1, 7, 33, 1024, 3000):
        x = small(dtype, n)
        torch.testing.assert_close(converted(host, x, result), x.to(result), rtol=0, atol=0)
        # PyTorch's conversion of floats that are out of range for integers is undefined.
        x = large(dtype, n)
        expected = converted(portable, x, result)
        torch.testing.assert_close(converted(host, x, result), expected, rtol=0, atol=0, equal_nan=True)


@pytest.mark.parametrize("dtype", [torch.uint8, torch.float16])
def test_layouts(host, dtype):
    """Copies from channels-last to channels-last or contiguous; several parts."""
    for shape in ((2, 3, 5, 7), (1, 3, 300, 300)):
        image = small(dtype, *shape)
        last = image.contiguous(memory_format=torch.channels_last)
        for order, x in (([0, 1, 2, 3], image), ([0, 2, 3, 1], last)):
            format_ = torch.contiguous_format if x is image else torch.channels_last
            for from_ in (image, last):
                out = Out(torch.empty(shape).contiguous(memory_format=format_))
                got = called(host, COPY, from_, False, order, out)
                torch.testing.assert_close(got, image.float(), rtol=0, atol=0)
