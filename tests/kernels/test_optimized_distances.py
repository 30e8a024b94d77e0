"""The optimized distances between vectors."""

import math

import arm
import pytest
import torch
from kernel_testing.host import Out
from test_optimized_sizes import few_values, host, numbers

__all__ = ["host"]

NORMS = [0.0, 1.0, 2.0, math.inf, 0.5, 3.0]


def check(host, op: str, *arguments) -> None:
    """Compares with PyTorch's result in double."""
    doubles = [x.double() if isinstance(x, torch.Tensor) else x for x in arguments]
    expected = getattr(torch.ops.aten, op).default(*doubles).float()
    answer = host.call(f"aten::{op}.out", [*arguments, Out(torch.full_like(expected, 7))])
    assert answer.error == 0
    assert answer.intact
    torch.testing.assert_close(answer.outs[0], expected, equal_nan=True, rtol=1e-5, atol=1e-5)


# Numbers of rows of both matrices: less than a panel, one panel or slightly more, and few rows with many.
ROWS = [(1, 1), (3, 40), (5, 32), (70, 33), (100, 3), (17, 16), (129, 1)]


@pytest.mark.parametrize("p", NORMS)
@pytest.mark.parametrize("depth", [1, 3, 128, 300])
def test_of_two_matrices(host, depth, p):
    arm.skip_if_emulated(host, depth == 300)
    for rows, others in ROWS:
        check(host, "_cdist_forward", numbers(rows, depth), numbers(others, depth) + 0.5, p, 2)
    # Broadcast batches, and rows that are not adjacent.
    check(host, "_cdist_forward", numbers(2, 1, 9, depth), numbers(3, 20, depth), p, 2)
    check(host, "_cdist_forward", numbers(2, 40, depth), numbers(7, depth), p, 2)


@pytest.mark.parametrize("p", NORMS)
@pytest.mark.parametrize("depth", [1, 3, 128, 300])
def test_of_pairs(host, depth, p):
    arm.skip_if_emulated(host, depth == 300)
    for rows in (2, 31, 33, 64, 65, 130):
        check(host, "_pdist_forward", numbers(rows, depth), p)


@pytest.mark.parametrize("p", NORMS)
def test_of_no_numbers(host, p):
    """The largest difference ignores NaN between two matrices, and does not between pairs."""
    for rows in (5, 40):
        check(host, "_cdist_forward", few_values(rows, 20), few_values(rows, 20), p, 2)
        check(host, "_pdist_forward", few_values(rows, 20), p)
