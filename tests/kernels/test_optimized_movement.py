"""The optimized kernels that move elements: runs shorter than a vector, each element size, threads."""

import itertools

import pytest
import torch
from hosts import optimized_host
from kernel_testing.host import Host, seed
from test_optimized_sizes import call, check, host

__all__ = ["host"]

# A dtype of each element size.
DTYPES = [torch.uint8, torch.bfloat16, torch.float32, torch.int64, torch.complex128]
LENGTHS = [1, 2, 7, 8, 9, 16, 17, 33, 64, 65, 130]


def elements(dtype: torch.dtype, *shape: int) -> torch.Tensor:
    seed(sum(shape))
    return torch.randint(0, 256, shape).to(dtype)


def indices(size: int, *shape: int) -> torch.Tensor:
    """Indices, some of which are repeated."""
    seed(sum(shape))
    return torch.randint(size, shape)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", LENGTHS)
def test_runs(host, dtype, n):
    for shape in ([n], [3, n], [2, n, 3]):
        x = elements(dtype, *shape)
        d = min(1, len(shape) - 1)
        for step, start in itertools.product((1, 2, 3), (0, 1)):
            expected = x.narrow(d, min(start, n), n - min(start, n))[
                (slice(None),) * d + (slice(0, None, step),)
            ]
            check(host, "slice_copy.Tensor_out", [x, d, start, None, step], (expected,))
        check(host, "flip.out", [x, [d]], (x.flip(d),))
        check(host, "flip.out", [x, list(range(len(shape)))], (x.flip(list(range(len(shape)))),))
        for shift in (1, -2):
            check(host, "roll.out", [x, [shift], [d]], (x.roll(shift, d),))
        check(host, "select_copy.int_out", [x, d, n - 1], (x.select(d, n - 1),))
        check(host, "unsqueeze_copy.out", [x, d], (x.unsqueeze(d),))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("size", "step"), [(1, 1), (3, 2), (16, 8), (5, 5), (17, 1)])
def test_windows(host, dtype, size, step):
    for dim, shape in ((0, [90]), (1, [3, 50]), (0, [20, 3])):
        x = elements(dtype, *shape)
        check(host, "unfold_copy.out", [x, dim, size, step], (x.unfold(dim, size, step),))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("last", [False, True])
def test_images(host, dtype, last):
    """Flips, rolls and pixel shuffles, contiguous and channels-last."""
    x = elements(dtype, 2, 18, 5, 7)
    for dims in ([1], [3], [2, 3], [0, 1, 2, 3]):
        check(host, "flip.out", [x, dims], (x.flip(dims),), last)
        check(host, "roll.out", [x, [2] * len(dims), dims], (x.roll([2] * len(dims), dims),), last)
    for r in (1, 3):
        shuffled = call("pixel_shuffle", x, r)
        check(host, "pixel_shuffle.out", [x, r], shuffled, last)
        check(host, "pixel_unshuffle.out", [*shuffled, r], (x,), last)
    for dim in range(4):
        expected = (torch.stack([x[0], x[1]], dim),)
        check(host, "stack.out", [[x[0], x[1]], dim], expected, last)
        check(
            host,
            "slice_scatter.out",
            [x, x[:, :, :3] + 1, 2, 1, 4, 1],
            call("slice_scatter", x, x[:, :, :3] + 1, 2, 1, 4, 1),
            last,
        )
        check(host, "select_scatter.out", [x, x[:, 1], 1, 5], call("select_scatter", x, x[:, 1], 1, 5))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", LENGTHS)
def test_stacks(host, dtype, n):
    for shape, count in (([n], 3), ([5, n], 2), ([n, 4], 4)):
        tensors = [elements(dtype, *shape) + i for i in range(count)]
        for dim in range(len(shape) + 1):
            check(host, "stack.out", [tensors, dim], (torch.stack(tensors, dim),))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    ("shape", "repeats"),
    [
        ([5], [3]),
        ([5], [1]),
        ([1], [300]),
        ([9, 1], [1, 65]),
        ([4, 3], [2, 70]),
        ([3, 17], [1, 2, 3]),
        ([1, 4, 1, 3], [5, 1, 6, 2]),
        ([2, 3], [0, 2]),
        # More dimensions than the kernel's view can have, if each dimension is repeated.
        ([2] * 9, [2] * 9),
        ([2, 1, 2, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 3], [2, 2, 1, 1, 2, 1, 3, 1, 2, 1, 1, 1, 1, 1, 1, 2]),
    ],
)  # fmt: skip
def test_repeats(host, dtype, shape, repeats):
    x = elements(dtype, *shape)
    check(host, "repeat.out", [x, repeats], (x.repeat(repeats),))


