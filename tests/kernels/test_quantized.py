"""The quantized kernels equal the operators that models are exported with, bit for bit."""

import itertools

import pytest
import torch
from custom_operators import Library, LibraryTests, expect_results_with_vectors
from etgen.dtypes import DType
from kernel_testing import samples, sources
from kernel_testing.host import DTYPES, Out, plain, to_torch
from kernel_testing.process import DYNAMIC_BOUND
from kernel_testing.sources import CHANNELS_LAST
from x86 import TARGETS

LIBRARY = Library("quantized", is_exact=lambda op: "mixed" not in op)

INTEGERS = (torch.uint8, torch.int8, torch.int16, torch.uint16, torch.int32)
NARROW = (torch.float32, torch.half, torch.bfloat16)
# Empty, 0-dim, more than a chunk of 64, an image.
SHAPES = ((3, 4), (), (0, 3), (150,), (2, 3, 5, 4), (1, 1), (2, 130))


def number(dtype: torch.dtype) -> int:
    return DTYPES[dtype]


def bounds(dtype: torch.dtype) -> tuple[int, int]:
    return torch.iinfo(dtype).min, torch.iinfo(dtype).max


def floats(shape, dtype=torch.float32, scale=3.0, special=True):
    """Random numbers, half of them halfway between two integers, with NaN and infinities."""
    x = torch.randn(shape) * scale
    x = torch.where(torch.rand(shape) < 0.5, (x * 4).round() / 4, x)
    if special and x.numel() > 8:
        x.view(-1)[:6] = torch.tensor([torch.inf, -torch.inf, torch.nan, 0.0, -0.0, 1e30])
    return x.to(dtype)


def integers(shape, dtype, low=None, high=None):
    ends = bounds(dtype)
    low, high = ends[0] if low is None else low, ends[1] if high is None else high
    return torch.randint(low, high + 1, shape, dtype=torch.int64).to(dtype)


def per_tensor():
    for shape, dtype, of in itertools.product(SHAPES, INTEGERS, NARROW):
        ends = bounds(dtype)
        x, q = floats(shape, of), integers(shape, dtype)
        yield "quantize_per_tensor.out", x, 0.5, 3, *ends, number(dtype)
        yield "quantize_per_tensor.out", x, 0.0123, 100, max(ends[0], -100), 90, number(dtype)
        scale, zero_point = torch.tensor([0.37]), torch.tensor([5])
        yield "quantize_per_tensor.Tensor_out", x, scale, zero_point, *ends, number(dtype)
        yield "dequantize_per_tensor.out", q, 0.0371, 17, *ends, number(dtype), number(of)
        tensors = scale.double()[0], zero_point.int()
        yield "dequantize_per_tensor.Tensor_out", q, *tensors, *ends, number(dtype), None
    q = integers((40,), torch.int32)
    yield "dequantize_per_tensor.out", q, 1e-4, 9, 0, 1, number(torch.int32), number(torch.float64)


def per_channel():
    cases = (((3, 4), 0), ((3, 4), 1), ((2, 3, 5, 4), 1), ((2, 3, 5, 4), -1), ((5, 70), 0), ((3, 0), 0))
    for (shape, axis), dtype, parameter in itertools.product(cases, INTEGERS, (torch.float32, torch.float64)):
        ends, count = bounds(dtype), shape[axis]
        scales, zero_points = torch.rand(count).to(parameter) + 0.01, integers((count,), torch.int64, -5, 5)
        more = (axis, *ends, number(dtype))
        yield "quantize_per_channel.out", floats(shape), scales, zero_points, *more
        q = integers(shape, dtype)
        yield "dequantize_per_channel.out", q, scales, zero_points, *more, None
        yield "dequantize_per_channel.out", q, scales, None, *more, number(torch.half)
        small = integers(shape, dtype, max(ends[0], -1000), min(ends[1], 1000))
        fractions = torch.rand(count).to(parameter)
        yield "dequantize_per_channel.out", small, scales, fractions, *more, number(parameter)
    x = floats((3, 4), torch.bfloat16)
    zero_points = torch.zeros(3, dtype=torch.int32)
    yield "quantize_per_channel.out", x, torch.ones(3), zero_points, 0, -8, 7, number(torch.int8)


def per_token():
    shapes = ((3, 4), (2, 3, 70), (5,), (0, 3))
    for shape, parameter in itertools.product(shapes, (torch.float32, torch.float64)):
        rows = (*shape[:-1], 1)
        scales, zero_points = torch.rand(rows).to(parameter) + 0.01, integers(rows, torch.int64, -5, 5)
        more = (-128, 127, number(torch.int8))
        yield "quantize_per_token.out", floats(shape), scales, zero_points, *more
        for of in (torch.float32, torch.half, torch.float64):
            q = integers(shape, torch.int8)
            yield "dequantize_per_token.out", q, scales, zero_points, *more, number(of)


