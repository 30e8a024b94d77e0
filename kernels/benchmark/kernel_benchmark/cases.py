"""The timed calls of operators, with sizes from real models."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator

import torch


@dataclasses.dataclass(frozen=True)
class Case:
    """A call of an operator.

    Attributes:
      group: the group of operators that has its own figure.
      name: distinguishes the case within its group.
      op: the operator, such as `aten::add.out`.
      arguments: makes the arguments before the outs.
      flops: the floating-point operations of a call, if they are counted; else 0.
      functional: whether PyTorch returns a new tensor, because it computes some outs only with a copy.
      copied_to: the dtype that elements are converted to, by an operator that PyTorch lacks.
      has_list: whether the outs are a list.
      eager: the equivalent PyTorch code for the same arguments, if PyTorch lacks the operator.
    """

    group: str
    name: str
    op: str
    arguments: Callable[[], list]
    flops: float = 0
    functional: bool = False
    copied_to: torch.dtype | None = None
    has_list: bool = False
    eager: Callable[..., torch.Tensor] | None = None


def _random(*shape: int) -> torch.Tensor:
    return torch.randn(shape)


def _sizes(op: str, extra: tuple = (), operands: int = 1) -> Iterator[Case]:
    base = op.partition("::")[2].partition(".")[0]
    for label, n in (("1K", 1 << 10), ("32K", 1 << 15), ("1M", 1 << 20), ("16M", 1 << 24)):
        if n == 1 << 24 and base not in ("add", "exp"):
            continue
        yield Case(
            "elementwise" if operands > 1 or base in ("relu", "clamp", "hardtanh") else "unary",
            f"{base} {label}",
            op,
            lambda n=n: (
                [_random(n).abs() + 0.1 if base == "rsqrt" else _random(n) for _ in range(operands)]
                + list(extra)
            ),
        )


def _elementwise() -> Iterator[Case]:
    for op, extra in (
        ("add.out", (1,)),
        ("sub.out", (1,)),
        ("mul.out", ()),
        ("div.out", ()),
        ("le.Tensor_out", ()),
    ):
        yield from _sizes(f"aten::{op}", extra, operands=2)
    yield from _sizes("aten::relu.out")
    yield from _sizes("aten::clamp.out", (-0.5, 0.5))
    for name, shape, other in (
        ("row", (1024, 1024), (1024,)),
        ("column", (1024, 1024), (1024, 1)),
        ("short rows", (8192, 17), (17,)),
        ("short columns", (8192, 17), (8192, 1)),
        ("channels 7x7", (1, 960, 7, 7), (960, 1, 1)),
    ):
        yield Case(
            "elementwise",
            f"add {name}",
            "aten::add.out",
            lambda s=shape, o=other: [_random(*s), _random(*o), 1],
        )
    yield Case("elementwise", "mul number", "aten::mul.Scalar_out", lambda: [_random(1024, 1024), 3.0])
    yield Case(
        "elementwise",
        "where 1M",
        "aten::where.self_out",
        lambda: [_random(1 << 20) > 0, _random(1 << 20), _random(1 << 20)],
    )


def _unary() -> Iterator[Case]:
    for name in ("exp", "sigmoid", "tanh", "rsqrt"):
        yield from _sizes(f"aten::{name}.out")
    for approximate in ("none", "tanh"):
        yield Case(
            "unary", f"gelu {approximate} 1M", "aten::gelu.out", lambda a=approximate: [_random(1 << 20), a]
        )
    yield Case("unary", "elu 1M", "aten::elu.out", lambda: [_random(1 << 20), 1, 1, 1])


def _rows() -> Iterator[Case]:
    for m, n in ((512, 1024), (1, 4096), (8192, 4)):
        for name in ("_softmax", "_log_softmax"):
            yield Case(
                "rows", f"{name} {m}x{n}", f"aten::{name}.out", lambda m=m, n=n: [_random(m, n), 1, False]
            )
        yield Case(
            "rows",
            f"layer_norm {m}x{n}",
            "aten::native_layer_norm.out",
            lambda m=m, n=n: [_random(m, n), [n], _random(n), _random(n), 1e-5],
            functional=True,
        )
    yield Case("rows", "_softmax dim 0", "aten::_softmax.out", lambda: [_random(512, 1024), 0, False])
    for op in ("sum.IntList_out", "mean.out", "amax.out"):
        base = op.partition(".")[0]
        extra = [] if base == "amax" else [None]
        for label, dims in (("dim 0", [0]), ("dim 1", [1]), ("all", [0, 1])):
            yield Case(
                "rows",
                f"{base} {label}",
                f"aten::{op}",
                lambda d=dims, e=extra: [_random(1024, 1024), d, False, *e],
            )


def _products() -> Iterator[Case]:
    sizes = [(n, n, n) for n in (64, 256, 512, 1024)] + [
        (1, 1024, 1024),
        (17, 17, 17),
        (100, 100, 100),
        (1000, 333, 100),
    ]
    for m, n, k in sizes:
        label, flops = f"{m}x{n}x{k}", 2.0 * m * n * k
        yield Case(
            "products",
            f"mm {label}",
            "aten::mm.out",
            lambda m=m, n=n, k=k: [_random(m, k), _random(k, n)],
            flops,
        )
        yield Case(
            "products",
            f"addmm {label}",
            "aten::addmm.out",
            lambda m=m, n=n, k=k: [_random(n), _random(m, k), _random(k, n), 1, 1],
            flops,
        )
        yield Case(
            "products",
            f"linear {label}",
            "aten::linear.out",
            lambda m=m, n=n, k=k: [_random(m, k), _random(n, k), _random(n)],
            flops,
            functional=True,
        )
    for b, n in ((8, 64), (8, 256)):
        yield Case(
            "products",
            f"bmm {b}x{n}",
            "aten::bmm.out",
            lambda b=b, n=n: [_random(b, n, n), _random(b, n, n)],
            2.0 * b * n**3,
        )
    for name, p in (("2", 2.0), ("1", 1.0), ("1.5", 1.5)):
        yield Case(
            "products",
            f"cdist of {name} 128x128x64",
            "aten::_cdist_forward.out",
            lambda p=p: [_random(128, 64), _random(128, 64), p, None],
            functional=True,
        )
    yield Case(
        "products",
        "pdist 128x64",
        "aten::_pdist_forward.out",
        lambda: [_random(128, 64), 2.0],
        functional=True,
    )
    yield Case(
        "products",
        "baddbmm 8x64",
        "aten::baddbmm.out",
        lambda: [*(_random(8, 64, 64) for _ in range(3)), 1, 1],
        2.0 * 8 * 64**3,
    )


def _transforms() -> Iterator[Case]:
    # Lengths with small prime factors, one with a factor of 7, and a prime.
    lines = ((16, 512), (400, 512), (1, 1000), (64, 441), (16, 1009))
    for shape, dims in (*((shape, [1]) for shape in lines), ((64, 64, 64), [1, 2])):
        label = "x".join(map(str, shape))
        last = shape[-1]
        yield Case(
            "transforms",
            f"rfft {label}",
            "aten::_fft_r2c.out",
            lambda s=shape, d=dims: [_random(*s), d, 0, True],
            functional=True,
        )
        yield Case(
            "transforms",
            f"irfft {label}",
            "aten::_fft_c2r.out",
            lambda s=shape, d=dims, n=last: [torch.fft.rfftn(_random(*s), dim=d), d, 2, n],
            functional=True,
        )
        yield Case(
            "transforms",
            f"fft {label}",
            "aten::_fft_c2c.out",
            lambda s=shape, d=dims: [torch.complex(_random(*s), _random(*s)), d, 0, True],
            functional=True,
        )
    for name, mode in (("bilinear", 0), ("nearest", 1)):
        yield Case(
            "transforms",
            f"grid_sampler {name}",
            "aten::grid_sampler_2d.out",
            lambda m=mode: [_random(1, 64, 56, 56), torch.rand(1, 56, 56, 2) * 2 - 1, m, 0, False],
            functional=True,
        )


def cases() -> list[Case]:
    """All cases, in the order of the report."""
    return [*_elementwise(), *_unary(), *_rows(), *_products(), *_transforms()]
