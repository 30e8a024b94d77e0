"""The optimized kernels with sizes at the ends of vectors, tiles and blocks; OpInfo's sizes are too small."""

import math

import pytest
import simd
import torch
from kernel_testing.host import Host, Out, seed


@pytest.fixture(scope="module", params=simd.TARGETS)
def host(request):
    with simd.start(request.param) as host:
        yield host


def few_values(*shape: int) -> torch.Tensor:
    """Numbers most of which are repeated; some are NaN."""
    seed(sum(shape))
    values = torch.randint(-3, 4, shape).float()
    values[torch.rand(shape) < 0.02] = math.nan
    values[torch.rand(shape) < 0.1] = -math.inf
    return values


def numbers(*shape: int) -> torch.Tensor:
    seed(sum(shape))
    return torch.randn(shape)


def integers(*shape: int) -> torch.Tensor:
    """Small integers, whose sums of products are exact in any order."""
    return numbers(*shape).mul(3).round()


def call(name: str, *arguments, **named):
    """The result of the operator's functional variant, which has the same arguments before the outs."""
    base, _, overload = name.partition(".")
    results = getattr(getattr(torch.ops.aten, base), overload or "default")(*arguments, **named)
    return results if isinstance(results, tuple) else (results,)


def check(host: Host, op: str, arguments: list, expected: tuple, last: bool = False, but: tuple = ()) -> None:
    """With `last`, images are channels-last, except arguments whose indices are in `but`."""

    def laid_out(value):
        is_image = last and isinstance(value, torch.Tensor) and value.dim() == 4
        return value.contiguous(memory_format=torch.channels_last) if is_image else value

    values = [value if i in but else laid_out(value) for i, value in enumerate(arguments)]
    outs = [Out(laid_out(torch.zeros(each.shape, dtype=each.dtype))) for each in expected]
    answer = host.call(f"aten::{op}", [*values, *outs])
    assert answer.error == 0, op
    assert answer.intact, op
    for got, wanted in zip(answer.outs, expected, strict=True):
        assert_close(got, wanted)


def assert_close(got: torch.Tensor, wanted: torch.Tensor) -> None:
    """Most results are equal, which takes a fraction of the time to find out."""
    if got.dtype != wanted.dtype or not torch.equal(got, wanted):
        torch.testing.assert_close(got, wanted, equal_nan=True)


POOLS = [
    ([3, 3], [2, 2], [1, 1]),
    ([2, 2], [2, 2], [0, 0]),
    ([3, 2], [1, 1], [1, 1]),
    ([2, 4], [3, 3], [0, 2]),
]


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("width", [7, 16, 33, 1100])
def test_windows(host, width, last):
    # Enough channels for several vectors of them at a time.
    image = few_values(1, 70 if last and width < 50 else 5, 5, width)
    for kernel, stride, padding in POOLS:
        for dilation, ceil in (([1, 1], False), ([1, 2], True)):
            arguments = [image, kernel, stride, padding, dilation, ceil]
            expected = call("max_pool2d_with_indices", *arguments)
            check(host, "max_pool2d_with_indices.out", arguments, expected, last)
        for arguments in ([True, True, None], [False, False, None], [False, True, 7]):
            arguments = [numbers(1, 19, 5, width), kernel, stride, padding, *arguments]
            check(host, "avg_pool2d.out", arguments, call("avg_pool2d", *arguments), last)


@pytest.mark.parametrize("last", [False, True])
def test_windows_that_adapt(host, last):
    for size in ([1, 1], [2, 3], [5, 7]):
        arguments = [numbers(2, 37, 12, 21), size]
        check(host, "_adaptive_avg_pool2d.out", arguments, call("_adaptive_avg_pool2d", *arguments), last)


