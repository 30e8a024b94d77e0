"""The optimized pools over lines and volumes, and adaptive pools."""

import itertools
import math

import pytest
import torch
from kernel_testing.host import Out
from test_optimized_sizes import call, few_values, host, numbers

__all__ = ["host"]

DTYPES = [torch.float32, torch.float16, torch.bfloat16]


def in_last(tensor: torch.Tensor) -> torch.Tensor:
    """The tensor in channels-last memory."""
    order = [0, *range(2, tensor.dim()), 1]
    back = [0, tensor.dim() - 1, *range(1, tensor.dim() - 1)]
    return tensor.permute(order).contiguous().permute(back)


def check(host, op: str, arguments: list, last: bool = False) -> None:
    """Compares largest elements and their indices exactly; compares means with those in double."""
    image = arguments[0]
    is_mean = "avg" in op
    base = op.partition(".")[0]
    expected = call(base, image.double() if is_mean else image, *arguments[1:])
    outs = [
        torch.zeros_like(each, dtype=image.dtype if i == 0 else each.dtype) for i, each in enumerate(expected)
    ]
    values = [in_last(image) if last else image, *arguments[1:]]
    answer = host.call(f"aten::{op}", [*values, *(Out(in_last(out) if last else out) for out in outs)])
    assert answer.error == 0
    assert answer.intact
    for got, wanted in zip(answer.outs, expected, strict=True):
        exact = {} if is_mean else {"rtol": 0, "atol": 0}
        torch.testing.assert_close(got, wanted.to(got.dtype), equal_nan=True, **exact)


# (kernel, stride, padding); one stride is larger than its kernel.
LINES = [
    (1, 1, 0),
    (2, 2, 0),
    (3, 1, 1),
    (4, 4, 0),
    (5, 3, 2),
    (7, 5, 3),
    (3, 11, 1),
    (40, 9, 20),
    (256, 300, 100),
]


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(1, 3, 7), (2, 19, 40), (1, 2, 1301), (5, 600)], ids=str)
def test_lines(host, shape, dtype, last):
    if last and len(shape) < 3:
        pytest.skip("no batch")
    line = numbers(*shape).to(dtype)
    for kernel, stride, padding in LINES:
        if shape[-1] + 2 * padding < kernel:
            continue
        for ceil, count in itertools.product((False, True), (False, True)):
            arguments = [line, [kernel], [stride], [padding], ceil, count]
            check(host, "avg_pool1d.out", arguments, last)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(1, 3, 9), (2, 17, 40), (1, 37, 131), (33, 300)], ids=str)
def test_lines_that_adapt(host, shape, dtype):
    line = numbers(*shape).to(dtype)
    for windows in (1, 2, 5, 7, 8, 20, 65):
        check(host, "adaptive_avg_pool1d.out", [line, [windows]])
    if len(shape) == 3:
        check(host, "adaptive_avg_pool1d.out", [line, [5]], last=True)


# (kernel, stride, padding)
VOLUMES = [
    ([2, 2, 2], [2, 2, 2], [0, 0, 0]),
    ([3, 3, 3], [1, 1, 1], [1, 1, 1]),
    ([1, 3, 2], [2, 1, 3], [0, 1, 1]),
    ([4, 1, 5], [3, 2, 4], [2, 0, 2]),
]


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(1, 3, 5, 4, 7), (2, 19, 4, 5, 33), (1, 1, 4, 3, 520)], ids=str)
def test_volumes(host, shape, dtype, last):
    for kernel, stride, padding in VOLUMES:
        for dilation, ceil in (([1, 1, 1], False), ([1, 2, 1], True)):
            reach = [d * (k - 1) + 1 for d, k in zip(dilation, kernel, strict=True)]
            if all(n + 2 * p >= r for n, p, r in zip(shape[2:], padding, reach, strict=True)):
                volume = few_values(*shape).to(dtype)
                arguments = [volume, kernel, stride, padding, dilation, ceil]
                check(host, "max_pool3d_with_indices.out", arguments, last)
        for rest in ([False, True, None], [True, False, None], [False, True, -3]):
            if dtype == torch.float32:
                arguments = [numbers(*shape), kernel, stride, padding, *rest]
                check(host, "avg_pool3d.out", arguments, last)
    # Without a batch.
    volume = few_values(*shape[1:]).to(dtype)
    check(host, "max_pool3d_with_indices.out", [volume, [2], [1], [1], [1], False])


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("dtype", DTYPES)
def test_volumes_that_adapt(host, dtype, last):
    shapes = (2, 3, 4, 6, 8), (1, 19, 5, 7, 9), (1, 2, 70, 3, 140), (1, 2, 3, 4, 300), (1, 33, 2, 37, 5)
    for shape in shapes:
        volume = numbers(*shape).to(dtype)
        # Of 15 windows, the first ones have one plane each, the others two.
        for windows in ([1, 1, 1], [2, 3, 4], [2, 1, 1], [shape[2], 2, 1], [3, 2, 7], [1, 1, 9], [15, 1, 1]):
            check(host, "_adaptive_avg_pool3d.out", [volume, windows], last)
            largest = few_values(*shape).to(dtype)
            check(host, "adaptive_max_pool3d.out", [largest, windows], last)


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(1, 512, 1, 1), (3, 5, 1, 9), (2, 17, 2, 1), (33, 1, 1)], ids=str)
def test_more_windows_than_rows(host, shape, dtype, last):
    """The lines of the out consist of one row each, or share a row."""
    if last and len(shape) < 4:
        pytest.skip("no batch")
    image = numbers(*shape).to(dtype)
    for windows in ([7, 7], [1, 3], [2, 2], [40, 3]):
        check(host, "_adaptive_avg_pool2d.out", [image, windows], last)
        if len(shape) == 4:
            for depth in (1, 2, 3):
                volume = image.unsqueeze(2)
                check(host, "_adaptive_avg_pool3d.out", [volume, [depth, *windows]], last)


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("width", [7, 16, 56, 1100, 40000])
def test_largest_of_windows_that_adapt(host, width, dtype, last):
    """The windows include ones that are wider than a block."""
    if last and width > 1000:
        pytest.skip("as narrow ones")
    image = few_values(2, 5, 4, width).to(dtype)
    for windows in ([1, 1], [2, 3], [3, 7], [4, 16], [1, 600]):
        check(host, "adaptive_max_pool2d.out", [image, windows], last)
    check(host, "adaptive_max_pool2d.out", [image[0], [2, 3]])


@pytest.mark.parametrize("n", [1, 2, 5, 16, 17, 70, 600])
def test_the_largest_is_found_at_every_place(host, n):
    """The first of equal elements is found, or the last NaN."""
    rows = torch.zeros(n, 1, 1, n) - 1
    for value in (0.0, math.inf, math.nan):
        for second in (value, -1.0):
            rows.fill_(-1)
            rows[:, 0, 0].diagonal().fill_(value)
            rows[:, 0, 0, n // 2] = second
            check(host, "adaptive_max_pool2d.out", [rows, [1, 1]])
    # The sign of the first zero is kept.
    rows.fill_(-0.0)
    rows[:, 0, 0, n // 2 :] = 0
    answer = host.call(
        "aten::adaptive_max_pool2d.out",
        [rows, [1, 1], Out(torch.ones(n, 1, 1, 1)), Out(torch.ones(n, 1, 1, 1, dtype=torch.int64))],
    )
    assert bool((answer.outs[1] == 0).all())
    assert bool(answer.outs[0].signbit().all()) == (n > 1)
