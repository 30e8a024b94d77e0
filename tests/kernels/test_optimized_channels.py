"""The optimized kernels for channels-last images."""

import itertools

import pytest
import torch
from hosts import optimized_host
from kernel_testing.host import Host, Out
from test_optimized_sizes import call, check, host, integers, numbers

__all__ = ["host"]


# (image, weight, stride, padding, dilation, transposed, groups)
CONVOLUTIONS = {
    "pixels": ((2, 3, 21, 25), (19, 3, 3, 3), [2, 2], [1, 1], [1, 1], False, 1),
    "beside": ((1, 3, 9, 12), (33, 3, 5, 4), [1, 3], [4, 6], [1, 1], False, 1),
    "apart": ((1, 20, 11, 9), (33, 20, 3, 3), [1, 2], [2, 3], [2, 3], False, 1),
    "deep": ((1, 131, 9, 9), (40, 131, 2, 3), [1, 1], [1, 1], [1, 1], False, 1),
    "few out": ((2, 37, 10, 9), (5, 37, 3, 3), [1, 1], [1, 1], [1, 1], False, 1),
    "few places": ((1, 40, 4, 5), (5, 40, 3, 3), [1, 1], [1, 1], [1, 1], False, 1),
    "groups": ((2, 24, 12, 17), (20, 6, 5, 5), [2, 2], [2, 2], [1, 1], False, 4),
    "wide groups": ((1, 40, 9, 9), (80, 20, 3, 3), [1, 1], [1, 1], [1, 1], False, 2),
    "groups of points": ((1, 24, 12, 17), (20, 6, 1, 1), [1, 1], [0, 0], [1, 1], False, 4),
    "channels": ((2, 37, 11, 18), (37, 1, 3, 3), [1, 1], [1, 1], [1, 1], False, 37),
    "channels in steps": ((2, 16, 11, 18), (16, 1, 5, 3), [2, 3], [2, 1], [1, 1], False, 16),
    "channels apart": ((1, 70, 9, 23), (70, 1, 3, 4), [1, 2], [3, 4], [3, 2], False, 70),
    "channels of one column": ((1, 70, 9, 1), (70, 1, 3, 3), [1, 1], [1, 1], [1, 1], False, 70),
    "large kernels of channels": ((1, 6, 9, 12), (6, 1, 9, 9), [1, 1], [4, 4], [1, 1], False, 6),
    "several of each channel": ((2, 7, 9, 12), (21, 1, 3, 3), [2, 2], [1, 1], [1, 1], False, 7),
    "transposed": ((2, 6, 9, 31), (6, 70, 4, 4), [2, 2], [1, 1], [1, 1], True, 1),
    "transposed apart": ((1, 20, 9, 4), (20, 17, 2, 3), [3, 1], [0, 2], [2, 3], True, 1),
    "transposed to few": ((2, 6, 9, 31), (6, 10, 4, 4), [2, 2], [1, 1], [1, 1], True, 1),
    "transposed groups": ((1, 6, 5, 14), (6, 3, 3, 3), [1, 1], [0, 2], [1, 2], True, 2),
}


@pytest.mark.parametrize("last", [False, True], ids=["", "kernels with channels last"])
@pytest.mark.parametrize("name", CONVOLUTIONS)
def test_convolutions(host, name, last):
    image, weight, stride, padding, dilation, transposed, groups = CONVOLUTIONS[name]
    sizes = [stride, padding, dilation, transposed, [0, 0], groups]
    for bias in (integers(weight[1] * groups if transposed else weight[0]), None):
        arguments = [integers(*image), integers(*weight), bias, *sizes]
        expected = call("convolution", *arguments)
        check(host, "convolution.out", arguments, expected, last=True, but=() if last else (1,))


