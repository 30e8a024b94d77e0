"""Calls with random shapes, which a hand-written list does not cover."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import torch

from kernel_benchmark.cases import Case

# The maximum number of elements of a tensor, and of multiplications in a sum of products.
_LARGEST = 1 << 19
_MOST_PRODUCTS = 1e8

# The arguments of a call, and its name.
Drawn = tuple[str, Callable[[], list]]


class _Shapes:
    """Draws sizes with a logarithmic distribution."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)

    def size(self, least: int, most: int) -> int:
        return int(math.exp(self.random.uniform(math.log(least), math.log(most + 0.99))))

    def shape(self, rank: int) -> list[int]:
        while True:
            shape = [self.size(1, 512) for _ in range(rank)]
            if 2000 <= math.prod(shape) <= _LARGEST:
                return shape

    def any_shape(self) -> list[int]:
        return self.shape(self.random.choice((2, 3, 4)))

    def image(self) -> tuple[list[int], bool]:
        """Sizes of an image, and whether it is channels-last."""
        while True:
            shape = [self.random.choice((1, 1, 2)), self.size(1, 256), self.size(4, 160), self.size(4, 160)]
            if 3000 < math.prod(shape) <= _LARGEST:
                return shape, self.random.random() < 0.4

    # Each of these functions draws a call.

    def broadcast(self) -> Drawn:
        a = self.any_shape()
        b = [size if self.random.random() < 0.6 else 1 for size in a][self.random.choice((0, 0, 1)) :]
        return f"{a} {b}", lambda: [torch.randn(a), torch.randn(b)]

    def addition(self) -> Drawn:
        name, arguments = self.broadcast()
        return name, lambda: [*arguments(), 1]

    def along(self) -> Drawn:
        shape = self.any_shape()
        dim = self.random.randrange(len(shape))
        return f"{shape} {dim}", lambda: [torch.randn(shape), dim, False]

    def reduction(self) -> Drawn:
        shape = self.any_shape()
        dims = sorted(self.random.sample(range(len(shape)), self.random.randint(1, len(shape))))
        return f"{shape} {dims}", lambda: [torch.randn(shape), dims, False]

    def sum(self) -> Drawn:
        name, arguments = self.reduction()
        return name, lambda: [*arguments(), None]

    def order(self) -> Drawn:
        shape = self.any_shape()
        dims = self.random.sample(range(len(shape)), len(shape))
        return f"{shape} {dims}", lambda: [torch.randn(shape), dims]

    def joined(self) -> Drawn:
        shape = self.any_shape()
        dim = self.random.randrange(len(shape))
        other = [self.size(1, size) if d == dim else size for d, size in enumerate(shape)]
        return f"{shape} {other} {dim}", lambda: [[torch.randn(shape), torch.randn(other)], dim]

    def layer_norm(self) -> Drawn:
        shape = self.any_shape()
        n = shape[-1]
        return str(shape), lambda: [torch.randn(shape), [n], torch.randn(n), torch.randn(n), 1e-5]

    def product(self) -> Drawn:
        m = n = k = 1
        while not 2e4 < m * n * k < _MOST_PRODUCTS:
            m, n, k = (self.size(1, 800) for _ in range(3))
        return f"{m} x {k} x {n}", lambda: [torch.randn(m, k), torch.randn(k, n)]

    def convolution(self) -> Drawn:
        while True:
            image, last = self.image()
            channels, out = image[1], self.size(1, 128)
            kernel, stride = self.random.choice((1, 2, 3, 3, 5, 7)), self.random.choice((1, 2))
            transposed = self.random.random() < 0.2
            groups = self.random.choice([1, *(g for g in (4, channels) if channels % g == 0)])
            groups = 1 if transposed else groups
            out = -(-out // groups) * groups
            weight = [channels, out] if transposed else [out, channels // groups]
            weight += [kernel, kernel]
            if math.prod(weight) * math.prod(image) / channels < _MOST_PRODUCTS:
                break
        order = {"memory_format": torch.channels_last} if last else {}
        padding = [kernel // 2] * 2
        name = f"{image}{' last' * last} {weight} /{stride}{' transposed' * transposed}"
        return name, lambda: [
            *(torch.randn(image).contiguous(**order), torch.randn(weight), torch.randn(out)),
            *([stride] * 2, padding, [1, 1], transposed, [0, 0], groups),
        ]

    def adaptive_pool(self) -> Drawn:
        image, last = self.image()
        sizes = [self.random.choice((1, 2, 7)), self.random.choice((1, 3, 7))]
        order = {"memory_format": torch.channels_last} if last else {}
        return f"{image}{' last' * last} {sizes}", lambda: [torch.randn(image).contiguous(**order), sizes]

    def transform(self) -> Drawn:
        lines, n = self.size(1, 200), self.size(16, 2000)
        return f"{lines} x {n}", lambda: [torch.randn(lines, n), [1], 0, True]


# The operator, the function that draws its arguments, and whether PyTorch returns a new tensor.
_OPERATORS = (
    ("add.out", _Shapes.addition, False),
    ("mul.out", _Shapes.broadcast, False),
    ("_softmax.out", _Shapes.along, False),
    ("sum.IntList_out", _Shapes.sum, False),
    ("amax.out", _Shapes.reduction, False),
    ("permute_copy.out", _Shapes.order, False),
    ("cat.out", _Shapes.joined, False),
    ("native_layer_norm.out", _Shapes.layer_norm, True),
    ("mm.out", _Shapes.product, False),
    ("convolution.out", _Shapes.convolution, True),
    ("_adaptive_avg_pool2d.out", _Shapes.adaptive_pool, True),
    ("_fft_r2c.out", _Shapes.transform, True),
)


def random_cases(count: int, seed: int) -> list[Case]:
    """Calls of each operator in turn; the same seed gives the same calls."""
    shapes = _Shapes(seed)
    drawn = []
    for i in range(count):
        op, draw, functional = _OPERATORS[i % len(_OPERATORS)]
        base = op.partition(".")[0].lstrip("_")
        name, arguments = draw(shapes)
        drawn.append(Case(base, f"{base} {name}", f"aten::{op}", arguments, functional=functional))
    return drawn
