"""The optimized kernels for Half and BFloat16 compute in float with vectors, and round once."""

import math

import arm
import pytest
import torch
from conftest import build
from hosts import optimized_host
from kernel_testing.host import Host, Out, seed
from x86 import AVX2, needs_avx2

PATTERN_HOST = "kernels/testing/pattern_kernel_host"
NARROW = [torch.float16, torch.bfloat16]


def start(config: str, **environment: object) -> Host:
    values = (f"{name}={value}" for name, value in environment.items())
    return Host(["env", *values, optimized_host(config)])


@pytest.fixture(scope="module", params=["best", AVX2, "sanitize"])
def host(request):
    """The best target of this processor, others, and a baseline build with sanitizers."""
    simd = {"KERNEL_HOST_SIMD": request.param} if request.param == "AVX2" else {}
    with start("sanitize" if request.param == "sanitize" else "dispatch", **simd) as host:
        yield host


def numbers(dtype: torch.dtype, *shape: int) -> torch.Tensor:
    seed(sum(shape))
    return torch.randn(shape).to(dtype)


def run(host: Host, op: str, arguments: list, outs: list[torch.Tensor]) -> list[torch.Tensor]:
    answer = host.call(f"aten::{op}", [*arguments, *map(Out, outs)])
    assert answer.error == 0, op
    assert answer.intact, op
    return answer.outs


def expect_rounded(got: torch.Tensor, exact: torch.Tensor, error: float) -> None:
    """Checks that the result is the exact value with at most this error, rounded once to the dtype."""
    half_unit = torch.finfo(got.dtype).eps / 2
    least = torch.finfo(got.dtype).smallest_normal * half_unit
    bound = exact.abs() * half_unit * 1.01 + least + error
    wrong = (got.double() - exact).abs() > bound
    assert not wrong.any(), (got[wrong][:5], exact[wrong][:5])


# Rows, columns and depth: single vectors and tiles, several blocks, more of an out than the float buffer
# holds.
PRODUCTS = [
    (1, 1, 1),
    (1, 67, 300),
    (3, 5, 7),
    (9, 130, 601),
    (16, 33, 512),
    (17, 70, 259),
    (61, 530, 300),
    (300, 523, 33),
]


@pytest.mark.parametrize("dtype", NARROW)
@pytest.mark.parametrize("size", PRODUCTS, ids=str)
def test_products(host, dtype, size):
    m, n, k = size
    a, b, row = numbers(dtype, m, k), numbers(dtype, n, k), numbers(dtype, n)
    exact = a.double() @ b.double().T
    error = 4e-7 * k
    for right in (b.T.contiguous(), b.T):
        out = run(host, "mm.out", [a, right], [torch.empty(m, n, dtype=dtype)])
        expect_rounded(out[0], exact, error)
    out = run(host, "mm.out", [a.T.contiguous().T, b.T], [torch.empty(m, n, dtype=dtype)])
    expect_rounded(out[0], exact, error)
    out = run(host, "linear.out", [a, b, row], [torch.empty(m, n, dtype=dtype)])
    expect_rounded(out[0], exact + row.double(), error)
    for added in (row, numbers(dtype, m, n), numbers(dtype, n, m).T, numbers(dtype, m, 1), row[0]):
        out = run(host, "addmm.out", [added, a, b.T, 0.5, -2], [torch.empty(m, n, dtype=dtype)])
        expect_rounded(out[0], added.double() * 0.5 - 2 * exact, error)


@pytest.mark.parametrize("dtype", NARROW)
def test_products_of_batches(host, dtype):
    for b, m, n, k in ((7, 5, 40, 37), (3, 70, 131, 300), (2, 1, 600, 270), (4, 3, 5, 0), (0, 3, 5, 7)):
        left, right = numbers(dtype, b, m, k), numbers(dtype, b, k, n)
        exact = left.double() @ right.double()
        for second in (right, right.mT.contiguous().mT):
            out = run(host, "bmm.out", [left, second], [torch.full((b, m, n), math.nan, dtype=dtype)])
            expect_rounded(out[0], exact, 4e-7 * k)


