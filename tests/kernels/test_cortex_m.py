"""The kernels of int8 models for microcontrollers equal the exporter's own operators, bit for bit."""

import itertools
import math

import pytest
import torch
from custom_operators import Library, LibraryTests
from etgen.dtypes import DType
from kernel_testing import samples
from kernel_testing.host import DTYPES, Out, plain
from kernel_testing.sources import CHANNELS_LAST
from test_portable import a_part

LIBRARY = Library("cortex_m", is_exact=lambda op: True)

CHAR, SHORT = torch.int8, torch.int16
# 0-dim, empty, more than a chunk, images.
SHAPES = ((), (0, 3), (3, 70), (2, 3, 5, 4), (1, 1, 4, 1))
SCRATCH = torch.zeros(4, dtype=torch.uint8)


def integers(*shape, dtype=CHAR, low=None, high=None):
    ends = torch.iinfo(dtype)
    low, high = ends.min if low is None else low, ends.max if high is None else high
    return torch.randint(low, high + 1, shape, dtype=torch.int64).to(dtype)


def channels_last(x):
    return x.to(memory_format=torch.channels_last)


def fixed(scale):
    """A scale, as a multiplier and a shift."""
    mantissa, shift = math.frexp(scale)
    return round(mantissa * 2**31), shift


def per_channel(count, scale):
    """Multipliers and shifts that scale sums of up to about 1 / scale to the range of int8."""
    pairs = [fixed(scale * (0.5 + float(torch.rand(())))) for _ in range(count)]
    return tuple(torch.tensor(values, dtype=torch.int32) for values in zip(*pairs, strict=True))


def quantizations():
    for shape, dtype in itertools.product(SHAPES, (CHAR, SHORT)):
        ends = torch.iinfo(dtype)
        x = torch.randn(shape) * 9
        x = torch.where(torch.rand(shape) < 0.5, (x * 4).round() / 4, x)  # halfway between steps
        if x.numel() > 8:
            x.view(-1)[:6] = torch.tensor([torch.inf, -torch.inf, torch.nan, 0.0, -0.0, 1e30])
        for scale, zero_point, low, high in ((0.5, 3, ends.min, ends.max), (0.0123, -100, -90, 100)):
            more = (scale, zero_point, low, high, DTYPES[dtype])
            yield "quantize_per_tensor", x, *more
            yield "dequantize_per_tensor", integers(*shape, dtype=dtype), *more


# Scales of inputs and result: an exporter's scales, and scales for which all values round or saturate.
REQUANTIZED = ((0.4, 0.7, 2**-19), (0.5, 0.5, 2**-20), (0.9999, 0.003, 2**-21), (0.7, 0.7, 2**-14))


def elementwise():
    pairs = [(integers(*shape), integers(*shape)) for shape in SHAPES]
    image, channels = channels_last(integers(2, 3, 5, 4)), channels_last(integers(1, 3, 1, 1))
    pairs += [(image, channels), (channels, image), (channels, channels)]
    for (a, b), (left, right, scale) in itertools.product(pairs, REQUANTIZED):
        of_a, of_b, low = fixed(left), fixed(right), -100 if scale < 2**-19 else -128
        yield "quantized_add", a, -128, *of_a, b, 17, *of_b, -3, *fixed(scale), low, 90
        yield "quantized_mul", a, -3, b, 127, 5, *fixed(left * right / 30)
    a, b = pairs[3]
    yield "quantized_mul", a, 0, b, 0, 0, 2**31 - 1, 31  # wraps around
    yield "quantized_mul", a, 2**31 - 1, b, -(2**31), -(2**31), -(2**31), -63
    yield "quantized_add", a, 2**31 - 1, 2**31 - 1, 31, b, 9, 1, -63, 2**31 - 1, 2**30, 5, 50, -50
    for shape, dtype in itertools.product(SHAPES, (CHAR, SHORT)):
        a, b = integers(*shape, dtype=dtype), integers(*shape, dtype=dtype, low=-9, high=9)
        yield "quantized_div", a, 3, b, 2, -5, 2.7
        yield "quantized_div", a, 3, b, 2, 100, 0.031
    for shape in SHAPES:
        yield "quantized_activation", integers(*shape), integers(256)
    for op, dtype in itertools.product(("minimum", "maximum"), (CHAR, torch.float32, torch.int32)):
        for left, right in (((2, 3, 5, 4), (2, 3, 5, 4)), ((3, 70), ()), ((2, 1, 4), (3, 1)), ((0, 3), (1,))):
            yield op, (torch.randn(left) * 50).to(dtype), (torch.randn(right) * 50).to(dtype)


