"""The kernels of fused operators equal PyTorch's operators one after the other."""

import itertools
import math
import random

import pytest
import torch
from custom_operators import Library, LibraryTests, with_vectors
from etgen.dtypes import DType
from kernel_testing import run, samples, sources
from kernel_testing.host import DTYPES, plain
from kernel_testing.sources import CHANNELS_LAST
from test_portable import expect_no_failures
from x86 import TARGETS

LIBRARY = Library("fused", is_exact=lambda op: False, has=lambda op: not op.startswith("quantized"))

FLOATING = (torch.float32, torch.half, torch.bfloat16, torch.float64)
ACTIVATIONS = (
    *((name, None, None) for name in ("none", "relu", "hardswish", "hardsigmoid", "sigmoid", "silu")),
    *((name, None, None) for name in ("gelu", "gelu_tanh")),
    *(("clamp", *limits) for limits in ((0.0, 6.0), (-1.0, None), (None, 0.5), (None, None), (2.0, 1.0))),
)
# Batch, channels, groups, output channels, sizes; sizes of the kernel, stride, padding, dilation.
CONVOLUTIONS = (
    (1, 3, 1, 8, (7, 9), (3, 3), 2, 1, 1),
    (2, 8, 8, 8, (6, 5), (3, 3), 1, 1, 1),
    (1, 6, 6, 12, (9, 9), (5, 5), 2, 2, 1),
    (2, 16, 1, 20, (5, 7), (1, 1), 1, 0, 1),
    (1, 8, 2, 6, (8, 8), (3, 2), 1, 1, 2),
    (1, 5, 1, 4, (1, 1), (1, 1), 1, 0, 1),
    (2, 4, 1, 3, (11,), (3,), 1, 1, 1),
    (1, 2, 1, 3, (4, 5, 3), (2, 2, 2), 1, 0, 1),
    (0, 3, 1, 2, (4, 4), (3, 3), 1, 1, 1),
    (1, 32, 1, 40, (14, 14), (3, 3), 1, 1, 1),
    (1, 19, 19, 19, (20, 37), (3, 3), 1, 1, 1),
    (1, 24, 1, 33, (17, 19), (1, 1), 1, 0, 1),
)

# Convolutions with enough tiles and channels for Winograd's algorithm: channels, output channels, sizes, and
# padding. Kernels of more than 256 channels have two blocks; many tiles are computed in several bands.
TILED = (
    (24, 24, (11, 12), (1, 1)),
    (33, 50, (30, 7), (1, 0)),
    (272, 25, (13, 14), (0, 1)),
    (64, 37, (41, 53), (2, 3)),
    (25, 29, (3, 99), (1, 1)),
    (300, 24, (66, 18), (1, 1)),
)


def in_turns():
    """One activation after the other, for each call another."""
    return itertools.cycle(ACTIVATIONS)


