"""Draws matching arguments for operators that accept few independently drawn ones.

A recipe draws the inputs of one ATen operator, in schema order; `draw` is the Drawer. The inputs need not be
valid: the reference decides. A size that depends on others is computed from the operator's definition.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from etgen.dtypes import DType
from etgen.schema import OpName

from kernel_testing.rare_recipes import RARE_RECIPES
from kernel_testing.shapes import Any
from kernel_testing.tensors import Tensor, tensor

if TYPE_CHECKING:
    from kernel_testing.draw import Drawer

_COMPLEX = {
    DType.Half: DType.ComplexHalf,
    DType.Float: DType.ComplexFloat,
    DType.Double: DType.ComplexDouble,
}


def _sizes(draw: Drawer) -> Any:
    """The source of sizes; recipes are used for draws of any shape."""
    assert isinstance(draw.sizes, Any)
    return draw.sizes


def _image(draw: Drawer, dims: int, batch: bool = True) -> tuple[int, ...]:
    """The shape of an image with `dims` dimensions, with a few channels and mostly in a batch."""
    spatial = _sizes(draw).image(draw.rng, dims)
    count = (draw.rng.randint(1, 3),) if batch or draw.rng.random() < 0.7 else ()
    return (*count, draw.sizes.channels(draw.rng, 3), *spatial)


def _windows(draw: Drawer, image: Sequence[int], dims: int) -> dict[str, list[int]]:
    """Kernel size, stride, padding and dilation of windows, most of which fit the image."""
    kernel = [draw.rng.choice((1, 1, 2, 3, 3, 5)) for _ in range(dims)]
    kernel = [min(k, max(size, 1)) for k, size in zip(kernel, image[-dims:], strict=True)]
    return {
        "kernel": kernel,
        "stride": [draw.rng.choice((1, 1, 2, 3)) for _ in range(dims)],
        "padding": [draw.rng.randint(0, k // 2) for k in kernel],
        "dilation": [draw.rng.choice((1, 1, 1, 2, 3)) for _ in range(dims)],
    }


def _places(size: int, kernel: int, stride: int, padding: int, dilation: int, ceil: bool) -> int:
    """The number of window positions along a dimension, as PyTorch's pools define it."""
    left = size + 2 * padding - dilation * (kernel - 1) - 1
    count = (left + (stride - 1 if ceil else 0)) // stride + 1
    return count - 1 if ceil and (count - 1) * stride >= size + padding else count


def _pooled(
    image: tuple[int, ...], w: dict[str, list[int]], dims: int, ceil: bool = False
) -> tuple[int, ...]:
    each = zip(image[-dims:], w["kernel"], w["stride"], w["padding"], w["dilation"], strict=True)
    return (*image[:-dims], *(max(_places(*one, ceil), 0) for one in each))


def _pool(dims: int) -> Callable[[Drawer], list]:
    def mean(draw: Drawer) -> list:
        image = _image(draw, dims, batch=False)
        w = _windows(draw, image, dims)
        divisor = [draw.rng.choice((None, None, 3))] if dims > 1 else []
        flags = [draw.flag(), draw.flag(), *divisor]
        return [draw.tensor(image), w["kernel"], w["stride"], w["padding"], *flags]

    return mean


def _max_pool(dims: int) -> Callable[[Drawer], list]:
    def largest(draw: Drawer) -> list:
        image = _image(draw, dims, batch=False)
        return [draw.tensor(image), *_windows(draw, image, dims).values(), draw.flag()]

    return largest


def _avg_pool2d_backward(draw: Drawer) -> list:
    image = _image(draw, 2, batch=False)
    w, ceil = _windows(draw, image, 2) | {"dilation": [1, 1]}, draw.flag()
    grad = draw.tensor(_pooled(image, w, 2, ceil))
    divisor = draw.rng.choice((None, None, 3))
    return [grad, draw.tensor(image), w["kernel"], w["stride"], w["padding"], ceil, draw.flag(), divisor]


def _max_pool2d_backward(draw: Drawer) -> list:
    image = _image(draw, 2, batch=False)
    w, ceil = _windows(draw, image, 2), draw.flag()
    shape = _pooled(image, w, 2, ceil)
    indices = draw.indices(shape, 0, image[-1] * image[-2])
    return [draw.tensor(shape), draw.tensor(image), *w.values(), ceil, indices]


def _adaptive(dims: int) -> Callable[[Drawer], list]:
    def adaptive(draw: Drawer) -> list:
        image = _image(draw, dims, batch=False)
        return [draw.tensor(image), [_sizes(draw).pooled(draw.rng) for _ in range(dims)]]

    return adaptive


