"""The optimized elementwise kernels beyond arithmetic: masks, choices, remainders, powers."""

import itertools
import math

import pytest
import torch
from kernel_testing.host import Out
from test_optimized_broadcast import SHAPES
from test_optimized_integers import DTYPES as INTEGERS
from test_optimized_integers import SMALL, integers
from test_optimized_sizes import call, check, few_values, host, numbers

__all__ = ["host"]

FLOATS = [torch.float32, torch.float16, torch.bfloat16]
SIZES = [1, 7, 33, 70, 5001]
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 4.0, 1e10, -1e30, 1e-40, math.inf, -math.inf, math.nan]


def special_pairs() -> tuple[torch.Tensor, torch.Tensor]:
    a, b = zip(*itertools.product(SPECIAL, SPECIAL), strict=True)
    return torch.tensor(a), torch.tensor(b)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("dtype", [torch.bool, *SMALL, *INTEGERS])
def test_bits(host, dtype, n):
    a, b = (integers(torch.int32, n + i)[i:].to(dtype) for i in (0, 1))
    for name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
        check(host, f"{name}.Tensor_out", [a, b], (getattr(torch, name)(a, b),))
        check(host, f"{name}.Tensor_out", [a, b[:1]], (getattr(torch, name)(a, b[:1]),))
        for number in (True, 1, 5, -3, 1 << 40):
            check(host, f"{name}.Scalar_out", [a, number], (getattr(torch, name)(a, number),))
    check(host, "bitwise_not.out", [a], (a.bitwise_not(),))


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("dtype", [torch.bool, *SMALL, *INTEGERS, *FLOATS, torch.float64])
def test_masks(host, dtype, n):
    a, b = (few_values(n + i)[i:] for i in (0, 1))
    if not dtype.is_floating_point:
        a, b = (x.nan_to_num(1, neginf=0).clamp(min=0) for x in (a, b))
    a, b = a.to(dtype), b.to(dtype)
    for name in ("logical_and", "logical_or", "logical_xor"):
        check(host, f"{name}.out", [a, b], (getattr(torch, name)(a, b),))
    for name in ("isnan", "isinf", "signbit"):
        check(host, f"{name}.out", [a], (getattr(torch, name)(a),))


@pytest.mark.parametrize("dtype", [*FLOATS, torch.float64])
def test_signs(host, dtype):
    x = torch.tensor([*SPECIAL, -math.nan]).to(dtype)
    x = torch.cat([x, x.neg(), x.abs(), -x.abs()])
    check(host, "signbit.out", [x], (x.signbit(),))


@pytest.mark.parametrize("dtype", FLOATS)
def test_gammas(host, dtype):
    """The values include poles, and zeros below -2, where some elements of a vector are computed alone."""
    zeros = [-2.457024738220801, -2.747682646727413, -3.143580888349980, -5.008682168187822]
    lists = (SPECIAL, [1, 2, 1 + 2**-23, 2 - 2**-23, -1, -7, 171.5, 1e36, 5e36], zeros)
    x = torch.cat([torch.tensor(each, dtype=torch.float64).to(dtype) for each in lists])
    for values in (x, torch.arange(-1000, 1000).div(64).to(dtype), numbers(5001).mul(4).to(dtype)):
        check(host, "lgamma.out", [values], (values.double().lgamma().to(dtype),))


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("dtype", [*SMALL, *INTEGERS])
def test_shifts(host, dtype, n):
    """Shift counts may exceed the bits of an integer; all bits are then shifted out."""
    a = integers(torch.int32, n).to(dtype)
    b = integers(torch.int32, n + 1)[1:]
    b = torch.where(torch.arange(n) % 2 == 0, b % (torch.iinfo(dtype).bits + 2) - 1, b).to(dtype)
    for name, other, f in (("bitwise_left_shift", "__lshift__", torch.bitwise_left_shift),
                           ("bitwise_right_shift", "__rshift__", torch.bitwise_right_shift)):  # fmt: skip
        check(host, f"{name}.Tensor_out", [a, b], (f(a, b),))
        check(host, f"{other}.Tensor_out", [a, b[:1]], (f(a, b[:1]),))
        for number in (0, 1, 5, 7, 8, 31, 32, 63, 64, True):
            check(host, f"{name}.Tensor_Scalar_out", [a, number], (f(a, number),))
            check(host, f"{other}.Scalar_out", [a, number], (f(a, number),))