@pytest.mark.parametrize("dtype", [torch.uint8, torch.int16, torch.float32, torch.int64])
def test_copies_in_another_order(host, dtype):
    for shape, dims in (((70, 131), (1, 0)), ((3, 33, 35), (0, 2, 1)), ((4, 37, 5, 40), (3, 1, 0, 2))):
        tensor = numbers(*shape).mul(100).to(dtype)
        check(host, "permute_copy.out", [tensor, list(dims)], (tensor.permute(dims),))
    column = numbers(5, 1, 3).mul(100).to(dtype)
    check(host, "expand_copy.out", [column, [2, 5, 77, 3], False], (column.expand(2, 5, 77, 3),))
    check(host, "expand_copy.out", [column, [5, 1, 3], False], (column,))
    row = column[:, 0, :1]
    for n in (1, 7, 64, 200, 1001, 5000):
        check(host, "expand_copy.out", [row, [5, n], False], (row.expand(5, n),))


@pytest.mark.parametrize("dtype", [torch.uint8, torch.float32, torch.float64])
def test_tensors_one_behind_the_other(host, dtype):
    for dim, widths in ((0, (1, 5, 2)), (1, (70, 0, 131)), (2, (3,)), (-1, (40, 1, 23))):
        shapes = [[w if d == dim % 3 else n for d, n in enumerate((5, 33, 7))] for w in widths]
        tensors = [numbers(*shape).mul(100).to(dtype) for shape in shapes]
        check(host, "cat.out", [tensors, dim], (torch.cat(tensors, dim),))
        with_nothing = [tensors[0], torch.zeros(0, dtype=dtype), *tensors[1:]]
        check(host, "cat.out", [with_nothing, dim], (torch.cat(tensors, dim),))
    mixed = [numbers(3, 5), numbers(3, 4).double()]
    check(host, "cat.out", [mixed, 1], (torch.cat(mixed, 1),))
    # Images in channels-last order, and in two orders.
    images = [numbers(2, 9, 5, 7), numbers(2, 4, 5, 7)]
    check(host, "cat.out", [images, 1], (torch.cat(images, 1),))
    last = [image.contiguous(memory_format=torch.channels_last) for image in images]
    for inputs in (last, [images[0], last[1]]):
        out = torch.zeros(2, 13, 5, 7).contiguous(memory_format=torch.channels_last)
        answer = host.call("aten::cat.out", [inputs, 1, Out(out)])
        assert answer.error == 0
        assert answer.intact
        assert torch.equal(answer.outs[0], torch.cat(images, 1))


@pytest.mark.parametrize("last", [False, True])
def test_norms_of_channels(host, last):
    for shape in ((2, 70, 5, 7), (1, 64, 3, 40), (3, 33)):
        image, weight, bias = numbers(*shape), numbers(shape[1]), numbers(shape[1]) + 1
        arguments = [image, weight, bias, bias, weight.abs(), 0.1, 1e-5]
        expected = call("_native_batch_norm_legit_no_training", *arguments)
        check(host, "_native_batch_norm_legit_no_training.out", arguments, expected, last)
    few, many = ((12, 3, True), (12, 12, False), (12, 1, True)), ((150, 2, True), (90, 45, False))
    for channels, groups, affine in (*few, *many):
        image = numbers(2, channels, 5, 41) * 3 + 100
        weight = numbers(channels) if affine else None
        arguments = [image, weight, weight, 2, channels, 205, groups, 1e-5]
        # In double: PyTorch subtracts the mean after it has rounded the product.
        doubles = [a.double() if isinstance(a, torch.Tensor) else a for a in arguments]
        expected = tuple(each.float() for each in call("native_group_norm", *doubles))
        check(host, "native_group_norm.out", arguments, expected, last)


def test_along_dimensions(host):
    tensor = numbers(3, 130, 37) + 10
    for dim in (0, 1, 2):
        check(host, "cumsum.out", [tensor, dim, None], call("cumsum", tensor, dim))
        variance = tensor.double().var(dim, keepdim=True).float()
        check(host, "var.correction_out", [tensor, [dim], 1, True], (variance,))
    check(host, "var.out", [tensor, None, False, False], (tensor.double().var(unbiased=False).float(),))


