"""The timed calls of elementwise math functions, with 32768 elements."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import torch

from kernel_benchmark.cases import Case

_N = 1 << 15


def _normal() -> torch.Tensor:
    return torch.randn(_N)


def _unit() -> torch.Tensor:
    """Numbers between 0 and 1, without these limits."""
    return torch.rand(_N) * 0.9 + 0.05


def _mask() -> torch.Tensor:
    return torch.randn(_N) > 0


def _case(
    group: str, op: str, arguments: Callable[[], list], name: str = "", functional: bool = False
) -> Case:
    return Case(group, name or op.partition(".")[0], f"aten::{op}", arguments, functional=functional)


def _unary() -> Iterator[Case]:
    for name in (
        "abs", "atan", "ceil", "cos", "cosh", "erf", "erfc", "exp2", "expm1", "floor", "neg", "reciprocal",
        "round", "sign", "sin", "sinh", "tan", "trunc",
    ):  # fmt: skip
        yield _case("unary", f"{name}.out", lambda: [_normal()])
    for name in ("acos", "asin", "atanh", "log", "log10", "log1p", "log2", "sqrt"):
        yield _case("unary", f"{name}.out", lambda: [_unit()])
    yield _case("unary", "logit.out", lambda: [_unit(), None])
    yield _case("unary", "leaky_relu.out", lambda: [_normal(), 0.01])
    yield _case("unary", "glu.out", lambda: [torch.randn(256, 256), 1])
    for exponent in (2, 3, 0.5, 1.7):
        yield _case("unary", "pow.Tensor_Scalar_out", lambda e=exponent: [_unit(), e], f"pow {exponent}")
    yield _case("unary", "lgamma.out", lambda: [_normal()])
    yield _case("unary", "lgamma.out", lambda: [_unit() * 20], "lgamma positive")
    for name in ("isinf", "isnan", "signbit"):
        yield _case("unary", f"{name}.out", lambda: [_normal()], functional=True)


def _of_two() -> Iterator[Case]:
    for name in ("atan2", "copysign", "fmax", "fmin", "hypot", "maximum", "minimum"):
        yield _case("elementwise", f"{name}.out", lambda: [_normal(), _normal()])
    for name in ("fmod", "remainder"):
        yield _case("elementwise", f"{name}.Tensor_out", lambda: [_normal(), _unit()])
    for mode in ("floor", "trunc"):
        yield _case("elementwise", "div.out_mode", lambda m=mode: [_normal(), _unit(), m], f"div {mode}")
    yield _case("elementwise", "floor_divide.out", lambda: [_normal(), _unit()])
    yield _case("elementwise", "pow.Tensor_Tensor_out", lambda: [_unit(), _normal()])
    yield _case("elementwise", "pow.Scalar_out", lambda: [2.5, _normal()], "pow of number")
    yield _case("elementwise", "rsub.Scalar_out", lambda: [_normal(), 1.0, 1])
    yield _case("elementwise", "clamp.Tensor_out", lambda: [_normal(), _normal(), _normal()], "clamp tensors")
    yield _case("elementwise", "masked_fill.Scalar_out", lambda: [_normal(), _mask(), 0.0])
    yield _case(
        "elementwise",
        "masked_fill.Scalar_out",
        lambda: [torch.randn(12, 128, 128), torch.randn(128, 128) > 0, -1e9],
        "masked_fill heads",
    )


def _masks() -> Iterator[Case]:
    for name in ("and", "or", "xor"):
        yield _case("elementwise", f"logical_{name}.out", lambda: [_mask(), _mask()], functional=True)
    yield _case(
        "elementwise",
        "logical_and.out",
        lambda: [_normal(), _normal()],
        "logical_and floats",
        functional=True,
    )
    for name in ("and", "or", "xor"):
        op = f"bitwise_{name}.Tensor_out"
        yield _case("elementwise", op, lambda: [_mask(), _mask()], functional=True)
    yield _case("elementwise", "bitwise_not.out", lambda: [_mask()], functional=True)
    yield _case(
        "elementwise",
        "logical_and.out",
        lambda: [torch.randn(1, 256, 256) > 0, torch.randn(4, 1, 256) > 0],
        "logical_and broadcast",
        functional=True,
    )


def _of_integers() -> Iterator[Case]:
    for dtype, label in ((torch.int32, "Int"), (torch.int64, "Long")):

        def both(dtype: torch.dtype = dtype) -> list:
            return [
                torch.randint(-100000, 100000, (_N,), dtype=dtype),
                torch.randint(1, 30, (_N,), dtype=dtype),
            ]

        def number(dtype: torch.dtype = dtype) -> list:
            return [both(dtype)[0], 3]

        for op in ("bitwise_left_shift", "bitwise_right_shift", "remainder", "fmod"):
            yield _case("elementwise", f"{op}.Tensor_out", both, f"{op} {label}")
        for op in ("__lshift__.Scalar_out", "__rshift__.Scalar_out", "remainder.Scalar_out"):
            yield _case("elementwise", op, number, f"{op.partition('.')[0]} {label} by 3")
        yield _case("elementwise", "floor_divide.out", both, f"floor_divide {label}")
        yield _case("elementwise", "div.out_mode", lambda b=both: [*b(), "trunc"], f"div trunc {label}")


def math_cases() -> Iterator[Case]:
    """All cases, in the order of the report."""
    yield from _unary()
    yield from _of_two()
    yield from _masks()
    yield from _of_integers()
