"""The optimized sums, means and maxima of embedding bags."""

import math

import pytest
import torch
from kernel_testing.host import Out, seed
from test_optimized_sizes import few_values, host, numbers

__all__ = ["host"]

SUM, MEAN, MAX = range(3)


def check(host, table, indices, offsets, mode, factors=None, has_last=False, padding=-1) -> None:
    """Compares the bags with PyTorch's in float, and the other outs with PyTorch's in the same dtype."""
    arguments = [table, indices, offsets, False, mode, False, factors, has_last, padding]
    expected = torch.ops.aten._embedding_bag.default(*arguments)
    exact = torch.ops.aten._embedding_bag.default(
        *(x.double() if isinstance(x, torch.Tensor) and x.is_floating_point() else x for x in arguments)
    )[0]
    outs = [Out(torch.full_like(each, 7)) for each in expected]
    answer = host.call("aten::_embedding_bag.out", [*arguments, *outs])
    assert answer.error == 0
    assert answer.intact
    torch.testing.assert_close(answer.outs[0], exact.to(table.dtype), equal_nan=True)
    for got, wanted in zip(answer.outs[1:], expected[1:], strict=True):
        assert torch.equal(got, wanted)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("columns", [1, 3, 16, 17, 64, 85, 256, 600])
def test_columns(host, columns, dtype):
    table = numbers(50, columns).to(dtype)
    seed(columns)
    indices = torch.randint(50, (150,))
    offsets = torch.tensor([0, 0, 1, 8, 150])  # empty bags, and a bag with more rows than a block
    factors = torch.randn(150).to(dtype)
    for mode in (SUM, MEAN, MAX):
        for padding in (-1, 3):
            for has_last in (False, True):
                check(host, table, indices, offsets, mode, None, has_last, padding)
    check(host, table, indices, offsets, SUM, factors)
    check(host, table, indices, offsets, SUM, factors, padding=3)


def test_many_bags(host):
    """There are enough bags for several threads."""
    table = numbers(1000, 129)
    for mode in (SUM, MEAN, MAX):
        check(host, table, torch.randint(1000, (4096,)), torch.arange(0, 4096, 7), mode)


def test_the_first_of_the_largest_is_found(host):
    """NaN compares as neither larger nor smaller than a number."""
    table = few_values(7, 100)
    table[0] = math.nan
    indices = torch.tensor([1, 2, 3, 4, 5, 6, 5, 4, 0, 1, 2, 1, 0, 0, 6])
    check(host, table, indices, torch.tensor([0, 2, 8, 10, 14]), MAX)
    check(host, table, indices.int(), torch.tensor([0, 2, 8, 10, 14]).int(), MAX)
    check(host, table, torch.zeros(3, dtype=torch.int64), torch.tensor([0]), MEAN, padding=0)
