"""Reductions of empty tensors: every shape and set of dimensions for which rows are empty."""

import itertools

import pytest
import torch
from hosts import either_host
from kernel_testing.host import Out

__all__ = ["either_host"]

# Operators that reduce a list of dimensions: their arguments between the list and `keepdim`, their arguments
# after it, and PyTorch's function.
REDUCTIONS = {
    "sum.IntList_out": ([], [None], torch.sum),
    "mean.out": ([], [None], torch.mean),
    "any.dims_out": ([], [], torch.any),
    "amax.out": ([], [], torch.amax),
    "amin.out": ([], [], torch.amin),
    "var.out": ([True], [], torch.var),
    "var.correction_out": ([1], [], torch.var),
    "var_mean.correction_out": ([1], [], torch.var_mean),
}


def reduced(function, empty: torch.Tensor, dims: list[int], keepdim: bool) -> tuple[torch.Tensor, ...]:
    """PyTorch's results; none if it refuses the call."""
    try:
        results = function(empty, dims, keepdim=keepdim)
    except (RuntimeError, IndexError):
        return ()
    return results if isinstance(results, tuple) else (results,)


@pytest.mark.filterwarnings("ignore")  # PyTorch warns about means and variances of empty rows
@pytest.mark.parametrize("op", REDUCTIONS)
@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_rows_without_elements(either_host, op, rank):
    """The kernels do not read the bytes after an empty tensor: the host fills them with nonzero bytes."""
    before, behind, function = REDUCTIONS[op]
    shapes = [shape for shape in itertools.product((0, 2), repeat=rank) if 0 in shape]
    subsets = [[d for d in range(rank) if bits >> d & 1] for bits in range(1, 1 << rank)]
    for shape, dims, keepdim in itertools.product(shapes, subsets, (False, True)):
        empty = torch.zeros(shape)
        expected = reduced(function, empty, dims, keepdim)
        outs = [Out(torch.ones_like(each)) for each in expected or [empty]]
        answer = either_host.call(f"aten::{op}", [empty, dims, *before, keepdim, *behind, *outs])
        assert (answer.error == 0) == bool(expected), (shape, dims, keepdim)
        for got, wanted in zip(answer.outs, expected):  # noqa: B905 - none are expected of a refused call
            torch.testing.assert_close(got, wanted, rtol=0, atol=0, equal_nan=True)