@pytest.mark.parametrize("dtype", NARROW)
def test_every_number_is_read_and_written(host, dtype):
    """The numbers are multiplied by 1 and include subnormal ones, infinities and NaNs."""
    every = torch.arange(1 << 16).to(torch.uint16).view(dtype).reshape(-1, 1)
    one = torch.ones(1, 1, dtype=dtype)
    out = run(host, "mm.out", [every, one], [torch.empty_like(every)])
    assert torch.equal(out[0].isnan(), every.isnan())
    assert torch.equal(out[0].nan_to_num(0), every.nan_to_num(0))


@pytest.mark.parametrize("dtype", NARROW)
def test_what_lies_between_two_numbers_is_rounded_to_the_even_one(host, dtype):
    every = torch.arange(1 << 15).to(torch.uint16).view(dtype).float()
    every = every[every.isfinite()]
    # 1.5 times each number is exact in float, and often halfway between two numbers.
    wanted = (every * 1.5).to(dtype)
    left = every.to(dtype).reshape(-1, 1)
    out = run(host, "mm.out", [left, torch.full((1, 1), 1.5, dtype=dtype)], [torch.empty_like(left)])
    assert torch.equal(out[0][:, 0], wanted)


# Environments that run the kernels with other targets than this processor's best.
OTHERS = {
    "sanitize_avx2": lambda: [
        str(build("//kernels/testing:pattern_kernel_host", config="sanitize_avx2") / PATTERN_HOST)
    ],
    "NEON": lambda: arm.neon(arm.built_host()),
    "SVE": lambda: arm.sve(arm.built_host(), 256),
}


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("sanitize_avx2", marks=needs_avx2),
        *(pytest.param(name, marks=arm.needs_arm) for name in ("NEON", "SVE")),
    ],
)
def other_host(request):
    with Host(OTHERS[request.param]()) as host:
        yield host


@pytest.mark.parametrize("dtype", NARROW)
def test_other_targets(other_host, dtype):
    test_every_number_is_read_and_written(other_host, dtype)
    test_what_lies_between_two_numbers_is_rounded_to_the_even_one(other_host, dtype)
    a, b = numbers(dtype, 61, 300), numbers(dtype, 300, 71)
    for left, right in ((a, b), (a[:9], b), (a[:9], b.T.contiguous().T), (a.T.contiguous().T, b[::2, ::2])):
        depth = right.shape[0]
        out = run(
            other_host,
            "mm.out",
            [left[:, :depth], right],
            [torch.empty(len(left), right.shape[1], dtype=dtype)],
        )
        expect_rounded(out[0], left[:, :depth].double() @ right.double(), 4e-7 * depth)
    tensor = numbers(dtype, 3, 130, 37)
    for dim in range(3):
        out = run(other_host, "_softmax.out", [tensor, dim, False], [torch.empty_like(tensor)])
        expect_rounded(out[0], tensor.double().softmax(dim), 2e-6)


# Shapes for reductions along each of three dimensions, with sizes at the ends of vectors and blocks.
SHAPES = [(3, 130, 37), (2, 5, 1100), (1, 1, 1), (70, 1, 33)]
# Rows have 1000 terms in float; powers have an error of up to two units.
ERROR = 2e-5


@pytest.mark.parametrize("dtype", NARROW)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_along_dimensions(host, dtype, shape):
    tensor = numbers(dtype, *shape) * 3
    wide = tensor.double()
    like = torch.empty_like(tensor)
    for dim in range(3):
        out = run(host, "_softmax.out", [tensor, dim, False], [like])
        expect_rounded(out[0], wide.softmax(dim), 2e-6)
        out = run(host, "cumsum.out", [tensor, dim, None], [like])
        expect_rounded(out[0], wide.cumsum(dim), 1e-12)
        for keep in (True, False):
            less = wide.sum(dim, keep)
            kept = torch.empty(less.shape, dtype=dtype)
            out = run(host, "sum.IntList_out", [tensor, [dim], keep, None], [kept])
            expect_rounded(out[0], less, ERROR * 10)
            out = run(host, "mean.out", [tensor, [dim], keep, None], [kept])
            expect_rounded(out[0], wide.mean(dim, keep), ERROR)
            for op in ("amax", "amin"):
                out = run(host, f"{op}.out", [tensor, [dim], keep], [kept])
                assert torch.equal(out[0], getattr(tensor, op)(dim, keep))
            out = run(host, "var.correction_out", [tensor, [dim], 0, keep], [kept])
            expect_rounded(out[0], wide.var(dim, correction=0, keepdim=keep), 1e-12)
    out = run(host, "sum.IntList_out", [tensor, [], False, None], [torch.empty((), dtype=dtype)])
    expect_rounded(out[0], wide.sum(), 1e-2)


