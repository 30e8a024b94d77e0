"""The optimized kernels that search: long rows, many columns, ties, NaN, and each dtype."""

import math

import pytest
import torch
from kernel_testing.host import DYNAMIC_BOUND, Out, seed
from test_optimized_integers import integers
from test_optimized_sizes import call, check, few_values, host
from test_optimized_threads import hosts

__all__ = ["host", "hosts"]

FLOATS = [torch.float32, torch.float16, torch.bfloat16]
# Dtypes with vectorized code, and some that use the portable pattern.
DTYPES = [*FLOATS, torch.int32, torch.int64, torch.uint8, torch.int8, torch.int16, torch.float64, torch.bool]


def values(dtype: torch.dtype, *shape: int) -> torch.Tensor:
    """Values some of which are repeated, infinite or the largest integers; none is NaN."""
    if dtype.is_floating_point:
        return few_values(*shape).nan_to_num(1.0, neginf=-math.inf).to(dtype)
    if dtype == torch.bool:
        return few_values(*shape) > 1
    return integers(torch.int64 if dtype == torch.int64 else torch.int32, *shape).to(dtype)


def mask(share: float, *shape: int) -> torch.Tensor:
    seed(sum(shape))
    return torch.rand(shape) < share


# Shapes and dimensions: rows of one and of several vectors, short ones, long ones that are split between
# threads, and columns, with few rows and with more rows than are read at once.
ROWS = [
    ([1], 0),
    ([5], 0),
    ([70], 0),
    ([4099], 0),
    ([140_001], 0),
    ([40, 3], 1),
    ([33, 17], 1),
    ([3, 65], -1),
    ([3, 5001], 1),
    ([5, 300], 0),
    ([17, 1030], 0),
    ([2, 1, 70], 1),
    ([4, 70, 9], 1),
    ([3, 9, 260], 1),
]


def check_extremes(host, x: torch.Tensor, dim: int) -> None:
    for name in ("max", "min"):
        for keepdim in (False, True):
            results = tuple(getattr(x, name)(dim, keepdim))
            check(host, f"{name}.dim_{name}", [x, dim, keepdim], results)
            if x.dtype != torch.bool:
                check(host, f"arg{name}.out", [x, dim, keepdim], results[1:])
        check(host, f"{name}.unary_out", [x], (getattr(x, name)(),))
        if x.dtype != torch.bool:
            check(host, f"arg{name}.out", [x, None, False], (getattr(x, f"arg{name}")(),))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("shape", "dim"), ROWS, ids=str)
def test_extremes(host, shape, dim, dtype):
    check_extremes(host, values(dtype, *shape), dim)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("n", [1, 5, 16, 65, 131])
def test_extremes_are_the_first_nan(host, n, dtype):
    """NaN at every index, with and without further NaNs after it."""
    rows = values(dtype, n + 1, n)
    rows.diagonal().fill_(math.nan)
    rows[: n // 2, n // 2] = math.nan
    check_extremes(host, rows, 1)
    check_extremes(host, rows.T.contiguous(), 0)


def test_the_first_part_of_a_long_row_that_has_the_extreme(host):
    x = torch.zeros(300_000)
    check_extremes(host, x, 0)
    for first, second in ((299_999, 299_999), (4095, 4096), (131_072, 262_144)):
        for value in (math.nan, 1.0, -1.0):
            x.zero_()
            x[first] = x[second] = value
            check_extremes(host, x, 0)


def test_the_sign_of_a_zero_is_that_of_the_first(host):
    x = torch.tensor([[0.0, -0.0, -1.0], [-0.0, 0.0, -1.0]]).repeat(9, 1)
    for rows, dim in ((x, 1), (x.T.contiguous(), 0), (x.half(), 1)):
        values, indices = rows.max(dim)
        answer = host.call("aten::max.dim_max", [rows, dim, False, *outs(values, indices)])
        assert torch.equal(answer.outs[0].signbit(), torch.tensor([False, True]).repeat(9))
        assert not answer.outs[1].any()


def outs(*results: torch.Tensor) -> list[Out]:
    return [Out(torch.zeros_like(each)) for each in results]


def test_images_whose_channels_are_last(host):
    x = values(torch.float32, 2, 19, 9, 11)
    for dim in (1, 3):
        results = tuple(x.max(dim, keepdim=True))
        check(host, "max.dim_max", [x, dim, True], results, last=True)
        check(host, "argmax.out", [x, dim, True], results[1:], last=True)


def test_one_out_cannot_be_resized(host):
    x = values(torch.float32, 5, 7)
    right, wrong = torch.zeros(5), torch.zeros(4, dtype=torch.int64)
    answer = host.call("aten::max.dim_max", [x, 1, False, Out(right), Out(wrong)])
    assert answer.error != 0
    assert not answer.outs[0].any()
    assert call("max.dim", x, 1)[0].any()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("shape", "dim"), ROWS, ids=str)
