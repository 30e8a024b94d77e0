"""The optimized elementwise kernels with broadcast: rows, columns and blocks, shorter and longer than a
chunk.
"""

import pytest
import torch
from test_optimized_sizes import call, check, few_values, host, numbers

__all__ = ["host"]


SHAPES = [
    # Rows and columns; a chunk has many, some, or less than one.
    *(((90, n), other) for n in (2, 5, 17, 64, 191, 300, 1024, 1025) for other in ((n,), (90, 1), (1, 1))),
    ((3, 20_000), (3, 1)),
    ((3, 20_000), (20_000,)),
    ((1,), (5,)),
    ((), (3, 1)),
    # Few rows.
    ((4, 8), (8,)),
    ((4, 8), (1, 1)),
    ((1, 8), (8,)),
    ((2, 4, 61), (4, 61)),
    ((3, 1, 9), (1, 9)),
    # Broadcast dimensions in the middle, and several of them.
    ((7, 41, 57, 17), (57, 17)),
    ((7, 41, 57, 17), (41, 1, 17)),
    ((7, 41, 57, 17), (7, 1, 57, 1)),
    ((7, 41, 57, 17), (7, 1, 1, 17)),
    ((28, 4, 129, 2), (4, 129, 1)),
    ((5, 15, 347, 3), (5, 1, 1, 3)),
    ((2, 3, 600, 2), (2, 3, 1, 2)),
    ((5, 3, 1100), (5, 1, 1100)),
    ((3, 2, 3, 2, 7, 5), (2, 1, 2, 1, 5)),
    # Both tensors are broadcast.
    ((7, 1, 64), (7, 64, 1)),
    ((1000, 1), (1, 3)),
    ((3, 1), (1, 1000)),
    ((0, 4), (4,)),
]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("shapes", SHAPES, ids=str)
def test_two(host, shapes, dtype):
    for a, b in (shapes, shapes[::-1]):
        a, b = numbers(*a).to(dtype), few_values(*b).to(dtype)
        check(host, "sub.out", [a, b, 1], (a - b,))
        check(host, "le.Tensor_out", [a, b], (a <= b,))


def test_channels_last(host):
    image = numbers(2, 19, 9, 11)
    for shape in ((19, 1, 1), (2, 1, 9, 11), (9, 1), (11,)):
        other = few_values(*shape)
        check(host, "mul.out", [image, other], call("mul.Tensor", image, other), last=True)


def test_three(host):
    for condition, a, b in (
        ((145, 1, 10), (145, 1, 10), (145, 73, 10)),
        ((7, 1, 8), (7, 1, 8), (9, 7, 314, 8)),
        ((1, 40, 40), (8, 40, 40), (1,)),
        ((40, 1, 1), (1, 50, 1), (30,)),
        ((64, 1), (1,), (64, 300)),
        ((9,), (3, 9), (1,)),
        ((4, 1, 9), (9,), (2, 4, 1, 9)),
        ((2, 9), (3, 2, 9), (9,)),
    ):
        for dtype in (torch.float32, torch.bfloat16):
            arguments = [numbers(*condition) > 0, numbers(*a).to(dtype), numbers(*b).to(dtype)]
            check(host, "where.self_out", arguments, call("where.self", *arguments))


def test_channels_of_few_places(host):
    """The four tensors have one number for each channel."""
    for shape in ((2, 104, 4, 17), (1, 330, 1, 1), (3, 70, 2, 1), (1, 5, 40, 31)):
        image, weight = numbers(*shape), numbers(shape[1])
        arguments = [image, weight, weight + 1, weight - 1, weight.abs() + 0.1, 0.1, 1e-5]
        expected = call("_native_batch_norm_legit_no_training", *arguments)
        check(host, "_native_batch_norm_legit_no_training.out", arguments, expected)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("n", [1, 15, 255, 256, 257, 3000])
def test_what_is_widened(host, dtype, n):
    a, b = few_values(n).to(dtype), numbers(n).to(dtype)
    check(host, "add.out", [a, b, 0.3], call("add.Tensor", a, b, alpha=0.3))
    check(host, "mul.Scalar_out", [b, 0.1], call("mul.Scalar", b, 0.1))
    check(host, "gt.Scalar_out", [b, 0.1], call("gt.Scalar", b, 0.1))
    check(host, "relu.out", [a], call("relu", a))
    check(host, "exp.out", [b], call("exp", b))