@pytest.mark.parametrize("dtype", NARROW)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_logarithms_of_softmax(host, dtype, shape):
    tensor = numbers(dtype, *shape) * 3
    for dim in range(3):
        out = run(host, "_log_softmax.out", [tensor, dim, False], [torch.empty_like(tensor)])
        top = tensor.double().amax(dim, keepdim=True)
        total = (tensor.double() - top).exp().sum(dim, keepdim=True)
        # Expect PyTorch's result; if it is near the middle of two numbers, accept both.
        both = [(total * (1 + side)).to(dtype).double() if dim == 2 else total for side in (-1e-6, 1e-6)]
        exact = [tensor.double() - top - each.log() for each in both]
        middle, apart = (exact[0] + exact[1]) / 2, (exact[0] - exact[1]).abs() / 2
        expect_rounded(out[0], middle, ERROR + apart)


@pytest.mark.parametrize("dtype", NARROW)
@pytest.mark.parametrize("n", [1, 37, 1027])
def test_layer_norm(host, dtype, n):
    tensor, weight, bias = numbers(dtype, 5, n) * 2 + 3, numbers(dtype, n), numbers(dtype, n)
    mean, rstd = (
        tensor.double().mean(1, True),
        (tensor.double().var(1, correction=0, keepdim=True) + 0.1).rsqrt(),
    )
    for scale, shift in ((weight, bias), (weight, None), (None, bias), (None, None)):
        outs = [torch.empty_like(tensor), *[torch.empty(5, 1, dtype=dtype) for _ in range(2)]]
        results = run(host, "native_layer_norm.out", [tensor, [n], scale, shift, 0.1], outs)
        exact = (tensor.double() - mean) * rstd
        exact = exact * (1 if scale is None else scale.double())
        exact = exact + (0 if shift is None else shift.double())
        for got, wanted in zip(results, (exact, mean, rstd), strict=True):
            expect_rounded(got, wanted, ERROR)


@pytest.mark.parametrize("dtype", NARROW)
def test_what_is_no_number_stays_in_its_row(host, dtype):
    tensor = numbers(dtype, 4, 71)
    tensor[1, 70], tensor[2, 3], tensor[3, 64] = math.nan, math.inf, -math.inf
    for op in ("sum.IntList_out", "amax.out", "amin.out"):
        for dim in (0, 1):
            function = getattr(torch, op.partition(".")[0])
            expected = function(tensor.double(), dim).to(dtype)
            rest = [False, None] if op.startswith("sum") else [False]
            got = run(host, op, [tensor, [dim], *rest], [torch.empty_like(expected)])[0]
            torch.testing.assert_close(got, expected, equal_nan=True)
    got = run(host, "_softmax.out", [tensor, 1, False], [torch.empty_like(tensor)])[0]
    torch.testing.assert_close(got, tensor.double().softmax(1).to(dtype), equal_nan=True)


