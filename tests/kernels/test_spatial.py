"""Pools, convolutions, their gradients and transforms, in cases that eager PyTorch leaves undefined or
unchecked.
"""

import pytest
import torch
from conftest import build
from kernel_testing import compare
from kernel_testing.host import Host, Out

HUGE = 2**62


@pytest.fixture(scope="module")
def host():
    built = build("//kernels/testing:portable_kernel_host", config="sanitize")
    with Host([str(built / "kernels/testing/portable_kernel_host")]) as host:
        yield host


def ones(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.ones(shape, dtype=dtype)


@pytest.mark.parametrize("mask", [[False, True, False], [False, False, True], [False, False, False]])
def test_gradients_that_are_not_asked_for_are_left_alone(host, mask):
    outs = [Out(torch.full(shape, 77.0)) for shape in ((1, 2, 4), (3, 2, 2), (3,))]
    arguments = [[3], [1], [0], [1], False, [0], 1, mask]
    answer = host.call(
        "aten::convolution_backward.out", [ones(1, 3, 3), ones(1, 2, 4), ones(3, 2, 2), *arguments, *outs]
    )
    assert answer.error == 0
    assert answer.intact
    assert [not bool((got == 77).all()) for got in answer.outs] == mask


POOLS = {
    "a kernel of 0": [[0, 2], [1, 1], [0, 0], [1, 1], False],
    "a stride of 0": [[2, 2], [0, 1], [0, 0], [1, 1], False],
    "a dilation of 0": [[2, 2], [1, 1], [0, 0], [0, 1], False],
    "a negative padding": [[2, 2], [1, 1], [-1, 0], [1, 1], False],
    "more padding than half of the kernel": [[2, 2], [1, 1], [2, 0], [1, 1], False],
    "a kernel larger than the image": [[9, 9], [1, 1], [0, 0], [1, 1], False],
    "a huge kernel": [[HUGE, HUGE], [1, 1], [0, 0], [HUGE, 1], True],
    "a huge padding": [[2, 2], [1, 1], [HUGE, 0], [1, 1], True],
    "three sizes": [[2, 2, 2], [1, 1], [0, 0], [1, 1], False],
}
CHOSEN = [[2, 2], [2, 2], [0, 0], [1, 1], False]


def wrong_calls():
    image, windows = ones(1, 2, 4, 4), ones(1, 2, 2, 2)
    for what, arguments in POOLS.items():
        outs = [Out(ones(1, 2, 2, 2)), Out(ones(1, 2, 2, 2, dtype=torch.int64))]
        yield f"max_pool2d_with_indices.out, {what}", [image, *arguments, *outs]
    for index in (-1, 16, HUGE):
        indices = torch.full((1, 2, 2, 2), index)
        values = [windows, image, *CHOSEN, indices, Out(ones(1, 2, 4, 4))]
        yield f"max_pool2d_with_indices_backward.grad_input, index {index}", values
    yield "avg_pool2d.out, divisor 0", [image, [2], [2], [0], False, True, 0, Out(windows.clone())]
    for size in ([HUGE, 1], [-1, 1], [2], [2, 2, 2]):
        yield f"_adaptive_avg_pool2d.out, {size}", [image, size, Out(windows.clone())]
        values = [image, size, None, None, Out(windows.clone())]
        yield f"upsample_nearest2d.out, {size}", values
        values = [image, size, False, None, None, Out(windows.clone())]
        yield f"upsample_bilinear2d.out, {size}", values
    for size, factors in (([2, 2], [0.5, 0.5]), (None, None), (None, [0.1, 1.0]), (None, [1e300, 1.0])):
        yield f"upsample_nearest2d.vec_out, {factors}", [image, size, factors, Out(windows.clone())]
    for groups in (0, -1, 3, HUGE):
        values = [image, ones(2, 2, 2, 2), None, [1], [0], [1], False, [0], groups, Out(ones(1, 2, 3, 3))]
        yield f"convolution.out, {groups} groups", values
    for what, stride, padding, dilation in (
        ("stride", [HUGE], [0], [1]),
        ("padding", [1], [HUGE], [1]),
        ("dilation", [1], [0], [HUGE]),
        ("far", [2**31 - 1], [2**31 - 1], [2**31 - 1]),
    ):
        weight = ones(2, 2, 2, 2)
        for transposed in (False, True):
            values = [image, weight, None, stride, padding, dilation, transposed, [0], 1]
            yield f"convolution.out, {what}", [*values, Out(ones(1, 2, 3, 3))]
    for kernel in ([HUGE, 1], [0, 1], [2], [2**20, 2**20]):
        values = [image, kernel, [1, 1], [0, 0], [1, 1], Out(ones(1, 8, 9))]
        yield f"im2col.out, {kernel}", values
        values = [ones(1, 8, 9), [4, 4], kernel, [1, 1], [0, 0], [1, 1], Out(ones(1, 2, 4, 4))]
        yield f"col2im.out, {kernel}", values
    for mode, padding in ((3, 0), (-1, 0), (0, 3), (0, -1)):
        values = [image, ones(1, 2, 2, 2), mode, padding, False, Out(windows.clone())]
        yield f"grid_sampler_2d.out, modes {mode} and {padding}", values
    numbers = torch.ones(4, dtype=torch.complex64)
    for size in (0, -1, 4 + 4, HUGE):
        yield f"_fft_c2r.out, {size}", [numbers, [0], 0, size, Out(ones(4))]
    for dims in ([0, 0], [1]):
        yield f"_fft_c2c.out, {dims}", [numbers, dims, 0, True, Out(numbers.clone())]
    yield "_fft_c2c.out, mode 3", [numbers, [0], 3, True, Out(numbers.clone())]
    # The chirp of a prime needs more memory than is available.
    prime = 2**20 - 3
    wave = torch.ones(prime, dtype=torch.complex64)
    yield "_fft_c2c.out, memory", [wave, [0], 0, True, Out(wave.clone())]


@pytest.mark.parametrize("values", [pytest.param((name, v), id=name) for name, v in wrong_calls()])
def test_wrong_arguments_fail_cleanly(host, values):
    name, values = values
    outs = [value for value in values if isinstance(value, Out)]
    answer = host.call(f"aten::{name.partition(',')[0]}", values)
    assert answer.error != 0
    assert answer.intact
    assert all(compare.same_bytes(got, out.tensor) for got, out in zip(answer.outs, outs, strict=True))


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ("x", ones(3)),
        ("x", ones(2, 3).long()),
        ("weight", ones(2)),
        ("bias", ones(3, dtype=torch.half)),
        ("mean", ones(3, dtype=torch.double)),
        ("var", ones(3, 1)),
        ("out", ones(2, 3).double()),
        ("saved", ones(4)),
    ],
)
def test_batch_norm_leaves_everything_alone_if_an_argument_is_wrong(host, changed, wrong):
    call = {"x": ones(2, 3), "weight": ones(3), "bias": ones(3), "mean": ones(3), "var": ones(3)}
    call |= {"out": ones(2, 3), "saved": ones(3)}
    call[changed] = wrong
    written = [Out(call[name]) for name in ("mean", "var", "out", "saved")] + [Out(ones(3))]
    mean, var, *outs = written
    arguments = [call["x"], call["weight"], call["bias"], mean, var, True, 0.1, 1e-5, *outs]
    answer = host.call("aten::_native_batch_norm_legit.out", arguments)
    assert answer.error != 0
    assert answer.intact
    assert all(torch.equal(got, before.tensor) for got, before in zip(answer.outs, written, strict=True))
