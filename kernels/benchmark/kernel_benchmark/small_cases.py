"""Calls with few elements measure the overhead of a kernel. PyTorch's time includes Python's overhead."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import torch

from kernel_benchmark.cases import Case

GROUP = "small calls"


def _case(op: str, arguments: Callable[[], list], name: str = "", functional: bool = False) -> Case:
    base = op.partition(".")[0].lstrip("_")
    return Case(GROUP, f"small {name or base}", f"aten::{op}", arguments, functional=functional)


def _elementwise() -> Iterator[Case]:
    for op in ("add.out", "sub.out"):
        yield _case(op, lambda: [torch.randn(8), torch.randn(8), 1])
    yield _case("add.out", lambda: [torch.randn(4, 8), torch.randn(8), 1], "add row")
    yield _case("mul.out", lambda: [torch.randn(8), torch.randn(8)])
    yield _case("mul.Scalar_out", lambda: [torch.randn(8), 2.0], "mul number")
    yield _case("div.out", lambda: [torch.randn(8), torch.randn(8)])
    yield _case("le.Tensor_out", lambda: [torch.randn(8), torch.randn(8)])
    yield _case("where.self_out", lambda: [torch.randn(8) > 0, torch.randn(8), torch.randn(8)])
    for op in ("relu.out", "exp.out", "sigmoid.out", "tanh.out", "rsqrt.out"):
        yield _case(op, lambda: [torch.rand(8) + 0.1])
    yield _case("clamp.out", lambda: [torch.randn(8), -0.5, 0.5])
    yield _case("gelu.out", lambda: [torch.randn(8), "none"])


def _rows() -> Iterator[Case]:
    for op in ("_softmax.out", "_log_softmax.out"):
        yield _case(op, lambda: [torch.randn(1, 8), 1, False])
    yield _case(
        "native_layer_norm.out",
        lambda: [torch.randn(2, 8), [8], torch.randn(8), torch.randn(8), 1e-5],
        functional=True,
    )
    yield _case("sum.IntList_out", lambda: [torch.randn(2, 8), [1], False, None])
    yield _case("mean.out", lambda: [torch.randn(2, 8), [1], False, None])
    yield _case("amax.out", lambda: [torch.randn(2, 8), [1], False])
    yield _case("cumsum.out", lambda: [torch.randn(2, 8), 1, None])


def _products() -> Iterator[Case]:
    yield _case("mm.out", lambda: [torch.randn(4, 4), torch.randn(4, 4)])
    yield _case("bmm.out", lambda: [torch.randn(2, 4, 4), torch.randn(2, 4, 4)])
    yield _case("addmm.out", lambda: [torch.randn(4), torch.randn(4, 4), torch.randn(4, 4), 1, 1])
    yield _case("linear.out", lambda: [torch.randn(1, 8), torch.randn(8, 8), torch.randn(8)], functional=True)
    yield _case(
        "convolution.out",
        lambda: [
            *(torch.randn(1, 2, 4, 4), torch.randn(2, 2, 3, 3), torch.randn(2)),
            *([1, 1], [1, 1], [1, 1], False, [0, 0], 1),
        ],
        functional=True,
    )


def _data() -> Iterator[Case]:
    yield _case("clone.out", lambda: [torch.randn(8), None])
    yield _case("view_copy.out", lambda: [torch.randn(8), [2, 4]])
    yield _case("permute_copy.out", lambda: [torch.randn(4, 4), [1, 0]])
    yield _case("cat.out", lambda: [[torch.randn(1, 8), torch.randn(1, 8)], 1])
    yield _case("embedding.out", lambda: [torch.randn(10, 8), torch.randint(10, (2,)), -1, False, False])
    yield _case("index.Tensor_out", lambda: [torch.randn(10, 8), [torch.randint(10, (2,))]])
    yield _case(
        "max_pool2d_with_indices.out",
        lambda: [torch.randn(1, 1, 4, 4), [2, 2], [2, 2], [0, 0], [1, 1], False],
        functional=True,
    )


def small_cases() -> Iterator[Case]:
    """All cases, in the order of the report."""
    yield from _elementwise()
    yield from _rows()
    yield from _products()
    yield from _data()