def qparams():
    for shape, of in itertools.product(((3, 4), (2, 3, 70), (1,), (9,)), NARROW):
        for scale, offset in ((3, 0), (3, 20), (3, -20), (0, 0), (1e-9, 0)):
            x = floats(shape, scale=scale, special=False).add(offset).to(of)
            for dtype in (torch.int8, torch.uint8, torch.int32):
                ends = bounds(dtype)
                yield "choose_qparams.Tensor_out", x, *ends, 1e-6, number(dtype)
            yield "choose_qparams_per_token_asymmetric.out", x, number(torch.int8)
    yield "choose_qparams.Tensor_out", torch.tensor(7.0), -127, 127, 1e-7, number(torch.int8)
    yield "choose_qparams_per_token_asymmetric.out", torch.zeros(0, 3), number(torch.int8)


def embeddings():
    rows = 6
    for bits, of, groups in itertools.product((8, 4, 2), NARROW, (0, 1, 3)):
        op, per_byte = {8: "embedding_byte", 4: "embedding_4bit", 2: "embedding_2bit"}[bits], 8 // bits
        ends = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        weight = integers((rows, 24 // per_byte), torch.int8 if bits == 8 else torch.uint8)
        shape = (rows, groups) if groups else (rows,)
        scales, zero_points = (torch.rand(shape) + 0.01).to(of), (torch.rand(shape) * 4).to(of)
        for zeros, indices in (
            (None, integers((2, 5), torch.int64, 0, rows - 1)),
            (zero_points, integers((7,), torch.int32, 0, rows - 1)),
            (zero_points, torch.tensor(3)),
        ):
            yield f"{op}.out", weight, scales, zeros, *ends, indices
            for other in NARROW:
                yield f"{op}.dtype_out", weight, scales, zeros, *ends, indices, number(other)
    weight, scales = integers((rows, 150), torch.uint8), torch.rand(rows)
    yield "embedding_byte.out", weight, scales, None, 0, 255, integers((3,), torch.int64, 0, rows - 1)


def sums():
    for dtype in (torch.uint8, torch.int8, torch.int16):
        ends = bounds(dtype)
        for shapes in (((3, 4), (3, 4)), ((150,), (150,)), ((2, 3), (3,)), ((), ()), ((0, 2), (0, 2))):
            a, b = (integers(shape, dtype) for shape in shapes)
            yield "add.out", a, 0.05, 10, *ends, b, 0.25, -3, *ends, 0.3, 7, *ends


def products():
    for m, n, k in ((1, 1, 1), (3, 5, 4), (9, 17, 150), (0, 2, 3)):
        for dtype, zeros in itertools.product(NARROW, (False, True)):
            x, weight = torch.randn(m, k).to(dtype), integers((n, k), torch.int8)
            for groups in (0, 1, k):
                shape = (n, groups) if groups else (n,)
                scales = (torch.rand(shape) / 100 + 0.01).to(dtype)
                zero_points = torch.full(shape, 3, dtype=dtype) if zeros else None
                yield "mixed_linear.out", x, weight, scales, zero_points, None
            scales = (torch.rand(k) / 100 + 0.01).to(dtype)
            zero_points = torch.full((k,), 3, dtype=dtype) if zeros else None
            yield "mixed_mm.out", x, weight.T.contiguous(), scales, zero_points


def sample(i: int, op: str, *inputs: object) -> samples.Sample:
    schema, values = LIBRARY.schemas[op], tuple(plain(list(inputs)))
    dtype = next(DType(number(value.dtype)) for value in inputs if isinstance(value, torch.Tensor))
    expected = LIBRARY.references(schema, values)
    case = f"{schema.name}/{dtype.name}/{i}"
    exact = sources.exactly(LIBRARY.references, schema, values) if op.startswith("mixed") else None
    return samples.Sample(schema, case, values, samples.fitting_outs(expected), expected, exact=exact)


@pytest.fixture(scope="module")
def calls():
    torch.manual_seed(0)
    families = (per_tensor(), per_channel(), per_token(), qparams(), embeddings(), sums(), products())
    return [sample(i, *call) for i, call in enumerate(itertools.chain(*families))]


class TestLibrary(LibraryTests):
    library = LIBRARY


def test_channels_last_gives_the_same(calls):
    images = [call for call in calls if any(len(t.shape) == 4 for t in call.tensors)]
    assert images
    LIBRARY.expect_results_in_order(images, CHANNELS_LAST[4], "channels_last")


def for_vectors():
    """Calls around multiples of the vector length, and with scales at the ends of Float."""
    ends = (-128, 127, number(torch.int8))
    for n in (1, 15, 16, 17, 31, 33, 64, 257, 5000):
        x, q = floats((2, n), scale=50), integers((2, n), torch.int8)
        scales, zero_points = torch.rand(2) + 0.01, integers((2,), torch.int64, -128, 127)
        each = torch.rand(n) + 0.01, integers((n,), torch.int64, -128, 127)
        yield "quantize_per_tensor.out", x, 0.3, 7, *ends
        yield "quantize_per_channel.out", x, scales, zero_points, 0, *ends
        yield "quantize_per_channel.out", x, *each, 1, *ends
        yield "quantize_per_token.out", x, scales[:, None], zero_points[:, None], *ends
        yield "dequantize_per_tensor.out", q, 0.3, 7, *ends, None
        yield "dequantize_per_channel.out", q, scales, zero_points, 0, *ends, None
        yield "dequantize_per_channel.out", q, *each, 1, *ends, None
        yield "dequantize_per_channel.out", q, *each[:1], each[1] + 2.0**-30, 1, *ends, None
        yield "dequantize_per_token.out", q, scales[:, None], zero_points[:, None], *ends, 6
        yield "choose_qparams_per_token_asymmetric.out", floats((3, n), special=False), number(torch.int8)
        yield "choose_qparams.Tensor_out", floats((n,), special=False), *ends[:2], 1e-6, ends[2]
        weight = integers((5, 2 * n), torch.int8)
        numbers, indices = (torch.rand(5, 2) + 0.01, torch.rand(5, 2)), torch.tensor([4, 0, 2])
        numbers = numbers if n > 1 else (numbers[0][:, 0], None)
        yield "embedding_byte.out", weight, *numbers, -128, 127, indices
    for scale, zero_point in itertools.product((1e-45, 1e-38, 1e38, 3e38), (-128, 0, 127)):
        yield "quantize_per_tensor.out", floats((40,)), scale, zero_point, *ends
        yield "dequantize_per_tensor.out", integers((40,), torch.int8), scale, zero_point, *ends, None
    large = integers((3, 40), torch.int32)
    for zero_points in (torch.zeros(3, dtype=torch.int64), integers((3,), torch.int64, -5, 5)):
        more = (torch.rand(3), zero_points, 0, *bounds(torch.int32), number(torch.int32), None)
        yield "dequantize_per_channel.out", large, *more


@pytest.mark.parametrize("target", TARGETS)
def test_vectors_give_the_same(calls, target):
    torch.manual_seed(1)
    more = [sample(i, *call) for i, call in enumerate(for_vectors())]
    images = [call for call in calls if any(len(t.shape) == 4 for t in call.tensors)]
    ordered = [samples.in_order(call, CHANNELS_LAST[4], "channels_last") for call in images]
    expect_results_with_vectors(LIBRARY, [*calls, *more, *ordered], target)


def test_wrong_calls_fail_cleanly(calls):
    LIBRARY.expect_clean_failures(calls[::7])


def answer_of(op: str, *inputs: object, outs: tuple[torch.Tensor, ...]):
    return LIBRARY.answer(op, plain([*inputs, *(Out(out, DYNAMIC_BOUND) for out in outs)]))


def test_a_scale_of_nothing_is_refused():
    """PyTorch divides by a scale of zero."""
    outs = torch.full((1,), 7.0, dtype=torch.float64), torch.full((1,), 7)
    answer = answer_of("choose_qparams.Tensor_out", torch.zeros(9), -128, 127, 0.0, 1, outs=outs)
    assert answer.error
    assert [to_torch(out).item() for out in answer.outs] == [7, 7]


def test_outs_are_resized_when_all_can_be_written():
    outs = torch.full((4,), 7.0, dtype=torch.float64), torch.full((4,), 7, dtype=torch.int32)
    answer = answer_of("choose_qparams.Tensor_out", torch.ones(9), -128, 127, 1e-6, 1, outs=outs)
    assert answer.error
    assert [tuple(to_torch(out).shape) for out in answer.outs] == [(4,), (4,)]


@pytest.mark.parametrize(("special", "zero_point"), [(torch.nan, 0), (torch.inf, 0), (-torch.inf, 127)])
def test_rows_that_are_not_finite_have_zero_points(special, zero_point):
    x = torch.tensor([[1.0, 3.0], [special, 3.0]])
    outs = torch.zeros(2, 1, dtype=torch.float64), torch.full((2, 1), 7)
    answer = answer_of("choose_qparams_per_token_asymmetric.out", x, 1, outs=outs)
    assert not answer.error
    scales, zero_points = map(to_torch, answer.outs)
    assert zero_points.flatten().tolist() == [-128, zero_point]
    assert scales[0].isfinite()
    assert not scales[1].isfinite()


def test_runs_for_the_selected_dtypes_and_for_no_other(calls):
    LIBRARY.expect_every_operator(calls)
    LIBRARY.expect_selected_dtypes(calls)


@pytest.mark.parametrize("bits", [4, 2])
def test_ends_of_what_is_packed_may_be_zeros(bits):
    """Older exporters wrote zeros instead of the ends; ExecuTorch's kernels accept their programs."""
    weight, scales = integers((6, 3), torch.uint8), torch.rand(6)
    ends = ((0, 0), (-(1 << (bits - 1)), (1 << (bits - 1)) - 1), (0, 1))
    answers = [
        answer_of(
            f"embedding_{bits}bit.out",
            *(weight, scales, None, *each, torch.tensor([3, 0])),
            outs=(torch.full((2, 24 // bits), 7.0),),
        )
        for each in ends
    ]
    assert [bool(answer.error) for answer in answers] == [False, False, True]
    assert answers[0].outs == answers[1].outs
