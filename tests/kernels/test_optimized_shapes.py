"""The optimized kernels with shapes that do not fill vectors: short rows, few columns, odd windows."""

import itertools
import math

import pytest
import torch
from kernel_testing.host import Out
from test_optimized_sizes import call, check, few_values, host, integers, numbers

__all__ = ["host"]

ADAPTED = [
    ((2, 7, 59, 22), [7, 1]),
    ((2, 3, 43, 17), [2, 7]),
    ((3, 2, 5, 4), [9, 70]),
    ((1, 3, 24, 150), [5, 2]),
    ((2, 4, 12, 160), [5, 37]),
    ((1, 70, 13, 13), [7, 7]),
    ((1, 2, 9, 2500), [2, 2]),
    ((5, 21, 30), [4, 7]),
]


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize(("shape", "size"), ADAPTED)
def test_means_of_windows_that_adapt(host, shape, size, last):
    for image in (numbers(*shape) + 10, few_values(*shape).half()):
        arguments = [image, size]
        check(host, "_adaptive_avg_pool2d.out", arguments, call("_adaptive_avg_pool2d", *arguments), last)


def test_means_of_windows_of_many_channels(host):
    for shape, size in (((1, 1100, 9, 13), [1, 2]), ((1, 300, 9, 35), [2, 3]), ((1, 3, 40, 900), [3, 2])):
        arguments = [numbers(*shape), size]
        check(host, "_adaptive_avg_pool2d.out", arguments, call("_adaptive_avg_pool2d", *arguments), True)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 7, 8, 18, 31, 32, 45, 64])