def products():
    for rows, bias, of_kernel in itertools.product(((), (1,), (3, 5), (0,)), (True, False), (True, False)):
        x, weights, sums = (
            integers(*rows, 70),
            integers(9, 70),
            integers(9, dtype=torch.int32, low=-999, high=999),
        )
        multiplier, shift = fixed(0.0003)
        offsets = (128, 0 if of_kernel else 3, -7)
        more = ([multiplier], [shift], 120, -128)
        yield "quantized_linear", x, weights, sums if bias else None, None, *offsets, *more
        if of_kernel:
            sums = weights.sum(1, keepdim=True).T.int() * 128 + sums
            yield "quantized_linear", x, weights, None, sums if bias else sums[0], *offsets, *more
    for batch, rows, inner, columns in (
        (2, 3, 70, 5),
        (1, 1, 1, 1),
        (2, 0, 3, 4),
        (0, 2, 3, 4),
        (1, 2, 0, 3),
    ):
        a, b = integers(batch, rows, inner), integers(batch, columns, inner)
        yield "quantized_batch_matmul", a, 7, b, -9, 4, *fixed(0.0007), SCRATCH


def softmaxes():
    for shape, dim in (((3, 70), 1), ((3, 70), 0), ((2, 3, 5, 4), -3), ((1, 512), 1), ((0, 3), 1), ((), 0)):
        for scale in (0.05, 0.5, 1e-6):
            # The exporter scales differences to 26 fraction bits.
            multiplier, shift = fixed(scale * 2**26)
            yield "softmax", integers(*shape), dim, 3, -128, multiplier, shift, -200


def movement():
    for dtype, perm in itertools.product(
        (CHAR, torch.float32), ([0, 1, 2, 3], [0, 2, 3, 1], [3, -2, 0, 1], [2, 0, 1], [1, 0], [])
    ):
        yield "transpose", integers(*(2, 3, 5, 4)[: len(perm)]).to(dtype), perm
    for dtype, before, after in itertools.product(
        (CHAR, torch.float32), ([0, 1, 2, 0], [0, 0, 0, 0]), ([0, 0, 1, 3], [0, 0, 0, -1])
    ):
        for shape in SHAPES[1:]:
            yield "pad", integers(*shape).to(dtype), before, after, -7
        yield "pad", channels_last(integers(2, 3, 5, 4).to(dtype)), before, after, 5


# Input, out channels, kernel, stride, padding, dilation.
CONVOLUTIONS = (
    ((1, 3, 5, 4), 4, (3, 3), (1, 1), (1, 1), (1, 1)),
    ((2, 2, 7, 6), 6, (3, 2), (2, 1), (0, 1), (1, 2)),
    ((1, 70, 1, 1), 3, (1, 1), (1, 1), (0, 0), (1, 1)),
    ((1, 1, 9, 2), 2, (4, 1), (3, 2), (2, 0), (2, 1)),
)


def as_nhwc(x):
    return x.permute(0, 2, 3, 1).contiguous()


def in_both_layouts(op, x, *more):
    yield op, x, *more
    yield op, channels_last(x), *more
    yield f"{op}_nhwc", as_nhwc(x), *more


