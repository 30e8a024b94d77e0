"""Scalars around the limits of dtypes: kernels compute the same as PyTorch, and refuse the same calls."""

import math

import pytest
import torch
from hosts import either_host
from kernel_testing.host import Out

__all__ = ["either_host"]

INTEGERS = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
FLOATS = (torch.float16, torch.bfloat16, torch.float32, torch.float64)
ONES = [2, 2]


def ones(dtype: torch.dtype) -> torch.Tensor:
    return torch.ones(ONES, dtype=dtype)


def signs(dtype: torch.dtype) -> torch.Tensor:
    """Numbers below, at and above zero; for unsigned dtypes, at and above zero."""
    return torch.tensor([0.0, 1.0, 2.0, -1.0 if dtype.is_signed else 3.0]).to(dtype)


def checkered() -> torch.Tensor:
    return torch.tensor([[True, False], [False, True]])


# Calls of operators by dtype and number: the overload and its arguments before the out.
CALLS = {
    "add alpha": ("add.out", lambda t, n: [ones(t), ones(t), n]),
    "add alpha, one": ("add.out", lambda t, n: [ones(t), torch.ones([], dtype=t), n]),
    "add.Scalar other": ("add.Scalar_out", lambda t, n: [ones(t), n, 1]),
    "add.Scalar alpha": ("add.Scalar_out", lambda t, n: [ones(t), 1, n]),
    "sub alpha": ("sub.out", lambda t, n: [ones(t), ones(t), n]),
    "sub.Scalar alpha": ("sub.Scalar_out", lambda t, n: [ones(t), 1, n]),
    "rsub.Scalar alpha": ("rsub.Scalar_out", lambda t, n: [ones(t), 1, n]),
    "addmm beta": ("addmm.out", lambda t, n: [ones(t), ones(t), ones(t), n, 1]),
    "addmm alpha": ("addmm.out", lambda t, n: [ones(t), ones(t), ones(t), 1, n]),
    "addmm beta, no product": (
        "addmm.out",
        lambda t, n: [ones(t), torch.ones(2, 0, dtype=t), torch.ones(0, 2, dtype=t), n, 1],
    ),
    "addmm alpha, no product": (
        "addmm.out",
        lambda t, n: [ones(t), torch.ones(2, 0, dtype=t), torch.ones(0, 2, dtype=t), 1, n],
    ),
    "baddbmm beta": ("baddbmm.out", lambda t, n: [*[ones(t)[None]] * 3, n, 1]),
    "baddbmm alpha": ("baddbmm.out", lambda t, n: [*[ones(t)[None]] * 3, 1, n]),
    "fill": ("fill.Scalar_out", lambda t, n: [ones(t), n]),
    "full": ("full.out", lambda _, n: [ONES, n]),
    "full_like": ("full_like.out", lambda t, n: [ones(t), n, None]),
    "scalar_tensor": ("scalar_tensor.out", lambda _, n: [n]),
    "masked_fill": ("masked_fill.Scalar_out", lambda t, n: [ones(t), checkered(), n]),
    "scatter.value": (
        "scatter.value_out",
        lambda t, n: [ones(t), 0, torch.zeros(1, 2, dtype=torch.int64), n],
    ),
    "constant_pad_nd": ("constant_pad_nd.out", lambda t, n: [ones(t), [1, 0], n]),
    "hardtanh low": ("hardtanh.out", lambda t, n: [signs(t), n, 1]),
    "hardtanh high": ("hardtanh.out", lambda t, n: [signs(t), 0, n]),
    "clamp min": ("clamp.out", lambda t, n: [signs(t), n, None]),
    "clamp max": ("clamp.out", lambda t, n: [signs(t), None, n]),
    "elu alpha": ("elu.out", lambda t, n: [signs(t), n, 1, 1]),
    "elu scale": ("elu.out", lambda t, n: [signs(t), 1, n, 1]),
    "elu input_scale": ("elu.out", lambda t, n: [signs(t), 1, 1, n]),
    "leaky_relu": ("leaky_relu.out", lambda t, n: [signs(t), n]),
}


