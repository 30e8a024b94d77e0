"""Recipes like those of recipes.py, for operators that few models call."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from etgen.dtypes import DType

from kernel_testing.tensors import INTEGERS, tensor

if TYPE_CHECKING:
    from kernel_testing.draw import Drawer

_SIZES = (0, 1, 2, 7, 63, 64, 65, 130)


def _bincount(draw: Drawer) -> list:
    count = draw.rng.choice(_SIZES)
    places = draw.indices((count,), 0, draw.rng.choice((1, 3, 65, 127)))
    if draw.dtype in INTEGERS:
        places = tensor(draw.dtype, places.shape, places.values)
    weights = draw.tensor((count,)) if draw.flag() else None
    return [places, weights, draw.rng.choice((0, 0, 1, 70))]


def _histc(draw: Drawer) -> list:
    low = draw.rng.choice((0, -1, 0.25))
    limits = [0, 0] if draw.flag() else [low, low + draw.rng.choice((1, 2.5, 100))]
    return [draw.tensor(draw.shape()), draw.rng.choice((1, 2, 7, 63, 64, 65, 130)), *limits]


def _triangle(draw: Drawer) -> list:
    rows, columns = draw.rng.choice(_SIZES), draw.rng.choice(_SIZES)
    return [rows, columns, draw.rng.randint(-rows - 2, columns + 2)]


def _addmv(draw: Drawer) -> list:
    rows, columns = draw.sizes.size(draw.rng), draw.sizes.size(draw.rng)
    factors = [draw.tensor(shape) for shape in ((rows,), (rows, columns), (columns,))]
    return [*factors, draw.rng.choice((0, 1, 2)), draw.rng.choice((1, 2, -1))]


def _int_mm(draw: Drawer) -> list:
    n, k, m = (draw.sizes.size(draw.rng) for _ in range(3))
    return [draw.tensor((n, k)), draw.tensor((k, m), DType.Char)]


def _trilinear(draw: Drawer) -> list:
    batch, a, b, outputs = (draw.rng.choice((0, 1, 2, 3, 7, 9)) for _ in range(4))
    factors = [draw.tensor(shape) for shape in ((batch, a), (outputs, a, b), (batch, b))]
    return [*factors, [1, 3], [0], [1, 2], [2, 3], draw.rng.randrange(4)]


def _index_reduce(draw: Drawer) -> list:
    shape = draw.shape()
    dim, count = draw.rng.randrange(len(shape)) if shape else 0, draw.rng.choice((0, 1, 2, 9))
    index = draw.indices((count,) if shape else (), 0, shape[dim] if shape else 1)
    source = (*shape[:dim], count, *shape[dim + 1 :]) if shape else ()
    reduce = draw.rng.choice(("prod", "mean", "amax", "amin"))
    return [draw.tensor(shape), dim, index, draw.tensor(source), reduce, draw.flag()]


def _put(draw: Drawer) -> list:
    shape, places = draw.shape(), draw.small_shape()
    index = draw.indices(places, -math.prod(shape), math.prod(shape))
    return [draw.tensor(shape), index, draw.tensor(places), draw.flag()]


def _signal_window(draw: Drawer) -> list:
    shape = [draw.flag(), draw.rng.choice((0.5, 0.54, 3.0)), draw.rng.choice((0.25, 0.46))]
    return [draw.rng.choice(_SIZES), *shape]


def _fractional_pool(rank: int) -> Callable[[Drawer], list]:
    def recipe(draw: Drawer) -> list:
        batch, channels = draw.rng.choice((1, 2)), draw.rng.choice((1, 3))
        kernel = [draw.rng.choice((1, 2, 3)) for _ in range(rank)]
        sizes = [k + draw.rng.choice((0, 1, 4, 9)) for k in kernel]
        windows = [draw.rng.randint(1, size - k + 1) for size, k in zip(sizes, kernel, strict=True)]
        samples = (batch, channels, rank)
        places = [draw.rng.random() * 0.99 for _ in range(math.prod(samples))]
        image = (batch, channels, *sizes) if batch > 1 or draw.flag() else (channels, *sizes)
        return [draw.tensor(image), kernel, windows, tensor(draw.dtype, samples, places)]

    return recipe


def _fake_quantize_channels(draw: Drawer) -> list:
    shape = draw.shape() or (3,)
    axis, least = draw.rng.randrange(len(shape)), draw.rng.choice((-8, -128))
    scales = [draw.rng.choice((0.125, 0.3, 2.0)) for _ in range(shape[axis])]
    zeros = [draw.rng.randint(least, 7) for _ in range(shape[axis])]
    kind = draw.rng.choice((DType.Int, DType.Float))
    parts = tensor(DType.Float, shape[axis : axis + 1], scales), tensor(kind, shape[axis : axis + 1], zeros)
    return [draw.tensor(shape), *parts, axis, least, 7]


def _fake_quantize(draw: Drawer) -> list:
    scale, zero = draw.rng.choice((0.125, 0.3, 2.0)), draw.rng.randint(-8, 7)
    return [draw.tensor(draw.shape()), scale, zero, draw.rng.choice((-8, -128)), 7]


def _frequencies(draw: Drawer) -> list:
    return [draw.rng.choice(_SIZES[1:]), draw.rng.choice((0.5, 1.0, 44100.0))]


def _nonzero_static(draw: Drawer) -> list:
    return [draw.tensor(draw.shape()), draw.rng.choice(_SIZES), draw.rng.choice((-1, 0, 300))]


RARE_RECIPES: dict[str, Callable[[Drawer], list]] = {
    "_int_mm": _int_mm,
    "_trilinear": _trilinear,
    "addmv": _addmv,
    "bartlett_window": _signal_window,
    "bincount": _bincount,
    "blackman_window": _signal_window,
    "fake_quantize_per_channel_affine_cachemask": _fake_quantize_channels,
    "fake_quantize_per_tensor_affine_cachemask": _fake_quantize,
    "fft_fftfreq": _frequencies,
    "fft_rfftfreq": _frequencies,
    "fractional_max_pool2d": _fractional_pool(2),
    "fractional_max_pool3d": _fractional_pool(3),
    "hamming_window": _signal_window,
    "histc": _histc,
    "index_reduce": _index_reduce,
    "kaiser_window": _signal_window,
    "nonzero_static": _nonzero_static,
    "put": _put,
    "tril_indices": _triangle,
    "triu_indices": _triangle,
}
