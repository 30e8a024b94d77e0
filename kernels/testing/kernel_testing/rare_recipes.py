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


RARE_RECIPES: dict[str, Callable[[Drawer], list]] = {
    "_int_mm": _int_mm,
    "_trilinear": _trilinear,
    "addmv": _addmv,
    "bincount": _bincount,
    "histc": _histc,
    "index_reduce": _index_reduce,
    "put": _put,
    "tril_indices": _triangle,
    "triu_indices": _triangle,
}