def test_blocks_of_columns(host):
    """More columns than a block, and more rows than are added up at a time."""
    for shape in ((70, 300), (2, 5, 530), (130, 67)):
        tensor = numbers(*shape) + 10
        dim = len(shape) - 2
        for op in ("_softmax", "_log_softmax"):
            check(host, f"{op}.out", [tensor, dim, False], call(op, tensor, dim, False))
        check(host, "cumsum.out", [tensor, dim, None], call("cumsum", tensor, dim))
        check(host, "amax.out", [tensor, [dim], False], call("amax", tensor, [dim]))
        check(host, "sum.IntList_out", [tensor, [dim], False, None], (tensor.double().sum(dim).float(),))
        variance = tensor.double().var(dim).float()
        check(host, "var.correction_out", [tensor, [dim], 1, False], (variance,))
    for shape in ((1, 2100), (7, 129), (9, 1030), (513, 130), (1100, 3), (33_000, 5)):
        tensor = numbers(*shape) + 10
        tensor[-1, -1] = math.nan
        check(host, "amax.out", [tensor, [0], False], call("amax", tensor, [0]))
        check(host, "amin.out", [tensor.half(), [0], False], call("amin", tensor.half(), [0]))
        check(host, "sum.IntList_out", [tensor, [0], False, None], (tensor.double().sum(0).float(),))


@pytest.mark.parametrize("channels", [1, 3, 37])
@pytest.mark.parametrize("mode", [0, 1, 2])
def test_more_places_than_are_sampled_at_once(host, mode, channels):
    image, grid = numbers(2, channels, 9, 11), numbers(2, 40, 37, 2) / 2
    for padding in range(3):
        arguments = [image, grid, mode, padding, False]
        expected = call("grid_sampler_2d", *arguments)
        for last in (False, True):
            check(host, "grid_sampler_2d.out", arguments, expected, last=last, but=(1,))


@pytest.mark.parametrize("stride", [1, 2, 3])
def test_more_places_than_are_transposed_at_once(host, stride):
    """More taps of all channels than are computed at a time."""
    for padding, dilation in ((0, 1), (2, 2)):
        arguments = [numbers(2, 5, 17, 19), numbers(5, 40, 3, 3), numbers(40)]
        arguments += [[stride] * 2, [padding] * 2, [dilation] * 2, True, [0, 0], 1]
        expected = call("convolution", *(a.double() if isinstance(a, torch.Tensor) else a for a in arguments))
        check(host, "convolution.out", arguments, tuple(each.float() for each in expected))


@pytest.mark.parametrize("n", [1, 5, 16, 65, 131])
def test_extremes_find_nan_at_every_place(host, n):
    rows = numbers(n + 1, n)
    rows.diagonal().fill_(math.nan)
    for op in ("amax", "amin"):
        check(host, f"{op}.out", [rows, [1], False], call(op, rows, [1]))
        check(host, f"{op}.out", [rows.T.contiguous(), [0], False], call(op, rows, [1]))
        for row in (rows[n // 2], rows[n]):
            check(host, f"{op}.out", [row, [0], False], call(op, row, [0]))


@pytest.mark.parametrize("n", [1, 5, 16, 131, 1100])
def test_limits(host, n):
    values = few_values(n)
    for limits in ((-1, 1), (None, 0), (0.5, None), (2, -2), (math.nan, 1), (0, math.nan)):
        check(host, "clamp.out", [values, *limits], call("clamp", values, *limits))
    check(host, "hardtanh.out", [values, -1, 2], call("hardtanh", values, -1, 2))


@pytest.mark.parametrize("last", [False, True])
def test_images_in_another_size(host, last):
    image = numbers(2, 19, 5, 23)
    for size in ([10, 46], [3, 300], [600, 7], [5, 23]):
        arguments = [image, size, None, None]
        check(host, "upsample_nearest2d.out", arguments, call("upsample_nearest2d", *arguments), last)
        for align in (False, True):
            arguments = [image, size, align, None, None]
            check(host, "upsample_bilinear2d.out", arguments, call("upsample_bilinear2d", *arguments), last)


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5, 8, 9, 15, 16, 17])
def test_products_of_few_rows(host, rows):
    # From the second-last size on, b is too large to be packed.
    for n, k in ((1, 1), (5, 3), (16, 16), (17, 17), (33, 130), (400, 340), (7, 20000)):
        arguments = [numbers(rows, k) / math.sqrt(k), numbers(n, k), numbers(n)]
        expected = torch.nn.functional.linear(*(each.double() for each in arguments))
        check(host, "linear.out", arguments, (expected.float(),))


