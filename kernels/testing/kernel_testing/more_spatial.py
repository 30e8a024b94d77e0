"""Calls of pools, convolutions, their gradients and transforms that PyTorch's samples do not contain."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator
from typing import TypeVar

import torch

_ATEN = torch.ops.aten
_Result = TypeVar("_Result")


def calls(dtype: torch.dtype) -> Iterator[tuple[str, Callable[[], object]]]:
    """The functions to call, with the name of their origin."""
    for family in (
        _pools,
        _pool_gradients,
        _convolution_gradients,
        _convolutions_of_sequences,
        _linear,
        _columns,
        _resampled,
        _sampled,
        _fourier,
    ):
        for call in family(dtype):
            yield f"more_spatial.{family.__name__}", call


def _some(dtype: torch.dtype, *shape: int) -> torch.Tensor:
    numbers = torch.randn(shape) * 3
    return (numbers if dtype.is_floating_point else numbers.abs()).to(dtype)


def _pools(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    for shape, kernel, stride, padding, ceil_mode, with_padding in (
        ((2, 3, 7), [3], [2], [1], True, True),
        ((3, 8), [4], [], [2], False, False),
        ((0, 2, 5), [2], [3], [0], True, False),
        ((1, 1, 70), [70], [1], [35], True, False),
    ):
        x = _some(dtype, *shape)
        yield functools.partial(_ATEN.avg_pool1d.default, x, kernel, stride, padding, ceil_mode, with_padding)
    for shape, size in (((2, 3, 7), [3]), ((3, 5), [8]), ((0, 2, 5), [2]), ((2, 4), [0]), ((1, 2, 6), [6])):
        if dtype.is_floating_point:
            yield functools.partial(_ATEN.adaptive_avg_pool1d.default, _some(dtype, *shape), size)
    x = _some(dtype, 2, 1, 4, 5, 6)
    yield functools.partial(_ATEN.avg_pool3d.default, x, [2, 3, 2], [2, 1, 2], [1, 1, 0], True, False, None)
    yield functools.partial(_ATEN.avg_pool3d.default, x[0], [2], [], [1], True, True, -3)


def _pool_gradients(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    for shape, kernel, stride, padding, ceil_mode in (
        ((2, 3, 6, 7), [3, 2], [2, 2], [1, 0], False),
        ((3, 5, 8), [2], [], [1], True),
        ((1, 2, 5, 5), [3], [1], [1], True),
        ((0, 2, 4, 4), [2], [2], [0], False),
        ((2, 1, 9, 7), [2], [3], [0], False),
    ):
        x = _some(dtype, *shape)
        for with_padding, divisor in ((True, None), (False, None), (False, -3)):
            arguments = (kernel, stride, padding, ceil_mode, with_padding, divisor)
            y = _tried(_ATEN.avg_pool2d, x, *arguments)
            if y is not None:
                yield functools.partial(
                    _ATEN.avg_pool2d_backward.default, _some(dtype, *y.shape), x, *arguments
                )
        for dilation in ([1], [2]):
            windows = (kernel, stride, padding, dilation, ceil_mode)
            chosen = _tried(_ATEN.max_pool2d_with_indices, x, *windows)
            if chosen is not None:
                grad = _some(dtype, *chosen[0].shape)
                yield functools.partial(
                    _ATEN.max_pool2d_with_indices_backward.default, grad, x, *windows, chosen[1]
                )
    for shape, size in (
        ((2, 3, 6, 7), (3, 2)),
        ((3, 5, 4), (7, 4)),
        ((1, 2, 5, 6), (1, 6)),
        ((0, 2, 4, 4), (2, 2)),
    ):
        grad = _some(dtype, *shape[:-2], *size)
        yield functools.partial(_ATEN._adaptive_avg_pool2d_backward.default, grad, _some(dtype, *shape))


def _convolution_gradients(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    if not dtype.is_floating_point:
        return
    # Shapes of input and kernel, then stride, padding, dilation, output padding and groups.
    for shape, kernel, stride, padding, dilation, extra, groups in (
        ((2, 4, 7), (6, 2, 3), [2], [1], [1], [0], 2),
        ((2, 4, 6, 5), (6, 4, 3, 2), [1], [0], [1], [0], 1),
        ((1, 4, 7, 6), (4, 1, 3, 3), [2, 1], [1, 2], [1, 2], [1, 0], 4),
        ((1, 2, 4, 5, 4), (2, 2, 2, 3, 1), [1, 2, 1], [1, 1, 0], [2, 1, 1], [0, 1, 0], 1),
        ((0, 2, 4, 4), (3, 2, 2, 2), [1], [0], [1], [0], 1),
        ((3, 8, 5, 9), (16, 8, 1, 1), [1], [0], [1], [0], 1),
    ):
        rank = len(shape) - 2
        for transposed in (False, True):
            weight_shape = kernel
            if transposed:
                weight_shape = (shape[1], kernel[0] // groups, *kernel[2:])
            x, weight = _some(dtype, *shape), _some(dtype, *weight_shape)
            spatial = [
                values * rank if len(values) == 1 else values for values in (stride, padding, dilation)
            ]
            output_padding = extra * rank if len(extra) == 1 else extra
            arguments = (*spatial, transposed, output_padding if transposed else [0] * rank, groups)
            y = _tried(_ATEN.convolution, x, weight, None, *arguments)
            if y is None:
                continue
            grad = _some(dtype, *y.shape)
            for mask in ([True, True, True], [True, True, False]):
                yield functools.partial(
                    _ATEN.convolution_backward.default, grad, x, weight, [y.shape[1]], *arguments, mask
                )


def _convolutions_of_sequences(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    if dtype == torch.bool:  # of which PyTorch accepts calls without anything to compute
        return
    # Time, batch, channels, out channels and size of the kernel; the padding, which crops if it is negative.
    for times, batch, channels, to, size, pad in (
        (7, 2, 3, 4, 3, 1),
        (5, 1, 6, 2, 1, 0),
        (9, 3, 2, 5, 4, -1),
        (2, 2, 1, 3, 3, 0),
        (1, 0, 2, 2, 2, 3),
        (40, 2, 17, 9, 5, 2),
        (0, 2, 3, 4, 2, 2),
        (3, 2, 3, 4, 0, 0),
    ):
        x, weight = _some(dtype, times, batch, channels), _some(dtype, size, channels, to)
        yield functools.partial(_ATEN.conv_tbc.default, x, weight, _some(dtype, to), pad)


def _linear(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    if dtype == torch.bool:
        return
    for shape, rows, bias in (
        ((5,), 3, (3,)),
        ((2, 5), 3, (1,)),
        ((2, 5), 3, (2, 3)),
        ((2, 3, 4, 70), 9, (9,)),
        ((2, 3, 4, 5), 2, None),
        ((2, 0, 5), 2, (2,)),
        ((3, 0), 2, (2,)),
        ((4, 5), None, None),
        ((5,), None, None),
    ):
        x = _some(dtype, *shape)
        weight = _some(dtype, *([shape[-1]] if rows is None else [rows, shape[-1]]))
        offsets = None if bias is None else _some(dtype, *bias)
        yield functools.partial(_ATEN.linear.default, x, weight, offsets)


def _columns(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    for shape, *arguments in (
        ((2, 3, 5, 6), [2, 3], [1, 1], [0, 0], [1, 1]),
        ((2, 6, 5), [3, 2], [2, 1], [1, 2], [2, 3]),
        ((0, 1, 4, 4), [2, 2], [1, 1], [0, 0], [2, 2]),
        ((1, 1, 20, 20), [9, 9], [1, 1], [4, 4], [1, 1]),
        ((1, 2, 1, 1), [1, 1], [1, 1], [3, 2], [2, 2]),
    ):
        image = _some(dtype, *shape)
        yield functools.partial(_ATEN.im2col.default, image, *arguments)
        columns = _tried(_ATEN.im2col, image, *arguments)
        if columns is not None:
            noise = _some(dtype, *columns.shape)
            yield functools.partial(_ATEN.col2im.default, noise, list(shape[-2:]), *arguments)


def _resampled(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    scale = 255 if dtype == torch.uint8 else 3
    for shape, size, scales in (
        ((2, 3, 5, 6), (7, 3), (None, None)),
        ((1, 1, 4, 4), (8, 4), (2.0, 1.5)),
        ((1, 2, 9, 150), (2, 3), (None, None)),
        ((1, 5, 1, 7), (3, 11), (2.5, 1.6)),
        ((0, 1, 4, 4), (2, 2), (None, None)),
        ((1, 1, 3, 4), (9, 9), (0.1, 100.0)),
    ):
        x = (torch.rand(shape) * scale).to(dtype)
        yield functools.partial(_ATEN.upsample_nearest2d.default, x, size, *scales)
        for align in (False, True):
            yield functools.partial(_ATEN.upsample_bilinear2d.default, x, size, align, *scales)
            if min(scale or 1 for scale in scales) >= 1:  # otherwise PyTorch reads outside the image
                yield functools.partial(_ATEN._upsample_bilinear2d_aa.default, x, size, align, *scales)
                yield functools.partial(_ATEN._upsample_bicubic2d_aa.default, x, size, align, *scales)
            yield functools.partial(_ATEN.upsample_bilinear2d.vec, x, size, align, None)
        yield functools.partial(_ATEN.upsample_nearest2d.vec, x, size, None)
        factors = [1.7, 0.6]
        yield functools.partial(_ATEN.upsample_nearest2d.vec, x, None, factors)
        yield functools.partial(_ATEN.upsample_bilinear2d.vec, x, None, False, factors)
    if dtype.is_floating_point:
        x = torch.tensor([0, math.inf, 2, math.nan, 1, 2]).to(dtype).reshape(1, 1, 1, 6)
        for width in (3, 6, 12):
            yield functools.partial(_ATEN.upsample_nearest2d.default, x, [2, width])
            yield functools.partial(_ATEN.upsample_bilinear2d.default, x, [1, width], False)
            if dtype in (torch.float32, torch.float64):
                yield functools.partial(_ATEN._upsample_bilinear2d_aa.default, x, [1, width], False)


def _sampled(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    if not dtype.is_floating_point:
        return
    nan, inf, large = math.nan, math.inf, 3e4
    places = torch.tensor(
        [(nan, 0), (inf, 0), (-inf, nan), (large, 0), (-1, -1), (1, 1), (1.25, -1.5), (0, -9)]
    )
    for shape, grid in (
        ((1, 2, 3, 4), places.reshape(1, 4, 2, 2)),
        ((2, 1, 5, 7), torch.randn(2, 3, 4, 2)),
        ((1, 1, 1, 1), torch.randn(1, 2, 5, 2)),
        ((0, 1, 2, 2), torch.randn(0, 2, 2, 2)),
    ):
        x = _some(dtype, *shape)
        for mode, padding, align in itertools.product(range(3), range(3), (False, True)):
            yield functools.partial(_ATEN.grid_sampler_2d.default, x, grid.to(dtype), mode, padding, align)
    sampler = _ATEN.grid_sampler_3d.default
    for volume, volume_grid in (
        (
            (1, 2, 3, 4, 5),
            torch.cat((places, places[:, :1].flip(0)), 1).clamp(-1e4, 1e4).reshape(1, 2, 2, 2, 3),
        ),
        ((2, 1, 2, 5, 3), torch.randn(2, 3, 2, 4, 3)),
        ((1, 1, 1, 1, 1), torch.randn(1, 2, 1, 5, 3)),
        ((0, 1, 2, 2, 2), torch.randn(0, 2, 2, 1, 3)),
    ):
        x = _some(dtype, *volume)
        for mode, padding, align in itertools.product(range(2), range(3), (False, True)):
            yield functools.partial(sampler, x, volume_grid.to(dtype), mode, padding, align)


def _fourier(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    if dtype not in (torch.float32, torch.float64):
        return
    for shape, dims in (
        ((1,), [0]),
        ((3, 2), [1]),
        ((64, 2), [0]),
        ((2, 60), [1]),
        ((61,), [0]),
        ((67,), [0]),
        ((2, 134), [1]),
        ((1009,), [0]),
        ((1, 8, 5, 9), [2, 3]),
        ((4, 3, 71), [2, 0]),
        ((3, 4, 5), [0, 1, 2]),
        ((20, 30), [1]),
        ((2, 10, 19), [1]),
    ):
        x = torch.randn(shape, dtype=dtype)
        z = torch.complex(x, torch.randn(shape, dtype=dtype))
        for mode, forward in itertools.product(range(3), (False, True)):
            yield functools.partial(_ATEN._fft_c2c.default, z, dims, mode, forward)
            yield functools.partial(_ATEN._fft_r2c.default, x, dims, mode, forward)
        for even in (0, 1):
            size = 2 * (shape[dims[-1]] - 1) + even
            yield functools.partial(_ATEN._fft_c2r.default, z, dims, even + 1, size)
        yield functools.partial(_ATEN._fft_c2r.default, z, dims, 0, shape[dims[-1]])
    yield functools.partial(_ATEN._fft_c2c.default, z, [], 1, True)


def _tried(function: Callable[..., _Result], *arguments: object) -> _Result | None:
    """The result of a function; None if it refuses the arguments."""
    try:
        return function(*arguments)
    except (RuntimeError, NotImplementedError):
        return None