@pytest.mark.parametrize("weight", [(19, 3, 3), (6, 3, 1), (3, 1, 5), (9, 1, 3), (20, 30, 3)], ids=str)
def test_lines(host, weight):
    """Convolutions in one dimension with channels-last memory."""
    groups = 3 if weight[1] == 1 else 1
    line, bias = integers(2, 31, weight[1] * groups).permute(0, 2, 1), integers(weight[0])
    for stride, padding, dilation in ((1, 1, 1), (2, 3, 2)):
        arguments = [line, integers(*weight), bias, [stride], [padding], [dilation], False, [0], groups]
        (expected,) = call("convolution", *arguments)
        out = torch.zeros(2, expected.shape[2], expected.shape[1]).permute(0, 2, 1)
        answer = host.call("aten::convolution.out", [*arguments, Out(out)])
        assert answer.error == 0
        assert answer.intact
        assert torch.equal(answer.outs[0], expected)


# The arguments after an image of 64 channels.
VECTORS = {
    "_softmax.out": [1, False],
    "argmax.out": [1, False],
    "amax.out": [[1], False],
    "mean.out": [[2, 3], True, None],
    "var.correction_out": [[2, 3], 1, True],
    "cumsum.out": [1, None],
    "topk.values": [5, 1, True, True],
    "convolution.out": [numbers(32, 64, 3, 3), None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1],
    "max_pool2d_with_indices.out": [[3, 3], [2, 2], [1, 1], [1, 1], False],
    "avg_pool2d.out": [[2, 2], [2, 2], [0, 0], False, True, None],
    "_adaptive_avg_pool2d.out": [[7, 7]],
    "adaptive_max_pool2d.out": [[5, 5]],
    "_native_batch_norm_legit_no_training.out": [*(numbers(64).abs() for _ in range(4)), 0.1, 1e-5],
    "native_group_norm.out": [numbers(64), numbers(64), 1, 64, 56 * 56, 8, 1e-5],
    "upsample_nearest2d.vec_out": [[80, 80], None],
    "upsample_bilinear2d.vec_out": [[80, 80], False, None],
    "grid_sampler_2d.out": [numbers(1, 40, 40, 2), 0, 0, False],
    "index_select.out": [1, torch.arange(63, -1, -1)],
    "index.Tensor_out": [[None, torch.arange(63, -1, -1)]],
}


@pytest.mark.parametrize("op", VECTORS)
def test_vectors_compute_it(op):
    """The time is at most 7 times that of planes; it is up to 4.4. Element by element, it was 8 to 100."""
    planes = [numbers(1, 64, 56, 56), *VECTORS[op]]
    results = result_of(op, planes)

    def seconds(order: torch.memory_format) -> float:
        def laid_out(value: object) -> object:
            is_image = isinstance(value, torch.Tensor) and value.dim() == 4 and value.shape[3] != 2  # no grid
            return value.contiguous(memory_format=order) if is_image else value

        outs = [Out(laid_out(torch.zeros_like(result))) for result in results]
        answer = kernels.call(f"aten::{op}", [*map(laid_out, planes), *outs])
        assert answer.found
        assert answer.error == 0
        return min(kernels.process.again(3) for _ in range(7))

    with Host(["env", "KERNEL_HOST_THREADS=1", optimized_host("dispatch")]) as kernels:
        assert seconds(torch.channels_last) < 7 * seconds(torch.contiguous_format)


# The arguments after an image, along dimension `d`.
ALONG = {
    "sum.IntList_out": lambda d: [[d], True, None],
    "sum.IntList_out without the dimension": lambda d: [[d], False, None],
    "mean.out": lambda d: [[d, (d + 1) % 4], True, None],
    "amax.out": lambda d: [[d, (d + 2) % 4], False],
    "prod.int_out": lambda d: [d, False, None],
    "var.correction_out": lambda d: [[d], 1, True],
    "any.out": lambda d: [d, False],
    "argmax.out": lambda d: [d, False],
    "argmax.out of all": lambda d: [None, False],
    "max.dim_max": lambda d: [d, True],
    "median.dim_values": lambda d: [d, False],
    "_softmax.out": lambda d: [d, False],
    "_log_softmax.out": lambda d: [d, False],
    "cumsum.out": lambda d: [d, None],
    "cumsum.out of Int": lambda d: [d, None],
    "sort.values": lambda d: [d, False],
    "topk.values": lambda d: [2, d, True, True],
}