@pytest.mark.parametrize("dtype", [torch.uint8, torch.float16, torch.float32, torch.int64])
@pytest.mark.parametrize("n", [*LENGTHS, 1025, 5001])
def test_numbers(host, dtype, n):
    """Equal bytes and others, short and long runs."""
    for number in (0, 3, 1):
        check(host, "full.out", [[n], number], (torch.full([n], number, dtype=dtype),))
        x = elements(dtype, 3, n)
        check(host, "fill.Scalar_out", [x, number], (torch.full_like(x, number),))
        check(host, "fill.Tensor_out", [x, torch.tensor(number)], (torch.full_like(x, number),))
        padded = torch.nn.functional.pad(x, [2, 1, 0, 1], value=number)
        check(host, "constant_pad_nd.out", [x, [2, 1, 0, 1], number], (padded,))


@pytest.mark.parametrize("n", [3, 8, 17, 40])
@pytest.mark.parametrize("dtype", [torch.float16, torch.float32, torch.int64])
def test_paddings(host, dtype, n):
    x = elements(dtype, 2, 3, 4, n)
    for padding in ([1, 1], [2, 0], [-1, 2]):
        for name in ("reflection", "replication"):
            check(host, f"{name}_pad1d.out", [x[0], padding], call(f"{name}_pad1d", x[0], padding))
            both = [*padding, 1, 2]
            for last in (False, True):
                check(host, f"{name}_pad2d.out", [x, both], call(f"{name}_pad2d", x, both), last)
            check(host, f"{name}_pad3d.out", [x, [*both, 1, 1]], call(f"{name}_pad3d", x, [*both, 1, 1]))


@pytest.mark.parametrize("dtype", [torch.bool, torch.float32, torch.float64])
@pytest.mark.parametrize("shape", [[1, 1], [5, 7], [7, 5], [3, 40, 70], [2, 3, 4, 5], [3, 0]])
def test_triangles(host, dtype, shape):
    x = elements(dtype, *shape)
    for name, k in itertools.product(("tril", "triu"), (0, 1, -2, 50, -50)):
        for last in (False, True):
            check(host, f"{name}.out", [x, k], call(name, x, k), last)


@pytest.mark.parametrize("n", [0, *LENGTHS, 300, 70001])
def test_numbers_at_equal_distances(host, n):
    for dtype in (
        torch.int64,
        torch.int32,
        torch.int16,
        torch.float32,
        torch.float16,
        torch.bfloat16,
        torch.float64,
    ):
        for start, step in ((0, 1), (-5, 3), (7, -2)):
            end = start + n * step
            expected = torch.arange(
                start, end, step, dtype=torch.float64 if dtype.is_floating_point else dtype
            )
            check(host, "arange.start_out", [start, end, step], (expected.to(dtype),))
        check(host, "arange.out", [n], (torch.arange(n, dtype=torch.float64).to(dtype),))
    for start, step in ((0.5, 0.25), (1e10, -3e5), (-1 / 3, 0.1)):
        expected = torch.arange(start, start + (n - 0.5) * step if n else start, step, dtype=torch.float64)
        for dtype in (torch.float32, torch.float64):
            arguments = [start, start + (n - 0.5) * step if n else start, step]
            check(host, "arange.start_out", arguments, (expected.to(dtype),))


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32])
@pytest.mark.parametrize("counts", [[], [0], [1], [0, 5, 0, 1, 300, 2], [3] * 100, [40, 1] * 20, [0] * 9])
def test_indices_that_are_repeated(host, dtype, counts):
    repeats = torch.tensor(counts, dtype=dtype)
    expected = (torch.repeat_interleave(repeats),)
    check(host, "repeat_interleave.Tensor_out", [repeats, None], expected)
    check(host, "repeat_interleave.Tensor_out", [repeats, sum(counts)], expected)