def test_any(host, shape, dim, dtype):
    """Rows of zeros only, with a single nonzero element at the end, and with several."""
    x = torch.zeros(shape, dtype=dtype)
    if dtype.is_floating_point:
        x.view(-1)[::3] = -0.0
    for last in (0, math.nan if dtype.is_floating_point else 1):
        x.view(-1)[-1] = last
        for keepdim in (False, True):
            check(host, "any.out", [x, dim, keepdim], (x.any(dim, keepdim),))
        check(host, "any.all_out", [x], (x.any(),))
        check(host, "any.dims_out", [x, [0], False], (x.any(0),))
    x = torch.where(mask(0.99, *shape), 0, values(dtype, *shape))
    check(host, "any.out", [x, dim, False], (x.any(dim),))


def check_order(host, x: torch.Tensor, dim: int, counts: tuple = ()) -> None:
    """Equal elements keep their order, also in topk, for which PyTorch leaves the order undefined."""
    n = x.shape[dim]
    for descending in (False, True):
        results = tuple(x.sort(dim=dim, descending=descending, stable=True))
        check(host, "sort.values", [x, dim, descending], results)
        check(host, "sort.values_stable", [x, True, dim, descending], results)
        for k in counts:
            if 0 < k <= n:
                first = tuple(each.narrow(dim, 0, k).contiguous() for each in results)
                check(host, "topk.values", [x, k, dim, descending, True], first)


# Counts for which topk orders by rank, selects, and sorts on the stack, and larger ones.
COUNTS = (1, 3, 20, 64, 100, 300, 700)


@pytest.mark.parametrize("dtype", [dtype for dtype in DTYPES if dtype != torch.bool])
@pytest.mark.parametrize(
    ("shape", "dim"),
    [*ROWS, ([3, 128], 1), ([3, 129], 1), ([700, 9], 0), ([300, 33], 0), ([3100, 3], 0), ([2, 1500, 5], 1)],
    ids=str,
)
def test_order(host, shape, dim, dtype):
    check_order(host, values(dtype, *shape), dim, COUNTS)