# (image, weight, stride, padding, dilation, groups), for each method of computing a convolution.
CONVOLUTIONS = {
    "pixels": ((2, 19, 13, 21), (33, 19, 1, 1), 1, 0, 1, 1),
    "padded": ((1, 30, 19, 23), (17, 30, 3, 3), 1, 1, 1, 1),
    "steps": ((2, 6, 31, 29), (9, 6, 5, 5), 2, 2, 1, 1),
    "groups": ((2, 24, 14, 15), (36, 6, 3, 3), 1, 1, 1, 4),
    "single channels": ((1, 35, 17, 19), (35, 1, 3, 3), 1, 1, 2, 35),
    "a line": ((1, 7, 300), (5, 7, 9), 1, 4, 1, 1),
    "a volume": ((1, 3, 5, 6, 7), (4, 3, 2, 3, 3), 1, 1, 1, 1),
}


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("dtype", NARROW)
@pytest.mark.parametrize("name", CONVOLUTIONS)
def test_convolutions(host, dtype, name, last):
    image, weight, stride, padding, dilation, groups = CONVOLUTIONS[name]
    rank = len(image) - 2
    for transposed in (False, True):
        # The transposed convolution uses the same weights, from the out's channels to those of the image.
        shape = [image[0], weight[0], *image[2:]] if transposed else image
        tensors = [numbers(dtype, *shape), numbers(dtype, *weight), numbers(dtype, weight[0])]
        tensors[2] = numbers(dtype, weight[1] * groups) if transposed else tensors[2]
        sizes = [[stride] * rank, [padding] * rank, [dilation] * rank, transposed, [0] * rank, groups]
        for bias in (tensors[2], None):
            doubles = [each if each is None else each.double() for each in (*tensors[:2], bias)]
            exact = torch.ops.aten.convolution.default(*doubles, *sizes)
            laid_out = {"memory_format": torch.channels_last} if last and rank == 2 else {}
            out = torch.empty(exact.shape, dtype=dtype).contiguous(**laid_out)
            arguments = [tensors[0].contiguous(**laid_out), tensors[1].contiguous(**laid_out), bias, *sizes]
            expect_rounded(run(host, "convolution.out", arguments, [out])[0], exact, 4e-7 * 500)


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("dtype", NARROW)
@pytest.mark.parametrize("parameters", ["own", "Float", "none"])
def test_norms_of_channels(host, dtype, last, parameters):
    laid_out = {"memory_format": torch.channels_last} if last else {}
    image = (numbers(dtype, 2, 70, 5, 7) * 2 + 3).contiguous(**laid_out)
    own = torch.float32 if parameters == "Float" else dtype
    weight, bias = (None, None) if parameters == "none" else (numbers(own, 70), numbers(own, 70) + 1)
    mean, variance = numbers(own, 70), numbers(own, 70).abs()
    column = [1 if each is None else each.double().view(-1, 1, 1) for each in (weight, mean, variance)]
    shift = 0 if bias is None else bias.double().view(-1, 1, 1)
    arguments = [image, weight, bias, mean, variance, 0.1, 1e-3]
    exact = (image.double() - column[1]) * (column[2] + 1e-3).rsqrt() * column[0] + shift
    outs = [torch.empty_like(image), torch.empty(0, dtype=own), torch.empty(0, dtype=own)]
    got = run(host, "_native_batch_norm_legit_no_training.out", arguments, outs)
    expect_rounded(got[0], exact, 1e-5 + 1e-6 * exact.abs())
    grouped = image.double().reshape(2, 7, -1)
    mean, variance = grouped.mean(2, True), grouped.var(2, correction=0, keepdim=True)
    exact = ((grouped - mean) * (variance + 0.1).rsqrt()).reshape(image.shape) * column[0] + shift
    outs = [torch.empty_like(image), *[torch.empty(2, 7, dtype=own) for _ in range(2)]]
    if parameters == "none":
        outs[1:] = [each.to(dtype) for each in outs[1:]]
    results = run(host, "native_group_norm.out", [image, weight, bias, 2, 70, 35, 7, 0.1], outs)
    expect_rounded(results[0], exact, 1e-5)
    expect_rounded(results[1], mean[..., 0], 1e-6)
    expect_rounded(results[2], (variance[..., 0] + 0.1).rsqrt(), 1e-6)


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("dtype", NARROW)
@pytest.mark.parametrize("width", [7, 33, 1100])
def test_windows(host, dtype, last, width):
    laid_out = {"memory_format": torch.channels_last} if last else {}
    image = numbers(dtype, 2, 19, 5, width)
    image[0, 3, 2, 1] = math.nan
    for kernel, stride, padding in (
        ([3, 3], [2, 2], [1, 1]),
        ([2, 3], [1, 1], [0, 1]),
        ([2, 4], [3, 3], [0, 2]),
    ):
        sizes = [kernel, stride, padding]
        pooled, where = torch.ops.aten.max_pool2d_with_indices(image.float(), *sizes)
        outs = [torch.empty(pooled.shape, dtype=each).contiguous(**laid_out) for each in (dtype, torch.int64)]
        arguments = [image.contiguous(**laid_out), *sizes, [1, 1], False]
        got, indices = run(host, "max_pool2d_with_indices.out", arguments, outs)
        assert torch.equal(got.float().nan_to_num(99), pooled.nan_to_num(99))
        assert torch.equal(indices, where)
        exact = torch.ops.aten.avg_pool2d(image.nan_to_num(0).double(), *sizes)
        arguments = [image.nan_to_num(0).contiguous(**laid_out), *sizes, False, True, None]
        expect_rounded(run(host, "avg_pool2d.out", arguments, outs[:1])[0], exact, 1e-6)
    whole = image.nan_to_num(0).contiguous(**laid_out)
    out = torch.empty(2, 19, 1, 1, dtype=dtype).contiguous(**laid_out)
    got = run(host, "_adaptive_avg_pool2d.out", [whole, [1, 1]], [out])[0]
    expect_rounded(got, whole.double().mean((2, 3), True), 1e-6)