def convolutions(activations):
    for shape, dtype, transposed in itertools.product(CONVOLUTIONS, FLOATING, (False, True)):
        batch, channels, groups, to, sizes, kernel, stride, padding, dilation = shape
        x = torch.randn(batch, channels, *sizes).to(dtype)
        pair = (channels, to // groups) if transposed else (to, channels // groups)
        weight = (torch.randn(*pair, *kernel) / (channels / groups * len(sizes)) ** 0.5).to(dtype)
        rank = len(sizes)
        geometry = [stride] * rank, [padding] * rank, [dilation] * rank, transposed, [0] * rank, groups
        for bias in (torch.randn(to).to(dtype), None):
            yield "conv_bn_act.out", x, weight, bias, *geometry, None, *next(activations)
        shape = torch.convolution(x, weight, None, *geometry).shape
        residual = torch.randn(shape).to(dtype)
        yield "conv_bn_act.out", x, weight, bias, *geometry, residual, *next(activations)


def tiled_convolutions(activations):
    for (channels, to, sizes, padding), batch in itertools.product(TILED, (1, 2)):
        x, weight = torch.randn(batch, channels, *sizes), torch.randn(to, channels, 3, 3) / channels**0.5 / 3
        geometry = [1, 1], list(padding), [1, 1], False, [0, 0], 1
        residual = torch.randn_like(torch.convolution(x, weight, None, *geometry)) if batch == 2 else None
        yield "conv_bn_act.out", x, weight, torch.randn(to), *geometry, residual, *next(activations)


def products(activations):
    # The shape before the last dimension, and sizes of the last one in and out.
    shapes = (((), 3, 4), ((5,), 7, 9), ((2, 3), 16, 33), ((0,), 4, 5), ((40,), 70, 130), ((3,), 0, 4))
    for (rows, size, to), dtype in itertools.product(shapes, FLOATING):
        x = torch.randn(*rows, size).to(dtype)
        weight = (torch.randn(to, size) / max(size, 1) ** 0.5).to(dtype)
        bias, residual = torch.randn(to).to(dtype), torch.randn(*rows, to).to(dtype)
        for added, addend in ((bias, None), (None, None), (bias, residual), (None, residual)):
            yield "linear_act.out", x, weight, added, addend, *next(activations)


def sums(activations):
    shapes = (
        *(((3, 5), (3, 5)), ((2, 3, 4), (4,)), ((2, 1, 4), (3, 1))),
        *(((), (2,)), ((0, 3), (3,)), ((300,), (300,))),
    )
    for (left, right), dtype in itertools.product(shapes, FLOATING):
        for _ in range(4):
            yield "add_act.out", torch.randn(left).to(dtype), torch.randn(right).to(dtype), *next(activations)


def sums_of_extremes():
    x = torch.tensor([torch.inf, -torch.inf, torch.nan, 0.0, -0.0, 1e30, -1e30, 3.0, -3.0])
    for activation in ACTIVATIONS:
        yield "add_act.out", x, torch.zeros(9), *activation


def softmaxes():
    shapes = (
        *(((2, 3, 5, 7), (5, 7)), ((1, 4, 6, 6), (1, 4, 1, 6)), ((3, 4), None)),
        *(((70, 130), (130,)), ((0, 3), (3,))),
    )
    for (shape, mask), dtype in itertools.product(shapes, FLOATING):
        x = torch.randn(shape).to(dtype)
        added = None if mask is None else torch.randn(mask).to(dtype)
        for scale, dim, is_safe in ((1.0, -1, False), (0.125, -1, True), (2.0, 0, False), (1.0, 1, True)):
            yield "softmax_mask.out", x, added, scale, dim, is_safe
            if added is not None:
                hidden = torch.where(torch.rand(mask) < 0.6, -torch.inf, added).to(dtype)
                yield "softmax_mask.out", x, hidden, scale, dim, is_safe


def sample(i, op, *inputs):
    schema, values = LIBRARY.schemas[op], tuple(plain(list(inputs)))
    expected = LIBRARY.references(schema, values)
    case = f"{schema.name}/{DType(DTYPES[inputs[0].dtype]).name}/{i}"
    exact = sources.exactly(LIBRARY.references, schema, values)
    return samples.Sample(schema, case, values, samples.fitting_outs(expected), expected, exact=exact)


@pytest.fixture(scope="module")
def calls():
    torch.manual_seed(0)
    random.seed(0)
    activations = in_turns()
    made = (convolutions, tiled_convolutions, products, sums)
    of_activations = itertools.chain(*(f(activations) for f in made))
    drawn = itertools.chain(of_activations, sums_of_extremes(), softmaxes())
    return [sample(i, *call) for i, call in enumerate(drawn)]


class TestLibrary(LibraryTests):
    library = LIBRARY


def test_channels_last_gives_the_same(calls):
    LIBRARY.expect_results_in_order(calls[::3], CHANNELS_LAST[4], "channels_last")


def test_wrong_calls_fail_cleanly(calls):
    LIBRARY.expect_clean_failures(calls[::7])


def test_runs_for_the_selected_dtypes_and_for_no_other(calls):
    LIBRARY.expect_selected_dtypes(calls)


@pytest.fixture(scope="module")
def vector_calls(calls):
    """Calls that the optimized kernels take, some in other dim orders, and wrong ones."""
    taken = [call for call in calls if call.dtype != DType.Double]
    channels_last = [samples.in_order(call, CHANNELS_LAST[4], "channels_last") for call in taken[::2]]
    wrong = [w for call in taken[::9] for w in sources.wrong(call, LIBRARY.references)]
    return [*taken, *channels_last, *wrong]


@pytest.mark.parametrize("target", TARGETS)
def test_with_vectors(vector_calls, target):
    with with_vectors("dispatch", f"KERNEL_HOST_SIMD={target}") as host:
        expect_no_failures(run.run(host, call) for call in vector_calls)


def with_threads(target, threads):
    return with_vectors("dispatch", f"KERNEL_HOST_SIMD={target}", f"KERNEL_HOST_THREADS={threads}")


@pytest.mark.parametrize("target", TARGETS)
def test_threads_change_nothing(calls, target):
    large = [c for c in calls if c.op == "etk::conv_bn_act.out" and math.prod(c.outs[0].tensor.shape) > 6000]
    assert len(large) > 2 * len(TILED)
    with with_threads(target, 1) as one, with_threads(target, 2) as two, with_threads(target, 5) as five:
        for call in large:
            outs = [run.run(host, call).got for host in (one, two, five)]
            assert outs[0] == outs[1] == outs[2], call.case


def test_what_is_infinite_stays_so(calls):
    """The transformed numbers of a tile would be NaN."""
    torch.manual_seed(1)
    x, weight = torch.randn(1, 32, 20, 20), torch.rand(32, 32, 3, 3)
    x[0, 3, 10, 7], x[0, 4, 2, 2], x[0, 5, 18, 3] = torch.inf, -torch.inf, 3e38
    geometry = [1, 1], [1, 1], [1, 1], False, [0, 0], 1
    call = sample(0, "conv_bn_act.out", x, weight, None, *geometry, None, "none", None, None)
    expected = call.expected[0].values
    assert math.inf in expected
    assert not any(map(math.isnan, expected))
    with with_vectors("dispatch") as host:
        expect_no_failures([run.run(host, call)])


def test_sanitizers_find_nothing_with_vectors(vector_calls):
    with with_vectors("sanitize") as host:
        expect_no_failures(run.run(host, call) for call in vector_calls[::5])