# (image, kernel, dilation, padding, stride)
COLUMNS = [
    ((2, 3, 5, 7), [3, 3], [1, 1], [1, 1], [1, 1]),
    ((1, 2, 9, 40), [2, 5], [2, 1], [0, 3], [1, 2]),
    ((1, 1, 8, 33), [3, 2], [1, 4], [2, 0], [3, 1]),
    ((2, 1, 4, 4), [4, 4], [1, 1], [3, 3], [2, 2]),
    ((1, 2, 1, 3), [1, 3], [1, 1], [2, 4], [1, 1]),
    ((3, 16, 16), [4, 4], [1, 1], [0, 0], [4, 4]),
]


@pytest.mark.parametrize(("shape", "kernel", "dilation", "padding", "stride"), COLUMNS)
def test_columns(host, shape, kernel, dilation, padding, stride):
    window = [kernel, dilation, padding, stride]
    image = elements(torch.int32, *shape)
    for dtype in (torch.float32, torch.float16, torch.float64, torch.bool):
        expected = call("im2col", image.to(dtype), *window)
        for last in (False, True):
            check(host, "im2col.out", [image.to(dtype), *window], expected, last)
    # Small integers, so that sums are exact.
    columns = call("im2col", image.clamp(0, 7).float(), *window)[0]
    for dtype in (torch.float32, torch.float16, torch.float64):
        arguments = [columns.to(dtype), list(shape[-2:]), *window]
        for last in (False, True):
            check(host, "col2im.out", arguments, call("col2im", *arguments), last)


F32, I64 = torch.float32, torch.int64

# Each call has enough work for several threads, and sizes that do not divide evenly.
LARGE = [
    ("slice_copy.Tensor_out", lambda: [elements(F32, 701, 601), 1, 3, 500, 1]),
    ("slice_copy.Tensor_out", lambda: [elements(F32, 701, 601), 1, 0, 601, 2]),
    ("flip.out", lambda: [elements(torch.int16, 300007), [0]]),
    ("flip.out", lambda: [elements(F32, 601, 701), [1]]),
    ("repeat.out", lambda: [elements(F32, 301, 7), [3, 50]]),
    ("stack.out", lambda: [[elements(F32, 301, 307) + i for i in range(3)], 2]),
    ("full.out", lambda: [[601, 703], 2.5]),
    ("tril.out", lambda: [elements(F32, 3, 301, 307), 2]),
    ("pixel_shuffle.out", lambda: [elements(F32, 1, 36, 61, 67), 3]),
    ("reflection_pad2d.out", lambda: [elements(F32, 31, 61, 67), [3, 2, 1, 4]]),
    ("gather.out", lambda: [elements(F32, 401, 97), 1, indices(97, 401, 301), False]),
    ("gather.out", lambda: [elements(I64, 97, 401), 0, indices(97, 301, 401), False]),
    ("scatter.value_out", lambda: [elements(F32, 401, 97), 1, indices(97, 401, 301), 7]),
    ("scatter_add.out", lambda: [elements(F32, 97, 401), 0, indices(97, 301, 401), elements(F32, 301, 401)]),
    ("index_select.out", lambda: [elements(F32, 701, 301), 1, indices(301, 203)]),
    (
        "index_put.out",
        lambda: [elements(F32, 401, 301), [indices(401, 301).unique()], elements(F32, 1), True],
    ),
    ("replication_pad3d.out", lambda: [elements(F32, 7, 11, 31, 37), [3, 2, 1, 4, 1, 1]]),
    ("im2col.out", lambda: [elements(F32, 2, 31, 21, 23), [3, 2], [1, 2], [1, 1], [2, 1]]),
    ("col2im.out", lambda: [elements(F32, 2, 186, 253), [21, 23], [3, 2], [1, 2], [1, 1], [2, 1]]),
    ("index_select.out", lambda: [elements(F32, 30, 67, 301), 1, indices(67, 90)]),
]

# The overload without outs, if it has a name.
FUNCTIONAL = {"slice_copy.Tensor_out": "slice_copy.Tensor", "scatter.value_out": "scatter.value"}


@pytest.fixture(scope="module", params=[2, 5])
def threads(request):
    program = optimized_host("dispatch")
    with Host(["env", f"KERNEL_HOST_THREADS={request.param}", program]) as host:
        yield host


@pytest.mark.parametrize("number", range(len(LARGE)), ids=[f"{i}_{op}" for i, (op, _) in enumerate(LARGE)])
def test_threads(threads, number):
    op, make = LARGE[number]
    arguments = make()
    positional = [each for each in arguments if each is not False]  # sparse_grad has a default
    check(threads, op, arguments, call(FUNCTIONAL.get(op, op.partition(".")[0]), *positional))