@pytest.mark.parametrize("rows", [1, 2, 3, 4])
def test_products_of_few_rows_with_lines(host, rows):
    for n, k in ((1, 1), (3, 0), (5, 9), (63, 8), (130, 300), (1030, 17), (2500, 33)):
        a, b = numbers(rows, k) / math.sqrt(k + 1), numbers(k, n)
        check(host, "mm.out", [a, b], ((a.double() @ b.double()).float(),))
        bias = numbers(n)
        expected = bias.double() + 0.5 * (a.double() @ b.double())
        check(host, "addmm.out", [bias, a, b, 1, 0.5], (expected.float(),))


TRANSPOSED = [
    ((1, 6, 9, 31), (6, 40, 4, 4), [2, 2], [1, 1], [0, 0], [1, 1], 1),
    ((2, 6, 5, 140), (6, 3, 3, 3), [1, 1], [0, 2], [0, 0], [1, 1], 2),
    ((1, 4, 3, 50), (4, 1, 2, 3), [3, 2], [2, 3], [1, 1], [2, 2], 4),
    ((1, 3, 200), (3, 5, 4), [3], [0], [2], [1], 1),
    ((1, 2, 3, 4, 9), (2, 3, 2, 2, 3), [2, 1, 2], [1, 0, 1], [1, 0, 1], [1, 1, 1], 1),
]


@pytest.mark.parametrize("case", TRANSPOSED, ids=lambda case: f"{case[0]}")
def test_transposed_convolutions(host, case):
    image, weight, stride, padding, extra, dilation, groups = case
    for bias in (numbers(weight[1] * groups), None):
        arguments = [numbers(*image), numbers(*weight), bias, stride, padding, dilation, True, extra, groups]
        check(host, "convolution.out", arguments, call("convolution", *arguments))


def test_elements_that_indices_name(host):
    tensor = numbers(7, 11, 13)
    places = [torch.randint(-size, size, (5, 41)) for size in tensor.shape]
    for count in (1, 2, 3):
        for each in (tensor, tensor.to(torch.int16), tensor.double()):
            indices = places[:count]
            check(host, "index.Tensor_out", [each, indices], (each[tuple(indices)],))


def test_an_index_out_of_range_leaves_the_out_alone(host):
    least, most = torch.iinfo(torch.int64).min, torch.iinfo(torch.int64).max
    for n in (1, 2, 19):
        for place in range(n):
            for index in (-8, 7, least, most):
                indices = torch.arange(n) % 7
                indices[place] = index
                for op, arguments in (
                    ("index.Tensor_out", [numbers(7, 11), [indices]]),
                    ("embedding.out", [numbers(7, 11), indices, -1, False, False]),
                ):
                    answer = host.call(f"aten::{op}", [*arguments, Out(torch.full((n, 11), 77.0))])
                    assert answer.error != 0, (op, n, place, index)
                    assert bool((answer.outs[0] == 77).all())


def test_copies_of_megabytes(host):
    for n in (1 << 16, (1 << 16) + 1, 300_001):
        tensor = numbers(n)
        check(host, "clone.out", [tensor, None], (tensor,))
        check(host, "view_copy.out", [tensor, [1, n]], (tensor.view(1, n),))
        check(host, "cat.out", [[tensor, tensor[:5], tensor], 0], (torch.cat([tensor, tensor[:5], tensor]),))


def test_rows_that_indices_name(host):
    indices, signed = torch.randint(20, (3, 30)), torch.randint(-20, 20, (90,))
    tables = [
        (30 * numbers(20, width)).to(torch.int8) for width in (1, 3, 4, 7, 8, 31, 63, 64, 65, 127, 128, 129)
    ]
    tables += [numbers(20, width).half() for width in (80, 97, 1300, 8192, 8193)]
    for table in (*tables, numbers(20, 1), numbers(20, 41), numbers(20, 3).double()):
        check(host, "embedding.out", [table, indices, -1, False, False], (table[indices],))
        check(host, "index.Tensor_out", [table, [signed]], (table[signed],))
