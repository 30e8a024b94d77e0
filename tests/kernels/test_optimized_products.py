"""The optimized batched products, with added tensors, of sizes that do not fill vectors."""

import math

import pytest
import torch
from test_optimized_sizes import check, host, numbers

__all__ = ["host"]

# (batch, m, k, n): all small, few rows, few columns, empty sums, and more than is packed at once; up to four
# columns after the last whole vector, with and without another vector in their panel, for many and for few
# rows.
BATCHES = [
    *((1, 1, 1, 1), (2, 3, 5, 7), (3, 4, 4, 4), (3, 2, 33, 5), (4, 5, 0, 7), (2, 17, 300, 33), (5, 20, 3, 1)),
    *((2, 7, 19, 600), (2, 17, 300, 49), (1, 31, 70, 36), (1, 9, 129, 50), (1, 5, 64, 33)),
]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("sizes", BATCHES, ids=str)
def test_batches_with_an_addend(host, sizes, dtype):
    batch, m, k, n = sizes
    a, b = numbers(batch, m, k).to(dtype), (numbers(batch, k, n) / math.sqrt(k + 1)).to(dtype)
    product = a.double() @ b.double()
    for shape in ((batch, m, n), (1, m, n), (batch, 1, n), (m, 1), (n,), ()):
        addend = numbers(*shape, 1)[..., 0].to(dtype)
        for beta, alpha in ((1, 1), (-0.5, 2)):
            expected = (beta * addend.double() + alpha * product).to(dtype)
            check(host, "baddbmm.out", [addend, a, b, beta, alpha], (expected,))
    nothing = torch.full((n,), math.nan, dtype=dtype)
    check(host, "baddbmm.out", [nothing, a, b, 0, 1], (product.to(dtype),))