def numbers(dtype: torch.dtype) -> list[int | float]:
    """Numbers around the limits of a dtype and of the next larger dtypes, NaN and infinities."""
    longs = torch.iinfo(torch.int64)
    if dtype.is_floating_point:
        largest = torch.finfo(dtype).max
        # From half an ulp above its limit, Half rounds to infinity; for Half, PyTorch multiplies by a Float,
        # whose limits apply as well.
        ends = [
            largest,
            largest * (1 + 2.0**-20),
            65519.0,
            65520.0,
            1e6,
            3.4028234663852886e38,
            3.402824e38,
            1e300,
        ]
        ends = [end for end in ends if math.isfinite(end)]
        return [*ends, *(-end for end in ends), math.inf, -math.inf, math.nan, longs.max, longs.min, 0, -0.5]
    least, largest = torch.iinfo(dtype).min, torch.iinfo(dtype).max
    ends = {
        least - 1,
        least,
        largest,
        largest + 1,
        -largest - 1,
        -largest,
        -1,
        -129,
        300,
        longs.min,
        longs.max,
    }
    whole = sorted(end for end in ends if longs.min <= end <= longs.max)
    # 2^63 is left out: its conversion to an integer in PyTorch depends on the machine.
    halves = [half for half in (largest + 0.5, least - 0.5) if half != 2.0**63]
    return [*whole, *halves, -0.5, 0.5, 255.5, math.inf, -math.inf, math.nan]


def expected(op: str, values: list[object], dtype: torch.dtype) -> torch.Tensor | None:
    """PyTorch's result in an out of the dtype; none if it refuses the call."""
    name, overload = op.split(".")
    operator = getattr(getattr(torch.ops.aten, name), overload)
    names = [argument.name for argument in operator._schema.arguments if not argument.is_out]
    try:
        return operator(**dict(zip(names, values, strict=False)), out=torch.empty(0, dtype=dtype))
    except (RuntimeError, ValueError):
        return None


def check(host, op: str, values: list[object], dtype: torch.dtype) -> str | None:
    """Describes what is wrong with the answer to a call; None if it is right."""
    wanted = expected(op, values, dtype)
    shape = ONES if wanted is None else wanted.shape
    answer = host.call(f"aten::{op}", [*values, Out(torch.ones(shape, dtype=dtype))])
    if (answer.error == 0) != (wanted is not None):
        return f"{'refused' if answer.error else 'accepted'}; PyTorch: {wanted}"
    # Exponentials differ by rounding.
    tolerance = torch.finfo(dtype).eps * 2 if op == "elu.out" and dtype.is_floating_point else 0
    if wanted is not None and not torch.allclose(
        answer.outs[0], wanted, rtol=tolerance, atol=0, equal_nan=True
    ):
        return f"{answer.outs[0].tolist()}; PyTorch: {wanted.tolist()}"
    return None


@pytest.mark.parametrize("call", CALLS)
def test_numbers_around_the_ends_of_dtypes(either_host, call):
    op, values_of = CALLS[call]
    wrong = {}
    for dtype in (*INTEGERS, *FLOATS):
        for number in numbers(dtype):
            difference = check(either_host, op, values_of(dtype, number), dtype)
            if difference:
                wrong[dtype, number] = difference
    assert not wrong, "\n".join(f"{case}: {difference}" for case, difference in wrong.items())


# Operators that set elements to a number, for any dtype.
SETTERS = ("fill", "full", "full_like", "scalar_tensor", "masked_fill", "scatter.value", "constant_pad_nd")


@pytest.mark.parametrize("call", SETTERS)
def test_numbers_of_a_bool(either_host, call):
    """Every number except 0 is True."""
    op, values_of = CALLS[call]
    for number in (0, 1, 2, -1, 256, 0.0, 0.5, -0.5, 0.999, 1e30, 1e300, math.nan, math.inf):
        zeros = [
            torch.zeros_like(value) if isinstance(value, torch.Tensor) and i == 0 else value
            for i, value in enumerate(values_of(torch.bool, number))
        ]
        assert check(either_host, op, zeros, torch.bool) is None, number


