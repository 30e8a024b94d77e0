"""Draws arguments for an operator from its schema.

A schema does not say which arguments are valid: a matrix product needs shapes that another operator refuses.
Shapes are therefore drawn in a few ways that are common to operators, and numbers by the names of ATen's
arguments. The reference decides which draws are valid calls. Ways that led to valid calls are used more
often.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from etgen.dtypes import DType
from etgen.schema import Argument, Schema

from kernel_testing import numbers
from kernel_testing.recipes import recipe_of
from kernel_testing.shapes import Listed, Shapes
from kernel_testing.tensors import Tensor, tensor

# The number of draws without a valid call until a shape is skipped.
_PATIENCE = 8
# These operators compute sums, although all of their arguments are tensors.
_PRODUCTS = frozenset({"bmm", "dot", "linear", "mm", "mv"})
# The number of distinct elements of a drawn tensor: drawing each element of a large tensor would dominate the
# time.
_DISTINCT = 256


class Drawer:
    """Draws the inputs of calls of one operator for one dtype."""

    def __init__(
        self,
        schema: Schema,
        dtype: DType,
        others: tuple[DType, ...],
        seed: str,
        shapes: Shapes | None = None,
    ):
        """With `others`, the tensors of some draws have one of these dtypes instead; `mixed` is true for
        these draws.

        By default, shapes are `Listed`.
        """
        self.rng = random.Random(seed)
        self.sizes = shapes or Listed()
        self.dtype = dtype
        self._recipe = recipe_of(schema.name) if shapes else None
        outs = {argument.name for argument in schema.outs}
        self._arguments = [a for a in schema.arguments if a.name not in outs]
        # In a sum, the result of infinities and of the largest integers depends on the order.
        adds_up = schema.name.base in _PRODUCTS or any(
            a.type.base not in ("Tensor", "Scalar", "ScalarType", "str", "bool") or a.name == "beta"
            for a in self._arguments
        )
        self._finite = () if not adds_up else numbers.SMALL if shapes else numbers.FINITE
        self._others = others
        self._weights = dict.fromkeys(_WAYS, 1)
        self._way: Callable = _same
        self._place = self._tried = 0
        self.mixed = False

    def draw(self) -> tuple[object, ...]:
        """The arguments before the outs."""
        if self._recipe and self.rng.random() < 0.8:
            self.mixed = False
            return tuple(self._recipe(self))
        self._way = self.rng.choices(list(self._weights), list(self._weights.values()))[0]
        self._base = self.sizes.base(self.rng, self._place)
        self._tried += 1
        if self._tried > _PATIENCE:
            self._next_shape()
        self._shapes = self._way(self.rng, self._base, self.sizes)
        self.mixed = self.rng.random() < 0.15
        self._seen = 0
        values: list[object] = []
        for argument in self._arguments:
            values.append(self._value(argument, values))
        return tuple(values)

    def was_taken(self) -> None:
        """Records that the last draw was a valid call."""
        starts_at_base = self._way not in (_matrices, _windows)
        more, most = (4, 16) if starts_at_base else (1, 4)
        self._weights[self._way] = min(self._weights[self._way] + more, most)
        if starts_at_base:
            self._next_shape()

    def flag(self) -> bool:
        return self.rng.random() < 0.5

    def shape(self) -> tuple[int, ...]:
        """A shape of any kind."""
        return self.sizes.base(self.rng, self.rng.randrange(1 << 16))

    def small_shape(self) -> tuple[int, ...]:
        """A shape with few indices."""
        return tuple(self.rng.choice((1, 2, 3, 9)) for _ in range(self.rng.randint(0, 2)))

    def tensor(self, shape: tuple[int, ...], dtype: DType | None = None) -> Tensor:
        """A tensor of the drawer's dtype, or of another one."""
        dtype = self.dtype if dtype is None else dtype
        return tensor(dtype, shape, self._elements(dtype, math.prod(shape)))

    def positive(self, shape: tuple[int, ...]) -> Tensor:
        """A tensor of positive numbers."""
        return tensor(self.dtype, shape, [0.25 + 2 * self.rng.random() for _ in range(math.prod(shape))])

    def indices(self, shape: tuple[int, ...], low: int, high: int) -> Tensor:
        """A tensor of indices in [low, high)."""
        values = [self.rng.randrange(low, max(high, low + 1)) for _ in range(math.prod(shape))]
        return tensor(DType.Long, shape, values)

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
        return numbers.draw(self.rng, argument, kind, shape, self.dtype)

    def _tensor(self, name: str) -> Tensor:
        index, self._seen = self._seen, self._seen + 1
        shape = self._shapes(index)
        dtype = self.dtype
        if "ind" in name:
            values = [self.rng.randint(0, 2) for _ in range(math.prod(shape))]
            return tensor(DType.Long if self.rng.random() < 0.8 else DType.Int, shape, values)
        if name in ("condition", "mask"):
            dtype = DType.Bool
        elif index and self.mixed and self._others:
            dtype = self.rng.choice(self._others)
        return tensor(dtype, shape, self._elements(dtype, math.prod(shape)))

    def _elements(self, dtype: DType, count: int) -> list:
        drawn = numbers.elements(self.rng, dtype, min(count, _DISTINCT), self._finite)
        return drawn + self.rng.choices(drawn, k=count - len(drawn)) if count > _DISTINCT else drawn


# Each way returns a function from i to the shape of the i-th tensor.


def _same(rng: random.Random, base: tuple[int, ...], source: Shapes) -> Callable[[int], tuple[int, ...]]:
    return lambda i: base


def _broadcast(rng: random.Random, base: tuple[int, ...], source: Shapes) -> Callable[[int], tuple[int, ...]]:
    """Shapes that broadcast to the base; one of the first two may be the base itself."""
    whole = rng.randint(0, 1)

    def shape(i: int) -> tuple[int, ...]:
        if i == whole:
            return base
        kept = base[rng.randint(0, len(base)) :]
        return tuple(1 if rng.random() < 0.4 else size for size in kept)

    return shape


def _matrices(rng: random.Random, base: tuple[int, ...], source: Shapes) -> Callable[[int], tuple[int, ...]]:
    """Factors of matching sizes, batched or not, optionally with an added term before or after them."""
    n, k, m = (source.size(rng) for _ in range(3))
    batch = rng.choice(((), (), (2,), (1,)))
    factors = [(*batch, n, k), (*batch, k, m)]
    if rng.random() < 0.2:
        factors[1] = (m, k)
    term = rng.choice(((*batch, n, m), (m,), ()))
    shapes = rng.choice(([*factors, term], [term, *factors]))
    return lambda i: shapes[min(i, 2)]


def _channels(rng: random.Random, base: tuple[int, ...], source: Shapes) -> Callable[[int], tuple[int, ...]]:
    """Data, and one number for each channel or for each element of the last dimension."""
    base = base if len(base) > 1 else (2, 3)
    channels = rng.choice((base[1:2], base[-1:]))
    return lambda i: base if i == 0 else channels


def _windows(rng: random.Random, base: tuple[int, ...], source: Shapes) -> Callable[[int], tuple[int, ...]]:
    """An image or signal, a filter for it, and one number for each output channel."""
    inputs, outputs, dims = source.channels(rng, 3), source.channels(rng, 4), rng.choice((1, 2, 2))
    image = (rng.randint(1, 2), inputs, *(source.spatial(rng) for _ in range(dims)))
    shapes = [image, (outputs, inputs, *(rng.randint(1, 3) for _ in range(dims))), (outputs,)]
    return lambda i: shapes[min(i, 2)]


_WAYS = (_same, _broadcast, _matrices, _channels, _windows)