def no_numbers(dtype: torch.dtype, n: int) -> torch.Tensor:
    """Rows with some NaN, one NaN, only NaN, zeros of both signs, and an ascending row."""
    x = values(dtype, 5, n)
    x[0, ::3] = math.nan
    x[1, n // 2] = -math.nan
    x[2] = math.nan
    x[3, n // 2 :] = -0.0
    x[3, : n // 2] = 0.0
    x[4] = torch.arange(n)
    return x


@pytest.mark.parametrize("dtype", [*FLOATS, torch.float64])
@pytest.mark.parametrize("n", [7, 60, 129, 900])
def test_nan_is_the_largest(host, n, dtype):
    x = no_numbers(dtype, n)
    check_order(host, x, 1, COUNTS)
    check_order(host, x.flip(1).T.contiguous(), 0, COUNTS)


@pytest.mark.parametrize("dtype", [torch.float32, torch.int64, torch.int8])
def test_orders_that_leave_many_to_select(host, dtype):
    """Ascending, descending, constant rows, rows whose first elements are one per group, and the limits."""
    n = 5000
    ascending = (torch.arange(n) - n // 2).div(50 if dtype == torch.int8 else 1).to(dtype)
    groups = torch.where(torch.arange(n) % 32 == 7, -ascending, 7).to(dtype)
    limit = torch.finfo(dtype).max if dtype.is_floating_point else torch.iinfo(dtype).max
    limits = torch.full([n], limit, dtype=dtype)
    limits[4000:4003] = 1
    for row in (ascending, ascending.flip(0), torch.ones_like(ascending), groups, limits, -limits):
        check_order(host, row, 0, COUNTS)


def test_more_than_there_is_memory_for(host):
    """The portable pattern, which needs no memory, is used."""
    n = 1 << 21
    x = torch.arange(n).mul(48271).remainder(n).float()
    expected = tuple(each[:1000].clone() for each in x.sort(stable=True))
    check(host, "topk.values", [x, 1000, 0, False, True], expected)
    x = x.repeat(3)
    check(host, "median.out", [x], (x.median(),))


# Shapes that end within words and blocks of a mask, and shapes with more dimensions than a run has elements.
MASKS = [[1], [64], [70], [1025], [140_001], [3, 64], [7, 5, 3], [2, 3, 1, 70], [130, 1100], [0], [4, 0, 3]]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", MASKS, ids=str)
def test_nonzero(host, shape, dtype):
    x = values(dtype, *shape)
    for zeros in (x, torch.where(mask(0.97, *shape), 0, x), torch.ones_like(x), torch.zeros_like(x)):
        check(host, "nonzero.out", [zeros], (zeros.nonzero().contiguous(),))
    if dtype.is_floating_point and x.numel() > 3:
        x.view(-1)[1:4] = torch.tensor([-0.0, math.nan, torch.finfo(dtype).tiny / 4])
        check(host, "nonzero.out", [x], (x.nonzero().contiguous(),))
        check(host, "nonzero.out", [x], (x.nonzero(),))  # PyTorch's result is contiguous along columns


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", MASKS, ids=str)
def test_masked_select(host, shape, dtype):
    x = values(dtype, *shape)
    runs = mask(0.5, *shape).view(-1).repeat_interleave(200)[: x.numel()].view(shape)
    for where in (mask(0.5, *shape), mask(0.02, *shape), mask(2, *shape), mask(-1, *shape), runs):
        check(host, "masked_select.out", [x, where], (x.masked_select(where),))


@pytest.mark.parametrize("dtype", [torch.float32, torch.uint8])
@pytest.mark.parametrize(
    ("shape", "other"),
    [
        ([30, 170], [170]),
        ([30, 170], [30, 1]),
        ([5, 7], []),
        ([1], [300]),
        ([4, 1, 9], [3, 1]),
        ([70, 2000], [1]),
    ],
    ids=str,
)
def test_masks_that_are_broadcast(host, shape, other, dtype):
    for a, b in ((shape, other), (other, shape)):
        x, where = values(dtype, *a) if a else values(dtype, 1)[0], mask(0.5, *b)
        check(host, "masked_select.out", [x, where], (x.masked_select(where),))


def test_masks_of_images_whose_channels_are_last(host):
    x, where = values(torch.float32, 2, 5, 9, 11), mask(0.5, 2, 5, 9, 11)
    check(host, "masked_select.out", [x, where], (x.masked_select(where),), last=True)
    check(host, "masked_select.out", [x, where], (x.masked_select(where),), last=True, but=(0,))
    check(host, "nonzero.out", [where], (where.nonzero(),), last=True)


def test_an_out_for_the_most_there_can_be(host):
    where = mask(0.3, 40, 60)
    out = Out(torch.zeros(2400, 2, dtype=torch.int64), DYNAMIC_BOUND)
    answer = host.call("aten::nonzero.out", [where, out])
    assert answer.error == 0
    assert torch.equal(answer.outs[0], where.nonzero())
    small = Out(torch.zeros(3, 2, dtype=torch.int64), DYNAMIC_BOUND)
    assert host.call("aten::nonzero.out", [where, small]).error != 0


def check_ranks(host, x: torch.Tensor, dim: int) -> None:
    def first(value: torch.Tensor) -> torch.Tensor:
        same = (x == value.unsqueeze(dim)) | ((x != x) & (value != value).unsqueeze(dim))
        return same.int().argmax(dim)

    for name in ("median", "nanmedian"):
        value = getattr(x, name)(dim).values
        check(host, f"{name}.dim_values", [x, dim, False], (value, first(value)))
        check(host, f"{name}.out", [x], (getattr(x, name)(),))
    n = x.shape[dim]
    for k in {1, n // 3 + 1, n}:
        value = x.kthvalue(k, dim, True).values
        check(host, "kthvalue.values", [x, k, dim, True], (value, first(value.squeeze(dim)).unsqueeze(dim)))


@pytest.mark.parametrize("dtype", [dtype for dtype in DTYPES if dtype != torch.bool])
@pytest.mark.parametrize(("shape", "dim"), [*ROWS, ([3, 48], 1), ([3, 49], 1)], ids=str)
def test_ranks(host, shape, dim, dtype):
    check_ranks(host, values(dtype, *shape), dim)


@pytest.mark.parametrize("dtype", [*FLOATS, torch.float64])
@pytest.mark.parametrize("n", [7, 60, 900])
def test_ranks_of_what_is_no_number(host, n, dtype):
    x = no_numbers(dtype, n)
    check_ranks(host, x, 1)
    check_ranks(host, x.T.contiguous(), 0)
    check_ranks(host, x[3:].clone(), 1)


def check_places(host, row: torch.Tensor, x: torch.Tensor) -> None:
    for right in (False, True):
        for int32 in (False, True):
            expected = torch.searchsorted(row, x, right=right, out_int32=int32)
            check(host, "searchsorted.Tensor_out", [row, x, int32, right, None, None], (expected,))
            if row.dim() == 1:
                check(host, "bucketize.Tensor_out", [x, row, int32, right], (expected,))


@pytest.mark.parametrize("dtype", [*FLOATS, torch.int32, torch.int64, torch.int16, torch.float64])
@pytest.mark.parametrize("size", [1, 2, 3, 8, 64, 65, 1000, 2049])
def test_places(host, size, dtype):
    """Values before all, after all, and equal to several elements of the row."""
    row = values(dtype, size).sort().values
    for n in (1, 33, 301, 2000):
        check_places(host, row, values(dtype, n))
    if dtype.is_floating_point:
        x = values(dtype, 100)
        x[::7] = math.nan
        check_places(host, row, x)
        row[-1] = math.nan
        check_places(host, row, x)
    check_places(host, row[torch.randperm(size)], values(dtype, 100))  # the values are unsorted


@pytest.mark.parametrize("dtype", FLOATS)
def test_places_in_rows(host, dtype):
    for shape, n in (((3, 5, 17), 40), ((70, 64), 1), ((5, 3000), 100), ((2, 1), 600)):
        row = values(dtype, *shape).sort().values
        check_places(host, row, values(dtype, *shape[:-1], n))
    row[1, 0] = math.nan
    check_places(host, row, values(dtype, 2, 600))


def test_places_in_an_order_that_is_given(host):
    row, x = values(torch.float32, 50), values(torch.float32, 90)
    order = row.argsort()
    expected = torch.searchsorted(row, x, sorter=order)
    check(host, "searchsorted.Tensor_out", [row, x, False, False, None, order], (expected,))


# By operator, the arguments before the outs, and the results: each has enough work for several threads.
OF_THREADS = [
    ("argmax.out", [values(torch.float32, 300_007), None, False], lambda x, *_: (x.argmax(),)),
    ("argmin.out", [values(torch.int64, 401, 1009), 1, False], lambda x, *_: (x.argmin(1),)),
    ("max.dim_max", [values(torch.float16, 401, 1009), 1, False], lambda x, *_: tuple(x.max(1))),
    ("min.dim_min", [values(torch.float32, 401, 1009), 0, False], lambda x, *_: tuple(x.min(0))),
    ("max.dim_max", [values(torch.float32, 30_011, 7), 1, False], lambda x, *_: tuple(x.max(1))),
    (
        "sort.values",
        [values(torch.float32, 401, 309), 1, False],
        lambda x, *_: tuple(x.sort(dim=1, stable=True)),
    ),
    (
        "sort.values",
        [values(torch.int64, 2009, 101), 0, False],
        lambda x, *_: tuple(x.sort(dim=0, stable=True)),
    ),
    ("topk.values", [torch.randperm(40_000).view(8, 5000), 700, 1, True, True], lambda x, *_: x.topk(700)),
    ("nonzero.out", [mask(0.4, 40, 50, 100)], lambda x: (x.nonzero().contiguous(),)),
    (
        "masked_select.out",
        [values(torch.float16, 400, 500), mask(0.4, 400, 500)],
        lambda x, where: (x.masked_select(where),),
    ),
    (
        "masked_select.out",
        [values(torch.float16, 400, 500), mask(0.4, 400, 1)],
        lambda x, where: (x.masked_select(where),),
    ),
    (
        "bucketize.Tensor_out",
        [torch.arange(30_000).float(), torch.arange(0, 30_000, 99).float(), False, True],
        lambda x, row, *_: (torch.bucketize(x, row, right=True),),
    ),
    ("median.out", [torch.randperm(300_001)], lambda x: (x.median(),)),
    ("kthvalue.values", [torch.randperm(200_000).view(20, -1), 7, 1, False], lambda x, *_: x.kthvalue(7)),
    ("topk.values", [torch.randperm(90_000).view(90, 1000), 7, 1, True, True], lambda x, *_: x.topk(7)),
]


@pytest.mark.parametrize("number", range(len(OF_THREADS)))
def test_threads_change_nothing(hosts, number):
    op, arguments, compute = OF_THREADS[number]
    expected = compute(*arguments)
    for each in hosts:
        check(each, op, arguments, expected)
