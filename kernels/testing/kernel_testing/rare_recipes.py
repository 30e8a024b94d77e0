"""Recipes, as those of recipes.py, of operators that few models call."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

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


RARE_RECIPES: dict[str, Callable[[Drawer], list]] = {
    "bincount": _bincount,
    "histc": _histc,
    "tril_indices": _triangle,
    "triu_indices": _triangle,
}
