"""The timed calls of operators that search, sort and select."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import torch

from kernel_benchmark.cases import Case
from kernel_benchmark.dtype_cases import LABELS

# Scores: of rows, of the pixels of an image by class, of boxes by class, of the next token.
_SHAPES = {
    "dim 1": ((512, 512), 1),
    "dim 0": ((512, 512), 0),
    "pixels": ((1, 21, 128, 128), 1),
    "boxes": ((8400, 80), 1),
    "short": ((8192, 10), 1),
    "tokens": ((1, 32000), -1),
}


def _case(name: str, op: str, arguments: Callable[[], list], functional: bool = True) -> Case:
    return Case("search", name, f"aten::{op}", arguments, functional=functional)


def _numbers(shape: tuple, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    if dtype.is_floating_point:
        return torch.randn(shape).to(dtype)
    return torch.randint(-100, 100, shape).to(dtype)


def _extremes() -> Iterator[Case]:
    for label, (shape, dim) in _SHAPES.items():
        yield _case(f"argmax {label}", "argmax.out", lambda s=shape, d=dim: [_numbers(s), d, False])
        yield _case(f"max.dim {label}", "max.dim_max", lambda s=shape, d=dim: [_numbers(s), d, False])
    yield _case("argmax all", "argmax.out", lambda: [_numbers((1 << 17,)), None, False])
    yield _case("argmin dim 1", "argmin.out", lambda: [_numbers((512, 512)), 1, False])
    yield _case("min.dim dim 1", "min.dim_min", lambda: [_numbers((512, 512)), 1, False])
    for op in ("max", "min"):
        yield _case(f"{op} all", f"{op}.unary_out", lambda: [_numbers((1 << 17,))], functional=False)
    for dtype, name in (*LABELS.items(), (torch.uint8, "Byte")):
        for dim in (0, 1):
            yield _case(
                f"argmax dim {dim} {name}",
                "argmax.out",
                lambda d=dim, t=dtype: [_numbers((512, 512), t), d, False],
            )
    for dtype in (torch.float16, torch.int64):
        yield _case(
            f"max.dim boxes {LABELS[dtype]}",
            "max.dim_max",
            lambda t=dtype: [_numbers((8400, 80), t), 1, False],
        )


def _different(shape: tuple) -> torch.Tensor:
    """Distinct numbers, because PyTorch leaves the order of equal ones undefined."""
    n = math.prod(shape)
    return (torch.randperm(n).float() - n // 2).reshape(shape)


def _orders() -> Iterator[Case]:
    for label, k, shape, dim in (
        ("rows", 5, (512, 512), 1),
        ("columns", 5, (512, 512), 0),
        ("classes", 1, (64, 1000), 1),
        ("tokens", 50, (1, 32000), 1),
        ("boxes", 300, (1, 8400), 1),
        ("half of rows", 256, (512, 512), 1),
    ):
        yield _case(
            f"topk {k} {label}",
            "topk.values",
            lambda k=k, s=shape, d=dim: [_different(s), k, d, True, True],
        )
    for label, sizes, dim in (
        ("rows", (512, 512), 1),
        ("columns", (512, 512), 0),
        ("boxes", (8400,), 0),
        ("short", (8192, 10), 1),
        ("long", (1 << 17,), 0),
    ):
        yield _case(f"sort {label}", "sort.values", lambda s=sizes, d=dim: [_different(s), d, True])
    for dtype in LABELS:
        yield _case(
            f"sort rows {LABELS[dtype]}",
            "sort.values_stable",
            lambda t=dtype: [_numbers((512, 512), t), True, 1, False],
        )


def _reductions() -> Iterator[Case]:
    for dim in (0, 1):
        yield _case(f"prod dim {dim}", "prod.int_out", lambda d=dim: [_numbers((512, 512)), d, False, None])
        yield _case(f"cumprod dim {dim}", "cumprod.out", lambda d=dim: [torch.rand(512, 512) + 0.5, d, None])
        yield _case(
            f"var_mean dim {dim}",
            "var_mean.correction_out",
            lambda d=dim: [_numbers((512, 512)), [d], 1, False],
        )
    yield _case("prod all", "prod.out", lambda: [_numbers((1 << 17,)), None])


def _masks() -> Iterator[Case]:
    for label, limit in (("half", 0), ("few", 2.5)):
        yield _case(f"nonzero {label}", "nonzero.out", lambda t=limit: [_numbers((1 << 17,)) > t])
        yield _case(
            f"masked_select {label}",
            "masked_select.out",
            lambda t=limit: [_numbers((1 << 17,)), _numbers((1 << 17,)) > t],
        )
    yield _case("nonzero 2d", "nonzero.out", lambda: [_numbers((512, 256)) > 0])
    yield _case("nonzero Float", "nonzero.out", lambda: [_numbers((1 << 17,)).relu()])
    for label, shape in (("row", (256,)), ("column", (512, 1))):
        yield _case(
            f"masked_select {label}",
            "masked_select.out",
            lambda s=shape: [_numbers((512, 256)), _numbers(s) > 0],
        )


def _any() -> Iterator[Case]:
    for dim in (0, 1):
        for dtype in (torch.bool, torch.float32, torch.int64):
            yield _case(
                f"any dim {dim} {dtype}".replace("torch.", ""),
                "any.out",
                lambda d=dim, t=dtype: [torch.zeros(512, 512, dtype=t), d, False],
            )


def _ranks() -> Iterator[Case]:
    for dim in (0, 1):
        yield _case(
            f"median dim {dim}", "median.dim_values", lambda d=dim: [_different((512, 512)), d, False]
        )
    yield _case("median all", "median.out", lambda: [_numbers((1 << 17,))])
    yield _case("median all Long", "median.out", lambda: [_numbers((1 << 17,), torch.int64)])
    yield _case("kthvalue", "kthvalue.values", lambda: [_different((512, 512)), 10, 1, False])


def _places() -> Iterator[Case]:
    for n in (8, 64, 10_000):
        yield _case(
            f"bucketize {n}",
            "bucketize.Tensor_out",
            lambda n=n: [_numbers((1 << 17,)), torch.linspace(-3, 3, n), False, False],
        )
    for dtype in (torch.bfloat16, torch.int64):
        yield _case(
            f"bucketize 64 {LABELS[dtype]}",
            "bucketize.Tensor_out",
            lambda t=dtype: [_numbers((1 << 17,), t), torch.linspace(-90, 90, 64).to(t), False, False],
        )
    yield _case(
        "searchsorted rows",
        "searchsorted.Tensor_out",
        lambda: [_numbers((512, 64)).sort(1).values, _numbers((512, 256)), False, False, None, None],
    )


def search_cases() -> list[Case]:
    """All cases, in the order of the report."""
    return [*_extremes(), *_orders(), *_reductions(), *_masks(), *_any(), *_ranks(), *_places()]