def convolutions():
    for shape, channels, kernel, *geometry in CONVOLUTIONS:
        x, inputs = integers(*shape), shape[1]
        bias = integers(channels, dtype=torch.int32, low=-9999, high=9999)
        scales = per_channel(channels, 0.002)
        for added, groups in itertools.product((bias, None), {1, inputs if channels % inputs == 0 else 1}):
            weight = integers(channels, *kernel, inputs // groups)
            more = (*geometry, 128, -5, *scales, -128, 127, SCRATCH)
            yield from in_both_layouts("quantized_conv2d", x, weight, added, *more)
        count = inputs * 2
        scales = per_channel(count, 0.01)
        weight = integers(1, *kernel, count)
        more = (*geometry, 2, -3, 7, *scales, -100, 90, SCRATCH)
        yield from in_both_layouts("quantized_depthwise_conv2d", x, weight, None, *more)


def transposed_convolutions():
    for (shape, channels, kernel, stride, padding, dilation), more in itertools.product(
        CONVOLUTIONS, ((0, 0), (1, 0))
    ):
        if any(m >= max(s, d) for m, s, d in zip(more, stride, dilation, strict=True)):
            continue
        x, weight = integers(*shape), integers(channels, *kernel, shape[1])
        bias = integers(channels, dtype=torch.int32, low=-9999, high=9999)
        geometry = (stride, padding, more, dilation, 3, -5)
        scales = per_channel(channels, 0.002)
        arguments = (weight, bias, *geometry, *scales, -128, 127, SCRATCH, SCRATCH)
        yield from in_both_layouts("quantized_transpose_conv2d", x, *arguments)


def pools():
    cases = (([2, 2], [2, 2], [0, 0]), ([3], [1], [1]), ([3, 2], [2, 3], [1, 0]), ([5, 4], [1, 1], [2, 2]))
    for shape, (kernel, stride, padding) in itertools.product(((2, 3, 5, 4), (1, 1, 5, 6)), cases):
        x = integers(*shape)
        for ceil, scale in itertools.product((False, True), (0.043, 0.5)):
            more = (kernel, stride, padding, ceil, -11, *fixed(scale), SCRATCH)
            yield from in_both_layouts("quantized_avg_pool2d", x, *more)
        more = (kernel, stride, padding, [1, 1], False, 4, 4, -100, 90)
        yield from in_both_layouts("quantized_max_pool2d", x, *more)


def sample(i: int, op: str, *inputs: object) -> samples.Sample:
    schema, values = LIBRARY.schemas[f"{op}.out"], tuple(plain(list(inputs)))
    expected = LIBRARY.references(schema, values)
    case = f"{schema.name}/{DType(DTYPES[inputs[0].dtype]).name}/{i}"
    return samples.Sample(schema, case, values, samples.fitting_outs(expected), expected)


@pytest.fixture(scope="module")
def calls():
    torch.manual_seed(0)
    families = (quantizations(), elementwise(), products(), softmaxes(), movement(), convolutions())
    families += (transposed_convolutions(), pools())
    return [sample(i, *call) for i, call in enumerate(itertools.chain(*families))]


class TestLibrary(LibraryTests):
    library = LIBRARY


def test_channels_last_gives_the_same(calls):
    # The arguments of `pad` are in memory order.
    others = [call for call in calls if "pad" not in call.op]
    LIBRARY.expect_results_in_order(others[::3], CHANNELS_LAST[4], "channels_last")


def test_wrong_calls_fail_cleanly(calls):
    LIBRARY.expect_clean_failures(list(a_part(calls, 6)))


def test_runs_for_the_selected_dtypes_and_for_no_other(calls):
    # Most of the operators support only one set of dtypes.
    several = ("quantize_per_tensor", "div", "minimum", "maximum", "transpose.", "pad")
    LIBRARY.expect_selected_dtypes([call for call in calls if any(name in call.op for name in several)])


IMAGE, WEIGHT = torch.ones(1, 2, 4, 4, dtype=CHAR), torch.ones(3, 3, 3, 2, dtype=CHAR)
NUMBERS = torch.ones(3, dtype=torch.int32)


@pytest.mark.parametrize(
    "changed",
    [
        {"input": torch.ones(1, 3, 4, 4, dtype=CHAR)},
        {"weight": torch.ones(3, 7, 3, 2, dtype=CHAR)},
        {"bias": torch.ones(4, dtype=torch.int32)},
        {"multipliers": torch.ones(2, dtype=torch.int32)},
        {"shifts": torch.tensor([0, 0, 32], dtype=torch.int32)},
        {"shifts": torch.tensor([0, -64, 0], dtype=torch.int32)},
        {"stride": [0, 1]},
        {"stride": [1]},
        {"padding": [-1, 0]},
        {"input_offset": 2**31},
        {"activation_min": -129},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_convolutions_that_do_not_fit_are_refused(changed):
    arguments = {"input": IMAGE, "weight": WEIGHT, "bias": NUMBERS, "stride": [1, 1], "padding": [0, 0]}
    arguments |= {"dilation": [1, 1], "input_offset": 1, "output_offset": 0, "multipliers": NUMBERS}
    arguments |= {"shifts": NUMBERS, "activation_min": -128, "activation_max": 127, "scratch": SCRATCH}
    out = torch.full((1, 3, 2, 2), 77, dtype=CHAR)
    answer = LIBRARY.answer("quantized_conv2d.out", plain([*(arguments | changed).values(), Out(out)]))
    assert answer.error
    assert list(answer.outs) == [plain(out)]
