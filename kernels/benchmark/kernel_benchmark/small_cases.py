"""Calls with few elements measure the overhead of a kernel. PyTorch's time includes Python's overhead."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator

import torch

from kernel_benchmark.cases import Case

GROUP = "small calls"

# The elements of the input, as rows of 8. Products and images are squares of that many elements.
SIZES = (16, 64, 256)

_WIDTH = 8


def _case(op: str, arguments: Callable[[], list], name: str = "", functional: bool = False) -> Case:
    base = op.partition(".")[0].lstrip("_")
    return Case(GROUP, f"small {name or base}", f"aten::{op}", arguments, functional=functional)


def _elementwise(n: int) -> Iterator[Case]:
    rows = n // _WIDTH, _WIDTH
    for op in ("add.out", "sub.out"):
        yield _case(op, lambda: [torch.randn(n), torch.randn(n), 1])
    yield _case("add.out", lambda: [torch.randn(rows), torch.randn(_WIDTH), 1], "add row")
    yield _case("mul.out", lambda: [torch.randn(n), torch.randn(n)])
    yield _case("mul.Scalar_out", lambda: [torch.randn(n), 2.0], "mul number")
    yield _case("div.out", lambda: [torch.randn(n), torch.randn(n)])
    yield _case("le.Tensor_out", lambda: [torch.randn(n), torch.randn(n)])
    yield _case("where.self_out", lambda: [torch.randn(n) > 0, torch.randn(n), torch.randn(n)])
    for op in ("relu.out", "exp.out", "sigmoid.out", "tanh.out", "rsqrt.out"):
        yield _case(op, lambda: [torch.rand(n) + 0.1])
    yield _case("clamp.out", lambda: [torch.randn(n), -0.5, 0.5])
    yield _case("gelu.out", lambda: [torch.randn(n), "none"])


def _rows(n: int) -> Iterator[Case]:
    rows = n // _WIDTH, _WIDTH
    for op in ("_softmax.out", "_log_softmax.out"):
        yield _case(op, lambda: [torch.randn(rows), 1, False])
    yield _case(
        "native_layer_norm.out",
        lambda: [torch.randn(rows), [_WIDTH], torch.randn(_WIDTH), torch.randn(_WIDTH), 1e-5],
        functional=True,
    )
    yield _case("sum.IntList_out", lambda: [torch.randn(rows), [1], False, None])
    yield _case("mean.out", lambda: [torch.randn(rows), [1], False, None])
    yield _case("amax.out", lambda: [torch.randn(rows), [1], False])
    yield _case("cumsum.out", lambda: [torch.randn(rows), 1, None])


def _products(n: int) -> Iterator[Case]:
    side = math.isqrt(n)
    square = side, side
    yield _case("mm.out", lambda: [torch.randn(square), torch.randn(square)])
    yield _case("bmm.out", lambda: [torch.randn(2, *square), torch.randn(2, *square)])
    yield _case("addmm.out", lambda: [torch.randn(side), torch.randn(square), torch.randn(square), 1, 1])
    yield _case(
        "linear.out", lambda: [torch.randn(1, side), torch.randn(square), torch.randn(side)], functional=True
    )
    yield _case(
        "convolution.out",
        lambda: [
            *(torch.randn(1, 2, *square), torch.randn(2, 2, 3, 3), torch.randn(2)),
            *([1, 1], [1, 1], [1, 1], False, [0, 0], 1),
        ],
        functional=True,
    )


def _data(n: int) -> Iterator[Case]:
    side, count = math.isqrt(n), n // _WIDTH
    yield _case("clone.out", lambda: [torch.randn(n), None])
    yield _case("view_copy.out", lambda: [torch.randn(n), [count, _WIDTH]])
    yield _case("permute_copy.out", lambda: [torch.randn(side, side), [1, 0]])
    yield _case("cat.out", lambda: [[torch.randn(1, n // 2), torch.randn(1, n // 2)], 1])
    table = 10 * count, _WIDTH
    yield _case(
        "embedding.out",
        lambda: [torch.randn(table), torch.randint(10 * count, (count,)), -1, False, False],
    )
    yield _case("index.Tensor_out", lambda: [torch.randn(table), [torch.randint(10 * count, (count,))]])
    yield _case(
        "max_pool2d_with_indices.out",
        lambda: [torch.randn(1, 1, side, side), [2, 2], [2, 2], [0, 0], [1, 1], False],
        functional=True,
    )


def small_cases() -> Iterator[Case]:
    """All cases, in the order of the report."""
    for n in SIZES:
        for case in (*_elementwise(n), *_rows(n), *_products(n), *_data(n)):
            yield dataclasses.replace(case, name=f"{case.name} {n}")