@pytest.mark.parametrize("shapes", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", [torch.bool, *SMALL])
def test_what_is_broadcast(host, dtype, shapes):
    for a, b in (shapes, shapes[::-1]):
        a, b = (integers(torch.int32, *shape).to(dtype) for shape in (a, b))
        check(host, "bitwise_xor.Tensor_out", [a, b], (a ^ b,))
        check(host, "logical_and.out", [a, b], (torch.logical_and(a, b),))


@pytest.mark.parametrize("dtype", [*SMALL, *INTEGERS])
def test_integers(host, dtype):
    for n in SIZES:
        a, b = (integers(torch.int32, n + i)[i:].to(dtype) for i in (0, 1))
        for name in ("maximum", "minimum"):
            check(host, f"{name}.out", [a, b], (getattr(torch, name)(a, b),))
        for name in ("abs", "neg", "sign", "floor", "round"):
            check(host, f"{name}.out", [a], (getattr(torch, name)(a),))
        for alpha in (1, 3):
            check(host, "rsub.Tensor_out", [a, b, alpha], (torch.rsub(a, b, alpha=alpha),))
            check(host, "rsub.Scalar_out", [a, 7, alpha], (torch.rsub(a, 7, alpha=alpha),))
        for power in (2, 3, 5):
            check(host, "pow.Tensor_Scalar_out", [a, power], (a**power,))
        for limits in ((a.flip(0), b), (None, b), (b, None)):
            check(host, "clamp.Tensor_out", [a, *limits], (torch.clamp(a, *limits),))


CHOICES = [
    *(((n,), (n,), (n,)) for n in SIZES),
    ((5, 1, 40), (5, 33, 40), (40,)),
    ((40, 40), (3, 40, 40), (1,)),
    ((7, 1), (7, 300), (1, 300)),
    ((1,), (1,), (200, 3)),
    ((3, 1, 1), (1, 5, 1), (70,)),
]


@pytest.mark.parametrize("shapes", CHOICES, ids=str)
@pytest.mark.parametrize("dtype", [torch.bool, *SMALL, *INTEGERS, *FLOATS, torch.float64])
def test_choices(host, dtype, shapes):
    condition = few_values(*shapes[0]) > 0
    a, b = (integers(torch.int32, *shape).to(dtype) for shape in shapes[1:])
    check(host, "where.self_out", [condition, a, b], (torch.where(condition, a, b),))
    for value in (1, True, *([-0.5, math.inf] if dtype.is_floating_point else [])):
        check(host, "masked_fill.Scalar_out", [b, condition, value], (b.masked_fill(condition, value),))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(6,), (5, 34), (4, 3, 70), (2, 6, 5, 1100)], ids=str)
def test_gates(host, shape, dtype):
    x = numbers(*shape).to(dtype)
    for dim in range(len(shape)):
        if shape[dim] % 2 == 0:
            check(host, "glu.out", [x, dim], call("glu", x, dim))
            check(host, "glu.out", [x, dim], call("glu", x, dim), last=True)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("dtype", FLOATS)
def test_remainders(host, dtype, n):
    a, b = (numbers(n + 7 * i)[7 * i :].mul(10).to(dtype) for i in (0, 1))
    check(host, "fmod.Tensor_out", [a, b], (torch.fmod(a, b),))
    check(host, "remainder.Tensor_out", [a, b], (torch.remainder(a, b),))
    check(host, "floor_divide.out", [a, b], (torch.floor_divide(a, b),))
    for number in (0.5, -3, 1e-5):
        check(host, "fmod.Scalar_out", [a, number], (torch.fmod(a, number),))
        check(host, "remainder.Scalar_out", [a, number], (torch.remainder(a, number),))
    for mode in ("floor", "trunc"):
        # PyTorch rounds quotients to Half and BFloat16 before it truncates them.
        for op, divisor in (("div.out_mode", b), ("div.Scalar_mode_out", -3)):
            wide = divisor.float() if divisor is b else divisor
            expected = torch.div(a.float(), wide, rounding_mode=mode).to(dtype)
            check(host, op, [a, divisor, mode], (expected,))


