"""The quantized kernels of kernels/fused equal the operators that the pass exports, bit for bit."""

import dataclasses
import itertools
import sys

import pytest
import torch
from conftest import ROOT
from custom_operators import Library, LibraryTests, expect_results_with_vectors
from etgen.dtypes import DType
from kernel_testing import samples
from kernel_testing.host import DTYPES, plain
from kernel_testing.sources import CHANNELS_LAST
from x86 import AVX3_DL, TARGETS

sys.path.append(str(ROOT / "tools/package"))
from rules_executorch.passes.quantized_operators import packed

LIBRARY = Library(
    "fused", lambda op: True, "quantized_reference.py", has=lambda op: op.startswith("quantized_")
)

# Batch, channels, out channels, sizes; sizes of the kernel, stride, padding, dilation. Depthwise without out
# channels.
CONVOLUTIONS = (
    (1, 3, 32, (9, 11), (3, 3), 2, 1, 1),
    (2, 16, 24, (5, 7), (1, 1), 1, 0, 1),
    (1, 33, 7, (4, 3), (1, 1), 1, 0, 1),
    (1, 5, 40, (6, 6), (3, 2), 1, 1, 2),
    (1, 64, 16, (1, 1), (1, 1), 1, 0, 1),
    (1, 10, 70, (13, 13), (1, 1), 2, 0, 1),
    (0, 4, 4, (3, 3), (3, 3), 1, 1, 1),
    (1, 8, 0, (7, 9), (3, 3), 1, 1, 1),
    (2, 70, 0, (8, 5), (3, 3), 2, 1, 1),
    (1, 144, 0, (16, 6), (5, 5), 1, 2, 1),
    (1, 20, 0, (9, 9), (3, 3), 1, 2, 2),
    (1, 17, 0, (10, 10), (2, 3), 3, 0, 1),
    (1, 4, 0, (40, 40), (33, 9), 1, 2, 1),
)


def bytes_of(*shape):
    return torch.randint(-128, 128, shape, dtype=torch.int8)


def numbers(channels, depth):
    """Biases and multipliers with which results spread over the range."""
    bias = torch.randint(-(1 << 14), 1 << 14, (channels,), dtype=torch.int32) - 60 * depth
    return bias, (torch.rand(channels) + 0.1) / (40 * depth**0.5)


def outs():
    return itertools.cycle(((0, -128, 127), (-128, -128, 127), (17, 17, 100), (127, -5, -5)))


def convolutions(ranges):
    for batch, channels, to, sizes, kernel, stride, padding, dilation in CONVOLUTIONS:
        is_depthwise = to == 0
        weight = bytes_of(to or channels, 1 if is_depthwise else channels, *kernel)
        geometry = list(kernel), [stride] * 2, [padding] * 2, [dilation] * 2, channels if is_depthwise else 1
        for zero_point in (-128, 3):
            yield (
                "quantized_conv_act.out",
                bytes_of(batch, channels, *sizes),
                zero_point,
                packed(weight, is_depthwise),
                *numbers(len(weight), weight[0].numel()),
                *geometry,
                *next(ranges),
            )
    # Sums of the largest products, and multipliers that are no scales.
    weight = torch.full((20, 9, 3, 3), -128, dtype=torch.int8)
    x = torch.full((1, 9, 4, 4), 127, dtype=torch.int8)
    bias = torch.full((20,), -(2**31), dtype=torch.int32)
    multipliers = torch.tensor([1e38, -1e38, 0, 1e-40, 2**-24] * 4)
    geometry = [3, 3], [1, 1], [1, 1], [1, 1], 1
    yield "quantized_conv_act.out", x, 127, packed(weight, False), bias, multipliers, *geometry, 0, -128, 127


def linears(ranges):
    for shape, to in (((1, 40), 10), ((3, 7), 33), ((2, 5, 64), 16), ((9,), 5), ((0, 4), 3), ((50, 12), 40)):
        weight = packed(bytes_of(to, shape[-1]), False)
        yield "quantized_linear_act.out", bytes_of(*shape), weight, *numbers(to, shape[-1]), *next(ranges)


def sums(ranges):
    for shape in ((150,), (2, 3, 4, 5), (), (0, 3), (1, 1000)):
        for a_by, b_by, shift in ((1 << 14, 20000, 15), (32767, 3, 17), (0, 1, 0), (32767, 32767, 63)):
            yield (
                "quantized_add_act.out",
                *(bytes_of(*shape), 5, a_by),
                *(bytes_of(*shape), -128, b_by),
                *(shift, *next(ranges)),
            )


def sample(i: int, op: str, *inputs: object) -> samples.Sample:
    schema, values = LIBRARY.schemas[op], tuple(plain(list(inputs)))
    expected = LIBRARY.references(schema, values)
    dtype = next(DType(DTYPES[value.dtype]) for value in inputs if isinstance(value, torch.Tensor))
    case = f"{schema.name}/{dtype.name}/{i}"
    return samples.Sample(schema, case, values, samples.fitting_outs(expected), expected)


@pytest.fixture(scope="module")
def calls():
    torch.manual_seed(0)
    ranges = outs()
    families = convolutions(ranges), linears(ranges), sums(ranges)
    return [sample(i, *call) for i, call in enumerate(itertools.chain(*families))]


@pytest.fixture(scope="module")
def images(calls):
    """Calls with images, channels last; packed weights have one order."""

    def ordered(call):
        result = samples.in_order(call, CHANNELS_LAST[4], "channels_last")
        weight = (call if "conv" in call.op else result).inputs[2]
        return dataclasses.replace(result, inputs=(*result.inputs[:2], weight, *result.inputs[3:]))

    return [ordered(call) for call in calls if "conv" in call.op or len(call.tensors[0].shape) == 4]


class TestLibrary(LibraryTests):
    library = LIBRARY


def test_channels_last_gives_the_same(images):
    LIBRARY.expect_results(images)


def test_wrong_calls_fail_cleanly(calls):
    LIBRARY.expect_clean_failures(calls[::5])


@pytest.mark.parametrize("target", [*TARGETS, AVX3_DL])
def test_vectors_give_the_same(calls, images, target):
    expect_results_with_vectors(LIBRARY, [*calls, *images], target)