@pytest.mark.parametrize(
    "bounds",
    [(math.nan, 1.0), (-1.0, math.nan), (math.nan, math.nan), (math.inf, -math.inf), (2.0, -2.0)],
)
@pytest.mark.parametrize("dtype", FLOATS)
def test_bounds_that_are_no_numbers(either_host, dtype, bounds):
    values = torch.tensor([-2.0, 0.0, 2.0, math.nan] * 9, dtype=dtype)
    assert check(either_host, "hardtanh.out", [values, *bounds], dtype) is None


@pytest.mark.parametrize("dtype", FLOATS)
def test_elu_of_numbers_that_are_not_finite(either_host, dtype):
    values = torch.tensor([-1.0, -0.0, 0.0, 2.0, math.nan, math.inf, -math.inf] * 5, dtype=dtype)
    for special in (math.inf, -math.inf, math.nan):
        for position in range(3):
            factors = [special if i == position else 1 for i in range(3)]
            assert check(either_host, "elu.out", [values, *factors], dtype) is None, factors


@pytest.mark.parametrize("dtype", [torch.int64, torch.float32, torch.uint8])
def test_steps_that_do_not_lead_to_the_end(either_host, dtype):
    for start, end, step in [
        (0, 5, -1),
        (0, 5, -10),
        (5, 0, 10),
        (5, 0, -10),
        (0, 0, -1),
        (0, 0, 1),
        (0, 5, 0),
    ]:
        assert check(either_host, "arange.start_out", [start, end, step], dtype) is None, (start, end, step)


def test_results_of_another_dtype(either_host):
    floats, bytes_ = ones(torch.float32), ones(torch.uint8)
    for dtype in (torch.float32, torch.float64, torch.float16):
        for approximate in ("none", "tanh"):
            answer = either_host.call("aten::gelu.out", [floats, approximate, Out(ones(dtype))])
            assert (answer.error == 0) == (dtype == torch.float32)
    for op in ("add.Scalar_out", "sub.Scalar_out", "rsub.Scalar_out"):
        for dtype in (torch.uint8, torch.int8, torch.int16, torch.float32):
            assert check(either_host, op, [bytes_, 1, 1], dtype) is None, (op, dtype)


def test_size_that_is_cut_to_32_bits(either_host):
    for size in ([2**32 + 1, 4], [2**32 + 4], [2**32 - 1, 4], [-(2**32), 4]):
        answer = either_host.call("aten::view_copy.out", [ones(torch.float32), size, Out(torch.ones(1, 4))])
        assert answer.error, size


def test_windows_that_do_not_fit(either_host):
    """The out of a pool has no elements: PyTorch refuses it, even if the ceil mode rounds its size up."""
    images = torch.ones(1, 1, 3, 3)
    for kernel, stride, dilation in [
        (4, 1, 1),
        (5, 2, 1),
        (5, 3, 1),
        (2, 2, 4),
        (3, 3, 1),
        (4, 2, 1),
        (6, 4, 1),
    ]:
        geometry = [[kernel] * 2, [stride] * 2, [0, 0]]
        try:
            wanted = torch.max_pool2d(images, kernel, stride, 0, dilation, ceil_mode=True)
        except RuntimeError:
            wanted = None
        out = torch.empty(1, 1, 1, 1)
        outs = [Out(out), Out(out.to(torch.int64))]
        values = [images, *geometry, [dilation] * 2, True]
        answer = either_host.call("aten::max_pool2d_with_indices.out", [*values, *outs])
        assert (answer.error == 0) == (wanted is not None), values[1:]


def test_quarter_turns_are_exact(either_host):
    for dtype in (torch.float32, torch.float64):
        out = torch.empty(3, dtype=dtype.to_complex())
        line = torch.tensor([0, 1, 2, 3], dtype=dtype)
        answer = either_host.call("aten::_fft_r2c.out", [line, [0], 0, True, Out(out)])
        assert answer.outs[0].tolist() == [6, -2 + 2j, -2]
