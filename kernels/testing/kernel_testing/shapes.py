"""Shapes for draw.py: from a list with one shape of each kind, or random shapes."""

from __future__ import annotations

import math
import random
from typing import Protocol

# Shapes of each kind and rank, in order: empty, 0-dim, one element, odd, more than a vector or a chunk of 64.
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
_SIZES = (0, 1, 1, 2, 3, 4, 5)

# Sizes of vectors, chunks and tiles, and primes, which no such size divides.
_ENDS = sorted(
    {2**k + d for k in range(2, 8) for d in (-1, 0, 1)} | {130, 5, 11, 13, 19, 23, 29, 37, 43, 53, 71, 89, 97}
)
_BUDGETS = (32, 256, 256, 1024, 4096)

# Sizes of a dimension from which kernels process rows in pieces, or cannot hold them on the stack.
_LONG = (257, 513, 600, 1025, 2049, 4100, 9000, 16385, 33000)
_MOST_ELEMENTS = 40_000


class Shapes(Protocol):
    """A source of shapes."""

    orders: int  # the number of other dim orders in which a call is repeated

    def base(self, rng: random.Random, place: int) -> tuple[int, ...]:
        """The initial shape of a draw; from a list, the shape at the index `place`."""

    def size(self, rng: random.Random) -> int:
        """A size of a matrix."""

    def spatial(self, rng: random.Random) -> int:
        """A size of an image."""

    def channels(self, rng: random.Random, most: int) -> int:
        """The number of channels of an image; from a list, at most `most`."""


class Listed:
    """The shapes of the list in turn, and small sizes."""

    orders = 0

    def base(self, rng: random.Random, place: int) -> tuple[int, ...]:
        return _SHAPES[place % len(_SHAPES)]

    def size(self, rng: random.Random) -> int:
        return rng.choice(_SIZES)

    def spatial(self, rng: random.Random) -> int:
        return rng.randint(3, 7)

    def channels(self, rng: random.Random, most: int) -> int:
        return rng.randint(1, most)


class Any:
    """Any shape of up to five dimensions and 4,096 elements. Sizes are small or next to the size of a vector
    or tile.
    """

    orders = 1

    def base(self, rng: random.Random, place: int) -> tuple[int, ...]:
        rank = rng.choices(range(6), (1, 5, 5, 4, 5, 2))[0]
        sizes = [self._size(rng, 0.03) for _ in range(rank)]
        budget = rng.choice(_BUDGETS)
        # The limit also holds for empty tensors: kernels refuse tensors with so many empty rows that visiting
        # them takes seconds.
        while math.prod(max(size, 1) for size in sizes) > budget:
            sizes[sizes.index(max(sizes))] = rng.choice((1, 1, 2, 3, max(sizes) // 2))
        return tuple(sizes)

    def size(self, rng: random.Random) -> int:
        return self._size(rng, 0.08) if rng.random() < 0.5 else rng.choice((1, 2, 3, 7, 8, 9, 16, 17))

    def spatial(self, rng: random.Random) -> int:
        return rng.choice((1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 18, 31, 33))

    def image(self, rng: random.Random, dims: int) -> list[int]:
        """All sizes of an image except batch and channels."""
        return [min(self.spatial(rng), (33, 33, 9, 5)[dims]) for _ in range(dims)]

    def channels(self, rng: random.Random, most: int) -> int:
        return rng.choice((1, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17))

    def pooled(self, rng: random.Random) -> int:
        """The size of a pool's output."""
        return rng.choice((1, 2, 3, 5, 7, 9))

    def _size(self, rng: random.Random, empty: float) -> int:
        chance = rng.random()
        if chance < empty:
            return 0
        return rng.randint(1, 3) if chance < 0.5 else rng.choice(_ENDS)


class Large(Any):
    """Shapes of up to 40,000 elements with a long dimension, images of many channels."""

    def base(self, rng: random.Random, place: int) -> tuple[int, ...]:
        sizes = [rng.randint(1, 5) for _ in range(rng.choice((0, 0, 1, 1, 2, 3)))]
        room = _MOST_ELEMENTS // math.prod(sizes)
        sizes.insert(rng.randint(0, len(sizes)), rng.choice([size for size in _LONG if size <= room]))
        return tuple(sizes)

    def size(self, rng: random.Random) -> int:
        return rng.choice((1, 2, 17, 33, 65, 130, 257, 520))

    def image(self, rng: random.Random, dims: int) -> list[int]:
        if dims == 0 or rng.random() < 0.5:
            return super().image(rng, dims)
        sizes = [rng.randint(1, 3) for _ in range(dims)]
        sizes[rng.randrange(dims)] = rng.choice((257, 520, 600, 1100))
        return sizes

    def channels(self, rng: random.Random, most: int) -> int:
        return rng.choice((1, 3, 16, 31, 32, 33, 48, 64, 65, 96))

    def pooled(self, rng: random.Random) -> int:
        return rng.choice((1, 1, 1, 2, 5))


class Thin(Any):
    """Shapes with many sizes of 1, whose strides may be any number: a kernel must not step by them."""

    orders = 4

    def base(self, rng: random.Random, place: int) -> tuple[int, ...]:
        sizes = [1] * rng.choice((2, 3, 4, 4, 5))
        for d in rng.sample(range(len(sizes)), 2):
            sizes[d] = rng.choice((1, 2, 5, 17, 33))
        return tuple(sizes)

    def size(self, rng: random.Random) -> int:
        return rng.choice((1, 1, 2, 5, 17))

    def spatial(self, rng: random.Random) -> int:
        return rng.choice((1, 1, 1, 2, 5, 9))

    def image(self, rng: random.Random, dims: int) -> list[int]:
        sizes = [1] * dims
        if dims:
            sizes[rng.randrange(dims)] = rng.choice((1, 2, 5, 9, 17))
        return sizes