def _resized(draw: Drawer, dims: int, *flags: object) -> list:
    image = _image(draw, dims)
    size = [draw.rng.choice((1, 2, 3, image[2 + d], 2 * image[2 + d], 17)) for d in range(dims)]
    return [draw.tensor(image), size, *flags, *[None] * dims]


def _resized_by_vector(draw: Drawer) -> list:
    image = draw.tensor(_image(draw, 2))
    if draw.flag():
        return [image, [draw.rng.choice((1, 2, 5, 9, 17)) for _ in range(2)], draw.flag(), None]
    return [image, None, draw.flag(), [draw.rng.choice((0.5, 1.0, 1.5, 2.0, 3.0)) for _ in range(2)]]


def _convolution(draw: Drawer) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], list]:
    """Shapes of input, weight and out, and the parameters of a convolution."""
    dims, groups = draw.rng.choice((1, 2, 2, 2, 3)), draw.rng.choice((1, 1, 1, 2, 3))
    image = _image(draw, dims)
    inputs, outputs = groups * draw.sizes.channels(draw.rng, 3), groups * draw.sizes.channels(draw.rng, 3)
    if draw.rng.random() < 0.15:  # depthwise
        groups = inputs
        outputs = inputs * draw.rng.choice((1, 1, 2))
    image = (image[0], inputs, *image[2:])
    w, transposed = _windows(draw, image, dims), draw.rng.random() < 0.3
    extra = [0] * dims
    if transposed:
        weight = (inputs, outputs // groups, *w["kernel"])
        extra = [draw.rng.randrange(max(s, d)) for s, d in zip(w["stride"], w["dilation"], strict=True)]
        each = zip(image[2:], w["kernel"], w["stride"], w["padding"], w["dilation"], extra, strict=True)
        spatial = [(n - 1) * s - 2 * p + d * (k - 1) + e + 1 for n, k, s, p, d, e in each]
        out = (image[0], outputs, *(max(n, 0) for n in spatial))
    else:
        weight = (outputs, inputs // groups, *w["kernel"])
        out = (image[0], outputs, *_pooled(image, w, dims)[2:])
    return image, weight, out, [w["stride"], w["padding"], w["dilation"], transposed, extra, groups]


def _convolve(draw: Drawer) -> list:
    image, weight, out, parameters = _convolution(draw)
    bias = draw.tensor(out[1:2]) if draw.flag() else None
    return [draw.tensor(image), draw.tensor(weight), bias, *parameters]


def _convolution_backward(draw: Drawer) -> list:
    image, weight, out, parameters = _convolution(draw)
    tensors = [draw.tensor(shape) for shape in (out, image, weight)]
    return [*tensors, [out[1]], *parameters, [True] * 3]


def _im2col(draw: Drawer) -> list:
    image = _image(draw, 2, batch=False)
    w = _windows(draw, image, 2)
    return [draw.tensor(image), w["kernel"], w["dilation"], w["padding"], w["stride"]]


def _col2im(draw: Drawer) -> list:
    image = _image(draw, 2, batch=False)
    w = _windows(draw, image, 2)
    columns = math.prod(_pooled(image, w, 2)[-2:])
    shape = (*image[:-3], image[-3] * math.prod(w["kernel"]), columns)
    return [draw.tensor(shape), list(image[-2:]), w["kernel"], w["dilation"], w["padding"], w["stride"]]


def _grid_sampler(draw: Drawer) -> list:
    image = _image(draw, 2)
    grid = (image[0], draw.sizes.spatial(draw.rng), draw.sizes.spatial(draw.rng), 2)
    return [draw.tensor(image), draw.tensor(grid), draw.rng.randrange(3), draw.rng.randrange(3), draw.flag()]


def _grid_sampler_of_volumes(draw: Drawer) -> list:
    volume = _image(draw, 3)
    grid = (volume[0], *(min(draw.sizes.spatial(draw.rng), 5) for _ in range(3)), 3)
    return [draw.tensor(volume), draw.tensor(grid), draw.rng.randrange(2), draw.rng.randrange(3), draw.flag()]


def _embedding_bag(draw: Drawer) -> list:
    rows, columns = draw.rng.choice((1, 2, 7, 16, 33)), draw.rng.choice((1, 2, 3, 8, 15, 16, 17, 33, 64))
    count, bags = draw.rng.choice((0, 1, 2, 5, 16, 33)), draw.rng.choice((1, 1, 2, 3, 8))
    offsets, ends = [0, *sorted(draw.rng.randint(0, count) for _ in range(bags - 1))], draw.flag()
    offsets = [*offsets, count] if ends else offsets
    mode = draw.rng.randrange(3)
    weights = draw.tensor((count,)) if mode == 0 and draw.flag() else None
    starts = tensor(DType.Long, (len(offsets),), offsets)
    padding = draw.rng.choice((-1, -1, 0))
    indices = draw.indices((count,), 0, rows)
    return [draw.tensor((rows, columns)), indices, starts, False, mode, False, weights, ends, padding]


def _embedding(draw: Drawer) -> list:
    rows, columns = draw.rng.choice((1, 2, 7, 33)), draw.rng.choice((1, 2, 3, 8, 15, 16, 17, 33, 64))
    indices = draw.indices(draw.small_shape(), 0, rows)
    return [draw.tensor((rows, columns)), indices, draw.rng.choice((-1, 0)), False, False]


def _embedding_backward(draw: Drawer) -> list:
    rows, columns = draw.rng.choice((1, 2, 7, 33)), draw.rng.choice((1, 2, 3, 8, 15, 16, 17, 33, 64))
    indices = draw.indices(draw.small_shape(), 0, rows)
    grad = draw.tensor((*indices.shape, columns))
    return [grad, indices, rows, draw.rng.choice((-1, 0)), draw.flag()]


def _arange(draw: Drawer) -> list:
    start, step = draw.rng.randint(-3, 3), draw.rng.choice((1, 1, 2, -1, 0.5))
    return [start, start + step * draw.sizes.size(draw.rng), step]


def _batch_norm(draw: Drawer) -> list:
    shape = _image(draw, draw.rng.randint(0, 3))
    optional = [draw.tensor(shape[1:2]) if draw.flag() else None for _ in range(2)]
    variance = draw.positive(shape[1:2])
    return [draw.tensor(shape), *optional, draw.tensor(shape[1:2]), variance, 0.1, 1e-5]


def _batch_norm_with_statistics(draw: Drawer) -> list:
    *arguments, momentum, eps = _batch_norm(draw)
    return [*arguments, draw.flag(), momentum, eps]


def _group_norm_parts(draw: Drawer) -> tuple[tuple[int, ...], int, list[int]]:
    group = draw.rng.choice((1, 2, 3))
    shape = _image(draw, draw.rng.randint(0, 2))
    shape = (shape[0], shape[1] * group, *shape[2:])
    return shape, group, [shape[0], shape[1], math.prod(shape[2:]), group]


def _group_norm(draw: Drawer) -> list:
    shape, _, sizes = _group_norm_parts(draw)
    optional = [draw.tensor(shape[1:2]) if draw.flag() else None for _ in range(2)]
    return [draw.tensor(shape), *optional, *sizes, 1e-5]


def _group_norm_backward(draw: Drawer) -> list:
    shape, group, sizes = _group_norm_parts(draw)
    weight = draw.tensor(shape[1:2]) if draw.flag() else None
    mean, deviation = draw.tensor((shape[0], group)), draw.positive((shape[0], group))
    return [draw.tensor(shape), draw.tensor(shape), mean, deviation, weight, *sizes, [True] * 3]


def _layer_norm_backward(draw: Drawer) -> list:
    shape = draw.shape() or (3,)
    normalized = shape[draw.rng.randrange(len(shape)) :]
    statistics = (*shape[: len(shape) - len(normalized)], *[1] * len(normalized))
    parameters = [draw.tensor(normalized), draw.tensor(normalized)]
    return [
        *[draw.tensor(shape), draw.tensor(shape), list(normalized), draw.tensor(statistics)],
        *[draw.positive(statistics), *parameters, [True] * 3],
    ]


def _as_complex(draw: Drawer, shape: tuple[int, ...]) -> Tensor:
    return draw.tensor(shape, _COMPLEX.get(draw.dtype, DType.ComplexFloat))


def _some_dims(draw: Drawer, rank: int) -> list[int]:
    return draw.rng.sample(range(rank), draw.rng.randint(1, min(rank, 3)))


def _complex_to_complex(draw: Drawer) -> list:
    shape = draw.shape() or (3,)
    dims = _some_dims(draw, len(shape))
    return [_as_complex(draw, shape), dims, draw.rng.randrange(3), draw.flag()]


def _complex_to_real(draw: Drawer) -> list:
    shape = draw.shape() or (3,)
    dims = _some_dims(draw, len(shape))
    size = 2 * (shape[dims[-1]] - 1) + draw.rng.randrange(2)
    return [_as_complex(draw, shape), dims, draw.rng.randrange(3), size]


def _of_complex(draw: Drawer) -> list:
    return [_as_complex(draw, draw.shape())]


def _diagonal_scatter(draw: Drawer) -> list:
    shape = draw.shape()
    shape = shape if len(shape) > 1 else (3, 4)
    first, second = draw.rng.sample(range(len(shape)), 2)
    offset = draw.rng.randint(-2, 2)
    size = min(shape[first] + min(offset, 0), shape[second] - max(offset, 0))
    kept = [n for d, n in enumerate(shape) if d not in (first, second)]
    return [draw.tensor(shape), draw.tensor((*kept, max(size, 0))), offset, first, second]


def _strided(draw: Drawer) -> tuple[tuple[int, ...], list[list[int]], int]:
    """A shape, a size with strides that stay inside it, and an offset."""
    shape = draw.shape()
    size = [draw.rng.randint(1, 4) for _ in range(draw.rng.randint(0, 3))]
    left, strides = math.prod(shape) - 1, []
    for n in size:
        stride = draw.rng.randint(0, max(left // max(n - 1, 1), 0)) if left > 0 else 0
        left -= stride * (n - 1)
        strides.append(stride)
    return shape, [size, strides], draw.rng.randint(0, max(left, 0))


def _as_strided(draw: Drawer) -> list:
    shape, views, offset = _strided(draw)
    return [draw.tensor(shape), *views, offset]


def _as_strided_scatter(draw: Drawer) -> list:
    shape, (size, _), offset = _strided(draw)
    strides = [math.prod(size[d + 1 :]) for d in range(len(size))]  # no two indices share a position
    return [draw.tensor(shape), draw.tensor(tuple(size)), size, strides, offset]


def _cat(draw: Drawer) -> list:
    shape = draw.shape() or (3,)
    dim = draw.rng.randrange(len(shape))
    count = draw.rng.randint(1, 4)
    shapes = [(*shape[:dim], draw.rng.choice((0, 1, 2, 7, 16)), *shape[dim + 1 :]) for _ in range(count)]
    return [[draw.tensor(one) for one in shapes], dim]


_RECIPES: dict[str, Callable[[Drawer], list]] = {
    **RARE_RECIPES,
    "_adaptive_avg_pool2d": _adaptive(2),
    "_adaptive_avg_pool3d": _adaptive(3),
    "_embedding_bag": _embedding_bag,
    "_embedding_bag_forward_only": _embedding_bag,
    "_fft_c2c": _complex_to_complex,
    "_fft_c2r": _complex_to_real,
    "_native_batch_norm_legit.out": _batch_norm_with_statistics,
    "_native_batch_norm_legit_no_training": _batch_norm,
    "_upsample_bicubic2d_aa": lambda draw: _resized(draw, 2, draw.flag()),
    "_upsample_bilinear2d_aa": lambda draw: _resized(draw, 2, draw.flag()),
    "adaptive_avg_pool1d": _adaptive(1),
    "adaptive_max_pool2d": _adaptive(2),
    "adaptive_max_pool3d": _adaptive(3),
    "as_strided_copy": _as_strided,
    "as_strided_scatter": _as_strided_scatter,
    "arange.start_out": _arange,
    "avg_pool1d": _pool(1),
    "avg_pool2d": _pool(2),
    "avg_pool2d_backward": _avg_pool2d_backward,
    "avg_pool3d": _pool(3),
    "cat": _cat,
    "col2im": _col2im,
    "convolution": _convolve,
    "convolution_backward": _convolution_backward,
    "diagonal_scatter": _diagonal_scatter,
    "embedding": _embedding,
    "embedding_dense_backward": _embedding_backward,
    "grid_sampler_2d": _grid_sampler,
    "grid_sampler_3d": _grid_sampler_of_volumes,
    "im2col": _im2col,
    "max_pool2d_with_indices": _max_pool(2),
    "max_pool2d_with_indices_backward": _max_pool2d_backward,
    "max_pool3d_with_indices": _max_pool(3),
    "native_group_norm": _group_norm,
    "native_group_norm_backward": _group_norm_backward,
    "native_layer_norm_backward": _layer_norm_backward,
    "upsample_bilinear2d": lambda draw: _resized(draw, 2, draw.flag()),
    "upsample_bilinear2d.vec_out": _resized_by_vector,
    "view_as_real_copy": _of_complex,
    "_conj_copy": _of_complex,
}


def recipe_of(name: OpName) -> Callable[[Drawer], list] | None:
    """The recipe for an overload, or else for all overloads of the operator."""
    if name.namespace != "aten":
        return None
    return _RECIPES.get(f"{name.base}.{name.overload}", _RECIPES.get(name.base))