@pytest.mark.parametrize("case", ALONG)
def test_along_dimensions(host, case):
    """Of images in several orders of their dimensions, with outs in the same order and in the default one."""
    op = case.partition(" ")[0]
    base = op.partition(".")[0]
    for sizes, d in itertools.product([(2, 5, 3, 7), (1, 70, 9, 11), (3, 4, 1, 6), (1, 2, 5, 4)], range(4)):
        if sizes[d] < 2:
            continue
        image = integers(*sizes).to(torch.int32 if "Int" in case else torch.float32)
        if base in ("median", "sort", "topk"):  # which of equal elements is found is not defined
            image = torch.randperm(image.numel()).reshape(sizes).float()
        arguments = [image, *ALONG[case](d)]
        results = result_of(op, arguments)
        for order in ((0, 1, 2, 3), (0, 2, 3, 1), (3, 1, 0, 2)):
            for of_outs in {order, (0, 1, 2, 3)}:
                outs = [Out(in_order(torch.zeros_like(each), of_outs)) for each in results]
                answer = host.call(f"aten::{op}", [in_order(image, order), *arguments[1:], *outs])
                assert answer.error == 0
                assert answer.intact
                for got, wanted in zip(answer.outs, results, strict=True):
                    torch.testing.assert_close(got, wanted)


def in_order(tensor: torch.Tensor, order: tuple[int, ...]) -> torch.Tensor:
    """The tensor with its dimensions in this order in memory, if it has as many."""
    if tensor.dim() != len(order):
        return tensor
    return torch.empty_permuted(tensor.shape, order, dtype=tensor.dtype).copy_(tensor)


def result_of(op: str, arguments: list) -> tuple[torch.Tensor, ...]:
    """What the operator's variant with outs gives."""
    base, _, overload = op.partition(".")
    function = getattr(getattr(torch.ops.aten, base), overload)
    own = [argument for argument in function._schema.arguments if not argument.is_out]
    names = [argument.name for argument in function._schema.arguments if argument.is_out]
    is_kwarg = [argument.kwarg_only for argument in own]
    values = [value for value, keyword in zip(arguments, is_kwarg, strict=True) if not keyword]
    named = {a.name: value for a, value in zip(own, arguments, strict=True) if a.kwarg_only}
    dtype = arguments[0].dtype
    wide = torch.int64 if dtype == torch.int32 else dtype
    dtype = {"argmax": torch.int64, "any": torch.bool, "cumsum": wide}.get(base, dtype)
    indices = ("indices", "max_values")
    outs = {name: torch.empty(0, dtype=torch.int64 if name in indices else dtype) for name in names}
    results = function(*values, **named, **outs)
    return results if isinstance(results, tuple) else (results,)


@pytest.mark.parametrize(
    "dtype", [torch.float32, torch.uint8, torch.float16, torch.int64, torch.complex128], ids=str
)
@pytest.mark.parametrize("sizes", [(2, 5, 3, 7), (1, 70, 9, 11), (3, 6, 1, 1), (2, 4, 3, 0)], ids=str)
def test_channels_at_indices(host, sizes, dtype):
    image = numbers(*sizes).mul(20).to(torch.int64).to(dtype)
    for indices in ([], [3], [1, 0, 0, 3], range(sizes[1]), [-1, 2]):
        index = torch.tensor([*indices], dtype=torch.int64)
        expected = (image[:, index],)
        for last in (False, True):
            check(host, "index.Tensor_out", [image, [None, index]], expected, last=last)
            if min(indices, default=0) >= 0:
                check(host, "index_select.out", [image, 1, index], expected, last=last)


@pytest.mark.parametrize("dtype", [torch.float32, torch.uint8, torch.float64])
@pytest.mark.parametrize("channels", [1, 2, 3, 4, 5])
def test_pixels_and_planes(host, channels, dtype):
    for rows, columns in ((1, 1), (1, 7), (5, 3), (9, 33), (40, 131)):
        for batch in (1, 3):
            planes = numbers(batch, channels, rows, columns).mul(100).to(dtype)
            pixels = planes.permute(0, 2, 3, 1).contiguous()
            check(host, "permute_copy.out", [planes, [0, 2, 3, 1]], (pixels,))
            check(host, "permute_copy.out", [pixels, [0, 3, 1, 2]], (planes,))