DIVISIONS = {
    "floor_divide.out": torch.floor_divide,
    "remainder.Tensor_out": torch.remainder,
    "fmod.Tensor_out": torch.fmod,
    "div.out_mode": lambda a, b: torch.div(a, b, rounding_mode="trunc"),
}


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("dtype", [*SMALL, *INTEGERS])
def test_divided_integers(host, dtype, n):
    """Vectors with small integers, large ones, and both; for Long, also values around 2^51 and 2^53."""
    drawn = torch.int32 if dtype in SMALL else dtype
    a, b = (integers(drawn, n + 7 * i)[7 * i :].to(dtype) for i in (0, 1))
    few = integers(torch.int32, n).to(dtype) % 100
    b = torch.where(b == 0, 3, b)
    pairs = [(a, b), (few, torch.where(b < 3, b, 7)), (b * few, b)]
    if dtype == torch.int64:
        powers = (1 << torch.randint(50, 54, (n,))) + torch.randint(-2, 2, (n,))
        pairs += [
            (powers, torch.where(b.abs() < 3, b, 5)),
            (-powers, powers.flip(0)),
            (powers // 4, b.sign()),
        ]
    for x, y in pairs:
        for op, f in DIVISIONS.items():
            check(host, op, [x, y, *(["trunc"] if op == "div.out_mode" else [])], (f(x, y),))
    for number in (-3, 7, 100):
        check(host, "remainder.Scalar_out", [a, number], (a.remainder(number),))
        check(host, "fmod.Scalar_out", [a, number], (a.fmod(number),))
        for mode in ("floor", "trunc"):
            arguments = [a, number, mode]
            expected = torch.div(a, number, rounding_mode=mode)
            check(host, "div.Scalar_mode_out", arguments, (expected,))


@pytest.mark.parametrize("dtype", [*SMALL, *INTEGERS])
def test_integers_that_cannot_be_divided(host, dtype):
    """The quotient of the lowest integer and -1 wraps around; PyTorch may crash on it."""
    lowest = torch.full((37,), torch.iinfo(dtype).min, dtype=dtype)
    if dtype != torch.uint8:
        for op in DIVISIONS:
            expected = lowest if "div" in op else torch.zeros_like(lowest)
            mode = ["trunc"] if op == "div.out_mode" else []
            check(host, op, [lowest, torch.full_like(lowest, -1), *mode], (expected,))
    divisor = torch.arange(36, -1, -1).to(dtype)  # the last divisor is 0
    for op in DIVISIONS:
        mode = ["trunc"] if op == "div.out_mode" else []
        answer = host.call(f"aten::{op}", [lowest, divisor, *mode, Out(torch.full_like(lowest, 5))])
        assert answer.error != 0, op
        assert answer.intact, op
        assert torch.equal(answer.outs[0], torch.full_like(lowest, 5)), op


def test_remainders_are_exact(host):
    """PyTorch loses precision in the remainder if the quotient is huge."""
    torch.manual_seed(0)
    bits = torch.randint(-(1 << 31), 1 << 31, (2, 4000), dtype=torch.int64).to(torch.int32)
    a, b = (x.view(torch.float32) for x in bits)
    a, b = (torch.cat(pair) for pair in zip((a, b), special_pairs(), strict=True))
    expected = torch.tensor([math.fmod(x, y) if math.isfinite(x) and y != 0 else math.nan for x, y in zip(
        a.tolist(), b.tolist(), strict=True)])  # fmt: skip
    check(host, "fmod.Tensor_out", [a, b], (expected,))


def test_powers(host):
    a, b = special_pairs()
    exact = a.double().pow(b.double()).float()
    check(host, "pow.Tensor_Tensor_out", [a, b], (exact,))
    for number in SPECIAL:
        check(host, "pow.Scalar_out", [number, b], (torch.full_like(b, number).double().pow(b).float(),))
        check(host, "pow.Tensor_Scalar_out", [a, number], call("pow.Tensor_Scalar", a, number))
    for n in SIZES:
        x = numbers(n).abs()
        for power in (2, 3, 0.5, -0.5, 1.7, -2):
            check(host, "pow.Tensor_Scalar_out", [x, power], (x**power,))


@pytest.mark.parametrize("dtype", FLOATS)
def test_special_values(host, dtype):
    a, b = (x.to(dtype) for x in special_pairs())
    for name in ("maximum", "minimum", "fmax", "fmin", "copysign", "atan2", "hypot"):
        check(host, f"{name}.out", [a, b], (getattr(torch, name)(a, b),))
    for name in ("abs", "neg", "sign", "floor", "ceil", "round", "trunc", "reciprocal", "sqrt"):
        check(host, f"{name}.out", [a], (getattr(torch, name)(a),))
    halves = torch.arange(-300, 300).to(dtype) / 2
    check(host, "round.out", [halves], (halves.round(),))
    check(host, "leaky_relu.out", [a, 0.3], call("leaky_relu", a, 0.3))
    for eps in (None, 0.1, 0.7, -1.0):
        inside = a
        if eps is not None and eps >= 0:
            # The limits have the dtype, and each result is rounded once.
            low = torch.tensor(eps, dtype=dtype)
            inside = torch.where(a < low, low, torch.where(a > 1 - low, 1 - low, a))
        check(host, "logit.out", [a, eps], (torch.logit(inside.float()).to(dtype),))