@pytest.mark.parametrize("count", [16, 67, 300, 2100])
def test_short_rows(host, n, count):
    rows = numbers(count, n) + 10
    rows[count // 2, n // 2] = math.nan
    rows[1, n - 1] = -math.inf if n > 1 else 0
    for op in ("_softmax", "_log_softmax"):
        check(host, f"{op}.out", [rows, 1, False], call(op, rows, 1, False))
    check(host, "cumsum.out", [rows, 1, None], call("cumsum", rows, 1))
    check(host, "amax.out", [rows, [1], False], call("amax", rows, [1]))
    check(host, "amin.out", [rows, [1], True], call("amin", rows, [1], True))
    check(host, "mean.out", [rows, [1], False, None], (rows.double().mean(1).float(),))
    rows = numbers(count, n) + 10 * torch.arange(n)
    for weight, bias in ((numbers(n), numbers(n) + 1), (numbers(n), None), (None, None)):
        arguments = [rows, [n], weight, bias, 1e-5]
        doubles = [a.double() if isinstance(a, torch.Tensor) else a for a in arguments]
        expected = tuple(each.float() for each in call("native_layer_norm", *doubles))
        check(host, "native_layer_norm.out", arguments, expected)


@pytest.mark.parametrize(
    "shape", [(16, 3, 2), (504, 3, 2), (34, 81, 2), (70, 40, 3), (20, 5, 6), (300, 2, 7)]
)
def test_few_columns(host, shape):
    tensor = numbers(*shape) + 10
    tensor[1, 1, 1] = math.nan
    for op in ("_softmax", "_log_softmax"):
        check(host, f"{op}.out", [tensor, 1, False], call(op, tensor, 1, False))
    check(host, "cumsum.out", [tensor, 1, None], call("cumsum", tensor, 1))
    check(host, "amax.out", [tensor, [1], False], call("amax", tensor, [1]))
    check(host, "sum.IntList_out", [tensor, [1], False, None], (tensor.double().sum(1).float(),))


APART = [
    ((3, 51, 4, 298), [0, 2]),
    ((33, 1, 6, 129), [0, 3]),
    ((2, 5, 3, 7, 3), [1, 3]),
    ((300, 50, 3), [0, 2]),
    ((5, 3, 2500), [0, 2]),
    ((3, 2, 19, 1100), [0, 2]),
    ((4, 2, 90, 130), [0, 2]),
    ((3, 2, 1100, 5), [0, 2]),
    ((7, 3, 2, 3, 2), [0, 2, 4]),
]


@pytest.mark.parametrize(("shape", "dims"), APART)
def test_dimensions_that_are_apart(host, shape, dims):
    tensor = numbers(*shape) + 1
    check(host, "mean.out", [tensor, dims, True, None], (tensor.double().mean(dims, True).float(),))
    check(host, "sum.IntList_out", [tensor, dims, False, None], (tensor.double().sum(dims).float(),))
    half = tensor.half()
    check(host, "sum.IntList_out", [half, dims, False, None], (half.double().sum(dims).half(),))
    tensor.view(-1)[tensor.numel() // 3] = math.nan
    for op in ("amax", "amin"):
        for each in (tensor, tensor.half()):
            check(host, f"{op}.out", [each, dims, False], call(op, each, dims))


@pytest.mark.parametrize("dtype", [torch.uint8, torch.int16, torch.float32, torch.int64])
def test_copies_of_short_runs(host, dtype):
    for shape, size in (
        ((12, 6, 1, 2), [12, 6, 200, 2]),
        ((5, 1, 4), [5, 70, 4]),
        ((7, 1, 3), [7, 1500, 3]),
        ((3, 1, 90), [3, 40, 90]),
        ((2, 1, 1, 5), [2, 9, 3, 5]),
        ((2, 1, 52, 1), [2, 28, 52, 4]),
        ((1, 3, 1, 5, 1), [4, 3, 2, 5, 6]),
        ((9, 1), [9, 17]),
    ):
        tensor = numbers(*shape).mul(100).to(dtype)
        check(host, "expand_copy.out", [tensor, size, False], (tensor.expand(size),))
    for shape, dims in (
        ((2, 11, 42, 46), (3, 1, 2, 0)),
        ((3, 70, 33), (2, 1, 0)),
        ((5, 40, 7, 35), (3, 2, 1, 0)),
        ((2, 1000, 4), (1, 2, 0)),
        ((31, 5, 2), (1, 0, 2)),
        ((2, 60, 50, 3), (0, 3, 1, 2)),
        ((2, 3, 60, 50), (0, 2, 3, 1)),
        ((9, 17, 4), (1, 0, 2)),
        ((8, 130), (1, 0)),
        ((5, 67), (1, 0)),
    ):
        tensor = numbers(*shape).mul(100).to(dtype)
        check(host, "permute_copy.out", [tensor, list(dims)], (tensor.permute(dims),))
    for widths in ((1, 1, 2), (3, 4), (2, 8, 1, 5), (16, 17), (12, 9), (21,), (300, 41), (600, 5, 130)):
        tensors = [numbers(701, n).mul(100).to(dtype) for n in widths]
        check(host, "cat.out", [tensors, 1], (torch.cat(tensors, 1),))


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("k", [1, 5, 64, 300])
@pytest.mark.parametrize("m", [1, 3, 40, 257])
def test_products_with_a_column(host, m, k, dtype):
    """Integers, so that sums are exact."""
    rows, column = (numbers(*shape).round().to(dtype) for shape in ((3, m, k), (3, k, 1)))
    check(host, "mm.out", [rows[0], column[0]], call("mm", rows[0], column[0]))
    check(host, "bmm.out", [rows, column], call("bmm", rows, column))
    for bias in (numbers(1), numbers(m, 1), numbers(1, 1)):
        arguments = [bias.round().to(dtype), rows[0], column[0]]
        check(host, "addmm.out", [*arguments, 1, 1], call("addmm", *arguments))
    for bias in (numbers(1).round().to(dtype), None):
        arguments = [rows, column[0].T.contiguous(), bias]
        check(host, "linear.out", arguments, call("linear", *arguments))


def check_convolution(host, image, weight, geometry: list, groups: int, has_bias: bool = True) -> None:
    bias = integers(weight.shape[0]) if has_bias else None
    arguments = [image, weight, bias, *geometry, False, [0] * len(geometry[0]), groups]
    (expected,) = call("convolution", *arguments)
    answer = host.call("aten::convolution.out", [*arguments, Out(torch.zeros(expected.shape))])
    assert answer.error == 0
    assert answer.intact
    assert torch.equal(answer.outs[0], expected)


PLANES = [(7, 7), (14, 14), (8, 5), (28, 10), (1, 9), (9, 1), (3, 4), (5, 13), (13, 21), (16, 16), (21, 30)]


@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("kernel", [(3, 3), (5, 5), (3, 2), (1, 5)])
def test_depthwise_planes(host, kernel, stride):
    """Lines of less than a vector and of several; the out is as large as the plane, smaller, or larger."""
    for plane, (more, dilation) in itertools.product(PLANES, ((-1, 1), (0, 1), (0, 2), (1, 2))):
        reach = [dilation * (size - 1) for size in kernel]
        padding = [max(0, each // 2 + more) for each in reach]
        if all(size + 2 * pad > each for size, pad, each in zip(plane, padding, reach, strict=True)):
            geometry = [[stride] * 2, padding, [dilation] * 2]
            image, weight = integers(2, 3, *plane), integers(6, 1, *kernel)
            check_convolution(host, image, weight, geometry, 3, has_bias=more == 0)


@pytest.mark.parametrize("taps", [3, 5])
def test_depthwise_lines(host, taps):
    for length, padding in itertools.product((1, 15, 16, 40, 67, 300), (0, taps // 2)):
        if length + 2 * padding >= taps:
            check_convolution(host, integers(2, 5, length), integers(5, 1, taps), [[1], [padding], [1]], 5)


@pytest.mark.parametrize("groups", [1, 3])
@pytest.mark.parametrize("channels", [1, 5, 64, 301])
def test_convolutions_of_a_pixel(host, channels, groups):
    kinds = (1, 0, 2), (2, 0, 1), (2, 1, 2), (3, 0, 1)
    for to, (rank, padding, batch) in itertools.product((1, 33, 150), kinds):
        image = integers(batch, channels * groups, *[1] * rank)
        weight = integers(to * groups, channels, *[1] * rank)
        geometry = [[1] * rank, [padding] * rank, [1] * rank]
        check_convolution(host, image, weight, geometry, groups, has_bias=batch == 1)