def large_calls(dtype: torch.dtype) -> list[tuple[str, list, list[torch.Size]]]:
    """By operator, the arguments before the outs and the outs' shapes: enough work for several threads."""
    square, row, image = numbers(dtype, 259, 259), numbers(dtype, 259), numbers(dtype, 1, 35, 47, 47)
    window = [[1, 1], [1, 1], [1, 1], False, [0, 0]]
    whole, rows = square.shape, torch.Size([259, 1])
    return [
        ("mm.out", [square, square], [whole]),
        ("linear.out", [square[:16], square, row], [torch.Size([16, 259])]),
        ("bmm.out", [square.expand(3, -1, -1), square.expand(3, -1, -1)], [torch.Size([3, 259, 259])]),
        ("_softmax.out", [square, 1, False], [whole]),
        ("_softmax.out", [square, 0, False], [whole]),
        ("_log_softmax.out", [square, 1, False], [whole]),
        ("native_layer_norm.out", [square, [259], row, row, 1e-5], [whole, rows, rows]),
        ("sum.IntList_out", [square, [0], False, None], [row.shape]),
        ("sum.IntList_out", [square, [0, 1], False, None], [torch.Size()]),
        ("amax.out", [square, [1], False], [row.shape]),
        (
            "native_group_norm.out",
            [image, None, None, 1, 35, 47 * 47, 5, 1e-5],
            [image.shape, (1, 5), (1, 5)],
        ),
        ("convolution.out", [image, numbers(dtype, 35, 35, 3, 3), None, *window, 1], [image.shape]),
        ("convolution.out", [image, numbers(dtype, 35, 1, 3, 3), None, *window, 35], [image.shape]),
        ("avg_pool2d.out", [image, [3, 3], [1, 1], [1, 1], False, True, None], [image.shape]),
    ]


OPS = [f"{i}_{op}" for i, (op, *_) in enumerate(large_calls(torch.float16))]


@pytest.mark.parametrize("dtype", NARROW)
def test_threads_change_nothing(dtype):
    with start("dispatch", KERNEL_HOST_THREADS=1) as one, start("dispatch", KERNEL_HOST_THREADS=5) as five:
        for op, arguments, shapes in large_calls(dtype):
            outs = [torch.empty(shape, dtype=dtype) for shape in shapes]
            for got, wanted in zip(
                run(five, op, arguments, outs), run(one, op, arguments, outs), strict=True
            ):
                assert torch.equal(got, wanted), op


@pytest.mark.parametrize("number", range(len(OPS)), ids=OPS)
def test_vectors_compute_it(number):
    """The time is at most 8 times that of floats; element by element, it would be 20 to 100 times."""

    def seconds(host: Host, dtype: torch.dtype) -> float:
        op, arguments, shapes = large_calls(dtype)[number]
        run(host, op, arguments, [torch.empty(shape, dtype=dtype) for shape in shapes])
        return min(host.process.again(3) for _ in range(7))

    with start("dispatch", KERNEL_HOST_THREADS=1) as host:
        floats = seconds(host, torch.float32)
        assert all(seconds(host, dtype) < 8 * floats for dtype in NARROW)
