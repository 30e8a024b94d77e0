"""Draws arguments for an operator from its schema.

What an operator takes is not in its schema: a matrix product wants shapes that another operator refuses. So
shapes are drawn in a few ways that operators have in common, numbers by the names that ATen gives arguments,
and the reference decides which draws are calls. Ways that led to calls are taken more often.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from etgen.dtypes import DType
from etgen.schema import Argument, Schema

from kernel_testing import numbers
from kernel_testing.tensors import Tensor, tensor

# Empty, 0-dim, one element, odd, more than a vector or a chunk of 64, each rank. In this order.
_SHAPES = (
    (3, 4),
    (),
    (0, 3),
    (2, 3, 5, 4),
    (67,),
    (1,),
    (2, 3, 4),
    (0,),
    (1, 7),
    (2, 1, 3, 2, 2),
    (9, 17),
    (2, 0, 3),
    (5,),
    (1, 5, 1),
    (1, 4, 3, 3),
)
# Draws until a shape that leads to no call is passed over.
_PATIENCE = 8
_SIZES = (0, 1, 1, 2, 3, 4, 5)


class Drawer:
    """Draws the inputs of calls of one operator for one dtype."""

    def __init__(self, schema: Schema, dtype: DType, others: tuple[DType, ...], seed: str):
        """With `others`, tensors of some draws have one of these dtypes instead; `mixed` tells."""
        self.rng = random.Random(seed)
        outs = {argument.name for argument in schema.outs}
        self._arguments = [a for a in schema.arguments if a.name not in outs]
        self._dtype = dtype
        # Where operators add up, what becomes of infinities and of the largest integers depends on the order.
        self._with_infinities = all(
            a.type.base in ("Tensor", "Scalar", "ScalarType", "str", "bool") and a.name != "beta"
            for a in self._arguments
        )
        self._others = others
        self._weights = dict.fromkeys(_WAYS, 1)
        self._way: Callable = _same
        self._place = self._tried = 0
        self.mixed = False

    def draw(self) -> tuple[object, ...]:
        """The arguments before the outs."""
        self._way = self.rng.choices(list(self._weights), list(self._weights.values()))[0]
        self._base = _SHAPES[self._place % len(_SHAPES)]
        self._tried += 1
        if self._tried > _PATIENCE:
            self._next_shape()
        self._shapes = self._way(self.rng, self._base)
        self.mixed = self.rng.random() < 0.15
        self._seen = 0
        values = []
        for argument in self._arguments:
            values.append(self._value(argument, values))
        return tuple(values)

    def was_taken(self) -> None:
        """Tells that the last draw was a call."""
        starts_at_base = self._way not in (_matrices, _windows)
        more, most = (4, 16) if starts_at_base else (1, 4)
        self._weights[self._way] = min(self._weights[self._way] + more, most)
        if starts_at_base:
            self._next_shape()

    def _next_shape(self) -> None:
        self._place, self._tried = self._place + 1, 0

    def _value(self, argument: Argument, before: list[object]) -> object:
        kind = argument.type.plain
        if kind.endswith("?") and self.rng.random() < 0.4:
            return None
        kind = kind.removesuffix("?")
        if kind == "Tensor":
            return self._tensor(argument.name)
        if kind == "Tensor[]":
            return [self._tensor(argument.name) for _ in range(self.rng.randint(1, 3))]
        if kind == "Tensor?[]":
            count = self.rng.randint(1, max(1, len(self._base)))
            return [None if self.rng.random() < 0.3 else self._tensor(argument.name) for _ in range(count)]
        first = next((v for v in before if isinstance(v, Tensor)), None)
        shape = first.shape if first else self._base
        return numbers.draw(self.rng, argument, kind, shape, self._dtype)

    def _tensor(self, name: str) -> Tensor:
        index, self._seen = self._seen, self._seen + 1
        shape = self._shapes(index)
        dtype = self._dtype
        if "ind" in name:
            values = [self.rng.randint(0, 2) for _ in range(_count(shape))]
            return tensor(DType.Long if self.rng.random() < 0.8 else DType.Int, shape, values)
        if name in ("condition", "mask"):
            dtype = DType.Bool
        elif index and self.mixed and self._others:
            dtype = self.rng.choice(self._others)
        return tensor(dtype, shape, self._elements(dtype, _count(shape)))

    def _elements(self, dtype: DType, count: int) -> list:
        return numbers.elements(self.rng, dtype, count, self._with_infinities)


def _count(shape: tuple[int, ...]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


# Each way gives the shape of the i-th tensor.


def _same(rng: random.Random, base: tuple[int, ...]) -> Callable[[int], tuple[int, ...]]:
    return lambda i: base


def _broadcast(rng: random.Random, base: tuple[int, ...]) -> Callable[[int], tuple[int, ...]]:
    """All broadcast to the base; one of the first two may have all of it."""
    whole = rng.randint(0, 1)

    def shape(i: int) -> tuple[int, ...]:
        if i == whole:
            return base
        kept = base[rng.randint(0, len(base)) :]
        return tuple(1 if rng.random() < 0.4 else size for size in kept)

    return shape


def _matrices(rng: random.Random, base: tuple[int, ...]) -> Callable[[int], tuple[int, ...]]:
    """Factors that fit, in a batch or not, with a term before or behind them or none."""
    n, k, m = (rng.choice(_SIZES) for _ in range(3))
    batch = rng.choice(((), (), (2,), (1,)))
    factors = [(*batch, n, k), (*batch, k, m)]
    if rng.random() < 0.2:
        factors[1] = (m, k)
    term = rng.choice(((*batch, n, m), (m,), ()))
    shapes = rng.choice(([*factors, term], [term, *factors]))
    return lambda i: shapes[min(i, 2)]


def _channels(rng: random.Random, base: tuple[int, ...]) -> Callable[[int], tuple[int, ...]]:
    """Data, and one number for each channel or each of the last dimension."""
    base = base if len(base) > 1 else (2, 3)
    channels = rng.choice((base[1:2], base[-1:]))
    return lambda i: base if i == 0 else channels


def _windows(rng: random.Random, base: tuple[int, ...]) -> Callable[[int], tuple[int, ...]]:
    """An image or signal, a filter of it, one number for each of its outputs."""
    inputs, outputs, dims = rng.randint(1, 3), rng.randint(1, 4), rng.choice((1, 2, 2))
    image = (rng.randint(1, 2), inputs, *(rng.randint(3, 7) for _ in range(dims)))
    shapes = [image, (outputs, inputs, *(rng.randint(1, 3) for _ in range(dims))), (outputs,)]
    return lambda i: shapes[min(i, 2)]


_WAYS = (_same, _broadcast, _matrices, _channels, _windows)
